/* LLVM types as leaves: integers, floats, pointers at offsets. */
#include "frontend/llvm/types.h"
#include "frontend/llvm/translator.h"

static const struct {
    uint32_t storage, eb, sb;
} formats[FLOAT_CLASSES] = {
    [FLOAT_HALF] = {16, 5, 11},    [FLOAT_BFLOAT] = {16, 8, 8}, [FLOAT_SINGLE] = {32, 8, 24},
    [FLOAT_DOUBLE] = {64, 11, 53}, [FLOAT_X87] = {80, 15, 64},  [FLOAT_QUAD] = {128, 15, 113},
};

uint32_t float_storage(enum float_class c) { return formats[c].storage; }

sort float_sort(translator *tr, enum float_class c) {
    return sort_fp(tr->t, formats[c].eb, formats[c].sb);
}

/* Bool for 1 */
static sort bits_sort(translator *tr, uint32_t width) {
    assert_debug(width >= 1);
    return width == 1 ? sort_bool(tr->t) : sort_bv(tr->t, width);
}

sort leaf_sort(translator *tr, const leaf *l) {
    assert_debug(l->bits && l->size);
    if (l->kind == LEAF_FLOAT && !tr->floats.float_bits[l->class]) return float_sort(tr, l->class);
    return bits_sort(tr, l->bits);
}

static bool float_class_of(LLVMTypeRef type, enum float_class *c) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind: *c = FLOAT_HALF; return true;
    case LLVMBFloatTypeKind: *c = FLOAT_BFLOAT; return true;
    case LLVMFloatTypeKind: *c = FLOAT_SINGLE; return true;
    case LLVMDoubleTypeKind: *c = FLOAT_DOUBLE; return true;
    case LLVMX86_FP80TypeKind: *c = FLOAT_X87; return true;
    case LLVMFP128TypeKind: *c = FLOAT_QUAD; return true;
    default: return false;
    }
}

bool type_is_scalar(LLVMTypeRef type) {
    enum float_class c;
    LLVMTypeKind k = LLVMGetTypeKind(type);
    return k == LLVMIntegerTypeKind || k == LLVMPointerTypeKind || float_class_of(type, &c);
}

/* Products and what is shifted have twice as many, and a term at most 65536. */
enum { MOST_BITS = 16384 };

leaf type_leaf(translator *tr, LLVMTypeRef type) {
    leaf l = {0};
    LLVMTypeKind k = LLVMGetTypeKind(type);
    if (k == LLVMIntegerTypeKind) l = (leaf){.kind = LEAF_INT, .bits = LLVMGetIntTypeWidth(type)};
    else if (k == LLVMPointerTypeKind) l = (leaf){.kind = LEAF_POINTER, .bits = tr->pointer_bits};
    else if (float_class_of(type, &l.class)) l.kind = LEAF_FLOAT, l.bits = formats[l.class].storage;
    else unsupported(tr, NULL, "a value of a type that is no scalar");
    if (l.bits > MOST_BITS) unsupported(tr, NULL, "integers of %u bits", l.bits);
    l.size = (l.bits + 7) / 8;
    return l;
}

uint64_t type_size(translator *tr, LLVMTypeRef type) { return LLVMABISizeOfType(tr->layout, type); }
uint64_t type_store_size(translator *tr, LLVMTypeRef type) {
    return LLVMStoreSizeOfType(tr->layout, type);
}

static void append_leaves(translator *tr, LLVMTypeRef type, uint64_t offset, leaf_vec *out);

/* Elements of a vector lie without padding. Vectors of bits exist as values only: access.c refuses
 * them. */
static void append_elements(translator *tr, LLVMTypeRef type, uint64_t n, uint64_t offset,
                            leaf_vec *out) {
    LLVMTypeRef part = LLVMGetElementType(type);
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    uint64_t distance =
        is_vector ? LLVMSizeOfTypeInBits(tr->layout, part) / 8 : type_size(tr, part);
    for (uint64_t i = 0; i < n; i++) append_leaves(tr, part, offset + i * distance, out);
}

static void append_fields(translator *tr, LLVMTypeRef type, uint64_t offset, leaf_vec *out) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
        append_leaves(tr, LLVMStructGetTypeAtIndex(type, i),
                      offset + LLVMOffsetOfElement(tr->layout, type, i), out);
}

static void append_leaves(translator *tr, LLVMTypeRef type, uint64_t offset, leaf_vec *out) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: append_fields(tr, type, offset, out); return;
    case LLVMArrayTypeKind:
        append_elements(tr, type, LLVMGetArrayLength2(type), offset, out);
        return;
    case LLVMVectorTypeKind:
        append_elements(tr, type, LLVMGetVectorSize(type), offset, out);
        return;
    case LLVMVoidTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMLabelTypeKind:
    case LLVMTokenTypeKind: return;
    default: break;
    }
    if (out->size > 65536) unsupported(tr, NULL, "a value of more than 65536 parts");
    leaf l = type_leaf(tr, type);
    l.offset = offset;
    vec_push(out, l);
}

void type_leaves(translator *tr, LLVMTypeRef type, leaf_vec *out) {
    append_leaves(tr, type, 0, out);
}

uint32_t leaf_count(translator *tr, LLVMTypeRef type) {
    if (type_is_scalar(type)) return 1;
    leaf_vec v = {0};
    type_leaves(tr, type, &v);
    uint32_t n = v.size;
    vec_release(&v);
    return n;
}

static LLVMTypeRef part_type(LLVMTypeRef type, unsigned i) {
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
                                                       : LLVMGetElementType(type);
}

uint32_t leaves_before(translator *tr, LLVMTypeRef aggregate, uint32_t n, const unsigned *path,
                       LLVMTypeRef *part) {
    uint32_t before = 0;
    for (uint32_t level = 0; level < n; level++) {
        for (unsigned i = 0; i < path[level]; i++)
            before += leaf_count(tr, part_type(aggregate, i));
        aggregate = part_type(aggregate, path[level]);
    }
    *part = aggregate;
    return before;
}

bool type_holds_pointers(LLVMTypeRef type) {
    bool any = false;
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind: return true;
    case LLVMArrayTypeKind: return type_holds_pointers(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            any |= type_holds_pointers(LLVMStructGetTypeAtIndex(type, i));
        return any || LLVMIsOpaqueStruct(type);
    default: return false;
    }
}
