/* Interpolation-based model checking (McMillan 2003) over segments.
 *
 * For a bound k: from the states reached so far, one segment (A); from anywhere, up to k segments
 * into an error (B). While no error is that near, an interpolant of A and B over-approximates what
 * A reaches and is still k segments from any error; it is added to the states reached, until
 * nothing new comes (a proof) or an error is in reach (k was too small). The interpolant comes from
 * the solver's proof. Where it has none (arrays, too large), states of A are taken one by one, each
 * is shown to be far from errors, and widened to what the core of that argument needs (see
 * interpolate.h). */
#ifndef ENGINE_IMC_IMC_H
#define ENGINE_IMC_IMC_H

#include "engine/engine.h"

void imc_run(program *p, const engine_options *o, const budget *b, board *shared,
             engine_result *result);

#endif
