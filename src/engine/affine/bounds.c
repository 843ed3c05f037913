#include "engine/affine/bounds.h"

#include <math.h>

enum { STRETCHES = 12, STRETCH = 24 /* rounds */, DROPS = 40, SETTLING = 60 };
static const double HUGE_BOUND = 1e18, MOST_RATE = 0.9 /* of growth between stretches that is believed to end */,
     TINY_SHARE = 1e-7 /* of a form's largest coefficient: no more than rounding */;

/* ---- which forms ---- */

static double largest(const affine_program *a, const form *f) {
    double most = 0;
    for (uint32_t i = 0; i < a->variables.size; i++) most = fmax(most, fabs(f->c[i]));
    return most;
}

/* The variables' part alone. */
static form state_part(affine_program *a, const form *f) {
    form g = form_new(a);
    double most = largest(a, f);
    for (uint32_t i = 0; i < a->variables.size; i++)
        if (fabs(f->c[i]) > TINY_SHARE * most) g.c[i] = f->c[i];
    return g;
}

static bool parallel(const affine_program *a, const form *f, const form *g) {
    double x = largest(a, f), y = largest(a, g), same = 0, opposite = 0;
    for (uint32_t i = 0; i < a->variables.size; i++) {
        same = fmax(same, fabs(f->c[i] / x - g->c[i] / y));
        opposite = fmax(opposite, fabs(f->c[i] / x + g->c[i] / y));
    }
    return fmin(same, opposite) < 1e-6;
}

static void add_row(affine_program *a, uint32_t most_rows, head *h, const form *f) {
    double most = largest(a, f);
    if (h->rows.size >= most_rows + a->variables.size || most < 1e-6 || most > 1e6) return;
    for (uint32_t i = 0; i < h->rows.size; i++)
        if (parallel(a, f, &h->rows.data[i].f)) return;
    row r = {*f, INFINITY, -INFINITY};
    vec_push(&h->rows, r);
}

/* f after the path, as a form before it. */
static form before(affine_program *a, const affine_path *x, const form *f) {
    form g = form_new(a);
    g.constant = f->constant;
    for (uint32_t i = 0; i < a->variables.size; i++)
        if (f->c[i] != 0) form_add(a, &g, &x->image[i], f->c[i]);
    return g;
}

static bool is_head(const program *p, loc l) { return l != p->start; }

/* A row at the end of a path is a row at its beginning. */
static bool extend_rows(affine_program *a, const program *p, uint32_t most_rows, heads *h) {
    bool more = false;
    for (uint32_t i = 0; i < a->paths.size; i++) {
        const affine_path *x = &a->paths.data[i];
        head *from = &h->data[x->from], *to = &h->data[x->to];
        uint32_t size = from->rows.size, last = to->rows.size;
        for (uint32_t k = 0; is_head(p, x->from) && k < last; k++) {
            form g = before(a, x, &to->rows.data[k].f), part = state_part(a, &g);
            add_row(a, most_rows, from, &part);
        }
        more |= from->rows.size != size;
    }
    return more;
}

static void make_rows(affine_program *a, const program *p, uint32_t most_rows, heads *h) {
    vec_resize(h, p->locations.size);
    for (loc l = 0; l < p->locations.size; l++)
        for (uint32_t i = 0; is_head(p, l) && !program_is_error(p, l) && i < a->variables.size; i++) {
            row unit = {form_new(a), INFINITY, -INFINITY};
            unit.f.c[i] = 1;
            vec_push(&h->data[l].rows, unit);
        }
    for (uint32_t n = 0; n < most_rows && extend_rows(a, p, most_rows, h); n++) {}
}

/* ---- what a form can be on a path ---- */

typedef struct { double low, high; } interval;

static interval symbol_range(const affine_program *a, const head *from, const affine_path *x, uint32_t i) {
    interval r = {x->low[i], x->high[i]};
    if (i < a->variables.size && from->rows.size) {
        r.low = fmax(r.low, from->rows.data[i].low);
        r.high = fmin(r.high, from->rows.data[i].high);
    }
    return r;
}

/* The most that f - by * g can be, by the ranges of the symbols. */
static double most_by_ranges(const affine_program *a, const interval *range, const form *f, const form *g, double by) {
    double sum = f->constant;
    for (uint32_t i = 0; i < a->symbols; i++) {
        double c = f->c[i] - (g ? by * g->c[i] : 0);
        if (fabs(c) <= 1e-14 * fabs(f->c[i])) continue;
        sum += c * (c > 0 ? range[i].high : range[i].low);
    }
    return sum;
}

/* What `g <= high`, `g >= low` say about f: some multiple of g takes a symbol out of f. */
static double most_with(const affine_program *a, const interval *range, const form *f, const form *g, double low, double high) {
    double best = INFINITY;
    for (uint32_t i = 0; i < a->symbols; i++) {
        double by = g->c[i] != 0 ? f->c[i] / g->c[i] : 0;
        double bound = by > 0 ? high : low;
        if (by == 0 || isinf(bound)) continue;
        best = fmin(best, by * bound + most_by_ranges(a, range, f, g, by));
    }
    return best;
}

static double most_of(const affine_program *a, const head *from, const affine_path *x, const interval *range, const form *f) {
    double best = most_by_ranges(a, range, f, NULL, 0);
    for (uint32_t i = a->variables.size; i < from->rows.size; i++)
        best = fmin(best, most_with(a, range, f, &from->rows.data[i].f, from->rows.data[i].low, from->rows.data[i].high));
    for (uint32_t i = 0; i < x->guards.size; i++)
        best = fmin(best, most_with(a, range, f, &x->guards.data[i].f, -INFINITY, x->guards.data[i].most));
    return best;
}

/* A constant or a copy of a variable: nothing is rounded. */
static bool is_exact(const affine_program *a, const form *f) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->symbols; i++) n += f->c[i] != 0 ? (fabs(f->c[i]) == 1 ? 1 : 2) : 0;
    return n == 0 || (n == 1 && f->constant == 0);
}

/* What rounding may add to f. */
static double allowance(const affine_program *a, const interval *range, const form *f) {
    double sum = fabs(f->constant);
    if (is_exact(a, f)) return 0;
    for (uint32_t i = 0; i < a->symbols; i++)
        if (f->c[i] != 0) sum += fabs(f->c[i]) * fmax(fabs(range[i].low), fabs(range[i].high));
    return a->error * (sum + 1e-6);
}

static bool passable(const affine_program *a, const interval *range) {
    for (uint32_t i = 0; i < a->symbols; i++)
        if (range[i].low > range[i].high) return false;
    return true;
}

/* Join what the rows of the target can be after the path to `next`. */
static void follow(affine_program *a, const heads *now, const affine_path *x, head *next) {
    const head *from = &now->data[x->from];
    arena_mark mark = arena_here(&a->memory);
    interval *range = arena_alloc(&a->memory, a->symbols * sizeof *range);
    for (uint32_t i = 0; i < a->symbols; i++) range[i] = symbol_range(a, from, x, i);
    for (uint32_t k = 0; passable(a, range) && k < next->rows.size; k++) {
        row *r = &next->rows.data[k];
        form f = before(a, x, &r->f), opposite = form_new(a);
        form_add(a, &opposite, &f, -1);
        double error = allowance(a, range, &f);
        r->high = fmax(r->high, most_of(a, from, x, range, &f) + error);
        r->low = fmin(r->low, -most_of(a, from, x, range, &opposite) - error);
        next->reached = true;
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

static void step(affine_program *a, const program *p, const heads *now, heads *next) {
    heads_copy(now, next);
    for (uint32_t i = 0; i < a->paths.size; i++) {
        const affine_path *x = &a->paths.data[i];
        if (x->from == p->start || now->data[x->from].reached) follow(a, now, x, &next->data[x->to]);
    }
}

static bool grows(double old, double new_, double share) { return new_ > old + share * (fabs(old) + 1e-6); }
static bool row_grows(const row *old, const row *new_, double share) {
    return grows(old->high, new_->high, share) || grows(-old->low, -new_->low, share);
}

typedef void row_visitor(void *context, row *r, const row *other);
static void for_rows(heads *h, const heads *other, row_visitor *visit, void *context) {
    for (uint32_t l = 0; l < h->size; l++)
        for (uint32_t k = 0; h->data[l].reached && k < h->data[l].rows.size; k++)
            visit(context, &h->data[l].rows.data[k], &other->data[l].rows.data[k]);
}

static void count_growing(void *context, row *r, const row *next) { *(uint32_t *)context += row_grows(r, next, 0); }

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

/* Where the growth leads to if it shrinks like a geometric series from one stretch of rounds to the next; a little beyond. */
static double beyond(double before_last, double last, double now, double margin) {
    double d0 = last - before_last, d1 = now - last;
    if (isinf(now) || isinf(last) || isinf(before_last)) return now;
    double rate = d1 <= 0 || d0 <= 0 ? 0 : fmin(d1 / d0, MOST_RATE);
    double rest = fmax(d1, 0) * rate / (1 - rate);
    return now + rest + margin * (fabs(now + rest) + 1e-6);
}

typedef struct { const heads *before_last, *last; double margin; } history;

static void extrapolate(const heads *now, const history *past, heads *out) {
    heads_copy(now, out);
    for (uint32_t l = 0; l < now->size; l++)
        for (uint32_t k = 0; now->data[l].reached && k < now->data[l].rows.size; k++) {
            const row *r0 = &past->before_last->data[l].rows.data[k], *r1 = &past->last->data[l].rows.data[k], *r2 = &now->data[l].rows.data[k];
            row *r = &out->data[l].rows.data[k];
            r->high = beyond(r0->high, r1->high, r2->high, past->margin);
            r->low = -beyond(-r0->low, -r1->low, -r2->low, past->margin);
        }
}

/* A bound that is not kept is none. */
static void drop_growing(void *context, row *r, const row *next) {
    (void)context;
    if (grows(r->high, next->high, 0) || r->high > HUGE_BOUND) r->high = INFINITY;
    if (grows(-r->low, -next->low, 0) || r->low < -HUGE_BOUND) r->low = -INFINITY;
}

static bool attempt(affine_program *a, const program *p, const heads *now, const history *past, heads *scratch, heads *out) {
    static const double margins[] = {1e-3, 1e-2, 1e-1};
    for (uint32_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        history h = *past;
        h.margin = margins[i];
        extrapolate(now, &h, out);
        if (settles(a, p, out, scratch)) return true;
    }
    return false;
}

static bool iterate(affine_program *a, const program *p, const budget *b, bool some, heads *h) {
    heads past[3] = {0}, scratch = {0};
    bool found = false;
    for (uint32_t i = 0; i < 3; i++) heads_copy(h, &past[i]);
    for (uint32_t n = 1; n <= STRETCHES && !found && !budget_over(b); n++) {
        heads *now = &past[n % 3], *last = &past[(n + 2) % 3], *before_last = &past[(n + 1) % 3];
        heads_copy(last, now);
        for (uint32_t i = 0; i < STRETCH; i++) {
            step(a, p, now, &scratch);
            heads_copy(&scratch, now);
        }
        found = n > 2 && attempt(a, p, now, &(history){before_last, last, 0}, &scratch, h);
    }
    for (uint32_t n = 0; n < DROPS && some && !found && !budget_over(b); n++) {
        found = is_kept(a, p, h, &scratch);
        if (!found) for_rows(h, &scratch, drop_growing, NULL);
    }
    for (uint32_t i = 0; i < 3; i++) heads_release(&past[i]);
    heads_release(&scratch);
    return found;
}

bool bounds_guess(affine_program *a, program *p, const budget *b, uint32_t most_rows, bool some, heads *out) {
    make_rows(a, p, most_rows, out);
    return iterate(a, p, b, some, out);
}

void heads_release(heads *h) {
    for (uint32_t i = 0; i < h->size; i++) vec_release(&h->data[i].rows);
    vec_release(h);
}
