/* Linear equations modulo powers of two that runs suggest.
 *
 * What a program keeps beside its data is often linear in it: the sum over a window is that of its
 * elements, the number of elements in a ring is the distance of its ends modulo its size. Some runs
 * are followed, the words of all widths at a loop head are one row, extended with zeros, and the
 * equations that all rows satisfy (ai/modular.h), with the bounds that were seen, are guesses;
 * Houdini keeps the inductive ones; so are those about floats on a grid (grid.h). Where those
 * exclude all errors they are the proof; otherwise the verdict is UNKNOWN. */
#include "engine/engine.h"

#include "base/time_limits.h"
#include "engine/ai/ai.h"
#include "engine/ai/modular.h"
#include "engine/candidates/goal.h"
#include "engine/candidates/guess.h"
#include "engine/candidates/houdini.h"
#include "engine/common/watch.h"
#include "engine/sources/folds.h"
#include "engine/sums/grid.h"
#include "program/liveness.h"

enum {
    MOST_WORDS = 40,    /* at a loop head */
    MOST_ROWS = 4000,   /* of all runs */
    MOST_STEPS = 3000,  /* edges of one run */
    MOST_EQUATIONS = 12 /* of one width: more are what few rows have in common */
};
typedef vec(grid) grids;
typedef struct {
    program *p;
    const engine_options *options;
    const budget *limits;
    engine_result *result;
    drawer drawer;
    watched_runs watched;
    liveness live;
    vec(u32_vec) words;   /* by location: variables that make a row there; none: it is no head */
    vec(u64_vec) samples; /* by location: row by row */
    uint32_t rows;
    vec(grids) floats; /* by location */
    bool on_grids;     /* some guesses are about floats */
    conjuncts guesses;
} sums;

/* ---- runs ---- */

static void on_edge(void *context, edge_id e, const model *state) {
    sums *x = context;
    loc to = x->p->edges.data[e.id].to;
    const u32_vec *words = &x->words.data[to.id];
    grids *floats = &x->floats.data[to.id];
    for (uint32_t i = 0; i < floats->size; i++) {
        const value *v = model_find(state, x->p->variables.data[floats->data[i].variable].var);
        if (v) grid_see(&floats->data[i], x->p->terms, *v);
    }
    if (!words->size || x->rows >= MOST_ROWS) return;
    x->rows++;
    for (uint32_t i = 0; i < words->size; i++) {
        const value *v = model_find(state, x->p->variables.data[words->data[i]].var);
        vec_push(&x->samples.data[to.id], v ? v->bits : 0);
    }
}

static void watch(sums *x) {
    double start = clock_cpu();
    x->watched = (watched_runs){.program = x->p,
                                .steps = MOST_STEPS,
                                .drawer = &x->drawer,
                                .on_edge = on_edge,
                                .context = x};
    while (x->rows < MOST_ROWS && !budget_over(x->limits)) {
        if (clock_cpu() - start > time_most(TIME_SUMS_WATCH)) break;
        watched_run(&x->watched, x->limits);
    }
}

static uint32_t width_of(const sums *x, uint32_t index) {
    return term_width(x->p->terms, x->p->variables.data[index].var);
}

/* What is invariant about a dead variable need not be so in the program as it was read. */
static void choose_words(sums *x) {
    const terms *t = x->p->terms;
    vec_resize(&x->words, x->p->locations.size);
    vec_resize(&x->samples, x->p->locations.size);
    vec_resize(&x->floats, x->p->locations.size);
    for (loc l = {0}; l.id < x->p->locations.size; l.id++) {
        u32_vec *out = &x->words.data[l.id];
        if (!x->p->locations.data[l.id].cut) continue;
        for (uint32_t i = 0; i < x->p->variables.size; i++) {
            sort s = term_sort(t, x->p->variables.data[i].var);
            grid g = {.variable = i};
            if (grid_is_for(t, s) && bits_has(&x->live.at.data[l.id], i))
                vec_push(&x->floats.data[l.id], g);
            if (sort_is_bv(t, s) && sort_width(t, s) <= 64 && bits_has(&x->live.at.data[l.id], i))
                vec_push(out, i);
        }
        if (out->size > MOST_WORDS) vec_clear(out);
    }
}

/* ---- guesses ---- */

static term word_as(const sums *x, uint32_t index, uint32_t width) {
    terms *t = x->p->terms;
    term var = x->p->variables.data[index].var;
    uint32_t own = term_width(t, var);
    return own > width ? term_extract(t, width - 1, 0, var) : term_zext(t, var, width);
}

/* a0 + a1 x1 + ... = 0 modulo 2^width. Where a power of two divides all of it, the equation holds
 * modulo the rest of 2^width, and says so: of a ring, modulo its size. */
static term equation(const sums *x, const u32_vec *words, uint32_t width, const uint64_t *a) {
    terms *t = x->p->terms;
    uint64_t all = 0;
    for (uint32_t i = 0; i <= words->size; i++) all |= a[i];
    uint32_t twos = all ? (uint32_t)__builtin_ctzll(all) : 0;
    width -= twos;
    term sum = term_bv(t, width, a[0] >> twos);
    for (uint32_t i = 0; i < words->size; i++) {
        term factor = term_bv(t, width, a[i + 1] >> twos);
        if (a[i + 1])
            sum = term_2(t, OP_BVADD, sum,
                         term_2(t, OP_BVMUL, factor, word_as(x, words->data[i], width)));
    }
    return term_eq(t, sum, term_bv(t, width, 0));
}

static void guess_equations(sums *x, loc at) {
    const u32_vec *words = &x->words.data[at.id];
    const u64_vec *samples = &x->samples.data[at.id];
    uint64_t row[MOST_WORDS + 1] = {1};
    uint32_t width = 1;
    modular seen, relations;
    for (uint32_t i = 0; i < words->size; i++)
        if (width_of(x, words->data[i]) > width) width = width_of(x, words->data[i]);
    modular_init(&seen, words->size + 1, width);
    for (uint32_t i = 0; i < samples->size; i += words->size) {
        for (uint32_t k = 0; k < words->size; k++) row[k + 1] = samples->data[i + k];
        modular_add(&seen, row);
    }
    modular_orthogonal(&seen, &relations);
    for (uint32_t i = 0; i < modular_rows(&relations) && modular_rows(&relations) <= MOST_EQUATIONS;
         i++)
        conjuncts_add(&x->guesses, x->p->terms, at,
                      equation(x, words, width, modular_row(&relations, i)));
    modular_release(&relations);
    modular_release(&seen);
}

/* As they were seen, without signs. */
static void guess_bounds(sums *x, loc at) {
    terms *t = x->p->terms;
    const u32_vec *words = &x->words.data[at.id];
    const u64_vec *samples = &x->samples.data[at.id];
    for (uint32_t k = 0; k < words->size; k++) {
        uint32_t width = width_of(x, words->data[k]);
        uint64_t low = UINT64_MAX, high = 0;
        for (uint32_t i = k; i < samples->size; i += words->size) {
            if (samples->data[i] < low) low = samples->data[i];
            if (samples->data[i] > high) high = samples->data[i];
        }
        term var = x->p->variables.data[words->data[k]].var;
        conjuncts_add(&x->guesses, t, at, term_2(t, OP_BVULE, var, term_bv(t, width, high)));
        conjuncts_add(&x->guesses, t, at, term_2(t, OP_BVULE, term_bv(t, width, low), var));
    }
}

static void guess_grids(sums *x, loc at) {
    const grids *floats = &x->floats.data[at.id];
    for (uint32_t i = 0; i < floats->size; i++)
        x->on_grids |= grid_guess(&floats->data[i], x->p, at, &x->guesses);
}

/* ---- the proof ---- */

/* Bit by bit first; but sums of words are better decided as numbers. */
static const struct {
    const char *solver;
    enum time_limit limit;
} provers[] = {{NULL, TIME_SUMS_PROVE_BITS}, {"reals/z3", TIME_SUMS_PROVE_NUMBERS}};
enum { PROVERS = sizeof provers / sizeof *provers };

/* What is left of the guesses is inductive. */
static bool keep_inductive(sums *x, const engine_options *o, const budget *effort) {
    conjuncts all = {0};
    vec_append(&all, x->guesses.data, x->guesses.size);
    bool good = houdini_keep(x->p, o, effort, &x->guesses);
    if (!good) {
        vec_clear(&x->guesses);
        vec_append(&x->guesses, all.data, all.size);
    }
    vec_release(&all);
    return good;
}

static bool exclude_errors(sums *x, const engine_options *o, const budget *effort) {
    term_vec needed = {0};
    bool good = conjuncts_exclude_errors(&x->guesses, x->p, o, effort, &needed);
    if (good) conjuncts_trim(&x->guesses, x->p, o, effort, &needed);
    vec_release(&needed);
    return good;
}

static bool prove_by_any(sums *x) {
    bool inductive = false, good = false;
    for (uint32_t i = 0; i < PROVERS && !good && !budget_over(x->limits); i++) {
        engine_options o = *x->options;
        budget effort =
            budget_effort(*x->limits, time_most(provers[i].limit) * (x->on_grids ? 10 : 1));
        if (provers[i].solver) o.solver = provers[i].solver;
        inductive = inductive || keep_inductive(x, &o, &effort);
        good = inductive && exclude_errors(x, &o, &effort);
    }
    return good;
}

static void hand_out(sums *x) {
    conjuncts_plain(&x->guesses, x->p->terms, x->p->locations.size,
                    (term_vec *)&x->result->invariant);
    x->result->verdict = VERDICT_TRUE;
    x->result->proof = PROOF_INVARIANT;
}

enum { MOST_ATOMS = 200 };

/* What the program compares, at every loop head. */
static void guess_atoms(sums *x) {
    term_vec atoms = {0};
    guess_from_program(x->p, MOST_ATOMS, &atoms);
    for (loc l = {0}; l.id < x->p->locations.size; l.id++)
        for (uint32_t i = 0; x->p->locations.data[l.id].cut && i < atoms.size; i++)
            if (live_covers(&x->live, l, atoms.data[i]))
                conjuncts_add(&x->guesses, x->p->terms, l, atoms.data[i]);
    vec_release(&atoms);
}

/* Where the program has ghosts for folds there are many candidates, of which few are needed. */
static bool prove_folds(sums *x) {
    budget effort = time_limited(TIME_SUMS_FACTS, *x->limits);
    budget share = time_limited(TIME_SUMS_FOLDS, *x->limits);
    conjuncts all = {0};
    if (!x->options->folds || !x->options->folds->size) return false;
    ai_learn(&x->guesses, x->p, x->options, &effort);
    guess_atoms(x);
    guess_folds(x->p, x->options->folds, &x->guesses);
    stats_set(&x->result->stats, "guesses", x->guesses.size);
    vec_append(&all, x->guesses.data, x->guesses.size);
    bool good = prove_sums(x->p, x->options, &share, &all);

    if (good) {
        vec_clear(&x->guesses);
        vec_append(&x->guesses, all.data, all.size);
    }
    vec_release(&all);
    return good;
}

static void prove(sums *x) {
    for (loc l = {0}; l.id < x->samples.size; l.id++) {
        guess_grids(x, l);
        if (!x->samples.data[l.id].size) continue;
        guess_equations(x, l);
        guess_bounds(x, l);
    }
    stats_set(&x->result->stats, "rows", x->rows);
    stats_set(&x->result->stats, "guesses", x->guesses.size);
    bool good = prove_folds(x) || (x->guesses.size && prove_by_any(x));
    stats_set(&x->result->stats, "guesses kept", x->guesses.size);
    if (good) hand_out(x);
    else if (budget_over(x->limits)) engine_stop(x->result, budget_stop(x->limits));
    else engine_unknown(x->result, "no linear equations suffice");
}

void sums_run(program *p, const engine_options *o, const budget *b, board *shared,
              engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    (void)shared;
    sums x = {.p = p, .options = o, .limits = b, .result = result};
    result->engine = "sums";
    liveness_of(p, &x.live);
    choose_words(&x);
    drawer_init(&x.drawer, p, (uint64_t)o->seed);
    watch(&x);
    prove(&x);
    drawer_release(&x.drawer);
    for (uint32_t i = 0; i < x.words.size; i++) {
        vec_release(&x.words.data[i]);
        vec_release(&x.samples.data[i]);
        vec_release(&x.floats.data[i]);
    }
    vec_release(&x.words);
    vec_release(&x.samples);
    vec_release(&x.floats);
    vec_release(&x.guesses);
    liveness_release(&x.live);
}
