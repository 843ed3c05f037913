/* LLVM's intrinsics. */
#include "frontend/llvm/intrinsic.h"
#include "frontend/external/library_calls.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/trap.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/llvm/varargs.h"
#include "frontend/memory/access.h"
#include "frontend/memory/object.h"
#include "frontend/memory/transfer.h"

#include <string.h>

static bool starts(const char *name, const char *with) {
    return !strncmp(name, with, strlen(with));
}

static LLVMValueRef argument(LLVMValueRef call, unsigned i) { return LLVMGetOperand(call, i); }

/* ---- integers ---- */
static void with_overflow(translator *tr, frame *f, uint32_t number, LLVMValueRef call, enum op op,
                          enum op overflow) {
    term a = operand_bits(tr, f, argument(call, 0)), b = operand_bits(tr, f, argument(call, 1));
    component *out = define(tr, f, number);
    out[0].bits = term_2(tr->t, op, a, b);
    out[1].bits = term_2(tr->t, overflow, a, b);
    define_done(tr, f, number);
}

static term extreme(translator *tr, uint32_t width, bool is_signed, bool largest) {
    mpz_t n;
    mpz_init_set_ui(n, 1);
    mpz_mul_2exp(n, n, is_signed ? width - 1 : width);
    if (largest) mpz_sub_ui(n, n, 1);
    else if (!is_signed) mpz_set_ui(n, 0);
    term a = term_bv_mpz(tr->t, width, n);
    mpz_clear(n);
    return a;
}

static void saturating(translator *tr, frame *f, uint32_t number, LLVMValueRef call, enum op op,
                       enum op overflow, bool is_signed) {
    terms *t = tr->t;
    term a = operand_bits(tr, f, argument(call, 0)), b = operand_bits(tr, f, argument(call, 1));
    uint32_t w = term_width(t, a);
    term high = extreme(tr, w, is_signed, true), low = extreme(tr, w, is_signed, false);
    term negative =
        is_signed ? term_2(t, OP_BVSLT, a, term_bv(t, w, 0)) : term_bool(t, op == OP_BVSUB);
    define_bits(tr, f, number,
                term_ite(t, term_2(t, overflow, a, b), term_ite(t, negative, low, high),
                         term_2(t, op, a, b)));
}

/* What a program tells the compiler. */
static void told(translator *tr, frame *f, LLVMValueRef call) {
    term holds = operand_bits(tr, f, argument(call, 0));
    if (!term_is_true(tr->t, holds))
        note_here(tr, NOTE_ASSUMPTION, "what __builtin_assume says holds (not checked)");
    emit_assume(tr, holds);
}

static void count_ones(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    terms *t = tr->t;
    term a = as_bv(tr, operand_bits(tr, f, argument(call, 0)));
    uint32_t w = term_width(t, a);
    term n = term_bv(t, w, 0);
    for (uint32_t i = 0; i < w; i++)
        n = term_2(t, OP_BVADD, n, term_zext(t, term_extract(t, i, i, a), w));
    define_bits(tr, f, number, w == 1 ? as_bool(tr, n) : n);
}

/* Zeros before the first one, from the top or from the bottom; of zero: the width, or poison where
 * the call says so. */
static void count_zeros(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                        bool leading) {
    terms *t = tr->t;
    term a = as_bv(tr, operand_bits(tr, f, argument(call, 0)));
    uint32_t w = term_width(t, a);
    bool poison = LLVMConstIntGetZExtValue(argument(call, 1));
    if (poison && tr->o->checks & CHECK_PRECONDITION)
        emit_fail(tr, term_eq(t, a, term_bv(t, w, 0)), PROPERTY_PRECONDITION,
                  leading ? "__builtin_clz of 0" : "__builtin_ctz of 0");
    term n =
        poison ? emit_any(tr, sort_bv(t, w), ORIGIN_OPEN, "zeros of zero", "") : term_bv(t, w, w);
    for (uint32_t k = 0; k < w; k++) {
        uint32_t bit = leading ? k : w - 1 - k;
        term one = term_eq(t, term_extract(t, bit, bit, a), term_bv(t, 1, 1));
        n = term_ite(t, one, term_bv(t, w, leading ? w - 1 - bit : bit), n);
    }
    define_bits(tr, f, number, n);
}

static void reversed(translator *tr, frame *f, uint32_t number, LLVMValueRef call, uint32_t unit) {
    terms *t = tr->t;
    term a = as_bv(tr, operand_bits(tr, f, argument(call, 0))), r = term_extract(t, unit - 1, 0, a);
    for (uint32_t i = unit; i < term_width(t, a); i += unit)
        r = term_2(t, OP_CONCAT, r, term_extract(t, i + unit - 1, i, a));
    define_bits(tr, f, number, r);
}

static void extreme_of(translator *tr, frame *f, uint32_t number, LLVMValueRef call, enum op less,
                       bool smaller) {
    term a = as_bv(tr, operand_bits(tr, f, argument(call, 0))),
         b = as_bv(tr, operand_bits(tr, f, argument(call, 1)));
    term c = term_2(tr->t, less, a, b);
    define_bits(tr, f, number, smaller ? term_ite(tr->t, c, a, b) : term_ite(tr->t, c, b, a));
}

static void absolute(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    term a = operand_bits(tr, f, argument(call, 0)), zero = term_bv(tr->t, term_width(tr->t, a), 0);
    define_bits(tr, f, number,
                term_ite(tr->t, term_2(tr->t, OP_BVSLT, a, zero), term_1(tr->t, OP_BVNEG, a), a));
}

static void funnel(translator *tr, frame *f, uint32_t number, LLVMValueRef call, bool left) {
    terms *t = tr->t;
    term a = operand_bits(tr, f, argument(call, 0)), b = operand_bits(tr, f, argument(call, 1)),
         n = operand_bits(tr, f, argument(call, 2));
    uint32_t w = term_width(t, a);
    term both = term_2(t, OP_CONCAT, a, b),
         by = term_zext(t, term_2(t, OP_BVUREM, n, term_bv(t, w, w)), 2 * w);
    term r = left ? term_extract(t, 2 * w - 1, w, term_2(t, OP_BVSHL, both, by))
                  : term_extract(t, w - 1, 0, term_2(t, OP_BVLSHR, both, by));
    define_bits(tr, f, number, r);
}

/* ---- floats ---- */
static void round_to(translator *tr, frame *f, uint32_t number, LLVMValueRef call, term mode) {
    define_fp(tr, f, number,
              term_2(tr->t, OP_FP_ROUND, mode, operand_fp(tr, f, argument(call, 0))));
}

static void square_root(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    define_fp(tr, f, number,
              term_2(tr->t, OP_FP_SQRT, tr->floats.rounding, operand_fp(tr, f, argument(call, 0))));
}

static void fused(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    term a = operand_fp(tr, f, argument(call, 0)), b = operand_fp(tr, f, argument(call, 1)),
         c = operand_fp(tr, f, argument(call, 2));
    define_fp(tr, f, number, term_app(tr->t, OP_FP_FMA, 4, (term[]){tr->floats.rounding, a, b, c}));
}

/* Rounded once or twice, as the target likes: which, must be seen in the compiled program. */
static void contracted(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    terms *t = tr->t;
    term a = operand_fp(tr, f, argument(call, 0)), b = operand_fp(tr, f, argument(call, 1)),
         c = operand_fp(tr, f, argument(call, 2));
    term once = term_app(t, OP_FP_FMA, 4, (term[]){tr->floats.rounding, a, b, c});
    term twice = term_3(t, OP_FP_ADD, tr->floats.rounding,
                        term_3(t, OP_FP_MUL, tr->floats.rounding, a, b), c);
    note_here(tr, NOTE_OVER, "a product and a sum may be rounded once or twice");
    define_fp(
        tr, f, number,
        term_ite(t, emit_any(tr, sort_bool(t), ORIGIN_LIBRARY, "contraction", ""), once, twice));
}

/* FLT_ROUNDS numbers the modes otherwise than fenv.h. */
static const enum rounding flt_rounds[] = {RTZ, RNE, RTP, RTN};

static void with_sign(translator *tr, frame *f, uint32_t number, LLVMValueRef call, bool copied) {
    leaf l = type_leaf(tr, LLVMTypeOf(call));
    component *c = operand(tr, f, argument(call, 0)),
              *sign = copied ? operand(tr, f, argument(call, 1)) : NULL;
    component *out = define(tr, f, number);
    term negative = term_false(tr->t);
    if (copied && tr->floats.float_bits[l.class]) {
        term b = float_bits(tr, sign, l.class);
        negative =
            term_eq(tr->t, term_extract(tr->t, l.bits - 1, l.bits - 1, b), term_bv(tr->t, 1, 1));
    } else if (copied) {
        negative = term_1(tr->t, OP_FP_IS_NEG,
                          float_fp(tr, sign, l.class)); /* a constant: not a NaN of unknown sign */
    }
    if (tr->floats.float_bits[l.class])
        out->bits = term_2(tr->t, OP_CONCAT, as_bv(tr, negative),
                           term_extract(tr->t, l.bits - 2, 0, float_bits(tr, c, l.class)));
    term size = term_1(tr->t, OP_FP_ABS, float_fp(tr, c, l.class));
    out->fp = term_ite(tr->t, negative, term_1(tr->t, OP_FP_NEG, size), size);
    define_done(tr, f, number);
}

/* A NaN loses against a number; of zeros with different signs either may come out. */
static void extreme_float(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                          bool smaller) {
    terms *t = tr->t;
    term a = operand_fp(tr, f, argument(call, 0)), b = operand_fp(tr, f, argument(call, 1));
    term less = smaller ? term_2(t, OP_FP_LT, a, b) : term_2(t, OP_FP_LT, b, a);
    term r = term_ite(t, less, a, b);
    term zeros = term_and(t, term_1(t, OP_FP_IS_ZERO, a), term_1(t, OP_FP_IS_ZERO, b));
    if (!term_is_false(t, zeros))
        r = term_ite(
            t, term_and(t, zeros, emit_any(tr, sort_bool(t), ORIGIN_OPEN, "sign of zero", "")), a,
            r);
    r = term_ite(t, term_1(t, OP_FP_IS_NAN, a), b, term_ite(t, term_1(t, OP_FP_IS_NAN, b), a, r));
    define_fp(tr, f, number, r);
}

/* A NaN wins; -0 is less than +0. */
static void extreme_ieee(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                         bool smaller) {
    terms *t = tr->t;
    term a = operand_fp(tr, f, argument(call, 0)), b = operand_fp(tr, f, argument(call, 1));
    term less = smaller ? term_2(t, OP_FP_LT, a, b) : term_2(t, OP_FP_LT, b, a);
    term zeros = term_and(t, term_1(t, OP_FP_IS_ZERO, a), term_1(t, OP_FP_IS_ZERO, b));
    term a_first = term_1(t, smaller ? OP_FP_IS_NEG : OP_FP_IS_POS, a);
    term r = term_ite(t, zeros, term_ite(t, a_first, a, b), term_ite(t, less, a, b));
    r = term_ite(t, term_1(t, OP_FP_IS_NAN, a), a, term_ite(t, term_1(t, OP_FP_IS_NAN, b), b, r));
    define_fp(tr, f, number, r);
}

static void saturating_conversion(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                                  bool is_signed) {
    terms *t = tr->t;
    uint32_t w = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    term x = operand_fp(tr, f, argument(call, 0)), zero = term_fp_double(t, term_sort(t, x), 0.0);
    term outside = term_ite(t, term_2(t, OP_FP_LT, x, zero), extreme(tr, w, is_signed, false),
                            extreme(tr, w, is_signed, true));
    outside = term_ite(t, term_1(t, OP_FP_IS_NAN, x), term_bv(t, w, 0), outside);
    define_bits(tr, f, number,
                term_ite(t, float_fits(tr, x, w, is_signed),
                         ir_float_to_integer(tr, x, w, is_signed), outside));
}

/* The classes of llvm.is.fpclass, from bit 0: signalling and quiet NaN, then -inf ... +inf. */
static void is_class(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    terms *t = tr->t;
    uint32_t mask = (uint32_t)LLVMConstIntGetZExtValue(argument(call, 1));
    LLVMValueRef v = argument(call, 0);
    leaf l = type_leaf(tr, LLVMTypeOf(v));
    component *c = operand(tr, f, v);
    term x = float_fp(tr, c, l.class), negative = term_1(t, OP_FP_IS_NEG, x),
         positive = term_not(t, negative);
    term nan = term_1(t, OP_FP_IS_NAN, x), r = (mask & 3) == 3 ? nan : term_false(t);
    if ((mask & 3) == 1 || (mask & 3) == 2) {
        uint32_t quiet = sort_sb(t, term_sort(t, x)) - 2;
        term b = float_bits(tr, c, l.class),
             is_quiet = term_eq(t, term_extract(t, quiet, quiet, b), term_bv(t, 1, 1));
        r = term_and(t, nan, mask & 2 ? is_quiet : term_not(t, is_quiet));
    }
    static const enum op kinds[] = {OP_FP_IS_INF, OP_FP_IS_NORMAL, OP_FP_IS_SUBNORMAL,
                                    OP_FP_IS_ZERO};
    for (uint32_t i = 0; i < 4; i++) {
        term is = term_1(t, kinds[i], x);
        if (mask >> (2 + i) & 1) r = term_or(t, r, term_and(t, is, negative));
        if (mask >> (9 - i) & 1) r = term_or(t, r, term_and(t, is, positive));
    }
    define_bits(tr, f, number, r);
}

/* ---- addresses and the rest ---- */
/* What is left of the object from here. Of a variable the compiler knows it; otherwise it depends
 * on how hard the compiler looks, down to "unknown", which is -1 or 0. Direction:
 * over-approximated. */
static void object_size(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    uint32_t w = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    LLVMValueRef of = LLVMIsAGlobalVariable(argument(call, 0));
    operand(tr, f, argument(call, 0));
    if (of && !LLVMIsDeclaration(of)) {
        define_bits(tr, f, number, term_bv(tr->t, w, type_size(tr, LLVMGlobalGetValueType(of))));
        return;
    }
    note_here(tr, NOTE_OVER, "the size of an object, as the compiler knows it, is any number");
    define_bits(tr, f, number,
                emit_any(tr, sort_bv(tr->t, w), ORIGIN_LIBRARY, "size of an object", ""));
}

/* It depends on how hard the compiler looks. Code that asks is made to work with both answers, so
 * one is enough, and printed. */
static void asks_compiler(translator *tr, frame *f, uint32_t number) {
    note_here(tr, NOTE_ASSUMPTION, "the compiler knows no value that is no constant expression");
    define_bits(tr, f, number, term_false(tr->t));
}

static void same_as_first(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    component *c = operand(tr, f, argument(call, 0));
    *define(tr, f, number) = *c;
    define_done(tr, f, number);
}

static void lifetime(translator *tr, frame *f, LLVMValueRef call) {
    uint32_t n = local_number(f->f, argument(call, 1)),
             o = n == NONE ? NONE : object_find(tr, f->instance, n);
    if (o != NONE && !tr->objects.data[o].variable) memory_any(tr, o, ORIGIN_UNINIT, "local");
}

/* Somewhere that is no object of the program; that of the function itself is not null. */
static void stack_address(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                          const char *name) {
    tr->p->leaves_code = true; /* where functions return to lies there */
    LLVMValueRef level = argument(call, 0);
    term a =
        emit_any(tr, sort_bv(tr->t, tr->pointer_bits), ORIGIN_LIBRARY, "address in the stack", "");
    note_here(tr, NOTE_OVER, "%s is any address", name);
    if (LLVMIsAConstantInt(level) && !LLVMConstIntGetZExtValue(level))
        emit_assume(tr, term_not(tr->t, term_eq(tr->t, a, pointer_term(tr, 0))));
    define_bits(tr, f, number, a);
}

static void masked_pointer(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    term p = operand_bits(tr, f, argument(call, 0)), m = operand_bits(tr, f, argument(call, 1));
    define_bits(tr, f, number, term_2(tr->t, OP_BVAND, p, m));
}

static const char *const ignored[] = {
    "llvm.lifetime.end", "llvm.stackrestore",         "llvm.prefetch",
    "llvm.donothing",    "llvm.sideeffect",           "llvm.var.annotation",
    "llvm.va_end",       "llvm.experimental.noalias", "llvm.invariant",
};

static bool integer_intrinsic(translator *tr, frame *f, uint32_t n, LLVMValueRef call,
                              const char *name) {
    if (starts(name, "llvm.sadd.with"))
        return with_overflow(tr, f, n, call, OP_BVADD, OP_BVSADDO), true;
    if (starts(name, "llvm.uadd.with"))
        return with_overflow(tr, f, n, call, OP_BVADD, OP_BVUADDO), true;
    if (starts(name, "llvm.ssub.with"))
        return with_overflow(tr, f, n, call, OP_BVSUB, OP_BVSSUBO), true;
    if (starts(name, "llvm.usub.with"))
        return with_overflow(tr, f, n, call, OP_BVSUB, OP_BVUSUBO), true;
    if (starts(name, "llvm.smul.with"))
        return with_overflow(tr, f, n, call, OP_BVMUL, OP_BVSMULO), true;
    if (starts(name, "llvm.umul.with"))
        return with_overflow(tr, f, n, call, OP_BVMUL, OP_BVUMULO), true;
    if (starts(name, "llvm.sadd.sat"))
        return saturating(tr, f, n, call, OP_BVADD, OP_BVSADDO, true), true;
    if (starts(name, "llvm.uadd.sat"))
        return saturating(tr, f, n, call, OP_BVADD, OP_BVUADDO, false), true;
    if (starts(name, "llvm.ssub.sat"))
        return saturating(tr, f, n, call, OP_BVSUB, OP_BVSSUBO, true), true;
    if (starts(name, "llvm.usub.sat"))
        return saturating(tr, f, n, call, OP_BVSUB, OP_BVUSUBO, false), true;
    if (starts(name, "llvm.ctpop")) return count_ones(tr, f, n, call), true;
    if (starts(name, "llvm.ctlz")) return count_zeros(tr, f, n, call, true), true;
    if (starts(name, "llvm.cttz")) return count_zeros(tr, f, n, call, false), true;
    if (starts(name, "llvm.bswap")) return reversed(tr, f, n, call, 8), true;
    if (starts(name, "llvm.bitreverse")) return reversed(tr, f, n, call, 1), true;
    if (starts(name, "llvm.smin")) return extreme_of(tr, f, n, call, OP_BVSLT, true), true;
    if (starts(name, "llvm.smax")) return extreme_of(tr, f, n, call, OP_BVSLT, false), true;
    if (starts(name, "llvm.umin")) return extreme_of(tr, f, n, call, OP_BVULT, true), true;
    if (starts(name, "llvm.umax")) return extreme_of(tr, f, n, call, OP_BVULT, false), true;
    if (starts(name, "llvm.abs")) return absolute(tr, f, n, call), true;
    if (starts(name, "llvm.fshl")) return funnel(tr, f, n, call, true), true;
    if (starts(name, "llvm.fshr")) return funnel(tr, f, n, call, false), true;
    return false;
}

#define CONSTRAINED "llvm.experimental.constrained."

static bool float_intrinsic(translator *tr, frame *f, uint32_t n, LLVMValueRef call,
                            const char *name) {
    terms *t = tr->t;
    if (starts(name, "llvm.fabs")) return with_sign(tr, f, n, call, false), true;
    if (starts(name, "llvm.copysign")) return with_sign(tr, f, n, call, true), true;
    if (starts(name, "llvm.sqrt")) return square_root(tr, f, n, call), true;
    if (starts(name, "llvm.fma.")) return fused(tr, f, n, call), true;
    if (starts(name, "llvm.fmuladd.")) return contracted(tr, f, n, call), true;
    if (starts(name, "llvm.get.rounding")) return define_rounding(tr, f, n, call, flt_rounds), true;
    if (starts(name, "llvm.set.rounding")) return emit_set_rounding(tr, f, call, flt_rounds), true;
    if (starts(name, CONSTRAINED)) return float_named(tr, f, n, call, name + strlen(CONSTRAINED));
    if (starts(name, "llvm.floor")) return round_to(tr, f, n, call, term_rm(t, RTN)), true;
    if (starts(name, "llvm.ceil")) return round_to(tr, f, n, call, term_rm(t, RTP)), true;
    if (starts(name, "llvm.trunc")) return round_to(tr, f, n, call, term_rm(t, RTZ)), true;
    if (starts(name, "llvm.roundeven")) return round_to(tr, f, n, call, term_rm(t, RNE)), true;
    if (starts(name, "llvm.round")) return round_to(tr, f, n, call, term_rm(t, RNA)), true;
    if (starts(name, "llvm.rint") || starts(name, "llvm.nearbyint"))
        return round_to(tr, f, n, call, tr->floats.rounding), true;
    if (starts(name, "llvm.minnum")) return extreme_float(tr, f, n, call, true), true;
    if (starts(name, "llvm.maxnum")) return extreme_float(tr, f, n, call, false), true;
    if (starts(name, "llvm.minimum")) return extreme_ieee(tr, f, n, call, true), true;
    if (starts(name, "llvm.maximum")) return extreme_ieee(tr, f, n, call, false), true;
    if (starts(name, "llvm.fptosi.sat")) return saturating_conversion(tr, f, n, call, true), true;
    if (starts(name, "llvm.fptoui.sat")) return saturating_conversion(tr, f, n, call, false), true;
    if (starts(name, "llvm.is.fpclass")) return is_class(tr, f, n, call), true;
    return false;
}

/* The compiler calls a function of this name where C only copies a structure. A program's own one is not followed there. */
static void note_own(translator *tr, const char *name) {
    static const char *const names[] = {"memcpy", "memmove", "memset"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef own = LLVMGetNamedFunction(tr->m, names[i]);
        if (!starts(name + sizeof "llvm." - 1, names[i]) || !own || !LLVMCountBasicBlocks(own) ||
            library_models(own))
            continue;
        note_here(tr, NOTE_ASSUMPTION,
                  "the compiler's own calls of %s do what the standard says, though the program "
                  "defines it",
                  names[i]);
    }
}

static bool memory_intrinsic(translator *tr, frame *f, uint32_t n, LLVMValueRef call,
                             const char *name) {
    note_own(tr, name);
    if (starts(name, "llvm.memcpy")) return emit_copy(tr, f, call, false), true;
    if (starts(name, "llvm.memmove")) return emit_copy(tr, f, call, true), true;
    if (starts(name, "llvm.memset")) return emit_set(tr, f, call), true;
    if (starts(name, "llvm.va_start")) return emit_va_start(tr, f, call), true;
    if (starts(name, "llvm.va_copy")) return emit_va_copy(tr, f, call), true;
    if (starts(name, "llvm.objectsize")) return object_size(tr, f, n, call), true;
    if (starts(name, "llvm.lifetime.start")) return lifetime(tr, f, call), true;
    if (starts(name, "llvm.ptrmask")) return masked_pointer(tr, f, n, call), true;
    if (starts(name, "llvm.frameaddress") || starts(name, "llvm.returnaddress"))
        return stack_address(tr, f, n, call, name), true;
    if (starts(name, "llvm.stacksave")) return define_bits(tr, f, n, pointer_term(tr, 0)), true;
    return false;
}

bool intrinsic(translator *tr, frame *f, uint32_t n, LLVMValueRef call, const char *name) {
    assert_debug(n < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (starts(name, ignored[i]) && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
            return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(argument(call, i))) == LLVMVectorTypeKind) return false;
    if (starts(name, "llvm.expect") || starts(name, "llvm.launder") || starts(name, "llvm.strip") ||
        starts(name, "llvm.ptr.annotation") || starts(name, "llvm.annotation") ||
        starts(name, "llvm.ssa.copy") || starts(name, "llvm.threadlocal.address") ||
        starts(name, "llvm.arithmetic.fence"))
        return same_as_first(tr, f, n, call), true;
    if (starts(name, "llvm.assume")) return told(tr, f, call), true;
    if (starts(name, "llvm.trap") || starts(name, "llvm.debugtrap"))
        return trap(tr, f, call, false), true;
    if (starts(name, "llvm.ubsantrap")) return trap(tr, f, call, true), true;
    if (starts(name, "llvm.is.constant")) return asks_compiler(tr, f, n), true;
    return integer_intrinsic(tr, f, n, call, name) || float_intrinsic(tr, f, n, call, name) ||
           memory_intrinsic(tr, f, n, call, name);
}
