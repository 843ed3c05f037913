#include "reduce/walk.h"

enum { MAX_TERM = 4000 };

void walker_init(command_walker *w, reducer *r) {
    *w = (command_walker){.r = r, .max_term = MAX_TERM};
}

void walker_release(command_walker *w) {
    vec_release(&w->pending);
    vec_release(&w->known);
    vec_release(&w->pending_list);
    vec_release(&w->known_list);
    vec_release(&w->pending_at);
    vec_release(&w->known_at);
    vec_release(&w->mentions);
    vec_release(&w->aliases);
    vec_release(&w->trail);
    bits_release(&w->open);
    subst_release(&w->apply);
}

static void make_room(command_walker *w) {
    uint32_t n = w->r->p->variables.size;
    if (w->pending.size >= n) return;
    vec_resize(&w->pending, n);
    vec_resize(&w->known, n);
    vec_resize(&w->pending_at, n);
    vec_resize(&w->known_at, n);
    vec_resize(&w->mentions, n);
    vec_resize(&w->aliases, n);
}

static void list_set(u32_vec *list, u32_vec *at, uint32_t var, bool in) {
    uint32_t here = at->data[var];
    if (in == (here != 0)) return;
    if (in) {
        vec_push(list, var);
        at->data[var] = list->size;
        return;
    }
    uint32_t last = vec_pop(list);
    if (last != var) {
        list->data[here - 1] = last;
        at->data[last] = here;
    }
    at->data[var] = 0;
}

static void count_mentions(command_walker *w, term a, int by) {
    if (!a.id) return;
    uint32_t n;
    const uint32_t *vars = reads_of(&w->r->live, a, &n);
    for (uint32_t i = 0; i < n; i++) w->mentions.data[vars[i]] += (uint32_t)by;
}

static void put_pending(command_walker *w, uint32_t var, term a) {
    count_mentions(w, w->pending.data[var], -1);
    w->pending.data[var] = a;
    count_mentions(w, a, 1);
    list_set(&w->pending_list, &w->pending_at, var, a.id != 0);
}

static void count_alias(command_walker *w, term a, int by) {
    if (a.id && term_is_var(w->r->p->terms, a))
        w->aliases.data[variable_index(w->r->p, a)] += (uint32_t)by;
}

static void put_known(command_walker *w, uint32_t var, term a) {
    count_alias(w, w->known.data[var], -1);
    w->known.data[var] = a;
    count_alias(w, a, 1);
    list_set(&w->known_list, &w->known_at, var, a.id != 0);
}

static void set_pending(command_walker *w, uint32_t var, term a) {
    if (same(w->pending.data[var], a)) return;
    vec_push(&w->trail, ((walk_change){false, var, w->pending.data[var]}));
    put_pending(w, var, a);
}

static void set_known(command_walker *w, uint32_t var, term a) {
    if (same(w->known.data[var], a)) return;
    vec_push(&w->trail, ((walk_change){true, var, w->known.data[var]}));
    put_known(w, var, a);
}

static void undo(command_walker *w, uint32_t mark) {
    while (w->trail.size > mark) {
        walk_change c = vec_pop(&w->trail);
        if (c.is_known) put_known(w, c.var, c.old);
        else put_pending(w, c.var, c.old);
    }
}

void walker_reset(command_walker *w) {
    make_room(w);
    while (w->pending_list.size) put_pending(w, vec_last(&w->pending_list), (term){0});
    while (w->known_list.size) put_known(w, vec_last(&w->known_list), (term){0});
    vec_clear(&w->trail);
}

void walk_know(command_walker *w, uint32_t var, term value) {
    assert_debug(var < w->r->p->variables.size);
    set_known(w, var, value);
}

static term variable_term(const command_walker *w, uint32_t var) {
    return w->r->p->variables.data[var].var;
}

term walk_value(const command_walker *w, uint32_t var) {
    assert_debug(var < w->r->p->variables.size);
    if (w->pending.data[var].id) return w->pending.data[var];
    return w->known.data[var].id ? w->known.data[var] : variable_term(w, var);
}

/* a over the base */
static term walk_apply(command_walker *w, term a) {
    assert_debug(term_is_there(w->r->p->terms, a));
    uint32_t n;
    const uint32_t *vars = reads_of(&w->r->live, a, &n);
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        term var = variable_term(w, vars[i]), by = walk_value(w, vars[i]);
        if (same(var, by)) continue;
        subst_set(&w->apply, w->r->p->terms, var, by);
        any = true;
    }
    if (!any) return a;
    a = subst_apply(&w->apply, w->r->p->terms, a);
    subst_clear(&w->apply);
    return a;
}

static bool term_reads(command_walker *w, term a, uint32_t var) {
    uint32_t n;
    const uint32_t *vars = reads_of(&w->r->live, a, &n);
    for (uint32_t i = 0; i < n; i++)
        if (vars[i] == var) return true;
    return false;
}

/* The base of var changes: what was known by it is void. */
static void base_changed(command_walker *w, uint32_t var) {
    set_known(w, var, (term){0});
    if (!w->aliases.data[var]) return;
    term x = variable_term(w, var);
    for (uint32_t i = w->known_list.size;
         i-- > 0;) /* set_known moves the last entry here: seen already */
        if (same(w->known.data[w->known_list.data[i]], x))
            set_known(w, w->known_list.data[i], (term){0});
}

/* Variables other than var with a pending term over its base. */
static void users_of(command_walker *w, uint32_t var, u32_vec *out) {
    if (!w->mentions.data[var]) return;
    for (uint32_t i = 0; i < w->pending_list.size; i++) {
        uint32_t x = w->pending_list.data[i];
        if (x != var && term_reads(w, w->pending.data[x], var)) vec_push(out, x);
    }
}

static uint32_t new_swap_variable(command_walker *w, uint32_t var) {
    program *p = w->r->p;
    variable v = p->variables.data[var];
    v.var = term_fresh(p->terms, term_name(p->terms, v.var), term_sort(p->terms, v.var));
    uint32_t index = program_add_variable(p, v);
    map_set(&w->r->swap_of, var, index);
    make_room(w);
    return index;
}

/* A variable to hold the base of var while others are swapped with it. Not needed outside the edge.
 */
static uint32_t swap_variable(command_walker *w, uint32_t var) {
    uint64_t old;
    bool reuse =
        map_get(&w->r->swap_of, var, &old) && !w->pending.data[old].id && !w->mentions.data[old];
    uint32_t index = reuse ? (uint32_t)old : new_swap_variable(w, var);
    base_changed(w, index);
    return index;
}

static void break_cycle(command_walker *w, uint32_t var, const u32_vec *users, cmd_vec *out) {
    uint32_t hold = swap_variable(w, var);
    program *p = w->r->p;
    vec_push(out, cmd_assign(p, variable_term(w, hold), variable_term(w, var)));
    for (uint32_t i = 0; i < users->size; i++) {
        uint32_t x = users->data[i];
        if (!w->pending.data[x].id) continue;
        subst_set(&w->apply, p->terms, variable_term(w, var), variable_term(w, hold));
        term a = subst_apply(&w->apply, p->terms, w->pending.data[x]);
        subst_clear(&w->apply);
        set_pending(w, x, a);
    }
}

static void emit_assignment(command_walker *w, uint32_t var, cmd_vec *out) {
    term value = w->pending.data[var];
    vec_push(out, cmd_assign(w->r->p, variable_term(w, var), value));
    set_pending(w, var, (term){0});
    base_changed(w, var);
    bool plain = term_is_const(w->r->p->terms, value) || term_is_var(w->r->p->terms, value);
    if (plain && !same(value, variable_term(w, var))) set_known(w, var, value);
}

/* Emit the pending value of var, after those that still need the base it overwrites. */
static void emit(command_walker *w, uint32_t var, cmd_vec *out) {
    u32_vec users = {0};
    bits_add(&w->open, var);
    users_of(w, var, &users);
    bool cycle = false;
    for (uint32_t i = 0; i < users.size; i++) {
        if (bits_has(&w->open, users.data[i])) cycle = true;
        else if (w->pending.data[users.data[i]].id) emit(w, users.data[i], out);
    }
    if (cycle) break_cycle(w, var, &users, out);
    if (w->pending.data[var].id) emit_assignment(w, var, out);
    bits_remove(&w->open, var);
    vec_release(&users);
}

static void walk_assign(command_walker *w, cmd c, cmd_vec *out) {
    terms *t = w->r->p->terms;
    uint32_t var = assigned_by(&w->r->live, c);
    term value = walk_apply(w, cmd_term(w->r->p, c));
    bool unchanged = same(value, variable_term(w, var)) || same(value, w->known.data[var]);
    set_pending(w, var, unchanged ? (term){0} : value);
    if (!unchanged && term_arity(t, value) && term_dag_size(t, value) > w->max_term)
        emit(w, var, out);
}

static void walk_havoc(command_walker *w, cmd c, cmd_vec *out) {
    uint32_t var = assigned_by(&w->r->live, c);
    set_pending(w, var, (term){0});
    u32_vec users = {0};
    users_of(w, var, &users);
    for (uint32_t i = 0; i < users.size; i++)
        if (w->pending.data[users.data[i]].id) emit(w, users.data[i], out);
    vec_release(&users);
    vec_push(out, c);
    base_changed(w, var);
}

/* The base of var is a constant from here on: pending terms over it become simpler. */
static void simplify_pending(command_walker *w, uint32_t var, term constant) {
    terms *t = w->r->p->terms;
    u32_vec users = {0};
    users_of(w, var, &users);
    if (w->pending.data[var].id) vec_push(&users, var);
    subst_set(&w->apply, t, variable_term(w, var), constant);
    for (uint32_t i = 0; i < users.size; i++) {
        uint32_t x = users.data[i];
        term a = subst_apply(&w->apply, t, w->pending.data[x]);
        set_pending(w, x, same(a, variable_term(w, x)) ? (term){0} : a);
    }
    subst_clear(&w->apply);
    vec_release(&users);
}

static void learn_constant(command_walker *w, uint32_t var, term constant) {
    set_known(w, var, constant);
    simplify_pending(w, var, constant);
}

static void learn_equal(command_walker *w, term a, term b) {
    const terms *t = w->r->p->terms;
    if (term_is_var(t, b)) {
        term swap = a;
        a = b;
        b = swap;
    }
    if (term_is_var(t, a) && term_is_const(t, b)) learn_constant(w, variable_index(w->r->p, a), b);
}

/* What an assumption over the base says about single variables. `=` is identity also on floats. */
static void learn(command_walker *w, term a) {
    terms *t = w->r->p->terms;
    term_vec parts = {0};
    term_conjuncts(t, a, &parts);
    for (uint32_t i = 0; i < parts.size; i++) {
        term c = parts.data[i];
        if (term_op(t, c) == OP_EQ) learn_equal(w, term_arg(t, c, 0), term_arg(t, c, 1));
        else if (term_is_var(t, c)) learn_equal(w, c, term_true(t));
        else if (term_op(t, c) == OP_NOT && term_is_var(t, term_arg(t, c, 0)))
            learn_equal(w, term_arg(t, c, 0), term_false(t));
    }
    vec_release(&parts);
}

static bool walk_assume(command_walker *w, cmd c, cmd_vec *out) {
    term condition = walk_apply(w, cmd_term(w->r->p, c));
    if (term_is_false(w->r->p->terms, condition)) return false;
    if (term_is_true(w->r->p->terms, condition)) return true;
    vec_push(out, cmd_assume(w->r->p, condition));
    learn(w, condition);
    return true;
}

/* ---- choices ----
 * Each alternative is walked from the same state. A variable that has the same pending term at the
 * end of all of them stays pending (the term speaks of the base at the join, in each alternative
 * alike); the others are emitted at the end of each alternative. */
typedef struct {
    uint32_t var;
    term value;
} ending;
typedef struct {
    cmd_vec parts;
    vec(ending) pending, known; /* of the variables changed in this alternative */
} alternative;
typedef struct {
    vec(alternative) of;
    u32_vec pending, known; /* changed in some alternative */
    u32_vec differ;         /* to be emitted */
    bits seen, in_differ;
} branches;

static void collect_ends(command_walker *w, uint32_t mark, alternative *a) {
    map seen = {0};
    for (uint32_t i = mark; i < w->trail.size; i++) {
        walk_change c = w->trail.data[i];
        uint64_t key = (uint64_t)c.var * 2 + c.is_known;
        if (!map_add(&seen, key)) continue;
        if (c.is_known) vec_push(&a->known, ((ending){c.var, w->known.data[c.var]}));
        else vec_push(&a->pending, ((ending){c.var, w->pending.data[c.var]}));
    }
    map_release(&seen);
}

static void walk_alternatives(command_walker *w, cmd c, branches *b) {
    for (uint32_t i = 0, n = cmd_size(w->r->p, c); i < n; i++) {
        alternative a = {0};
        uint32_t mark = w->trail.size;
        if (walk_command(w, cmd_part(w->r->p, c, i), &a.parts)) {
            collect_ends(w, mark, &a);
            vec_push(&b->of, a);
        } else {
            vec_release(&a.parts);
        }
        undo(w, mark);
    }
}

static void release_branches(branches *b) {
    for (uint32_t i = 0; i < b->of.size; i++) {
        vec_release(&b->of.data[i].parts);
        vec_release(&b->of.data[i].pending);
        vec_release(&b->of.data[i].known);
    }
    vec_release(&b->of);
    vec_release(&b->pending);
    vec_release(&b->known);
    vec_release(&b->differ);
    bits_release(&b->seen);
    bits_release(&b->in_differ);
}

/* value at the end of an alternative, by key: alternative in the high half, variable in the low
 * half. */
static uint64_t end_key(uint32_t i, uint32_t var) { return (uint64_t)i << 32 | var; }

static void index_ends(const branches *b, bool is_known, map *at, u32_vec *vars) {
    map seen = {0};
    for (uint32_t i = 0; i < b->of.size; i++) {
        const alternative *a = &b->of.data[i];
        uint32_t n = is_known ? a->known.size : a->pending.size;
        for (uint32_t j = 0; j < n; j++) {
            ending e = is_known ? a->known.data[j] : a->pending.data[j];
            map_set(at, end_key(i, e.var), e.value.id);
            if (!map_add(&seen, e.var)) continue;
            vec_push(vars, e.var);
        }
    }
    map_release(&seen);
}

static bool ends_agree(const branches *b, const map *at, uint32_t var, term outer, term *value) {
    for (uint32_t i = 0; i < b->of.size; i++) {
        term v = {(uint32_t)map_find(at, end_key(i, var), outer.id)};
        if (i && !same(v, *value)) return false;
        *value = v;
    }
    return true;
}

static void add_differ(branches *b, uint32_t var) {
    if (bits_has(&b->in_differ, var)) return;
    bits_add(&b->in_differ, var);
    vec_push(&b->differ, var);
}

/* What stays pending must not speak of a base that the emitted assignments change. */
static void close_differ(command_walker *w, branches *b) {
    u32_vec users = {0};
    for (uint32_t i = 0; i < b->differ.size; i++) {
        vec_clear(&users);
        users_of(w, b->differ.data[i], &users);
        for (uint32_t j = 0; j < users.size; j++) add_differ(b, users.data[j]);
    }
    vec_release(&users);
}

static void emit_differing(command_walker *w, branches *b, uint32_t i, const u32_vec *vars,
                           const map *at) {
    uint32_t mark = w->trail.size;
    alternative *a = &b->of.data[i];
    for (uint32_t j = 0; j < vars->size; j++) {
        uint32_t var = vars->data[j];
        set_pending(w, var,
                    (term){(uint32_t)map_find(at, end_key(i, var), w->pending.data[var].id)});
    }
    for (uint32_t j = 0; j < b->differ.size; j++)
        if (w->pending.data[b->differ.data[j]].id) emit(w, b->differ.data[j], &a->parts);
    undo(w, mark);
}

/* A constant that the base of var has at the end of the alternative, once what differs is emitted.
 */
static term known_end(command_walker *w, const branches *b, uint32_t i, uint32_t var,
                      const map *pending, const map *known) {
    term a = {(uint32_t)map_find(known, end_key(i, var), w->known.data[var].id)};
    if (bits_has(&b->in_differ, var)) {
        uint32_t p = (uint32_t)map_find(pending, end_key(i, var), w->pending.data[var].id);
        if (p) a.id = p;
    }
    return a.id && term_is_const(w->r->p->terms, a) ? a : (term){0};
}

static term known_in_all(command_walker *w, const branches *b, uint32_t var, const map *pending,
                         const map *known) {
    term all = known_end(w, b, 0, var, pending, known);
    for (uint32_t i = 1; i < b->of.size && all.id; i++)
        if (!same(all, known_end(w, b, i, var, pending, known))) return (term){0};
    return all;
}

/* Constants known of the bases of these variables at the join. */
static void known_after(command_walker *w, const branches *b, const u32_vec *vars,
                        const map *pending, const map *known, term_vec *out) {
    for (uint32_t i = 0; i < vars->size; i++)
        vec_push(out, known_in_all(w, b, vars->data[i], pending, known));
}

static void join_branches(command_walker *w, branches *b, cmd_vec *out) {
    map pending = {0}, known = {0};
    term_vec kept = {0}, kept_differ = {0};
    index_ends(b, false, &pending, &b->pending);
    index_ends(b, true, &known, &b->known);
    u32_vec agreed = {0};
    term_vec agreed_value = {0};
    for (uint32_t i = 0; i < b->pending.size; i++) {
        term value = {0};
        uint32_t var = b->pending.data[i];
        if (ends_agree(b, &pending, var, w->pending.data[var], &value)) {
            vec_push(&agreed, var);
            vec_push(&agreed_value, value);
        } else {
            add_differ(b, var);
        }
    }
    uint32_t outer = w->trail.size;
    for (uint32_t i = 0; i < agreed.size; i++) set_pending(w, agreed.data[i], agreed_value.data[i]);
    close_differ(w, b);
    undo(w, outer);
    for (uint32_t i = 0; i < b->of.size; i++) emit_differing(w, b, i, &b->pending, &pending);
    known_after(w, b, &b->known, &pending, &known, &kept);
    known_after(w, b, &b->differ, &pending, &known, &kept_differ);
    for (uint32_t i = 0; i < agreed.size; i++)
        if (!bits_has(&b->in_differ, agreed.data[i]))
            set_pending(w, agreed.data[i], agreed_value.data[i]);
    for (uint32_t i = 0; i < b->differ.size; i++) set_pending(w, b->differ.data[i], (term){0});
    for (uint32_t i = 0; i < b->differ.size; i++) base_changed(w, b->differ.data[i]);
    for (uint32_t i = 0; i < b->known.size; i++) set_known(w, b->known.data[i], kept.data[i]);
    for (uint32_t i = 0; i < b->differ.size; i++)
        set_known(w, b->differ.data[i], kept_differ.data[i]);
    cmd_vec choices = {0};
    for (uint32_t i = 0; i < b->of.size; i++)
        vec_push(&choices, cmd_seq(w->r->p, b->of.data[i].parts.size, b->of.data[i].parts.data));
    vec_push(out, cmd_join_n(w->r->p, choices.size, choices.data));
    vec_release(&choices);
    vec_release(&agreed);
    vec_release(&agreed_value);
    vec_release(&kept);
    vec_release(&kept_differ);
    map_release(&pending);
    map_release(&known);
}

static bool walk_choice(command_walker *w, cmd c, cmd_vec *out) {
    branches b = {0};
    walk_alternatives(w, c, &b);
    bool passes = b.of.size != 0;
    if (passes) join_branches(w, &b, out);
    release_branches(&b);
    return passes;
}

/* ---- a choice that decides what is assumed next ----
 * { b := false } [] { b := x < y }; assume b, as `while (p && x < y)` is compiled: the assumption
 * goes into the alternatives, where it is false, or speaks of x and y itself. Analyses see the
 * bound, and one alternative is gone. */
enum { MAX_DECIDED = 8, MAX_DECIDING = 24 };

static bool assigns_plainly(command_walker *w, cmd c, uint32_t var) {
    const program *p = w->r->p;
    enum cmd_kind kind = cmd_kind_of(p, c);
    if (kind == CMD_ASSIGN)
        return assigned_by(&w->r->live, c) == var &&
               (term_is_bool(p->terms, variable_term(w, var)) ||
                term_is_const(p->terms, cmd_term(p, c)));
    for (uint32_t i = 0; (kind == CMD_SEQ || kind == CMD_CHOICE) && i < cmd_size(p, c); i++)
        if (assigns_plainly(w, cmd_part(p, c, i), var)) return true;
    return false;
}

static bool decides(command_walker *w, cmd choice, cmd assumption) {
    program *p = w->r->p;
    if (cmd_kind_of(p, choice) != CMD_CHOICE || cmd_kind_of(p, assumption) != CMD_ASSUME)
        return false;
    if (cmd_size(p, choice) > MAX_DECIDED ||
        term_dag_size(p->terms, cmd_term(p, assumption)) > MAX_DECIDING)
        return false;
    uint32_t n;
    const uint32_t *vars = reads_of(&w->r->live, cmd_term(p, assumption), &n);
    return n == 1 && assigns_plainly(w, choice, vars[0]);
}

static cmd decided(command_walker *w, cmd choice, cmd assumption) {
    program *p = w->r->p;
    cmd_vec parts = {0};
    for (uint32_t i = 0, n = cmd_size(p, choice); i < n; i++) {
        cmd both[] = {cmd_part(p, choice, i), assumption};
        vec_push(&parts, cmd_seq(p, 2, both));
    }
    cmd c = cmd_choice(p, parts.size, parts.data);
    vec_release(&parts);
    return c;
}

static bool walk_sequence(command_walker *w, cmd c, cmd_vec *out) {
    program *p = w->r->p;
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) {
        cmd part = cmd_part(p, c, i);
        while (i + 1 < n && decides(w, part, cmd_part(p, c, i + 1)))
            part = decided(w, part, cmd_part(p, c, ++i));
        if (!walk_command(w, part, out)) return false;
    }
    return true;
}

bool walk_command(command_walker *w, cmd c, cmd_vec *out) {
    assert_debug(cmds_are_there(w->r->p, 1, &c));
    switch (cmd_kind_of(w->r->p, c)) {
    case CMD_SKIP: return true;
    case CMD_ASSIGN: walk_assign(w, c, out); return true;
    case CMD_HAVOC: walk_havoc(w, c, out); return true;
    case CMD_ASSUME: return walk_assume(w, c, out);
    case CMD_SEQ: return walk_sequence(w, c, out);
    case CMD_CHOICE: return walk_choice(w, c, out);
    }
    return true;
}

void walk_finish(command_walker *w, const bits *live, cmd_vec *out) {
    for (uint32_t i = w->pending_list.size; i-- > 0;)
        if (!bits_has(live, w->pending_list.data[i]))
            set_pending(w, w->pending_list.data[i], (term){0});
    while (w->pending_list.size) emit(w, vec_last(&w->pending_list), out);
}
