#include "engine/engine.h"
#include "base/log.h"
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void engine_report_switches(const engine_options *o, const char *prefix, engine_stats *out) {
#define OPT_BOOL(name, flag, value, help)                                                          \
    if (o->name && (!strncmp(flag, prefix, strlen(prefix)) || !strcmp(flag, "--ic3-facts")))       \
        stats_set(out, "on: " flag, 1);
#define OPT_INT(name, flag, value, low, high, help)
#define OPT_ENUM(name, flag, value, choices, help)
#define OPT_TEXT(name, flag, value, help)
#include "engine/options.def"
#undef OPT_BOOL
#undef OPT_INT
#undef OPT_ENUM
#undef OPT_TEXT
}

void engine_options_default(engine_options *o) {
    *o = (engine_options){0};
#define OPT_BOOL(name, flag, value, help) o->name = value;
#define OPT_INT(name, flag, value, low, high, help) o->name = value;
#define OPT_ENUM(name, flag, value, choices, help) o->name = value;
#define OPT_TEXT(name, flag, value, help) o->name = value;
#include "engine/options.def"
#undef OPT_BOOL
#undef OPT_INT
#undef OPT_ENUM
#undef OPT_TEXT
}

void stats_set(engine_stats *s, const char *name, double amount) {
    for (uint32_t i = 0; i < s->items.size; i++)
        if (!strcmp(s->items.data[i].name, name)) {
            s->items.data[i].value = amount;
            return;
        }
    struct engine_counter c = {name, amount};
    vec_push(&s->items, c);
}

void engine_result_init(engine_result *r, terms *t) {
    memset(r, 0, sizeof *r);
    r->reached = NO_LOC;
    r->pool = values_new(t);
    model_init(&r->trace.initial, r->pool);
}

void engine_result_release(engine_result *r) {
    vec_release(&r->invariant);
    vec_release(&r->ghosts);
    vec_release(&r->instances);
    vec_release(&r->trace.edges);
    vec_release(&r->trace.inputs.items);
    model_release(&r->trace.initial);
    vec_release(&r->stats.items);
    vec_release(&r->predicates);
    text_release(&r->checked.certificate);
    values_delete(r->pool);
}

void team_add(engine_team *t, enum engine_id e) {
    assert(e > ENGINE_NONE && e < ENGINE_COUNT);
    for (uint32_t i = 0; i < t->size; i++)
        if (t->members[i] == e) return;
    t->members[t->size++] = (uint8_t)e;
}

void engine_run(const engine *e, program *p, const engine_options *o, const budget *b,
                board *shared, engine_result *result) {
    assert_debug(p->start.id < p->locations.size);
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    LOG("engine", "%s on %u locations, %u edges", e->name, p->locations.size, p->edges.size);
    solver_set before = solvers_take(p->terms);
    e->run(p, o, b, shared, result);
    result->used |= solvers_seen(p->terms);
    solvers_record(p->terms, before);
    engine_result_check(p, result);
}

void engine_unknown(engine_result *r, const char *format, ...) {
    LOG("engine", "unknown: %s", format);
    va_list args;
    va_start(args, format);
    vsnprintf(r->reason, sizeof r->reason, format, args);
    va_end(args);
    r->verdict = VERDICT_UNKNOWN;
    r->end = BUDGET_LEFT;
    r->limit = 0;
    r->refuted = false;
}

void engine_stop(engine_result *r, stop_reason why) {
    engine_unknown(r, "%s", why.words);
    r->end = why.end;
}

void engine_limited(engine_result *r, const program *p, uint32_t limit) {
    assert(limit && limit <= p->properties.size);
    LOG("engine", "a limit is reached: property %u", limit);
    engine_unknown(r, "%s", program_text(p, p->properties.data[limit - 1].name));
    r->limit = limit;
}

/* ---- the invariants, in debug builds ---- */

#ifdef CINCH_CHECK

static bool is_ghost(const engine_result *r, term var) {
    for (uint32_t i = 0; i < r->ghosts.size; i++)
        if (same(r->ghosts.data[i].var, var)) return true;
    return false;
}

static void check_formula(const program *p, const engine_result *r, term a) {
    term_vec vars = {0};
    require(term_is_bool(p->terms, a), "an invariant that is not Bool");
    term_vars(p->terms, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        require(program_variable(p, vars.data[i]) || is_ghost(r, vars.data[i]),
                "an invariant about %s, which the program does not have",
                term_name(p->terms, vars.data[i]));
    vec_release(&vars);
}

static void check_proof(const program *p, const engine_result *r) {
    require(r->invariant.size <= p->locations.size, "invariants of unknown locations");
    require(r->proof == PROOF_INVARIANT || r->proof == PROOF_LOOPLESS || r->k,
            "a proof over no segments");
    for (uint32_t i = 0; i < r->invariant.size; i++)
        if (r->invariant.data[i].id) check_formula(p, r, r->invariant.data[i]);
}

/* Of runs of the compiled program the edges are not known. */
static void check_trace(const program *p, const engine_result *r) {
    loc at = p->start;
    require(r->reached.id < p->locations.size && p->locations.data[r->reached.id].property,
            "a violation that ends at no error");
    for (uint32_t i = 0; i < r->trace.edges.size; i++) {
        require(r->trace.edges.data[i].id < p->edges.size, "a trace with an unknown edge");
        const edge *e = &p->edges.data[r->trace.edges.data[i].id];
        require(!e->removed && same_loc(e->from, at), "a trace that is no path: edge %u", i);
        at = e->to;
    }
    require(!r->trace.edges.size || same_loc(at, r->reached), "a trace that ends elsewhere");
}

void engine_result_check(const program *p, const engine_result *r) {
    if (r->verdict == VERDICT_TRUE) check_proof(p, r);
    if (r->verdict == VERDICT_FALSE) check_trace(p, r);
    require(r->limit <= p->properties.size, "an unknown limit");
}

#else

void engine_result_check(const program *p, const engine_result *r) { (void)p, (void)r; }

#endif
