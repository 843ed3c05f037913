/* Generalization of an inductive box: the core of its refutation, refuted again until every bound
 * was the failed one (literal rotation with bound generalization, paper 003, Sect. III-A and
 * III-B), then bounds left out one by one (literal dropping). */
#include "engine/ic3/bounds/bounds.h"

#include "base/log.h"

enum { DROPS = 12, SINGLES = 12 };

bool box_again(icpic3 *s, loc l, uint32_t level, bool rotate, box *c) {
    assert_debug(l.id < s->k.p->locations.size);
    LOG("icpic3", "again with %u bounds at %u, level %u", c->size, l.id, level);
    box core = {0};
    uint32_t failed;
    inductive_how how = {.relative = true, .rotate = rotate, .effort = MAY};
    bool unsat = box_inductive(s, l, level, c, how, &core, &failed) == ANSWER_UNSAT;
    if (unsat) {
        box old = *c;
        *c = core;
        core = old;
    }
    vec_release(&core);
    return unsat;
}

/* In another order than that of the variables. */
static void rotate(icpic3 *s, loc l, uint32_t level, box *c) {
    assert_debug(l.id < s->k.p->locations.size);
    box before = {0};
    uint32_t weaker;
    box_copy(&before, c);
    box_shuffle(&s->k.random, c);
    box_again(s, l, level, true, c);
    s->n.dropped += box_difference(&before, c, &weaker);
    s->n.weakened += weaker;
    vec_release(&before);
}

static void drop(icpic3 *s, loc l, uint32_t level, box *c) {
    assert_debug(l.id < s->k.p->locations.size);
    uint32_t tries = 0;
    for (uint32_t i = 0; i < c->size && c->size > 1 && tries < DROPS && !s->k.stopped; tries++) {
        box fewer = {0};
        for (uint32_t k = 0; k < c->size; k++)
            if (k != i) vec_push(&fewer, c->data[k]);
        s->n.drops++;
        if (box_again(s, l, level, false, &fewer)) {
            s->n.dropped += c->size - fewer.size;
            vec_release(c);
            *c = fewer;
            i = 0;
        } else {
            vec_release(&fewer);
            i++;
        }
    }
}

static const inductive_how relative_may = {.relative = true, .effort = MAY};

static void push_up(icpic3 *s, loc l, uint32_t *level, const box *c) {
    assert_debug(l.id < s->k.p->locations.size);
    uint32_t failed;
    while (*level < s->k.frontier && !s->k.stopped &&
           box_inductive(s, l, *level + 1, c, relative_may, NULL, &failed) == ANSWER_UNSAT)
        ++*level;
}

void box_generalize(icpic3 *s, loc l, uint32_t *level, const box *c, box *core) {
    assert_debug(l.id < s->k.p->locations.size);
    assert_debug(*level);
    LOG("icpic3", "generalize %u bounds at %u, level %u", c->size, l.id, *level);
    s->n.dropped += c->size > core->size ? c->size - core->size : 0;
    rotate(s, l, *level, core);
    if (s->k.o->icp_literal_dropping) drop(s, l, *level, core);
    if (*level != LEVEL_INFINITY) push_up(s, l, level, core);
}

/* ---- F_infinity ---- */

/* At a level the weakest bound is the one that holds so far: 0, then 1, then 1.9, ... up to a limit
 * that may never be reached. What is inductive by itself has no such trouble, so it is looked for
 * first: the box as it is, then each of its bounds alone. */
static bool learn_inductive(icpic3 *s, loc l, const box *c) {
    assert_debug(l.id < s->k.p->locations.size);
    box core = {0};
    uint32_t failed, level = LEVEL_INFINITY;
    bool held =
        box_inductive(s, l, LEVEL_INFINITY, c, relative_may, &core, &failed) == ANSWER_UNSAT;
    if (held) {
        box_generalize(s, l, &level, c, &core);
        if (s->k.o->icp_widening) box_widen(s, l, LEVEL_INFINITY, &core);
        frames_add(&s->k, l, LEVEL_INFINITY, box_cube(&core));
        s->k.n.lemmas_inductive++;
    }
    vec_release(&core);
    return held;
}

bool box_exclude(ic3 *k, loc l, const cube *excluded) {
    assert_debug(l.id < k->p->locations.size);
    LOG("icpic3", "exclude a box of %u bounds at %u", excluded->size, l.id);
    icpic3 *s = (icpic3 *)k;
    box c = box_view(excluded);
    if (learn_inductive(s, l, &c)) return true;
    if (c.size < 2 || c.size > SINGLES) return false;
    for (uint32_t i = 0; i < c.size && !k->stopped; i++) {
        box one = {&c.data[i], 1, 1};
        if (learn_inductive(s, l, &one)) return true;
    }
    return false;
}
