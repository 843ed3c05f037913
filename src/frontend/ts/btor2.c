/* BTOR2: bit-vectors and arrays, one operation a line. States without `next` keep any value each
 * step, states without `init` start with any value. `constraint` holds in every state and step.
 *
 * `justice` becomes safety: one state is remembered, and the error is to be in it again after each
 * condition of the property, and each `fair`, held in some step since. States are finite: such a
 * run is there if and only if one meets all of them infinitely often. */
#include "frontend/ts/ts.h"

#include "base/log.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 64 };

typedef struct {
    program *p;
    terms *t;
    const char *file;
    input_error *error;
    text *unsupported;
    uint32_t line;
    map lines, sorts, nodes; /* line id -> taken, sort id, term id */
    map is_state, is_input;  /* term id -> 1 */
    term_vec states, inputs;
    map init, next; /* state's term id -> term id */
    term_vec constraints;
    vec(struct bad {
        term is;
        position at;
    }) bads;
    vec(struct awaited {
        term is;   /* has to hold again and again */
        term seen; /* it did, since a state was remembered */
    }) awaited;
    u32_vec fair; /* of `awaited` */
    vec(struct justice {
        u32_vec awaited;
        position at;
    }) justices;
    char *words[MAX_WORDS];
    uint32_t count;
} btor2_reader;

static bool fail(btor2_reader *r, const char *what) {
    return input_fail(r->error, r->file, r->line, 1, "%s", what);
}

static bool number(btor2_reader *r, uint32_t i, int64_t *out) {
    char *end;
    if (i >= r->count) return fail(r, "a number was expected at the end of this line");
    errno = 0;
    *out = strtoll(r->words[i], &end, 10);
    return *end || end == r->words[i] || errno || *out == INT64_MIN
               ? fail(r, "a number was expected")
               : true;
}

static bool sort_at(btor2_reader *r, uint32_t i, sort *out) {
    int64_t id;
    uint64_t found;
    if (!number(r, i, &id)) return false;
    if (!map_get(&r->sorts, (uint64_t)id, &found))
        return fail(r, "the number of a sort was expected");
    *out = (sort){(uint32_t)found};
    return true;
}

/* Numbers are given once. */
static bool new_number(btor2_reader *r, int64_t id) {
    if (id < 1) return fail(r, "a positive number was expected");
    if (map_get(&r->lines, (uint64_t)id, NULL))
        return fail(r, "this number is taken by an earlier line");
    map_set(&r->lines, (uint64_t)id, 1);
    return true;
}

/* Truth of a one-bit node is a Boolean to us; nodes are bit-vectors throughout. */
static bool node_at(btor2_reader *r, uint32_t i, term *out) {
    int64_t id;
    uint64_t found;
    if (!number(r, i, &id)) return false;
    if (!map_get(&r->nodes, (uint64_t)llabs(id), &found))
        return fail(r, "the number of an earlier node was expected");
    *out = (term){(uint32_t)found};
    if (id < 0) {
        if (!sort_is_bv(r->t, term_sort(r->t, *out)))
            return fail(r, "only a bit-vector can be negated");
        *out = term_1(r->t, OP_BVNOT, *out);
    }
    return true;
}

static term bit_of(btor2_reader *r, term condition) {
    return term_ite(r->t, condition, term_bv(r->t, 1, 1), term_bv(r->t, 1, 0));
}

static term truth(btor2_reader *r, term bit) { return term_eq(r->t, bit, term_bv(r->t, 1, 1)); }

enum operation_shape { PLAIN, PREDICATE, NOT_PREDICATE };
static const struct operation {
    const char *name;
    enum op op;
    uint8_t arity;
    uint8_t shape;
} operations[] = {
    {"not", OP_BVNOT, 1, PLAIN},         {"neg", OP_BVNEG, 1, PLAIN},
    {"and", OP_BVAND, 2, PLAIN},         {"or", OP_BVOR, 2, PLAIN},
    {"xor", OP_BVXOR, 2, PLAIN},         {"nand", OP_BVNAND, 2, PLAIN},
    {"nor", OP_BVNOR, 2, PLAIN},         {"xnor", OP_BVXNOR, 2, PLAIN},
    {"add", OP_BVADD, 2, PLAIN},         {"sub", OP_BVSUB, 2, PLAIN},
    {"mul", OP_BVMUL, 2, PLAIN},         {"udiv", OP_BVUDIV, 2, PLAIN},
    {"urem", OP_BVUREM, 2, PLAIN},       {"sdiv", OP_BVSDIV, 2, PLAIN},
    {"srem", OP_BVSREM, 2, PLAIN},       {"smod", OP_BVSMOD, 2, PLAIN},
    {"sll", OP_BVSHL, 2, PLAIN},         {"srl", OP_BVLSHR, 2, PLAIN},
    {"sra", OP_BVASHR, 2, PLAIN},        {"concat", OP_CONCAT, 2, PLAIN},
    {"eq", OP_EQ, 2, PREDICATE},         {"iff", OP_EQ, 2, PREDICATE},
    {"neq", OP_EQ, 2, NOT_PREDICATE},    {"ult", OP_BVULT, 2, PREDICATE},
    {"ulte", OP_BVULE, 2, PREDICATE},    {"ugt", OP_BVUGT, 2, PREDICATE},
    {"ugte", OP_BVUGE, 2, PREDICATE},    {"slt", OP_BVSLT, 2, PREDICATE},
    {"slte", OP_BVSLE, 2, PREDICATE},    {"sgt", OP_BVSGT, 2, PREDICATE},
    {"sgte", OP_BVSGE, 2, PREDICATE},    {"uaddo", OP_BVUADDO, 2, PREDICATE},
    {"saddo", OP_BVSADDO, 2, PREDICATE}, {"usubo", OP_BVUSUBO, 2, PREDICATE},
    {"ssubo", OP_BVSSUBO, 2, PREDICATE}, {"umulo", OP_BVUMULO, 2, PREDICATE},
    {"smulo", OP_BVSMULO, 2, PREDICATE}, {"sdivo", OP_BVSDIVO, 2, PREDICATE},
    {"read", OP_SELECT, 2, PLAIN},       {"write", OP_STORE, 3, PLAIN},
};

static bool same_widths(btor2_reader *r, const term *a, uint32_t n) {
    for (uint32_t i = 1; i < n; i++)
        if (!same_sort(term_sort(r->t, a[0]), term_sort(r->t, a[i])))
            return fail(r, "operands of one sort were expected");
    return true;
}

static bool operands_fit(btor2_reader *r, const struct operation *o, const term *a) {
    sort s = term_sort(r->t, a[0]);
    if (o->op == OP_SELECT || o->op == OP_STORE) {
        if (sort_kind_of(r->t, s) != SORT_ARRAY) return fail(r, "an array was expected");
        if (!same_sort(sort_index(r->t, s), term_sort(r->t, a[1])))
            return fail(r, "an index of the array's index sort was expected");
        return o->op == OP_SELECT || same_sort(sort_element(r->t, s), term_sort(r->t, a[2])) ||
               fail(r, "an element of the array's sort was expected");
    }
    if (o->op == OP_CONCAT)
        return (sort_is_bv(r->t, s) && sort_is_bv(r->t, term_sort(r->t, a[1]))) ||
               fail(r, "bit-vectors were expected");
    if (o->op != OP_EQ && !sort_is_bv(r->t, s)) return fail(r, "a bit-vector was expected");
    return same_widths(r, a, o->arity);
}

static bool apply(btor2_reader *r, const struct operation *o, term *out) {
    term a[3];
    for (uint32_t i = 0; i < o->arity; i++)
        if (!node_at(r, 3 + i, &a[i])) return false;
    if (!operands_fit(r, o, a)) return false;
    *out = term_app(r->t, o->op, o->arity, a);
    if (o->shape == PREDICATE) *out = bit_of(r, *out);
    if (o->shape == NOT_PREDICATE) *out = bit_of(r, term_not(r->t, *out));
    return true;
}

/* Decimal constants may be negative. */
static bool fits(const mpz_t value, uint32_t width, int base) {
    if (mpz_sgn(value) >= 0) return mpz_sizeinbase(value, 2) <= width;
    mpz_t most;
    mpz_init_set_ui(most, 1);
    mpz_mul_2exp(most, most, width - 1);
    bool good = base == 10 && mpz_cmpabs(value, most) <= 0;
    mpz_clear(most);
    return good;
}

static bool constant(btor2_reader *r, const char *word, sort s, term *out) {
    if (!sort_is_bv(r->t, s)) return fail(r, "a constant of bit-vector sort was expected");
    uint32_t width = sort_width(r->t, s);
    mpz_t value;
    mpz_init(value);
    bool good = true;
    if (!strcmp(word, "one")) mpz_set_ui(value, 1);
    else if (!strcmp(word, "ones")) mpz_set_si(value, -1);
    else if (strcmp(word, "zero")) {
        int base = !strcmp(word, "constd") ? 10 : !strcmp(word, "consth") ? 16 : 2;
        good = (r->count > 3 && mpz_set_str(value, r->words[3], base) == 0 &&
                fits(value, width, base)) ||
               fail(r, "a constant of this width was expected");
    }
    if (good) *out = term_bv_mpz(r->t, width, value);
    mpz_clear(value);
    return good;
}

static bool indexed(btor2_reader *r, const char *word, term *out, bool *known) {
    term a;
    int64_t high, low;
    bool slice = !strcmp(word, "slice"), zero = !strcmp(word, "uext"), sign = !strcmp(word, "sext");
    *known = slice || zero || sign;
    if (!*known) return true;
    if (!node_at(r, 3, &a) || !number(r, 4, &high) || (slice && !number(r, 5, &low))) return false;
    if (!sort_is_bv(r->t, term_sort(r->t, a))) return fail(r, "a bit-vector was expected");
    uint32_t width = term_width(r->t, a);
    if (high < 0 || (slice && (high >= width || low < 0 || low > high)) ||
        (!slice && high > 65536 - (int64_t)width))
        return fail(r, "indices inside the operand's width were expected");
    if (slice) *out = term_extract(r->t, (uint32_t)high, (uint32_t)low, a);
    else
        *out = zero ? term_zext(r->t, a, width + (uint32_t)high)
                    : term_sext(r->t, a, width + (uint32_t)high);
    return true;
}

static bool boolean_like(btor2_reader *r, const char *word, term *out, bool *known) {
    term a, b, c;
    *known = true;
    if (!strcmp(word, "ite")) {
        if (!node_at(r, 3, &a) || !node_at(r, 4, &b) || !node_at(r, 5, &c)) return false;
        if (term_width(r->t, a) != 1) return fail(r, "a one-bit condition was expected");
        if (!same_widths(r, (term[]){b, c}, 2)) return false;
        *out = term_ite(r->t, truth(r, a), b, c);
        return true;
    }
    if (!strcmp(word, "implies")) {
        if (!node_at(r, 3, &a) || !node_at(r, 4, &b)) return false;
        if (term_width(r->t, a) != 1 || term_width(r->t, b) != 1)
            return fail(r, "one-bit operands were expected");
        *out = bit_of(r, term_implies(r->t, truth(r, a), truth(r, b)));
        return true;
    }
    bool all = !strcmp(word, "redand"), any = !strcmp(word, "redor"), odd = !strcmp(word, "redxor");
    bool up = !strcmp(word, "inc"), down = !strcmp(word, "dec");
    *known = all || any || odd || up || down;
    if (!*known) return true;
    if (!node_at(r, 3, &a)) return false;
    uint32_t width = term_width(r->t, a);
    if (!sort_is_bv(r->t, term_sort(r->t, a))) return fail(r, "a bit-vector was expected");
    term zero = term_bv(r->t, width, 0), one = term_bv(r->t, width, 1),
         ones = term_1(r->t, OP_BVNOT, zero);
    if (all) *out = bit_of(r, term_eq(r->t, a, ones));
    if (any) *out = bit_of(r, term_not(r->t, term_eq(r->t, a, zero)));
    if (up) *out = term_2(r->t, OP_BVADD, a, one);
    if (down) *out = term_2(r->t, OP_BVADD, a, ones);
    if (odd) {
        *out = term_extract(r->t, 0, 0, a);
        for (uint32_t i = 1; i < width; i++)
            *out = term_2(r->t, OP_BVXOR, *out, term_extract(r->t, i, i, a));
    }
    return true;
}

static bool rotate(btor2_reader *r, const char *word, term *out, bool *known) {
    bool left = !strcmp(word, "rol"), right = !strcmp(word, "ror");
    term a, n;
    *known = left || right;
    if (!*known) return true;
    if (!node_at(r, 3, &a) || !node_at(r, 4, &n) || !same_widths(r, (term[]){a, n}, 2))
        return false;
    if (!sort_is_bv(r->t, term_sort(r->t, a))) return fail(r, "a bit-vector was expected");
    uint32_t width = term_width(r->t, a);
    term size = term_bv(
        r->t, width, width); /* 0 for widths 2^width: width 1 only, where a is its own rotation */
    if (width == 1) return *out = a, true;
    term by = term_2(r->t, OP_BVUREM, n, size), back = term_2(r->t, OP_BVSUB, size, by);
    *out = term_2(r->t, OP_BVOR, term_2(r->t, left ? OP_BVSHL : OP_BVLSHR, a, by),
                  term_2(r->t, left ? OP_BVLSHR : OP_BVSHL, a, back));
    return true;
}

static bool sort_line(btor2_reader *r, int64_t id) {
    int64_t width;
    sort s, index, element;
    if (r->count > 2 && !strcmp(r->words[2], "bitvec")) {
        if (!number(r, 3, &width)) return false;
        if (width < 1 || width > 65536) return fail(r, "a width from 1 to 65536 was expected");
        s = sort_bv(r->t, (uint32_t)width);
    } else if (r->count > 2 && !strcmp(r->words[2], "array")) {
        if (!sort_at(r, 3, &index) || !sort_at(r, 4, &element)) return false;
        s = sort_array(r->t, index, element);
    } else return fail(r, "bitvec or array was expected");
    map_set(&r->sorts, (uint64_t)id, s.id);
    return true;
}

static bool leaf(btor2_reader *r, int64_t id, bool state) {
    sort s;
    if (!sort_at(r, 2, &s)) return false;
    char *name = r->count > 3 ? mem_string(r->words[3])
                              : mem_format("%s%lld", state ? "state" : "input", (long long)id);
    if (term_find_var(r->t, name).id) {
        char *other = mem_format("%s.%lld", name, (long long)id);
        mem_free(name);
        name = other;
    }
    term v = term_var(r->t, name, s);
    relation_variable(r->p, v, name);
    map_set(&r->nodes, (uint64_t)id, v.id);
    vec_push(state ? &r->states : &r->inputs, v);
    map_set(state ? &r->is_state : &r->is_input, v.id, 1);
    mem_free(name);
    return true;
}

/* An input of the first step has its value there only once chosen: the initial state cannot speak
 * of it. */
static bool mentions_input(btor2_reader *r, term a) {
    term_vec vars = {0};
    bool found = false;
    term_vars(r->t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++) found |= map_get(&r->is_input, vars.data[i].id, NULL);
    vec_release(&vars);
    return found;
}

static bool state_line(btor2_reader *r, map *into) {
    term state, stored;
    sort s;
    if (!sort_at(r, 2, &s) || !node_at(r, 3, &state) || !node_at(r, 4, &stored)) return false;
    if (!map_get(&r->is_state, state.id, NULL)) return fail(r, "a state was expected");
    if (!same_sort(s, term_sort(r->t, state)))
        return fail(r, "the state has another sort than this line says");
    if (map_get(into, state.id, NULL)) return fail(r, "this state has one already");
    if (into == &r->init && mentions_input(r, stored))
        return fail(r, "an initial value without inputs was expected");
    if (into == &r->init && sort_kind_of(r->t, s) == SORT_ARRAY &&
        same_sort(sort_element(r->t, s), term_sort(r->t, stored)))
        stored = term_const_array(r->t, s, stored);
    if (!same_sort(s, term_sort(r->t, stored)))
        return fail(r, "a value of the state's sort was expected");
    map_set(into, state.id, stored.id);
    return true;
}

static bool condition_at(btor2_reader *r, uint32_t i, term *out) {
    term a;
    if (!node_at(r, i, &a)) return false;
    if (!sort_is_bv(r->t, term_sort(r->t, a)) || term_width(r->t, a) != 1)
        return fail(r, "a one-bit node was expected");
    *out = truth(r, a);
    return true;
}

static position line_at(btor2_reader *r) {
    return (position){.file = program_name(r->p, r->file), .line = r->line};
}

static bool property_line(btor2_reader *r, bool bad) {
    term a;
    if (!condition_at(r, 2, &a)) return false;
    if (!bad) vec_push(&r->constraints, a);
    else vec_push(&r->bads, ((struct bad){a, line_at(r)}));
    return true;
}

static bool await(btor2_reader *r, uint32_t i, u32_vec *to) {
    struct awaited a = {.seen = term_fresh(r->t, "seen", sort_bool(r->t))};
    if (!condition_at(r, i, &a.is)) return false;
    vec_push(to, r->awaited.size);
    vec_push(&r->awaited, a);
    return true;
}

static bool justice_line(btor2_reader *r) {
    struct justice j = {.at = line_at(r)};
    int64_t n;
    if (!number(r, 2, &n)) return false;
    if (n < 1 || n != (int64_t)r->count - 3)
        return fail(r, "as many conditions as the line says were expected");
    bool good = true;
    for (uint32_t i = 3; good && i < r->count; i++) good = await(r, i, &j.awaited);
    vec_push(&r->justices, j);
    return good;
}

static bool node_line(btor2_reader *r, int64_t id, const char *word) {
    sort s;
    term out = {0};
    bool known = false;
    if (!sort_at(r, 2, &s)) return false;
    static const char *const constants[] = {"zero", "one", "ones", "const", "constd", "consth"};
    for (uint32_t i = 0; i < 6 && !known; i++)
        if (!strcmp(word, constants[i])) {
            known = true;
            if (!constant(r, word, s, &out)) return false;
        }
    for (uint32_t i = 0; i < sizeof operations / sizeof *operations && !known; i++)
        if (!strcmp(word, operations[i].name)) {
            known = true;
            if (!apply(r, &operations[i], &out)) return false;
        }
    if (!known && !indexed(r, word, &out, &known)) return false;
    if (!known && !boolean_like(r, word, &out, &known)) return false;
    if (!known && !rotate(r, word, &out, &known)) return false;
    if (!known) return fail(r, "an operation of BTOR2 was expected");
    if (!same_sort(s, term_sort(r->t, out)))
        return fail(r, "the result has another sort than this line says");
    map_set(&r->nodes, (uint64_t)id, out.id);
    return true;
}

static bool read_line(btor2_reader *r) {
    int64_t id;
    if (!number(r, 0, &id) || !new_number(r, id)) return false;
    if (r->count < 2) return fail(r, "an operation was expected");
    const char *word = r->words[1];
    if (!strcmp(word, "sort")) return sort_line(r, id);
    if (!strcmp(word, "input")) return leaf(r, id, false);
    if (!strcmp(word, "state")) return leaf(r, id, true);
    if (!strcmp(word, "init")) return state_line(r, &r->init);
    if (!strcmp(word, "next")) return state_line(r, &r->next);
    if (!strcmp(word, "bad")) return property_line(r, true);
    if (!strcmp(word, "constraint")) return property_line(r, false);
    if (!strcmp(word, "output")) return true;
    if (!strcmp(word, "fair")) return await(r, 2, &r->fair);
    if (!strcmp(word, "justice")) return justice_line(r);
    return node_line(r, id, word);
}

/* Words of one line, up to a comment. */
static bool split(btor2_reader *r, char *line) {
    r->count = 0;
    for (char *at = line; *at;) {
        while (isspace((unsigned char)*at)) at++;
        if (!*at || *at == ';') break;
        if (r->count == MAX_WORDS) return fail(r, "a shorter line was expected");
        r->words[r->count++] = at;
        while (*at && !isspace((unsigned char)*at)) at++;
        if (*at) *at++ = 0;
    }
    return true;
}

/* ---- justice ---- */

static term new_variable(btor2_reader *r, const char *stem, sort s) {
    term var = term_fresh(r->t, stem, s);
    relation_variable(r->p, var, "");
    return var;
}

static void step_of(term_vec *targets, term_vec *contents, term var, term next) {
    vec_push(targets, var);
    vec_push(contents, next);
}

/* What is remembered, from step to step; `again`: the state is the one that is. */
static term remember(btor2_reader *r, term_vec *targets, term_vec *contents, term_vec *locals,
                     term_vec *init) {
    terms *t = r->t;
    term saved = new_variable(r, "saved", sort_bool(t)),
         save = new_variable(r, "save", sort_bool(t));
    term since = term_or(t, saved, save), now = term_and(t, save, term_not(t, saved)),
         again = saved;
    vec_push(locals, save);
    vec_push(init, term_not(t, saved));
    step_of(targets, contents, saved, since);
    for (uint32_t i = 0; i < r->states.size; i++) {
        term s = r->states.data[i], copy = new_variable(r, "copy", term_sort(t, s));
        step_of(targets, contents, copy, term_ite(t, now, s, copy));
        again = term_and(t, again, term_eq(t, s, copy));
    }
    for (uint32_t i = 0; i < r->awaited.size; i++) {
        const struct awaited *a = &r->awaited.data[i];
        relation_variable(r->p, a->seen, "");
        vec_push(init, term_not(t, a->seen));
        step_of(targets, contents, a->seen, term_and(t, since, term_or(t, a->seen, a->is)));
    }
    return again;
}

static term all_seen(btor2_reader *r, const u32_vec *awaited) {
    term all = term_true(r->t);
    for (uint32_t i = 0; i < awaited->size; i++)
        all = term_and(r->t, all, r->awaited.data[awaited->data[i]].seen);
    return all;
}

static void add_error(btor2_reader *r, relation_vec *steps, loc from, const char *kind, uint32_t i,
                      const term_vec *locals, term condition, position at) {
    static const term_vec none = {0};
    char *name = mem_format("%s %u", kind, i);
    loc error = program_add_location(r->p, at);
    program_set_error(r->p, error, program_add_property(r->p, PROPERTY_ERROR, name, name));
    relation_add(steps, from, error, locals, condition, &none, &none, at);
    mem_free(name);
}

/* Constraints hold in every state that is left, and inputs are chosen again for each step and for
 * each test of bad. */
static void build(btor2_reader *r) {
    term_vec targets = {0}, contents = {0}, locals = {0}, init = {0};
    static const term_vec none = {0};
    for (uint32_t i = 0; i < r->states.size; i++) {
        term s = r->states.data[i];
        uint64_t found;
        if (map_get(&r->init, s.id, &found))
            vec_push(&init, term_eq(r->t, s, (term){(uint32_t)found}));
        vec_push(&targets, s);
        if (map_get(&r->next, s.id, &found)) vec_push(&contents, (term){(uint32_t)found});
        else {
            term any = term_fresh(r->t, "any", term_sort(r->t, s));
            relation_variable(r->p, any, "");
            vec_push(&locals, any);
            vec_push(&contents, any);
        }
    }
    vec_append(&locals, r->inputs.data, r->inputs.size);
    term again = term_false(r->t);
    if (r->justices.size) again = remember(r, &targets, &contents, &locals, &init);
    relation_vec steps = {0};
    loc at = program_add_location(r->p, (position){0});
    term holds = term_and_n(r->t, r->constraints.size, r->constraints.data);
    relation_add(&steps, r->p->start, at, &none, term_and_n(r->t, init.size, init.data), &targets,
                 &targets, (position){0});
    relation_add(&steps, at, at, &locals, holds, &targets, &contents, (position){0});
    for (uint32_t i = 0; i < r->bads.size; i++)
        add_error(r, &steps, at, "bad", i, &r->inputs, term_and(r->t, holds, r->bads.data[i].is),
                  r->bads.data[i].at);
    term fair = term_and(r->t, again, all_seen(r, &r->fair));
    for (uint32_t i = 0; i < r->justices.size; i++) {
        const struct justice *j = &r->justices.data[i];
        add_error(r, &steps, at, "justice", i, &none,
                  term_and(r->t, fair, all_seen(r, &j->awaited)), j->at);
    }
    relations_build(r->p, &steps);
    vec_release(&targets);
    vec_release(&contents);
    vec_release(&locals);
    vec_release(&init);
}

program *btor2_load(terms *t, const char *script, size_t size, const char *file, input_error *error,
                    text *unsupported) {
    LOG("frontend", "read BTOR2 %s", file);
    btor2_reader r = {
        .t = t, .file = file, .error = error, .unsupported = unsupported, .p = program_new(t)};
    char *copy = mem_alloc(size + 1), *line = copy;
    memcpy(copy, script, size);
    copy[size] = 0;
    bool good = true;
    while (good && line) {
        char *end = strchr(line, '\n');
        if (end) *end = 0;
        r.line++;
        if (!end && line + strlen(line) < copy + size)
            good = fail(&r, "a text without NUL was expected");
        good = good && split(&r, line) && (r.count == 0 || read_line(&r));
        line = end ? end + 1 : NULL;
    }
    if (good && !r.bads.size && !r.justices.size)
        good =
            input_fail(error, file, r.line, 1, "there is no `bad` and no `justice` in this file");
    if (good) build(&r);
    mem_free(copy);
    map_release(&r.lines);
    map_release(&r.is_state);
    map_release(&r.is_input);
    map_release(&r.sorts);
    map_release(&r.nodes);
    map_release(&r.init);
    map_release(&r.next);
    vec_release(&r.states);
    vec_release(&r.inputs);
    vec_release(&r.constraints);
    vec_release(&r.bads);
    for (uint32_t i = 0; i < r.justices.size; i++) vec_release(&r.justices.data[i].awaited);
    vec_release(&r.justices);
    vec_release(&r.awaited);
    vec_release(&r.fair);
    if (good) return r.p;
    program_delete(r.p);
    return NULL;
}
