/* The models of string.h, stdlib.h and ctype.h against the host's library, on short random strings.
 */
#pragma GCC diagnostic ignored "-Wstringop-truncation" /* truncation is what is compared */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "base/random.h"

/* The sign that an open comparison gets: the first that the model accepts. */
static int tries[] = {-7, 7};
static int next_try, accepted;
static int open_int(void) { return tries[next_try]; }
static void assume(int holds) { accepted = holds; }

static int c_locale(void) { return 0; }

#define __cinch_assume assume
#define __cinch_over_int open_int
#define __cinch_locale c_locale
#define strtok_r model_strtok_r
#define strsep model_strsep
#define stpncpy model_stpncpy
#define explicit_bzero model_explicit_bzero
#define memmem model_memmem
#define strcasestr model_strcasestr
#define strcoll model_strcoll
#define __cinch_open_int open_int
#define memcpy model_memcpy
#define mempcpy model_mempcpy
#define memmove model_memmove
#define memset model_memset
#define bzero model_bzero
#define memcmp model_memcmp
#define bcmp model_bcmp
#define memchr model_memchr
#define strlen model_strlen
#define strnlen model_strnlen
#define strcpy model_strcpy
#define stpcpy model_stpcpy
#define strncpy model_strncpy
#define strcat model_strcat
#define strncat model_strncat
#define strcmp model_strcmp
#define strncmp model_strncmp
#define strchr model_strchr
#define strchrnul model_strchrnul
#define strrchr model_strrchr
#define strspn model_strspn
#define strcspn model_strcspn
#define strpbrk model_strpbrk
#define strstr model_strstr
#define strdup model_strdup
#define strndup model_strndup
#define strcasecmp model_strcasecmp
#define strncasecmp model_strncasecmp
#define memrchr model_memrchr
#define memccpy model_memccpy
#define strtok model_strtok
#define malloc own_malloc
static void *own_malloc(size_t n);
#define order order_of_bytes
#undef tolower /* a macro of the host, where it optimizes */
#include "../../lib/string.c"
#undef memcpy
#undef mempcpy
#undef memmove
#undef memset
#undef bzero
#undef memcmp
#undef bcmp
#undef memchr
#undef strlen
#undef strnlen
#undef strcpy
#undef stpcpy
#undef strncpy
#undef strcat
#undef strncat
#undef strcmp
#undef strncmp
#undef strchr
#undef strchrnul
#undef strrchr
#undef strspn
#undef strcspn
#undef strpbrk
#undef strstr
#undef strdup
#undef strndup
#undef strcasecmp
#undef strncasecmp
#undef memrchr
#undef memccpy
#undef strtok
#undef malloc
static void *own_malloc(size_t n) { return malloc(n); }

enum { ROUNDS = 100000, LONGEST = 8 };

/* Letters from a small alphabet, so that strings often share parts. */
static void draw(rng *r, char *s) {
    size_t n = random_below(r, LONGEST);
    for (size_t i = 0; i < n; i++) s[i] = "abB\xe9 "[random_below(r, 5)];
    s[n] = 0;
}

static int sign(int x) { return (x > 0) - (x < 0); }

/* The model's comparison must accept a result of the host's sign, and no other. */
#define COMPARE(model, host)                                                                       \
    do {                                                                                           \
        int wanted = sign(host);                                                                   \
        next_try = wanted > 0;                                                                     \
        accepted = 1;                                                                              \
        int got = sign(model);                                                                     \
        assert_int_equal(got, wanted);                                                             \
        assert_true(accepted);                                                                     \
        if (wanted) {                                                                              \
            next_try = !next_try;                                                                  \
            (void)(model);                                                                         \
            assert_false(accepted);                                                                \
        }                                                                                          \
    } while (0)

static void compare_search(const char *a, const char *b, size_t n, int c) {
    assert_int_equal(model_strlen(a), strlen(a));
    assert_int_equal(model_strnlen(a, n), strnlen(a, n));
    COMPARE(model_strcmp(a, b), strcmp(a, b));
    COMPARE(model_strncmp(a, b, n), strncmp(a, b, n));
    assert_ptr_equal(model_strchr(a, c), strchr(a, c));
    assert_ptr_equal(model_strrchr(a, c), strrchr(a, c));
    assert_int_equal(model_strspn(a, b), strspn(a, b));
    assert_int_equal(model_strcspn(a, b), strcspn(a, b));
    assert_ptr_equal(model_strpbrk(a, b), strpbrk(a, b));
    assert_ptr_equal(model_strstr(a, b), strstr(a, b));
    assert_ptr_equal(model_memchr(a, c, strlen(a)), memchr(a, c, strlen(a)));
    assert_ptr_equal(model_memrchr(a, c, strlen(a)), memrchr(a, c, strlen(a)));
    COMPARE(model_strcasecmp(a, b), strcasecmp(a, b));
    COMPARE(model_strncasecmp(a, b, n), strncasecmp(a, b, n));
}

static void compare_copies(const char *a, const char *b, size_t n) {
    char x[4 * LONGEST], y[4 * LONGEST];
    memset(x, 'x', sizeof x);
    memset(y, 'x', sizeof y);
    model_strcpy(x, a), strcpy(y, a);
    model_strcat(x, b), strcat(y, b);
    model_strncat(x, a, n), strncat(y, a, n);
    assert_memory_equal(x, y, sizeof x);
    model_strncpy(x, b, n), strncpy(y, b, n);
    assert_memory_equal(x, y, sizeof x);
    COMPARE(model_memcmp(a, x, strlen(a) + 1), memcmp(a, x, strlen(a) + 1));
}

/* Both cut the same text into the same pieces. */
static void compare_pieces(const char *a, const char *set) {
    char x[LONGEST + 1], y[LONGEST + 1], *p, *q;
    strcpy(x, a), strcpy(y, a);
    p = model_strtok(x, set), q = strtok(y, set);
    for (; p && q; p = model_strtok(NULL, set), q = strtok(NULL, set)) assert_string_equal(p, q);
    assert_true(!p && !q);
    char *end = model_memccpy(x, a, ' ', strlen(a)), *host_end = memccpy(y, a, ' ', strlen(a));
    assert_int_equal(end ? end - x : -1, host_end ? host_end - y : -1);
}

static void test_strings(void **state) {
    rng r = {7};
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        char a[LONGEST + 1], b[LONGEST + 1];
        draw(&r, a);
        draw(&r, b);
        compare_search(a, b, random_below(&r, LONGEST), "ab\xe9 z\0"[random_below(&r, 6)]);
        compare_copies(a, b, random_below(&r, LONGEST));
        compare_pieces(a, b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_strings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
