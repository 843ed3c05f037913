/* cinch show: the program at a stage of the pipeline, as text or as a picture. */
#include "cli/command.h"
#include "frontend/load/load.h"
#include "program/text_form.h"
#include "report/report.h"

#include <string.h>

int status_unread(enum load_status s) {
    if (!interrupt_requested && s == LOAD_MISSING_TOOL) return EXIT_MISSING;
    if (!interrupt_requested && load_is_bad(s)) return EXIT_INPUT;
    puts(interrupt_requested ? "VERDICT: UNKNOWN(interrupted)" : "VERDICT: UNKNOWN(unsupported)");
    return EXIT_UNKNOWN;
}

int fail_loading(const verification *v) {
    print_messages(&v->messages);
    if (load_is_bad(v->load_status)) return EXIT_INPUT;
    if (v->load_status == LOAD_MISSING_TOOL) return EXIT_MISSING;
    print_line(stderr, "cinch: %s", v->detail);
    return EXIT_UNKNOWN;
}

static void print_program(program *p, bool dot) {
    text t = {0};
    if (dot) cfa_dot(p, &t);
    else cfa_print(p, &t);
    write_or_fail(&t, "-");
    text_release(&t);
}

static int print_horn(program *p) {
    text t = {0};
    bool good = horn_print(p, &t);
    if (good) write_or_fail(&t, "-");
    else fputs("cinch: bits of floats have no form as Horn clauses\n", stderr);
    text_release(&t);
    return good ? 0 : EXIT_UNKNOWN;
}

static void print_sizes(const verification *v) {
    text t = {0};
    report_reductions(v, &t);
    write_or_fail(&t, "-");
    text_release(&t);
}

static int show_llvm(const cli_options *o) {
    text ir = {0}, messages = {0};
    enum load_status status;
    if (frontend_ir(&o->verify.load, &status, &messages, &ir)) write_or_fail(&ir, "-");
    else print_messages(&messages);
    text_release(&ir);
    text_release(&messages);
    return status == LOAD_OK             ? 0
           : load_is_bad(status)         ? EXIT_INPUT
           : status == LOAD_MISSING_TOOL ? EXIT_MISSING
                                         : EXIT_UNKNOWN;
}

int command_show(const cli_options *o) {
    const char *stage = o->word.stage ? o->word.stage : "cfa";
    verify_options how = o->verify;
    bool reduced = !strcmp(stage, "reduced") || reduce_pass_find(stage) >= 0;
    if (!strcmp(stage, "llvm")) return show_llvm(o);
    bool horn = !strcmp(stage, "horn");
    if (!reduced && !horn && strcmp(stage, "cfa"))
        usage_fail(
            "--stage takes llvm, cfa, horn, reduced or a pass (see cinch help passes), not '%s'",
            stage);
    if (reduce_pass_find(stage) >= 0) how.reduce.stop_after = reduce_pass_find(stage);
    verification v;
    verify_model plain = model_plain(&how);
    verification_init(&v, &how, &plain);
    int status = 0;
    if (!verify_load(&how, &v)) status = fail_loading(&v);
    else {
        if (reduced || o->stats) verify_reduce(&how, &v);
        if (o->stats) print_sizes(&v);
        else if (horn) status = print_horn(v.unreduced);
        else print_program(reduced ? v.reduced : v.unreduced, o->dot);
    }
    finish_output();
    verification_release(&v);
    return status;
}
