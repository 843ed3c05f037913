#include "engine/affine/bounds.h"

#include "base/log.h"

#include <math.h>

enum {
    STRETCHES = 10,
    DRIFT_STRETCHES = 5,
    STRETCH = 24 /* rounds */,
    DROPS = 40,
    SETTLING = 24,
    NARROWING = 100,
    MULTIPLES = 4,
    DIGITS = 10, /* of a coefficient, as bits */
    DIGITS_OF_BOUND = 14
};
static const double HUGE_BOUND = 1e18,
                    MOST_RATE = 0.9 /* of growth between stretches that is believed to end */,
                    OF_ROWS = 1e-12 /* error of a row in doubles, relative; generous */,
                    LOOSE = 0x1p-9;

/* ---- which forms ---- */

static double largest(const affine_program *a, const affine_form *f) {
    double most = 0;
    for (uint32_t i = 0; i < a->variables.size; i++) most = fmax(most, fabs(f->c[i]));
    return most;
}

/* The variables' part only, in coefficients of few digits: any form near this one serves as well,
 * and solvers compute with short numbers. */
static affine_form state_part(affine_program *a, const affine_form *f) {
    affine_form g = form_new(a);
    double most = largest(a, f), digit = most > 0 ? ldexp(1, ilogb(most) - DIGITS) : 1;
    for (uint32_t i = 0; i < a->variables.size; i++) g.c[i] = nearbyint(f->c[i] / digit) * digit;
    return g;
}

static bool parallel(const affine_program *a, const affine_form *f, const affine_form *g) {
    double x = largest(a, f), y = largest(a, g), same = 0, opposite = 0;
    for (uint32_t i = 0; i < a->variables.size; i++) {
        same = fmax(same, fabs(f->c[i] / x - g->c[i] / y));
        opposite = fmax(opposite, fabs(f->c[i] / x + g->c[i] / y));
    }
    return fmin(same, opposite) < 1e-6;
}

static void add_row(affine_program *a, uint32_t most_rows, head *h, const affine_form *f) {
    for (uint32_t i = a->floats; i < a->variables.size; i++)
        if (f->c[i] != 0) return;
    double most = largest(a, f);
    if (h->rows.size >= most_rows + a->variables.size || most < 1e-6 || most > 1e6) return;
    for (uint32_t i = 0; i < h->rows.size; i++)
        if (parallel(a, f, &h->rows.data[i].f)) return;
    row r = {.f = *f, .low = INFINITY, .high = -INFINITY, .below = true, .above = true};
    vec_push(&h->rows, r);
}

/* f after the path, as a form before it. */
static affine_form before(affine_program *a, const affine_path *x, const affine_form *f) {
    affine_form g = form_new(a);
    g.constant = f->constant;
    for (uint32_t i = 0; i < a->variables.size; i++)
        if (f->c[i] != 0) form_add(a, &g, &x->image[i], f->c[i]);
    return g;
}

static bool is_head(const program *p, loc l) { return !same_loc(l, p->start); }

/* A row at the end of a path is a row at its beginning. */
static bool extend_rows(affine_program *a, const program *p, uint32_t most_rows, heads *h) {
    bool more = false;
    for (uint32_t i = 0; i < a->paths.size; i++) {
        const affine_path *x = &a->paths.data[i];
        head *from = &h->data[x->from.id], *to = &h->data[x->to.id];
        uint32_t size = from->rows.size, last = to->rows.size;
        for (uint32_t k = 0; is_head(p, x->from) && k < last; k++) {
            affine_form g = before(a, x, &to->rows.data[k].f), part = state_part(a, &g);
            add_row(a, most_rows, from, &part);
        }
        more |= from->rows.size != size;
    }
    return more;
}

static row unit_row(affine_program *a, loc l, uint32_t which) {
    bool guessed = which < a->floats;
    row unit = {.f = form_new(a),
                .low = guessed ? INFINITY : -INFINITY,
                .high = guessed ? -INFINITY : INFINITY,
                .below = guessed,
                .above = guessed,
                .given = !guessed};
    unit.f.c[which] = 1;
    for (uint32_t i = 0; i < a->counters.size; i++)
        if (same_loc(a->counters.data[i].at, l) && a->counters.data[i].variable == which)
            unit.low = a->counters.data[i].low, unit.high = a->counters.data[i].high;
    return unit;
}

/* A counter of the location: one that is bounded there. */
static bool has_counter(const affine_program *a, const head *h, uint32_t *out) {
    for (*out = a->floats; *out < a->variables.size; ++*out)
        if (isfinite(h->rows.data[*out].low) && isfinite(h->rows.data[*out].high) &&
            h->rows.data[*out].high > h->rows.data[*out].low)
            return true;
    return false;
}

static double size_of(const affine_program *a, const affine_form *f) {
    double sum = 0;
    for (uint32_t i = 0; i < a->floats; i++) sum += fabs(f->c[i]);
    return sum;
}

/* For each form f: f - drift * counter, which may stay below a bound, and f + drift * counter above
 * one. f itself then is where they let it be. */
static void add_drifts(affine_program *a, double drift, head *h) {
    uint32_t counter, n = h->rows.size;
    if (!has_counter(a, h, &counter)) return;
    for (uint32_t i = 0; i < n; i++) {
        if (h->rows.data[i].given) continue;
        h->rows.data[i].above = h->rows.data[i].below = false;
        h->rows.data[i].drifting = h->rows.size;
        for (int sign = -1; sign <= 1; sign += 2) {
            double nothing = sign < 0 ? -INFINITY : INFINITY;
            row r = {.f = form_new(a),
                     .low = nothing,
                     .high = nothing,
                     .below = sign > 0,
                     .above = sign < 0};
            form_add(a, &r.f, &h->rows.data[i].f, 1);
            r.f.c[counter] = sign * drift * size_of(a, &r.f);
            vec_push(&h->rows, r);
        }
    }
}

/* The bounds of f by those of f - c * t and f + c * t. */
static void follow_drifts(const affine_program *a, head *h) {
    uint32_t counter;
    for (uint32_t i = 0; i < h->rows.size && has_counter(a, h, &counter); i++) {
        row *r = &h->rows.data[i];
        if (!r->drifting) continue;
        const row *upper = &h->rows.data[r->drifting], *lower = upper + 1,
                  *t = &h->rows.data[counter];
        double most = fmax(lower->f.c[counter] * t->high, 0);
        r->high = upper->high + most;
        r->low = lower->low - most;
    }
}

static void make_rows(affine_program *a, const program *p, bound_guessing how, heads *h) {
    vec_resize(h, p->locations.size);
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        for (uint32_t i = 0; is_head(p, l) && !program_is_error(p, l) && i < a->variables.size;
             i++) {
            row unit = unit_row(a, l, i);
            vec_push(&h->data[l.id].rows, unit);
        }
    for (uint32_t n = 0; n < how.most_rows && extend_rows(a, p, how.most_rows, h); n++) {}
    for (loc l = {0}; l.id < p->locations.size && how.drift > 0; l.id++)
        if (h->data[l.id].rows.size) add_drifts(a, how.drift, &h->data[l.id]);
}

/* ---- what a form can be on a path ---- */

typedef struct {
    double low, high;
} path_interval;

static path_interval symbol_range(const affine_program *a, const head *from, const affine_path *x,
                                  uint32_t i) {
    path_interval r = {x->low[i], x->high[i]};
    if (i < a->variables.size && from->rows.size) {
        r.low = fmax(r.low, from->rows.data[i].low);
        r.high = fmin(r.high, from->rows.data[i].high);
    }
    return r;
}

/* The most that f - by * g can be, by the ranges of the symbols. */
static double most_by_ranges(const affine_program *a, const path_interval *range,
                             const affine_form *f, const affine_form *g, double by) {
    double sum = f->constant;
    for (uint32_t i = 0; i < a->symbols; i++) {
        double c = f->c[i] - (g ? by * g->c[i] : 0);
        if (fabs(c) <= 1e-14 * fabs(f->c[i])) continue;
        sum += c * (c > 0 ? range[i].high : range[i].low);
    }
    return sum;
}

/* by * g <= bound. */
typedef struct {
    const affine_form *g;
    double by, bound;
} multiple;

/* What `g <= high`, `g >= low` say about f: some multiple of g takes a symbol out of f. The best so
 * far is in *best, *most. */
static void try_form(const affine_program *a, const path_interval *range, const affine_form *f,
                     const affine_form *g, double low, double high, multiple *best, double *most) {
    for (uint32_t i = 0; i < a->symbols; i++) {
        double by = g->c[i] != 0 ? f->c[i] / g->c[i] : 0;
        double bound = by > 0 ? high : low;
        if (by == 0 || isinf(bound)) continue;
        double all = by * bound + most_by_ranges(a, range, f, g, by);
        if (all < *most) *most = all, *best = (multiple){g, by, by * bound};
    }
}

/* Every variable with a drift taken out by its own row. */
static double most_by_drifts(affine_program *a, const head *from, const path_interval *range,
                             const affine_form *f) {
    double done = 0;
    affine_form rest = form_new(a);
    form_add(a, &rest, f, 1);
    for (uint32_t i = 0; i < a->floats && from->rows.size; i++) {
        const row *upper = &from->rows.data[from->rows.data[i].drifting], *lower = upper + 1;
        if (!from->rows.data[i].drifting || f->c[i] == 0) continue;
        done += f->c[i] * (f->c[i] > 0 ? upper->high : lower->low);
        form_add(a, &rest, f->c[i] > 0 ? &upper->f : &lower->f, -f->c[i]);
    }
    return done + most_by_ranges(a, range, &rest, NULL, 0);
}

/* The most that f can be: multiples of rows and guards are taken out of it as long as that helps;
 * ranges bound the rest. */
static double most_of(affine_program *a, const head *from, const affine_path *x,
                      const path_interval *range, const affine_form *f) {
    double done = 0, most = most_by_ranges(a, range, f, NULL, 0),
           by_drifts = most_by_drifts(a, from, range, f);
    affine_form rest = form_new(a);
    form_add(a, &rest, f, 1);
    for (uint32_t n = 0; n < MULTIPLES; n++) {
        multiple best = {0};
        double left = most - done;
        for (uint32_t i = a->variables.size; i < from->rows.size; i++)
            try_form(a, range, &rest, &from->rows.data[i].f, from->rows.data[i].low,
                     from->rows.data[i].high, &best, &left);
        for (uint32_t i = 0; i < x->guards.size; i++)
            try_form(a, range, &rest, &x->guards.data[i].f, -INFINITY, x->guards.data[i].most,
                     &best, &left);
        if (!best.g) break;
        most = done + left;
        done += best.bound;
        form_add(a, &rest, best.g, -best.by);
    }
    return fmin(most, by_drifts);
}

/* What rounding may add to the row f on the path: in the images of its variables, in the rows
 * before that bound them, and in f itself, all of which are computed in floats. Copies are exact.
 */
static double allowance(const affine_program *a, const affine_path *x, const path_interval *range,
                        const affine_form *f) {
    double sum = 0;
    for (uint32_t i = 0; i < a->variables.size; i++) {
        double most = fabs(x->image[i].constant);
        bool copy = x->rounding[i] == 0 && fabs(f->c[i]) == 1;
        for (uint32_t k = 0; k < a->symbols && f->c[i] != 0 && !copy; k++)
            if (x->image[i].c[k] != 0)
                most = fmax(most, fmax(fabs(range[k].low), fabs(range[k].high)));
        if (f->c[i] != 0 && !copy)
            sum += fabs(f->c[i]) * (x->rounding[i] * 1.01 + OF_ROWS) * (most + 1e-9);
    }
    return sum;
}

static bool passable(const affine_program *a, const path_interval *range) {
    for (uint32_t i = 0; i < a->symbols; i++)
        if (range[i].low > range[i].high) return false;
    return true;
}

/* Is the path possible from the rows, as far as each guard alone says? */
static bool possible(affine_program *a, const head *from, const affine_path *x,
                     const path_interval *range) {
    bool all = passable(a, range);
    for (uint32_t i = 0; all && i < x->guards.size; i++) {
        affine_path others = *x;
        affine_form opposite = form_new(a);
        form_add(a, &opposite, &x->guards.data[i].f, -1);
        others.guards.size = 0;
        all = -most_of(a, from, &others, range, &opposite) <= x->guards.data[i].most;
    }
    return all;
}

static path_interval *ranges(affine_program *a, const head *from, const affine_path *x) {
    path_interval *range = arena_alloc(&a->memory, a->symbols * sizeof *range);
    for (uint32_t i = 0; i < a->symbols; i++) range[i] = symbol_range(a, from, x, i);
    return range;
}

/* Join what the rows of the target can be after the path to `next`. */
static void follow(affine_program *a, const heads *now, const affine_path *x, head *next) {
    const head *from = &now->data[x->from.id];
    arena_mark mark = arena_here(&a->memory);
    path_interval *range = ranges(a, from, x);
    bool taken = possible(a, from, x, range);
    next->reached |= taken;
    for (uint32_t k = 0; taken && k < next->rows.size; k++) {
        row *r = &next->rows.data[k];
        if (!r->above && !r->below) continue;
        affine_form f = before(a, x, &r->f), opposite = form_new(a);
        form_add(a, &opposite, &f, -1);
        double error = allowance(a, x, range, &r->f);
        if (r->above) r->high = fmax(r->high, most_of(a, from, x, range, &f) + error);
        if (r->below) r->low = fmin(r->low, -most_of(a, from, x, range, &opposite) - error);
    }
    arena_rewind(&a->memory, mark);
}

/* ---- iteration ---- */

static void heads_copy(const heads *from, heads *to) {
    vec_resize(to, from->size);
    for (uint32_t l = 0; l < from->size; l++) {
        vec_clear(&to->data[l].rows);
        vec_append(&to->data[l].rows, from->data[l].rows.data, from->data[l].rows.size);
        to->data[l].reached = from->data[l].reached;
    }
}

/* Join what every path makes of `now` to `next`. */
static void join_images(affine_program *a, const program *p, const heads *now, heads *next) {
    for (uint32_t i = 0; i < a->paths.size; i++) {
        const affine_path *x = &a->paths.data[i];
        if (same_loc(x->from, p->start) || now->data[x->from.id].reached)
            follow(a, now, x, &next->data[x->to.id]);
    }
    for (uint32_t l = 0; l < next->size; l++)
        if (next->data[l].reached) follow_drifts(a, &next->data[l]);
}

static void step(affine_program *a, const program *p, const heads *now, heads *next) {
    heads_copy(now, next);
    join_images(a, p, now, next);
}

static bool grows(double old, double fresh, double share) {
    return fresh > old + share * (fabs(old) + 1e-6);
}
static bool row_grows(const row *old, const row *fresh, double share) {
    return grows(old->high, fresh->high, share) || grows(-old->low, -fresh->low, share);
}

typedef void row_visitor(void *context, row *r, const row *other);
static void for_rows(heads *h, const heads *other, row_visitor *visit, void *context) {
    for (uint32_t l = 0; l < h->size; l++)
        for (uint32_t k = 0; h->data[l].reached && k < h->data[l].rows.size; k++)
            visit(context, &h->data[l].rows.data[k], &other->data[l].rows.data[k]);
}

static void count_growing(void *context, row *r, const row *next) {
    *(uint32_t *)context += row_grows(r, next, 0);
}

static bool is_kept(affine_program *a, const program *p, heads *h, heads *scratch) {
    uint32_t growing = 0;
    step(a, p, h, scratch);
    for_rows(h, scratch, count_growing, &growing);
    return !growing;
}

/* A few rounds more: what hangs on others by a chain of forms follows them. */
static bool settles(affine_program *a, const program *p, heads *h, heads *scratch) {
    for (uint32_t n = 0; n < SETTLING; n++) {
        if (is_kept(a, p, h, scratch)) return true;
        heads_copy(scratch, h);
    }
    return false;
}

/* Where the growth leads to if it shrinks like a geometric series from one stretch of rounds to the
 * next; a little beyond. */
static double beyond(double before_last, double last, double now, double margin) {
    double d0 = last - before_last, d1 = now - last;
    if (isinf(now) || isinf(last) || isinf(before_last)) return now;
    double rate = d1 <= 0 || d0 <= 0 ? 0 : fmin(d1 / d0, MOST_RATE);
    double rest = fmax(d1, 0) * rate / (1 - rate);
    return now + rest + margin * (fabs(now + rest) + 1e-6);
}

typedef struct {
    const affine_program *program;
    const heads *before_last, *last;
    double margin;
} history;

static void extrapolate(const heads *now, const history *past, heads *out) {
    heads_copy(now, out);
    for (uint32_t l = 0; l < now->size; l++)
        for (uint32_t k = 0; now->data[l].reached && k < now->data[l].rows.size; k++) {
            const row *r0 = &past->before_last->data[l].rows.data[k],
                      *r1 = &past->last->data[l].rows.data[k], *r2 = &now->data[l].rows.data[k];
            row *r = &out->data[l].rows.data[k];
            if (r->above) r->high = beyond(r0->high, r1->high, r2->high, past->margin);
            if (r->below) r->low = -beyond(-r0->low, -r1->low, -r2->low, past->margin);
        }
    for (uint32_t l = 0; l < out->size; l++)
        if (out->data[l].reached) follow_drifts(past->program, &out->data[l]);
}

/* A bound that is not kept is none. */
static void drop_growing(void *context, row *r, const row *next) {
    (void)context;
    if (grows(r->high, next->high, 0) || r->high > HUGE_BOUND) r->high = INFINITY;
    if (grows(-r->low, -next->low, 0) || r->low < -HUGE_BOUND) r->low = -INFINITY;
}

static bool attempt(affine_program *a, const program *p, const heads *now, const history *past,
                    heads *scratch, heads *out) {
    static const double margins[] = {1e-3, 3e-2};
    for (uint32_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        history h = *past;
        h.margin = margins[i];
        extrapolate(now, &h, out);
        if (settles(a, p, out, scratch)) return true;
    }
    return false;
}

/* Bounds that are kept, made tighter: what one round makes of them is kept too. */
static void narrow(affine_program *a, const program *p, heads *h, heads *scratch) {
    for (uint32_t n = 0; n < NARROWING; n++) {
        heads_copy(h, scratch);
        for (uint32_t l = 0; l < scratch->size; l++)
            for (uint32_t k = 0; k < scratch->data[l].rows.size; k++) {
                row *r = &scratch->data[l].rows.data[k];
                if (r->above) r->high = -INFINITY;
                if (r->below) r->low = INFINITY;
            }
        join_images(a, p, h, scratch);
        heads_copy(scratch, h);
    }
}

static bool iterate(affine_program *a, const program *p, const budget *b, bound_guessing how,
                    heads *h) {
    heads past[3] = {0}, scratch = {0};
    bool found = false;
    for (uint32_t i = 0; i < 3; i++) heads_copy(h, &past[i]);
    for (uint32_t n = 1;
         n <= (how.drift > 0 ? DRIFT_STRETCHES : STRETCHES) && !found && !budget_over(b); n++) {
        heads *now = &past[n % 3], *last = &past[(n + 2) % 3], *before_last = &past[(n + 1) % 3];
        heads_copy(last, now);
        for (uint32_t i = 0; i < STRETCH; i++) {
            step(a, p, now, &scratch);
            heads_copy(&scratch, now);
        }
        found = n > 1 && attempt(a, p, now, &(history){a, before_last, last, 0}, &scratch, h);
    }
    for (uint32_t n = 0; n < DROPS && how.some && !found && !budget_over(b); n++) {
        found = is_kept(a, p, h, &scratch);
        if (!found) for_rows(h, &scratch, drop_growing, NULL);
    }
    if (found) narrow(a, p, h, &scratch);
    for (uint32_t i = 0; i < 3; i++) heads_release(&past[i]);
    heads_release(&scratch);
    return found;
}

/* The same and a little more, in few digits; what has few is left as it is. Bounds that are kept,
 * all of them times the same factor above 1, are kept with room to spare: inputs do not grow with
 * them. That room is what digits are dropped in. */
static double loosened(double x) {
    if (!isfinite(x) || x == 0) return x;
    double digit = ldexp(1, ilogb(x) - DIGITS_OF_BOUND);
    if (nearbyint(x / digit) == x / digit) return x;
    return ceil((x + fabs(x) * LOOSE) / digit) * digit;
}

static void loosen(void *context, row *r, const row *other) {
    (void)context;
    (void)other;
    if (r->above) r->high = loosened(r->high);
    if (r->below) r->low = -loosened(-r->low);
}

bool bounds_guess(affine_program *a, program *p, const budget *b, bound_guessing how, heads *out) {
    LOG("affine", "bounds of %u variables", p->variables.size);
    make_rows(a, p, how, out);
    bool found = iterate(a, p, b, how, out);
    if (found && how.enough) for_rows(out, out, loosen, NULL);
    return found;
}

bool bounds_allow_error(affine_program *a, const heads *h) {
    for (uint32_t i = 0; i < a->errors.size; i++) {
        const affine_path *x = &a->errors.data[i];
        const head *from = &h->data[x->from.id];
        arena_mark mark = arena_here(&a->memory);
        bool open = from->reached && from->rows.size && possible(a, from, x, ranges(a, from, x));
        arena_rewind(&a->memory, mark);
        if (open) return true;
    }
    return false;
}

void heads_release(heads *h) {
    for (uint32_t i = 0; i < h->size; i++) vec_release(&h->data[i].rows);
    vec_release(h);
}
