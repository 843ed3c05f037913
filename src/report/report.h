/* What a person, a build server or a script reads about a verification. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "verify/requirement_results.h"

typedef struct {
    bool stats, verbose;
    const string_vec *files;                 /* as the user named them */
    const check_list *checks;                /* each by name; NULL: one verdict for all */
    const requirement_results *requirements; /* which these checks are; NULL: they are none */
    uint32_t columns;                        /* of the terminal; 0: it is none */
    bool colour;
    const progress *progress; /* how far the engines came: all slots; NULL: not known */
    double seconds;           /* the time limit; 0: none */
} report_options;

void report_text(const verification *v, const report_options *o,
                 text *out); /* ends with the VERDICT line */
void report_json(const verification *v, const report_options *o, text *out);
void report_sarif(const verification *v, const report_options *o, text *out);
void report_html(const verification *v, const report_options *o, text *out);
/* For the summary of a build server's job: verdict, violation, what it rests on. */
void report_markdown(const verification *v, const report_options *o, text *out);
/* Where there is no verdict: how far each engine came, what made it hard, what to try next. */
void report_unknown(const verification *v, const report_options *o, text *out);
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

/* ---- requirements (verify/requirement_results.h) ---- */
/* Each with its state, and the signals of violations; ends with the REQUIREMENTS line. */
void report_requirements(const requirement_results *r, text *out);
void report_requirements_html(const requirement_results *r, text *out);

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
        BRANCH_OTHER    /* of a switch */
    } branch;           /* of a condition of the source; checks that were added are none */
    bool input;         /* a value came from outside */
    bool uninitialized; /* an unset variable was read or declared */
    edge_id edge;       /* its first one */
    loc decided; /* where its first decision was; when it comes again, the next time round begins */
    uint32_t changes; /* first of its changes in trace_steps.changes ... */
    uint32_t change_count;
} trace_step;
typedef struct {
    uint32_t name;  /* in program.names: of a variable, or of an input that no variable took */
    bool is_signed; /* for printing */
    bool call;      /* of an input: the result of this function */
    bool element;   /* of an array, at `index` */
    uint64_t index;
    uint32_t variable; /* into program.variables; UINT32_MAX: an input */
    value value;
    uint32_t words; /* an address in words: where in trace_steps.words; 0: none */
} trace_change;
typedef struct {
    vec(trace_step) steps;
    vec(trace_change) changes;
    vec(position) stack; /* where it ended, innermost first, then each caller; of the user's code */
    text words;          /* texts, each ended by 0; the first is empty */
    text failure;        /* the violated property's sentence, with its values */
    bool unfinished;     /* the run is longer than what was followed: these are its first steps */
} trace_steps;
/* Run the violation on the unreduced program again, and note it line by line; library code is left
 * out. */
void trace_follow(const verification *v, trace_steps *out);
void trace_steps_release(trace_steps *s);
void trace_change_name(const verification *v, const trace_change *c, text *out);
void trace_change_value(const verification *v, const trace_steps *all, const trace_change *c,
                        text *out);
/* All changes of a step, with commas. */
void trace_changes_print(const verification *v, const trace_steps *all, const trace_step *s,
                         text *out);
/* The error location that a violation reaches, in the unreduced program; NO_LOC: there is none. */
loc report_reached(const verification *v);

/* Lines of sources, each file read once. */
typedef struct {
    vec(struct source_file {
        uint32_t name;
        text content;  /* as base/escape.h prints it; empty where the file may not be shown */
        u32_vec lines; /* where each begins */
    }) files;
} source_cache;
/* Read a source whose lines a report may show (program_shows); false where it may not. */
bool report_read_source(const program *p, const char *file, text *out);
/* A line without its indentation, and how many bytes it has; empty where there is none. */
const char *source_line(source_cache *c, const program *p, position at, size_t *size);
void source_cache_release(source_cache *c);

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
struct json_t;
void report_dump(struct json_t *root, text *out); /* JSON as text; releases it */
/* A stranger's words in Markdown, outside of code: no link, no image, no HTML, no end of a cell. */
void report_markdown_escape(const char *s, text *out);
/* For XML and HTML, after escape_lines(); what they cannot have becomes a question mark. */
void report_escape(const char *words, text *out);
/* The engine has a verdict, with evidence, but about a model that says too little or too much about
 * the program. */
bool report_withdrawn(const verification *v);

#endif
