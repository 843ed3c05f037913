#include "program/integers.h"
#include "base/log.h"
#include "program/liveness.h"

#include <stdio.h>
#include <string.h>

/* ---- numbers ---- */
static term number(terms *t, const mpz_t z) {
    mpq_t q;
    mpq_init(q);
    mpq_set_z(q, z);
    term a = term_number(t, sort_int(t), q);
    mpq_clear(q);
    return a;
}

static term power(terms *t, uint32_t exponent, int sign) {
    mpz_t z;
    mpz_init(z);
    mpz_ui_pow_ui(z, 2, exponent);
    if (sign < 0) mpz_neg(z, z);
    term a = number(t, z);
    mpz_clear(z);
    return a;
}

static void as_signed(mpz_t z, uint32_t width) {
    if (!mpz_tstbit(z, width - 1)) return;
    mpz_t span;
    mpz_init(span);
    mpz_ui_pow_ui(span, 2, width);
    mpz_sub(z, z, span);
    mpz_clear(span);
}

static term signed_constant(terms *t, term word) {
    mpz_t z;
    mpz_init(z);
    term_get_mpz(t, word, z);
    as_signed(z, term_width(t, word));
    term a = number(t, z);
    mpz_clear(z);
    return a;
}

static term plus(terms *t, term a, term b) { return term_2(t, OP_ADD, a, b); }
static term minus(terms *t, term a, term b) { return term_2(t, OP_SUB, a, b); }
static term times(terms *t, term a, term b) { return term_2(t, OP_MUL, a, b); }
static term below(terms *t, term a, term b) { return term_2(t, OP_LT, a, b); }
static term is_negative(terms *t, term a) { return below(t, a, term_int(t, 0)); }
static term divided(terms *t, term a, term by) { return term_2(t, OP_INT_DIV, a, by); }
static term modulo(terms *t, term a, term by) { return term_2(t, OP_MOD, a, by); }

static term in_range(terms *t, term a, uint32_t width) {
    return term_and(t, term_not(t, below(t, a, power(t, width - 1, -1))),
                    below(t, a, power(t, width - 1, 1)));
}

/* The number in the range of a signed word that is the same modulo 2^width. */
static term wrapped(terms *t, term a, uint32_t width) {
    term half = power(t, width - 1, 1);
    return minus(t, modulo(t, plus(t, a, half), power(t, width, 1)), half);
}

static term made_unsigned(terms *t, term a, uint32_t width) {
    return term_ite(t, is_negative(t, a), plus(t, a, power(t, width, 1)), a);
}

/* ---- the reading of a term ---- */
static term image_of(const integer_reading *x, term a) {
    uint64_t id = 0;
    return map_get(&x->image, a.id, &id) ? (term){(uint32_t)id} : (term){0};
}

static term argument(const integer_reading *x, term a, uint32_t i) {
    return image_of(x, term_arg(x->p->terms, a, i));
}

/* The bits of an extract as a natural number. */
static term extracted(integer_reading *x, term a) {
    terms *t = x->p->terms;
    uint32_t high = term_index(t, a, 0), low = term_index(t, a, 1);
    term whole = argument(x, a, 0);
    if (low) whole = divided(t, whole, power(t, low, 1));
    return modulo(t, whole, power(t, high - low + 1, 1));
}

/* The reading of word a as an unsigned number. */
static term natural(integer_reading *x, term a) {
    terms *t = x->p->terms;
    if (term_op(t, a) == OP_EXTRACT) return extracted(x, a);
    return made_unsigned(t, image_of(x, a), term_width(t, a));
}

static term natural_argument(integer_reading *x, term a, uint32_t i) {
    return natural(x, term_arg(x->p->terms, a, i));
}

static term read_extract(integer_reading *x, term a) {
    terms *t = x->p->terms;
    uint32_t high = term_index(t, a, 0), low = term_index(t, a, 1);
    term whole = argument(x, a, 0);
    if (low) whole = divided(t, whole, power(t, low, 1));
    bool has_sign = high + 1 == term_width(t, term_arg(t, a, 0));
    return has_sign ? whole : wrapped(t, whole, high - low + 1);
}

static term read_concat(integer_reading *x, term a) {
    terms *t = x->p->terms;
    term sum = argument(x, a, 0);
    for (uint32_t i = 1, n = term_arity(t, a); i < n; i++) {
        term scale = power(t, term_width(t, term_arg(t, a, i)), 1);
        sum = plus(t, times(t, scale, sum), natural_argument(x, a, i));
    }
    return sum;
}

/* By a constant other than 0, rounding towards 0 as C does. */
static term read_signed_division(integer_reading *x, term a, bool quotient) {
    terms *t = x->p->terms;
    term by = argument(x, a, 1), top = argument(x, a, 0);
    bool turned = term_is_true(t, is_negative(t, by));
    term size = turned ? minus(t, term_int(t, 0), by) : by;
    term other = minus(t, term_int(t, 0), top);
    enum op op = quotient ? OP_INT_DIV : OP_MOD;
    term up = term_2(t, op, top, size), down = minus(t, term_int(t, 0), term_2(t, op, other, size));
    term result = term_ite(t, is_negative(t, top), down, up);
    return quotient && turned ? minus(t, term_int(t, 0), result) : result;
}

static term read_unsigned_division(integer_reading *x, term a, bool quotient) {
    terms *t = x->p->terms;
    return term_2(t, quotient ? OP_INT_DIV : OP_MOD, natural_argument(x, a, 0),
                  natural_argument(x, a, 1));
}

/* Shifts by a constant below the width; 0: none. */
static bool shift_amount(const terms *t, term a, uint32_t *amount) {
    uint64_t by;
    if (!term_get_u64(t, term_arg(t, a, 1), &by) || by >= term_width(t, a)) return false;
    *amount = (uint32_t)by;
    return true;
}

static term read_shift(integer_reading *x, term a) {
    terms *t = x->p->terms;
    uint32_t by;
    if (!shift_amount(t, a, &by)) return (term){0};
    term scale = power(t, by, 1);
    if (term_op(t, a) == OP_BVSHL) return times(t, scale, argument(x, a, 0));
    bool filled = term_op(t, a) == OP_BVASHR;
    return divided(t, filled ? argument(x, a, 0) : natural_argument(x, a, 0), scale);
}

static term read_unsigned_less(integer_reading *x, term a) {
    return below(x->p->terms, natural_argument(x, a, 0), natural_argument(x, a, 1));
}

static term read_overflow(integer_reading *x, term a, enum op op, bool is_signed) {
    terms *t = x->p->terms;
    uint32_t width = term_width(t, term_arg(t, a, 0));
    term left = is_signed ? argument(x, a, 0) : natural_argument(x, a, 0);
    term right = is_signed ? argument(x, a, 1) : natural_argument(x, a, 1);
    term result = term_2(t, op, left, right);
    return is_signed ? term_not(t, in_range(t, result, width))
                     : term_not(t, below(t, result, power(t, width, 1)));
}

/* Words of one bit are 0 and -1. */
static term read_bit(integer_reading *x, term a) {
    terms *t = x->p->terms;
    term sum = {0};
    if (term_width(t, a) != 1) return sum;
    for (uint32_t i = 0, n = term_arity(t, a); i < n; i++) {
        term one = is_negative(t, argument(x, a, i));
        sum = !i                          ? one
              : term_op(t, a) == OP_BVAND ? term_and(t, sum, one)
              : term_op(t, a) == OP_BVOR  ? term_or(t, sum, one)
                                          : term_not(t, term_eq(t, sum, one));
    }
    return term_ite(t, sum, term_int(t, -1), term_int(t, 0));
}

static term read_many(integer_reading *x, term a, enum op op) {
    terms *t = x->p->terms;
    term_vec args = {0};
    for (uint32_t i = 0, n = term_arity(t, a); i < n; i++) vec_push(&args, argument(x, a, i));
    term result = term_app(t, op, args.size, args.data);
    vec_release(&args);
    return result;
}

static bool divides_by_constant(const terms *t, term a) {
    mpz_t z;
    mpz_init(z);
    bool good = term_get_mpz(t, term_arg(t, a, 1), z) && mpz_sgn(z);
    mpz_clear(z);
    return good;
}

static term read_division(integer_reading *x, term a) {
    terms *t = x->p->terms;
    if (!divides_by_constant(t, a)) return (term){0};
    switch (term_op(t, a)) {
    case OP_BVSDIV: return read_signed_division(x, a, true);
    case OP_BVSREM: return read_signed_division(x, a, false);
    case OP_BVUDIV: return read_unsigned_division(x, a, true);
    default: return read_unsigned_division(x, a, false);
    }
}

/* One operation, whose arguments have been read; none: it has no reading. One case an operation. */
static term read_operation(integer_reading *x, term a) {
    terms *t = x->p->terms;
    switch (term_op(t, a)) {
    case OP_TRUE:
    case OP_FALSE: return a;
    case OP_BV: return signed_constant(t, a);
    case OP_VAR: return term_is_bool(t, a) ? a : (term){0};
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_EQ:
    case OP_ITE: return read_many(x, a, term_op(t, a));
    case OP_BVADD: return read_many(x, a, OP_ADD);
    case OP_BVMUL: return read_many(x, a, OP_MUL);
    case OP_BVNOT: return minus(t, term_int(t, -1), argument(x, a, 0));
    case OP_BVSLT: return read_many(x, a, OP_LT);
    case OP_BVULT: return read_unsigned_less(x, a);
    case OP_SIGN_EXTEND: return argument(x, a, 0);
    case OP_ZERO_EXTEND: return natural_argument(x, a, 0);
    case OP_EXTRACT: return read_extract(x, a);
    case OP_CONCAT: return read_concat(x, a);
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR: return read_shift(x, a);
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVUDIV:
    case OP_BVUREM: return read_division(x, a);
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR: return read_bit(x, a);
    case OP_BVSADDO: return read_overflow(x, a, OP_ADD, true);
    case OP_BVSSUBO: return read_overflow(x, a, OP_SUB, true);
    case OP_BVSMULO: return read_overflow(x, a, OP_MUL, true);
    case OP_BVUADDO: return read_overflow(x, a, OP_ADD, false);
    case OP_BVUMULO: return read_overflow(x, a, OP_MUL, false);
    default: return (term){0};
    }
}

static const char *const operation_names[] = {
    [OP_NONE] = "none",
#define TERM_OP(name, smt, arity, indices) [OP_##name] = smt,
#include "term/ops.def"
#undef TERM_OP
};

static void refuse(integer_reading *x, term a) {
    const terms *t = x->p->terms;
    enum sort_kind k = sort_kind_of(t, term_sort(t, a));
    const char *name = k == SORT_ARRAY      ? "arrays"
                       : k == SORT_FP       ? "floats"
                       : !term_is_var(t, a) ? operation_names[term_op(t, a)]
                                            : "this sort";
    if (!x->refused[0]) snprintf(x->refused, sizeof x->refused, "%s", name);
}

/* Deep terms are read without recursion: a term waits on the stack until its arguments are read. */
static term reading(integer_reading *x, term a) {
    terms *t = x->p->terms;
    term_vec stack = {0};
    vec_push(&stack, a);
    while (stack.size && !x->refused[0]) {
        term top = vec_last(&stack);
        uint32_t waiting = stack.size;
        for (uint32_t i = 0, n = image_of(x, top).id ? 0 : term_arity(t, top); i < n; i++)
            if (!argument(x, top, i).id) vec_push(&stack, term_arg(t, top, i));
        if (stack.size != waiting) continue;
        stack.size--;
        if (image_of(x, top).id) continue;
        term result = read_operation(x, top);
        if (result.id) map_set(&x->image, top.id, result.id);
        else refuse(x, top);
    }
    vec_release(&stack);
    return x->refused[0] ? term_true(t) : image_of(x, a);
}

/* ---- the reading of a program ---- */
static void read_variables(integer_reading *x) {
    terms *t = x->p->terms;
    for (uint32_t i = 0; i < x->words->variables.size; i++) {
        variable v = x->words->variables.data[i];
        if (sort_is_bv(t, term_sort(t, v.var))) {
            term number_of = term_fresh(t, term_name(t, v.var), sort_int(t));
            map_set(&x->image, v.var.id, number_of.id);
            map_set(&x->word_of, number_of.id, v.var.id);
            v.var = number_of;
        }
        program_add_variable(x->p, v);
    }
}

static term range_of_variable(integer_reading *x, term word) {
    terms *t = x->p->terms;
    return sort_is_bv(t, term_sort(t, word)) ? in_range(t, image_of(x, word), term_width(t, word))
                                             : term_true(t);
}

static cmd read_havoc(integer_reading *x, cmd c) {
    program *p = x->p;
    term word = cmd_var(x->words, c);
    uint32_t in = cmd_input(x->words, c);
    if (in != NO_INPUT) {
        if (x->input_sort.size <= in) vec_resize(&x->input_sort, in + 1);
        x->input_sort.data[in] = term_sort(p->terms, word);
    }
    cmd parts[] = {cmd_havoc(p, reading(x, word), in), cmd_assume(p, range_of_variable(x, word))};
    return cmd_seq(p, 2, parts);
}

static cmd read_command(integer_reading *x, cmd c) {
    program *p = x->p;
    enum cmd_kind k = cmd_kind_of(x->words, c);
    if (x->refused[0] || k == CMD_SKIP) return cmd_skip(p);
    if (k == CMD_ASSUME) return cmd_assume(p, reading(x, cmd_term(x->words, c)));
    if (k == CMD_ASSIGN) {
        term var = reading(x, cmd_var(x->words, c)), to = reading(x, cmd_term(x->words, c));
        return x->refused[0] ? cmd_skip(p) : cmd_assign(p, var, to);
    }
    if (k == CMD_HAVOC) {
        reading(x, cmd_var(x->words, c));
        return x->refused[0] ? cmd_skip(p) : read_havoc(x, c);
    }
    cmd_vec parts = {0};
    for (uint32_t i = 0, n = cmd_size(x->words, c); i < n; i++)
        vec_push(&parts, read_command(x, cmd_part(x->words, c, i)));
    cmd out =
        k == CMD_SEQ ? cmd_seq(p, parts.size, parts.data) : cmd_choice(p, parts.size, parts.data);
    vec_release(&parts);
    return out;
}

/* What is read before it is written lies in the range of its word. */
static cmd initial_ranges(integer_reading *x) {
    liveness live;
    term_vec ranges = {0};
    program *copy = program_clone(x->words);
    liveness_of(copy, &live);
    for (uint32_t i = 0; i < x->words->variables.size; i++)
        if (bits_has(&live.at.data[x->words->start.id], i))
            vec_push(&ranges, range_of_variable(x, x->words->variables.data[i].var));
    cmd c = cmd_assume(x->p, term_and_n(x->p->terms, ranges.size, ranges.data));
    vec_release(&ranges);
    liveness_release(&live);
    program_delete(copy);
    return c;
}

static void read_edges(integer_reading *x) {
    program *p = x->p;
    cmd ranges = initial_ranges(x);
    for (edge_id i = {0}; i.id < p->edges.size && !x->refused[0]; i.id++) {
        edge *e = &p->edges.data[i.id];
        if (e->removed) continue;
        cmd c = read_command(x, x->words->edges.data[i.id].command);
        p->edges.data[i.id].command =
            same_loc(e->from, p->start) ? cmd_seq(p, 2, (cmd[]){ranges, c}) : c;
    }
}

bool integers_read(integer_reading *x, const program *words) {
    LOG("program", "read %u edges over integers", words->edges.size);
    *x = (integer_reading){.words = words, .p = program_clone(words)};
    vec_clear(&x->p->variables);
    map_clear(&x->p->variable_of);
    read_variables(x);
    read_edges(x);
    return !x->refused[0];
}

void integers_release(integer_reading *x) {
    if (x->p) program_delete(x->p);
    map_release(&x->image);
    map_release(&x->word_of);
    vec_release(&x->input_sort);
}

/* ---- back to words ---- */

/* Bits that hold a and everything inside it, as signed numbers; 0: a has no form in words. */
static uint32_t bits_of(const integer_reading *x, term a);

static uint32_t bits_of_constant(const terms *t, term a) {
    mpz_t z;
    mpz_init(z);
    uint32_t n = term_get_mpz(t, a, z) ? (uint32_t)mpz_sizeinbase(z, 2) + 1 : 0;
    mpz_clear(z);
    return n;
}

static uint32_t bits_of_variable(const integer_reading *x, term a) {
    uint64_t word;
    if (!map_get(&x->word_of, a.id, &word)) return 0;
    return term_width(x->p->terms, (term){(uint32_t)word});
}

static bool is_positive(const terms *t, term a) {
    mpz_t z;
    mpz_init(z);
    bool good = term_get_mpz(t, a, z) && mpz_sgn(z) > 0;
    mpz_clear(z);
    return good;
}

/* Of a sum, a product, or the larger of the two. */
static uint32_t bits_together(const integer_reading *x, term a, uint32_t from) {
    const terms *t = x->p->terms;
    uint32_t sum = 0, most = 0, n = term_arity(t, a), carries = 0;
    for (uint32_t i = from; i < n; i++) {
        uint32_t one = bits_of(x, term_arg(t, a, i));
        if (!one) return 0;
        sum += one;
        if (one > most) most = one;
    }
    while (1u << carries < n) carries++;
    return term_op(t, a) == OP_MUL ? sum : term_op(t, a) == OP_ADD ? most + carries : most;
}

static uint32_t bits_of(const integer_reading *x, term a) {
    const terms *t = x->p->terms;
    switch (term_op(t, a)) {
    case OP_NUMBER: return bits_of_constant(t, a);
    case OP_VAR: return bits_of_variable(x, a);
    case OP_ADD:
    case OP_MUL: return bits_together(x, a, 0);
    case OP_ITE: return bits_together(x, a, 1);
    case OP_INT_DIV:
    case OP_MOD:
        if (!is_positive(t, term_arg(t, a, 1))) return 0;
        uint32_t both = bits_together(x, a, 0);
        return both ? both + 1 : 0; /* the dividend without its remainder */
    default: return 0;
    }
}

static term in_words(integer_reading *x, term a, uint32_t width);

static term word_constant(terms *t, term a, uint32_t width) {
    mpz_t z;
    mpz_init(z);
    term_get_mpz(t, a, z);
    term word = term_bv_mpz(t, width, z);
    mpz_clear(z);
    return word;
}

static term word_variable(integer_reading *x, term a, uint32_t width) {
    uint64_t word = 0;
    map_get(&x->word_of, a.id, &word);
    return term_sext(x->p->terms, (term){(uint32_t)word}, width);
}

/* A positive divisor: bvsmod is then the remainder that mod has, and what is left divides exactly.
 */
static term word_division(integer_reading *x, term a, uint32_t width) {
    terms *t = x->p->terms;
    term top = in_words(x, term_arg(t, a, 0), width), by = in_words(x, term_arg(t, a, 1), width);
    term rest = term_2(t, OP_BVSMOD, top, by);
    if (term_op(t, a) == OP_MOD) return rest;
    return term_2(t, OP_BVSDIV, term_2(t, OP_BVSUB, top, rest), by);
}

/* The value of a as a signed word of this width, which holds all that is inside it. */
static term in_words(integer_reading *x, term a, uint32_t width) {
    terms *t = x->p->terms;
    switch (term_op(t, a)) {
    case OP_NUMBER: return word_constant(t, a, width);
    case OP_VAR: return word_variable(x, a, width);
    case OP_INT_DIV:
    case OP_MOD: return word_division(x, a, width);
    case OP_ITE: {
        term c = integers_to_words(x, term_arg(t, a, 0));
        term yes = in_words(x, term_arg(t, a, 1), width),
             no = in_words(x, term_arg(t, a, 2), width);
        return c.id ? term_ite(t, c, yes, no) : yes; /* the atom's caller has seen the condition */
    }
    default: {
        term_vec args = {0};
        for (uint32_t i = 0, n = term_arity(t, a); i < n; i++)
            vec_push(&args, in_words(x, term_arg(t, a, i), width));
        term word =
            term_app(t, term_op(t, a) == OP_MUL ? OP_BVMUL : OP_BVADD, args.size, args.data);
        vec_release(&args);
        return word;
    }
    }
}

/* Can every condition inside a be said in words? */
static bool conditions_can(integer_reading *x, term a) {
    terms *t = x->p->terms;
    if (term_op(t, a) == OP_ITE && !integers_to_words(x, term_arg(t, a, 0)).id) return false;
    for (uint32_t i = term_op(t, a) == OP_ITE, n = term_arity(t, a); i < n; i++)
        if (!conditions_can(x, term_arg(t, a, i))) return false;
    return true;
}

enum { MAX_WORD = 4096 };

static term comparison_in_words(integer_reading *x, term a) {
    terms *t = x->p->terms;
    term left = term_arg(t, a, 0), right = term_arg(t, a, 1);
    uint32_t b = bits_of(x, left), c = bits_of(x, right), width = b > c ? b : c;
    if (!b || !c || width > MAX_WORD || !conditions_can(x, left) || !conditions_can(x, right))
        return (term){0};
    term l = in_words(x, left, width), r = in_words(x, right, width);
    return term_op(t, a) == OP_EQ ? term_eq(t, l, r) : term_not(t, term_2(t, OP_BVSLT, r, l));
}

static bool compares_numbers(const terms *t, term a) {
    if (term_op(t, a) != OP_LE && term_op(t, a) != OP_EQ) return false;
    return sort_kind_of(t, term_sort(t, term_arg(t, a, 0))) == SORT_INT;
}

/* An atom over words or floats, or a Bool variable: not of this reading, or the same in both. */
static bool is_said_in_words(const terms *t, term a) {
    for (uint32_t i = 0, n = term_arity(t, a); i < n; i++) {
        enum sort_kind k = sort_kind_of(t, term_sort(t, term_arg(t, a, i)));
        if (k == SORT_INT || k == SORT_REAL) return false;
    }
    return true;
}

term integers_to_words(integer_reading *x, term a) {
    assert_debug(term_is_there(x->words->terms, a));
    terms *t = x->p->terms;
    if (compares_numbers(t, a)) return comparison_in_words(x, a);
    if (!term_is_connective(t, a)) return is_said_in_words(t, a) ? a : (term){0};
    term_vec args = {0};
    bool can = true;
    for (uint32_t i = 0, n = term_arity(t, a); i < n && can; i++) {
        vec_push(&args, integers_to_words(x, term_arg(t, a, i)));
        can = vec_last(&args).id != 0;
    }
    if (can && args.size) a = term_rebuild(t, a, args.data);
    vec_release(&args);
    return can ? a : (term){0};
}

value integers_value(integer_reading *x, values *pool, value a, sort word) {
    assert_debug(sort_is_there(x->words->terms, word));
    terms *t = x->p->terms;
    if (sort_kind_of(t, a.sort) != SORT_INT || !sort_is_bv(t, word)) return a;
    return value_of_term(pool, word_constant(t, value_to_term(pool, a), sort_width(t, word)));
}
