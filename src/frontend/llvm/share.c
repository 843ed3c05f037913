/* One body for all calls of a function. Where a copy for each call would be too many, a call
 * assigns the parameters and its own number to variables of the callee and goes to the callee's
 * entry; at the exit the number says where to go on. That is exact, and as large as the program
 * itself, as long as no function is called while it is being run, for there is one set of its
 * variables: where such a call is possible it leads to the limit of recursion. For proofs it may
 * go on instead (load_options.forget_calls): the function returns to any of its callers, and all
 * variables of functions that may have been called again then have any value. Direction:
 * over-approximates.
 *
 * Functions with variable arguments have a copy for each call, whose arguments have their own
 * layout.
 */
#include "frontend/llvm/share.h"
#include "base/log.h"
#include "frontend/llvm/block.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/procedure.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/address.h"
#include "frontend/memory/object.h"
#include "frontend/memory/uninitialized.h"

#include <string.h>

/* ---- who calls whom ---- */
bool function_is_shared(const translator *tr, LLVMValueRef function) {
    assert_debug(LLVMIsAFunction(function));
    if (tr->o->choice.calls) return is_procedure(tr, function);
    return tr->tree.sharing && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function));
}

bool instance_add_caller(translator *tr, uint32_t shared, uint32_t parent, uint32_t call) {
    assert_debug(shared < tr->instances.size);
    assert_debug(parent < tr->instances.size);
    instance *i = &tr->instances.data[shared];
    struct caller c = {parent, call};
    for (uint32_t k = 0; k < i->callers.size; k++)
        if (i->callers.data[k].instance == parent && i->callers.data[k].call == call) return false;
    vec_push(&i->callers, c);
    return true;
}

static void add_waiting(bits *seen, u32_vec *waiting, uint32_t inst) {
    if (inst == NONE || bits_has(seen, inst)) return;
    bits_add(seen, inst);
    vec_push(waiting, inst);
}

static void add_callers(const translator *tr, uint32_t inst, bits *seen, u32_vec *waiting) {
    const instance *i = &tr->instances.data[inst];
    if (!i->shared) add_waiting(seen, waiting, i->parent);
    for (uint32_t k = 0; k < i->callers.size; k++)
        add_waiting(seen, waiting, i->callers.data[k].instance);
}

/* Some chain of calls leads from `outer` to `inner`. */
static bool is_called_by(const translator *tr, uint32_t inner, uint32_t outer) {
    bits seen = {0};
    u32_vec waiting = {0};
    add_callers(tr, inner, &seen, &waiting);
    while (waiting.size && !bits_has(&seen, outer))
        add_callers(tr, vec_pop(&waiting), &seen, &waiting);
    bool found = bits_has(&seen, outer);
    bits_release(&seen);
    vec_release(&waiting);
    return found;
}

bool instance_may_recur(const translator *tr, uint32_t inst) {
    assert_debug(inst < tr->instances.size);
    return is_called_by(tr, inst, inst);
}

bool instance_is_within(const translator *tr, uint32_t inner, uint32_t outer) {
    assert_debug(inner < tr->instances.size);
    assert_debug(outer < tr->instances.size);
    if (tr->tree.sharing) return inner == outer || is_called_by(tr, inner, outer);
    while (inner != NONE && inner != outer) inner = tr->instances.data[inner].parent;
    return inner == outer;
}

/* ---- the variables of a body ---- */
static void add_variables(translator *tr, const char *name, LLVMTypeRef type, term_vec *out) {
    leaf_vec leaves = {0};
    type_leaves(tr, type, &leaves);
    for (uint32_t i = 0; i < leaves.size; i++)
        vec_push(out, new_variable(tr, name, leaf_sort(tr, &leaves.data[i])));
    vec_release(&leaves);
}

static void declare_body(translator *tr, uint32_t inst) {
    const function_info *f = tr->functions.data[tr->instances.data[inst].function];
    shared_body b = {.instance = inst, .exit = NO_LOC};
    size_t length;
    b.entry = program_add_location(tr->p, (position){.function = f->name_id});
    for (uint32_t i = 0; i < f->arguments; i++)
        add_variables(tr, LLVMGetValueName2(f->values.data[i].value, &length),
                      LLVMTypeOf(f->values.data[i].value), &b.parameters);
    char *result = mem_format("%s()", f->name), *site = mem_format("%s from", f->name),
         *active = mem_format("%s runs", f->name);
    add_variables(tr, result, LLVMGetReturnType(LLVMGlobalGetValueType(f->function)), &b.results);
    b.site = new_variable(tr, site, sort_bv(tr->t, 32));
    b.again = tr->o->choice.calls == CALLS_INLINED && is_called_by(tr, inst, inst);
    if (b.again && tr->o->choice.memory != MEMORY_AND_CALLERS_FORGOTTEN) {
        b.active = new_variable(tr, active, sort_bool(tr->t));
        emit_assign(tr, b.active, term_false(tr->t));
    }
    mem_free(result);
    mem_free(site);
    mem_free(active);
    map_set(&tr->shared.body_of, inst, tr->shared.bodies.size);
    vec_push(&tr->shared.bodies, b);
}

void shared_declare(translator *tr) {
    for (uint32_t i = 0; i < tr->instances.size; i++)
        if (tr->instances.data[i].shared) declare_body(tr, i);
}

/* ---- calls ---- */
static shared_body *body_of(translator *tr, uint32_t inst) {
    return &tr->shared.bodies.data[map_find(&tr->shared.body_of, inst, 0)];
}

void assign_parameters(translator *tr, frame *f, LLVMValueRef call, uint32_t child,
                       const term *parameters) {
    assert_debug(LLVMIsACallInst(call));
    assert_debug(child < tr->instances.size);
    const function_info *g = tr->functions.data[tr->instances.data[child].function];
    updates u = {0};
    for (uint32_t i = 0; i < g->arguments; i++) {
        leaf_vec leaves = {0};
        type_leaves(tr, LLVMTypeOf(g->values.data[i].value), &leaves);
        component *c = arena_alloc(&tr->emission.memory, (leaves.size + 1) * sizeof *c);
        memset(c, 0, (leaves.size + 1) * sizeof *c);
        argument_components(tr, f, child, call, i, c);
        for (uint32_t k = 0; k < leaves.size; k++) {
            term var = parameters[u.vars.size];
            vec_push(&u.vars, var);
            vec_push(&u.values, component_held(tr, &c[k], &leaves.data[k]));
        }
        vec_release(&leaves);
    }
    updates_emit(tr, &u);
}

/* The next call of the function overwrites its results. */
static void copy_results(translator *tr, const term_vec *results, term *out) {
    for (uint32_t i = 0; i < results->size; i++) {
        out[i] = new_variable(tr, "call", term_sort(tr->t, results->data[i]));
        emit_assign(tr, out[i], results->data[i]);
    }
}

void shared_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, uint32_t child) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    assert_debug(child < tr->instances.size);
    enum { MOST_RESULTS = 64 };
    LLVMValueRef callee = tr->functions.data[tr->instances.data[child].function]->function;
    term results[MOST_RESULTS], active = body_of(tr, child)->active;
    if (tr->o->choice.calls) {
        procedure_call(tr, f, number, call, child);
        return;
    }
    if (body_of(tr, child)->results.size > MOST_RESULTS)
        unsupported(tr, call, "a result of more than 64 parts");
    if (active.id) emit_fail(tr, active, LIMIT_RECURSION, "a call of a function that is being run");
    assign_parameters(tr, f, call, child, body_of(tr, child)->parameters.data);
    shared_body *b = body_of(tr, child);
    loc back = program_add_location(tr->p, tr->emission.at);
    emit_assign(tr, b->site, term_bv(tr->t, 32, b->back.size));
    vec_push(&b->back, back);
    emit_jump(tr, b->entry);
    tr->emission.here = back;
    bool used = f->slots[number].uses && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
    if (!used) return;
    copy_results(tr, &b->results, results);
    take_result(tr, f, number, call, callee, results);
}

/* ---- bodies ---- */
static void bind_parameters(translator *tr, frame *g, const shared_body *b) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < g->f->arguments; i++) {
        leaf_vec leaves = {0};
        type_leaves(tr, LLVMTypeOf(g->f->values.data[i].value), &leaves);
        component *c = define(tr, g, i);
        for (uint32_t k = 0; k < leaves.size; k++)
            c[k] = component_of(tr, b->parameters.data[next++], &leaves.data[k]);
        g->slots[i].defined = g->slots[i].stable = true; /* its callers only write them */
        vec_release(&leaves);
    }
}

static void emit_body(translator *tr, uint32_t number) {
    arena_mark mark = arena_here(&tr->emission.memory);
    tr->shared.bodies.data[number].first_edge = tr->p->edges.size;
    tr->shared.bodies.data[number].first_variable = tr->p->variables.size;
    shared_body b = tr->shared.bodies.data[number];
    frame *g = frame_push(tr, NULL, b.instance);
    tr->emission.here = b.entry;
    tr->emission.dead = false;
    tr->emission.at = (position){.function = g->f->name_id};
    bind_parameters(tr, g, &b);
    g->result = b.results.data;
    if (b.active.id) emit_assign(tr, b.active, term_true(tr->t));
    addresses_renew(tr, b.instance);
    emit_instance(tr, g);
    if (b.active.id && !tr->emission.dead) emit_assign(tr, b.active, term_false(tr->t));
    if (!tr->emission.dead) tr->shared.bodies.data[number].exit = emit_flush(tr);
    tr->shared.bodies.data[number].emitted = true;
    tr->shared.bodies.data[number].last_edge = tr->p->edges.size;
    tr->shared.bodies.data[number].last_variable = tr->p->variables.size;
    arena_rewind(&tr->emission.memory, mark);
}

static bool emit_called(translator *tr) {
    bool any = false;
    for (uint32_t i = 0; i < tr->shared.bodies.size; i++) {
        if (tr->shared.bodies.data[i].emitted || !tr->shared.bodies.data[i].back.size) continue;
        emit_body(tr, i);
        any = true;
    }
    return any;
}

/* ---- calls of what is being run ---- */
static void havoc_local(translator *tr, term var) {
    emit_havoc(tr, var, ORIGIN_REACHED, "of a call that is not known", "");
}

uint32_t shared_around(const translator *tr, uint32_t inst) {
    while (inst != NONE && !tr->instances.data[inst].shared) inst = tr->instances.data[inst].parent;
    return inst;
}

/* Locals of the body, and of what was inlined into it. */
static void havoc_objects(translator *tr, const shared_body *b) {
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *o = &tr->objects.data[i];
        if (o->instance == NONE || shared_around(tr, o->instance) != b->instance) continue;
        for (uint32_t k = 0; k < o->layout.cells.size; k++) {
            const cell *c = &tr->objects.data[i].layout.cells.data[k];
            if (term_is_var(tr->t, c->var)) havoc_local(tr, c->var);
            if (c->shadow.id) havoc_local(tr, c->shadow);
        }
    }
}

static void havoc_activation(translator *tr, const shared_body *b) {
    for (uint32_t i = 0; i < b->parameters.size; i++) havoc_local(tr, b->parameters.data[i]);
    for (uint32_t i = b->first_variable; i < b->last_variable; i++)
        havoc_local(tr, tr->p->variables.data[i].var);
    havoc_objects(tr, b);
}

/* After the return of `b`: bodies that may have been called again meanwhile lose their variables. */
static void forget_activations(translator *tr, const shared_body *b) {
    for (uint32_t i = 0; i < tr->shared.bodies.size; i++) {
        const shared_body *c = &tr->shared.bodies.data[i];
        if (c->emitted && c->again && is_called_by(tr, c->instance, b->instance))
            havoc_activation(tr, c);
    }
}

void shared_emit(translator *tr) {
    LOG("translate", "emit shared bodies");
    while (emit_called(tr)) {}
    if (tr->o->choice.calls) {
        procedures_finish(tr);
        return;
    }
    for (uint32_t i = 0; i < tr->shared.bodies.size; i++) {
        const shared_body *b = &tr->shared.bodies.data[i];
        if (!b->emitted || same_loc(b->exit, NO_LOC)) continue;
        for (uint32_t k = 0; k < b->back.size; k++) {
            tr->emission.here = b->exit;
            tr->emission.dead = false;
            bool again = tr->o->choice.memory == MEMORY_AND_CALLERS_FORGOTTEN && b->again;
            if (b->back.size > 1 && !again)
                emit_assume(tr, term_eq(tr->t, b->site, term_bv(tr->t, 32, k)));
            if (tr->o->choice.memory == MEMORY_AND_CALLERS_FORGOTTEN) forget_activations(tr, b);
            emit_jump(tr, b->back.data[k]);
        }
    }
}

void shared_release(translator *tr) {
    for (uint32_t i = 0; i < tr->instances.size; i++) vec_release(&tr->instances.data[i].callers);
    for (uint32_t i = 0; i < tr->shared.bodies.size; i++) {
        vec_release(&tr->shared.bodies.data[i].parameters);
        vec_release(&tr->shared.bodies.data[i].results);
        vec_release(&tr->shared.bodies.data[i].back);
    }
    vec_release(&tr->shared.bodies);
    map_release(&tr->tree.shared_of);
    map_release(&tr->shared.body_of);
}
