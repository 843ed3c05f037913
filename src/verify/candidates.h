/* Candidate summaries: which of the guesses at what procedures are given and return hold together.
 *
 * A guessed summary has the form P -> Q: where callers ensure P (all guesses about what is given),
 * calls return what Q says. All guesses are assumed, Q where calls return, P where bodies start;
 * what then fails, Q where a body ends or P where a call is made, is dropped, until nothing fails
 * (Flanagan and Leino's Houdini). What no solver decides is dropped, too. Main and each body are
 * asked about apart, which keeps queries small: linear arithmetic with rules about products
 * (solver/nonlinear.h) decides in a body what it does not decide in the program.
 *
 * Loops are not entered, and nothing rests on the outcome: what is left closes the summaries
 * (program/summary.h), and the certificate of the closed program shows it, like any summary. There
 * are two ways to close:
 *
 * - Apart: calls that do not meet P fail, bodies start on all that meets P. Where that has no
 *   errors, the candidates by themselves are a proof.
 * - P -> Q is the summary, and bodies start at their calls, as in the open program: what their
 *   inputs have in common is for the engines to find.
 *
 * Both have at least the errors of the given program: by induction over the calls in the order in
 * which they are made and return (direction: over-approximation). */
#ifndef VERIFY_CANDIDATES_H
#define VERIFY_CANDIDATES_H

#include "base/budget.h"
#include "base/map.h"
#include "solver/solver.h"
#include "program/program.h"
#include "reduce/reduce.h"

/* What they are in a model: all that is known of calls, or facts about the summaries that an engine
 * finds. */
enum candidates_use { CANDIDATES_CLOSE, CANDIDATES_HELP };

enum candidates_outcome {
    CANDIDATES_OPEN,  /* the engines are to be asked */
    CANDIDATES_PROVE, /* with what is left no error can be reached */
    CANDIDATES_FAIL   /* main has a violation with what is left */
};

/* From one reading of the program to the next: a guess has the same number in all. */
typedef struct candidate_set {
    enum candidates_use use;
    bool singles;      /* those about single inputs take part */
    bool inductive;    /* what is left was shown to hold ... */
    bool loops;        /* ... which it was not after loops */
    uint32_t all, few; /* guesses, and those that are not about single inputs */
    map holds;         /* by number of the guess */
    double seconds;    /* of CPU, to find out; and of the clock, that it took */
    double spent;
    enum candidates_outcome outcome;
    solver_set used; /* who answered the queries */
    vec(reduction_lemma)
        given; /* by location of the closed program: what holds where bodies start */
} candidate_set;
void candidates_release(candidate_set *c);

/* Find out which guesses of a program with open summaries hold together; false: it has none. */
bool candidates_settle(candidate_set *c, program *p, const budget *b);
/* The summary of each procedure that they are, appended. */
void candidates_formulas(const candidate_set *c, const program *p, term_vec *out);
/* They are the summaries now: a program like any other. */
void candidates_close(candidate_set *c, program *p);

#endif
