/* The state of one run of CTIGAR: counterexample to induction-guided abstraction-refinement (Birgmeier, Bradley and
 * Weissenbacher, CAV 2014), as it is compared
 * with IC3IA in paper 002, Sect. 5.4, on automata with frames per location.
 *
 * A counterexample to induction (CTI) is kept twice. `concrete` is a cube all of whose states can take the edge to the parent:
 * the pre-image of the parent's cube, lifted by model-based projection. `abstract` is what the predicates of the location
 * say about the state found. All queries are on the concrete transition relation; lemmas are over predicates.
 *
 * Lifting asks whether the abstract cube implies the concrete one. If so, the core is a smaller abstract cube and the
 * transition is real; if not, that is a lifting failure, and the transition may be spurious. Where the abstract cube
 * of such a CTI is not inductive at its level, the concrete one is tried; if it is, that is a consecution failure. The trace of
 * CTIs from an error back is a stack; one that arrives at the start is simulated, and refined along its path like one of IC3IA.
 *
 * The strategy has three letters: what a lifting failure is refined by, the lifting query at once (L) or the
 * consecution query later (C); what a consecution failure is refined by, the consecution query (C); and when: eagerly (E), or
 * lazily (L) when so many transitions of one trace may be spurious (--ctigar-threshold). */
#ifndef ENGINE_CTIGAR_INTERNAL_H
#define ENGINE_CTIGAR_INTERNAL_H

#include "engine/ic3ia/ic3ia_internal.h"

typedef struct {
    uint32_t level;
    loc at;
    cube abstract, concrete;
    uint32_t arrow;          /* edge to the CTI below on the stack, or to the error */
    bool lifted;             /* every state of `abstract` can take the edge */
    uint32_t spurious;       /* transitions from here to the error that may be spurious */
} cti;

typedef struct {
    ic3ia *e;
    solver *lifting;         /* no assertions: implications between cubes */
    vec(cti) stack;          /* error first */
    bool full;               /* abstract cubes keep all predicates: a refinement with fewer found nothing new */
    bool outdated;           /* predicates came after some cube of the stack */
    uint64_t lifting_failures, consecution_failures, local_refinements;
} ctigar;

/* lift.c: the CTI before an edge, after SAT of the query for `target` (NULL: true) along it. Refines where the strategy says so. */
cti cti_before(ctigar *g, uint32_t arrow_, const cube *target, uint32_t level, uint32_t spurious);
/* Is it time to refine a trace with so many transitions that may be spurious? */
bool refinement_due(const ctigar *g, uint32_t spurious);

/* consecution.c: block the CTI on top of the stack, or push one before it. False: a trace from the start was found. */
bool consecution(ctigar *g);

/* Predicates at `at` for every literal that has none. Returns how many are new. */
uint32_t predicates_from(ctigar *g, loc at, const term *literals, uint32_t n);

#endif
