/* Boxes: conjunctions of bounds of variables. */
#include "engine/ic3/bounds/bounds.h"

void box_add(box *b, box_literal l) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->size; i++)
        if (b->data[i].var == l.var && bound_implies(b->data[i].at, l.at)) return;
    for (uint32_t i = 0; i < b->size; i++)
        if (b->data[i].var != l.var || !bound_implies(l.at, b->data[i].at))
            b->data[kept++] = b->data[i];
    b->size = kept;
    vec_push(b, l);
}

static bool implies_literal(const box *a, box_literal l) {
    for (uint32_t i = 0; i < a->size; i++)
        if (a->data[i].var == l.var && bound_implies(a->data[i].at, l.at)) return true;
    return false;
}

bool box_within(const box *a, const box *b) {
    for (uint32_t i = 0; i < b->size; i++)
        if (!implies_literal(a, b->data[i])) return false;
    return true;
}

void box_copy(box *to, const box *from) { vec_append(to, from->data, from->size); }

term box_term(icpic3 *s, const box *b, bool negated) {
    term_vec parts = {0};
    for (uint32_t i = 0; i < b->size; i++) {
        term l = bound_term(s->k.t, s->k.p->variables.data[b->data[i].var].var, b->data[i].at);
        vec_push(&parts, negated ? term_not(s->k.t, l) : l);
    }
    term out = negated ? term_or_n(s->k.t, parts.size, parts.data)
                       : term_and_n(s->k.t, parts.size, parts.data);
    vec_release(&parts);
    return out;
}

void box_shuffle(rng *r, box *b) {
    for (uint32_t i = b->size; i > 1; i--) {
        uint32_t k = random_below(r, i);
        box_literal l = b->data[i - 1];
        b->data[i - 1] = b->data[k];
        b->data[k] = l;
    }
}

void box_turn(box *b) {
    assert_debug(b->size);
    if (b->size < 2) return;
    box_literal failed = vec_last(b);
    memmove(b->data + 1, b->data, (b->size - 1) * sizeof *b->data);
    b->data[0] = failed;
}

bool box_has(const box *b, box_literal l) {
    for (uint32_t i = 0; i < b->size; i++)
        if (b->data[i].var == l.var && b->data[i].at.channel == l.at.channel &&
            b->data[i].at.value == l.at.value)
            return true;
    return false;
}

uint32_t box_difference(const box *a, const box *b, uint32_t *weaker) {
    uint32_t gone = 0;
    *weaker = 0;
    for (uint32_t i = 0; i < a->size; i++) {
        bool there = false, same_bound = false;
        for (uint32_t k = 0; k < b->size; k++) {
            if (b->data[k].var != a->data[i].var || !bound_implies(a->data[i].at, b->data[k].at))
                continue;
            there = true;
            same_bound |= bound_implies(b->data[k].at, a->data[i].at);
        }
        gone += !there;
        *weaker += there && !same_bound;
    }
    return gone;
}
