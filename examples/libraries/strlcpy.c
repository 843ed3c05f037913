/* strlcpy of libbsd 0.11.7: any string of up to 7 characters, any size of the target. */
#include <assert.h>
#include <string.h>
extern size_t strlcpy(char *to, const char *from, size_t size);
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char from[8], to[5];
    unsigned size = __VERIFIER_nondet_uint();
    for (int i = 0; i < 7; i++) from[i] = __VERIFIER_nondet_char();
    from[7] = 0;
    if (size > sizeof to) return 0;
    size_t length = strlcpy(to, from, size);
    assert(length == strlen(from));
    assert(!size || strlen(to) == (length < size ? length : size - 1));
    return 0;
}
