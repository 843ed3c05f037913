/* F_infinity. A frame of level i accepts nearly every lemma while i is small (x < 10^7 after three
 * rounds of x++), and such lemmas never end. Before a cube is blocked at a level we ask for a
 * subset of its literals that no reachable state can enter at all: inductive relative to
 * F_infinity. Literals that are false in a counterexample to induction are given up until none is
 * left (Bradley's down, Houdini's fixpoint). What is found is a lemma of level LEVEL_INFINITY;
 * together these lemmas are an inductive invariant at every moment of the run. */
#include "engine/ic3/literals/infinity.h"
#include "base/log.h"
#include "engine/ic3/literals/order.h"

enum { ROUNDS = 60, VOCABULARY = 160 };

/* ---- the vocabulary: what the cube implies ---- */

static void add(term_vec *lits, const terms *t, term a) {
    if (term_is_const(t, a) || lits->size >= VOCABULARY) return;
    if (terms_have(lits, a)) return;
    vec_push(lits, a);
}

static uint64_t rank(uint32_t width, bool is_signed, uint64_t v) {
    return is_signed ? v ^ (1ull << (width - 1)) : v;
}

/* The nearest constants of the program below and above the value. */
static void add_thresholds(literals *s, term x, uint64_t number, bool is_signed, term_vec *out) {
    uint32_t w = term_width(s->k.t, x);
    uint64_t mask = w == 64 ? UINT64_MAX : (1ull << w) - 1, mine = rank(w, is_signed, number);
    uint64_t low = mine, high = mine, below = 0, above = UINT64_MAX;
    bool has_below = false, has_above = false;
    for (uint32_t i = 0; i < s->constants.size; i++) {
        uint64_t r = rank(w, is_signed, s->constants.data[i] & mask);
        if (r <= low && (!has_below || r >= below)) below = r, has_below = true;
        if (r >= high && (!has_above || r <= above)) above = r, has_above = true;
    }
    order from = {term_bv(s->k.t, w, rank(w, is_signed, below)), x, false, is_signed};
    order to = {x, term_bv(s->k.t, w, rank(w, is_signed, above)), false, is_signed};
    if (has_below) add(out, s->k.t, order_make(s->k.t, &from));
    if (has_above) add(out, s->k.t, order_make(s->k.t, &to));
}

static void add_word(literals *s, term x, uint64_t number, term_vec *out) {
    terms *t = s->k.t;
    uint32_t w = term_width(t, x);
    for (uint32_t i = 0; i < w; i++)
        add(out, t, term_eq(t, term_extract(t, i, i, x), term_bv(t, 1, number >> i & 1)));
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        order from = {term_bv(t, w, number), x, false, is_signed},
              to = {x, term_bv(t, w, number), false, is_signed};
        add(out, t, order_make(t, &from));
        add(out, t, order_make(t, &to));
        add_thresholds(s, x, number, is_signed, out);
    }
}

static void words(literals *s, const cube *c, term_vec *out) {
    for (uint32_t i = 0; i < c->size; i++) add(out, s->k.t, c->lits[i]);
    for (uint32_t i = 0; i < c->size; i++) {
        term lit = c->lits[i];
        uint64_t number;
        if (term_op(s->k.t, lit) != OP_EQ ||
            !sort_is_bv(s->k.t, term_sort(s->k.t, term_arg(s->k.t, lit, 0))))
            continue;
        term a = term_arg(s->k.t, lit, 0), b = term_arg(s->k.t, lit, 1);
        if (term_width(s->k.t, a) < 2 || term_width(s->k.t, a) > 64) continue;
        if (term_get_u64(s->k.t, b, &number)) add_word(s, a, number, out);
        else if (term_get_u64(s->k.t, a, &number)) add_word(s, b, number, out);
    }
}

cube lit_vocabulary(literals *s, loc l, const cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    term_vec lits = {0};
    words(s, c, &lits);
    lit_implied(s, l, c, &lits);
    cube all = cube_make(lits.data, lits.size);
    vec_release(&lits);
    return all;
}

/* ---- giving literals up ---- */

static void read_state(literals *s, const cube *c, model *m) {
    map seen = {0};
    term_vec vars = {0};
    for (uint32_t i = 0; i < c->size; i++) term_vars(s->k.t, c->lits[i], &seen, &vars);
    solver_model(lit_asked(s), m, vars.size, vars.data);
    vec_release(&vars);
    map_release(&seen);
}

/* Keep what also holds in a state. */
static bool keep_true(literals *s, const model *m, cube *c) {
    term_vec kept = {0};
    for (uint32_t i = 0; i < c->size; i++)
        if (term_holds(s->evaluator, m, c->lits[i])) vec_push(&kept, c->lits[i]);
    bool smaller = kept.size < c->size && kept.size;
    cube next = cube_make(kept.data, kept.size);
    cube_release(c);
    *c = next;
    vec_release(&kept);
    return smaller;
}

bool lit_give_up(literals *s, cube *c) {
    model m;
    model_init(&m, s->pool);
    read_state(s, c, &m);
    bool smaller = keep_true(s, &m, c);
    model_release(&m);
    return smaller;
}

/* Depth first: where a state of another location leads in, that state is to be excluded first. So a
 * loop after a loop of 10^5 rounds is decided without unrolling the first, which no finite level
 * would leave. */
enum { DEPTH = 8, QUERIES = 300, LEAST_SECONDS = 1, PERCENT = 10 };
typedef struct {
    literals *s;
    uint32_t queries;
    double until; /* clock_cpu(): where queries are hard, few of them are too many */
} effort;

static bool worth_going_on(effort *e) {
    return e->queries++ < QUERIES && !e->s->k.stopped && clock_cpu() < e->until;
}

static bool exclude(effort *e, loc l, const cube *c, uint32_t depth, int first, int last);

static bool exclude_predecessor(effort *e, uint32_t failed, const cube *c, uint32_t depth,
                                bool thorough) {
    literals *s = e->s;
    loc from = s->k.arcs.data[failed].from;
    cube before;
    bool exact;
    if (same_loc(from, s->k.p->start) || !depth || !lit_precube(s, failed, c, &before, &exact))
        return false;
    bool done = exclude(e, from, &before, depth - 1, 0, thorough);
    cube_release(&before);
    return done;
}

/* A state of the loop itself that leads in costs literals. Where that ends with nothing, it is
 * better excluded itself: the copy b[i] = a[i] keeps b[k] only because a[k] is right, and a cube
 * about b only can do nothing but shrink. */
static bool answer_failure(effort *e, uint32_t failed, cube *c, uint32_t depth, bool thorough) {
    literals *s = e->s;
    if (!same_loc(s->k.arcs.data[failed].from, s->k.arcs.data[failed].to))
        return exclude_predecessor(e, failed, c, depth, thorough);
    if (!thorough) return lit_give_up(s, c);
    model m;
    model_init(&m, s->pool);
    read_state(s, c, &m); /* asking about the predecessor loses the solver's model */
    bool done = exclude_predecessor(e, failed, c, depth, false) || keep_true(s, &m, c);
    model_release(&m);
    return done;
}

static bool inductive_subset(effort *e, loc l, cube *c, uint32_t depth, bool thorough) {
    literals *s = e->s;
    for (uint32_t round = 0; round < ROUNDS && worth_going_on(e); round++) {
        uint32_t failed = 0;
        term_vec core = {0};
        enum answer a = lit_inductive(s, l, LEVEL_INFINITY, c, &core, &failed, QUERY_INFINITY);
        if (a == ANSWER_UNSAT) {
            cube_release(c);
            *c = cube_make(core.data, core.size);
        }
        vec_release(&core);
        if (a != ANSWER_SAT) return a == ANSWER_UNSAT;
        if (!answer_failure(e, failed, c, depth, thorough)) return false;
    }
    return false;
}

static void learn_inductive(literals *s, loc l, const cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    frames_learn(&s->k, l, LEVEL_INFINITY, lit_drop_literals(s, l, LEVEL_INFINITY, c));
    s->k.n.lemmas_inductive++;
}

/* Pass 0 gives literals up at once, pass 1 is thorough. */
static bool exclude(effort *e, loc l, const cube *c, uint32_t depth, int first, int last) {
    literals *s = e->s;
    cube all = lit_vocabulary(s, l, c);
    bool found = false;
    for (int pass = first; pass <= last && !found && !s->k.stopped; pass++) {
        cube g = cube_copy(&all);
        found = inductive_subset(e, l, &g, depth, pass);
        if (found) learn_inductive(s, l, &g);
        cube_release(&g);
    }
    cube_release(&all);
    return found;
}

bool lit_exclude(ic3 *k, loc l, const cube *c) {
    assert_debug(l.id < k->p->locations.size);
    LOG("ic3cfa", "exclude %u literals at %u for good", c->size, l.id);
    literals *s = (literals *)k;
    double now = clock_cpu(), seconds = (now - s->k.begun) * PERCENT / 100;
    effort e = {s, 0, now + (seconds < LEAST_SECONDS ? LEAST_SECONDS : seconds)};
    bool alone = false;
    if (s->k.o->ic3_region && lit_exclude_region(s, l, c, &alone)) return true;
    return exclude(&e, l, c, DEPTH, alone, 1); /* at one location pass 0 is what the region did */
}
