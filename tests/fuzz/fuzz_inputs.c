/* fuzz_inputs [SEED [COUNT [FORMAT [FIRST]]]]: mutated files of every format that cinch reads, in
 * one process. Whatever is in them, the reader answers with a result or a message; a crash names
 * the format and the number of the case, so that FORMAT and FIRST run it again. Meant to run under
 * AddressSanitizer (make fuzz-inputs).
 *
 * Cases go round the formats, each drawn from its own seed: a case does not depend on those before
 * it. Run from the root of the tree: some seeds are regression programs. */
#include "base/launch.h"
#include "base/own.h"
#include "base/random.h"
#include "evidence/cparse.h"
#include "evidence/evidence.h"
#include "evidence/script.h"
#include "frontend/clang.h"
#include "frontend/cprover.h"
#include "frontend/llvm/llvm.h"
#include "frontend/project.h"
#include "frontend/sources_internal.h"
#include "frontend/ts/ts.h"
#include "frontend/written/find.h"
#include "frontend/written/formula.h"
#include "goal/store.h"
#include "native/gate.h"
#include "program/text_form.h"
#include "verify/renamed_variables.h"

#include <glob.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
    const char *format;
    unsigned long long number;
    terms *terms;
    program *program; /* what witnesses, lemmas and stores speak of */
} now;

static const char program_text_form[] =
    "var x : (_ BitVec 32) name \"x\" type \"unsigned int\" at \"count.c\" 3:7 in \"main\";\n"
    "var n : (_ BitVec 32) name \"n\" type \"int\" signed at \"count.c\" 3:7 in \"main\";\n"
    "var f : (_ FloatingPoint 8 24) name \"f\" type \"float\";\n"
    "var a : (Array (_ BitVec 4) (_ BitVec 8)); var b : Bool scope \"main\";\n"
    "input in nondet name \"__VERIFIER_nondet_uint\" type \"unsigned int\";\n"
    "error bad \"unreach-call\" \"call of reach_error\";\n"
    "start entry; location head cut at \"count.c\" 3:3 in \"main\"; location fail error bad;\n"
    "edge entry -> head at \"count.c\" 2:2 { x := #x00000000; havoc n from in }\n"
    "edge head -> head at \"count.c\" 3:20 { assume (bvult x n); x := (bvadd x #x00000001) }\n"
    "edge head -> fail { assume (bvult n x) }\n";
static const char count_c[] = "int main(void) {\n  unsigned x = 0, n = __VERIFIER_nondet_uint();\n"
                              "  while (x < n) x++;\n  if (x > n) reach_error();\n}\n";

/* ---- readers ---- */

static void make_program(void) {
    input_error error = {0};
    now.terms = terms_new();
    now.program =
        cfa_parse(now.terms, program_text_form, sizeof program_text_form - 1, "seed", &error);
    require(now.program, "%s", error.message);
}

static void drop_program(void) {
    program_delete(now.program);
    terms_delete(now.terms);
}

static void read_cfa(const text *t) {
    input_error error = {0};
    text out = {0};
    terms *own = terms_new();
    program *p = cfa_parse(own, t->data, t->size, "x.cfa", &error);
    if (p) program_check(p), cfa_print(p, &out);
    program_delete(p);
    terms_delete(own);
    text_release(&out);
}

typedef program *ts_reader(terms *, const char *, size_t, const char *, input_error *, text *);
static void read_ts(const text *t, ts_reader *read) {
    input_error error = {0};
    text unsupported = {0};
    terms *own = terms_new();
    program *p = read(own, t->data, t->size, "x", &error, &unsupported);
    if (p) program_check(p);
    else require(error.message[0] || unsupported.size, "no answer");
    program_delete(p);
    terms_delete(own);
    text_release(&unsupported);
}
static void read_horn(const text *t) { read_ts(t, horn_load); }
static void read_vmt(const text *t) { read_ts(t, vmt_load); }
static void read_btor2(const text *t) { read_ts(t, btor2_load); }

static void read_certificate(const text *t) {
    input_error error = {0};
    text out = {0};
    certificate_print(t, &out, &error);
    text_release(&out);
}

static void save(const text *t, const char *path) {
    FILE *f = fopen(path, "wb");
    require(f && fwrite(t->data, 1, t->size, f) == t->size, "cannot write");
    fclose(f);
}

static void read_witness(const text *t) {
    input_error error = {0};
    witness_applied done = {0};
    save(t, "x.yml");
    witness *w = witness_read("x.yml", &error);
    if (!w) return;
    program_delete(witness_apply(now.program, w, &done));
    witness_delete(w);
}

static void expand(const char *path) {
    load_options o = {0};
    sources s = {0};
    project p;
    input_error error = {0};
    vec_push(&o.files, (char *)path);
    sources_expand(&o, &s, &error);
    project_of(&o, &s, &p);
    project_release(&p);
    sources_release(&s);
    vec_release(&o.files);
}
static void read_task(const text *t) {
    save(t, "task.yml");
    expand("task.yml");
}
static void read_commands(const text *t) {
    save(t, "compile_commands.json");
    expand("compile_commands.json");
}

static void read_property(const text *t) {
    input_error error = {0};
    arena memory = {0};
    uint32_t checks = 0;
    const char *function = NULL;
    save(t, "x.prp");
    property_parse("x.prp", &memory, &checks, &function, &error);
    property_parse(t->data, &memory, &checks, &function, &error);
    arena_release(&memory);
}

static void read_clauses(const contract_text *c, const clause_vec *clauses) {
    for (uint32_t i = 0; i < clauses->size; i++) {
        const written_clause *w = &clauses->data[i];
        refusal refused = {{0}};
        arena memory = {0};
        formula_context context = {.acsl = w->acsl,
                                   .types = &c->types,
                                   .logic = c->logic.data,
                                   .definitions = c->logic.size,
                                   .scope = c->text,
                                   .scope_end = c->text + strlen(c->text),
                                   .has_before = true,
                                   .prefix = "kept",
                                   .memory = &memory,
                                   .refused = &refused};
        text out = {0};
        if (w->kind == CLAUSE_REFUSED) continue;
        formula *f = formula_read(&context, w->from, w->end);
        formula_say(&context, f, &out);
        formula_say_defined(&context, f, &out);
        formula_context_release(&context);
        text_release(&out);
        arena_release(&memory);
    }
}

static void read_contract(const text *t) {
    annotation_vec annotations = {0};
    contract_text c = {0};
    arena memory = {0};
    text joined = {0};
    definitions_join(t->data, &joined);
    annotations_find(text_string(&joined), &annotations, &memory);
    contracts_find_in(text_string(&joined), &annotations, &c);
    for (uint32_t i = 0; i < c.functions.size; i++) read_clauses(&c, &c.functions.data[i].clauses);
    for (uint32_t i = 0; i < c.places.size; i++) read_clauses(&c, &c.places.data[i].clauses);
    contract_text_release(&c);
    vec_release(&annotations);
    arena_release(&memory);
    text_release(&joined);
}

static void read_cprover(const text *t) {
    text out = {0}, plain = {0}, records = {0};
    cprover_rewrite(t, random_u64(&(rng){now.number}) & 1, &out);
    cprover_drop_origins(&out, &plain);
    cprover_rewrite_records(&plain, "x.c:3:7:{3:7-3:9}{3:12-3:15}: error: invalid operands\n",
                            &records);
    text_release(&out);
    text_release(&plain);
    text_release(&records);
}

static void read_condition(const text *t) {
    c_scope scope = {.p = now.program, .function = 0, .long_bits = 64};
    char why[200];
    term out;
    c_parse_condition(&scope, t->data, &out, why, sizeof why);
}

static void read_lemmas(const text *t) {
    input_error error = {0};
    sexps *file = sexps_parse(t->data, t->size, "x.kept", &error);
    if (!file) return;
    smt_scope *scope = smt_scope_new(now.terms, "x.kept");
    rename_bind(file, scope, now.program);
    for (uint32_t i = 0; i < sexps_count(file); i++) {
        sexp e = sexps_at(file, i);
        term out;
        if (sexp_is_list(file, e) && sexp_size(file, e) == 3)
            smt_read_term(scope, file, sexp_at(file, e, 2), &out, &error);
    }
    smt_scope_delete(scope);
    sexps_delete(file);
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    (void)info, (void)context;
}

/* Of the process that reads IR; NULL: we are it, and clang_file() starts one for each file. */
static struct {
    uint64_t at; /* the case */
    bool in_llvm;
    uint64_t read; /* files that are a program */
} *shared;

static void read_ir(const text *t) {
    load_options o = {.checks = CHECK_UNREACH | CHECK_ASSERT | CHECK_OVERFLOW | CHECK_MEMORY};
    enum load_status status = LOAD_OK;
    text said = {0}, reason = {0};
    terms *own = terms_new();
    compiler c = {.context = LLVMContextCreate(), .options = &o, .messages = &said};
    LLVMContextSetDiagnosticHandler(c.context, ignore_diagnostic, NULL);
    save(t, "x.ll");
    if (shared) shared->in_llvm = true;
    LLVMModuleRef m = shared ? clang_parse_ir(&c, "x.ll")
                             : clang_file(&c, &(source){.file = "x.ll", .kind = SOURCE_IR});
    if (shared) shared->in_llvm = false;
    if (m) program_delete(llvm_translate(own, m, &o, &status, &said, &reason));
    if (m && shared) shared->read++;
    if (m) LLVMDisposeModule(m);
    LLVMContextDispose(c.context);
    terms_delete(own);
    text_release(&said);
    text_release(&reason);
}

static void read_store(const text *t) {
    verification v = {.unreduced = now.program, .reduced = now.program, .terms = now.terms};
    deadcode d = {.v = &v};
    deadcode_options o = {0};
    text messages = {0};
    save(t, "x.goals");
    unlink("x.goals-journal");
    goal_store *s = store_open("x.goals", now.number % 3 ? STORE_LIKE : STORE_SAME, &d, &messages);
    if (s) store_restore(s, &d, &o), store_close(s);
    goals_release(&d.goals);
    text_release(&messages);
}

static void read_elf(const text *t) {
    save(t, "x.elf");
    gate_find("x.elf");
}

static void read_messages(const text *t) {
    static const char here[] = ".";
    load_options o = {0};
    sources s = {0};
    project p;
    text out = {0};
    project_of(&o, &s, &p);
    project_messages(&p, t->data, here, &out);
    mem_free(project_refuses(&p, t->data, here));
    project_release(&p);
    text_release(&out);
}

/* ---- seeds ---- */

static const char horn_seed[] =
    "(set-logic HORN)\n(declare-fun p (Int (_ BitVec 8) Bool) Bool)\n(declare-fun q (Int) Bool)\n"
    "(assert (forall ((x Int) (b (_ BitVec 8))) (=> (and (= x 0) (bvult b #x10)) (p x b true))))\n"
    "(assert (forall ((x Int) (y Int) (b (_ BitVec 8)) (c Bool)) (=> (and (p x b c) (= y (+ x 1)) "
    "(or c (< x 10))) (p y (bvadd b #x01) (not c)))))\n"
    "(assert (forall ((x Int) (b (_ BitVec 8)) (c Bool)) (=> (p x b c) (q (* 2 x)))))\n"
    "(assert (forall ((x Int)) (=> (and (q x) (< x 0)) false)))\n(check-sat)\n";
static const char vmt_seed[] =
    "(declare-fun x () Int)(declare-fun y () Int)(declare-fun b () Bool)(declare-fun b1 () Bool)\n"
    "(define-fun .x () Int (! x :next y))(define-fun .b () Bool (! b :next b1))\n"
    "(define-fun i () Bool (! (and (= x 0) b) :init true))\n"
    "(define-fun t () Bool (! (and (= y (ite b (+ x 1) x)) (= b1 (not b))) :trans true))\n"
    "(define-fun p () Bool (! (>= x 0) :invar-property 0))\n";
static const char btor2_seed[] =
    "1 sort bitvec 8\n2 sort bitvec 1\n3 sort array 1 1\n4 state 1 count\n5 state 3 mem\n6 zero 1\n"
    "7 init 1 4 6\n8 one 1\n9 add 1 4 8\n10 input 2 go\n11 ite 1 10 9 4\n12 next 1 4 11\n"
    "13 write 3 5 4 9\n14 next 3 5 13\n15 read 1 5 4\n16 constd 1 200\n17 ult 2 16 4\n"
    "18 slice 1 4 7 0\n19 uext 1 17 7\n20 concat 1 10 10\n21 constraint -17\n22 bad 17 b\n"
    "23 udiv 1 4 8\n24 sra 1 4 8\n25 consth 1 ff\n26 justice 1 17\n27 output 4\n";
static const char certificate_seed[] =
    "; cinch certificate 1\n; program: count.c\n(set-logic ALL)\n(declare-fun x () (_ BitVec 32))\n"
    "(declare-const n (_ BitVec 32))\n(define-fun inv () Bool (bvule x n))\n"
    "(define-fun step ((p (_ BitVec 32))) (_ BitVec 32) (bvadd p #x00000001))\n(push 1)\n"
    "(assert (let ((y (step x))) (and inv (not (bvule y n)) (bvult x n))))\n(check-sat)\n(pop 1)\n"
    "(set-info :status unsat)\n; queries: 1\n";
static const char invariants_seed[] =
    "- entry_type: invariant_set\n  metadata:\n    format_version: '2.0'\n    task:\n"
    "      input_files: [ count.c ]\n      input_file_hashes:\n        count.c: 00\n"
    "      specification: G ! call(reach_error())\n      data_model: LP64\n      language: C\n"
    "  content:\n    - invariant:\n        type: loop_invariant\n        location:\n"
    "          file_name: count.c\n          line: 3\n          column: 3\n"
    "          function: main\n        value: \"x <= n && (int)x * 3L > -1 || n == 0x10u\"\n"
    "        format: c_expression\n";
static const char violation_seed[] =
    "- entry_type: violation_sequence\n  metadata:\n    task: {data_model: ILP32}\n  content:\n"
    "    - segment:\n      - waypoint:\n          type: assumption\n          action: follow\n"
    "          constraint: {format: c_expression, value: 'n == 5'}\n"
    "          location: {file_name: count.c, line: 2, column: 1, function: main}\n"
    "      - waypoint: {type: branching, action: avoid, constraint: {value: 'true'}, location: "
    "{file_name: count.c, line: 3}}\n"
    "    - segment:\n      - waypoint: {type: target, action: follow, location: {file_name: "
    "count.c, line: 4, column: 14}}\n";
static const char task_seed[] =
    "format_version: '2.0'\ninput_files: 'count.c'\nproperties:\n"
    "  - property_file: x.prp\n    expected_verdict: true\n    subproperty: valid-deref\n"
    "  - {property_file: ../properties/no-overflow.prp, expected_verdict: false}\n"
    "options:\n  language: C\n  data_model: ILP32\n";
static const char commands_seed[] =
    "[{\"directory\": \".\", \"file\": \"count.c\", \"arguments\": [\"cc\", \"-Iinc\", \"-DA=1\", "
    "\"-c\", \"count.c\", \"-o\", \"x.o\", \"-isystem\", \"sys\", \"@x\"]},\n {\"directory\": "
    "\"/tmp\", \"file\": \"b.c\", \"command\": \"gcc -O2 -D'X=\\\"y z\\\"' -include a.h "
    "-I../i b.c\", \"output\": \"b.o\"}]";
static const char property_seed[] =
    "CHECK( init(main()), LTL(G ! call(reach_error())) )\nCHECK( init(main()), LTL(G "
    "valid-free) )\nCHECK( init(main()), LTL(F end) )\n";
static const char contract_seed[] =
    "# 1 \"c.c\"\ntypedef struct s { int len; int *data; } s;\n"
    "/*@ predicate sorted(int *a, integer n) = \\forall integer i; 0 <= i < n-1 ==> a[i] <= "
    "a[i+1];\n  logic integer f(integer x) = x * 2; */\n"
    "/*@ requires \\valid(a + (0 .. n-1)) && n >= 0; assigns a[0..n-1], *b;\n"
    "  behavior one: assumes n == 1; ensures \\result == \\old(a[0]) + f(3);\n"
    "  complete behaviors; disjoint behaviors one;\n"
    "  ensures \\exists integer j; 0 <= j < n && a[j] == \\at(*b, Pre) <==> sorted(a, n); */\n"
    "int get(int *a, int n, int *b) {\n  int i;\n"
    "  /*@ loop invariant 0 <= i <= n; loop assigns i; loop variant n - i; */\n"
    "  for (i = 0; i < n; i++) { /*@ assert i < (unsigned char)n ? a[i] : !0; */ }\n"
    "  return a[0]; }\n"
    "int put(s *p, unsigned v) __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && p->len > 0)\n"
    "__CPROVER_assigns(p->len, __CPROVER_object_whole(p)) __CPROVER_ensures(p->len == "
    "__CPROVER_old(p->len) + __CPROVER_return_value ==> v < 3)\n{ return p->data[v]; }\n";
static const char cprover_seed[] =
    "# 1 \"x.c\"\nstruct r { const int a; };\nint __CPROVER_uninterpreted_f(int);\n"
    "void g(struct r *p, struct r *q, int n) {\n"
    "  __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < 10) ==> p[i].a > 0 });\n"
    "  __CPROVER_assert(__CPROVER_exists { unsigned j; j < 4u && p[j].a == n } ==> n > 0, \"m\");\n"
    "  __CPROVER_r_ok(p, sizeof *p); __CPROVER_overflow_plus(n, 1); *p = *q;\n"
    "  __CPROVER_size_t z = __CPROVER_OBJECT_SIZE(p); __CPROVER_havoc_object(q); }\n";
static const char condition_seed[] =
    "(x <= n + 1u && !(n < -5)) || x * 3LL >> 2 == 'a' || f > 1.5e3f ? ~x % 7 : (char)n != 0x1F";
static const char lemmas_seed[] =
    "(cinch-kept 1)(source |count.c| |00|)(variable x (_ BitVec 32))(variable |old y| (_ BitVec "
    "32))\n(engine ic3cfa 1.5)(checker |z3| 0.1)\n(lemma |main| (bvule x n))\n(lemma |main| (let "
    "((z (bvadd x #x00000001))) (or b (bvult z |old y|))))\n(lemma |main| (fp.lt f f))\n";
static const char messages_seed[] =
    "x.o: count.c /usr/include/stdio.h \\\n  ../a\\ b.h $$c.h\ncount.c:3:7: error: use of "
    "undeclared"
    "\n    3 |   x\n      |   ^\n/etc/passwd:1:1: error: unknown type\n 1 | root\n2 errors.\n";

typedef struct {
    const char *name;
    void (*read)(const text *);
    const char *seeds[2];
    const char *files; /* more of them */
    string_vec all;    /* filled in; sizes beside */
    u32_vec sizes;
} format;

static format formats[] = {
    {"cfa", read_cfa, {program_text_form}, NULL, {0}, {0}},
    {"horn", read_horn, {horn_seed}, "tests/regress/t*.smt2", {0}, {0}},
    {"vmt", read_vmt, {vmt_seed}, "tests/regress/*.vmt", {0}, {0}},
    {"btor2", read_btor2, {btor2_seed}, "tests/regress/*.btor2", {0}, {0}},
    {"certificate", read_certificate, {certificate_seed}, NULL, {0}, {0}},
    {"witness", read_witness, {invariants_seed, violation_seed}, NULL, {0}, {0}},
    {"task", read_task, {task_seed}, NULL, {0}, {0}},
    {"commands", read_commands, {commands_seed}, NULL, {0}, {0}},
    {"property", read_property, {property_seed}, NULL, {0}, {0}},
    {"contract", read_contract, {contract_seed, count_c}, NULL, {0}, {0}},
    {"cprover", read_cprover, {cprover_seed, contract_seed}, NULL, {0}, {0}},
    {"condition", read_condition, {condition_seed}, NULL, {0}, {0}},
    {"lemmas", read_lemmas, {lemmas_seed}, NULL, {0}, {0}},
    {"ir", read_ir, {NULL}, NULL, {0}, {0}},
    {"store", read_store, {NULL}, NULL, {0}, {0}},
    {"elf", read_elf, {NULL}, NULL, {0}, {0}},
    {"messages", read_messages, {messages_seed}, NULL, {0}, {0}},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static void add_seed(format *f, const char *data, size_t size) {
    char *copy = mem_alloc(size + 1);
    memcpy(copy, data, size);
    copy[size] = 0;
    vec_push(&f->all, copy);
    vec_push(&f->sizes, (uint32_t)size);
}

static void add_file(format *f, const char *path) {
    enum { LARGEST = 20000 }; /* mutations of a large file seldom matter */
    text t = {0};
    if (text_read_file(&t, path) && t.size && t.size < LARGEST) add_seed(f, t.data, t.size);
    text_release(&t);
}

static format *format_named(const char *name) {
    for (int i = 0; i < FORMATS; i++)
        if (!strcmp(formats[i].name, name)) return &formats[i];
    return NULL;
}

/* IR as the compiler makes it. */
static void add_ir_seeds(void) {
    static const char *const programs[] = {"tests/llvm/integers.c", "tests/llvm/memory.c",
                                           "tests/llvm/floats.c", "tests/common/branch_max.c",
                                           "examples/gcd.c"};
    text ir = {0};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char *argv[] = {"clang-19", "-S",           "-emit-llvm",        "-g", "-w", "-o",
                        "-",        "-Itests/llvm", (char *)programs[i], NULL};
        text_clear(&ir);
        child_run(argv, NULL, &ir, NULL, (child_limits){.seconds = 20});
        if (ir.size) add_seed(format_named("ir"), ir.data, ir.size);
    }
    text_release(&ir);
}

static void add_whole_file(const char *format_name, const char *path) {
    text t = {0};
    require(text_read_file(&t, path), "no %s", path);
    add_seed(format_named(format_name), t.data, t.size);
    text_release(&t);
}

static void add_elf_seed(void) {
    char *argv[] = {"cc", "-no-pie", "-nostdlib", "-x", "c", "-", "-o", "seed.elf", NULL};
    text code = {0};
    own_text("__asm__(\".section " OWN "gate,\\\"ax\\\"\\n syscall\\n ret\\n\");\n"
             "void _start(void) {}\n",
             &code);
    child_run(argv, &code, NULL, NULL, (child_limits){.seconds = 20});
    text_release(&code);
    add_whole_file("elf", "seed.elf");
}

static void add_store_seed(void) {
    static const char rows[] =
        "insert into tests values (1, 0, 'sampling', 'in 1 32 5\nin 1 32 00ff\n'), (2, 7, '', "
        "'x 9 1 2 3');insert into proofs values (1, 'ic3cfa', 'z3', 'z3', 'checked', 3, 0.1, 0, 1, "
        "0, 0, '0 1 2', '(|main#0| (bvule x n))', '; certificate');"
        "insert into places values (0, 'main:1'), (1, 'main:2');";
    verification v = {.unreduced = now.program, .reduced = now.program, .terms = now.terms};
    deadcode d = {.v = &v};
    text messages = {0};
    sqlite3 *db;
    goal_store *s = store_open("seed.goals", STORE_EMPTY, &d, &messages);
    require(s, "%s", text_string(&messages));
    store_close(s);
    require(sqlite3_open("seed.goals", &db) == SQLITE_OK &&
                sqlite3_exec(db, rows, NULL, NULL, NULL) == SQLITE_OK,
            "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
    text_release(&messages);
    add_whole_file("store", "seed.goals");
}

static void add_seeds(void) {
    for (int i = 0; i < FORMATS; i++) {
        format *f = &formats[i];
        glob_t found;
        for (int k = 0; k < 2 && f->seeds[k]; k++) add_seed(f, f->seeds[k], strlen(f->seeds[k]));
        if (!f->files || glob(f->files, 0, NULL, &found)) continue;
        for (size_t k = 0; k < found.gl_pathc; k++) add_file(f, found.gl_pathv[k]);
        globfree(&found);
    }
    add_ir_seeds();
}

/* ---- mutations ---- */

static const char *const words[] = {"(",
                                    ")",
                                    "((((((((",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    "|",
                                    "\"",
                                    "'",
                                    ";",
                                    ":",
                                    ",",
                                    "#x",
                                    "#b",
                                    "-1",
                                    "0",
                                    "1",
                                    "-",
                                    "*",
                                    "4294967295",
                                    "65537",
                                    "18446744073709551616",
                                    "99999999999999999999999999",
                                    "1e999",
                                    "2147483648",
                                    "(_ BitVec 0)",
                                    "(_ BitVec 99999999)",
                                    "(_ BitVec 4294967296)",
                                    "let",
                                    "\n",
                                    "\\",
                                    "\xff",
                                    "\xe2\x80\xae",
                                    "\\\n",
                                    "/*",
                                    "*/",
                                    "//",
                                    "&a",
                                    "*a",
                                    "<<",
                                    "==>",
                                    "\\forall",
                                    "\\old(",
                                    "sizeof",
                                    "...",
                                    "..",
                                    "i32",
                                    "undef",
                                    "null",
                                    "i1",
                                    "<4 x i32>",
                                    "ptr",
                                    "!0",
                                    "%0",
                                    "label",
                                    "poison",
                                    "true",
                                    "forall",
                                    "as",
                                    "!",
                                    "true",
                                    "define-fun",
                                    "@",
                                    "=",
                                    "- - -",
                                    "? ",
                                    "i8388607",
                                    "x86_fp80",
                                    "vscale x",
                                    "inf",
                                    "nan",
                                    "__CPROVER_forall {",
                                    "-9223372036854775808"};

static void splice(text *t, size_t at, size_t cut, const char *put, size_t size) {
    text out = {0};
    if (cut > t->size - at) cut = t->size - at;
    text_bytes(&out, t->data, at);
    text_bytes(&out, put, size);
    text_bytes(&out, t->data + at + cut, t->size - at - cut);
    text_release(t);
    *t = out;
}

static bool in_token(char c) { return is_name_char(c) || c == '.'; }

/* The token at or after a place, with the sign before it that says what it is (%x, @f, !1, #x1). */
static size_t token_at(const text *t, size_t *at) {
    size_t end;
    while (*at > 0 && in_token(t->data[*at - 1])) --*at;
    while (*at < t->size && !in_token(t->data[*at])) ++*at;
    for (end = *at; end < t->size && in_token(t->data[end]);) end++;
    return end - *at;
}

static char token_kind(const text *t, size_t at) {
    char before = at ? t->data[at - 1] : ' ', first = t->data[at];
    return strchr("%@!#|\"", before) ? before : first >= '0' && first <= '9' ? '0' : 'a';
}

/* One token in the place of another of its kind: more often than by other mutations it still means
 * something. */
static void swap_token(rng *r, text *t) {
    size_t to = random_u64(r) % t->size, n = token_at(t, &to);
    char copy[64];
    for (int i = 0; i < 20 && n; i++) {
        size_t from = random_u64(r) % t->size, m = token_at(t, &from);
        if (!m || m >= sizeof copy || token_kind(t, from) != token_kind(t, to)) continue;
        if (m == n && !memcmp(t->data + from, t->data + to, n)) continue;
        memcpy(copy, t->data + from, m);
        splice(t, to, n, copy, m);
        return;
    }
}

static void mutate(rng *r, const format *f, text *t) {
    size_t at = random_u64(r) % (t->size + 1), from = random_u64(r) % (t->size + 1);
    size_t n = 1 + random_below(r, random_below(r, 4) ? 12 : 200);
    const char *word = words[random_below(r, sizeof words / sizeof *words)];
    char byte = (char)random_u64(r), copy[400];
    uint32_t other = random_below(r, f->all.size);
    size_t place = random_u64(r) % (f->sizes.data[other] + 1);
    switch (random_below(r, 7)) {
    case 0: splice(t, at, 1, &byte, 1); break;
    case 1: splice(t, at, n, "", 0); break;
    case 2: splice(t, at, random_below(r, 2) ? strlen(word) : 0, word, strlen(word)); break;
    case 3: /* a part of it, elsewhere */
        if (n > t->size - from) n = t->size - from;
        memcpy(copy, t->data + from, n);
        splice(t, at, random_below(r, 2) ? n : 0, copy, n);
        break;
    case 4: /* of another seed */
        if (n > f->sizes.data[other] - place) n = f->sizes.data[other] - place;
        splice(t, at, random_below(r, 2) ? n : 0, f->all.data[other] + place, n);
        break;
    case 5: /* often */
        for (uint32_t k = 1u << random_below(r, 9); k-- > 0;) splice(t, at, 0, word, strlen(word));
        break;
    default: /* a bit */
        if (at < t->size) t->data[at] = (char)(t->data[at] ^ 1 << random_below(r, 8));
    }
}

/* ---- */

static void at_end(int signal_number) {
    char line[120];
    int n = snprintf(line, sizeof line, "fuzz_inputs: signal %d in %s, case %llu\n", signal_number,
                     now.format, now.number);
    if (write(2, line, (size_t)n) < 0) _exit(3);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

extern void __asan_set_death_callback(void (*)(void)) __attribute__((weak));
static void at_report(void) {
    fprintf(stderr, "fuzz_inputs: in %s, case %llu\n", now.format, now.number);
}

static void try_case(const format *f, uint64_t seed, uint64_t number) {
    rng r = {hash_mix(seed) ^ hash_mix(number * 2 + 1)};
    text t = {0};
    uint32_t from = random_below(&r, f->all.size);
    now.format = f->name;
    now.number = number;
    text_bytes(&t, f->all.data[from], f->sizes.data[from]);
    bool plain = random_below(&r, 4);
    for (uint32_t k = 1 + random_below(&r, plain ? 3 : 6); k-- > 0 && t.size;)
        if (plain) swap_token(&r, &t);
        else mutate(&r, f, &t);
    text_string(&t); /* ends with 0 */
    if (getenv("FUZZ_SAVE")) save(&t, getenv("FUZZ_SAVE"));
    if (t.size) f->read(&t);
    text_release(&t);
}

/* ---- IR, many files in a process ---- */

static _Noreturn void read_cases(uint64_t seed, uint64_t first, uint64_t end, uint64_t step) {
    signal(SIGALRM, SIG_DFL), signal(SIGABRT, SIG_DFL), signal(SIGSEGV, SIG_DFL);
    for (uint64_t i = first; i < end; i += step) {
        shared->at = i;
        alarm(20);
        try_case(format_named("ir"), seed, i);
    }
    _exit(0);
}

/* LLVM's reader ends its process at some files, and clang_file() expects that: the next process goes
 * on after it. Whatever else ends one is our fault. */
static void try_ir_cases(uint64_t seed, uint64_t first, uint64_t end, uint64_t step) {
    uint64_t ended = 0;
    int status;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    require(shared != MAP_FAILED, "no memory");
    for (uint64_t i = first; i < end; i = shared->at + step) {
        fflush(stdout);
        shared->at = i;
        pid_t pid = fork();
        if (!pid) read_cases(seed, i, end, step);
        require(pid > 0 && waitpid(pid, &status, 0) == pid, "no process");
        if (!status) break;
        ended++;
        if (shared->in_llvm) continue;
        fprintf(stderr, "fuzz_inputs: status %d in ir, case %llu\n", status,
                (unsigned long long)shared->at);
        exit(1);
    }
    printf("%llu of the files of IR are programs; LLVM's reader ended %llu times\n",
           (unsigned long long)shared->read, (unsigned long long)ended);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1,
             count = argc > 2 ? strtoull(argv[2], NULL, 10) : 100000,
             first = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
    const format *only = argc > 3 ? format_named(argv[3]) : NULL;
    char folder[] = "/tmp/cinch-fuzz-XXXXXX";
    if (!__asan_set_death_callback) signal(SIGSEGV, at_end);
    signal(SIGABRT, at_end), signal(SIGFPE, at_end), signal(SIGALRM, at_end);
    if (__asan_set_death_callback) __asan_set_death_callback(at_report);
    add_seeds();
    require(mkdtemp(folder) && !chdir(folder), "no folder");
    save(&(text){.data = (char *)count_c, .size = sizeof count_c - 1}, "count.c");
    make_program();
    add_store_seed();
    add_elf_seed();
    uint64_t ir = (uint64_t)(format_named("ir") - formats);
    for (uint64_t i = first; i < first + count; i++) {
        if ((only ? (uint64_t)(only - formats) : i % FORMATS) == ir) continue;
        drop_program(), make_program();
        alarm(20); /* longer is a fault, too */
        try_case(only ? only : &formats[i % FORMATS], seed, i);
    }
    alarm(0);
    if (only == &formats[ir]) try_ir_cases(seed, first, first + count, 1);
    else if (!only)
        try_ir_cases(seed, first + (ir + FORMATS - first % FORMATS) % FORMATS, first + count,
                     FORMATS);
    drop_program();
    printf("%llu mutated inputs of %d formats: no crash\n", (unsigned long long)count,
           only ? 1 : FORMATS);
    return 0;
}
