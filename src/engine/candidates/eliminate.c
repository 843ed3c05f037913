#include "engine/candidates/eliminate.h"

#include "base/log.h"

#include <assert.h>

void elimination_init(elimination *e, terms *t, solver *s, const budget *limits, bits *dropped) {
    assert(t && s && limits && dropped);
    *e = (elimination){.terms = t, .solver = s, .limits = limits, .dropped = dropped};
    e->pool = values_new(t);
}

void elimination_release(elimination *e) {
    if (e->pool) values_delete(e->pool);
    vec_release_each(&e->cores, vec_release);
    vec_release(&e->active);
    vec_release(&e->violated);
    vec_release(&e->support);
    *e = (elimination){0};
}

void elimination_add(elimination *e, term active) {
    assert_debug(!active.id || term_is_bool(e->terms, active));
    vec_push(&e->active, active);
    vec_push(&e->violated, term_false(e->terms));
    vec_push(&e->support, 0);
}

void elimination_violated(elimination *e, uint32_t i, term fails) {
    assert_debug(i < e->active.size);
    assert_debug(term_is_bool(e->terms, fails));
    assert(i < e->violated.size && !e->support.data[i]);
    LOG("candidates", "candidate %u may fail by %u", i, fails.id);
    e->violated.data[i] = term_or(e->terms, e->violated.data[i], fails);
}

static uint32_t size_of(const elimination *e) { return e->active.size; }
static bool is_dropped(const elimination *e, uint32_t i) { return bits_has(e->dropped, i); }

/* ---- queries ---- */

/* With those of `only` assumed (NULL: all) that are left. */
static enum answer ask(elimination *e, term bad, const bits *only, double seconds) {
    if (term_is_false(e->terms, bad)) return ANSWER_UNSAT;
    term_vec assumed = {0};
    vec_push(&assumed, bad);
    for (uint32_t i = 0; i < size_of(e); i++)
        if (e->active.data[i].id && !is_dropped(e, i) && (!only || bits_has(only, i)))
            vec_push(&assumed, e->active.data[i]);
    budget effort = seconds > 0 ? budget_effort(*e->limits, seconds) : *e->limits;
    solver_set_budget(e->solver, &effort);
    enum answer a = solver_check(e->solver, assumed.size, assumed.data);
    solver_set_budget(e->solver, e->limits);
    vec_release(&assumed);
    return a;
}

/* After UNSAT: the candidates that the answer used. */
static void append_core(elimination *e, term bad, u32_vec *core) {
    if (term_is_false(e->terms, bad)) return; /* nothing to ask */
    for (uint32_t i = 0; i < size_of(e); i++)
        if (e->active.data[i].id && !is_dropped(e, i) &&
            solver_in_core(e->solver, e->active.data[i]))
            vec_push(core, i);
}

enum answer elimination_ask(elimination *e, term bad, u32_vec *core) {
    assert_debug(term_is_bool(e->terms, bad));
    enum answer a = ask(e, bad, NULL, 0);
    if (a == ANSWER_UNSAT && core) append_core(e, bad, core);
    return a;
}

/* After SAT: every candidate that the model violates. */
static void drop_refuted(elimination *e) {
    for (uint32_t i = 0; i < size_of(e); i++)
        if (!is_dropped(e, i) && !term_is_false(e->terms, e->violated.data[i]) &&
            value_is_true(solver_value(e->solver, e->pool, e->violated.data[i])))
            bits_add(e->dropped, i);
}

/* ---- supports ---- */

static bool is_supported(const elimination *e, uint32_t i) {
    if (term_is_false(e->terms, e->violated.data[i])) return true;
    if (!e->support.data[i]) return false;
    const u32_vec *core = &e->cores.data[e->support.data[i] - 1];
    for (uint32_t k = 0; k < core->size; k++)
        if (is_dropped(e, core->data[k])) return false;
    return true;
}

static bool is_open(const elimination *e, uint32_t i) {
    return !is_dropped(e, i) && !is_supported(e, i);
}

/* The number of a new, empty core, plus 1. */
static uint32_t add_core(elimination *e) {
    vec_push(&e->cores, ((u32_vec){0}));
    return e->cores.size;
}

/* ---- forwards ---- */

static void support_all(elimination *e, term bad) {
    uint32_t core = add_core(e);
    append_core(e, bad, &e->cores.data[core - 1]);
    for (uint32_t i = 0; i < size_of(e); i++)
        if (is_open(e, i)) e->support.data[i] = core;
}

/* All at once, until none is violated or the query is too hard. */
static enum answer eliminate_together(elimination *e, bool *some) {
    enum answer a = ANSWER_SAT;
    while (a == ANSWER_SAT && !budget_over(e->limits)) {
        term_vec bad = {0};
        for (uint32_t i = 0; i < size_of(e); i++)
            if (is_open(e, i)) vec_push(&bad, e->violated.data[i]);
        term any = term_or_n(e->terms, bad.size, bad.data);
        a = ask(e, any, NULL, e->all_seconds);
        if (a == ANSWER_SAT) drop_refuted(e), *some = true;
        if (a == ANSWER_UNSAT && bad.size) support_all(e, any);
        vec_release(&bad);
    }
    return a;
}

static bool shown_otherwise(elimination *e, uint32_t i) {
    if (!e->otherwise) return false;
    uint32_t core = add_core(e);
    if (!e->otherwise(e->context, i, &e->cores.data[core - 1])) return false;
    e->support.data[i] = core;
    return true;
}

static void take_support(elimination *e, uint32_t i) {
    uint32_t core = add_core(e);
    append_core(e, e->violated.data[i], &e->cores.data[core - 1]);
    e->support.data[i] = core;
}

/* One candidate, which may be easier; false: something was dropped. */
static bool eliminate_one(elimination *e, uint32_t i) {
    enum answer a = ask(e, e->violated.data[i], NULL, e->one_seconds);
    if (a == ANSWER_UNKNOWN && shown_otherwise(e, i)) return true;
    if (a == ANSWER_UNKNOWN && e->last_seconds > 0)
        a = ask(e, e->violated.data[i], NULL, e->last_seconds);
    if (a == ANSWER_UNSAT) take_support(e, i);
    else if (a == ANSWER_SAT) drop_refuted(e);
    else if (!budget_over(e->limits)) bits_add(e->dropped, i);
    return a == ANSWER_UNSAT;
}

static bool eliminate_each(elimination *e, bool *some) {
    bool none = true;
    for (uint32_t i = 0; i < size_of(e) && !budget_over(e->limits); i++)
        if (is_open(e, i)) none &= eliminate_one(e, i);
    *some |= !none;
    return none;
}

bool eliminate(elimination *e, bool *some) {
    LOG("candidates", "eliminate among %u candidates", e->active.size);
    bool any = false;
    enum answer a = eliminate_together(e, &any);
    while (a != ANSWER_UNSAT && !budget_over(e->limits))
        if (eliminate_each(e, &any)) a = ANSWER_UNSAT;
    if (some) *some |= any;
    return a == ANSWER_UNSAT && !budget_over(e->limits);
}

void eliminate_refuted(elimination *e, double seconds) {
    assert_debug(seconds >= 0);
    LOG("candidates", "refute %u candidates in %.2f s", e->active.size, seconds);
    budget effort = budget_effort(*e->limits, seconds);
    const budget *limits = e->limits;
    bool some = false;
    e->limits = &effort;
    eliminate_together(e, &some);
    e->limits = limits;
}

/* ---- backwards ---- */

static enum answer find_support(elimination *e, const bits *needed, uint32_t i);

static bool support_by_second(elimination *e, const bits *needed, uint32_t i) {
    elimination *other = e->second;
    if (find_support(other, needed, i) != ANSWER_UNSAT) return false;
    uint32_t core = add_core(e);
    if (other->support.data[i]) {
        const u32_vec *from = &other->cores.data[other->support.data[i] - 1];
        vec_append(&e->cores.data[core - 1], from->data, from->size);
    }
    e->support.data[i] = core;
    return true;
}

/* Is candidate i kept, by those that are needed already, or else by any? */
static enum answer find_support(elimination *e, const bits *needed, uint32_t i) {
    if (is_supported(e, i)) return ANSWER_UNSAT;
    term bad = e->violated.data[i];
    enum answer a = ask(e, bad, needed, e->one_seconds);
    if (a != ANSWER_UNSAT) a = ask(e, bad, NULL, e->one_seconds);
    if (a == ANSWER_UNKNOWN && e->second && support_by_second(e, needed, i)) return ANSWER_UNSAT;
    if (a == ANSWER_UNKNOWN && e->last_seconds > 0) a = ask(e, bad, NULL, e->last_seconds);
    if (a == ANSWER_UNSAT) take_support(e, i);
    return a;
}

static void need(bits *needed, const u32_vec *core, u32_vec *queue) {
    for (uint32_t i = 0; i < core->size; i++) {
        if (!bits_has(needed, core->data[i])) vec_push(queue, core->data[i]);
        bits_add(needed, core->data[i]);
    }
}

bool eliminate_support(elimination *e, bits *needed, bool *undecided) {
    u32_vec queue = {0};
    bool closed = true;
    for (uint32_t i = 0; i < size_of(e); i++)
        if (bits_has(needed, i)) vec_push(&queue, i);
    for (uint32_t next = 0; closed && next < queue.size; next++) {
        uint32_t i = queue.data[next];
        enum answer a = find_support(e, needed, i);
        closed = a == ANSWER_UNSAT;
        if (closed && e->support.data[i])
            need(needed, &e->cores.data[e->support.data[i] - 1], &queue);
        if (a == ANSWER_SAT) drop_refuted(e);
        if (a != ANSWER_UNKNOWN) continue;
        if (e->drop_undecided && !budget_over(e->limits)) bits_add(e->dropped, i);
        else if (undecided) *undecided = true;
    }
    vec_release(&queue);
    return closed;
}

bool eliminate_backwards(elimination *e, term bad, bits *needed) {
    assert_debug(term_is_bool(e->terms, bad));
    LOG("candidates", "backwards with %u candidates", e->active.size);
    bool closed = false, undecided = false;
    u32_vec core = {0};
    while (!closed && !undecided && !budget_over(e->limits)) {
        vec_clear(&core);
        bits_clear(needed);
        if (elimination_ask(e, bad, &core) != ANSWER_UNSAT) break;
        for (uint32_t i = 0; i < core.size; i++) bits_add(needed, core.data[i]);
        closed = eliminate_support(e, needed, &undecided);
    }
    vec_release(&core);
    return closed;
}
