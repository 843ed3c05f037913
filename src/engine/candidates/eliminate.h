/* Elimination: of many candidates those that hold together (Flanagan and Leino's Houdini).
 *
 * An encoding is a solver that knows steps of a program: a segment from the start or from any loop
 * head (segment.h), the program without its loops (cells/context.h), the body of a procedure
 * (verify/candidates.h). In it each candidate has two terms: `active`, a literal under which it is
 * assumed where steps begin, and `violated`, that it fails where a step ends. Forwards, whatever is
 * violated although all others are assumed is dropped, until nothing is. Backwards, from the
 * errors, only what is needed is asked about: the core of a query that excludes an error names
 * candidates, the core of the query that keeps one names more.
 *
 * Invariant: a candidate with a support was shown by the candidates of that core; it is asked about
 * again only when one of them is dropped. Encodings of one set of candidates share `dropped`.
 * Candidates that no query decides are dropped, which is sound: a weaker set is still proved. */
#ifndef ENGINE_CANDIDATES_ELIMINATE_H
#define ENGINE_CANDIDATES_ELIMINATE_H

#include "base/bits.h"
#include "solver/solver.h"

typedef struct elimination {
    terms *terms;
    solver *solver;       /* borrowed */
    const budget *limits; /* borrowed */
    bits *dropped;        /* by candidate; borrowed */
    values *pool;
    term_vec active;   /* by candidate: none: nothing is assumed of it */
    term_vec violated; /* by candidate: none: never */
    u32_vec support;   /* by candidate: 1 + its core; 0: none */
    vec(u32_vec) cores;
    /* CPU seconds of one query: about all candidates at once, and about one; 0: no limit. */
    double all_seconds, one_seconds;
    /* Shows a candidate where the solver does not decide it, and appends what it assumed; may be
     * NULL. After it the solver is asked once more, for `last_seconds` where there are any. */
    double last_seconds;
    bool (*otherwise)(void *context, uint32_t candidate, u32_vec *assumed);
    void *context;
    /* Backwards: the same candidates in the same steps for another solver, which is asked where
     * this one has no answer; may be NULL. */
    struct elimination *second;
    bool drop_undecided; /* backwards, too; otherwise the proof is given up */
} elimination;

void elimination_init(elimination *e, terms *t, solver *s, const budget *limits, bits *dropped);
void elimination_release(elimination *e);
/* The next candidate; or another way in which candidate i is violated. */
void elimination_add(elimination *e, term active);
void elimination_violated(elimination *e, uint32_t i, term fails);

/* Forwards: true: no candidate that is left is violated in this encoding. False: the budget is
 * over. `some` (may be NULL) becomes true where something was dropped. */
bool eliminate(elimination *e, bool *some);
/* Drop what models violate, for so many CPU seconds: no more is known of what is left. */
void eliminate_refuted(elimination *e, double seconds);
/* Can `bad` happen, with what is left assumed? Its core is appended after UNSAT; may be NULL. */
enum answer elimination_ask(elimination *e, term bad, u32_vec *core);
/* Add to `needed` the candidates that keep those in it, and those that keep them. False: one of
 * them is violated, and dropped now, or not decided (`undecided`, may be NULL). */
bool eliminate_support(elimination *e, bits *needed, bool *undecided);
/* Backwards: true: the candidates in `needed` exclude `bad` and keep each other. */
bool eliminate_backwards(elimination *e, term bad, bits *needed);

#endif
