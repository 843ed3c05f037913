/* The report that a person reads on a terminal. */
#include "base/path.h"
#include "frontend/compiler_runs.h"
#include "report/report.h"
#include "base/escape.h"
#include "base/launch.h"
#include "base/sandbox.h"
#include "term/smtlib.h"

#include <string.h>

enum { TRACE_HEAD = 60, TRACE_TAIL = 30 }; /* steps shown of a long trace */

/* One property may fail in several ways. */
static bool named_before(const program *p, uint32_t which) {
    for (uint32_t i = 0; i < which; i++)
        if (p->properties.data[i].kind == PROPERTY_ERROR &&
            p->properties.data[i].name == p->properties.data[which].name)
            return true;
    return false;
}

/* A TRUE about nothing must not look like one about something. */
static const char nothing[] =
    "nothing to verify: what is reached from the entry, in the program as it was read, has no "
    "assertion, no call of an error function, and no check of another --property";

static void what(const verification *v, const report_options *o, text *out) {
    const program *p = v->unreduced;
    for (uint32_t i = 0; i < o->files->size; i++)
        text_print(out, "%s%s", i ? ", " : "", o->files->data[i]);
    text_add(out, ": ");
    bool any = o->requirements != NULL;
    bool ends = v->model.load.checks & CHECK_TERMINATION; /* overflows are part of this question */
    if (any) text_print(out, "requirements of %s", o->requirements->file.file);
    else if (ends) text_add(out, "termination"), any = true;
    for (uint32_t i = 0; i < p->properties.size; i++) {
        if (ends || p->properties.data[i].kind != PROPERTY_ERROR || named_before(p, i)) continue;
        text_print(out, "%s%s", any ? ", " : "", program_text(p, p->properties.data[i].name));
        any = true;
    }
    reduction_size size =
        v->reduction.before.locations ? v->reduction.before : reduction_size_of(p);
    text_print(out, "%s; %u locations, %u edges, %u variables\n", any ? "" : nothing,
               size.locations, size.edges, size.variables);
}

static void who(const verification *v, text *out) {
    if (!v->result.engine) return;
    static const char *const did[] = {[VERDICT_UNKNOWN] = "ended without a verdict",
                                      [VERDICT_TRUE] = "found a proof",
                                      [VERDICT_FALSE] = "found a violation"};
    char names[SOLVER_NAMES];
    text_print(out, "%s%s%s %s%s after %.2f s", v->result.engine, v->result.used ? " with " : "",
               solver_set_names(v->result.used, names), did[v->result.verdict],
               report_withdrawn(v) ? " of the approximated program" : "", v->seconds[STAGE_ENGINE]);
    if (v->result.verdict == VERDICT_UNKNOWN && v->result.reason[0])
        text_print(out, ": %s", v->result.reason);
    text_char(out, '\n');
}

/* If more exists than is printed, or with -v. */
static void sandbox_line(const verification *v, const report_options *o, text *out) {
    const unsigned usual = SANDBOX_SECCOMP | SANDBOX_NAMESPACES | SANDBOX_ROOT | SANDBOX_LIMITS;
    unsigned layers = v->evidence.layers;
    char words[80];
    if (!layers || (!o->verbose && (layers & usual) == usual)) return;
    launch_describe(layers, words);
    text_print(out, "sandbox of the compiled program: %s\n", words);
}

static bool comes_back(const verification *v) {
    return program_property_at(v->unreduced, v->evidence.reached)->id == PROPERTY_TERMINATION;
}

static void evidence_line(const verification *v, text *out) {
    const evidence *e = &v->evidence;
    if (report_withdrawn(v)) {
        text_print(out,
                   "withdrawn: the violation is one of an approximation of the program (%s)%s%s\n",
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
        else
            text_print(out, "evidence: executed; the compiled program %s\n",
                       comes_back(v) ? "comes back to a state: stack, globals and heap are equal"
                                     : "reaches the error");
        break;
    case EVIDENCE_NONE:
        if (e->why[0])
            text_print(out, "%s%s\n", e->refuted ? "EVIDENCE FAILED: " : "evidence: none; ",
                       e->why);
        if (e->kept[0]) text_print(out, "the files that reproduce this are in %s\n", e->kept);
        break;
    }
}

/* Each part assumes what the others prove, up to where it is asked. */
static void parts_line(const verification *v, text *out) {
    if (v->parts > 1)
        text_print(
            out,
            "proved in %u parts, each from the checks before it; the evidence is that of the "
            "part with the weakest\n",
            v->parts);
}

static void witness_line(const verification *v, text *out) {
    static const char *const status[] = {"", "confirmed", "rejected", "unknown", "unreadable"};
    if (v->witness.status)
        text_print(out, "witness: %s; %s\n", status[v->witness.status], v->witness.why);
}

/* ---- source lines ---- */

bool report_read_source(const program *p, const char *file, text *out) {
    return p && program_shows(p, file) && text_read_file(out, file);
}

static struct source_file *source_of(source_cache *c, const program *p, uint32_t name) {
    for (uint32_t i = 0; i < c->files.size; i++)
        if (c->files.data[i].name == name) return &c->files.data[i];
    struct source_file f = {name, {0}, {0}};
    text raw = {0};
    if (report_read_source(p, program_text(p, name), &raw))
        escape_lines(raw.data, raw.size, &f.content);
    text_release(&raw);
    vec_push(&f.lines, 0);
    for (const char *s = text_string(&f.content), *at = s; (at = strchr(at, '\n')); at++)
        vec_push(&f.lines, (uint32_t)(at - s) + 1);
    vec_push(&c->files, f);
    return &vec_last(&c->files);
}

void source_cache_release(source_cache *c) {
    for (uint32_t i = 0; i < c->files.size; i++) {
        text_release(&c->files.data[i].content);
        vec_release(&c->files.data[i].lines);
    }
    vec_release(&c->files);
}

const char *source_line(source_cache *c, const program *p, position at, size_t *size) {
    struct source_file *f = at.line ? source_of(c, p, at.file) : NULL;
    bool there = f && at.line <= f->lines.size;
    const char *s = there ? text_string(&f->content) + f->lines.data[at.line - 1] : "";
    s += strspn(s, " \t");
    *size = strcspn(s, "\r\n");
    return s;
}

/* ---- the steps ---- */

typedef struct {
    const verification *v;
    const report_options *o;
    trace_steps all;
    source_cache sources;
    int place_width, code_width; /* columns */
} telling;

static void colour(const report_options *o, const char *code, text *out) {
    if (o->colour) text_print(out, "\033[%sm", code);
}

static void step_place(const program *p, const trace_step *s, text *out) {
    if (s->at.line) text_print(out, "%s:%u", path_base(program_text(p, s->at.file)), s->at.line);
    else
        text_print(out, "L%u -> L%u", p->edges.data[s->edge.id].from.id,
                   p->edges.data[s->edge.id].to.id);
}

static void step_line(telling *x, const trace_step *s, text *out) {
    static const char *const branches[] = {"", "[true]", "[false]", "[branch]"};
    const program *p = x->v->unreduced;
    text where = {0};
    size_t size;
    const char *code = source_line(&x->sources, p, s->at, &size);
    int shown = size > (size_t)x->code_width ? x->code_width : (int)size;
    step_place(p, s, &where);
    text_print(out, "  %-*s %-*.*s %s", x->place_width, text_string(&where), x->code_width, shown,
               code, x->v->from_c ? branches[s->branch] : "");
    if (s->change_count && s->branch && x->v->from_c) text_char(out, ' ');
    trace_changes_print(x->v, &x->all, s, out);
    if (s->input) text_add(out, "  (input)");
    if (s->uninitialized && s->change_count) text_add(out, "  (uninitialized)");
    while (out->size && out->data[out->size - 1] == ' ') out->data[--out->size] = 0;
    text_char(out, '\n');
    text_release(&where);
}

/* Steps that say something: a value came or changed, a branch was taken, or the last one. */
static bool worth_showing(const trace_steps *all, uint32_t i) {
    const trace_step *s = &all->steps.data[i];
    return s->change_count || s->input || s->branch || i + 1 == all->steps.size;
}

/* As wide as what is shown, as far as the terminal leaves room for the values beside it. */
static void measure(telling *x) {
    enum { LEAST_PLACE = 12, MOST_PLACE = 32, LEAST_CODE = 24, NO_TERMINAL = 132, VALUES = 40 };
    int columns = x->o->columns ? (int)x->o->columns : NO_TERMINAL, longest = LEAST_CODE;
    x->place_width = LEAST_PLACE;
    for (uint32_t i = 0; i < x->all.steps.size; i++) {
        if (!worth_showing(&x->all, i)) continue;
        const trace_step *s = &x->all.steps.data[i];
        text where = {0};
        size_t size;
        source_line(&x->sources, x->v->unreduced, s->at, &size);
        step_place(x->v->unreduced, s, &where);
        if (size < (size_t)columns && (int)size > longest) longest = (int)size;
        if ((int)where.size > x->place_width && where.size <= MOST_PLACE)
            x->place_width = (int)where.size;
        text_release(&where);
    }
    int room = columns - x->place_width - VALUES;
    x->code_width = longest < room ? longest : room > LEAST_CODE ? room : LEAST_CODE;
}

loc report_reached(const verification *v) {
    const program *p = v->unreduced;
    loc l = v->evidence.level != EVIDENCE_NONE
                ? v->evidence.reached
                : v->reduced->locations.data[v->result.reached.id].origin;
    bool good =
        !same_loc(l, NO_LOC) && l.id < p->locations.size && p->locations.data[l.id].property;
    return good ? l : NO_LOC;
}

/* At the user's line, though the check may be in a function of the library that it calls. */
static void error_line(telling *x, text *out) {
    const program *p = x->v->unreduced;
    loc l = report_reached(x->v);
    if (same_loc(l, NO_LOC)) return;
    const property *broken = program_property_at(p, l);
    const trace_steps *all = &x->all;
    text where = {0};
    report_position(p, all->stack.size ? all->stack.data[0] : p->locations.data[l.id].at, &where);
    colour(x->o, "1", out);
    text_print(out, "%s%s%s%s: %s", report_withdrawn(x->v) ? "  it would come to " : "",
               where.size ? text_string(&where) : "", where.size ? ": " : "",
               program_text(p, broken->name),
               all->failure.size ? all->failure.data : report_error_words(p, l));
    colour(x->o, "0", out);
    text_char(out, '\n');
    text_release(&where);
}

static void stack_lines(const telling *x, text *out) {
    const program *p = x->v->unreduced;
    for (uint32_t i = 0; i < x->all.stack.size && x->all.stack.size > 1; i++) {
        text where = {0};
        report_position(p, x->all.stack.data[i], &where);
        text_print(out, "  %s %s at %s\n", i ? "called by" : "in",
                   program_text(p, x->all.stack.data[i].function), text_string(&where));
        text_release(&where);
    }
}

static void condition_value(const verification *v, uint32_t in, value given, text *out) {
    const program *p = v->unreduced;
    enum sort_kind k = given.sort.id ? sort_kind_of(v->terms, given.sort) : SORT_ARRAY;
    if (k != SORT_BV && k != SORT_FP) return;
    bool is_signed = program_input_signed(p, in);
    text_add(out, " = ");
    report_value(v, given, is_signed, out);
}

/* What a violation that no test confirms rests on: each once. */
static void condition_lines(const verification *v, text *out) {
    const evidence *e = &v->evidence;
    const program *p = v->unreduced;
    map said = {0};
    for (uint32_t i = 0; e->level == EVIDENCE_REPLAYED && i < e->needs.size; i++) {
        const struct input_value *x = &e->inputs.items.data[e->needs.data[i]];
        if (x->input == NO_INPUT) continue; /* a havoc that reads none */
        const origin_info *origin = origin_about(program_input_origin(p, x->input));
        uint64_t key =
            (uint64_t)program_input_origin(p, x->input) << 32 | p->inputs.data[x->input].name;
        bool ours = p->inputs.data[x->input].excuse.id; /* what is watched is our choice */
        if (!origin->when || ours || map_get(&said, key, NULL)) continue;
        map_set(&said, key, 1);
        text_print(out, "  if %s%s", origin->when, program_text(p, p->inputs.data[x->input].name));
        condition_value(v, x->input, x->value, out);
        text_char(out, '\n');
    }
    map_release(&said);
}

/* A step that is shown, or a gap: so many steps that go round in the same lines. */
typedef struct {
    uint32_t step, left_out;
} told_step;
typedef vec(told_step) told_steps;

static bool same_place(const trace_step *a, const trace_step *b) {
    return a->at.line && a->at.line == b->at.line && a->at.file == b->at.file;
}

/* How often the next `period` steps come again in the same lines, one after the other. */
static uint32_t rounds_of(const trace_steps *all, const u32_vec *shown, uint32_t from,
                          uint32_t period) {
    uint32_t n = 0;
    while (from + n + period < shown->size &&
           same_place(&all->steps.data[shown->data[from + n]],
                      &all->steps.data[shown->data[from + n + period]]))
        n++;
    return n / period;
}

/* Of a loop the first two rounds and the last one say enough. */
static void tell_steps(const trace_steps *all, told_steps *out) {
    enum { LONGEST_ROUND = 8, MANY_ROUNDS = 5 };
    u32_vec shown = {0};
    for (uint32_t i = 0; i < all->steps.size; i++)
        if (worth_showing(all, i)) vec_push(&shown, i);
    for (uint32_t i = 0; i < shown.size;) {
        uint32_t period = 0, rounds = 0;
        while (rounds < MANY_ROUNDS && period < LONGEST_ROUND)
            rounds = rounds_of(all, &shown, i, ++period);
        bool loop = rounds >= MANY_ROUNDS;
        for (uint32_t k = 0; k < (loop ? 2 * period : 1); k++)
            vec_push(out, ((told_step){shown.data[i + k], 0}));
        uint32_t left_out = loop ? (rounds - 2) * period : 0;
        if (left_out) vec_push(out, ((told_step){0, left_out}));
        i += (loop ? 2 * period : 1) + left_out;
    }
    vec_release(&shown);
}

static void steps_lines(telling *x, text *out) {
    const trace_steps *all = &x->all;
    told_steps told = {0};
    tell_steps(all, &told);
    for (uint32_t i = 0; i < told.size; i++) {
        if (i == TRACE_HEAD && all->unfinished) break;
        if (i >= TRACE_HEAD && i + TRACE_TAIL < told.size) {
            if (i == TRACE_HEAD)
                text_print(out, "  ... %u steps ...\n", told.size - TRACE_HEAD - TRACE_TAIL);
        } else if (told.data[i].left_out)
            text_print(out, "  ... %u steps in the same lines ...\n", told.data[i].left_out);
        else step_line(x, &all->steps.data[told.data[i].step], out);
    }
    if (all->unfinished) text_add(out, "  ... and so on: the run is too long to print\n");
    vec_release(&told);
}

static void violation(const verification *v, const report_options *o, bool steps, text *out) {
    telling x = {.v = v, .o = o};
    trace_follow(v, &x.all);
    if (steps) {
        text_add(out, report_withdrawn(v) ? "a run that may not exist, not a violation:\n"
                                          : "the violation, step by step:\n");
        measure(&x);
        steps_lines(&x, out);
    }
    error_line(&x, out);
    stack_lines(&x, out);
    condition_lines(v, out);
    source_cache_release(&x.sources);
    trace_steps_release(&x.all);
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
    text_print(out, "%-34s %12u\n", "variables read uninitialized", v->reduction.initialized.read);
    text_print(out, "%-34s %12u\n", "uninitialized values not drawn",
               v->reduction.initialized.dropped);
    text_print(out, "%-34s %12u\n", "variables replaced by definitions", v->reduction.defined);
}

static void statistics(const verification *v, text *out) {
    uint32_t started = 0, asked = 0;
    if (v->model.load.runs) compiler_runs_count(v->model.load.runs, &started, &asked);
    if (asked)
        text_print(out, "%-34s %14u of %u\n", "compiler runs, of those needed", started, asked);
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
    sandbox_line(v, o, out);
    parts_line(v, out);
    witness_line(v, out);
    if (o->stats) statistics(v, out);
}

void report_summary(const verification *v, const report_options *o, text *out) {
    before_steps(v, o, out);
    if (v->reduced && v->verdict == VERDICT_FALSE) violation(v, o, false, out);
    after_steps(v, o, out);
}

static void each_check(const check_list *l, const report_options *o, text *out) {
    for (uint32_t i = 0; i < l->answers.size; i++) {
        const verification *a = l->answers.data[i];
        if (a->verdict != VERDICT_FALSE) continue;
        text_print(out, "run %u: ", i + 1);
        violation(a, o, true, out);
    }
    report_checks(l, out);
}

void report_text(const verification *v, const report_options *o, text *out) {
    before_steps(v, o, out);
    if (o->requirements) report_requirements(o->requirements, out);
    else if (o->checks) each_check(o->checks, o, out);
    if (v->reduced && v->result.verdict == VERDICT_FALSE) violation(v, o, true, out);
    after_steps(v, o, out);
    if (v->verdict == VERDICT_UNKNOWN) report_unknown(v, o, out);
    static const char *const colours[] = {"1;33", "1;32", "1;31"};
    colour(o, colours[v->verdict], out);
    text_add(out, "VERDICT: ");
    report_verdict(v, out);
    colour(o, "0", out);
    text_char(out, '\n');
}
