/* The pipe backend: any SMT-LIB 2.6 solver as a child process.
 *
 * The child is told assertions as they are needed for a check, in scopes of its own; assumptions
 * are Boolean constants that imply the terms. Every batch of commands ends with an echo that marks
 * its end in the output. A child that does not answer in time, dies, or says anything else than
 * expected is killed, the check is unknown, and the next check starts a new one and tells it
 * everything again. Models are fetched whole after each sat, so an answer is sat only if its model
 * can be read. */
#include "solver/backend.h"
#include "base/path.h"
#include "base/log.h"
#include "base/child.h"
#include "base/fail.h"
#include "term/smtlib.h"

#include <errno.h>
#include <stdlib.h>

#define SLICE 0.05 /* seconds between looks at the budget */
#define MARK "cinch-end-of-answer-"

typedef struct {
    solver base;
    char *command; /* owned; argv points into it */
    string_vec argv;
    child process;
    bool alive;
    text out, in; /* to be sent; received */
    uint32_t marks;
    uint32_t told;
    u32_vec told_scopes; /* assertions told at each push that the child knows */
    map declared;        /* variables, by term id */
    term_vec vars;       /* the same, in order */
    map proxy_of;        /* assumption's term id -> number of its constant */
    u32_vec proxy_term, proxy_scopes;
    uint32_t proxies; /* numbers given out, never again while the child lives */
    u32_vec asked;    /* constants of the last check */
    map model;        /* variable's term id -> constant term's id */
} pipe_solver;

/* ---- the child ---- */

/* Programs that are known by the name of their file: whose answers they give, and what they must be
 * told to read several checks from their input. A stranger may be a script around any of them. */
typedef struct {
    const char *name;
    solver_set set;
    char *needs; /* NULL: nothing */
} known_program;
static const known_program programs[] = {
    {"z3", SOLVED_BY_Z3, "-in"},
    {"cvc5", SOLVED_BY_CVC5, "--incremental"},
    {"yices-smt2", SOLVED_BY_OTHER, "--incremental"},
    {"bitwuzla", SOLVED_BY_OTHER, NULL},
    {"boolector", SOLVED_BY_OTHER, NULL},
    {"mathsat", SOLVED_BY_OTHER, NULL},
    {"opensmt", SOLVED_BY_OTHER, NULL},
    {NULL, SOLVED_BY_Z3 | SOLVED_BY_CVC5 | SOLVED_BY_OTHER, NULL},
};

static const known_program *known_as(const char *program) {
    const char *name = path_base(program);
    const known_program *k = programs;
    while (k->name && strcmp(name, k->name)) k++;
    return k;
}

static void split_command(pipe_solver *p, const char *command) {
    p->command = mem_string(command);
    for (char *token = strtok(p->command, " "); token; token = strtok(NULL, " "))
        vec_push(&p->argv, token);
    char *needed = p->argv.size ? known_as(p->argv.data[0])->needs : NULL;
    for (uint32_t i = 1; needed && i < p->argv.size; i++)
        if (!strcmp(p->argv.data[i], needed)) needed = NULL;
    if (needed) vec_push(&p->argv, needed);
    vec_push(&p->argv, NULL);
}

static void drop_child(pipe_solver *p) {
    if (p->alive) child_kill(&p->process);
    p->alive = false;
    p->told = 0;
    vec_clear(&p->told_scopes);
    vec_clear(&p->vars);
    vec_clear(&p->proxy_term);
    vec_clear(&p->proxy_scopes);
    map_clear(&p->declared);
    map_clear(&p->proxy_of);
}

static bool stop(pipe_solver *p, stop_reason why) {
    solver_stopped(&p->base, why);
    drop_child(p);
    return false;
}

static bool give_up(pipe_solver *p, const char *why) { return stop(p, (stop_reason){0, why}); }

static bool start_child(pipe_solver *p) {
    if (p->alive) return true;
    if (!child_start(&p->process, p->argv.data, (child_limits){0}))
        return give_up(p, "pipe: the solver does not start");
    p->alive = true;
    text_clear(&p->in);
    text_clear(&p->out);
    text_add(
        &p->out,
        "(set-option :print-success false)\n(set-option :produce-models true)\n"
        "(set-option :produce-unsat-assumptions true)\n(set-option :global-declarations true)\n"
        "(set-logic ALL)\n");
    return true;
}

static stop_reason out_of_budget(const pipe_solver *p, double deadline) {
    if (p->base.interrupted || interrupt_requested) return stop_by(BUDGET_INTERRUPTED);
    if (deadline > 0 && clock_now() >= deadline) return stop_by(BUDGET_TIME);
    if (p->base.budget && budget_over(p->base.budget)) return budget_stop(p->base.budget);
    return (stop_reason){0};
}

/* Send what is to be sent and read up to its mark, which is cut off. */
static bool converse(pipe_solver *p, double deadline) {
    char mark[64];
    snprintf(mark, sizeof mark, MARK "%u", ++p->marks);
    text_print(&p->out, "(echo \"%s\")\n", mark);
    text_clear(&p->in);
    bool sent = child_write(&p->process, p->out.data, p->out.size);
    text_clear(&p->out);
    if (!sent) return give_up(p, "pipe: the solver has ended");
    for (;;) {
        char *end = p->in.size ? strstr(text_string(&p->in), mark) : NULL;
        /* to the end of its line: a quote that comes later would begin the next answer */
        if (end && strchr(end, '\n')) {
            if (end > p->in.data && end[-1] == '"') end--;
            *end = 0;
            return p->in.size = (size_t)(end - p->in.data), true;
        }
        stop_reason why = out_of_budget(p, deadline);
        if (why.end) return stop(p, why);
        if (child_read(&p->process, &p->in, SLICE) < 0)
            return give_up(p, "pipe: the solver has ended");
    }
}

/* ---- telling ---- */

static void declare(pipe_solver *p, term a) {
    uint32_t before = p->vars.size;
    term_vars(p->base.terms, a, &p->declared, &p->vars);
    for (uint32_t i = before; i < p->vars.size; i++)
        smtlib_declare(p->base.terms, p->vars.data[i], &p->out);
}

/* (assert a), or (assert (=> proxy a)). */
static void write_assertion(pipe_solver *p, term a, const char *proxy) {
    text before = {0}, body = {0};
    declare(p, a);
    smtlib_portable(p->base.terms, a, &body, &before);
    if (before.size) text_add(&p->out, text_string(&before));
    if (proxy) text_print(&p->out, "(assert (=> %s %s))\n", proxy, text_string(&body));
    else text_print(&p->out, "(assert %s)\n", text_string(&body));
    text_release(&before);
    text_release(&body);
}

static void tell_until(pipe_solver *p, uint32_t end) {
    for (; p->told < end; p->told++) write_assertion(p, p->base.stack.asserted.data[p->told], NULL);
}

static void tell(pipe_solver *p) {
    for (uint32_t k = p->told_scopes.size; k < p->base.stack.scopes.size; k++) {
        tell_until(p, p->base.stack.scopes.data[k]);
        vec_push(&p->told_scopes, p->told);
        vec_push(&p->proxy_scopes, p->proxy_term.size);
        text_add(&p->out, "(push 1)\n");
    }
    tell_until(p, p->base.stack.asserted.size);
}

static void pipe_pop(solver *s) {
    pipe_solver *p = (pipe_solver *)s;
    if (p->told_scopes.size <= p->base.stack.scopes.size) return;
    p->told = vec_pop(&p->told_scopes);
    for (uint32_t keep = vec_pop(&p->proxy_scopes); p->proxy_term.size > keep;)
        map_remove(&p->proxy_of, vec_pop(&p->proxy_term));
    text_add(&p->out, "(pop 1)\n");
}

static uint32_t proxy(pipe_solver *p, term a) {
    uint64_t known;
    if (map_get(&p->proxy_of, a.id, &known)) return (uint32_t)known;
    char name[32];
    uint32_t n = ++p->proxies;
    snprintf(name, sizeof name, "cinch!p%u", n);
    text_print(&p->out, "(declare-fun %s () Bool)\n", name);
    write_assertion(p, a, name);
    map_set(&p->proxy_of, a.id, n);
    vec_push(&p->proxy_term, a.id);
    return n;
}

static void write_check(pipe_solver *p, uint32_t n, const term *assumptions) {
    vec_clear(&p->asked);
    for (uint32_t i = 0; i < n; i++) vec_push(&p->asked, proxy(p, assumptions[i]));
    if (!n) {
        text_add(&p->out, "(check-sat)\n");
        return;
    }
    text_add(&p->out, "(check-sat-assuming (");
    for (uint32_t i = 0; i < n; i++) text_print(&p->out, " cinch!p%u", p->asked.data[i]);
    text_add(&p->out, "))\n");
}

/* ---- answers ---- */

/* The answer read as s-expressions; NULL, and the child is dropped, where it is none or an error.
 */
static sexps *read_answer(pipe_solver *p) {
    input_error error = {0};
    sexps *s = sexps_parse(text_string(&p->in), p->in.size, "solver", &error);
    bool good = s && sexps_count(s) > 0;
    for (uint32_t i = 0; good && i < sexps_count(s); i++) {
        sexp e = sexps_at(s, i),
             head = sexp_is_list(s, e) && sexp_size(s, e) ? sexp_at(s, e, 0) : e;
        const char *atom = sexp_is_list(s, head) ? NULL : sexp_atom(s, head);
        good = !atom || strcmp(atom, "error");
    }
    if (good) return s;
    if (s) sexps_delete(s);
    give_up(p, "pipe: the solver's answer is an error or unreadable");
    return NULL;
}

static enum answer read_verdict(pipe_solver *p) {
    sexps *s = read_answer(p);
    if (!s) return ANSWER_UNKNOWN;
    sexp last = sexps_at(s, sexps_count(s) - 1);
    const char *token = sexp_is_list(s, last) ? "" : sexp_atom(s, last);
    enum answer a = !strcmp(token, "sat")     ? ANSWER_SAT
                    : !strcmp(token, "unsat") ? ANSWER_UNSAT
                                              : ANSWER_UNKNOWN;
    if (a == ANSWER_UNKNOWN) {
        if (strcmp(token, "unknown")) give_up(p, "pipe: the solver's answer is no verdict");
        else solver_stopped(&p->base, (stop_reason){0, "pipe: the solver says unknown"});
    }
    sexps_delete(s);
    return a;
}

static bool read_pair(pipe_solver *p, smt_scope *scope, const sexps *s, sexp pair, term var) {
    input_error error = {0};
    term constant;
    if (!sexp_is_list(s, pair) || sexp_size(s, pair) != 2) return false;
    if (!smt_read_term(scope, s, sexp_at(s, pair, 1), &constant, &error)) return false;
    terms *t = p->base.terms;
    bool real = sort_kind_of(t, term_sort(t, var)) == SORT_REAL &&
                sort_kind_of(t, term_sort(t, constant)) == SORT_INT;
    if (real) constant = term_1(t, OP_TO_REAL, constant);
    if (!term_is_const(t, constant) || !same_sort(term_sort(t, constant), term_sort(t, var)))
        return false;
    map_set(&p->model, var.id, constant.id);
    return true;
}

static bool read_model(pipe_solver *p) {
    sexps *s = read_answer(p);
    if (!s) return false;
    smt_scope *scope = smt_scope_new(p->base.terms, "solver");
    sexp all = sexps_at(s, 0);
    bool good = sexp_is_list(s, all) && sexp_size(s, all) == p->vars.size;
    for (uint32_t i = 0; good && i < p->vars.size; i++)
        good = read_pair(p, scope, s, sexp_at(s, all, i), p->vars.data[i]);
    smt_scope_delete(scope);
    sexps_delete(s);
    return good || give_up(p, "pipe: the solver's model cannot be read");
}

static bool fetch_model(pipe_solver *p, double deadline) {
    map_clear(&p->model);
    if (!p->vars.size) return true;
    text_add(&p->out, "(get-value (");
    for (uint32_t i = 0; i < p->vars.size; i++) {
        smtlib_symbol(term_name(p->base.terms, p->vars.data[i]), &p->out);
        text_char(&p->out, ' ');
    }
    text_add(&p->out, "))\n");
    return converse(p, deadline) && read_model(p);
}

static enum answer pipe_check(solver *s, uint32_t n, const term *assumptions) {
    pipe_solver *p = (pipe_solver *)s;
    double seconds = check_seconds(s), deadline = seconds > 0 ? clock_now() + seconds : 0;
    if (!start_child(p)) return ANSWER_UNKNOWN;
    tell(p);
    write_check(p, n, assumptions);
    if (!converse(p, deadline)) return ANSWER_UNKNOWN;
    enum answer a = read_verdict(p);
    if (a == ANSWER_SAT && !fetch_model(p, deadline)) return ANSWER_UNKNOWN;
    return a;
}

/* Without a readable list of failed assumptions all of them are the core. */
static void pipe_core(solver *s, uint32_t n, const term *assumptions) {
    pipe_solver *p = (pipe_solver *)s;
    if (!n) return;
    stop_reason why = {s->end, s->why};
    text_add(&p->out, "(get-unsat-assumptions)\n");
    sexps *e = converse(p, clock_now() + 10) ? read_answer(p) : NULL;
    map in = {0};
    sexp list = e ? sexps_at(e, 0) : (sexp){0};
    for (uint32_t i = 0; e && sexp_is_list(e, list) && i < sexp_size(e, list); i++) {
        unsigned number;
        const char *atom = sexp_atom(e, sexp_at(e, list, i));
        if (atom && sscanf(atom, "cinch!p%u", &number) == 1) map_set(&in, number, 1);
    }
    bool all = !e || !sexp_is_list(e, list) || in.size != sexp_size(e, list);
    for (uint32_t i = 0; i < n; i++)
        if (all || map_get(&in, p->asked.data[i], NULL)) vec_push(&s->core, assumptions[i]);
    if (e) sexps_delete(e);
    map_release(&in);
    solver_stopped(s, why);
}

static value pipe_leaf(solver *s, values *pool, term var) {
    uint64_t id;
    if (!map_get(&((pipe_solver *)s)->model, var.id, &id))
        return value_default(pool, term_sort(s->terms, var));
    return value_of_term(pool, (term){(uint32_t)id});
}

/* ---- interpolants ---- */

/* How solvers are asked for I with a -> I and I & b unsat. */
typedef struct {
    const char *option, *first, *second, *ask;
} dialect;
static const dialect dialects[] = {
    /* cvc5: I follows from the assertions and implies the argument */
    {"(set-option :produce-interpolants true)\n", "(assert %s)\n", "",
     "(get-interpolant cinch!i (not %s))\n"},
    /* SMTInterpol, OpenSMT: the sequence of interpolants of named assertions */
    {"(set-option :produce-interpolants true)\n", "(assert (! %s :named cinch!a))\n",
     "(assert (! %s :named cinch!b))\n", "(check-sat)\n(get-interpolants cinch!a cinch!b)\n"},
    /* MathSAT: groups */
    {"(set-option :produce-interpolants true)\n", "(assert (! %s :interpolation-group cinch!a))\n",
     "(assert (! %s :interpolation-group cinch!b))\n",
     "(check-sat)\n(get-interpolant (cinch!a))\n"},
};

static void write_with(text *out, const char *format, const char *body) {
    const char *at = strstr(format, "%s");
    if (!at) {
        text_add(out, format);
        return;
    }
    text_bytes(out, format, (size_t)(at - format));
    text_add(out, body);
    text_add(out, at + 2);
}

static bool write_interpolation(pipe_solver *p, const dialect *d, term a, term b) {
    text before = {0}, first = {0}, second = {0};
    if (!child_start(&p->process, p->argv.data, (child_limits){0})) return false;
    p->alive = true;
    text_clear(&p->out);
    text_add(&p->out, "(set-option :print-success false)\n");
    text_add(&p->out, d->option);
    text_add(&p->out, "(set-logic ALL)\n");
    declare(p, a);
    declare(p, b);
    smtlib_portable(p->base.terms, a, &first, &before);
    smtlib_portable(p->base.terms, b, &second, &before);
    bool plain = !before.size; /* helper variables would be strange to us in an interpolant */
    write_with(&p->out, d->first, text_string(&first));
    write_with(&p->out, d->second, text_string(&second));
    write_with(&p->out, d->ask, text_string(&second));
    text_release(&before);
    text_release(&first);
    text_release(&second);
    return plain;
}

/* The term in (define-fun I () Bool t), (t), or t, whichever way it is said. */
static bool read_interpolant(pipe_solver *p, term *result) {
    sexps *s = read_answer(p);
    if (!s) return false;
    input_error error = {0};
    smt_scope *scope = smt_scope_new(p->base.terms, "solver");
    sexp e = sexps_at(s, sexps_count(s) - 1);
    const char *head =
        sexp_is_list(s, e) && sexp_size(s, e) ? sexp_atom(s, sexp_at(s, e, 0)) : NULL;
    if (head && !strcmp(head, "define-fun") && sexp_size(s, e) == 5) e = sexp_at(s, e, 4);
    else if (sexp_is_list(s, e) && sexp_size(s, e) == 1) e = sexp_at(s, e, 0);
    bool good = smt_read_term(scope, s, e, result, &error) && term_is_bool(p->base.terms, *result);
    smt_scope_delete(scope);
    sexps_delete(s);
    return good;
}

static bool is_unsat(pipe_solver *p, term a, term b) {
    solver *s = solver_new(p->base.terms, "auto", (solver_options){.query_seconds = 10}, NULL);
    bool unsat = s && solver_check(s, 2, (term[]){a, b}) == ANSWER_UNSAT;
    solver_delete(s);
    return unsat;
}

static bool only_common(terms *t, term i, term a, term b) {
    term_vec vars = {0};
    bool good = true;
    term_vars(t, i, NULL, &vars);
    for (uint32_t k = 0; k < vars.size; k++)
        good = good && term_mentions(t, a, vars.data[k]) && term_mentions(t, b, vars.data[k]);
    vec_release(&vars);
    return good;
}

/* Whatever comes back is used only after another solver found it to be an interpolant. */
static bool is_interpolant(pipe_solver *p, term i, term a, term b) {
    return only_common(p->base.terms, i, a, b) && is_unsat(p, a, term_not(p->base.terms, i)) &&
           is_unsat(p, i, b);
}

static bool pipe_interpolate(solver *s, term a, term b, term *result) {
    pipe_solver *p = (pipe_solver *)s;
    double seconds = check_seconds(s), deadline = seconds > 0 ? clock_now() + seconds : 0;
    bool found = false;
    for (uint32_t i = 0; !found && i < sizeof dialects / sizeof *dialects; i++) {
        drop_child(p);
        found = write_interpolation(p, &dialects[i], a, b) && converse(p, deadline) &&
                read_interpolant(p, result) && is_interpolant(p, *result, a, b);
        if (out_of_budget(p, deadline).end) break;
    }
    drop_child(p);
    return found;
}

/* ---- the object ---- */

static void pipe_release(solver *s) {
    pipe_solver *p = (pipe_solver *)s;
    drop_child(p);
    mem_free(p->command);
    vec_release(&p->argv);
    text_release(&p->out);
    text_release(&p->in);
    vec_release(&p->told_scopes);
    vec_release(&p->vars);
    vec_release(&p->proxy_term);
    vec_release(&p->proxy_scopes);
    vec_release(&p->asked);
    map_release(&p->declared);
    map_release(&p->proxy_of);
    map_release(&p->model);
}

static const backend pipe_backend = {
    .name = "pipe",
    .theories = THEORY_BOOL | THEORY_BV | THEORY_FP | THEORY_ARRAY | THEORY_INT | THEORY_REAL |
                THEORY_NONLINEAR,
    .capabilities = CAN_CORE | CAN_INTERRUPT | CAN_INTERPOLATE,
    .release = pipe_release,
    .pop = pipe_pop,
    .check = pipe_check,
    .core = pipe_core,
    .leaf = pipe_leaf,
    .interpolate = pipe_interpolate,
};

solver *pipe_new(terms *t, const char *command, solver_options options, const char **why) {
    LOG("pipe", "start %s", command);
    pipe_solver *p = solver_make(sizeof *p, &pipe_backend, t, SOLVED_BY_OTHER, options);
    split_command(p, command);
    if (p->argv.size > 1) p->base.set = known_as(p->argv.data[0])->set;
    if (p->argv.size < 2 || !start_child(p) || !converse(p, clock_now() + 10)) {
        *why = p->argv.size < 2 ? "pipe: no program named" : p->base.why;
        solver_delete(&p->base);
        return NULL;
    }
    return &p->base;
}
