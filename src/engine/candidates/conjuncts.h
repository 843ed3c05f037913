/* An inductive invariant in parts: each conjunct can be switched on by a literal, so that cores
 * tell which are needed. */
#ifndef ENGINE_CANDIDATES_CONJUNCTS_H
#define ENGINE_CANDIDATES_CONJUNCTS_H

#include "engine/engine.h"

typedef struct {
    loc at;
    term formula;
    term active;  /* a Boolean of its own */
    term assumed; /* its premise, where that is more than itself: instances of a formula about all
                     values of a ghost */
} conjunct;
typedef vec(conjunct) conjuncts;

/* Add the parts of `formula` at `at`, without those that are there already. */
void conjuncts_add(conjuncts *c, terms *t, loc at, term formula);
/* What may be assumed where the conjunct holds. */
static inline term conjunct_premise(const conjunct *c) {
    return c->assumed.id ? c->assumed : c->formula;
}
/* By location: the premise of each part, guarded by its literal. */
void conjuncts_guarded(const conjuncts *c, terms *t, uint32_t locations, term_vec *out);
/* By location: the parts; none where there is no part. */
void conjuncts_plain(const conjuncts *c, terms *t, uint32_t locations, term_vec *out);
void conjuncts_literals(const conjuncts *c, term_vec *out);

/* Is no error within one segment of the start, and of any state of the parts? The literals of those
 * needed are appended. */
bool conjuncts_exclude_errors(const conjuncts *c, program *p, const engine_options *o,
                              const budget *b, term_vec *needed);
/* All parts together are inductive. Keep those that `needed` (literals) names, and what they need
 * to be inductive themselves. False: all stay, because the budget ended first or the solver did not
 * find them inductive. */
bool conjuncts_trim(conjuncts *c, program *p, const engine_options *o, const budget *b,
                    const term_vec *needed);

#endif
