/* The pipeline: files -> program -> reduction -> engine -> evidence -> verdict.
 *
 * A verdict leaves here only with checked evidence (unless evidence is switched off for measuring):
 * a TRUE whose certificate no solver accepts, or a FALSE that does not replay, is
 * UNKNOWN(evidence).
 *
 * What was approximated decides with: a TRUE under NOTE_UNDER is UNKNOWN; a FALSE at a limit
 * location is no violation, the engine then looks for one that stays inside the limits; a FALSE
 * that uses a library result which is only bounded must have been executed. */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include "engine/engine.h"
#include "evidence/evidence.h"
#include "frontend/frontend.h"
#include "frontend/sources.h"
#include "reduce/reduce.h"

typedef struct {
    load_options load;
    reduce_options reduce;
    engine_options engine;
    const char *engine_name; /* NULL: portfolio */
    const char *title;       /* of a certificate; may be NULL */
    const char *witness;     /* to be validated: a file; NULL: none */
    double seconds;          /* for everything; 0: no limit */
    uint64_t memory_bytes;   /* 0: no limit */
    bool evidence;           /* false: for measuring only */
    bool proof_wanted;       /* a TRUE needs an invariant with its certificate: somebody reads it */
} verify_options;
void verify_options_default(verify_options *o);

enum verify_stage { STAGE_LOAD, STAGE_REDUCE, STAGE_ENGINE, STAGE_EVIDENCE, STAGE_COUNT };
extern const char *const verify_stage_names[STAGE_COUNT];

/* A witness is confirmed where the program, restricted or extended by it, has the verdict that it
 * claims. */
enum witness_status {
    WITNESS_NONE,
    WITNESS_CONFIRMED,
    WITNESS_REJECTED,
    WITNESS_UNKNOWN,
    WITNESS_BAD /* cannot be read */
};

typedef struct {
    enum load_status load_status; /* other than LOAD_OK and LOAD_UNSUPPORTED: there is no verdict */
    text messages;                /* of the front end, for a person */
    enum verdict verdict;
    char detail[200]; /* FALSE: the property; UNKNOWN: the reason */
    terms *terms;
    program *unreduced, *reduced; /* NULL where loading failed */
    reduction reduction;
    engine_result result;
    bool from_c; /* so that a test can be compiled ... */
    sources sources;
    load_options resolved; /* ... in this way */
    bool with_contracts;   /* recursive calls are over-approximated: a violation must have been
                              executed */
    bool within_limits;    /* the engine was asked again, without the limit locations */
    double patience;       /* seconds for that, where a larger model can still be tried */
    evidence evidence;
    struct {
        enum witness_status status;
        bool violation; /* it claims one */
        witness_applied applied;
        char why[300]; /* for a person: what was confirmed, or what speaks against it */
    } witness;
    char rejected[160]; /* why a verdict was not accepted, the last time; empty: none was */
    double seconds[STAGE_COUNT];
    enum verify_stage stage; /* reached so far */
    budget limits;
} verification;

void verify_run(const verify_options *o, verification *v);
void verification_release(verification *v);

/* The parts, for commands that need less. */
bool verify_load(const verify_options *o, verification *v); /* sets unreduced, or the verdict */
bool verify_apply_witness(const verify_options *o,
                          verification *v); /* false, with messages, where it cannot be read */
void verify_conclude_witness(
    verification *v); /* its status; a verdict that does not confirm it becomes UNKNOWN */
void verify_reduce(const verify_options *o, verification *v); /* sets reduced */
bool verify_prepare(const verify_options *o, double patience,
                    verification *v); /* load, and apply the witness */
const char *verify_under_approximated(
    const program *p); /* what stands against every proof; NULL: nothing does */
/* A violation (v->evidence, on v->unreduced) that uses a value which we only bound may be none: the
 * reason then, NULL otherwise. */
const char *verify_guessed(const verification *v);
struct board *verify_facts(
    const verification *v);         /* what the reductions proved, for the engines to start from */
void verify_cut_limits(program *p); /* no run of it reaches a limit any more */
void verify_prepared(const verify_options *o, verification *v); /* all the rest, in this model */

/* Where no input decides, by following the one path of all runs (course.c); `v` is prepared, and
 * stays as it is where that does not decide. */
/* True: it does, by a proof that the compiled program confirms or, UNKNOWN, contradicts. */
bool verify_by_course(const verify_options *o, verification *v);
const char *verify_property_at(const program *p,
                               loc l); /* of an error or limit location, by name */
/* A larger model, where `limit` is one that a larger one may not reach, and the user has not chosen
 * its size. */
bool verify_enlarge(const verify_options *o, const char *limit, load_options *load);

/* Where calls go deeper than they are inlined, with contracts (frontend/contract.h) in their place;
 * `v` is prepared, and stays as it is where they do not decide (contracts.c). */
void verify_by_contracts(const verify_options *o, verification *v);
/* Where places make any number of objects, with the engine heap; `v` is prepared, and stays as it
 * is where that proves nothing. */
void verify_unbounded(const verify_options *o, verification *v);
/* The last word on a proof: runs of the compiled program (reading.c). Where one reaches the error
 * the verdict is UNKNOWN, with all that is needed to reproduce it in v->evidence.kept. */
void verify_read_again(const verify_options *o, verification *v);
bool verify_at_contract(const program *p,
                        const engine_result *r); /* a run that refutes a contract: no violation */

#endif
