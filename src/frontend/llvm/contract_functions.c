/* Contracts in the translation: which functions have one, and its clauses as guesses at their
 * summaries (frontend/contract.h). */
#include "frontend/llvm/contract_functions.h"
#include "base/log.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/check_words.h"
#include "frontend/llvm/evaluate.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/translator.h"

#include <string.h>

enum { FUEL = 6000000, MOST_FUNCTIONS = 64 };

/* ---- functions of integers ---- */
bool used_directly(LLVMValueRef allocated) {
    for (LLVMUseRef u = LLVMGetFirstUse(allocated); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool load = LLVMIsALoadInst(user),
             store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != allocated;
        LLVMTypeRef type = load    ? LLVMTypeOf(user)
                           : store ? LLVMTypeOf(LLVMGetOperand(user, 0))
                                   : NULL;
        if (!is_debug_call(user) && (!type || type != LLVMGetAllocatedType(allocated)))
            return false;
    }
    return true;
}

static bool is_own_variable(LLVMValueRef pointer) { return LLVMIsAAllocaInst(pointer); }

/* What the compiler puts around arithmetic that is checked. */
static bool is_check(LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    size_t length;
    const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
    return overflowing_operation(call) || !strcmp(name, "llvm.ubsantrap") ||
           !strcmp(name, "llvm.trap");
}

static bool harmless_call(const translator *tr, LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    if (is_debug_call(call) || is_check(call)) return true;
    if (!callee || LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return false;
    switch (library_kind_of(tr, callee)) {
    case LIBRARY_ASSUME:
    case LIBRARY_ERROR:
    case LIBRARY_ASSERT_FAIL:
    case LIBRARY_END: return true;
    case LIBRARY_NONE: return LLVMCountBasicBlocks(callee); /* itself looked at */
    default: return false;
    }
}

/* From its operands alone: an atomic operation, too, has an integer for a result. */
static bool computes_integer(LLVMValueRef i) {
    bool pure = LLVMIsABinaryOperator(i) || LLVMIsACastInst(i) || LLVMIsACmpInst(i) ||
                LLVMIsASelectInst(i) || LLVMIsAPHINode(i) || LLVMIsAFreezeInst(i);
    return pure && integer_width(LLVMTypeOf(i));
}

static bool harmless(const translator *tr, LLVMValueRef i) {
    if (LLVMIsAAllocaInst(i))
        return integer_width(LLVMGetAllocatedType(i)) && LLVMIsAConstantInt(LLVMGetOperand(i, 0)) &&
               used_directly(i);
    if (LLVMIsALoadInst(i)) return is_own_variable(LLVMGetOperand(i, 0)) && !LLVMGetVolatile(i);
    if (LLVMIsAStoreInst(i)) return is_own_variable(LLVMGetOperand(i, 1)) && !LLVMGetVolatile(i);
    if (LLVMIsACallInst(i)) return harmless_call(tr, i);
    if (LLVMIsAExtractValueInst(i)) return overflowing_operation(LLVMGetOperand(i, 0));
    if (LLVMIsATerminatorInst(i))
        return LLVMIsABranchInst(i) || LLVMIsASwitchInst(i) || LLVMIsAReturnInst(i) ||
               LLVMIsAUnreachableInst(i);
    return computes_integer(i);
}

static bool has_integer_type(LLVMValueRef function) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function), result = LLVMGetReturnType(type);
    if (LLVMIsFunctionVarArg(type) || LLVMCountParams(function) > CONTRACT_ARGUMENTS ||
        !LLVMCountParams(function))
        return false;
    for (LLVMValueRef a = LLVMGetFirstParam(function); a; a = LLVMGetNextParam(a))
        if (integer_width(LLVMTypeOf(a)) < 8) return false;
    return LLVMGetTypeKind(result) == LLVMVoidTypeKind || integer_width(result) >= 8;
}

typedef vec(LLVMValueRef) values_seen;

static bool is_among(const values_seen *all, LLVMValueRef v) {
    for (uint32_t i = 0; i < all->size; i++)
        if (all->data[i] == v) return true;
    return false;
}

/* Add the functions that `function` calls; false where it does what contracts do not speak of. */
static bool add_callees(translator *tr, LLVMValueRef function, values_seen *reached) {
    bool good =
        has_integer_type(function) ||
        reached->size; /* helpers are inlined: their type does not matter, their effects do */
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); good && b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); good && i;
             i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee =
                LLVMIsACallInst(i) && !is_debug_call(i) ? called_function(i) : NULL;
            good = harmless(tr, i);
            if (callee && call_is_inlined(tr, callee) && !is_among(reached, callee))
                vec_push(reached, callee);
        }
    return good;
}

/* Recursive, and all that it can call works on integers only. */
static bool may_have_contract(translator *tr, LLVMValueRef function) {
    values_seen reached = {0};
    bool good = call_is_inlined(tr, function) && add_callees(tr, function, &reached);
    for (uint32_t i = 0; good && i < reached.size; i++)
        good = reached.size <= MOST_FUNCTIONS && add_callees(tr, reached.data[i], &reached);
    good = good && is_among(&reached, function);
    vec_release(&reached);
    return good;
}

static void add_contract(evaluation *e, LLVMValueRef function) {
    size_t length;
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    contract c = {.name = mem_string(LLVMGetValueName2(function, &length)),
                  .arguments = LLVMCountParams(function)};
    for (uint32_t i = 0; i < c.arguments; i++)
        c.width[i] = integer_width(LLVMTypeOf(LLVMGetParam(function, i)));
    c.width[c.arguments] = integer_width(result);
    guess_contract(e, function, &c);
    vec_push(&e->tr->summaries.guessed, c);
}

void contracts_find(translator *tr, LLVMValueRef entry) {
    LOG("translate", "find contracts of recursive functions");
    evaluation e = {.tr = tr, .fuel = FUEL};
    if (tr->o->choice.guesses == GUESS_NOTHING) return;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f))
        if (f != entry && LLVMCountBasicBlocks(f) && may_have_contract(tr, f)) add_contract(&e, f);
    evaluation_release(&e);
}

bool is_guessed(const translator *tr, LLVMValueRef function) {
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    for (uint32_t i = 0; i < tr->summaries.guessed.size; i++)
        if (!strcmp(tr->summaries.guessed.data[i].name, name)) return true;
    return false;
}

/* ---- clauses as terms ---- */
/* What is left of a number by 0 is the number itself. */
static term is_multiple(translator *tr, term a, term of) {
    term left = term_2(tr->t, OP_BVSREM, a, of);
    return term_eq(tr->t, left, term_bv(tr->t, term_width(tr->t, a), 0));
}

static term related_terms(translator *tr, term a, enum contract_relation r, term b) {
    switch (r) {
    case CONTRACT_EQ: return term_eq(tr->t, a, b);
    case CONTRACT_NE: return term_not(tr->t, term_eq(tr->t, a, b));
    case CONTRACT_LE: return term_2(tr->t, OP_BVSLE, a, b);
    case CONTRACT_GE: return term_2(tr->t, OP_BVSLE, b, a);
    case CONTRACT_MULTIPLE: return is_multiple(tr, a, b);
    case CONTRACT_NO_MULTIPLE: return term_not(tr->t, is_multiple(tr, a, b));
    case CONTRACT_DIVIDES: return is_multiple(tr, b, a);
    }
    return term_true(tr->t);
}

static term number(translator *tr, uint32_t width, int64_t x) {
    return term_bv(tr->t, width, (uint64_t)x);
}

static term guard_term(translator *tr, const contract *c, const contract_guard *g,
                       const term *point) {
    term bound = g->with_argument ? point[g->bound] : number(tr, c->width[g->argument], g->bound);
    return related_terms(tr, point[g->argument], g->relation, bound);
}

static term clause_term(translator *tr, const contract *c, const contract_clause *k,
                        const term *point) {
    terms *t = tr->t;
    uint32_t width = c->width[k->subject];
    term sum = number(tr, width, k->constant);
    for (uint32_t i = 0; i < c->arguments; i++)
        if (k->coefficient[i])
            sum = term_2(t, OP_BVADD, sum,
                         term_2(t, OP_BVMUL, number(tr, width, k->coefficient[i]), point[i]));
    if (k->part != CONTRACT_LINEAR) {
        enum op op = k->part == CONTRACT_PRODUCT ? OP_BVMUL : OP_BVSREM;
        sum = term_2(t, OP_BVADD, sum, term_2(t, op, point[0], point[c->arguments > 1]));
    }
    if (k->power)
        sum = term_2(t, OP_BVADD, sum,
                     term_2(t, OP_BVSHL, number(tr, width, k->power), point[k->exponent]));
    term holds = related_terms(tr, point[k->subject], k->relation, sum);
    for (uint32_t i = 0; i < k->guards; i++)
        holds = term_or(t, holds, term_not(t, guard_term(tr, c, &k->guard[i], point)));
    return holds;
}

/* Arguments are the first parts of a point, and the result is the first after what is given; other
 * parts are variables that the contract does not speak of. False: these are not of its types. */
static bool find_parts(const translator *tr, const contract *c, const summary *s, term *point) {
    uint32_t places = c->arguments + (c->width[c->arguments] > 0);
    bool good = s->given.size >= c->arguments && s->parts.size >= s->given.size;
    for (uint32_t i = 0; good && i < places; i++) {
        uint32_t at = i < c->arguments ? i : s->given.size;
        good = at < s->parts.size && term_width(tr->t, s->parts.data[at]) == c->width[i];
        if (good) point[i] = s->parts.data[at];
    }
    return good;
}

void contract_guesses(translator *tr, const char *function, summary *out) {
    for (uint32_t i = 0, number = 0; i < tr->summaries.guessed.size; i++) {
        const contract *c = &tr->summaries.guessed.data[i];
        term point[CONTRACT_ARGUMENTS + 1] = {{0}};
        bool about = !strcmp(c->name, function) && find_parts(tr, c, out, point);
        for (uint32_t k = 0; k < c->clauses.size; k++, number++) {
            const contract_clause *x = &c->clauses.data[k];
            summary_guess g = {.number = number, .given = !x->after, .single = x->single};
            if (!about) continue;
            g.formula = clause_term(tr, c, x, point);
            vec_push(&out->guesses, g);
        }
    }
}
