/* Quantifiers over a range of integers as loops: forall { T i; lo <= i && i < hi ==> e } and
 * exists { T i; lo <= i && i < hi && e }. */
#include "base/fail.h"
#include "frontend/cprover.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    size_t size;
} text_span; /* of the body */

static text_span trimmed(text_span s) {
    while (s.size && isspace((unsigned char)*s.at)) s.at++, s.size--;
    while (s.size && isspace((unsigned char)s.at[s.size - 1])) s.size--;
    return s;
}

static bool begins(text_span s, size_t at, const char *mark) {
    return s.size - at >= strlen(mark) && !memcmp(s.at + at, mark, strlen(mark));
}

/* Where `mark` stands outside of brackets and quotes; s.size: nowhere. */
static size_t find(text_span s, const char *mark) {
    int depth = 0;
    for (size_t i = 0; i < s.size; i++) {
        char c = s.at[i];
        if (c == '"' || c == '\'') {
            for (i++; i < s.size && s.at[i] != c; i++) i += s.at[i] == '\\';
            continue;
        }
        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
        if (!depth && begins(s, i, mark)) return i;
    }
    return s.size;
}

static bool cut(text_span s, const char *mark, text_span *left, text_span *right) {
    size_t i = find(s, mark), n = strlen(mark);
    if (i == s.size) return false;
    *left = trimmed((text_span){s.at, i});
    *right = trimmed((text_span){s.at + i + n, s.size - i - n});
    return true;
}

/* Parentheses around all of it. */
static bool unwrap(text_span *s) {
    int depth = 0;
    size_t i = 0;
    if (!s->size || *s->at != '(') return false;
    do {
        depth += s->at[i] == '(';
        depth -= s->at[i] == ')';
    } while (depth && ++i < s->size);
    if (i + 1 != s->size) return false;
    *s = trimmed((text_span){s->at + 1, s->size - 2});
    return true;
}

typedef struct {
    text_span name, low, high;
    bool above, to; /* low < i; i <= high */
} quantifier_range;

/* One comparison of the variable, as `left relation right`. */
static void take_bound(quantifier_range *r, text_span left, text_span right, bool strict) {
    if (right.size == r->name.size && !memcmp(right.at, r->name.at, right.size) && !r->low.size)
        r->low = left, r->above = strict;
    if (left.size == r->name.size && !memcmp(left.at, r->name.at, left.size) && !r->high.size)
        r->high = right, r->to = !strict;
}

static void take_comparison(quantifier_range *r, text_span s) {
    text_span left, right;
    while (unwrap(&s)) {}
    if (find(s, "||") < s.size || find(s, "?") < s.size || find(s, "<<") < s.size ||
        find(s, ">>") < s.size)
        return;
    if (cut(s, "&&", &left, &right)) {
        take_comparison(r, left);
        take_comparison(r, right);
    } else if (cut(s, "<=", &left, &right)) take_bound(r, left, right, false);
    else if (cut(s, ">=", &left, &right)) take_bound(r, right, left, false);
    else if (cut(s, "<", &left, &right)) take_bound(r, left, right, true);
    else if (cut(s, ">", &left, &right)) take_bound(r, right, left, true);
}

static bool mentions(text_span s, text_span name) {
    for (size_t i = 0; i + name.size <= s.size; i++)
        if (!memcmp(s.at + i, name.at, name.size) && (!i || !is_name_char(s.at[i - 1])) &&
            (i + name.size == s.size || !is_name_char(s.at[i + name.size])))
            return true;
    return false;
}

/* The loop ends at the first value that decides. At the largest one `i <= high` would hold for
 * ever. */
static void add_loop(bool universal, text_span type, const quantifier_range *r, text_span e,
                     text *out) {
    int n = (int)r->name.size, high = (int)r->high.size;
    text_print(out, "({ _Bool __cinch_all = 1; for (%.*s %.*s = (%.*s)%s; ", (int)type.size,
               type.at, n, r->name.at, (int)r->low.size, r->low.at, r->above ? " + 1" : "");
    text_print(out, "%.*s %s (%.*s); %.*s++) { if (%s", n, r->name.at, r->to ? "<=" : "<", high,
               r->high.at, n, r->name.at, universal ? "!" : "");
    text_print(out, "(%.*s)", (int)e.size, e.at);
    text_add(out, ") { __cinch_all = 0; break; }");
    if (r->to) text_print(out, " if (%.*s == (%.*s)) break;", n, r->name.at, high, r->high.at);
    text_print(out, " } %s__cinch_all; })", universal ? "" : "!");
}

/* ---- ranges that the compiler knows ---- */

/* A loop over the bytes of a record makes every access to it one at a variable place, and the
 * record an array of bytes; written out, it stays a record. So quantifiers over few constants are
 * written out, and the compiler chooses: only it knows sizes. */
enum { MOST_COPIES = 128 };

static bool is_number(text_span s) {
    for (size_t i = 0; i < s.size; i++)
        if (!isdigit((unsigned char)s.at[i])) return false;
    return s.size && s.size < 6;
}

/* A number, or the size of something: what is constant, and no variable of its own. */
static bool may_be_constant(text_span s) {
    static const char word[] = "sizeof";
    while (unwrap(&s)) {}
    if (is_number(s)) return true;
    text_span rest = {s.at + sizeof word - 1, s.size - (sizeof word - 1)};
    if (s.size < sizeof word || !begins(s, 0, word)) return false;
    rest = trimmed(rest);
    return unwrap(&rest);
}

/* Copies of a body that has copies itself would be too many. */
static bool may_be_copied(const quantifier_range *r, text_span e) {
    static const text_span inner = {"__cinch_all", sizeof "__cinch_all" - 1};
    return is_number(r->low) && may_be_constant(r->high) && !mentions(e, inner);
}

/* The body says itself what is not in the range. */
static void add_copies(bool universal, text_span type, const quantifier_range *r, text_span e,
                       text *out) {
    unsigned long first = strtoul(r->low.at, NULL, 10) + r->above;
    text_print(out, "({ _Bool __cinch_all = %d; ", universal);
    for (unsigned long k = first; k < first + MOST_COPIES; k++) {
        text_print(out, "{ enum : %.*s { %.*s = %lu }; __cinch_all %s= ", (int)type.size, type.at,
                   (int)r->name.size, r->name.at, k, universal ? "&" : "|");
        text_print(out, "(%.*s); } ", (int)e.size, e.at);
    }
    text_add(out, "__cinch_all; })");
}

static void add_range(bool universal, text_span type, const quantifier_range *r, text_span e,
                      text *out) {
    int high = (int)r->high.size;
    const char *at = r->high.at;
    if (!may_be_copied(r, e)) {
        add_loop(universal, type, r, e, out);
        return;
    }
    text_print(out,
               "__builtin_choose_expr(__builtin_choose_expr(__builtin_constant_p(%.*s), (%.*s), "
               "%d) < %.*s + %d, ",
               high, at, high, at, INT_MAX, (int)r->low.size, r->low.at, MOST_COPIES);
    add_copies(universal, type, r, e, out);
    text_add(out, ", ");
    add_loop(universal, type, r, e, out);
    text_add(out, ")");
}

/* `TYPE NAME`, the name in r. */
static text_span take_declaration(text_span s, quantifier_range *r) {
    size_t i = s.size;
    while (i && is_name_char(s.at[i - 1])) i--;
    r->name = (text_span){s.at + i, s.size - i};
    return trimmed((text_span){s.at, i});
}

/* The conditions in which the range stands; false: there are none. */
static bool take_conditions(bool universal, text_span e, text_span *conditions) {
    text_span rest;
    while (unwrap(&e)) {}
    *conditions = e;
    return !universal || cut(e, "==>", conditions, &rest);
}

/* An end, and a beginning unless the type has one. */
static bool is_ranged(const quantifier_range *r) {
    return r->name.size && r->high.size && !mentions(r->low, r->name) &&
           !mentions(r->high, r->name);
}

/* A variable of an unsigned type begins at 0 where nothing else is said; which types are unsigned
 * the compiler knows. */
static void add_unsigned(bool universal, text_span type, quantifier_range *r, text_span e,
                         text *out) {
    r->low = (text_span){"0", 1};
    text_print(out, "__builtin_choose_expr((%.*s)-1 > (%.*s)0, ", (int)type.size, type.at,
               (int)type.size, type.at);
    add_range(universal, type, r, e, out);
    text_add(out, ", " CPROVER_PREFIX "quantifier_without_range())");
}

void cprover_quantifier(bool universal, const char *body, text *out) {
    text_span declaration, e, conditions;
    quantifier_range r = {0};
    bool good = cut((text_span){body, strlen(body)}, ";", &declaration, &e) &&
                take_conditions(universal, e, &conditions);
    text_span type = good ? take_declaration(declaration, &r) : (text_span){0};
    if (good) take_comparison(&r, conditions);
    bool ranged = good && is_ranged(&r);
    if (ranged && r.low.size) add_range(universal, type, &r, e, out);
    else if (ranged) add_unsigned(universal, type, &r, e, out);
    else text_add(out, CPROVER_PREFIX "quantifier_without_range()");
}
