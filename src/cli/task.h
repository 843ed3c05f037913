/* One question about a program, as the words of `cinch verify` ask it: what the command and the
 * library (cinch.h) share, so that a word means the same to both. */
#ifndef CLI_TASK_H
#define CLI_TASK_H

#include "cli/options.h"
#include "frontend/written/caller.h"
#include "goal/propose.h"
#include "verify/each.h"
#include "verify/requirement_results.h"

typedef struct {
    verify_options how; /* with what the sources say of themselves */
    verification v;
    check_list checks;            /* of --each */
    requirement_results required; /* of --requirement */
    entry_caller caller;
    model_proposal proposed;
} verify_task;

/* False with a message: some of these words cannot be given together. */
bool task_accepts(const cli_options *o, option_error *e);
/* The same for a question of the library, which asks about one program and hands over texts. */
bool task_accepts_in_library(const cli_options *o, option_error *e);
/* Begin with the options; t->proposed.said has what is to be told. False with a message: a word is
 * not for this program. */
bool task_prepare(const cli_options *o, verify_task *t, option_error *e);
void task_run(const cli_options *o, verify_task *t);
/* What became of each check; NULL: one verdict was asked for. */
const check_list *task_checks(const cli_options *o, const verify_task *t);
void task_release(verify_task *t);

#endif
