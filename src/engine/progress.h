/* What engines say about themselves while they run, for the line of progress. The memory is shared
 * by the processes of a portfolio, a slot for each. Nothing is decided by it, so nobody locks: a
 * line may mix two moments. */
#ifndef ENGINE_PROGRESS_H
#define ENGINE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

enum { PROGRESS_SLOTS = 16 };

/* Of what an engine has `reached` so many, or what it does. */
enum progress_unit {
    UNIT_NONE, /* it has said nothing */
    UNIT_DEPTH,
    UNIT_FRAME,
    UNIT_STATES,
    UNIT_NODES,
    UNIT_OPEN_MARKS,
    UNIT_GAVE_UP,
    UNIT_CHECKS_PROOF,
    UNIT_CHECKS_VIOLATION,
    UNIT_REFUTED_PROOF,
    UNIT_UNCONFIRMED,
    PROGRESS_UNITS
};
extern const char *const progress_words[PROGRESS_UNITS];

typedef struct {
    const char *volatile engine; /* a literal; NULL: none yet */
    volatile bool running;       /* it has its turn */
    volatile enum progress_unit unit;
    volatile uint64_t reached, lemmas, queries; /* 0: not said */
} progress;

progress *progress_new(void); /* all slots; NULL where there is no memory to share */
void progress_delete(progress *all);

/* Both accept NULL, a slot without a reader. */
void progress_turn(progress *p, const char *engine, bool begins);
static inline void progress_tell(progress *p, enum progress_unit unit, uint64_t reached,
                                 uint64_t lemmas, uint64_t queries) {
    if (!p) return;
    p->unit = unit;
    p->reached = reached;
    p->lemmas = lemmas;
    p->queries = queries;
}

#endif
