/* Words read as mathematical integers (paper 000, Sect. 2: the theory is chosen on demand).
 *
 * A program over bit-vectors becomes one over Int with the same locations, edges and inputs. A word
 * is the number that it is as a signed one. Sums, differences and products are those of integers:
 * they do not wrap. What is exact in one range of numbers only (unsigned comparisons, narrowing,
 * shifts by constants, division by constants, overflow checks) is said with comparisons, div and
 * mod. Initial values and inputs lie in the range of their word.
 *
 * Direction: none by itself. Where every overflow is an error of the program, runs of both readings
 * agree up to the first error; elsewhere (unsigned numbers wrap) they may not. Whoever uses the
 * reading checks each answer on the words: invariants come back as formulas over words that have
 * the same meaning for every state, traces as their inputs. */
#ifndef PROGRAM_INTEGERS_H
#define PROGRAM_INTEGERS_H

#include "program/interpret.h"
#include "program/program.h"

typedef struct {
    const program *words;
    program *p;           /* over integers */
    char refused[40];     /* the operation or sort that has no reading; empty: none */
    map image;            /* term over words -> its reading */
    map word_of;          /* Int variable -> the word that it reads */
    vec(sort) input_sort; /* by input: of the word it gives; none: no havoc has it */
} integer_reading;

/* False: something has no reading; `refused` says what. */
bool integers_read(integer_reading *x, const program *words);
void integers_release(integer_reading *x);
/* A formula over the integers (or over words already) as one over words; none: it cannot be said,
 * for it has a division by something that is not a positive constant, say. */
term integers_to_words(integer_reading *x, term a);
/* A number as the value of a word, modulo its range; values of other sorts stay. */
value integers_value(integer_reading *x, values *pool, value a, sort word);

#endif
