/* Reading sorts and terms from s-expressions. One loop over an explicit stack: nesting costs heap,
 * not stack. */
#include "term/smtlib_internal.h"

#include "base/log.h"

typedef struct {
    uint32_t name, shadowed;
    term meaning;
    uint32_t macro;
} binding; /* macro 0: just a term */
typedef struct {
    term_vec params;
    term body;
} macro;

struct smt_scope {
    terms *t;
    const char *file;
    intern names;
    u32_vec bound;         /* by name: its binding; 0: none */
    vec(binding) bindings; /* 0 unused */
    vec(macro) macros;     /* 0 unused */
    map operations;        /* interned name -> op */
    bool closed;           /* variables that are not bound are not found */
    term_vec values;
    vec(struct read_task) tasks;
};

enum task_kind { APPLY, LET, BODY, NOTE };
typedef struct read_task {
    sexp e;
    uint32_t next, base;
    enum task_kind kind;
} read_task;

typedef struct {
    smt_scope *c;
    const sexps *s;
    input_error *error;
} smt_reading;

static bool fail_at(const smt_reading *r, sexp e, const char *what, const char *detail) {
    return input_fail(r->error, r->c->file, sexp_line(r->s, e), sexp_column(r->s, e), "%s%s%s",
                      what, *detail ? " " : "", detail);
}

/* ---- scope ---- */

static void add_operation(smt_scope *c, const char *name, enum op op) {
    uint32_t id = intern_id(&c->names, name);
    if (!map_get(&c->operations, id, NULL)) map_set(&c->operations, id, op);
}

smt_scope *smt_scope_new(terms *t, const char *file) {
    smt_scope *c = mem_zero(sizeof *c);
    c->t = t;
    c->file = file;
    intern_init(&c->names);
    vec_push(&c->bindings, (binding){0});
    vec_push(&c->macros, (macro){0});
    for (int op = OP_NOT; op < OP_COUNT; op++) add_operation(c, op_table[op].smt, (enum op)op);
    add_operation(c, "implies", OP_IMPLIES);
    add_operation(c, "to_ieee_bv", OP_FP_TO_BITS);
    add_operation(c, "fp.to_ieee_bv", OP_FP_TO_BITS);
    return c;
}

void smt_scope_delete(smt_scope *c) {
    if (!c) return;
    for (uint32_t i = 0; i < c->macros.size; i++) vec_release(&c->macros.data[i].params);
    vec_release(&c->macros);
    vec_release(&c->bindings);
    vec_release(&c->bound);
    vec_release(&c->values);
    vec_release(&c->tasks);
    map_release(&c->operations);
    intern_release(&c->names);
    mem_free(c);
}

static void bind(smt_scope *c, const char *name, term meaning, uint32_t definition) {
    uint32_t id = intern_id(&c->names, name);
    if (id >= c->bound.size) vec_resize(&c->bound, id + 1);
    vec_push(&c->bindings, ((binding){id, c->bound.data[id], meaning, definition}));
    c->bound.data[id] = c->bindings.size - 1;
}

static void unbind(smt_scope *c, uint32_t n) {
    while (n--) {
        binding b = vec_pop(&c->bindings);
        c->bound.data[b.name] = b.shadowed;
    }
}

void smt_scope_close(smt_scope *c) { c->closed = true; }

void smt_scope_bind(smt_scope *c, const char *name, term meaning) {
    assert_debug(*name);
    assert_debug(term_is_there(c->t, meaning));
    bind(c, name, meaning, 0);
}

uint32_t smt_scope_mark(const smt_scope *c) { return c->bindings.size; }

void smt_scope_forget(smt_scope *c, uint32_t mark) {
    assert_debug(mark <= smt_scope_mark(c));
    unbind(c, c->bindings.size - mark);
}

void smt_scope_define(smt_scope *c, const char *name, uint32_t n, const term *params, term body) {
    assert_debug(term_is_there(c->t, body));
    assert_debug(terms_are_there(c->t, n, params));
    macro m = {{0}, body};
    vec_append(&m.params, params, n);
    vec_push(&c->macros, m);
    bind(c, name, n ? (term){0} : body, n ? c->macros.size - 1 : 0);
}

static const binding *find(const smt_scope *c, const char *name) {
    uint32_t id = intern_find(&c->names, name);
    uint32_t at = id < c->bound.size ? c->bound.data[id] : 0;
    return at ? &c->bindings.data[at] : NULL;
}

/* ---- sorts ---- */

static bool indexed_sort(const smt_reading *r, sexp e, sort *out) {
    const char *name = sexp_atom(r->s, sexp_at(r->s, e, 1));
    uint32_t a = 0, b = 0, n = sexp_size(r->s, e);
    const char *x = sexp_atom(r->s, sexp_at(r->s, e, 2)), *y = sexp_atom(r->s, sexp_at(r->s, e, 3));
    if (name && strcmp(name, "BitVec") == 0) {
        if (n != 3 || !x || !smt_numeral(x, &a) || a < 1 || a > 65536)
            return fail_at(r, e, "expected (_ BitVec n), n from 1 to 65536", "");
        return *out = sort_bv(r->c->t, a), true;
    }
    if (name && strcmp(name, "FloatingPoint") == 0) {
        if (n != 4 || !x || !y || !smt_numeral(x, &a) || !smt_numeral(y, &b) || a < 2 || a > 30 ||
            b < 2 || b > 32768)
            return fail_at(r, e, "expected (_ FloatingPoint eb sb) with eb from 2 to 30, sb from 2",
                           "");
        return *out = sort_fp(r->c->t, a, b), true;
    }
    return fail_at(r, e, "expected a sort", "");
}

static bool named_sort(const smt_reading *r, sexp e, const char *name, sort *out) {
    static const struct {
        const char *name;
        uint32_t eb, sb;
    } floats[] = {
        {"Float16", 5, 11}, {"Float32", 8, 24}, {"Float64", 11, 53}, {"Float128", 15, 113}};
    terms *t = r->c->t;
    if (strcmp(name, "Bool") == 0) return *out = t->bool_sort, true;
    if (strcmp(name, "Int") == 0) return *out = t->int_sort, true;
    if (strcmp(name, "Real") == 0) return *out = t->real_sort, true;
    if (strcmp(name, "RoundingMode") == 0) return *out = t->rm_sort, true;
    for (size_t i = 0; i < 4; i++)
        if (strcmp(name, floats[i].name) == 0)
            return *out = sort_fp(t, floats[i].eb, floats[i].sb), true;
    return fail_at(r, e, "expected a sort, found", name);
}

/* Arrays nest; what nests deeper than any program is refused rather than followed. */
static bool read_sort(const smt_reading *r, sexp e, uint32_t depth, sort *out) {
    const char *name = sexp_atom(r->s, e);
    if (name) return named_sort(r, e, name, out);
    sexp head = sexp_at(r->s, e, 0);
    name = sexp_atom(r->s, head);
    if (name && strcmp(name, "_") == 0) return indexed_sort(r, e, out);
    sort index = {0}, element = {0};
    if (!name || strcmp(name, "Array") != 0 || sexp_size(r->s, e) != 3 || depth > 100)
        return fail_at(r, e, "expected a sort", "");
    if (!read_sort(r, sexp_at(r->s, e, 1), depth + 1, &index) ||
        !read_sort(r, sexp_at(r->s, e, 2), depth + 1, &element))
        return false;
    return *out = sort_array(r->c->t, index, element), true;
}

bool smt_read_sort(smt_scope *c, const sexps *s, sexp e, sort *out, input_error *error) {
    smt_reading r = {c, s, error};
    return read_sort(&r, e, 0, out);
}

/* ---- atoms ---- */

static bool push_value(const smt_reading *r, term a) {
    vec_push(&r->c->values, a);
    return true;
}

static bool read_atom(const smt_reading *r, sexp e) {
    const char *atom = sexp_atom(r->s, e);
    if (sexp_is_string(r->s, e)) return fail_at(r, e, "expected a term, found a string", "");
    const binding *b = find(r->c, atom);
    if (b && b->macro) return fail_at(r, e, "expected arguments for", atom);
    if (b) return push_value(r, b->meaning);
    term a = r->c->closed ? (term){0} : term_find_var(r->c->t, atom);
    if (a.id) return push_value(r, a);
    int literal = sexp_is_quoted(r->s, e) ? 0 : smt_literal(r->c->t, atom, &a);
    if (literal > 0) return push_value(r, a);
    return fail_at(
        r, e, literal ? "expected a literal, found" : "expected a declared symbol, found", atom);
}

static bool special_float(const smt_reading *r, sexp e, const char *name) {
    uint32_t eb, sb;
    const char *x = sexp_atom(r->s, sexp_at(r->s, e, 2)), *y = sexp_atom(r->s, sexp_at(r->s, e, 3));
    if (sexp_size(r->s, e) != 4 || !x || !y || !smt_numeral(x, &eb) || !smt_numeral(y, &sb) ||
        eb < 2 || eb > 30 || sb < 2 || sb > 32768)
        return fail_at(r, e, "expected two sizes of a float format", "");
    mpz_t z;
    mpz_init(z);
    if (name[1] != 'z') { /* exponent all ones */
        mpz_set_ui(z, (1ull << eb) - 1);
        mpz_mul_2exp(z, z, sb - 1);
    }
    if (*name == 'N') mpz_setbit(z, sb - 2);
    if (*name == '-') mpz_setbit(z, eb + sb - 1);
    term a = term_fp_bits(r->c->t, sort_fp(r->c->t, eb, sb), z);
    mpz_clear(z);
    return push_value(r, a);
}

/* (_ bv5 32), (_ NaN 8 24), ... */
static bool indexed_atom(const smt_reading *r, sexp e) {
    const char *name = sexp_atom(r->s, sexp_at(r->s, e, 1));
    const char *x = sexp_atom(r->s, sexp_at(r->s, e, 2));
    uint32_t width;
    if (!name) return fail_at(r, e, "expected a symbol after _", "");
    if (name[0] == 'b' && name[1] == 'v' && name[2] &&
        strspn(name + 2, "0123456789") == strlen(name + 2)) {
        if (sexp_size(r->s, e) != 3 || !x || !smt_numeral(x, &width) || width < 1 || width > 65536)
            return fail_at(r, e, "expected (_ bvN n), n from 1 to 65536", "");
        mpz_t z;
        mpz_init_set_str(z, name + 2, 10);
        term a = term_bv_mpz(r->c->t, width, z);
        mpz_clear(z);
        return push_value(r, a);
    }
    static const char *const special[] = {"NaN", "+oo", "-oo", "+zero", "-zero"};
    for (int i = 0; i < 5; i++)
        if (strcmp(name, special[i]) == 0) return special_float(r, e, name);
    return fail_at(r, e, "expected a constant, found (_", name);
}

/* ---- applications ---- */

static term as_real(terms *t, term a) {
    if (sort_of(t, a).id != t->int_sort.id) return a;
    mpq_t q;
    if (!is_value(t, a)) return term_1(t, OP_TO_REAL, a);
    mpq_init(q);
    term_get_mpq(t, a, q);
    a = term_number(t, t->real_sort, q);
    mpq_clear(q);
    return a;
}

/* Where Int and Real meet, Int becomes Real. */
static void join_numbers(terms *t, enum op op, uint32_t n, term *args) {
    bool real = op == OP_DIVIDE || op == OP_TO_INT || op == OP_IS_INT || op == OP_FP_FROM_REAL;
    uint32_t from = op == OP_ITE || op == OP_FP_FROM_REAL;
    bool number = op == OP_EQ || op == OP_DISTINCT || op == OP_ITE || (op >= OP_ADD && op <= OP_GT);
    if (op == OP_STORE || op == OP_SELECT) {
        sort a = sort_of(t, args[0]);
        if (n > 1 && sort_index(t, a).id == t->real_sort.id) args[1] = as_real(t, args[1]);
        if (n > 2 && sort_element(t, a).id == t->real_sort.id) args[2] = as_real(t, args[2]);
        return;
    }
    for (uint32_t i = from; number && i < n; i++) real |= sort_of(t, args[i]).id == t->real_sort.id;
    for (uint32_t i = from; real && i < n; i++) args[i] = as_real(t, args[i]);
}

static bool is_chain(enum op op) {
    return op == OP_EQ || (op >= OP_FP_LE && op <= OP_FP_EQ) || (op >= OP_LE && op <= OP_GT);
}

/* Binary operations that associate to the left. */
static bool is_left(enum op op) {
    return op == OP_BVSUB || op == OP_DIVIDE || op == OP_INT_DIV || op == OP_MOD || op == OP_BVXNOR;
}

static enum op resolve(const smt_reading *r, enum op op, uint32_t n, const term *args) {
    const terms *t = r->c->t;
    if (op == OP_SUB && n == 1) return OP_NEG;
    if (op != OP_FP_FROM_BITS || n != 2) return op;
    enum sort_kind k = sort_kind_of(t, sort_of(t, args[1]));
    return k == SORT_FP ? OP_FP_FROM_FP : k == SORT_BV ? OP_FP_FROM_SBV : OP_FP_FROM_REAL;
}

static bool apply_once(const smt_reading *r, sexp e, enum op op, uint32_t i0, uint32_t i1,
                       uint32_t n, term *args, term *out) {
    const char *why = "";
    terms *t = r->c->t;
    join_numbers(t, op, n, args);
    if (!op_sort(t, op, i0, i1, n, args, &why).id)
        return input_fail(r->error, r->c->file, sexp_line(r->s, e), sexp_column(r->s, e),
                          "%s: expected %s", op_table[op].smt, why);
    *out = term_app_indexed(t, op, i0, i1, n, args);
    return true;
}

/* (= a b c) is (and (= a b) (= b c)). */
static bool apply_chain(const smt_reading *r, sexp e, enum op op, uint32_t n, term *args,
                        term *out) {
    terms *t = r->c->t;
    term_vec parts = {0};
    bool ok = true;
    join_numbers(t, op, n, args);
    for (uint32_t i = 0; ok && i + 1 < n; i++) {
        term a;
        ok = apply_once(r, e, op, 0, 0, 2, (term[]){args[i], args[i + 1]}, &a);
        if (ok) vec_push(&parts, a);
    }
    if (ok) *out = term_and_n(t, parts.size, parts.data);
    vec_release(&parts);
    return ok;
}

static bool apply_op(const smt_reading *r, sexp e, enum op op, uint32_t i0, uint32_t i1, uint32_t n,
                     term *args, term *out) {
    if (n == 0) return fail_at(r, e, "expected arguments", "");
    op = resolve(r, op, n, args);
    if (n > 2 && is_chain(op)) return apply_chain(r, e, op, n, args, out);
    if (n <= 2 || !is_left(op)) return apply_once(r, e, op, i0, i1, n, args, out);
    *out = args[0];
    for (uint32_t i = 1; i < n; i++)
        if (!apply_once(r, e, op, 0, 0, 2, (term[]){*out, args[i]}, out)) return false;
    return true;
}

/* (fp sign exponent significand) */
static bool apply_fp_triple(const smt_reading *r, sexp e, uint32_t n, const term *args, term *out) {
    terms *t = r->c->t;
    for (uint32_t i = 0; i < n; i++)
        if (!sort_is_bv(t, sort_of(t, args[i]))) n = 0;
    if (n != 3 || width_of(t, args[0]) != 1 || width_of(t, args[1]) < 2 ||
        width_of(t, args[1]) > 30 || width_of(t, args[2]) >= 32768)
        return fail_at(r, e, "fp: expected sign bit, exponent and significand", "");
    uint32_t eb = width_of(t, args[1]), sb = width_of(t, args[2]) + 1;
    term bits = term_app(t, OP_CONCAT, 3, args);
    *out = term_app_indexed(t, OP_FP_FROM_BITS, eb, sb, 1, &bits);
    return true;
}

static bool apply_macro(const smt_reading *r, sexp e, const binding *b, uint32_t n, term *args,
                        term *out) {
    terms *t = r->c->t;
    const macro m = r->c->macros.data[b->macro];
    const char *name = intern_text(&r->c->names, b->name);
    if (n != m.params.size) return fail_at(r, e, "expected another number of arguments for", name);
    substitution s = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++) {
        if (sort_of(t, m.params.data[i]).id == t->real_sort.id) args[i] = as_real(t, args[i]);
        ok = sort_of(t, m.params.data[i]).id == sort_of(t, args[i]).id;
        if (ok) subst_set(&s, t, m.params.data[i], args[i]);
    }
    if (ok) *out = subst_apply(&s, t, m.body);
    subst_release(&s);
    return ok || fail_at(r, e, "expected arguments of the declared sorts for", name);
}

static bool apply_symbol(const smt_reading *r, sexp head, uint32_t n, term *args, term *out) {
    const char *name = sexp_atom(r->s, head);
    const binding *b = find(r->c, name);
    uint64_t op;
    if (b && b->macro) return apply_macro(r, head, b, n, args, out);
    if (b) return fail_at(r, head, "expected a function, found", name);
    if (map_get(&r->c->operations, intern_find(&r->c->names, name), &op))
        return apply_op(r, head, (enum op)op, 0, 0, n, args, out);
    if (strcmp(name, "fp") == 0) return apply_fp_triple(r, head, n, args, out);
    if (strcmp(name, "forall") == 0 || strcmp(name, "exists") == 0)
        return fail_at(r, head, "expected a term without quantifiers", "");
    return fail_at(r, head, "expected a function, found", name);
}

/* ((_ name i j) ...) */
static bool apply_indexed(const smt_reading *r, sexp head, uint32_t n, term *args, term *out) {
    const char *name = sexp_atom(r->s, sexp_at(r->s, head, 1));
    uint32_t count = sexp_size(r->s, head), index[2] = {0, 0};
    uint64_t op = OP_NONE;
    if (name) map_get(&r->c->operations, intern_find(&r->c->names, name), &op);
    if (op == OP_NONE) return fail_at(r, head, "expected an indexed function", name ? name : "");
    if (count < 2 || count - 2 != op_table[op].indices)
        return fail_at(r, head, "expected another number of indices for", name);
    for (uint32_t i = 0; i + 2 < count; i++) {
        const char *x = sexp_atom(r->s, sexp_at(r->s, head, i + 2));
        if (!x || !smt_numeral(x, &index[i]))
            return fail_at(r, head, "expected numbers as indices", "");
    }
    return apply_op(r, head, (enum op)op, index[0], index[1], n, args, out);
}

/* ((as const (Array I E)) e) */
static bool apply_as(const smt_reading *r, sexp head, uint32_t n, term *args, term *out) {
    const char *name = sexp_atom(r->s, sexp_at(r->s, head, 1));
    sort s;
    if (sexp_size(r->s, head) != 3 || !name || strcmp(name, "const") != 0 || n != 1)
        return fail_at(r, head, "expected ((as const Array-sort) element)", "");
    if (!read_sort(r, sexp_at(r->s, head, 2), 0, &s)) return false;
    terms *t = r->c->t;
    if (sort_element(t, s).id == t->real_sort.id) args[0] = as_real(t, args[0]);
    if (!sort_element(t, s).id || sort_element(t, s).id != sort_of(t, args[0]).id)
        return fail_at(r, head, "expected an element of the array's sort", "");
    *out = term_const_array(t, s, args[0]);
    return true;
}

static bool apply_list(const smt_reading *r, const read_task *k) {
    sexp head = sexp_at(r->s, k->e, 0);
    term_vec *v = &r->c->values;
    uint32_t n = v->size - k->base;
    term out, *args = v->data + k->base;
    bool ok;
    if (!sexp_is_list(r->s, head)) ok = apply_symbol(r, head, n, args, &out);
    else {
        const char *kind = sexp_atom(r->s, sexp_at(r->s, head, 0));
        if (kind && strcmp(kind, "_") == 0) ok = apply_indexed(r, head, n, args, &out);
        else if (kind && strcmp(kind, "as") == 0) ok = apply_as(r, head, n, args, &out);
        else ok = fail_at(r, head, "expected a function", "");
    }
    v->size = k->base;
    return ok && push_value(r, out);
}

/* ---- the loop ---- */

static bool is_keyword(const smt_reading *r, sexp head, const char *word) {
    const char *atom = sexp_atom(r->s, head);
    return atom && !sexp_is_quoted(r->s, head) && strcmp(atom, word) == 0;
}

/* Begin with an expression: its value at once, or a task. */
static bool begin(const smt_reading *r, sexp e) {
    if (sexp_atom(r->s, e)) return read_atom(r, e);
    sexp head = sexp_at(r->s, e, 0);
    read_task k = {e, 1, r->c->values.size, APPLY};
    if (!head.id) return fail_at(r, e, "expected a term, found ()", "");
    if (is_keyword(r, head, "_")) return indexed_atom(r, e);
    if (is_keyword(r, head, "let")) {
        if (sexp_size(r->s, e) != 3 || !sexp_is_list(r->s, sexp_at(r->s, e, 1)))
            return fail_at(r, e, "expected (let ((name term) ...) term)", "");
        k.kind = LET, k.next = 0;
    } else if (is_keyword(r, head, "!")) {
        if (sexp_size(r->s, e) < 2) return fail_at(r, e, "expected a term after !", "");
        k.kind = NOTE;
    }
    vec_push(&r->c->tasks, k);
    return true;
}

static bool step_let(const smt_reading *r, read_task *k) {
    sexp list = sexp_at(r->s, k->e, 1);
    if (k->next < sexp_size(r->s, list)) {
        sexp pair = sexp_at(r->s, list, k->next++);
        sexp name = sexp_at(r->s, pair, 0);
        if (sexp_size(r->s, pair) != 2 || !sexp_atom(r->s, name) || sexp_is_string(r->s, name))
            return fail_at(r, pair.id ? pair : list, "expected (name term)", "");
        return begin(r, sexp_at(r->s, pair, 1));
    }
    k->kind = BODY;
    for (uint32_t i = 0; i < sexp_size(r->s, list); i++) {
        sexp pair = sexp_at(r->s, list, i);
        bind(r->c, sexp_atom(r->s, sexp_at(r->s, pair, 0)), r->c->values.data[k->base + i], 0);
    }
    r->c->values.size = k->base;
    return begin(r, sexp_at(r->s, k->e, 2));
}

static bool step(const smt_reading *r) {
    smt_scope *c = r->c;
    read_task *k = &vec_last(&c->tasks), copy;
    switch (k->kind) {
    case LET: return step_let(r, k);
    case BODY:
        unbind(c, sexp_size(r->s, sexp_at(r->s, k->e, 1)));
        c->tasks.size--;
        return true;
    case NOTE:
        if (k->next > 1) return c->tasks.size--, true;
        k->next++;
        return begin(r, sexp_at(r->s, k->e, 1));
    case APPLY: break;
    }
    if (k->next < sexp_size(r->s, k->e)) return begin(r, sexp_at(r->s, k->e, k->next++));
    copy = *k;
    c->tasks.size--;
    return apply_list(r, &copy);
}

bool smt_read_term(smt_scope *c, const sexps *s, sexp e, term *out, input_error *error) {
    smt_reading r = {c, s, error};
    uint32_t bindings = c->bindings.size;
    vec_clear(&c->values);
    vec_clear(&c->tasks);
    bool ok = begin(&r, e);
    while (ok && c->tasks.size) ok = step(&r);
    unbind(c, c->bindings.size - bindings);
    if (ok) *out = c->values.data[0];
    return ok;
}

bool smt_parse_term(smt_scope *c, const char *content, size_t size, uint32_t line, uint32_t column,
                    term *out, input_error *error) {
    LOG("term", "parse %zu bytes at %u:%u", size, line, column);
    sexps *s = sexps_parse_at(content, size, c->file, line, column, error);
    if (!s) return false;
    bool ok = sexps_count(s) == 1;
    if (ok) ok = smt_read_term(c, s, sexps_at(s, 0), out, error);
    else input_fail(error, c->file, line, column, "expected one term, found %u", sexps_count(s));
    sexps_delete(s);
    return ok;
}
