/* Variable arguments. */
#include "frontend/llvm/varargs.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/object.h"
#include "frontend/memory/transfer.h"

#include <string.h>

/* Variable arguments. A call lays them out one after the other, as arguments on the stack are, in
 * an object of the callee's instance; va_start points the va_list there. On x86-64 the list says
 * that no argument came in a register, so that the code clang makes of va_arg takes all of them
 * from memory. Other targets than x86 are refused. */

enum { AREA = UINT32_MAX - 1 }; /* the area's number among the values of an instance */

static bool is_x86_64(const translator *tr) { return !strncmp(LLVMGetTarget(tr->m), "x86_64", 6); }
static bool is_i386(const translator *tr) {
    return LLVMGetTarget(tr->m)[0] == 'i' && !strncmp(LLVMGetTarget(tr->m) + 2, "86", 2);
}

/* is a va_start */
static bool varargs_start(LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    size_t length;
    return callee && !strncmp(LLVMGetValueName2(callee, &length), "llvm.va_start", 13);
}

static bool starts_list(const function_info *f) {
    for (uint32_t n = f->arguments; n < f->values.size; n++)
        if (LLVMIsACallInst(f->values.data[n].value) && varargs_start(f->values.data[n].value))
            return true;
    return false;
}

/* What an argument was loaded from, if that is aligned to 16 bytes. */
static LLVMValueRef aligned_source(LLVMValueRef call, uint32_t i, uint64_t align) {
    LLVMValueRef v = i < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, i) : NULL;
    LLVMValueRef from =
        v && LLVMIsALoadInst(v) && LLVMGetAlignment(v) >= align ? LLVMGetOperand(v, 0) : NULL;
    while (from && (LLVMIsAGetElementPtrInst(from) || LLVMIsAConstantExpr(from)))
        from = LLVMGetOperand(from, 0);
    return from;
}

/* A piece of a structure that is passed in registers, from an object that is aligned to 16 bytes:
 * where its type is too, va_arg looks for the whole at such an address; where only the object is,
 * it does not. True: which it is matters, and cannot be told. */
static bool is_unclear(translator *tr, LLVMValueRef call, uint32_t i, uint64_t at, bool *wide) {
    LLVMTypeRef piece = LLVMTypeOf(LLVMGetOperand(call, i));
    LLVMValueRef from = aligned_source(call, i, 16);
    LLVMTypeRef type = from && LLVMIsAAllocaInst(from) ? LLVMGetAllocatedType(from) : NULL;
    *wide = type && LLVMABIAlignmentOfType(tr->layout, type) >= 16 && type != piece;
    if (!from || *wide || type == piece || type_size(tr, piece) >= 16) return false;
    bool whole = i + 1 == LLVMGetNumArgOperands(call) || aligned_source(call, i + 1, 1) == from;
    return (at % 16 || !whole) &&
           LLVMGetNamedFunction(tr->m, "llvm.ptrmask.p0.i64"); /* only by this, va_arg aligns */
}

static uint64_t argument_alignment(translator *tr, LLVMValueRef call, uint32_t i, uint64_t at) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    LLVMAttributeRef align =
        LLVMGetCallSiteEnumAttribute(call, i + 1, LLVMGetEnumAttributeKindForName("align", 5));
    bool wide, is_vector = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
    uint64_t word = tr->pointer_bits / 8;
    uint64_t natural = by_value_at_call(call, i)
                           ? (align ? LLVMGetEnumAttributeValue(align) : word)
                           : LLVMABIAlignmentOfType(tr->layout, LLVMTypeOf(v));
    if (natural > 16)
        unsupported(tr, call, "a variable argument that is aligned to more than 16 bytes");
    if (is_vector && (is_i386(tr) || type_size(tr, LLVMTypeOf(v)) > 16))
        unsupported(tr, call, "a vector among variable arguments");
    if (is_i386(tr)) return word;
    if (is_unclear(tr, call, i, at, &wide))
        unsupported(tr, call, "a variable argument of unknown alignment");
    return wide || natural > word ? 16 : word;
}

/* Where the argument after one that ends at `at` begins. */
static uint64_t next_place(translator *tr, LLVMValueRef call, uint32_t i, uint64_t *at) {
    uint64_t word = tr->pointer_bits / 8, align = argument_alignment(tr, call, i, *at);
    LLVMTypeRef type = by_value_at_call(call, i);
    uint64_t from = (*at + align - 1) / align * align,
             size = type_size(tr, type ? type : LLVMTypeOf(LLVMGetOperand(call, i)));
    *at = from + (size + word - 1) / word * word;
    return from;
}

void varargs_layout(translator *tr, LLVMValueRef call, uint32_t child, vararg_vec *out) {
    assert_debug(LLVMIsACallInst(call));
    assert_debug(child < tr->instances.size);
    const function_info *f = tr->functions.data[tr->instances.data[child].function];
    if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f->function)) || !starts_list(f)) return;
    if (!is_x86_64(tr) && !is_i386(tr)) unsupported(tr, call, "variable arguments on this target");
    uint64_t at = 0;
    for (uint32_t i = f->arguments; i < LLVMGetNumArgOperands(call); i++) {
        vararg a = {.value = LLVMGetOperand(call, i), .by_value = by_value_at_call(call, i)};
        a.to.offset = (int64_t)next_place(tr, call, i, &at);
        vec_push(out, a);
    }
    uint32_t area = object_area(tr, child, AREA, at ? at : 1);
    for (uint32_t i = 0; i < out->size; i++) out->data[i].to.object = area;
}

/* The fields of a va_list that va_start sets: offset, bytes, and the value (NONE: the area). */
typedef struct {
    uint32_t offset, size;
    uint64_t value;
    bool is_area;
} list_field;
static const list_field fields_64[] = {
    {0, 4, 48, false}, {4, 4, 176, false}, {8, 8, 0, true}, {16, 8, 0, false}};
static const list_field fields_32[] = {{0, 4, 0, true}};

static uint32_t fields_of(const translator *tr, const list_field **out) {
    *out = is_x86_64(tr) ? fields_64 : fields_32;
    return is_x86_64(tr) ? 4 : 1;
}

uint32_t varargs_field(const translator *tr, uint32_t i, uint32_t *offset, uint32_t *size,
                       bool *is_area) {
    const list_field *fields;
    uint32_t n = fields_of(tr, &fields);
    if (i >= n) return n;
    *offset = fields[i].offset;
    *size = fields[i].size;
    *is_area = fields[i].is_area;
    return n;
}

uint32_t varargs_area(const translator *tr, uint32_t inst) {
    assert_debug(inst < tr->instances.size);
    return object_find(tr, inst, AREA);
}

uint64_t varargs_list_size(const translator *tr) {
    return is_x86_64(tr) ? 24 : tr->pointer_bits / 8;
}

/* ---- commands ---- */
static void emit_argument(translator *tr, frame *caller, LLVMValueRef call, LLVMValueRef v,
                          fact to) {
    leaf_vec leaves = {0};
    component *c = operand(tr, caller, v);
    type_leaves(tr, LLVMTypeOf(v), &leaves);
    for (uint32_t k = 0; k < leaves.size; k++) {
        fact_vec facts = {0};
        fact at = {.object = to.object, .offset = to.offset + (int64_t)leaves.data[k].offset};
        vec_push(&facts, at);
        term address = term_2(tr->t, OP_BVADD, object_address(tr, to.object),
                              pointer_term(tr, (uint64_t)at.offset));
        memory_store(tr, call, address, &facts, &leaves.data[k], &c[k]);
        vec_release(&facts);
    }
    vec_release(&leaves);
}

void emit_varargs(translator *tr, frame *caller, LLVMValueRef call, uint32_t child) {
    assert_debug(LLVMIsACallInst(call));
    assert_debug(child < tr->instances.size);
    vararg_vec passed = {0};
    varargs_layout(tr, call, child, &passed);
    for (uint32_t i = 0; i < passed.size; i++) {
        LLVMValueRef v = passed.data[i].value;
        LLVMTypeRef type = passed.data[i].by_value;
        fact to = passed.data[i].to;
        if (type) emit_by_value(tr, caller, v, operand_bits(tr, caller, v), to, type);
        else emit_argument(tr, caller, call, v, to);
    }
    vec_release(&passed);
}

void emit_va_start(translator *tr, frame *f, LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    const list_field *fields;
    uint32_t n = fields_of(tr, &fields), area = varargs_area(tr, f->instance);
    if (area == NONE) unsupported(tr, call, "variable arguments of the entry function");
    fact_vec facts = {0};
    term list = operand_bits(tr, f, LLVMGetOperand(call, 0));
    operand_facts(tr, f->instance, LLVMGetOperand(call, 0), &facts);
    for (uint32_t i = 0; i < n; i++) {
        leaf l = {.kind = LEAF_INT, .bits = fields[i].size * 8, .size = fields[i].size};
        component c = {.bits = fields[i].is_area ? object_address(tr, area)
                                                 : term_bv(tr->t, l.bits, fields[i].value)};
        fact_vec at = {0};
        vec_append(&at, facts.data, facts.size);
        facts_shift(&at, fields[i].offset, 0);
        memory_store(tr, call, term_2(tr->t, OP_BVADD, list, pointer_term(tr, fields[i].offset)),
                     &at, &l, &c);
        vec_release(&at);
    }
    vec_release(&facts);
}
