/* The board of a portfolio: lemmas in memory that all its processes share.
 *
 * Append only and without locks: a writer reserves a slot and bytes by atomic addition, fills them, and marks the slot
 * ready last, so a writer that is killed half way leaves a slot that is never ready and harms nobody. Lemmas
 * travel as SMT-LIB text over program variables, because term numbers differ between processes.
 * A full board drops lemmas. Functions accept a NULL board: nobody posts, nobody reads. */
#ifndef ENGINE_BOARD_H
#define ENGINE_BOARD_H

#include "base/bits.h"
#include "engine/engine.h"

/* Holds in every reachable state at its location; all lemmas of one poster are inductive together with what it had read. */
typedef struct {
    loc at;
    term formula;
} board_lemma;

board *board_new(void); /* NULL where there is no memory to share */
void board_delete(board *b);
void board_post(board *b, terms *t, const board_lemma *l);
uint32_t board_count(const board *b); /* slots taken so far */

/* One reader sees every lemma once. Zeroed with `board` set: at the beginning. */
typedef struct {
    board *board;
    uint32_t low; /* all slots below are read */
    bits read;
} board_reader;
/* The next lemma that can be read in this bank; false: none now. */
bool board_next(board_reader *r, terms *t, board_lemma *out);
void board_reader_release(board_reader *r);

#endif
