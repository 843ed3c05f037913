/* The report that a person reads on a terminal. */
#include "report/report.h"
#include "term/smtlib.h"

#include <string.h>

enum {
    TRACE_HEAD = 60,
    TRACE_TAIL = 30, /* steps shown of a long trace */
    SOURCE_WIDTH = 40
}; /* columns of source text beside a step */

/* A TRUE about nothing must not look like one about something. */
static const char nothing[] = "nothing to verify: no assertion, no call of reach_error, and no "
                              "check of another --property in the program";

static void what(const verification *v, const report_options *o, text *out) {
    const program *p = v->unreduced;
    for (uint32_t i = 0; i < o->files->size; i++)
        text_print(out, "%s%s", i ? ", " : "", o->files->data[i]);
    text_add(out, ": ");
    bool any = false;
    for (uint32_t i = 0; i < p->properties.size; i++) {
        if (p->properties.data[i].kind != PROPERTY_ERROR) continue;
        text_print(out, "%s%s", any ? ", " : "", program_text(p, p->properties.data[i].name));
        any = true;
    }
    reduction_size size = v->reduced ? v->reduction.before : reduction_size_of(p);
    text_print(out, "%s; %u locations, %u edges, %u variables\n", any ? "" : nothing,
               size.locations, size.edges, size.variables);
}

static void who(const verification *v, text *out) {
    if (!v->result.engine) return;
    static const char *const did[] = {[VERDICT_UNKNOWN] = "ended without a verdict",
                                      [VERDICT_TRUE] = "found a proof",
                                      [VERDICT_FALSE] = "found a violation"};
    text_print(out, "%s%s%s %s%s after %.2f s", v->result.engine, v->result.solver ? " with " : "",
               v->result.solver ? v->result.solver : "", did[v->result.verdict],
               report_withdrawn(v) ? " of the approximated program" : "", v->seconds[STAGE_ENGINE]);
    if (v->result.verdict == VERDICT_UNKNOWN && v->result.reason[0])
        text_print(out, ": %s", v->result.reason);
    text_char(out, '\n');
}

static void evidence_line(const verification *v, text *out) {
    const evidence *e = &v->evidence;
    if (report_withdrawn(v)) {
        text_print(out,
                   "withdrawn: what was found is about an approximation of the program (%s)%s%s\n",
                   v->detail, e->why[0] ? "; " : "", e->why);
        return;
    }
    switch (e->level) {
    case EVIDENCE_INDEPENDENT:
    case EVIDENCE_REPROVED:
        text_print(out, "evidence: %s; %s accepts ", evidence_level_name(e->level),
                   e->checker ? e->checker : "a solver");
        if (e->queries == 1) text_add(out, "the one query");
        else text_print(out, "all %u queries", e->queries);
        text_print(out, " of the certificate (%.2f s)\n", e->seconds);
        break;
    case EVIDENCE_REPLAYED:
        if (v->verdict == VERDICT_TRUE) text_print(out, "evidence: replayed; %s\n", e->why);
        else
            text_print(out,
                       "evidence: replayed; the interpreter reaches the error on the program as it "
                       "was read%s%s\n",
                       e->why[0] ? "; " : "", e->why);
        break;
    case EVIDENCE_EXECUTED:
        if (v->verdict == VERDICT_TRUE)
            text_print(out, "evidence: executed; %s, nor does the compiled program reach one\n",
                       e->why);
        else text_add(out, "evidence: executed; the compiled program reaches the error\n");
        break;
    case EVIDENCE_NONE:
        if (e->why[0])
            text_print(out, "%s%s\n", e->kept[0] ? "EVIDENCE FAILED: " : "evidence: none; ",
                       e->why);
        if (e->kept[0]) text_print(out, "what is needed to reproduce this is in %s\n", e->kept);
        break;
    }
}

static void witness_line(const verification *v, text *out) {
    static const char *const status[] = {"", "confirmed", "rejected", "unknown", "unreadable"};
    if (v->witness.status)
        text_print(out, "witness: %s; %s\n", status[v->witness.status], v->witness.why);
}

static void change(const verification *v, const trace_change *c, text *out) {
    const program *p = v->unreduced;
    const variable *x = &p->variables.data[c->variable];
    text_print(out, "%s = ", program_text(p, x->name));
    report_value(v, c->value, x->is_signed, out);
}

/* ---- source lines ---- */

/* The files of a trace, read once. */
typedef struct {
    vec(struct source_file {
        uint32_t name;
        text content;
    }) files;
} source_cache;

static const char *content_of(source_cache *c, const program *p, uint32_t name) {
    for (uint32_t i = 0; i < c->files.size; i++)
        if (c->files.data[i].name == name) return text_string(&c->files.data[i].content);
    struct source_file f = {name, {0}};
    if (!text_read_file(&f.content, program_text(p, name))) text_clear(&f.content);
    vec_push(&c->files, f);
    return text_string(&vec_last(&c->files).content);
}

static void source_cache_release(source_cache *c) {
    for (uint32_t i = 0; i < c->files.size; i++) text_release(&c->files.data[i].content);
    vec_release(&c->files);
}

/* The line without its indentation, cut to what fits. */
static void source_line(source_cache *c, const program *p, position at, text *out) {
    const char *s = content_of(c, p, at.file);
    for (uint32_t line = 1; line < at.line && *s; line++) s += strcspn(s, "\n"), s += *s == '\n';
    s += strspn(s, " \t");
    size_t size = strcspn(s, "\r\n");
    text_bytes(out, s, size < SOURCE_WIDTH ? size : SOURCE_WIDTH);
}

static void step_line(const verification *v, const trace_steps *all, const trace_step *s,
                      source_cache *c, text *out) {
    static const char *const branches[] = {"", "[true]", "[false]", "[branch]"};
    const program *p = v->unreduced;
    text where = {0}, code = {0};
    const char *file = program_text(p, s->at.file), *slash = strrchr(file, '/');
    if (s->at.line) text_print(&where, "%s:%u", slash ? slash + 1 : file, s->at.line);
    else
        text_print(&where, "L%u -> L%u", p->edges.data[s->edge.id].from.id,
                   p->edges.data[s->edge.id].to.id);
    if (s->at.line) source_line(c, p, s->at, &code);
    text_print(out, "  %-20s %-*s %s", text_string(&where), SOURCE_WIDTH, text_string(&code),
               v->from_c ? branches[s->branch] : "");
    for (uint32_t i = 0; i < s->change_count; i++) {
        text_add(out, i ? ", " : s->branch ? " " : "");
        change(v, &all->changes.data[s->changes + i], out);
    }
    if (s->input) text_add(out, "  (input)");
    while (out->size && out->data[out->size - 1] == ' ') out->data[--out->size] = 0;
    text_char(out, '\n');
    text_release(&where);
    text_release(&code);
}

/* Steps that say something: a value came or changed, a branch was taken, or the last one. */
static bool worth_showing(const trace_steps *all, uint32_t i) {
    const trace_step *s = &all->steps.data[i];
    return s->change_count || s->input || s->branch || i + 1 == all->steps.size;
}

static void error_line(const verification *v, text *out) {
    const program *p = v->unreduced;
    loc l = v->evidence.level != EVIDENCE_NONE
                ? v->evidence.reached
                : v->reduced->locations.data[v->result.reached.id].origin;
    if (same_loc(l, NO_LOC) || l.id >= p->locations.size || !p->locations.data[l.id].property)
        return;
    const property *broken = &p->properties.data[p->locations.data[l.id].property - 1];
    text where = {0};
    report_position(p, p->locations.data[l.id].at, &where);
    text_print(out, "%s%s%s%s: %s\n", report_withdrawn(v) ? "  it would come to " : "",
               where.size ? text_string(&where) : "", where.size ? ": " : "",
               program_text(p, broken->name), report_error_words(p, l));
    text_release(&where);
}

/* What a violation that no test confirms rests on: each once. */
static void condition_lines(const verification *v, text *out) {
    const evidence *e = &v->evidence;
    const program *p = v->unreduced;
    map said = {0};
    for (uint32_t i = 0; e->level == EVIDENCE_REPLAYED && i < e->needs.size; i++) {
        uint32_t in = e->inputs.items.data[e->needs.data[i]].input;
        const origin_info *origin = origin_about(program_input_origin(p, in));
        uint64_t key = (uint64_t)program_input_origin(p, in) << 32 | p->inputs.data[in].name;
        if (!origin->when || map_get(&said, key, NULL)) continue;
        map_set(&said, key, 1);
        text_print(out, "  if %s%s\n", origin->when, program_text(p, p->inputs.data[in].name));
    }
    map_release(&said);
}

static void violation(const verification *v, text *out) {
    trace_steps all = {0};
    source_cache listed = {0};
    trace_follow(v, &all);
    text_add(out, report_withdrawn(v) ? "a run that may not exist, no violation:\n"
                                      : "the violation, step by step:\n");
    uint32_t shown = 0, total = 0;
    for (uint32_t i = 0; i < all.steps.size; i++) total += worth_showing(&all, i);
    for (uint32_t i = 0; i < all.steps.size; i++) {
        if (!worth_showing(&all, i)) continue;
        if (shown == TRACE_HEAD && all.unfinished) break;
        if (shown < TRACE_HEAD || shown + TRACE_TAIL >= total)
            step_line(v, &all, &all.steps.data[i], &listed, out);
        else if (shown == TRACE_HEAD)
            text_print(out, "  ... %u steps ...\n", total - TRACE_HEAD - TRACE_TAIL);
        shown++;
    }
    if (all.unfinished)
        text_add(out, "  ... and so on: the run is too long to be followed to its end\n");
    error_line(v, out);
    condition_lines(v, out);
    source_cache_release(&listed);
    trace_steps_release(&all);
}

void report_notes(const verification *v, text *out) {
    const program *p = v->unreduced;
    for (uint32_t i = 0; i < p->notes.size; i++) {
        const note *n = &p->notes.data[i];
        text where = {0};
        report_position(p, n->at, &where);
        text_print(out, "note: %s: %s%s%s\n", report_note_kind(n->kind), program_text(p, n->text),
                   where.size ? " at " : "", where.size ? text_string(&where) : "");
        text_release(&where);
    }
}

void report_reductions(const verification *v, text *out) {
    static const char *const names[] = {
#define PASS(name, flag, help) flag,
#include "reduce/passes.def"
#undef PASS
    };
    text_print(out, "%-14s %10s %10s %10s %10s\n", "reduction", "locations", "edges", "variables",
               "seconds");
    text_print(out, "%-14s %10u %10u %10u\n", "(read)", v->reduction.before.locations,
               v->reduction.before.edges, v->reduction.before.variables);
    for (int i = 0; i < REDUCE_PASSES; i++)
        if (v->reduction.after[i].locations)
            text_print(out, "%-14s %10u %10u %10u %10.3f\n", names[i],
                       v->reduction.after[i].locations, v->reduction.after[i].edges,
                       v->reduction.after[i].variables, v->reduction.after[i].seconds);
}

static void statistics(const verification *v, text *out) {
    if (v->reduced) report_reductions(v, out);
    for (int i = 0; i < STAGE_COUNT; i++)
        text_print(out, "%-34s %12.3f s\n", verify_stage_names[i], v->seconds[i]);
    for (uint32_t i = 0; i < v->result.stats.items.size; i++)
        text_print(out, "%-34s %14.10g\n", v->result.stats.items.data[i].name,
                   v->result.stats.items.data[i].value);
    text_print(out, "%-34s %12.1f MB\n", "memory", (double)memory_used() / 1048576);
}

/* The trace of refinements of an abstraction. */
static void refinements(const verification *v, text *out) {
    for (uint32_t i = 0; i < v->result.predicates.size; i++) {
        const struct predicate_found *f = &v->result.predicates.data[i];
        text_print(out, "refinement %u, path of %u steps, location %u: ", f->refinement, f->steps,
                   f->at.id);
        smtlib_term(v->terms, f->atom, out);
        text_char(out, '\n');
    }
}

static void before_steps(const verification *v, const report_options *o, text *out) {
    if (v->unreduced) what(v, o, out);
    if (v->unreduced) report_notes(v, out);
    who(v, out);
}

static void after_steps(const verification *v, const report_options *o, text *out) {
    if (o->verbose) refinements(v, out);
    if (o->verbose && v->verdict == VERDICT_TRUE) invariant_print(v->unreduced, &v->evidence, out);
    evidence_line(v, out);
    witness_line(v, out);
    if (o->stats) statistics(v, out);
}

void report_summary(const verification *v, const report_options *o, text *out) {
    before_steps(v, o, out);
    if (v->reduced && v->verdict == VERDICT_FALSE) error_line(v, out);
    after_steps(v, o, out);
}

static void each_check(const check_list *l, text *out) {
    for (uint32_t i = 0; i < l->answers.size; i++) {
        const verification *a = l->answers.data[i];
        if (a->verdict != VERDICT_FALSE) continue;
        text_print(out, "run %u: ", i + 1);
        violation(a, out);
    }
    report_checks(l, out);
}

void report_text(const verification *v, const report_options *o, text *out) {
    before_steps(v, o, out);
    if (o->checks) each_check(o->checks, out);
    if (v->reduced && v->result.verdict == VERDICT_FALSE) violation(v, out);
    after_steps(v, o, out);
    text_add(out, "VERDICT: ");
    report_verdict(v, out);
    text_char(out, '\n');
}
