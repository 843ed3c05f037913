/* Coverage goals as a person reads them on a terminal. */
#include "base/escape.h"
#include "report/goals.h"

static void what(const deadcode *d, const report_options *o, text *out) {
    for (uint32_t i = 0; i < o->files->size; i++)
        text_print(out, "%s%s", i ? ", " : "", o->files->data[i]);
    text_print(out, ": coverage goals, criterion %s; %u goals in %u decisions",
               goal_criterion_of(&d->goals), d->goals.items.size, d->goals.decisions);
    if (d->goals.constant) text_print(out, " (%u more are constant)", d->goals.constant);
    text_char(out, '\n');
    report_notes(d->v, out);
    for (uint32_t i = 0; i < d->goals.skipped.size; i++)
        text_print(out, "note: no goals for a decision %s at %s:%u\n",
                   goal_name(&d->goals, d->goals.skipped.data[i].what),
                   goal_name(&d->goals, d->goals.skipped.data[i].at.file),
                   d->goals.skipped.data[i].at.line);
    if (d->excluded)
        text_print(out, "note: %u goals in excluded files are left out\n", d->excluded);
    if (d->restored)
        text_print(out, "note: %u marks were known from an earlier run, and checked again\n",
                   d->restored);
    if (d->refused)
        text_print(out,
                   "note: %u tests or proofs of an earlier run no longer hold and are discarded\n",
                   d->refused);
    if (d->interrupted) text_add(out, "note: interrupted; the results so far follow\n");
    if (d->obstacle[0])
        text_print(out, "note: nothing can be proved unreachable: %s\n", d->obstacle);
}

/* ---- metrics ---- */

static void metrics(const deadcode *d, text *out) {
    bool complete = goals_complete(&d->goals);
    text_print(out, "\nCOVERAGE ANALYSIS %s\n",
               complete ? "COMPLETE"
                        : "INCOMPLETE: goals are open, the percentages are lower bounds");
    text_print(out, "  %-10s %7s %8s %12s %10s %6s %10s\n", "", "goals", "covered", "unreachable",
               "justified", "open", "coverage");
    for (int k = 0; k < GOAL_KINDS; k++) {
        goal_count c;
        goals_count(&d->goals, (enum goal_kind)k, &c);
        if (!c.total && k > (int)d->goals.criterion) continue;
        text_print(out, "  %-10s %7u %8u %12u %10u %6u %8.1f %%\n", goal_kind_names[k], c.total,
                   c.by_state[STATE_COVERED], c.by_state[STATE_UNREACHABLE],
                   c.by_state[STATE_JUSTIFIED], c.by_state[STATE_OPEN], goals_coverage(&c));
    }
    uint32_t executed = 0;
    for (uint32_t i = 0; i < d->tests.size; i++)
        executed += d->tests.data[i].chosen && d->tests.data[i].level == EVIDENCE_EXECUTED;
    text_print(
        out,
        "  coverage is the share of coverable goals: without unreachable and justified ones\n");
    text_print(out, "  %u %s all that is covered; replayed, %u executed\n", d->suite,
               d->suite == 1 ? "test covers" : "tests cover", executed);
    uint32_t reproved = 0;
    for (int k = 0; k < GOAL_KINDS; k++) reproved += goals_reproved(d, (enum goal_kind)k);
    if (reproved)
        text_print(
            out,
            "  %u of the unreachable goals are only re-proved: by the same solver, in a fresh "
            "process\n",
            reproved);
    if (d->proofs.size)
        text_print(out, "  %u proof%s of unreachability, checked\n", d->proofs.size,
                   d->proofs.size == 1 ? "" : "s");
}

/* ---- goals ---- */

static void goal_item(const deadcode *d, const goal *x, text *out) {
    text_print(out, "  %s:%u", goal_name(&d->goals, x->at.file), x->at.line);
    if (x->at.column) text_print(out, ":%u", x->at.column);
    text_add(out, ": ");
    goals_describe(d, x, out);
    text_add(out, ": ");
    goals_state_text(d, x, out);
    text_char(out, '\n');
}

static void list(const deadcode *d, const report_options *o, text *out) {
    uint32_t covered = 0, shown = 0;
    text_add(out, "\nGoals:\n");
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        const goal *x = &d->goals.items.data[i];
        bool plain = goal_state_of(&d->goals, x) == STATE_COVERED && !x->justification;
        covered += plain;
        if (plain && !o->verbose) continue;
        goal_item(d, x, out);
        shown++;
    }
    if (covered && !o->verbose)
        text_print(out, "  %s%u covered (-v lists them)\n", shown ? "and " : "", covered);
}

/* ---- source ---- */

/* Lines of functions with goals that are not covered; with -v every line. */
static bool line_is_shown(const deadcode *d, const report_options *o, uint32_t file,
                          uint32_t line) {
    enum { AROUND = 3 };
    if (o->verbose) return true;
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        const goal *x = &d->goals.items.data[i];
        bool close =
            x->at.file == file && x->at.line <= line + AROUND && line <= x->at.end_line + AROUND;
        if (close && goal_state_of(&d->goals, x) != STATE_COVERED) return true;
    }
    return false;
}

static void source_of(const deadcode *d, const report_options *o, uint32_t file, text *out) {
    text content = {0}, shown = {0};
    size_t size;
    const char *s;
    bool gap = false;
    if (report_read_source(d->v->unreduced, goal_name(&d->goals, file), &content))
        for (uint32_t line = 1; (s = goals_line_of(text_string(&content), line, &size)); line++) {
            bool show = line_is_shown(d, o, file, line);
            if (!show) {
                gap = true;
                continue;
            }
            if (gap && shown.size) text_add(&shown, "        ...\n");
            gap = false;
            text_print(&shown, "  %c %5u | %.*s\n", goals_sign_at(d, file, line), line, (int)size,
                       s);
        }
    if (shown.size)
        text_print(out, "\n%s:  (+ covered, - unreachable, ? open, j justified)\n%s",
                   goal_name(&d->goals, file), text_string(&shown));
    text_release(&content);
    text_release(&shown);
}

static void sources_text(const deadcode *d, const report_options *o, text *out) {
    u32_vec files = {0};
    goals_files(d, &files);
    for (uint32_t i = 0; i < files.size; i++) source_of(d, o, files.data[i], out);
    vec_release(&files);
}

static void statistics(const deadcode *d, text *out) {
    text_print(out, "\n%-34s %12.3f s\n%-34s %12.3f s\n", "reading", d->v->seconds[STAGE_LOAD],
               "all", d->seconds);
    text_print(out, "%-34s %14llu\n%-34s %14u\n", "sampled runs", (unsigned long long)d->runs,
               "questions to engines", d->groups);
    uint32_t sampled = 0;
    for (uint32_t i = 0; i < d->tests.size; i++)
        sampled += d->tests.data[i].by.kind == FOUND_BY_SAMPLING;
    text_print(out, "%-34s %14u\n%-34s %14u\n", "runs found by sampling", sampled,
               "runs found by engines", d->tests.size - sampled);
    text_print(out, "%-34s %14u\n%-34s %14u\n", "depth searched", d->depth, "tests in the suite",
               d->suite);
    for (uint32_t i = 0; i < d->proofs.size; i++)
        text_print(out, "proof %u: %u marks by %s, %s by %s, %u queries, %.2f s\n", i + 1,
                   d->proofs.data[i].marks, d->proofs.data[i].engine,
                   evidence_level_name(d->proofs.data[i].level),
                   d->proofs.data[i].checker ? d->proofs.data[i].checker : "nobody",
                   d->proofs.data[i].queries, d->proofs.data[i].seconds);
    text_print(out, "%-34s %12.1f MB\n", "memory", (double)memory_used() / 1048576);
}

/* Goals over time, where a phase begins or the counts change. */
static void curve(const deadcode *d, text *out) {
    text_print(out, "\n%-10s %9s %9s %8s %12s %6s\n", "phase", "CPU s", "wall s", "covered",
               "unreachable", "open");
    for (uint32_t i = 0; i < d->curve.size; i++) {
        const goal_moment *m = &d->curve.data[i];
        text_print(out, "%-10s %9.2f %9.2f %8u %12u %6u\n", m->phase, m->cpu, m->wall, m->covered,
                   m->unreachable, m->open);
    }
}

static void last_lines(const deadcode *d, text *out) {
    uint32_t by_state[GOAL_STATES] = {0};
    for (uint32_t i = 0; i < d->goals.items.size; i++)
        by_state[goal_state_of(&d->goals, &d->goals.items.data[i])]++;
    text_print(out, "\nGOALS: total=%u covered=%u unreachable=%u justified=%u open=%u tests=%u\n",
               d->goals.items.size, by_state[STATE_COVERED], by_state[STATE_UNREACHABLE],
               by_state[STATE_JUSTIFIED], by_state[STATE_OPEN], d->suite);
    text_add(out, "VERDICT: ");
    report_verdict(d->v, out);
    text_char(out, '\n');
}

void goals_report_text(const deadcode *d, const report_options *o, text *out) {
    text body = {0}; /* with words and lines of the program */
    if (d->v->unreduced) {
        what(d, o, &body);
        metrics(d, &body);
        list(d, o, &body);
        sources_text(d, o, &body);
        if (o->stats) statistics(d, &body), curve(d, &body);
        if (o->requirements) report_requirements(o->requirements, &body);
    }
    escape_lines(text_string(&body), body.size, out);
    text_release(&body);
    last_lines(d, out);
}
