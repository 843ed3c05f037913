/* Requirements of a step function (--requirement FILE; the language is in docs/requirements.md).
 *
 * A file has entries `NAME: FORMULA` and `assume NAME: FORMULA`. A formula is a C expression over
 * inputs, outputs and state with temporal operators in it, or a sentence of FRET's structured
 * English. Both become one kind of monitor:
 *
 *     in SCOPE, from each TRIGGER on, the RESPONSE has this TIMING
 *
 * Monitors are C: a step function of ours calls the user's, then computes each monitor, and calls
 * REQUIREMENT_ERROR where the one in question is violated. The compiler types the expressions, in
 * the scope of the file's end and of the step function's parameters; every engine and the compiled
 * test see the same code. A formula that the compiler does not accept is an error with its place in
 * the file of requirements.
 *
 * Expressions have no effects: no assignment, and no call that the compiler does not know to be
 * pure. So a monitor never changes the program that it watches. */
#ifndef FRONTEND_REQUIREMENT_REQUIREMENT_H
#define FRONTEND_REQUIREMENT_REQUIREMENT_H

#include "frontend/clang.h"

#define REQUIREMENT_ERROR "__cinch_requirement_violated"
#define REQUIREMENT_STEP "__cinch_requirement_step"
#define REQUIREMENT_SIGNAL "__cinch_signal_"
#define REQUIREMENT_PENDING "__cinch_pending" /* of TIMING_EVENTUALLY: a response is due */
/* The steps that a run must have for assumptions not to be contradictory. */
enum { REQUIREMENT_RUN = 12 };

enum formula_token_kind { TOKEN_WORD, TOKEN_NUMBER, TOKEN_SIGN };
typedef struct {
    enum formula_token_kind kind;
    const char *at; /* in the file's text */
    uint32_t size, line, column;
} formula_token;
typedef vec(formula_token) token_vec;
typedef struct {
    uint32_t from, to; /* tokens, `to` excluded; none: from == to */
} token_range;

enum requirement_scope { SCOPE_ALL, SCOPE_IN, SCOPE_NOT_IN, SCOPE_BEFORE, SCOPE_AFTER };
enum requirement_trigger {
    TRIGGER_EVERY, /* every step of the scope */
    TRIGGER_START, /* the first step of each interval of the scope */
    TRIGGER_WHILE, /* every step where the condition holds */
    TRIGGER_RISES  /* where it begins to hold, or holds at the start of an interval */
};
enum requirement_timing {
    TIMING_NOW,
    TIMING_ALWAYS,
    TIMING_NEVER,
    TIMING_NEXT,
    TIMING_WITHIN,
    TIMING_FOR,
    TIMING_AFTER,
    TIMING_UNTIL,
    TIMING_BEFORE,
    TIMING_EVENTUALLY /* no finite run violates it: the monitor says what is due */
};

typedef struct {
    char *name;
    char *says; /* the formula as it was written, in one line */
    bool assumed;
    bool condition_negated, response_negated;
    uint32_t line, column; /* of the name */
    token_range all;
    enum requirement_scope scope;
    enum requirement_trigger trigger;
    enum requirement_timing timing;
    token_range mode, response, stop;
    vec(token_range) conditions; /* all of them hold */
    uint32_t steps;              /* within, for, after */
} requirement;

typedef struct {
    const char *file; /* the user's name of it */
    text content;
    token_vec tokens;
    vec(requirement) items;
    /* Once they are attached to a program: */
    char *step;      /* the user's step function */
    uint32_t source; /* which source defines it */
    vec(text) texts; /* by source, preprocessed, without monitors */
    text macros;     /* definitions that hold at the end of that source */
    text parameters, arguments;
    bool returns; /* the step function has a result */
} requirements;

/* Read a file. False with the error set. */
bool requirements_read(const char *file, requirements *out, input_error *error);
/* The same of a text in memory, which is taken over. */
bool requirements_parse(const char *file, requirements *out, input_error *error);
void requirements_release(requirements *r);
/* An error with its line of the file and a mark under the place. */
void requirements_say(const requirements *r, const input_error *e, text *out);
/* Whether the requirement has a trigger that might never happen. */
bool requirement_has_trigger(const requirement *x);

/* ---- of structured English, for parse.c ---- */
bool requirement_is_english(const requirements *r, token_range all);
bool requirement_english(const requirements *r, requirement *x, input_error *error);

/* ---- parts of the parser ---- */
bool token_is(const formula_token *t, const char *word);
uint32_t token_match(const requirements *r, uint32_t open, uint32_t end); /* end: there is none */
bool token_steps(const requirements *r, uint32_t at, uint32_t end, uint32_t *steps,
                 input_error *error);
bool token_fail(const requirements *r, uint32_t at, input_error *error, const char *says,
                const char *hint);
/* The first of these signs at the level of the range's own; range.to: there is none. */
uint32_t token_find(const requirements *r, token_range in, const char *sign);

/* ---- monitors ---- */
enum requirement_question {
    ASK_VIOLATED, /* the error is where the requirement is violated */
    ASK_TRIGGER,  /* ... where its trigger happens */
    ASK_RUN,      /* ... at the end of a run of REQUIREMENT_RUN steps that keeps all assumptions */
    ASK_ALL       /* everything, for the compiler to look at */
};
/* Append the C text of the step function with the assumptions' monitors and the one in question,
 * before the preprocessor. False where a temporal operator stands where it cannot. */
bool monitor_write(const requirements *r, uint32_t number, enum requirement_question asks,
                   text *out, input_error *error);
/* Names of the inputs, outputs and state that a requirement speaks of, in the order of the signals
 * REQUIREMENT_SIGNAL 0, 1, ...; to be freed. */
void monitor_signals(const requirements *r, uint32_t number, string_vec *names);

/* Find the step function, and have the compiler look at all formulas. False with status and
 * messages. */
bool requirements_attach(compiler *c, requirements *r);
/* Append the monitors of a question to the preprocessed source of the step function. */
bool requirements_monitor(compiler *c, const requirements *r, uint32_t number,
                          enum requirement_question asks, text *out);

#endif
