/* Checks that the compiler makes: which property fails where one ends the run, and in which words.
 */
#include "frontend/llvm/trap.h"
#include "frontend/llvm/check_words.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"

/* The argument of llvm.ubsantrap: clang's numbers of its checks. */
enum clang_check {
    ADD_OVERFLOW = 0,
    BUILTIN_UNREACHABLE = 1,
    DIVISION = 3,
    FLOAT_CAST = 5,
    IMPLICIT_CONVERSION = 7,
    MISSING_RETURN = 11,
    MUL_OVERFLOW = 12,
    NEGATE_OVERFLOW = 13,
    NULLABILITY_FIRST = 14,
    NULLABILITY_LAST = 17,
    OUT_OF_BOUNDS = 18,
    POINTER_OVERFLOW = 19,
    SHIFT = 20,
    SUB_OVERFLOW = 21,
    TYPE_MISMATCH = 22,
    VLA_BOUND = 24
};

/* Signed and unsigned arithmetic have the same numbers. */
static enum property_id overflow_property(LLVMValueRef trap) {
    bool is_signed = true;
    trap_operation(trap, &is_signed);
    return is_signed ? PROPERTY_OVERFLOW : PROPERTY_UNSIGNED;
}

/* ---- arrays without elements ---- */
static bool undefined_is_asked(const translator *tr) {
    return (tr->o->checks & CHECK_UNDEFINED) == CHECK_UNDEFINED;
}

/* n > 0 becomes n >= 0, and nothing where n is unsigned. */
static void allow_none(LLVMValueRef jump) {
    LLVMValueRef is = LLVMGetNumSuccessors(jump) == 2 ? LLVMGetCondition(jump) : NULL;
    if (!is || !LLVMIsAICmpInst(is) || !is_constant(LLVMGetOperand(is, 1))) return;
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(is, 1));
    if (LLVMGetICmpPredicate(is) == LLVMIntSGT)
        LLVMSetOperand(is, 1, LLVMConstInt(type, UINT64_MAX, true));
    else LLVMSetCondition(jump, LLVMConstInt(LLVMTypeOf(is), 1, false));
}

/* ---- left shifts ---- */

/* The first shift of the block that a check of it leads to; NULL: there is none. */
static LLVMValueRef shift_after(LLVMValueRef jump) {
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(jump, 0));
    while (i && LLVMGetInstructionOpcode(i) != LLVMShl) i = LLVMGetNextInstruction(i);
    return i;
}

/* A left shift that leaves its type is a matter of `shift`, as in the sanitizers. Definitions of
 * overflow disagree if the operand was a narrow unsigned number that became an int only for the
 * shift: the limit of the model stays. */
static void allow_shift(LLVMValueRef jump) {
    LLVMValueRef shift = LLVMGetNumSuccessors(jump) == 2 ? shift_after(jump) : NULL;
    if (!shift || LLVMIsAZExtInst(LLVMGetOperand(shift, 0))) return;
    LLVMSetCondition(jump, LLVMConstInt(LLVMTypeOf(LLVMGetCondition(jump)), 1, false));
}

/* What to make of a check that is not asked for as the compiler has it; NULL: nothing. */
static void (*change_of(const translator *tr, uint64_t kind))(LLVMValueRef) {
    bool shifts_count = tr->o->checks & (CHECK_SHIFT | CHECK_TERMINATION);
    if (kind == VLA_BOUND && !undefined_is_asked(tr)) return allow_none;
    return kind == SHIFT && !shifts_count ? allow_shift : NULL;
}

void traps_prepare(translator *tr) {
    LLVMValueRef f = LLVMGetNamedFunction(tr->m, "llvm.ubsantrap");
    for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        void (*change)(LLVMValueRef) =
            change_of(tr, LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)));
        LLVMValueRef block = LLVMBasicBlockAsValue(LLVMGetInstructionParent(call));
        for (LLVMUseRef b = change ? LLVMGetFirstUse(block) : NULL; b; b = LLVMGetNextUse(b))
            if (LLVMIsABranchInst(LLVMGetUser(b))) change(LLVMGetUser(b));
    }
}

static enum property_id trap_property(const translator *tr, LLVMValueRef trap, uint64_t kind) {
    switch (kind) {
    case ADD_OVERFLOW:
    case MUL_OVERFLOW:
    case NEGATE_OVERFLOW:
    case SUB_OVERFLOW: return overflow_property(trap);
    case IMPLICIT_CONVERSION: return PROPERTY_CONVERSION;
    case VLA_BOUND: return undefined_is_asked(tr) ? PROPERTY_UNDEFINED : PROPERTY_DEREF;
    case BUILTIN_UNREACHABLE:
    case MISSING_RETURN: return PROPERTY_UNREACHABLE;
    case DIVISION: return tr->o->checks & CHECK_DIV ? PROPERTY_DIV_BY_ZERO : PROPERTY_OVERFLOW;
    case FLOAT_CAST: return PROPERTY_FLOAT_CAST;
    case OUT_OF_BOUNDS: return PROPERTY_BOUNDS;
    case SHIFT: return tr->o->checks & CHECK_SHIFT ? PROPERTY_SHIFT : LIMIT_SHIFT;
    case POINTER_OVERFLOW: return PROPERTY_POINTER_OVERFLOW;
    case TYPE_MISMATCH: return PROPERTY_NULL;
    default:
        return kind >= NULLABILITY_FIRST && kind <= NULLABILITY_LAST ? PROPERTY_NULL
                                                                     : PROPERTY_UNDEFINED;
    }
}

/* ---- what was compared ---- */

/* Without counting as a use: the value may have had its last one. */
static term seen(translator *tr, frame *f, LLVMValueRef v) {
    uint32_t n = is_constant(v) ? NONE : local_number(f->f, v);
    component constant = {0}, *c = &constant;
    if (!type_is_scalar(LLVMTypeOf(v))) return (term){0};
    if (is_constant(v)) constant_components(tr, v, c);
    else if (n != NONE && f->slots[n].defined) c = f->slots[n].components;
    leaf l = type_leaf(tr, LLVMTypeOf(v));
    if (!c->bits.id && !c->fp.id) return (term){0};
    return l.kind == LEAF_FLOAT ? float_fp(tr, c, l.class) : as_bv(tr, c->bits);
}

typedef struct {
    LLVMValueRef values[2];
    uint32_t count;
    LLVMValueRef constant; /* that the first comparison is with; NULL: none */
} found;

static void add_value(found *x, LLVMValueRef v) {
    if (x->count < 2 && (!x->count || x->values[0] != v)) x->values[x->count++] = v;
}

/* The operands of the arithmetic, or of the comparisons, that a condition is made of. The divisor
 * of a division comes first, for it is compared with 0 first. */
static void collect(LLVMValueRef v, found *x, uint32_t depth) {
    enum { DEEPEST = 6 };
    if (depth > DEEPEST || !LLVMIsAInstruction(v)) return;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMICmp:
    case LLVMFCmp:
        for (unsigned i = 0; i < 2; i++) {
            LLVMValueRef a = LLVMGetOperand(v, i);
            if (!is_constant(a)) add_value(x, a);
            else if (!x->constant) x->constant = a;
        }
        return;
    case LLVMExtractValue: {
        LLVMValueRef call = LLVMGetOperand(v, 0);
        if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) != 2) return;
        for (unsigned i = 0; i < 2; i++) add_value(x, LLVMGetOperand(call, i));
        return;
    }
    case LLVMXor:
    case LLVMAnd:
    case LLVMOr:
        for (unsigned i = 0; i < 2; i++) collect(LLVMGetOperand(v, i), x, depth + 1);
        return;
    default: return;
    }
}

void check_comparands(translator *tr, frame *f, LLVMValueRef condition, comparands *out) {
    found x = {0};
    collect(condition, &x, 0);
    if (x.count == 1 && x.constant) add_value(&x, x.constant);
    for (uint32_t i = 0; i < x.count; i++) out->of[i] = seen(tr, f, x.values[i]);
}

/* ---- words ---- */

/* With the values; NULL: in no words that name them. */
static const char *sentence(uint64_t kind, bool is_unsigned) {
    switch (kind) {
    case ADD_OVERFLOW: return is_unsigned ? "%1 + %2" : "$1 + $2";
    case SUB_OVERFLOW: return is_unsigned ? "%1 - %2" : "$1 - $2";
    case MUL_OVERFLOW: return is_unsigned ? "%1 * %2" : "$1 * $2";
    case NEGATE_OVERFLOW: return "-($2)";
    case DIVISION: return "$1 / $2";
    case FLOAT_CAST: return "it is $1";
    case OUT_OF_BOUNDS: return "the index is $1, the array has $2 elements";
    case SHIFT: return "a shift by $1, where at most $2 is defined";
    default: return NULL;
    }
}

static const char *plain(uint64_t kind) {
    switch (kind) {
    case ADD_OVERFLOW: return "an addition overflows";
    case SUB_OVERFLOW: return "a subtraction overflows";
    case MUL_OVERFLOW: return "a multiplication overflows";
    case NEGATE_OVERFLOW: return "a negation overflows";
    case DIVISION: return "a division overflows";
    case FLOAT_CAST: return "a float is outside of the range of the integer it becomes";
    case OUT_OF_BOUNDS: return "an index is out of the bounds of its array";
    case SHIFT: return "a shift by too many bits, or of a value that it does not fit";
    case BUILTIN_UNREACHABLE: return "code marked as unreachable is reached";
    case MISSING_RETURN: return "a function ends without the value that its caller uses";
    case POINTER_OVERFLOW: return "pointer arithmetic wraps, or starts at null";
    case IMPLICIT_CONVERSION: return "an implicit conversion changes the value";
    case VLA_BOUND: return "the size of an array is not positive";
    case TYPE_MISMATCH: return "access through a null pointer";
    default: return "undefined behaviour";
    }
}

static void fail(translator *tr, const frame *f, LLVMValueRef call, term when, enum property_id id,
                 uint64_t kind, const comparands *c) {
    const char *known = c->of[0].id && c->of[1].id ? sentence(kind, id == PROPERTY_UNSIGNED) : NULL;
    text words = {0};
    if (id == PROPERTY_OVERFLOW || id == PROPERTY_UNSIGNED) trap_words(tr, f->f, call, &words);
    if (!words.size) text_add(&words, plain(kind));
    emit_fail_about(tr, when, id, "a check of the compiler fails", &words, known, *c);
}

/* One check of the compiler for both ways in which a division fails. */
static void fail_division(translator *tr, const frame *f, LLVMValueRef call, const comparands *c) {
    term divisor = c->of[0], always = term_true(tr->t);
    comparands turned = {{c->of[1], divisor}};
    bool both = (tr->o->checks & (CHECK_DIV | CHECK_OVERFLOW)) == (CHECK_DIV | CHECK_OVERFLOW);
    if (!divisor.id || sort_kind_of(tr->t, term_sort(tr->t, divisor)) != SORT_BV) {
        fail(tr, f, call, always, trap_property(tr, call, DIVISION), DIVISION, &(comparands){0});
        return;
    }
    term zero = term_eq(tr->t, divisor, term_bv(tr->t, term_width(tr->t, divisor), 0));
    if (tr->o->checks & CHECK_DIV)
        emit_fail(tr, both ? zero : always, PROPERTY_DIV_BY_ZERO, "division by zero");
    if (tr->o->checks & CHECK_OVERFLOW)
        fail(tr, f, call, always, PROPERTY_OVERFLOW, DIVISION, both ? &turned : &(comparands){0});
}

/* Where several checks share the block, it is not known whose values these are. */
static comparands compared_before(const frame *f, LLVMBasicBlockRef b) {
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b));
    uint32_t n = (uint32_t)map_find(&f->f->block_number, (uint64_t)(uintptr_t)b, NONE);
    if (!use || LLVMGetNextUse(use) || n == NONE) return (comparands){0};
    return f->compared[n];
}

void trap(translator *tr, frame *f, LLVMValueRef call, bool sanitizer) {
    assert_debug(LLVMIsACallInst(call));
    uint64_t kind = sanitizer ? LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) : 0;
    comparands c = compared_before(f, LLVMGetInstructionParent(call));
    enum property_id broken = sanitizer ? trap_property(tr, call, kind) : PROPERTY_NAMED;
    bool asked =
        sanitizer && (broken != PROPERTY_OVERFLOW ||
                      tr->o->checks & (CHECK_OVERFLOW | CHECK_DIV)); /* or -ftrapv ends the run */
    if (asked && kind == DIVISION) fail_division(tr, f, call, &c);
    else if (asked) fail(tr, f, call, term_true(tr->t), broken, kind, &c);
    emit_end(tr);
}
