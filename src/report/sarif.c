/* The result as SARIF 2.1.0, for code scanning services: one result for a violation, none for a
 * proof; with every check by name, a notification for each that is open. */
#include "report/report.h"

#include <jansson.h>

enum { MOST_STEPS = 1000 }; /* more are not kept by the services */

static const struct {
    const char *id, *text, *cwe;
} rules[] = {
    {"unreach-call", "The error function is reachable", "external/cwe/cwe-617"},
    {"assert", "An assertion can fail", "external/cwe/cwe-617"},
    {"no-overflow", "A signed integer can overflow", "external/cwe/cwe-190"},
    {"div-by-zero", "A division by zero is possible", "external/cwe/cwe-369"},
    {"shift", "A shift by too many bits is possible", "external/cwe/cwe-1335"},
    {"bounds", "An array index can be out of bounds", "external/cwe/cwe-125"},
    {"null", "A null pointer can be dereferenced", "external/cwe/cwe-476"},
    {"float-cast", "A float can be outside the range of the integer it becomes",
     "external/cwe/cwe-681"},
    {"uninitialized", "A variable can be read before it is written", "external/cwe/cwe-457"},
    {"pointer-overflow", "Pointer arithmetic can wrap", "external/cwe/cwe-823"},
    {"pointer-compare", "Pointers into different objects can be compared", "external/cwe/cwe-469"},
    {"precondition", "A library function can be called against its precondition",
     "external/cwe/cwe-628"},
    {"alignment", "An access can be misaligned", "external/cwe/cwe-188"},
    {"unsigned-overflow", "An unsigned integer can wrap", "external/cwe/cwe-190"},
    {"conversion", "An implicit conversion can change the value", "external/cwe/cwe-197"},
    {"float-overflow", "A result can be infinite", "external/cwe/cwe-1339"},
    {"nan", "A result can be NaN", "external/cwe/cwe-1339"},
    {"valid-deref", "An access can be outside of an object that lives", "external/cwe/cwe-119"},
    {"valid-free", "What is freed can be no allocated block", "external/cwe/cwe-763"},
    {"valid-memtrack", "The last pointer to a block can be lost", "external/cwe/cwe-401"},
    {"valid-memcleanup", "A block can be left at the end", "external/cwe/cwe-401"},
};

static json_t *rules_json(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:{s:s}, s:{s:[s], s:s}}", "id", rules[i].id,
                                        "shortDescription", "text", rules[i].text, "properties",
                                        "tags", rules[i].cwe, "precision", "very-high"));
    return list;
}

static json_t *place_json(const program *p, position at) {
    json_t *region = json_pack("{s:i}", "startLine", at.line ? (int)at.line : 1);
    if (at.column) json_object_set_new(region, "startColumn", json_integer(at.column));
    return json_pack("{s:{s:{s:s}, s:o}}", "physicalLocation", "artifactLocation", "uri",
                     program_text(p, at.file), "region", region);
}

static void step_message(const verification *v, const trace_steps *all, const trace_step *s,
                         text *out) {
    trace_changes_print(v, all, s, out);
    static const char *const branches[] = {"step", "the condition is true",
                                           "the condition is false", "branch taken"};
    if (!out->size) text_add(out, branches[s->branch]);
}

static json_t *flow_json(const verification *v, const trace_steps *all) {
    json_t *list = json_array();
    uint32_t first = all->steps.size > MOST_STEPS ? all->steps.size - MOST_STEPS : 0;
    for (uint32_t i = first; i < all->steps.size; i++) {
        text said = {0};
        step_message(v, all, &all->steps.data[i], &said);
        json_t *place = place_json(v->unreduced, all->steps.data[i].at);
        json_object_set_new(place, "message", json_pack("{s:s}", "text", text_string(&said)));
        json_array_append_new(list, json_pack("{s:o}", "location", place));
        text_release(&said);
    }
    return list;
}

static json_t *stack_json(const program *p, const trace_steps *all) {
    json_t *frames = json_array();
    for (uint32_t i = 0; i < all->stack.size; i++) {
        json_t *place = place_json(p, all->stack.data[i]);
        json_object_set_new(
            place, "message",
            json_pack("{s:s}", "text", program_text(p, all->stack.data[i].function)));
        json_array_append_new(frames, json_pack("{s:o}", "location", place));
    }
    return frames;
}

static json_t *violation_json(const verification *v) {
    const program *p = v->unreduced;
    loc l = report_reached(v);
    const property *broken = program_property_at(p, l);
    trace_steps all = {0};
    trace_follow(v, &all);
    position at = all.stack.size ? all.stack.data[0] : p->locations.data[l.id].at;
    text print = {0};
    text_print(&print, "%s:%s:%u", program_text(p, broken->name), program_text(p, at.file),
               at.line);
    json_t *r =
        json_pack("{s:s, s:s, s:{s:s}, s:[o], s:{s:s}, s:[{s:[{s:o}]}]}", "ruleId",
                  program_text(p, broken->name), "level", "error", "message", "text",
                  all.failure.size ? all.failure.data : report_error_words(p, l), "locations",
                  place_json(p, at), "partialFingerprints", "primaryLocationLineHash",
                  text_string(&print), "codeFlows", "threadFlows", "locations", flow_json(v, &all));
    if (all.stack.size)
        json_object_set_new(r, "stacks", json_pack("[{s:o}]", "frames", stack_json(p, &all)));
    text_release(&print);
    trace_steps_release(&all);
    return r;
}

static json_t *open_json(const check_list *l, const named_check *c) {
    text said = {0};
    report_check_place(c, &said);
    text_print(&said, ": %s: %s: ", c->name, c->detail);
    report_check_why(l, c, &said);
    json_t *n = json_pack("{s:s, s:{s:s}, s:{s:s}}", "level", "warning", "message", "text",
                          text_string(&said), "associatedRule", "id", c->name);
    text_release(&said);
    return n;
}

static void add_checks(const check_list *l, json_t *results, json_t *notifications) {
    for (uint32_t i = 0; i < l->items.size; i++) {
        const named_check *c = &l->items.data[i];
        if (c->state == CHECK_STATE_VIOLATED)
            json_array_append_new(results, violation_json(l->answers.data[c->answer]));
        else if (c->state == CHECK_STATE_OPEN)
            json_array_append_new(notifications, open_json(l, c));
    }
}

/* No verdict is no result, and no reason to look well either. */
static json_t *unknown_json(const verification *v, const report_options *o) {
    text said = {0};
    text_print(&said, "no verdict: %s\n", v->detail);
    report_unknown(v, o, &said);
    json_t *n =
        json_pack("{s:s, s:{s:s}}", "level", "warning", "message", "text", text_string(&said));
    text_release(&said);
    return n;
}

void report_sarif(const verification *v, const report_options *o, text *out) {
    json_t *results = json_array(), *notifications = json_array();
    if (o->checks) add_checks(o->checks, results, notifications);
    else if (v->verdict == VERDICT_FALSE) json_array_append_new(results, violation_json(v));
    else if (v->verdict == VERDICT_UNKNOWN)
        json_array_append_new(notifications, unknown_json(v, o));
    json_t *root = json_pack(
        "{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:[{s:b, s:o}], s:o}]}", "$schema",
        "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool",
        "driver", "name", "cinch", "version", CINCH_VERSION, "rules", rules_json(), "invocations",
        "executionSuccessful", 1, "toolExecutionNotifications", notifications, "results", results);
    report_dump(root, out);
}
