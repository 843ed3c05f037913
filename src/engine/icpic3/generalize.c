/* Generalization of a box that is kept off: the core of its refutation, asked for again in other orders of the bounds (literal
 * rotation with bound generalization, paper 003, Sect. III-A and III-B), then bounds left out one by one. */
#include "engine/icpic3/internal.h"

enum { ROTATIONS = 3, DROPS = 12, SINGLES = 12 };

/* Replaces c by a larger box that is kept off too. */
bool box_again(icpic3 *s, loc l, uint32_t level, box *c) {
    box core = {0};
    uint32_t failed;
    bool unsat = box_arcs_query(s, l, level, c, true, &core, &failed, MAY) == ANSWER_UNSAT;
    if (unsat) {
        box old = *c;
        *c = core;
        core = old;
    }
    vec_release(&core);
    return unsat;
}

static void rotate(icpic3 *s, loc l, uint32_t level, box *c) {
    for (uint32_t i = 0; i < ROTATIONS && c->size && !s->stopped; i++) {
        box before = {0};
        uint32_t weaker;
        box_copy(&before, c);
        box_shuffle(&s->random, c);
        bool good = box_again(s, l, level, c);
        uint32_t gone = box_difference(&before, c, &weaker);
        s->n.dropped += gone;
        s->n.weakened += weaker;
        vec_release(&before);
        if (!good || !(gone + weaker)) return;
    }
}

static void drop(icpic3 *s, loc l, uint32_t level, box *c) {
    uint32_t tries = 0;
    for (uint32_t i = 0; i < c->size && c->size > 1 && tries < DROPS && !s->stopped; tries++) {
        box fewer = {0};
        for (uint32_t k = 0; k < c->size; k++)
            if (k != i) vec_push(&fewer, c->data[k]);
        if (box_again(s, l, level, &fewer)) {
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

static void push_up(icpic3 *s, loc l, uint32_t *level, const box *c) {
    uint32_t failed;
    while (*level < s->k && !s->stopped && box_arcs_query(s, l, *level + 1, c, true, NULL, &failed, MAY) == ANSWER_UNSAT) ++*level;
}

void box_generalize(icpic3 *s, loc l, uint32_t *level, const box *c, box *core) {
    s->n.dropped += c->size > core->size ? c->size - core->size : 0;
    rotate(s, l, *level, core);
    drop(s, l, *level, core);
    if (*level != LEVEL_EVER) push_up(s, l, level, core);
}

/* ---- for ever ---- */

/* At a level the weakest bound is the one that holds so far: 0, then 1, then 1.9, ... up to a limit that may never be reached. What is
 * inductive by itself has no such trouble, so it is looked for first: the box as it is, then each of its bounds alone. */
static bool learn_for_ever(icpic3 *s, loc l, const box *c) {
    box core = {0};
    uint32_t failed, level = LEVEL_EVER;
    bool held = box_arcs_query(s, l, LEVEL_EVER, c, true, &core, &failed, MAY) == ANSWER_UNSAT;
    if (held) {
        box_generalize(s, l, &level, c, &core);
        box_widen(s, l, LEVEL_EVER, &core);
        boxes_add(s, l, LEVEL_EVER, &core);
    }
    vec_release(&core);
    return held;
}

bool box_block_for_ever(icpic3 *s, loc l, const box *c) {
    if (learn_for_ever(s, l, c)) return true;
    if (c->size < 2 || c->size > SINGLES) return false;
    for (uint32_t i = 0; i < c->size && !s->stopped; i++) {
        box one = {0};
        vec_push(&one, c->data[i]);
        bool held = learn_for_ever(s, l, &one);
        vec_release(&one);
        if (held) return true;
    }
    return false;
}
