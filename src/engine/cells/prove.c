#include "engine/cells/prove.h"

#include "base/log.h"
#include "engine/ai/ai.h"
#include "engine/board.h"
#include "engine/cells/templates.h"
#include "engine/candidates/houdini.h"

typedef struct {
    program *p;
    const engine_options *options;
    const budget *limits;
    conjuncts known; /* inductive together, once guesses are dropped */
} proof;

/* True: the errors are excluded by what is left of the facts and the guesses. */
static bool attempt(proof *x, const abstraction *a, program *original, const conjuncts *facts,
                    bool all, term_vec *needed) {
    vec_clear(&x->known);
    vec_append(&x->known, facts->data, facts->size);
    vec_clear(needed);
    templates_guess(a, original, facts, all, &x->known);
    return houdini_keep(x->p, x->options, x->limits, &x->known) &&
           conjuncts_exclude_errors(&x->known, x->p, x->options, x->limits, needed);
}

static void add_known(conjuncts *c, terms *t, board *known) {
    board_reader reader = {.board = known};
    for (board_lemma l; board_next(&reader, t, &l);) conjuncts_add(c, t, l.at, l.formula);
    board_reader_release(&reader);
}

bool prove_by_guesses(const abstraction *a, program *original, const engine_options *o,
                      const budget *b, board *known, term_vec *invariant) {
    LOG("cells", "prove by candidates");
    proof x = {.p = a->p, .options = o, .limits = b};
    term_vec needed = {0};
    conjuncts facts = {0};
    add_known(&x.known, x.p->terms, known);
    ai_learn(&x.known, x.p, o,
             b); /* ranges, equations and octagons: what cells need to know about counters */
    vec_append(&facts, x.known.data, x.known.size);
    bool proven = attempt(&x, a, original, &facts, false, &needed) ||
                  attempt(&x, a, original, &facts, true, &needed);
    if (proven) {
        conjuncts_trim(&x.known, x.p, o, b, &needed);
        conjuncts_plain(&x.known, x.p->terms, x.p->locations.size, invariant);
    }
    vec_release(&needed);
    vec_release(&facts);
    vec_release(&x.known);
    return proven;
}
