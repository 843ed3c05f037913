/* What engines say about themselves while they run, for the line of progress. The memory is shared
 * by the processes of a portfolio, a slot for each. Nothing is decided by it, so nobody locks: a
 * line may mix two moments. */
#ifndef ENGINE_PROGRESS_H
#define ENGINE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

enum { PROGRESS_SLOTS = 16 };

typedef struct {
    const char *volatile engine; /* a literal; NULL: nobody yet */
    volatile bool running;       /* it has its turn */
    const char
        *volatile unit; /* a literal: of what it has `reached` so many; NULL: it has said nothing */
    volatile uint64_t reached, lemmas, queries; /* 0: not said */
} progress;

progress *progress_new(void); /* all slots; NULL where there is no memory to share */
void progress_delete(progress *all);

/* Both: NULL is a slot that nobody looks at. */
void progress_turn(progress *p, const char *engine, bool begins);
static inline void progress_tell(progress *p, const char *unit, uint64_t reached, uint64_t lemmas,
                                 uint64_t queries) {
    if (!p) return;
    p->unit = unit;
    p->reached = reached;
    p->lemmas = lemmas;
    p->queries = queries;
}

#endif
