/* The pipeline: files -> program -> reduction -> engine -> evidence -> verdict.
 *
 * `verify_run` tries models of the program (model.h) in order, each with `verify_one`:
 *
 *     verify_load -> verify_reduce -> verify_decide, which checks each answer with verify_check
 *         -> verify_conclude
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
#include "verify/model.h"

typedef struct verify_options {
    load_options load;
    reduce_options reduce;
    engine_options engine;
    enum engine_id chosen;   /* by the user: it answers, and nothing else; ENGINE_NONE: portfolio */
    const char *title;       /* of a certificate; may be NULL */
    const char *keep;        /* directory of proofs that last (kept_proof.h); NULL: none */
    const char *witness;     /* to be validated: a file; NULL: none */
    double seconds;          /* for everything; 0: no limit */
    uint64_t memory_bytes;   /* 0: no limit */
    bool evidence;           /* false: for measuring only */
    bool keep_failed;        /* a failed check keeps what is needed to reproduce it */
    struct check_list *each; /* only some checks are asked about (each.h); NULL: all */
    bool proof_wanted;       /* a TRUE needs an invariant with its certificate, for the user */
    bool undivided;          /* and one for all checks: a file has room for one proof */
} verify_options;
void verify_options_default(verify_options *o);
/* The user named one or several: only these answer. */
bool verify_engine_is_chosen(const verify_options *o);

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

/* What an earlier proof leaves to this run (kept_proof.h). */
typedef struct {
    vec(reduction_lemma) lemmas; /* inductive together */
    enum engine_id engine;       /* asked first; ENGINE_NONE: none */
    double seconds;              /* that it took */
    char checker[32];            /* asked first; empty: none */
    double check_seconds;        /* that it took */
} kept_knowledge;

typedef struct {
    enum witness_status status;
    bool violation;       /* it claims one */
    const char *mismatch; /* why it is about another task; NULL: it is not */
    witness_applied applied;
    char why[300]; /* for a person: what was confirmed, or what speaks against it */
} witness_outcome;

/* Answers whose check failed. */
typedef struct {
    map at;              /* error location of v->reduced -> violations there that failed */
    char why[160];       /* the last one; empty: none failed */
    enum budget_end end; /* what ran out then */
} rejections;

/* One model of a program, and how far the pipeline came with it. */
typedef struct verification {
    verify_model model;
    enum load_status load_status; /* other than LOAD_OK and LOAD_UNSUPPORTED: there is no verdict */
    text messages;                /* of the front end, for a person */
    int unkept; /* errno: its proof could not be kept; 0: it was, or need not be */
    enum verdict verdict;
    char detail[200];        /* FALSE: the property; UNKNOWN: the reason */
    enum budget_end end;     /* UNKNOWN: what ran out, where that is the reason */
    enum property_id beyond; /* UNKNOWN: the limit of the model that is the reason; PROPERTY_NAMED:
                                none is */
    uint32_t limit; /* UNKNOWN: 1 + the property of the limit that runs go beyond; 0: none */
    uint32_t parts; /* TRUE: proved in so many parts (each.h); 0: at once */
    bool undivided; /* UNKNOWN: parts were not tried, since one proof was wanted */
    bool erred;     /* by_course: every run reaches an error */
    bool final;     /* no other model is to be tried */
    terms *terms;
    program *unreduced, *reduced; /* NULL where loading failed */
    reduction reduction;
    engine_result result;
    bool from_c; /* so that a test can be compiled ... */
    sources sources;
    load_options resolved; /* ... in this way */
    bool borrowed;         /* terms, sources and the files of `resolved` are another's */
    const char *measures;  /* that were put into the program, for a certificate; NULL: none */
    term_vec summaries;    /* that took the places of calls, with a proof; usually none */
    bool within_limits;    /* the engine was asked without the limit locations: a proof says nothing
                              about the program */
    fold_vec folds;        /* that the programs have ghosts for (program/fold.h) */
    evidence evidence;
    kept_knowledge kept;
    witness_outcome witness;
    rejections rejected;
    double seconds[STAGE_COUNT];
    enum verify_stage stage; /* reached so far */
    budget limits;
} verification;

/* All models in order, and the last word of the compiled program on a proof. */
void verify_run(const verify_options *o, verification *v);

/* The same for a model that is loaded. */
void verify_models(const verify_options *o, verification *v);

/* Begin with a model; its time runs from here. */
void verification_init(verification *v, const verify_options *o, const verify_model *m);
/* Begin with a program that was made from that of `from`, whose terms it shares and which stays
 * alive; `v` owns it. */
void verification_share(verification *v, const verification *from, program *unreduced);
void verification_release(verification *v);

/* One model, through all stations; a program that is there already is not loaded again. */
void verify_one(const verify_options *o, verification *v);

/* ---- the stations, for commands that need less ---- */
bool verify_load(const verify_options *o, verification *v);   /* sets unreduced, or the verdict */
void verify_reduce(const verify_options *o, verification *v); /* sets reduced */
/* Ask the engine about a program like v->reduced, for at most so many seconds (0: as long as there
 * is time), and check its answer; v->result has it. */
void verify_ask(const verify_options *o, verification *v, program *p, double patience);
/* The same about v->reduced, and again inside the limits of the model where a run leaves it. */
void verify_decide(const verify_options *o, verification *v);
/* Is the evidence good for this answer about `p`? v->evidence has it then. Otherwise the answer
 * becomes UNKNOWN, and v->rejected.why says why. Inconclusive answers, and
 * runs into a limit location, are accepted unchecked. */
bool verify_check(const verify_options *o, verification *v, program *p, engine_result *r);
void verify_conclude(verification *v); /* what the answer and its evidence say about the program */

/* ---- special stations ---- */
/* The one path of all runs instead of an engine, where no input decides (model_deterministic.c). Decided: by a
 * proof that the compiled program confirms or, UNKNOWN, contradicts. Otherwise v->limit is where
 * the path leaves the model. */
void verify_follow(const verify_options *o, verification *v);
/* Weave the witness into v->unreduced; false, with messages, where it cannot be read. */
bool verify_apply_witness(const verify_options *o, verification *v);
/* Its status; a verdict that does not confirm it becomes UNKNOWN. */
void verify_conclude_witness(verification *v);
/* The last word on a proof: runs of the compiled program (contradict_proof.c). Where one reaches the error
 * the verdict is UNKNOWN, with all that is needed to reproduce it in v->evidence.kept. */
void verify_read_again(const verify_options *o, verification *v);

/* ---- parts ---- */
const char *verify_failed_directory(const verify_options *o); /* NULL: nothing is kept */
const char *verify_under_approximated(
    const program *p); /* what stands against every proof; NULL: nothing does */
/* A violation that uses a value which we only bound may be none: the reason then, NULL otherwise.
 */
const char *verify_guessed(const program *unreduced, const evidence *e);
void verify_cut_limits(program *p); /* no run of it reaches a limit any more */

#endif
