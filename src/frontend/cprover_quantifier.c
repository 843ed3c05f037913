/* Quantifiers over a range of integers as loops: forall { T i; lo <= i && i < hi ==> e } and
 * exists { T i; lo <= i && i < hi && e }. */
#include "frontend/cprover.h"
#include "source/words.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at, *end;
} text_span; /* of the body */
#define SPAN(s) (int)((s).end - (s).at), (s).at

static text_span trimmed(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    while (at < end && isspace((unsigned char)end[-1])) end--;
    return (text_span){at, end};
}

static bool has_mark(text_span s, const char *mark) { return find_mark(s.at, s.end, mark); }

static bool cut(text_span s, const char *mark, text_span *left, text_span *right) {
    const char *at = find_mark(s.at, s.end, mark);
    if (!at) return false;
    *left = trimmed(s.at, at);
    *right = trimmed(at + strlen(mark), s.end);
    return true;
}

/* Without parentheses around all of it. */
static text_span unwrapped(text_span s) {
    while (s.at < s.end && *s.at == '(' && group_end(s.at, s.end) == s.end)
        s = trimmed(s.at + 1, s.end - 1);
    return s;
}

static bool is_same(text_span a, text_span b) {
    return a.end - a.at == b.end - b.at && !memcmp(a.at, b.at, (size_t)(a.end - a.at));
}

static bool mentions(text_span s, text_span name) {
    source_word w = word_at(s.at, s.end);
    while (w.kind != WORD_END && !is_same((text_span){w.at, word_end(w)}, name))
        w = word_at(word_end(w), s.end);
    return w.kind != WORD_END;
}

typedef struct {
    text_span type, name, low, high; /* low.at, high.at NULL: not known */
    bool above, to;                  /* low < i; i <= high */
} quantifier_range;

/* One comparison of the variable, as `left relation right`. */
static void take_bound(quantifier_range *r, text_span left, text_span right, bool strict) {
    if (is_same(right, r->name) && !r->low.at) r->low = left, r->above = strict;
    if (is_same(left, r->name) && !r->high.at) r->high = right, r->to = !strict;
}

static void take_comparison(quantifier_range *r, text_span s) {
    text_span left, right;
    s = unwrapped(s);
    if (has_mark(s, "||") || has_mark(s, "?") || has_mark(s, "<<") || has_mark(s, ">>")) return;
    if (cut(s, "&&", &left, &right)) {
        take_comparison(r, left);
        take_comparison(r, right);
    } else if (cut(s, "<=", &left, &right)) take_bound(r, left, right, false);
    else if (cut(s, ">=", &left, &right)) take_bound(r, right, left, false);
    else if (cut(s, "<", &left, &right)) take_bound(r, left, right, true);
    else if (cut(s, ">", &left, &right)) take_bound(r, right, left, true);
}

/* The loop ends at the first value that decides. At the largest one `i <= high` would hold in an
 * endless loop. */
static void add_loop(bool universal, const quantifier_range *r, text_span e, text *out) {
    text_print(out, "({ _Bool __cinch_all = 1; for (%.*s %.*s = (%.*s)%s; ", SPAN(r->type),
               SPAN(r->name), SPAN(r->low), r->above ? " + 1" : "");
    text_print(out, "%.*s %s (%.*s); %.*s++) { if (%s(%.*s)", SPAN(r->name), r->to ? "<=" : "<",
               SPAN(r->high), SPAN(r->name), universal ? "!" : "", SPAN(e));
    text_add(out, ") { __cinch_all = 0; break; }");
    if (r->to) text_print(out, " if (%.*s == (%.*s)) break;", SPAN(r->name), SPAN(r->high));
    text_print(out, " } %s__cinch_all; })", universal ? "" : "!");
}

/* ---- ranges that the compiler knows ---- */

/* A loop over the bytes of a record makes every access to it one at a variable place, and the
 * record an array of bytes; written out, it stays a record. So quantifiers over few constants are
 * written out, and the compiler chooses: only it knows sizes. */
enum { MOST_COPIES = 128 };

static bool is_number(text_span s) {
    size_t size = (size_t)(s.end - s.at);
    return size && size < 6 && strspn(s.at, "0123456789") >= size;
}

/* A number, or the size of something: what is constant, and no variable of its own. */
static bool may_be_constant(text_span s) {
    s = unwrapped(s);
    source_word first = word_at(s.at, s.end);
    if (is_number(s) || !word_is(first, "sizeof")) return is_number(s);
    const char *open = skip_blank(word_end(first), s.end);
    return open < s.end && *open == '(' && group_end(open, s.end) == s.end;
}

/* Copies of a body that has copies itself would be too many. */
static bool may_be_copied(const quantifier_range *r, text_span e) {
    return is_number(r->low) && may_be_constant(r->high) && !names_word(e.at, e.end, "__cinch_all");
}

/* The body says itself what is not in the range. */
static void add_copies(bool universal, const quantifier_range *r, text_span e, text *out) {
    unsigned long first = strtoul(r->low.at, NULL, 10) + r->above;
    text_print(out, "({ _Bool __cinch_all = %d; ", universal);
    for (unsigned long k = first; k < first + MOST_COPIES; k++) {
        text_print(out, "{ enum : %.*s { %.*s = %lu }; ", SPAN(r->type), SPAN(r->name), k);
        text_print(out, "__cinch_all %s= (%.*s); } ", universal ? "&" : "|", SPAN(e));
    }
    text_add(out, "__cinch_all; })");
}

static void add_range(bool universal, const quantifier_range *r, text_span e, text *out) {
    if (!may_be_copied(r, e)) {
        add_loop(universal, r, e, out);
        return;
    }
    text_print(out,
               "__builtin_choose_expr(__builtin_choose_expr(__builtin_constant_p(%.*s), (%.*s), "
               "%d) < %.*s + %d, ",
               SPAN(r->high), SPAN(r->high), INT_MAX, SPAN(r->low), MOST_COPIES);
    add_copies(universal, r, e, out);
    text_add(out, ", ");
    add_loop(universal, r, e, out);
    text_add(out, ")");
}

/* `TYPE NAME`: the name is the last word. */
static void take_declaration(quantifier_range *r, text_span s) {
    source_word last = {0};
    for (source_word w = word_at(s.at, s.end); w.kind != WORD_END; w = word_at(word_end(w), s.end))
        last = w;
    if (last.kind != WORD_NAME) return;
    r->name = (text_span){last.at, word_end(last)};
    r->type = trimmed(s.at, last.at);
}

/* The conditions in which the range stands; false: there are none. */
static bool take_conditions(bool universal, text_span e, text_span *conditions) {
    text_span rest;
    *conditions = e = unwrapped(e);
    return !universal || cut(e, "==>", conditions, &rest);
}

/* An end, and a beginning unless the type has one. */
static bool is_ranged(const quantifier_range *r) {
    return r->name.at && r->high.at && !mentions(r->high, r->name) &&
           !(r->low.at && mentions(r->low, r->name));
}

/* A variable of an unsigned type begins at 0 where nothing else is said; which types are unsigned
 * the compiler knows. */
static void add_unsigned(bool universal, quantifier_range *r, text_span e, text *out) {
    static const char zero[] = "0";
    r->low = (text_span){zero, zero + 1};
    text_print(out, "__builtin_choose_expr((%.*s)-1 > (%.*s)0, ", SPAN(r->type), SPAN(r->type));
    add_range(universal, r, e, out);
    text_add(out, ", " CPROVER_PREFIX "quantifier_without_range())");
}

void cprover_quantifier(bool universal, const char *body, text *out) {
    text_span declaration, e, conditions;
    quantifier_range r = {0};
    bool good = cut((text_span){body, body + strlen(body)}, ";", &declaration, &e) &&
                take_conditions(universal, e, &conditions);
    if (good) {
        take_declaration(&r, declaration);
        if (r.name.at) take_comparison(&r, conditions);
    }
    if (!is_ranged(&r)) text_add(out, CPROVER_PREFIX "quantifier_without_range()");
    else if (r.low.at) add_range(universal, &r, e, out);
    else add_unsigned(universal, &r, e, out);
}
