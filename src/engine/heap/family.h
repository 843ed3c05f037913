/* Families: arrays whose elements are told by addresses, number n by base + (n << shift). They hold
 * the fields of the objects that one place in a program makes, as many as its counter says;
 * recognized by the form of their indices. */
#ifndef ENGINE_HEAP_FAMILY_H
#define ENGINE_HEAP_FAMILY_H

#include "program/program.h"

typedef struct {
    uint32_t width; /* of addresses and numbers */
    uint32_t shift;
    uint64_t base;
    term counter;   /* a variable: the numbers below it exist */
    uint64_t limit; /* that the counter is compared with; 0: none */
    term_vec arrays;
    term_vec chosen; /* variables that are compared with the counter: numbers of elements */
} family;
typedef vec(family) family_vec;

/* Families with a counter; and the constants of `width` bits that may be addresses of other
 * objects. */
void families_find(program *p, family_vec *out, u64_vec *addresses);
void families_release(family_vec *families);

term family_address(const family *f, terms *t, term number);
term family_number(const family *f, terms *t,
                   term address); /* beyond every counter where it is none of this family */
term family_has(const family *f, terms *t,
                term address); /* the address of an element that exists */
term family_exists(const family *f, terms *t, term number);
bool family_holds(const family *f, uint64_t made, uint64_t address); /* family_has on values */

#endif
