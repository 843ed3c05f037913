/* Tuples as text, for the statement of a certificate (evidence/stated.h), and back:
 *
 *     (measures BOUNDED (HEAD (GUARD SENSE CLIPPED HIGH LOW (FEATURE FACTOR)...)...)...)
 *
 * Features are those that loops_init() finds, by number, the floor is HIGH * 2^62 + LOW. (HEAD
 * table) is a loop with a table, which is made again. What is read is not believed: loop_use()
 * demands of it what the search for a tuple does.
 *
 * And runs that never end, with the state that their set begins with:
 *
 *     (kept HEAD (VALUE...) (INPUT VALUE)...)
 *
 * by live variable, and the inputs up to there. Whoever reads it replays the run. */
#include "base/fail.h"
#include "engine/termination/loops.h"
#include "term/value.h"

#include <stdlib.h>

enum { LOW_BITS = 62 };

static void tell_scalar(const scalar *f, text *out) {
    const wide low = f->floor & (((wide)1 << LOW_BITS) - 1);
    text_print(out, " (%u %d %d %lld %lld", f->guard, f->sense, f->clipped,
               (long long)(f->floor >> LOW_BITS), (long long)low);
    for (uint32_t i = 0; i < f->parts; i++) text_print(out, " (%u %d)", f->which[i], f->factor[i]);
    text_char(out, ')');
}

void loops_tell(const loop_set *s, text *out) {
    text_print(out, "(measures %d", s->bounded);
    for (uint32_t i = 0; i < s->items.size; i++) {
        const loop_facts *l = &s->items.data[i];
        if (l->endless || !l->tried) continue;
        text_print(out, " (%u", l->head.id);
        if (l->states || l->tuple.size > l->scalars.size) text_add(out, " table");
        for (uint32_t k = 0; k < l->scalars.size; k++) tell_scalar(&l->scalars.data[k], out);
        text_char(out, ')');
    }
    text_char(out, ')');
}

/* ---- reading ---- */

static bool hear_number(const sexps *from, sexp list, uint32_t i, long long least, long long most,
                        long long *out) {
    const char *atom = sexp_is_list(from, list) && i < sexp_size(from, list)
                           ? sexp_atom(from, sexp_at(from, list, i))
                           : NULL;
    char *end = NULL;
    if (!atom) return false;
    *out = strtoll(atom, &end, 10);
    return end != atom && !*end && *out >= least && *out <= most;
}

static bool hear_part(const sexps *from, sexp e, scalar *f) {
    long long which, factor;
    if (f->parts == MOST_PARTS || !hear_number(from, e, 0, 0, UINT16_MAX, &which) ||
        !hear_number(from, e, 1, INT8_MIN, INT8_MAX, &factor))
        return false;
    f->which[f->parts] = (uint32_t)which;
    f->factor[f->parts++] = (int)factor;
    return true;
}

static bool hear_scalar(const sexps *from, sexp e, loop_facts *l) {
    enum { NUMBERS = 5 };
    long long x[NUMBERS];
    scalar f = {0};
    bool good = true;
    for (uint32_t i = 0; i < NUMBERS && good; i++)
        good =
            hear_number(from, e, i, i < 3 ? 0 : INT64_MIN, i < 3 ? UINT16_MAX : INT64_MAX, &x[i]);
    if (!good) return false;
    f.guard = (uint32_t)x[0], f.sense = x[1], f.clipped = x[2];
    f.floor = (wide)x[3] * ((wide)1 << LOW_BITS) + x[4];
    for (uint32_t i = NUMBERS; i < sexp_size(from, e) && good; i++)
        good = hear_part(from, sexp_at(from, e, i), &f);
    if (good) vec_push(&l->scalars, f);
    return good;
}

static bool hear_loop(loop_set *s, const sexps *from, sexp e) {
    long long head;
    uint32_t which = UINT32_MAX;
    if (hear_number(from, e, 0, 0, s->p->locations.size - 1, &head))
        which = loops_at(s, (loc){(uint32_t)head});
    if (which == UINT32_MAX || s->items.data[which].tried) return false;
    loop_facts *l = &s->items.data[which];
    const char *table = sexp_size(from, e) == 2 ? sexp_atom(from, sexp_at(from, e, 1)) : NULL;
    budget unlimited = {0};
    if (table) return !s->bounded && loop_tabulate(s, l, &unlimited);
    for (uint32_t i = 1; i < sexp_size(from, e); i++)
        if (!hear_scalar(from, sexp_at(from, e, i), l)) return false;
    return loop_use(s, l);
}

/* Every loop that must end has a tuple. */
static bool is_complete(const loop_set *s) {
    for (uint32_t i = 0; i < s->items.size; i++)
        if (!s->items.data[i].endless && !s->items.data[i].tried) return false;
    return true;
}

bool loops_hear(loop_set *s, const sexps *from, sexp all) {
    long long bounded;
    bool good = hear_number(from, all, 1, 0, 1, &bounded);
    if (good) s->bounded = bounded;
    for (uint32_t i = 2; good && i < sexp_size(from, all); i++)
        good = hear_loop(s, from, sexp_at(from, all, i));
    return good && is_complete(s);
}

/* ---- runs that never end ---- */

void long_run_tell(const loop_set *s, const long_run *r, values *pool, text *out) {
    assert_debug(r->which < s->items.size);
    text_print(out, "(kept %u (", s->items.data[r->which].head.id);
    for (uint32_t i = 0; i < r->state.size; i++) {
        text_char(out, ' ');
        smtlib_term(s->p->terms, r->state.data[i], out);
    }
    text_char(out, ')');
    for (uint32_t i = 0; i < r->inputs.items.size; i++) {
        text_print(out, " (%u ", r->inputs.items.data[i].input);
        value_print(pool, r->inputs.items.data[i].value, out);
        text_char(out, ')');
    }
    text_char(out, ')');
}

static bool hear_value(terms *t, smt_scope *scope, const sexps *from, sexp e, term *out) {
    input_error ignored = {0};
    return smt_read_term(scope, from, e, out, &ignored) && term_is_const(t, *out);
}

static bool hear_state(const loop_set *s, smt_scope *scope, const sexps *from, sexp e,
                       long_run *r) {
    terms *t = s->p->terms;
    const term_vec *live = &s->items.data[r->which].live;
    if (!sexp_is_list(from, e) || sexp_size(from, e) != live->size) return false;
    for (uint32_t i = 0; i < live->size; i++) {
        term number;
        if (!hear_value(t, scope, from, sexp_at(from, e, i), &number) ||
            !same_sort(term_sort(t, number), term_sort(t, live->data[i])))
            return false;
        vec_push(&r->state, number);
    }
    return true;
}

static bool hear_input(const loop_set *s, smt_scope *scope, const sexps *from, sexp e, values *pool,
                       long_run *r) {
    long long in;
    term number;
    if (!hear_number(from, e, 0, 0, (long long)s->p->inputs.size - 1, &in) ||
        sexp_size(from, e) != 2 ||
        !hear_value(s->p->terms, scope, from, sexp_at(from, e, 1), &number))
        return false;
    long_run_add_input(r, pool, (struct input_value){(uint32_t)in, value_of_term(pool, number)});
    return true;
}

bool long_run_hear(const loop_set *s, const sexps *from, sexp all, values *pool, long_run *r) {
    enum { FIRST = 3 };
    long long head;
    *r = (long_run){0};
    if (!hear_number(from, all, 1, 0, (long long)s->p->locations.size - 1, &head)) return false;
    r->which = loops_at(s, (loc){(uint32_t)head});
    if (r->which == UINT32_MAX || sexp_size(from, all) < FIRST) return false;
    smt_scope *scope = smt_scope_new(s->p->terms, "statement");
    bool good = hear_state(s, scope, from, sexp_at(from, all, FIRST - 1), r);
    for (uint32_t i = FIRST; good && i < sexp_size(from, all); i++)
        good = hear_input(s, scope, from, sexp_at(from, all, i), pool, r);
    smt_scope_delete(scope);
    return good;
}
