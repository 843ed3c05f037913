/* cinch bounds: every loop with the number of its rounds; verify --each about termination. */
#include "cli/command.h"
#include "cli/signals.h"
#include "report/loop_table.h"
#include "report/report.h"

#include <stdio.h>

/* What the table says as one verdict. */
static void conclude(const loop_bounds *b, verification *v) {
    uint32_t open = loop_bounds_count(b, LOOP_OPEN), endless = loop_bounds_count(b, LOOP_ENDLESS);
    if (!v->unreduced) return;
    v->verdict = endless ? VERDICT_FALSE : open ? VERDICT_UNKNOWN : VERDICT_TRUE;
    if (endless) snprintf(v->detail, sizeof v->detail, "termination");
    else if (open)
        snprintf(v->detail, sizeof v->detail, "%u of %u loops are open", open, b->items.size);
}

static void print_verdict(const verification *v) {
    text verdict = {0};
    report_verdict(v, &verdict);
    printf("VERDICT: %s\n", text_string(&verdict));
    text_release(&verdict);
}

static bool write_page(const char *folder, const loop_bounds *b, const stack_use *s,
                       const verification *v) {
    text page = {0};
    loop_table_html(b, s, v, &page);
    return write_in_folder(&page, folder, "index.html");
}

int command_bounds(const cli_options *o) {
    static verification v;
    loop_bounds b;
    verify_options how = o->verify;
    text out = {0};
    stack_use stack = {0};
    signals_watch(NULL, &v);
    how.seconds = time_left();
    loop_bounds_find(&how, &v, &b);
    if (v.unreduced) stack_use_find(&how, &b, &v.limits, &stack);
    signals_done();
    print_messages(&v.messages);
    conclude(&b, &v);
    int status = report_exit_status(&v);
    bool written = true;
    if (status != EXIT_INPUT && status != EXIT_MISSING) {
        if (v.unreduced) loop_table_text(&b, &stack, &v, &out);
        print_lines(stdout, &out);
        text_clear(&out);
        if (o->write.json && v.unreduced) {
            loop_table_json(&b, &stack, &v, &out);
            written = write_made(&out, o->write.json);
        }
        if (o->write.html && v.unreduced) written &= write_page(o->write.html, &b, &stack, &v);
        print_verdict(&v);
        finish_output();
    }
    text_release(&out);
    stack_use_release(&stack);
    loop_bounds_release(&b);
    verification_release(&v);
    return written ? status : EXIT_INTERNAL;
}
