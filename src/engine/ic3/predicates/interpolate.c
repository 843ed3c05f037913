/* A sequence of interpolants for a spurious path without proofs: a bounded IC3 along this one path,
 * whose pre-images are model-based projections and whose lemmas are cores. Every query is one step
 * deep. */
#include "engine/ic3/predicates/refine.h"

#include "base/log.h"
#include "base/fail.h"

enum { REFUTE_QUERIES = 20000, MINIMIZE_TRIES = 24 };

typedef struct {
    ic3ia *e;
    const u32_vec *steps;
    const vec_cube *cubes;
    vec(term_vec) lemmas; /* by step: clauses */
    map needed;           /* step << 32 | lemma -> 1 */
    uint32_t queries;
} refutation;

/* Premises at step i - 1, then the abstract cube and the literals of s after the edge. */
static void query_terms(refutation *f, uint32_t step, const term_vec *s, term_vec *assumptions,
                        uint32_t *first) {
    ic3ia *e = f->e;
    arrow *a = &e->arrows.data[f->steps->data[step - 1]];
    vec_clear(assumptions);
    vec_append(assumptions, f->lemmas.data[step - 1].data, f->lemmas.data[step - 1].size);
    if (step > 1)
        vec_append(assumptions, f->cubes->data[step - 1].lits, f->cubes->data[step - 1].size);
    for (uint32_t i = 0; step < f->steps->size && i < f->cubes->data[step].size; i++)
        vec_push(assumptions, subst_apply(&a->to_next, e->k.t, f->cubes->data[step].lits[i]));
    *first = assumptions->size;
    for (uint32_t i = 0; i < s->size; i++)
        vec_push(assumptions, subst_apply(&a->to_next, e->k.t, s->data[i]));
}

static enum answer ask(refutation *f, uint32_t step, const term_vec *s, term_vec *core) {
    ic3ia *e = f->e;
    arrow *a = &e->arrows.data[f->steps->data[step - 1]];
    term_vec assumptions = {0};
    uint32_t first;
    query_terms(f, step, s, &assumptions, &first);
    e->k.queries++;
    enum answer answer = ++f->queries > REFUTE_QUERIES
                             ? ANSWER_UNKNOWN
                             : solver_check(a->of.solver, assumptions.size, assumptions.data);
    e->unrefined |= f->queries > REFUTE_QUERIES;
    if (answer == ANSWER_UNKNOWN && f->queries <= REFUTE_QUERIES)
        ic3_stop_asking(&e->k, a->of.solver);
    else if (answer == ANSWER_UNKNOWN && !ic3_out_of_budget(&e->k)) ic3_stop(&e->k, "refinement");
    if (answer == ANSWER_UNSAT && core) {
        vec_clear(core);
        for (uint32_t i = 0; i < s->size; i++)
            if (solver_in_core(a->of.solver, assumptions.data[first + i]))
                vec_push(core, s->data[i]);
    }
    vec_release(&assumptions);
    return answer;
}

/* Fewer literals make fewer and more general predicates. */
static void minimize(refutation *f, uint32_t step, term_vec *core) {
    term_vec rest = {0}, smaller = {0};
    uint32_t tries = 0;
    for (uint32_t i = core->size;
         i-- > 0 && core->size > 1 && tries < MINIMIZE_TRIES && !f->e->k.stopped; tries++) {
        if (i >= core->size) continue;
        vec_clear(&rest);
        for (uint32_t j = 0; j < core->size; j++)
            if (j != i) vec_push(&rest, core->data[j]);
        if (ask(f, step, &rest, &smaller) != ANSWER_UNSAT) continue;
        vec_clear(core);
        vec_append(core, smaller.data, smaller.size);
    }
    vec_release(&rest);
    vec_release(&smaller);
}

/* After SAT at `step`: a cube before the edge all of whose states can take it into s and the
 * abstract cube. */
static void preimage(refutation *f, uint32_t step, const term_vec *s, term_vec *pre) {
    ic3ia *e = f->e;
    arrow *a = &e->arrows.data[f->steps->data[step - 1]];
    term_vec targets = {0};
    for (uint32_t i = 0; i < s->size; i++)
        vec_push(&targets, subst_apply(&a->to_next, e->k.t, s->data[i]));
    for (uint32_t i = 0; step < f->steps->size && i < f->cubes->data[step].size; i++)
        vec_push(&targets, subst_apply(&a->to_next, e->k.t, f->cubes->data[step].lits[i]));
    edge_preimage(e, a, &targets, pre);
    vec_release(&targets);
}

static void learn(refutation *f, uint32_t step, const term_vec *core) {
    ic3ia *e = f->e;
    term_vec clause = {0};
    for (uint32_t i = 0; i < core->size; i++) vec_push(&clause, term_not(e->k.t, core->data[i]));
    vec_push(&f->lemmas.data[step], term_or_n(e->k.t, clause.size, clause.data));
    vec_release(&clause);
}

/* Depth-first: the cube at the top of the stack is blocked at its step or gets a predecessor. */
static bool refute(refutation *f) {
    ic3ia *e = f->e;
    vec(term_vec) stack = {0};
    term_vec core = {0};
    term_vec all = {0};
    vec_push(&stack, all); /* any state at the error, step n */
    while (stack.size && !e->k.stopped) {
        uint32_t step = f->steps->size + 1 - stack.size;
        enum answer answer = ask(f, step, &vec_last(&stack), &core);
        if (answer == ANSWER_UNSAT) {
            minimize(f, step, &core);
            learn(f, step, &core);
            vec_release(&vec_last(&stack));
            stack.size--;
        } else if (answer == ANSWER_SAT) {
            require(step > 1, "a spurious path that is feasible");
            term_vec pre = {0};
            preimage(f, step, &vec_last(&stack), &pre);
            vec_push(&stack, pre);
        }
    }
    vec_release_each(&stack, vec_release);
    vec_release(&core);
    return !e->k.stopped;
}

/* ---- the lemmas that the refutation needs, from the error back ---- */

/* The core of the last query says which lemmas before the step it used. */
static void mark_premises(refutation *f, uint32_t step) {
    arrow *a = &f->e->arrows.data[f->steps->data[step - 1]];
    const term_vec *before = &f->lemmas.data[step - 1];
    for (uint32_t i = 0; i < before->size; i++)
        if (solver_in_core(a->of.solver, before->data[i]))
            map_set(&f->needed, (uint64_t)(step - 1) << 32 | i, 1);
}

/* Ask for one lemma (no literals: the error) once more, and mark what it needs. */
static bool trace_back(refutation *f, uint32_t step, const term_vec *literals) {
    bool good = ask(f, step, literals, NULL) == ANSWER_UNSAT;
    if (good) mark_premises(f, step);
    return good;
}

static void keep_needed(refutation *f) {
    for (uint32_t step = 1; step < f->steps->size; step++) {
        term_vec *lemmas = &f->lemmas.data[step];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < lemmas->size; i++)
            if (map_get(&f->needed, (uint64_t)step << 32 | i, NULL))
                lemmas->data[kept++] = lemmas->data[i];
        lemmas->size = kept;
    }
}

/* Depth-first search learns much that later lemmas make superfluous. What is left still refutes the
 * path. */
static void trim(refutation *f) {
    term_vec none = {0}, parts = {0};
    bool good = trace_back(f, f->steps->size, &none);
    for (uint32_t step = f->steps->size; good && --step > 0;)
        for (uint32_t i = 0; good && i < f->lemmas.data[step].size; i++) {
            if (!map_get(&f->needed, (uint64_t)step << 32 | i, NULL)) continue;
            vec_clear(&parts);
            term_conjuncts(f->e->k.t, term_not(f->e->k.t, f->lemmas.data[step].data[i]), &parts);
            good = trace_back(f, step, &parts);
        }
    if (good) keep_needed(f);
    vec_release(&parts);
}

static void collect(refutation *f, proposals *out) {
    ic3ia *e = f->e;
    term_vec parts = {0};
    for (uint32_t i = 1; i < f->steps->size; i++)
        for (uint32_t j = 0; j < f->lemmas.data[i].size; j++) {
            vec_clear(&parts);
            term_disjuncts(e->k.t, f->lemmas.data[i].data[j], &parts);
            for (uint32_t k = 0; k < parts.size; k++)
                propose(e, e->arrows.data[f->steps->data[i]].from, parts.data[k], out);
        }
    vec_release(&parts);
}

void refine_interpolation(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, proposals *out) {
    assert_debug(!cubes || steps->size == cubes->size);
    LOG("ic3ia", "refine a path of %u steps by interpolation", steps->size);
    refutation f = {.e = e, .steps = steps, .cubes = cubes};
    vec_resize(&f.lemmas, steps->size + 1);
    bool good = refute(&f);
    if (good && e->k.o->ia_minimize) trim(&f);
    if (good) collect(&f, out);
    map_release(&f.needed);
    vec_release_each(&f.lemmas, vec_release);
}
