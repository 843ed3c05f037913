/* Termination (--property termination): every run ends, or one that need never end.
 *
 * A proof is one of safety: of the program in which each loop has a tuple of words that must
 * decrease (engine/termination/loops.h). Any engine proves it, and its certificate is checked as
 * every other. Tuples are found from transitions, of drawn runs first, then of the runs that refute
 * a tuple. A violation is a run that comes back to a state, or one into a loop that a proof shows
 * is never left. docs/termination.md says what counts as the end of a run. */
#ifndef VERIFY_TERMINATION_H
#define VERIFY_TERMINATION_H

#include "verify/verify.h"

/* Where termination is asked for: loads the program and decides, after the other properties that
 * are asked for, if any. False: it is not asked for. */
bool termination_is_asked(const verify_options *o);
bool termination_is_all(const verify_options *o); /* and nothing else is */
bool verify_by_termination(const verify_options *o, verification *v);

/* For `cinch check --program`: how the program is loaded, and in place of that of `v` the program
 * that the proof of the certificate is about. TRUE: the one in which the measures that it states
 * must decrease. FALSE: the one from a state that a run, which was replayed, comes to; no run from
 * there may end. UNKNOWN: what it states does not fit. */
verify_model termination_model(const verify_options *o);
enum verdict termination_restate(const verify_options *o, const text *certificate, verification *v);

/* Response: with --step, the truth value `pending` of the program does not stay true in all steps
 * from some step on. The program that ends where it is false, begun at any step, ends (response.c).
 */
void verify_response(const verify_options *o, const char *pending, verification *v);

#endif
