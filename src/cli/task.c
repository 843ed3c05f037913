#include "cli/task.h"
#include "frontend/load/load.h"
#include "verify/termination.h"

#include <string.h>

/* Files about one proof or one run; and where memory is abstracted, one check may hide another. */
static const char *about_one(const cli_options *o) {
    return o->write.certificate           ? "--certificate"
           : o->write.test                ? "--test"
           : o->write.witness_out         ? "--witness-out"
           : o->write.annotate            ? "--annotate"
           : o->verify.witness            ? "--witness"
           : o->verify.load.choice.memory ? "--forget-memory"
                                          : NULL;
}

static bool accepts_requirement(const cli_options *o, option_error *e) {
    const char *other = o->word.property          ? "--property"
                        : o->verify.load.function ? "--function"
                        : o->infer                ? "--infer"
                                                  : NULL;
    if (!o->verify.load.step) return option_wrong(e, "--requirement needs --step");
    return !other ||
           option_wrong(e, "--requirement cannot be combined with %s: ask in two runs", other);
}

bool task_accepts(const cli_options *o, option_error *e) {
    const load_options *l = &o->verify.load;
    const char *one = about_one(o);
    if (o->requirement && !accepts_requirement(o, e)) return false;
    if (o->witness_triggers && !o->requirement)
        return option_wrong(e, "--witness-triggers needs --requirement");
    if (o->each && termination_is_asked(&o->verify) && !termination_is_all(&o->verify))
        return option_wrong(e, "--each: decide termination in a separate run");
    if ((o->each || o->requirement) && one)
        return option_wrong(e, "--%s cannot be combined with %s", o->each ? "each" : "requirement",
                            one);
    if (o->write.junit && !o->each && !o->requirement)
        return option_wrong(e, "--junit needs --each or --requirement");
    /* Objects that a caller of ours makes would be leaks. */
    if (l->entry && l->entry_size && l->checks & (CHECK_TRACK | CHECK_CLEANUP))
        return option_wrong(e, "--entry-size makes objects of which it is not known who frees "
                               "them: ask for valid-deref,valid-free, without leaks");
    return true;
}

bool task_accepts_in_library(const cli_options *o, option_error *e) {
    const struct {
        const char *name;
        bool given;
    } of_command[] = {
        {"--infer", o->infer},
        {"--list", o->list},
        {"--function all", o->verify.load.function && !strcmp(o->verify.load.function, "all")},
        {"--each with termination", o->each && termination_is_asked(&o->verify)},
        {"--json", o->write.json != NULL},
        {"--sarif", o->write.sarif != NULL},
        {"--html", o->write.html != NULL},
        {"--summary", o->write.summary != NULL},
        {"--junit", o->write.junit != NULL},
        {"--certificate", o->write.certificate != NULL},
        {"--test", o->write.test != NULL},
        {"--witness-out", o->write.witness_out != NULL},
        {"--annotate", o->write.annotate != NULL},
    };
    for (size_t i = 0; i < sizeof of_command / sizeof *of_command; i++)
        if (of_command[i].given)
            return option_wrong(e, "%s is of the command line: the library does not take it",
                                of_command[i].name);
    return task_accepts(o, e);
}

/* What generated code says of itself, where the user does not. */
static void propose_model(load_options *o, model_proposal *taken) {
    if (!o->step) return;
    model_propose(o, taken);
    model_texts(o, taken);
}

bool task_prepare(const cli_options *o, verify_task *t, option_error *e) {
    memset(t, 0, sizeof *t);
    t->how = o->verify;
    propose_model(&t->how.load, &t->proposed);
    return frontend_caller(&t->how.load, &t->caller) ||
           option_wrong(e, "--entry-size: the entry has no parameters that point to objects of "
                           "known size");
}

void task_run(const cli_options *o, verify_task *t) {
    if (o->requirement)
        verify_requirements(&t->how, o->requirement, o->witness_triggers, &t->v, &t->required);
    else if (o->each) verify_each(&t->how, &t->v, &t->checks);
    else verify_run(&t->how, &t->v);
}

const check_list *task_checks(const cli_options *o, const verify_task *t) {
    return o->requirement ? &t->required.checks : o->each ? &t->checks : NULL;
}

void task_release(verify_task *t) {
    requirement_results_release(&t->required);
    check_list_release(&t->checks);
    verification_release(&t->v);
    caller_release(&t->caller);
    model_proposal_release(&t->proposed);
    memset(t, 0, sizeof *t);
}
