/* Pre-cubes: the weakest existential precondition of a cube along the path that a model took (Lemma
 * 1), brought into a conjunction of atoms that hold in the model. Choosing among disjuncts,
 * branches of an ite and values of inputs only loses states, never adds one: every state of the
 * result runs into the cube. */
#include "engine/ic3/literals/literals.h"

#include "base/log.h"
#include "base/fail.h"

typedef struct {
    literals *s;
    terms *t;
    model m;
    term_vec out; /* atoms so far */
    map resolved; /* term id -> the term without ite, in this model */
    bool exact;
} implicant;

static bool holds(implicant *x, term a) { return term_holds(x->s->evaluator, &x->m, a); }

static void add(implicant *x, term a);

/* ---- atoms without ite ---- */

static term resolve(implicant *x, term a);

static term resolve_parts(implicant *x, term a) {
    uint32_t n = term_arity(x->t, a);
    term_vec args = {0};
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        term old = term_arg(x->t, a, i), part = resolve(x, old);
        changed |= !same(part, old);
        vec_push(&args, part);
    }
    term result = changed ? term_rebuild(x->t, a, args.data) : a;
    vec_release(&args);
    return result;
}

/* The branch that the model takes; the condition becomes a literal of the cube. */
static term resolve_ite(implicant *x, term a) {
    term condition = term_arg(x->t, a, 0);
    bool then = holds(x, condition);
    x->exact = false;
    add(x, then ? condition : term_not(x->t, condition));
    return resolve(x, term_arg(x->t, a, then ? 1 : 2));
}

static term resolve(implicant *x, term a) {
    uint64_t known;
    if (!term_arity(x->t, a)) return a;
    if (map_get(&x->resolved, a.id, &known)) return (term){(uint32_t)known};
    bool ite = term_op(x->t, a) == OP_ITE;
    term result = ite ? resolve_ite(x, a) : resolve_parts(x, a);
    map_set(&x->resolved, a.id, result.id);
    return result;
}

/* ---- Boolean structure ---- */

/* One disjunct that holds; one that is an atom already there costs nothing. */
static void add_one_of(implicant *x, term a, bool negated) {
    term best = {0};
    uint32_t size = UINT32_MAX;
    for (uint32_t i = 0; i < term_arity(x->t, a); i++) {
        term part = term_arg(x->t, a, i);
        if (negated) part = term_not(x->t, part);
        if (!holds(x, part)) continue;
        uint32_t n = term_dag_size(x->t, part);
        for (uint32_t k = 0; k < x->out.size; k++)
            if (same(x->out.data[k], part)) n = 0;
        if (n < size) best = part, size = n;
    }
    require(best.id, "a disjunction of a pre-cube is false in its model");
    x->exact = false;
    add(x, best);
}

static void add_each(implicant *x, term a, bool negated) {
    for (uint32_t i = 0; i < term_arity(x->t, a); i++) {
        term part = term_arg(x->t, a, i);
        add(x, negated ? term_not(x->t, part) : part);
    }
}

/* Both sides of an equivalence, as they are in the model. */
static void add_values(implicant *x, term a) {
    x->exact = false;
    for (uint32_t i = 0; i < term_arity(x->t, a); i++) {
        term part = term_arg(x->t, a, i);
        add(x, holds(x, part) ? part : term_not(x->t, part));
    }
}

static void add_atom(implicant *x, term a) {
    term plain = resolve(x, a);
    if (term_is_true(x->t, plain)) return;
    enum op op = term_op(x->t, plain);
    term inner = op == OP_NOT ? term_arg(x->t, plain, 0) : plain;
    enum op in = term_op(x->t, inner);
    if (!same(plain, a) && (in == OP_AND || in == OP_OR || in == OP_ITE || in == OP_XOR))
        add(x, plain);
    else vec_push(&x->out, plain);
}

static bool equivalence(const terms *t, term a) {
    return term_op(t, a) == OP_XOR ||
           (term_op(t, a) == OP_EQ && term_is_bool(t, term_arg(t, a, 0)));
}

static void add(implicant *x, term a) {
    bool negated = term_op(x->t, a) == OP_NOT;
    term b = negated ? term_arg(x->t, a, 0) : a;
    switch (term_op(x->t, b)) {
    case OP_TRUE:
    case OP_FALSE: break;
    case OP_AND: negated ? add_one_of(x, b, true) : add_each(x, b, false); break;
    case OP_OR: negated ? add_each(x, b, true) : add_one_of(x, b, false); break;
    case OP_ITE: {
        bool then = holds(x, term_arg(x->t, b, 0));
        term branch = term_arg(x->t, b, then ? 1 : 2), condition = term_arg(x->t, b, 0);
        x->exact = false;
        add(x, then ? condition : term_not(x->t, condition));
        add(x, negated ? term_not(x->t, branch) : branch);
        break;
    }
    default:
        if (equivalence(x->t, b)) add_values(x, b);
        else add_atom(x, a);
    }
}

/* ---- the whole ---- */

static void substituted(literals *s, const path *x, const cube *post, term_vec *out) {
    vec_append(out, x->guards.data, x->guards.size);
    if (!post) return;
    for (uint32_t i = 0; i < x->assigned.size; i++)
        subst_set(&s->scratch, s->k.t, x->assigned.data[i], x->image.data[i]);
    for (uint32_t i = 0; i < post->size; i++) {
        term before =
            x->assigned.size ? subst_apply(&s->scratch, s->k.t, post->lits[i]) : post->lits[i];
        if (!term_is_true(s->k.t, before)) vec_push(out, before);
    }
    subst_clear(&s->scratch);
}

static void read_model(literals *s, solver *from, const term_vec *lits, model *m) {
    map seen = {0};
    term_vec vars = {0};
    for (uint32_t i = 0; i < lits->size; i++) term_vars(s->k.t, lits->data[i], &seen, &vars);
    solver_model(from, m, vars.size, vars.data);
    vec_release(&vars);
    map_release(&seen);
}

/* A literal too large to be worth reasoning about becomes the values of its variables. */
static bool replace_large(implicant *x, term_vec *lits) {
    uint32_t limit = (uint32_t)x->s->k.o->ic3_literal_size;
    uint32_t n = lits->size;
    term_vec kept = {0}, vars = {0};
    map seen = {0};
    for (uint32_t i = 0; i < n; i++) {
        if (!limit || term_dag_size(x->t, lits->data[i]) <= limit) vec_push(&kept, lits->data[i]);
        else term_vars(x->t, lits->data[i], &seen, &vars), x->s->n.valued++;
    }
    for (uint32_t i = 0; i < vars.size; i++) {
        value v = model_get(&x->m, x->t, vars.data[i]);
        vec_push(&kept, term_eq(x->t, vars.data[i], value_to_term(x->s->pool, v)));
    }
    bool changed = vars.size > 0;
    vec_release(lits);
    *lits = kept;
    vec_release(&vars);
    map_release(&seen);
    return changed;
}

static void path_inputs(const path *x, term_vec *inputs) {
    for (uint32_t i = 0; i < x->inputs.size; i++) vec_push(inputs, x->inputs.data[i].var);
}

/* What a pre-cube is about: variables before the arc, or others that `more` relates to these. */
typedef struct {
    const term_vec *more;   /* literals beside those of the path; NULL: none */
    const term_vec *only;   /* variables that stay; NULL: those before the arc */
    const term_vec *values; /* of `only`, constants */
} precube_subject;

static void know_values(implicant *x, const precube_subject *of) {
    for (uint32_t i = 0; of->only && i < of->only->size; i++)
        model_set(&x->m, of->only->data[i], term_eval(x->s->evaluator, &x->m, of->values->data[i]));
}

/* Literals before the arc, as atoms. */
static void begin(implicant *x, const path *way_taken, const cube *post,
                  const precube_subject *of) {
    term_vec lits = {0};
    substituted(x->s, way_taken, post, &lits);
    if (of->more) vec_append(&lits, of->more->data, of->more->size);
    read_model(x->s, lit_asked(x->s), &lits, &x->m);
    know_values(x, of);
    for (uint32_t i = 0; i < lits.size; i++) add(x, lits.data[i]);
    vec_release(&lits);
}

static void variables_but(const implicant *x, const term_vec *only, term_vec *out) {
    map seen = {0};
    for (uint32_t i = 0; i < only->size; i++) map_set(&seen, only->data[i].id, 1);
    for (uint32_t i = 0; i < x->out.size; i++) term_vars(x->t, x->out.data[i], &seen, out);
    map_release(&seen);
}

static const path *precube(literals *s, uint32_t id, const cube *post, const precube_subject *of,
                           cube *out, bool *exact) {
    arc *a = &s->k.arcs.data[id];
    const path *way_taken = way_of_model(&a->way, s->k.p, lit_asked(s), s->pool);
    if (!way_taken) {
        ic3_stop(&s->k, "internal: a model takes no path");
        return NULL;
    }
    term_vec gone = {0};
    implicant x = {.s = s, .t = s->k.t, .exact = way_only(&a->way, s->k.p) != NULL};
    model_init(&x.m, s->pool);
    begin(&x, way_taken, post, of);
    if (of->only) variables_but(&x, of->only, &gone);
    else path_inputs(way_taken, &gone);
    x.exact &= lit_project(s, &x.m, &gone, &x.out);
    x.exact &= !replace_large(&x, &x.out);
    if (s->k.o->ic3_plain) x.exact &= lit_plain_bounds(s, &x.m, &x.out);
    if (s->k.o->ic3_enrich) lit_enrich_cube(s, &x.m, &x.out);
    *out = cube_make(x.out.data, x.out.size);
    *exact = x.exact;
    model_release(&x.m);
    map_release(&x.resolved);
    vec_release(&x.out);
    vec_release(&gone);
    return way_taken;
}

const path *lit_precube(literals *s, uint32_t id, const cube *post, cube *out, bool *exact) {
    assert_debug(id < s->k.arcs.size);
    LOG("ic3cfa", "pre-image of %u literals along arc %u", post->size, id);
    return precube(s, id, post, &(precube_subject){0}, out, exact);
}

const path *lit_precube_where(literals *s, uint32_t id, const cube *post, const term_vec *more,
                              cube *out, bool *exact) {
    assert_debug(id < s->k.arcs.size);
    return precube(s, id, post, &(precube_subject){.more = more}, out, exact);
}

bool lit_precube_over(literals *s, uint32_t id, const cube *post, const term_vec *more,
                      const term_vec *only, const term_vec *at, cube *out) {
    assert_debug(id < s->k.arcs.size);
    bool exact;
    return precube(s, id, post, &(precube_subject){more, only, at}, out, &exact);
}
