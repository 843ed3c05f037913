/* Values out of a Z3 model. */
#include "solver/z3_internal.h"

static value value_of_ast(z3_solver *z, values *pool, Z3_ast a, sort s);

static Z3_decl_kind kind_of(z3_solver *z, Z3_ast a) {
    Z3_ast_kind kind = Z3_get_ast_kind(z->context, a); /* rounding modes are numerals to Z3 */
    if (kind != Z3_APP_AST && kind != Z3_NUMERAL_AST) return Z3_OP_UNINTERPRETED;
    return Z3_get_decl_kind(z->context, Z3_get_app_decl(z->context, Z3_to_app(z->context, a)));
}

static Z3_ast argument(z3_solver *z, Z3_ast a, unsigned i) {
    return z3_keep(z, Z3_get_app_arg(z->context, Z3_to_app(z->context, a), i));
}

static value bitvector_value(z3_solver *z, values *pool, Z3_ast a, sort s) {
    uint64_t small;
    if (sort_width(z->base.terms, s) <= 64 && Z3_get_numeral_uint64(z->context, a, &small))
        return value_bv(z->base.terms, sort_width(z->base.terms, s), small);
    mpz_t n;
    mpz_init_set_str(n, Z3_get_numeral_string(z->context, a), 10);
    term constant = term_bv_mpz(z->base.terms, sort_width(z->base.terms, s), n);
    mpz_clear(n);
    return value_of_term(pool, constant);
}

static value float_value(z3_solver *z, values *pool, Z3_ast a, sort s) {
    terms *t = z->base.terms;
    uint32_t eb = sort_eb(t, s), sb = sort_sb(t, s);
    mpz_t bits;
    mpz_init(bits);
    if (Z3_fpa_is_numeral_nan(z->context, a)) {
        for (uint32_t i = sb - 2; i < eb + sb - 1; i++) mpz_setbit(bits, i);
    } else {
        Z3_ast ieee = z3_keep(z, Z3_mk_fpa_to_ieee_bv(z->context, a));
        ieee = z3_keep(z, Z3_simplify(z->context, ieee));
        mpz_set_str(bits, Z3_get_numeral_string(z->context, ieee), 10);
    }
    term constant = term_fp_bits(t, s, bits);
    mpz_clear(bits);
    return value_of_term(pool, constant);
}

static value number_value(z3_solver *z, values *pool, Z3_ast a, sort s) {
    mpq_t q;
    mpq_init(q);
    if (Z3_is_numeral_ast(z->context, a)) mpq_set_str(q, Z3_get_numeral_string(z->context, a), 10);
    mpq_canonicalize(q);
    term constant = term_number(z->base.terms, s, q);
    mpq_clear(q);
    return value_of_term(pool, constant);
}

static value rounding_value(z3_solver *z, values *pool, Z3_ast a) {
    enum rounding mode = RNE;
    switch (kind_of(z, a)) {
    case Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY: mode = RNA; break;
    case Z3_OP_FPA_RM_TOWARD_POSITIVE: mode = RTP; break;
    case Z3_OP_FPA_RM_TOWARD_NEGATIVE: mode = RTN; break;
    case Z3_OP_FPA_RM_TOWARD_ZERO: mode = RTZ; break;
    default: break;
    }
    return value_of_term(pool, term_rm(z->base.terms, mode));
}

static value store_value(values *pool, value array, value index, value element) {
    return value_apply(pool, OP_STORE, array.sort, 0, 0, 3, (value[]){array, index, element});
}

static value constant_value(values *pool, value element, sort s) {
    return value_apply(pool, OP_CONST_ARRAY, s, 0, 0, 1, &element);
}

/* ((as-array f)): the interpretation of f as stores over its default. */
static value function_value(z3_solver *z, values *pool, Z3_ast a, sort s) {
    const terms *t = z->base.terms;
    Z3_context c = z->context;
    Z3_func_decl f = Z3_get_as_array_func_decl(c, a);
    Z3_func_interp table = Z3_model_get_func_interp(c, z->model, f);
    if (!table) return value_default(pool, s);
    Z3_func_interp_inc_ref(c, table);
    Z3_ast otherwise = z3_keep(z, Z3_func_interp_get_else(c, table));
    value r = constant_value(pool, value_of_ast(z, pool, otherwise, sort_element(t, s)), s);
    for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, table); i++) {
        Z3_func_entry entry = Z3_func_interp_get_entry(c, table, i);
        Z3_func_entry_inc_ref(c, entry);
        Z3_ast index = z3_keep(z, Z3_func_entry_get_arg(c, entry, 0));
        Z3_ast element = z3_keep(z, Z3_func_entry_get_value(c, entry));
        r = store_value(pool, r, value_of_ast(z, pool, index, sort_index(t, s)),
                        value_of_ast(z, pool, element, sort_element(t, s)));
        Z3_func_entry_dec_ref(c, entry);
    }
    Z3_func_interp_dec_ref(c, table);
    return r;
}

/* Chains of stores are walked from the outside in and applied from the inside out. */
static value array_value(z3_solver *z, values *pool, Z3_ast a, sort s) {
    const terms *t = z->base.terms;
    vec(Z3_ast) stores = {0};
    while (kind_of(z, a) == Z3_OP_STORE) {
        vec_push(&stores, a);
        a = argument(z, a, 0);
    }
    value r =
        kind_of(z, a) == Z3_OP_CONST_ARRAY
            ? constant_value(pool, value_of_ast(z, pool, argument(z, a, 0), sort_element(t, s)), s)
        : Z3_is_as_array(z->context, a) ? function_value(z, pool, a, s)
                                        : value_default(pool, s);
    while (stores.size) {
        Z3_ast top = vec_pop(&stores);
        r = store_value(pool, r, value_of_ast(z, pool, argument(z, top, 1), sort_index(t, s)),
                        value_of_ast(z, pool, argument(z, top, 2), sort_element(t, s)));
    }
    vec_release(&stores);
    return r;
}

static value value_of_ast(z3_solver *z, values *pool, Z3_ast a, sort s) {
    switch (sort_kind_of(z->base.terms, s)) {
    case SORT_BOOL: return value_bool(z->base.terms, Z3_get_bool_value(z->context, a) == Z3_L_TRUE);
    case SORT_BV: return bitvector_value(z, pool, a, s);
    case SORT_FP: return float_value(z, pool, a, s);
    case SORT_RM: return rounding_value(z, pool, a);
    case SORT_ARRAY: return array_value(z, pool, a, s);
    default: return number_value(z, pool, a, s);
    }
}

value z3_leaf(solver *s, values *pool, term var) {
    assert_debug(term_is_var(s->terms, var));
    z3_solver *z = (z3_solver *)s;
    sort of = term_sort(s->terms, var);
    Z3_ast known = var.id < z->ast.size ? z->ast.data[var.id] : NULL;
    Z3_ast result = NULL;
    z3_model_now(z);
    if (!known || !z->model) return value_default(pool, of);
    z->values_pass = true;
    value v = Z3_model_eval(z->context, z->model, known, true, &result)
                  ? value_of_ast(z, pool, z3_keep(z, result), of)
                  : value_default(pool, of);
    z->values_pass = false;
    return v;
}

bool z3_model_rational(z3_solver *z) {
    const terms *t = z->base.terms;
    for (uint32_t id = 1; id < z->ast.size; id++) {
        term a = {id};
        if (!z->ast.data[id] || !term_is_var(t, a) || sort_kind_of(t, term_sort(t, a)) != SORT_REAL)
            continue;
        Z3_ast result = NULL;
        if (!Z3_model_eval(z->context, z->model, z->ast.data[id], true, &result)) return false;
        if (!Z3_is_numeral_ast(z->context, result)) return false;
    }
    return true;
}
