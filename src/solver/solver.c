/* One interface over the backends: what is common to all of them. */
#include "base/log.h"
#include "solver/backend.h"
#include "base/fail.h"

#include <stdio.h>

#define POOL_BYTES (64u << 20) /* model values beyond this are thrown away with their pool */
#define MINIMIZE_LITERALS 64   /* at most so many deletion checks for one core */
#define MINIMIZE_TICKS 200     /* each with so many conflicts */
#define TIMED_FIRST 64u        /* checks that are all measured */
#define TIMED_EVERY 8u         /* of the others */
#define SHORT_SECONDS 1e-3     /* longer ones always are */

solver *solver_new(terms *t, const char *name, solver_options options, const char **why) {
    LOG("solver", "new %s", name);
    const char *ignored;
    if (!why) why = &ignored;
    *why = "no such backend";
    if (!strcmp(name, "auto")) return auto_new(t, options, why);
    if (!strcmp(name, "z3")) return z3_new(t, options, why);
    if (!strcmp(name, "blast")) return blast_new(t, options, why);
    if (!strcmp(name, "icp")) return icp_new(t, options, why);
    if (!strcmp(name, "boxes")) return boxes_new(t, options, why);
    if (!strcmp(name, "reals/z3") || !strcmp(name, "reals/cvc5"))
        return reals_new(t, name, options, why);
    if (!strncmp(name, "pipe:", 5)) return pipe_new(t, name + 5, options, why);
    return NULL;
}

/* ---- who answered ---- */

void solvers_record(terms *t, solver_set by) {
    assert(!(by & ~(solver_set)SOLVED_BY_ALL));
    terms_set_solvers(t, terms_solvers(t) | by);
}

solver_set solvers_seen(const terms *t) { return terms_solvers(t); }

solver_set solvers_take(terms *t) {
    solver_set seen = terms_solvers(t);
    terms_set_solvers(t, 0);
    return seen;
}

const char *solver_set_names(solver_set s, char names[SOLVER_NAMES]) {
    static const char *const each[] = {"blast", "z3",         "cvc5",   "icp",
                                       "boxes", "relaxation", "ranges", "another program"};
    assert(!(s & ~(solver_set)SOLVED_BY_ALL));
    names[0] = 0;
    /* A relaxation always has its ranges. */
    if (s & SOLVED_BY_RELAXATION) s &= ~(solver_set)SOLVED_BY_RANGES;
    for (uint32_t i = 0; i < sizeof each / sizeof *each; i++) {
        size_t used = strlen(names);
        if (s >> i & 1)
            snprintf(names + used, SOLVER_NAMES - used, "%s%s", used ? ", " : "", each[i]);
    }
    return names;
}

void *solver_make(size_t size, const backend *b, terms *t, solver_set set, solver_options options) {
    solver *s = mem_zero(size);
    s->backend = b;
    s->terms = t;
    s->set = set;
    s->options = options;
    return s;
}

void solver_delete(solver *s) {
    if (!s) return;
    LOG("solver", "delete %s", solver_name(s));
    s->backend->release(s);
    vec_release(&s->stack.asserted);
    vec_release(&s->stack.scopes);
    vec_release(&s->assumed);
    vec_release(&s->core);
    vec_release(&s->vars);
    map_release(&s->seen);
    if (s->pool) {
        evaluator_delete(s->eval);
        model_release(&s->model);
        values_delete(s->pool);
    }
    mem_free(s);
}

const char *solver_name(const solver *s) { return s->backend->name; }
uint32_t solver_theories(const solver *s) { return s->backend->theories; }
uint32_t solver_capabilities(const solver *s) { return s->backend->capabilities; }
stop_reason solver_stop(const solver *s) {
    LOG("solver", "%s stops", solver_name(s));
    return (stop_reason){s->end, solver_why(s)};
}
enum answer solver_stopped(solver *s, stop_reason r) {
    s->why = r.words;
    s->end = r.end;
    return ANSWER_UNKNOWN;
}
const char *solver_why(const solver *s) { return s->why ? s->why : ""; }
void solver_set_budget(solver *s, const budget *b) {
    LOG("solver", "%s gets a budget of %.2f s", solver_name(s), budget_left(b));
    s->budget = b;
}
const solver_stats *solver_statistics(const solver *s) { return &s->stats; }

void solver_push(solver *s) {
    LOG(solver_name(s), "push");
    vec_push(&s->stack.scopes, s->stack.asserted.size);
    if (s->backend->push) s->backend->push(s);
}
void solver_pop(solver *s) {
    LOG(solver_name(s), "pop");
    require(s->stack.scopes.size, "pop without push");
    s->stack.asserted.size = vec_pop(&s->stack.scopes);
    if (s->backend->pop) s->backend->pop(s);
}

void solver_assert(solver *s, term a) {
    require(term_is_bool(s->terms, a), "an assertion must be Bool");
    LOG(solver_name(s), "assert %u", a.id);
    if (term_is_true(s->terms, a)) return;
    vec_push(&s->stack.asserted, a);
    if (s->backend->assert_term) s->backend->assert_term(s, a);
}

void solver_interrupt(solver *s) {
    LOG(solver_name(s), "interrupt");
    s->interrupted = 1;
    if (s->backend->interrupt) s->backend->interrupt(s);
}

bool solver_interpolate(solver *s, term a, term b, term *interpolant) {
    assert_debug(term_is_bool(s->terms, a) && term_is_bool(s->terms, b));
    LOG(solver_name(s), "interpolate %u and %u", a.id, b.id);
    if (!s->backend->interpolate || !s->backend->interpolate(s, a, b, interpolant)) return false;
    solvers_record(s->terms, s->set);
    return true;
}

double check_seconds(const solver *s) {
    double limit = s->options.query_seconds;
    if (s->budget && s->budget->deadline) {
        double left = budget_left(s->budget);
        if (limit <= 0 || left < limit) limit = left > 0.001 ? left : 0.001;
    }
    if (s->budget && s->budget->cpu_deadline && !(s->backend->capabilities & CAN_COUNT_CPU)) {
        double left = s->budget->cpu_deadline - clock_cpu();
        if (limit <= 0 || left < limit) limit = left > 0.001 ? left : 0.001;
    }
    return limit;
}

/* ---- checks ---- */

/* Drop true, find false: the answer where that decides, otherwise UNKNOWN. */
static enum answer take_assumptions(solver *s, uint32_t n, const term *assumptions) {
    vec_clear(&s->assumed);
    for (uint32_t i = 0; i < n; i++) {
        if (term_is_false(s->terms, assumptions[i])) {
            vec_push(&s->core, assumptions[i]);
            return ANSWER_UNSAT;
        }
        if (!term_is_true(s->terms, assumptions[i])) vec_push(&s->assumed, assumptions[i]);
    }
    return ANSWER_UNKNOWN;
}

static bool may_start(solver *s) {
    if (s->interrupted) return solver_stopped(s, stop_by(BUDGET_INTERRUPTED)), false;
    if (s->budget && budget_over(s->budget))
        return solver_stopped(s, budget_stop(s->budget)), false;
    return true;
}

/* One deletion test: is the core without its i-th literal still unsat? Then the core becomes that
 * core. */
static bool drop_literal(solver *s, uint32_t i) {
    vec_clear(&s->assumed);
    for (uint32_t k = 0; k < s->core.size; k++)
        if (k != i) vec_push(&s->assumed, s->core.data[k]);
    if (s->backend->check(s, s->assumed.size, s->assumed.data) != ANSWER_UNSAT) return false;
    vec_clear(&s->core);
    s->backend->core(s, s->assumed.size, s->assumed.data);
    return true;
}

/* Deletion pass; bounded in number and effort, so the result need not be minimal, but is a core. */
static void minimize(solver *s) {
    uint64_t ticks = s->options.query_ticks;
    if (!ticks || ticks > MINIMIZE_TICKS) s->options.query_ticks = MINIMIZE_TICKS;
    uint32_t tries = 0;
    for (uint32_t i = 0; i < s->core.size && s->core.size > 1 && tries < MINIMIZE_LITERALS; tries++)
        if (!drop_literal(s, i)) i++;
    s->options.query_ticks = ticks;
    solver_stopped(s, (stop_reason){0});
    s->refused = false;
}

static void forget_model(solver *s) {
    if (!s->model_used) return;
    model_clear(&s->model);
    map_clear(&s->seen);
    s->model_used = false;
    if (values_memory(s->pool) < POOL_BYTES) return;
    evaluator_delete(s->eval);
    model_release(&s->model);
    values_delete(s->pool);
    s->pool = NULL;
}

static enum answer decide(solver *s, uint32_t n, const term *assumptions) {
    enum answer a = take_assumptions(s, n, assumptions);
    if (a == ANSWER_UNSAT) return s->stats.trivial++, a;
    if (!may_start(s)) return ANSWER_UNKNOWN;
    a = s->backend->check(s, s->assumed.size, s->assumed.data);
    assert(s->set);
    if (a != ANSWER_UNKNOWN) solvers_record(s->terms, s->set);
    if (a != ANSWER_UNSAT) return a;
    s->backend->core(s, s->assumed.size, s->assumed.data);
    if (s->options.minimize_core && s->core.size > 1) minimize(s);
    return a;
}

/* The processor's clock is a system call, and dear beside a query of microseconds: of the short
 * checks beyond the first only every so many are measured, and stand for the others. */
static uint32_t weight(const solver *s) {
    return s->stats.checks < TIMED_FIRST ? 1 : s->stats.checks % TIMED_EVERY ? 0 : TIMED_EVERY;
}

static double start_clock(solver *s) {
    if (weight(s)) s->cpu_read = clock_cpu();
    return clock_now();
}

/* What was not measured from its start took no more than by the wall, and no more than since the
 * last reading. */
static void stop_clock(solver *s, double start) {
    double elapsed = clock_now() - start;
    bool is_short = elapsed < SHORT_SECONDS;
    if (is_short && !weight(s)) return;
    double cpu = clock_cpu(), spent = cpu - s->cpu_read;
    s->cpu_read = cpu;
    if (spent > elapsed) spent = elapsed;
    s->stats.seconds += is_short ? weight(s) * spent : spent;
}

enum answer solver_check(solver *s, uint32_t n, const term *assumptions) {
    assert_debug(terms_are_there(s->terms, n, assumptions));
    LOG(solver_name(s), "check %u assumptions", n);
    terms_check(s->terms);
    double start = start_clock(s);
    forget_model(s);
    vec_clear(&s->core);
    solver_stopped(s, (stop_reason){0});
    s->refused = false;
    enum answer a = decide(s, n, assumptions);
    if (a == ANSWER_UNKNOWN && !s->why) s->why = "incomplete";
    s->interrupted = 0;
    s->last = a;
    stop_clock(s, start);
    s->stats.checks++;
    s->stats.assumption_literals += n;
    s->stats.core_literals += s->core.size;
    *(a == ANSWER_SAT     ? &s->stats.sat
      : a == ANSWER_UNSAT ? &s->stats.unsat
                          : &s->stats.unknown) += 1;
    return a;
}

const term_vec *solver_core(solver *s) {
    require(s->last == ANSWER_UNSAT, "a core is there after unsat only");
    LOG(solver_name(s), "core");
    return &s->core;
}

bool solver_in_core(solver *s, term assumption) {
    assert_debug(term_is_bool(s->terms, assumption));
    return terms_have(solver_core(s), assumption);
}

/* ---- models ---- */

static void open_model(solver *s) {
    require(s->last == ANSWER_SAT, "a model is there after sat only");
    s->model_used = true;
    if (s->pool) return;
    s->pool = values_new(s->terms);
    model_init(&s->model, s->pool);
    s->eval = evaluator_new(s->terms, s->pool);
}

/* Values of at most 64 bits are themselves in any pool; the others move as constant terms. */
static value move_value(solver *s, values *pool, value a) {
    switch (sort_kind_of(s->terms, a.sort)) {
    case SORT_BV:
    case SORT_FP:
        if (sort_width(s->terms, a.sort) > 64) break;
        return a;
    case SORT_BOOL:
    case SORT_RM: return a;
    default: break;
    }
    return value_of_term(pool, value_to_term(s->pool, a));
}

/* Values that need no pool are asked for each time: cheaper than to remember them. */
static bool is_plain(const terms *t, sort of) {
    enum sort_kind k = sort_kind_of(t, of);
    return k == SORT_BOOL || (k == SORT_BV && sort_width(t, of) <= 64);
}

value solver_value(solver *s, values *pool, term a) {
    assert_debug(term_is_there(s->terms, a));
    open_model(s);
    if (term_is_var(s->terms, a) && is_plain(s->terms, term_sort(s->terms, a)))
        return s->backend->leaf(s, s->pool, a);
    vec_clear(&s->vars);
    term_vars(s->terms, a, &s->seen, &s->vars);
    for (uint32_t i = 0; i < s->vars.size; i++)
        model_set(&s->model, s->vars.data[i], s->backend->leaf(s, s->pool, s->vars.data[i]));
    if (term_is_var(s->terms, a)) return move_value(s, pool, model_get(&s->model, s->terms, a));
    return move_value(s, pool, term_eval(s->eval, &s->model, a));
}

void solver_model(solver *s, model *into, uint32_t n, const term *vars) {
    assert_debug(terms_are_there(s->terms, n, vars));
    LOG(solver_name(s), "model of %u variables", n);
    for (uint32_t i = 0; i < n; i++) model_set(into, vars[i], solver_value(s, into->pool, vars[i]));
}
