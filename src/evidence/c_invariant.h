/* Invariants in C: which conjuncts of which loop can be said in the words of the source. Private to
 * evidence/. */
#ifndef EVIDENCE_C_INVARIANT_H
#define EVIDENCE_C_INVARIANT_H

#include "evidence/evidence.h"
#include "source/statements.h"

/* The invariant at l as a C expression: the conjuncts that C can say over variables visible in the
 * function at l. False (nothing appended) where none is left. A weaker invariant than the one that
 * was proved, but an invariant. */
bool c_invariant(program *p, loc l, term invariant, text *out);

/* One source loop with the invariant of all its copies (a function inlined twice has its loops
 * twice). */
typedef struct {
    const source_loop *loop;
    uint32_t function; /* in names */
    string_vec copies; /* what is said of each, different ones once */
    text value;        /* C expression; empty: nothing can be said */
} c_loop;
typedef vec(c_loop) c_loops;

/* The loops of one source file, by position; every loop once. */
void c_loops_find(program *p, const term_vec *invariant, const source_map *m, c_loops *out);
void c_loops_release(c_loops *s);
/* Whether this location is the head of that loop. */
bool is_head_of(const program *p, loc l, const source_map *m, const source_loop *loop);

#endif
