#include "engine/termination/loops.h"
#include "base/fail.h"
#include "program/liveness.h"
#include "term/range.h"

#include <stdlib.h>
#include <string.h>

/* ---- what matters ---- */

typedef struct {
    loop_set *s;
    loop_facts *l;
    const map *tests; /* conditions that are there to see an overflow */
    map seen;         /* terms and commands */
    map changed;      /* variables that the loop assigns */
    map types; /* variables without a type -> 1 + index of one with a type that they are copied
                    to */
    map order; /* variables without a type that a comparison is about: 1 of unsigned, 2 of signed
                    words */
    substitution defined; /* variables that one assignment in the program defines */
    term_vec atoms;
    bool moves_up; /* a word is shifted to the left, or multiplied by an even number */
    bool scales;   /* ... or to the right, or divided */
    bool masks;    /* bits of a word are cleared */
} collector;

static bool inside(const loop_set *s, const edge *e, loc head) {
    return nesting_inside(&s->nest, e->from, head) && nesting_inside(&s->nest, e->to, head);
}

static void add_constant(loop_facts *l, const terms *t, term c) {
    uint64_t raw;
    uint32_t width = term_width(t, c);
    if (!term_get_u64(t, c, &raw) || width < 2 || width > 64) return;
    wide number = (wide)raw;
    if (raw >> (width - 1) & 1) number -= (wide)1 << width;
    vec_push(&l->constants, number);
}

static bool has_type(const program *p, const variable *v) {
    return v && v->type && program_text(p, v->type)[0];
}

/* Words without a type are read as they are compared; the sides of signed arithmetic, which may
 * overflow, are among those. */
static void collect_order(collector *c, term a, uint64_t order) {
    const terms *t = c->s->p->terms;
    if (term_is_var(t, a) && map_find(&c->order, a.id, 0) < order) map_set(&c->order, a.id, order);
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (!term_is_bool(t, term_arg(t, a, i)) && sort_is_bv(t, term_sort(t, term_arg(t, a, i))))
            collect_order(c, term_arg(t, a, i), order);
}

static bool is_read_signed(const collector *c, const variable *v) {
    enum { WIDEST_INT = 32 };
    uint64_t order = map_find(&c->order, v->var.id, 0);
    if (has_type(c->s->p, v)) return v->is_signed;
    return order ? order == 2 : term_width(c->s->p->terms, v->var) <= WIDEST_INT;
}

static bool moves_up(const terms *t, term a) {
    uint64_t factor;
    enum op op = term_op(t, a);
    return op == OP_BVSHL || (op == OP_BVMUL && term_get_u64(t, term_arg(t, a, 0), &factor) &&
                              factor && !(factor & 1));
}

static bool scales(const terms *t, term a) {
    enum op op = term_op(t, a);
    if (op == OP_EXTRACT) return term_index(t, a, 1);
    return op == OP_BVLSHR || op == OP_BVASHR || op == OP_BVUDIV || op == OP_BVSDIV;
}

static void collect_term(collector *c, term a) {
    const terms *t = c->s->p->terms;
    if (map_get(&c->seen, a.id, NULL)) return;
    map_set(&c->seen, a.id, 1);
    if (term_op(t, a) == OP_BVSLT) collect_order(c, a, 2);
    if (term_op(t, a) == OP_BVULT) collect_order(c, a, 1);
    if (map_get(c->tests, a.id, NULL)) return;
    if (term_op(t, a) == OP_BV) add_constant(c->l, t, a);
    c->moves_up |= moves_up(t, a);
    c->scales |= scales(t, a);
    c->masks |= term_op(t, a) == OP_BVAND || term_op(t, a) == OP_BVXOR;
    if (term_is_bool(t, a) && !term_is_connective(t, a) && term_arity(t, a)) vec_push(&c->atoms, a);
    for (uint32_t i = 0; i < term_arity(t, a); i++) collect_term(c, term_arg(t, a, i));
}

/* A parameter has the type of the variable that it is kept in. */
static void collect_copy(collector *c, term to, term from) {
    const program *p = c->s->p;
    const variable *a = program_variable(p, to),
                   *b = term_is_var(p->terms, from) ? program_variable(p, from) : NULL;
    if (b && has_type(p, a) && !has_type(p, b))
        map_set(&c->types, from.id, (uint64_t)(a - p->variables.data) + 1);
}

static const variable *typed(const collector *c, const variable *v) {
    uint64_t like = map_find(&c->types, v->var.id, 0);
    return like ? &c->s->p->variables.data[like - 1] : v;
}

static void collect_command(collector *c, cmd x) {
    const program *p = c->s->p;
    enum cmd_kind k = cmd_kind_of(p, x);
    if (k == CMD_ASSIGN) collect_copy(c, cmd_var(p, x), cmd_term(p, x));
    if (k == CMD_ASSUME || k == CMD_ASSIGN) collect_term(c, cmd_term(p, x));
    for (uint32_t i = 0; (k == CMD_SEQ || k == CMD_CHOICE) && i < cmd_size(p, x); i++)
        collect_command(c, cmd_part(p, x, i));
}

static void count_definitions(const program *p, cmd x, map *count, map *by) {
    assert_debug(cmds_are_there(p, 1, &x));
    enum cmd_kind k = cmd_kind_of(p, x);
    if (k == CMD_ASSIGN || k == CMD_HAVOC) {
        map_set(count, cmd_var(p, x).id,
                map_find(count, cmd_var(p, x).id, 0) + 1 + (k == CMD_HAVOC));
        if (k == CMD_ASSIGN) map_set(by, cmd_var(p, x).id, cmd_term(p, x).id);
    }
    for (uint32_t i = 0; (k == CMD_SEQ || k == CMD_CHOICE) && i < cmd_size(p, x); i++)
        count_definitions(p, cmd_part(p, x, i), count, by);
}

/* What the source computes in one expression the program computes step by step. */
static void find_definitions(collector *c) {
    const program *p = c->s->p;
    map count = {0}, by = {0};
    for (uint32_t e = 0; e < p->edges.size; e++)
        if (!p->edges.data[e].removed && inside(c->s, &p->edges.data[e], c->l->head))
            count_definitions(p, p->edges.data[e].command, &count, &by);
    for (uint32_t i = 0; i < p->variables.size; i++) {
        term var = p->variables.data[i].var;
        uint64_t as;
        if (map_find(&count, var.id, 0) == 1 && map_get(&by, var.id, &as))
            subst_set(&c->defined, p->terms, var, (term){(uint32_t)as});
    }
    map_release(&count);
    map_release(&by);
}

/* Of variables that matter at the head, some of which change. */
static bool is_over(const collector *c, term a) {
    map seen = {0};
    term_vec vars = {0};
    bool changes = false, known = true;
    term_vars(c->s->p->terms, a, &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++) {
        known &= terms_have(&c->l->live, vars.data[i]);
        changes |= map_get(&c->changed, vars.data[i].id, NULL);
    }
    map_release(&seen);
    vec_release(&vars);
    return changes && known;
}

/* As far as variables are in the way that do not matter at the head. */
static term expand(collector *c, term a) {
    enum { MOST_STEPS = 6 };
    for (uint32_t i = 0; i < MOST_STEPS && !is_over(c, a); i++)
        a = subst_apply(&c->defined, c->s->p->terms, a);
    return a;
}

static void collect_loop(collector *c) {
    const program *p = c->s->p;
    term_vec vars = {0};
    for (uint32_t e = 0; e < p->edges.size; e++) {
        const edge *x = &p->edges.data[e];
        if (x->removed || !inside(c->s, x, c->l->head)) continue;
        cmd_assigned(p, x->command, &c->changed, &vars);
        collect_command(c, x->command);
    }
    vec_release(&vars);
}

/* ---- features ---- */

enum { MOST_FEATURES = 48, MOST_CONSTANTS = 40 };

static void add_feature(loop_facts *l, feature f) {
    if (l->features.size >= MOST_FEATURES) return;
    for (uint32_t i = 0; i < l->features.size; i++)
        if (same(l->features.data[i].word, f.word) && l->features.data[i].is_signed == f.is_signed)
            return;
    vec_push(&l->features, f);
}

static term as_bit(terms *t, term a) { return term_ite(t, a, term_bv(t, 1, 1), term_bv(t, 1, 0)); }

/* A word in the order of the floats: NaN is one of the ends. */
static term float_word(terms *t, term a) {
    term raw = term_1(t, OP_FP_TO_BITS, a);
    uint32_t width = term_width(t, raw);
    term negative = term_2(t, OP_BVSLT, raw, term_bv(t, width, 0));
    term top = term_bv(t, width, 1ull << (width - 1));
    return term_ite(t, negative, term_1(t, OP_BVNOT, raw), term_2(t, OP_BVXOR, raw, top));
}

static void add_readings(const collector *c, const variable *v, bool natural, bool changes) {
    terms *t = c->s->p->terms;
    const variable *like = typed(c, v);
    sort s = term_sort(t, v->var);
    feature f = {.word = v->var, .plain = true, .changes = changes, .wraps = true};
    enum sort_kind kind = sort_kind_of(t, s);
    if (sort_width(t, s) > 64 || (kind != SORT_BV && !natural)) return;
    if (kind == SORT_BV) {
        f.reading = READ_VARIABLE;
        f.pointer = has_type(c->s->p, like) && strchr(program_text(c->s->p, like->type), '*');
        f.is_signed = is_read_signed(c, like) == natural;
        f.plain = natural;
        f.wraps = has_type(c->s->p, like) && !like->is_signed && !f.is_signed;
    } else if (kind == SORT_BOOL) f.word = as_bit(t, v->var);
    else if (kind == SORT_FP) f.word = float_word(t, v->var);
    else return;
    add_feature(c->l, f);
}

static void add_other(loop_facts *l, term word, bool is_signed) {
    add_feature(l, (feature){.word = word, .is_signed = is_signed, .changes = true});
}

static void add_bit(const collector *c, term condition) {
    term bit = as_bit(c->s->p->terms, condition);
    add_feature(c->l, (feature){.word = bit, .changes = true, .wraps = true});
}

/* A distance that changes by an odd number m, or by m * 2^k, in each round changes by 1, or 2^k,
 * when it is divided by m, modulo the size of the word: so it comes to 0. */
static void add_quotients(const collector *c, term distance) {
    enum { MOST = 4 };
    terms *t = c->s->p->terms;
    uint32_t width = term_width(t, distance), made = 0;
    for (uint32_t i = 0; i < c->l->constants.size && made < MOST; i++) {
        wide number = c->l->constants.data[i];
        uint64_t odd = (uint64_t)(number < 0 ? -number : number);
        while (odd && !(odd & 1)) odd >>= 1;
        if (odd < 3 || odd >> (width - 1)) continue;
        add_other(c->l, term_2(t, OP_BVMUL, term_bv(t, width, bv_inverse(odd)), distance), false);
        made++;
    }
}

/* Of what a loop compares: the distance, modulo the size of the word; the smaller and the larger
 * one; and whether the comparison holds. */
static void add_distances(const collector *c, term atom) {
    terms *t = c->s->p->terms;
    enum op op = term_op(t, atom);
    if (term_arity(t, atom) == 2 && (op == OP_EQ || op == OP_BVULT || op == OP_BVSLT)) {
        term a = term_arg(t, atom, 0), b = term_arg(t, atom, 1);
        uint32_t width = sort_is_bv(t, term_sort(t, a)) ? term_width(t, a) : 0;
        if (width && width <= 64 && op == OP_EQ) {
            term minus = term_bv(t, width, ~0ull);
            add_other(c->l, term_2(t, OP_BVADD, a, term_2(t, OP_BVMUL, minus, b)), false);
            add_other(c->l, term_2(t, OP_BVADD, b, term_2(t, OP_BVMUL, minus, a)), false);
            add_quotients(c, term_2(t, OP_BVADD, a, term_2(t, OP_BVMUL, minus, b)));
        } else if (width && width <= 64) {
            if (!term_is_var(t, a) && !term_is_const(t, a)) add_other(c->l, a, op == OP_BVSLT);
            if (!term_is_var(t, b) && !term_is_const(t, b)) add_other(c->l, b, op == OP_BVSLT);
            add_other(c->l, term_ite(t, atom, a, b), op == OP_BVSLT);
            add_other(c->l, term_ite(t, atom, b, a), op == OP_BVSLT);
        }
    }
    add_bit(c, atom);
}

/* With one bit more: the least number has a size, too. */
static void add_size(const collector *c, term var, term negative) {
    terms *t = c->s->p->terms;
    uint32_t width = term_width(t, var);
    if (width > 64) return;
    term size = term_ite(t, negative, term_1(t, OP_BVNEG, var), var);
    if (width < 64) size = term_zext(t, size, width + 1);
    feature f = {.word = size, .is_signed = true, .changes = true, .reading = READ_ABS, .of = var};
    add_feature(c->l, f);
}

/* Which way a word points, and how far. */
static void add_sign(const collector *c, const variable *v) {
    terms *t = c->s->p->terms;
    if (sort_kind_of(t, term_sort(t, v->var)) != SORT_BV || !is_read_signed(c, typed(c, v))) return;
    term zero = term_bv(t, term_width(t, v->var), 0);
    term negative = term_2(t, OP_BVSLT, v->var, zero);
    add_bit(c, negative);
    if (map_get(&c->changed, v->var.id, NULL)) add_size(c, v->var, negative);
}

/* ---- digits ---- */

enum { DIGITS_WIDTH = 8 };

static term is_set(terms *t, term word, uint32_t bit) {
    return term_eq(t, term_extract(t, bit, bit, word), term_bv(t, 1, 1));
}

/* How many bits it has without the zeros before the first one. */
static term bits_of(terms *t, term word) {
    term count = term_bv(t, DIGITS_WIDTH, 0);
    for (uint32_t i = 0; i < term_width(t, word); i++)
        count = term_ite(t, is_set(t, word, i), term_bv(t, DIGITS_WIDTH, i + 1), count);
    return count;
}

static term ones_of(terms *t, term word) {
    term sum = term_bv(t, DIGITS_WIDTH, 0);
    for (uint32_t i = 0; i < term_width(t, word); i++)
        sum = term_2(t, OP_BVADD, sum, term_zext(t, term_extract(t, i, i, word), DIGITS_WIDTH));
    return sum;
}

static void add_digits(const collector *c, term of, term minus, enum feature_reading reading) {
    terms *t = c->s->p->terms;
    uint32_t width = sort_kind_of(t, term_sort(t, of)) == SORT_BV ? term_width(t, of) : 0;
    if (width < 2 || width > 64) return;
    term negated = minus.id ? term_2(t, OP_BVMUL, term_bv(t, width, ~0ull), minus) : of;
    term word = minus.id ? term_2(t, OP_BVADD, of, negated) : of;
    add_feature(c->l, (feature){.word = reading == READ_BITS ? bits_of(t, word) : ones_of(t, word),
                                .changes = true,
                                .wraps = true,
                                .reading = reading,
                                .of = of,
                                .minus = minus});
}

static bool can_be_named(const collector *c, term a) {
    return terms_have(&c->l->live, a) || term_op(c->s->p->terms, a) == OP_BV;
}

/* Of what is compared, and of the distance, which a search halves. */
static void add_digits_of_atom(const collector *c, term atom) {
    const terms *t = c->s->p->terms;
    enum op op = term_op(t, atom);
    if (op != OP_BVULT && op != OP_BVSLT) return;
    term a = term_arg(t, atom, 0), b = term_arg(t, atom, 1);
    if (!can_be_named(c, a) || !can_be_named(c, b)) return;
    if (!term_is_const(t, a) || !term_is_const(t, b)) add_digits(c, b, a, READ_BITS);
    for (int i = 0; i < 2; i++) {
        term side = term_arg(t, atom, (uint32_t)i);
        if (!term_is_const(t, side)) add_digits(c, side, (term){0}, READ_BITS);
    }
}

static void add_all_digits(collector *c) {
    for (uint32_t i = 0; i < c->l->live.size; i++) {
        term v = c->l->live.data[i];
        if (!map_get(&c->changed, v.id, NULL)) continue;
        if (c->scales || c->moves_up) add_digits(c, v, (term){0}, READ_BITS);
        if (c->masks) add_digits(c, v, (term){0}, READ_ONES);
    }
    for (uint32_t i = 0; (c->scales || c->moves_up) && i < c->atoms.size; i++)
        add_digits_of_atom(c, expand(c, c->atoms.data[i]));
}

static void add_signs(const collector *c) {
    for (uint32_t i = 0; i < c->l->live.size; i++)
        add_sign(c, program_variable(c->s->p, c->l->live.data[i]));
}

static void add_variables(const collector *c, bool natural, bool changes) {
    const program *p = c->s->p;
    for (uint32_t i = 0; i < c->l->live.size; i++) {
        const variable *v = program_variable(p, c->l->live.data[i]);
        if (map_get(&c->changed, v->var.id, NULL) == changes) add_readings(c, v, natural, changes);
    }
}

/* A word that is shifted to the left falls if its lowest bit counts most. */
static void add_reversed(const collector *c, const variable *v) {
    terms *t = c->s->p->terms;
    const variable *like = typed(c, v);
    if (sort_kind_of(t, term_sort(t, v->var)) != SORT_BV || term_width(t, v->var) > 64) return;
    feature f = {.word = term_extract(t, 0, 0, v->var), .changes = true};
    f.wraps = has_type(c->s->p, like) && !like->is_signed;
    for (uint32_t i = 1; i < term_width(t, v->var); i++)
        f.word = term_2(t, OP_CONCAT, f.word, term_extract(t, i, i, v->var));
    add_feature(c->l, f);
}

static void add_all_reversed(const collector *c) {
    for (uint32_t i = 0; i < c->l->live.size; i++)
        if (map_get(&c->changed, c->l->live.data[i].id, NULL))
            add_reversed(c, program_variable(c->s->p, c->l->live.data[i]));
}

static void collect_summands(const terms *t, term a, term_vec *out) {
    enum op op = term_op(t, a);
    if (term_is_var(t, a)) vec_push(out, a);
    if (op != OP_BVADD && op != OP_BVMUL && op != OP_EQ && op != OP_BVULT && op != OP_BVSLT) return;
    for (uint32_t i = 0; i < term_arity(t, a); i++) collect_summands(t, term_arg(t, a, i), out);
}

static void add_compared(const collector *c, term atom) {
    term_vec vars = {0};
    collect_summands(c->s->p->terms, atom, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        for (uint32_t k = 0; k < i; k++) {
            vec_push(&c->l->compared, vars.data[i]);
            vec_push(&c->l->compared, vars.data[k]);
        }
    vec_release(&vars);
}

static void find_features(collector *c) {
    add_variables(c, true, true);
    add_variables(c, true, false);
    add_variables(c, false, true);
    for (uint32_t i = 0; i < c->atoms.size; i++) {
        term atom = expand(c, c->atoms.data[i]);
        if (is_over(c, atom)) add_distances(c, atom);
        add_compared(c, atom);
    }
    add_signs(c);
    if (c->moves_up) add_all_reversed(c);
    if (c->moves_up || c->scales || c->masks) add_all_digits(c);
}

static int by_number(const void *a, const void *b) {
    wide x = *(const wide *)a, y = *(const wide *)b;
    return x < y ? -1 : x > y;
}

static void sort_constants(wide_vec *v) {
    uint32_t n = 0;
    for (int i = -1; i <= 1; i++) vec_push(v, (wide)i);
    qsort(v->data, v->size, sizeof *v->data, by_number);
    for (uint32_t i = 0; i < v->size; i++)
        if (!n || v->data[n - 1] != v->data[i]) v->data[n++] = v->data[i];
    v->size = n < MOST_CONSTANTS ? n : MOST_CONSTANTS;
}

static void describe(loop_set *s, loop_facts *l, const liveness *live, const map *tests) {
    collector c = {.s = s, .l = l, .tests = tests};
    for (uint32_t i = 0; i < s->p->variables.size; i++)
        if (bits_has(&live->at.data[l->head.id], i))
            vec_push(&l->live, s->p->variables.data[i].var);
    collect_loop(&c);
    find_definitions(&c);
    find_features(&c);
    for (uint32_t i = l->tested_after ? l->constants.size : 0; i--;) /* one round less is tested */
        for (int step = -1; step <= 1; step += 2)
            vec_push(&l->constants, l->constants.data[i] + step);
    sort_constants(&l->constants);
    map_release(&c.seen);
    map_release(&c.changed);
    map_release(&c.types);
    map_release(&c.order);
    subst_release(&c.defined);
    vec_release(&c.atoms);
}

/* ---- the kind of loop ---- */

static bool leaves(const loop_set *s, loc from, loc head) {
    const edge_id *out;
    for (uint32_t i = program_out(s->p, from, &out); i--;)
        if (!nesting_inside(&s->nest, s->p->edges.data[out[i].id].to, head)) return true;
    return false;
}

/* Where it comes back or is left by one decision, this is the last of the body: while and for come
 * back to their condition in any case. */
static bool is_tested_after(const loop_set *s, loc head) {
    if (!s->p->locations.data[head.id].at.line) return false; /* no loop of the source: recursion */
    for (uint32_t i = 0; i < s->p->edges.size; i++) {
        const edge *e = &s->p->edges.data[i];
        if (!e->removed && same_loc(e->to, head) && inside(s, e, head) && leaves(s, e->from, head))
            return !same_loc(e->from, head);
    }
    return false;
}

/* ---- tests of overflow ---- */

static bool is_overflow(const program *p, loc l) {
    if (!p->locations.data[l.id].property) return false;
    enum property_id id = program_property_at(p, l)->id;
    return id == PROPERTY_OVERFLOW || id == LIMIT_SHIFT;
}

/* Every way from here leads there. */
static bool overflows(const program *p, loc l) {
    const edge_id *out;
    for (uint32_t steps = 0; steps < p->locations.size && !is_overflow(p, l); steps++) {
        if (program_out(p, l, &out) != 1) return false;
        l = p->edges.data[out[0].id].to;
    }
    return is_overflow(p, l);
}

static void collect_atoms(const terms *t, term a, map *atoms) {
    if (!term_is_connective(t, a)) map_set(atoms, a.id, 1);
    for (uint32_t i = 0; term_is_connective(t, a) && i < term_arity(t, a); i++)
        collect_atoms(t, term_arg(t, a, i), atoms);
}

static void collect_tests(const program *p, cmd c, map *tests) {
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_ASSUME) collect_atoms(p->terms, cmd_term(p, c), tests);
    for (uint32_t i = 0; (k == CMD_SEQ || k == CMD_CHOICE) && i < cmd_size(p, c); i++)
        collect_tests(p, cmd_part(p, c, i), tests);
}

static void find_tests(const program *p, map *tests) {
    for (uint32_t i = 0; i < p->edges.size; i++)
        if (!p->edges.data[i].removed && overflows(p, p->edges.data[i].to))
            collect_tests(p, p->edges.data[i].command, tests);
}

void loops_init(loop_set *s, program *p) {
    liveness live = {0};
    map tests = {0};
    *s = (loop_set){.p = p};
    nesting_make(&s->nest, p);
    liveness_of(p, &live);
    find_tests(p, &tests);
    for (uint32_t i = 0; i < s->nest.order.size; i++) {
        loc l = s->nest.order.data[i];
        if (!nesting_is_head(&s->nest, l)) continue;
        vec_push(&s->items, ((loop_facts){.head = l, .tested_after = is_tested_after(s, l)}));
        describe(s, &vec_last(&s->items), &live, &tests);
    }
    map_release(&tests);
    liveness_release(&live);
}

void loops_release(loop_set *s) {
    for (uint32_t i = 0; i < s->items.size; i++) {
        loop_facts *l = &s->items.data[i];
        vec_release(&l->features);
        vec_release(&l->constants);
        vec_release(&l->compared);
        vec_release(&l->live);
        vec_release(&l->before);
        vec_release(&l->after);
        vec_release(&l->scattered[0]);
        vec_release(&l->scattered[1]);
        vec_release(&l->tuple);
        vec_release(&l->scalars);
        vec_release(&l->entries);
        mem_free(l->bound_words);
    }
    vec_release(&s->items);
    nesting_release(&s->nest);
}

uint32_t loops_at(const loop_set *s, loc head) {
    assert_debug(head.id < s->p->locations.size);
    for (uint32_t i = 0; i < s->items.size; i++)
        if (same_loc(s->items.data[i].head, head)) return i;
    return UINT32_MAX;
}
