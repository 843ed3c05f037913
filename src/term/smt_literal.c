/* Literals: numerals, decimals, #x, #b, Booleans and rounding modes. */
#include "term/smtlib_internal.h"

#include <ctype.h>

bool smt_numeral(const char *atom, uint32_t *out) {
    uint64_t n = 0;
    if (!*atom) return false;
    for (const char *c = atom; *c; c++) {
        if (!isdigit((unsigned char)*c)) return false;
        n = n * 10 + (uint64_t)(*c - '0');
        if (n > UINT32_MAX) return false;
    }
    *out = (uint32_t)n;
    return true;
}

static int number(terms *t, const char *atom, term *out) {
    size_t digits = strspn(atom, "0123456789");
    bool decimal = atom[digits] == '.';
    size_t fraction = decimal ? strspn(atom + digits + 1, "0123456789") : 0;
    if (atom[digits + decimal + fraction] || (decimal && !fraction)) return -1;
    char *all = mem_alloc(digits + fraction + 1);
    memcpy(all, atom, digits);
    memcpy(all + digits, atom + digits + decimal, fraction);
    all[digits + fraction] = 0;
    mpq_t q;
    mpq_init(q);
    mpz_set_str(mpq_numref(q), all, 10);
    mpz_ui_pow_ui(mpq_denref(q), 10, fraction);
    mpq_canonicalize(q);
    *out = term_number(t, decimal ? t->real_sort : t->int_sort, q);
    mpq_clear(q);
    mem_free(all);
    return 1;
}

static int bit_string(terms *t, const char *atom, term *out) {
    int base = atom[1] == 'x' ? 16 : atom[1] == 'b' ? 2 : 0;
    size_t n = base ? strlen(atom + 2) : 0, width = base == 16 ? 4 * n : n;
    if (!n || width > 65536) return -1;
    if (strspn(atom + 2, base == 16 ? "0123456789abcdefABCDEF" : "01") != n) return -1;
    mpz_t z;
    mpz_init_set_str(z, atom + 2, base);
    *out = term_bv_mpz(t, (uint32_t)width, z);
    mpz_clear(z);
    return 1;
}

static bool rounding_mode(terms *t, const char *atom, term *out) {
    static const char *const names[][2] = {{"RNE", "roundNearestTiesToEven"},
                                           {"RNA", "roundNearestTiesToAway"},
                                           {"RTP", "roundTowardPositive"},
                                           {"RTN", "roundTowardNegative"},
                                           {"RTZ", "roundTowardZero"}};
    for (int i = 0; i < 5; i++)
        if (strcmp(atom, names[i][0]) == 0 || strcmp(atom, names[i][1]) == 0)
            return *out = term_rm(t, (enum rounding)i), true;
    return false;
}

int smt_literal(terms *t, const char *atom, term *out) {
    if (isdigit((unsigned char)*atom)) return number(t, atom, out);
    if (*atom == '#') return bit_string(t, atom, out);
    if (strcmp(atom, "true") == 0) return *out = t->truth, 1;
    if (strcmp(atom, "false") == 0) return *out = t->falsity, 1;
    return *atom == 'R' || *atom == 'r' ? rounding_mode(t, atom, out) : 0;
}
