#include "engine/cells/abstract.h"
#include "base/log.h"
#include "program/semantics.h"

enum { MOST_CONSTANTS = 24 };

typedef vec(struct read {
    term select;
    term value;
}) read_vec;

typedef struct {
    abstraction *a;
    program *p; /* the one being built */
    terms *t;
    map memo;       /* of one atomic command: term id -> image */
    read_vec reads; /* of this edge so far, still valid: read again, they are the same */
    cmd_vec before; /* havocs that this command needs */
} rewriting;

static bool is_array(terms *t, term a) { return sort_kind_of(t, term_sort(t, a)) == SORT_ARRAY; }

/* ---- cells ---- */

static term cell_of(rewriting *w, term array, term index) {
    for (uint32_t i = 0; i < w->a->cells.size; i++) {
        struct followed_cell *c = &w->a->cells.data[i];
        if (same(c->array, array) && same(c->index, index)) return c->var;
    }
    term var = term_fresh(w->t, "cell", sort_element(w->t, term_sort(w->t, array)));
    struct followed_cell c = {array, index, var};
    vec_push(&w->a->cells, c);
    variable v = {.var = var};
    program_add_variable(w->p, v);
    return var;
}

static bool follows(rewriting *w, term array, term index) {
    return same_sort(sort_index(w->t, term_sort(w->t, array)), term_sort(w->t, index));
}

static uint32_t indices_of(const abstraction *a) { return a->followed.size + a->fixed.size; }

static term index_at(const abstraction *a, uint32_t i) {
    return i < a->followed.size ? a->followed.data[i] : a->fixed.data[i - a->followed.size];
}

static term any_value(rewriting *w, sort s) {
    term var = term_fresh(w->t, "elsewhere", s);
    variable v = {.var = var};
    input in = {.origin = ORIGIN_OPEN};
    program_add_variable(w->p, v);
    vec_push(&w->before, cmd_havoc(w->p, var, program_add_input(w->p, in)));
    return var;
}

/* ---- terms ---- */

static term image(rewriting *w, term a);

/* The element of an array expression at an index that is known to be `at`. */
static term element(rewriting *w, term array, term at, bool is_ghost) {
    switch (term_op(w->t, array)) {
    case OP_STORE: {
        term index = image(w, term_arg(w->t, array, 1)),
             stored = image(w, term_arg(w->t, array, 2));
        return term_ite(w->t, term_eq(w->t, index, at), stored,
                        element(w, term_arg(w->t, array, 0), at, is_ghost));
    }
    case OP_ITE:
        return term_ite(w->t, image(w, term_arg(w->t, array, 0)),
                        element(w, term_arg(w->t, array, 1), at, is_ghost),
                        element(w, term_arg(w->t, array, 2), at, is_ghost));
    case OP_CONST_ARRAY: return image(w, term_arg(w->t, array, 0));
    case OP_VAR: break;
    default:
        w->a->refused = "this form of array";
        return any_value(w, sort_element(w->t, term_sort(w->t, array)));
    }
    if (is_ghost) return cell_of(w, array, at);
    term found = any_value(w, sort_element(w->t, term_sort(w->t, array)));
    for (uint32_t i = 0; i < indices_of(w->a); i++) {
        term k = index_at(w->a, i);
        if (follows(w, array, k))
            found = term_ite(w->t, term_eq(w->t, at, k), cell_of(w, array, k), found);
    }
    return found;
}

static term rebuild(rewriting *w, term a) {
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(w->t, a); i++) {
        if (is_array(w->t, term_arg(w->t, a, i))) w->a->refused = "a comparison of whole arrays";
        vec_push(&args, w->a->refused ? term_arg(w->t, a, i) : image(w, term_arg(w->t, a, i)));
    }
    term result = w->a->refused ? a : term_rebuild(w->t, a, args.data);
    vec_release(&args);
    return result;
}

static term read_element(rewriting *w, term a) {
    for (uint32_t i = 0; i < w->reads.size; i++)
        if (same(w->reads.data[i].select, a)) return w->reads.data[i].value;
    struct read r = {a, element(w, term_arg(w->t, a, 0), image(w, term_arg(w->t, a, 1)), false)};
    vec_push(&w->reads, r);
    return r.value;
}

/* A read that occurs twice is one read, so that its arbitrary value stays one. */
static term image(rewriting *w, term a) {
    uint64_t found;
    if (!term_arity(w->t, a) || w->a->refused) return a;
    if (map_get(&w->memo, a.id, &found)) return (term){(uint32_t)found};
    term result = term_op(w->t, a) == OP_SELECT ? read_element(w, a) : rebuild(w, a);
    map_set(&w->memo, a.id, result.id);
    return result;
}

/* ---- commands ---- */

/* All cells of an array change at once: first their new values, then the cells. */
static void assign_array(rewriting *w, term array, term expression, cmd_vec *out) {
    cmd_vec late = {0};
    for (uint32_t i = 0; i < indices_of(w->a); i++) {
        term k = index_at(w->a, i);
        if (!follows(w, array, k)) continue;
        term cell_var = cell_of(w, array, k),
             fresh = term_fresh(w->t, "update", term_sort(w->t, cell_var));
        variable v = {.var = fresh};
        program_add_variable(w->p, v);
        vec_push(out, cmd_assign(w->p, fresh, element(w, expression, k, true)));
        vec_push(&late, cmd_assign(w->p, cell_var, fresh));
    }
    vec_append(out, late.data, late.size);
    vec_release(&late);
}

static void havoc_array(rewriting *w, term array, uint32_t drawn, cmd_vec *out) {
    for (uint32_t i = 0; i < indices_of(w->a); i++)
        if (follows(w, array, index_at(w->a, i)))
            vec_push(out, cmd_havoc(w->p, cell_of(w, array, index_at(w->a, i)), drawn));
}

static cmd atomic(rewriting *w, cmd c) {
    cmd_vec parts = {0};
    map_clear(&w->memo);
    vec_clear(&w->before);
    enum cmd_kind kind = cmd_kind_of(w->p, c);
    if (kind == CMD_ASSUME) vec_push(&parts, cmd_assume(w->p, image(w, cmd_term(w->p, c))));
    else if (kind == CMD_HAVOC && is_array(w->t, cmd_var(w->p, c)))
        havoc_array(w, cmd_var(w->p, c), cmd_input(w->p, c), &parts);
    else if (kind == CMD_ASSIGN && is_array(w->t, cmd_var(w->p, c)))
        assign_array(w, cmd_var(w->p, c), cmd_term(w->p, c), &parts);
    else if (kind == CMD_ASSIGN)
        vec_push(&parts, cmd_assign(w->p, cmd_var(w->p, c), image(w, cmd_term(w->p, c))));
    else vec_push(&parts, c);
    vec_append(&w->before, parts.data, parts.size);
    cmd result = cmd_seq(w->p, w->before.size, w->before.data);
    vec_release(&parts);
    return result;
}

/* What a command may assign is to be read again. */
static void forget_reads(rewriting *w, cmd c) {
    map seen = {0};
    term_vec assigned = {0};
    uint32_t kept = 0;
    cmd_assigned(w->p, c, &seen, &assigned);
    for (uint32_t i = 0; i < w->reads.size; i++) {
        bool valid = true;
        for (uint32_t j = 0; j < assigned.size && valid; j++)
            valid = !term_mentions(w->t, w->reads.data[i].select, assigned.data[j]);
        if (valid) w->reads.data[kept++] = w->reads.data[i];
    }
    w->reads.size = kept;
    map_release(&seen);
    vec_release(&assigned);
}

static cmd rewrite(rewriting *w, cmd c);

/* What one alternative reads, the next has not read. */
static cmd alternative(rewriting *w, cmd c) {
    read_vec before = {0};
    vec_append(&before, w->reads.data, w->reads.size);
    cmd result = rewrite(w, c);
    vec_release(&w->reads);
    w->reads = before;
    return result;
}

static cmd rewrite(rewriting *w, cmd c) {
    enum cmd_kind kind = cmd_kind_of(w->p, c);
    cmd_vec parts = {0};
    if (kind == CMD_SEQ)
        for (uint32_t i = 0; i < cmd_size(w->p, c); i++)
            vec_push(&parts, rewrite(w, cmd_part(w->p, c, i)));
    if (kind == CMD_CHOICE)
        for (uint32_t i = 0; i < cmd_size(w->p, c); i++)
            vec_push(&parts, alternative(w, cmd_part(w->p, c, i)));
    cmd result = kind == CMD_SEQ      ? cmd_seq(w->p, parts.size, parts.data)
                 : kind == CMD_CHOICE ? cmd_choice(w->p, parts.size, parts.data)
                                      : atomic(w, c);
    if (kind != CMD_SEQ) forget_reads(w, c);
    vec_release(&parts);
    return result;
}

static cmd rewrite_edge(rewriting *w, cmd c) {
    vec_clear(&w->reads);
    return rewrite(w, c);
}

/* ---- which indices ---- */

static void collect_indices(terms *t, term a, map *seen, term_vec *indices) {
    if (map_get(seen, a.id, NULL)) return;
    map_set(seen, a.id, 1);
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        collect_indices(t, term_arg(t, a, i), seen, indices);
    if (term_op(t, a) == OP_SELECT) vec_push(indices, term_arg(t, a, 1));
}

static void command_indices(const program *p, cmd c, map *seen, term_vec *indices) {
    assert_debug(cmds_are_there(p, 1, &c));
    enum cmd_kind kind = cmd_kind_of(p, c);
    if (kind == CMD_ASSUME || kind == CMD_ASSIGN)
        collect_indices(p->terms, cmd_term(p, c), seen, indices);
    for (uint32_t i = 0; (kind == CMD_SEQ || kind == CMD_CHOICE) && i < cmd_size(p, c); i++)
        command_indices(p, cmd_part(p, c, i), seen, indices);
}

/* An index serves if it needs no array itself. */
static bool serves(const program *p, term index) {
    term_vec vars = {0};
    term_vars(p->terms, index, NULL, &vars);
    bool good = vars.size > 0;
    for (uint32_t i = 0; i < vars.size; i++) good &= !is_array(p->terms, vars.data[i]);
    vec_release(&vars);
    return good;
}

/* The ghost that stands for a variable on an edge to an error. Different variables of one edge have
 * different ghosts, else a guard would lose violations; edges share them. */
static term ghost_for(abstraction *a, program *p, edge_id e, term var) {
    assert_debug(e.id < p->edges.size);
    terms *t = p->terms;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < a->guards.size; i++) {
        const struct ghost *g = &a->guards.data[i];
        if (!same_edge(a->guarded.data[i], e) ||
            !same_sort(term_sort(t, g->index), term_sort(t, var)))
            continue;
        if (same(g->index, var)) return g->var;
        taken++;
    }
    term cell = {0};
    for (uint32_t i = 0; i < a->ghosts.size && !cell.id; i++)
        if (same_sort(term_sort(t, a->ghosts.data[i]), term_sort(t, var)) && !taken--)
            cell = a->ghosts.data[i];
    if (!cell.id) {
        cell = term_fresh(t, "any_index", term_sort(t, var));
        variable v = {.var = cell, .name = program_name(p, "k")};
        program_add_variable(p, v);
        vec_push(&a->ghosts, cell);
    }
    struct ghost g = {cell, p->edges.data[e.id].to, var};
    vec_push(&a->guards, g);
    vec_push(&a->guarded, e);
    return cell;
}

/* Follow the index, its variables frozen. */
static void follow(abstraction *a, program *p, edge_id e, term index) {
    assert_debug(e.id < p->edges.size);
    term_vec vars = {0};
    substitution s = {0};
    term_vars(p->terms, index, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        subst_set(&s, p->terms, vars.data[i], ghost_for(a, p, e, vars.data[i]));
    term frozen = subst_apply(&s, p->terms, index);
    bool known = false;
    for (uint32_t i = 0; i < a->followed.size; i++) known |= same(a->followed.data[i], frozen);
    if (!known) vec_push(&a->followed, frozen);
    vec_release(&vars);
    subst_release(&s);
}

/* Reads nearest to the error decide it most often, so they come first. */
static void guard_error(abstraction *a, program *p, edge_id e, uint32_t per_error) {
    assert_debug(e.id < p->edges.size);
    term_vec indices = {0};
    map seen = {0};
    uint32_t used = 0;
    command_indices(p, p->edges.data[e.id].command, &seen, &indices);
    map_clear(&seen);
    for (uint32_t i = indices.size; i-- > 0 && used < per_error;) {
        if (map_get(&seen, indices.data[i].id, NULL) || !serves(p, indices.data[i])) continue;
        map_set(&seen, indices.data[i].id, 1);
        follow(a, p, e, indices.data[i]);
        used++;
    }
    map_release(&seen);
    vec_release(&indices);
}

/* The fields of a record in a block of bytes: read at constant indices, which need no ghost. */
static void follow_constants(abstraction *a, program *p) {
    term_vec indices = {0};
    map seen = {0};
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed)
            command_indices(p, p->edges.data[e.id].command, &seen, &indices);
    map_clear(&seen);
    for (uint32_t i = 0, used = 0; i < indices.size && used < MOST_CONSTANTS; i++) {
        if (!term_is_const(p->terms, indices.data[i]) || map_get(&seen, indices.data[i].id, NULL))
            continue;
        map_set(&seen, indices.data[i].id, 1);
        vec_push(&a->fixed, indices.data[i]);
        used++;
    }
    map_release(&seen);
    vec_release(&indices);
}

/* ---- the whole ---- */

static bool is_violation(const program *p, edge_id e) {
    assert_debug(e.id < p->edges.size);
    const edge *d = &p->edges.data[e.id];
    return !d->removed && program_is_error(p, d->to) && !program_is_limit(p, d->to);
}

/* At the end of the edge, where an index that is chosen on the way has its value: whatever that is,
 * some value of the ghost is equal to it. */
static cmd guarded(const abstraction *a, program *p, edge_id e, cmd c) {
    assert_debug(e.id < p->edges.size);
    assert_debug(cmds_are_there(p, 1, &c));
    cmd_vec parts = {0};
    vec_push(&parts, c);
    for (uint32_t i = 0; i < a->guards.size; i++)
        if (a->guarded.data[i].id == e.id)
            vec_push(&parts, cmd_assume(p, term_eq(p->terms, a->guards.data[i].var,
                                                   a->guards.data[i].index)));
    cmd result = cmd_seq(p, parts.size, parts.data);
    vec_release(&parts);
    return result;
}

program *abstraction_guarded(const abstraction *a, const program *original) {
    program *p = program_clone(original);
    for (uint32_t i = 0; i < a->ghosts.size; i++) {
        variable v = {.var = a->ghosts.data[i]};
        program_add_variable(p, v);
    }
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed)
            p->edges.data[e.id].command = guarded(a, p, e, p->edges.data[e.id].command);
    return p;
}

/* Variables that commands after the start assign. */
static void assigned_later(const program *p, map *seen) {
    term_vec vars = {0};
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed && !same_loc(p->edges.data[e.id].from, p->start))
            cmd_assigned(p, p->edges.data[e.id].command, seen, &vars);
    vec_release(&vars);
}

static void guard_changing(abstraction *a, program *p, edge_id e, const map *changing,
                           uint32_t per_error) {
    assert_debug(e.id < p->edges.size);
    term_vec indices = {0}, vars = {0};
    map seen = {0};
    uint32_t used = 0;
    command_indices(p, p->edges.data[e.id].command, &seen, &indices);
    map_clear(&seen);
    for (uint32_t i = indices.size; i-- > 0;)
        if (serves(p, indices.data[i])) term_vars(p->terms, indices.data[i], &seen, &vars);
    for (uint32_t i = 0; i < vars.size && used < per_error; i++)
        if (map_get(changing, vars.data[i].id, NULL)) ghost_for(a, p, e, vars.data[i]), used++;
    map_release(&seen);
    vec_release(&indices);
    vec_release(&vars);
}

void abstraction_ghosts(abstraction *a, const program *original, uint32_t per_error) {
    LOG("cells", "%u ghosts for an error", per_error);
    *a = (abstraction){.p = program_clone(original)};
    map changing = {0};
    assigned_later(a->p, &changing);
    for (edge_id e = {0}; e.id < a->p->edges.size; e.id++)
        if (is_violation(a->p, e)) guard_changing(a, a->p, e, &changing, per_error);
    map_release(&changing);
}

bool abstraction_make(abstraction *a, const program *original, uint32_t per_error) {
    LOG("cells", "abstract %u edges, %u cells for an error", original->edges.size, per_error);
    *a = (abstraction){.p = program_clone(original)};
    program *p = a->p;
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (is_violation(p, e)) guard_error(a, p, e, per_error);
    if (!a->followed.size) return false;
    follow_constants(a, p);
    rewriting w = {.a = a, .p = p, .t = p->terms};
    uint32_t edges = p->edges.size;
    for (edge_id e = {0}; e.id < edges && !a->refused; e.id++)
        if (!p->edges.data[e.id].removed)
            p->edges.data[e.id].command =
                rewrite_edge(&w, guarded(a, p, e, p->edges.data[e.id].command));
    map_release(&w.memo);
    vec_release(&w.reads);
    vec_release(&w.before);
    p->over_approximated = true;
    return !a->refused;
}

void abstraction_release(abstraction *a) {
    program_delete(a->p);
    vec_release(&a->guards);
    vec_release(&a->guarded);
    vec_release(&a->ghosts);
    vec_release(&a->followed);
    vec_release(&a->fixed);
    vec_release(&a->cells);
}

term abstraction_concrete(const abstraction *a, terms *t, substitution *s, term formula) {
    assert_debug(term_is_bool(t, formula));
    subst_clear(s);
    for (uint32_t i = 0; i < a->cells.size; i++)
        subst_set(s, t, a->cells.data[i].var,
                  term_select(t, a->cells.data[i].array, a->cells.data[i].index));
    return subst_apply(s, t, formula);
}
