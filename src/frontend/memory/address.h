/* Addresses as symbols: an observed object (observe.h) lies anywhere that the ABI allows, apart
 * from every other object of its time; the others have constant addresses, which no program sees.
 */
#ifndef FRONTEND_MEMORY_ADDRESS_H
#define FRONTEND_MEMORY_ADDRESS_H

#include "term/term.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"

typedef struct translator translator;

uint64_t object_alignment(translator *tr, const object *o); /* that the ABI guarantees */
bool is_hosted(const translator *tr); /* an operating system gives the program its memory */
uint64_t addresses_place(
    translator *tr); /* symbols for the observed objects; returns where the others may lie */
/* Makes object_index.base, after which 2^room bytes are taken: any multiple of that (of a sixteenth
 * of the space if less), on 64 bits after 2^space. */
void address_of_all(translator *tr, uint32_t space, uint32_t room);
void addresses_start(translator *tr); /* choose the symbols */
void addresses_renew(translator *tr,
                     uint32_t instance); /* its locals lie elsewhere each time it is called */
void address_renew(translator *tr, uint32_t object); /* where it is made again */
void address_assume(translator *tr,
                    uint32_t object); /* that it is apart from others, once its size is known */
bool is_renewed(const translator *tr,
                const object *o); /* a local that is made more than once, each time elsewhere */
bool address_is_fixed(translator *tr,
                      term a); /* a constant, or made of addresses that never change */
bool addresses_are_symbols(const translator *tr, const fact_vec *facts);
bool one_after_the_other(const translator *tr, uint32_t a,
                         uint32_t b); /* neither call is part of the other */
/* Two constants without a name may share storage so that `a` starts that far after `b`. */
term literals_overlap(translator *tr, const object *a, const object *b, term distance);
void address_freed(translator *tr, term pointer);   /* the block there is, unless it is null */
void address_made(translator *tr, const object *o); /* a block is */

#endif
