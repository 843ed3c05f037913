/* cinch check: a certificate written earlier. From the file only, its queries are checked; with
 * --program, they are also compared with those that the program has. Only then is there a verdict:
 * the queries of a file that was edited may hold and say nothing about the program. */
#include "cli/command.h"
#include "cli/signals.h"
#include "evidence/script.h"
#include "evidence/stated.h"
#include "frontend/project.h"
#include "verify/termination.h"

#include <errno.h>
#include <string.h>

typedef struct {
    const char *file;
    text all, ours; /* as it is, and as we read it */
    evidence e;
    verification v;    /* with --program: the program */
    const char *under; /* why a proof says nothing about it; NULL: it does */
    bool endless;      /* the proof is about a run that never ends */
} certificate_file;

static bool refuse(certificate_file *c, const char *why) {
    snprintf(c->e.why, sizeof c->e.why, "%s", why);
    return false;
}

/* The queries that the statement of the certificate and the program give. */
static bool derive(certificate_file *c, const stated_proof *s, evidence *derived) {
    const char *why = NULL;
    program *subject = stated_subject(c->v.unreduced, s, &why);
    if (!subject) return refuse(c, why);
    derived->small_factors = s->small_factors;
    bool written = certificate_write_proof(subject, s->kind, s->k, &s->invariant, NULL, derived);
    program_delete(subject);
    return written || refuse(c, derived->why);
}

static bool compare(certificate_file *c) {
    stated_proof s = {0};
    evidence derived;
    evidence_init(&derived, c->v.terms);
    bool good = stated_read(c->v.unreduced, &c->all, &s) ||
                refuse(c, "its statement about the proof does not fit the program");
    good = good && derive(c, &s, &derived);
    if (good && !script_same(&c->ours, &derived.certificate))
        good = refuse(c, "its queries are not those of the program");
    c->under = c->endless ? NULL : verify_under_approximated(c->v.unreduced);
    stated_release(&s);
    evidence_release(&derived);
    return good;
}

/* The program in the model that the certificate names. False: it was not loaded, or differs. */
static bool is_about_program(const cli_options *o, certificate_file *c) {
    verify_options how = o->verify;
    how.load.files.data++;
    how.load.files.size--;
    bool ends = termination_is_all(&how);
    verify_model m = ends ? termination_model(&how) : model_plain(&how);
    if (!stated_model(&c->all, &m.load) || (m.load.choice.calls && !ends))
        return refuse(c, "it does not state how its queries are derived: proofs with summaries of "
                         "procedures, and proofs about a part of a program do not");
    verification_init(&c->v, &how, &m);
    if (!verify_load(&how, &c->v)) return refuse(c, c->v.detail);
    enum verdict says = ends ? termination_restate(&how, &c->all, &c->v) : VERDICT_TRUE;
    if (says == VERDICT_UNKNOWN)
        return refuse(c, "its statement about loops does not fit those of the program");
    c->endless = says == VERDICT_FALSE;
    return compare(c);
}

static void say_assumptions(const program *p) {
    for (uint32_t i = 0; p && i < p->notes.size; i++)
        if (p->notes.data[i].kind == NOTE_ASSUMPTION)
            print_line(stdout, "note: assumption: %s", program_text(p, p->notes.data[i].text));
}

static int say(const cli_options *o, const certificate_file *c) {
    const evidence *e = &c->e;
    bool good = e->level != EVIDENCE_NONE;
    if (good) say_assumptions(c->v.unreduced);
    if (good && !e->queries) printf("the certificate has no queries\n");
    else if (good)
        printf("the queries hold: %s accepts all of them (%u, %.2f s)\n", e->checker, e->queries,
               e->seconds);
    else print_line(stdout, "rejected: %s", e->why), puts("VERDICT: UNKNOWN(evidence)");
    if (good && !o->program)
        printf("Whether they are those of a program was not checked: cinch check %s --program "
               "FILES OPTIONS does.\n",
               c->file);
    else if (good && c->under) printf("VERDICT: UNKNOWN(%s)\n", c->under);
    else if (good && c->endless)
        printf("They are those of the program, and the interpreter comes to the states that no run "
               "leaves.\nVERDICT: FALSE(termination)\n");
    else if (good) printf("They are those of the program.\nVERDICT: TRUE\n");
    if (!good || c->under) return EXIT_UNKNOWN;
    return c->endless ? EXIT_FALSE : EXIT_TRUE;
}

static int status_of(const cli_options *o, const certificate_file *c) {
    if (load_is_bad(c->v.load_status)) return EXIT_INPUT;
    return c->v.load_status == LOAD_MISSING_TOOL ? EXIT_MISSING : say(o, c);
}

int command_check(const cli_options *o) {
    static certificate_file c;
    input_error error = {0};
    const string_vec *files = &o->verify.load.files;
    c.file = files->data[0];
    if (!o->program && files->size > 1)
        usage_fail("cinch check takes one certificate; the program comes after --program");
    if (o->program && files->size < 2) usage_fail("--program needs the files of the program");
    if (!project_read_file(&c.all, c.file))
        fail_exit(EXIT_INPUT, "%s: cannot read: %s", c.file, strerror(errno));
    terms *t = terms_new();
    evidence_init(&c.e, t);
    budget b = budget_of(time_left(), o->verify.memory_bytes);
    bool readable = certificate_print(&c.all, &c.ours, &error);
    if (!readable) snprintf(c.e.why, sizeof c.e.why, "line %u: %.150s", error.line, error.message);
    if (readable && (!o->program || is_about_program(o, &c)))
        certificate_check(&c.ours, 0, &b, &c.e);
    print_messages(&c.v.messages);
    int status = status_of(o, &c);
    verification_release(&c.v);
    evidence_release(&c.e);
    terms_delete(t);
    text_release(&c.all);
    text_release(&c.ours);
    finish_output();
    return status;
}
