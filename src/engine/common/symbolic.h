/* Symbolic execution of commands: a state maps every program variable to a term over inputs and
 * initial values.
 *
 * Values stay terms as long as they can, so that constant counters fold and branches that cannot be
 * taken vanish without a query. Alternatives of a choice are merged by `ite`. That is exact only
 * when at most one of them is enabled; where syntax does not show it, a fresh Boolean selects one,
 * so every model stands for exactly one path and no path is lost. */
#ifndef ENGINE_COMMON_SYMBOLIC_H
#define ENGINE_COMMON_SYMBOLIC_H

#include "base/bits.h"
#include "program/program.h"

/* What happened while a command ran, in order: the value a havoc took, or the begin of an
 * alternative, which was taken iff `what` holds and whose events end before index `end`. */
typedef struct {
    term what;      /* the fresh variable of a havoc; the guard of an alternative */
    uint32_t input; /* havoc: its input; NO_INPUT with `end` 0 for a havoc without one */
    uint32_t end;   /* alternative: index after its last event; 0: a havoc */
} symbolic_event;
typedef vec(symbolic_event) symbolic_log;

typedef struct {
    program *program;
    term_vec value;   /* by variable index: the current state */
    symbolic_log log; /* appended by symbolic_run; the caller clears it */
    vec(struct symbolic_undo {
        uint32_t at;
        term old;
    }) trail;
    map seen;             /* scratch of merges */
    term_vec column;      /* scratch of merges, by variable index; none outside */
    u32_vec image, stamp; /* memo of symbolic_value by term id, valid where stamp is `now` */
    uint32_t now;
    term_vec stack, args;
    u32_vec index_of; /* term id -> variable index + 1 */
    bits tested;      /* symbolic_is_tested, once it was asked */
    bool knows_tested;
} symbolic;

void symbolic_init(symbolic *s, program *p);
void symbolic_release(symbolic *s);
void symbolic_load(symbolic *s, const term *values);     /* the whole state, by variable index */
void symbolic_set(symbolic *s, uint32_t at, term value); /* at: variable index */
/* Whether a condition on the way depends on the variable, not only one for an error. */
bool symbolic_is_tested(symbolic *s, uint32_t at);

/* `a`, a term over program variables, in the current state. */
term symbolic_value(symbolic *s, term a);
/* Run the command from the current state; returns the condition under which it does not block.
 * Where that is false the state is meaningless. */
term symbolic_run(symbolic *s, cmd c);

/* Conditions that make guards[0..n) pairwise exclusive (a guard of the i-th is to be conjoined with
 * select[i]): `true` where syntax shows that they are, otherwise literals over fresh Booleans. */
void symbolic_select(terms *t, uint32_t n, const term *guards, term *select);

#endif
