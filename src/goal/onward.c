/* Bounded search from states that tests reached: where a counter is high already, or a filter has
 * settled, a goal is often a step or two away, though far from the start. All variables have values
 * there, so most of the program folds to constants. What is found goes on from the test by which
 * the state was reached, and is replayed from the start like any other run. */
#include "base/random.h"
#include "engine/common/unroll.h"
#include "goal/deadcode_internal.h"

#include <string.h>

enum {
    MOST_INPUTS = 20000, /* of a test that is worth going on from */
    MOST_DEPTH = 4       /* steps onward */
};
static const double state_seconds = 0.3; /* of CPU, for all depths */

typedef struct {
    deadcode *d;
    const deadcode_options *o;
    program *p; /* all goals that were open are error locations */
    loc head;   /* of the outermost loop */
    rng random;
    bits refused; /* marks whose runs did not hold */
    /* the state at hand */
    input_queue *queue;
    uint32_t taken, given;  /* inputs of the test: so many were read, of so many */
    uint32_t visits, until; /* of the head */
    input_log log;          /* what was read until then */
    term_vec state;         /* by variable; empty: it was not reached */
    bool over;
} onward;

/* ---- a state of a test ---- */

static value next_input(void *context, uint32_t in, sort s) {
    onward *x = context;
    struct input_value v = {in, input_queue_next(x->queue, in, s)};
    if (!v.value.sort.id) return v.value;
    x->taken++;
    vec_push(&x->log.items, v);
    return v.value;
}

static void take_state(onward *x, const model *state) {
    const program *p = x->d->marked.base;
    vec_clear(&x->state);
    for (uint32_t i = 0; i < p->variables.size; i++) {
        value v = model_get(state, p->terms, p->variables.data[i].var);
        vec_push(&x->state, value_to_term(state->pool, v));
    }
}

static void on_edge(void *context, edge_id e, const model *state) {
    onward *x = context;
    if (!same_loc(x->d->marked.base->edges.data[e.id].to, x->head)) return;
    x->visits++;
    if (x->visits == x->until) take_state(x, state);
    x->over = x->visits == x->until || x->taken == x->given;
}

static bool may_enter(void *context, loc to) {
    (void)to;
    return !((onward *)context)->over;
}

/* Follow the test to the head of the loop for the `until`th time, or as often as its inputs last.
 */
static void follow(onward *x, const goal_test *t, uint32_t until) {
    run_options how = {.next_input = next_input,
                       .on_edge = on_edge,
                       .may_enter = may_enter,
                       .context = x,
                       .input_pool = x->d->pool,
                       .limits = &x->d->v->limits};
    vec_clear(&x->log.items);
    vec_clear(&x->state);
    x->queue = input_queue_new(&t->inputs);
    x->given = t->inputs.items.size;
    x->taken = x->visits = 0;
    x->until = until;
    x->over = false;
    program_run(x->d->marked.base, NULL, &how, NULL);
    input_queue_delete(x->queue);
}

/* ---- from there ---- */

static void wanted(const onward *x, const unrolling *u, u32_vec *out) {
    vec_clear(out);
    for (uint32_t i = 0; i < u->errors.size; i++) {
        uint32_t n = u->errors.data[i], mark_id = marked_goal_at(x->p, u->nodes.data[n].at);
        if (mark_id != NO_MARK && x->d->goals.marks.data[mark_id].state == STATE_OPEN &&
            !bits_has(&x->refused, mark_id))
            vec_push(out, n);
    }
}

/* The inputs up to the state, and those of the model. */
static void take(onward *x, unrolling *u, uint32_t hit, engine_result *r) {
    input_log all = {0};
    unroll_trace(u, hit, r);
    uint32_t mark_id = marked_goal_at(x->p, r->reached);
    vec_append(&all.items, x->log.items.data, x->log.items.size);
    for (uint32_t i = 0; i < r->trace.inputs.items.size; i++) {
        struct input_value v = r->trace.inputs.items.data[i];
        v.value = value_move(x->d->v->terms, r->pool, v.value, x->d->pool);
        vec_push(&all.items, v);
    }
    if (deadcode_confirm(x->d, x->o, mark_id, &all, x->d->pool, test_found_by_engine("bmc")))
        deadcode_prolong(x->d, x->o);
    else bits_add(&x->refused, mark_id);
    vec_release(&all.items);
    deadcode_tell(x->d, x->o, true);
}

static void cover_depth(onward *x, unrolling *u, const budget *limits) {
    u32_vec nodes = {0};
    enum answer a = ANSWER_SAT;
    for (wanted(x, u, &nodes); nodes.size && a == ANSWER_SAT && !budget_over(limits);
         wanted(x, u, &nodes)) {
        engine_result r;
        uint32_t hit = 0;
        engine_result_init(&r, x->p->terms);
        a = unroll_ask(u, &nodes, NULL, r.pool, &hit);
        if (a == ANSWER_SAT) take(x, u, hit, &r);
        engine_result_release(&r);
    }
    vec_clear(&u->errors);
    vec_release(&nodes);
}

static void search_from_state(onward *x) {
    const char *why;
    unrolling u;
    budget limits = budget_effort(x->d->v->limits, state_seconds);
    solver *s = solver_new(x->p->terms, x->o->verify.engine.solver,
                           (solver_options){.seed = (uint32_t)x->o->verify.engine.seed}, &why);
    if (!s) return;
    solver_set_budget(s, &limits);
    unroll_init(&u, x->p, s);
    for (uint32_t i = 0; i < x->state.size; i++) unroll_fix(&u, i, x->state.data[i]);
    unroll_start(&u, x->head, term_true(x->p->terms));
    for (uint32_t depth = 0; depth < MOST_DEPTH && u.frontier.size && !budget_over(&limits);
         depth++)
        if (unroll_advance(&u, &limits)) cover_depth(x, &u, &limits);
        else break;
    unroll_release(&u);
    solver_delete(s);
}

/* ---- which states ---- */

/* The last state of the test the first time, any other of its states after that. */
static void search_from_test(onward *x, uint32_t test, uint32_t round) {
    const goal_test *t = &x->d->tests.data[test];
    if (t->inputs.items.size > MOST_INPUTS) return;
    follow(x, t, 0);
    if (!x->visits) return;
    follow(x, t, round ? 1 + random_below(&x->random, x->visits) : x->visits);
    if (x->state.size) search_from_state(x);
}

static bool find_head(onward *x) {
    loc_vec order = {0};
    program_order(x->d->marked.base, &order);
    bool any = false;
    for (uint32_t i = 0; i < order.size && !any; i++) {
        x->head = order.data[i];
        any = x->d->marked.base->locations.data[order.data[i].id].cut;
    }
    vec_release(&order);
    return any;
}

static void search(onward *x, const deadcode_options *o, double seconds) {
    enum { ROUNDS = 16 };
    double start = clock_cpu();
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < x->d->tests.size; i++) {
            if (clock_cpu() - start > seconds || !deadcode_is_open(x->d) || deadcode_over(x->d, o))
                return;
            /* Later tests lie deeper. */
            search_from_test(x, x->d->tests.size - 1 - i, round);
        }
}

void deadcode_go_on(deadcode *d, const deadcode_options *o, double seconds) {
    onward x = {.d = d, .o = o};
    bits remaining = {0};
    deadcode_remaining(d, &remaining);
    if (bits_count(&remaining) && find_head(&x)) {
        x.random.state = (uint64_t)o->verify.engine.seed * 1000003 + d->explored;
        x.p = marked_with(&d->marked, &remaining);
        cone_cut(&d->cone, x.p, 0);
        search(&x, o, seconds);
        program_delete(x.p);
    }
    bits_release(&remaining);
    bits_release(&x.refused);
    vec_release(&x.log.items);
    vec_release(&x.state);
}
