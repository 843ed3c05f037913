/* Terms as C: a compiler must find the values that the evaluator finds. Random expressions are
 * compiled with the undefined-behaviour sanitizer, and each compares itself with its expected
 * value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/child.h"
#include "fuzz/random_term.h"
#include "term/cexpr.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct {
    forest *f;
    char name[16];
} naming;

/* Of two variables of a sort the first is signed. */
static c_variable name_of(void *context, term var) {
    naming *n = context;
    const terms *t = n->f->t;
    uint32_t i = 0;
    while (i < n->f->vars.size && !same(n->f->vars.data[i], var)) i++;
    if (i == n->f->vars.size) return (c_variable){0};
    sort s = term_sort(t, var);
    return (c_variable){term_name(t, var), i % 2 == 0, sort_is_fp(t, s), sort_width(t, s)};
}

static const char *c_type(const terms *t, sort s, bool is_signed) {
    if (sort_is_fp(t, s)) return sort_sb(t, s) == 24 ? "float" : "double";
    switch (sort_width(t, s)) {
    case 1: return "_Bool";
    case 8: return is_signed ? "signed char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned int";
    default: return is_signed ? "long long" : "unsigned long long";
    }
}

static void small_forest(forest *f, terms *t, uint64_t seed) {
    static const uint32_t widths[] = {8, 16, 32, 64};
    *f = (forest){
        .t = t, .random = {seed}, .theories = THEORY_FUZZ_BV | THEORY_FUZZ_FP, .max_width = 64};
    for (int k = 0; k < 2; k++) forest_add_var(f, sort_bool(t));
    for (int i = 0; i < 8; i++) forest_add_var(f, sort_bv(t, widths[i / 2]));
    for (int i = 0; i < 4; i++) forest_add_var(f, i < 2 ? sort_fp(t, 8, 24) : sort_fp(t, 11, 53));
}

static void declare(forest *f, values *v, const model *m, text *out) {
    for (uint32_t i = 0; i < f->vars.size; i++) {
        sort s = term_sort(f->t, f->vars.data[i]);
        uint64_t bits = 0;
        value_u64(v, model_get(m, f->t, f->vars.data[i]), &bits);
        const char *type = c_type(f->t, s, i % 2 == 0), *name = term_name(f->t, f->vars.data[i]);
        if (sort_is_fp(f->t, s)) {
            const char *word = sort_sb(f->t, s) == 24 ? "unsigned int" : "unsigned long long";
            text_print(out, "  union { %s u; %s f; } u%u = {%lluULL}; volatile %s %s = u%u.f;\n",
                       word, type, i, (unsigned long long)bits, type, name, i);
        } else
            text_print(out, "  volatile %s %s = (%s)%lluULL;\n", type, name, type,
                       (unsigned long long)bits);
        text_print(out, "  (void)%s;\n", name);
    }
}

/* One function that returns whether the expression has its value; false where C cannot say the
 * term. */
static bool add_case(forest *f, values *v, const model *m, term a, value expected, uint32_t number,
                     text *out) {
    text e = {0};
    naming n = {.f = f};
    sort s = term_sort(f->t, a);
    uint64_t bits = 0;
    bool ok = value_u64(v, expected, &bits) && cexpr_term(f->t, a, name_of, &n, &e);
    if (ok) {
        text_print(out, "static int case_%u(void) {\n", number);
        declare(f, v, m, out);
        if (sort_is_fp(f->t, s)) {
            const char *type = c_type(f->t, s, false),
                       *word = sort_sb(f->t, s) == 24 ? "unsigned int" : "unsigned long long";
            uint64_t nan = sort_sb(f->t, s) == 24 ? 0x7fc00000u : 0x7ff8000000000000ull;
            text_print(out,
                       "  union { %s f; %s u; } r; r.f = %s;\n  return r.f != r.f ? %d : r.u == "
                       "%lluULL;\n}\n",
                       type, word, text_string(&e), bits == nan, (unsigned long long)bits);
        } else
            text_print(out, "  return ((unsigned long long)(%s) & %lluULL) == %lluULL;\n}\n",
                       text_string(&e), (unsigned long long)mask64(sort_width(f->t, s)),
                       (unsigned long long)bits);
    }
    text_release(&e);
    return ok;
}

static uint32_t add_tree(terms *t, uint64_t seed, uint32_t number, text *out) {
    forest f;
    small_forest(&f, t, seed);
    values *v = values_new(t);
    evaluator *e = evaluator_new(t, v);
    model m;
    term_vec built = {0};
    model_init(&m, v);
    forest_model(&f, v, &m);
    uint32_t root = forest_grow(&f, 12), made = 0;
    term a = tree_build(&f, root, &built);
    enum sort_kind kind = sort_kind_of(t, term_sort(t, a));
    if ((kind == SORT_BOOL || kind == SORT_BV || kind == SORT_FP) && !term_is_const(t, a))
        made = add_case(&f, v, &m, a, term_eval(e, &m, a), number, out);
    vec_release(&built);
    model_release(&m);
    evaluator_delete(e);
    values_delete(v);
    forest_release(&f);
    return made;
}

static void compile_and_run(const text *program) {
    char source[] = "/tmp/cinch_cexpr_XXXXXX.c", binary[64];
    int fd = mkstemps(source, 2);
    assert_true(fd >= 0);
    close(fd);
    snprintf(binary, sizeof binary, "%s.out", source);
    assert_true(text_write_file(program, source));
    text output = {0};
    child_limits limits = {.seconds = 100};
    char *compile[] = {"gcc",
                       "-std=c11",
                       "-w",
                       "-O0",
                       "-fsanitize=undefined",
                       "-fno-sanitize-recover=all",
                       "-fno-sanitize=shift",
                       "-o",
                       binary,
                       source,
                       NULL};
    char *run[] = {binary, NULL};
    child_result c = child_run(compile, NULL, &output, &output, limits);
    if (!c.started || c.status) fail_msg("gcc: %s", text_string(&output));
    text_clear(&output);
    c = child_run(run, NULL, &output, &output, limits);
    if (c.status || c.signal) fail_msg("%s: %s", source, text_string(&output));
    unlink(source);
    unlink(binary);
    text_release(&output);
}

static void test_random_expressions(void **state) {
    (void)state;
    text program = {0};
    uint32_t cases = 0;
    terms *t = NULL;
    text_add(&program, "#include <stdio.h>\n");
    for (uint64_t seed = 1; cases < 400 && seed < 20000; seed++) {
        t = terms_new();
        cases += add_tree(t, seed, cases, &program);
        terms_delete(t);
    }
    assert_true(cases == 400);
    text_add(&program, "int main(void) {\n  int bad = 0;\n");
    for (uint32_t i = 0; i < cases; i++)
        text_print(&program, "  if (!case_%u()) printf(\"case %u\\n\"), bad = 1;\n", i, i);
    text_add(&program, "  return bad;\n}\n");
    compile_and_run(&program);
    text_release(&program);
}

typedef struct {
    const char *name;
    bool is_signed, is_float;
} one_name;

static c_variable the_name(void *context, term var) {
    const one_name *n = context;
    (void)var;
    return (c_variable){n->name, n->is_signed, n->is_float, 32};
}

static void expect(terms *t, term a, one_name n, const char *expected) {
    text out = {0};
    text_add(&out, "keep ");
    assert_true(cexpr_term(t, a, the_name, &n, &out) == (*expected != 0));
    assert_string_equal(text_string(&out) + 5, expected);
    text_release(&out);
}

static void test_readable(void **state) {
    (void)state;
    terms *t = terms_new();
    term x = term_var(t, "x", sort_bv(t, 32)), ten = term_bv(t, 32, 10),
         minus = term_bv(t, 32, (uint64_t)-1);
    one_name si = {"x", true, false}, un = {"x", false, false}, fl = {"x", false, true};
    expect(t, term_2(t, OP_BVSLT, x, ten), si, "x < 10");
    expect(t, term_2(t, OP_BVSGE, x, ten), si, "x >= 10");
    expect(t, term_2(t, OP_BVULT, x, ten), un, "x < 10U");
    expect(t, term_not(t, term_eq(t, x, minus)), si, "x != (-1)");
    expect(t, term_2(t, OP_BVULT, x, ten), si, "(unsigned int)(x) < 10U");
    term f = term_app_indexed(t, OP_FP_FROM_BITS, 8, 24, 1, &x);
    expect(t, term_2(t, OP_FP_LT, f, term_fp_double(t, term_sort(t, f), 1.5)), fl, "x < 1.5f");
    expect(t, term_2(t, OP_FP_LT, f, term_fp_double(t, term_sort(t, f), 0.1)), fl, "x < 0.1f");
    expect(t, term_2(t, OP_FP_LT, f, term_fp_double(t, term_sort(t, f), -1e30)), fl,
           "x < (-1e+30f)");
    expect(t, term_2(t, OP_FP_LT, f, term_fp_double(t, term_sort(t, f), 7)), fl, "x < 7.0f");
    term small = term_2(t, OP_BVSLT, x, ten), known = term_not(t, term_eq(t, x, minus)),
         big = term_2(t, OP_BVSLT, term_bv(t, 32, 99), x);
    expect(t, term_or(t, big, term_and(t, small, known)), si, "x >= 100 || (x < 10 && x != (-1))");
    expect(t, term_2(t, OP_BVULT, x, ten), fl, "");
    expect(t, term_eq(t, term_var(t, "i", sort_int(t)), term_int(t, 1)), si, "");
    terms_delete(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_readable),
        cmocka_unit_test(test_random_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
