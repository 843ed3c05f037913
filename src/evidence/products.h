/* Products of unknown words, told by the size of their factors.
 *
 * What is read says `x * y`, though y may be the size of an item, 1 or 2 in every run: bit by bit
 * that is a sum of 64 words anyway. The term that is made here says what the product is where
 * a factor is small, a sum of few words, and otherwise that it is `x * y`. Both have the same value
 * whatever x and y are, so a certificate may say either. */
#ifndef EVIDENCE_PRODUCTS_H
#define EVIDENCE_PRODUCTS_H

#include "program/program.h"

/* Does the program, as it was proved, know of a factor that it is small? Elsewhere the choice would
 * only hide which products have a factor in common. */
bool products_are_small(program *proved);

/* The same term, with its products told so. */
term products_by_size(terms *t, term a);

#endif
