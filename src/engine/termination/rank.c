/* From transitions to a tuple: of many scalars (a feature, sums and differences of a few, cut off
 * below at a number) the ones that increase along no transition; the one that decreases along most
 * of them comes first, and the next one has to decrease along the rest.
 *
 * Nothing is proved here: transitions are samples, and a proof or a further transition says whether
 * the tuple is right. */
#include "base/fail.h"
#include "base/log.h"
#include "engine/termination/loops.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 6, MOST_WEIGHED = 3 };

typedef struct {
    loop_set *s;
    loop_facts *l;
    bits done; /* transitions along which an earlier place decreases */
    scalar_vec chosen;
    bool near; /* numbers are cut off at -1, 0 or 1 only: most loops end there, and what is lower
                  was reached in the sample by chance */
    uint32_t weighed; /* places of a tuple that becomes one sum */
    bool small; /* ... or at less than 2^32: the largest size of an object is no bound that anybody
                   wants to know */
} ranker;

static wide sum_of(const scalar *f, const wide *features) {
    wide sum = 0;
    for (uint32_t i = 0; i < f->parts; i++) sum += f->factor[i] * features[f->which[i]];
    return sum;
}

static bool is_off(const scalar *f, const wide *features) {
    return f->guard && (features[f->guard - 1] != 0) != f->sense;
}

static wide number_of(const scalar *f, const wide *features) {
    if (is_off(f, features)) return f->clipped ? f->floor : 0;
    wide sum = sum_of(f, features);
    return f->clipped && sum < f->floor ? f->floor : sum;
}

/* How many open transitions it decreases along; 0 where it increases along one. */
static uint32_t decreases(const ranker *r, const scalar *f) {
    uint32_t n = r->l->features.size, count = 0;
    for (uint32_t i = 0; i < loop_transitions(r->l); i++) {
        if (bits_has(&r->done, i)) continue;
        wide a = number_of(f, r->l->before.data + i * n),
             b = number_of(f, r->l->after.data + i * n);
        if (b > a) return 0;
        count += b < a;
    }
    return count;
}

/* Along the open transitions: the highest number that it increases to, and the lowest and the
 * highest that it decreases from. */
typedef struct {
    bool increases, decreases;
    wide highest, lowest, highest_fall;
} movement;

static movement movement_of(const ranker *r, const scalar *f) {
    movement m = {0};
    uint32_t n = r->l->features.size;
    for (uint32_t i = 0; i < loop_transitions(r->l); i++) {
        const wide *before = r->l->before.data + i * n, *after = r->l->after.data + i * n;
        if (bits_has(&r->done, i) || is_off(f, before) || is_off(f, after)) continue;
        wide a = sum_of(f, before), b = sum_of(f, after);
        if (b > a && (!m.increases || b > m.highest)) m.highest = b, m.increases = true;
        if (b < a && (!m.decreases || a > m.highest_fall)) m.highest_fall = a;
        if (b < a && (!m.decreases || a < m.lowest)) m.lowest = a, m.decreases = true;
    }
    return m;
}

/* The smallest number of the loop, or the negation of one, that is not below x. */
static bool is_considered(const ranker *r, wide x) {
    const wide large = (wide)1 << 32;
    return (!r->near || (x >= -1 && x <= 1)) && (!r->small || (x > -large && x < large));
}

static bool constant_above(const ranker *r, wide x, wide *out) {
    const wide_vec *c = &r->l->constants;
    bool found = false;
    for (uint32_t i = 0; i < c->size; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            wide y = c->data[i] * sign;
            if (y >= x && is_considered(r, y) && (!found || y < *out)) *out = y, found = true;
        }
    return found;
}

/* A bound may be one round more than the number says: it is compared before it is increased. */
static int step_over(const ranker *r) { return r->s->single == COUNT_WEIGHTS; }

static bool constant_below(const ranker *r, wide x, wide *out) {
    const wide_vec *c = &r->l->constants;
    bool found = false;
    for (uint32_t i = 0; i < c->size; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            wide y = c->data[i] * sign;
            if (y == x) y -= step_over(r);
            if (y < x && is_considered(r, y) && (!found || y > *out)) *out = y, found = true;
        }
    return found;
}

/* A floor from which on it increases along no open transition; false: there is none, or none is
 * needed. */
static bool find_floor(const ranker *r, scalar *f) {
    movement m = movement_of(r, f);
    f->clipped = true;
    if (!m.decreases) return false;
    if (m.increases) {
        bool known = constant_above(r, m.highest, &f->floor);
        if (!known) f->floor = m.highest;
        return known || !r->s->bounded;
    }
    if (!r->s->bounded) return false;
    if (!r->near) return constant_below(r, m.lowest, &f->floor);
    return constant_below(r, m.highest_fall < 1 ? m.highest_fall : 1, &f->floor);
}

/* ---- which scalars, by levels ---- */

typedef struct {
    scalar best;
    uint32_t count;
} choice;

/* An overflow of signed words is no bound. */
static bool needs_floor(const ranker *r, const scalar *f) {
    for (uint32_t i = 0; r->s->bounded && i < f->parts; i++)
        if (!r->l->features.data[f->which[i]].wraps) return true;
    return false;
}

/* Read as unsigned, a signed word that falls towards its overflow has a floor that means nothing.
 */
static bool is_sound_bound(const ranker *r, const scalar *f) {
    for (uint32_t i = 0; r->s->bounded && i < f->parts; i++) {
        const feature *x = &r->l->features.data[f->which[i]];
        if (!x->is_signed && !x->wraps) return false;
    }
    return true;
}

static bool is_digits(const feature *x) {
    return x->reading == READ_BITS || x->reading == READ_ONES;
}

/* A bound is a sum of variables, and no lower than a number that they can be. */
static bool says_rounds(const ranker *r, const scalar *f) {
    wide most = 0;
    for (uint32_t i = 0; i < f->parts; i++) {
        const feature *x = &r->l->features.data[f->which[i]];
        if (x->reading == READ_OTHER || (!f->clipped && (f->factor[i] < 0 || x->is_signed)))
            return false;
        most += ((wide)1 << term_width(r->s->p->terms, x->word)) * abs(f->factor[i]);
    }
    return !f->guard && (!f->clipped || (f->floor <= most && f->floor >= -most));
}

static bool are_compared(const loop_facts *l, term a, term b) {
    for (uint32_t i = 0; i + 1 < l->compared.size; i += 2) {
        term x = l->compared.data[i], y = l->compared.data[i + 1];
        if ((same(a, x) && same(b, y)) || (same(a, y) && same(b, x))) return true;
    }
    return false;
}

/* Without addresses: of pointers it has distances that the source compares, so that they are in
 * one object. */
static bool can_be_said(const ranker *r, const scalar *f) {
    term pointers[2];
    int count = 0, sum = 0;
    for (uint32_t i = 0; i < f->parts; i++) {
        const feature *x = &r->l->features.data[f->which[i]];
        if (!x->pointer) continue;
        if (count < 2) pointers[count] = x->word;
        count++, sum += f->factor[i];
    }
    return !count || (count == 2 && !sum && are_compared(r->l, pointers[0], pointers[1]));
}

/* Numbers of digits are for bounds. */
static bool counts(const ranker *r, const scalar *f) {
    for (uint32_t i = 0; i < f->parts; i++)
        if (is_digits(&r->l->features.data[f->which[i]]) != (r->s->single == COUNT_DIGITS))
            return false;
    return true;
}

static void consider(const ranker *r, choice *c, scalar f, bool clip) {
    if (!counts(r, &f) || !is_sound_bound(r, &f)) return;
    if ((clip || needs_floor(r, &f)) && !find_floor(r, &f)) return;
    if (r->s->single && !says_rounds(r, &f)) return;
    uint32_t count = decreases(r, &f);
    if (count > c->count) c->best = f, c->count = count;
}

/* What does not change is of use as a bound. */
static bool is_used(const ranker *r, uint32_t i) {
    return r->l->features.data[i].changes || (r->s->bounded && r->l->features.data[i].plain);
}

static bool is_plain(const ranker *r, uint32_t i) {
    const feature *x = &r->l->features.data[i];
    return r->s->single == COUNT_DIGITS ? is_digits(x) : x->plain;
}

static bool is_bit(const ranker *r, uint32_t i) {
    return term_width(r->s->p->terms, r->l->features.data[i].word) == 1;
}

static void consider_singles(const ranker *r, choice *c, bool plain, bool clip) {
    for (uint32_t i = 0; i < r->l->features.size; i++)
        for (int sign = 1; sign >= -1; sign -= 2)
            if (is_plain(r, i) == plain && is_used(r, i))
                consider(r, c, (scalar){.parts = 1, .which = {i}, .factor = {sign}}, clip);
}

static void consider_pairs(const ranker *r, choice *c, int most, bool clip) {
    uint32_t n = r->l->features.size;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++)
            for (int a = -most; a <= most; a++)
                for (int b = -most; b <= most; b++)
                    if (a && b && is_plain(r, i) && is_plain(r, k) && is_used(r, i) &&
                        is_used(r, k))
                        consider(r, c, (scalar){.parts = 2, .which = {i, k}, .factor = {a, b}},
                                 clip);
}

/* A variable with a bit: where the bit changes, the variable may move a little the wrong way. */
static void consider_bits(const ranker *r, choice *c) {
    for (uint32_t i = 0; i < r->l->features.size; i++)
        for (uint32_t k = 0; k < r->l->features.size; k++)
            for (int b = -3; b <= 3; b++)
                for (int a = -1; a <= 1; a += 2)
                    if (b && r->l->features.data[i].plain && is_used(r, i) && k != i &&
                        is_bit(r, k))
                        consider(r, c, (scalar){.parts = 2, .which = {i, k}, .factor = {a, b}},
                                 false);
}

/* By cases: one that counts where a condition holds. */
static void consider_guarded(const ranker *r, choice *c, scalar f) {
    for (uint32_t i = 0; i < r->l->features.size; i++)
        for (int sense = 0; sense <= 1; sense++) {
            f.guard = i + 1;
            f.sense = sense;
            if (!is_bit(r, i)) continue;
            consider(r, c, f, false);
            if (!r->s->bounded) consider(r, c, f, true);
        }
}

static void consider_cases(const ranker *r, choice *c) {
    uint32_t n = r->l->features.size;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i; k < n; k++)
            for (int signs = 0; signs < 4; signs++) {
                int a = signs & 1 ? 1 : -1, b = signs & 2 ? 1 : -1;
                if (!is_used(r, i) || !r->l->features.data[i].plain ||
                    (k != i && (!is_used(r, k) || !r->l->features.data[k].plain)))
                    continue;
                consider_guarded(
                    r, c, (scalar){.parts = 1 + (k != i), .which = {i, k}, .factor = {a, b}});
            }
}

static void consider_triples(const ranker *r, choice *c) {
    uint32_t n = r->l->features.size;
    if (n > 12) n = 12;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++)
            for (uint32_t m = k + 1; m < n; m++)
                for (int signs = 0; signs < 125; signs++) {
                    int a = signs % 5 - 2, b = signs / 5 % 5 - 2, d = signs / 25 - 2;
                    if (a && b && d)
                        consider(r, c,
                                 (scalar){.parts = 3, .which = {i, k, m}, .factor = {a, b, d}},
                                 false);
                }
}

enum { SINGLES, OTHERS, PAIRS, CLIPPED, CLIPPED_PAIRS, WITH_BITS, CASES, TRIPLES, LEVELS };

static void consider_level(const ranker *r, choice *c, int level) {
    switch (level) {
    case SINGLES: consider_singles(r, c, true, false); break;
    case OTHERS: consider_singles(r, c, false, false); break;
    case PAIRS: consider_pairs(r, c, 1, false); break;
    case CLIPPED:
        consider_singles(r, c, true, true);
        consider_singles(r, c, false, true);
        break;
    case CLIPPED_PAIRS:
        consider_pairs(r, c, 3, false);
        consider_pairs(r, c, 1, true);
        break;
    case WITH_BITS: consider_bits(r, c); break;
    case CASES: consider_cases(r, c); break;
    default: consider_triples(r, c); break;
    }
}

static void close_transitions(ranker *r, const scalar *f) {
    uint32_t n = r->l->features.size;
    for (uint32_t i = 0; i < loop_transitions(r->l); i++)
        if (number_of(f, r->l->after.data + i * n) < number_of(f, r->l->before.data + i * n))
            bits_add(&r->done, i);
}

static bool is_complete(const ranker *r) { return bits_count(&r->done) == loop_transitions(r->l); }

static uint32_t most_places(const ranker *r) {
    switch (r->s->single) {
    case COUNT_NOTHING: return MOST_PLACES;
    case COUNT_WEIGHTS: return r->weighed;
    default: return 1;
    }
}

/* ---- a tuple as one sum ---- */

static void add_part(scalar *f, uint32_t which, wide factor) {
    uint32_t i = 0;
    while (i < f->parts && f->which[i] != which) i++;
    if (i < f->parts) factor += f->factor[i];
    else if (f->parts < MOST_PARTS) f->which[f->parts++] = which;
    bool fits = i < MOST_PARTS && factor <= MOST_FACTOR && factor >= -MOST_FACTOR;
    if (fits) f->factor[i] = (int)factor;
    else f->parts = MOST_PARTS + 1; /* too large */
}

/* Larger than what `rest` gains where `f` falls by one. Numbers that runs refuted grow fast. */
static wide weight_over(const ranker *r, const scalar *f, const scalar *rest) {
    enum { PATIENT = 3 };
    uint32_t n = r->l->features.size;
    wide weight = 1, rounded = 1;
    for (uint32_t i = 0; i < loop_transitions(r->l); i++) {
        const wide *before = r->l->before.data + i * n, *after = r->l->after.data + i * n;
        wide falls = sum_of(f, before) - sum_of(f, after),
             gains = sum_of(rest, after) - sum_of(rest, before);
        if (falls > 0 && gains / falls >= weight) weight = gains / falls + 1;
    }
    while (rounded < weight) rounded *= 2;
    return r->l->refuted > PATIENT ? rounded : weight;
}

static scalar weighed(const ranker *r) {
    scalar sum = vec_last(&r->chosen);
    for (uint32_t k = r->chosen.size - 1; k-- && sum.parts <= MOST_PARTS;) {
        const scalar *f = &r->chosen.data[k];
        wide weight = weight_over(r, f, &sum);
        for (uint32_t i = 0; i < f->parts && sum.parts <= MOST_PARTS; i++)
            add_part(&sum, f->which[i], weight * f->factor[i]);
    }
    sum.clipped = false;
    sum.floor = 0;
    return sum;
}

/* The lowest number that a run comes to. */
static wide lowest_after(const ranker *r, const scalar *f) {
    uint32_t n = r->l->features.size;
    wide lowest = 0;
    for (uint32_t i = 0; i < loop_transitions(r->l); i++) {
        wide x = sum_of(f, r->l->after.data + i * n);
        if (!i || x < lowest) lowest = x;
    }
    return lowest;
}

/* Cut off there, if it is not the range of a word: that is no bound. */
static void consider_lowest(const ranker *r, choice *c, scalar f) {
    const wide large = 1 << 30;
    f.clipped = true;
    f.floor = lowest_after(r, &f);
    uint32_t count = decreases(r, &f);
    if (f.floor > -large && f.floor < large && says_rounds(r, &f) && count > c->count)
        c->best = f, c->count = count;
}

static bool weigh(ranker *r) {
    choice c = {.count = 0};
    scalar sum = weighed(r);
    if (sum.parts > MOST_PARTS) return false;
    bits_clear(&r->done);
    for (int clip = 0; clip <= 1; clip++) consider(r, &c, sum, clip);
    consider_lowest(r, &c, sum);
    vec_clear(&r->chosen);
    if (!c.count) return false;
    vec_push(&r->chosen, c.best);
    close_transitions(r, &c.best);
    return is_complete(r);
}

/* Place after place, by scalars of these levels; those of a lower one first. */
static bool rank_by_places(ranker *r, int most) {
    bits_clear(&r->done);
    vec_clear(&r->chosen);
    while (!is_complete(r) && r->chosen.size < most_places(r)) {
        choice c = {.count = 0};
        for (int level = 0; level <= most; level++) consider_level(r, &c, level);
        if (!c.count) return false;
        vec_push(&r->chosen, c.best);
        close_transitions(r, &c.best);
    }
    return is_complete(r) && (r->chosen.size < 2 || r->s->single != COUNT_WEIGHTS || weigh(r));
}

static bool rank_by(ranker *r, int most) {
    if (r->s->single != COUNT_WEIGHTS) return rank_by_places(r, most);
    for (r->weighed = 2; r->weighed <= MOST_WEIGHED; r->weighed++)
        if (rank_by_places(r, most)) return true;
    return false;
}

/* ---- as terms ---- */

/* Sums of so many multiples of so wide words do not wrap. */
static uint32_t width_of(const ranker *r, const scalar *f) {
    enum { SMALL_FACTOR = 3, SMALL_PARTS = 3, FOR_SMALL = 5, FOR_ALL = 26 };
    uint32_t most = 1, extra = f->parts <= SMALL_PARTS ? FOR_SMALL : FOR_ALL;
    for (uint32_t i = 0; i < f->parts; i++)
        if (abs(f->factor[i]) > SMALL_FACTOR) extra = FOR_ALL;
    for (uint32_t i = 0; i < r->l->features.size; i++) {
        uint32_t width = term_width(r->s->p->terms, r->l->features.data[i].word);
        if (width > most) most = width;
    }
    return most + extra;
}

static term number_term(terms *t, uint32_t width, wide number) {
    mpz_t x;
    mpz_init_set_si(x, (long)(number >> 62));
    mpz_mul_2exp(x, x, 62);
    mpz_add_ui(x, x, (unsigned long)(number & (((wide)1 << 62) - 1)));
    term result = term_bv_mpz(t, width, x);
    mpz_clear(x);
    return result;
}

static term sum_term(const ranker *r, const scalar *f, uint32_t width) {
    terms *t = r->s->p->terms;
    term sum = term_bv(t, width, 0);
    for (uint32_t i = 0; i < f->parts; i++) {
        const feature *x = &r->l->features.data[f->which[i]];
        term word = x->is_signed ? term_sext(t, x->word, width) : term_zext(t, x->word, width);
        term factor = number_term(t, width, f->factor[i]);
        sum = term_2(t, OP_BVADD, sum, term_2(t, OP_BVMUL, factor, word));
    }
    return sum;
}

/* A feature by itself needs no wider word, and falls or rises in its own order. The number that it
 * is cut off at must be one of its own. */
static bool is_narrow(const ranker *r, const scalar *f) {
    const feature *x = &r->l->features.data[f->which[0]];
    uint32_t width = term_width(r->s->p->terms, x->word);
    wide top = (wide)1 << (x->is_signed ? width - 1 : width), bottom = x->is_signed ? -top : 0;
    wide end = f->clipped ? f->floor * f->factor[0] : 0;
    return f->parts == 1 && (f->factor[0] == 1 || f->factor[0] == -1) && end >= bottom && end < top;
}

static measure_place measure_place_of(const ranker *r, const scalar *f) {
    terms *t = r->s->p->terms;
    const feature *x = &r->l->features.data[f->which[0]];
    bool narrow = is_narrow(r, f), rises = narrow && f->factor[0] < 0;
    bool is_signed = !narrow || x->is_signed;
    uint32_t width = narrow ? term_width(t, x->word) : width_of(r, f);
    term word = narrow ? x->word : sum_term(r, f, width);
    term end = number_term(t, width, f->clipped ? rises ? -f->floor : f->floor : 0);
    term low = rises ? end : word, high = rises ? word : end;
    if (f->clipped)
        word = term_ite(t, term_2(t, is_signed ? OP_BVSLT : OP_BVULT, low, high), end, word);
    if (f->guard) {
        term bit = r->l->features.data[f->guard - 1].word;
        word = term_ite(t, term_eq(t, bit, term_bv(t, 1, f->sense)), word, end);
    }
    return (measure_place){word, is_signed, rises};
}

static void append_scattered(loop_facts *l) {
    vec_append(&l->before, l->scattered[0].data, l->scattered[0].size);
    vec_append(&l->after, l->scattered[1].data, l->scattered[1].size);
}

static bool rank_scattered(ranker *r, int level) {
    uint32_t known = r->l->before.size;
    append_scattered(r->l);
    bool found = rank_by(r, level);
    r->l->before.size = r->l->after.size = known;
    return found;
}

/* A tuple that decreases from any state needs no invariant. */
static bool rank_at(ranker *r, int level) {
    for (int near = r->s->bounded; near >= 0; near--) {
        r->near = near;
        if (rank_scattered(r, level)) return true;
    }
    return r->l->scattered[0].size && rank_by(r, level);
}

/* ---- how many rounds ---- */

static const char *name_of(const ranker *r, const feature *x) {
    const variable *v = program_variable(r->s->p, x->word);
    const char *name = v->name ? program_text(r->s->p, v->name) : "";
    if (name[0]) return name;
    name = term_name(r->s->p->terms, x->word);
    return name + (name[0] == '%'); /* a parameter */
}

/* As in the source: a copy of a variable has a number after its name. */
static void print_name(const ranker *r, const feature *x, text *out) {
    const char *name = name_of(r, x);
    text_print(out, "%.*s", (int)strcspn(name, "#"), name);
}

/* A variable or a number. */
static void print_word(const ranker *r, term a, text *out) {
    const terms *t = r->s->p->terms;
    const feature x = {.word = a};
    uint64_t raw;
    if (!term_get_u64(t, a, &raw)) print_name(r, &x, out);
    else text_print(out, "%llu", (unsigned long long)raw);
}

static void print_feature(const ranker *r, const feature *x, text *out) {
    static const char *const functions[] = {
        [READ_ABS] = "abs", [READ_BITS] = "bits", [READ_ONES] = "ones"};
    if (x->reading < READ_ABS) {
        print_name(r, x, out);
        return;
    }
    text_print(out, "%s(", functions[x->reading]);
    print_word(r, x->of, out);
    if (x->minus.id) text_add(out, " - "), print_word(r, x->minus, out);
    text_char(out, ')');
}

static void print_part(const ranker *r, const scalar *f, uint32_t i, text *out) {
    int factor = f->factor[i] < 0 ? -f->factor[i] : f->factor[i];
    const char *sign = f->factor[i] < 0 ? (out->size ? " - " : "-") : out->size ? " + " : "";
    text_add(out, sign);
    if (factor != 1) text_print(out, "%d * ", factor);
    print_feature(r, &r->l->features.data[f->which[i]], out);
}

static char *bound_words(const ranker *r, const scalar *f, wide floor) {
    text out = {0};
    bool first = true; /* of the number: it stands before what is subtracted from it */
    for (uint32_t i = 0; i < f->parts; i++)
        if (f->factor[i] > 0) print_part(r, f, i, &out);
    if (!out.size && floor < 0) text_print(&out, "%lld", (long long)-floor), first = false;
    for (uint32_t i = 0; i < f->parts; i++)
        if (f->factor[i] < 0) print_part(r, f, i, &out);
    if (floor && first)
        text_print(&out, " %c %lld", floor < 0 ? '+' : '-',
                   (long long)(floor < 0 ? -floor : floor));
    char *words = mem_format("%s", text_string(&out));
    text_release(&out);
    return words;
}

/* It decreases by one at least in each round, and never below the floor. */
static void set_bound(ranker *r, const scalar *f) {
    terms *t = r->s->p->terms;
    loop_facts *l = r->l;
    uint32_t width = width_of(r, f), n = l->features.size;
    wide floor = f->clipped ? f->floor : 0;
    term sum = sum_term(r, f, width), low = number_term(t, width, floor);
    term above = term_2(t, OP_BVADD, sum, number_term(t, width, -floor));
    l->bound = term_ite(t, term_2(t, OP_BVSLT, sum, low), term_bv(t, width, 0), above);
    mem_free(l->bound_words);
    l->bound_words =
        can_be_said(r, f) ? bound_words(r, f, floor - l->tested_after) : mem_format("%s", "");
    l->most_entered = -1;
    for (uint32_t i = 0; i + n < l->entries.size; i += n + 1) {
        wide here = number_of(f, l->entries.data + i) - floor;
        if (here > l->most_entered) l->most_entered = here;
    }
}

void loop_count_again(loop_set *s, loop_facts *l) {
    ranker r = {.s = s, .l = l};
    assert_debug(l->scalars.size == 1);
    set_bound(&r, &l->scalars.data[0]);
}

/* What the search for a tuple demands of it, demanded of one that somebody else found: where runs
 * may end by an overflow the rest of the proof rests on it. */
static bool may_use(const ranker *r, const scalar *f) {
    bool known = !f->clipped || !r->s->bounded || r->s->single;
    int most_factor = r->s->single ? MOST_FACTOR : 3;
    if (!f->parts || f->parts > MOST_PARTS || f->guard > r->l->features.size) return false;
    if (f->guard && !is_bit(r, f->guard - 1)) return false;
    for (uint32_t i = 0; i < f->parts; i++)
        if (f->which[i] >= r->l->features.size || abs(f->factor[i]) > most_factor) return false;
    for (uint32_t i = 0; i < r->l->constants.size; i++)
        known |= f->floor == r->l->constants.data[i] || f->floor == -r->l->constants.data[i];
    return known && is_sound_bound(r, f) && (f->clipped || !needs_floor(r, f));
}

bool loop_use(loop_set *s, loop_facts *l) {
    ranker r = {.s = s, .l = l};
    vec_clear(&l->tuple);
    for (uint32_t i = 0; i < l->scalars.size; i++) {
        if (!may_use(&r, &l->scalars.data[i])) return false;
        vec_push(&l->tuple, measure_place_of(&r, &l->scalars.data[i]));
    }
    return l->tried = true;
}

bool loop_rank(loop_set *s, loop_facts *l) {
    assert_debug(l->head.id < s->p->locations.size);
    LOG("termination", "rank the loop at %u from %u transitions", l->head.id, l->before.size);
    ranker r = {.s = s, .l = l};
    bool found = !loop_transitions(l) && !l->features.size;
    for (int small = s->single != COUNT_NOTHING; small >= 0 && !found; small--) {
        r.small = small;
        for (int level = 0; level < LEVELS && !found; level++) found = rank_at(&r, level);
    }
    vec_clear(&l->tuple);
    vec_clear(&l->scalars);
    l->tried = false;
    if (found) vec_append(&l->scalars, r.chosen.data, r.chosen.size);
    found = found && loop_use(s, l);
    assert_debug(found || !l->scalars.size);
    if (found && s->single && r.chosen.size) set_bound(&r, &r.chosen.data[0]);
    bits_release(&r.done);
    vec_release(&r.chosen);
    return found;
}
