/* Coverage goals: what sources have, where, how their marks are written, and what follows from what
 * is known of the marks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/child.h"
#include "base/fail.h"
#include "goal/cone.h"
#include "goal/mark.h"
#include "program/text_form.h"

static char directory[] = "/tmp/cinch-test-XXXXXX";

static int make_directory(void **state) {
    (void)state;
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state) {
    (void)state;
    char *command = mem_format("rm -rf %s", directory);
    int failed = system(command);
    mem_free(command);
    return failed;
}

static char *file(const char *name, const char *content) {
    char *path = mem_format("%s/%s", directory, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(content, f);
    fclose(f);
    return path;
}

typedef struct {
    goals g;
    marked_texts texts;
    load_options o;
    bool good;
    text messages, reason;
} marking;

static void mark_files(marking *m, enum goal_criterion c, char *a, char *b) {
    enum load_status status;
    memset(m, 0, sizeof *m);
    goals_init(&m->g, c, MCDC_MASKING);
    vec_push(&m->o.files, a);
    if (b) vec_push(&m->o.files, b);
    m->good = mark_sources(&m->o, &m->g, &m->texts, &status, &m->messages, &m->reason);
}

static void release(marking *m) {
    for (uint32_t i = 0; i < m->o.files.size; i++) mem_free(m->o.files.data[i]);
    vec_release(&m->o.files);
    marked_texts_release(&m->texts);
    goals_release(&m->g);
    text_release(&m->messages);
    text_release(&m->reason);
}

static void assert_compiles(const text *code) {
    text said = {0};
    child_result r =
        child_run((char *[]){"clang-19", "-w", "-fsyntax-only", "-xcpp-output", "-", NULL}, code,
                  NULL, &said, (child_limits){.seconds = 60});
    if (r.status) fputs(text_string(&said), stderr);
    assert_true(r.started && !r.signal && !r.status);
    text_release(&said);
}

static const goal *find(const marking *m, enum goal_kind k, uint32_t line, uint32_t column,
                        const char *outcome) {
    for (uint32_t i = 0; i < m->g.items.size; i++) {
        const goal *x = &m->g.items.data[i];
        if (x->kind == k && x->at.line == line && x->at.column == column &&
            !strcmp(goal_outcome_of(&m->g, x), outcome))
            return x;
    }
    return NULL;
}

static uint32_t count(const marking *m, enum goal_kind k) {
    goal_count c;
    goals_count(&m->g, k, &c);
    return c.total;
}

/* Constructs that are awkward to mark: each must be marked, and the marked text must still be C. */
static const char awkward[] =
    "struct s { int a : 3, b; };\n"
    "int f(int x, int y, float z, int *p) {\n"
    "    struct s v = {.a = x && y, .b = x || y};\n"
    "    if (v.a) if (z) x++; else y++; else ;\n"
    "    for (;;) { if (p) break; }\n"
    "    for (int i = 0; i < 3; i++);\n"
    "    for (; x;) x--;\n"
    "    for (x = 1, y = 2; ; x++) if (x > y && !p) goto out;\n"
    "    switch (x) { int q; case 1: case 2: q = 1; __attribute__((fallthrough)); case 3 ... 5: "
    "x++; default: ; }\n"
    "    switch (y) case 7: return 1;\n"
    "    switch (x) { do { case 1: x--; case 2: y--; } while (x && y); }\n"
    "    if (x) case_label: y = 1; else while (y) y--;\n"
    "    do x--; while (x > 0);\n"
    "    int array[3] = {0}, n = sizeof(x && y), m = ({ int t = x; t || n; });\n"
    "    return __builtin_expect(!!(x && y), 0) ? array[0] : (int)(x || m) + *(int[]){x && y};\n"
    "out: __attribute__((unused));\n"
    "    return x ?: y;\n"
    "}\n";

static void awkward_sources(void **state) {
    (void)state;
    for (int c = CRITERION_STATEMENT; c <= CRITERION_MCDC; c++) {
        marking m;
        mark_files(&m, (enum goal_criterion)c, file("awkward.c", awkward), NULL);
        if (!m.good) fputs(text_string(&m.messages), stderr);
        assert_true(m.good);
        assert_compiles(&m.texts.data[0]);
        release(&m);
    }
}

static void places(void **state) {
    (void)state;
    marking m;
    mark_files(&m, CRITERION_MCDC,
               file("places.c", "#define BOTH(a, b) ((a) && (b))\n"
                                "int f(int x, int y) {\n"
                                "    if ((x > 1 || !(y && x)))\n"
                                "        x = 2;\n"
                                "    while (1) if (BOTH(x, y)) return 1;\n"
                                "}\n"),
               NULL);
    assert_true(m.good);
    assert_non_null(find(&m, GOAL_STATEMENT, 3, 5, ""));
    assert_non_null(find(&m, GOAL_STATEMENT, 4, 9, ""));
    assert_non_null(find(&m, GOAL_BRANCH, 3, 10, "true"));
    const goal *not_y = find(&m, GOAL_CONDITION, 3, 21, "false"),
               *first = find(&m, GOAL_CONDITION, 5, 19, "true");
    assert_non_null(not_y);
    assert_string_equal(goal_name(&m.g, not_y->words), "y");
    assert_non_null(first); /* both conditions of the macro stand where it is used */
    assert_string_equal(goal_name(&m.g, first->words), "x");
    assert_int_equal(count(&m, GOAL_CONDITION), 10);
    assert_int_equal(count(&m, GOAL_MCDC), 5);
    assert_int_equal(count(&m, GOAL_BRANCH), 4);
    assert_int_equal(m.g.constant, 1);
    release(&m);
}

/* Whether an assertion fails is no decision, with the macro of either kind. */
static void assertions(void **state) {
    (void)state;
    marking m;
    mark_files(&m, CRITERION_MCDC,
               file("assertions.c",
                    "#include <assert.h>\n"
                    "int f(int x, int y) {\n"
                    "    assert(x && y);\n"
                    "    x ? (void)0 : __assert_fail(\"\", \"\", 1, \"\");\n"
                    "    if (y) return 1; else __assert_fail(\"\", \"\", 1, \"\");\n"
                    "}\n"),
               NULL);
    assert_true(m.good);
    assert_int_equal(m.g.items.size, 4);
    assert_non_null(find(&m, GOAL_STATEMENT, 5, 12, ""));
    assert_non_null(find(&m, GOAL_STATEMENT, 4, 5, ""));
    assert_compiles(&m.texts.data[0]);
    release(&m);
}

/* A function that two files include has its goals once, with the same marks. */
static void shared_functions(void **state) {
    (void)state;
    marking m;
    mem_free(file("shared.h", "static inline int clip(int x) { return x > 3 ? 3 : x; }\n"));
    mark_files(&m, CRITERION_BRANCH,
               file("one.c", "#include \"shared.h\"\nint g(int x) { return clip(x); }\n"),
               file("two.c", "#include \"shared.h\"\nint h(int x) { return clip(x); }\n"));
    assert_true(m.good);
    assert_int_equal(count(&m, GOAL_STATEMENT), 3);
    assert_int_equal(count(&m, GOAL_BRANCH), 2);
    assert_int_equal(m.g.marks.size, 5);
    release(&m);
}

/* Nor where it is included by another path, nor where one of the files leaves out a line. */
static void copies_that_differ(void **state) {
    (void)state;
    marking m;
    mem_free(file("copy.h", "static inline int clip(int x) {\n"
                            "#ifdef MORE\n"
                            "    if (x == 7) x++;\n"
                            "#endif\n"
                            "    if (x > 3) x = 3;\n"
                            "    return x;\n}\n"));
    char *include = mem_format(
        "#define MORE\n#include \"%s/./copy.h\"\nint g(int x) { return clip(x); }\n", directory);
    mark_files(&m, CRITERION_BRANCH, file("three.c", include),
               file("four.c", "#include \"copy.h\"\nint h(int x) { return clip(x); }\n"));
    mem_free(include);
    assert_true(m.good);
    assert_int_equal(count(&m, GOAL_BRANCH), 4);
    assert_int_equal(count(&m, GOAL_STATEMENT), 7);
    release(&m);
}

static void says_what_is_skipped(void **state) {
    (void)state;
    marking m;
    mark_files(&m, CRITERION_BRANCH,
               file("skipped.c",
                    "int f(int x, int y) {\n    return _Generic(x && y, int: x, default: y);\n}\n"),
               NULL);
    assert_true(m.good);
    assert_int_equal(m.g.skipped.size, 1);
    assert_int_equal(m.g.skipped.data[0].at.line, 2);
    release(&m);
    mark_files(&m, CRITERION_BRANCH, file("bad.c", "int f(void) { return x; }\n"), NULL);
    assert_false(m.good);
    release(&m);
}

static void states(void **state) {
    (void)state;
    static const struct {
        enum goal_state yes, no, expected;
    } table[] = {
        {STATE_COVERED, STATE_COVERED, STATE_COVERED},
        {STATE_COVERED, STATE_UNREACHABLE, STATE_UNREACHABLE},
        {STATE_UNREACHABLE, STATE_OPEN, STATE_UNREACHABLE},
        {STATE_OPEN, STATE_UNREACHABLE, STATE_UNREACHABLE},
        {STATE_COVERED, STATE_OPEN, STATE_OPEN},
        {STATE_OPEN, STATE_COVERED, STATE_OPEN},
        {STATE_UNREACHABLE, STATE_COVERED, STATE_UNREACHABLE},
        {STATE_OPEN, STATE_OPEN, STATE_OPEN},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        goals g;
        goals_init(&g, CRITERION_MCDC, MCDC_MASKING);
        mark a = {.state = table[i].yes}, b = {.state = table[i].no};
        vec_push(&g.marks, a);
        vec_push(&g.marks, b);
        goal x = {.kind = GOAL_MCDC, .mark = 0, .other = 1};
        assert_int_equal(goal_state_of(&g, &x), table[i].expected);
        x.justification = intern_id(&g.names, "why");
        assert_int_equal(goal_state_of(&g, &x),
                         table[i].expected == STATE_COVERED ? STATE_COVERED : STATE_JUSTIFIED);
        goals_release(&g);
    }
}

static program *counting(terms *t, const char *assumed) {
    input_error error = {0};
    char *source = mem_format(
        "var x : (_ BitVec 8) name \"x\"; var y : (_ BitVec 8) name \"y\";"
        "error bad \"goal\" \"1\"; start entry; location head cut; location fail error bad;"
        "edge entry -> head { x := #x00; y := #x00 }"
        "edge head -> head { %s x := (bvadd x #x01); y := x }"
        "edge head -> fail { assume (bvult #x32 x) }",
        assumed);
    program *p = cfa_parse(t, source, strlen(source), "cone.cfa", &error);
    assert_non_null(p);
    mem_free(source);
    return p;
}

/* What was proved of all variables at a loop head is one condition there; the cone of x keeps what
 * it says of x. */
static void cone_keeps_parts(void **state) {
    (void)state;
    terms *t = terms_new();
    program *base = counting(t, ""),
            *p = counting(t, "assume (and (bvult x #x0a) (bvult y #x05));");
    cone c;
    text out = {0};
    cone_init(&c, base, true);
    cone_cut(&c, p, 1);
    cfa_print(p, &out);
    assert_non_null(strstr(text_string(&out), "assume (bvult x #x0a)"));
    assert_null(strstr(text_string(&out), "bvult y"));
    text_release(&out);
    cone_release(&c);
    program_delete(base);
    program_delete(p);
    terms_delete(t);
}

/* 0: without a limit, all that the goals depend on is exact. */
static void cone_of_all(void **state) {
    (void)state;
    terms *t = terms_new();
    program *base = counting(t, ""), *p = counting(t, "assume (bvult x #x0a);");
    cone c;
    text out = {0};
    cone_init(&c, base, true);
    assert_true(cone_cut(&c, p, 0));
    cfa_print(p, &out);
    assert_non_null(strstr(text_string(&out), "x := (bvadd x #x01)"));
    assert_null(strstr(text_string(&out), "y := x"));
    text_release(&out);
    cone_release(&c);
    program_delete(base);
    program_delete(p);
    terms_delete(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(awkward_sources),
        cmocka_unit_test(places),
        cmocka_unit_test(assertions),
        cmocka_unit_test(shared_functions),
        cmocka_unit_test(copies_that_differ),
        cmocka_unit_test(says_what_is_skipped),
        cmocka_unit_test(states),
        cmocka_unit_test(cone_keeps_parts),
        cmocka_unit_test(cone_of_all),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
