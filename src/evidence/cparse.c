#include "evidence/cparse.h"
#include "base/log.h"
#include "source/declarations.h"
#include "source/number_types.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* A value of C: an integer of a width and signedness, or a float. */
typedef struct {
    term t;
    uint32_t width;
    bool is_signed, is_float;
} c_value;

typedef struct {
    const c_scope *c;
    terms *t;
    const char *at, *end;
    char *why;
    size_t why_size;
    uint32_t depth;
} c_parser;

static bool fail(c_parser *r, const char *what) {
    if (!r->why[0]) snprintf(r->why, r->why_size, "%s at `%.30s`", what, r->at);
    return false;
}

static bool parse_expression(c_parser *r, int level, c_value *out);

static bool accept(c_parser *r, const char *what) {
    source_word w = word_at(r->at, r->end);
    if (word_is(w, what)) r->at = word_end(w);
    return word_is(w, what);
}

/* ---- conversions ---- */

static c_value integer(term t, uint32_t width, bool is_signed) {
    return (c_value){t, width, is_signed, false};
}

static c_value of_bool(c_parser *r, term b) {
    return integer(term_ite(r->t, b, term_bv(r->t, 32, 1), term_bv(r->t, 32, 0)), 32, true);
}

static term truth(c_parser *r, c_value a) {
    if (a.is_float) return term_not(r->t, term_1(r->t, OP_FP_IS_ZERO, a.t));
    return term_not(r->t, term_eq(r->t, a.t, term_bv(r->t, a.width, 0)));
}

static sort float_sort(c_parser *r, uint32_t width) {
    return width == 32 ? sort_fp(r->t, 8, 24) : sort_fp(r->t, 11, 53);
}

static c_value to_integer(c_parser *r, c_value a, uint32_t width, bool is_signed) {
    if (a.is_float) {
        term args[] = {term_rm(r->t, RTZ), a.t};
        term x = term_app_indexed(r->t, is_signed ? OP_FP_TO_SBV : OP_FP_TO_UBV, width, 0, 2, args);
        return integer(x, width, is_signed);
    }
    term x = width <= a.width ? term_extract(r->t, width - 1, 0, a.t)
             : a.is_signed    ? term_sext(r->t, a.t, width)
                              : term_zext(r->t, a.t, width);
    return integer(width == a.width ? a.t : x, width, is_signed);
}

static c_value to_float(c_parser *r, c_value a, uint32_t width) {
    if (a.is_float && a.width == width) return a;
    sort s = float_sort(r, width);
    enum op op = a.is_float ? OP_FP_FROM_FP : a.is_signed ? OP_FP_FROM_SBV : OP_FP_FROM_UBV;
    term args[] = {term_rm(r->t, RNE), a.t};
    term x = term_app_indexed(r->t, op, sort_eb(r->t, s), sort_sb(r->t, s), 2, args);
    return (c_value){x, width, true, true};
}

static c_value promoted(c_parser *r, c_value a) {
    return a.is_float || a.width >= 32 ? a : to_integer(r, a, 32, true);
}

/* The usual arithmetic conversions. */
static void balance(c_parser *r, c_value *a, c_value *b) {
    *a = promoted(r, *a);
    *b = promoted(r, *b);
    if (a->is_float || b->is_float) {
        uint32_t width =
            (a->is_float && a->width == 64) || (b->is_float && b->width == 64) ? 64 : 32;
        *a = to_float(r, *a, width);
        *b = to_float(r, *b, width);
        return;
    }
    uint32_t width = a->width > b->width ? a->width : b->width;
    bool is_signed = a->width == b->width  ? a->is_signed && b->is_signed
                     : a->width > b->width ? a->is_signed
                                           : b->is_signed;
    *a = to_integer(r, *a, width, is_signed);
    *b = to_integer(r, *b, width, is_signed);
}

/* ---- leaves ---- */

static bool parse_number(c_parser *r, c_value *out) {
    char *end;
    bool hex = r->at[0] == '0' && (r->at[1] == 'x' || r->at[1] == 'X');
    size_t digits = strspn(r->at, hex ? "0123456789abcdefABCDEFxX" : "0123456789");
    bool real = r->at[digits] == '.' || (hex ? r->at[digits] == 'p' || r->at[digits] == 'P'
                                             : r->at[digits] == 'e' || r->at[digits] == 'E');
    if (real) {
        double d = strtod(r->at, &end);
        bool single = *end == 'f' || *end == 'F';
        r->at = end + single;
        uint32_t width = single ? 32 : 64;
        *out = (c_value){term_fp_double(r->t, float_sort(r, width), d), width, true, true};
        return true;
    }
    errno = 0;
    unsigned long long n = strtoull(r->at, &end, 0);
    bool decimal = r->at[0] != '0', is_unsigned = false;
    uint32_t longs = 0;
    if (errno || end == r->at) return fail(r, "a number that is too large");
    for (; *end && strchr("uUlL", *end); end++) {
        if (tolower((unsigned char)*end) == 'u') is_unsigned = true;
        else longs++;
    }
    r->at = end;
    uint32_t width = longs >= 2 ? 64 : longs ? r->c->long_bits : 32;
    if (width == 32 && n >> (is_unsigned || !decimal ? 32 : 31)) width = 64;
    if (!is_unsigned && n >> (width - 1)) is_unsigned = true;
    *out = integer(term_bv(r->t, width, n), width, !is_unsigned);
    return true;
}

/* Whether a variable of that name is declared in the line of the text that holds `at`; `in_text`:
 * its line is in the text at all. */
static bool declared_in_line_of(const c_scope *c, const variable *v, size_t at, bool *in_text) {
    size_t start;
    *in_text =
        v->at.line && source_offset(c->map, program_text(c->p, v->at.file), v->at.line, 0, &start);
    return *in_text && at >= start && at < start + strcspn(c->map->content.data + start, "\n");
}

/* A static local of some function is a global of the program: its line is inside of braces. */
static bool declared_in_function(const c_scope *c, const variable *v, const char *name, size_t n) {
    size_t start, open, close, head, length;
    if (!c->map || !v->at.line ||
        !source_offset(c->map, program_text(c->p, v->at.file), v->at.line, 0, &start))
        return false;
    if (source_function_around(c->map, start, &open, &close, &head, &length)) return true;
    size_t brace = strcspn(c->map->content.data + start, "{\n");
    const char *found = memmem(c->map->content.data + start, brace, name, n);
    return !found;
}

/* No declaration in the text is meant: a local that is visible anyway would come from a
 * macro. */
static bool hidden_in_macro(const c_scope *c, const variable *v, const declarations *d) {
    bool in_text = false, known = false;
    size_t start = 0;
    for (uint32_t i = 0; i < d->size; i++)
        known |= declared_in_line_of(c, v, d->data[i].at, &in_text);
    if (known) return false;
    if (!v->at.line ||
        !source_offset(c->map, program_text(c->p, v->at.file), v->at.line, 0, &start))
        return true;
    return start < c->place; /* after the place it cannot be seen from there */
}

typedef struct {
    const variable *found;
    bool unclear;
} meaning;

static void consider(meaning *m, const variable *v) {
    if (m->found) m->unclear = true; /* copies of one variable: which is meant is not said */
    m->found = v;
}

/* The variable that a name means at the place, by the innermost declaration in the text; NULL where
 * that is not clear. */
static const variable *find_variable(c_parser *r, const char *name, size_t n) {
    const c_scope *c = r->c;
    const program *p = c->p;
    meaning m = {0};
    declarations d = {0};
    const declaration *meant = NULL;
    if (c->map) declarations_find(c->map, c->place, name, n, &d);
    for (uint32_t i = 0; i < d.size; i++)
        if (d.data[i].visible) meant = &d.data[i];
    for (uint32_t i = 0; i < p->variables.size; i++) {
        const variable *v = &p->variables.data[i];
        const char *spelt = program_text(p, v->name);
        bool in_text;
        if (!v->name || strlen(spelt) != n || memcmp(spelt, name, n) ||
            (v->scope && v->scope != c->function))
            continue;
        if (c->map && !meant && v->scope) m.unclear |= hidden_in_macro(c, v, &d);
        else if (!c->map || (meant ? declared_in_line_of(c, v, meant->at, &in_text)
                                   : !declared_in_function(c, v, name, n)))
            consider(&m, v);
    }
    vec_release(&d);
    return m.unclear ? NULL : m.found;
}

/* A variable of the program as a value of C, by its type there. */
static bool read_as(c_parser *r, term var, c_type type, bool is_signed, c_value *out) {
    sort s = term_sort(r->t, var);
    enum sort_kind k = sort_kind_of(r->t, s);
    uint32_t width = sort_width(r->t, s);
    bool is_float = k == SORT_FP || (k == SORT_BV && type.kind == C_FLOAT);
    if (k == SORT_BOOL)
        *out = integer(term_ite(r->t, var, term_bv(r->t, 8, 1), term_bv(r->t, 8, 0)), 8, false);
    else if (is_float && (width == 32 || width == 64)) {
        sort f = float_sort(r, width);
        term x = k == SORT_FP ? var
                              : term_app_indexed(r->t, OP_FP_FROM_BITS, sort_eb(r->t, f),
                                                 sort_sb(r->t, f), 1, &var);
        *out = (c_value){x, width, true, true};
    } else if (k == SORT_BV && !is_float && type.kind != C_POINTER)
        *out = integer(var, width, is_signed);
    else return fail(r, "a variable that is no number");
    return true;
}

static bool parse_variable(c_parser *r, c_value *out) {
    source_word name = word_at(r->at, r->end);
    const variable *v = find_variable(r, name.at, name.size);
    if (!v) return fail(r, "a variable that the program does not have, or has several times");
    r->at = word_end(name);
    return read_as(r, v->var, c_type_of(program_text(r->c->p, v->type)), v->is_signed, out);
}

static bool parse_result(c_parser *r, c_value *out) {
    c_type type = c_type_of(r->c->result_type ? r->c->result_type : "");
    if (!r->c->result.id || !accept(r, "\\result")) return fail(r, "expected an expression");
    return read_as(r, r->c->result, type, !type.is_unsigned, out);
}

/* ---- casts ---- */

static bool cast(c_parser *r, c_type to, c_value *a) {
    if (to.kind == C_POINTER || to.kind == C_OTHER || to.bits > 64)
        return fail(r, "a type that is not understood");
    if (to.kind == C_FLOAT) *a = to_float(r, *a, to.bits);
    else if (to.kind == C_BOOL) *a = to_integer(r, of_bool(r, truth(r, *a)), 8, false);
    else *a = to_integer(r, *a, to.bits ? to.bits : r->c->long_bits, !to.is_unsigned);
    return true;
}

/* ---- operators ---- */

static bool parse_unary(c_parser *r, c_value *out);

static bool parse_parenthesis(c_parser *r, c_value *out) {
    c_type to;
    const char *rest = c_type_take(r->at, r->end, &to);
    if (rest == r->at)
        return parse_expression(r, 0, out) && (accept(r, ")") || fail(r, "expected )"));
    r->at = rest;
    if (!accept(r, ")")) return fail(r, "a type that is not understood");
    return parse_unary(r, out) && cast(r, to, out);
}

static bool parse_unary(c_parser *r, c_value *out) {
    enum { DEEPEST = 500 };
    if (++r->depth > DEEPEST) return fail(r, "nested too deeply");
    bool good = true;
    source_word w = word_at(r->at, r->end);
    char c = w.size ? *w.at : 0;
    r->at = w.at;
    if (w.size == 1 && strchr("!-~+", c)) {
        r->at++;
        good = parse_unary(r, out);
        if (good && c == '!') *out = of_bool(r, term_not(r->t, truth(r, *out)));
        else if (good) {
            *out = promoted(r, *out);
            if (c == '-') out->t = term_1(r->t, out->is_float ? OP_FP_NEG : OP_BVNEG, out->t);
            if (c == '~' && !out->is_float) out->t = term_1(r->t, OP_BVNOT, out->t);
        }
    } else if (accept(r, "(")) good = parse_parenthesis(r, out);
    else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)r->at[1])))
        good = parse_number(r, out);
    else if (c == '\\') good = parse_result(r, out);
    else if (w.kind == WORD_NAME) good = parse_variable(r, out);
    else good = fail(r, "expected an expression");
    r->depth--;
    return good;
}

enum binary {
    B_OR,
    B_AND,
    B_BITOR,
    B_BITXOR,
    B_BITAND,
    B_EQ,
    B_NE,
    B_LE,
    B_GE,
    B_SHL,
    B_SHR,
    B_LT,
    B_GT,
    B_ADD,
    B_SUB,
    B_MUL,
    B_DIV,
    B_REM
};
static const struct {
    const char *sign;
    int level;
    enum binary op;
} binaries[] = {
    {"||", 1, B_OR},  {"&&", 2, B_AND}, {"|", 3, B_BITOR}, {"^", 4, B_BITXOR}, {"&", 5, B_BITAND},
    {"==", 6, B_EQ},  {"!=", 6, B_NE},  {"<=", 7, B_LE},   {">=", 7, B_GE},    {"<<", 8, B_SHL},
    {">>", 8, B_SHR}, {"<", 7, B_LT},   {">", 7, B_GT},    {"+", 9, B_ADD},    {"-", 9, B_SUB},
    {"*", 10, B_MUL}, {"/", 10, B_DIV}, {"%", 10, B_REM},
};

static bool float_binary(c_parser *r, enum binary op, c_value a, c_value b, c_value *out) {
    terms *t = r->t;
    term rm = term_rm(t, RNE);
    switch (op) {
    case B_EQ: *out = of_bool(r, term_2(t, OP_FP_EQ, a.t, b.t)); return true;
    case B_NE: *out = of_bool(r, term_not(t, term_2(t, OP_FP_EQ, a.t, b.t))); return true;
    case B_LE: *out = of_bool(r, term_2(t, OP_FP_LE, a.t, b.t)); return true;
    case B_GE: *out = of_bool(r, term_2(t, OP_FP_LE, b.t, a.t)); return true;
    case B_LT: *out = of_bool(r, term_2(t, OP_FP_LT, a.t, b.t)); return true;
    case B_GT: *out = of_bool(r, term_2(t, OP_FP_LT, b.t, a.t)); return true;
    case B_ADD:
    case B_SUB:
    case B_MUL:
    case B_DIV: {
        static const enum op ops[] = {OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_DIV};
        *out = (c_value){term_3(t, ops[op - B_ADD], rm, a.t, b.t), a.width, true, true};
        return true;
    }
    default: return fail(r, "a bit operation on floats");
    }
}

static bool integer_binary(c_parser *r, enum binary op, c_value a, c_value b, c_value *out) {
    terms *t = r->t;
    enum op le = a.is_signed ? OP_BVSLE : OP_BVULE, lt = a.is_signed ? OP_BVSLT : OP_BVULT;
    term x;
    switch (op) {
    case B_EQ: return *out = of_bool(r, term_eq(t, a.t, b.t)), true;
    case B_NE: return *out = of_bool(r, term_not(t, term_eq(t, a.t, b.t))), true;
    case B_LE: return *out = of_bool(r, term_2(t, le, a.t, b.t)), true;
    case B_GE: return *out = of_bool(r, term_2(t, le, b.t, a.t)), true;
    case B_LT: return *out = of_bool(r, term_2(t, lt, a.t, b.t)), true;
    case B_GT: return *out = of_bool(r, term_2(t, lt, b.t, a.t)), true;
    case B_BITOR: x = term_2(t, OP_BVOR, a.t, b.t); break;
    case B_BITXOR: x = term_2(t, OP_BVXOR, a.t, b.t); break;
    case B_BITAND: x = term_2(t, OP_BVAND, a.t, b.t); break;
    case B_ADD: x = term_2(t, OP_BVADD, a.t, b.t); break;
    case B_SUB: x = term_2(t, OP_BVSUB, a.t, b.t); break;
    case B_MUL: x = term_2(t, OP_BVMUL, a.t, b.t); break;
    case B_DIV: x = term_2(t, a.is_signed ? OP_BVSDIV : OP_BVUDIV, a.t, b.t); break;
    case B_REM: x = term_2(t, a.is_signed ? OP_BVSREM : OP_BVUREM, a.t, b.t); break;
    default: return fail(r, "an operator that is not understood");
    }
    *out = integer(x, a.width, a.is_signed);
    return true;
}

static bool shift(c_parser *r, enum binary op, c_value a, c_value b, c_value *out) {
    if (a.is_float || b.is_float) return fail(r, "a shift of floats");
    a = promoted(r, a);
    b = to_integer(r, promoted(r, b), a.width, false);
    enum op what = op == B_SHL ? OP_BVSHL : a.is_signed ? OP_BVASHR : OP_BVLSHR;
    *out = integer(term_2(r->t, what, a.t, b.t), a.width, a.is_signed);
    return true;
}

static bool apply(c_parser *r, enum binary op, c_value a, c_value b, c_value *out) {
    if (op == B_OR) return *out = of_bool(r, term_or(r->t, truth(r, a), truth(r, b))), true;
    if (op == B_AND) return *out = of_bool(r, term_and(r->t, truth(r, a), truth(r, b))), true;
    if (op == B_SHL || op == B_SHR) return shift(r, op, a, b, out);
    balance(r, &a, &b);
    return a.is_float ? float_binary(r, op, a, b, out) : integer_binary(r, op, a, b, out);
}

/* The binary operator here, of at least this level; -1: none. */
static int operator_here(c_parser *r, int level) {
    source_word w = word_at(r->at, r->end);
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
        if (word_is(w, binaries[i].sign)) return binaries[i].level >= level ? (int)i : -1;
    return -1;
}

static bool parse_binary(c_parser *r, int level, c_value *out) {
    if (!parse_unary(r, out)) return false;
    for (int i; (i = operator_here(r, level)) >= 0;) {
        c_value right;
        r->at = word_end(word_at(r->at, r->end));
        if (!parse_binary(r, binaries[i].level + 1, &right) ||
            !apply(r, binaries[i].op, *out, right, out))
            return false;
    }
    return true;
}

static bool parse_expression(c_parser *r, int level, c_value *out) {
    c_value yes, refuse;
    if (!parse_binary(r, level ? level : 1, out)) return false;
    if (level || !accept(r, "?")) return true;
    if (!parse_expression(r, 0, &yes) || !(accept(r, ":") || fail(r, "expected :")) ||
        !parse_expression(r, 0, &refuse))
        return false;
    balance(r, &yes, &refuse);
    yes.t = term_ite(r->t, truth(r, *out), yes.t, refuse.t);
    *out = yes;
    return true;
}

bool c_parse_condition(const c_scope *c, const char *expression, term *out, char *why,
                       size_t why_size) {
    assert_debug(why_size);
    LOG("evidence", "parse %s", expression);
    const char *end = expression + strlen(expression);
    c_parser r = {
        .c = c, .t = c->p->terms, .at = expression, .end = end, .why = why, .why_size = why_size};
    c_value v;
    why[0] = 0;
    if (!parse_expression(&r, 0, &v)) return false;
    if (word_at(r.at, end).kind != WORD_END) return fail(&r, "more than an expression");
    *out = truth(&r, v);
    return true;
}
