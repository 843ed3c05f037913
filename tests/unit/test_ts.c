/* Readers of transition systems: what they must refuse, and where they say so. A construct that
 * were skipped would be a wrong verdict. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "frontend/ts/ts.h"

#include <stdio.h>
#include <string.h>

typedef program *loader(terms *t, const char *script, size_t size, const char *file,
                        input_error *error, text *unsupported);

enum outcome { READ, WRONG, UNSUPPORTED };

static void load(loader *read, const char *script, size_t size, enum outcome expected) {
    terms *t = terms_new();
    input_error error = {0};
    text unsupported = {0};
    program *p = read(t, script, size, "test", &error, &unsupported);
    enum outcome outcome = p ? READ : error.message[0] ? WRONG : UNSUPPORTED;
    if (outcome != expected)
        fail_msg("%s\n outcome %d instead of %d: %s%s", script, outcome, expected, error.message,
                 text_string(&unsupported));
    if (outcome == WRONG) assert_true(error.line > 0);
    if (outcome == UNSUPPORTED) assert_true(unsupported.size > 0);
    program_delete(p);
    text_release(&unsupported);
    terms_delete(t);
}

static const char horn_start[] =
    "(set-logic HORN)(declare-fun P (Int) Bool)(assert (forall ((x Int)) (=> (= x 0) (P x))))";

static void horn(const char *rest, enum outcome expected) {
    char script[2048];
    snprintf(script, sizeof script, "%s%s", horn_start, rest);
    load(horn_load, script, strlen(script), expected);
}

static void test_horn(void **state) {
    (void)state;
    horn("(assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))(check-sat)", READ);
    horn("(assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) false)))", UNSUPPORTED);
    horn("(assert (forall ((x Int)) (=> (or (P x) (< x 0)) false)))", UNSUPPORTED);
    horn("(assert (forall ((x Int)) (=> (< x 0) (and (P x) (P 1)))))", UNSUPPORTED);
    horn("(assert (forall ((x Int)) (=> (< x 0) (or (P x) (P 1)))))", UNSUPPORTED);
    horn("(declare-fun n () Int)(assert (=> (P n) false))", UNSUPPORTED);
    horn("(declare-fun f (Int) Int)(assert (=> (P (f 1)) false))", UNSUPPORTED);
    horn("(assert (forall ((x Int) (y Int)) (=> (and (P x) (= (div x y) 1)) false)))", UNSUPPORTED);
    horn("(assert (forall ((x Int)) (=> (and (P x) (= (mod x 2) 1)) false)))", READ);
    horn("(assert (forall ((P Bool)) (=> P false)))", UNSUPPORTED);
    horn("(assert (=> (let ((P 1)) (P P)) false))", UNSUPPORTED);
    horn("(check-sat)(assert (=> (P 0) false))", UNSUPPORTED);
    horn("(assert (=> (P 0) false) extra)", WRONG);
    horn("(assert (=> (P 0 1) false))", WRONG);
    horn("(assert (=> (P true) false))", WRONG);
    horn("(assert (=> (P x) false))", WRONG);
    horn("(declare-fun Q Int Bool)", WRONG);
    horn("(push 1)", WRONG);
    horn("(define-fun g () Int 1)", WRONG);
}

/* One name may be bound twice, even with two sorts, and means the inner one inside only. */
static void test_horn_scopes(void **state) {
    (void)state;
    horn("(assert (forall ((x Int)) (forall ((x Bool)) (=> (and x (P 0)) false))))", READ);
    horn("(assert (forall ((x Bool)) (=> (and (exists ((x Int)) (P x)) x) false)))", READ);
    horn("(assert (forall ((x Bool)) (=> (and (let ((x 3)) (P x)) x) false)))", READ);
    char deep[40000];
    int n = 0;
    n += sprintf(deep + n, "(assert (=> ");
    for (int i = 0; i < 5000; i++) n += sprintf(deep + n, "(and ");
    n += sprintf(deep + n, "(P 0)");
    memset(deep + n, ')', 5000);
    sprintf(deep + n + 5000, " false))");
    char script[42000];
    snprintf(script, sizeof script, "%s%s", horn_start, deep);
    load(horn_load, script, strlen(script), READ);
}

static const char vmt_start[] = "(declare-fun x () Int)(declare-fun y () Int)(declare-fun i () "
                                "Int)(define-fun .x () Int (! x :next y))";

static void vmt(const char *rest, enum outcome expected) {
    char script[2048];
    snprintf(script, sizeof script, "%s%s", vmt_start, rest);
    load(vmt_load, script, strlen(script), expected);
}

#define PROPERTY "(define-fun .p () Bool (! (<= x 3) :invar-property 0))"

static void test_vmt(void **state) {
    (void)state;
    vmt("(define-fun .t () Bool (! (= y (+ x i)) :trans true))" PROPERTY "(assert true)", READ);
    vmt("", WRONG);
    vmt("(assert (= x 0))" PROPERTY, UNSUPPORTED);
    vmt("(define-fun .i () Bool (! (= i 0) :init true))" PROPERTY, UNSUPPORTED);
    vmt("(define-fun .i () Bool (! (= y 0) :init true))" PROPERTY, UNSUPPORTED);
    vmt("(define-fun .p () Bool (! (<= y 3) :invar-property 0))", UNSUPPORTED);
    vmt("(define-fun .l () Bool (! (<= x 3) :live-property 0))" PROPERTY, UNSUPPORTED);
    vmt("(define-fun .t () Bool (and (! (= y x) :trans true) true))" PROPERTY, UNSUPPORTED);
    vmt("(define-fun .t () Bool (! (= y (div x i)) :trans true))" PROPERTY, UNSUPPORTED);
    vmt("(define-fun .y () Int (! y :next x))" PROPERTY, UNSUPPORTED);
    vmt("(define-fun .z () Int (! x :next i))" PROPERTY, WRONG);
    vmt("(define-fun .z () Int (! i :next y))" PROPERTY, WRONG);
    vmt("(define-fun .x () Int 3)" PROPERTY, WRONG);
    vmt("(define-fun .z () Bool 3)" PROPERTY, WRONG);
    vmt("(define-fun .t () Int (! x :trans true))" PROPERTY, WRONG);
    vmt("(define-fun f ((a Int)) Int a)" PROPERTY, WRONG);
    vmt("(declare-fun f (Int) Int)" PROPERTY, UNSUPPORTED);
}

static void btor2(const char *rest, enum outcome expected) {
    char script[2048];
    snprintf(script, sizeof script,
             "1 sort bitvec 1\n2 sort bitvec 3\n3 state 2 x\n4 input 2 i\n5 redor 1 3\n6 sort "
             "array 2 2\n7 state 6 a\n%s",
             rest);
    load(btor2_load, script, strlen(script), expected);
}

static void test_btor2(void **state) {
    (void)state;
    btor2("8 constd 2 -4\n9 init 2 3 8\n10 bad 5\n", READ);
    btor2("8 constd 2 7\n9 init 6 7 8\n10 bad -5\n", READ);
    btor2("8 justice 1 5\n9 fair 5\n", READ);
    btor2("8 justice 2 5\n", WRONG);
    btor2("8 fair 5\n", WRONG);
    btor2("8 output 5\n", WRONG);
    btor2("8 next 2 4 3\n9 bad 5\n", WRONG);
    btor2("8 init 2 3 4\n9 bad 5\n", WRONG);
    btor2("8 next 2 3 4\n9 next 2 3 3\n10 bad 5\n", WRONG);
    btor2("8 next 6 7 3\n10 bad 5\n", WRONG);
    btor2("8 next 1 3 3\n10 bad 5\n", WRONG);
    btor2("5 redand 1 3\n8 bad 5\n", WRONG);
    btor2("-8 redand 1 3\n9 bad 5\n", WRONG);
    btor2("8 const 2 1000\n9 bad 5\n", WRONG);
    btor2("8 constd 2 8\n9 bad 5\n", WRONG);
    btor2("8 constd 2 -5\n9 bad 5\n", WRONG);
    btor2("8 const 2 -1\n9 bad 5\n", WRONG);
    btor2("8 slice 1 3 3 3\n9 bad 8\n", WRONG);
    btor2("8 slice 1 7 0 0\n9 bad 8\n", WRONG);
    btor2("8 add 2 3 5\n9 bad 5\n", WRONG);
    btor2("8 frobnicate 2 3 3\n9 bad 5\n", WRONG);
    btor2("8 bad 3\n", WRONG);
    btor2("8 bad 7\n", WRONG);
    btor2("8 ite 2 7 3 3\n9 bad 5\n", WRONG);
    btor2("8 constraint 3\n9 bad 5\n", WRONG);
}

static void test_btor2_nul(void **state) {
    (void)state;
    static const char script[] = "1 sort bitvec 1\n2 state 1\n3 bad 2\n\0004 bad -2\n";
    load(btor2_load, script, sizeof script - 1, WRONG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_horn),      cmocka_unit_test(test_horn_scopes),
        cmocka_unit_test(test_vmt),       cmocka_unit_test(test_btor2),
        cmocka_unit_test(test_btor2_nul),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
