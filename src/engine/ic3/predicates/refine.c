/* From an abstract counterexample to a run, or to predicates that refute it. The strategies
 * (--refine) propose predicates at the locations of the path; where they do not refute the abstract
 * path, which wp and core cannot promise, interpolation does. */
#include "engine/ic3/predicates/refine.h"

#include "base/log.h"
#include "base/fail.h"

bool predicate_add(ic3ia *e, loc at, term atom) {
    assert_debug(at.id < e->k.p->locations.size);
    assert_debug(term_is_bool(e->k.t, atom));
    LOG("ic3ia", "predicate %u at %u", atom.id, at.id);
    predicate_place *l = &e->places.data[at.id];
    if (map_get(&l->known, atom.id, NULL) || l->is_start || l->is_error) return false;
    map_set(&l->known, atom.id, 1);
    vec_push(&l->predicates, atom);
    term_vars(e->k.t, atom, &l->vars_seen, &l->vars);
    return true;
}

/* An equation of numbers becomes two bounds: either may be what is inductive. */
void propose(ic3ia *e, loc at, term literal, proposals *out) {
    assert_debug(at.id < e->k.p->locations.size);
    assert_debug(term_is_bool(e->k.t, literal));
    terms *t = e->k.t;
    term atom = term_op(t, literal) == OP_NOT ? term_arg(t, literal, 0) : literal;
    if (term_is_const(t, atom)) return;
    enum sort_kind kind =
        term_op(t, atom) == OP_EQ ? sort_kind_of(t, term_sort(t, term_arg(t, atom, 0))) : SORT_NONE;
    if (kind == SORT_INT || kind == SORT_REAL) {
        propose(e, at, term_2(t, OP_LE, term_arg(t, atom, 0), term_arg(t, atom, 1)), out);
        propose(e, at, term_2(t, OP_LE, term_arg(t, atom, 1), term_arg(t, atom, 0)), out);
        return;
    }
    atom = values_atom(e, at, atom);
    if (term_is_const(t, atom)) return;
    uint64_t key = (uint64_t)at.id << 32 | atom.id;
    if (map_get(&e->places.data[at.id].known, atom.id, NULL) || map_get(&out->seen, key, NULL))
        return;
    map_set(&out->seen, key, 1);
    located_atom c = {at, atom};
    vec_push(&out->items, c);
}

/* Do the proposals refute the path? If so only those that do are kept, where predicates are to be
 * minimized. */
static bool refutes(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, proposals *p) {
    uint32_t before = p->items.size;
    double from = clock_cpu();
    bool good = predicates_refute(e, steps, cubes, &e->sim->vars, &p->items, e->k.o->ia_minimize) ==
                ANSWER_UNSAT;
    e->minimized += before - p->items.size;
    e->seconds[PHASE_MINIMIZE] += clock_cpu() - from;
    return good;
}

/* Is there anything to ask before our own interpolation? */
static bool asks_others(const ic3ia *e) {
    return *e->k.o->ia_interpolator || e->k.o->refine != REFINE_INTERPOLATION;
}

/* True if the proposals refute the path, so that nothing else need be asked. */
static bool ask_others(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, proposals *out) {
    if (*e->k.o->ia_interpolator) refine_interpolants(e, steps, cubes, out);
    if (e->k.o->refine != REFINE_INTERPOLATION)
        refine_wp(e, steps, e->k.o->refine == REFINE_CORE ? cubes : NULL, out);
    return !e->k.stopped && refutes(e, steps, cubes, out);
}

enum { PHASE_PERCENT = 15, PHASE_MILLISECONDS = 300 };

/* Has the phase had no more than its share of the time so far? Queries over whole paths are the
 * costly ones, and optional. */
static bool phase_affordable(const ic3ia *e, enum phase p) {
    assert_debug((unsigned)p < PHASES);
    return e->seconds[p] * 100 <= (clock_cpu() - e->k.begun) * PHASE_PERCENT ||
           e->seconds[p] * 1000 < PHASE_MILLISECONDS;
}

/* Relations in the place of bounds, where they do. */
static void relate(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, proposals *p) {
    proposals related = {0};
    double from = clock_cpu();
    bool good = refine_relations(e, steps, cubes, p, &related);
    proposals unused = good ? *p : related;
    if (good) *p = related;
    e->related += good;
    e->seconds[PHASE_RELATE] += clock_cpu() - from;
    vec_release(&unused.items);
    map_release(&unused.seen);
}

static void record(ic3ia *e, uint32_t steps, const located_atom *c) {
    struct predicate_found found = {(uint32_t)e->refinements + 1, steps, c->at, c->atom};
    vec_push(&e->k.result->predicates, found);
}

static bool refine(ic3ia *e, const u32_vec *steps, const vec_cube *cubes) {
    proposals p = {0};
    uint32_t added = 0;
    bool done = asks_others(e) && ask_others(e, steps, cubes, &p);
    if (!done && !e->k.stopped) {
        e->completed += asks_others(e);
        refine_interpolation(e, steps, cubes, &p);
        if (e->k.o->ia_minimize && p.items.size > 1 && phase_affordable(e, PHASE_MINIMIZE))
            refutes(e, steps, cubes, &p);
    }
    if (relations_due(e) && phase_affordable(e, PHASE_RELATE)) relate(e, steps, cubes, &p);
    for (uint32_t i = 0; i < p.items.size; i++) {
        if (!predicate_add(e, p.items.data[i].at, p.items.data[i].atom)) continue;
        record(e, steps->size, &p.items.data[i]);
        added++;
    }
    vec_release(&p.items);
    map_release(&p.seen);
    e->refinements++;
    if (!e->k.stopped && !added) {
        e->unrefined = true;
        ic3_stop(&e->k, "refinement");
    }
    return !e->k.stopped;
}

/* The same for edges from the start to an error; cubes[i] holds before steps[i] (cubes[0] is the
 * start's, not looked at). */
static bool concretize_path(ic3ia *e, const u32_vec *steps, const vec_cube *cubes) {
    assert_debug(!cubes || steps->size == cubes->size);
    LOG("ic3ia", "concretize %u steps", steps->size);
    if (!e->sim) e->sim = simulation_new(e);
    double from = clock_cpu();
    enum answer answer = e->k.stopped ? ANSWER_UNKNOWN : simulate(e, steps, cubes);
    e->seconds[PHASE_SIMULATE] += clock_cpu() - from;
    if (answer == ANSWER_SAT) report_run(e, steps);
    require(answer != ANSWER_UNSAT || !e->quantify, "a chain of pre-images that is no run");
    from = clock_cpu();
    bool going = answer == ANSWER_UNSAT && refine(e, steps, cubes);
    e->seconds[PHASE_REFINE] += clock_cpu() - from;
    return going;
}

bool concretize(ic3ia *e, uint32_t obligation_id) {
    assert_debug(obligation_id < e->k.obligations.size);
    LOG("ic3ia", "concretize obligation %u", obligation_id);
    u32_vec steps = {0};
    vec_cube cubes = {0};
    for (uint32_t i = obligation_id; i != UINT32_MAX; i = e->k.obligations.data[i].parent) {
        vec_push(&steps, e->k.obligations.data[i].arc);
        vec_push(&cubes, e->k.obligations.data[i].cube);
    }
    bool going = concretize_path(e, &steps, &cubes);
    vec_release(&steps);
    vec_release(&cubes);
    return going;
}
