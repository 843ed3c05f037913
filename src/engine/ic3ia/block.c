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

bool cube_blocked(ic3ia *e, loc at, const cube *c, uint32_t level, term_vec *core) {
    map needed = {0};
    term_vec part = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < e->into.data[at].size; i++) {
        good = edge_query(e, &e->arrows.data[e->into.data[at].data[i]], level - 1, c, &part) == ANSWER_UNSAT;
        for (uint32_t j = 0; good && j < part.size; j++) map_set(&needed, part.data[j].id, 1);
    }
    if (good) {
        vec_clear(core);
        for (uint32_t i = 0; i < c->size; i++)
            if (map_get(&needed, c->literals[i].id, NULL)) vec_push(core, c->literals[i]);
    }
    map_release(&needed);
    vec_release(&part);
    return good;
}

uint32_t cube_entry(ic3ia *e, loc at, const cube *c, uint32_t level) {
    for (uint32_t i = 0; i < e->into.data[at].size && !e->stop; i++) {
        uint32_t number = e->into.data[at].data[i];
        if (edge_query(e, &e->arrows.data[number], level - 1, c, NULL) == ANSWER_SAT) return number;
    }
    return UINT32_MAX;
}

/* The union of cores need not be inductive itself where the negated cube was a premise: shrink only to what is
 * checked as a whole. */
static void shrink_to_core(ic3ia *e, loc at, uint32_t level, term_vec *literals) {
    term_vec core = {0};
    cube full = cube_of(e, literals);
    for (int round = 0; round < 3; round++) {
        if (!cube_blocked(e, at, &full, level, &core) || core.size == full.size || e->stop) break;
        cube smaller = cube_of(e, &core);
        term_vec again = {0};
        bool good = cube_blocked(e, at, &smaller, level, &again);
        vec_release(&again);
        if (!good) break;
        full = smaller;
    }
    vec_clear(literals);
    vec_append(literals, full.literals, full.size);
    vec_release(&core);
}

/* Drop literals one by one; every success takes the core along. Gives up after a few failures in a row. */
static void drop_literals(ic3ia *e, loc at, uint32_t level, term_vec *literals) {
    uint32_t failures = 0;
    term_vec rest = {0}, core = {0};
    for (uint32_t i = 0; i < literals->size && failures < 12 && literals->size > 1 && !e->stop;) {
        vec_clear(&rest);
        for (uint32_t j = 0; j < literals->size; j++)
            if (j != i) vec_push(&rest, literals->data[j]);
        arena_mark mark = arena_here(&e->cubes);
        cube c = cube_of(e, &rest);
        bool good = cube_blocked(e, at, &c, level, &core);
        arena_rewind(&e->cubes, mark);
        if (!good) {
            failures++;
            i++;
            continue;
        }
        failures = 0;
        e->dropped++;
        vec_clear(literals);
        vec_append(literals, rest.data, rest.size);
    }
    vec_release(&rest);
    vec_release(&core);
}

/* The highest level up to the frontier at which the lemma holds. */
static uint32_t highest(ic3ia *e, loc at, const cube *c, uint32_t level) {
    term_vec core = {0};
    while (level < e->frontier && !e->stop && cube_blocked(e, at, c, level + 1, &core)) level++;
    vec_release(&core);
    return level;
}

lemma cube_learn(ic3ia *e, loc at, const cube *c, uint32_t level) {
    lemma m = {*c, level};
    term_vec literals = {0};
    vec_append(&literals, c->literals, c->size);
    if (e->quantify && e->o->qe_weaken) qe_combine(e, at, level, &literals);
    shrink_to_core(e, at, level, &literals);
    drop_literals(e, at, level, &literals);
    if (e->quantify && e->o->qe_weaken) qe_move(e, at, level, &literals);
    if (!e->stop) {
        m.c = cube_of(e, &literals);
        m.level = highest(e, at, &m.c, level);
        frame_add(e, at, m.c, m.level);
    }
    vec_release(&literals);
    return m;
}

static void block_cube(ic3ia *e, uint32_t index) {
    obligation o = e->obligations.data[index];
    uint32_t level = cube_learn(e, o.at, &o.c, o.level).level;
    if (e->stop || level >= e->frontier) return;
    e->obligations.data[index].level = level + 1;
    heap_push(e, index);
}

/* One obligation: a predecessor becomes a new one, an unreachable cube a lemma. False: abstract counterexample. */
static bool step(ic3ia *e, uint32_t index) {
    obligation o = e->obligations.data[index];
    if (frame_blocks(e, o.at, &o.c, o.level)) {
        if (o.level < e->frontier) {
            e->obligations.data[index].level++;
            heap_push(e, index);
        }
        return true;
    }
    for (uint32_t i = 0; i < e->into.data[o.at].size; i++) {
        uint32_t number = e->into.data[o.at].data[i];
        arrow *a = &e->arrows.data[number];
        enum answer answer = edge_query(e, a, o.level - 1, &o.c, NULL);
        if (answer == ANSWER_UNKNOWN) return true;
        if (answer == ANSWER_UNSAT) continue;
        term_vec literals = {0};
        edge_predecessor(e, a, &o.c, &literals);
        add_obligation(e, o.level - 1, a->from, &literals, index, number);
        vec_release(&literals);
        if (e->places.data[a->from].is_start) return false;
        heap_push(e, index);
        return true;
    }
    block_cube(e, index);
    return true;
}

/* Run the queue dry. False: a verdict or a reason to stop is set. */
static bool drain(ic3ia *e) {
    while (e->heap.size && !e->stop) {
        if (budget_over(e->b)) {
            e->stop = budget_reason(e->b);
            break;
        }
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
