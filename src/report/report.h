/* What a person, a build server or a script reads about a verification. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "verify/each.h"

typedef struct {
    bool stats, verbose;
    const string_vec *files;  /* as the user named them */
    const check_list *checks; /* each by name; NULL: one verdict for all */
} report_options;

void report_text(const verification *v, const report_options *o,
                 text *out); /* ends with the VERDICT line */
void report_json(const verification *v, const report_options *o, text *out);
void report_sarif(const verification *v, const report_options *o, text *out);
void report_html(const verification *v, const report_options *o, text *out);
/* The text without the steps of a violation and without its last line. */
void report_summary(const verification *v, const report_options *o, text *out);

/* What became of one task of a batch. */
enum task_outcome {
    TASK_PASSED,
    TASK_FAILED,
    TASK_OPEN,
    TASK_BROKEN /* no verdict: it could not be read, or cinch failed */,
    TASK_OUTCOMES
};
typedef struct {
    const char *task;
    enum task_outcome outcome;
    char *verdict; /* in words */
    char *log;     /* what was printed */
    double seconds;
} task_result;
void report_junit(const task_result *results, uint32_t n, text *out);

/* ---- every check by name (verify/each.h) ---- */
void report_checks(const check_list *l, text *out); /* the table, ends with the CHECKS line */
void report_checks_junit(const check_list *l, text *out);
const char *report_check_state(enum check_state s);
void report_check_place(const named_check *c, text *out);
/* Who proved or violated it, or why it is open. */
void report_check_why(const check_list *l, const named_check *c, text *out);

/* "TRUE", "FALSE(unreach-call)", "UNKNOWN(reason)". */
void report_verdict(const verification *v, text *out);
int report_exit_status(const verification *v);

/* ---- parts that several reports use ---- */

/* One step of a violation: a source line and what changed there. */
typedef struct {
    position at;
    enum branch_taken {
        BRANCH_NONE,
        BRANCH_TRUE,
        BRANCH_FALSE,
        BRANCH_OTHER /* of a switch */
    } branch;
    bool input;   /* a value came from outside */
    edge_id edge; /* its first one */
    loc decided; /* where its first decision was; when it comes again, the next time round begins */
    uint32_t changes; /* first of its changes in trace_steps.changes ... */
    uint32_t change_count;
} trace_step;
typedef struct {
    uint32_t variable;
    value value;
} trace_change; /* variable: index into program.variables */
typedef struct {
    vec(trace_step) steps;
    vec(trace_change) changes;
    bool unfinished; /* the run is longer than what was followed: these are its first steps */
} trace_steps;
/* Run the violation on the unreduced program again, and note it line by line; library code is left
 * out. */
void trace_follow(const verification *v, trace_steps *out);
void trace_steps_release(trace_steps *s);

/* The table of sizes before and after each reduction. */
void report_reductions(const verification *v, text *out);
/* A value as C would write it, by the variable's type. */
void report_value(const verification *v, value a, bool is_signed, text *out);
/* What fails at an error location, in words. */
const char *report_error_words(const program *p, loc error);
/* file:line:column, as far as known; nothing where the line is unknown. */
void report_position(const program *p, position at, text *out);
/* What the verdict rests on and what was approximated, a line each. */
void report_notes(const verification *v, text *out);
const char *report_note_kind(enum note_kind k);
/* For XML and HTML; what they cannot have becomes a question mark. */
void report_escape(const char *s, text *out);
/* The engine has a verdict, with evidence, but about a model that says too little or too much about
 * the program. */
bool report_withdrawn(const verification *v);

#endif
