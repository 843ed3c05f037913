/* Words as integers: each operation against its meaning, over all values of small words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "program/integers.h"
#include "program/text_form.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    terms *t;
    program *p;
    values *pool;
    evaluator *eval;
    integer_reading x;
    bool read;
} lab;

static const char head[] =
    "var x : (_ BitVec 4); var y : (_ BitVec 4); var r : (_ BitVec 4); var q : "
    "(_ BitVec 8); input i nondet; error bad; start s; location e error bad;"
    "edge s -> l { havoc x from i; havoc y from i } edge l -> e { ";

static void lab_open(lab *b, const char *command) {
    static char source[1024];
    input_error error = {0};
    snprintf(source, sizeof source, "%s%s }", head, command);
    *b = (lab){.t = terms_new()};
    b->p = cfa_parse(b->t, source, strlen(source), "test.cfa", &error);
    if (!b->p) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    b->pool = values_new(b->t);
    b->eval = evaluator_new(b->t, b->pool);
    b->read = integers_read(&b->x, b->p);
    program_check(b->x.p);
}

static void lab_close(lab *b) {
    integers_release(&b->x);
    evaluator_delete(b->eval);
    values_delete(b->pool);
    program_delete(b->p);
    terms_delete(b->t);
}

static term integer_of(lab *b, const char *word) {
    uint64_t id = 0;
    assert_true(map_get(&b->x.image, term_find_var(b->t, word).id, &id));
    return (term){(uint32_t)id};
}

/* x and y in both readings. */
static void set_both(lab *b, model *m, const char *word, uint64_t bits) {
    int64_t number = bits & 8 ? (int64_t)bits - 16 : (int64_t)bits;
    model_set(m, term_find_var(b->t, word), value_bv(b->t, 4, bits));
    model_set(m, integer_of(b, word), value_of_term(b->pool, term_int(b->t, number)));
}

/* What the edge l -> e assigns or assumes, after what comes before the reading's own ranges. */
static term subject(const program *p) {
    cmd c = p->edges.data[1].command;
    return cmd_term(p, c);
}

static bool agree(lab *b, const model *m) {
    term words = subject(b->p), numbers = subject(b->x.p);
    value a = term_eval(b->eval, m, words), n = term_eval(b->eval, m, numbers);
    return value_equal(b->pool, a, integers_value(&b->x, b->pool, n, term_sort(b->t, words)));
}

/* The formula that comes back means what went in. */
static bool agrees_back(lab *b, const model *m) {
    term words = subject(b->p);
    if (!term_is_bool(b->t, words)) return true;
    term back = integers_to_words(&b->x, subject(b->x.p));
    assert_int_not_equal(back.id, 0);
    return term_holds(b->eval, m, back) == term_holds(b->eval, m, words);
}

static void all_values(const char *command) {
    lab b;
    lab_open(&b, command);
    if (!b.read) fail_msg("%s: no reading of %s", command, b.x.refused);
    for (uint64_t i = 0; i < 256; i++) {
        model m;
        model_init(&m, b.pool);
        set_both(&b, &m, "x", i & 15);
        set_both(&b, &m, "y", i >> 4);
        if (!agree(&b, &m) || !agrees_back(&b, &m))
            fail_msg("%s: x = %u, y = %u", command, (unsigned)i & 15, (unsigned)i >> 4);
        model_release(&m);
    }
    lab_close(&b);
}

static void operations_agree(void **state) {
    (void)state;
    static const char *const commands[] = {
        "r := (bvadd x y)",
        "r := (bvsub x y)",
        "r := (bvmul x y)",
        "r := (bvmul #x3 x)",
        "r := (bvnot x)",
        "r := (bvneg x)",
        "r := (bvshl x #x2)",
        "r := (bvlshr x #x1)",
        "r := (bvashr x #x2)",
        "r := (bvsdiv x #x3)",
        "r := (bvsdiv x #xd)",
        "r := (bvsrem x #x3)",
        "r := (bvsrem x #xd)",
        "r := (bvudiv x #x3)",
        "r := (bvurem x #x5)",
        "r := (bvudiv x #xb)",
        "r := (bvurem x #xb)",
        "q := (concat x y)",
        "q := ((_ zero_extend 4) x)",
        "q := ((_ sign_extend 4) x)",
        "q := (concat ((_ extract 2 1) x) #b00 ((_ extract 3 0) y))",
        "q := ((_ zero_extend 6) ((_ extract 2 1) x))",
        "q := ((_ sign_extend 6) ((_ extract 2 1) x))",
        "r := (ite (bvslt x y) x (bvadd y #x1))",
        "assume (bvslt x y)",
        "assume (bvult x y)",
        "assume (= x y)",
        "assume (not (bvult x #x5))",
        "assume (bvsaddo x y)",
        "assume (bvssubo x y)",
        "assume (bvsmulo x y)",
        "assume (bvuaddo x y)",
        "assume (bvumulo x y)",
        "assume (or (bvslt x #x2) (and (= y #x3) (bvult y x)))",
        "assume (= (bvsrem x #x3) #x1)",
        "assume (= (bvand ((_ extract 0 0) x) ((_ extract 1 1) y)) #b1)"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) all_values(commands[i]);
}

static void refused(const char *command, const char *what) {
    lab b;
    lab_open(&b, command);
    assert_false(b.read);
    assert_string_equal(b.x.refused, what);
    lab_close(&b);
}

static void what_is_no_arithmetic_is_refused(void **state) {
    (void)state;
    refused("r := (bvxor x y)", "bvxor");
    refused("r := (bvand x y)", "bvand");
    refused("r := (bvshl x y)", "bvshl");
    refused("r := (bvsdiv x y)", "bvsdiv");
}

/* Inputs and what is read before it is written lie in their range. */
static void ranges_are_assumed(void **state) {
    (void)state;
    lab b;
    lab_open(&b, "assume (= r x)");
    assert_true(b.read);
    cmd c = b.x.p->edges.data[0].command;
    map seen = {0};
    term_vec read = {0};
    cmd_read(b.x.p, c, &seen, &read);
    assert_true(map_get(&seen, integer_of(&b, "r").id, NULL));
    assert_true(map_get(&seen, integer_of(&b, "x").id, NULL));
    map_release(&seen);
    vec_release(&read);
    lab_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_agree),
        cmocka_unit_test(what_is_no_arithmetic_is_refused),
        cmocka_unit_test(ranges_are_assumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
