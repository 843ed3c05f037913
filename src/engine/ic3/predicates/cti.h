/* The state of one run of CTIGAR: counterexample to induction-guided abstraction-refinement
 * (Birgmeier, Bradley and Weissenbacher, CAV 2014), as it is compared with IC3IA in paper 002,
 * Sect. 5.4, on automata with frames per location.
 *
 * A counterexample to induction (CTI) is kept twice. `concrete` is a cube all of whose states can
 * take the edge to the parent: the pre-image of the parent's cube, lifted by model-based
 * projection. `abstract` is what the predicates of the location say about the state found. All
 * queries are on the concrete transition relation; lemmas are over predicates.
 *
 * Lifting asks whether the abstract cube implies the concrete one. If so, the core is a smaller
 * abstract cube and the transition is real; if not, that is a lifting failure, and the transition
 * may be spurious. Where the abstract cube of such a CTI is not inductive at its level, the
 * concrete one is tried; if it is, that is a consecution failure. The trace of CTIs from an error
 * back is a chain of obligations; one that arrives at the start is simulated, and refined along its
 * path like one of IC3IA.
 *
 * The strategy has three letters: what a lifting failure is refined by, the lifting query at once
 * (L) or the consecution query later (C); what a consecution failure is refined by, the consecution
 * query (C); and when: eagerly (E), or lazily (L) when so many transitions of one trace may be
 * spurious (--ctigar-threshold). */
#ifndef ENGINE_IC3_CTI_H
#define ENGINE_IC3_CTI_H

#include "engine/ic3/predicates/predicates.h"

/* What an obligation of CTIGAR has besides its cube, the abstract one. */
typedef struct {
    cube concrete;
    bool lifted;       /* every state of the abstract cube can take the arc */
    uint32_t spurious; /* transitions from here to the error that may be spurious */
} cti;

typedef struct {
    ic3ia *e;
    solver *lifting; /* no assertions: implications between cubes */
    vec(cti) ctis;   /* by obligation */
    bool full; /* abstract cubes keep all predicates: a refinement with fewer found nothing new */
    bool outdated; /* predicates came after some cube of the trace */
    uint64_t lifting_failures, consecution_failures, local_refinements;
} ctigar;

/* lift.c: the CTI before an arc and its abstract cube, after SAT of the query for `target` (NULL:
 * true) along it. Refines where the strategy says so. */
cti cti_before(ctigar *g, uint32_t arc_id, const cube *target, uint32_t spurious, cube *abstract);
/* Is it time to refine a trace with so many transitions that may be spurious? */
bool refinement_due(const ctigar *g, uint32_t spurious);

/* consecution.c: learn a lemma that excludes the obligation, or queue one before it. */
void consecution(ic3 *k, uint32_t obligation);
/* Queue an obligation before the arc, after SAT of the query for `target`. */
void cti_queue(ctigar *g, uint32_t arc_id, const cube *target, uint32_t level, uint32_t parent);

/* Predicates at `at` for every literal that has none. Returns how many are new. */
uint32_t predicates_from(ctigar *g, loc at, const term *literals, uint32_t n);

#endif
