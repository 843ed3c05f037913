/* Options of the command line, from one table (options.def). */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "verify/verify.h"

enum {
    ON_VERIFY = 1,
    ON_SHOW = 2,
    ON_CHECK = 4,
    ON_REPLAY = 8,
    ON_RUN = 16,
    ON_BATCH = 32,
    ON_DEADCODE = 64,
    ON_HARNESS = 128,
    ON_BOUNDS = 256,
    ON_TASK = ON_VERIFY | ON_BATCH, /* handed on to each task of a batch */
    ON_WORK = ON_TASK | ON_DEADCODE,
    ON_WRITE = ON_VERIFY | ON_DEADCODE,
    ON_LOAD = ON_WORK | ON_SHOW | ON_RUN | ON_REPLAY | ON_CHECK | ON_HARNESS | ON_BOUNDS,
    ON_REDUCE = ON_WORK | ON_SHOW | ON_RUN
};

/* Words that name something; NULL: the default. */
typedef struct {
    const char *volatile_reads, *inlining, *engine_name; /* engines with commas */
    const char *property, *reduce, *executor, *criterion, *mcdc, *stage;
} named_options;

/* 0: the default. */
typedef struct {
    int64_t recursion, heap, memory, max_steps, at_once, entry_size;
} option_numbers;

/* Files and folders that are written; NULL: not. */
typedef struct {
    const char *json, *sarif, *html, *certificate, *test, *witness_out, *annotate, *junit, *out,
        *summary, *tests, *proofs;
} output_paths;

typedef struct {
    const char *justify, *store;
    string_vec excluded;
    bool resume, engine_only;
    double goal_seconds, cpu_seconds;
} goal_words;

/* What is known of inputs. */
typedef struct {
    string_vec ranges, constants, rates, finite;
    const char *inputs_file;
} input_words;

/* What is made a model_choice of. */
typedef struct {
    bool heap_unbounded, heap_by_size, forget_memory;
} model_flags;

typedef struct {
    verify_options verify; /* load.files: the words that are no options */
    named_options word;
    option_numbers number;
    output_paths write;
    goal_words goal;
    input_words known;
    model_flags model;
    bool infer, each, list, stats, verbose, no_evidence, dot, as_text, run_reduced, score, program,
        help;
    string_vec print;
    const char *requirement;
    bool witness_triggers;
    bool stub_headers;
    string_vec passed; /* of a batch: words for each task */
    arena memory_of_texts;
} cli_options;

enum option_kind {
    OPTION_GROUP,
    OPTION_FLAG,
    OPTION_INT,
    OPTION_REAL,
    OPTION_ENUM,
    OPTION_TEXT,
    OPTION_LIST,
    OPTION_PASS
};

typedef struct {
    enum option_kind kind;
    const char *name;     /* of a group: its title; of a pass: without --no- */
    const char *argument; /* what stands for it in the help; of an enum its choices, with | */
    size_t offset;        /* of the field */
    double low, high;
    unsigned commands;
    const char *help;
} option;

extern const option options[]; /* ended by a NULL name */

/* What is wrong with a command line, and the exit status that says so. */
typedef struct {
    char message[400];
    int status;
} option_error;

/* Set the first error, of wrong usage; always false. */
bool option_wrong(option_error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Parse the words after the command; texts are borrowed from argv. False with a message that helps;
 * release in any case. */
bool options_parse(int argc, char **argv, unsigned command, cli_options *o, option_error *e);
void options_release(cli_options *o);
void options_unset(cli_options *o); /* what holds where no option is given */
/* The options of a command, as text for a terminal. */
void options_help(unsigned command, text *out);
/* What is typed to change what holds in `unset`: --X, or --no-X; and what it does, with the
 * default. */
void option_name(const option *o, const cli_options *unset, text *out);
void option_says(const option *o, const cli_options *unset, text *out);

/* Like fail_exit with status 64, and a pointer to the help. */
_Noreturn void usage_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
