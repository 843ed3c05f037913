/* Global guidance: lemmas that differ only in constants (x <= 1, x <= 2, ...) are a family that may
 * never end. When a family at a location has grown to 3, 6, 12 ... members, we conjecture the cube
 * without the literals that vary and try to block it, with all that leads into it, within a small
 * budget. Whatever is learnt on the way is a lemma in its own right; a conjecture that fails costs
 * only time. */
#include "engine/ic3/literals/literals.h"

#include "base/log.h"
#include "base/fail.h"

typedef struct {
    uint32_t level;
    loc at;
    cube cube;
} attempt;
typedef vec(attempt) attempt_vec;

/* ---- trying to block ---- */

static void pop(attempt_vec *stack) {
    cube_release(&vec_last(stack).cube);
    stack->size--;
}

/* The state before joins the stack; false: it is at the start or too low, so the conjecture may
 * well be wrong. */
static bool descend(literals *s, attempt_vec *stack, uint32_t failed) {
    attempt top = vec_last(stack);
    loc from = s->k.arcs.data[failed].from;
    attempt next = {.level = top.level - 1, .at = from};
    bool exact;
    if (same_loc(from, s->k.p->start) || top.level < 2 ||
        !lit_precube(s, failed, &top.cube, &next.cube, &exact))
        return false;
    vec_push(stack, next);
    return true;
}

/* One query: 1 where the top was blocked, -1 where the attempt is over. */
static int attempt_step(literals *s, attempt_vec *stack) {
    attempt top = vec_last(stack);
    term_vec core = {0};
    uint32_t failed = 0;
    int result = 0;
    if (frames_block(&s->k, top.at, top.level, &top.cube)) {
        result = 1;
    } else {
        enum answer a =
            lit_inductive(s, top.at, top.level, &top.cube, &core, &failed, QUERY_GENERALIZE);
        if (a == ANSWER_UNSAT) {
            uint32_t level = top.level;
            cube g = lit_generalize(s, top.at, &level, &top.cube, &core);
            frames_learn(&s->k, top.at, level, g);
            result = 1;
        } else if (a == ANSWER_UNKNOWN || !descend(s, stack, failed)) {
            result = -1;
        }
    }
    vec_release(&core);
    return result;
}

/* Block c at (l, level) and what leads into it, with at most `steps` examinations; false: it did
 * not work out. */
static bool lit_try_block(literals *s, loc l, uint32_t level, const cube *c, uint32_t steps) {
    assert_debug(l.id < s->k.p->locations.size);
    LOG("ic3cfa", "try to block %u literals at %u", c->size, l.id);
    attempt_vec stack = {0};
    attempt first = {level, l, cube_copy(c)};
    vec_push(&stack, first);
    while (stack.size && steps-- && !s->k.stopped) {
        int result = attempt_step(s, &stack);
        if (result < 0) break;
        if (result) pop(&stack);
    }
    bool blocked = !stack.size;
    while (stack.size) pop(&stack);
    vec_release(&stack);
    return blocked;
}

/* ---- families ---- */

typedef struct {
    uint32_t size, next; /* members; the size at which it is looked at again */
    cube last;
} lemma_family;

struct lemma_families {
    map skeleton; /* term id -> hash without constants */
    map index;    /* shape -> index into list, + 1 */
    vec(lemma_family) list;
};

lemma_families *families_new(void) { return mem_zero(sizeof(lemma_families)); }

void families_delete(lemma_families *f) {
    if (!f) return;
    for (uint32_t i = 0; i < f->list.size; i++) cube_release(&f->list.data[i].last);
    vec_release(&f->list);
    map_release(&f->skeleton);
    map_release(&f->index);
    mem_free(f);
}

static uint64_t skeleton(literals *s, term a) {
    map *known = &s->families->skeleton;
    uint64_t h;
    if (map_get(known, a.id, &h)) return h;
    if (term_is_const(s->k.t, a) && !term_is_bool(s->k.t, a)) {
        h = 7 + term_sort(s->k.t, a).id;
    } else if (!term_arity(s->k.t, a)) {
        h = hash_mix(a.id);
    } else {
        h = hash_mix(1000 + (uint64_t)term_op(s->k.t, a));
        for (uint32_t i = 0; i < term_arity(s->k.t, a); i++)
            h = hash_mix(h * 31 + skeleton(s, term_arg(s->k.t, a, i)));
    }
    map_set(known, a.id, h);
    return h;
}

static lemma_family *family_of(literals *s, loc l, const cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    lemma_families *f = s->families;
    uint64_t shape = hash_mix(l.id + 1), at;
    for (uint32_t i = 0; i < c->size; i++) shape += hash_mix(skeleton(s, c->lits[i]));
    if (!map_get(&f->index, shape, &at)) {
        lemma_family fresh = {.next = 3};
        vec_push(&f->list, fresh);
        at = f->list.size;
        map_set(&f->index, shape, at);
    }
    return &f->list.data[at - 1];
}

static cube common(const cube *a, const cube *b) {
    term_vec both = {0};
    for (uint32_t i = 0; i < a->size; i++)
        if (cube_has(b, a->lits[i])) vec_push(&both, a->lits[i]);
    cube c = cube_make(both.data, both.size);
    vec_release(&both);
    return c;
}

void lit_conjecture(literals *s, loc l, uint32_t level, const cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    LOG("ic3cfa", "conjecture at %u, level %u", l.id, level);
    lemma_family *f = family_of(s, l, c);
    cube shared = f->size ? common(c, &f->last) : (cube){0};
    cube_release(&f->last);
    f->last = cube_copy(c);
    bool pays = s->n.conjectures <= 3 + 4 * s->n.conjectures_held;
    bool due = ++f->size >= f->next && shared.size && shared.size < c->size && pays;
    if (due) {
        f->next *= 2;
        s->n.conjectures++;
        s->n.conjectures_held += lit_try_block(s, l, level, &shared, 40);
    }
    cube_release(&shared);
}
