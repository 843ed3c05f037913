/* Which inline assembly is instructions only (native/assembly.h). */
#include "native/assembly.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool plain(const char *s) { return assembly_text_is_plain(s, strlen(s)); }

static void instructions(void **state) {
    (void)state;
    assert_true(plain(""));
    assert_true(plain("syscall"));
    assert_true(plain("incl counter(%rip)"));
    assert_true(plain("lock incl $0"));
    assert_true(plain("1: dec $0\n\tjnz 1b"));
    assert_true(plain("rep; movsb"));
    assert_true(plain("call ${0:P}"));
}

static void directives(void **state) {
    (void)state;
    assert_false(plain(".incbin \"/etc/passwd\""));
    assert_false(plain("nop\n .INCBIN /etc/passwd"));
    assert_false(plain("nop; .macro m"));
    assert_false(plain("1: .byte 0"));
    assert_false(plain("lock .byte 0"));
}

/* Operands may be symbols of any name. */
static void made_of_operands(void **state) {
    (void)state;
    assert_false(plain("${0:c} ${1:c}"));
    assert_false(plain("lock ${0:c} ${1:c}"));
    assert_false(plain("rep lock ${0:c} x"));
    assert_false(plain("1: ${0:c} x"));
    assert_false(plain("inc$0"));
    assert_false(plain("nop # x\n$0 y"));
    assert_false(plain("/**/ $0 y"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(instructions), cmocka_unit_test(directives),
                                       cmocka_unit_test(made_of_operands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
