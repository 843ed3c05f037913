/* C as text: words, groups, and types of numbers (src/source). */
#include "source/number_types.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void check_type(const char *name, enum c_kind kind, uint32_t bits, bool is_unsigned) {
    c_type c = c_type_of(name);
    assert_int_equal(c.kind, kind);
    assert_int_equal(c.bits, bits);
    assert_int_equal(c.is_unsigned, is_unsigned);
}

static void test_types(void **state) {
    (void)state;
    check_type("int", C_INTEGER, 32, false);
    check_type("unsigned", C_INTEGER, 32, true);
    check_type("long int unsigned", C_INTEGER, 0, true);
    check_type("long long", C_INTEGER, 64, false);
    check_type("unsigned short int", C_INTEGER, 16, true);
    check_type("const volatile signed char", C_INTEGER, 8, false);
    check_type("size_t", C_INTEGER, 0, true);
    check_type("uint64_t", C_INTEGER, 64, true);
    check_type("_Bool", C_BOOL, 8, true);
    check_type("double", C_FLOAT, 64, false);
    check_type("long double", C_FLOAT, 128, false);
    check_type("struct unsigned_pair", C_OTHER, 0, false);
    assert_int_equal(c_type_of("unsigned char *").kind, C_POINTER);
    assert_int_equal(c_type_of("struct s *").kind, C_POINTER);
}

static void test_type_ends(void **state) {
    (void)state;
    const char *text = "unsigned int) x";
    c_type c;
    assert_ptr_equal(c_type_take(text, text + strlen(text), &c), text + strlen("unsigned int"));
    text = "x) + int";
    assert_ptr_equal(c_type_take(text, text + strlen(text), &c), text);
}

static void test_marks(void **state) {
    (void)state;
    const char *text = "p->n <= (a < b) /* < */ && \"<\" < c", *end = text + strlen(text);
    assert_ptr_equal(find_mark(text, end, "<"), strstr(text, "< c"));
    assert_null(find_mark(text, end, ">"));
    assert_ptr_equal(find_mark(text, end, "<="), strstr(text, "<="));
    const char *open = strchr(text, '(');
    assert_ptr_equal(group_end(open, end), strchr(text, ')') + 1);
    assert_null(group_end(open, open + 3));
}

static void test_names(void **state) {
    (void)state;
    const char *text = "int count; // total\nchar *s = \"sum\"; sums += 0x1Eu;",
               *end = text + strlen(text);
    assert_true(names_word(text, end, "count"));
    assert_false(names_word(text, end, "total"));
    assert_false(names_word(text, end, "sum"));
    source_word number = word_at(strstr(text, "0x"), end);
    assert_int_equal(number.kind, WORD_NUMBER);
    assert_true(word_is(number, "0x1Eu"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_type_ends),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
