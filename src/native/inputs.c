#include "native/inputs.h"

#include <string.h>

/* Whether a type is made of C's own words, not of names that the test does not have. */
static bool basic_type(const char *type) {
    static const char *const words[] = {"_Bool",    "char",       "short",        "int",    "long",
                                        "unsigned", "signed",     "float",        "double", "void",
                                        "__int128", "__float128", "__SIZE_TYPE__"};
    bool any = false;
    while (*(type += strspn(type, " *"))) {
        size_t n = strcspn(type, " *"), i = 0;
        while (i < sizeof words / sizeof *words &&
               (strlen(words[i]) != n || memcmp(words[i], type, n)))
            i++;
        if (i == sizeof words / sizeof *words) return false;
        any = true;
        type += n;
    }
    return any;
}

const char *native_input_type(const program *p, uint32_t in) {
    if (in == NO_INPUT) return "long"; /* no run of the model calls it */
    const char *said = program_text(p, p->inputs.data[in].type);
    if (basic_type(said)) return said;
    return strchr(said, '*') ? "void *" : NULL;
}

value native_value(terms *t, values *pool, sort s, uint64_t bits) {
    assert_debug(sort_is_there(t, s));
    mpz_t z;
    value v = {0};
    switch (sort_kind_of(t, s)) {
    case SORT_BOOL: return value_bool(t, bits & 1);
    case SORT_BV: return sort_width(t, s) <= 64 ? value_bv(t, sort_width(t, s), bits) : v;
    case SORT_FP:
        if (sort_width(t, s) > 64) return v;
        mpz_init(z);
        mpz_import(z, 1, -1, sizeof bits, 0, 0, &bits);
        v = value_of_term(pool, term_fp_bits(t, s, z));
        mpz_clear(z);
        return v;
    default: return v;
    }
}
