/* The models of number conversion, order and ctype.h against the host's library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

/* The host's, before the models take their names. */
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
static long (*const host_strtol)(const char *, char **, int) = strtol;
static unsigned long (*const host_strtoul)(const char *, char **, int) = strtoul;
int isalpha(int), isdigit(int), isalnum(int), isxdigit(int), isspace(int), isblank(int),
    iscntrl(int), isprint(int), isgraph(int), ispunct(int), isupper(int), islower(int),
    toupper(int), tolower(int);
static int (*const host_ctype[])(int) = {isalpha, isdigit, isalnum, isxdigit, isspace, isblank,
                                         iscntrl, isprint, isgraph, ispunct,  isupper, islower};
static int (*const host_upper)(int) = toupper, (*const host_lower)(int) = tolower;

/* What a model asks of its callers: the calls here need not keep it. */
static void claim(_Bool holds, const char *what) { (void)holds, (void)what; }
static int over_int(void) { return -5; }
static int open_int(void) { return 1; }
static void assume(int holds) { assert_true(holds); }
static size_t over_size(void) { return 0; }
static double over_double(void) { return 0; }
static float over_float(void) { return 0; }
static long double over_longdouble(void) { return 0; }
static int pure(void) { return 1; }
static int c_locale(void) { return 0; }
const unsigned short __cinch_other_classes[384];
const int __cinch_other_lower[384], __cinch_other_upper[384];
#define __builtin_flt_rounds() 1
#define __cinch_precondition claim
#define __cinch_inside claim
#define __cinch_over_int over_int
#define __cinch_over_size over_size
#define __cinch_over_double over_double
#define __cinch_over_float over_float
#define __cinch_over_longdouble over_longdouble
#define __cinch_comparisons_pure pure
#define __cinch_locale c_locale
#define __errno_location model_errno_location
#define reallocarray model_reallocarray
#define aligned_alloc model_aligned_alloc
#define memalign model_memalign
#define pvalloc model_pvalloc
#define posix_memalign model_posix_memalign
#define strtoimax model_strtoimax
#define strtoumax model_strtoumax
#define strtof model_strtof
#define strtod model_strtod
#define strtold model_strtold
#define atof model_atof
#define lfind model_lfind
#define lsearch model_lsearch
#define __cinch_open_int open_int
#define __cinch_assume assume
#define abs model_abs
#define labs model_labs
#define llabs model_llabs
#define div model_div
#define ldiv model_ldiv
#define lldiv model_lldiv
#define calloc model_calloc
#define strtol model_strtol
#define strtoll model_strtoll
#define strtoul model_strtoul
#define strtoull model_strtoull
#define atoi model_atoi
#define atol model_atol
#define atoll model_atoll
#define bsearch model_bsearch
#define qsort model_qsort
#define ffs model_ffs
#define ffsl model_ffsl
#define ffsll model_ffsll
#define rand model_rand
#define srand model_srand
#define digit digit_value
#include "../../lib/arithmetic.c"
#include "../../lib/stdlib.c"
#undef digit
#undef __cinch_locale
#define setlocale model_setlocale
#define isalpha model_isalpha
#define isdigit model_isdigit
#define isalnum model_isalnum
#define isxdigit model_isxdigit
#define isspace model_isspace
#define isblank model_isblank
#define iscntrl model_iscntrl
#define isprint model_isprint
#define isgraph model_isgraph
#define ispunct model_ispunct
#define isupper model_isupper
#define islower model_islower
#define isascii model_isascii
#define toupper model_toupper
#define tolower model_tolower
#include "../../lib/ctype.c"
static int (*const model_ctype[])(int) = {isalpha, isdigit, isalnum, isxdigit, isspace, isblank,
                                          iscntrl, isprint, isgraph, ispunct,  isupper, islower};

static void draw(rng *r, char *s) {
    uint32_t n = random_below(r, 24);
    static const char letters[] = "0123456789012345678901234567899 -+xXabfzZ\t";
    for (uint32_t i = 0; i < n; i++)
        s[i] = letters[random_below(r, i < 2 ? sizeof letters - 1 : 36)];
    s[n] = 0;
}

static void test_numbers(void **state) {
    static const int bases[] = {0, 10, 16, 8, 2, 36, 7};
    rng r = {11};
    (void)state;
    for (int i = 0; i < 300000; i++) {
        char s[32], *a, *b;
        int base = bases[random_below(&r, 7)];
        draw(&r, s);
        assert_true(strtol(s, &a, base) == host_strtol(s, &b, base));
        assert_ptr_equal(a, b);
        assert_true(strtoul(s, &a, base) == host_strtoul(s, &b, base));
        assert_ptr_equal(a, b);
    }
}

static int by_value(const void *a, const void *b) {
    int x = *(const signed char *)a, y = *(const signed char *)b;
    return (x > y) - (x < y);
}

/* Elements of all sizes that are swapped in their own way; the first byte is the value. */
static void test_order(void **state) {
    static const size_t sizes[] = {1, 3, sizeof(int), sizeof(long long)};
    rng r = {13};
    (void)state;
    for (int i = 0; i < 20000; i++) {
        _Alignas(8) char a[8 * 8];
        size_t each = sizes[random_below(&r, 4)], n = random_below(&r, 9);
        int sum = 0;
        for (size_t k = 0; k < n * each; k++) sum += a[k] = (char)random_below(&r, 6);
        qsort(a, n, each, by_value);
        for (size_t k = 1; k < n; k++) assert_true(a[(k - 1) * each] <= a[k * each]);
        for (size_t k = 0; k < n * each; k++) sum -= a[k];
        assert_int_equal(sum, 0);
        assert_int_equal(ffs(i), __builtin_ffs(i));
    }
}

static void test_characters(void **state) {
    (void)state;
    for (int c = -1; c < 256; c++) {
        for (int i = 0; i < 12; i++)
            assert_int_equal(model_ctype[i](c) != 0, host_ctype[i](c) != 0);
        assert_int_equal(toupper(c), host_upper(c));
        assert_int_equal(tolower(c), host_lower(c));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers), cmocka_unit_test(test_order),
                                       cmocka_unit_test(test_characters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
