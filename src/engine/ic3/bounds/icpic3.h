/* IC3 over simple bounds, in the icp solver: the engine of paper 003 (iSAT3+IC3), on automata with
 * frames by location.
 *
 * A cube is a box: bounds of variables. A refutation tells how far each bound of the box could be
 * moved and still be refuted, so generalization is reading the core, in several orders of the
 * assumptions (literal rotation with bound generalization, Sect. III-A and III-B). Obligations are
 * enlarged by the same means, from the refutation of the negated edge at one point (GeNTR, Sect.
 * III-D). The initial states are those that the arcs from the start reach: these arcs come last, and
 * only what they need beyond the others is put back (ungeneralization, Sect. III-C).
 *
 * Ours, each with a switch that --config paper-003 turns off: --icp-infinity, --icp-widening,
 * --icp-fallback. Limits that the paper does not have and that --config paper-003 lifts:
 * --icp-longest-suffix, the frontier up to which a run begins again with a longer suffix, and
 * --icp-suffix-ways, beyond which a suffix counts as none ("suffixes refused").
 *
 * TRUE comes with an invariant of clauses of bounds. FALSE comes with the inputs of the obligations
 * on the way. */
#ifndef ENGINE_IC3_BOUNDS_ICPIC3_H
#define ENGINE_IC3_BOUNDS_ICPIC3_H

#include "engine/engine.h"

void icpic3_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result);
/* The options of the paper's engine (IND'_2 with abort, its best row); false: another name. */
bool icpic3_configure(engine_options *o, const char *name);

#endif
