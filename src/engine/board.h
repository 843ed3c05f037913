/* The board of a portfolio: lemmas in memory that all its processes share.
 *
 * Append only and without locks: a writer reserves slots and bytes by atomic addition, fills them,
 * and marks the first slot ready last, so a writer that is killed half way leaves slots that are
 * never read and harms nobody. Lemmas travel as SMT-LIB text over program variables, because term
 * numbers differ between processes. A full board drops lemmas. Functions accept a NULL board:
 * nobody posts, nobody reads. Who
 * reads a lemma records the solvers that its author had used (solver/solver.h). */
#ifndef ENGINE_BOARD_H
#define ENGINE_BOARD_H

#include "base/bits.h"
#include "engine/engine.h"

/* Holds in every reachable state at its location. What is posted at once, with all that was on the
 * board before, is inductive together. */
typedef struct {
    loc at;
    term formula;
} board_lemma;

board *board_new(void); /* NULL where there is no memory to share */
void board_delete(board *b);
void board_close(board *b);           /* what is on it stays, and nothing more is posted */
uint32_t board_count(const board *b); /* slots taken so far */

/* The engine that unrolls loop by loop says whether it looks as if it came to an end: whoever gives
 * turns may let it go on. Nothing is concluded from it. */
void board_set_ending(board *b, bool ending);
bool board_ending(const board *b);

/* One reader sees every lemma once. Zeroed with `board` set: at the beginning. */
typedef struct {
    board *board;
    uint32_t low; /* all slots below are read */
    bits read;
} board_reader;
/* The next lemma that can be read in this bank; false: none now. */
bool board_next(board_reader *r, terms *t, board_lemma *out);
void board_reader_release(board_reader *r);
/* All or none; readers see them together. False: no room, and what depends on them must not be
 * posted either. */
bool board_post(board *b, terms *t, uint32_t n, const board_lemma *l);
/* The same for one who reads, too, and need not hear of it. */
bool board_post_as(board_reader *r, terms *t, uint32_t n, const board_lemma *l);
/* Debug builds: every slot that can be read lies in the text, and its group is complete. */
void board_check(const board *b);

#endif
