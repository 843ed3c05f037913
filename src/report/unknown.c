/* Where there is no verdict: what was achieved, what made it hard, and what to try next. */
#include "engine/progress.h"
#include "report/report.h"

enum { MOST_LOOPS = 3 };

/* ---- how far ---- */

static bool checks(const progress *p) {
    return p->unit == UNIT_CHECKS_PROOF || p->unit == UNIT_CHECKS_VIOLATION;
}

static void reached(const progress *p, bool withdrawn, text *out) {
    enum progress_unit unit = p->unit;
    if (!unit) text_add(out, "ran, no progress yet");
    else if (unit == UNIT_DEPTH)
        text_print(out, "no violation within %llu steps", (unsigned long long)p->reached);
    else if (checks(p))
        text_print(out, "has a %s, %s", unit == UNIT_CHECKS_PROOF ? "proof" : "violation",
                   withdrawn ? "which was withdrawn" : "whose check did not end in time");
    else if (p->reached)
        text_print(out, "%s %llu", progress_words[unit], (unsigned long long)p->reached);
    else text_add(out, progress_words[unit]);
    if (unit && p->lemmas) text_print(out, ", %llu lemmas", (unsigned long long)p->lemmas);
    if (unit && p->queries) text_print(out, ", %llu queries", (unsigned long long)p->queries);
}

static bool engines_lines(const verification *v, const report_options *o, text *out) {
    bool unchecked = false, withdrawn = report_withdrawn(v);
    for (int i = 0; o->progress && i < PROGRESS_SLOTS; i++) {
        const progress *p = &o->progress[i];
        if (!p->engine) continue;
        text_print(out, "  %-12s ", p->engine);
        reached(p, withdrawn, out);
        text_char(out, '\n');
        unchecked |= checks(p) && !withdrawn;
    }
    return unchecked;
}

static void time_line(const verification *v, text *out) {
    text_add(out, "time:");
    for (int i = 0; i < STAGE_COUNT; i++)
        text_print(out, "%s %s %.1f s", i ? "," : "", verify_stage_names[i], v->seconds[i]);
    text_char(out, '\n');
}

/* ---- what made it hard ---- */

/* Terms share their parts: `seen` are those without any. */
static bool has_product(const terms *t, term a, bits *seen) {
    enum op op = term_op(t, a);
    if (op == OP_BVMUL || op == OP_FP_MUL || op == OP_BVUDIV || op == OP_BVSDIV) return true;
    if (bits_has(seen, a.id)) return false;
    bits_add(seen, a.id);
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (has_product(t, term_arg(t, a, i), seen)) return true;
    return false;
}

static void loops(const program *p, text *out) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->locations.size; i++) {
        if (!p->locations.data[i].cut) continue;
        if (n < MOST_LOOPS && p->locations.data[i].at.line) {
            text_add(out, n ? ", " : " at ");
            report_position(p, p->locations.data[i].at, out);
        }
        n++;
    }
    if (n > MOST_LOOPS) text_print(out, " and %u more", n - MOST_LOOPS);
}

static uint32_t loops_of(const program *p) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->locations.size; i++) n += p->locations.data[i].cut;
    return n;
}

static void arrays(const program *p, text *out) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->variables.size; i++) {
        const variable *x = &p->variables.data[i];
        if (sort_kind_of(p->terms, term_sort(p->terms, x->var)) != SORT_ARRAY || !x->name) continue;
        if (n < MOST_LOOPS) text_print(out, "%s%s", n ? ", " : "", program_text(p, x->name));
        n++;
    }
    if (n > MOST_LOOPS) text_print(out, " and %u more", n - MOST_LOOPS);
}

static bool multiplies(const program *p, cmd c, bits *seen) {
    enum cmd_kind k = cmd_kind_of(p, c);
    for (uint32_t i = 0; (k == CMD_SEQ || k == CMD_CHOICE) && i < cmd_size(p, c); i++)
        if (multiplies(p, cmd_part(p, c, i), seen)) return true;
    return (k == CMD_ASSIGN || k == CMD_ASSUME) && has_product(p->terms, cmd_term(p, c), seen);
}

/* The first such line; 0: none. */
static position multiplication(const program *p) {
    bits seen = {0};
    position found = {0};
    for (uint32_t i = 0; i < p->edges.size && !found.line; i++)
        if (!p->edges.data[i].removed && p->edges.data[i].at.line &&
            multiplies(p, p->edges.data[i].command, &seen))
            found = p->edges.data[i].at;
    bits_release(&seen);
    return found;
}

/* Locations that a path leads to from l, or from which one leads to l; by edges, to a fixed point.
 */
static void connected(const program *p, loc l, bool forwards, bits *out) {
    bits_add(out, l.id);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < p->edges.size; i++) {
            const edge *e = &p->edges.data[i];
            uint32_t from = forwards ? e->from.id : e->to.id, to = forwards ? e->to.id : e->from.id;
            if (e->removed || !bits_has(out, from) || bits_has(out, to)) continue;
            bits_add(out, to);
            more = true;
        }
    }
}

static void assigned_by(const program *p, cmd c, bits *out) {
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_ASSIGN || k == CMD_HAVOC) bits_add(out, cmd_var(p, c).id);
    for (uint32_t i = 0; i < cmd_size(p, c); i++) assigned_by(p, cmd_part(p, c, i), out);
}

/* The variables of the source that the loop changes, a few of them. */
static void changed_in_loop(const program *p, loc head, text *out) {
    bits after = {0}, before = {0}, changed = {0};
    uint32_t n = 0;
    map said = {0};
    connected(p, head, true, &after);
    connected(p, head, false, &before);
    for (uint32_t i = 0; i < p->edges.size; i++) {
        const edge *e = &p->edges.data[i];
        if (!e->removed && bits_has(&after, e->from.id) && bits_has(&before, e->to.id))
            assigned_by(p, e->command, &changed);
    }
    for (uint32_t i = 0; i < p->variables.size; i++) {
        const variable *x = &p->variables.data[i];
        if (!x->name || !bits_has(&changed, x->var.id) || n >= 2 * MOST_LOOPS ||
            map_get(&said, x->name, NULL))
            continue;
        map_set(&said, x->name, 1);
        text_print(out, "%s%s", n++ ? ", " : "", program_text(p, x->name));
    }
    map_release(&said);
    bits_release(&after);
    bits_release(&before);
    bits_release(&changed);
}

/* Which loops have no invariant that is strong enough, where time ran out. */
static void invariant_lines(const verification *v, text *out) {
    const program *p = v->reduced;
    uint32_t said = 0;
    if (!p || v->end != BUDGET_TIME || p->edges.size > 10000) return;
    for (loc l = {0}; l.id < p->locations.size && said < MOST_LOOPS; l.id++) {
        text names = {0};
        if (!p->locations.data[l.id].cut || !p->locations.data[l.id].at.line) continue;
        changed_in_loop(p, l, &names);
        text_add(out, "  no invariant is strong enough yet: the loop at ");
        report_position(p, p->locations.data[l.id].at, out);
        if (names.size) text_print(out, ", which changes %s", text_string(&names));
        text_char(out, '\n');
        text_release(&names);
        said++;
    }
}

static void hard_lines(const verification *v, text *out) {
    const program *p = v->reduced ? v->reduced : v->unreduced;
    uint32_t n = loops_of(p);
    text names = {0};
    text_add(out, "what is left to decide:");
    text_print(out, " %u loop%s", n, n == 1 ? "" : "s");
    loops(p, out);
    arrays(p, &names);
    if (names.size) text_print(out, "; arrays %s", text_string(&names));
    position at = multiplication(p);
    if (at.line)
        text_add(out, "; multiplications or divisions, the first at "), report_position(p, at, out);
    text_char(out, '\n');
    text_release(&names);
    invariant_lines(v, out);
}

/* ---- what next ---- */

static bool has_missing_body(const program *p) {
    for (uint32_t i = 0; i < p->notes.size; i++)
        if (p->notes.data[i].kind == NOTE_MISSING_BODY) return true;
    return false;
}

static uint32_t errors_of(const program *p) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->locations.size; i++) n += program_is_error(p, (loc){i});
    return n;
}

static void next_lines(const verification *v, const report_options *o, bool unchecked, text *out) {
    bool time = v->end == BUDGET_TIME;
    const program *p = v->unreduced;
    text_add(out, "to try next:\n");
    if (unchecked || time)
        text_print(out, "  more time: --timeout %.0f%s\n",
                   o->seconds > 0 ? o->seconds * (unchecked ? 2 : 4) : 600,
                   unchecked ? " (an answer was found)" : "");
    if (v->end == BUDGET_MEMORY) text_add(out, "  more memory: --memory MB\n");
    if (v->beyond == LIMIT_RECURSION) text_add(out, "  deeper calls: --recursion-depth N\n");
    if (v->beyond == LIMIT_SHIFT)
        text_add(out, "  a byte becomes an int and is shifted into its sign, which definitions of "
                      "overflow judge differently: --property shift\n");
    if (v->beyond == LIMIT_HEAP)
        text_add(out, "  more objects: --heap-instances N, or any number: --heap-unbounded\n");
    if (errors_of(p) > 1 && !o->checks)
        text_add(out, "  each check separately, so that the easy ones are decided: --each\n");
    if (v->undivided)
        text_add(out, "  the checks in parts, of which no single proof can be written: without "
                      "--certificate, --witness-out and --annotate\n");
    if (has_missing_body(p))
        text_add(out, "  a body for the functions without one (see the notes): another FILE.c\n");
    if (time && v->reduced && loops_of(v->reduced))
        text_add(out,
                 "  a simpler function in place of one that is hard: --replace F=STUB\n"
                 "  an invariant of your own: a contract with `loop invariant`, --function F\n");
    text_add(out, "  the model: cinch show FILE --stage reduced; how the time is spent: --stats\n");
}

void report_unknown(const verification *v, const report_options *o, text *out) {
    if (!v->unreduced || v->witness.status != WITNESS_NONE) return;
    text engines_said = {0};
    bool unchecked = engines_lines(v, o, &engines_said);
    if (engines_said.size)
        text_print(out, "how far the engines came:\n%s", text_string(&engines_said));
    hard_lines(v, out);
    time_line(v, out);
    next_lines(v, o, unchecked, out);
    text_release(&engines_said);
}
