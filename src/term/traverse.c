/* Walking over terms: substitution, variables, size, conjuncts. All iterative: terms may be deep.
 */
#include "term/term_internal.h"

static void image_set(substitution *s, term a, term by) {
    if (a.id >= s->image.size) vec_resize(&s->image, a.id + 1);
    if (!s->image.data[a.id]) vec_push(&s->touched, a.id);
    s->image.data[a.id] = by.id;
}

static uint32_t image_of(const substitution *s, term a) {
    return a.id < s->image.size ? s->image.data[a.id] : 0;
}

void subst_set(substitution *s, const terms *t, term var, term by) {
    require(sort_of(t, var).id == sort_of(t, by).id, "a term of another sort is put for %s",
            is_op(t, var, OP_VAR) ? term_name(t, var) : "a term");
    image_set(s, var, by);
}

void subst_clear(substitution *s) {
    for (uint32_t i = 0; i < s->touched.size; i++) s->image.data[s->touched.data[i]] = 0;
    vec_clear(&s->touched);
}

void subst_release(substitution *s) {
    vec_release(&s->image);
    vec_release(&s->touched);
    vec_release(&s->stack);
    vec_release(&s->args);
}

/* Push the arguments that have no image yet; false: there are none. */
static bool push_missing(substitution *s, const terms *t, term a) {
    uint32_t before = s->stack.size;
    for (uint32_t i = arity_of(t, a); i-- > 0;) {
        term x = arg_of(t, a, i);
        if (image_of(s, x)) continue;
        if (op_of(t, x) < OP_CONST_ARRAY) image_set(s, x, x);
        else vec_push(&s->stack, x);
    }
    return s->stack.size > before;
}

static void rebuild_image(substitution *s, terms *t, term a) {
    bool changed = false;
    vec_clear(&s->args);
    for (uint32_t i = 0; i < arity_of(t, a); i++) {
        term x = arg_of(t, a, i);
        vec_push(&s->args, ((term){image_of(s, x)}));
        changed |= vec_last(&s->args).id != x.id;
    }
    image_set(s, a, changed ? term_rebuild(t, a, s->args.data) : a);
}

term subst_apply(substitution *s, terms *t, term a) {
    assert_debug(term_is_there(t, a));
    uint32_t base = s->stack.size;
    vec_push(&s->stack, a);
    while (s->stack.size > base) {
        term x = vec_last(&s->stack);
        if (!image_of(s, x)) {
            if (push_missing(s, t, x)) continue;
            rebuild_image(s, t, x);
        }
        s->stack.size--;
    }
    return (term){image_of(s, a)};
}

/* ---- visits in order of first occurrence ---- */

static void visit_begin(terms *t) {
    vec_clear(&t->walk);
    if (t->mark.size < t->nodes.size) vec_resize(&t->mark, t->nodes.size);
    if (++t->stamp) return;
    memset(t->mark.data, 0, t->mark.size * sizeof *t->mark.data);
    t->stamp = 1;
}

static void visit_push(terms *t, term a) {
    if (t->mark.data[a.id] == t->stamp) return;
    vec_push(&t->walk, a);
}

/* The next unseen term in preorder; none at the end. */
static term visit_next(terms *t) {
    while (t->walk.size) {
        term a = vec_pop(&t->walk);
        if (t->mark.data[a.id] == t->stamp) continue;
        t->mark.data[a.id] = t->stamp;
        for (uint32_t i = arity_of(t, a); i-- > 0;) visit_push(t, arg_of(t, a, i));
        return a;
    }
    return (term){0};
}

/* ---- visits that a caller steers ---- */

void walk_add(term_walk *w, term a) {
    assert_debug(a.id);
    vec_push(&w->todo, a);
}

void walk_below(term_walk *w, const terms *t, term a) {
    assert_debug(term_is_there(t, a));
    for (uint32_t i = 0; i < arity_of(t, a); i++) vec_push(&w->todo, arg_of(t, a, i));
}

bool walk_next(term_walk *w, term *a) {
    while (w->todo.size) {
        *a = vec_pop(&w->todo);
        if (!map_add(&w->visited, a->id)) continue;
        return true;
    }
    return false;
}

void walk_release(term_walk *w) {
    map_release(&w->visited);
    vec_release(&w->todo);
}

/* ---- what terms contain ---- */

void term_vars(terms *t, term a, map *seen, term_vec *vars) {
    assert_debug(term_is_there(t, a));
    visit_begin(t);
    visit_push(t, a);
    for (term x; (x = visit_next(t)).id;) {
        if (!is_op(t, x, OP_VAR) || (seen && map_get(seen, x.id, NULL))) continue;
        if (seen) map_set(seen, x.id, 1);
        vec_push(vars, x);
    }
}

bool term_mentions(terms *t, term a, term var) {
    assert_debug(term_is_there(t, a));
    assert_debug(term_is_there(t, var));
    visit_begin(t);
    visit_push(t, a);
    for (term x; (x = visit_next(t)).id;)
        if (same(x, var)) return true;
    return false;
}

uint32_t term_dag_size(terms *t, term a) {
    assert_debug(term_is_there(t, a));
    uint32_t n = 0;
    visit_begin(t);
    for (visit_push(t, a); visit_next(t).id;) n++;
    return n;
}

static void parts_of(terms *t, enum op op, term a, term_vec *parts) {
    term_vec stack = {0};
    vec_push(&stack, a);
    while (stack.size) {
        term x = vec_pop(&stack);
        if (is_op(t, x, op))
            for (uint32_t i = arity_of(t, x); i-- > 0;) vec_push(&stack, arg_of(t, x, i));
        else vec_push(parts, x);
    }
    vec_release(&stack);
}

void term_conjuncts(terms *t, term a, term_vec *parts) {
    assert_debug(term_is_bool(t, a));
    if (!term_is_true(t, a)) parts_of(t, OP_AND, a, parts);
}
void term_disjuncts(terms *t, term a, term_vec *parts) {
    assert_debug(term_is_bool(t, a));
    if (!term_is_false(t, a)) parts_of(t, OP_OR, a, parts);
}
