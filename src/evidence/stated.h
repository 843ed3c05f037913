/* What a certificate says of its own making, so that its queries can be derived again.
 *
 * A certificate is text, and an edit can make its queries speak of another program: an
 * error edge made false, a query left out. So it also states, in comments that begin with `;@`, the
 * model of the program and all that the proof adds to it: the kind of the proof, the invariants by
 * location, the summaries of procedures, and the ghosts (engine.h) with the assumptions that they allow. `cinch check --program`
 * loads the program, derives the queries from the statement with the code that writes certificates,
 * and compares.
 *
 * Nothing of a statement is believed. Whatever it says, queries that are derived from it and hold
 * prove the program: a wrong invariant makes one of them satisfiable, and an assumption that would
 * lose runs is refused by `stated_subject`. */
#ifndef EVIDENCE_STATED_H
#define EVIDENCE_STATED_H

#include "engine/termination/loops.h"
#include "evidence/evidence.h"

/* On an edge into an error the ghost may be taken to equal the index: every run to the error exists
 * with each value of a ghost. One index at most for a ghost on an edge. */
struct ghost_guard {
    edge_id edge;
    term var, index;
};

typedef struct {
    enum proof_kind kind;
    uint32_t k;
    bool small_factors;
    term_vec invariant; /* by location of the program before reductions */
    term_vec ghosts;
    term_vec summaries; /* of procedures, over the parts of their points; usually none */
    vec(struct ghost_guard) guards;
    vec(struct ghost_instance) instances; /* at locations of the program before reductions */
} stated_proof;
void stated_release(stated_proof *s);

/* Whether runs of the program give the term a value, whatever the ghosts are. */
bool stated_of_program(const program *p, term a);

/* The program that the queries are about: a copy of p with the ghosts, their assumptions, and the
 * summaries in the places of calls. NULL, with `why`, where an assumption could lose a run. */
program *stated_subject(program *p, const stated_proof *s, const char **why);

/* Append the statement; nothing where a name does not fit into a line. `loaded`: how the program
 * was loaded; `measures`: what was then put into it to prove termination; NULL: nothing was. */
void stated_print(const program *p, const stated_proof *s, const load_options *loaded,
                  const char *measures, text *out);

/* How the program has to be loaded. False: the certificate states no model. */
bool stated_model(const text *certificate, load_options *model);
/* The measures that it states, for these loops. False: there are none, or they do not fit. */
bool stated_measures(const text *certificate, loop_set *s);
/* The run that never ends, into the set of states that the proof is about; the same. */
bool stated_long_run(const text *certificate, const loop_set *s, values *pool, long_run *r);
/* The proof, about a program that was loaded so. False: there is none. */
bool stated_read(program *p, const text *certificate, stated_proof *s);

#endif
