/* One question to the engines: is one of these marks passed by some run? */
#ifndef GOAL_QUESTION_H
#define GOAL_QUESTION_H

#include "goal/deadcode_internal.h"

typedef struct {
    deadcode *d;
    const deadcode_options *o;
    verification v; /* of the program where these marks are goals; its evidence is that of the last
                       answer */
    bits marks;
    double seconds;
    uint32_t near; /* so many variables are exact (cone.h): only proofs are of use; 0: all */
    bool whole;    /* all are, in spite of that */
    bool cut;      /* it is about the cone of its marks */
    const engine_team *team; /* engines to ask; NULL: those of the options */
    double cpu_start;        /* clock_cpu_all() when it was asked */
    double turn; /* CPU seconds for each of them; 0: no limit but the time of the question */
} question;

/* Runs end where they pass what was proved before. `stops`: also where they pass a goal of the question; otherwise what
 * lies after it is looked for, too. */
void question_init(question *q, deadcode *d, const deadcode_options *o, const bits *marks,
                   uint32_t near, bool stops, double seconds);
void question_release(question *q);
void question_ask(question *q); /* the engine, or the portfolio; the result is in q->v.result */

/* What became of it. */
enum outcome {
    UNDECIDED,
    REFUTED /* a run of what is near: a proof needs more of the program */,
    FOUND /* something; what remains of the group is worth asking about again */,
    CLOSED
};
enum outcome question_conclude(question *q);
/* Record that the marks of the question are proved unreachable, by the evidence; its certificate
 * is about `excluded`, `near` as in the question. */
void question_keep_proof(question *q, const evidence *by, const bits *excluded, uint32_t near,
                         bool cut);
/* After CLOSED: what the proof excludes beyond what was asked; how many marks. */
uint32_t question_spread(question *q);
void question_leave_open(question *q); /* with the reason */

#endif
