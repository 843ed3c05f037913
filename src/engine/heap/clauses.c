#include "engine/heap/clauses.h"

#include "base/log.h"

enum { MOST_TARGETS = 12 };
enum {
    MOST_SHORT = 1200,
    MOST_LONG = 800
}; /* clauses at a place: of one or two literals, of three */

typedef struct {
    uint32_t atom;
    bool negated;
    point_set fails;
} literal;

typedef struct {
    const atlas *atlas;
    const atom_place *place;
    uint32_t family;       /* NO_FAMILY: over variables only */
    vec(literal) literals; /* those that no clause of one literal decides */
    vec(bool) pair;        /* by two literals: they are a clause */
    uint32_t shorts, longs;
    conjuncts *out;
} clause_search;

static point_set both(const point_set *a, const point_set *b) {
    point_set r;
    for (uint32_t i = 0; i < POINT_WORDS; i++) r.word[i] = a->word[i] & b->word[i];
    return r;
}

static bool none(const point_set *a) {
    uint64_t any = 0;
    for (uint32_t i = 0; i < POINT_WORDS; i++) any |= a->word[i];
    return !any;
}

static bool seen_at(const point_set *a, uint32_t point) {
    return a->word[point / 64] >> point % 64 & 1;
}

/* The points where the clauses of the family count: its node exists. It is the atom of the family's
 * own number. */
static point_set guarded(const clause_search *x) {
    point_set r = {{0}};
    for (uint32_t i = 0; i < x->place->points; i++)
        if (x->family == NO_FAMILY || seen_at(&x->place->atoms.data[x->family].holds, i))
            r.word[i / 64] |= 1ull << i % 64;
    return r;
}

static term formula_of(const clause_search *x, const literal *l) {
    term a = x->place->atoms.data[l->atom].formula;
    return l->negated ? term_not(x->atlas->program->terms, a) : a;
}

static bool about_node(const clause_search *x, const literal *l) {
    return x->place->atoms.data[l->atom].family != NO_FAMILY;
}

/* ---- guesses ---- */

static term with_instances(const clause_search *x, term clause) {
    terms *t = x->atlas->program->terms;
    term_vec parts = {0};
    vec_push(&parts, clause);
    for (uint32_t i = 0; i < x->place->instances.size; i++) {
        substitution s = {0};
        subst_set(&s, t, x->atlas->node, x->place->instances.data[i]);
        vec_push(&parts, subst_apply(&s, t, clause));
        subst_release(&s);
    }
    term all = term_and_n(t, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

static void add_clause(clause_search *x, uint32_t n, const literal *const *of) {
    terms *t = x->atlas->program->terms;
    bool node = false;
    term clause = term_false(t);
    for (uint32_t i = 0; i < n; i++) {
        clause = term_or(t, clause, formula_of(x, of[i]));
        node |= about_node(x, of[i]);
    }
    if (node != (x->family != NO_FAMILY)) return;
    if (node)
        clause = term_implies(
            t, family_exists(&x->atlas->families.data[x->family], t, x->atlas->node), clause);
    if (term_is_true(t, clause)) return;
    conjunct c = {
        .at = x->place->at, .formula = clause, .active = term_fresh(t, "active", sort_bool(t))};
    if (node) c.assumed = with_instances(x, clause);
    vec_push(x->out, c);
    *(n < 3 ? &x->shorts : &x->longs) += 1;
}

/* ---- enumeration ---- */

static void add_literal(clause_search *x, uint32_t fact, bool negated, const point_set *counts) {
    const point_set *holds = &x->place->atoms.data[fact].holds;
    literal l = {.atom = fact, .negated = negated};
    for (uint32_t i = 0; i < POINT_WORDS; i++)
        l.fails.word[i] = counts->word[i] & (negated ? holds->word[i] : ~holds->word[i]);
    if (none(&l.fails)) add_clause(x, 1, (const literal *[]){&l});
    else vec_push(&x->literals, l);
}

/* A literal that never holds says nothing in a longer clause: its negation is one. */
static void drop_idle(clause_search *x, const point_set *counts) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->literals.size; i++) {
        point_set holds;
        for (uint32_t k = 0; k < POINT_WORDS; k++)
            holds.word[k] = counts->word[k] & ~x->literals.data[i].fails.word[k];
        if (!none(&holds)) x->literals.data[kept++] = x->literals.data[i];
    }
    x->literals.size = kept;
}

static void find_literals(clause_search *x) {
    point_set counts = guarded(x);
    if (none(&counts)) return;
    for (uint32_t i = 0; i < x->place->atoms.size; i++) {
        uint32_t kin = x->place->atoms.data[i].family;
        bool fits = kin == NO_FAMILY || kin == EVERY_FAMILY || kin == x->family;
        if (i < x->atlas->families.size || !fits) continue;
        add_literal(x, i, false, &counts);
        add_literal(x, i, true, &counts);
    }
    drop_idle(x, &counts);
}

static bool *pair_of(clause_search *x, uint32_t i, uint32_t k) {
    return &x->pair.data[i * x->literals.size + k];
}

static void find_pairs(clause_search *x) {
    vec_resize(&x->pair, x->literals.size * x->literals.size);
    for (uint32_t i = 0; i < x->literals.size; i++)
        for (uint32_t k = i + 1; k < x->literals.size; k++) {
            const literal *a = &x->literals.data[i], *b = &x->literals.data[k];
            point_set fails = both(&a->fails, &b->fails);
            if (a->atom == b->atom) *pair_of(x, i, k) = true;
            else if (none(&fails)) {
                *pair_of(x, i, k) = true;
                if (x->shorts < MOST_SHORT) add_clause(x, 2, (const literal *[]){a, b});
            }
        }
}

static void find_triples(clause_search *x) {
    for (uint32_t i = 0; i < x->literals.size; i++)
        for (uint32_t k = i + 1; k < x->literals.size; k++) {
            if (*pair_of(x, i, k)) continue;
            point_set fails = both(&x->literals.data[i].fails, &x->literals.data[k].fails);
            for (uint32_t m = k + 1; m < x->literals.size && x->longs < MOST_LONG; m++) {
                if (*pair_of(x, i, m) || *pair_of(x, k, m)) continue;
                point_set all = both(&fails, &x->literals.data[m].fails);
                if (none(&all))
                    add_clause(x, 3,
                               (const literal *[]){&x->literals.data[i], &x->literals.data[k],
                                                   &x->literals.data[m]});
            }
        }
}

/* A pointer points to one of the things that it was seen to point to. */
static void find_targets(clause_search *x) {
    point_set counts = guarded(x);
    for (uint32_t i = 0; i < x->place->subjects.size; i++) {
        const subject *s = &x->place->subjects.data[i];
        literal of[MOST_TARGETS];
        const literal *clause[MOST_TARGETS];
        uint32_t n = 0;
        for (uint32_t k = 0; s->family == x->family && k < s->targets.size && n < MOST_TARGETS;
             k++) {
            point_set met = both(&counts, &x->place->atoms.data[s->targets.data[k]].holds);
            of[n] = (literal){.atom = s->targets.data[k]};
            if (!none(&met)) clause[n] = &of[n], n++;
        }
        if (n > 2) add_clause(x, n, clause);
    }
}

static void guess_about(const atlas *a, const atom_place *p, uint32_t kin, uint32_t longest,
                        conjuncts *out) {
    clause_search x = {.atlas = a, .place = p, .family = kin, .out = out};
    find_literals(&x);
    find_targets(&x);
    find_pairs(&x);
    if (longest > 2) find_triples(&x);
    vec_release(&x.literals);
    vec_release(&x.pair);
}

void clauses_guess(const atlas *a, const atom_place *p, uint32_t longest, conjuncts *out) {
    assert_debug(longest);
    LOG("heap", "clauses of %u literals at most", longest);
    if (!p->points) return;
    guess_about(a, p, NO_FAMILY, longest, out);
    for (uint32_t f = 0; f < a->families.size; f++) guess_about(a, p, f, longest, out);
}
