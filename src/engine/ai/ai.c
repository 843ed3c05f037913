#include "engine/ai/ai.h"
#include "base/log.h"
#include "base/time_limits.h"
#include "engine/ai/equalities.h"
#include "engine/ai/phases.h"
#include "engine/ai/relations.h"
#include "engine/board.h"

typedef vec(term_vec) fact_lists;

typedef struct {
    program *p;
    const engine_options *options;
    const budget *limits;
    board *board;
    engine_result *result;
    liveness live;
    range_analysis *ranges;
    word_groups groups;
    vec(equalities) at; /* by location */
    bits waiting;
    relation_analysis *relations[3]; /* by stage */
    fact_lists facts;                /* by location: what holds there */
    u32_vec posted;                  /* by location: so many of them are on the board */
    uint32_t queries;
} interpretation;

/* ---- equations ---- */
static void arrive(interpretation *a, loc to, equalities *now) {
    equalities *x = &a->at.data[to.id];
    equalities_project(now, &a->groups, &a->live.at.data[to.id]);
    if (!x->reached) {
        equalities_copy(x, now, &a->groups);
        x->reached = true;
        bits_add(&a->waiting, to.id);
    } else if (equalities_join(x, now)) {
        bits_add(&a->waiting, to.id);
    }
}

static void follow(interpretation *a, edge_id i) {
    edge e = a->p->edges.data[i.id];
    range_env *env = range_analysis_load(a->ranges, e.from);
    equalities now = {0};
    equalities_copy(&now, &a->at.data[e.from.id], &a->groups);
    equalities_command(&now, &a->groups, env, e.command);
    if (!env->dead) arrive(a, e.to, &now);
    equalities_release(&now);
}

static void visit(interpretation *a, loc l) {
    edge_vec out = {0};
    const edge_id *list;
    uint32_t n = program_out(a->p, l, &list);
    vec_append(&out, list, n);
    for (uint32_t i = 0; i < out.size; i++) follow(a, out.data[i]);
    vec_release(&out);
}

/* False: out of budget. Chains of modules are finite. */
static bool solve_equalities(interpretation *a) {
    loc_vec order = {0};
    program_order(a->p, &order);
    groups_init(&a->groups, &a->live);
    vec_resize(&a->at, a->p->locations.size);
    equalities_full(&a->at.data[a->p->start.id], &a->groups);
    bits_add(&a->waiting, a->p->start.id);
    bool over = false;
    for (bool again = true; again && !over;) {
        again = false;
        for (uint32_t i = 0; i < order.size && !over; i++) {
            loc l = order.data[i];
            if (!bits_has(&a->waiting, l.id)) continue;
            bits_remove(&a->waiting, l.id);
            visit(a, l);
            again = true;
            over = budget_over(a->limits);
        }
    }
    vec_release(&order);
    return !over;
}

/* ---- what was found ---- */
static bool is_error(const program *p, loc l) { return p->locations.data[l.id].property != 0; }

static void collect_ranges(interpretation *a) {
    vec_resize(&a->facts, a->p->locations.size);
    for (loc l = {0}; l.id < a->p->locations.size; l.id++)
        range_analysis_facts(a->ranges, l, &a->facts.data[l.id]);
}

static void collect_equalities(interpretation *a) {
    term no = term_false(a->p->terms);
    for (loc l = {0}; l.id < a->p->locations.size; l.id++) {
        if (a->at.data[l.id].reached)
            equalities_facts(&a->at.data[l.id], &a->groups, &a->facts.data[l.id]);
        else vec_push(&a->facts.data[l.id], no);
    }
}

/* Stages: each begins with the bounds that the one before found, which its own widening would lose.
 */
static const struct {
    enum shape_kind kind;
    enum time_limit limit;
} stages[] = {{SHAPE_OCTAGON, TIME_AI_OCTAGONS},
              {SHAPE_POLYHEDRON, TIME_AI_POLYHEDRA},
              {SHAPE_POLYHEDRON, TIME_AI_POLYHEDRA}};
enum { STAGES = sizeof stages / sizeof *stages };

static bool collect_relations(interpretation *a, uint32_t stage) {
    const relation_analysis *before = stage ? a->relations[stage - 1] : NULL;
    budget effort = time_limited(stages[stage].limit, *a->limits);
    relation_analysis *x = a->relations[stage] =
        relations_new(&a->live, a->ranges, stages[stage].kind, before, effort);
    for (loc l = {0}; x && l.id < a->p->locations.size; l.id++)
        relations_facts(x, l, &a->facts.data[l.id]);
    return x;
}

static term facts_at(const interpretation *a, loc l) {
    return term_and_n(a->p->terms, a->facts.data[l.id].size, a->facts.data[l.id].data);
}

static bool errors_unreached(const interpretation *a) {
    for (loc l = {0}; l.id < a->p->locations.size; l.id++)
        if (is_error(a->p, l) && !term_is_false(a->p->terms, facts_at(a, l))) return false;
    return true;
}

static void post_lemmas(interpretation *a) {
    vec(board_lemma) news = {0};
    vec_resize(&a->posted, a->p->locations.size);
    for (loc l = {0}; l.id < a->p->locations.size; l.id++) {
        if (same_loc(l, a->p->start) || is_error(a->p, l)) continue;
        for (uint32_t i = a->posted.data[l.id]; i < a->facts.data[l.id].size; i++)
            vec_push(&news, ((board_lemma){l, a->facts.data[l.id].data[i]}));
        a->posted.data[l.id] = a->facts.data[l.id].size;
    }
    board_post(a->board, a->p->terms, news.size, news.data);
    vec_release(&news);
}

/* ---- the last step to an error, by a solver ---- */

/* Bit by bit first; but sums of words are better decided as numbers. */
static const struct {
    const char *solver;
    enum time_limit limit;
} provers[] = {{NULL, TIME_AI_PROVE_BITS}, {"reals/z3", TIME_AI_PROVE_NUMBERS}};
enum { PROVERS = sizeof provers / sizeof *provers };

static engine_options options_of(const interpretation *a, uint32_t prover) {
    engine_options o = *a->options;
    if (provers[prover].solver) o.solver = provers[prover].solver;
    return o;
}

/* Those at the heads of loops say it all. */
static void facts_in_parts(const interpretation *a, conjuncts *out) {
    for (loc l = {0}; l.id < a->p->locations.size; l.id++)
        if (a->p->locations.data[l.id].cut) conjuncts_add(out, a->p->terms, l, facts_at(a, l));
}

static void hand_out(interpretation *a, const term_vec *invariant) {
    a->result->verdict = VERDICT_TRUE;
    a->result->reason[0] = 0;
    vec_clear(&a->result->invariant);
    vec_append(&a->result->invariant, invariant->data, invariant->size);
}

/* The facts are hundreds where variables are many, and few of them are needed: whoever checks the
 * proof is spared the others. */
static void trim(interpretation *a, conjuncts *parts, const term_vec *needed) {
    for (uint32_t i = 0; i < PROVERS; i++) {
        engine_options o = options_of(a, i);
        budget effort = time_limited(provers[i].limit, *a->limits);
        if (conjuncts_trim(parts, a->p, &o, &effort, needed)) return;
    }
}

static bool exclude_errors(interpretation *a, uint32_t prover, conjuncts *parts) {
    term_vec needed = {0};
    engine_options o = options_of(a, prover);
    budget effort = time_limited(provers[prover].limit, *a->limits);
    bool excluded = conjuncts_exclude_errors(parts, a->p, &o, &effort, &needed);
    a->queries += 2;
    if (excluded) trim(a, parts, &needed);
    vec_release(&needed);
    return excluded;
}

static bool prove(interpretation *a) {
    conjuncts parts = {0};
    facts_in_parts(a, &parts);
    bool done = false, unreached = errors_unreached(a);
    for (uint32_t i = 0; i < PROVERS && !done; i++) done = exclude_errors(a, i, &parts);
    if (done || unreached) {
        term_vec plain = {0};
        conjuncts_plain(&parts, a->p->terms, a->p->locations.size, &plain);
        hand_out(a, &plain);
        vec_release(&plain);
    }
    vec_release(&parts);
    return done || unreached;
}

static void count(interpretation *a) {
    uint32_t facts = 0;
    for (uint32_t i = 0; i < a->facts.size; i++) facts += a->facts.data[i].size;
    stats_set(&a->result->stats, "facts", facts);
    stats_set(&a->result->stats, "queries", a->queries);
}

/* False: out of budget. */
static bool find_facts(interpretation *a) {
    a->ranges = range_analysis_new(&a->live, *a->limits);
    if (!a->ranges) return false;
    collect_ranges(a);
    if (errors_unreached(a)) return true;
    if (!solve_equalities(a)) return false;
    collect_equalities(a);
    collect_relations(a, 0);
    post_lemmas(a);
    return true;
}

/* False: not proven, with the reason. */
static bool interpret(interpretation *a) {
    if (!find_facts(a)) {
        engine_stop(a->result, budget_stop(a->limits));
        return false;
    }
    bool proved = prove(a);
    for (uint32_t i = 1; i < STAGES && !proved && collect_relations(a, i); i++) {
        post_lemmas(a);
        proved = prove(a);
    }
    if (!proved)
        engine_unknown(a->result, "not provable by ranges, equations, octagons and polyhedra");
    return proved;
}

static void release(interpretation *a) {
    vec_release_each(&a->at, equalities_release);
    vec_release_each(&a->facts, vec_release);
    bits_release(&a->waiting);
    groups_release(&a->groups);
    vec_release(&a->posted);
    for (uint32_t i = STAGES; i-- > 0;) relations_delete(a->relations[i]);
    range_analysis_delete(a->ranges);
    liveness_release(&a->live);
}

static void begin(interpretation *a, program *p, const engine_options *o, const budget *b,
                  board *shared) {
    *a = (interpretation){.p = p, .options = o, .limits = b, .board = shared};
    liveness_init(&a->live, p);
}

void ai_learn(conjuncts *c, program *p, const engine_options *o, const budget *b) {
    LOG("ai", "learn about %u locations", p->locations.size);
    interpretation a;
    board *shared = board_new();
    board_reader reader = {.board = shared};
    board_lemma l;
    begin(&a, p, o, b, shared);
    find_facts(&a);
    release(&a);
    while (board_next(&reader, p->terms, &l)) conjuncts_add(c, p->terms, l.at, l.formula);
    board_reader_release(&reader);
    board_delete(shared);
}

/* The same on the copy with phases, whose locations the board does not know. */
static void interpret_phases(interpretation *a) {
    phases x;
    phases_split(a->p, &x);
    if (x.p) {
        interpretation inner;
        engine_result r;
        term_vec joined = {0};
        engine_result_init(&r, a->p->terms);
        begin(&inner, x.p, a->options, a->limits, NULL);
        inner.result = &r;
        if (interpret(&inner)) {
            phases_join(&x, a->p->terms, a->p->locations.size, r.invariant.data, &joined);
            hand_out(a, &joined);
        }
        a->queries += inner.queries;
        release(&inner);
        engine_result_release(&r);
        vec_release(&joined);
    }
    phases_release(&x);
}

void ai_run(program *p, const engine_options *o, const budget *b, board *shared,
            engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    interpretation a;
    begin(&a, p, o, b, shared);
    a.result = result;
    result->engine = "ai";
    solvers_record(p->terms, SOLVED_BY_RANGES);
    if (!interpret(&a) && !budget_over(b)) interpret_phases(&a);
    count(&a);
    release(&a);
}
