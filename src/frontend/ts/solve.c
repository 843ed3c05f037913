/* Relations made smaller without a change of meaning.
 *
 * Three rules, in turn until none applies. A conjunct that is a literal is true wherever the
 * others are evaluated: its atom is replaced there. A conjunct that defines a local (x = e, x not
 * in e) determines it: exists x. x = e & f is f with e for x. So the next-state variables of a
 * formula such as (pc = 3 & x' = x + 1 & y' = y) become assignments. Two conjuncts may define it
 * by cases: (c | x = d) & (!c | x = e) is x = (c ? e : d), as translators from Lustre have it. */
#include "frontend/ts/ts.h"
#include "term/project.h"

typedef struct {
    terms *t;
    relation *r;
    term_vec parts; /* conjuncts of the constraint */
    map local;      /* variable id -> 1: may be eliminated */
    substitution by;
} solving;

static term atom_of(terms *t, term a) { return term_op(t, a) == OP_NOT ? term_arg(t, a, 0) : a; }

static bool is_literal(terms *t, term a) {
    a = atom_of(t, a);
    switch (term_op(t, a)) {
    case OP_AND:
    case OP_OR:
    case OP_ITE: return false;
    case OP_EQ: return !term_is_bool(t, term_arg(t, a, 0));
    default: return true;
    }
}

static void flatten(solving *s, const term_vec *from) {
    term whole = term_and_n(s->t, from->size, from->data);
    vec_clear(&s->parts);
    term_conjuncts(s->t, whole, &s->parts);
}

/* The literal itself stays, with the others used below it. */
static term below(solving *s, term literal) {
    term_vec args = {0};
    term atom = atom_of(s->t, literal);
    for (uint32_t i = 0; i < term_arity(s->t, atom); i++)
        vec_push(&args, subst_apply(&s->by, s->t, term_arg(s->t, atom, i)));
    term fresh = args.size ? term_rebuild(s->t, atom, args.data) : atom;
    vec_release(&args);
    return same(atom, literal) ? fresh : term_not(s->t, fresh);
}

static bool use_facts(solving *s) {
    term_vec next = {0};
    bool changed = false;
    subst_clear(&s->by);
    for (uint32_t i = 0; i < s->parts.size; i++) {
        term a = s->parts.data[i], atom = atom_of(s->t, a);
        if (is_literal(s->t, a) && !term_is_const(s->t, a))
            subst_set(&s->by, s->t, atom, term_bool(s->t, same(a, atom)));
    }
    for (uint32_t i = 0; i < s->parts.size; i++) {
        term a = s->parts.data[i];
        vec_push(&next, is_literal(s->t, a) ? below(s, a) : subst_apply(&s->by, s->t, a));
        changed |= !same(a, next.data[i]);
    }
    for (uint32_t i = 0; i < s->r->values.size; i++)
        s->r->values.data[i] = subst_apply(&s->by, s->t, s->r->values.data[i]);
    if (changed) flatten(s, &next);
    vec_release(&next);
    return changed;
}

/* Does the conjunct define a local? */
static bool definition(solving *s, term a, term *var, term *given) {
    terms *t = s->t;
    term atom = atom_of(t, a);
    if (term_is_var(t, atom) && map_get(&s->local, atom.id, NULL))
        return *var = atom, *given = term_bool(t, same(a, atom)), true;
    if (term_op(t, atom) != OP_EQ) return false;
    bool flipped = !same(a, atom);
    if (flipped && !term_is_bool(t, term_arg(t, atom, 0))) return false;
    term_vec vars = {0};
    bool found = false;
    term_vars(t, atom, NULL, &vars);
    for (uint32_t i = 0; !found && i < vars.size; i++) {
        if (!map_get(&s->local, vars.data[i].id, NULL)) continue;
        *var = vars.data[i];
        found = solve_equation(t, term_arg(t, atom, 0), term_arg(t, atom, 1), *var, given);
    }
    if (found && flipped) *given = term_not(t, *given);
    vec_release(&vars);
    return found;
}

/* May this definition join those of this round? None may mention a variable that another defines.
 */
static bool independent(solving *s, term var, term given, map *defined, map *used) {
    term_vec vars = {0};
    bool good = !map_get(used, var.id, NULL) && !map_get(defined, var.id, NULL);
    term_vars(s->t, given, NULL, &vars);
    for (uint32_t i = 0; good && i < vars.size; i++)
        good = !map_get(defined, vars.data[i].id, NULL);
    for (uint32_t i = 0; good && i < vars.size; i++) map_set(used, vars.data[i].id, 1);
    if (good) map_set(defined, var.id, 1);
    vec_release(&vars);
    return good;
}

static void apply_definitions(solving *s, const map *defined, const term_vec *rest) {
    term_vec next = {0};
    for (uint32_t i = 0; i < rest->size; i++)
        vec_push(&next, subst_apply(&s->by, s->t, rest->data[i]));
    for (uint32_t i = 0; i < s->r->values.size; i++)
        s->r->values.data[i] = subst_apply(&s->by, s->t, s->r->values.data[i]);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->r->locals.size; i++) {
        term v = s->r->locals.data[i];
        if (!map_get(defined, v.id, NULL)) s->r->locals.data[kept++] = v;
        else map_remove(&s->local, v.id);
    }
    s->r->locals.size = kept;
    flatten(s, &next);
    vec_release(&next);
}

static bool use_definitions(solving *s) {
    map defined = {0}, used = {0};
    term_vec rest = {0};
    bool any = false;
    subst_clear(&s->by);
    for (uint32_t i = 0; i < s->parts.size; i++) {
        term var, given;
        if (definition(s, s->parts.data[i], &var, &given) &&
            independent(s, var, given, &defined, &used)) {
            subst_set(&s->by, s->t, var, given);
            any = true;
        } else vec_push(&rest, s->parts.data[i]);
    }
    if (any) apply_definitions(s, &defined, &rest);
    map_release(&defined);
    map_release(&used);
    vec_release(&rest);
    return any;
}

/* ---- by cases ---- */

/* a | x = e: the first part, and the definition in the second. */
static bool one_case(solving *s, term a, uint32_t other, term *unless, term *var, term *given) {
    if (term_op(s->t, a) != OP_OR || term_arity(s->t, a) != 2) return false;
    *unless = term_arg(s->t, a, other);
    term equation = term_arg(s->t, a, !other);
    return term_op(s->t, equation) == OP_EQ && definition(s, equation, var, given) &&
           !term_mentions(s->t, *unless, *var);
}

static bool both_cases(solving *s, term a, term b, term *var, term *given) {
    term unless, otherwise, again, here, there;
    for (uint32_t i = 0; i < 4; i++)
        if (one_case(s, a, i & 1, &unless, var, &here) &&
            one_case(s, b, i >> 1, &otherwise, &again, &there) && same(*var, again) &&
            same(unless, term_not(s->t, otherwise)))
            return *given = term_ite(s->t, unless, there, here), true;
    return false;
}

static void define_by_cases(solving *s, uint32_t i, uint32_t j, term var, term given) {
    map defined = {0};
    term_vec rest = {0};
    for (uint32_t k = 0; k < s->parts.size; k++)
        if (k != i && k != j) vec_push(&rest, s->parts.data[k]);
    subst_clear(&s->by);
    subst_set(&s->by, s->t, var, given);
    map_set(&defined, var.id, 1);
    apply_definitions(s, &defined, &rest);
    map_release(&defined);
    vec_release(&rest);
}

static bool use_cases(solving *s) {
    term var, given;
    for (uint32_t i = 0; i < s->parts.size; i++)
        for (uint32_t j = 0; j < i; j++)
            if (both_cases(s, s->parts.data[i], s->parts.data[j], &var, &given)) {
                define_by_cases(s, i, j, var, given);
                return true;
            }
    return false;
}

/* A local that occurs nowhere needs no choice. */
static void drop_unused(solving *s) {
    relation *r = s->r;
    map seen = {0};
    term_vec used = {0};
    term_vars(s->t, r->constraint, &seen, &used);
    for (uint32_t i = 0; i < r->values.size; i++) term_vars(s->t, r->values.data[i], &seen, &used);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->locals.size; i++)
        if (map_get(&seen, r->locals.data[i].id, NULL)) r->locals.data[kept++] = r->locals.data[i];
    r->locals.size = kept;
    map_release(&seen);
    vec_release(&used);
}

bool relation_solve(terms *t, relation *r) {
    assert_debug(term_is_bool(t, r->constraint));
    solving s = {.t = t, .r = r};
    for (uint32_t i = 0; i < r->locals.size; i++) map_set(&s.local, r->locals.data[i].id, 1);
    term_conjuncts(t, r->constraint, &s.parts);
    while (use_facts(&s) || use_definitions(&s) || use_cases(&s)) {}
    r->constraint = term_and_n(t, s.parts.size, s.parts.data);
    drop_unused(&s);
    vec_release(&s.parts);
    map_release(&s.local);
    subst_release(&s.by);
    return !term_is_false(t, r->constraint);
}
