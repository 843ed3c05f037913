/* Evidence: no verdict without a check.
 *
 * TRUE: a certificate, self-contained SMT-LIB with the invariant at every cut point of the
 * unreduced program and one query per loop-free region between cut points, all unsat, accepted by a
 * solver other than the one that proved it (independent) or at least by the same one afresh
 * (re-proved). FALSE: inputs, replayed by the interpreter on the unreduced program, and, for C on
 * this machine, by a compiled test.
 *
 * `evidence_for` does all of it; the rest are its parts, and what reports need. */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include "engine/engine.h"
#include "frontend/frontend.h"
#include "program/program.h"
#include "reduce/reduce.h"

enum evidence_level {
    EVIDENCE_NONE,
    EVIDENCE_REPROVED,
    EVIDENCE_INDEPENDENT,
    EVIDENCE_REPLAYED,
    EVIDENCE_EXECUTED
};
const char *evidence_level_name(
    enum evidence_level level); /* "none", "re-proved", "independent", "replayed", "executed" */

typedef vec(struct memory_read {
    uint32_t input;
    uint64_t address;
}) memory_reads;

typedef struct {
    enum evidence_level level;
    char why[200]; /* where level is NONE: what failed; where EXECUTED was not reached: why not */
    term_vec invariant;  /* by location of the unreduced program, at cut points; none elsewhere */
    text certificate;    /* SMT-LIB of a proof */
    text statement;      /* for its head (stated.h); empty: none */
    const char *checker; /* solver that accepted */
    uint32_t queries;
    bool small_factors; /* the certificate tells products by the size of factors (products.h) */
    struct {
        const char *checker; /* NULL: none is */
        double seconds;      /* that it took then */
    } likely;                /* given: who accepted such a certificate before, and is asked first */
    double seconds;          /* all of it took */
    input_log inputs;        /* of a violation, in order of execution on the unreduced program */
    memory_reads reads; /* items of inputs that are read from memory that is not the program's */
    bool needs_known;
    u32_vec needs; /* items of inputs that the violation needs, of those that a test cannot give or
                      that are over-approximated */
    bool unconfirmed; /* the compiled test, which has all that the violation needs, ends without the
                         error */
    bool unsteady;    /* such memory is read to hold something else than was read or written there
                         before */
    model initial;    /* values at the start that matter */
    u32_vec decisions; /* of the replay, where the program has a choice of its own; empty: the first
                          way leads there */
    vec(edge_id) path; /* edges of the unreduced program that the replay took */
    loc reached;
    uint64_t followed; /* the pointer that an access at the error follows, where that may be one of
                          external code; 0: null, or it is none */
    enum property_id claims; /* of an error that a run of the compiled program reached and the
                                program has not; PROPERTY_NAMED: none */
    text test;               /* the generated C test, where there is one */
    bool test_not_run;       /* there was to be one: no compiler, no time */
    bool test_ended;         /* it missed the error, and no signal ended it */
    bool any_placement;      /* the violation is one wherever objects lie, as far as was tried */
    bool test_differs;       /* it reached an error of another property */
    unsigned layers;         /* of the sandbox that the test ran in (base/sandbox.h); 0: none ran */
    u32_vec marks;           /* of goals (frontend.h) that the compiled test passed */
    bool refuted;            /* a failed check, as opposed to one that was not over */
    char kept[200]; /* directory with everything needed to reproduce a failed check; empty: none */
    values *pool;
} evidence;

void evidence_init(evidence *e, terms *t);
void evidence_release(evidence *e);

typedef struct {
    const load_options *load; /* how a C program was loaded; NULL: not C, no test is compiled */
    const char *title;        /* for the head of the certificate: files and property */
    const char *keep_failed; /* where a failed check keeps everything, in a folder of its own; NULL:
                                it does not */
    bool quiet;              /* a failed check was reported before */
    const load_options *model; /* how the program can be loaded again; NULL: it cannot */
    const char *measures;      /* of loops, for the statement (engine/termination); NULL: none */
    const term_vec *summaries; /* that took the places of calls; NULL: none did */
    bool no_execute;           /* replay only */
} evidence_options;

/* Check the verdict that `r` gives about `reduced`, on `unreduced`. True when the evidence holds,
 * with its level in `e`. Otherwise r becomes UNKNOWN(evidence), what is needed to reproduce is kept
 * in e->kept, and e->why says what failed. A FALSE that only reaches a limit location, or whose
 * replay fails because a reduction over-approximated, also becomes UNKNOWN, with the reason a user
 * understands. An UNKNOWN stays what it is. */
bool evidence_for(program *unreduced, const reduction *red, program *reduced, engine_result *r,
                  const evidence_options *o, const budget *b, evidence *e);

/* ---- proofs ---- */
/* Write the certificate for `invariant` (by location of `unreduced`, at cut points) into
 * e->certificate. False, with e->why, where some loop of the program has no cut point. */
bool certificate_write(program *unreduced, const term_vec *invariant, const char *title,
                       evidence *e);
/* The same for every kind of proof; k: segments. */
bool certificate_write_proof(program *unreduced, enum proof_kind kind, uint32_t k,
                             const term_vec *invariant, const char *title, evidence *e);
/* Print the certificate of a stranger again, as we read it: solvers see only what we print. False
 * where it is none, or has commands beside those of script.h. */
bool certificate_print(const text *from, text *to, input_error *error);
/* Check a certificate text; `provers` are those that a checker must not share anything with to be
 * independent. Sets level, checker, queries, why. */
void certificate_check(const text *certificate, solver_set provers, const budget *b, evidence *e);

/* ---- violations ---- */
/* Replay a trace of `reduced` on `unreduced` with the interpreter: inputs by number. */
void replay_trace(program *unreduced, program *reduced, const engine_result *r, const budget *b,
                  evidence *e);
/* The same in at most so many steps where one run is enough (0: as many as the interpreter allows).
 * False: it was not over. */
bool replay_trace_within(program *unreduced, program *reduced, const engine_result *r,
                         const budget *b, uint64_t most_steps, evidence *e);
/* What the trace says, unchecked: inputs and the location reached, for a test to show. */
void replay_claim(program *unreduced, const program *reduced, const engine_result *r, evidence *e);
/* Run the program on the given inputs only (what a stored test or witness says); fills path,
 * inputs, reached. */
void replay_inputs(program *unreduced, const input_log *inputs, const model *initial,
                   const budget *b, evidence *e);
/* The same, and whether it violates this property (number as in locations). */
bool replay_violates(program *p, const input_log *log, map *memory, uint64_t otherwise,
                     uint32_t broken, const budget *b, evidence *e);
bool replay_is_cheap(const evidence *e,
                     const budget *b); /* the run of e can be tried again with other inputs */
/* Fill e->needs, for a violation that was replayed. */
void find_needs(program *p, evidence *e);
/* What a function without a body returned, and no test with it was run. */
bool rests_on_stub(const program *p, const evidence *e, const struct input_value *x);
bool needs_given_only(const program *p,
                      const evidence *e); /* what the violation needs, a test gives */
/* For inputs that no test can give: values that the test has there, as far as the violation stays
 * one. */
void default_inputs(program *p, const budget *b, evidence *e);
/* Whether the run violates the property in other placements of objects, too. */
bool violates_anywhere(program *p, const budget *b, evidence *e);
/* A C file that gives the program the inputs of the violation, e->test, built with the program as
 * the user builds it and run under limits. The file defines the nondet functions (values in order
 * of the calls), the error functions (exit status 107) and functions without a body; linked with a
 * program that no longer has the bug it exits with 0. */
enum ctest_result {
    CTEST_REACHED,
    CTEST_DOUBTFUL, /* it says so, but the program may have come there by a way of its own */
    CTEST_MISSED,
    CTEST_NOT_RUN /* e->why: no compiler, cannot be linked, time */
};
enum ctest_result ctest_run(program *unreduced, const load_options *o, const budget *b,
                            evidence *e);
/* The same for many tests of one program, which is compiled once (what locals hold before they are
 * assigned is zero). */
typedef struct ctest_suite ctest_suite;
ctest_suite *ctest_suite_new(const load_options *o, const budget *b);
enum ctest_result ctest_suite_run(ctest_suite *s, program *unreduced, evidence *e);
void ctest_suite_delete(ctest_suite *s);
/* The same where every access outside its object ends the run (AddressSanitizer): for inputs that
 * do not come from a model, in which such accesses do not exist. */
enum ctest_result ctest_run_strict(program *unreduced, const load_options *o, const budget *b,
                                   evidence *e);

/* ---- for people ---- */
/* The invariant at each loop head that has a source position, as C where C can say it. */
void invariant_print(program *unreduced, const evidence *e, text *out);
/* The source `file` with `/@ loop invariant ...; @/` comments before its loops. False where the
 * file cannot be read. `added` (may be NULL) gets the numbers, from 1, of the lines that the source
 * does not have. */
bool annotate_source(program *unreduced, const evidence *e, const char *file, text *out,
                     u32_vec *added);

/* ---- SV-COMP witnesses, format 2.0 ---- */
typedef struct {
    const load_options *load;
    const char *version, *command_line;
} witness_task;
/* Write the witness of a checked verdict. */
bool witness_write(program *unreduced, enum verdict v, const evidence *e, const witness_task *task,
                   text *out);

/* A witness of this or another tool, read from a file; NULL with `error` where it is none. */
typedef struct witness witness;
witness *witness_read(const char *file, input_error *error);
void witness_delete(witness *w);
bool witness_is_violation(const witness *w);
/* What is verified: a witness of another task is not confirmed. */
typedef struct {
    string_vec files;
    uint32_t checks;            /* 0: the default */
    const char *error_function; /* NULL: reach_error */
} witness_claim;
/* Why the witness is about another task; NULL: it is not. */
const char *witness_mismatch(const witness *w, const witness_claim *c);
/* A copy of the program with the witness in it: verifying the copy decides about the witness.
 * - invariants: an error (property "witness") is reached where one does not hold. A proof of the
 * copy shows them, and the program.
 * - a violation: errors count only on runs that pass the waypoints in order (see witness.h). Every
 * violation of the copy is one of the program; a proof of the copy refutes the witness. What is not
 * understood is left out, which only admits more. */
typedef struct {
    uint32_t points, left_out;
    bool target;   /* of a violation: it has one, and the program has an error there */
    char why[160]; /* the first one that was left out, and why */
} witness_applied;
program *witness_apply(program *p, const witness *w, witness_applied *done);

#endif
