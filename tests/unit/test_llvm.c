/* Programs of tests/llvm check themselves; each is translated for both data models and run by the
 * interpreter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/text.h"
#include "frontend/library.h"
#include "frontend/load/load.h"
#include "program/interpret.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    terms *t;
    program *p;
} loaded;

static loaded load(const char *file, const char *data_model, load_options o) {
    loaded l = {.t = terms_new()};
    enum load_status status;
    text messages = {0}, reason = {0};
    o.data_model = data_model;
    o.seconds = 60;
    vec_push(&o.files, (char *)file);
    l.p = frontend_load(l.t, &o, &status, &messages, &reason);
    if (!l.p) print_message("%s: %s%s\n", file, text_string(&messages), text_string(&reason));
    text_release(&messages);
    text_release(&reason);
    vec_release(&o.files);
    return l;
}

static void unload(loaded l) {
    if (l.p) program_delete(l.p);
    terms_delete(l.t);
}

/* Inputs get the numbers of a list, in the order of execution, then 0. */
typedef struct {
    loaded l;
    const uint64_t *list;
    uint32_t size, next;
} feed;

static value feed_next(void *context, uint32_t in, sort s) {
    feed *f = context;
    bool is_nondet =
        !strncmp(program_text(f->l.p, f->l.p->inputs.data[in].name), "__VERIFIER_nondet", 17);
    if (!is_nondet || f->next >= f->size || !sort_is_bv(f->l.t, s)) return (value){0};
    return value_bv(f->l.t, sort_width(f->l.t, s), f->list[f->next++]);
}

static const char *run(loaded l, uint32_t n, const uint64_t *inputs) {
    feed f = {l, inputs, n, 0};
    run_options o = {.next_input = feed_next, .context = &f, .max_steps = 10000000};
    bool ambiguous = false;
    run_result r = program_run(l.p, NULL, &o, &ambiguous);
    assert_false(ambiguous);
    if (r.end == RUN_LIMIT) return "limit";
    if (r.end != RUN_ERROR) return r.end == RUN_STUCK ? "ended" : "steps";
    if (program_text(
            l.p, l.p->properties.data[l.p->locations.data[r.at.id].property - 1].detail)[8] == '_')
        return "done";
    print_message("failed in line %u\n", l.p->locations.data[r.at.id].at.line);
    return "failed";
}

static void check_file(const char *name, bool exact) {
    static const char *const models[] = {"LP64", "ILP32"};
    char file[128];
    snprintf(file, sizeof file, "tests/llvm/%s.c", name);
    for (int i = 0; i < 2; i++) {
        loaded l = load(file, models[i], (load_options){0});
        assert_non_null(l.p);
        program_check(l.p);
        assert_string_equal(run(l, 0, NULL), "done");
        for (uint32_t k = 0; k < l.p->notes.size && exact; k++)
            assert_int_equal(l.p->notes.data[k].kind, NOTE_ASSUMPTION);
        unload(l);
    }
}

static void integers(void **state) {
    (void)state;
    check_file("integers", true);
}
static void memory(void **state) {
    (void)state;
    check_file("memory", true);
}
static void calls(void **state) {
    (void)state;
    check_file("calls", true);
}
static void floats(void **state) {
    (void)state;
    check_file("floats", true);
}

static void vectors(void **state) {
    (void)state;
    check_file("vectors", true);
}
static void library(void **state) {
    (void)state;
    check_file("library", false);
} /* one list mixes pointers and numbers */

static void big_endian(void **state) {
    (void)state;
    loaded l = load("tests/llvm/big_endian.c", NULL, (load_options){.target = "mips-linux-gnu"});
    assert_non_null(l.p);
    assert_string_equal(run(l, 0, NULL), "done");
    unload(l);
}

/* A program given as text. */
static loaded load_text(const char *code, load_options o) {
    text t = {0};
    char file[] = "/tmp/cinch-test-XXXXXX.c";
    int fd = mkstemps(file, 2);
    assert_true(fd >= 0);
    close(fd);
    text_print(&t,
               "extern int __VERIFIER_nondet_int(void); extern void reach_error(void), "
               "__VERIFIER_error(void), __VERIFIER_assume(int);\n%s",
               code);
    assert_true(text_write_file(&t, file));
    loaded l = load(file, "LP64", o);
    unlink(file);
    text_release(&t);
    return l;
}

static void expect(const char *code, load_options o, uint32_t n, const uint64_t *inputs,
                   const char *end) {
    loaded l = load_text(code, o);
    assert_non_null(l.p);
    program_check(l.p);
    assert_string_equal(run(l, n, inputs), end);
    unload(l);
}

/* Undefined behaviour ends the run where no property asks for it. */
static void undefined_ends(void **state) {
    (void)state;
    static const char *const codes[] = {
        "int main(void) { int a[10], i = __VERIFIER_nondet_int(); a[i] = 1; reach_error(); }",
        "int main(void) { int *p = 0; if (__VERIFIER_nondet_int() == 1) p = (int *)&p; *p = 1; "
        "reach_error(); }",
        "int main(void) { int x = __VERIFIER_nondet_int(); x = 5 / (x - 12); reach_error(); return "
        "x; }",
        "int main(void) { int x = -2147483647 - 1, y = __VERIFIER_nondet_int() - 13; x = x / y; "
        "reach_error(); return x; }",
        "void *malloc(unsigned long); int main(void) { int n = __VERIFIER_nondet_int(); char *p = "
        "malloc(n); p[n] = 1; reach_error(); }",
        "struct n { struct n *next; }; int main(void) { struct n a = {0}; a.next->next = &a; "
        "reach_error(); }",
        "int main(void) { int x = __VERIFIER_nondet_int(); __builtin_assume(x < 10); "
        "reach_error(); }",
        "void *malloc(unsigned long); void *(*get)(unsigned long) = malloc;\n"
        "int main(void) { int n = __VERIFIER_nondet_int(); char *p = get(n); p[n - 1] = 1; p[n] = "
        "1; reach_error(); }",
        "int main(void) { __VERIFIER_assume(__VERIFIER_nondet_int() < 10); reach_error(); }",
    };
    uint64_t twelve = 12;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        expect(codes[i], (load_options){0}, 1, &twelve, "ended");
}

/* ... and is an error where one does. */
static void undefined_fails(void **state) {
    (void)state;
    uint64_t twelve = 12;
    static const struct {
        const char *code;
        uint32_t checks;
    } cases[] = {
        {"int main(void) { int a[10], i = __VERIFIER_nondet_int(); a[i] = 1; }", CHECK_BOUNDS},
        {"int main(void) { int *p = 0; if (__VERIFIER_nondet_int() == 1) p = (int *)&p; *p = 1; }",
         CHECK_NULL},
        {"int main(void) { int x = __VERIFIER_nondet_int(); x = 5 / (x - 12); return x; }",
         CHECK_DIV},
        {"int main(void) { int x = __VERIFIER_nondet_int(); x += 2147483640; return x; }",
         CHECK_OVERFLOW},
        {"int main(void) { int x = __VERIFIER_nondet_int(); return 1 << (x * 3); }", CHECK_SHIFT},
        {"int main(void) { float x = __VERIFIER_nondet_int(); return (signed char)(x * 100); }",
         CHECK_FLOAT_CAST},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect(cases[i].code, (load_options){.checks = cases[i].checks}, 1, &twelve, "failed");
}

/* A value that nobody wrote is any value: each time round the loop, and after each call. */
static void uninitialized(void **state) {
    (void)state;
    loaded l = load_text(
        "int f(int w) { int x; if (w) x = 1; return x; }\n"
        "int main(void) { for (int i = 0; i < 2; i++) { int y; if (i) f(y); y = 3; } f(0); }",
        (load_options){0});
    uint32_t found = 0;
    for (uint32_t i = 0; i < l.p->inputs.size; i++)
        found += l.p->inputs.data[i].origin == ORIGIN_UNINIT;
    assert_true(found >= 3); /* y in the loop, x in both calls */
    unload(l);
}

static bool has_note(const program *p, enum note_kind kind) {
    for (uint32_t i = 0; i < p->notes.size; i++)
        if (p->notes.data[i].kind == kind) return true;
    return false;
}

static bool has_origin(const program *p, enum input_origin origin) {
    for (uint32_t i = 0; i < p->inputs.size; i++)
        if (p->inputs.data[i].origin == origin) return true;
    return false;
}

/* Where the program looks at an address, it is a symbol; an order that may or may not be seen is
 * left open, which is over-approximated; objects that cannot have a symbol are under-approximated.
 * What does not depend on where objects lie is none of these. */
static void addresses(void **state) {
    (void)state;
    static const struct {
        const char *code;
        bool symbol, open, under;
    } cases[] = {
        {"int a, b; int main(void) { if (&a < &b) reach_error(); }", .symbol = true},
        {"int a; int main(void) { if ((unsigned long)&a < 70000) reach_error(); }", .symbol = true},
        {"int a[2], b; int main(void) { int *p = a + 2; if (p == &b) reach_error(); }",
         .symbol = true},
        {"int a, b; int main(void) { if ((((unsigned long)&a) >> 3) & 1) reach_error(); }",
         .symbol = true},
        {"int a[4], b; int main(void) { int *p = a + __VERIFIER_nondet_int(); if (p == &b) "
         "reach_error(); }",
         .open = true},
        {"void *malloc(unsigned long); int main(void) { for (int i = 0; i < "
         "__VERIFIER_nondet_int(); i++)\n"
         "if ((unsigned long)malloc(4) >> 4 & 1) reach_error(); }",
         .under = true},
        {"int a[4], b; int main(void) { int *p = a + 3; if (p == &b || p == a) reach_error(); }",
         .symbol = false},
        {"int a[4], b; int main(void) { int *p = a + __VERIFIER_nondet_int(); if (p < a || p - a > "
         "5 || !p) reach_error(); }",
         .symbol = false},
        {"int a, b; int main(void) { int *p = __VERIFIER_nondet_int() ? &a : &b; if ((unsigned "
         "long)p & 3) reach_error(); *p = 1; }",
         .symbol = false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        loaded l = load_text(cases[i].code, (load_options){0});
        assert_non_null(l.p);
        print_message("%s\n", cases[i].code);
        assert_int_equal(has_origin(l.p, ORIGIN_ADDRESS), cases[i].symbol);
        assert_int_equal(has_origin(l.p, ORIGIN_PLACEMENT), cases[i].open);
        assert_int_equal(has_note(l.p, NOTE_OVER), cases[i].open);
        assert_int_equal(has_note(l.p, NOTE_UNDER), cases[i].under);
        unload(l);
    }
}

/* Jumping past a declaration in a loop keeps the variable's old value: said, and only then. */
static void jump_past(void **state) {
    (void)state;
    static const struct {
        const char *code;
        bool noted;
    } cases[] = {
        {"int main(void) { for (int i = 0; i < 3; i++) { if (i) goto in; int x; x = 1; in: if (x "
         "== 2) reach_error(); } }",
         true},
        {"int main(void) { for (int i = 0; i < 3; i++) { if (i > 5) goto out; int x; x = i; if (x "
         "== 4) reach_error(); out:; } }",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        loaded l = load_text(cases[i].code, (load_options){0});
        assert_int_equal(has_note(l.p, NOTE_UNDER), cases[i].noted);
        unload(l);
    }
}

static void limits(void **state) {
    (void)state;
    expect("int f(int n) { return n ? 1 + f(n - 1) : 0; } int main(void) { if (f(50) == 50) "
           "__VERIFIER_error(); }",
           (load_options){.choice.recursion_depth = 5}, 0, NULL, "limit");
    expect("int f(int n) { return n ? 1 + f(n - 1) : 0; } int main(void) { if (f(4) == 4) "
           "__VERIFIER_error(); }",
           (load_options){.choice.recursion_depth = 5}, 0, NULL, "done");
    expect("void *malloc(unsigned long); int main(void) { for (int i = 0; i < 9; i++) malloc(4); "
           "__VERIFIER_error(); }",
           (load_options){.choice.heap_instances = 8}, 0, NULL, "limit");
}

/* longjmp goes back to a function that is active; anywhere else is a limit. */
static void jumps(void **state) {
    (void)state;
    expect("#include <setjmp.h>\njmp_buf b; int main(void) { if (setjmp(b)) __VERIFIER_error(); "
           "longjmp(b, 1); }",
           (load_options){0}, 0, NULL, "done");
    expect("#include <setjmp.h>\njmp_buf b; int f(void) { return setjmp(b); } int main(void) { if "
           "(f()) reach_error(); longjmp(b, 1); }",
           (load_options){0}, 0, NULL, "limit");
}

static void refused(void **state) {
    (void)state;
    loaded l = load_text("#include <pthread.h>\nvoid *f(void *p) { return p; } int main(void) { "
                         "pthread_t t; pthread_create(&t, 0, f, 0); reach_error(); }",
                         (load_options){0});
    assert_null(l.p);
    unload(l);
}

/* What is registered runs when main has ended. */
static void after_main(void **state) {
    (void)state;
    expect(
        "#include <stdlib.h>\nvoid f(void) { __VERIFIER_error(); } int main(void) { atexit(f); }",
        (load_options){0}, 0, NULL, "done");
}

/* What a function without a body may write is any value afterwards; what it cannot reach stays. */
static void missing_bodies(void **state) {
    (void)state;
    const char *code = "void unknown(int *); static int safe = 1; int main(void) { int x = 5, y = "
                       "5; unknown(&x);\n"
                       "if (safe != 1 || y != 5) reach_error(); if (x != 5) __VERIFIER_error(); }";
    expect(code, (load_options){0}, 0, NULL, "done"); /* inputs are 0 */
}

/* Device registers: known by their address, any value when read, and the run goes on. */
static void devices(void **state) {
    (void)state;
    const char *code =
        "#define REG(a) (*(volatile unsigned *)(a))\nstatic unsigned long base = 0x40000000;\n"
        "int main(void) { REG(0x40021000) = 1; unsigned *p = (unsigned *)(base + 4 * "
        "__VERIFIER_nondet_int()); *p = 2; p[1]++;\n"
        "if (REG(0x40021000) == 0) __VERIFIER_error(); }";
    expect(code, (load_options){0}, 0, NULL, "done");
}

/* In a context of its own, which names its types alone; to be disposed of. */
static char *library_text(const char *data_model, uint32_t part, bool anew) {
    load_options o = {.seconds = 60};
    sources s = {.data_model = data_model};
    text messages = {0};
    compiler c = {LLVMContextCreate(), &o, &s, .messages = &messages};
    LLVMModuleRef m = library_part(&c, part, anew);
    assert_non_null(m);
    char *printed = LLVMPrintModuleToString(m);
    LLVMDisposeModule(m);
    LLVMContextDispose(c.context);
    return printed;
}

/* What was compiled when cinch was built is what clang makes of it now. */
static void embedded(void **state) {
    (void)state;
    static const char *const models[] = {"ILP32", "LP64", NULL};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++)
        for (uint32_t i = 0; i < library_parts(); i++) {
            char *then = library_text(models[k], i, false), *now = library_text(models[k], i, true);
            assert_string_equal(then, now);
            LLVMDisposeMessage(then);
            LLVMDisposeMessage(now);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),        cmocka_unit_test(memory),
        cmocka_unit_test(calls),           cmocka_unit_test(floats),
        cmocka_unit_test(library),         cmocka_unit_test(vectors),
        cmocka_unit_test(big_endian),      cmocka_unit_test(undefined_ends),
        cmocka_unit_test(undefined_fails), cmocka_unit_test(uninitialized),
        cmocka_unit_test(addresses),       cmocka_unit_test(jump_past),
        cmocka_unit_test(limits),          cmocka_unit_test(jumps),
        cmocka_unit_test(refused),         cmocka_unit_test(after_main),
        cmocka_unit_test(devices),         cmocka_unit_test(missing_bodies),
        cmocka_unit_test(embedded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
