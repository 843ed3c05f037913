/* Sets of values of the boxes backend, by kind. */
#include "solver/boxes_internal.h"

#include <math.h>

value_set set_truth(bool can_true, bool can_false) {
    return (value_set){.can_true = can_true, .can_false = can_false};
}

value_set set_words(word_set w) { return (value_set){.word = w}; }

value_set set_any(const box_term *x) {
    if (x->kind == FLOAT) return float_any();
    return x->kind == WORD ? set_words(words_any(x->width)) : set_truth(true, true);
}

bool set_is_empty(const value_set *a, const box_term *x) {
    if (x->kind == FLOAT) return !a->nan && !a->number;
    if (x->kind == WORD) return words_empty(&a->word);
    return !a->can_true && !a->can_false;
}

bool set_is_one(const value_set *a, const box_term *x) {
    if (x->kind == FLOAT) return !a->number || (!a->nan && a->lo == a->hi);
    if (x->kind == WORD) return words_one(&a->word);
    return x->kind == TRUTH && a->can_true != a->can_false;
}

bool set_same(const value_set *a, const value_set *b, const box_term *x) {
    if (x->kind == WORD) return words_same(&a->word, &b->word);
    if (x->kind != FLOAT) return a->can_true == b->can_true && a->can_false == b->can_false;
    return a->nan == b->nan && a->number == b->number &&
           (!a->number || (a->lo == b->lo && a->hi == b->hi));
}

value_set set_meet(const value_set *a, const value_set *b, const box_term *x) {
    if (x->kind == WORD) return set_words(words_meet(&a->word, &b->word, x->width));
    if (x->kind != FLOAT)
        return set_truth(a->can_true && b->can_true, a->can_false && b->can_false);
    value_set r = {.nan = a->nan && b->nan, .lo = fmax(a->lo, b->lo), .hi = fmin(a->hi, b->hi)};
    r.number = a->number && b->number && r.lo <= r.hi;
    return r;
}

value_set set_hull(const value_set *a, const value_set *b, const box_term *x) {
    if (x->kind == WORD) return set_words(words_hull(&a->word, &b->word));
    if (x->kind != FLOAT)
        return set_truth(a->can_true || b->can_true, a->can_false || b->can_false);
    if (!a->number || !b->number) {
        value_set r = a->number ? *a : *b;
        r.nan = a->nan || b->nan;
        return r;
    }
    return float_numbers(fmin(a->lo, b->lo), fmax(a->hi, b->hi), a->nan || b->nan);
}

static void cut_words(const word_set *a, uint32_t width, value_set *first, value_set *second) {
    wide_span all = words_span(a, width);
    wide middle = all.low < 0 && all.high >= 0 ? -1 : all.low + (all.high - all.low) / 2;
    word_set low = words_of(all.low, middle, width), high = words_of(middle + 1, all.high, width);
    first->word = words_meet(&low, a, width);
    second->word = words_meet(&high, a, width);
}

static void cut_floats(const value_set *a, bool single, value_set *first, value_set *second) {
    int64_t from = float_place(a->lo, single), to = float_place(a->hi, single),
            middle = from < 0 && to >= 0 ? -1 : from + (to - from) / 2;
    if (a->nan) first->nan = second->number = false;
    else first->hi = float_at(middle, single), second->lo = float_at(middle + 1, single);
}

bool set_cut(const value_set *a, const box_term *x, value_set *first, value_set *second) {
    if (x->kind == OTHER || set_is_one(a, x)) return false;
    *first = *second = *a;
    if (x->kind == WORD) cut_words(&a->word, x->width, first, second);
    else if (x->kind == FLOAT) cut_floats(a, x->width == 32, first, second);
    else first->can_false = second->can_true = false;
    return true;
}

double set_size(const value_set *a, const box_term *x) {
    if (x->kind == TRUTH) return a->can_true && a->can_false;
    if (x->kind == WORD) {
        wide_span s = words_span(&a->word, x->width);
        return (double)(s.high - s.low);
    }
    if (x->kind != FLOAT || !a->number) return 0;
    if (a->nan) return 0x1p65;
    bool single = x->width == 32;
    return (double)float_place(a->hi, single) - (double)float_place(a->lo, single);
}
