/* Evidence: certificates, replay, compiled tests, witnesses; and that none of them accepts what is
 * broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "evidence/cparse.h"
#include "engine/portfolio/engines.h"
#include "source/declarations.h"
#include "source/statements.h"
#include "evidence/products.h"
#include "evidence/script.h"
#include "evidence/sha256.h"
#include "evidence_lab.h"
#include "term/smtlib.h"

#include <stdlib.h>
#include <unistd.h>

static void read_map(source_map *m, const char *file) {
    text content = {0};
    assert_true(text_read_file(&content, file));
    source_map_take(m, file, &content);
}

static program *parse(terms *t, const char *source) {
    input_error error = {0};
    program *p = cfa_parse(t, source, strlen(source), "test.cfa", &error);
    if (!p) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    return p;
}

static const char nested[] =
    "var x : (_ BitVec 8); var y : (_ BitVec 8); input i nondet; error e; limit deep; location bad "
    "error e; start s;\n"
    "location over error deep; location outer cut; location inner cut;\n"
    "edge s -> outer { x := #x00 }\n"
    "edge outer -> inner { assume (bvult x #x0a); y := #x00 }\n"
    "edge inner -> mid { assume (bvult y x); y := (bvadd y #x01) }\n"
    "edge mid -> inner { havoc x from i; assume (bvule x #x0a); assume (bvult y x) }\n"
    "edge mid -> inner { assume (= y x) }\n"
    "edge inner -> outer { assume (not (bvult y x)); x := (bvadd x #x01) }\n"
    "edge inner -> bad { assume (bvult x y) }\n"
    "edge outer -> over { assume (bvult #x0b x) }\n";

/* ---- products ---- */

static term product_at(terms *t, term a, term x, term y, uint64_t at_x, uint64_t at_y) {
    substitution s = {0};
    subst_set(&s, t, x, term_bv(t, 32, at_x));
    subst_set(&s, t, y, term_bv(t, 32, at_y));
    term is = subst_apply(&s, t, a);
    subst_release(&s);
    assert_true(term_is_const(t, is));
    return is;
}

/* Told by the size of its factors, a product has the value that it had. */
static void test_products_by_size(void **state) {
    (void)state;
    static const uint64_t numbers[] = {0, 1, 2, 3, 7, 15, 16, 17, 0x10000, 0x7fffffff, 0xfffffff1};
    enum { VALUES = sizeof numbers / sizeof *numbers };
    terms *t = terms_new();
    term x = term_var(t, "x", sort_bv(t, 32)), y = term_var(t, "y", sort_bv(t, 32));
    term product = term_2(t, OP_BVMUL, x, term_2(t, OP_BVADD, y, term_bv(t, 32, 1)));
    term wraps = term_2(t, OP_BVUMULO, x, y);
    term told = products_by_size(t, product), told_wraps = products_by_size(t, wraps);
    assert_false(same(product, told) || same(wraps, told_wraps));
    for (int i = 0; i < VALUES * VALUES; i++) {
        uint64_t u = numbers[i % VALUES], v = numbers[i / VALUES];
        assert_true(same(product_at(t, product, x, y, u, v), product_at(t, told, x, y, u, v)));
        assert_true(same(product_at(t, wraps, x, y, u, v), product_at(t, told_wraps, x, y, u, v)));
    }
    terms_delete(t);
}

/* ---- certificates ---- */

static term read_formula(terms *t, const char *s) {
    term a = {0};
    input_error error = {0};
    smt_scope *c = smt_scope_new(t, "");
    assert_true(smt_parse_term(c, s, strlen(s), 1, 1, &a, &error));
    smt_scope_delete(c);
    return a;
}

static enum evidence_level check_nested(const char *outer, const char *inner, solver_set provers,
                                        evidence *e) {
    terms *t = terms_new();
    program *p = parse(t, nested);
    term_vec inv = {0};
    vec_resize(&inv, p->locations.size);
    uint32_t seen = 0;
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].cut) inv.data[l.id] = read_formula(t, seen++ ? inner : outer);
    budget b = budget_of(300, 0);
    evidence_init(e, t);
    assert_true(certificate_write(p, &inv, "nested loops", e));
    certificate_check(&e->certificate, provers, &b, e);
    enum evidence_level level = e->level;
    vec_release(&inv);
    program_delete(p);
    evidence_release(e);
    terms_delete(t);
    return level;
}

static void test_certificate(void **state) {
    (void)state;
    evidence e;
    const char *outer = "(bvule x #x0b)", *inner = "(and (bvule x #x0a) (bvule y x))";
    assert_int_equal(check_nested(outer, inner, SOLVED_BY_BLAST, &e), EVIDENCE_INDEPENDENT);
    assert_int_equal(check_nested(outer, inner, SOLVED_BY_Z3, &e), EVIDENCE_INDEPENDENT);
    /* Whoever accepts it first had a part in it: boxes, too, on a busy machine. */
    assert_int_equal(check_nested(outer, inner, SOLVED_BY_ALL, &e), EVIDENCE_REPROVED);
    assert_int_equal(check_nested(outer, "(bvule y x)", SOLVED_BY_BLAST, &e), EVIDENCE_NONE);
    assert_int_equal(check_nested(outer, "true", SOLVED_BY_BLAST, &e), EVIDENCE_NONE);
    assert_int_equal(check_nested("true", inner, SOLVED_BY_BLAST, &e), EVIDENCE_NONE);
    assert_int_equal(check_nested("false", "false", SOLVED_BY_BLAST, &e), EVIDENCE_NONE);
}

/* ---- who proved it ---- */

/* Words in one loop, which blast decides, and integers in the next, which only z3 does. */
static const char mixed[] =
    "var x : (_ BitVec 8); var b : (_ BitVec 8); var n : Int; var m : Int;\n"
    "input in nondet; input in2 nondet; error bad; start entry;\n"
    "location head cut; location mid cut; location fail error bad;\n"
    "edge entry -> head { havoc x from in; assume (bvult x #x0a) }\n"
    "edge head -> head { assume (bvult x #x09); havoc b from in2; assume (bvult b #x02);"
    " x := (bvadd x b) }\n"
    "edge head -> mid { assume (bvult x #x20); n := 0; m := 0 }\n"
    "edge mid -> mid { assume (< n 1000000); n := (+ n 1); m := (+ m 2) }\n"
    "edge mid -> fail { assume (< m n) }\n";

/* Whether the engine has a proof. Then z3 took part, so that its acceptance is a repetition. */
static bool proves_with_z3(const engine *by) {
    terms *t = terms_new();
    program *p = parse(t, mixed);
    engine_options o;
    engine_result r;
    evidence e;
    engine_options_default(&o);
    budget all = budget_of(60, 0), effort = budget_effort(all, 0.6);
    engine_result_init(&r, t);
    evidence_init(&e, t);
    engine_run(by, p, &o, &effort, NULL, &r);
    bool proof = r.verdict == VERDICT_TRUE;
    if (proof) {
        if (!(r.used & SOLVED_BY_Z3)) fail_msg("%s hides that z3 took part", by->name);
        assert_true(evidence_for(p, NULL, p, &r, NULL, &all, &e));
        if (e.level == EVIDENCE_INDEPENDENT) assert_string_equal(e.checker, "cvc5");
    }
    evidence_release(&e);
    engine_result_release(&r);
    program_delete(p);
    terms_delete(t);
    return proof;
}

static void test_provers(void **state) {
    (void)state;
    uint32_t proofs = 0;
    for (const engine *by = engines; by->name; by++) proofs += proves_with_z3(by);
    assert_true(proofs >= 8);
}

/* A relaxation that prover and checker share is no second opinion. */
static void test_shared_relaxation(void **state) {
    (void)state;
    char names[SOLVER_NAMES];
    terms *t = terms_new();
    solver *s = solver_new(t, "reals/z3", (solver_options){0}, NULL);
    term x = term_var(t, "x", sort_bv(t, 8));
    term more = term_2(t, OP_BVULT, term_bv(t, 8, 4), x);
    solver_assert(s, term_2(t, OP_BVULT, x, term_bv(t, 8, 3)));
    assert_int_equal(solver_check(s, 1, &more), ANSWER_UNSAT);
    assert_int_equal(solvers_seen(t), SOLVED_BY_Z3 | SOLVED_BY_RELAXATION | SOLVED_BY_RANGES);
    assert_string_equal(solver_set_names(solvers_take(t), names), "z3, relaxation");
    assert_int_equal(solvers_seen(t), 0);
    solver_delete(s);
    terms_delete(t);
}

static void write_text(evidence *e, const char *s) {
    text_clear(&e->certificate);
    text_add(&e->certificate, s);
}

static void test_certificate_text(void **state) {
    (void)state;
    terms *t = terms_new();
    evidence e;
    evidence_init(&e, t);
    budget b = budget_of(300, 0);
    static const struct {
        const char *text;
        bool good;
    } cases[] = {
        {"(set-logic ALL)\n(assert false)\n(check-sat)\n; queries: 1\n", true},
        {"(set-logic ALL)\n(assert true)\n(check-sat)\n; queries: 1\n", false},
        {"(set-logic ALL)\n(assert false)\n(check-sat)\n; queries: 2\n", false},
        {"(set-logic ALL)\n(assert false)\n(check-sat)\n", false},
        {"(set-logic ALL)\n(assert (= 1 2)\n(check-sat)\n; queries: 1\n", false},
        {"(set-logic ALL)\n(exit)\n(assert true)\n(check-sat)\n; queries: 1\n", false},
        {"(set-logic ALL)\n(declare-fun x () Int)\n(assert (< x x))\n(check-sat)\n; queries: 1\n",
         true},
        {"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_text(&e, cases[i].text);
        certificate_check(&e.certificate, SOLVED_BY_BLAST, &b, &e);
        if ((e.level != EVIDENCE_NONE) != cases[i].good)
            fail_msg("case %zu: level %d, %s", i, e.level, e.why);
    }
    evidence_release(&e);
    terms_delete(t);
}

static void check_bounded(const char *query, uint64_t most, const char *expected) {
    terms *t = terms_new();
    text source = {0};
    text_print(&source,
               "var x : (_ BitVec 4); error e; location bad error e; location l cut; start s;\n"
               "edge s -> l { x := #x0 } edge l -> bad { assume %s }\n"
               "edge l -> l { assume (bvult x #x8); x := (bvadd x #x1) }",
               query);
    program *p = parse(t, text_string(&source));
    term_vec invariant = {0};
    for (uint32_t i = 0; i < p->locations.size; i++)
        vec_push(&invariant,
                 p->locations.data[i].cut
                     ? term_2(t, OP_BVULE, p->variables.data[0].var, term_bv(t, 4, most))
                     : term_true(t));
    evidence e;
    evidence_init(&e, t);
    budget b = budget_of(300, 0);
    assert_true(certificate_write(p, &invariant, "", &e));
    certificate_check(&e.certificate, 0, &b, &e);
    if (!strstr(e.level == EVIDENCE_NONE ? e.why : "accepted", expected)) fail_msg("%s", e.why);
    evidence_release(&e);
    vec_release(&invariant);
    text_release(&source);
    program_delete(p);
    terms_delete(t);
}

/* A refuted certificate tells which query is satisfiable. */
static void test_refuted_says_why(void **state) {
    (void)state;
    check_bounded("(= x #xf)", 8, "accepted");
    check_bounded("(= x #xf)", 7, "its invariant holds there.; it is not inductive");
    check_bounded("(= x #x8)", 8, "None of these is reached.");
}

static void test_loop_without_cut(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(t, "error e; location bad error e; location here cut; start s; edge s -> a; "
                          "edge a -> b; edge b -> a; edge b -> bad;");
    term_vec none = {0};
    evidence e;
    evidence_init(&e, t);
    assert_false(certificate_write(p, &none, "", &e));
    assert_non_null(strstr(e.why, "cut point"));
    evidence_release(&e);
    program_delete(p);
    terms_delete(t);
}

/* Two unconditional edges with different effects: a certificate that forgot one would accept. */
static void test_free_branches(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(t, "var x : (_ BitVec 4); error e; location bad error e; start s;\n"
                          "edge s -> a { x := #x0 } edge a -> b { x := #x1 } edge a -> b { x := "
                          "#x2 } edge b -> c { { x := (bvadd x #x1) } [] { skip } }\n"
                          "edge c -> bad { assume (= x #x3) }");
    term_vec none = {0};
    evidence e;
    evidence_init(&e, t);
    budget b = budget_of(300, 0);
    assert_true(certificate_write(p, &none, "", &e));
    certificate_check(&e.certificate, 0, &b, &e);
    assert_int_equal(e.level, EVIDENCE_NONE);
    evidence_release(&e);
    program_delete(p);
    terms_delete(t);
}

static bool accepted(program *p, const term_vec *invariant, const char *title) {
    evidence e;
    evidence_init(&e, p->terms);
    budget b = budget_of(300, 0);
    bool good = certificate_write(p, invariant, title, &e);
    if (good) certificate_check(&e.certificate, 0, &b, &e);
    good = good && e.level != EVIDENCE_NONE;
    evidence_release(&e);
    return good;
}

/* What a program calls its files, functions and variables is no part of the proof. */
static void test_names_in_certificate(void **state) {
    (void)state;
    terms *t = terms_new();
    term_vec none = {0};
    program *p = parse(t, "var x : (_ BitVec 4); error e \"f\\n(assert false)\\n;\"; location bad "
                          "error e at \"f\\n(assert false)\\n;\" 1:1; start s;\n"
                          "location s at \"f\\n(assert false)\\n;\" 1:1 in \"g\\n(assert "
                          "false)\\n;\"; edge s -> bad { assume (= x #x3) }");
    assert_false(accepted(p, &none, "f\n(assert false)\n;"));
    program_delete(p);
    p = parse(t, "error e; start s; location bad error e;");
    term x = term_var(t, "a|b", sort_bv(t, 4)), y = term_var(t, "a!7c!b", sort_bv(t, 4));
    program_add_variable(p, (variable){.var = x});
    program_add_variable(p, (variable){.var = y});
    program_add_edge(p, p->start, program_add_location(p, (position){0}), cmd_skip(p),
                     (position){0});
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (program_is_error(p, l))
            program_add_edge(p, p->start, l, cmd_assume(p, term_not(t, term_eq(t, x, y))),
                             (position){0});
    assert_false(accepted(p, &none, ""));
    program_delete(p);
    terms_delete(t);
}

/* ---- other kinds of proof ---- */

static const char counting[] =
    "var x : (_ BitVec 8); error e; location bad error e; location head cut; start s;\n"
    "edge s -> head { x := #x00 }\n"
    "edge head -> bad { assume (= x #x06) }\n"
    "edge head -> head { assume (bvult x #x05); x := (bvadd x #x01) }\n";

static bool proof_accepted(const char *source, enum proof_kind kind, uint32_t k) {
    terms *t = terms_new();
    program *p = parse(t, source);
    term_vec none = {0};
    evidence e;
    evidence_init(&e, t);
    budget b = budget_of(300, 0);
    bool good = certificate_write_proof(p, kind, k, &none, "", &e);
    if (good) certificate_check(&e.certificate, 0, &b, &e);
    good = good && e.level != EVIDENCE_NONE;
    evidence_release(&e);
    program_delete(p);
    terms_delete(t);
    return good;
}

static void test_unrolling(void **state) {
    (void)state;
    assert_false(proof_accepted(counting, PROOF_K_INDUCTION, 0)); /* says nothing at all */
    assert_true(proof_accepted(counting, PROOF_UNROLLING, 7));
    assert_false(proof_accepted(counting, PROOF_UNROLLING, 4));
    static const char unsafe[] =
        "var x : (_ BitVec 8); error e; location bad error e; location head cut; start s;\n"
        "edge s -> head { x := #x00 } edge head -> bad { assume (= x #x05) }\n"
        "edge head -> head { assume (bvult x #x05); x := (bvadd x #x01) }";
    assert_false(proof_accepted(unsafe, PROOF_UNROLLING, 9));
    assert_true(proof_accepted(counting, PROOF_UNWINDING, 6));
    assert_false(proof_accepted(counting, PROOF_UNWINDING, 4));
    assert_false(proof_accepted(unsafe, PROOF_UNWINDING, 9));
}

/* Rounds count anew each time that a loop is entered; those of a loop inside another one, too. */
static void test_unwinding(void **state) {
    (void)state;
    static const char inside[] =
        "var x : (_ BitVec 8); var y : (_ BitVec 8); error e; location bad error e;\n"
        "location outer cut; location inner cut; location after cut; start s;\n"
        "edge s -> outer { x := #x00 }\n"
        "edge outer -> inner { assume (bvult x #x03); y := #x00 }\n"
        "edge inner -> inner { assume (bvult y x); y := (bvadd y #x01) }\n"
        "edge inner -> outer { assume (= y x); x := (bvadd x #x01) }\n"
        "edge outer -> after { assume (= x #x03) }\n"
        "edge after -> after { assume (bvult #x00 x); x := (bvadd x #xff); y := (bvadd y #x01) }\n"
        "edge after -> bad { assume (= x #x00); assume (not (= y #x05)) }\n";
    assert_true(proof_accepted(inside, PROOF_UNWINDING, 4));
    assert_false(proof_accepted(inside, PROOF_UNWINDING, 2));
}

static void test_k_induction(void **state) {
    (void)state;
    /* 2-inductive, not 1-inductive: x alternates between 0 and 1, and 3 would need 2 before it. */
    static const char source[] =
        "var x : (_ BitVec 2); error e; location bad error e; location head cut; start s;\n"
        "edge s -> head { x := #b00 } edge head -> bad { assume (= x #b11) }\n"
        "edge head -> head { x := (ite (= x #b00) #b01 (ite (= x #b01) #b00 (ite (= x #b10) #b11 "
        "#b11))); assume (not (= x #b10)) }";
    assert_false(proof_accepted(source, PROOF_INVARIANT, 0));
    static const char second[] = "var x : (_ BitVec 8); var y : (_ BitVec 8); error e; location "
                                 "bad error e; location head cut; start s;\n"
                                 "edge s -> head { x := #x00; y := #x00 }\n"
                                 "edge head -> bad { assume (= y #x07) }\n"
                                 "edge head -> head { assume (not (= y #x07)); y := x; x := #x00 }";
    assert_false(proof_accepted(second, PROOF_K_INDUCTION, 1));
    assert_true(proof_accepted(second, PROOF_K_INDUCTION, 3));
    assert_false(proof_accepted(counting, PROOF_K_INDUCTION, 1));
    static const char unsafe[] =
        "var x : (_ BitVec 8); error e; location bad error e; location head cut; start s;\n"
        "edge s -> head { x := #x00 } edge head -> bad { assume (= x #x05) }\n"
        "edge head -> head { x := (bvadd x #x01) }";
    assert_false(proof_accepted(unsafe, PROOF_K_INDUCTION, 6));
}

/* ---- mutations ---- */

static void test_mutations(void **state) {
    (void)state;
    lab_count proofs = {0}, traces = {0};
    lab_run(7000, 12, 3000, &proofs, &traces);
    assert_int_equal(proofs.wrong, 0);
    assert_int_equal(traces.wrong, 0);
    assert_int_equal(proofs.broken, 12);
    assert_int_equal(traces.broken, 12);
}

/* ---- a broken reduction ---- */

static void remove_tree(const char *directory) {
    char *command = mem_format("rm -rf %s", directory);
    assert_int_equal(system(command), 0);
    mem_free(command);
}

/* Makes the program wrong, so that the check of evidence has something to find. */
static cmd without_first_assignment(program *p, cmd c, bool *done) {
    enum cmd_kind k = cmd_kind_of(p, c);
    if (*done) return c;
    if (k == CMD_ASSIGN) {
        *done = true;
        return cmd_skip(p);
    }
    if (k != CMD_SEQ && k != CMD_CHOICE) return c;
    cmd_vec parts = {0};
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        vec_push(&parts, without_first_assignment(p, cmd_part(p, c, i), done));
    c = k == CMD_SEQ ? cmd_seq(p, parts.size, parts.data) : cmd_choice(p, parts.size, parts.data);
    vec_release(&parts);
    return c;
}

static void break_one_assignment(program *p) {
    bool done = false;
    for (edge_id i = {0}; i.id < p->edges.size && !done; i.id++)
        if (!p->edges.data[i.id].removed)
            p->edges.data[i.id].command =
                without_first_assignment(p, p->edges.data[i.id].command, &done);
}

/* Verify with a reduction that drops the first assignment: the engine claims `wrong`, evidence must
 * refuse it. */
static void refuse_broken(const char *source, enum verdict wrong) {
    terms *t = terms_new();
    program *p = parse(t, source);
    reduce_options ro;
    reduce_options_default(&ro);
    memset(ro.enabled, 0, sizeof ro.enabled);
    budget b = budget_of(300, 0);
    reduction red = {0};
    program *reduced = reduce_program(p, &ro, &b, &red);
    break_one_assignment(reduced);
    engine_options o;
    engine_options_default(&o);
    engine_result r;
    engine_result_init(&r, t);
    engine_find("ic3cfa")->run(reduced, &o, &b, NULL, &r);
    assert_int_equal(r.verdict, wrong);
    char directory[] = "/tmp/cinch-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    evidence e;
    evidence_init(&e, t);
    evidence_options how = {.title = "broken", .keep_failed = directory};
    assert_false(evidence_for(p, &red, reduced, &r, &how, &b, &e));
    assert_int_equal(r.verdict, VERDICT_UNKNOWN);
    assert_string_equal(r.reason, "evidence");
    assert_true(e.refuted && r.refuted == (wrong == VERDICT_TRUE));
    char *readme = mem_format("%s/README", e.kept);
    assert_int_equal(strncmp(e.kept, directory, strlen(directory)), 0);
    assert_int_equal(access(readme, R_OK), 0);
    remove_tree(directory);
    mem_free(readme);
    evidence_release(&e);
    engine_result_release(&r);
    reduction_release(&red);
    program_delete(reduced);
    program_delete(p);
    terms_delete(t);
}

static void test_broken_reduction(void **state) {
    (void)state;
    refuse_broken(
        "var x : (_ BitVec 8); error e; start s; location head cut; location bad error e;\n"
        "edge head -> head { assume (bvult x #x05); x := (bvadd x #x01) }\n"
        "edge s -> head { assume (= x #x00) }\n"
        "edge head -> bad { assume (= x #x03) }\n",
        VERDICT_TRUE);
    refuse_broken(
        "var x : (_ BitVec 8); error e; start s; location head cut; location bad error e;\n"
        "edge s -> head { x := #x00 }\n"
        "edge head -> head { assume (bvult x #x05); x := (bvadd x #x01) }\n"
        "edge head -> bad { assume (= x #x09) }\n",
        VERDICT_FALSE);
}

/* ---- what the process of an engine says of itself ---- */

static const char counts_to_five[] =
    "var x : (_ BitVec 8); error e; start s; location head cut; location bad error e;\n"
    "edge s -> head { x := #x00 }\n"
    "edge head -> head { assume (bvult x #x05); x := (bvadd x #x01) }\n"
    "edge head -> bad { assume (= x #x09) }\n";

/* The answer of a worker whose certificate was checked there; `invariant` in SMT-LIB. */
static bool believes(const char *invariant, const char *certificate) {
    terms *t = terms_new();
    program *p = parse(t, counts_to_five);
    budget b = budget_of(300, 0);
    engine_result r;
    evidence e;
    smt_scope *scope = smt_scope_new(t, "test");
    input_error error = {0};
    engine_result_init(&r, t);
    evidence_init(&e, t);
    r.verdict = VERDICT_TRUE;
    r.used = SOLVED_BY_Z3;
    vec_resize(&r.invariant, p->locations.size);
    smt_scope_bind(scope, "x", p->variables.data[0].var);
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].cut)
            assert_true(smt_parse_term(scope, invariant, strlen(invariant), 1, 1,
                                       &r.invariant.data[l.id], &error));
    r.checked.level = EVIDENCE_INDEPENDENT;
    r.checked.checker = "a liar";
    r.checked.queries = 1;
    text_add(&r.checked.certificate, certificate);
    evidence_options how = {.title = "told"};
    bool good = evidence_for(p, NULL, p, &r, &how, &b, &e);
    if (good) assert_string_not_equal(e.checker, "a liar"); /* checked here, by another solver */
    smt_scope_delete(scope);
    evidence_release(&e);
    engine_result_release(&r);
    program_delete(p);
    terms_delete(t);
    return good;
}

/* A certificate that is about another program, or about nothing, is not believed, whatever is said
 * of who accepted it: the proof is checked here then. */
static void test_certificate_of_another(void **state) {
    (void)state;
    static const char other[] = "(assert false)\n(check-sat)\n; queries: 1\n";
    assert_false(believes("(bvult x #x04)", other));
    assert_false(believes("true", ""));
    assert_true(believes("(bvule x #x05)", other));
}

static text text_of(const char *s) {
    text t = {0};
    text_add(&t, s);
    return t;
}

static bool same_scripts(const char *a, const char *b) {
    text x = text_of(a), y = text_of(b);
    bool equal = script_same(&x, &y);
    text_release(&x);
    text_release(&y);
    return equal;
}

static void test_same_scripts(void **state) {
    (void)state;
    static const char one[] = "(declare-fun a () Bool)(declare-fun b () Bool)(push 1)"
                              "(assert (and a b))(check-sat)(pop 1)(assert a)(check-sat)";
    assert_true(same_scripts(one, one));
    assert_true(same_scripts(one, "(declare-fun b () Bool)(declare-fun a () Bool)"
                                  "(define-fun c () Bool (and b a))(push 1)(assert c)(check-sat)"
                                  "(pop 1)(assert a)(check-sat)"));
    assert_false(same_scripts(one, "(declare-fun b () Bool)(declare-fun a () Bool)(push 1)"
                                   "(assert (and b a))(check-sat)(pop 1)(assert b)(check-sat)"));
    assert_false(same_scripts(one, "(declare-fun b () Bool)(declare-fun a () Bool)"
                                   "(assert (and b a))(check-sat)"));
    assert_false(same_scripts(one, "(assert"));
}

static bool is_script(const char *lines) {
    text t = text_of(lines);
    script_subject about;
    bool good = script_about(&t, &about);
    text_release(&t);
    return good;
}

/* What a scope declares or defines ends with it, and so do the parameters of a definition. */
static void test_script_scopes(void **state) {
    (void)state;
    assert_true(is_script("(push 1)(declare-fun a () Bool)(assert a)(check-sat)(pop 1)"));
    assert_false(is_script("(push 1)(declare-fun a () Bool)(pop 1)(assert a)(check-sat)"));
    assert_false(is_script("(push 1)(define-fun a () Bool false)(pop 1)(assert a)(check-sat)"));
    assert_false(is_script("(define-fun f ((a Bool)) Bool a)(assert a)(check-sat)"));
    assert_true(is_script("(declare-fun b () Bool)(push 1)(define-fun b () Bool true)(pop 1)"
                          "(assert b)(check-sat)"));
}

/* A program with choices of its own: parallel edges, alternatives inside one, a loop that need not
 * be left. */
static void test_replay_with_choices(void **state) {
    (void)state;
    terms *t = terms_new();
    program *p = parse(
        t, "var x : (_ BitVec 8); var y : (_ BitVec 8); input i nondet; error e; location bad "
           "error e; start s;\n"
           "location head cut;\n"
           "edge s -> head { x := #x00; y := #x00 }\n"
           "edge head -> head { { y := (bvadd y #x01) } [] { y := (bvadd y #x02) } [] { skip } }\n"
           "edge head -> mid { x := #x01 } edge head -> mid { x := #x02 } edge head -> mid { havoc "
           "x from i }\n"
           "edge mid -> bad { assume (= y #x03); assume (= x #x02) }");
    engine_options o;
    engine_options_default(&o);
    engine_result r;
    engine_result_init(&r, t);
    budget b = budget_of(300, 0);
    explicit_run(p, &o, &b, NULL, &r);
    assert_int_equal(r.verdict, VERDICT_FALSE);
    evidence e;
    evidence_init(&e, t);
    replay_trace(p, p, &r, &b, &e);
    if (e.level != EVIDENCE_REPLAYED) fail_msg("%s", e.why);
    assert_true(e.decisions.size > 0);
    budget late =
        budget_of(1e-9, 0); /* a replay that is cut off fails to decide, and is no fault */
    e.level = EVIDENCE_NONE;
    assert_false(evidence_for(p, NULL, p, &r, NULL, &late, &e));
    assert_string_equal(r.reason, "timeout");
    assert_string_equal(e.kept, "");
    evidence_release(&e);
    engine_result_release(&r);
    program_delete(p);
    terms_delete(t);
}

/* ---- sources ---- */

static void test_sha256(void **state) {
    (void)state;
    char hex[65];
    sha256_hex("", 0, hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_hex("abc", 3, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    sha256_hex(two, strlen(two), hex);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_loops(void **state) {
    (void)state;
    static const char source[] = "struct s { int a; };\n"
                                 "int main(void) { // while (no)\n"
                                 "  int i = 0; /* for (;;) */\n"
                                 "  while (i < 3) { i++; }\n"
                                 "  for (int k = 0; k < 2; k++)\n"
                                 "    do i--; while (i > 0);\n"
                                 "  if (i) { char *s = \"while\"; } else for (;;) break;\n"
                                 "# 100 \"other.h\"\n"
                                 "  while (1) ;\n"
                                 "}\n";
    char file[] = "/tmp/cinch-loops-XXXXXX";
    int fd = mkstemp(file);
    assert_int_equal(write(fd, source, sizeof source - 1), sizeof source - 1);
    close(fd);
    source_map m;
    read_map(&m, file);
    assert_int_equal(m.loops.size, 5);
    static const struct {
        uint32_t line, column;
        char keyword;
    } expected[] = {{4, 3, 'w'}, {5, 3, 'f'}, {6, 5, 'd'}, {7, 38, 'f'}, {9, 3, 'w'}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(m.loops.data[i].line, expected[i].line);
        assert_int_equal(m.loops.data[i].column, expected[i].column);
        assert_int_equal(m.loops.data[i].keyword, expected[i].keyword);
    }
    size_t offset;
    assert_true(source_offset(&m, file, 6, 8, &offset));
    assert_int_equal(loop_around(&m, offset)->line, 6);
    assert_true(source_offset(&m, "other.h", 100, 10, &offset));
    assert_int_equal(loop_around(&m, offset)->line, 9);
    assert_false(source_offset(&m, file, 77, 1, &offset));
    source_map_release(&m);
    unlink(file);
}

/* What icp proves about a polynomial is accepted by another, and not where its bound is broken. */
static enum evidence_level float_certificate(const char *bound) {
    text c = {0};
    text_print(
        &c,
        "(set-logic ALL)\n(declare-fun x () (_ FloatingPoint 8 24))\n"
        "(define-fun one () (_ FloatingPoint 8 24) (fp #b0 #x7f #b00000000000000000000000))\n"
        "(define-fun y () (_ FloatingPoint 8 24) (fp.mul RNE x (fp.mul RNE x (fp.mul RNE x (fp.sub "
        "RNE one x)))))\n"
        "(assert (and (fp.leq (_ +zero 8 24) x) (fp.leq x one)))\n(assert (fp.lt %s "
        "y))\n(check-sat)\n\n; queries: 1\n",
        bound);
    terms *t = terms_new();
    evidence e;
    evidence_init(&e, t);
    budget b = budget_of(300, 0);
    certificate_check(&c, SOLVED_BY_ICP | SOLVED_BY_RANGES, &b, &e);
    enum evidence_level level = e.level;
    evidence_release(&e);
    terms_delete(t);
    text_release(&c);
    return level;
}

static void test_float_certificates(void **state) {
    (void)state;
    assert_int_equal(float_certificate("(fp #b0 #x7b #b11000000000000000000000)"),
                     EVIDENCE_INDEPENDENT); /* 0.109375 > 27/256 */
    assert_int_equal(float_certificate("(fp #b0 #x7b #b10000000000000000000000)"),
                     EVIDENCE_NONE); /* 0.09375 */
}

/* `$` stands before the declaration of i that is visible at `@`. */
static void expect_declaration(const char *marked) {
    char file[] = "/tmp/cinch-declared-XXXXXX", source[300];
    size_t n = 0, place = 0, meant = SIZE_MAX, found = SIZE_MAX;
    for (const char *x = marked; *x; x++) {
        if (*x == '$') meant = n;
        else if (*x == '@') place = n;
        else source[n++] = *x;
    }
    int fd = mkstemp(file);
    assert_int_equal(write(fd, source, n), n);
    close(fd);
    source_map m;
    read_map(&m, file);
    declarations d = {0};
    declarations_find(&m, place, "i", 1, &d);
    for (uint32_t i = 0; i < d.size; i++)
        if (d.data[i].visible) found = d.data[i].at;
    if (found != meant)
        fail_msg("%s: found at %zd, not %zd", marked, (ssize_t)found, (ssize_t)meant);
    vec_release(&d);
    source_map_release(&m);
    unlink(file);
}

static void test_declarations(void **state) {
    (void)state;
    static const char *const sources[] = {
        "int i; int f(void) { @x; }",
        "int f(int a, int $i) { @x; }",
        "int f(int i) { int $i = 3; @x; }",
        "int f(int $i) { { int i; } @x; }",
        "int f(void) { int a, *$i = 0, b; @x; }",
        "int f(void) { int a = g(b, i), $i; @x; }",
        "int f(void) { int a[i], b[2 * i], c = 2 * i; @x; }",
        "int f(void) { int a[] = {i, 2}, $i; @x; }",
        "int f(void) { struct { int b; } $i; @x; }",
        "int f(void) { static const unsigned long $i = 2; @x; }",
        "int f(void) { T $i; g(a, i); x = i; p->i = i; if (c) i = 2; return a * i; @x; }",
        "int f(void) { for (int i = 0; i < 2; i++) g(); @x; }",
        "int f(void) { for (int $i = 0; i < 2; i++) { g(); @x; } }",
        "int f(void) { for (i = 0; i < 2; i++) { int j, i; } @x; }",
        "int f(void) { /* int i; */ char *s = \"int i;\"; @x; }",
        "int f(void) { switch (c) { case 1: g(); int $i; @x; } }",
        "int f(void) { __typeof__(c) $i; @x; }",
        "int f(void) { int (*$i)(void); @x; }",
        "int f(void) { int c = a ? b : d, $i; @x; }",
        "int f(void) { int i; } int g(void) { @x; }",
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) expect_declaration(sources[i]);
}

/* ---- C expressions ---- */

static bool holds(const char *expression, uint64_t i, uint64_t u) {
    terms *t = terms_new();
    program *p = parse(t, "var i : (_ BitVec 32) name \"i\" type \"int\" signed; var u : (_ BitVec "
                          "32) name \"u\" type \"unsigned int\";\n"
                          "var c : (_ BitVec 8) name \"c\" type \"char\" signed;");
    c_scope scope = {.p = p, .long_bits = 32};
    term a;
    char why[100];
    if (!c_parse_condition(&scope, expression, &a, why, sizeof why))
        fail_msg("%s: %s", expression, why);
    values *pool = values_new(t);
    evaluator *eval = evaluator_new(t, pool);
    model m;
    model_init(&m, pool);
    model_set(&m, p->variables.data[0].var, value_bv(t, 32, i));
    model_set(&m, p->variables.data[1].var, value_bv(t, 32, u));
    model_set(&m, p->variables.data[2].var, value_bv(t, 8, i));
    bool result = term_holds(eval, &m, a);
    model_release(&m);
    evaluator_delete(eval);
    values_delete(pool);
    program_delete(p);
    terms_delete(t);
    return result;
}

static void test_c_expressions(void **state) {
    (void)state;
    assert_true(holds("i < 0", (uint32_t)-1, 0));
    assert_false(holds("i < u", (uint32_t)-1, 5)); /* the usual conversions */
    assert_true(holds("(long long)i < (long long)u", (uint32_t)-1, 5));
    assert_true(holds("1 + 2 * 3 == 7 && 10 % 4 == 2 || 0", 0, 0));
    assert_true(holds("c == i && -c == 1 && (unsigned char)c == 255", (uint32_t)-1, 0));
    assert_true(holds("(u >> 31) == 1u && (i >> 31) == -1", 0x80000000, 0x80000000));
    assert_true(holds("i ? u == 3 : u == 4", 0, 4));
    assert_true(holds("0x7fffffff + 1 < 0", 0, 0));
    assert_true(holds("2147483648 > 0 && 0.5 < 1", 0, 0));
    assert_true(holds("!(i & 1) && ~i == -3", 2, 0));
}

static void test_c_expressions_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"i = 3", "f(i)", "nobody > 1",
                                      "i +",   "i ++", "*i",
                                      "(i",    "i[0]", "99999999999999999999 > i",
                                      ""};
    terms *t = terms_new();
    program *p = parse(t, "var i : (_ BitVec 32) name \"i\" type \"int\" signed;");
    c_scope scope = {.p = p, .long_bits = 32};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        term a;
        char why[100];
        if (c_parse_condition(&scope, bad[i], &a, why, sizeof why))
            fail_msg("accepted: %s", bad[i]);
        assert_true(why[0]);
    }
    program_delete(p);
    terms_delete(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products_by_size),
        cmocka_unit_test(test_certificate),
        cmocka_unit_test(test_provers),
        cmocka_unit_test(test_shared_relaxation),
        cmocka_unit_test(test_certificate_text),
        cmocka_unit_test(test_refuted_says_why),
        cmocka_unit_test(test_loop_without_cut),
        cmocka_unit_test(test_free_branches),
        cmocka_unit_test(test_names_in_certificate),
        cmocka_unit_test(test_unrolling),
        cmocka_unit_test(test_unwinding),
        cmocka_unit_test(test_k_induction),
        cmocka_unit_test(test_mutations),
        cmocka_unit_test(test_broken_reduction),
        cmocka_unit_test(test_certificate_of_another),
        cmocka_unit_test(test_same_scripts),
        cmocka_unit_test(test_script_scopes),
        cmocka_unit_test(test_replay_with_choices),
        cmocka_unit_test(test_sha256),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_float_certificates),
        cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_c_expressions),
        cmocka_unit_test(test_c_expressions_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
