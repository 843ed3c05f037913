/* The result as JSON, for scripts. */
#include "base/launch.h"
#include "report/report.h"
#include "term/smtlib.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void report_dump(json_t *root, text *out) {
    char *printed = json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
    require(printed, "the result is not JSON");
    text_print(out, "%s\n", printed);
    free(printed);
    json_decref(root);
}

static json_t *position_json(const program *p, position at) {
    if (!at.line) return json_null();
    return json_pack("{s:s, s:i, s:i, s:s}", "file", program_text(p, at.file), "line", (int)at.line,
                     "column", (int)at.column, "function", program_text(p, at.function));
}

static json_t *value_json(const verification *v, value a, bool is_signed) {
    text t = {0};
    report_value(v, a, is_signed, &t);
    json_t *j = json_string(text_string(&t));
    text_release(&t);
    return j;
}

static json_t *inputs_json(const verification *v) {
    const program *p = v->unreduced;
    json_t *list = json_array();
    for (uint32_t i = 0; i < v->evidence.inputs.items.size; i++) {
        const struct input_value *x = &v->evidence.inputs.items.data[i];
        if (x->input >= p->inputs.size) continue;
        const input *in = &p->inputs.data[x->input];
        bool is_signed = program_input_signed(p, x->input);
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:o, s:o}", "name", program_text(p, in->name), "type",
                            program_text(p, in->type), "value", value_json(v, x->value, is_signed),
                            "at", position_json(p, in->at)));
    }
    return list;
}

static json_t *changes_json(const verification *v, const trace_steps *all, const trace_step *s) {
    json_t *o = json_object();
    for (uint32_t i = 0; i < s->change_count; i++) {
        const trace_change *c = &all->changes.data[s->changes + i];
        text name = {0}, now = {0};
        trace_change_name(v, c, &name);
        trace_change_value(v, all, c, &now);
        json_object_set_new(o, text_string(&name), json_string(text_string(&now)));
        text_release(&name);
        text_release(&now);
    }
    return o;
}

static json_t *steps_json(const verification *v, const trace_steps *all) {
    static const char *const branches[] = {"", "true", "false", "other"};
    json_t *list = json_array();
    for (uint32_t i = 0; i < all->steps.size; i++)
        json_array_append_new(list, json_pack("{s:o, s:o, s:s, s:b}", "at",
                                              position_json(v->unreduced, all->steps.data[i].at),
                                              "changes", changes_json(v, all, &all->steps.data[i]),
                                              "branch", branches[all->steps.data[i].branch],
                                              "input", all->steps.data[i].input));
    return list;
}

/* What was violated, where the user sees it, and by which calls the run came there. */
static void violation_json(const verification *v, json_t *root) {
    trace_steps all = {0};
    trace_follow(v, &all);
    json_t *stack = json_array();
    for (uint32_t i = 0; i < all.stack.size; i++)
        json_array_append_new(stack, position_json(v->unreduced, all.stack.data[i]));
    json_object_set_new(root, "message", json_string(all.failure.size ? all.failure.data : ""));
    json_object_set_new(root, "stack", stack);
    json_object_set_new(root, "trace", steps_json(v, &all));
    trace_steps_release(&all);
}

static json_t *notes_json(const verification *v) {
    json_t *list = json_array();
    const program *p = v->unreduced;
    for (uint32_t i = 0; p && i < p->notes.size; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "kind",
                                              report_note_kind(p->notes.data[i].kind), "text",
                                              program_text(p, p->notes.data[i].text), "at",
                                              position_json(p, p->notes.data[i].at)));
    return list;
}

static json_t *evidence_json(const verification *v) {
    const evidence *e = &v->evidence;
    bool withdrawn = report_withdrawn(v);
    char sandbox[80] = "";
    if (e->layers) launch_describe(e->layers, sandbox);
    return json_pack("{s:s, s:s, s:i, s:f, s:s, s:s}", "level",
                     evidence_level_name(withdrawn ? EVIDENCE_NONE : e->level), "checker",
                     e->checker ? e->checker : "", "queries", (int)e->queries, "seconds",
                     e->seconds, "why", withdrawn ? "withdrawn: about an approximation" : e->why,
                     "sandbox", sandbox);
}

static json_t *witness_json(const verification *v) {
    static const char *const status[] = {"", "confirmed", "rejected", "unknown", "unreadable"};
    return json_pack("{s:s, s:s, s:i, s:i}", "status", status[v->witness.status], "why",
                     v->witness.why, "points", (int)v->witness.applied.points, "left_out",
                     (int)v->witness.applied.left_out);
}

static json_t *size_json(uint32_t locations, uint32_t edges, uint32_t variables) {
    return json_pack("{s:i, s:i, s:i}", "locations", (int)locations, "edges", (int)edges,
                     "variables", (int)variables);
}

static json_t *reduction_json(const verification *v) {
    static const char *const names[] = {
#define PASS(name, flag, help) flag,
#include "reduce/passes.def"
#undef PASS
    };
    const reduction *r = &v->reduction;
    json_t *o = json_object();
    json_object_set_new(o, "before",
                        size_json(r->before.locations, r->before.edges, r->before.variables));
    for (int i = 0; i < REDUCE_PASSES; i++)
        if (r->after[i].locations)
            json_object_set_new(
                o, names[i],
                size_json(r->after[i].locations, r->after[i].edges, r->after[i].variables));
    json_object_set_new(o, "read_uninitialized", json_integer(r->initialized.read));
    json_object_set_new(o, "not_drawn", json_integer(r->initialized.dropped));
    json_object_set_new(o, "replaced_by_definitions", json_integer(r->defined));
    return o;
}

static json_t *statistics_json(const verification *v) {
    json_t *o = json_object();
    for (uint32_t i = 0; i < v->result.stats.items.size; i++)
        json_object_set_new(o, v->result.stats.items.data[i].name,
                            json_real(v->result.stats.items.data[i].value));
    return o;
}

/* The refinements of an abstraction in order, each with the length of its path and the predicates
 * that it brought. */
static json_t *refinements_json(const verification *v) {
    json_t *list = json_array(), *predicates = NULL;
    text t = {0};
    uint32_t last = 0;
    for (uint32_t i = 0; i < v->result.predicates.size; i++) {
        const struct predicate_found *f = &v->result.predicates.data[i];
        if (f->refinement != last) {
            predicates = json_array();
            json_array_append_new(list,
                                  json_pack("{s:i, s:i, s:o}", "number", (int)f->refinement,
                                            "steps", (int)f->steps, "predicates", predicates));
        }
        last = f->refinement;
        text_clear(&t);
        smtlib_term(v->terms, f->atom, &t);
        json_array_append_new(predicates, json_pack("{s:i, s:s}", "location", (int)f->at.id, "atom",
                                                    text_string(&t)));
    }
    text_release(&t);
    return list;
}

static json_t *seconds_json(const verification *v) {
    json_t *o = json_object();
    for (int i = 0; i < STAGE_COUNT; i++)
        json_object_set_new(o, verify_stage_names[i], json_real(v->seconds[i]));
    return o;
}

/* One text a loop, as the report says it. */
static json_t *invariants_json(const verification *v) {
    json_t *list = json_array();
    text t = {0};
    invariant_print(v->unreduced, &v->evidence, &t);
    for (const char *p = t.size ? text_string(&t) : ""; *p;) {
        size_t size = strcspn(p, "\n");
        json_array_append_new(list, json_stringn(p, size));
        p += size + (p[size] == '\n');
    }
    text_release(&t);
    return list;
}

static json_t *files_json(const report_options *o) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < o->files->size; i++)
        json_array_append_new(list, json_string(o->files->data[i]));
    return list;
}

static json_t *check_json(const check_list *l, const named_check *c) {
    text why = {0};
    report_check_why(l, c, &why);
    const verification *a = c->state == CHECK_STATE_OPEN ? NULL : l->answers.data[c->answer];
    json_t *o = json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:s, s:s}", "property", c->name, "detail",
                          c->detail, "file", c->file, "line", (int)c->line, "column",
                          (int)c->column, "function", c->function, "state",
                          report_check_state(c->state), "why", text_string(&why));
    if (a) json_object_set_new(o, "evidence", evidence_json(a));
    if (c->state == CHECK_STATE_VIOLATED) {
        json_object_set_new(o, "inputs", inputs_json(a));
        violation_json(a, o);
    }
    text_release(&why);
    return o;
}

static json_t *checks_json(const check_list *l) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < l->items.size; i++)
        json_array_append_new(list, check_json(l, &l->items.data[i]));
    return list;
}

void report_json(const verification *v, const report_options *o, text *out) {
    static const char *const verdicts[] = {"UNKNOWN", "TRUE", "FALSE"};
    char names[SOLVER_NAMES];
    json_t *root =
        json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "tool", "cinch", "version",
                  CINCH_VERSION, "files", files_json(o), "verdict", verdicts[v->verdict], "detail",
                  v->detail, "engine", v->result.engine ? v->result.engine : "", "solver",
                  solver_set_names(v->result.used, names), "evidence", evidence_json(v), "notes",
                  notes_json(v), "seconds", seconds_json(v));
    if (v->sources.expected)
        json_object_set_new(root, "expected",
                            json_string(v->sources.expected == EXPECT_TRUE ? "TRUE" : "FALSE"));
    if (v->witness.status) json_object_set_new(root, "witness", witness_json(v));
    if (v->reduced) json_object_set_new(root, "reduction", reduction_json(v));
    json_object_set_new(root, "statistics", statistics_json(v));
    if (v->result.predicates.size) json_object_set_new(root, "refinements", refinements_json(v));
    if (o->checks) json_object_set_new(root, "checks", checks_json(o->checks));
    if (v->verdict == VERDICT_TRUE && !o->checks)
        json_object_set_new(root, "invariants", invariants_json(v));
    if (v->verdict == VERDICT_FALSE && !o->checks) {
        json_object_set_new(root, "inputs", inputs_json(v));
        violation_json(v, root);
    }
    report_dump(root, out);
}
