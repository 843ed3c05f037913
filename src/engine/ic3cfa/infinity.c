/* Lemmas for ever. A frame of level i accepts nearly every lemma while i is small (x < 10^7 after three rounds of x++), and
 * such lemmas never end. Before a cube is blocked at a level we ask for a subset of its literals that no reachable state
 * can enter at all: inductive relative to the lemmas that hold for ever. Literals that are false in a counterexample to
 * induction are given up until none is left (Bradley's down, Houdini's fixpoint). What is found is a lemma of level
 * LEVEL_EVER; together these lemmas are an inductive invariant at every moment of the run. */
#include "engine/ic3cfa/infinity.h"
#include "engine/ic3cfa/order.h"

#include "base/fail.h"

enum { ROUNDS = 60, VOCABULARY = 160 };

/* ---- the vocabulary: what the cube implies ---- */

static void add(term_vec *lits, const terms *t, term a) {
    if (term_is_const(t, a) || lits->size >= VOCABULARY) return;
    for (uint32_t i = 0; i < lits->size; i++)
        if (same(lits->data[i], a)) return;
    vec_push(lits, a);
}

static uint64_t rank(uint32_t width, bool is_signed, uint64_t v) {
    return is_signed ? v ^ (1ull << (width - 1)) : v;
}

/* The nearest constants of the program below and above the value. */
static void add_thresholds(ic3 *s, term x, uint64_t number, bool is_signed, term_vec *out) {
    uint32_t w = term_width(s->t, x);
    uint64_t mask = w == 64 ? UINT64_MAX : (1ull << w) - 1, mine = rank(w, is_signed, number);
    uint64_t low = mine, high = mine, below = 0, above = UINT64_MAX;
    bool has_below = false, has_above = false;
    for (uint32_t i = 0; i < s->constants.size; i++) {
        uint64_t r = rank(w, is_signed, s->constants.data[i] & mask);
        if (r <= low && (!has_below || r >= below)) below = r, has_below = true;
        if (r >= high && (!has_above || r <= above)) above = r, has_above = true;
    }
    order from = {term_bv(s->t, w, rank(w, is_signed, below)), x, false, is_signed};
    order to = {x, term_bv(s->t, w, rank(w, is_signed, above)), false, is_signed};
    if (has_below) add(out, s->t, order_make(s->t, &from));
    if (has_above) add(out, s->t, order_make(s->t, &to));
}

static void add_word(ic3 *s, term x, uint64_t number, term_vec *out) {
    terms *t = s->t;
    uint32_t w = term_width(t, x);
    for (uint32_t i = 0; i < w; i++) add(out, t, term_eq(t, term_extract(t, i, i, x), term_bv(t, 1, number >> i & 1)));
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        order from = {term_bv(t, w, number), x, false, is_signed}, to = {x, term_bv(t, w, number), false, is_signed};
        add(out, t, order_make(t, &from));
        add(out, t, order_make(t, &to));
        add_thresholds(s, x, number, is_signed, out);
    }
}

static void words(ic3 *s, const cube *c, term_vec *out) {
    for (uint32_t i = 0; i < c->size; i++) add(out, s->t, c->lits[i]);
    for (uint32_t i = 0; i < c->size; i++) {
        term lit = c->lits[i];
        uint64_t number;
        if (term_op(s->t, lit) != OP_EQ || !sort_is_bv(s->t, term_sort(s->t, term_arg(s->t, lit, 0)))) continue;
        term a = term_arg(s->t, lit, 0), b = term_arg(s->t, lit, 1);
        if (term_width(s->t, a) < 2 || term_width(s->t, a) > 64) continue;
        if (term_get_u64(s->t, b, &number)) add_word(s, a, number, out);
        else if (term_get_u64(s->t, a, &number)) add_word(s, b, number, out);
    }
}

cube ic3_vocabulary(ic3 *s, loc l, const cube *c) {
    term_vec lits = {0};
    words(s, c, &lits);
    ic3_implied(s, l, c, &lits);
    cube all = cube_make(lits.data, lits.size);
    vec_release(&lits);
    return all;
}

/* ---- giving literals up ---- */

static void read_state(ic3 *s, uint32_t arc_, const cube *c, model *m) {
    map seen = {0};
    term_vec vars = {0};
    for (uint32_t i = 0; i < c->size; i++) term_vars(s->t, c->lits[i], &seen, &vars);
    solver_model(s->arcs.data[arc_].solver, m, vars.size, vars.data);
    vec_release(&vars);
    map_release(&seen);
}

/* Keep what also holds in a state. */
static bool keep_true(ic3 *s, const model *m, cube *c) {
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

bool ic3_give_up(ic3 *s, uint32_t failed, cube *c) {
    model m;
    model_init(&m, s->pool);
    read_state(s, failed, c, &m);
    bool smaller = keep_true(s, &m, c);
    model_release(&m);
    return smaller;
}

/* Depth first: where a state of another location leads in, that state is to be excluded for ever first. So a loop after a
 * loop of 10^5 rounds is decided without unrolling the first, which no finite level would leave. */
enum { DEPTH = 8, QUERIES = 300 };
typedef struct { ic3 *s; uint32_t queries; } effort;

static bool block_for_ever(effort *e, loc l, const cube *c, uint32_t depth, int first, int last);

static bool exclude_predecessor(effort *e, uint32_t failed, const cube *c, uint32_t depth, bool thorough) {
    ic3 *s = e->s;
    loc from = s->arcs.data[failed].from;
    cube before;
    bool exact;
    if (from == s->p->start || !depth || !ic3_precube(s, failed, c, &before, &exact)) return false;
    bool done = block_for_ever(e, from, &before, depth - 1, 0, thorough);
    cube_release(&before);
    return done;
}

/* A state of the loop itself that leads in costs literals. Where that ends with nothing, it is better excluded itself: the
 * copy b[i] = a[i] keeps b[k] only because a[k] is right, and a cube about b alone can do nothing but shrink. */
static bool answer_failure(effort *e, uint32_t failed, cube *c, uint32_t depth, bool thorough) {
    ic3 *s = e->s;
    if (s->arcs.data[failed].from != s->arcs.data[failed].to) return exclude_predecessor(e, failed, c, depth, thorough);
    if (!thorough) return ic3_give_up(s, failed, c);
    model m;
    model_init(&m, s->pool);
    read_state(s, failed, c, &m); /* asking about the predecessor loses the solver's model */
    bool done = exclude_predecessor(e, failed, c, depth, false) || keep_true(s, &m, c);
    model_release(&m);
    return done;
}

static bool inductive_subset(effort *e, loc l, cube *c, uint32_t depth, bool thorough) {
    ic3 *s = e->s;
    for (uint32_t round = 0; round < ROUNDS && e->queries++ < QUERIES && !s->stopped; round++) {
        uint32_t failed = 0;
        term_vec core = {0};
        enum answer a = ic3_arcs_query(s, l, LEVEL_EVER, c, &core, &failed, QUERY_EVER);
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

static void learn_for_ever(ic3 *s, loc l, const cube *c) {
    ic3_frame_learn(s, l, LEVEL_EVER, ic3_drop_literals(s, l, LEVEL_EVER, c));
    s->n.lemmas_ever++;
}

/* Pass 0 gives literals up at once, pass 1 is thorough. */
static bool block_for_ever(effort *e, loc l, const cube *c, uint32_t depth, int first, int last) {
    ic3 *s = e->s;
    cube all = ic3_vocabulary(s, l, c);
    bool found = false;
    for (int pass = first; pass <= last && !found && !s->stopped; pass++) {
        cube g = cube_copy(&all);
        found = inductive_subset(e, l, &g, depth, pass);
        if (found) learn_for_ever(s, l, &g);
        cube_release(&g);
    }
    cube_release(&all);
    return found;
}

bool ic3_block_for_ever(ic3 *s, loc l, const cube *c) {
    effort e = {s, 0};
    bool alone = false;
    if (s->o->ic3_region && ic3_block_region(s, l, c, &alone)) return true;
    return block_for_ever(&e, l, c, DEPTH, alone, 1); /* at one location pass 0 is what the region did */
}
