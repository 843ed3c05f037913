/* Inside src/term: the pool of values, and the operations by theory. */
#ifndef TERM_VALUE_INTERNAL_H
#define TERM_VALUE_INTERNAL_H

#include "term/term_internal.h"

/* A persistent binary trie over 64-bit keys, most significant differing bit first. A leaf has bit
 * 64 and holds an index and its element; leaves whose (hashed) keys collide are chained by `right`.
 */
typedef struct {
    uint64_t key;
    uint32_t bit, left, right;
    value index, element;
} trie_node;
typedef struct {
    value otherwise;
    uint32_t root, count;
} array_value; /* count: leaves */

struct values {
    terms *t;
    vec(__mpz_struct) wide;    /* BV and FP of more than 64 bits, non-negative */
    vec(__mpq_struct) numbers; /* Int and Real */
    uint64_t limbs; /* of all of these: their memory is asked for after every query and step */
    vec(array_value) arrays;
    vec(trie_node) trie; /* 0 is the empty trie */
};

/* Is `bits` the value itself? */
static inline bool sort_is_inline(const terms *t, sort s) {
    const sort_node *x = sort_node_of(t, s);
    switch (x->kind) {
    case SORT_BV: return x->a <= 64;
    case SORT_FP: return x->a + x->b <= 64;
    case SORT_BOOL:
    case SORT_RM: return true;
    default: return false;
    }
}

value value_bits(values *v, sort s, const mpz_t bits);    /* BV or FP; taken modulo 2^width */
void value_get_bits(const values *v, value a, mpz_t out); /* BV or FP */
void bits_make_signed(mpz_t x, uint32_t w); /* the signed number that these w bits are */
mpq_srcptr value_get_number(const values *v, value a);
void values_clear(values *v);

value array_const(values *v, sort s, value otherwise);
value array_select(values *v, value array, value index);
value array_store(values *v, value array, value index, value element);
/* The exceptions of an array, ordered by index where indices are words. */
typedef struct {
    value index, element;
} array_entry;
typedef vec(array_entry) array_entries;
void array_list(const values *v, value array, array_entries *out);

bool apply_small(const terms *t, enum op op, uint32_t i0, uint32_t i1, uint32_t n,
                 const value *args, sort result,
                 uint64_t *out); /* Bool and BV arguments of at most 64 bits; false: not this way */
value apply_wide(values *v, enum op op, sort result, uint32_t i0, uint32_t i1, uint32_t n,
                 const value *args);
value apply_fp(values *v, enum op op, sort result, uint32_t i0, uint32_t i1, uint32_t n,
               const value *args);
/* The same without the machine's floating-point unit. */
value apply_fp_soft(values *v, enum op op, sort result, uint32_t n, const value *args);
bool apply_fp_machine(const terms *t, enum op op, sort result, uint32_t n, const value *args,
                      uint64_t *out);

#endif
