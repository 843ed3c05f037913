#include "verify/verify.h"
#include "engine/board.h"
#include "engine/portfolio/portfolio.h"
#include "frontend/contract.h"
#include "native/native.h"

#include <stdio.h>
#include <string.h>

const char *const verify_stage_names[STAGE_COUNT] = {"reading", "reducing", "solving", "checking"};

void verify_options_default(verify_options *o) {
    memset(o, 0, sizeof *o);
    reduce_options_default(&o->reduce);
    engine_options_default(&o->engine);
    o->evidence = true;
}

static void conclude(verification *v, enum verdict verdict, const char *detail) {
    v->verdict = verdict;
    snprintf(v->detail, sizeof v->detail, "%s", detail);
}

static void unknown(verification *v, const char *why) { conclude(v, VERDICT_UNKNOWN, why); }

/* ---- load and reduce ---- */

/* The files behind a task definition, for whoever compiles them again; false where they need
 * arguments of their own. */
static bool resolve(const load_options *o, sources *named, load_options *out) {
    input_error ignored = {0};
    if (!sources_expand(o, named, &ignored)) return false;
    *out = *o;
    out->files = (string_vec){0};
    out->data_model = named->data_model;
    out->checks = named->checks;
    out->error_function = named->error_function;
    out->contracts = NULL; /* what is compiled is the program itself */
    for (uint32_t i = 0; i < named->items.size; i++) {
        const source *s = &named->items.data[i];
        if ((s->kind != SOURCE_C && s->kind != SOURCE_IR) || s->arguments.size) return false;
        vec_push(&out->files, (char *)s->file);
    }
    return true;
}

bool verify_load(const verify_options *o, verification *v) {
    text reason = {0};
    double start = clock_now();
    v->terms = terms_new();
    v->limits = budget_of(o->seconds, o->memory_bytes);
    load_options load = o->load;
    if (v->limits.deadline) load.seconds = budget_left(&v->limits);
    v->unreduced = frontend_load(v->terms, &load, &v->load_status, &v->messages, &reason);
    if (!v->unreduced) unknown(v, reason.size ? text_string(&reason) : "not loaded");
    if (!v->unreduced && budget_over(&v->limits)) {
        v->load_status = LOAD_UNSUPPORTED;
        unknown(v, budget_reason(&v->limits));
    }
    v->from_c = v->unreduced && resolve(&o->load, &v->sources, &v->resolved);
    v->seconds[STAGE_LOAD] = clock_now() - start;
    text_release(&reason);
    return v->unreduced != NULL;
}

/* Relations are large already, without structure that a solver could use one branch of at a time:
 * blocks of them cost more than the locations that they save. */
enum { SYSTEM_BLOCK_WEIGHT = 2000 };

static bool is_system(const verification *v) {
    enum source_kind kind = v->sources.items.size ? v->sources.items.data[0].kind : SOURCE_UNKNOWN;
    return kind == SOURCE_CHC || kind == SOURCE_VMT || kind == SOURCE_BTOR2;
}

void verify_reduce(const verify_options *o, verification *v) {
    double start = clock_now();
    reduce_options how = o->reduce;
    if (!how.block_weight && is_system(v)) how.block_weight = SYSTEM_BLOCK_WEIGHT;
    /* How many objects there are stays known where only a proof asks for it. */
    if (o->load.heap_unbounded && how.stop_after < 0) how.stop_after = REDUCE_PASSES - 1;
    v->stage = STAGE_REDUCE;
    v->reduced = reduce_program(v->unreduced, &how, &v->limits, &v->reduction);
    v->seconds[STAGE_REDUCE] = clock_now() - start;
}

/* ---- engine and evidence ---- */

typedef struct {
    const verify_options *options;
    verification *v;
    program *program; /* the reduced one, or it without its limits */
    double patience;  /* seconds for a search inside the limits, where a larger model can still be
                         tried; 0: no limit */
} deciding;

/* The name of the engine that runs when the user names none. */
static const char *const default_engine = "portfolio";

const char *verify_property_at(const program *p, loc l) {
    uint32_t number = p->locations.data[l.id].property;
    require(number, "location %u is no error location", l.id);
    return program_text(p, p->properties.data[number - 1].name);
}

static bool at_limit(const deciding *d, const engine_result *r) {
    return r->verdict == VERDICT_FALSE && program_is_limit(d->program, r->reached);
}

/* A run that refutes a guessed contract: no violation. */
bool verify_at_contract(const program *p, const engine_result *r) {
    return r->verdict == VERDICT_FALSE &&
           !strcmp(verify_property_at(p, r->reached), CONTRACT_PROPERTY);
}

/* Without results for single arguments hardly any call returns what it does in the program. */
static bool undetermined(const load_options *load) {
    return load->contracts && !load->contracts->singles;
}

/* Called for every verdict. One at a limit is no verdict yet: it ends the search, and decide() goes
 * on from there. Neither is a proof that there is no violation inside the limits: it says nothing
 * about the program, and no certificate of it could hold. */
static bool accept(void *context, engine_result *r) {
    deciding *d = context;
    verification *v = d->v;
    bool inside = v->within_limits && r->verdict == VERDICT_TRUE;
    if (r->verdict == VERDICT_UNKNOWN || at_limit(d, r) || inside ||
        verify_at_contract(d->program, r) || !d->options->evidence)
        return true;
    double start = clock_now();
    v->stage = STAGE_EVIDENCE;
    if (v->evidence.pool) evidence_release(&v->evidence);
    evidence_init(&v->evidence, v->terms);
    bool own_errors = v->witness.status == WITNESS_NONE ||
                      v->witness.violation; /* else some are no calls that a test could see */
    evidence_options how = {.load = v->from_c ? &v->resolved : NULL,
                            .title = d->options->title,
                            .no_execute = !own_errors || undetermined(&d->options->load)};
    bool good =
        evidence_for(v->unreduced, &v->reduction, d->program, r, &how, &v->limits, &v->evidence);
    if (!good)
        snprintf(v->rejected, sizeof v->rejected, "%s", r->reason[0] ? r->reason : "evidence");
    v->seconds[STAGE_EVIDENCE] += clock_now() - start;
    v->stage = STAGE_ENGINE;
    return good;
}

/* What the engine may use: the rest is for checking its answer. */
static budget engine_share(const verify_options *o, const verification *v) {
    if (!v->limits.deadline || !o->evidence) return v->limits;
    return budget_share(v->limits, budget_left(&v->limits) * 0.9);
}

board *verify_facts(const verification *v) {
    board *b = board_new();
    for (uint32_t i = 0; b && i < v->reduction.lemmas.size; i++)
        board_post(
            b, v->terms, 1,
            &(board_lemma){v->reduction.lemmas.data[i].at, v->reduction.lemmas.data[i].fact});
    return b;
}

static void run_engine(deciding *d) {
    const char *name = d->options->engine_name ? d->options->engine_name : default_engine;
    const engine *e = engine_find(name);
    engine_result *r = &d->v->result;
    budget share = engine_share(d->options, d->v);
    if (d->patience > 0) share = budget_share(share, d->patience);
    engine_options how = d->options->engine;
    native_program compiled = {d->v->unreduced, &d->v->resolved};
    native_runs native = {native_sample, &compiled};
    if (d->v->from_c && d->v->witness.status == WITNESS_NONE) how.native = &native;
    engine_result_init(r, d->v->terms);
    require(e, "there is no engine %s", name);
    board *known = verify_facts(d->v);
    if (!strcmp(name, "portfolio")) {
        portfolio_decide(d->program, &how, &share, known, accept, d, r);
    } else {
        progress_turn(how.progress, e->name, true);
        e->run(d->program, &how, &share, known, r);
        progress_turn(how.progress, e->name, false);
        accept(d, r);
    }
    board_delete(known);
    if (!r->engine) r->engine = e->name;
}

void verify_cut_limits(program *p) {
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed && program_is_limit(p, p->edges.data[e.id].to))
            program_remove_edge(p, e);
}

/* The program is larger than its model. A violation within the model is one all the same; a proof
 * is not. */
static void search_within_limits(deciding *d) {
    char limit[100];
    snprintf(limit, sizeof limit, "%s", verify_property_at(d->program, d->v->result.reached));
    program *inside = program_clone(d->program);
    verify_cut_limits(inside);
    engine_result_release(&d->v->result);
    d->program = inside;
    d->v->within_limits = true;
    d->patience = d->v->patience;
    run_engine(d);
    program_delete(inside);
    if (d->v->result.verdict != VERDICT_FALSE) engine_unknown(&d->v->result, "%s", limit);
}

static void decide(const verify_options *o, verification *v) {
    double start = clock_now();
    deciding d = {o, v, v->reduced, 0};
    v->stage = STAGE_ENGINE;
    run_engine(&d);
    if (at_limit(&d, &v->result)) search_within_limits(&d);
    v->seconds[STAGE_ENGINE] = clock_now() - start - v->seconds[STAGE_EVIDENCE];
}

/* ---- what the verdict may be ---- */

const char *verify_under_approximated(const program *p) {
    for (uint32_t i = 0; i < p->notes.size; i++)
        if (p->notes.data[i].kind == NOTE_UNDER) return program_text(p, p->notes.data[i].text);
    return NULL;
}

static bool is_zero(const verification *v, value given) {
    return value_equal(v->evidence.pool, given, value_default(v->evidence.pool, given.sort));
}

/* Values that main is called with. */
static bool main_argument(const verification *v, uint32_t which, uint64_t *bits_, uint32_t *width) {
    const program *p = v->unreduced;
    for (uint32_t i = 0; i < v->evidence.inputs.items.size; i++) {
        const struct input_value *given = &v->evidence.inputs.items.data[i];
        bool argument = program_input_origin(p, given->input) == ORIGIN_ARGUMENT;
        if (!argument || !sort_is_bv(v->terms, given->value.sort) || which--) continue;
        *width = sort_width(v->terms, given->value.sort);
        return value_u64(v->evidence.pool, given->value, bits_);
    }
    return false;
}

/* The array that argv points to ends with a null pointer; the memory of others holds anything. */
static bool reads_beyond_arguments(const verification *v) {
    const evidence *e = &v->evidence;
    uint64_t argc, argv;
    uint32_t width;
    if (!e->reads.size || !main_argument(v, 0, &argc, &width) ||
        !main_argument(v, 1, &argv, &width))
        return false;
    uint64_t end = argv + argc * (width / 8);
    for (uint32_t i = 0; i < e->reads.size; i++)
        if (e->reads.data[i].address - end < width / 8 &&
            !is_zero(v, e->inputs.items.data[e->reads.data[i].input].value))
            return true;
    return false;
}

/* What the violation needs and need not be real; NULL: nothing. */
static const char *needs_over(const verification *v) {
    const evidence *e = &v->evidence;
    for (uint32_t i = 0; i < e->needs.size; i++) {
        enum input_origin origin =
            program_input_origin(v->unreduced, e->inputs.items.data[e->needs.data[i]].input);
        if (origin_about(origin)->direction == ORIGIN_OVER) return origin_about(origin)->says;
    }
    return NULL;
}

const char *verify_guessed(const verification *v) {
    require(v->evidence.needs_known || v->evidence.level != EVIDENCE_REPLAYED,
            "what a violation needs is not known");
    if (v->evidence.unsteady) return origin_about(ORIGIN_OUTSIDE)->says;
    return needs_over(v);
}

/* A portfolio names every engine and its reason; where one of them is a limit of the model, that is
 * what the user wants. */
static const char *plain_reason(const verification *v) {
    const program *p = v->unreduced;
    if (interrupt_requested) return "interrupted";
    if (v->rejected[0]) return v->rejected;
    for (uint32_t i = 0; i < p->properties.size; i++) {
        const char *name = program_text(p, p->properties.data[i].name);
        if (p->properties.data[i].kind == PROPERTY_LIMIT && strstr(v->result.reason, name))
            return name;
    }
    return v->result.reason[0] ? v->result.reason : "gave up";
}

static bool begins_in_body(const program *p, cmd c) {
    if (cmd_kind_of(p, c) == CMD_HAVOC)
        return program_input_origin(p, cmd_input(p, c)) == ORIGIN_CONTRACT_ARGUMENT;
    for (uint32_t i = 0; i < cmd_size(p, c); i++)
        if (begins_in_body(p, cmd_part(p, c, i))) return true;
    return false;
}

/* A violation of the program with contracts is one of the program where it begins in main and was
 * executed. (The inputs do not tell: those of a way that was tried and not taken are among them.)
 */
static bool in_original(const verification *v) {
    const program *p = v->unreduced;
    for (uint32_t i = 0; i < v->evidence.path.size; i++)
        if (begins_in_body(p, p->edges.data[v->evidence.path.data[i].id].command)) return false;
    return v->evidence.level == EVIDENCE_EXECUTED;
}

static void conclude_engine(verification *v) {
    const char *under = verify_under_approximated(v->unreduced);
    const engine_result *r = &v->result;
    if (verify_at_contract(v->reduced, r)) unknown(v, CONTRACT_PROPERTY);
    else if (r->verdict == VERDICT_FALSE && v->with_contracts && !in_original(v))
        unknown(v, "recursion");
    else if (r->verdict == VERDICT_FALSE && reads_beyond_arguments(v))
        unknown(v, "argv[argc] is null"); /* a test gives what it is told */
    else if (r->verdict == VERDICT_FALSE && verify_guessed(v) &&
             v->evidence.level != EVIDENCE_EXECUTED)
        unknown(v, verify_guessed(v));
    else if (r->verdict == VERDICT_FALSE)
        conclude(v, VERDICT_FALSE, verify_property_at(v->reduced, r->reached));
    else if (r->verdict == VERDICT_TRUE && under) unknown(v, under);
    else if (r->verdict == VERDICT_TRUE) conclude(v, VERDICT_TRUE, "");
    else unknown(v, plain_reason(v));
}

/* ---- larger and larger models ---- */

/* Where the model was too small in recursion or heap, a larger one may not be. The user's own
 * numbers stand. */
enum {
    FIRST_DEPTH = 32,
    LAST_DEPTH = 2048,
    FIRST_INSTANCES = 24,
    LAST_INSTANCES = 400,
    GROWTH = 4
};

static bool enlarge(uint32_t *size, uint32_t chosen, uint32_t first, uint32_t last) {
    if (chosen || *size >= last) return false;
    *size = *size ? *size * GROWTH : first;
    return true;
}

bool verify_enlarge(const verify_options *o, const char *limit, load_options *load) {
    if (!strcmp(limit, "recursion"))
        return enlarge(&load->recursion_depth, o->load.recursion_depth, FIRST_DEPTH, LAST_DEPTH);
    if (!strcmp(limit, "heap"))
        return enlarge(&load->heap_instances, o->load.heap_instances, FIRST_INSTANCES,
                       LAST_INSTANCES);
    return false;
}

/* ---- one model ---- */

bool verify_prepare(const verify_options *o, double patience, verification *v) {
    memset(v, 0, sizeof *v);
    v->patience = patience;
    v->with_contracts = o->load.contracts;
    return verify_load(o, v) && (!o->witness || verify_apply_witness(o, v));
}

void verify_prepared(const verify_options *o, verification *v) {
    verify_reduce(o, v);
    decide(o, v);
    conclude_engine(v);
    if (o->witness) verify_conclude_witness(v);
}

static void verify_once(const verify_options *o, double patience, verification *v) {
    if (verify_prepare(o, patience, v)) verify_prepared(o, v);
}

/* ---- all models ---- */

static void verify_larger(const verify_options *o, verification *v) {
    verify_options larger = *o;
    for (double patience = 2 * v->patience; v->verdict == VERDICT_UNKNOWN; patience *= 2) {
        double left = v->limits.deadline ? budget_left(&v->limits) : 0;
        if (budget_over(&v->limits) || !verify_enlarge(o, v->detail, &larger.load)) return;
        verification next;
        if (v->limits.deadline) larger.seconds = left;
        verify_once(&larger, patience, &next);
        if (!next.unreduced) { /* too large: what the smaller model said stands */
            verification_release(&next);
            return;
        }
        verification_release(v);
        *v = next;
    }
}

void verify_run(const verify_options *o, verification *v) {
    if (!verify_prepare(o, 4, v)) return;
    if (verify_by_course(o, v)) return;
    verify_by_contracts(o, v);
    if (v->verdict == VERDICT_UNKNOWN) verify_unbounded(o, v);
    if (v->verdict == VERDICT_UNKNOWN) verify_prepared(o, v);
    verify_larger(o, v);
    verify_read_again(o, v);
}

void verification_release(verification *v) {
    if (v->result.pool) engine_result_release(&v->result);
    if (v->evidence.pool) evidence_release(&v->evidence);
    if (v->reduced) reduction_release(&v->reduction), program_delete(v->reduced);
    if (v->unreduced) program_delete(v->unreduced);
    text_release(&v->messages);
    vec_release(&v->resolved.files);
    sources_release(&v->sources);
    if (v->terms) terms_delete(v->terms);
}
