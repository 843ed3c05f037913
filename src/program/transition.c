/* Transition formulas: a command executed symbolically.
 *
 * Every variable has a current term. Where alternatives of a choice join, a variable that they
 * leave with different values gets `ite(taken, a, b)`; past a few levels of nesting a join variable
 * with a defining equation takes its place, so that terms stay shallow for normalization and
 * substitution.
 *
 * A choice whose alternatives begin with assumptions that exclude each other (an if, a switch) is a
 * function of the state: the assumptions themselves say which alternative is taken. Otherwise a
 * Boolean for each alternative says it. Constraints of an alternative hold under its guard: "it is
 * taken". */
#include "base/fail.h"
#include "program/semantics.h"

enum {
    JOIN_DEPTH = 6,        /* nesting of ite before a join variable */
    GUARD_PARTS = 6,       /* conjuncts of a guard before it gets a name */
    EXCLUSIVE_PARTS = 512, /* conjuncts of leading assumptions that are compared with each other */
    PAIRWISE_MAX = 5       /* alternatives excluded pairwise; more use a ladder */
};

typedef struct {
    program *p;
    terms *t;
    const char *stamp;
    uint32_t count; /* of auxiliary variables */
    transition *out;
    map now; /* variable id -> id of its current term */
    vec(struct undo {
        uint32_t var;
        uint32_t old;
    }) trail;  /* old 0: it had none */
    map depth; /* value made by a join -> nesting */
    term_vec constraints;
    substitution subst;
    map seen;
    term_vec vars;
} maker;

/* A choice while it is executed. */
typedef struct {
    cmd command;
    uint32_t n;
    bool functional; /* the leading assumptions select the alternative */
    term_vec select; /* condition of each alternative, given that the choice is reached */
    term_vec guards; /* ... and that the choice is reached */
    vec(struct branch_change {
        term var;
        term value;
        uint32_t alternative;
        uint32_t next;
    }) changes;
    u32_vec last; /* per changed variable: its last change, linked backwards by `next`; index + 1 */
    term_vec changed;
    map index; /* variable id -> index into `changed` */
} choice_run;

static void execute(maker *m, cmd c, term guard);

static term auxiliary(maker *m, const char *stem, sort s) {
    for (;;) {
        char *name = mem_format("%s!%s!%u", stem, m->stamp, m->count++);
        term old = term_find_var(m->t, name);
        bool fits = !old.id || (same_sort(term_sort(m->t, old), s) && !program_variable(m->p, old));
        term var = fits ? term_var(m->t, name, s) : old;
        mem_free(name);
        if (!fits) continue;
        vec_push(&m->out->locals, var);
        return var;
    }
}

/* `a` over the state before the command and auxiliary variables. */
static term current(maker *m, term a) {
    uint64_t value;
    bool any = false;
    map_clear(&m->seen);
    vec_clear(&m->vars);
    term_vars(m->t, a, &m->seen, &m->vars);
    for (uint32_t i = 0; i < m->vars.size; i++) {
        if (!map_get(&m->now, m->vars.data[i].id, &value)) continue;
        subst_set(&m->subst, m->t, m->vars.data[i], (term){(uint32_t)value});
        any = true;
    }
    if (!any) return a;
    a = subst_apply(&m->subst, m->t, a);
    subst_clear(&m->subst);
    return a;
}

static term value_now(const maker *m, term var) {
    return (term){(uint32_t)map_find(&m->now, var.id, var.id)};
}

static void bind(maker *m, term var, term value) {
    struct undo u = {var.id, (uint32_t)map_find(&m->now, var.id, 0)};
    vec_push(&m->trail, u);
    map_set(&m->now, var.id, value.id);
}

static void unwind(maker *m, uint32_t mark) {
    while (m->trail.size > mark) {
        struct undo u = vec_pop(&m->trail);
        if (u.old) map_set(&m->now, u.var, u.old);
        else map_remove(&m->now, u.var);
    }
}

static void constrain(maker *m, term guard, term a) {
    a = term_implies(m->t, guard, a);
    if (!term_is_true(m->t, a)) vec_push(&m->constraints, a);
}

static void havoc(maker *m, cmd c, term guard) {
    term var = cmd_var(m->p, c);
    term in = auxiliary(m, "in", term_sort(m->t, var));
    bind(m, var, in);
    struct input_use use = {c, in, cmd_input(m->p, c), guard};
    vec_push(&m->out->inputs, use);
}

/* ---- choices ---- */

/* How many parts of an alternative lead it as assumptions; the alternative seen as a sequence. */
static uint32_t leading(const program *p, cmd c, term_vec *assumptions) {
    assert_debug(cmds_are_there(p, 1, &c));
    if (cmd_kind_of(p, c) == CMD_ASSUME) {
        vec_push(assumptions, cmd_term(p, c));
        return 1;
    }
    uint32_t n = 0;
    if (cmd_kind_of(p, c) != CMD_SEQ) return n;
    for (; n < cmd_size(p, c) && cmd_kind_of(p, cmd_part(p, c, n)) == CMD_ASSUME; n++)
        vec_push(assumptions, cmd_term(p, cmd_part(p, c, n)));
    return n;
}

static void leading_conditions(maker *m, choice_run *r) {
    term_vec assumptions = {0};
    for (uint32_t i = 0; i < r->n; i++) {
        vec_clear(&assumptions);
        leading(m->p, cmd_part(m->p, r->command, i), &assumptions);
        term all = current(m, term_and_n(m->t, assumptions.size, assumptions.data));
        vec_push(&r->select, all);
    }
    vec_release(&assumptions);
}

/* x = c and x = d with different constants. */
static bool different_constants(const terms *t, term a, term b) {
    if (term_op(t, a) != OP_EQ || term_op(t, b) != OP_EQ) return false;
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t j = 0; j < 2; j++) {
            term c = term_arg(t, a, 1 - i), d = term_arg(t, b, 1 - j);
            if (same(term_arg(t, a, i), term_arg(t, b, j)) && !same(c, d) && term_is_const(t, c) &&
                term_is_const(t, d))
                return true;
        }
    return false;
}

static bool excludes(terms *t, const term_vec *a, const term_vec *b) {
    for (uint32_t i = 0; i < a->size; i++)
        for (uint32_t j = 0; j < b->size; j++)
            if (same(a->data[i], term_not(t, b->data[j])) ||
                different_constants(t, a->data[i], b->data[j]))
                return true;
    return false;
}

typedef vec(term_vec) term_vecs;

static bool exclusive_parts(terms *t, const term_vec *conditions, const term_vecs *parts) {
    for (uint32_t i = 0; i < parts->size; i++)
        for (uint32_t j = i + 1; j < parts->size; j++)
            if (!same(conditions->data[i], term_not(t, conditions->data[j])) &&
                !excludes(t, &parts->data[i], &parts->data[j]))
                return false;
    return true;
}

/* No state satisfies two of the conditions, as far as syntax shows it. */
static bool exclusive(terms *t, const term_vec *conditions) {
    term_vecs parts = {0};
    uint32_t total = 0;
    for (uint32_t i = 0; i < conditions->size && total <= EXCLUSIVE_PARTS; i++) {
        term_vec own = {0};
        term_conjuncts(t, conditions->data[i], &own);
        total += own.size;
        vec_push(&parts, own);
    }
    bool result = total <= EXCLUSIVE_PARTS && exclusive_parts(t, conditions, &parts);
    vec_release_each(&parts, vec_release);
    return result;
}

static void at_most_one(maker *m, const term_vec *taken) {
    terms *t = m->t;
    if (taken->size <= PAIRWISE_MAX) {
        for (uint32_t i = 0; i < taken->size; i++)
            for (uint32_t j = i + 1; j < taken->size; j++)
                constrain(m, taken->data[i], term_not(t, taken->data[j]));
        return;
    }
    term earlier = taken->data[0]; /* "one of those before" */
    for (uint32_t i = 1; i < taken->size; i++) {
        constrain(m, taken->data[i], term_not(t, earlier));
        if (i + 1 == taken->size) break;
        term next = auxiliary(m, "earlier", sort_bool(t));
        constrain(m, term_or(t, earlier, taken->data[i]), next);
        earlier = next;
    }
}

/* A Boolean for each alternative, exactly one of them true, whether the choice is reached or not.
 */
static void select_freely(maker *m, choice_run *r) {
    vec_clear(&r->select);
    for (uint32_t i = 0; i < r->n; i++) {
        term b = r->n == 2 && i == 1 ? term_not(m->t, r->select.data[0])
                                     : auxiliary(m, "choice", sort_bool(m->t));
        vec_push(&r->select, b);
    }
    if (r->n == 2) return;
    vec_push(&m->constraints, term_or_n(m->t, r->n, r->select.data));
    at_most_one(m, &r->select);
}

/* A guard of many conjuncts gets a name, so that nested choices do not copy it into every
 * constraint. */
static term named_guard(maker *m, term guard) {
    if (term_op(m->t, guard) != OP_AND || term_arity(m->t, guard) <= GUARD_PARTS) return guard;
    term name = auxiliary(m, "path", sort_bool(m->t));
    vec_push(&m->constraints, term_eq(m->t, name, guard));
    return name;
}

static void select_alternatives(maker *m, choice_run *r, term guard) {
    leading_conditions(m, r);
    r->functional = exclusive(m->t, &r->select);
    if (r->functional) constrain(m, guard, term_or_n(m->t, r->n, r->select.data));
    else select_freely(m, r);
    for (uint32_t i = 0; i < r->n; i++) {
        term taken = named_guard(m, term_and(m->t, guard, r->select.data[i]));
        vec_push(&r->guards, taken);
        struct choice_point point = {r->command, i, taken};
        vec_push(&m->out->choices, point);
    }
}

static void execute_alternative(maker *m, const choice_run *r, uint32_t i) {
    cmd c = cmd_part(m->p, r->command, i);
    if (!r->functional) {
        execute(m, c, r->guards.data[i]);
        return;
    }
    term_vec assumptions = {0};
    uint32_t skip = leading(m->p, c, &assumptions); /* the guard says them */
    vec_release(&assumptions);
    if (cmd_kind_of(m->p, c) == CMD_SEQ)
        for (uint32_t k = skip; k < cmd_size(m->p, c); k++)
            execute(m, cmd_part(m->p, c, k), r->guards.data[i]);
    else if (!skip) execute(m, c, r->guards.data[i]);
}

static void note_change(choice_run *r, term var, term value, uint32_t alternative) {
    uint64_t at;
    if (!map_get(&r->index, var.id, &at)) {
        at = r->changed.size;
        map_set(&r->index, var.id, at);
        vec_push(&r->changed, var);
        vec_push(&r->last, 0);
    }
    uint32_t last = r->last.data[at];
    if (last && r->changes.data[last - 1].alternative == alternative) return;
    struct branch_change c = {var, value, alternative, last};
    vec_push(&r->changes, c);
    r->last.data[at] = r->changes.size;
}

static uint32_t depth_of(const maker *m, term a) { return (uint32_t)map_find(&m->depth, a.id, 0); }

/* The value of a variable after the choice: from the last alternative that changes it to the first.
 */
static term joined(maker *m, const choice_run *r, uint32_t which) {
    term old = value_now(m, r->changed.data[which]), value = old;
    uint32_t depth = depth_of(m, old), changed = 0;
    for (uint32_t i = r->last.data[which]; i; i = r->changes.data[i - 1].next) changed++;
    bool first = changed == r->n; /* then the last alternative needs no condition */
    for (uint32_t i = r->last.data[which]; i; i = r->changes.data[i - 1].next) {
        const struct branch_change *c = &r->changes.data[i - 1];
        uint32_t d = depth_of(m, c->value);
        depth = d > depth ? d : depth;
        value = first ? c->value : term_ite(m->t, r->select.data[c->alternative], c->value, value);
        first = false;
    }
    if (term_op(m->t, value) == OP_ITE) map_set(&m->depth, value.id, depth + 1);
    return value;
}

/* Arrays keep their ite: an equation between arrays costs the solvers more than the nesting. */
static term shallow(maker *m, term value) {
    if (depth_of(m, value) <= JOIN_DEPTH ||
        sort_kind_of(m->t, term_sort(m->t, value)) == SORT_ARRAY)
        return value;
    term join = auxiliary(m, "join", term_sort(m->t, value));
    vec_push(&m->constraints, term_eq(m->t, join, value));
    return join;
}

static void execute_choice(maker *m, cmd c, term guard) {
    choice_run r = {.command = c, .n = cmd_size(m->p, c)};
    select_alternatives(m, &r, guard);
    for (uint32_t i = 0; i < r.n; i++) {
        uint32_t mark = m->trail.size;
        execute_alternative(m, &r, i);
        for (uint32_t k = mark; k < m->trail.size; k++) {
            term var = {m->trail.data[k].var};
            note_change(&r, var, value_now(m, var), i);
        }
        unwind(m, mark);
    }
    for (uint32_t v = 0; v < r.changed.size; v++) {
        term value = shallow(m, joined(m, &r, v));
        bind(m, r.changed.data[v], value);
    }
    vec_release(&r.select);
    vec_release(&r.guards);
    vec_release(&r.changes);
    vec_release(&r.last);
    vec_release(&r.changed);
    map_release(&r.index);
}

static void execute(maker *m, cmd c, term guard) {
    switch (cmd_kind_of(m->p, c)) {
    case CMD_SKIP: break;
    case CMD_ASSIGN: bind(m, cmd_var(m->p, c), current(m, cmd_term(m->p, c))); break;
    case CMD_HAVOC: havoc(m, c, guard); break;
    case CMD_ASSUME: constrain(m, guard, current(m, cmd_term(m->p, c))); break;
    case CMD_SEQ:
        for (uint32_t i = 0; i < cmd_size(m->p, c); i++) execute(m, cmd_part(m->p, c, i), guard);
        break;
    case CMD_CHOICE: execute_choice(m, c, guard); break;
    }
}

void transition_make(program *p, cmd c, const char *stamp, transition *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    memset(out, 0, sizeof *out);
    maker m = {.p = p, .t = p->terms, .stamp = stamp, .out = out};
    execute(&m, c, term_true(p->terms));
    out->formula = term_and_n(p->terms, m.constraints.size, m.constraints.data);
    map_clear(&m.seen);
    cmd_assigned(p, c, &m.seen, &out->assigned);
    for (uint32_t i = 0; i < out->assigned.size; i++) {
        term value = value_now(&m, out->assigned.data[i]);
        vec_push(&out->next, value);
    }
    map_release(&m.now);
    vec_release(&m.trail);
    map_release(&m.depth);
    vec_release(&m.constraints);
    subst_release(&m.subst);
    map_release(&m.seen);
    vec_release(&m.vars);
}

void transition_release(transition *t) {
    vec_release(&t->assigned);
    vec_release(&t->next);
    vec_release(&t->choices);
    vec_release(&t->inputs);
    vec_release(&t->locals);
}

term primed(terms *t, term var) {
    assert_debug(term_is_var(t, var));
    char *name = mem_format("%s'", term_name(t, var));
    term copy = term_var(t, name, term_sort(t, var));
    mem_free(name);
    return copy;
}

term transition_apply(const transition *t, terms *bank, substitution *s, term post) {
    assert_debug(term_is_there(bank, post));
    if (!s->touched.size)
        for (uint32_t i = 0; i < t->assigned.size; i++)
            subst_set(s, bank, t->assigned.data[i], t->next.data[i]);
    return t->assigned.size ? subst_apply(s, bank, post) : post;
}
