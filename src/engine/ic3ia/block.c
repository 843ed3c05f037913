/* The blocking phase: obligations from the error back to the start. */
#include "engine/ic3ia/ic3ia_internal.h"

static bool earlier(ic3ia *e, uint32_t a, uint32_t b) {
    const obligation *x = &e->obligations.data[a], *y = &e->obligations.data[b];
    return x->level != y->level ? x->level < y->level : a > b;
}

static void heap_push(ic3ia *e, uint32_t o) {
    vec_push(&e->heap, o);
    for (uint32_t i = e->heap.size - 1; i && earlier(e, e->heap.data[i], e->heap.data[(i - 1) / 2]); i = (i - 1) / 2) {
        uint32_t swap = e->heap.data[i];
        e->heap.data[i] = e->heap.data[(i - 1) / 2];
        e->heap.data[(i - 1) / 2] = swap;
    }
}

static uint32_t heap_pop(ic3ia *e) {
    uint32_t top = e->heap.data[0], last = vec_pop(&e->heap);
    if (!e->heap.size) return top;
    e->heap.data[0] = last;
    for (uint32_t i = 0;;) {
        uint32_t least = i;
        for (uint32_t child = 2 * i + 1; child <= 2 * i + 2; child++)
            if (child < e->heap.size && earlier(e, e->heap.data[child], e->heap.data[least])) least = child;
        if (least == i) return top;
        uint32_t swap = e->heap.data[i];
        e->heap.data[i] = e->heap.data[least];
        e->heap.data[least] = swap;
        i = least;
    }
}

static void add_obligation(ic3ia *e, uint32_t level, loc at, const term_vec *literals, uint32_t parent, uint32_t arrow_) {
    obligation o = {level, at, cube_of(e, literals), parent, arrow_};
    vec_push(&e->obligations, o);
    heap_push(e, e->obligations.size - 1);
}

/* Collects what the queries along all edges into a location need. */
typedef struct {
    map needed;      /* literals */
    uint32_t level;  /* the highest level at which the cube is blocked by the same proofs */
} proof;

static void proof_add(proof *f, const term_vec *core, uint32_t reach) {
    for (uint32_t j = 0; j < core->size; j++) map_set(&f->needed, core->data[j].id, 1);
    uint32_t level = reach == ALL_LEVELS ? ALL_LEVELS : reach + 1;
    if (level < f->level) f->level = level;
}

/* Shrink the cube to what was needed. The result is blocked along every edge without being asked again: see edge_prove. */
static void proof_take(const proof *f, term_vec *literals) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < literals->size; i++)
        if (map_get(&f->needed, literals->data[i].id, NULL)) literals->data[kept++] = literals->data[i];
    literals->size = kept;
}

/* The edge that failed last is asked first next time. */
static void move_to_front(u32_vec *edges, uint32_t i) {
    uint32_t moved = edges->data[i];
    memmove(edges->data + 1, edges->data, i * sizeof *edges->data);
    edges->data[0] = moved;
}

static bool prove(ic3ia *e, loc at, const cube *c, uint32_t level, proof *f) {
    u32_vec *into = &e->into.data[at];
    term_vec core = {0};
    bool good = true;
    map_clear(&f->needed);
    f->level = ALL_LEVELS;
    for (uint32_t i = 0; good && i < into->size; i++) {
        uint32_t reach;
        good = edge_prove(e, &e->arrows.data[into->data[i]], level - 1, c, &core, &reach) == ANSWER_UNSAT;
        if (good) proof_add(f, &core, reach);
        else move_to_front(into, i);
    }
    vec_release(&core);
    return good;
}

bool cube_blocked(ic3ia *e, loc at, const cube *c, uint32_t level, term_vec *core) {
    proof f = {0};
    bool good = prove(e, at, c, level, &f);
    if (good) {
        vec_clear(core);
        vec_append(core, c->literals, c->size);
        proof_take(&f, core);
    }
    map_release(&f.needed);
    return good;
}

uint32_t cube_entry(ic3ia *e, loc at, const cube *c, uint32_t level) {
    for (uint32_t i = 0; i < e->into.data[at].size && !e->stop; i++) {
        uint32_t number = e->into.data[at].data[i];
        if (edge_query(e, &e->arrows.data[number], level - 1, c, NULL) == ANSWER_SAT) return number;
    }
    return UINT32_MAX;
}

enum { MOST_FAILURES = 12 };

/* Drop literals one by one, the newest first; every success takes the core along. Gives up after some failures in a row. */
static void drop_literals(ic3ia *e, loc at, uint32_t level, term_vec *literals) {
    uint32_t failures = 0;
    term_vec rest = {0};
    proof f = {0};
    for (uint32_t i = literals->size; i-- > 0 && failures < MOST_FAILURES && literals->size > 1 && !e->stop;) {
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
    }
    vec_release(&rest);
    map_release(&f.needed);
}

/* The highest level up to the frontier at which the lemma holds. */
static uint32_t highest(ic3ia *e, loc at, const cube *c, uint32_t level) {
    proof f = {0};
    while (level < e->frontier && !e->stop && prove(e, at, c, level + 1, &f))
        level = f.level < e->frontier ? f.level : e->frontier;
    map_release(&f.needed);
    return level;
}

static bool weakens(const ic3ia *e) { return e->quantify && e->o->qe_weaken; }

/* The lemma of literals that are blocked at `level`. */
static lemma learn(ic3ia *e, loc at, term_vec *literals, uint32_t level) {
    drop_literals(e, at, level, literals);
    if (weakens(e)) qe_move(e, at, level, literals);
    lemma m = {cube_of(e, literals), level};
    if (e->stop) return m;
    m.level = highest(e, at, &m.c, level);
    frame_add(e, at, m.c, m.level);
    return m;
}

lemma cube_learn(ic3ia *e, loc at, const cube *c, uint32_t level) {
    lemma m = {*c, level};
    term_vec literals = {0}, core = {0};
    vec_append(&literals, c->literals, c->size);
    if (weakens(e)) qe_combine(e, at, level, &literals);
    cube larger = cube_of(e, &literals);
    if (!e->stop && cube_blocked(e, at, &larger, level, &core)) m = learn(e, at, &core, level);
    vec_release(&literals);
    vec_release(&core);
    return m;
}

static void block_cube(ic3ia *e, uint32_t index, const proof *f) {
    obligation o = e->obligations.data[index];
    term_vec literals = {0};
    vec_append(&literals, o.c.literals, o.c.size);
    proof_take(f, &literals);
    uint32_t level = weakens(e) ? cube_learn(e, o.at, &o.c, o.level).level : learn(e, o.at, &literals, o.level).level;
    vec_release(&literals);
    if (e->stop || level >= e->frontier) return;
    e->obligations.data[index].level = level + 1;
    heap_push(e, index);
}

/* A predecessor along an edge: a new obligation. False: it is at the start, an abstract counterexample. */
static bool descend(ic3ia *e, uint32_t index, uint32_t number) {
    obligation o = e->obligations.data[index];
    arrow *a = &e->arrows.data[number];
    term_vec literals = {0};
    edge_predecessor(e, a, &o.c, &literals);
    add_obligation(e, o.level - 1, a->from, &literals, index, number);
    vec_release(&literals);
    if (e->places.data[a->from].is_start) return false;
    heap_push(e, index);
    return true;
}

static bool raise_level(ic3ia *e, uint32_t index) {
    if (e->obligations.data[index].level < e->frontier) {
        e->obligations.data[index].level++;
        heap_push(e, index);
    }
    return true;
}

/* One obligation: a predecessor becomes a new one, an unreachable cube a lemma. False: abstract counterexample. */
static bool step(ic3ia *e, uint32_t index) {
    obligation o = e->obligations.data[index];
    if (frame_blocks(e, o.at, &o.c, o.level)) return raise_level(e, index);
    proof f = {.level = ALL_LEVELS};
    term_vec core = {0};
    bool going = true, open = true;
    for (uint32_t i = 0; open && i < e->into.data[o.at].size; i++) {
        uint32_t number = e->into.data[o.at].data[i], reach;
        enum answer answer = edge_prove(e, &e->arrows.data[number], o.level - 1, &o.c, &core, &reach);
        if (answer == ANSWER_UNSAT) proof_add(&f, &core, reach);
        else open = false;
        if (answer == ANSWER_SAT) going = descend(e, index, number);
    }
    if (open) block_cube(e, index, &f);
    vec_release(&core);
    map_release(&f.needed);
    return going;
}

/* Run the queue dry. False: a verdict or a reason to stop is set. */
static bool drain(ic3ia *e) {
    while (e->heap.size && !e->stop) {
        if (budget_over(e->b)) {
            e->stop = budget_reason(e->b);
            break;
        }
        if (deepen_due(e) && !deepen_run(e)) return false;
        if (step(e, heap_pop(e))) continue;
        uint32_t last = e->obligations.size - 1;
        bool on = concretize(e, last);
        vec_clear(&e->heap);
        vec_clear(&e->obligations);
        return on;
    }
    return !e->stop;
}

bool strengthen(ic3ia *e) {
    term_vec literals = {0};
    bool going = true;
    for (bool clean = false; going && !clean;) {
        clean = true;
        for (uint32_t i = 0; going && i < e->arrows.size; i++) {
            if (!e->places.data[e->arrows.data[i].to].is_error) continue;
            enum answer answer = edge_query(e, &e->arrows.data[i], e->frontier, NULL, NULL);
            if (answer == ANSWER_UNKNOWN) going = false;
            if (answer != ANSWER_SAT) continue;
            clean = false;
            edge_predecessor(e, &e->arrows.data[i], NULL, &literals);
            vec_clear(&e->obligations);
            add_obligation(e, e->frontier, e->arrows.data[i].from, &literals, UINT32_MAX, i);
            if (e->places.data[e->arrows.data[i].from].is_start) {
                going = concretize(e, 0);
                vec_clear(&e->heap);
            } else going = drain(e);
        }
    }
    vec_release(&literals);
    return going && !e->stop;
}
