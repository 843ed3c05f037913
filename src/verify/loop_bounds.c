#include "verify/loop_bounds.h"
#include "base/log.h"
#include "base/fail.h"
#include "base/time_limits.h"
#include "verify/termination_internal.h"

#include <string.h>

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
    const uint32_t n = l->features.size;
    wide most = 0;
    for (uint32_t i = n; i < l->entries.size; i += n + 1)
        if (l->entries.data[i] > most) most = l->entries.data[i];
    return (uint64_t)most;
}

static bool prove_once(termination *x, enum loop_counting single) {
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
        if (b->constant) return;
        loop_count_again(&x->loops, l);
        next = l->most_entered > next ? l->most_entered : next_mask(next);
    }
}

/* The first way to count that gives a number. */
static bool find_bound(termination *x, uint32_t which, loop_bound *b) {
    const loop_facts *l = &x->loops.items.data[which];
    for (int how = COUNT_DIGITS; how < COUNTINGS; how++) {
        if (!prove_once(x, how) || !l->bound_words) continue;
        char *words = l->bound_words[0] ? mem_format("%s", l->bound_words) : NULL;
        find_constant(x, which, b);
        require(!b->constant || b->seen <= b->most, "a run has more rounds than was proved");
        b->bound = words;
        if (b->constant || words) b->state = LOOP_BOUNDED;
        if (b->state == LOOP_BOUNDED) return true;
    }
    return false;
}

static void decide_loop(termination *x, uint32_t which, bool approximates, loop_bound *b) {
    const loop_facts *l = &x->loops.items.data[which];
    b->seen = l->entries.size ? most_rounds(l) + b->least : 0;
    if (find_bound(x, which, b)) return;
    if (prove_once(x, COUNT_NOTHING)) b->state = LOOP_ENDS;
    else if (!approximates && termination_search(x, which, time_most(TIME_LOOP_BOUND)))
        b->state = LOOP_ENDLESS;
}

/* ---- all rounds of a run ---- */

/* Every run that goes on from loop `outer` into loop `inner` has a round left, of those that the
 * bound of `outer` counts. */
static bool enters_within_bound(termination *x, uint32_t outer, uint32_t inner) {
    program *p = loop_entered_within(&x->loops, outer, inner);
    return termination_holds(x, p, time_most(TIME_LOOP_BOUND) / 2);
}

/* A loop is entered once at most each time that a run comes to the head of the one around it: once
 * more than that has rounds, if a run enters it and leaves both. */
static void count_all(termination *x, const bool *endless, loop_bound *items) {
    const loop_set *s = &x->loops;
    for (uint32_t i = s->items.size; i--;) { /* outer ones first */
        loc around = s->nest.outer.data[s->items.data[i].head.id];
        uint32_t outer = same_loc(around, NO_LOC) ? UINT32_MAX : loops_at(s, around);
        const loop_bound *o = outer == UINT32_MAX ? NULL : &items[outer];
        loop_bound *b = &items[i];
        b->entries = o && !endless[outer] ? o->total : 1;
        if (o && !endless[outer] && b->entries && !o->least && b->constant &&
            !enters_within_bound(x, outer, i))
            b->entries += o->entries;
        b->total = b->constant && b->entries < LARGEST_CONSTANT ? b->entries * b->most : 0;
    }
}

/* ---- all of them ---- */

static bool same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

/* Copies of one loop, of inlined calls, are one line of the table: what all have in common. */
static loop_bound *same_place(loop_bounds *all, const loop_bound *b) {
    for (uint32_t i = 0; i < all->items.size; i++) {
        loop_bound *x = &all->items.data[i];
        if (x->line == b->line && x->column == b->column && x->recursion == b->recursion &&
            same_text(x->file, b->file) && same_text(x->function, b->function))
            return x;
    }
    return NULL;
}

/* The words of both, "max(10 - i, n - i)". */
static char *join_words(char *a, char *b) {
    char *both = same_text(a, b) || !a || !b ? NULL : mem_format("max(%s, %s)", a, b);
    if (same_text(a, b)) both = a ? mem_format("%s", a) : NULL;
    mem_free(a);
    mem_free(b);
    return both;
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
    x->total = x->constant && x->total && b.total ? x->total + b.total : 0;
    if (b.seen > x->seen) x->seen = b.seen;
    if (b.nesting > x->nesting) x->nesting = b.nesting;
    x->bound = join_words(x->bound, b.bound);
    if (x->state == LOOP_BOUNDED && !x->bound && !x->constant) x->state = LOOP_ENDS;
}

static bool has_recursion(const verification *v) {
    return program_has_property(v->unreduced, LIMIT_RECURSION);
}

/* Another model may show more. */
static bool is_improved(const loop_bound *b) {
    return b->state == LOOP_OPEN || b->state == LOOP_ENDS;
}

/* Of loops that `open` (NULL: all) has without a bound. */
static void find_all(termination *x, bool approximates, loop_bounds *open, loop_bounds *out) {
    uint32_t n = x->loops.items.size;
    bool *endless = mem_zero((n + 1) * sizeof *endless);
    loop_bound *items = mem_zero((n + 1) * sizeof *items);
    for (uint32_t i = 0; i < n; i++) endless[i] = x->loops.items.data[i].endless;
    termination_sample(x);
    for (uint32_t i = 0; i < n; i++) {
        items[i] = describe(x->v, &x->loops, &x->loops.items.data[i]);
        const loop_bound *known = open ? same_place(open, &items[i]) : NULL;
        if (endless[i] || (open && (!known || !is_improved(known)))) continue;
        choose(&x->loops, endless, i);
        decide_loop(x, i, approximates, &items[i]);
    }
    if (!open && !approximates) count_all(x, endless, items);
    for (uint32_t i = 0; i < n; i++)
        if (!endless[i]) join(out, items[i]);
    mem_free(items);
    mem_free(endless);
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

/* What a model with more runs shows of these loops holds for them, too. */
static void take_over_bounds(loop_bounds *out, loop_bounds *found) {
    for (uint32_t i = 0; i < out->items.size; i++) {
        loop_bound *b = &out->items.data[i], *f = same_place(found, b);
        if (!f || f->state <= b->state || f->state == LOOP_ENDLESS || !is_improved(b)) continue;
        b->state = f->state;
        b->bound = f->bound;
        b->constant = f->constant;
        b->most = f->most;
        f->bound = NULL;
    }
}

static bool any_improved(const loop_bounds *b) {
    for (uint32_t i = 0; i < b->items.size; i++)
        if (is_improved(&b->items.data[i])) return true;
    return false;
}

static void find_with(const verify_options *o, verify_model m, const verification *plain,
                      loop_bounds *out) {
    verification v;
    termination x;
    loop_bounds found = {0};
    verification_init(&v, o, &m);
    v.limits = plain->limits;
    if (termination_load(o, &v)) {
        if (termination_begin(&x, o, &v)) {
            x.asks_only = true;
            find_all(&x, true, out, &found);
            take_over_bounds(out, &found);
        }
        termination_end(&x);
    }
    loop_bounds_release(&found);
    verification_release(&v);
}

/* The name as the program has it, which stays; NULL: it has no such function. */
static const char *function_named(const program *p, const char *name) {
    for (uint32_t i = 0; i < p->locations.size; i++) {
        const char *f = program_text(p, p->locations.data[i].at.function);
        if (same_text(f, name)) return f;
    }
    return NULL;
}

static bool is_recursion(const loop_set *s, const loop_facts *l) {
    position at = s->p->locations.data[l->head.id].at;
    return !at.line && at.function;
}

/* Other loops are not asked about. False: there is no recursion. */
static bool only_recursion(loop_set *s) {
    bool any = false;
    for (uint32_t i = 0; i < s->items.size; i++) {
        s->items.data[i].endless |= !is_recursion(s, &s->items.data[i]);
        any |= !s->items.data[i].endless;
    }
    return any;
}

static void add_depths(const program *p, loop_bounds *found, loop_bounds *out) {
    for (uint32_t i = 0; i < found->items.size; i++) {
        loop_bound *b = &found->items.data[i];
        b->file = "";
        b->function = function_named(p, b->function);
        if (b->function && !same_place(out, b)) vec_push(&out->items, *b);
        else mem_free(b->bound);
    }
    vec_release(&found->items);
}

/* Recursive functions whose calls are all inlined, since they are few: how deep they are. */
static void find_depths(const verify_options *o, const verification *v, loop_bounds *out) {
    verification other;
    termination x;
    verify_model m = termination_recursion_model(o);
    verification_init(&other, o, &m);
    other.limits = v->limits;
    if (termination_load(o, &other)) {
        if (termination_begin(&x, o, &other)) {
            loop_bounds found = {0};
            x.asks_only = true;
            if (only_recursion(&x.loops)) find_all(&x, true, NULL, &found);
            add_depths(v->unreduced, &found, out);
        }
        termination_end(&x);
    }
    verification_release(&other);
}

/* Loops that count whatever is in memory, then those along lists of any length. */
static void find_by_models(const verify_options *o, const verification *v, loop_bounds *out) {
    if (o->load.step || has_recursion(v) || !any_improved(out)) return;
    find_with(o, termination_forgetful_model(o), v, out);
    if (any_improved(out) && program_has_property(v->unreduced, LIMIT_HEAP))
        find_with(o, termination_lists_model(o), v, out);
}

void loop_bounds_find(const verify_options *o, verification *v, loop_bounds *out) {
    LOG("verify", "bounds of loops");
    termination x;
    bool approximates;
    *out = (loop_bounds){0};
    if (!load(o, v, &approximates)) return;
    if (termination_begin(&x, o, v)) {
        x.asks_only = true;
        find_all(&x, approximates, NULL, out);
    }
    termination_end(&x);
    if (approximates) return;
    find_by_models(o, v, out);
    find_depths(o, v, out);
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
