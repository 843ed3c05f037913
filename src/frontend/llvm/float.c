/* Floats as bits and as numbers, NaN payloads, rounding. */
#include "base/log.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/intrinsic.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"

#include <string.h>

/* A float is its value where only its value is seen, and its bits where they are (DESIGN, Traps).
 * Operations work on values; bits are made of a value when they are needed, and then a NaN gets any
 * sign and any payload. */

term float_constant(translator *tr, enum float_class class, double d) {
    return term_fp_double(tr->t, float_sort(tr, class), d);
}

/* The x87 format has an explicit integer bit: an exponent without it is no number, a denormal with
 * it has exponent 1. */
static term x87_value(translator *tr, term b) {
    terms *t = tr->t;
    term exponent = term_extract(t, 78, 64, b), one = term_extract(t, 63, 63, b);
    term is_set = term_eq(t, one, term_bv(t, 1, 1)),
         no_exponent = term_eq(t, exponent, term_bv(t, 15, 0));
    exponent = term_ite(t, term_and(t, no_exponent, is_set), term_bv(t, 15, 1), exponent);
    term packed =
        term_3(t, OP_CONCAT, term_extract(t, 79, 79, b), exponent, term_extract(t, 62, 0, b));
    term plain = term_app_indexed(t, OP_FP_FROM_BITS, 15, 64, 1, &packed);
    term bad = term_and(t, term_not(t, no_exponent), term_not(t, is_set));
    return term_ite(t, bad, float_constant(tr, FLOAT_X87, __builtin_nan("")), plain);
}

term ir_float_from_bits(translator *tr, enum float_class class, term b) {
    if (class == FLOAT_X87) return x87_value(tr, b);
    sort s = float_sort(tr, class);
    return term_app_indexed(tr->t, OP_FP_FROM_BITS, sort_eb(tr->t, s), sort_sb(tr->t, s), 1, &b);
}

term float_fp(translator *tr, component *c, enum float_class class) {
    if (!c->fp.id) c->fp = ir_float_from_bits(tr, class, c->bits);
    return c->fp;
}

static term plain_bits(translator *tr, enum float_class class, term fp) {
    terms *t = tr->t;
    term b = term_1(t, OP_FP_TO_BITS, fp);
    if (class != FLOAT_X87) return b;
    term exponent = term_extract(t, 77, 63, b);
    term one =
        term_ite(t, term_eq(t, exponent, term_bv(t, 15, 0)), term_bv(t, 1, 0), term_bv(t, 1, 1));
    return term_app(t, OP_CONCAT, 4,
                    (term[]){term_extract(t, 78, 78, b), exponent, one, term_extract(t, 62, 0, b)});
}

/* Any quiet NaN. */
static term any_nan(translator *tr, enum float_class class) {
    terms *t = tr->t;
    sort s = float_sort(tr, class);
    uint32_t eb = sort_eb(t, s), payload = sort_sb(t, s) - 2;
    term open = emit_any(tr, sort_bv(t, payload + 1), ORIGIN_OPEN, "NaN", "");
    term ones = term_bv(t, eb + (class == FLOAT_X87 ? 2 : 1),
                        UINT64_MAX); /* exponent, integer bit, quiet bit */
    return term_3(t, OP_CONCAT, term_extract(t, payload, payload, open), ones,
                  term_extract(t, payload - 1, 0, open));
}

term float_bits(translator *tr, component *c, enum float_class class) {
    if (c->bits.id) return c->bits;
    term is_nan = term_1(tr->t, OP_FP_IS_NAN, c->fp);
    c->bits = plain_bits(tr, class, c->fp);
    if (!term_is_false(tr->t, is_nan))
        c->bits = term_ite(tr->t, is_nan, any_nan(tr, class), c->bits);
    return c->bits;
}

/* ---- which floats are seen as bits ---- */
static void see_type(translator *tr, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    if (!type_is_scalar(type)) return;
    leaf l = type_leaf(tr, type);
    if (l.kind == LEAF_FLOAT) tr->floats.float_bits[l.class] = true;
}

static void see_instruction(translator *tr, LLVMValueRef v) {
    size_t length;
    if (LLVMIsABitCastInst(v)) {
        see_type(tr, LLVMTypeOf(v));
        see_type(tr, LLVMTypeOf(LLVMGetOperand(v, 0)));
    }
    LLVMValueRef callee = LLVMIsACallInst(v) ? called_function(v) : NULL;
    if (!callee || strncmp(LLVMGetValueName2(callee, &length), "llvm.copysign", 13)) return;
    if (!LLVMIsAConstantFP(LLVMGetOperand(v, 1)))
        see_type(tr, LLVMTypeOf(v)); /* the sign of a NaN is seen */
}

void detect_float_bits(translator *tr) {
    LOG("translate", "find floats whose bits matter");
    for (uint32_t i = 0; i < tr->functions.size; i++) {
        const function_info *f = tr->functions.data[i];
        for (uint32_t n = f->arguments; n < f->values.size; n++)
            see_instruction(tr, f->values.data[n].value);
    }
}

/* ---- fast-math flags ---- */
/* Flags that allow another value than the one computed. */
enum {
    OTHER_VALUE = LLVMFastMathAllowReassoc | LLVMFastMathAllowReciprocal |
                  LLVMFastMathAllowContract | LLVMFastMathApproxFunc
};

static unsigned relaxations(LLVMValueRef i) {
    return LLVMCanValueUseFastMathFlags(i) ? LLVMGetFastMathFlags(i) : 0;
}

/* What the optimizer makes of it is not known: any value, and a violation that needs it must be
 * executed. */
static term any_relaxed(translator *tr, sort s) {
    note_here(tr, NOTE_OVER,
              "fast-math: any result if the flags allow another than that of IEEE 754");
    return emit_any(tr, s, ORIGIN_LIBRARY, "fast-math", "");
}

static term excluded(translator *tr, unsigned flags, term a) {
    term nan = flags & LLVMFastMathNoNaNs ? term_1(tr->t, OP_FP_IS_NAN, a) : term_false(tr->t);
    return flags & LLVMFastMathNoInfs ? term_or(tr->t, nan, term_1(tr->t, OP_FP_IS_INF, a)) : nan;
}

/* The result of an operation: any value where its flags say that operands or result do not occur.
 */
static term relaxed(translator *tr, LLVMValueRef i, term a, term b, term result) {
    terms *t = tr->t;
    unsigned flags = relaxations(i);
    if (!flags) return result;
    if (flags & OTHER_VALUE) return any_relaxed(tr, term_sort(t, result));
    term out = term_or(t, excluded(tr, flags, a), excluded(tr, flags, b));
    out = term_or(t, out, excluded(tr, flags, result));
    if (flags & LLVMFastMathNoSignedZeros) out = term_or(t, out, term_1(t, OP_FP_IS_ZERO, result));
    return term_is_false(t, out) ? result
                                 : term_ite(t, out, any_relaxed(tr, term_sort(t, result)), result);
}

static term relaxed_comparison(translator *tr, LLVMValueRef i, term a, term b, term result) {
    unsigned flags = relaxations(i);
    term out = term_or(tr->t, excluded(tr, flags, a), excluded(tr, flags, b));
    return term_is_false(tr->t, out)
               ? result
               : term_ite(tr->t, out, any_relaxed(tr, sort_bool(tr->t)), result);
}

/* Contraction does not concern a call as such, and signs and absolute values are exact under all
 * flags. */
void float_relax_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    unsigned flags = relaxations(call) & ~(unsigned)LLVMFastMathAllowContract;
    if (!flags || tr->emission.dead || !type_is_scalar(LLVMTypeOf(call)) ||
        !f->slots[number].defined)
        return;
    leaf l = type_leaf(tr, LLVMTypeOf(call));
    *define(tr, f, number) = component_of(tr, any_relaxed(tr, leaf_sort(tr, &l)), &l);
    define_done(tr, f, number);
}

/* ---- instructions ----
 * Of scalars, or of one element of vectors. */
/* Infinity comes of finite operands, NaN of numbers. */
static void check_result(translator *tr, term x, term y, term result) {
    terms *t = tr->t;
    term infinite = term_or(t, term_1(t, OP_FP_IS_INF, x), term_1(t, OP_FP_IS_INF, y)),
         nan = term_or(t, term_1(t, OP_FP_IS_NAN, x), term_1(t, OP_FP_IS_NAN, y));
    if (tr->o->checks & CHECK_FLOAT_OVERFLOW)
        emit_fail(tr, term_and(t, term_not(t, infinite), term_1(t, OP_FP_IS_INF, result)),
                  PROPERTY_FLOAT_OVERFLOW, "the result of finite numbers is infinite");
    if (tr->o->checks & CHECK_NAN)
        emit_fail(tr, term_and(t, term_not(t, nan), term_1(t, OP_FP_IS_NAN, result)), PROPERTY_NAN,
                  "the result of numbers is none (NaN)");
}

static component arithmetic(translator *tr, LLVMValueRef i, component *a, component *b,
                            enum float_class class, enum op op) {
    term x = float_fp(tr, a, class), y = float_fp(tr, b, class),
         result = term_3(tr->t, op, tr->floats.rounding, x, y);
    check_result(tr, x, y, result);
    return (component){.fp = relaxed(tr, i, x, y, result)};
}

/* The sign bit flips, of a NaN too. */
static component negated(translator *tr, component *c, const leaf *l) {
    component r = {0};
    if (tr->floats.float_bits[l->class]) {
        term b = float_bits(tr, c, l->class),
             sign = term_1(tr->t, OP_BVNOT, term_extract(tr->t, l->bits - 1, l->bits - 1, b));
        r.bits = term_2(tr->t, OP_CONCAT, sign, term_extract(tr->t, l->bits - 2, 0, b));
    }
    r.fp = term_1(tr->t, OP_FP_NEG, float_fp(tr, c, l->class));
    return r;
}

/* fmod by the IEEE remainder, whose result differs from it by |y| at most; both are exact. */
static component remainder_of(translator *tr, component *a, component *b, enum float_class class) {
    terms *t = tr->t;
    term x = float_fp(tr, a, class), y = float_fp(tr, b, class);
    term zero = float_constant(tr, class, 0.0), size = term_1(t, OP_FP_ABS, y);
    term r = term_2(t, OP_FP_REM, term_1(t, OP_FP_ABS, x), size);
    r = term_ite(t, term_2(t, OP_FP_LT, r, zero), term_3(t, OP_FP_ADD, term_rm(t, RNE), r, size),
                 term_1(t, OP_FP_ABS, r));
    return (component){.fp = term_ite(t, term_1(t, OP_FP_IS_NEG, x), term_1(t, OP_FP_NEG, r), r)};
}

static term float_compared(translator *tr, LLVMRealPredicate p, term a, term b) {
    assert_debug(same_sort(term_sort(tr->t, a), term_sort(tr->t, b)));
    terms *t = tr->t;
    term nan = term_or(t, term_1(t, OP_FP_IS_NAN, a), term_1(t, OP_FP_IS_NAN, b));
    switch (p) {
    case LLVMRealPredicateFalse: return term_false(t);
    case LLVMRealPredicateTrue: return term_true(t);
    case LLVMRealORD: return term_not(t, nan);
    case LLVMRealUNO: return nan;
    case LLVMRealOEQ: return term_2(t, OP_FP_EQ, a, b);
    case LLVMRealOGT: return term_2(t, OP_FP_LT, b, a);
    case LLVMRealOGE: return term_2(t, OP_FP_LE, b, a);
    case LLVMRealOLT: return term_2(t, OP_FP_LT, a, b);
    case LLVMRealOLE: return term_2(t, OP_FP_LE, a, b);
    case LLVMRealONE: return term_and(t, term_not(t, nan), term_not(t, term_2(t, OP_FP_EQ, a, b)));
    case LLVMRealUEQ: return term_or(t, nan, term_2(t, OP_FP_EQ, a, b));
    case LLVMRealUGT: return term_not(t, term_2(t, OP_FP_LE, a, b));
    case LLVMRealUGE: return term_not(t, term_2(t, OP_FP_LT, a, b));
    case LLVMRealULT: return term_not(t, term_2(t, OP_FP_LE, b, a));
    case LLVMRealULE: return term_not(t, term_2(t, OP_FP_LT, b, a));
    case LLVMRealUNE: return term_not(t, term_2(t, OP_FP_EQ, a, b));
    }
    return term_false(t);
}

static term convert(translator *tr, enum op op, sort to, term rounding, term a) {
    return term_app_indexed(tr->t, op, sort_eb(tr->t, to), sort_sb(tr->t, to), 2,
                            (term[]){rounding, a});
}

static component from_integer(translator *tr, component *a, const leaf *to, enum op op) {
    term result =
        convert(tr, op, float_sort(tr, to->class), tr->floats.rounding, as_bv(tr, a->bits));
    term number = float_constant(tr, to->class, 0);
    check_result(tr, number, number, result);
    return (component){.fp = result};
}

static component resized(translator *tr, component *a, const leaf *from, const leaf *to) {
    term x = float_fp(tr, a, from->class),
         result = convert(tr, OP_FP_FROM_FP, float_sort(tr, to->class), tr->floats.rounding, x);
    check_result(tr, x, x, result);
    return (component){.fp = result};
}

/* 2^power, minus 1 where asked, negated where asked, rounded outwards. */
static term bound(translator *tr, sort s, uint32_t power, bool negative, bool one_more) {
    mpz_t n;
    mpz_init_set_ui(n, 1);
    mpz_mul_2exp(n, n, power);
    if (one_more) mpz_add_ui(n, n, 1);
    if (negative) mpz_neg(n, n);
    term a = convert(tr, OP_FP_FROM_SBV, s, term_rm(tr->t, negative ? RTN : RTP),
                     term_bv_mpz(tr->t, power + 3, n));
    mpz_clear(n);
    return a;
}

/* x truncated fits `width` bits. Where a bound is no float, the next one outside decides the same.
 */
term float_fits(translator *tr, term x, uint32_t width, bool is_signed) {
    assert_debug(width >= 1);
    sort s = term_sort(tr->t, x);
    term low = is_signed ? bound(tr, s, width - 1, true, true) : bound(tr, s, 0, true, false);
    term high = bound(tr, s, is_signed ? width - 1 : width, false, false);
    return term_and(tr->t, term_2(tr->t, OP_FP_LT, low, x), term_2(tr->t, OP_FP_LT, x, high));
}

term ir_float_to_integer(translator *tr, term x, uint32_t width, bool is_signed) {
    assert_debug(width >= 1);
    return term_app_indexed(tr->t, is_signed ? OP_FP_TO_SBV : OP_FP_TO_UBV, width, 0, 2,
                            (term[]){term_rm(tr->t, RTZ), x});
}

/* Out of range the result is poison: any value. */
static component to_integer(translator *tr, component *a, const leaf *from, uint32_t width,
                            bool is_signed) {
    term x = float_fp(tr, a, from->class), fits = float_fits(tr, x, width, is_signed);
    term r = ir_float_to_integer(tr, x, width, is_signed);
    if (!term_is_true(tr->t, fits))
        r = term_ite(
            tr->t, fits, r,
            emit_any(tr, sort_bv(tr->t, width), ORIGIN_OPEN, "conversion out of range", ""));
    return (component){.bits = width == 1 ? as_bool(tr, r) : r};
}

/* All but comparisons, of an instruction or a call that stands for one. */
static component float_result(translator *tr, LLVMValueRef i, LLVMOpcode code, component *a,
                              component *b, const leaf *from, const leaf *to) {
    switch (code) {
    case LLVMFAdd: return arithmetic(tr, i, a, b, from->class, OP_FP_ADD);
    case LLVMFSub: return arithmetic(tr, i, a, b, from->class, OP_FP_SUB);
    case LLVMFMul: return arithmetic(tr, i, a, b, from->class, OP_FP_MUL);
    case LLVMFDiv: return arithmetic(tr, i, a, b, from->class, OP_FP_DIV);
    case LLVMFRem: return remainder_of(tr, a, b, from->class);
    case LLVMFNeg: return negated(tr, a, from);
    case LLVMFPTrunc:
    case LLVMFPExt: return resized(tr, a, from, to);
    case LLVMUIToFP: return from_integer(tr, a, to, OP_FP_FROM_UBV);
    case LLVMSIToFP: return from_integer(tr, a, to, OP_FP_FROM_SBV);
    case LLVMFPToUI: return to_integer(tr, a, from, to->bits, false);
    case LLVMFPToSI: return to_integer(tr, a, from, to->bits, true);
    default: unsupported(tr, i, "an operation on floats");
    }
}

static component compared(translator *tr, LLVMValueRef i, LLVMRealPredicate p, component *a,
                          component *b, enum float_class class) {
    term x = float_fp(tr, a, class), y = float_fp(tr, b, class);
    return (component){.bits = relaxed_comparison(tr, i, x, y, float_compared(tr, p, x, y))};
}

component float_element(translator *tr, LLVMValueRef i, component *a, component *b,
                        const leaf *from, const leaf *to) {
    LLVMOpcode code = LLVMGetInstructionOpcode(i);
    if (code == LLVMFCmp) return compared(tr, i, LLVMGetFCmpPredicate(i), a, b, from->class);
    return float_result(tr, i, code, a, b, from, to);
}

static bool is_unary(LLVMOpcode code) {
    return code == LLVMFNeg || (code >= LLVMTrunc && code <= LLVMFPExt);
}

/* On the first operands of an instruction or a call; a predicate where it is a comparison. */
static void operation(translator *tr, frame *f, uint32_t number, LLVMValueRef i, LLVMOpcode code,
                      LLVMRealPredicate p) {
    LLVMValueRef first = LLVMGetOperand(i, 0);
    leaf from = type_leaf(tr, LLVMTypeOf(first)), to = type_leaf(tr, LLVMTypeOf(i));
    component *a = operand(tr, f, first),
              *b = is_unary(code) ? NULL : operand(tr, f, LLVMGetOperand(i, 1));
    component r = code == LLVMFCmp ? compared(tr, i, p, a, b, from.class)
                                   : float_result(tr, i, code, a, b, &from, &to);
    *define(tr, f, number) = r;
    define_done(tr, f, number);
}

void float_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsAInstruction(i));
    LLVMOpcode code = LLVMGetInstructionOpcode(i);
    operation(tr, f, number, i, code,
              code == LLVMFCmp ? LLVMGetFCmpPredicate(i) : LLVMRealPredicateFalse);
}

/* ---- the same with a rounding mode of their own ---- */
static bool is_word(LLVMValueRef metadata, const char *word) {
    unsigned length;
    const char *s = LLVMGetMDString(metadata, &length);
    return s && length == strlen(word) && !strncmp(s, word, length);
}

static LLVMRealPredicate predicate_named(LLVMValueRef metadata) {
    static const struct {
        const char *name;
        LLVMRealPredicate is;
    } names[] = {
        {"oeq", LLVMRealOEQ}, {"ogt", LLVMRealOGT}, {"oge", LLVMRealOGE}, {"olt", LLVMRealOLT},
        {"ole", LLVMRealOLE}, {"one", LLVMRealONE}, {"ord", LLVMRealORD}, {"uno", LLVMRealUNO},
        {"ueq", LLVMRealUEQ}, {"ugt", LLVMRealUGT}, {"uge", LLVMRealUGE}, {"ult", LLVMRealULT},
        {"ule", LLVMRealULE}, {"une", LLVMRealUNE},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_word(metadata, names[i].name)) return names[i].is;
    return LLVMRealPredicateFalse;
}

/* The mode that a constrained operation names, where it is not the one in force. */
static term rounding_named(translator *tr, LLVMValueRef call) {
    static const struct {
        const char *name;
        enum rounding is;
    } modes[] = {
        {"round.tonearest", RNE},  {"round.downward", RTN},      {"round.upward", RTP},
        {"round.towardzero", RTZ}, {"round.tonearestaway", RNA},
    };
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        for (size_t k = 0; k < sizeof modes / sizeof *modes; k++) {
            LLVMValueRef a = LLVMGetOperand(call, i);
            if (LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMMetadataTypeKind && is_word(a, modes[k].name))
                return term_rm(tr->t, modes[k].is);
        }
    return tr->floats.rounding;
}

static bool constrained(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                        const char *name) {
    static const struct {
        const char *name;
        LLVMOpcode is;
    } operations[] = {
        {"fadd.", LLVMFAdd},     {"fsub.", LLVMFSub},     {"fmul.", LLVMFMul},
        {"fdiv.", LLVMFDiv},     {"frem.", LLVMFRem},     {"fptrunc.", LLVMFPTrunc},
        {"fpext.", LLVMFPExt},   {"uitofp.", LLVMUIToFP}, {"sitofp.", LLVMSIToFP},
        {"fptoui.", LLVMFPToUI}, {"fptosi.", LLVMFPToSI},
    };
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (!strncmp(name, operations[i].name, strlen(operations[i].name)))
            return operation(tr, f, number, call, operations[i].is, LLVMRealPredicateFalse), true;
    if (!strncmp(name, "fcmp", 4))
        return operation(tr, f, number, call, LLVMFCmp, predicate_named(LLVMGetOperand(call, 2))),
               true;
    char *plain = mem_format("llvm.%s", name);
    bool known = intrinsic(tr, f, number, call, plain);
    mem_free(plain);
    return known;
}

bool float_named(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    term before = tr->floats.rounding;
    tr->floats.rounding = rounding_named(tr, call);
    bool known = constrained(tr, f, number, call, name);
    tr->floats.rounding = before;
    return known;
}
