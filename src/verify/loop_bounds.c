#include "verify/loop_bounds.h"
#include "base/log.h"
#include "base/fail.h"
#include "base/time_limits.h"
#include "verify/termination_internal.h"

/* ---- one loop ---- */

static uint32_t nesting_of(const loop_set *s, loc head) {
    uint32_t depth = 0;
    for (loc l = head; !same_loc(l, NO_LOC); l = s->nest.outer.data[l.id]) depth++;
    return depth;
}

/* Words of `v`, which stays. */
static loop_bound describe(const verification *v, const loop_set *s, const loop_facts *l) {
    position at = s->p->locations.data[l->head.id].at;
    return (loop_bound){.file = program_text(v->unreduced, at.file),
                        .function = program_text(v->unreduced, at.function),
                        .line = at.line,
                        .column = at.column,
                        .least = l->tested_after,
                        .recursion = !at.line && at.function,
                        .nesting = nesting_of(s, l->head)};
}

/* Only this loop is asked about. */
static void choose(loop_set *s, const bool *endless, uint32_t which) {
    for (uint32_t i = 0; i < s->items.size; i++) {
        s->items.data[i].endless = endless[i] || i != which;
        s->items.data[i].tried = false;
    }
}

static uint64_t most_rounds(const loop_facts *l) {
    uint32_t n = l->features.size;
    wide most = 0;
    for (uint32_t i = n; i < l->entries.size; i += n + 1)
        if (l->entries.data[i] > most) most = l->entries.data[i];
    return (uint64_t)most;
}

static bool prove_once(termination *x, bool single) {
    x->loops.single = single;
    x->loops.bounded = true;
    for (uint32_t i = 0; i < x->loops.items.size; i++) x->loops.items.data[i].tried = false;
    return termination_prove(x, time_most(TIME_LOOP_BOUND));
}

/* Larger ones are no news: the range of a word. */
static const wide LARGEST_CONSTANT = 1 << 30;

static wide next_mask(wide x) {
    wide mask = 1;
    while (mask <= x) mask = 2 * mask + 1;
    return mask;
}

/* What a run shows to be too small gives way to what it had; what stays open, to a number whose
 * bits are all set. */
static void find_constant(termination *x, uint32_t which, loop_bound *b) {
    enum { MOST_TRIES = 6 };
    loop_facts *l = &x->loops.items.data[which];
    wide next = l->most_entered;
    for (uint32_t i = 0; i < MOST_TRIES && next >= 0 && next < LARGEST_CONSTANT; i++) {
        program *p = loop_entered(&x->loops, which, (uint64_t)next);
        b->most = (uint64_t)next + b->least;
        b->constant = termination_holds(x, p, time_most(TIME_LOOP_BOUND) / 2);
        if (b->constant || !loop_rank(&x->loops, l)) return;
        next = l->most_entered > next ? l->most_entered : next_mask(next);
    }
}

static void decide_loop(termination *x, uint32_t which, bool approximates, loop_bound *b) {
    const loop_facts *l = &x->loops.items.data[which];
    b->seen = l->entries.size ? most_rounds(l) + b->least : 0;
    if (prove_once(x, true) && l->bound_words) {
        b->state = LOOP_BOUNDED;
        b->bound = mem_format("%s", l->bound_words);
        find_constant(x, which, b);
        require(!b->constant || b->seen <= b->most, "a run has more rounds than was proved");
    } else if (prove_once(x, false)) b->state = LOOP_ENDS;
    else if (!approximates && termination_search(x, which, time_most(TIME_LOOP_BOUND)))
        b->state = LOOP_ENDLESS;
}

/* ---- all of them ---- */

/* Copies of one loop, of inlined calls, are one line of the table: what all have in common. */
static loop_bound *same_place(loop_bounds *all, const loop_bound *b) {
    for (uint32_t i = 0; i < all->items.size; i++) {
        loop_bound *x = &all->items.data[i];
        if (x->file == b->file && x->line == b->line && x->column == b->column &&
            x->function == b->function && x->recursion == b->recursion)
            return x;
    }
    return NULL;
}

static enum loop_state worse(enum loop_state a, enum loop_state b) {
    if (a == LOOP_ENDLESS || b == LOOP_ENDLESS) return LOOP_ENDLESS;
    return a < b ? a : b;
}

static void join(loop_bounds *all, loop_bound b) {
    loop_bound *x = same_place(all, &b);
    if (!x) {
        vec_push(&all->items, b);
        return;
    }
    x->state = worse(x->state, b.state);
    x->constant &= b.constant;
    if (!x->constant) x->most = 0;
    else if (b.most > x->most) x->most = b.most;
    if (b.seen > x->seen) x->seen = b.seen;
    if (b.nesting > x->nesting) x->nesting = b.nesting;
    mem_free(b.bound);
}

static void find_all(termination *x, bool approximates, loop_bounds *out) {
    uint32_t n = x->loops.items.size;
    bool *endless = mem_zero((n + 1) * sizeof *endless);
    for (uint32_t i = 0; i < n; i++) endless[i] = x->loops.items.data[i].endless;
    termination_sample(x);
    for (uint32_t i = 0; i < n; i++) {
        if (endless[i]) continue;
        loop_bound b = describe(x->v, &x->loops, &x->loops.items.data[i]);
        choose(&x->loops, endless, i);
        decide_loop(x, i, approximates, &b);
        join(out, b);
    }
    mem_free(endless);
}

static bool has_recursion(const verification *v) {
    return program_has_property(v->unreduced, LIMIT_RECURSION);
}

/* Functions that call themselves are procedures, where that can be. */
static bool load(const verify_options *o, verification *v, bool *approximates) {
    verify_model m = termination_model(o);
    verification_init(v, o, &m);
    *approximates = false;
    if (!termination_load(o, v)) return false;
    if (!has_recursion(v)) return true;
    verification other;
    m = termination_recursion_model(o);
    verification_init(&other, o, &m);
    other.limits = v->limits;
    *approximates = termination_load(o, &other);
    if (!*approximates) {
        verification_release(&other);
        return true;
    }
    verification_release(v);
    *v = other;
    return true;
}

void loop_bounds_find(const verify_options *o, verification *v, loop_bounds *out) {
    LOG("verify", "bounds of loops");
    termination x;
    bool approximates;
    *out = (loop_bounds){0};
    if (!load(o, v, &approximates)) return;
    if (termination_begin(&x, o, v)) {
        x.asks_only = true;
        find_all(&x, approximates, out);
    }
    termination_end(&x);
}

void loop_bounds_release(loop_bounds *b) {
    for (uint32_t i = 0; i < b->items.size; i++) mem_free(b->items.data[i].bound);
    vec_release(&b->items);
}

uint32_t loop_bounds_count(const loop_bounds *b, enum loop_state s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->items.size; i++) n += b->items.data[i].state == s;
    return n;
}
