/* Sorts: interned triples of kind and two parameters. */
#include "term/term_internal.h"

static sort sort_make(terms *t, enum sort_kind kind, uint32_t a, uint32_t b) {
    uint64_t key = hash_mix((uint64_t)kind << 60 ^ (uint64_t)a << 30 ^ b), id;
    for (;; key++) {
        if (!map_get(&t->sort_index, key, &id)) break;
        const sort_node *s = &t->sorts.data[id];
        if (s->kind == kind && s->a == a && s->b == b) return (sort){(uint32_t)id};
    }
    id = t->sorts.size;
    require(id < 1u << 24, "too many sorts");
    vec_push(&t->sorts, ((sort_node){kind, a, b}));
    map_set(&t->sort_index, key, id);
    return (sort){(uint32_t)id};
}

sort sort_bool(terms *t) { return t->bool_sort.id ? t->bool_sort : sort_make(t, SORT_BOOL, 0, 0); }
sort sort_rm(terms *t) { return t->rm_sort.id ? t->rm_sort : sort_make(t, SORT_RM, 0, 0); }
sort sort_int(terms *t) { return t->int_sort.id ? t->int_sort : sort_make(t, SORT_INT, 0, 0); }
sort sort_real(terms *t) { return t->real_sort.id ? t->real_sort : sort_make(t, SORT_REAL, 0, 0); }

sort sort_bv(terms *t, uint32_t width) {
    require(width >= 1 && width <= 65536, "bit-vectors have 1 to 65536 bits, not %u", width);
    if (width > 128) return sort_make(t, SORT_BV, width, 0);
    if (!t->bv_sort[width]) t->bv_sort[width] = sort_make(t, SORT_BV, width, 0).id;
    return (sort){t->bv_sort[width]};
}

sort sort_fp(terms *t, uint32_t exponent_bits, uint32_t significand_bits) {
    require(exponent_bits >= 2 && exponent_bits <= 30 && significand_bits >= 2 &&
                significand_bits <= 32768,
            "no float format (%u, %u)", exponent_bits, significand_bits);
    return sort_make(t, SORT_FP, exponent_bits, significand_bits);
}

sort sort_array(terms *t, sort index, sort element) {
    require(index.id && index.id < t->sorts.size && element.id && element.id < t->sorts.size,
            "an array needs two sorts");
    return sort_make(t, SORT_ARRAY, index.id, element.id);
}

bool sort_is_there(const terms *t, sort s) { return s.id && s.id < t->sorts.size; }

enum sort_kind sort_kind_of(const terms *t, sort s) {
    assert_debug(sort_is_there(t, s));
    return t->sorts.data[s.id].kind;
}
bool sort_is_bv(const terms *t, sort s) {
    assert_debug(sort_is_there(t, s));
    return sort_kind_of(t, s) == SORT_BV;
}
bool sort_is_fp(const terms *t, sort s) {
    assert_debug(sort_is_there(t, s));
    return sort_kind_of(t, s) == SORT_FP;
}

uint32_t sort_width(const terms *t, sort s) {
    assert_debug(sort_is_there(t, s));
    const sort_node *x = sort_node_of(t, s);
    switch (x->kind) {
    case SORT_BOOL: return 1;
    case SORT_BV: return x->a;
    case SORT_FP: return x->a + x->b;
    default: return 0;
    }
}

uint32_t sort_eb(const terms *t, sort s) { return sort_is_fp(t, s) ? sort_node_of(t, s)->a : 0; }
uint32_t sort_sb(const terms *t, sort s) { return sort_is_fp(t, s) ? sort_node_of(t, s)->b : 0; }

sort sort_index(const terms *t, sort s) {
    return (sort){sort_kind_of(t, s) == SORT_ARRAY ? sort_node_of(t, s)->a : 0};
}
sort sort_element(const terms *t, sort s) {
    return (sort){sort_kind_of(t, s) == SORT_ARRAY ? sort_node_of(t, s)->b : 0};
}
