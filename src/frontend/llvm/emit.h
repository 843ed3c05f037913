/* Emission: commands are gathered and become edges of the program; checks become edges to error
 * locations; live values are saved before what they are made of changes. */
#ifndef FRONTEND_LLVM_EMIT_H
#define FRONTEND_LLVM_EMIT_H

#include "base/map.h"
#include "base/arena.h"
#include "base/text.h"
#include "program/program.h"

typedef struct translator translator;
typedef struct frame frame;

typedef struct {
    frame *frame;
    uint32_t value;
} live_value;

typedef struct {
    term of[2];
} comparands; /* what a check looked at, for its message; none: not known */

typedef struct {
    arena memory;   /* frames: released in the order of calls */
    frame *running; /* whose instruction is translated now */
    loc here;
    bool dead; /* nothing comes here any more: after exit, an error */
    position at;
    vec(cmd) pending;
    vec(live_value) live;
    map names;             /* hash of a variable's name -> times used */
    uint64_t jump_targets; /* calls of setjmp so far */
    map error_property;    /* hash of kind, name and detail -> property */
    map outline_of;        /* type in the debug information -> into program.outlines */
} emission;

void emit(translator *tr, cmd c);
void emit_line(translator *tr, position at);
loc emit_flush(translator *tr);
void emit_jump(translator *tr, loc target);
void emit_branch(translator *tr, term condition, loc target); /* from here, if; here stays */
void emit_assign(translator *tr, term var, term value);
void emit_parallel(translator *tr, uint32_t n, const term *vars, term *values);
void emit_assume(translator *tr, term condition);
/* Assume what holds of the input that was made last, whatever the run: `suffices`, a condition on
 * its value only, implies it. */
void presume(translator *tr, term condition, term suffices);
void emit_havoc(translator *tr, term var, enum input_origin origin, const char *name,
                const char *type);
term emit_any(translator *tr, sort s, enum input_origin origin, const char *name,
              const char *type); /* a variable of any value */
void emit_fail(translator *tr, term condition, enum property_id id, const char *detail);
/* The same, with words about this place (empty: the detail says it), which are released, and with
 * values: in a sentence (may be NULL) that names them as $1 and $2, %1 and %2
 * where they are unsigned, or @1 and @2 for addresses. */
loc emit_fail_about(translator *tr, term condition, enum property_id id, const char *detail,
                    text *words, const char *values, comparands shown);
/* The same, with a command on the way to the error, which is returned; NO_LOC: it cannot fail. */
loc emit_fail_after(translator *tr, term condition, cmd last, enum property_id id,
                    const char *detail);
void emit_goal(translator *tr, term condition,
               uint32_t goal); /* it may be entered here where the condition holds, or passed by */
void emit_end(translator *tr); /* the run ends here */
void note_here(translator *tr, enum note_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
term new_variable(translator *tr, const char *name, sort s); /* without a C name */
const char *unique_name(translator *tr, const char *name, text *out);
void spill_live(translator *tr); /* hold every live value in variables: before a call */

#endif
