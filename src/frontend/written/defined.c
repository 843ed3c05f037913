/* When a formula has a value. Operands that C does not evaluate need none. */
#include "frontend/written/formula.h"
#include "base/fail.h"

#include <string.h>

static bool is(const formula *f, const char *name) { return !strcmp(f->name, name); }

static char *said(formula_context *c, const formula *f) {
    text t = {0};
    formula_say(c, f, &t);
    char *s = mem_string(text_string(&t));
    text_release(&t);
    return s;
}

/* A condition of its own: "1 && ... ". To be freed; NULL: always. */
static char *condition(formula_context *c, const formula *f) {
    text t = {0};
    formula_say_defined(c, f, &t);
    char *s = t.size ? mem_format("(1%s)", text_string(&t)) : NULL;
    text_release(&t);
    return s;
}

static void say_readable(formula_context *c, const char *format, const formula *place, text *out) {
    char *e = said(c, place);
    text_print(out, format, e, e);
    mem_free(e);
}

/* `f->b` is evaluated where `f->a` is true, or where it is false. */
static void say_second(formula_context *c, const formula *f, bool where, text *out) {
    formula_say_defined(c, f->a, out);
    char *second = condition(c, f->b);
    if (!second) return;
    char *first = said(c, f->a);
    text_print(out, " && (%s(%s) || %s)", where ? "!" : "", first, second);
    mem_free(first), mem_free(second);
}

static void say_choice(formula_context *c, const formula *f, text *out) {
    formula_say_defined(c, f->a, out);
    char *yes = condition(c, f->b), *no = condition(c, f->c), *first = said(c, f->a);
    if (yes || no) text_print(out, " && ((%s) ? %s : %s)", first, yes ? yes : "1", no ? no : "1");
    mem_free(yes), mem_free(no), mem_free(first);
}

static void say_operands(formula_context *c, const formula *f, text *out) {
    if (f->a) formula_say_defined(c, f->a, out);
    if (f->b) formula_say_defined(c, f->b, out);
}

static void say_binary(formula_context *c, const formula *f, text *out) {
    if (is(f, "&&") || is(f, "==>")) say_second(c, f, true, out);
    else if (is(f, "||")) say_second(c, f, false, out);
    else {
        say_operands(c, f, out);
        if (!is(f, "/") && !is(f, "%")) return;
        char *divisor = said(c, f->b);
        text_print(out, " && (%s) != 0", divisor);
        mem_free(divisor);
    }
}

/* The address of a place: nothing is read there. */
static void say_address(formula_context *c, const formula *f, text *out) {
    while (f->kind == FORMULA_GROUP || (f->kind == FORMULA_MEMBER && f->name[0] == '.')) f = f->a;
    say_operands(c, f, out);
}

static void say_unary(formula_context *c, const formula *f, text *out) {
    if (is(f, "&")) say_address(c, f->a, out);
    else formula_say_defined(c, f->a, out);
    if (is(f, "*")) say_readable(c, " && __CPROVER_r_ok(&(%s), sizeof(%s))", f, out);
}

/* Values from before are kept where they have one, and are any otherwise. */
static void say_call(formula_context *c, const formula *f, text *out) {
    if (is(f, "\\old") || is(f, "\\at") || is(f, "__CPROVER_old")) return;
    for (uint32_t i = 0; i < f->arguments.size; i++)
        formula_say_defined(c, f->arguments.data[i], out);
}

/* For all of its range; one without is refused elsewhere. */
static void say_quantifier(formula_context *c, const formula *q, text *out) {
    quantified_range r;
    char *body = condition(c, q->a);
    if (body && formula_range(q, &r)) {
        formula variable = {.kind = FORMULA_NAME, .name = q->name};
        formula has = {.kind = FORMULA_C, .name = body};
        formula within = {.kind = FORMULA_BINARY,
                          .name = "&&",
                          .a = formula_join(c, r.above ? "<" : "<=", r.low, &variable),
                          .b = formula_join(c, r.to ? "<=" : "<", &variable, r.high)};
        formula implied = {.kind = FORMULA_BINARY, .name = "==>", .a = &within, .b = &has};
        formula all = {.kind = FORMULA_FORALL, .name = q->name, .type = q->type, .a = &implied};
        text_add(out, " && ");
        formula_say(c, &all, out);
    }
    mem_free(body);
}

void formula_say_defined(formula_context *c, const formula *f, text *out) {
    if (c->refused->what[0]) return;
    switch (f->kind) {
    case FORMULA_NAME:
    case FORMULA_NUMBER:
    case FORMULA_SIZE:
    case FORMULA_C: return;
    case FORMULA_GROUP:
    case FORMULA_CAST:
    case FORMULA_RANGE: say_operands(c, f, out); return;
    case FORMULA_UNARY: say_unary(c, f, out); return;
    case FORMULA_BINARY: say_binary(c, f, out); return;
    case FORMULA_CHOICE: say_choice(c, f, out); return;
    case FORMULA_CALL: say_call(c, f, out); return;
    case FORMULA_INDEX:
        say_operands(c, f, out);
        say_readable(c, " && __CPROVER_r_ok(&(%s), sizeof(%s))", f, out);
        return;
    case FORMULA_MEMBER:
        formula_say_defined(c, f->a, out);
        if (f->name[0] == '-')
            say_readable(c, " && __CPROVER_r_ok((%s), sizeof(*(%s)))", f->a, out);
        return;
    case FORMULA_FORALL:
    case FORMULA_EXISTS: say_quantifier(c, f, out);
    }
}
