/* Every check by name, as text: where it is, what it asks, what became of it. */
#include "report/report.h"

static const char *const states[CHECK_STATES] = {"open", "proved", "violated"};

const char *report_check_state(enum check_state s) { return states[s]; }

void report_check_place(const named_check *c, text *out) {
    if (c->line) text_print(out, "%s:%u", c->file, c->line);
    else text_add(out, "the program");
    if (c->line && c->column) text_print(out, ":%u", c->column);
}

/* Runs end at checks that are open or violated: what comes after was not looked at. */
static bool is_behind_others(const check_list *l) {
    return !l->independent && check_list_count(l, CHECK_STATE_PROVED) < l->items.size;
}

void report_check_why(const check_list *l, const named_check *c, text *out) {
    const verification *a = c->state == CHECK_STATE_OPEN ? NULL : l->answers.data[c->answer];
    if (!a) text_add(out, c->open ? c->open : "not tried: out of time");
    else if (c->state == CHECK_STATE_PROVED)
        text_print(out, "%s%sproof %u by %s, %s", l->independent ? "" : "never",
                   is_behind_others(l) ? ", unless one of the others fails before; "
                   : l->independent    ? ""
                                       : "; ",
                   c->answer + 1, a->result.engine ? a->result.engine : "the reductions",
                   evidence_level_name(a->evidence.level));
    else
        text_print(out, "run %u by %s, %s", c->answer + 1, a->result.engine ? a->result.engine : "",
                   evidence_level_name(a->evidence.level));
    if (c->remark) text_print(out, "; %s", c->remark);
}

void report_checks(const check_list *l, text *out) {
    if (!l->items.size) return;
    text_add(out, "the checks:\n");
    for (uint32_t i = 0; i < l->items.size; i++) {
        const named_check *c = &l->items.data[i];
        text_print(out, "  %-8s  ", states[c->state]);
        report_check_place(c, out);
        text_print(out, ": %s (%s): ", c->name, c->detail);
        report_check_why(l, c, out);
        text_char(out, '\n');
    }
    text_print(out, "CHECKS: %u proved, %u violated, %u open\n",
               check_list_count(l, CHECK_STATE_PROVED), check_list_count(l, CHECK_STATE_VIOLATED),
               check_list_count(l, CHECK_STATE_OPEN));
}

/* One test case a check. */
void report_checks_junit(const check_list *l, text *out) {
    static const enum task_outcome outcomes[CHECK_STATES] = {TASK_OPEN, TASK_PASSED, TASK_FAILED};
    vec(task_result) cases = {0};
    for (uint32_t i = 0; i < l->items.size; i++) {
        const named_check *c = &l->items.data[i];
        text name = {0}, why = {0};
        report_check_place(c, &name);
        text_print(&name, ": %s: %s", c->name, c->detail);
        report_check_why(l, c, &why);
        vec_push(&cases, ((task_result){mem_string(text_string(&name)), outcomes[c->state],
                                        mem_string(text_string(&why)), mem_string(""), 0}));
        text_release(&name);
        text_release(&why);
    }
    report_junit(cases.data, cases.size, out);
    for (uint32_t i = 0; i < cases.size; i++) {
        mem_free((char *)(uintptr_t)cases.data[i].task);
        mem_free(cases.data[i].verdict);
        mem_free(cases.data[i].log);
    }
    vec_release(&cases);
}
