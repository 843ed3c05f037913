/* Evaluation with open bits: what a term is in every run, as far as that does not depend on what is
 * not known.
 *
 * A value has bits that are known and bits that are open, which may be anything, each independently
 * of all others. Direction: more may be called open than is; what is called known is so for every
 * choice of the open ones. Words of at most 64 bits are tracked bit by bit, arrays element by
 * element; anything else (floats, wide words, numbers) is known or open as a whole.
 *
 * The evaluator also is the state: it holds the values of variables, which are all open at first.
 */
#ifndef TERM_PARTIAL_H
#define TERM_PARTIAL_H

#include "term/value.h"

typedef struct partial_state partial_state;
typedef enum { PARTIAL_FALSE, PARTIAL_TRUE, PARTIAL_OPEN } partial_truth;

partial_state *partial_new(terms *t);
void partial_delete(partial_state *s);
void partial_assign(partial_state *s, term var, term value);
void partial_havoc(partial_state *s, term var);
partial_truth partial_holds(partial_state *s, term condition);
/* Throw away values that no variable has any more, where they have piled up; to be called now and
 * then. */
void partial_compact(partial_state *s);

#endif
