/* What functions without a body do: they return pointers that they get, keep them, store by %n,
 * need objects. Either it is done exactly, or it is said, so that no proof rests on it. */
#include "frontend/external/effects.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/points_to.h"
#include "frontend/memory/safety.h"

#include <string.h>

bool is_program_memory(const object *o) {
    bool fixed = o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
    return o->kind != OBJECT_OUTSIDE && o->kind != OBJECT_FUNCTION && !fixed;
}

/* ---- pointers that come back ---- */
/* Called as the standard declares it. */
bool returns_argument(LLVMValueRef call, const known_function *k) {
    assert_debug(LLVMIsACallInst(call));
    uint32_t which = k->same ? (uint32_t)__builtin_ctz(k->returns) : NONE;
    return which < LLVMGetNumArgOperands(call) &&
           LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, which))) == LLVMPointerTypeKind;
}

void argument_or_null(translator *tr, frame *f, uint32_t number, term argument,
                      enum input_origin origin, const char *name) {
    assert_debug(number < f->f->values.size);
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    term fails = emit_any(tr, sort_bool(tr->t), origin, name, "");
    define_bits(tr, f, number, term_ite(tr->t, fails, pointer_term(tr, 0), argument));
}

static bool gets_objects(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    fact_vec reached = {0};
    bool any = false;
    facts_reached(tr, f->instance, tr->instances.data[f->instance].first_node + number, call,
                  &reached);
    for (uint32_t i = 0; i < reached.size; i++)
        any |= is_program_memory(&tr->objects.data[reached.data[i].object]);
    vec_release(&reached);
    return any;
}

void note_kept(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
               const known_function *k) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    if (k->keeps && gets_objects(tr, f, number, call))
        note_here(tr, NOTE_UNDER, "%s keeps a pointer that it gets", k->name);
}

/* ---- null ---- */
static bool must_not_be_null(LLVMValueRef call, const known_function *k, uint32_t i) {
    static const char name[] = "nonnull";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMValueRef callee = called_function(call);
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) != LLVMPointerTypeKind) return false;
    return (k && argument_in(k->nonnull, i)) ||
           (callee && LLVMGetEnumAttributeAtIndex(callee, i + 1, kind));
}

/* Null where the function needs an object is an access through null. */
void check_nonnull(translator *tr, frame *f, LLVMValueRef call, const known_function *k,
                   const char *name) {
    assert_debug(LLVMIsACallInst(call));
    for (uint32_t i = 0; i < LLVMGetNumArgOperands(call) && !tr->emission.dead; i++) {
        if (!must_not_be_null(call, k, i)) continue;
        term null =
            term_eq(tr->t, operand_seen(tr, f, LLVMGetOperand(call, i)), pointer_term(tr, 0));
        if (term_is_false(tr->t, null)) continue;
        char *detail = mem_format("a null pointer is passed to %s", name);
        if (null_property(tr)) emit_fail(tr, null, null_property(tr), detail);
        else
            note_here(tr, NOTE_ASSUMPTION, "pointers that are followed are not null (not checked)");
        mem_free(detail);
        emit_assume(tr, term_not(tr->t, null));
    }
}

/* Declared const or pure: what it returns is a function of what it gets, though not known. */
bool is_declared_pure(LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    static const char name[] = "memory";
    enum { WRITES = 0x2a }; /* the second bit of each kind of memory */
    LLVMValueRef callee = called_function(call);
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMAttributeRef a =
        callee ? LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind) : NULL;
    return a && !(LLVMGetEnumAttributeValue(a) & WRITES);
}

/* ---- numbers that come back ---- */
static term not_below(translator *tr, term r, int64_t least) {
    return term_2(tr->t, OP_BVSLE, term_bv(tr->t, term_width(tr->t, r), (uint64_t)least), r);
}

static term not_above(translator *tr, term r, uint64_t most) {
    return term_2(tr->t, OP_BVULE, r, term_bv(tr->t, term_width(tr->t, r), most));
}
static term or_failed(translator *tr, term r, term good) {
    return term_or(tr->t, good,
                   term_eq(tr->t, r, term_bv(tr->t, term_width(tr->t, r), UINT64_MAX)));
}

/* Up to an argument of the same width, unsigned; true where it is no such number. */
static term up_to_argument(translator *tr, frame *f, LLVMValueRef call, uint32_t argument, term r) {
    LLVMValueRef most =
        argument < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, argument) : NULL;
    bool fits = most && LLVMGetTypeKind(LLVMTypeOf(most)) == LLVMIntegerTypeKind &&
                LLVMGetIntTypeWidth(LLVMTypeOf(most)) == term_width(tr->t, r);
    return fits ? term_2(tr->t, OP_BVULE, r, operand_bits(tr, f, most)) : term_true(tr->t);
}

static term within(translator *tr, frame *f, LLVMValueRef call, enum result_bound result_bound,
                   uint32_t argument, term r) {
    uint32_t given = LLVMGetNumArgOperands(call);
    switch (result_bound) {
    case ANY: break;
    case BYTE: return or_failed(tr, r, not_above(tr, r, 255));
    case STATUS: return or_failed(tr, r, not_above(tr, r, 0));
    case NOT_BELOW: return not_below(tr, r, -1);
    case NATURAL: return not_below(tr, r, 0);
    case POSITIVE: return not_below(tr, r, 1);
    case FLAG: return not_above(tr, r, 1);
    case TRANSFERRED: return or_failed(tr, r, up_to_argument(tr, f, call, argument, r));
    case COUNT: return up_to_argument(tr, f, call, argument, r);
    case CONVERTED:
        return or_failed(tr, r, not_above(tr, r, given > argument ? given - argument : 0));
    }
    return term_true(tr->t);
}

void bound_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                  const known_function *k) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    LLVMTypeRef type = LLVMTypeOf(call);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) < 16 ||
        LLVMGetIntTypeWidth(type) > 64)
        return;
    if (k->bound != ANY)
        emit_assume(tr, within(tr, f, call, k->bound, k->of, f->slots[number].components->bits));
}

/* ---- formats ---- */
/* Whether a format has a conversion %n, which stores. */
static bool stores(const char *format, size_t length) {
    for (size_t i = 0; i + 1 < length; i++) {
        if (format[i] != '%') continue;
        i += 1 + strspn(format + i + 1, "0123456789-+ #'*$.hljztLq");
        if (i < length && format[i] == 'n') return true;
    }
    return false;
}

/* A constant string without %n, or null, which no printer takes. */
static bool is_harmless_string(LLVMValueRef v) {
    size_t length;
    if (LLVMIsNull(v)) return true;
    LLVMValueRef content =
        LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
    if (!content) return false;
    if (LLVMIsAConstantAggregateZero(content)) return true;
    if (!LLVMIsAConstantDataSequential(content) || !LLVMIsConstantString(content)) return false;
    const char *format = LLVMGetAsString(content, &length);
    return !stores(format, length);
}

/* A local variable whose address goes nowhere and that only ever gets such strings. */
static bool holds_harmless_strings(LLVMValueRef place) {
    if (!LLVMIsAAllocaInst(place)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool written = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != place &&
                       is_harmless_string(LLVMGetOperand(user, 0));
        if (!LLVMIsALoadInst(user) && !written) return false;
    }
    return true;
}

void note_format(translator *tr, LLVMValueRef call, const known_function *k) {
    assert_debug(LLVMIsACallInst(call));
    if (!k->format || k->format > LLVMGetNumArgOperands(call)) return;
    LLVMValueRef format = LLVMGetOperand(call, k->format - 1);
    bool alone = LLVMGetNumArgOperands(call) == k->format; /* then nothing can be stored through */
    bool harmless = is_harmless_string(format) ||
                    (LLVMIsALoadInst(format) && holds_harmless_strings(LLVMGetOperand(format, 0)));
    if (!alone && !harmless) note_here(tr, NOTE_UNDER, "%s may store by %%n", k->name);
}
