/* Facts from outside, where the search takes long: what abstract interpretation and guessing prove
 * inductive by themselves.
 *
 * Lemmas speak in literals of pre-images, and some invariants have none there: the bound x >= 1000y
 * of a sum of y's, the parity of what a loop adds. Two stages, the dearer one later: first what
 * needs no run and no guess about sums (engine/ai, common/houdini.h), then polyhedra as if nothing
 * wrapped and bounds that runs suggest, proven together. In a portfolio other engines do that, and
 * the board has it. */
#include "engine/ai/ai.h"
#include "engine/common/houdini.h"
#include "engine/ic3/literals/literals.h"
#include "engine/kinduction/observe.h"
#include "engine/kinduction/polyhedra.h"

/* CPU seconds of the search before a stage, and of the stage at most. */
static const struct {
    double after, effort;
} stages[] = {{1, 3}, {2.5, 10}};
enum { STAGES = 2, MOST_FACTS = 400 };

bool lit_seed_due(const literals *s) {
    return s->seeding && s->seed_stage < STAGES &&
           clock_cpu() - s->k.begun > stages[s->seed_stage].after;
}

static void guess_atoms(literals *s, const budget *share) {
    term_vec proven = {0};
    vec_resize(&proven, s->k.p->locations.size);
    houdini(s->k.p, s->k.o, share, &proven);
    for (loc l = {0}; l.id < proven.size; l.id++)
        if (proven.data[l.id].id) conjuncts_add(&s->seeds, s->k.t, l, proven.data[l.id]);
    vec_release(&proven);
}

/* Together with what is known already, which helps to prove it. */
static void guess_sums(literals *s, const budget *share) {
    conjuncts guesses = {0};
    vec_append(&guesses, s->seeds.data, s->seeds.size);
    guess_polyhedra(s->k.p, share, &guesses);
    observe_runs(s->k.p, (uint64_t)s->k.o->seed, share, &guesses);
    if (houdini_keep(s->k.p, s->k.o, share, &guesses))
        for (uint32_t i = 0; i < guesses.size; i++)
            conjuncts_add(&s->seeds, s->k.t, guesses.data[i].at, guesses.data[i].formula);
    vec_release(&guesses);
}

void lit_seed_run(literals *s) {
    uint32_t stage = s->seed_stage++, known = s->seeds.size;
    budget share = budget_effort(*s->k.limits, stages[stage].effort);
    if (stage == 0) {
        ai_learn(&s->seeds, s->k.p, s->k.o, &share);
        guess_atoms(s, &share);
    } else {
        guess_sums(s, &share);
    }
    if (s->seeds.size > MOST_FACTS) s->seeds.size = known; /* each query would carry them */
    for (uint32_t i = known; i < s->seeds.size; i++)
        frames_know(&s->k, s->seeds.data[i].at, s->seeds.data[i].formula);
}
