/* Loops of automata and of C texts: the deterministic run, programs without loops, nesting, the
 * words of a C text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "source/words.h"
#include "program/course.h"
#include "program/loopless.h"
#include "program/nesting.h"
#include "program/text_form.h"

#include <string.h>

#define HEAD                                                                                       \
    "var x : (_ BitVec 8); var y : (_ BitVec 8); input i nondet; error bad; start s;"              \
    "location e error bad;"

static program *parse(terms *t, const char *source) {
    input_error error = {0};
    program *p = cfa_parse(t, source, strlen(source), "test.cfa", &error);
    if (!p) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    return p;
}

/* ---- the deterministic run ---- */
static course course_of(const char *source) {
    terms *t = terms_new();
    program *p = parse(t, source);
    budget b = budget_of(300, 0);
    course c = program_course(p, &b);
    program_delete(p);
    terms_delete(t);
    return c;
}

static void one_run_ends(void **state) {
    (void)state;
    course c = course_of(HEAD "edge s -> l { x := #x00 }"
                              "edge l -> l { assume (bvult x #x05); x := (bvadd x #x01) }"
                              "edge l -> m { assume (bvuge x #x05) }"
                              "edge m -> e { assume (= x #x06) }");
    assert_int_equal(c.end, COURSE_ENDS);
    assert_int_equal(c.steps, 7); /* to l, five rounds, to m */
}

static void one_run_fails(void **state) {
    (void)state;
    course c = course_of(HEAD "edge s -> l { havoc y from i; x := #x03 }"
                              "edge l -> e { assume (= x #x03) }"
                              "edge l -> m { assume (not (= x #x03)) }");
    assert_int_equal(c.end, COURSE_ERROR);
}

static void an_input_decides(void **state) {
    (void)state; /* y may be copied, but not decide */
    course c = course_of(HEAD "edge s -> l { havoc y from i; x := y }"
                              "edge l -> e { assume (= x #x03) }"
                              "edge l -> m { assume (not (= x #x03)) }");
    assert_int_equal(c.end, COURSE_OPEN);
}

/* ---- programs without loops ---- */
static const char nested[] = HEAD "edge s -> a { x := #x00 }"
                                  "edge a -> b { assume (bvult x #x05); y := #x00 }"
                                  "edge b -> b { assume (bvult y #x05); y := (bvadd y #x01) }"
                                  "edge b -> a { assume (bvuge y #x05); x := (bvadd x #x01) }"
                                  "edge a -> e { assume (bvugt x #x05) }";

static bool has_loop(program *p) {
    program_mark_cuts(p);
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].cut) return true;
    return false;
}

static void loops_become_one_round(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(t, nested);
    program_mark_cuts(p);
    assert_true(has_loop(p));
    term_vec invariant = {0};
    loopless_loops loops = {0};
    program *q = program_loopless(p, &invariant, &loops);
    assert_non_null(q);
    program_check(q);
    assert_int_equal(loops.size, 2);
    for (loc l = {0}; l.id < q->locations.size; l.id++) q->locations.data[l.id].cut = false;
    assert_false(has_loop(q));
    vec_release(&loops);
    program_delete(q);
    program_delete(p);
    terms_delete(t);
}

static void a_loop_assigns_what_its_rounds_assign(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(t, nested);
    program_mark_cuts(p);
    nesting n;
    nesting_make(&n, p);
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        if (!nesting_is_head(&n, l)) continue;
        map seen = {0};
        term_vec vars = {0};
        bool inner = n.outer.data[l.id].id != NO_LOC.id;
        assert_true(loop_assigned(p, l, &seen, &vars));
        assert_int_equal(vars.size, inner ? 1 : 2);
        if (inner) assert_string_equal(term_name(t, vars.data[0]), "y");
        vec_release(&vars);
        map_release(&seen);
    }
    nesting_release(&n);
    program_delete(p);
    terms_delete(t);
}

/* ---- nesting ---- */
static void inner_loops_come_first(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(t, nested);
    nesting n;
    nesting_make(&n, p);
    loc inner = NO_LOC, outer = NO_LOC;
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (nesting_is_head(&n, l)) *(n.outer.data[l.id].id == NO_LOC.id ? &outer : &inner) = l;
    assert_true(n.nested);
    assert_int_not_equal(inner.id, NO_LOC.id);
    assert_true(nesting_inside(&n, inner, outer));
    assert_false(nesting_inside(&n, outer, inner));
    assert_true(n.rank.data[inner.id] < n.rank.data[outer.id]);
    loop_rounds r;
    loop_rounds_init(&r, &n);
    assert_int_equal(loop_rounds_pass(&r, p->start), 0);
    assert_int_equal(loop_rounds_pass(&r, outer), 1);
    assert_int_equal(loop_rounds_pass(&r, inner), 1);
    assert_int_equal(loop_rounds_pass(&r, inner), 2);
    assert_int_equal(loop_rounds_pass(&r, outer), 2);
    assert_int_equal(loop_rounds_pass(&r, inner), 1); /* entered again */
    loop_rounds_release(&r);
    nesting_release(&n);
    program_delete(p);
    terms_delete(t);
}

/* ---- words ---- */
static void words_pass_comments(void **state) {
    (void)state;
    const char s[] = "  /* no */ \\result // no\n >= 0x1F 'a' x$1", *end = s + strlen(s);
    static const struct {
        enum word_kind kind;
        const char *is;
    } expected[] = {{WORD_NAME, "\\result"}, {WORD_MARK, ">="},  {WORD_NUMBER, "0x1F"},
                    {WORD_QUOTED, "'a'"},    {WORD_NAME, "x$1"}, {WORD_END, ""}};
    source_word w = word_at(s, end);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(w.kind, expected[i].kind);
        if (w.kind == WORD_END) break;
        assert_true(word_is(w, expected[i].is));
        w = word_at(word_end(w), end);
    }
}

static void groups_are_closed(void **state) {
    (void)state;
    const char s[] = "(a[f(1)] + ')') ; b", open[] = "(a";
    assert_ptr_equal(group_end(s, s + strlen(s)), s + 15);
    assert_null(group_end(open, open + 2));
    assert_ptr_equal(find_mark(s, s + strlen(s), ";"), s + 16);
    assert_true(names_word(s, s + strlen(s), "f"));
    assert_false(names_word(s, s + strlen(s), "c"));
}

static void clauses_end_at_their_semicolon(void **state) {
    (void)state; /* that of the quantifier is none */
    const char s[] = "\\forall int i; 0 <= i ==> a[i] == 0; requires x;";
    assert_ptr_equal(clause_end(s, s + strlen(s)), strstr(s, "; requires"));
}

static void lines_have_origins(void **state) {
    (void)state;
    const char s[] = "int a;\n# 7 \"some.h\" 2\nint b;\nint c;\n";
    text_origin o = origin_in(s, strstr(s, "int c"));
    assert_int_equal(o.line, 8);
    assert_int_equal(o.size, 6);
    assert_memory_equal(o.file, "some.h", 6);
    o = origin_in(s, s);
    assert_int_equal(o.line, 1);
    assert_int_equal(o.size, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_run_ends),
        cmocka_unit_test(one_run_fails),
        cmocka_unit_test(an_input_decides),
        cmocka_unit_test(loops_become_one_round),
        cmocka_unit_test(a_loop_assigns_what_its_rounds_assign),
        cmocka_unit_test(inner_loops_come_first),
        cmocka_unit_test(words_pass_comments),
        cmocka_unit_test(groups_are_closed),
        cmocka_unit_test(clauses_end_at_their_semicolon),
        cmocka_unit_test(lines_have_origins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
