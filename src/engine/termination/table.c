/* Loops with few states: every state at the head, one round from each, and how many rounds are left
 * from there, as a table. A state that comes back to itself is one that a run must reach to never
 * end. A small table is a candidate like every other tuple. Of a large one no solver would prove
 * that it decreases; there is nothing left to prove of it, since each state was tried, but that no
 * run comes to one of those that never leave.
 *
 * The states are those of all live variables, together of a few bits; a loop that reads an input,
 * or has a choice, is not tabulated. */
#include "base/log.h"
#include "engine/termination/loops.h"

enum {
    FEW_BITS = 10,
    MOST_BITS = 16,
    WIDTH = MOST_BITS + 1,
    STEPS = 5000,
    ENDLESS = (1 << WIDTH) - 1
};
static const uint32_t LEFT = UINT32_MAX;

typedef struct {
    const loop_set *s;
    const loop_facts *l;
    values *pool;
    u32_vec next;   /* by state: the one after a round; LEFT: it leaves the loop */
    u32_vec rounds; /* by state: that are left, plus 1; ENDLESS: it never leaves; 0: not known */
    uint32_t state; /* that the round came to */
    bool failed;
} loop_table;

static uint32_t width_of(const terms *t, term var) {
    sort s = term_sort(t, var);
    if (sort_kind_of(t, s) == SORT_BOOL) return 1;
    return sort_is_bv(t, s) ? sort_width(t, s) : MOST_BITS + 1;
}

static uint32_t bits_of(const loop_set *s, const loop_facts *l) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < l->live.size && sum <= MOST_BITS; i++)
        sum += width_of(s->p->terms, l->live.data[i]);
    return sum;
}

static void set_state(const loop_table *x, uint32_t state, model *m) {
    terms *t = x->s->p->terms;
    for (uint32_t i = 0; i < x->l->live.size; i++) {
        term var = x->l->live.data[i];
        uint32_t width = width_of(t, var), word = state & ((1u << width) - 1);
        model_set(m, var, term_is_bool(t, var) ? value_bool(t, word) : value_bv(t, width, word));
        state >>= width;
    }
}

static uint32_t get_state(const loop_table *x, const model *m) {
    const terms *t = x->s->p->terms;
    uint32_t state = 0, at = 0;
    for (uint32_t i = 0; i < x->l->live.size; i++) {
        uint64_t word = 0;
        value_u64(m->pool, model_get(m, t, x->l->live.data[i]), &word);
        state |= (uint32_t)word << at;
        at += width_of(t, x->l->live.data[i]);
    }
    return state;
}

/* ---- rounds ---- */

static void on_edge(void *context, edge_id e, const model *m) {
    loop_table *x = context;
    const edge *taken = &x->s->p->edges.data[e.id];
    if (x->state == LEFT && same_loc(taken->to, x->l->head)) x->state = get_state(x, m);
}

/* The round is over where the loop is at its head again, or left. */
static bool may_enter(void *context, loc to) {
    const loop_table *x = context;
    return x->state == LEFT &&
           (same_loc(to, x->l->head) || nesting_inside(&x->s->nest, to, x->l->head));
}

static value on_input(void *context, uint32_t in, sort s) {
    (void)in, (void)s;
    ((loop_table *)context)->failed = true;
    return (value){0};
}

static void make_round(loop_table *x, program *from_head, uint32_t state, const budget *b) {
    model m;
    bool choice = false;
    model_init(&m, x->pool);
    set_state(x, state, &m);
    x->state = LEFT;
    run_options o = {.next_input = on_input,
                     .on_edge = on_edge,
                     .may_enter = may_enter,
                     .context = x,
                     .input_pool = x->pool,
                     .max_steps = STEPS,
                     .limits = b};
    run_result r = program_run(from_head, &m, &o, &choice);
    x->failed |= choice || r.end == RUN_LIMIT || r.end == RUN_STEPS;
    vec_push(&x->next, x->state);
    model_release(&m);
}

static bool make_rounds(loop_table *x, const budget *b) {
    uint32_t states = 1u << bits_of(x->s, x->l);
    program *p = program_clone(x->s->p);
    p->start = x->l->head;
    p->accessed = (term){0}; /* it starts in any state */
    program_changed(p);
    for (uint32_t i = 0; i < states && !x->failed; i++) {
        make_round(x, p, i, b);
        x->failed |= budget_over(b);
    }
    program_delete(p);
    return !x->failed;
}

/* ---- how many are left ---- */

/* From `first` on to one whose rounds are known, and back again. */
static void count_from(loop_table *x, uint32_t first, u32_vec *path) {
    uint32_t state = first, left = 0;
    vec_clear(path);
    for (; state != LEFT && !x->rounds.data[state]; state = x->next.data[state]) {
        x->rounds.data[state] = ENDLESS; /* unless it turns out to end */
        vec_push(path, state);
    }
    if (state != LEFT) left = x->rounds.data[state];
    while (path->size) {
        left = left == ENDLESS ? ENDLESS : left + 1;
        x->rounds.data[vec_pop(path)] = left;
    }
}

static void count_rounds(loop_table *x) {
    u32_vec path = {0};
    vec_resize(&x->rounds, x->next.size);
    for (uint32_t i = 0; i < x->next.size; i++) count_from(x, i, &path);
    vec_release(&path);
}

/* ---- as a term ---- */

static term bit_of(const loop_table *x, uint32_t bit) {
    terms *t = x->s->p->terms;
    for (uint32_t i = 0;; i++) {
        term var = x->l->live.data[i];
        uint32_t width = width_of(t, var);
        if (bit >= width) bit -= width;
        else if (term_is_bool(t, var)) return var;
        else return term_eq(t, term_extract(t, bit, bit, var), term_bv(t, 1, 1));
    }
}

/* Of the 2^count states from `first` on: how many rounds are left, or whether they are endless. */
static term table_term(const loop_table *x, uint32_t first, uint32_t count, bool endless) {
    terms *t = x->s->p->terms;
    uint32_t left = x->rounds.data[first];
    if (!count && endless) return left == ENDLESS ? term_true(t) : term_false(t);
    if (!count) return term_bv(t, WIDTH, left);
    term low = table_term(x, first, count - 1, endless),
         high = table_term(x, first + (1u << (count - 1)), count - 1, endless);
    return same(low, high) ? low : term_ite(t, bit_of(x, count - 1), high, low);
}

bool loop_tabulate(loop_set *s, loop_facts *l, const budget *b) {
    uint32_t count = bits_of(s, l);
    if (!count || count > MOST_BITS) return false;
    LOG("termination", "tabulate the loop at %u: %u bits", l->head.id, count);
    loop_table x = {.s = s, .l = l, .pool = values_new(s->p->terms)};
    bool good = make_rounds(&x, b);
    if (good) {
        count_rounds(&x);
        vec_clear(&l->tuple);
        vec_clear(&l->scalars);
        if (count > FEW_BITS) {
            l->states = 1u << count;
            l->stuck = table_term(&x, 0, count, true);
        } else
            vec_push(&l->tuple, ((measure_place){table_term(&x, 0, count, false), false, false}));
        l->tried = l->tabulated = true;
    }
    vec_release(&x.next);
    vec_release(&x.rounds);
    values_delete(x.pool);
    return good;
}
