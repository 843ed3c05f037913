/* cinch as a library: load a program, verify it, ask for the evidence.
 *
 *     cinch_task *task = cinch_task_new();
 *     cinch_task_add(task, "gcd.c");
 *     cinch_task_add(task, "--timeout"); cinch_task_add(task, "60");
 *     cinch_result *result = cinch_verify(task);
 *     if (cinch_result_verdict(result) == CINCH_TRUE) puts(cinch_result_certificate(result));
 *     cinch_result_delete(result);
 *     cinch_task_delete(task);
 *
 * Words are those of `cinch verify` on the command line, and mean the same; those that ask for
 * files or about several programs (--json FILE, --function all, --infer ...) are refused by name.
 * With --each the report and the JSON have every check by name. Nothing is printed, the process is not
 * ended, and no signal handler is installed; cinch_interrupt may be called from one. Engines and
 * compilers run in child processes, which are waited for. A process may verify several tasks, one
 * at a time. Where memory runs out the verdict is CINCH_UNKNOWN, and what was allocated until then
 * stays lost. */
#ifndef CINCH_H
#define CINCH_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cinch_task cinch_task;
typedef struct cinch_result cinch_result;

enum cinch_verdict {
    CINCH_UNKNOWN = 5, /* not decided; cinch_result_detail says why */
    CINCH_TRUE = 0,    /* no run violates a property, and the proof was checked */
    CINCH_FALSE =
        10, /* a run violates the property that cinch_result_detail names, and it was replayed */
    CINCH_USAGE = 64, /* wrong words; cinch_result_messages says which */
    CINCH_BAD_INPUT = 65,
    CINCH_MISSING_TOOL = 69,
    CINCH_INTERNAL = 70 /* a fault of cinch; cinch_result_messages says where */
};

const char *cinch_version(void);

cinch_task *cinch_task_new(void);
void cinch_task_add(cinch_task *task, const char *word); /* copied */
void cinch_task_delete(cinch_task *task);

/* Never NULL; the caller deletes it. */
cinch_result *cinch_verify(const cinch_task *task);
void cinch_interrupt(void); /* ends a running cinch_verify soon, with CINCH_UNKNOWN */

enum cinch_verdict cinch_result_verdict(const cinch_result *result);
/* Texts live as long as the result; never NULL, empty where there is nothing to say. */
const char *cinch_result_detail(
    const cinch_result *result); /* the violated property, or why unknown */
const char *cinch_result_messages(const cinch_result *result); /* of the compiler and of cinch */
const char *cinch_result_engine(const cinch_result *result);   /* who decided */
const char *cinch_result_evidence(
    const cinch_result *result); /* "independent", "re-proved", "replayed", "executed", "none" */
const char *cinch_result_certificate(const cinch_result *result); /* TRUE: the proof as SMT-LIB */
const char *cinch_result_report(const cinch_result *result);      /* what the command line prints */
const char *cinch_result_json(const cinch_result *result);
void cinch_result_delete(cinch_result *result);

#ifdef __cplusplus
}
#endif

#endif
