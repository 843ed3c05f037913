#include "evidence/reproducer.h"
#include "base/log.h"
#include "base/fail.h"
#include "program/text_form.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static void keep_file(const evidence *e, const char *name, const text *content) {
    char *path = mem_format("%s/%s", e->kept, name);
    if (!text_write_file(content, path)) warning("cannot write %s: %s", path, strerror(errno));
    mem_free(path);
}

static void keep_program(const evidence *e, const char *name, program *p) {
    text t = {0};
    cfa_print(p, &t);
    keep_file(e, name, &t);
    text_release(&t);
}

/* The inputs of a trace, one a line. */
static void reproducer_inputs(program *p, const input_log *log, values *pool, text *out) {
    for (uint32_t i = 0; i < log->items.size; i++) {
        const struct input_value *v = &log->items.data[i];
        const char *name =
            v->input < p->inputs.size ? program_text(p, p->inputs.data[v->input].name) : "";
        text_print(out, "i%u %s ", v->input, name);
        value_print(pool, v->value, out);
        text_char(out, '\n');
    }
}

static void keep_readme(const engine_result *r, const evidence_options *o, const evidence *e) {
    text t = {0};
    char names[SOLVER_NAMES];
    text_print(&t,
               "A check of evidence failed. This is a fault of cinch; please report it with this "
               "directory.\n\n"
               "task:     %s\nverdict:  %s\nengine:   %s\nsolver:   %s\nfailed:   %s\n\n",
               o->title ? o->title : "", r->verdict == VERDICT_TRUE ? "TRUE" : "FALSE",
               r->engine ? r->engine : "", solver_set_names(r->used, names), e->why);
    text_add(&t, "unreduced.cfa, reduced.cfa: the program before and after reductions\n");
    if (r->verdict == VERDICT_TRUE)
        text_add(&t,
                 "certificate.smt2: every query should be unsat; `cinch check` and `z3` run it\n");
    else
        text_add(&t, "inputs.txt: the inputs that the engine found, in order; test.c: the "
                     "generated test, if any\n");
    for (uint32_t i = 0; o->load && i < o->load->files.size; i++)
        text_print(&t, "source: %s\n", o->load->files.data[i]);
    for (uint32_t i = 0; o->load && i < o->load->clang_arguments.size; i++)
        text_print(&t, "clang argument: %s\n", o->load->clang_arguments.data[i]);
    keep_file(e, "README", &t);
    text_release(&t);
}

/* A directory that was not there before. */
static bool make_directory(const evidence_options *o, evidence *e) {
    int n = snprintf(e->kept, sizeof e->kept, "%s/cinch-failed-XXXXXX", o->keep_failed);
    if (n < (int)sizeof e->kept && mkdtemp(e->kept)) return true;
    warning("cannot make %s: %s", e->kept, strerror(errno));
    e->kept[0] = 0;
    return false;
}

static void keep_all(program *unreduced, program *reduced, const engine_result *r,
                     const evidence_options *o, evidence *e) {
    if (!make_directory(o, e)) return;
    keep_readme(r, o, e);
    keep_program(e, "unreduced.cfa", unreduced);
    keep_program(e, "reduced.cfa", reduced);
    if (r->verdict == VERDICT_TRUE) {
        keep_file(e, "certificate.smt2", &e->certificate);
    } else {
        text t = {0};
        reproducer_inputs(unreduced, &r->trace.inputs, r->pool, &t);
        keep_file(e, "inputs.txt", &t);
        text_release(&t);
    }
    if (e->test.size) keep_file(e, "test.c", &e->test);
}

void evidence_failed(program *unreduced, program *reduced, const engine_result *r,
                     const evidence_options *o, evidence *e) {
    LOG("evidence", "FAILED, verdict %d", (int)r->verdict);
    e->refuted = true;
    e->kept[0] = 0;
    if (o->keep_failed) keep_all(unreduced, reduced, r, o, e);
    if (o->quiet) return;
    warning("EVIDENCE FAILED: %s: %s%s%s",
            r->verdict == VERDICT_TRUE ? "a proof is refuted, which is a fault of cinch"
                                       : "a violation of the model is not confirmed",
            e->why, e->kept[0] ? "; what is needed to reproduce it is in " : "",
            e->kept[0] ? e->kept : "; --keep-failed keeps what is needed to reproduce it");
}
