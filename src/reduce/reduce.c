#include "reduce/reduce_internal.h"

#include "base/log.h"

void reduce_options_default(reduce_options *o) {
    *o = (reduce_options){.stop_after = -1};
    for (int i = 0; i < REDUCE_PASSES; i++) o->enabled[i] = true;
}

static const char *const pass_flags[REDUCE_PASSES] = {
#define PASS(name, flag, help) flag,
#include "reduce/passes.def"
#undef PASS
};

int reduce_pass_find(const char *name) {
    for (int i = 0; i < REDUCE_PASSES; i++)
        if (!strcmp(pass_flags[i], name)) return i;
    return -1;
}

static void reducer_init(reducer *r, program *p, const reduce_options *o, const budget *b) {
    assert_debug(p->start.id < p->locations.size);
    assert(p->locations.size);
    *r = (reducer){.p = p, .options = o, .limits = b};
    liveness_init(&r->live, p);
    vec_resize(&r->facts, p->locations.size);
}

static void reducer_release(reducer *r) {
    vec_release(&r->facts);
    vec_release(&r->bypasses);
    bits_release(&r->useless);
    liveness_release(&r->live);
    vec_release(&r->weight);
    map_release(&r->swap_of);
}

void reduce_fact(reducer *r, loc l, term fact) {
    assert(l.id < r->facts.size && term_is_bool(r->p->terms, fact));
    LOG("reduce", "fact %u at %u", fact.id, l.id);
    terms *t = r->p->terms;
    if (bits_has(&r->useless, l.id)) return;
    term old = r->facts.data[l.id];
    r->facts.data[l.id] = old.id ? term_and(t, old, fact) : fact;
}

/* ---- statistics ---- */
reduction_size reduction_size_of(const program *p) {
    reduction_size s = {.locations = 0};
    bits used = {0};
    map seen = {0}, assigned = {0};
    term_vec vars = {0};
    bits_add(&used, p->start.id);
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        const edge *e = &p->edges.data[i.id];
        if (e->removed) continue;
        s.edges++;
        bits_add(&used, e->from.id);
        bits_add(&used, e->to.id);
        cmd_read(p, e->command, &seen, &vars);
        cmd_assigned(p, e->command, &assigned, &vars);
    }
    for (uint32_t i = 0; i < vars.size; i++) map_set(&seen, vars.data[i].id, 1);
    s.locations = bits_count(&used);
    s.variables = seen.size;
    bits_release(&used);
    map_release(&seen);
    map_release(&assigned);
    vec_release(&vars);
    return s;
}

/* ---- the passes ---- */
static bool enabled(const reducer *r, enum reduce_pass pass) { return r->options->enabled[pass]; }

static void slice(reducer *r) {
    reduce_prune(r);
    reduce_merge_errors(r);
    reduce_slice_variables(r);
    reduce_prune(r);
}

/* What earlier passes can do again after a later one changed the program. */
static void clean_up(reducer *r) {
    if (!r->changed || budget_over(r->limits)) return;
    reduce_prune(r);
    if (enabled(r, REDUCE_SEQUENCE)) reduce_blocks(r, false);
    if (enabled(r, REDUCE_NEEDED)) reduce_needed(r);
    if (enabled(r, REDUCE_FORWARD)) reduce_forward(r);
    if (enabled(r, REDUCE_NEEDED)) reduce_needed(r);
    reduce_prune(r);
}

enum { BLOCK_ROUNDS = 3 };

/* Composing edges lets values meet; their propagation makes edges lighter, and lets more of them be
 * composed. */
static void blocks_and_clean_up(reducer *r) {
    for (int i = 0; i < BLOCK_ROUNDS; i++) {
        r->changed = false;
        reduce_blocks(r, true);
        if (!r->changed) return;
        clean_up(r);
        if (enabled(r, REDUCE_CONSTANTS) && !budget_over(r->limits)) reduce_constants(r);
        clean_up(r);
    }
}

static void run_pass(reducer *r, enum reduce_pass pass, reduction *out) {
    r->changed = false;
    switch (pass) {
    case REDUCE_SLICE: slice(r); break;
    case REDUCE_SEQUENCE: reduce_blocks(r, false); break;
    case REDUCE_INITIALIZED: out->initialized = reduce_initialized(r); break;
    case REDUCE_NEEDED: reduce_needed(r); break;
    case REDUCE_FORWARD:
        reduce_forward(r);
        clean_up(r);
        break;
    case REDUCE_CONSTANTS:
        reduce_constants(r);
        clean_up(r);
        break;
    case REDUCE_DEFINITIONS:
        out->defined = reduce_definitions(r);
        clean_up(r);
        break;
    case REDUCE_INTERVALS:
        reduce_intervals(r);
        clean_up(r);
        break;
    case REDUCE_BLOCKS: blocks_and_clean_up(r); break;
    case REDUCE_ASSUMPTIONS: reduce_assumptions(r); break;
    case REDUCE_PASSES: break;
    }
}

/* Debug builds: before and after each pass the automaton and its terms are what their headers say.
 */
static void check_automaton(const program *p) {
#ifdef CINCH_CHECK
    program_check(p);
    terms_check(p->terms);
#else
    (void)p;
#endif
}

static void run_passes(reducer *r, reduction *out) {
    check_automaton(r->p);
    for (int pass = 0; pass < REDUCE_PASSES; pass++) {
        double begun = clock_now();
        if (enabled(r, (enum reduce_pass)pass) && !budget_over(r->limits))
            run_pass(r, (enum reduce_pass)pass, out);
        check_automaton(r->p);
        double seconds = clock_now() - begun;
        out->after[pass] = reduction_size_of(r->p);
        out->after[pass].seconds = seconds;
        if (pass == r->options->stop_after) return;
    }
}

/* Facts at locations that are left, as far as they speak of variables needed there: they hold in
 * the reduced program too, for on these variables it has the runs of the unreduced one. */
static bool all_live(reducer *r, loc l, term fact) {
    uint32_t n;
    const uint32_t *vars = reads_of(&r->live, fact, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!bits_has(&r->live.at.data[l.id], vars[i])) return false;
    return true;
}

static void offer_lemmas(reducer *r, const program *reduced, reduction *out) {
    term_vec parts = {0};
    liveness_compute(&r->live);
    for (loc l = {0}; l.id < reduced->locations.size; l.id++) {
        loc origin = reduced->locations.data[l.id].origin;
        if (!r->facts.data[origin.id].id) continue;
        vec_clear(&parts);
        term_conjuncts(r->p->terms, r->facts.data[origin.id], &parts);
        for (uint32_t i = 0; i < parts.size; i++)
            if (all_live(r, origin, parts.data[i]))
                vec_push(&out->lemmas, ((reduction_lemma){l, parts.data[i]}));
    }
    vec_release(&parts);
}

static bool has_cuts(const program *p) {
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].cut) return true;
    return false;
}

program *reduce_program(const program *p, const reduce_options *o, const budget *b,
                        reduction *out) {
    assert_debug(p->start.id < p->locations.size);
    LOG("reduce", "begin with %u locations, %u edges", p->locations.size, p->edges.size);
    *out = (reduction){.before = reduction_size_of(p)};
    budget none = {0};
    program *copy = program_clone(p);
    if (!has_cuts(copy)) program_mark_cuts(copy);
    reducer r;
    reducer_init(&r, copy, o, b ? b : &none);
    run_passes(&r, out);
    if (o->stop_after < 0) reduce_forget(&r);
    out->forgot = o->stop_after < 0;
    program *reduced = reduce_compact(&r);
    check_automaton(reduced);
    offer_lemmas(&r, reduced, out);
    vec_append(&out->facts, r.facts.data, p->locations.size);
    vec_append(&out->bypasses, r.bypasses.data, r.bypasses.size);
    reducer_release(&r);
    program_delete(copy);
    return reduced;
}

void reduction_release(reduction *r) {
    vec_release(&r->facts);
    vec_release(&r->lemmas);
    vec_release(&r->bypasses);
}
