/* Programs: text form, graph, meaning of commands against brute force, interpreter, explicit
 * search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/fail.h"
#include "base/random.h"
#include "evidence/evidence.h"
#include "explicit/explicit.h"
#include "program/fold.h"
#include "program/interpret.h"
#include "program/semantics.h"
#include "program/text_form.h"
#include "solver/solver.h"

static const char count[] =
    "// x counts up to 10 and never passes it.\n"
    "var x : (_ BitVec 8) name \"x\" type \"unsigned char\" at \"count.c\" 3:7 in \"main\";\n"
    "var |odd name| : (_ BitVec 8) signed;\n"
    "input in nondet name \"__VERIFIER_nondet_uchar\" type \"unsigned char\";\n"
    "error bad \"unreach-call\" \"call of \\\"reach_error\\\"\";\n"
    "limit deep \"recursion\";\n"
    "note assumption \"nothing\" at \"count.c\" 1:1;\n"
    "start entry;\n"
    "location head cut at \"count.c\" 5:3 in \"main\";\n"
    "location fail error bad;\n"
    "edge entry -> head { x := #x00 }\n"
    "edge head -> head {\n"
    "    assume (bvult x #x0a); havoc |odd name| from in;\n"
    "    { assume (= |odd name| #x01); x := (bvadd x |odd name|) } [] { assume (not (= |odd name| "
    "#x01)) }\n"
    "}\n"
    "edge head -> fail { assume (bvult #x0a x) }\n";

static program *parse(terms *t, const char *source) {
    input_error error = {0};
    program *p = cfa_parse(t, source, strlen(source), "test.cfa", &error);
    if (!p) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    return p;
}

static void test_round_trip(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(t, count);
    program_check(p);
    text first = {0}, second = {0};
    cfa_print(p, &first);
    program *q = parse(t, text_string(&first));
    program_check(q);
    cfa_print(q, &second);
    assert_string_equal(text_string(&first), text_string(&second));
    assert_int_equal(p->locations.size, 3);
    assert_int_equal(p->edges.size, 3);
    program *copy = program_clone(p);
    text_clear(&second);
    cfa_print(copy, &second);
    assert_string_equal(text_string(&first), text_string(&second));
    text_clear(&second);
    cfa_dot(p, &second);
    assert_non_null(strstr(text_string(&second), "L1 -> L1"));
    text_release(&first);
    text_release(&second);
    program_delete(p);
    program_delete(q);
    program_delete(copy);
    terms_delete(t);
}

static void expect_error(const char *source, uint32_t line, uint32_t column, const char *says) {
    terms *t = terms_new();
    input_error error = {0};
    assert_null(cfa_parse(t, source, strlen(source), "bad.cfa", &error));
    if (error.line != line || error.column != column || !strstr(error.message, says))
        fail_msg("%u:%u: %s", error.line, error.column, error.message);
    terms_delete(t);
}

static void test_errors(void **state) {
    (void)state;
    expect_error("var x (_ BitVec 8);", 1, 7, "expected `:`");
    expect_error("var x : Bool;\nvar x : Bool;", 2, 5, "twice");
    expect_error("edge a -> b {\n  y := #x00\n}", 2, 3, "unknown variable `y`");
    expect_error("var x : Bool;\nedge a -> b { assume x", 2, 23, "end of the file");
    expect_error("var x : (_ BitVec 8);\nedge a -> b { assume x }", 2, 22, "sort Bool");
    expect_error("edge a -> b; edge b -> a;", 1, 19, "start location");
    expect_error("error e; location b error e; edge a -> b; edge b -> c; start a;", 1, 48,
                 "leaves an error");
    expect_error("frob;", 1, 1, "expected var");
    expect_error("var |2| : Bool;", 1, 5, "look like, a number");
    expect_error("location a error nobody;", 1, 18, "unknown property `nobody`");
    expect_error("var x : Bool; edge a -> b { havoc x from q }", 1, 42, "unknown input `q`");
}

static void test_graph(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = program_new(t);
    loc a = program_add_location(p, (position){0}), b = program_add_location(p, (position){0});
    cmd skip = cmd_skip(p);
    edge_id e0 = program_add_edge(p, p->start, a, skip, (position){0});
    const edge_id *list;
    assert_int_equal(program_out(p, p->start, &list), 1);
    assert_int_equal(list[0].id, e0.id);
    edge_id e1 = program_add_edge(p, a, b, skip, (position){0});
    program_add_edge(p, b, a, skip, (position){0});
    assert_int_equal(program_in(p, a, &list), 2);
    program_mark_cuts(p);
    assert_true(p->locations.data[a.id].cut);
    assert_false(p->locations.data[b.id].cut);
    loc_vec order = {0};
    program_order(p, &order);
    assert_int_equal(order.size, 3);
    assert_int_equal(order.data[0].id, p->start.id);
    program_remove_edge(p, e1);
    program_remove_edge(p, e1);
    assert_int_equal(program_out(p, a, &list), 0);
    program_order(p, &order);
    assert_int_equal(order.size, 2);
    program_check(p);
    vec_release(&order);
    program_delete(p);
    terms_delete(t);
}

static void test_commands(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(t, "var x : (_ BitVec 4); var b : Bool;");
    term x = term_find_var(t, "x"), b = term_find_var(t, "b");
    cmd set = cmd_assign(p, x, term_bv(t, 4, 3)), yes = cmd_assume(p, b),
        no = cmd_assume(p, term_not(t, b));
    assert_int_equal(cmd_assign(p, x, x).id, cmd_skip(p).id);
    cmd inner = cmd_seq(p, 2, (cmd[]){yes, set});
    cmd flat = cmd_seq(p, 3, (cmd[]){cmd_skip(p), inner, no});
    assert_int_equal(cmd_size(p, flat), 3);
    assert_int_equal(cmd_seq(p, 3, (cmd[]){yes, set, no}).id, flat.id);
    cmd never = cmd_assume(p, term_false(t));
    assert_int_equal(cmd_seq(p, 2, (cmd[]){set, never}).id, never.id);
    assert_int_equal(cmd_choice(p, 0, NULL).id, never.id);
    assert_int_equal(cmd_choice(p, 3, (cmd[]){set, never, set}).id, set.id);
    cmd pick = cmd_choice(p, 2, (cmd[]){inner, no});
    cmd twice = cmd_seq(p, 2, (cmd[]){pick, pick});
    cmd_vec paths = {0};
    assert_true(cmd_split(p, twice, 4, &paths));
    assert_int_equal(paths.size, 4);
    vec_clear(&paths);
    assert_false(cmd_split(p, twice, 3, &paths));
    vec_release(&paths);
    program_delete(p);
    terms_delete(t);
}

/* ---- random commands against brute force ---- */

enum { VARS = 3, BITS = 2, STATES = 1 << (VARS * BITS) };

typedef struct {
    terms *t;
    program *p;
    term var[VARS];
    rng r;
    values *pool;
    evaluator *eval;
} lab;

static term random_value(lab *l, int depth) {
    if (depth == 0 || random_below(&l->r, 3) == 0)
        return random_below(&l->r, 3) ? l->var[random_below(&l->r, VARS)]
                                      : term_bv(l->t, BITS, random_u64(&l->r));
    static const enum op ops[] = {OP_BVADD, OP_BVMUL, OP_BVAND, OP_BVXOR};
    return term_2(l->t, ops[random_below(&l->r, 4)], random_value(l, depth - 1),
                  random_value(l, depth - 1));
}

static term random_condition(lab *l) {
    static const enum op ops[] = {OP_EQ, OP_BVULT, OP_BVSLE};
    term a = term_2(l->t, ops[random_below(&l->r, 3)], random_value(l, 1), random_value(l, 1));
    return random_below(&l->r, 2) ? a : term_not(l->t, a);
}

static cmd random_command(lab *l, int depth);

static cmd random_branch(lab *l, int depth) {
    term guard = random_condition(l);
    cmd a = random_command(l, depth - 1), b = random_command(l, depth - 1);
    cmd yes = cmd_seq(l->p, 2, (cmd[]){cmd_assume(l->p, guard), a});
    cmd no = cmd_seq(l->p, 2, (cmd[]){cmd_assume(l->p, term_not(l->t, guard)), b});
    return cmd_choice(l->p, 2, (cmd[]){yes, no});
}

static cmd random_command(lab *l, int depth) {
    cmd parts[7];
    uint32_t n = 1 + random_below(&l->r, 6);
    switch (depth ? random_below(&l->r, 7) : random_below(&l->r, 3)) {
    case 0: return cmd_havoc(l->p, l->var[random_below(&l->r, VARS)], NO_INPUT);
    case 1: return cmd_assume(l->p, random_condition(l));
    case 2: return cmd_assign(l->p, l->var[random_below(&l->r, VARS)], random_value(l, 2));
    case 3: return random_branch(l, depth);
    case 4:
        for (uint32_t i = 0; i < n; i++) parts[i] = random_command(l, depth - 1);
        return cmd_choice(l->p, n, parts);
    default:
        n = n > 3 ? 3 : n;
        for (uint32_t i = 0; i < n; i++) parts[i] = random_command(l, depth - 1);
        return cmd_seq(l->p, n, parts);
    }
}

static void load(lab *l, uint32_t s, model *m) {
    for (int i = 0; i < VARS; i++)
        model_set(m, l->var[i], value_bv(l->t, BITS, s >> (i * BITS) & ((1 << BITS) - 1)));
}

static uint32_t pack(lab *l, const model *m) {
    uint32_t s = 0;
    for (int i = 0; i < VARS; i++) s |= (uint32_t)model_get(m, l->t, l->var[i]).bits << (i * BITS);
    return s;
}

/* Every state that c leads to from the states in `from`: the definition itself. */
static void brute(lab *l, cmd c, const bool *from, bool *to) {
    bool here[STATES];
    memcpy(here, from, sizeof here);
    memset(to, 0, STATES * sizeof *to);
    switch (cmd_kind_of(l->p, c)) {
    case CMD_SEQ:
        for (uint32_t i = 0; i < cmd_size(l->p, c); i++) {
            brute(l, cmd_part(l->p, c, i), here, to);
            memcpy(here, to, sizeof here);
        }
        return;
    case CMD_CHOICE:
        for (uint32_t i = 0; i < cmd_size(l->p, c); i++) {
            bool one[STATES];
            brute(l, cmd_part(l->p, c, i), here, one);
            for (uint32_t s = 0; s < STATES; s++) to[s] |= one[s];
        }
        return;
    default: break;
    }
    model m;
    model_init(&m, l->pool);
    for (uint32_t s = 0; s < STATES; s++) {
        if (!here[s]) continue;
        load(l, s, &m);
        switch (cmd_kind_of(l->p, c)) {
        case CMD_ASSUME: to[s] |= term_holds(l->eval, &m, cmd_term(l->p, c)); break;
        case CMD_ASSIGN:
            model_set(&m, cmd_var(l->p, c), term_eval(l->eval, &m, cmd_term(l->p, c)));
            to[pack(l, &m)] = true;
            break;
        case CMD_HAVOC:
            for (uint32_t v = 0; v < 1 << BITS; v++) {
                model_set(&m, cmd_var(l->p, c), value_bv(l->t, BITS, v));
                to[pack(l, &m)] = true;
            }
            break;
        default: to[s] = true;
        }
    }
    model_release(&m);
}

static term is_state(lab *l, uint32_t s, const term *given) {
    term all = term_true(l->t);
    for (int i = 0; i < VARS; i++)
        all = term_and(l->t, all, term_eq(l->t, given[i], term_bv(l->t, BITS, s >> (i * BITS))));
    return all;
}

static void next_values(lab *l, const transition *tr, term *next) {
    for (int i = 0; i < VARS; i++) {
        next[i] = l->var[i];
        for (uint32_t k = 0; k < tr->assigned.size; k++)
            if (same(tr->assigned.data[k], l->var[i])) next[i] = tr->next.data[k];
    }
}

static bool satisfiable(solver *s, term a) {
    enum answer answer = solver_check(s, 1, &a);
    assert_int_not_equal(answer, ANSWER_UNKNOWN);
    return answer == ANSWER_SAT;
}

/* wep and the transition formula of one command, seen from one state, against the brute one. */
static void compare(lab *l, cmd c, uint32_t from, solver *s) {
    bool start[STATES] = {0}, end[STATES];
    start[from] = true;
    brute(l, c, start, end);
    transition tr;
    transition_make(l->p, c, "t", &tr);
    term next[VARS], pre = is_state(l, from, l->var);
    next_values(l, &tr, next);
    term_vec fresh = {0};
    term step = term_and(l->t, pre, tr.formula);
    substitution memo = {0};
    for (uint32_t to = 0; to < STATES; to += 1 + random_below(&l->r, 5)) {
        bool by_transition = satisfiable(s, term_and(l->t, step, is_state(l, to, next)));
        bool by_apply = satisfiable(
            s, term_and(l->t, step, transition_apply(&tr, l->t, &memo, is_state(l, to, l->var))));
        bool by_wep =
            satisfiable(s, term_and(l->t, pre, wep(l->p, c, is_state(l, to, l->var), &fresh)));
        if (by_transition != end[to] || by_wep != end[to] || by_apply != end[to]) {
            text said = {0};
            cmd_print(l->p, c, &said);
            fail_msg("%u -> %u is %d, transition %d, apply %d, wep %d: %s", from, to, end[to],
                     by_transition, by_apply, by_wep, text_string(&said));
        }
    }
    subst_release(&memo);
    vec_release(&fresh);
    transition_release(&tr);
}

static void lab_open(lab *l, uint64_t seed) {
    l->t = terms_new();
    l->p = parse(l->t, "var a : (_ BitVec 2); var b : (_ BitVec 2); var c : (_ BitVec 2);");
    for (int i = 0; i < VARS; i++) l->var[i] = l->p->variables.data[i].var;
    l->r = (rng){seed};
    l->pool = values_new(l->t);
    l->eval = evaluator_new(l->t, l->pool);
}

static void lab_close(lab *l) {
    evaluator_delete(l->eval);
    values_delete(l->pool);
    program_delete(l->p);
    terms_delete(l->t);
}

static void test_meaning(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 25; seed++) {
        lab l;
        lab_open(&l, seed);
        solver *s = solver_new(l.t, "z3", (solver_options){0}, NULL);
        cmd c = random_command(&l, 4);
        compare(&l, c, random_below(&l.r, STATES), s);
        compare(&l, c, random_below(&l.r, STATES), s);
        solver_delete(s);
        lab_close(&l);
    }
}

/* The paths of split together do what the command does, and in each model exactly one alternative
 * of a reached choice is taken. */
static void test_split_meaning(void **state) {
    (void)state;
    for (uint64_t seed = 100; seed < 200; seed++) {
        lab l;
        lab_open(&l, seed);
        cmd c = random_command(&l, 4);
        cmd_vec paths = {0};
        bool start[STATES] = {0}, whole[STATES], parts[STATES] = {0};
        start[random_below(&l.r, STATES)] = true;
        if (cmd_split(l.p, c, 500, &paths)) {
            brute(&l, c, start, whole);
            for (uint32_t i = 0; i < paths.size; i++) {
                bool one[STATES];
                brute(&l, paths.data[i], start, one);
                for (uint32_t s = 0; s < STATES; s++) parts[s] |= one[s];
            }
            assert_memory_equal(whole, parts, sizeof whole);
        }
        vec_release(&paths);
        lab_close(&l);
    }
}

/* Linear size: thirty ifs in a row, each doubling the paths. */
static void test_transition_size(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(t, "var x : (_ BitVec 32); var y : (_ BitVec 32);");
    term x = term_find_var(t, "x"), y = term_find_var(t, "y");
    cmd_vec parts = {0};
    for (uint32_t i = 0; i < 200; i++) {
        term g = term_2(t, OP_BVULT, x, term_bv(t, 32, i * 7 + 1));
        cmd yes =
            cmd_seq(p, 2, (cmd[]){cmd_assume(p, g), cmd_assign(p, x, term_2(t, OP_BVADD, x, y))});
        cmd no = cmd_seq(
            p, 2,
            (cmd[]){cmd_assume(p, term_not(t, g)), cmd_assign(p, y, term_2(t, OP_BVXOR, x, y))});
        vec_push(&parts, cmd_choice(p, 2, (cmd[]){yes, no}));
    }
    transition tr;
    transition_make(p, cmd_seq(p, parts.size, parts.data), "big", &tr);
    assert_in_range(term_dag_size(t, tr.formula), 1, 200 * 40);
    assert_in_range(term_dag_size(t, tr.next.data[0]), 1, 200 * 40);
    assert_int_equal(tr.choices.size, 400);
    transition_release(&tr);
    vec_release(&parts);
    program_delete(p);
    terms_delete(t);
}

/* ---- interpreter ---- */

static value always_one(void *context, uint32_t in, sort s) {
    (void)in;
    ++*(uint32_t *)context;
    return (value){s, 1};
}

static void test_interpreter(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(t, count);
    uint32_t asked = 0;
    bool ambiguous;
    run_options o = {.next_input = always_one, .context = &asked};
    run_result r = program_run(p, NULL, &o, &ambiguous);
    assert_int_equal(r.end, RUN_STUCK);
    assert_int_equal(r.steps, 11);
    assert_int_equal(asked, 10);
    assert_false(ambiguous);
    o = (run_options){.max_steps = 1000};
    r = program_run(p, NULL, &o, NULL);
    assert_int_equal(r.end, RUN_STEPS);
    program_delete(p);
    terms_delete(t);
}

/* Objects are at 0x40 to 0x7f; the one input is `number`. */
static bool uses_a_number(const char *edges, uint64_t number) {
    terms *t = terms_new();
    text all = {0};
    text_print(&all,
               "var x : (_ BitVec 8); var a : (_ BitVec 8); input i nondet; error e; "
               "location bad error e; start s;\n%s",
               edges);
    program *p = parse(t, text_string(&all));
    p->objects_from = 0x40, p->objects_to = 0x80;
    p->accessed = term_find_var(t, "a");
    input_log log = {0};
    struct input_value one = {0, value_bv(t, 8, number)};
    vec_push(&log.items, one);
    input_queue *q = input_queue_new(&log);
    run_options o = {.next_input = input_queue_next, .context = q};
    failure_point point;
    enum failure failed = failure_enter(&point);
    if (failed == FAILURE_NONE) {
        program_run(p, NULL, &o, NULL);
        failure_leave(&point);
        input_queue_delete(q);
        program_delete(p);
        terms_delete(t);
        vec_release(&log.items);
        text_release(&all);
    }
    return failed == FAILURE_INTERNAL;
}

static void test_interpreter_provenance(void **state) {
    (void)state;
    static const char number[] = "edge s -> bad { havoc x from i; a := x }",
                      address[] = "edge s -> bad { havoc x from i; x := (bvadd x #x40); a := x }",
                      taken[] =
                          "edge s -> bad { havoc x from i; a := (ite (bvult x #x50) x #x44) }",
                      back[] = "edge s -> bad { { x := #x44; assume false } [] "
                               "{ havoc x from i }; a := x }";
    assert_true(uses_a_number(number, 0x44));
    assert_false(uses_a_number(number, 0));
    assert_false(uses_a_number(address, 4));
    assert_true(uses_a_number(taken, 0x44));
    assert_false(uses_a_number(taken, 0x50));
    assert_true(uses_a_number(back, 0x44));
}

/* The first alternative blocks only after it has read an input: the second must see that value
 * again. */
static void test_interpreter_returns_inputs(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p =
        parse(t, "var x : (_ BitVec 8); input i nondet; error e; location bad error e; start s;\n"
                 "edge s -> bad { { havoc x from i } [] { havoc x from i; x := (bvadd x #x01) };\n"
                 "                assume (= x #x06) }");
    input_log log = {0};
    struct input_value five = {0, value_bv(t, 8, 5)};
    vec_push(&log.items, five);
    input_queue *q = input_queue_new(&log);
    bool ambiguous;
    run_options o = {.next_input = input_queue_next, .context = q};
    run_result r = program_run(p, NULL, &o, &ambiguous);
    assert_int_equal(r.end, RUN_ERROR);
    assert_true(ambiguous);
    input_queue_delete(q);
    vec_release(&log.items);
    program_delete(p);
    terms_delete(t);
}

/* ---- explicit search ---- */

static enum verdict decide(const char *source, bool replay) {
    terms *t = terms_new();
    program *p = parse(t, source);
    engine_options o;
    engine_options_default(&o);
    engine_result r;
    engine_result_init(&r, t);
    budget b = budget_of(300, 0);
    explicit_run(p, &o, &b, NULL, &r);
    if (replay) {
        assert_int_equal(r.verdict, VERDICT_FALSE);
        evidence e;
        evidence_init(&e, t);
        replay_trace(p, p, &r, &b, &e);
        assert_int_equal(e.level, EVIDENCE_REPLAYED);
        assert_int_equal(e.path.size, r.trace.edges.size);
        evidence_release(&e);
    }
    if (r.verdict == VERDICT_TRUE) assert_int_equal(r.invariant.size, p->locations.size);
    enum verdict v = r.verdict;
    engine_result_release(&r);
    program_delete(p);
    terms_delete(t);
    return v;
}

static void test_explicit(void **state) {
    (void)state;
    assert_int_equal(decide(count, false), VERDICT_TRUE);
    decide("var x : (_ BitVec 8); input i nondet; error e; location bad error e; start s;\n"
           "edge s -> l { x := #x00 }\n"
           "edge l -> l { havoc x from i; assume (bvult x #x09) }\n"
           "edge l -> bad { assume (= x #x08) }",
           true);
    decide("var x : (_ BitVec 4); error e; location bad error e; start s;\n"
           "edge s -> bad { assume (= x #x8) }",
           true);
    assert_int_equal(decide("var x : (_ BitVec 32); error e; location bad error e; start s;\n"
                            "edge s -> bad { assume (= x #x00000008) }",
                            false),
                     VERDICT_UNKNOWN);
    assert_int_equal(decide("limit e; location bad error e; start s; edge s -> bad;", false),
                     VERDICT_UNKNOWN);
    assert_int_equal(decide("error e; location bad error e; start s; edge s -> a;", false),
                     VERDICT_TRUE);
}

/* ---- folds ---- */

/* Two loops fold an array of 120 bytes, and between them one element becomes another byte, or
 * itself: the error says that the folds differ. */
#define FOLD_TWICE(step_s, step_r)                                                                 \
    "var a : (Array (_ BitVec 8) (_ BitVec 8)); var i : (_ BitVec 8); var v : (_ BitVec 8);\n"     \
    "var s : (_ BitVec 8); var r : (_ BitVec 8); input in nondet; error e;\n"                      \
    "location bad error e; start begin;\n"                                                         \
    "edge begin -> fill { i := #x00; s := #x80; r := #x80 }\n"                                     \
    "edge fill -> fill { assume (bvult i #x78); havoc v from in; a := (store a i v);\n"            \
    "  i := (bvadd i #x01) }\n"                                                                    \
    "edge fill -> one { assume (not (bvult i #x78)); i := #x00 }\n"                                \
    "edge one -> one { assume (bvult i #x78); " step_s "; i := (bvadd i #x01) }\n"                 \
    "edge one -> two { assume (not (bvult i #x78)); havoc v from in; havoc i from in;\n"           \
    "  { a := (store a i (bvor v #x40)) } [] { a := (store a i (select a i)) }; i := #x00 }\n"     \
    "edge two -> two { assume (bvult i #x78); " step_r "; i := (bvadd i #x01) }\n"                 \
    "edge two -> bad { assume (not (bvult i #x78)); assume (not (= s r)) }\n"

/* Below the byte that is stored between the loops. */
static value random_byte(void *context, uint32_t number, sort s) {
    (void)number;
    return (value){s, random_u64(context) & 0x3f};
}

/* With these inputs; the first alternative or the second; `folds` may be NULL. */
static enum run_end run_folds(program *p, uint64_t seed, uint32_t alternative,
                              const fold_vec *folds, uint64_t threshold) {
    rng random = {seed};
    model initial;
    u32_vec decisions = {0};
    values *pool = values_new(p->terms);
    model_init(&initial, pool);
    vec_push(&decisions, alternative);
    for (uint32_t i = 0; folds && i < folds->size; i++)
        if (folds->data[i].threshold.id)
            model_set(&initial, folds->data[i].threshold, value_bv(p->terms, 8, threshold));
    run_options o = {.next_input = random_byte, .context = &random, .decisions = &decisions};
    enum run_end end = program_run(p, &initial, &o, NULL).end;
    model_release(&initial);
    values_delete(pool);
    vec_release(&decisions);
    return end;
}

/* The program with ghosts ends as the program does: of a count, with some threshold, and with none
 * where the program has no error. */
static void same_ends(const char *source, bool counts) {
    terms *t = terms_new();
    program *p = parse(t, source), *with = program_clone(p);
    fold_vec folds = {0};
    uint32_t errors = 0, runs = 12;
    folds_find(p, &folds);
    assert_true(folds.size > 0);
    folds_instrument(with, &folds);
    program_check(with);
    for (uint32_t seed = 1; seed <= runs; seed++) {
        enum run_end plain = run_folds(p, seed, seed % 2, NULL, 0), end = RUN_STUCK;
        errors += plain == RUN_ERROR;
        for (uint32_t c = 0; c < (counts ? 256u : 1u) && end != RUN_ERROR; c++)
            end = run_folds(with, seed, seed % 2, &folds, c);
        assert_int_equal(end, plain);
    }
    assert_true(errors > 0 && errors < runs);
    folds_release(&folds);
    program_delete(with);
    program_delete(p);
    terms_delete(t);
}

static void test_folds(void **state) {
    (void)state;
    same_ends(FOLD_TWICE("s := (bvadd s (select a i))", "r := (bvadd r (select a i))"), false);
    same_ends(FOLD_TWICE("s := (bvxor s (select a i))", "r := (bvxor r (select a i))"), false);
    same_ends(FOLD_TWICE("{ assume (bvslt s (select a i)); s := (select a i) } [] { assume (not "
                         "(bvslt s (select a i))) }",
                         "{ assume (bvslt r (select a i)); r := (select a i) } [] { assume (not "
                         "(bvslt r (select a i))) }"),
              true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_meaning),
        cmocka_unit_test(test_split_meaning),
        cmocka_unit_test(test_transition_size),
        cmocka_unit_test(test_interpreter),
        cmocka_unit_test(test_interpreter_provenance),
        cmocka_unit_test(test_interpreter_returns_inputs),
        cmocka_unit_test(test_explicit),
        cmocka_unit_test(test_folds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
