/* The pool of values: wide bit-vectors, numbers, arrays; conversions from and to terms. */
#include "term/value_internal.h"
#include "term/smtlib.h"

values *values_new(terms *t) {
    values *v = mem_zero(sizeof *v);
    v->t = t;
    vec_push(&v->trie, (trie_node){0});
    return v;
}

void values_clear(values *v) {
    for (uint32_t i = 0; i < v->wide.size; i++) mpz_clear(&v->wide.data[i]);
    for (uint32_t i = 0; i < v->numbers.size; i++) mpq_clear(&v->numbers.data[i]);
    vec_clear(&v->wide);
    vec_clear(&v->numbers);
    v->limbs = 0;
    vec_clear(&v->arrays);
    v->trie.size = 1;
}

void values_delete(values *v) {
    if (!v) return;
    values_clear(v);
    vec_release(&v->wide);
    vec_release(&v->numbers);
    vec_release(&v->arrays);
    vec_release(&v->trie);
    mem_free(v);
}

uint64_t values_memory(const values *v) {
    return sizeof *v + v->limbs * sizeof(mp_limb_t) +
           (uint64_t)v->wide.capacity * sizeof(__mpz_struct) +
           (uint64_t)v->numbers.capacity * sizeof(__mpq_struct) +
           (uint64_t)v->arrays.capacity * sizeof(array_value) +
           (uint64_t)v->trie.capacity * sizeof(trie_node);
}

/* ---- making and reading ---- */

value value_bits(values *v, sort s, const mpz_t bits) {
    assert_debug(sort_is_there(v->t, s));
    uint32_t width = sort_width(v->t, s);
    __mpz_struct z;
    mpz_init(&z);
    mpz_fdiv_r_2exp(&z, bits, width);
    if (width <= 64) {
        value a = {s, mpz_get_ui(&z)};
        mpz_clear(&z);
        return a;
    }
    v->limbs += (uint64_t)z._mp_alloc;
    vec_push(&v->wide, z);
    return (value){s, v->wide.size - 1};
}

void value_get_bits(const values *v, value a, mpz_t out) {
    assert_debug(sort_is_there(v->t, a.sort));
    if (sort_is_inline(v->t, a.sort)) mpz_set_ui(out, a.bits);
    else mpz_set(out, &v->wide.data[a.bits]);
}

value value_number(values *v, sort s, const mpq_t number) {
    assert_debug(s.id == sort_int(v->t).id || s.id == sort_real(v->t).id);
    __mpq_struct q;
    mpq_init(&q);
    mpq_set(&q, number);
    v->limbs += (uint64_t)q._mp_num._mp_alloc + (uint64_t)q._mp_den._mp_alloc;
    vec_push(&v->numbers, q);
    return (value){s, v->numbers.size - 1};
}

mpq_srcptr value_get_number(const values *v, value a) { return &v->numbers.data[a.bits]; }

value value_bool(terms *t, bool b) { return (value){t->bool_sort, b}; }

value value_bv(terms *t, uint32_t width, uint64_t bits) {
    assert_debug(width >= 1);
    require(width <= 64, "value_bv makes at most 64 bits");
    return (value){sort_bv(t, width), bits & mask64(width)};
}

value value_default(values *v, sort s) {
    assert_debug(sort_is_there(v->t, s));
    if (sort_is_inline(v->t, s)) return (value){s, 0};
    enum sort_kind kind = sort_kind_of(v->t, s);
    if (kind == SORT_ARRAY) return array_const(v, s, value_default(v, sort_element(v->t, s)));
    mpq_t zero;
    mpq_init(zero);
    value a = kind == SORT_INT || kind == SORT_REAL ? value_number(v, s, zero)
                                                    : value_bits(v, s, mpq_numref(zero));
    mpq_clear(zero);
    return a;
}

bool value_is_true(value a) {
    assert_debug(a.sort.id);
    return a.bits == 1;
}

bool value_u64(values *v, value a, uint64_t *bits) {
    assert_debug(sort_is_there(v->t, a.sort));
    if (!a.sort.id || !sort_is_inline(v->t, a.sort)) return false;
    *bits = a.bits;
    return true;
}

/* ---- terms ---- */

static value array_of_term(values *v, term a) {
    term_vec stores = {0};
    for (; is_op(v->t, a, OP_STORE); a = arg_of(v->t, a, 0)) vec_push(&stores, a);
    value x = array_const(v, sort_of(v->t, a), value_of_term(v, arg_of(v->t, a, 0)));
    while (stores.size) {
        term s = vec_pop(&stores);
        x = array_store(v, x, value_of_term(v, arg_of(v->t, s, 1)),
                        value_of_term(v, arg_of(v->t, s, 2)));
    }
    vec_release(&stores);
    return x;
}

static value number_of_term(values *v, term a) {
    mpq_t q;
    mpq_init(q);
    term_get_mpq(v->t, a, q);
    value x = value_number(v, sort_of(v->t, a), q);
    mpq_clear(q);
    return x;
}

static value bits_of_term(values *v, term a) {
    const node *n = node_of(v->t, a);
    const uint32_t *w = v->t->words.data + n->start;
    if (n->size <= 2) return (value){{n->sort}, n->size == 2 ? (uint64_t)w[1] << 32 | w[0] : w[0]};
    mpz_t z;
    mpz_init(z);
    term_get_mpz(v->t, a, z);
    value x = value_bits(v, sort_of(v->t, a), z);
    mpz_clear(z);
    return x;
}

value value_of_term(values *v, term constant) {
    assert_debug(term_is_there(v->t, constant));
    switch (op_of(v->t, constant)) {
    case OP_TRUE: return value_bool(v->t, true);
    case OP_FALSE: return value_bool(v->t, false);
    case OP_BV:
    case OP_FP: return bits_of_term(v, constant);
    case OP_RM: return (value){v->t->rm_sort, words_of(v->t, constant)[0]};
    case OP_NUMBER: return number_of_term(v, constant);
    case OP_CONST_ARRAY:
    case OP_STORE: return array_of_term(v, constant);
    default: require(false, "the value of a term that is no constant");
    }
    return (value){0};
}

static term array_to_term(values *v, value a) {
    array_entries entries = {0};
    array_list(v, a, &entries);
    term x = term_const_array(v->t, a.sort, value_to_term(v, v->arrays.data[a.bits].otherwise));
    for (uint32_t i = 0; i < entries.size; i++)
        x = term_store(v->t, x, value_to_term(v, entries.data[i].index),
                       value_to_term(v, entries.data[i].element));
    vec_release(&entries);
    return x;
}

static term bits_to_term(values *v, value a, bool is_float) {
    if (!is_float && sort_is_inline(v->t, a.sort))
        return term_bv(v->t, sort_width(v->t, a.sort), a.bits);
    mpz_t z;
    mpz_init(z);
    value_get_bits(v, a, z);
    term x =
        is_float ? term_fp_bits(v->t, a.sort, z) : term_bv_mpz(v->t, sort_width(v->t, a.sort), z);
    mpz_clear(z);
    return x;
}

term value_to_term(values *v, value a) {
    assert_debug(sort_is_there(v->t, a.sort));
    switch (sort_kind_of(v->t, a.sort)) {
    case SORT_BOOL: return term_bool(v->t, a.bits);
    case SORT_BV: return bits_to_term(v, a, false);
    case SORT_FP: return bits_to_term(v, a, true);
    case SORT_RM: return term_rm(v->t, (enum rounding)a.bits);
    case SORT_INT:
    case SORT_REAL: return term_number(v->t, a.sort, value_get_number(v, a));
    case SORT_ARRAY: return array_to_term(v, a);
    default: require(false, "a value without a sort");
    }
    return (term){0};
}

void value_print(values *v, value a, text *out) {
    assert_debug(sort_is_there(v->t, a.sort));
    smtlib_term(v->t, value_to_term(v, a), out);
}

/* ---- models ---- */

void model_init(model *m, values *pool) {
    *m = (model){0};
    m->pool = pool;
}

void model_release(model *m) {
    sparse_release(&m->of);
    vec_release(&m->assigned);
}

void model_clear(model *m) {
    for (uint32_t i = 0; i < m->assigned.size; i++)
        *(value *)sparse_slot(&m->of, m->assigned.data[i], sizeof(value)) = (value){0};
    vec_clear(&m->assigned);
}

void model_set(model *m, term var, value a) {
    assert_debug(var.id && a.sort.id);
    value *now = sparse_slot(&m->of, var.id, sizeof *now);
    if (!now->sort.id) vec_push(&m->assigned, var.id);
    *now = a;
}

const value *model_find(const model *m, term var) {
    assert_debug(var.id);
    const value *a = sparse_find(&m->of, var.id, sizeof *a);
    return a && a->sort.id ? a : NULL;
}

bool model_has(const model *m, term var) {
    assert_debug(var.id);
    return model_find(m, var) != NULL;
}

value model_get(const model *m, const terms *t, term var) {
    assert_debug(term_is_var(t, var));
    const value *a = model_find(m, var);
    return a ? *a : value_default(m->pool, sort_of(t, var));
}
