/* Procedures: functions whose calls are not inlined, for engines that find summaries
 * (program/summary.h).
 *
 * Each has one body, as in share.c. A call is a step in which the point of the call is in the
 * callee's summary. The body is there twice. Once it starts the program, on any inputs, and fails
 * where it ends with a point outside of the summary; errors on the way are left out, since a call
 * that runs into one does not return. And once it starts at its calls, never to come back: every
 * run of the given program into an error is one of these, in which calls that returned are steps
 * and those that did not are entered. So the program with procedures has at least the errors of
 * the given one (direction: over-approximation, and none where the summaries are exact).
 *
 * Inputs and outputs of a body are read off its commands: the parameters and the result, and those
 * variables that also occur elsewhere. No other may matter when the body starts. Variables of a
 * procedure that may call itself stand for the variables of all its runs, of which one is looked
 * at at a time: so nothing may point to them. */
#include "frontend/llvm/procedure.h"
#include "base/log.h"
#include "base/fail.h"
#include "program/liveness.h"
#include "program/summary.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/contract_functions.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/share.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/object.h"

/* ---- which functions ---- */

typedef vec(LLVMValueRef) functions;

static void add_function(functions *all, LLVMValueRef f) {
    for (uint32_t i = 0; i < all->size; i++)
        if (all->data[i] == f) return;
    vec_push(all, f);
}

static void add_callees(translator *tr, LLVMValueRef f, functions *out) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee =
                LLVMIsACallInst(i) && !is_debug_call(i) ? called_function(i) : NULL;
            if (callee && call_is_inlined(tr, callee)) add_function(out, callee);
        }
}

static bool is_recursive(translator *tr, LLVMValueRef f) {
    functions reached = {0};
    bool found = false;
    add_callees(tr, f, &reached);
    for (uint32_t i = 0; i < reached.size && !found; i++) {
        found = reached.data[i] == f;
        add_callees(tr, reached.data[i], &reached);
    }
    vec_release(&reached);
    return found;
}

/* Nothing points to its variables: parameters that are passed as copies in memory, or in a list,
 * are there once for all runs, too. */
static bool keeps_addresses(LLVMValueRef f) {
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f))) return false;
    for (uint32_t i = 0; i < LLVMCountParams(f); i++)
        if (by_value(f, i)) return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i) && !used_directly(i)) return false;
    return true;
}

void procedures_choose(translator *tr, LLVMValueRef entry) {
    LOG("translate", "choose procedures");
    if (tr->o->choice.calls == CALLS_INLINED) return;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f)) {
        bool varies = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f));
        if (f == entry || varies || !call_is_inlined(tr, f)) continue;
        if (tr->o->choice.guesses == GUESSED_ONLY
                ? is_guessed(tr, f)
                : tr->o->choice.inlining == INLINE_NONE || is_recursive(tr, f))
            map_set(&tr->summaries.procedures, (uint64_t)(uintptr_t)f, 1);
    }
    if (!tr->summaries.procedures.size) unsupported(tr, NULL, "no function has a summary");
}

static bool allocates_below(const translator *tr, uint32_t inst) {
    for (uint32_t i = 0; i < tr->objects.size; i++) {
        const object *o = &tr->objects.data[i];
        if (o->kind == OBJECT_HEAP && o->instance != NONE &&
            instance_is_within(tr, o->instance, inst))
            return true;
    }
    return false;
}

/* One run of a recursive function may write what another one has in memory. */
static void check_recursive(translator *tr, uint32_t inst) {
    const instance *i = &tr->instances.data[inst];
    if (!keeps_addresses(tr->functions.data[i->function]->function))
        unsupported(tr, NULL, "pointers to variables of recursive functions");
    if (allocates_below(tr, inst))
        unsupported(tr, NULL, "memory that recursive functions allocate");
}

void procedures_check(translator *tr) {
    for (uint32_t i = 0; i < tr->instances.size && tr->o->choice.calls; i++)
        if (instance_may_recur(tr, i)) check_recursive(tr, i);
}

bool is_procedure(const translator *tr, LLVMValueRef f) {
    return map_get(&tr->summaries.procedures, (uint64_t)(uintptr_t)f, NULL);
}

/* ---- calls ---- */

static void add_fresh(translator *tr, const char *name, const term_vec *like, term_vec *out) {
    for (uint32_t i = 0; i < like->size; i++)
        vec_push(out, new_variable(tr, name, term_sort(tr->t, like->data[i])));
}

/* The step gets its command when all bodies are known. */
void procedure_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, uint32_t child) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    assert_debug(child < tr->instances.size);
    LOG("translate", "call of procedure instance %u", child);
    uint32_t body = (uint32_t)map_find(&tr->shared.body_of, child, 0);
    LLVMValueRef callee = tr->functions.data[tr->instances.data[child].function]->function;
    procedure_step c = {.callee = body};
    add_fresh(tr, "argument", &tr->shared.bodies.data[body].parameters, &c.arguments);
    add_fresh(tr, "result", &tr->shared.bodies.data[body].results, &c.results);
    assign_parameters(tr, f, call, child, c.arguments.data);
    loc from = emit_flush(tr), back = program_add_location(tr->p, tr->emission.at);
    c.edge = program_add_edge(tr->p, from, back, cmd_skip(tr->p), tr->emission.at);
    vec_push(&tr->shared.bodies.data[body].back, back);
    vec_push(&tr->summaries.steps, c);
    tr->emission.here = back;
    bool used = f->slots[number].uses && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
    if (used) take_result(tr, f, number, call, callee, c.results.data);
}

/* ---- what a body reads and writes ---- */

enum { MAIN = 0, MANY = UINT32_MAX }; /* units: main and what is before it, then 1 + a body */

typedef struct {
    term_vec touched, written; /* of variables that other units have, too */
    term_vec before;           /* a variable for each touched one: what it was at the start */
    map touches, writes;
    bool fails;
} effects;

typedef struct {
    translator *tr;
    program *p;
    vec(effects) of; /* by body */
    map unit_of;     /* variable id -> unit, or MANY */
    map cells;       /* variable id of an array -> how many cells an object has of it */
    const char *why; /* it cannot be done; NULL: it can */
} procedures;

static uint32_t unit_of_edge(const translator *tr, uint32_t e) {
    for (uint32_t i = 0; i < tr->shared.bodies.size; i++)
        if (e >= tr->shared.bodies.data[i].first_edge && e < tr->shared.bodies.data[i].last_edge)
            return i + 1;
    return MAIN;
}

static void variables_of(const program *p, cmd c, term_vec *written, term_vec *all) {
    map seen = {0}, assigned = {0};
    cmd_assigned(p, c, &assigned, written);
    cmd_assigned(p, c, &seen, all);
    cmd_read(p, c, &seen, all);
    map_release(&seen);
    map_release(&assigned);
}

static void find_units(procedures *x) {
    for (uint32_t e = 0; e < x->p->edges.size; e++) {
        term_vec written = {0}, all = {0};
        uint32_t unit = unit_of_edge(x->tr, e);
        variables_of(x->p, x->p->edges.data[e].command, &written, &all);
        for (uint32_t i = 0; i < all.size; i++)
            if (map_find(&x->unit_of, all.data[i].id, unit) != unit)
                map_set(&x->unit_of, all.data[i].id, MANY);
            else map_set(&x->unit_of, all.data[i].id, unit);
        vec_release(&written);
        vec_release(&all);
    }
}

static bool add_variable(map *known, term_vec *out, term var) {
    if (!map_add(known, var.id)) return false;
    vec_push(out, var);
    return true;
}

static bool add_effects(procedures *x, effects *to, const term_vec *written, const term_vec *all) {
    bool more = false;
    for (uint32_t i = 0; i < all->size; i++)
        if (map_find(&x->unit_of, all->data[i].id, MAIN) == MANY)
            more |= add_variable(&to->touches, &to->touched, all->data[i]);
    for (uint32_t i = 0; i < written->size; i++)
        if (map_find(&x->unit_of, written->data[i].id, MAIN) == MANY)
            more |= add_variable(&to->writes, &to->written, written->data[i]);
    return more;
}

static void find_own_effects(procedures *x, uint32_t body) {
    const shared_body *b = &x->tr->shared.bodies.data[body];
    effects *to = &x->of.data[body];
    to->fails = x->tr->o->checks & CHECK_TERMINATION; /* a call may never return */
    for (uint32_t e = b->first_edge; e < b->last_edge; e++) {
        term_vec written = {0}, all = {0};
        variables_of(x->p, x->p->edges.data[e].command, &written, &all);
        add_effects(x, to, &written, &all);
        to->fails |= program_is_error(x->p, x->p->edges.data[e].to) ||
                     program_is_limit(x->p, x->p->edges.data[e].to);
        vec_release(&written);
        vec_release(&all);
    }
}

/* What a callee does its caller does, too. */
static bool pass_on(procedures *x, const procedure_step *c) {
    uint32_t unit = unit_of_edge(x->tr, c->edge.id);
    if (unit == MAIN) return false;
    effects *to = &x->of.data[unit - 1], *from = &x->of.data[c->callee];
    bool more = add_effects(x, to, &from->written, &from->touched) | (from->fails && !to->fails);
    to->fails |= from->fails;
    return more;
}

static void find_effects(procedures *x) {
    find_units(x);
    for (uint32_t i = 0; i < x->of.size; i++) find_own_effects(x, i);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < x->tr->summaries.steps.size; i++)
            more |= pass_on(x, &x->tr->summaries.steps.data[i]);
    }
    for (uint32_t i = 0; i < x->of.size; i++)
        add_fresh(x->tr, "before", &x->of.data[i].touched, &x->of.data[i].before);
}

/* ---- points ---- */

/* Arrays of more cells are no part of a point. */
enum { MOST_CELLS = 16 };

static void find_cells(procedures *x) {
    for (uint32_t i = 0; i < x->tr->objects.size; i++) {
        const object *o = &x->tr->objects.data[i];
        uint64_t n =
            o->layout.element && !o->variable ? o->size * o->copies / o->layout.element : 0;
        for (uint32_t k = 0; n && n <= MOST_CELLS && k < o->layout.cells.size; k++)
            map_set(&x->cells, o->layout.cells.data[k].var.id, n);
    }
}

/* As a word: all NaNs of a float are one. */
static void add_word(procedures *x, term a, term_vec *out) {
    terms *t = x->tr->t;
    if (term_is_bool(t, a)) a = term_ite(t, a, term_bv(t, 1, 1), term_bv(t, 1, 0));
    else if (sort_is_fp(t, term_sort(t, a))) a = term_1(t, OP_FP_TO_BITS, a);
    else if (!sort_is_bv(t, term_sort(t, a))) {
        x->why = "memory that a summary would speak of";
        a = term_bv(t, 1, 0);
    }
    vec_push(out, a);
}

/* What a variable of the program is at this moment: of an array each cell. */
static void add_words(procedures *x, term var, term now, term_vec *out) {
    uint64_t n = map_find(&x->cells, var.id, 0);
    for (uint64_t i = 0; i < n; i++)
        add_word(x, term_select(x->tr->t, now, term_bv(x->tr->t, x->tr->pointer_bits, i)), out);
    if (!n) add_word(x, now, out);
}

static void add_all(procedures *x, const term_vec *vars, const term_vec *now, term_vec *out) {
    for (uint32_t i = 0; i < now->size; i++) add_words(x, vars->data[i], now->data[i], out);
}

/* Parameters, variables before; results, variables afterwards. */
static void make_point(procedures *x, const effects *e, const term_vec *given,
                       const term_vec *before, const term_vec *results, const term_vec *after,
                       term_vec *out) {
    add_all(x, given, given, out);
    add_all(x, &e->touched, before, out);
    add_all(x, results, results, out);
    add_all(x, &e->written, after, out);
    if (!out->size) vec_push(out, term_bv(x->tr->t, 1, 0));
}

static const char *name_of(const procedures *x, uint32_t body) {
    const instance *i = &x->tr->instances.data[x->tr->shared.bodies.data[body].instance];
    return x->tr->functions.data[i->function]->name;
}

static void open_summary(procedures *x, uint32_t body) {
    const shared_body *b = &x->tr->shared.bodies.data[body];
    const effects *e = &x->of.data[body];
    term_vec point = {0}, parts = {0};
    make_point(x, e, &b->parameters, &e->before, &b->results, &e->written, &point);
    add_fresh(x->tr, "part", &point, &parts);
    char *detail = mem_format("a call of %s outside of its summary", name_of(x, body));
    uint32_t broken = program_add_known_property(x->p, PROPERTY_CONTRACT, detail);
    summary_open(x->p, name_of(x, body), parts.size, parts.data, broken);
    summary *s = &x->p->summaries.data[body];
    if (e->fails) s->entered = b->entry;
    add_all(x, &b->parameters, &b->parameters, &s->given);
    add_all(x, &e->touched, &e->touched, &s->given);
    contract_guesses(x->tr, name_of(x, body), s);
    mem_free(detail);
    vec_release(&point);
    vec_release(&parts);
}

/* ---- commands ---- */

static void add_any(procedures *x, const term_vec *vars, enum input_origin origin, const char *name,
                    position at, cmd_vec *out) {
    for (uint32_t i = 0; i < vars->size; i++) {
        uint32_t in = program_add_input(x->p, (input){.origin = origin,
                                                      .name = program_name(x->p, name),
                                                      .type = program_name(x->p, ""),
                                                      .at = at});
        vec_push(out, cmd_havoc(x->p, vars->data[i], in));
    }
}

static void add_copies(procedures *x, const term_vec *to, const term_vec *from, cmd_vec *out) {
    for (uint32_t i = 0; i < to->size; i++)
        vec_push(out, cmd_assign(x->p, to->data[i], from->data[i]));
}

static cmd all_of(procedures *x, cmd_vec *parts) {
    cmd all = cmd_seq(x->p, parts->size, parts->data);
    vec_release(parts);
    return all;
}

/* A call as a step without a summary: any result, and anything in what the body may write; or none.
 */
static void emit_any_step(procedures *x, const procedure_step *c) {
    const effects *e = &x->of.data[c->callee];
    edge *step = &x->p->edges.data[c->edge.id];
    cmd_vec parts = {0};
    add_any(x, &c->results, ORIGIN_CONTRACT_RESULT, name_of(x, c->callee), step->at, &parts);
    add_any(x, &e->written, ORIGIN_CONTRACT_RESULT, name_of(x, c->callee), step->at, &parts);
    step->command = all_of(x, &parts);
    if (x->tr->o->choice.calls == CALLS_NEVER_RETURN) program_remove_edge(x->p, c->edge);
}

/* A call as a step: any outcome that the summary has for its inputs. */
static void emit_step(procedures *x, const procedure_step *c) {
    const effects *e = &x->of.data[c->callee];
    edge *step = &x->p->edges.data[c->edge.id];
    cmd_vec parts = {0};
    term_vec after = {0}, point = {0};
    add_fresh(x->tr, "after", &e->written, &after);
    add_any(x, &c->results, ORIGIN_CONTRACT_RESULT, name_of(x, c->callee), step->at, &parts);
    add_any(x, &after, ORIGIN_CONTRACT_RESULT, name_of(x, c->callee), step->at, &parts);
    make_point(x, e, &c->arguments, &e->touched, &c->results, &after, &point);
    vec_push(&parts, cmd_assume(x->p, summary_member(x->p, c->callee, point.data)));
    add_copies(x, &e->written, &after, &parts);
    step->command = all_of(x, &parts);
    vec_release(&after);
    vec_release(&point);
}

/* Beside going on with an outcome, the run may go on in the body. */
static void emit_descent(procedures *x, const procedure_step *c) {
    const shared_body *b = &x->tr->shared.bodies.data[c->callee];
    cmd_vec parts = {0};
    if (!x->of.data[c->callee].fails) return;
    add_copies(x, &b->parameters, &c->arguments, &parts);
    edge step = x->p->edges.data[c->edge.id];
    program_add_edge(x->p, step.from, b->entry, all_of(x, &parts), step.at);
}

/* ---- the body as a program of its own ---- */

static loc copy_of(procedures *x, map *copies, loc l) {
    uint64_t known;
    if (map_get(copies, l.id, &known)) return (loc){(uint32_t)known};
    loc copy = program_add_location(x->p, x->p->locations.data[l.id].at);
    map_set(copies, l.id, copy.id);
    return copy;
}

static void emit_start(procedures *x, uint32_t body, loc entry) {
    const shared_body *b = &x->tr->shared.bodies.data[body];
    const effects *e = &x->of.data[body];
    position at = x->p->locations.data[entry.id].at;
    cmd_vec parts = {0};
    add_any(x, &b->parameters, ORIGIN_CONTRACT_ARGUMENT, name_of(x, body), at, &parts);
    add_any(x, &e->touched, ORIGIN_CONTRACT_ARGUMENT, name_of(x, body), at, &parts);
    add_copies(x, &e->before, &e->touched, &parts);
    program_add_edge(x->p, x->p->start, entry, all_of(x, &parts), at);
}

static void emit_exit(procedures *x, uint32_t body, loc exit) {
    const shared_body *b = &x->tr->shared.bodies.data[body];
    const effects *e = &x->of.data[body];
    position at = x->p->locations.data[exit.id].at;
    term_vec point = {0};
    make_point(x, e, &b->parameters, &e->before, &b->results, &e->written, &point);
    term outside = term_not(x->tr->t, summary_member(x->p, body, point.data));
    loc error = program_add_location(x->p, at);
    program_set_error(x->p, error, x->p->summaries.data[body].property);
    program_add_edge(x->p, exit, error, cmd_assume(x->p, outside), at);
    vec_release(&point);
}

static loc copy_body(procedures *x, uint32_t body) {
    const shared_body *b = &x->tr->shared.bodies.data[body];
    map copies = {0};
    for (uint32_t i = b->first_edge; i < b->last_edge; i++) {
        edge e = x->p->edges.data[i];
        if (x->p->locations.data[e.to.id].property) continue;
        loc from = copy_of(x, &copies, e.from), to = copy_of(x, &copies, e.to);
        program_add_edge(x->p, from, to, e.command, e.at);
    }
    loc entry = copy_of(x, &copies, b->entry);
    if (!same_loc(b->exit, NO_LOC)) emit_exit(x, body, copy_of(x, &copies, b->exit));
    map_release(&copies);
    x->p->summaries.data[body].body = entry;
    x->p->locations.data[entry.id].cut = true; /* so that its check is a query of its own */
    emit_start(x, body, entry);
    return entry;
}

/* Nothing but the inputs matters where the body starts. */
static void check_inputs(procedures *x, uint32_t body, const liveness *live, loc entry) {
    const bits *at = &live->at.data[entry.id];
    const term_vec *known = &x->tr->shared.bodies.data[body].parameters;
    for (uint32_t i = 0; i < x->p->variables.size; i++) {
        term var = x->p->variables.data[i].var;
        if (!bits_has(at, i) || map_find(&x->unit_of, var.id, MANY) != body + 1) continue;
        bool parameter = false;
        for (uint32_t k = 0; k < known->size; k++) parameter |= same(known->data[k], var);
        if (!parameter) x->why = "a variable of a procedure that keeps its value";
    }
}

static void check_bodies(procedures *x, const loc_vec *entries) {
    liveness live = {0};
    liveness_of(x->p, &live);
    for (uint32_t i = 0; i < x->of.size; i++) {
        check_inputs(x, i, &live, entries->data[i]);
        check_inputs(x, i, &live, x->tr->shared.bodies.data[i].entry);
    }
    liveness_release(&live);
}

static void release(procedures *x) {
    for (uint32_t i = 0; i < x->of.size; i++) {
        vec_release(&x->of.data[i].touched);
        vec_release(&x->of.data[i].written);
        vec_release(&x->of.data[i].before);
        map_release(&x->of.data[i].touches);
        map_release(&x->of.data[i].writes);
    }
    vec_release(&x->of);
    map_release(&x->unit_of);
    map_release(&x->cells);
}

static void finish_with_summaries(procedures *x, loc_vec *entries) {
    const procedure_set *s = &x->tr->summaries;
    find_cells(x);
    for (uint32_t i = 0; i < x->of.size; i++) open_summary(x, i);
    for (uint32_t i = 0; i < s->steps.size; i++) emit_step(x, &s->steps.data[i]);
    for (uint32_t i = 0; i < x->of.size; i++) vec_push(entries, copy_body(x, i));
    note_here(x->tr, NOTE_OVER,
              "calls return any value that the proved summaries of functions allow");
}

static void finish_without_summaries(procedures *x, loc_vec *entries) {
    const procedure_set *s = &x->tr->summaries;
    for (uint32_t i = 0; i < s->steps.size; i++) emit_any_step(x, &s->steps.data[i]);
    for (uint32_t i = 0; i < x->of.size; i++) vec_push(entries, x->tr->shared.bodies.data[i].entry);
    if (x->tr->o->choice.calls == CALLS_NEVER_RETURN)
        note_here(x->tr, NOTE_UNDER, "no call of a recursive function returns");
    else note_here(x->tr, NOTE_OVER, "recursive functions return any value");
}

void procedures_finish(translator *tr) {
    LOG("translate", "finish procedures");
    procedures x = {.tr = tr, .p = tr->p};
    loc_vec entries = {0};
    vec_resize(&x.of, tr->shared.bodies.size);
    find_effects(&x);
    if (tr->o->choice.calls != CALLS_SUMMARIZED) finish_without_summaries(&x, &entries);
    else finish_with_summaries(&x, &entries);
    for (uint32_t i = 0; i < tr->summaries.steps.size; i++)
        emit_descent(&x, &tr->summaries.steps.data[i]);
    if (!x.why) check_bodies(&x, &entries);
    release(&x);
    vec_release(&entries);
    if (x.why) unsupported(tr, NULL, "%s", x.why);
}

void procedures_release(translator *tr) {
    for (uint32_t i = 0; i < tr->summaries.steps.size; i++) {
        vec_release(&tr->summaries.steps.data[i].arguments);
        vec_release(&tr->summaries.steps.data[i].results);
    }
    vec_release(&tr->summaries.steps);
    map_release(&tr->summaries.procedures);
}
