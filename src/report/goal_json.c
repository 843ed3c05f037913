/* Coverage goals as JSON and as SARIF. */
#include "report/goals.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

static json_t *said(void (*say)(const deadcode *, const goal *, text *), const deadcode *d,
                    const goal *x) {
    text t = {0};
    say(d, x, &t);
    json_t *j = json_string(text_string(&t));
    if (!j) j = json_string("?"); /* a source that is no UTF-8 */
    text_release(&t);
    return j;
}

/* ---- JSON ---- */

static json_t *metrics_json(const deadcode *d) {
    json_t *o = json_object();
    for (int k = 0; k < GOAL_KINDS; k++) {
        goal_count c;
        goals_count(&d->goals, (enum goal_kind)k, &c);
        if (k > (int)d->goals.criterion) continue;
        json_t *m = json_pack("{s:i}", "total", (int)c.total);
        for (int s = 0; s < GOAL_STATES; s++)
            json_object_set_new(m, goal_state_names[s], json_integer(c.by_state[s]));
        json_object_set_new(m, "coverage", json_real(goals_coverage(&c)));
        json_object_set_new(m, "reproved", json_integer(goals_reproved(d, (enum goal_kind)k)));
        json_object_set_new(o, goal_kind_names[k], m);
    }
    return o;
}

static json_t *range_json(const deadcode *d, goal_range at) {
    return json_pack("{s:s, s:i, s:i, s:i, s:i}", "file", goal_name(&d->goals, at.file), "line",
                     (int)at.line, "column", (int)at.column, "end_line", (int)at.end_line,
                     "end_column", (int)at.end_column);
}

static json_t *test_json(const deadcode *d, uint32_t number) {
    return d->goals.marks.data[number].test >= d->tests.size
               ? json_null()
               : json_integer(d->tests.data[d->goals.marks.data[number].test].number);
}

/* By unique cause several proofs may be needed. */
static void add_more(json_t *o, uint32_t proof) {
    json_t *more = json_object_get(o, "more_proofs");
    if (!more) json_object_set_new(o, "more_proofs", more = json_array());
    json_array_append_new(more, json_integer(proof));
}

static json_t *goal_json(const deadcode *d, const goal *x) {
    const mark *m = goal_mark_of(&d->goals, x);
    json_t *o = json_pack("{s:s, s:o, s:s, s:s, s:s, s:o, s:o}", "kind", goal_kind_names[x->kind],
                          "at", range_json(d, x->at), "function", goal_name(&d->goals, x->function),
                          "outcome", goal_outcome_of(&d->goals, x), "state",
                          goal_state_names[goal_state_of(&d->goals, x)], "text",
                          said(goals_describe, d, x), "says", said(goals_state_text, d, x));
    if (x->decision) json_object_set_new(o, "decision", json_integer(x->decision));
    if (x->condition) json_object_set_new(o, "condition", json_integer(x->condition));
    if (x->justification)
        json_object_set_new(o, "justification",
                            json_string(goal_name(&d->goals, x->justification)));
    goal_pair p = goal_pair_of(&d->goals, x);
    if (m->state == STATE_COVERED) json_object_set_new(o, "test", test_json(d, p.yes));
    if (m->state == STATE_COVERED && x->other != NO_MARK)
        json_object_set_new(o, "other_test", test_json(d, p.no));
    u32_vec proofs = {0};
    goals_proofs_of(d, x, &proofs);
    if (proofs.size) json_object_set_new(o, "proof", json_integer(proofs.data[0] + 1));
    for (uint32_t i = 1; i < proofs.size; i++) add_more(o, proofs.data[i] + 1);
    vec_release(&proofs);
    return o;
}

static json_t *goals_json(const deadcode *d) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < d->goals.items.size; i++)
        json_array_append_new(list, goal_json(d, &d->goals.items.data[i]));
    return list;
}

static json_t *inputs_json(const deadcode *d, const goal_test *t) {
    const program *p = d->v->unreduced;
    json_t *list = json_array();
    map names = {0};
    goal_input_names(p, &names);
    for (uint32_t i = 0; i < t->inputs.items.size; i++) {
        const struct input_value *v = &t->inputs.items.data[i];
        text given = {0};
        goal_value_print(d, v, &given);
        json_array_append_new(list,
                              json_pack("{s:s, s:s}", "name",
                                        program_text(p, (uint32_t)map_find(&names, v->input, 0)),
                                        "value", text_string(&given)));
        text_release(&given);
    }
    map_release(&names);
    return list;
}

static json_t *leaps_json(const goal_test *t) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < t->leaps.size; i++)
        json_array_append_new(list, json_pack("{s:i, s:i, s:I}", "from", (int)t->leaps.data[i].from,
                                              "to", (int)t->leaps.data[i].to, "rounds",
                                              (json_int_t)t->leaps.data[i].rounds));
    return list;
}

static json_t *tests_json(const deadcode *d) {
    json_t *list = json_array();
    for (uint32_t n = 1; n <= d->suite; n++)
        for (uint32_t i = 0; i < d->tests.size; i++) {
            const goal_test *t = &d->tests.data[i];
            if (t->number != n) continue;
            json_array_append_new(
                list, json_pack("{s:i, s:s, s:s, s:s, s:o, s:o}", "number", (int)n, "found_by",
                                t->by.name, "evidence", evidence_level_name(t->level), "why",
                                t->why, "inputs", inputs_json(d, t), "leaps", leaps_json(t)));
        }
    return list;
}

static json_t *proofs_json(const deadcode *d) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < d->proofs.size; i++) {
        const goal_proof *p = &d->proofs.data[i];
        json_array_append_new(list, json_pack("{s:i, s:s, s:s, s:s, s:i, s:i, s:f, s:f}", "number",
                                              (int)i + 1, "engine", p->engine, "evidence",
                                              evidence_level_name(p->level), "checker",
                                              p->checker ? p->checker : "", "queries",
                                              (int)p->queries, "marks", (int)p->marks, "seconds",
                                              p->seconds, "found_in", p->found_in));
    }
    return list;
}

static json_t *notes_json(const deadcode *d) {
    json_t *list = json_array();
    const program *p = d->v->unreduced;
    for (uint32_t i = 0; i < p->notes.size; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:i}", "kind",
                                              report_note_kind(p->notes.data[i].kind), "text",
                                              program_text(p, p->notes.data[i].text), "file",
                                              program_text(p, p->notes.data[i].at.file), "line",
                                              (int)p->notes.data[i].at.line));
    for (uint32_t i = 0; i < d->goals.skipped.size; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:i}", "kind", "no goals", "text",
                                        goal_name(&d->goals, d->goals.skipped.data[i].what), "file",
                                        goal_name(&d->goals, d->goals.skipped.data[i].at.file),
                                        "line", (int)d->goals.skipped.data[i].at.line));
    return list;
}

void goals_report_json(const deadcode *d, const report_options *o, text *out) {
    static const char *const verdicts[] = {"UNKNOWN", "TRUE", "FALSE"};
    json_t *files = json_array();
    for (uint32_t i = 0; i < o->files->size; i++)
        json_array_append_new(files, json_string(o->files->data[i]));
    report_dump(
        json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:s, s:f}",
                  "tool", "cinch", "version", CINCH_VERSION, "files", files, "verdict",
                  verdicts[d->v->verdict], "detail", d->v->detail, "criterion",
                  goal_kind_names[d->goals.criterion], "mcdc", goal_mcdc_names[d->goals.mcdc],
                  "complete", (int)goals_complete(&d->goals), "metrics", metrics_json(d), "goals",
                  goals_json(d), "tests", tests_json(d), "proofs", proofs_json(d), "notes",
                  notes_json(d), "obstacle", d->obstacle, "seconds", d->seconds),
        out);
}

/* ---- SARIF ---- */

static const char *const rule_ids[GOAL_KINDS] = {"dead-statement", "dead-branch", "dead-condition",
                                                 "dead-mcdc"};
static const char *const rule_texts[GOAL_KINDS] = {
    "Statements that no run reaches", "An outcome of a decision that no run has",
    "A truth value of a condition that no run has",
    "A condition that can never show its independent effect (MC/DC)"};

static json_t *rules_json(void) {
    json_t *list = json_array();
    for (int k = 0; k < GOAL_KINDS; k++)
        json_array_append_new(list,
                              json_pack("{s:s, s:{s:s}, s:{s:[s], s:s}}", "id", rule_ids[k],
                                        "shortDescription", "text", rule_texts[k], "properties",
                                        "tags", "external/cwe/cwe-561", "precision", "very-high"));
    return list;
}

/* Relative to where the build runs, as code scanning services want it. */
static const char *relative(const char *path) {
    char here[4096];
    size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (n && !strncmp(path, here, n) && path[n] == '/') path += n + 1;
    while (!strncmp(path, "./", 2)) path += 2;
    return path;
}

static json_t *place_json(const deadcode *d, goal_range at) {
    json_t *region = json_pack("{s:i}", "startLine", (int)at.line);
    if (at.column) {
        json_object_set_new(region, "startColumn", json_integer(at.column));
        json_object_set_new(region, "endLine", json_integer(at.end_line));
        json_object_set_new(region, "endColumn", json_integer(at.end_column));
    }
    return json_pack("{s:{s:{s:s}, s:o}}", "physicalLocation", "artifactLocation", "uri",
                     relative(goal_name(&d->goals, at.file)), "region", region);
}

/* What stays the same when lines above change: function, kind, words and outcome, and how many like
 * it came before. */
static void fingerprint(const deadcode *d, uint32_t number, text *out) {
    const goal *x = &d->goals.items.data[number];
    uint32_t before = 0;
    for (uint32_t i = 0; i < number; i++)
        before += d->goals.items.data[i].kind == x->kind &&
                  d->goals.items.data[i].function == x->function;
    text_print(out, "%s:%s:%s:%s:%u", rule_ids[x->kind], relative(goal_name(&d->goals, x->at.file)),
               goal_name(&d->goals, x->function), goal_outcome_of(&d->goals, x), before);
}

static json_t *result_json(const deadcode *d, uint32_t number) {
    const goal *x = &d->goals.items.data[number];
    text message = {0}, print = {0};
    goals_describe(d, x, &message);
    text_add(&message, ": ");
    goals_state_text(d, x, &message);
    fingerprint(d, number, &print);
    json_t *r = json_pack(
        "{s:s, s:s, s:{s:o}, s:[o], s:{s:s}}", "ruleId", rule_ids[x->kind], "level", "note",
        "message", "text", json_string_nocheck(text_string(&message)), "locations",
        place_json(d, x->at), "partialFingerprints", "cinchGoal", text_string(&print));
    if (x->justification)
        json_object_set_new(r, "suppressions",
                            json_pack("[{s:s, s:s}]", "kind",
                                      x->justified_in_source ? "inSource" : "external",
                                      "justification", goal_name(&d->goals, x->justification)));
    text_release(&message);
    text_release(&print);
    return r;
}

/* Dead code alone: an open goal is no finding. */
void goals_report_sarif(const deadcode *d, const report_options *o, text *out) {
    (void)o;
    json_t *results = json_array();
    for (uint32_t i = 0; i < d->goals.items.size; i++)
        if (goal_mark_of(&d->goals, &d->goals.items.data[i])->state == STATE_UNREACHABLE)
            json_array_append_new(results, result_json(d, i));
    report_dump(json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:o}]}", "$schema",
                          "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0",
                          "runs", "tool", "driver", "name", "cinch", "version", CINCH_VERSION,
                          "rules", rules_json(), "results", results),
                out);
}
