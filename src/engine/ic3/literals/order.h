/* Comparisons of bit-vectors, whichever way they are written: low <= high, or low < high where
 * strict. */
#ifndef ENGINE_IC3_LITERALS_ORDER_H
#define ENGINE_IC3_LITERALS_ORDER_H

#include "term/term.h"

typedef struct {
    term low, high;
    bool strict, is_signed;
} order;

bool order_read(const terms *t, term lit, order *out); /* false: the literal is no comparison */
term order_make(terms *t, const order *o);

#endif
