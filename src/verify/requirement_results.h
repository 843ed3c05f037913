/* Requirements of a step function (--requirement; frontend/requirement/requirement.h): what became
 * of each.
 *
 * Every requirement is a question of its own, about a program with its monitor and those of the
 * assumptions, so that a violated one hides no other. A proved one whose trigger might never happen
 * is asked a second question: where no run triggers it, it is vacuous. Before that, assumptions
 * must allow some run of REQUIREMENT_RUN steps; where a proof says that there is none, nothing is
 * called proved.
 *
 * Direction: assumptions under-approximate, as far as the user is wrong. Each is a note. */
#ifndef VERIFY_REQUIREMENT_RESULTS_H
#define VERIFY_REQUIREMENT_RESULTS_H

#include "frontend/requirement/requirement.h"
#include "verify/each.h"

/* Does the trigger of a requirement happen in some run? */
enum trigger_state { TRIGGER_NOT_ASKED, TRIGGER_HAPPENS, TRIGGER_NEVER, TRIGGER_OPEN };

typedef struct {
    uint32_t number; /* in the file */
    enum trigger_state trigger;
    verification *triggered; /* the run, or the proof that there is none; NULL: neither */
} requirement_result;

typedef struct requirement_results {
    requirements file;
    check_list checks;             /* a check is a requirement, in the order of the file */
    vec(requirement_result) items; /* by check */
    vec(text *) texts;             /* of the questions: what was compiled */
    bool contradictory;            /* no run of so many steps keeps the assumptions */
    bool witnesses;                /* triggers of all are asked about */
    uint32_t vacuous;
} requirement_results;

/* `v` becomes what the whole says: FALSE where one is violated, TRUE where all are proved. It lives
 * as long as the results. */
void verify_requirements(const verify_options *o, const char *file, bool witnesses, verification *v,
                         requirement_results *out);
void requirement_results_release(requirement_results *r);

#endif
