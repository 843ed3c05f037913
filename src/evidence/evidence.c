#include "evidence/evidence.h"
#include "evidence/products.h"
#include "base/bits.h"
#include "base/fail.h"
#include "evidence/reproducer.h"
#include "evidence/script.h"

const char *evidence_level_name(enum evidence_level level) {
    static const char *const names[] = {"none", "re-proved", "independent", "replayed", "executed"};
    return names[level];
}

void evidence_init(evidence *e, terms *t) {
    memset(e, 0, sizeof *e);
    e->pool = values_new(t);
    e->reached = NO_LOC;
    model_init(&e->initial, e->pool);
}

void evidence_release(evidence *e) {
    vec_release(&e->invariant);
    text_release(&e->certificate);
    vec_release(&e->inputs.items);
    vec_release(&e->reads);
    vec_release(&e->needs);
    model_release(&e->initial);
    vec_release(&e->decisions);
    vec_release(&e->path);
    text_release(&e->test);
    vec_release(&e->marks);
    if (e->pool) values_delete(e->pool);
    memset(e, 0, sizeof *e);
}

/* ---- proofs ---- */

/* What the engine found, said about the cut points of the unreduced program. */
static void carry_back(program *unreduced, const reduction *red, program *reduced,
                       const engine_result *r, evidence *e) {
    term_vec own = {0};
    vec_append(&own, r->invariant.data, r->invariant.size);
    vec_clear(&e->invariant);
    if (red && reduced != unreduced)
        reduction_carry_back(red, unreduced, reduced, &own, &e->invariant);
    else vec_append(&e->invariant, own.data, own.size);
    vec_release(&own);
}

/* The certificate was made and checked in the process of the engine. What it says of itself is not
 * believed: it counts where it asks what the certificate written here, about the program as it is
 * known here, asks. (The order of operands depends on what else a process has built.) */
static bool adopt_check(const engine_result *r, evidence *e) {
    if (r->checked.level == EVIDENCE_NONE || !script_same(&e->certificate, &r->checked.certificate))
        return false;
    text_clear(&e->certificate);
    text_bytes(&e->certificate, r->checked.certificate.data, r->checked.certificate.size);
    e->level = (enum evidence_level)r->checked.level;
    e->checker = r->checked.checker;
    e->queries = r->checked.queries;
    e->seconds += r->checked.seconds;
    return true;
}

/* The reduced location that an error location became: reductions join those of one property. */
static loc reduced_error(const program *original, const program *reduced, loc error) {
    loc joined = NO_LOC;
    if (original == reduced) return error;
    for (loc l = {0}; l.id < reduced->locations.size; l.id++) {
        if (!program_is_error(reduced, l)) continue;
        if (same_loc(reduced->locations.data[l.id].origin, error)) return l;
        if (reduced->locations.data[l.id].property == original->locations.data[error.id].property)
            joined = l;
    }
    return joined;
}

static bool reads(const program *p, cmd c, term index) {
    map seen = {0};
    term_vec vars = {0};
    cmd_read(p, c, &seen, &vars);
    bool found = map_get(&seen, index.id, NULL);
    map_release(&seen);
    vec_release(&vars);
    return found;
}

/* How many edges before the end of edge e the index is read last, on the way from the head of a
 * loop; UINT32_MAX: it is not read. */
static uint32_t last_read(const program *p, edge_id e, term index) {
    edge_vec edges = {0};
    u32_vec distance = {0};
    bits seen = {0};
    uint32_t found = UINT32_MAX;
    vec_push(&edges, e);
    vec_push(&distance, 0);
    for (uint32_t next = 0; next < edges.size && found == UINT32_MAX; next++) {
        const edge *d = &p->edges.data[edges.data[next].id];
        const edge_id *in;
        if (reads(p, d->command, index)) found = distance.data[next];
        if (p->locations.data[d->from.id].cut || bits_has(&seen, d->from.id)) continue;
        bits_add(&seen, d->from.id);
        for (uint32_t i = 0, n = program_in(p, d->from, &in); i < n; i++) {
            vec_push(&edges, in[i]);
            vec_push(&distance, distance.data[next] + 1);
        }
    }
    vec_release(&edges);
    vec_release(&distance);
    bits_release(&seen);
    return found;
}

/* The index that a ghost equals on an edge into an error: one at most, for equal to two a ghost
 * would lose the violations where they differ. The one that is read last; the program may read a
 * copy of it. None: the ghost is left free there. */
static term index_on_edge(const program *p, const engine_result *r, edge_id e, loc error,
                          term cell) {
    term chosen = {0};
    uint32_t nearest = UINT32_MAX;
    for (uint32_t i = 0; i < r->ghosts.size; i++) {
        const struct ghost *g = &r->ghosts.data[i];
        if (!same(g->var, cell) || !same_loc(g->error, error)) continue;
        uint32_t distance = last_read(p, e, g->index);
        if (!chosen.id || distance < nearest) nearest = distance, chosen = g->index;
    }
    return chosen;
}

/* Whether runs of the program give the term a value, whatever the ghosts are. */
static bool is_of_program(const program *p, term a) {
    map seen = {0};
    term_vec vars = {0};
    bool good = true;
    term_vars(p->terms, a, &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++) good &= program_variable(p, vars.data[i]) != NULL;
    map_release(&seen);
    vec_release(&vars);
    return good;
}

static void guard_edge(program *p, const program *original, const program *reduced,
                       const engine_result *r, edge_id e, term cell) {
    if (p->edges.data[e.id].removed || !program_is_error(p, p->edges.data[e.id].to)) return;
    term index = index_on_edge(original, r, e,
                               reduced_error(original, reduced, p->edges.data[e.id].to), cell);
    if (!index.id || !is_of_program(original, index))
        return; /* then the proof must hold for every value of the ghost: more, not less */
    cmd guard = cmd_assume(p, term_eq(p->terms, cell, index));
    p->edges.data[e.id].command = cmd_seq(p, 2, (cmd[]){p->edges.data[e.id].command, guard});
}

/* The program with the ghosts of a proof: variables that nothing changes, and on every edge into an
 * error location the assumption that a ghost equals its index. Direction: keeps every violation,
 * since a run to the error exists with each value of a ghost, so with the one that the index has at
 * its end. */
static program *with_ghosts(program *original, program *reduced, const engine_result *r) {
    program *p = program_clone(original);
    for (uint32_t i = 0; i < r->ghosts.size; i++) {
        term cell = r->ghosts.data[i].var;
        require(!program_variable(original, cell), "a ghost that the program itself can change");
        if (program_variable(p, cell)) continue; /* done */
        variable v = {.var = cell, .ghost = true};
        program_add_variable(p, v);
        for (edge_id e = {0}; e.id < p->edges.size; e.id++)
            guard_edge(p, original, reduced, r, e, cell);
    }
    return p;
}

static term instance_of(terms *t, term formula, const struct ghost_instance *g) {
    substitution s = {0};
    subst_set(&s, t, g->var, g->index);
    term instance = subst_apply(&s, t, formula);
    subst_release(&s);
    return instance;
}

/* A step from a loop head may assume the invariant of that head for any value of a ghost: it was
 * proven there for all of them. Direction: keeps every run, by induction over its steps; where the
 * invariant fails for some value, the proof of the step that led there fails. */
static void assume_instances(program *p, const program *reduced, const engine_result *r,
                             const term_vec *invariant) {
    for (uint32_t i = 0; r->proof == PROOF_INVARIANT && i < r->instances.size; i++) {
        const struct ghost_instance *g = &r->instances.data[i];
        loc at = reduced->locations.data[g->at.id].origin;
        const variable *v = program_variable(p, g->var);
        bool checked = p->locations.data[at.id].cut && !same_loc(at, p->start) &&
                       !p->locations.data[at.id].property; /* the certificate asks there */
        const edge_id *out;
        if (!v || !v->ghost || !checked || !invariant->data[at.id].id ||
            !is_of_program(reduced, g->index))
            continue;
        cmd holds = cmd_assume(p, instance_of(p->terms, invariant->data[at.id], g));
        for (uint32_t k = 0, n = program_out(p, at, &out); k < n; k++)
            p->edges.data[out[k].id].command =
                cmd_seq(p, 2, (cmd[]){holds, p->edges.data[out[k].id].command});
    }
}

static void remember_check(const evidence *e, engine_result *r) {
    r->checked.level = (int)e->level;
    r->checked.checker = e->checker;
    r->checked.queries = e->queries;
    r->checked.seconds = e->seconds;
    text_clear(&r->checked.certificate);
    text_bytes(&r->checked.certificate, e->certificate.data, e->certificate.size);
}

/* The engine counted the loop heads of the reduced program, where whole loops may be gone: the
 * unreduced one may need more. */
enum { LONGER = 4 };

static bool deepen(program *subject, uint32_t k, const engine_result *r, const evidence_options *o,
                   const budget *b, evidence *e) {
    bool bounded = r->proof == PROOF_UNROLLING || r->proof == PROOF_UNWINDING;
    bool too_short = bounded && e->level == EVIDENCE_NONE && e->checker && !budget_over(b);
    if (!too_short || !certificate_write_proof(subject, r->proof, k, &e->invariant, o->title, e))
        return false;
    certificate_check(&e->certificate, r->solver, b, e);
    return true;
}

static void check_proof(program *unreduced, const reduction *red, program *reduced,
                        engine_result *r, const evidence_options *o, const budget *b, evidence *e) {
    double start = clock_now();
    program *subject = r->ghosts.size ? with_ghosts(unreduced, reduced, r) : unreduced;
    program *proved =
        r->ghosts.size && reduced != unreduced ? with_ghosts(reduced, reduced, r) : reduced;
    carry_back(subject, red, proved, r, e);
    assume_instances(subject, reduced, r, &e->invariant);
    e->small_factors = products_are_small(proved);
    bool written = certificate_write_proof(subject, r->proof, r->k, &e->invariant, o->title, e);
    bool adopted = written && adopt_check(r, e);
    e->seconds += clock_now() - start;
    if (written && !adopted) {
        certificate_check(&e->certificate, r->solver, b, e);
        for (uint32_t i = 0; i < LONGER && deepen(subject, 2 * r->k, r, o, b, e);) i++, r->k *= 2;
        remember_check(e, r);
    }
    if (subject != unreduced) program_delete(subject);
    if (proved != reduced) program_delete(proved);
}

/* ---- violations ---- */

/* What no tool of ours sees in the compiled program: a call through null, at times; a local
 * variable that is used through a pointer from an earlier run of its block, since the new one lies
 * in the same place. */
static bool is_unseen(const program *p, const evidence *e) {
    enum property_id id = program_property_at(p, e->reached)->id;
    return id == PROPERTY_NULL || id == PROPERTY_STALE || id == PROPERTY_UNINITIALIZED ||
           id == PROPERTY_POINTER_COMPARE || id == PROPERTY_POINTER_OVERFLOW ||
           id == PROPERTY_FLOAT_OVERFLOW || id == PROPERTY_NAN;
}

/* A test that has all that the violation needs, and ends without the error, refutes it: execution
 * outranks the model. */
static void execute_test(program *p, const evidence_options *o, const budget *b, evidence *e) {
    default_inputs(p, b, e);
    enum ctest_result result = ctest_run(p, o->load, b, e);
    if (result == CTEST_REACHED && !p->asks_pointers) e->level = EVIDENCE_EXECUTED;
    e->test_not_run = result == CTEST_NOT_RUN && !o->load->step;
    if (e->test_not_run && budget_over(b)) e->level = EVIDENCE_NONE; /* it may have refuted it */
    /* The harness of a step function may be laid out wrongly. */
    e->any_placement = is_unseen(p, e) && violates_anywhere(p, b, e);
    if (result != CTEST_MISSED || o->load->step || p->asks_pointers || is_unseen(p, e)) return;
    find_needs(p, e);
    if (!needs_given_only(p, e)) return;
    e->level = EVIDENCE_NONE;
    e->unconfirmed = true;
}

/* Steps that the interpreter makes before the compiled program, which is a hundred times faster, is
 * asked. */
enum { PATIENT_STEPS = 2000000 };

/* A long run: the test decides. It is the program itself, so what it reaches needs no replay; but
 * no access outside an object may have helped, which the interpreter would have seen. */
static bool execute_claim(program *unreduced, program *reduced, const engine_result *r,
                          const evidence_options *o, const budget *b, evidence *e) {
    if (unreduced->asks_pointers) return false;
    replay_claim(unreduced, reduced, r, e);
    if (ctest_run_strict(unreduced, o->load, b, e) != CTEST_REACHED) return false;
    e->level = EVIDENCE_EXECUTED;
    return true;
}

/* What the violation is about is in no test. */
static bool is_of_unseen_block(const program *reduced, const engine_result *r) {
    enum property_id id = program_property_at(reduced, r->reached)->id;
    return id == PROPERTY_FREED || id == PROPERTY_FREED_AGAIN;
}

static void check_violation(program *unreduced, program *reduced, const engine_result *r,
                            const evidence_options *o, const budget *b, evidence *e) {
    double start = clock_now();
    bool can_execute = o->load && !o->no_execute && !is_of_unseen_block(reduced, r);
    bool over = !(can_execute && r->trace.too_long) &&
                replay_trace_within(unreduced, reduced, r, b, can_execute ? PATIENT_STEPS : 0, e);
    bool executed = !over && can_execute && execute_claim(unreduced, reduced, r, o, b, e);
    if (!over && can_execute && !executed) replay_trace(unreduced, reduced, r, b, e);
    if (e->level == EVIDENCE_REPLAYED && can_execute) execute_test(unreduced, o, b, e);
    if (e->level == EVIDENCE_REPLAYED && !e->needs_known) find_needs(unreduced, e);
    e->seconds += clock_now() - start;
}

/* ---- failure ---- */

static const char unconfirmed[] = "the compiled program does not confirm it";

/* An engine's answer about an over-approximation is not its fault, and no bug: it only says
 * nothing. */
static void withdraw(program *unreduced, program *reduced, engine_result *r,
                     const evidence_options *o, const budget *b, evidence *e) {
    bool spurious = r->verdict == VERDICT_FALSE && reduced->over_approximated;
    /* No solver refutes it, or the run is too long to be replayed: a matter of time, and no bug. */
    bool undecided = r->verdict == VERDICT_TRUE ? !e->checker : r->trace.too_long;
    bool late = r->verdict == VERDICT_FALSE && budget_over(b); /* in the middle of a replay */
    if (!spurious && !undecided && !late && !e->needs.size)
        reproducer_write(unreduced, reduced, r, o, e);
    if (spurious) engine_unknown(r, "over-approximated");
    else if (late) engine_stop(r, budget_stop(b));
    else engine_unknown(r, "%s", e->unconfirmed ? unconfirmed : "evidence");
}

bool evidence_for(program *unreduced, const reduction *red, program *reduced, engine_result *r,
                  const evidence_options *o, const budget *b, evidence *e) {
    static const evidence_options none;
    if (!o) o = &none;
    if (r->verdict == VERDICT_UNKNOWN) return true;
    if (r->verdict == VERDICT_TRUE) check_proof(unreduced, red, reduced, r, o, b, e);
    else check_violation(unreduced, reduced, r, o, b, e);
    if (e->level != EVIDENCE_NONE) return true;
    withdraw(unreduced, reduced, r, o, b, e);
    return false;
}
