/* One instruction: arithmetic, comparisons, casts, aggregates. */
#include "frontend/llvm/instruction.h"
#include "frontend/external/external_members.h"
#include "frontend/llvm/atomic.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/llvm/vector.h"
#include "frontend/memory/access.h"
#include "frontend/memory/compare.h"
#include "frontend/memory/transfer.h"

#include <string.h>

bool is_float(LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    return type_is_scalar(type) && LLVMGetTypeKind(type) != LLVMIntegerTypeKind &&
           LLVMGetTypeKind(type) != LLVMPointerTypeKind;
}

/* ---- integers ---- */
static term is_zero(translator *tr, term a) {
    return term_eq(tr->t, a, term_bv(tr->t, term_width(tr->t, a), 0));
}

static term least(translator *tr, uint32_t width) {
    mpz_t n;
    mpz_init_set_ui(n, 1);
    mpz_mul_2exp(n, n, width - 1);
    term a = term_bv_mpz(tr->t, width, n);
    mpz_clear(n);
    return a;
}

static void division_check(translator *tr, term bad, const char *what) {
    if (term_is_false(tr->t, bad)) return;
    if (tr->o->checks & CHECK_DIV) emit_fail(tr, bad, PROPERTY_DIV_BY_ZERO, what);
    else emit_assume(tr, term_not(tr->t, bad));
}

/* Division by zero, and the one quotient that does not fit, end the run. */
static term divide(translator *tr, term a, term b, enum op op, bool is_signed) {
    terms *t = tr->t;
    a = as_bv(tr, a);
    b = as_bv(tr, b);
    uint32_t width = term_width(t, a);
    division_check(tr, is_zero(tr, b), "division by zero");
    if (is_signed) {
        term overflow =
            term_and(t, term_eq(t, a, least(tr, width)), is_zero(tr, term_1(t, OP_BVNOT, b)));
        emit_assume(tr, term_not(t, overflow));
    }
    return term_2(t, op, a, b);
}

/* Shifting by the width or more gives poison: any value. */
static term shift(translator *tr, term a, term b, enum op op) {
    terms *t = tr->t;
    a = as_bv(tr, a);
    b = as_bv(tr, b);
    uint32_t width = term_width(t, a);
    term fits = term_2(t, OP_BVULT, b, term_bv(t, width, width)), r = term_2(t, op, a, b);
    if (width == 1) fits = is_zero(tr, b);
    if (term_is_true(t, fits)) return r;
    return term_ite(t, fits, r,
                    emit_any(tr, sort_bv(t, width), ORIGIN_OPEN, "shift out of range", ""));
}

static term bitwise(translator *tr, term a, term b, enum op op) {
    if (!term_is_bool(tr->t, a)) return term_2(tr->t, op, a, b);
    enum op logical = op == OP_BVAND ? OP_AND : op == OP_BVOR ? OP_OR : OP_XOR;
    return term_2(tr->t, logical, a, b);
}

static term sum(translator *tr, term a, term b, enum op op) {
    if (!term_is_bool(tr->t, a)) return term_2(tr->t, op, a, b);
    return op == OP_BVMUL ? term_and(tr->t, a, b) : term_2(tr->t, OP_XOR, a, b);
}

term integer_binary(translator *tr, LLVMOpcode op, term a, term b) {
    assert_debug(same_sort(term_sort(tr->t, a), term_sort(tr->t, b)));
    bool single = term_width(tr->t, a) == 1;
    term r;
    switch (op) {
    case LLVMAdd: r = sum(tr, a, b, OP_BVADD); break;
    case LLVMSub: r = sum(tr, a, b, OP_BVSUB); break;
    case LLVMMul: r = sum(tr, a, b, OP_BVMUL); break;
    case LLVMUDiv: r = divide(tr, a, b, OP_BVUDIV, false); break;
    case LLVMURem: r = divide(tr, a, b, OP_BVUREM, false); break;
    case LLVMSDiv: r = divide(tr, a, b, OP_BVSDIV, true); break;
    case LLVMSRem: r = divide(tr, a, b, OP_BVSREM, true); break;
    case LLVMShl: r = shift(tr, a, b, OP_BVSHL); break;
    case LLVMLShr: r = shift(tr, a, b, OP_BVLSHR); break;
    case LLVMAShr: r = shift(tr, a, b, OP_BVASHR); break;
    case LLVMAnd: r = bitwise(tr, a, b, OP_BVAND); break;
    case LLVMOr: r = bitwise(tr, a, b, OP_BVOR); break;
    default: r = bitwise(tr, a, b, OP_BVXOR); break;
    }
    return single ? as_bool(tr, r) : r;
}

term integer_compared(translator *tr, LLVMIntPredicate p, term a, term b) {
    assert_debug(same_sort(term_sort(tr->t, a), term_sort(tr->t, b)));
    terms *t = tr->t;
    if (p == LLVMIntEQ) return term_eq(t, a, b);
    if (p == LLVMIntNE) return term_not(t, term_eq(t, a, b));
    a = as_bv(tr, a);
    b = as_bv(tr, b);
    switch (p) {
    case LLVMIntUGT: return term_2(t, OP_BVULT, b, a);
    case LLVMIntUGE: return term_2(t, OP_BVULE, b, a);
    case LLVMIntULT: return term_2(t, OP_BVULT, a, b);
    case LLVMIntULE: return term_2(t, OP_BVULE, a, b);
    case LLVMIntSGT: return term_2(t, OP_BVSLT, b, a);
    case LLVMIntSGE: return term_2(t, OP_BVSLE, b, a);
    case LLVMIntSLT: return term_2(t, OP_BVSLT, a, b);
    default: return term_2(t, OP_BVSLE, a, b);
    }
}

static void integer_compare(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    term a = operand_bits(tr, f, LLVMGetOperand(i, 0)),
         b = operand_bits(tr, f, LLVMGetOperand(i, 1));
    term plain = integer_compared(tr, LLVMGetICmpPredicate(i), a, b);
    define_bits(tr, f, number, compare_addresses(tr, f, i, a, b, plain));
}

/* Clang checks only what is converted before it goes into a bit-field. */
static void note_bit_field(translator *tr, LLVMValueRef i) {
    static const char prefix[] = "bf.value";
    size_t length;
    if (tr->o->checks & CHECK_CONVERSION &&
        !strncmp(LLVMGetValueName2(i, &length), prefix, sizeof prefix - 1))
        note_here(tr, NOTE_ASSUMPTION,
                  "values stored into a bit-field without a conversion fit (not checked)");
}

static void binary(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    note_bit_field(tr, i);
    term a = operand_bits(tr, f, LLVMGetOperand(i, 0)),
         b = operand_bits(tr, f, LLVMGetOperand(i, 1));
    term r = integer_binary(tr, LLVMGetInstructionOpcode(i), a, b);
    if (LLVMGetInstructionOpcode(i) == LLVMSub && term_width(tr->t, a) == tr->pointer_bits)
        r = term_2(tr->t, OP_BVADD, r, added_distance(tr, f, i, a, b));
    if (LLVMGetInstructionOpcode(i) == LLVMSDiv) check_constant_distance(tr, f, i);
    define_bits(tr, f, number, r);
}

/* ---- conversions ---- */
term integer_resized(translator *tr, term a, uint32_t width, bool is_signed) {
    assert_debug(width >= 1);
    a = as_bv(tr, a);
    uint32_t w = term_width(tr->t, a);
    if (w > width) a = term_extract(tr->t, width - 1, 0, a);
    else a = is_signed ? term_sext(tr->t, a, width) : term_zext(tr->t, a, width);
    return width == 1 ? as_bool(tr, a) : a;
}

static void convert(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    leaf l = type_leaf(tr, LLVMTypeOf(i));
    term a = operand_bits(tr, f, LLVMGetOperand(i, 0));
    define_bits(tr, f, number,
                integer_resized(tr, a, l.bits, LLVMGetInstructionOpcode(i) == LLVMSExt));
}

/* The same bits as another type; between vectors and scalars through one wide word, in memory
 * order. */
static void bitcast(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    leaf_vec from = {0}, to = {0};
    type_leaves(tr, LLVMTypeOf(LLVMGetOperand(i, 0)), &from);
    type_leaves(tr, LLVMTypeOf(i), &to);
    component *c = operand(tr, f, LLVMGetOperand(i, 0)), *out = define(tr, f, number);
    term whole = {0};
    for (uint32_t k = 0; k < from.size; k++) {
        const leaf *l = &from.data[k];
        term part = as_bv(tr, l->kind == LEAF_FLOAT ? float_bits(tr, &c[k], l->class) : c[k].bits);
        whole = !whole.id        ? part
                : tr->big_endian ? term_2(tr->t, OP_CONCAT, whole, part)
                                 : term_2(tr->t, OP_CONCAT, part, whole);
    }
    uint32_t width = term_width(tr->t, whole), at = 0;
    for (uint32_t k = 0; k < to.size; k++) {
        uint32_t low = tr->big_endian ? width - at - to.data[k].bits : at;
        out[k].bits = term_extract(tr->t, low + to.data[k].bits - 1, low, whole);
        if (to.data[k].bits == 1) out[k].bits = as_bool(tr, out[k].bits);
        at += to.data[k].bits;
    }
    define_done(tr, f, number);
    vec_release(&from);
    vec_release(&to);
}

/* ---- aggregates ---- */
static void copy_components(component *to, const component *from, uint32_t n) {
    memcpy(to, from, n * sizeof *to);
}

static void extract_value(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    LLVMTypeRef part;
    LLVMValueRef whole = LLVMGetOperand(i, 0);
    uint32_t before =
        leaves_before(tr, LLVMTypeOf(whole), LLVMGetNumIndices(i), LLVMGetIndices(i), &part);
    component *c = operand(tr, f, whole);
    copy_components(define(tr, f, number), c + before, leaf_count(tr, part));
    define_done(tr, f, number);
}

static void insert_value(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    LLVMTypeRef part;
    uint32_t before =
        leaves_before(tr, LLVMTypeOf(i), LLVMGetNumIndices(i), LLVMGetIndices(i), &part);
    component *whole = operand(tr, f, LLVMGetOperand(i, 0)),
              *given = operand(tr, f, LLVMGetOperand(i, 1));
    component *out = define(tr, f, number);
    copy_components(out, whole, leaf_count(tr, LLVMTypeOf(i)));
    copy_components(out + before, given, leaf_count(tr, part));
    define_done(tr, f, number);
}

static component choose(translator *tr, term c, component *a, component *b, const leaf *l) {
    component r = {0};
    if (l->kind == LEAF_FLOAT && !tr->floats.float_bits[l->class]) {
        r.fp = term_ite(tr->t, c, float_fp(tr, a, l->class), float_fp(tr, b, l->class));
        return r;
    }
    term x = component_held(tr, a, l), y = component_held(tr, b, l);
    r.bits = term_ite(tr->t, c, x, y);
    return r;
}

/* ---- elements of vectors ---- */
static term is_index(translator *tr, term index, unsigned n) {
    term i = as_bv(tr, index);
    uint32_t w = term_width(tr->t, i);
    if (w < 32 && n >> w) return term_false(tr->t);
    return term_eq(tr->t, i, term_bv(tr->t, w, n));
}

/* An index out of range gives poison: any value. */
static void extract_element(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    LLVMValueRef whole = LLVMGetOperand(i, 0);
    leaf l = type_leaf(tr, LLVMTypeOf(i));
    component *c = operand(tr, f, whole);
    term index = operand_bits(tr, f, LLVMGetOperand(i, 1));
    bool known = term_is_const(tr->t, index);
    component r = {0};
    for (unsigned n = LLVMGetVectorSize(LLVMTypeOf(whole)); n-- > 0;) {
        term is = is_index(tr, index, n);
        if (known && !term_is_true(tr->t, is)) continue;
        if (!known && !r.bits.id && !r.fp.id)
            r = component_any(tr, &l, ORIGIN_OPEN, "element out of range");
        r = known ? c[n] : choose(tr, is, &c[n], &r, &l);
    }
    if (!r.bits.id && !r.fp.id) r = component_any(tr, &l, ORIGIN_OPEN, "element out of range");
    *define(tr, f, number) = r;
    define_done(tr, f, number);
}

/* So is every element of the result, if the place is out of range. */
static component inserted(translator *tr, term in_range, term is, component *given,
                          component *whole, const leaf *l) {
    component any = {0};
    if (!term_is_true(tr->t, in_range))
        any = component_any(tr, l, ORIGIN_OPEN, "element out of range");
    if (term_is_false(tr->t, in_range)) return any;
    component r = term_is_true(tr->t, is)    ? *given
                  : term_is_false(tr->t, is) ? *whole
                                             : choose(tr, is, given, whole, l);
    return term_is_true(tr->t, in_range) ? r : choose(tr, in_range, &r, &any, l);
}

static void insert_element(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    leaf l = type_leaf(tr, LLVMGetElementType(LLVMTypeOf(i)));
    component *whole = operand(tr, f, LLVMGetOperand(i, 0)),
              *given = operand(tr, f, LLVMGetOperand(i, 1));
    term index = operand_bits(tr, f, LLVMGetOperand(i, 2)), in_range = term_false(tr->t);
    component *out = define(tr, f, number);
    unsigned size = LLVMGetVectorSize(LLVMTypeOf(i));
    for (unsigned n = 0; n < size; n++) in_range = term_or(tr->t, in_range, is_index(tr, index, n));
    for (unsigned n = 0; n < size; n++)
        out[n] = inserted(tr, in_range, is_index(tr, index, n), given, &whole[n], &l);
    define_done(tr, f, number);
}

/* ---- choice ---- */
static void select_value(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    leaf_vec leaves = {0};
    type_leaves(tr, LLVMTypeOf(i), &leaves);
    bool each = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMVectorTypeKind;
    component *c = operand(tr, f, LLVMGetOperand(i, 0));
    component *a = operand(tr, f, LLVMGetOperand(i, 1)), *b = operand(tr, f, LLVMGetOperand(i, 2)),
              *out = define(tr, f, number);
    for (uint32_t k = 0; k < leaves.size; k++)
        out[k] = choose(tr, c[each ? k : 0].bits, &a[k], &b[k], &leaves.data[k]);
    define_done(tr, f, number);
    vec_release(&leaves);
}

static void same_value(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    component *c = operand(tr, f, LLVMGetOperand(i, 0));
    copy_components(define(tr, f, number), c, leaf_count(tr, LLVMTypeOf(i)));
    define_done(tr, f, number);
}

bool is_integer_binary(LLVMOpcode op) {
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: return true;
    default: return false;
    }
}

bool is_float_operation(LLVMOpcode op) {
    switch (op) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFNeg:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMFCmp: return true;
    default: return false;
    }
}

static void gep(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    term address = gep_term(tr, f, i);
    assume_member(tr, f, i, address);
    define_bits(tr, f, number, address);
}

/* What only IR has, and no C as clang compiles it. */
static void note_undefined(translator *tr, LLVMValueRef i) {
    bool computes = LLVMIsABinaryOperator(i) || LLVMIsAICmpInst(i);
    if (LLVMIsAFreezeInst(i))
        note_here(tr, NOTE_ASSUMPTION, "values that are frozen are no poison (not checked)");
    for (unsigned k = 0; computes && k < 2; k++)
        if (LLVMIsUndef(LLVMGetOperand(i, k)))
            note_here(tr, NOTE_ASSUMPTION,
                      "what is computed from undef is the same at each of its uses (not checked)");
}

/* One switch an instruction kind; control flow is block.c's. */
void instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsAInstruction(i));
    address_note(tr, f, i);
    note_undefined(tr, i);
    if (vector_instruction(tr, f, number, i)) return;
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    switch (op) {
    case LLVMICmp: integer_compare(tr, f, number, i); return;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr: convert(tr, f, number, i); return;
    case LLVMBitCast: bitcast(tr, f, number, i); return;
    case LLVMAddrSpaceCast:
    case LLVMFreeze: same_value(tr, f, number, i); return;
    case LLVMSelect: select_value(tr, f, number, i); return;
    case LLVMExtractValue: extract_value(tr, f, number, i); return;
    case LLVMInsertValue: insert_value(tr, f, number, i); return;
    case LLVMExtractElement: extract_element(tr, f, number, i); return;
    case LLVMInsertElement: insert_element(tr, f, number, i); return;
    case LLVMAlloca: alloca_instruction(tr, f, number, i); return;
    case LLVMLoad: load_instruction(tr, f, number, i); return;
    case LLVMStore: store_instruction(tr, f, i); return;
    case LLVMGetElementPtr: gep(tr, f, number, i); return;
    case LLVMCall: call_instruction(tr, f, number, i); return;
    case LLVMAtomicRMW: atomic_update(tr, f, number, i); return;
    case LLVMAtomicCmpXchg: atomic_exchange(tr, f, number, i); return;
    case LLVMFence: return;
    default:
        if (is_integer_binary(op)) binary(tr, f, number, i);
        else if (is_float_operation(op)) float_instruction(tr, f, number, i);
        else unsupported(tr, i, "an instruction");
    }
}
