#include "engine/ai/equalities.h"
#include "base/fail.h"
#include "term/range.h"

/* Larger groups cost more than they tell. */
enum { MOST_MEMBERS = 48, MOST_OPAQUE = 12 };

static bool is_word(const terms *t, sort s) { return sort_is_bv(t, s) && sort_width(t, s) <= 64; }

static uint32_t group_for(word_groups *g, uint32_t width) {
    for (uint32_t i = 0; i < g->groups; i++)
        if (g->widths[i] == width) return i;
    g->widths = mem_resize(g->widths, (g->groups + 1) * sizeof *g->widths);
    g->widths[g->groups] = width;
    vec_resize(&g->members, g->groups + 1);
    return g->groups++;
}

static void needed_anywhere(const liveness *live, bits *out) {
    for (loc l = {0}; l.id < live->p->locations.size; l.id++)
        if (!same_loc(l, live->p->start)) bits_join(out, &live->at.data[l.id]);
}

static void add_member(word_groups *g, uint32_t var) {
    const program *p = g->live->p;
    sort s = term_sort(p->terms, p->variables.data[var].var);
    if (!is_word(p->terms, s)) return;
    uint32_t k = group_for(g, sort_width(p->terms, s));
    if (g->members.data[k].size == MOST_MEMBERS) return;
    vec_push(&g->members.data[k], p->variables.data[var].var);
    g->group_of.data[var] = k + 1;
    g->column_of.data[var] = g->members.data[k].size;
}

static const opaque_word *find_opaque(const word_groups *g, term a) {
    for (uint32_t i = 0; i < g->opaque.size; i++)
        if (same(g->opaque.data[i].value, a)) return &g->opaque.data[i];
    return NULL;
}

static void add_opaque(word_groups *g, term a) {
    uint32_t k = group_for(g, term_width(g->live->p->terms, a));
    if (g->opaque.size == MOST_OPAQUE || g->members.data[k].size == MOST_MEMBERS ||
        find_opaque(g, a))
        return;
    vec_push(&g->members.data[k], a);
    vec_push(&g->opaque, ((opaque_word){a, k, g->members.data[k].size}));
}

/* The parts of an assigned sum that are not linear. */
static void add_opaque_parts(word_groups *g, term a, int depth) {
    const terms *t = g->live->p->terms;
    uint32_t n = term_arity(t, a);
    if (!n || depth > 20) return;
    switch (term_op(t, a)) {
    case OP_BVADD:
    case OP_BVNEG:
    case OP_BVNOT:
    case OP_BVMUL: /* of a constant and a part */
        for (uint32_t i = 0; i < n; i++) add_opaque_parts(g, term_arg(t, a, i), depth + 1);
        return;
    case OP_ITE:
        for (uint32_t i = 1; i < n; i++) add_opaque_parts(g, term_arg(t, a, i), depth + 1);
        return;
    case OP_BVSHL:
        if (term_is_const(t, term_arg(t, a, 1))) {
            add_opaque_parts(g, term_arg(t, a, 0), depth + 1);
            return;
        }
        add_opaque(g, a);
        return;
    default: add_opaque(g, a);
    }
}

static void add_assigned(word_groups *g, cmd c) {
    const program *p = g->live->p;
    for (uint32_t i = 0; cmd_kind_of(p, c) > CMD_ASSUME && i < cmd_size(p, c); i++)
        add_assigned(g, cmd_part(p, c, i));
    if (cmd_kind_of(p, c) == CMD_ASSIGN && g->group_of.data[variable_index(p, cmd_var(p, c))])
        add_opaque_parts(g, cmd_term(p, c), 0);
}

/* First what is needed at locations; then what only edges use, through which values pass. */
void groups_init(word_groups *g, liveness *live) {
    *g = (word_groups){.live = live};
    bits needed = {0};
    needed_anywhere(live, &needed);
    vec_resize(&g->group_of, live->p->variables.size);
    vec_resize(&g->column_of, live->p->variables.size);
    for (int first = 1; first >= 0; first--)
        for (uint32_t i = 0; i < live->p->variables.size; i++)
            if (bits_has(&needed, i) == first) add_member(g, i);
    for (uint32_t i = 0; i < live->p->edges.size; i++)
        if (!live->p->edges.data[i].removed) add_assigned(g, live->p->edges.data[i].command);
    bits_release(&needed);
}

void groups_release(word_groups *g) {
    for (uint32_t i = 0; i < g->groups; i++) vec_release(&g->members.data[i]);
    vec_release(&g->members);
    vec_release(&g->opaque);
    vec_release(&g->group_of);
    vec_release(&g->column_of);
    mem_free(g->widths);
}

static uint32_t columns(const word_groups *g, uint32_t k) { return g->members.data[k].size + 1; }

void equalities_full(equalities *e, const word_groups *g) {
    *e = (equalities){
        .of = mem_zero((g->groups + 1) * sizeof *e->of), .groups = g->groups, .reached = true};
    for (uint32_t k = 0; k < g->groups; k++) modular_full(&e->of[k], columns(g, k), g->widths[k]);
}

void equalities_copy(equalities *to, const equalities *from, const word_groups *g) {
    if (!to->of) to->of = mem_zero((g->groups + 1) * sizeof *to->of);
    to->groups = from->groups;
    to->reached = from->reached;
    for (uint32_t k = 0; k < g->groups; k++) modular_copy(&to->of[k], &from->of[k]);
}

bool equalities_join(equalities *into, const equalities *other) {
    bool grew = false;
    for (uint32_t k = 0; k < into->groups; k++) grew |= modular_join(&into->of[k], &other->of[k]);
    return grew;
}

void equalities_release(equalities *e) {
    for (uint32_t k = 0; k < e->groups; k++) modular_release(&e->of[k]);
    mem_free(e->of);
    *e = (equalities){0};
}

void equalities_project(equalities *e, const word_groups *g, const bits *live) {
    for (uint32_t k = 0; k < g->groups; k++)
        for (uint32_t i = 0; i < g->members.data[k].size; i++) {
            uint32_t n;
            const uint32_t *vars = reads_of(g->live, g->members.data[k].data[i], &n);
            bool needed = true;
            for (uint32_t j = 0; j < n; j++) needed &= bits_has(live, vars[j]);
            if (!needed) modular_forget(&e->of[k], i + 1);
        }
}

/* ---- facts ---- */
static uint64_t size_of(uint64_t v, uint32_t width) {
    int64_t s = bv_signed(width, v & bv_mask(width));
    return s < 0 ? -(uint64_t)s : (uint64_t)s;
}

static uint64_t largest(const uint64_t *a, uint32_t n, uint64_t by, uint32_t width) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < n; i++)
        if (size_of(a[i] * by, width) > most) most = size_of(a[i] * by, width);
    return most;
}

/* An equation times an odd number says the same: the number that makes its coefficients small. 3 x
 * = y + z, not x = 0xaaaaaaab (y + z). */
static uint64_t best_factor(const uint64_t *a, uint32_t n, uint32_t width) {
    uint64_t best = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (!(a[i] & bv_mask(width))) continue;
        uint64_t by = bv_inverse(a[i] >> __builtin_ctzll(a[i]));
        if (largest(a, n, by, width) < largest(a, n, best, width)) best = by;
    }
    return best;
}

static term equation(const word_groups *g, uint32_t k, const uint64_t *a) {
    const program *p = g->live->p;
    terms *t = p->terms;
    uint32_t w = g->widths[k];
    uint64_t by = best_factor(a + 1, g->members.data[k].size, w);
    term_vec sum = {0};
    for (uint32_t i = 0; i < g->members.data[k].size; i++)
        if (a[i + 1])
            vec_push(&sum,
                     term_2(t, OP_BVMUL, term_bv(t, w, by * a[i + 1]), g->members.data[k].data[i]));
    term left = sum.size ? term_app(t, OP_BVADD, sum.size, sum.data) : term_bv(t, w, 0);
    if (sum.size == 1) left = sum.data[0];
    term out = term_eq(t, left, term_bv(t, w, by * -a[0]));
    vec_release(&sum);
    return out;
}

void equalities_facts(const equalities *e, const word_groups *g, term_vec *out) {
    for (uint32_t k = 0; k < g->groups; k++) {
        modular relations;
        modular_orthogonal(&e->of[k], &relations);
        for (uint32_t i = 0; i < modular_rows(&relations); i++) {
            term a = equation(g, k, modular_row(&relations, i));
            if (!term_is_true(g->live->p->terms, a)) vec_push(out, a);
        }
        modular_release(&relations);
    }
}

/* ---- linear terms ---- */
typedef struct {
    const word_groups *g;
    range_env *env;
    uint32_t group;
    uint64_t *sum;
} linear_collector;

static bool add_linear(linear_collector *l, term a, uint64_t times, int depth);

static bool add_constant(linear_collector *l, uint64_t value, uint64_t times) {
    l->sum[0] += times * value;
    return true;
}

static bool add_variable(linear_collector *l, term a, uint64_t times) {
    uint32_t var = variable_index(l->g->live->p, a);
    const range *x = &l->env->of.data[var];
    if (x->kind == RANGE_BV && x->ulo == x->uhi) return add_constant(l, x->ulo, times);
    if (l->g->group_of.data[var] != l->group + 1) return false;
    l->sum[l->g->column_of.data[var]] += times;
    return true;
}

static bool add_opaque_word(linear_collector *l, term a, uint64_t times) {
    const opaque_word *o = find_opaque(l->g, a);
    if (!o || o->group != l->group) return false;
    l->sum[o->column] += times;
    return true;
}

static bool add_sum(linear_collector *l, term a, uint64_t times, int depth) {
    const terms *t = l->g->live->p->terms;
    for (uint32_t i = 0, n = term_arity(t, a); i < n; i++)
        if (!add_linear(l, term_arg(t, a, i), times, depth)) return false;
    return true;
}

static bool add_product(linear_collector *l, term a, uint64_t times, int depth) {
    const terms *t = l->g->live->p->terms;
    uint32_t open = 0, n = term_arity(t, a);
    term factor = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint64_t c;
        if (term_get_u64(t, term_arg(t, a, i), &c)) times *= c;
        else {
            open++;
            factor = term_arg(t, a, i);
        }
    }
    if (open > 1) return false;
    return open ? add_linear(l, factor, times, depth) : add_constant(l, 1, times);
}

static bool add_shift(linear_collector *l, term a, uint64_t times, int depth) {
    const terms *t = l->g->live->p->terms;
    uint64_t by;
    if (!term_get_u64(t, term_arg(t, a, 1), &by)) return false;
    return by >= 64 || add_linear(l, term_arg(t, a, 0), times << by, depth);
}

/* Add `times` a to the row; false: not linear in the group. The row is modulo 2^64; the module
 * takes it modulo 2^w. */
static bool add_linear(linear_collector *l, term a, uint64_t times, int depth) {
    const terms *t = l->g->live->p->terms;
    uint64_t value;
    if (depth > 200) return false;
    if (term_get_u64(t, a, &value)) return add_constant(l, value, times);
    switch (term_op(t, a)) {
    case OP_VAR: return add_variable(l, a, times);
    case OP_BVADD: return add_sum(l, a, times, depth + 1);
    case OP_BVNEG: return add_linear(l, term_arg(t, a, 0), -times, depth + 1);
    case OP_BVNOT:
        return add_constant(l, ~0ull, times) && add_linear(l, term_arg(t, a, 0), -times, depth + 1);
    case OP_BVMUL: return add_product(l, a, times, depth + 1);
    case OP_BVSHL:
        return find_opaque(l->g, a) ? add_opaque_word(l, a, times)
                                    : add_shift(l, a, times, depth + 1);
    default: return add_opaque_word(l, a, times);
    }
}

/* ---- commands ---- */
static uint64_t *new_row(const equalities *e, uint32_t k) {
    return mem_zero(e->of[k].columns * sizeof(uint64_t));
}

/* A variable is written: the words that are made of it are unknown. */
static void forget_opaque(equalities *e, const word_groups *g, uint32_t var) {
    for (uint32_t i = 0; i < g->opaque.size; i++) {
        const opaque_word *o = &g->opaque.data[i];
        uint32_t n;
        const uint32_t *vars = reads_of(g->live, o->value, &n);
        bool reads = false;
        for (uint32_t j = 0; j < n; j++) reads |= vars[j] == var;
        if (reads) modular_forget(&e->of[o->group], o->column);
    }
}

static void forget_variable(equalities *e, const word_groups *g, uint32_t var) {
    forget_opaque(e, g, var);
    if (g->group_of.data[var])
        modular_forget(&e->of[g->group_of.data[var] - 1], g->column_of.data[var]);
}

/* The value as a single one, by its range; false where it is not. */
static bool single_value(range_env *env, term a, uint64_t *value) {
    range x = env_eval(env, a);
    *value = x.ulo;
    return x.kind == RANGE_BV && !x.empty && x.ulo == x.uhi;
}

/* x := ite(c, a, b) as a choice, which keeps what each side says. */
static void run_ite(equalities *e, const word_groups *g, range_env *env, cmd c) {
    program *p = g->live->p;
    terms *t = p->terms;
    term value = cmd_term(p, c), condition = term_arg(t, value, 0);
    cmd yes[2] = {cmd_assume(p, condition), cmd_assign(p, cmd_var(p, c), term_arg(t, value, 1))};
    cmd no[2] = {cmd_assume(p, term_not(t, condition)),
                 cmd_assign(p, cmd_var(p, c), term_arg(t, value, 2))};
    cmd sides[2] = {cmd_seq(p, 2, yes), cmd_seq(p, 2, no)};
    equalities_command(e, g, env, cmd_choice(p, 2, sides));
}

static void run_assign(equalities *e, const word_groups *g, range_env *env, cmd c) {
    const program *p = g->live->p;
    uint32_t var = variable_index(p, cmd_var(p, c));
    if (g->group_of.data[var] && term_op(p->terms, cmd_term(p, c)) == OP_ITE) {
        run_ite(e, g, env, c);
        return;
    }
    if (g->group_of.data[var]) {
        uint32_t k = g->group_of.data[var] - 1;
        uint64_t *row = new_row(e, k), value;
        linear_collector l = {g, env, k, row};
        bool ok = add_linear(&l, cmd_term(p, c), 1, 0);
        if (!ok && single_value(env, cmd_term(p, c), &value)) {
            memset(row, 0, e->of[k].columns * sizeof *row);
            row[0] = value;
            ok = true;
        }
        if (ok) modular_assign(&e->of[k], g->column_of.data[var], row);
        else modular_forget(&e->of[k], g->column_of.data[var]);
        mem_free(row);
    }
    forget_opaque(e, g, var);
    env_command(env, c, NULL);
}

static void assume_equal(equalities *e, const word_groups *g, range_env *env, term a, term b) {
    const terms *t = g->live->p->terms;
    if (!is_word(t, term_sort(t, a))) return;
    for (uint32_t k = 0; k < g->groups; k++) {
        if (g->widths[k] != term_width(t, a)) continue;
        uint64_t *row = new_row(e, k);
        linear_collector l = {g, env, k, row};
        if (add_linear(&l, a, 1, 0) && add_linear(&l, b, ~0ull, 0)) {
            modular_restrict(&e->of[k], row);
            if (!modular_has_point(&e->of[k])) env->dead = true;
        }
        mem_free(row);
    }
}

static void assume_conjuncts(equalities *e, const word_groups *g, range_env *env, term condition) {
    terms *t = g->live->p->terms;
    term_vec parts = {0};
    term_conjuncts(t, condition, &parts);
    for (uint32_t i = 0; i < parts.size && !env->dead; i++)
        if (term_op(t, parts.data[i]) == OP_EQ)
            assume_equal(e, g, env, term_arg(t, parts.data[i], 0), term_arg(t, parts.data[i], 1));
    vec_release(&parts);
}

/* A variable that the condition pins to one value. */
static void take_singles(equalities *e, const word_groups *g, range_env *env, term condition) {
    uint32_t n;
    const uint32_t *vars = reads_of(g->live, condition, &n);
    for (uint32_t i = 0; i < n && !env->dead; i++) {
        const range *x = &env->of.data[vars[i]];
        uint32_t k = g->group_of.data[vars[i]];
        if (!k || x->kind != RANGE_BV || x->ulo != x->uhi) continue;
        uint64_t *row = new_row(e, k - 1);
        row[0] = -x->ulo;
        row[g->column_of.data[vars[i]]] = 1;
        modular_restrict(&e->of[k - 1], row);
        if (!modular_has_point(&e->of[k - 1])) env->dead = true;
        mem_free(row);
    }
}

static void run_assume(equalities *e, const word_groups *g, range_env *env, cmd c) {
    term condition = cmd_term(g->live->p, c);
    env_command(env, c, NULL);
    if (env->dead) return;
    assume_conjuncts(e, g, env, condition);
    if (!env->dead) take_singles(e, g, env, condition);
}

static void run_choice(equalities *e, const word_groups *g, range_env *env, cmd c) {
    const program *p = g->live->p;
    range_ends ends = {0};
    equalities joined = {0}, one = {0};
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) {
        uint32_t mark = env->trail.size;
        equalities_copy(&one, e, g);
        equalities_command(&one, g, env, cmd_part(p, c, i));
        if (!env->dead) {
            env_collect(env, mark, &ends);
            if (joined.of) equalities_join(&joined, &one);
            else equalities_copy(&joined, &one, g);
        }
        env_undo(env, mark);
        env->dead = false;
    }
    if (!ends.size) env->dead = true;
    env_join(env, &ends);
    if (joined.of) equalities_copy(e, &joined, g);
    equalities_release(&joined);
    equalities_release(&one);
}

void equalities_command(equalities *e, const word_groups *g, range_env *env, cmd c) {
    assert_debug(c.id);
    const program *p = g->live->p;
    if (env->dead) return;
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: return;
    case CMD_ASSIGN: run_assign(e, g, env, c); return;
    case CMD_HAVOC:
        forget_variable(e, g, variable_index(p, cmd_var(p, c)));
        env_command(env, c, NULL);
        return;
    case CMD_ASSUME: run_assume(e, g, env, c); return;
    case CMD_SEQ:
        for (uint32_t i = 0, n = cmd_size(p, c); i < n && !env->dead; i++)
            equalities_command(e, g, env, cmd_part(p, c, i));
        return;
    case CMD_CHOICE: run_choice(e, g, env, c); return;
    }
}
