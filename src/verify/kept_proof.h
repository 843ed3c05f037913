/* Proofs that last (--keep DIR): the lemmas of a proof stay in a file for the next run, when the
 * program may have changed.
 *
 * Nothing in the directory is believed. Its lemmas are guesses at the loop heads of the functions
 * that they were about; those that are inductive in the program at hand and exclude its errors are
 * a proof, which is checked like that of any engine. Where they do not suffice, those that are
 * inductive are facts for the engines to start from, and the engine that found the earlier proof
 * runs alone before the others. A file is found by the names of the sources, the properties, the
 * entry and the model; it has the digests of the sources, so that a reader sees what it was made
 * from. */
#ifndef VERIFY_KEPT_PROOF_H
#define VERIFY_KEPT_PROOF_H

#include "verify/verify.h"

/* Whether there is a file of an earlier proof in the same model. */
bool keep_is_there(const verify_options *o, const verification *v);
/* True: the kept lemmas prove the program, and v->result has passed its check. Otherwise v->kept
 * has what engines may start from. */
bool keep_try(const verify_options *o, verification *v);
/* The lemmas of a proof by invariants, and its certificate; other verdicts leave the directory as
 * it is. False: it cannot be written, errno says why. */
bool keep_write(const verify_options *o, const verification *v);

#endif
