/* Contracts in the translation: which functions have one, and the commands that state it
 * (frontend/contract.h). */
#include "frontend/llvm/evaluate.h"

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

/* Recursive, and all that it can call works on integers alone. */
static bool may_have_contract(translator *tr, LLVMValueRef function) {
    values_seen reached = {0};
    bool good = call_is_inlined(tr, function) && add_callees(tr, function, &reached);
    for (uint32_t i = 0; good && i < reached.size; i++)
        good = reached.size <= MOST_FUNCTIONS && add_callees(tr, reached.data[i], &reached);
    good = good && is_among(&reached, function);
    vec_release(&reached);
    return good;
}

static void add_contract(translator *tr, evaluation *e, LLVMValueRef function) {
    size_t length;
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    contract c = {.name = mem_string(LLVMGetValueName2(function, &length)),
                  .arguments = LLVMCountParams(function)};
    for (uint32_t i = 0; i < c.arguments; i++)
        c.width[i] = integer_width(LLVMTypeOf(LLVMGetParam(function, i)));
    c.width[c.arguments] = integer_width(result);
    guess_contract(e, function, &c);
    vec_push(&tr->o->contracts->items, c);
}

/* By the first load; later ones find what is left of the guesses. */
void contracts_find(translator *tr, LLVMValueRef entry) {
    if (!tr->o->contracts) return;
    vec_clear(&tr->o->contracts->said);
    if (tr->o->contracts->guessed) return;
    evaluation e = {.tr = tr, .fuel = FUEL};
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f))
        if (f != entry && LLVMCountBasicBlocks(f) && may_have_contract(tr, f))
            add_contract(tr, &e, f);
    evaluation_release(&e);
    tr->o->contracts->guessed = true;
}

uint32_t contract_number(const translator *tr, LLVMValueRef function) {
    size_t length;
    const contracts *all = tr->o->contracts;
    const char *name = all && all->guessed ? LLVMGetValueName2(function, &length) : NULL;
    for (uint32_t i = 0; name && i < all->items.size; i++)
        if (!strcmp(all->items.data[i].name, name)) return i;
    return NONE;
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

enum purpose { ASSUMED, ASKED };

static term switched(translator *tr, const contract_clause *k, enum purpose why, term holds) {
    if (!tr->o->contracts->switched) return holds;
    term off = term_not(tr->t, (term){why == ASKED ? k->asked : k->assumed});
    return term_or(tr->t, off, holds);
}

static term contract_term(translator *tr, const contract *c, bool after, enum purpose why,
                          const term *point) {
    term_vec parts = {0};
    for (uint32_t i = 0; i < c->clauses.size; i++) {
        const contract_clause *k = &c->clauses.data[i];
        if (contract_clause_used(tr->o->contracts, k, after))
            vec_push(&parts, switched(tr, k, why, clause_term(tr, c, k, point)));
    }
    term all = term_and_n(tr->t, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

/* ---- commands ---- */
/* The run ends in an error where `holds` does not, and says for which values: as inputs that must
 * equal them. */
static void emit_obligation(translator *tr, uint32_t which, bool after, term holds,
                            const term *point) {
    const contract *c = &tr->o->contracts->items.data[which];
    cmd said[2 * CONTRACT_ARGUMENTS + 2];
    uint32_t n = 0, places = c->arguments + (after && c->width[c->arguments]);
    for (uint32_t i = 0; i < places; i++) {
        term var = new_variable(tr, "contract", term_sort(tr->t, point[i]));
        uint32_t in = program_add_input(tr->p, (input){.origin = ORIGIN_OPEN,
                                                       .name = program_name(tr->p, "contract"),
                                                       .type = program_name(tr->p, ""),
                                                       .at = tr->at});
        said[n++] = cmd_havoc(tr->p, var, in);
        said[n++] = cmd_assume(tr->p, term_eq(tr->t, var, point[i]));
        vec_push(&tr->o->contracts->said, ((contract_input){in, which, after, i}));
    }
    emit_fail_after(tr, term_not(tr->t, holds), cmd_seq(tr->p, n, said), PROPERTY_CONTRACT,
                    "a clause of a contract does not hold");
}

/* Beside going on with a result, the run may go on in the body. */
static void descend(translator *tr, uint32_t which, const term *point) {
    const contract *c = &tr->o->contracts->items.data[which];
    struct descent *d = &tr->descents.data[which];
    cmd all[2 * CONTRACT_ARGUMENTS];
    uint32_t n = c->arguments;
    emit_flush(tr);
    if (tr->dead) return;
    for (uint32_t i = 0; i < n; i++) {
        term passed = new_variable(tr, "passed", term_sort(tr->t, point[i]));
        all[i] = cmd_assign(tr->p, passed, point[i]);
        all[n + i] = cmd_assign(tr->p, d->parameter[i], passed);
    }
    program_add_edge(tr->p, tr->here, d->entry, cmd_seq(tr->p, 2 * n, all), tr->at);
}

void contract_call(translator *tr, frame *f, uint32_t into, LLVMValueRef call,
                   LLVMValueRef callee) {
    uint32_t which = contract_number(tr, callee);
    const contract *c = &tr->o->contracts->items.data[which];
    term point[CONTRACT_ARGUMENTS + 1] = {{0}};
    bool same_type = LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(callee);
    if (!same_type) unsupported(tr, call, "a call with other types than the function's");
    for (uint32_t i = 0; i < c->arguments; i++)
        point[i] = operand_bits(tr, f, LLVMGetOperand(call, i));
    note_here(tr, NOTE_OVER, "calls of %s return what its proven contract allows", c->name);
    emit_obligation(tr, which, false, contract_term(tr, c, false, ASKED, point), point);
    if (tr->o->contracts->descends) descend(tr, which, point);
    if (!c->width[c->arguments]) {
        emit_assume(tr, contract_term(tr, c, true, ASSUMED, point));
        return;
    }
    text name = {0};
    text_print(&name, "result of %s", c->name);
    point[c->arguments] = emit_any(tr, sort_bv(tr->t, c->width[c->arguments]),
                                   ORIGIN_CONTRACT_RESULT, text_string(&name), "");
    emit_assume(tr, contract_term(tr, c, true, ASSUMED, point));
    define(tr, f, into)->bits = point[c->arguments];
    f->slots[into].defined = f->slots[into].stable = true; /* only this call writes the variable */
    text_release(&name);
}

static void declare_descent(translator *tr, uint32_t which) {
    const contract *c = &tr->o->contracts->items.data[which];
    struct descent d = {.entry = program_add_location(tr->p, (position){0})};
    for (uint32_t i = 0; i < c->arguments; i++)
        d.parameter[i] = new_variable(tr, "parameter", sort_bv(tr->t, c->width[i]));
    vec_push(&tr->descents, d);
}

void descents_declare(translator *tr) {
    for (uint32_t i = 0; tr->o->contracts && i < tr->o->contracts->items.size; i++)
        declare_descent(tr, i);
}

/* The body as a program of its own: a further way to go from the start, or from its calls. */
static void emit_body(translator *tr, uint32_t which, uint32_t instance_id) {
    bool descends = tr->o->contracts->descends;
    const contract *c = &tr->o->contracts->items.data[which];
    term point[CONTRACT_ARGUMENTS + 1] = {{0}};
    arena_mark mark = arena_here(&tr->memory);
    frame *g = frame_push(tr, NULL, instance_id);
    text name = {0};
    text_print(&name, "argument of %s", c->name);
    tr->at = (position){.function = g->f->name_id};
    for (uint32_t i = 0; i < c->arguments; i++) {
        point[i] = descends ? tr->descents.data[which].parameter[i]
                            : emit_any(tr, sort_bv(tr->t, c->width[i]), ORIGIN_CONTRACT_ARGUMENT,
                                       text_string(&name), "");
        define(tr, g, i)->bits = point[i];
        g->slots[i].defined = g->slots[i].stable = true;
    }
    text_release(&name);
    emit_assume(tr, contract_term(tr, c, false, ASSUMED, point));
    if (c->width[c->arguments]) make_result(tr, g);
    emit_instance(tr, g);
    if (c->width[c->arguments]) point[c->arguments] = g->result[0];
    emit_obligation(tr, which, true, contract_term(tr, c, true, ASKED, point), point);
    emit_end(tr);
    arena_rewind(&tr->memory, mark);
}

static void declare_switches(translator *tr, contract *c) {
    for (uint32_t i = 0; i < c->clauses.size; i++) {
        c->clauses.data[i].assumed = new_variable(tr, "assumed", sort_bool(tr->t)).id;
        c->clauses.data[i].asked = new_variable(tr, "asked", sort_bool(tr->t)).id;
    }
}

void contract_instances(translator *tr) {
    for (uint32_t i = 0; tr->o->contracts && i < tr->o->contracts->items.size; i++)
        if (tr->o->contracts->switched) declare_switches(tr, &tr->o->contracts->items.data[i]);
    for (uint32_t i = 0; tr->o->contracts && i < tr->o->contracts->items.size; i++)
        vec_push(&tr->contract_body,
                 instance_new(tr, LLVMGetNamedFunction(tr->m, tr->o->contracts->items.data[i].name),
                              NONE, NONE));
}

void emit_contracts(translator *tr, loc from) {
    for (uint32_t i = 0; i < tr->contract_body.size; i++) {
        tr->here = tr->o->contracts->descends ? tr->descents.data[i].entry : from;
        tr->dead = false;
        emit_body(tr, i, tr->contract_body.data[i]);
    }
}
