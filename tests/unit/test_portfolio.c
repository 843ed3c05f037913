/* Workers that crash, hang, are killed or eat memory; results that travel; the board between
 * processes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/fail.h"
#include "engine/board.h"
#include "engine/portfolio/message.h"
#include "engine/portfolio/portfolio.h"
#include "engine/portfolio/worker.h"
#include "program/text_form.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char source[] =
    "var x : (_ BitVec 8);\nvar f : (_ FloatingPoint 8 24);\ninput a nondet;\nerror bad;\nstart "
    "entry;\n"
    "location head cut;\nlocation fail error bad;\n"
    "edge entry -> head { havoc x from a }\nedge head -> head { x := (bvadd x #x01) }\n"
    "edge head -> fail { assume (= x #x07) }\n";

typedef struct {
    terms *terms;
    program *program;
} fixture;

static int set_up(void **state) {
    static fixture f;
    input_error error = {0};
    f.terms = terms_new();
    f.program = cfa_parse(f.terms, source, strlen(source), "test.cfa", &error);
    *state = &f;
    return f.program ? 0 : -1;
}

static int tear_down(void **state) {
    fixture *f = *state;
    program_delete(f->program);
    terms_delete(f->terms);
    return 0;
}

/* ---- engines that misbehave ---- */

#define ENGINE(name)                                                                               \
    static void name(program *p, const engine_options *o, const budget *b, board *shared,          \
                     engine_result *r)

ENGINE(crash) {
    (void)p, (void)o, (void)b, (void)shared, (void)r;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

ENGINE(hang) {
    (void)p, (void)o, (void)b, (void)shared, (void)r;
    for (;;) pause();
}

ENGINE(eat) {
    (void)p, (void)o, (void)b, (void)shared, (void)r;
    for (;;) memset(mem_alloc(16 << 20), 1, 16 << 20);
}

ENGINE(answer_true) {
    (void)o, (void)b, (void)shared;
    r->verdict = VERDICT_TRUE;
    r->engine = "answer_true";
    vec_resize(&r->invariant, p->locations.size);
    r->invariant.data[1] = term_not(
        p->terms, term_eq(p->terms, term_find_var(p->terms, "x"), term_bv(p->terms, 8, 3)));
}

ENGINE(half_a_message) {
    (void)p, (void)o, (void)b, (void)shared, (void)r;
    _exit(0);
}

static worker run_to_end(fixture *f,
                         void (*run)(program *, const engine_options *, const budget *, board *,
                                     engine_result *),
                         uint64_t memory) {
    static engine e;
    e = (engine){ENGINE_NONE, "test", "", run};
    engine_options o;
    engine_options_default(&o);
    worker w;
    worker_init(&w, &e, &o);
    budget b = budget_of(300, memory);
    assert_true(worker_start(&w, f->program, &b, NULL));
    while (!worker_receive(&w)) usleep(1000);
    return w;
}

static void a_crash_is_reported(void **state) {
    worker w = run_to_end(*state, crash, 0);
    assert_non_null(strstr(w.failure, "signal 11"));
    assert_int_equal(w.state, WORKER_ENDED);
    worker_release(&w);
}

static void an_engine_that_says_nothing_has_no_result(void **state) {
    fixture *f = *state;
    worker w = run_to_end(f, half_a_message, 0);
    engine_result r;
    engine_result_init(&r, f->terms);
    assert_false(
        message_read(f->program, w.received.data ? w.received.data : "", w.received.size, &r));
    assert_int_equal(r.verdict, VERDICT_UNKNOWN);
    engine_result_release(&r);
    worker_release(&w);
}

static void memory_is_limited(void **state) {
#ifdef __SANITIZE_ADDRESS__
    skip(); /* its shadow memory allows no limit */
#endif
    worker w = run_to_end(*state, eat, 64 << 20);
    assert_string_equal(w.failure, "memory");
    worker_release(&w);
}

static void a_killed_worker_leaves_no_process(void **state) {
    fixture *f = *state;
    engine e = {ENGINE_NONE, "hang", "", hang};
    engine_options o;
    engine_options_default(&o);
    worker w;
    worker_init(&w, &e, &o);
    budget b = budget_of(300, 0);
    assert_true(worker_start(&w, f->program, &b, NULL));
    pid_t pid = w.pid;
    worker_halt(&w);
    assert_int_equal(w.state, WORKER_HALTED);
    worker_resume(&w);
    worker_kill(&w);
    assert_int_equal(kill(pid, 0), -1);
    assert_int_equal(errno, ESRCH);
    worker_release(&w);
}

static void a_worker_dies_with_its_parent(void **state) {
    fixture *f = *state;
    int up[2];
    assert_int_equal(pipe(up), 0);
    pid_t parent = fork();
    if (!parent) {
        engine e = {ENGINE_NONE, "hang", "", hang};
        engine_options o;
        engine_options_default(&o);
        worker w;
        worker_init(&w, &e, &o);
        budget b = budget_of(300, 0);
        worker_start(&w, f->program, &b, NULL);
        ssize_t n = write(up[1], &w.pid, sizeof w.pid);
        (void)n;
        usleep(100000);
        kill(getpid(), SIGKILL);
    }
    pid_t orphan = 0;
    assert_int_equal(read(up[0], &orphan, sizeof orphan), sizeof orphan);
    waitpid(parent, NULL, 0);
    for (int i = 0; i < 6000 && !kill(orphan, 0); i++) usleep(10000);
    assert_int_equal(kill(orphan, 0), -1);
    close(up[0]);
    close(up[1]);
}

/* ---- messages ---- */

static void an_invariant_travels(void **state) {
    fixture *f = *state;
    worker w = run_to_end(f, answer_true, 0);
    engine_result r;
    engine_result_init(&r, f->terms);
    assert_string_equal(w.failure, "");
    assert_true(message_read(f->program, w.received.data, w.received.size, &r));
    assert_int_equal(r.verdict, VERDICT_TRUE);
    assert_string_equal(r.engine, "answer_true");
    term expected = term_not(
        f->terms, term_eq(f->terms, term_find_var(f->terms, "x"), term_bv(f->terms, 8, 3)));
    assert_true(same(r.invariant.data[1], expected));
    engine_result_release(&r);
    worker_release(&w);
}

static void a_trace_travels(void **state) {
    fixture *f = *state;
    engine_result a, b;
    text t = {0};
    engine_result_init(&a, f->terms);
    engine_result_init(&b, f->terms);
    a.verdict = VERDICT_FALSE;
    a.reached = (loc){2};
    vec_push(&a.trace.edges, (edge_id){0});
    vec_push(&a.trace.edges, (edge_id){2});
    vec_push(&a.trace.inputs.items, ((struct input_value){0, value_bv(f->terms, 8, 7)}));
    term x = term_find_var(f->terms, "f");
    term nan = term_fp_double(f->terms, term_sort(f->terms, x), __builtin_nan(""));
    model_set(&a.trace.initial, x, value_of_term(a.pool, nan));
    message_write(f->program, &a, &t);
    assert_true(message_read(f->program, t.data, t.size, &b));
    assert_int_equal(b.verdict, VERDICT_FALSE);
    assert_int_equal(b.reached.id, 2);
    assert_int_equal(b.trace.edges.size, 2);
    assert_int_equal(b.trace.edges.data[1].id, 2);
    uint64_t number = 0;
    assert_true(value_u64(b.pool, b.trace.inputs.items.data[0].value, &number));
    assert_int_equal(number, 7);
    assert_true(same(value_to_term(b.pool, model_get(&b.trace.initial, f->terms, x)), nan));
    t.size -= 7; /* the end mark */
    engine_result c;
    engine_result_init(&c, f->terms);
    assert_false(message_read(f->program, t.data, t.size, &c));
    assert_int_equal(c.verdict, VERDICT_UNKNOWN);
    engine_result_release(&a);
    engine_result_release(&b);
    engine_result_release(&c);
    text_release(&t);
}

/* ---- the board ---- */

static void lemmas_cross_processes(void **state) {
    fixture *f = *state;
    enum { WRITERS = 4, EACH = 50 };
    board *shared = board_new();
    term x = term_find_var(f->terms, "x");
    for (int i = 0; i < WRITERS; i++) {
        if (fork()) continue;
        for (uint32_t j = 0; j < EACH; j++)
            board_post(
                shared, f->terms, 1,
                &(board_lemma){{1}, term_2(f->terms, OP_BVULE, x, term_bv(f->terms, 8, j + 1))});
        kill(getpid(), SIGKILL);
    }
    for (int i = 0; i < WRITERS; i++) wait(NULL);
    board_reader reader = {.board = shared};
    board_lemma l;
    uint32_t n = 0;
    while (board_next(&reader, f->terms, &l)) {
        assert_int_equal(l.at.id, 1);
        assert_true(term_mentions(f->terms, l.formula, x));
        n++;
    }
    assert_int_equal(n, WRITERS * EACH);
    assert_false(board_next(&reader, f->terms, &l));
    board_close(shared);
    assert_false(board_post(shared, f->terms, 1, &(board_lemma){{1}, term_true(f->terms)}));
    board_reader_release(&reader);
    board_delete(shared);
}

/* ---- the whole ---- */

static bool refuse_first(void *context, engine_result *r) {
    (void)r;
    return (*(int *)context)++ > 0;
}

static void a_refused_verdict_leaves_the_others(void **state) {
    fixture *f = *state;
    engine_options o;
    engine_options_default(&o);
    engine_result r;
    engine_result_init(&r, f->terms);
    budget b = budget_of(300, 0);
    int calls = 0;
    portfolio_decide(f->program, &o, &b, NULL, refuse_first, &calls, &r);
    assert_int_equal(calls, 2);
    assert_int_equal(r.verdict, VERDICT_FALSE);
    engine_result_release(&r);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_crash_is_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_engine_that_says_nothing_has_no_result, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(memory_is_limited, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_killed_worker_leaves_no_process, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_worker_dies_with_its_parent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_invariant_travels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_trace_travels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lemmas_cross_processes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_refused_verdict_leaves_the_others, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
