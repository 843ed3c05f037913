#include "frontend/written/formula.h"
#include "base/fail.h"
#include "source/number_types.h"

#include <stdlib.h>
#include <string.h>

formula *formula_bare(formula *f) {
    while (f->kind == FORMULA_GROUP) f = f->a;
    return f;
}

static bool is(const formula *f, const char *name) { return f && !strcmp(f->name, name); }

static bool is_one_of(const char *name, const char *const *set) {
    for (; *set; set++)
        if (!strcmp(name, *set)) return true;
    return false;
}

static const char *const comparisons[] = {"==", "!=", "<", "<=", ">", ">=", NULL};
static const char *const computations[] = {"+", "-", "*",  "/",  "%", "&",
                                           "|", "^", "<<", ">>", NULL};
static const char *const bitwise[] = {"&", "|", "^", "~", NULL};

/* ---- values from before ---- */
static void say_before(formula_context *c, const formula *f, text *out) {
    if (!c->has_before) refuse(c->refused, "a value from before the call, where there is none");
    for (uint32_t i = 0; i < c->bound.size; i++)
        if (formula_mentions(f, c->bound.data[i]))
            refuse(c->refused, "a value from before the call for every %s", c->bound.data[i]);
    char *name = mem_format("__cinch_%s_%u", c->prefix, c->kept.size);
    vec_push(&c->kept, ((kept_value){name, f}));
    text_add(out, name);
}

static void say_at(formula_context *c, const formula *f, text *out) {
    const formula *label = f->arguments.size == 2 ? f->arguments.data[1] : NULL;
    if (is(label, "Pre") || is(label, "Old")) say_before(c, f->arguments.data[0], out);
    else if (is(label, "Here") || is(label, "Post")) formula_say(c, f->arguments.data[0], out);
    else refuse(c->refused, "\\at(..., %s)", label ? label->name : "");
}

/* ---- memory ---- */
static char *said(formula_context *c, const formula *f, bool whole) {
    text t = {0};
    (whole ? formula_say_whole : formula_say)(c, f, &t);
    char *s = mem_string(text_string(&t));
    text_release(&t);
    return s;
}

static bool is_range(const formula *f) {
    while (f->kind == FORMULA_GROUP) f = f->a;
    return f->kind == FORMULA_RANGE;
}

static const formula *range_of(const formula *f) {
    while (f->kind == FORMULA_GROUP) f = f->a;
    return f;
}

/* `base`, a pointer, and the elements from it on. */
static void set_elements(formula_context *c, const formula *base, const formula *range,
                         place_set *out) {
    char *pointer = said(c, base, false);
    out->base = base;
    if (!range) {
        out->pointer = mem_format("(%s)", pointer);
        out->bytes = mem_format("sizeof(*(%s))", pointer);
        mem_free(pointer);
        return;
    }
    char *low = said(c, range->a, true), *high = said(c, range->b, true);
    out->low = range->a, out->high = range->b;
    out->pointer = mem_format("((%s) + (%s))", pointer, low);
    out->count = mem_format("((%s) < (%s) ? 0ULL : (unsigned long long)((%s) - (%s) + 1))", high,
                            low, high, low);
    out->bytes = mem_format("(%s * sizeof(*(%s)))", out->count, pointer);
    mem_free(low), mem_free(high), mem_free(pointer);
}

static void set_one(formula_context *c, const formula *place, place_set *out) {
    char *s = said(c, place, false);
    out->pointer = mem_format("(&(%s))", s);
    out->bytes = mem_format("sizeof(%s)", s);
    out->base = place;
    mem_free(s);
}

bool place_set_read(formula_context *c, formula *f, bool places, place_set *out) {
    *out = (place_set){0};
    f = formula_bare(f);
    if (!places && f->kind == FORMULA_UNARY && is(f, "&"))
        return place_set_read(c, f->a, true, out);
    if (places && f->kind == FORMULA_UNARY && is(f, "*"))
        return place_set_read(c, f->a, false, out);
    bool ranged = places ? f->kind == FORMULA_INDEX : f->kind == FORMULA_BINARY && is(f, "+");
    if (ranged && is_range(f->b)) set_elements(c, f->a, range_of(f->b), out);
    else if (places) set_one(c, f, out);
    else set_elements(c, f, NULL, out);
    return true;
}

static void place_set_release(place_set *s) {
    mem_free(s->pointer), mem_free(s->bytes), mem_free(s->count);
}

/* No object is larger than 2^40 bytes (an assumption that every proof says). */
static void say_valid(formula_context *c, const formula *call, const char *access, text *out) {
    text_add(out, "(1");
    for (uint32_t i = 0; i < call->arguments.size; i++) {
        place_set s;
        place_set_read(c, call->arguments.data[i], false, &s);
        if (s.count)
            text_print(out, " && (!%s || (%s <= (1ULL << 40) && __CPROVER_%s(%s, %s)))", s.count,
                       s.count, access, s.pointer, s.bytes);
        else text_print(out, " && __CPROVER_%s(%s, %s)", access, s.pointer, s.bytes);
        place_set_release(&s);
    }
    text_add(out, ")");
}

static void say_separated(formula_context *c, const formula *call, text *out) {
    text_add(out, "(1");
    for (uint32_t i = 0; i < call->arguments.size; i++)
        for (uint32_t k = i + 1; k < call->arguments.size; k++) {
            place_set a, b;
            place_set_read(c, call->arguments.data[i], false, &a);
            place_set_read(c, call->arguments.data[k], false, &b);
            text_print(out, " && __cinch_separated(%s, %s, %s, %s)", a.pointer, a.bytes, b.pointer,
                       b.bytes);
            place_set_release(&a), place_set_release(&b);
        }
    text_add(out, ")");
}

/* ---- calls ---- */
static void say_arguments(formula_context *c, const formula *f, text *out) {
    text_print(out, "%s(", f->name);
    for (uint32_t i = 0; i < f->arguments.size; i++) {
        text_add(out, i ? ", " : "");
        formula_say(c, f->arguments.data[i], out);
    }
    text_add(out, ")");
}

/* Words of CBMC that say something and change nothing. */
static const char *const predicates[] = {"__CPROVER_r_ok",
                                         "__CPROVER_w_ok",
                                         "__CPROVER_rw_ok",
                                         "__CPROVER_same_object",
                                         "__CPROVER_POINTER_OBJECT",
                                         "__CPROVER_POINTER_OFFSET",
                                         "__CPROVER_OBJECT_SIZE",
                                         "__CPROVER_DYNAMIC_OBJECT",
                                         "__CPROVER_overflow_plus",
                                         "__CPROVER_overflow_minus",
                                         "__CPROVER_overflow_mult",
                                         "__CPROVER_overflow_shl",
                                         "__CPROVER_overflow_unary_minus",
                                         NULL};

static bool is_defined(const formula_context *c, const char *name) {
    for (uint32_t i = 0; c->defined && i < c->defined->size; i++)
        if (!strcmp(c->defined->data[i], name)) return true;
    return false;
}

static void say_call(formula_context *c, const formula *f, text *out) {
    bool acsl = c->acsl;
    if (f->arguments.size == 1 && is(f, acsl ? "\\old" : "__CPROVER_old"))
        say_before(c, f->arguments.data[0], out);
    else if (acsl && is(f, "\\at")) say_at(c, f, out);
    else if (acsl && is(f, "\\valid")) say_valid(c, f, "rw_ok", out);
    else if (acsl && is(f, "\\valid_read")) say_valid(c, f, "r_ok", out);
    else if (acsl && is(f, "\\separated")) say_separated(c, f, out);
    else if (!acsl && (is_one_of(f->name, predicates) || is_defined(c, f->name)))
        say_arguments(c, f, out);
    else if (!acsl && is(f, "__CPROVER_is_fresh"))
        refuse(c->refused, "__CPROVER_is_fresh below another operation than && and ==>");
    else refuse(c->refused, "%s(...) in a formula", f->name);
}

/* ---- names and numbers ---- */
static void say_name(formula_context *c, const formula *f, text *out) {
    if (is(f, c->acsl ? "\\result" : "__CPROVER_return_value")) {
        if (!c->result) refuse(c->refused, "%s, where there is none", f->name);
        else text_add(out, c->result);
    } else if (is(f, "\\true")) text_add(out, "1");
    else if (is(f, "\\false")) text_add(out, "0");
    else if (is(f, "\\null")) text_add(out, "((void *)0)");
    else if (f->name[0] == '\\') refuse(c->refused, "%s", f->name);
    else text_add(out, f->name);
}

static bool is_small_number(const formula *f) {
    return f->kind == FORMULA_NUMBER && strlen(f->name) <= 18 &&
           strspn(f->name, "0123456789") == strlen(f->name);
}

/* Numbers of 64 bits in 128, smaller ones in 64; pointers and floats stay what they are. */
static void say_widened(const char *e, text *out) {
    text_print(
        out,
        "((%s) + (__typeof__(_Generic((%s), long: (_BitInt(128))0, unsigned long: (_BitInt(128))0, "
        "long long: (_BitInt(128))0, unsigned long long: (_BitInt(128))0, default: 0LL)))0)",
        e, e);
}

/* Real numbers are not floats. */
static void say_no_float(const char *e, text *out) {
    text_print(out,
               "((void)sizeof(struct { _Static_assert(_Generic((%s), float: 0, double: 0, long "
               "double: 0, default: 1), \"ACSL computes with real numbers here, which is not "
               "supported\"); int unused; }), ",
               e);
    say_widened(e, out);
    text_add(out, ")");
}

static bool is_null(const formula *f) {
    return f->kind == FORMULA_GROUP ? is_null(f->a) : is(f, "\\null");
}

static void say_operands(formula_context *c, const formula *f, text *out, bool whole) {
    void (*say)(formula_context *, const formula *, text *) =
        whole ? formula_say_whole : formula_say;
    text_add(out, "(");
    say(c, f->a, out);
    text_print(out, " %s ", f->name);
    say(c, f->b, out);
    text_add(out, ")");
}

static bool computes(const formula *f) {
    if (f->kind == FORMULA_UNARY) return strchr("-+~", *f->name) != NULL;
    return f->kind == FORMULA_BINARY && is_one_of(f->name, computations);
}

/* How large a computation gets at most, as a constant of C that is not too small. */
static void say_bound(formula_context *c, const formula *f, text *out) {
    if (f->kind == FORMULA_GROUP || (f->kind == FORMULA_CAST && is(f, "integer"))) {
        say_bound(c, f->a, out);
    } else if (is_small_number(f)) text_print(out, "%s.0", f->name);
    else if (f->kind == FORMULA_SIZE) text_add(out, "0x1p60");
    else if (!computes(f)) {
        char *e = said(c, f, false);
        text_print(out,
                   "(__builtin_classify_type(%s) == 5 ? 0x1p60 : sizeof((%s) + 0) <= 4 ? 0x1p32 : "
                   "sizeof((%s) + 0) <= 8 ? 0x1p64 : 0x1p200)",
                   e, e, e);
        mem_free(e);
    } else {
        const char *how = is(f, "*") ? " * " : is(f, "<<") ? " * 0x1p31 + " : " + ";
        text_add(out, is_one_of(f->name, bitwise) ? "2 * (1 + " : "(1 + ");
        say_bound(c, f->a, out);
        if (f->b) text_add(out, how), say_bound(c, f->b, out);
        text_add(out, ")");
    }
}

static void say_step(formula_context *c, const formula *f, text *out) {
    if ((is(f, "<<") || is(f, ">>")) && f->kind == FORMULA_BINARY &&
        !(is_small_number(f->b) && atoi(f->b->name) < 31))
        refuse(c->refused, "%s by an unknown number", f->name);
    if (f->kind == FORMULA_BINARY) {
        say_operands(c, f, out, true);
        return;
    }
    text_print(out, "(%s", f->name);
    formula_say_whole(c, f->a, out);
    text_add(out, ")");
}

/* All steps of a computation are done in one type that none of them leaves. */
static void say_computation(formula_context *c, const formula *f, text *out) {
    text bound = {0};
    say_bound(c, f, &bound);
    char *type =
        mem_format("__typeof__(__builtin_choose_expr(sizeof(struct { char fits[(%s) < 0x1p61 "
                   "? 1 : 2]; }) == 1, 0LL, (_BitInt(128))0))",
                   text_string(&bound));
    text_print(
        out,
        "((void)sizeof(struct { _Static_assert((%s) < 0x1p126, \"a computation that may have "
        "more than 127 bits is not supported\"); int unused; }), ",
        text_string(&bound));
    c->wide = type;
    say_step(c, f, out);
    c->wide = NULL;
    text_add(out, ")");
    mem_free(type);
    text_release(&bound);
}

/* An operand of a computation, in the type of that. */
static void say_operand(formula_context *c, const formula *f, text *out) {
    const char *wide = c->wide;
    c->wide = NULL;
    char *e = said(c, f, false);
    c->wide = wide;
    text_add(out, "((void)");
    say_no_float(e, out);
    text_print(out,
               ", (%s) + (__typeof__(__builtin_choose_expr(__builtin_classify_type(%s) == 5, 0LL, "
               "(%s)0)))0)",
               e, e, wide);
    mem_free(e);
}

void formula_say_whole(formula_context *c, const formula *f, text *out) {
    if (c->refused->what[0]) return;
    if (!c->acsl) formula_say(c, f, out);
    else if (f->kind == FORMULA_GROUP || (f->kind == FORMULA_CAST && is(f, "integer")))
        formula_say_whole(c, f->a, out);
    else if (is_small_number(f))
        text_print(out, "((%s)%sLL)", c->wide ? c->wide : "long long", f->name);
    else if (f->kind == FORMULA_SIZE)
        text_print(out, "((%s)sizeof %s)", c->wide ? c->wide : "long long", f->name);
    else if (computes(f) && c->wide) say_step(c, f, out);
    else if (computes(f)) say_computation(c, f, out);
    else if (c->wide) say_operand(c, f, out);
    else {
        char *e = said(c, f, false);
        say_no_float(e, out);
        mem_free(e);
    }
}

/* ---- operations ---- */
static void say_between(formula_context *c, const formula *f, const char *before,
                        const char *between, const char *after, text *out) {
    text_add(out, before);
    formula_say(c, f->a, out);
    text_add(out, between);
    formula_say(c, f->b, out);
    text_add(out, after);
}

/* Floats are compared as they are; numbers as if they had no bounds. */
static void say_compared(formula_context *c, const formula *f, text *out) {
    if (computes(f->kind == FORMULA_GROUP ? formula_bare((formula *)f) : f) || is_small_number(f)) {
        formula_say_whole(c, f, out);
        return;
    }
    char *e = said(c, f, false);
    say_widened(e, out);
    mem_free(e);
}

static void say_comparison(formula_context *c, const formula *f, text *out) {
    if (!c->acsl || is_null(f->a) || is_null(f->b)) {
        say_operands(c, f, out, false);
        return;
    }
    text_add(out, "(");
    say_compared(c, f->a, out);
    text_print(out, " %s ", f->name);
    say_compared(c, f->b, out);
    text_add(out, ")");
}

/* The other branch decides nothing about the sign of a number. */
static void say_choice(formula_context *c, const formula *f, text *out) {
    bool whole = c->acsl && !is_null(f->b) && !is_null(f->c);
    text_add(out, "(");
    formula_say(c, f->a, out);
    text_add(out, " ? ");
    (whole ? say_compared : formula_say)(c, f->b, out);
    text_add(out, " : ");
    (whole ? say_compared : formula_say)(c, f->c, out);
    text_add(out, ")");
}

static void say_binary(formula_context *c, const formula *f, text *out) {
    if (is(f, "==>")) say_between(c, f, "(!(", ") || (", "))", out);
    else if (is(f, "<==>")) say_between(c, f, "(!(", ") == !(", "))", out);
    else if (is(f, "^^")) say_between(c, f, "(!(", ") != !(", "))", out);
    else if (is_one_of(f->name, comparisons)) say_comparison(c, f, out);
    else if (c->acsl && computes(f)) formula_say_whole(c, f, out);
    else say_operands(c, f, out, false);
}

static void say_unary(formula_context *c, const formula *f, text *out) {
    if (c->acsl && computes(f)) {
        formula_say_whole(c, f, out);
        return;
    }
    text_print(out, "(%s", f->name);
    formula_say(c, f->a, out);
    text_add(out, ")");
}

static void say_cast(formula_context *c, const formula *f, text *out) {
    if (is(f, "integer")) {
        formula_say_whole(c, f->a, out);
        return;
    }
    if (is(f, "real")) refuse(c->refused, "real numbers");
    text_print(out, "((%s)(", f->name);
    formula_say(c, f->a, out);
    text_add(out, "))");
}

/* ---- quantifiers ---- */
bool formula_same(const formula *a, const formula *b) {
    while (a && a->kind == FORMULA_GROUP) a = a->a;
    while (b && b->kind == FORMULA_GROUP) b = b->a;
    if (!a || !b) return a == b;
    if (a->kind != b->kind || strcmp(a->name, b->name) || a->arguments.size != b->arguments.size)
        return false;
    for (uint32_t i = 0; i < a->arguments.size; i++)
        if (!formula_same(a->arguments.data[i], b->arguments.data[i])) return false;
    return formula_same(a->a, b->a) && formula_same(a->b, b->b) && formula_same(a->c, b->c);
}

bool formula_mentions(const formula *f, const char *name) {
    if (!f) return false;
    if (f->kind == FORMULA_NAME && is(f, name)) return true;
    if (f->kind == FORMULA_SIZE && names_word(f->name, f->name + strlen(f->name), name))
        return true;
    for (uint32_t i = 0; i < f->arguments.size; i++)
        if (formula_mentions(f->arguments.data[i], name)) return true;
    return formula_mentions(f->a, name) || formula_mentions(f->b, name) ||
           formula_mentions(f->c, name);
}

static bool is_before(const formula *f) {
    return f->kind == FORMULA_CALL && (is(f, "\\old") || is(f, "\\at") || is(f, "__CPROVER_old"));
}

bool formula_looks_back(const formula *f, const char *name) {
    assert_debug(*name);
    if (!f) return false;
    if (is_before(f)) return formula_mentions(f, name);
    for (uint32_t i = 0; i < f->arguments.size; i++)
        if (formula_looks_back(f->arguments.data[i], name)) return true;
    return formula_looks_back(f->a, name) || formula_looks_back(f->b, name) ||
           formula_looks_back(f->c, name);
}

bool formula_goes_back(const formula *f) {
    if (!f) return false;
    if (f->kind == FORMULA_RANGE || f->kind == FORMULA_INDEX) {
        const formula *low = f->kind == FORMULA_RANGE ? f->a : f->b;
        if (!is_range(low) && !is_small_number(low)) return true;
        return f->kind == FORMULA_INDEX && formula_goes_back(low);
    }
    if (f->kind == FORMULA_BINARY && !is_range(f->b)) return true;
    return formula_goes_back(f->a) || formula_goes_back(f->b);
}

void formula_rename(formula *f, const char *from, const char *to) {
    assert_debug(*from && *to);
    if (!f) return;
    bool quantifier = f->kind == FORMULA_FORALL || f->kind == FORMULA_EXISTS;
    if (quantifier && is(f, from)) return;
    if (f->kind == FORMULA_NAME && is(f, from)) f->name = to;
    for (uint32_t i = 0; i < f->arguments.size; i++) formula_rename(f->arguments.data[i], from, to);
    formula_rename(f->a, from, to);
    formula_rename(f->b, from, to);
    formula_rename(f->c, from, to);
}

static bool is_variable(formula *f, const char *name) {
    f = formula_bare(f);
    return f->kind == FORMULA_NAME && is(f, name);
}

static void take_bound(quantified_range *r, const char *name, formula *left, formula *right,
                       bool strict) {
    if (is_variable(right, name) && !r->low && !formula_mentions(left, name))
        r->low = left, r->above = strict;
    if (is_variable(left, name) && !r->high && !formula_mentions(right, name))
        r->high = right, r->to = !strict;
}

static void take_bounds(quantified_range *r, const char *name, formula *f) {
    f = formula_bare(f);
    if (f->kind != FORMULA_BINARY) return;
    if (is(f, "&&")) take_bounds(r, name, f->a), take_bounds(r, name, f->b);
    else if (is(f, "<")) take_bound(r, name, f->a, f->b, true);
    else if (is(f, "<=")) take_bound(r, name, f->a, f->b, false);
    else if (is(f, ">")) take_bound(r, name, f->b, f->a, true);
    else if (is(f, ">=")) take_bound(r, name, f->b, f->a, false);
}

/* By its words; that the compiler agrees is asserted where 0 is taken for its lower bound. */
static bool is_unsigned(const char *type) { return c_type_of(type).is_unsigned; }

/* The bounds stand in what implies the rest; of several variables, below the last quantifier. */
bool formula_range(const formula *q, quantified_range *out) {
    formula *f = formula_bare(q->a);
    *out = (quantified_range){0};
    while (f->kind == q->kind) f = formula_bare(f->a);
    while (q->kind == FORMULA_FORALL && f->kind == FORMULA_BINARY && is(f, "==>")) {
        take_bounds(out, q->name, f->a);
        f = formula_bare(f->b);
    }
    if (q->kind == FORMULA_EXISTS) take_bounds(out, q->name, f);
    static formula zero = {.kind = FORMULA_NUMBER, .name = "0"};
    out->implied = !out->low && is_unsigned(q->type);
    if (out->implied) out->low = &zero;
    return out->low && out->high;
}

/* integer: the type of its bounds, into which everything between them fits. */
void formula_say_type(formula_context *c, const formula *q, text *out) {
    quantified_range r;
    if (strcmp(q->type, "integer")) {
        text_add(out, q->type);
        return;
    }
    if (!formula_range(q, &r)) {
        refuse(c->refused, "a quantifier over all integers (%s)", q->name);
        return;
    }
    bool one_sign = is_small_number(formula_bare(r.low)) || is_small_number(formula_bare(r.high));
    bool whole = c->acsl && (r.above || !one_sign); /* one above a bound, signs that differ */
    char *low = said(c, r.low, whole), *high = said(c, r.high, whole);
    text_print(out, "__typeof__(1 ? (%s) : (%s))", low, high);
    mem_free(low), mem_free(high);
}

/* The first value is one of the type that was written. */
static void say_checked_type(formula_context *c, const formula *q, const quantified_range *r,
                             text *out) {
    if (!strcmp(q->type, "integer")) return;
    char *low = said(c, r->low, false);
    if (r->implied) text_print(out, "_Static_assert((%s)-1 > 0", q->type);
    else if (is_small_number(formula_bare(r->low)))
        text_print(out, "_Static_assert((%s)(%sLL + %d) == (%sLL + %d)", q->type, low, r->above,
                   low, r->above);
    else
        text_print(out,
                   "_Static_assert((%d && __builtin_types_compatible_p(__typeof__((%s)0), "
                   "__typeof__(%s))) || ((%s)-1 < 0 && sizeof(%s) > sizeof(%s))",
                   !r->above, q->type, low, q->type, q->type, low);
    text_add(out, ", \"a quantified variable of a type that does not hold its lower bound is not "
                  "supported\"); ");
    mem_free(low);
}

static void say_loop(formula_context *c, const formula *q, text *out) {
    quantified_range r;
    bool all = q->kind == FORMULA_FORALL;
    if (!formula_range(q, &r)) {
        refuse(c->refused, "a quantifier without the range of %s", q->name);
        return;
    }
    for (const formula *in = formula_bare(q->a); in->kind == q->kind; in = formula_bare(in->a))
        if (formula_mentions(r.low, in->name) || formula_mentions(r.high, in->name))
            refuse(c->refused, "a range of %s that depends on %s", q->name, in->name);
    vec_push(&c->bound, (char *)(uintptr_t)q->name);
    text_add(out, "({ ");
    say_checked_type(c, q, &r, out);
    text_add(out, "_Bool __cinch_all = 1; for (");
    formula_say_type(c, q, out);
    text_print(out, " %s = ", q->name);
    (r.above ? formula_say_whole : formula_say)(c, r.low, out);
    text_print(out, "%s; ", r.above ? " + 1" : "");
    formula variable = {.kind = FORMULA_NAME, .name = q->name};
    say_comparison(
        c,
        &(formula){.kind = FORMULA_BINARY, .name = r.to ? "<=" : "<", .a = &variable, .b = r.high},
        out);
    text_print(out, ";) { if (%s(", all ? "!" : "");
    formula_say(c, q->a, out);
    text_add(out, ")) { __cinch_all = 0; break; }");
    /* The type may end before the range does. */
    text_print(out, " if (__builtin_add_overflow(%s, 1, &%s)) break;", q->name, q->name);
    text_print(out, " } %s__cinch_all; })", all ? "" : "!");
    (void)vec_pop(&c->bound);
}

void formula_say(formula_context *c, const formula *f, text *out) {
    if (c->refused->what[0]) return;
    switch (f->kind) {
    case FORMULA_NAME: say_name(c, f, out); return;
    case FORMULA_C:
    case FORMULA_NUMBER: text_add(out, f->name); return;
    case FORMULA_SIZE: text_print(out, "sizeof %s", f->name); return;
    case FORMULA_UNARY: say_unary(c, f, out); return;
    case FORMULA_BINARY: say_binary(c, f, out); return;
    case FORMULA_CAST: say_cast(c, f, out); return;
    case FORMULA_CALL: say_call(c, f, out); return;
    case FORMULA_RANGE: refuse(c->refused, "a range where a value is meant"); return;
    case FORMULA_FORALL:
    case FORMULA_EXISTS: say_loop(c, f, out); return;
    case FORMULA_GROUP:
        text_add(out, "(");
        formula_say(c, f->a, out);
        text_add(out, ")");
        return;
    case FORMULA_INDEX: say_between(c, f, "", "[", "]", out); return;
    case FORMULA_MEMBER:
        formula_say(c, f->a, out);
        text_add(out, f->name);
        return;
    case FORMULA_CHOICE: say_choice(c, f, out);
    }
}

void formula_context_release(formula_context *c) {
    for (uint32_t i = 0; i < c->kept.size; i++) mem_free(c->kept.data[i].name);
    vec_release(&c->kept);
    vec_release(&c->bound);
    vec_release(&c->expanding);
    text_release(&c->chosen);
}
