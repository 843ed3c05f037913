#include "evidence/evidence.h"
#include "base/log.h"
#include "evidence/products.h"
#include "base/bits.h"
#include "base/fail.h"
#include "evidence/reproducer.h"
#include "evidence/script.h"
#include "evidence/stated.h"

const char *evidence_level_name(enum evidence_level level) {
    assert_debug((unsigned)level <= EVIDENCE_INDEPENDENT);
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
    text_release(&e->statement);
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
    assert_debug(error.id < original->locations.size);
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
    assert_debug(cmds_are_there(p, 1, &c));
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
    assert_debug(e.id < p->edges.size);
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
    assert_debug(e.id < p->edges.size);
    assert_debug(error.id < p->locations.size);
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

/* Without an index the proof must hold for every value of the ghost: more, not less. */
static void guard_edges(const program *p, const program *reduced, const engine_result *r, term cell,
                        stated_proof *s) {
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        loc to = p->edges.data[e.id].to;
        if (p->edges.data[e.id].removed || !program_is_error(p, to)) continue;
        term index = index_on_edge(p, r, e, reduced_error(p, reduced, to), cell);
        struct ghost_guard guard = {e, cell, index};
        if (index.id && stated_of_program(p, index)) vec_push(&s->guards, guard);
    }
}

/* The ghosts of a proof, and on every edge of p into an error location their index. */
static void state_ghosts(const program *p, const program *reduced, const engine_result *r,
                         stated_proof *s) {
    map done = {0};
    for (uint32_t i = 0; i < r->ghosts.size; i++) {
        term cell = r->ghosts.data[i].var;
        if (!map_add(&done, cell.id)) continue;
        vec_push(&s->ghosts, cell);
        guard_edges(p, reduced, r, cell, s);
    }
    map_release(&done);
}

/* A step from a loop head may assume the invariant of that head for any value of a ghost, where the
 * certificate asks for it; of a proof in context, a ghost has a value from where its loop is
 * entered. */
static void state_instances(const program *p, const program *reduced, const engine_result *r,
                            stated_proof *s) {
    bool used = r->proof == PROOF_INVARIANT || r->proof == PROOF_LOOPLESS;
    for (uint32_t i = 0; used && i < r->instances.size; i++) {
        struct ghost_instance g = r->instances.data[i];
        g.at = reduced->locations.data[g.at.id].origin;
        const location *l = &p->locations.data[g.at.id];
        if (l->cut && !same_loc(g.at, p->start) && !l->property && stated_of_program(p, g.index))
            vec_push(&s->instances, g);
    }
}

static program *subject_of(program *p, const stated_proof *s) {
    const char *why = NULL;
    program *subject = stated_subject(p, s, &why);
    require(subject, "%s", why);
    return subject;
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

static bool write_proof(program *subject, const stated_proof *s, const evidence_options *o,
                        evidence *e) {
    text_clear(&e->statement);
    if (o->model) stated_print(subject, s, o->model, o->measures, &e->statement);
    return certificate_write_proof(subject, s->kind, s->k, &e->invariant, o->title, e);
}

static bool deepen(program *subject, stated_proof *s, solver_set provers, const evidence_options *o,
                   const budget *b, evidence *e) {
    bool bounded = s->kind == PROOF_UNROLLING || s->kind == PROOF_UNWINDING;
    bool too_short = bounded && e->level == EVIDENCE_NONE && e->checker && !budget_over(b);
    s->k *= 2;
    if (!too_short || !write_proof(subject, s, o, e)) return false;
    certificate_check(&e->certificate, provers, b, e);
    return true;
}

/* The program that the certificate is about, and in e->invariant what it says; `s` states both. */
static program *make_subject(program *unreduced, const reduction *red, program *reduced,
                             const engine_result *r, stated_proof *s, evidence *e) {
    stated_proof of_reduced = {0};
    bool ghosts = r->ghosts.size, other = ghosts && reduced != unreduced;
    if (ghosts) state_ghosts(unreduced, reduced, r, s);
    if (other) state_ghosts(reduced, reduced, r, &of_reduced);
    program *subject = ghosts ? subject_of(unreduced, s) : unreduced;
    program *proved = other ? subject_of(reduced, &of_reduced) : ghosts ? subject : reduced;
    carry_back(subject, red, proved, r, e);
    e->small_factors = s->small_factors = products_are_small(proved);
    vec_append(&s->invariant, e->invariant.data, e->invariant.size);
    if (other) program_delete(proved);
    stated_release(&of_reduced);
    if (!ghosts) return unreduced;
    state_instances(unreduced, reduced, r, s);
    program_delete(subject);
    return subject_of(unreduced, s);
}

static void check_proof(program *unreduced, const reduction *red, program *reduced,
                        engine_result *r, const evidence_options *o, const budget *b, evidence *e) {
    double start = clock_now();
    stated_proof s = {.kind = r->proof, .k = r->k};
    if (o->summaries) vec_append(&s.summaries, o->summaries->data, o->summaries->size);
    program *subject = make_subject(unreduced, red, reduced, r, &s, e);
    bool written = write_proof(subject, &s, o, e);
    bool adopted = written && adopt_check(r, e);
    e->seconds += clock_now() - start;
    if (written && !adopted) {
        certificate_check(&e->certificate, r->used, b, e);
        for (uint32_t i = 0; i < LONGER && deepen(subject, &s, r->used, o, b, e);) i++, r->k *= 2;
        remember_check(e, r);
    }
    if (subject != unreduced) program_delete(subject);
    stated_release(&s);
}

/* ---- violations ---- */

/* What no tool of ours sees in the compiled program: a call through null, at times; a local
 * variable that is used through a pointer from an earlier run of its block, since the new one lies
 * in the same place. */
static bool is_unseen(const program *p, const evidence *e) {
    enum property_id id = program_property_at(p, e->reached)->id;
    return id == PROPERTY_NULL || id == PROPERTY_STALE || id == PROPERTY_UNINITIALIZED ||
           id == PROPERTY_POINTER_COMPARE || id == PROPERTY_POINTER_OVERFLOW ||
           id == PROPERTY_FLOAT_OVERFLOW || id == PROPERTY_NAN || id == PROPERTY_PRECONDITION ||
           id == PROPERTY_ALIGNMENT;
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

static const char unconfirmed[] = "the compiled program does not confirm it",
                  unchecked[] = "no checker accepted the proof in time";

/* An engine's answer about an over-approximation is not its fault, and no bug: it only says
 * nothing. */
static void withdraw(program *unreduced, program *reduced, engine_result *r,
                     const evidence_options *o, const budget *b, evidence *e) {
    bool proof = r->verdict == VERDICT_TRUE;
    bool spurious = !proof && reduced->over_approximated;
    /* No solver refutes it, or the run is too long to be replayed: a matter of time, and no bug. */
    bool undecided = proof ? !e->checker : r->trace.too_long;
    bool late = !proof && budget_over(b); /* in the middle of a replay */
    if (!spurious && !undecided && !late && !e->needs.size)
        evidence_failed(unreduced, reduced, r, o, e);
    if (spurious) engine_unknown(r, "over-approximated");
    else if (late) engine_stop(r, budget_stop(b));
    else if (proof && undecided) engine_unknown(r, "%s", unchecked);
    else engine_unknown(r, "%s", e->unconfirmed ? unconfirmed : "evidence");
    r->refuted = proof && e->refuted;
}

bool evidence_for(program *unreduced, const reduction *red, program *reduced, engine_result *r,
                  const evidence_options *o, const budget *b, evidence *e) {
    assert_debug(unreduced->terms == reduced->terms);
    LOG("evidence", "evidence for verdict %d", (int)r->verdict);
    static const evidence_options none;
    if (!o) o = &none;
    if (r->verdict == VERDICT_UNKNOWN) return true;
    if (r->verdict == VERDICT_TRUE) check_proof(unreduced, red, reduced, r, o, b, e);
    else check_violation(unreduced, reduced, r, o, b, e);
    if (e->level != EVIDENCE_NONE) return true;
    withdraw(unreduced, reduced, r, o, b, e);
    return false;
}
