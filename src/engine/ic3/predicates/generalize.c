/* Blocking over predicates: is an obligation inductive, the lemma that excludes it, and its
 * propagation. */
#include "engine/ic3/predicates/predicates.h"

#include "base/log.h"

static void proof_add(blocking *f, const term_vec *core, uint32_t reach) {
    for (uint32_t j = 0; j < core->size; j++) map_set(&f->needed, core->data[j].id, 1);
    uint32_t level = reach == ALL_LEVELS ? ALL_LEVELS : reach + 1;
    if (level < f->level) f->level = level;
}

/* Shrink the cube to what was needed. The result is blocked along every edge without being asked
 * again: see edge_prove. */
static void proof_take(const blocking *f, term_vec *literals) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < literals->size; i++)
        if (map_get(&f->needed, literals->data[i].id, NULL))
            literals->data[kept++] = literals->data[i];
    literals->size = kept;
}

/* The edge that failed last is asked first next time. */
static void move_to_front(u32_vec *edges, uint32_t i) {
    uint32_t moved = edges->data[i];
    memmove(edges->data + 1, edges->data, i * sizeof *edges->data);
    edges->data[0] = moved;
}

static bool prove(ic3ia *e, loc at, const cube *c, uint32_t level, blocking *f) {
    assert_debug(at.id < e->k.p->locations.size);
    u32_vec *into = &e->k.into.data[at.id];
    term_vec core = {0};
    bool good = true;
    map_clear(&f->needed);
    f->level = ALL_LEVELS;
    for (uint32_t i = 0; good && i < into->size; i++) {
        uint32_t reach;
        good = edge_prove(e, &e->arrows.data[into->data[i]], level - 1, c, &core, &reach) ==
               ANSWER_UNSAT;
        if (good) proof_add(f, &core, reach);
        else move_to_front(into, i);
    }
    vec_release(&core);
    return good;
}

/* Is the cube blocked along every edge into `at`? If so `core` gets the literals that some edge
 * needed. */
static bool cube_blocked(ic3ia *e, loc at, const cube *c, uint32_t level, term_vec *core) {
    assert_debug(at.id < e->k.p->locations.size);
    blocking f = {0};
    bool good = prove(e, at, c, level, &f);
    if (good) {
        vec_clear(core);
        vec_append(core, c->lits, c->size);
        proof_take(&f, core);
    }
    map_release(&f.needed);
    return good;
}

uint32_t cube_entry(ic3ia *e, loc at, const cube *c, uint32_t level) {
    assert_debug(at.id < e->k.p->locations.size);
    assert_debug(level);
    for (uint32_t i = 0; i < e->k.into.data[at.id].size && !e->k.stopped; i++) {
        uint32_t number = e->k.into.data[at.id].data[i];
        if (edge_query(e, &e->arrows.data[number], level - 1, c, NULL) == ANSWER_SAT) return number;
    }
    return NO_ARC;
}

enum { MOST_FAILURES = 12 };

/* Drop literals one by one, the newest first; every success takes the core along. Gives up after
 * some failures in a row. `reach` is of the proof that the literals are blocked; the result that of
 * the last proof. */
static uint32_t drop_literals(ic3ia *e, loc at, uint32_t level, uint32_t reach,
                              term_vec *literals) {
    assert_debug(at.id < e->k.p->locations.size);
    uint32_t failures = 0;
    term_vec rest = {0};
    blocking f = {0};
    for (uint32_t i = literals->size;
         i-- > 0 && failures < MOST_FAILURES && literals->size > 1 && !e->k.stopped;) {
        if (i >= literals->size) continue;
        vec_clear(&rest);
        for (uint32_t j = 0; j < literals->size; j++)
            if (j != i) vec_push(&rest, literals->data[j]);
        cube c = cube_of(e, &rest);
        if (!prove(e, at, &c, level, &f)) {
            failures++;
            continue;
        }
        failures = 0;
        e->dropped++;
        vec_clear(literals);
        vec_append(literals, rest.data, rest.size);
        proof_take(&f, literals);
        reach = f.level;
    }
    vec_release(&rest);
    map_release(&f.needed);
    return reach;
}

/* A proof that needs no lemma of a level makes one of F_infinity: facts and F_infinity are all it
 * rests on. */
_Static_assert(ALL_LEVELS == LEVEL_INFINITY, "a proof for all levels is one of F_infinity");

/* The highest level up to the frontier at which the lemma holds, or infinity. */
static uint32_t highest(ic3ia *e, loc at, const cube *c, uint32_t level) {
    assert_debug(at.id < e->k.p->locations.size);
    blocking f = {0};
    while (level < e->k.frontier && !e->k.stopped && prove(e, at, c, level + 1, &f))
        level = f.level == ALL_LEVELS || f.level < e->k.frontier ? f.level : e->k.frontier;
    map_release(&f.needed);
    return level;
}

static bool weakens(const ic3ia *e) { return e->quantify && e->k.o->qe_weaken; }

/* The lemma of literals that are blocked at *level, which may rise, by a proof that reaches so far.
 */
static cube lemma_of(ic3ia *e, loc at, uint32_t reach, term_vec *literals, uint32_t *level) {
    assert_debug(at.id < e->k.p->locations.size);
    reach = drop_literals(e, at, *level, reach, literals);
    if (weakens(e)) qe_move(e, at, *level, literals), reach = *level;
    cube c = cube_of(e, literals);
    if (!e->k.stopped) *level = reach == ALL_LEVELS ? reach : highest(e, at, &c, *level);
    e->k.n.lemmas_inductive += *level == LEVEL_INFINITY;
    return c;
}

/* The same for a cube, which may be enlarged first. */
static cube lemma_of_cube(ic3ia *e, loc at, const cube *c, uint32_t *level) {
    assert_debug(at.id < e->k.p->locations.size);
    cube out = *c;
    term_vec literals = {0}, core = {0};
    vec_append(&literals, c->lits, c->size);
    if (weakens(e)) qe_combine(e, at, *level, &literals);
    cube larger = cube_of(e, &literals);
    if (!e->k.stopped && cube_blocked(e, at, &larger, *level, &core))
        out = lemma_of(e, at, *level, &core, level);
    vec_release(&literals);
    vec_release(&core);
    return out;
}

cube cube_learn(ic3ia *e, loc at, const cube *c, uint32_t level) {
    assert_debug(at.id < e->k.p->locations.size);
    assert_debug(level);
    LOG("ic3ia", "learn %u literals at %u, level %u", c->size, at.id, level);
    cube out = lemma_of_cube(e, at, c, &level);
    if (!e->k.stopped) frames_add(&e->k, at, level, out);
    return out;
}

/* ---- what the kernel asks ---- */

enum answer predicates_inductive(ic3 *k, uint32_t id, uint32_t *arc_id) {
    assert_debug(id < k->obligations.size);
    ic3ia *e = (ic3ia *)k;
    const obligation *o = &k->obligations.data[id];
    const u32_vec *into = &k->into.data[o->at.id];
    enum answer answer = ANSWER_UNSAT;
    term_vec core = {0};
    map_clear(&e->proof.needed);
    e->proof.level = ALL_LEVELS;
    for (uint32_t i = 0; answer == ANSWER_UNSAT && i < into->size; i++) {
        uint32_t reach;
        *arc_id = into->data[i];
        answer = edge_prove(e, &e->arrows.data[*arc_id], o->level - 1, &o->cube, &core, &reach);
        if (answer == ANSWER_UNSAT) proof_add(&e->proof, &core, reach);
    }
    vec_release(&core);
    return answer;
}

bool predicates_generalize(ic3 *k, uint32_t id, uint32_t *level, cube *out) {
    assert_debug(id < k->obligations.size);
    ic3ia *e = (ic3ia *)k;
    const obligation *o = &k->obligations.data[id];
    term_vec literals = {0};
    vec_append(&literals, o->cube.lits, o->cube.size);
    proof_take(&e->proof, &literals);
    *out = weakens(e) ? lemma_of_cube(e, o->at, &o->cube, level)
                      : lemma_of(e, o->at, e->proof.level, &literals, level);
    vec_release(&literals);
    return !k->stopped;
}

/* Along every edge into its location. A lemma that rises is new: others may be subsumed by it now.
 */
enum answer predicates_propagate(ic3 *k, uint32_t id, uint32_t level, cube *out, uint32_t *failed) {
    assert_debug(id < k->lemmas.size);
    ic3ia *e = (ic3ia *)k;
    const lemma *m = &k->lemmas.data[id];
    const u32_vec *into = &k->into.data[m->at.id];
    enum answer answer = ANSWER_UNSAT;
    term_vec core = {0};
    uint32_t reach;
    double from = clock_cpu();
    for (uint32_t i = 0; answer == ANSWER_UNSAT && i < into->size; i++) {
        *failed = into->data[i];
        answer = edge_prove(e, &e->arrows.data[*failed], level, &m->cube, &core, &reach);
    }
    *out = m->cube;
    vec_release(&core);
    e->seconds[PHASE_PROPAGATE] += clock_cpu() - from;
    return answer;
}
