/* Live variables by location: those on whose value some assumption on the way to an error may
 * depend.
 *
 * This is strong liveness: the right-hand side of an assignment counts only if the assigned
 * variable is live. Two states that agree on the live variables of a location have the same runs
 * to errors from there. What terms read and commands assign is remembered, by id. */
#ifndef PROGRAM_LIVENESS_H
#define PROGRAM_LIVENESS_H

#include "base/bits.h"
#include "program/program.h"

typedef vec(bits) bits_vec;

typedef struct {
    program *p;
    bits_vec at;     /* by location; bits: index into program.variables */
    u32_vec read_at; /* term id -> 1 + position in read_pool: count, then variables; 0: not yet */
    u32_vec read_pool;
    u32_vec assigned; /* command id -> 1 + the variable it assigns; 0: not yet */
    bits_vec scratch; /* free sets */
    struct {
        vec(edge) edges;
        uint32_t locations, variables;
        loc start;
    } computed; /* of this program; no locations: of none */
} liveness;

void liveness_init(liveness *l, program *p); /* nothing is computed yet */
void liveness_compute(liveness *l);          /* of the program as it is now, if it has changed */
void liveness_of(program *p, liveness *out); /* both */
void liveness_release(liveness *l);
/* Debug builds: what is computed is closed under the steps of all edges. */
void liveness_check(liveness *l);

/* The step of it: from what is live after c to what is live before. */
void live_before(liveness *l, cmd c, bits *live);
void live_read(liveness *l, term a, bits *live); /* add the variables of a term */

/* All variables of the formula are live there. */
bool live_covers(liveness *l, loc at, term formula);

/* The variables of a term, those that are the program's; valid until the next call. */
const uint32_t *reads_of(liveness *l, term a, uint32_t *count);
uint32_t assigned_by(liveness *l, cmd c);            /* the variable of an assignment or havoc */
uint32_t variable_index(const program *p, term var); /* must be one of the program's */

/* Sets for code that walks over commands, without allocation. */
bits live_set_take(liveness *l); /* an empty set */
void live_set_give(liveness *l, bits *b);

#endif
