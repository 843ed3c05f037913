#include "evidence/products.h"

enum { SMALL_BITS = 4, LEAST_WIDTH = 16 };

static bool is_product(const terms *t, term a) {
    enum op op = term_op(t, a);
    return (op == OP_BVMUL || op == OP_BVUMULO) && term_arity(t, a) == 2 &&
           term_width(t, term_arg(t, a, 0)) >= LEAST_WIDTH;
}

/* May it be any word of its width? */
static bool is_unknown(const terms *t, term a) {
    return !term_is_const(t, a) && term_op(t, a) != OP_ZERO_EXTEND;
}

static term split(terms *t, term product) {
    term factor[2] = {term_arg(t, product, 0), term_arg(t, product, 1)}, a = product;
    if (!is_unknown(t, factor[0]) || !is_unknown(t, factor[1])) return a;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t width = term_width(t, factor[i]);
        term args[2] = {factor[0], factor[1]};
        args[i] = term_zext(t, term_extract(t, SMALL_BITS - 1, 0, factor[i]), width);
        term small = term_2(t, OP_BVULT, factor[i], term_bv(t, width, 1u << SMALL_BITS));
        a = term_ite(t, small, term_2(t, term_op(t, product), args[0], args[1]), a);
    }
    return a;
}

static term remade(terms *t, term a, const map *made) {
    uint32_t n = term_arity(t, a);
    bool changed = false;
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++) {
        term x = term_arg(t, a, i), y = {(uint32_t)map_find(made, x.id, x.id)};
        changed |= !same(x, y);
        vec_push(&args, y);
    }
    if (changed) a = term_rebuild(t, a, args.data);
    vec_release(&args);
    return is_product(t, a) ? split(t, a) : a;
}

/* Its arguments are known; otherwise they are pushed. */
static bool is_ready(const terms *t, term a, const map *made, term_vec *todo) {
    uint32_t before = todo->size;
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (!map_get(made, term_arg(t, a, i).id, NULL)) vec_push(todo, term_arg(t, a, i));
    return todo->size == before;
}

term products_by_size(terms *t, term a) {
    assert_debug(term_is_there(t, a));
    map made = {0};
    term_vec todo = {0};
    vec_push(&todo, a);
    while (todo.size) {
        term x = vec_last(&todo);
        if (!map_get(&made, x.id, NULL)) {
            if (!is_ready(t, x, &made, &todo)) continue;
            map_set(&made, x.id, remade(t, x, &made).id);
        }
        todo.size--;
    }
    a.id = (uint32_t)map_find(&made, a.id, a.id);
    vec_release(&todo);
    map_release(&made);
    return a;
}

/* ---- what is known of factors ---- */
static bool is_small_factor(const terms *t, term a) {
    return term_op(t, a) == OP_ZERO_EXTEND && term_width(t, term_arg(t, a, 0)) <= SMALL_BITS;
}

static bool has_small(const terms *t, term a, map *seen) {
    if (!map_add(seen, a.id)) return false;
    if (is_product(t, a) &&
        (is_small_factor(t, term_arg(t, a, 0)) || is_small_factor(t, term_arg(t, a, 1))))
        return true;
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (has_small(t, term_arg(t, a, i), seen)) return true;
    return false;
}

static bool command_has_small(const program *p, cmd c, map *seen) {
    assert_debug(cmds_are_there(p, 1, &c));
    enum cmd_kind kind = cmd_kind_of(p, c);
    if (kind == CMD_ASSUME || kind == CMD_ASSIGN) return has_small(p->terms, cmd_term(p, c), seen);
    for (uint32_t i = 0; (kind == CMD_SEQ || kind == CMD_CHOICE) && i < cmd_size(p, c); i++)
        if (command_has_small(p, cmd_part(p, c, i), seen)) return true;
    return false;
}

bool products_are_small(program *proved) {
    map seen = {0};
    bool found = false;
    for (uint32_t i = 0; i < proved->edges.size && !found; i++)
        found = command_has_small(proved, proved->edges.data[i].command, &seen);
    map_release(&seen);
    return found;
}
