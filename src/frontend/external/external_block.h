/* One block of external code that the program frees: no later access to it, no second free of it.
 * Under-approximates: pointers that alias the block are not looked for. */
#ifndef FRONTEND_EXTERNAL_EXTERNAL_BLOCK_H
#define FRONTEND_EXTERNAL_EXTERNAL_BLOCK_H

#include "term/term.h"
#include "frontend/memory/points_to.h"

typedef struct translator translator;

typedef struct {
    bool wanted;
    term on, handed, freed, from; /* none: nothing is watched */
} external_block;

void watched_declare(translator *tr, const fact_vec *freed); /* what some call frees */
void watched_start(translator *tr);
/* What a pointer of external code may be, if the block is one of its values: condition, and one on
 * the value only that suffices. `place`: where it is read from; none: from nowhere. */
term watched_may_be(translator *tr, term pointer, term place);
term watched_far(translator *tr, term pointer);
void watched_hand_out(translator *tr, term pointer, term place); /* it has become known */
void watched_member(translator *tr, term base, term address);    /* of an object of theirs */
void watched_stored(translator *tr, term place, uint64_t bytes, term value);
/* An access; 0: to an object of the program. */
void watched_check(translator *tr, const fact_vec *facts, term address);
void watched_check_free(translator *tr, const fact_vec *facts, term pointer);
void watched_end(translator *tr, term pointer, term when); /* it is freed */

#endif
