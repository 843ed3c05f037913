/* The z3 backend: all theories, through Z3's C API. */
#include "base/log.h"
#include "solver/z3_internal.h"
#include "base/fail.h"

/* Errors are asked for where they matter; Z3's own handler would end the process. */
static void ignore_error(Z3_context c, Z3_error_code e) { (void)c, (void)e; }

Z3_ast z3_keep(z3_solver *z, Z3_ast a) {
    if (!a) {
        z->broken = "z3: error while translating";
        a = Z3_mk_true(z->context);
    }
    Z3_inc_ref(z->context, a);
    if (z->values_pass) vec_push(&z->passing, a);
    else vec_push(&z->held, a);
    return a;
}

/* ---- which Z3 solver ---- */

/* The logics that Z3 has special strategies for. QF_BV is its incremental SAT-based solver. */
enum logic { LOGIC_ANY, QF_NIA, QF_LIA, QF_NRA, QF_LRA, QF_BV, QF_FPBV, QF_AUFBV, LOGICS };
static const char *const logic_names[LOGICS] = {NULL,     "QF_NIA", "QF_LIA",  "QF_NRA",
                                                "QF_LRA", "QF_BV",  "QF_FPBV", "QF_AUFBV"};

static enum logic logic_of(uint32_t theories) {
    bool words = theories & (THEORY_BV | THEORY_FP | THEORY_ARRAY),
         curved = theories & THEORY_NONLINEAR;
    switch (theories & (THEORY_INT | THEORY_REAL)) {
    case THEORY_INT: return words ? LOGIC_ANY : curved ? QF_NIA : QF_LIA;
    case THEORY_REAL: return words ? LOGIC_ANY : curved ? QF_NRA : QF_LRA;
    case 0: break;
    default: return LOGIC_ANY;
    }
    if (!(theories & (THEORY_FP | THEORY_ARRAY))) return QF_BV;
    if (!(theories & THEORY_ARRAY)) return QF_FPBV;
    return theories & THEORY_FP ? LOGIC_ANY : QF_AUFBV;
}

static void drop_solver(z3_solver *z) {
    if (z->model) Z3_model_dec_ref(z->context, z->model), z->model = NULL;
    z->model_due = false;
    if (z->solver) Z3_solver_dec_ref(z->context, z->solver), z->solver = NULL;
    vec_clear(&z->told_scopes);
    vec_clear(&z->proxies.literal);
    vec_clear(&z->proxies.term);
    vec_clear(&z->proxies.scopes);
    map_clear(&z->proxies.of);
    z->told = 0;
    z->cut = false;
    z->timeout = 0;
    z->units = 0;
}

static void seed_solver(z3_solver *z) {
    Z3_context c = z->context;
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "random_seed"), z->base.options.seed);
    Z3_solver_set_params(c, z->solver, p);
    Z3_params_dec_ref(c, p);
}

/* Many small queries on linear arithmetic: Z3's plain incremental solver with its older simplex
 * takes a third to a half of the time of the solver for the logic, which prepares each check again.
 */
static bool is_linear(enum logic l) { return l == QF_LIA || l == QF_LRA; }

static Z3_solver linear_solver(Z3_context c) {
    Z3_solver s = Z3_mk_simple_solver(c);
    Z3_solver_inc_ref(c, s);
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "arith.solver"), 2);
    Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "auto_config"), false);
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "relevancy"), 0);
    Z3_solver_set_params(c, s, p);
    Z3_params_dec_ref(c, p);
    return s;
}

static Z3_solver solver_of(Z3_context c, enum logic l) {
    if (is_linear(l)) return linear_solver(c);
    Z3_solver s = l == LOGIC_ANY
                      ? Z3_mk_solver(c)
                      : Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, logic_names[l]));
    Z3_solver_inc_ref(c, s);
    return s;
}

static void choose_solver(z3_solver *z) {
    if (z->solver && z->serves == z->seen) return;
    enum logic before = logic_of(z->serves), now = logic_of(z->seen);
    z->serves = z->seen;
    if (z->solver && before == now) return;
    drop_solver(z);
    z->solver = solver_of(z->context, now);
    if (z->base.options.seed) seed_solver(z);
}

/* ---- telling Z3 what was asserted ---- */

static void z3_pop(solver *s) {
    z3_solver *z = (z3_solver *)s;
    if (z->told_scopes.size <= z->base.stack.scopes.size) return;
    z3_model_now(z);
    Z3_solver_pop(z->context, z->solver, 1);
    z->told = vec_pop(&z->told_scopes);
    uint32_t proxies = vec_pop(&z->proxies.scopes);
    while (z->proxies.literal.size > proxies) {
        map_remove(&z->proxies.of, vec_pop(&z->proxies.term));
        z->proxies.literal.size--;
    }
}

static void note_theories(z3_solver *z, uint32_t n, const term *assumptions) {
    for (uint32_t i = z->told; i < z->base.stack.asserted.size; i++)
        z->seen |= theories_of(&z->theories, z->base.terms, z->base.stack.asserted.data[i]);
    for (uint32_t i = 0; i < n; i++)
        z->seen |= theories_of(&z->theories, z->base.terms, assumptions[i]);
}

static bool tell_until(z3_solver *z, uint32_t end) {
    for (; z->told < end; z->told++) {
        Z3_ast a = z3_translate(z, z->base.stack.asserted.data[z->told]);
        if (!a) return false;
        Z3_solver_assert(z->context, z->solver, a);
    }
    return true;
}

static bool tell(z3_solver *z) {
    for (uint32_t k = z->told_scopes.size; k < z->base.stack.scopes.size; k++) {
        if (!tell_until(z, z->base.stack.scopes.data[k])) return false;
        vec_push(&z->told_scopes, z->told);
        vec_push(&z->proxies.scopes, z->proxies.literal.size);
        Z3_solver_push(z->context, z->solver);
    }
    return tell_until(z, z->base.stack.asserted.size);
}

/* ---- assumptions ---- */

static bool is_literal(const terms *t, term a) {
    if (term_op(t, a) == OP_NOT) a = term_arg(t, a, 0);
    return term_is_var(t, a);
}

/* A fresh Boolean that implies the term: Z3 takes literals only as assumptions. */
static Z3_ast proxy(z3_solver *z, term a) {
    uint64_t at;
    if (map_get(&z->proxies.of, a.id, &at)) return z->proxies.literal.data[at];
    Z3_context c = z->context;
    Z3_ast meaning = z3_translate(z, a);
    if (!meaning) return NULL;
    Z3_ast p = z3_keep(z, Z3_mk_fresh_const(c, "assume", Z3_mk_bool_sort(c)));
    Z3_solver_assert(c, z->solver, z3_keep(z, Z3_mk_implies(c, p, meaning)));
    map_set(&z->proxies.of, a.id, z->proxies.literal.size);
    vec_push(&z->proxies.literal, p);
    vec_push(&z->proxies.term, a.id);
    return p;
}

static bool take_literals(z3_solver *z, uint32_t n, const term *assumptions) {
    vec_clear(&z->literals);
    for (uint32_t i = 0; i < n; i++) {
        term a = assumptions[i];
        Z3_ast l = is_literal(z->base.terms, a) ? z3_translate(z, a) : proxy(z, a);
        if (!l) return false;
        vec_push(&z->literals, l);
    }
    return true;
}

/* ---- checks ---- */

/* A time limit makes Z3 start and stop a timer thread for every check, which costs more than a
 * small query. So each check first runs under a limit on effort only; only what exceeds that is
 * asked again under the clock. */
enum {
    QUICK_UNITS = 400000,
    UNITS_PER_TICK = 1000 /* a conflict is roughly so many of Z3's resource units */
};

static void set_limits(z3_solver *z, double seconds, uint64_t units) {
    bool same_time = seconds == z->timeout ||
                     (seconds > 0 && seconds >= 0.9 * z->timeout && seconds <= z->timeout);
    if (same_time && units == z->units) return;
    Z3_context c = z->context;
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    unsigned ms = seconds <= 0 || seconds > 4e6 ? 0xffffffffu : (unsigned)(seconds * 1000) + 1;
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "timeout"), ms);
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "rlimit"),
                       units > 0xffffffffu ? 0xffffffffu : (unsigned)units);
    Z3_solver_set_params(c, z->solver, p);
    Z3_params_dec_ref(c, p);
    z->timeout = seconds;
    z->units = units;
}

static Z3_lbool check_within(z3_solver *z, uint32_t n, double seconds, uint64_t units) {
    set_limits(z, seconds, units);
    Z3_lbool r = Z3_solver_check_assumptions(z->context, z->solver, n, z->literals.data);
    z->cut |= r == Z3_L_UNDEF;
    return r;
}

/* Z3's clock may strike before the check has begun, and then it never ends. */
#define SHORTEST 0.02

static Z3_lbool limited_check(z3_solver *z, uint32_t n) {
    z->late = false;
    uint64_t units = z->base.options.query_ticks * UNITS_PER_TICK;
    bool quick_is_all = units && units <= QUICK_UNITS;
    Z3_lbool r = check_within(z, n, 0, quick_is_all ? units : QUICK_UNITS);
    if (r != Z3_L_UNDEF || quick_is_all || z->base.interrupted || interrupt_requested) return r;
    double seconds = check_seconds(&z->base);
    z->late = seconds > 0 && seconds < SHORTEST;
    return z->late ? r : check_within(z, n, seconds, units);
}

/* Z3 says it in words. */
static stop_reason reason(z3_solver *z) {
    if (z->base.interrupted || interrupt_requested) return stop_by(BUDGET_INTERRUPTED);
    if (z->late) return stop_by(BUDGET_TIME);
    const char *content = Z3_solver_get_reason_unknown(z->context, z->solver);
    if (!content) return (stop_reason){0, "z3: error"};
    if (strstr(content, "timeout") || strstr(content, "canceled")) return stop_by(BUDGET_TIME);
    if (strstr(content, "resource") || strstr(content, "rlimit")) return (stop_reason){0, "effort"};
    if (strstr(content, "memory")) return stop_by(BUDGET_MEMORY);
    return (stop_reason){0, "incomplete"};
}

static void drop_model(z3_solver *z) {
    if (z->model) Z3_model_dec_ref(z->context, z->model);
    z->model = NULL;
    z->model_due = false;
    for (uint32_t i = 0; i < z->passing.size; i++) Z3_dec_ref(z->context, z->passing.data[i]);
    vec_clear(&z->passing);
}

static bool take_model(z3_solver *z) {
    z->model = Z3_solver_get_model(z->context, z->solver);
    if (!z->model) return z->base.why = "z3: no model", false;
    Z3_model_inc_ref(z->context, z->model);
    if (!(z->seen & THEORY_NONLINEAR) || z3_model_rational(z)) return true;
    return z->base.why = "z3: irrational model", false;
}

/* To build a model takes as long as a small check, and most answers on linear arithmetic are asked
 * for without: it is built for the first value. */
static bool may_wait(const z3_solver *z) { return is_linear(logic_of(z->serves)) && !z->cut; }

void z3_model_now(z3_solver *z) {
    if (!z->model_due) return;
    z->model_due = false;
    if (!take_model(z)) out_of_memory(); /* nothing else takes it away after sat */
}

static enum answer unknown(solver *s, const char *why) {
    return solver_stopped(s, (stop_reason){0, why});
}

/* After an exception Z3's solver may be left half done, and fails an assertion when it is used
 * again. */
static enum answer after_error(z3_solver *z) {
    bool memory = Z3_get_error_code(z->context) == Z3_MEMOUT_FAIL;
    drop_solver(z);
    return memory ? solver_stopped(&z->base, stop_by(BUDGET_MEMORY))
                  : unknown(&z->base, "z3: error");
}

static bool is_false_in_model(z3_solver *z, Z3_ast a) {
    Z3_ast result = NULL;
    z->values_pass = true;
    bool no = Z3_model_eval(z->context, z->model, a, true, &result) &&
              Z3_get_bool_value(z->context, z3_keep(z, result)) == Z3_L_FALSE;
    z->values_pass = false;
    return no;
}

/* Z3 4.8.12 goes on after a check that a limit ended, and then calls sat what is not. */
static bool is_wrong_model(z3_solver *z) {
    for (uint32_t i = 0; i < z->literals.size; i++)
        if (is_false_in_model(z, z->literals.data[i])) return true;
    for (uint32_t i = 0; i < z->told; i++)
        if (is_false_in_model(z, z->ast.data[z->base.stack.asserted.data[i].id])) return true;
    return false;
}

static enum answer check_once(z3_solver *z, uint32_t n, const term *assumptions, bool *wrong) {
    solver *s = &z->base;
    choose_solver(z);
    if (!tell(z) || !take_literals(z, n, assumptions))
        return unknown(s, "z3: operation not supported");
    if (z->broken) return unknown(s, z->broken);
    Z3_lbool r = limited_check(z, n);
    if (Z3_get_error_code(z->context) != Z3_OK) return after_error(z);
    if (r == Z3_L_FALSE) return ANSWER_UNSAT;
    if (r == Z3_L_UNDEF) return solver_stopped(s, reason(z));
    z->model_due = may_wait(z);
    if (z->model_due) return ANSWER_SAT;
    if (!take_model(z)) return ANSWER_UNKNOWN;
    *wrong = z->cut && is_wrong_model(z);
    return *wrong ? unknown(s, "z3: wrong model") : ANSWER_SAT;
}

static enum answer z3_check(solver *s, uint32_t n, const term *assumptions) {
    z3_solver *z = (z3_solver *)s;
    bool wrong = false;
    drop_model(z);
    note_theories(z, n, assumptions);
    enum answer a = check_once(z, n, assumptions, &wrong);
    if (!wrong) return a;
    drop_model(z);
    drop_solver(z);
    return check_once(z, n, assumptions, &wrong);
}

static void z3_core(solver *s, uint32_t n, const term *assumptions) {
    z3_solver *z = (z3_solver *)s;
    if (!n) return;
    Z3_ast_vector core = Z3_solver_get_unsat_core(z->context, z->solver);
    Z3_ast_vector_inc_ref(z->context, core);
    map in = {0};
    for (unsigned i = 0; i < Z3_ast_vector_size(z->context, core); i++)
        map_set(&in, (uintptr_t)Z3_ast_vector_get(z->context, core, i), 1);
    for (uint32_t i = 0; i < n; i++)
        if (map_get(&in, (uintptr_t)z->literals.data[i], NULL)) vec_push(&s->core, assumptions[i]);
    map_release(&in);
    Z3_ast_vector_dec_ref(z->context, core);
}

static void z3_interrupt(solver *s) { Z3_interrupt(((z3_solver *)s)->context); }

static void z3_release(solver *s) {
    z3_solver *z = (z3_solver *)s;
    drop_model(z);
    drop_solver(z);
    Z3_del_context(z->context); /* takes all ASTs with it */
    vec_release(&z->ast);
    vec_release(&z->held);
    vec_release(&z->passing);
    theory_memo_release(&z->theories);
    vec_release(&z->told_scopes);
    vec_release(&z->proxies.literal);
    vec_release(&z->proxies.term);
    vec_release(&z->proxies.scopes);
    map_release(&z->proxies.of);
    vec_release(&z->stack_terms);
    vec_release(&z->literals);
}

static const backend z3_backend = {
    .name = "z3",
    .theories = THEORY_BOOL | THEORY_BV | THEORY_FP | THEORY_ARRAY | THEORY_INT | THEORY_REAL |
                THEORY_NONLINEAR,
    .capabilities = CAN_CORE | CAN_INTERRUPT,
    .release = z3_release,
    .pop = z3_pop,
    .check = z3_check,
    .core = z3_core,
    .leaf = z3_leaf,
    .interrupt = z3_interrupt,
};

solver *z3_new(terms *t, solver_options options, const char **why) {
    LOG("z3", "new");
    z3_solver *z = solver_make(sizeof *z, &z3_backend, t, SOLVED_BY_Z3, options);
    Z3_config config = Z3_mk_config();
    z->context = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (!z->context) return mem_free(z), *why = "z3 does not start", NULL;
    Z3_set_error_handler(z->context, ignore_error);
    return &z->base;
}
