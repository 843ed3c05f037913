/* Source positions, names and C types from debug information. */
#include "frontend/llvm/debug_info.h"
#include "frontend/external/library_calls.h"
#include "frontend/library.h"
#include "frontend/llvm/translator.h"
#include "source/number_types.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* LLVM-C has no getters for most debug information; the operands of the metadata nodes have fixed
 * places: DIDerivedType and DICompositeType are (file, scope, name, base type, elements, ...),
 * DIVariable is (scope, name, file, type, ...). */
enum { TYPE_NAME = 2, TYPE_BASE = 3, TYPE_ELEMENTS = 4, VARIABLE_NAME = 1, VARIABLE_TYPE = 3 };
enum { MOST_OPERANDS = 32 };

static uint32_t operands_of(LLVMValueRef node, LLVMValueRef *out, uint32_t most) {
    uint32_t n = (uint32_t)LLVMGetMDNodeNumOperands(node);
    if (n > most) return 0;
    LLVMGetMDNodeOperands(node, out);
    return n;
}

uint32_t metadata_operands(translator *tr, LLVMMetadataRef m, LLVMValueRef *out, uint32_t most) {
    return operands_of(LLVMMetadataAsValue(LLVMGetModuleContext(tr->m), m), out, most);
}

static const char *string_operand(LLVMValueRef v) {
    unsigned length;
    return v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &length) : NULL;
}

static LLVMMetadataRef node_operand(LLVMValueRef v) { return v ? LLVMValueAsMetadata(v) : NULL; }

/* Where our functions are nobody looks; a program may use the name of such a place by #line. */
static const char *place_name(const function_info *f, const char *file) {
    size_t n = strlen(LIBRARY_FILE_PREFIX);
    bool ours = library_models(f->function) ||
                LLVMGetStringAttributeAtIndex(f->function, LLVMAttributeFunctionIndex,
                                              LIBRARY_WRITTEN, sizeof LIBRARY_WRITTEN - 1);
    while (!ours && !strncmp(file, LIBRARY_FILE_PREFIX, n)) file += n;
    return file;
}

position position_of(translator *tr, LLVMValueRef i, const function_info *f) {
    assert_debug(LLVMIsAInstruction(i));
    position at = tr->emission.at;
    unsigned line = LLVMGetDebugLocLine(i), length;
    at.function = f->name_id;
    if (!line) return at;
    const char *file = LLVMGetDebugLocFilename(i, &length);
    at.line = line;
    at.column = LLVMGetDebugLocColumn(i);
    if (file) at.file = program_name(tr->p, place_name(f, file));
    return at;
}

position variable_position(translator *tr, LLVMMetadataRef var, const function_info *f) {
    position at = {.line = LLVMDIVariableGetLine(var)};
    LLVMMetadataRef file = LLVMDIVariableGetFile(var);
    unsigned length;
    if (file) at.file = program_name(tr->p, LLVMDIFileGetFilename(file, &length));
    if (f) at.function = f->name_id;
    return at;
}

LLVMMetadataRef variable_type(translator *tr, LLVMMetadataRef var, const char **name) {
    LLVMValueRef ops[MOST_OPERANDS];
    *name = NULL;
    if (metadata_operands(tr, var, ops, MOST_OPERANDS) <= VARIABLE_TYPE) return NULL;
    *name = string_operand(ops[VARIABLE_NAME]);
    return node_operand(ops[VARIABLE_TYPE]);
}

/* LLVM's C interface does not give a parameter's number; it prints as "arg: 1". */
bool variable_is_parameter(translator *tr, LLVMMetadataRef var) {
    char *printed = LLVMPrintValueToString(LLVMMetadataAsValue(LLVMGetModuleContext(tr->m), var));
    bool is = strstr(printed, "!DILocalVariable(") && strstr(printed, ", arg: ");
    LLVMDisposeMessage(printed);
    return is;
}

static LLVMMetadataRef type_operand(translator *tr, LLVMMetadataRef type, uint32_t which) {
    LLVMValueRef ops[MOST_OPERANDS];
    return metadata_operands(tr, type, ops, MOST_OPERANDS) > which ? node_operand(ops[which])
                                                                   : NULL;
}

static LLVMMetadataKind kind_of(LLVMMetadataRef type) {
    return type ? LLVMGetMetadataKind(type) : LLVMGenericDINodeMetadataKind;
}
static bool is_derived(LLVMMetadataRef type) {
    return kind_of(type) == LLVMDIDerivedTypeMetadataKind;
}
static bool is_composite(LLVMMetadataRef type) {
    return kind_of(type) == LLVMDICompositeTypeMetadataKind;
}

static uint16_t tag_of(LLVMMetadataRef type) {
    enum { DI_TAG_UNKNOWN = 0 };
    return is_derived(type) || is_composite(type) ? LLVMGetDINodeTag(type) : DI_TAG_UNKNOWN;
}

enum {
    TAG_ARRAY = 0x01,
    TAG_ENUM = 0x04,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47
};

static bool is_qualifier(LLVMMetadataRef type) {
    uint16_t tag = tag_of(type);
    return tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT || tag == TAG_ATOMIC;
}

static LLVMMetadataRef strip(translator *tr, LLVMMetadataRef type) {
    while (type && (is_qualifier(type) || tag_of(type) == TAG_TYPEDEF))
        type = type_operand(tr, type, TYPE_BASE);
    return type;
}

static void composite_text(LLVMMetadataRef type, text *out) {
    size_t length;
    const char *name = LLVMDITypeGetName(type, &length);
    uint16_t tag = tag_of(type);
    text_add(out, tag == TAG_STRUCT  ? "struct "
                  : tag == TAG_UNION ? "union "
                  : tag == TAG_ENUM  ? "enum "
                                     : "");
    text_add(out, name && *name ? name : "(anonymous)");
}

void type_text(translator *tr, LLVMMetadataRef type, text *out) {
    size_t length;
    if (!type) {
        text_add(out, "void");
        return;
    }
    if (tag_of(type) == TAG_POINTER) {
        LLVMMetadataRef base = type_operand(tr, type, TYPE_BASE);
        if (base && kind_of(base) == LLVMDISubroutineTypeMetadataKind) text_add(out, "void (*)()");
        else type_text(tr, base, out), text_add(out, " *");
    } else if (is_qualifier(type)) {
        type_text(tr, type_operand(tr, type, TYPE_BASE), out);
    } else if (tag_of(type) == TAG_ARRAY) {
        type_text(tr, type_operand(tr, type, TYPE_BASE), out);
        text_add(out, "[]");
    } else if (is_composite(type)) {
        composite_text(type, out);
    } else {
        const char *name = LLVMDITypeGetName(type, &length);
        text_add(out, name ? name : "");
    }
}

/* Unsigned types say so in their name; plain char by the target is taken as signed for printing
 * only. */
bool type_is_signed(translator *tr, LLVMMetadataRef type) {
    size_t length;
    type = strip(tr, type);
    if (!type || kind_of(type) != LLVMDIBasicTypeMetadataKind) return tag_of(type) == TAG_ENUM;
    const char *name = LLVMDITypeGetName(type, &length);
    return name && !c_type_of(name).is_unsigned;
}

bool type_is_bool(translator *tr, LLVMMetadataRef type) {
    size_t length;
    type = strip(tr, type);
    const char *name =
        kind_of(type) == LLVMDIBasicTypeMetadataKind ? LLVMDITypeGetName(type, &length) : NULL;
    return name && c_type_of(name).kind == C_BOOL;
}

static LLVMMetadataRef array_path(translator *tr, LLVMMetadataRef type, uint64_t offset,
                                  uint64_t size, text *path) {
    LLVMMetadataRef element = type_operand(tr, type, TYPE_BASE);
    uint64_t bytes = element ? LLVMDITypeGetSizeInBits(strip(tr, element)) / 8 : 0;
    if (!bytes) return NULL;
    text_print(path, "[%llu]", (unsigned long long)(offset / bytes));
    return type_path(tr, element, offset % bytes, size, path);
}

static LLVMMetadataRef field_path(translator *tr, LLVMMetadataRef type, uint64_t offset,
                                  uint64_t size, text *path) {
    LLVMValueRef fields[512], ops[MOST_OPERANDS];
    LLVMMetadataRef elements = type_operand(tr, type, TYPE_ELEMENTS);
    uint32_t n = elements ? metadata_operands(tr, elements, fields, 512) : 0;
    for (uint32_t i = 0; i < n; i++) {
        LLVMMetadataRef field = node_operand(fields[i]);
        if (!is_derived(field)) continue;
        uint64_t from = LLVMDITypeGetOffsetInBits(field) / 8,
                 bytes = (LLVMDITypeGetSizeInBits(field) + 7) / 8;
        if (offset < from || offset + size > from + bytes) continue;
        if (metadata_operands(tr, field, ops, MOST_OPERANDS) <= TYPE_BASE) return NULL;
        const char *name = string_operand(ops[TYPE_NAME]);
        if (name && *name) text_print(path, ".%s", name);
        return type_path(tr, node_operand(ops[TYPE_BASE]), offset - from, size, path);
    }
    return NULL;
}

LLVMMetadataRef type_path(translator *tr, LLVMMetadataRef type, uint64_t offset, uint64_t size,
                          text *path) {
    LLVMMetadataRef plain = strip(tr, type);
    if (!plain) return NULL;
    if (tag_of(plain) == TAG_ARRAY) return array_path(tr, plain, offset, size, path);
    if (tag_of(plain) == TAG_STRUCT || tag_of(plain) == TAG_UNION)
        return field_path(tr, plain, offset, size, path);
    return offset == 0 && LLVMDITypeGetSizeInBits(plain) == size * 8 ? type : NULL;
}

/* ---- outlines: what parts of objects are called ---- */
enum { MOST_MEMBERS = 512 };

static void record_outline(translator *tr, LLVMMetadataRef type, uint32_t into) {
    LLVMValueRef fields[MOST_MEMBERS], ops[MOST_OPERANDS];
    vec(outline_member) found = {0};
    LLVMMetadataRef elements = type_operand(tr, type, TYPE_ELEMENTS);
    uint32_t n = elements ? metadata_operands(tr, elements, fields, MOST_MEMBERS) : 0;
    for (uint32_t i = 0; i < n; i++) {
        LLVMMetadataRef field = node_operand(fields[i]);
        if (!is_derived(field) || metadata_operands(tr, field, ops, MOST_OPERANDS) <= TYPE_BASE)
            continue;
        const char *name = string_operand(ops[TYPE_NAME]);
        outline_member m = {program_name(tr->p, name ? name : ""),
                            type_outline(tr, node_operand(ops[TYPE_BASE])),
                            LLVMDITypeGetOffsetInBits(field) / 8};
        if (m.type) vec_push(&found, m);
    }
    outline *s = &tr->p->outlines.types.data[into];
    s->members = tr->p->outlines.members.size;
    s->member_count = found.size;
    vec_append(&tr->p->outlines.members, found.data, found.size);
    vec_release(&found);
}

/* A type cannot contain itself but through a pointer, which is a scalar here. */
uint32_t type_outline(translator *tr, LLVMMetadataRef type) {
    outlines *all = &tr->p->outlines;
    LLVMMetadataRef plain = strip(tr, type);
    uint64_t known, key = (uint64_t)(uintptr_t)plain;
    if (!plain) return 0;
    if (map_get(&tr->emission.outline_of, key, &known)) return (uint32_t)known;
    if (!all->types.size) vec_push(&all->types, (outline){0});
    uint32_t made = all->types.size, element = 0;
    vec_push(&all->types, (outline){.size = LLVMDITypeGetSizeInBits(plain) / 8});
    map_set(&tr->emission.outline_of, key, made);
    if (tag_of(plain) == TAG_ARRAY) element = type_outline(tr, type_operand(tr, plain, TYPE_BASE));
    all->types.data[made].element = element;
    if (tag_of(plain) == TAG_STRUCT || tag_of(plain) == TAG_UNION) record_outline(tr, plain, made);
    return made;
}

uint32_t type_pointee(translator *tr, LLVMMetadataRef type) {
    LLVMMetadataRef plain = strip(tr, type);
    return tag_of(plain) == TAG_POINTER ? type_outline(tr, type_operand(tr, plain, TYPE_BASE)) : 0;
}

static bool field_is_volatile(translator *tr, LLVMMetadataRef type, uint64_t offset) {
    LLVMValueRef fields[512];
    LLVMMetadataRef elements = type_operand(tr, type, TYPE_ELEMENTS);
    uint32_t n = elements ? metadata_operands(tr, elements, fields, 512) : 0;
    for (uint32_t i = 0; i < n; i++) {
        LLVMMetadataRef field = node_operand(fields[i]);
        if (!is_derived(field)) continue;
        uint64_t from = LLVMDITypeGetOffsetInBits(field) / 8,
                 bytes = (LLVMDITypeGetSizeInBits(field) + 7) / 8;
        bool inside = offset == NO_OFFSET || (offset >= from && offset < from + bytes);
        if (inside && type_is_volatile(tr, type_operand(tr, field, TYPE_BASE),
                                       offset == NO_OFFSET ? NO_OFFSET : offset - from))
            return true;
    }
    return false;
}

static uint64_t offset_in_element(translator *tr, LLVMMetadataRef element, uint64_t offset) {
    uint64_t bytes = element ? LLVMDITypeGetSizeInBits(strip(tr, element)) / 8 : 0;
    return bytes && offset != NO_OFFSET ? offset % bytes : NO_OFFSET;
}

bool type_is_volatile(translator *tr, LLVMMetadataRef type, uint64_t offset) {
    for (; type && (is_qualifier(type) || tag_of(type) == TAG_TYPEDEF);
         type = type_operand(tr, type, TYPE_BASE))
        if (tag_of(type) == TAG_VOLATILE) return true;
    if (tag_of(type) == TAG_STRUCT || tag_of(type) == TAG_UNION)
        return field_is_volatile(tr, type, offset);
    if (tag_of(type) != TAG_ARRAY) return false;
    LLVMMetadataRef element = type_operand(tr, type, TYPE_BASE);
    return type_is_volatile(tr, element, offset_in_element(tr, element, offset));
}

LLVMMetadataRef global_variable(LLVMValueRef global) {
    assert_debug(LLVMIsAGlobalVariable(global));
    size_t n;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    LLVMMetadataRef found = NULL;
    for (unsigned i = 0; i < n; i++) {
        LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (LLVMGetMetadataKind(m) == LLVMDIGlobalVariableExpressionMetadataKind)
            found = LLVMDIGlobalVariableExpressionGetVariable(m);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

/* The second operand of llvm.loop is where the loop statement starts. */
bool loop_position(LLVMValueRef branch, uint32_t *line, uint32_t *column) {
    assert_debug(LLVMIsAInstruction(branch));
    LLVMValueRef node = LLVMGetMetadata(branch, LLVMGetMDKindID("llvm.loop", 9)),
                 ops[MOST_OPERANDS];
    if (!node || operands_of(node, ops, MOST_OPERANDS) < 2 || !ops[1]) return false;
    LLVMMetadataRef at = LLVMValueAsMetadata(ops[1]);
    if (LLVMGetMetadataKind(at) != LLVMDILocationMetadataKind) return false;
    *line = LLVMDILocationGetLine(at);
    *column = LLVMDILocationGetColumn(at);
    return true;
}
