/* Text to number, which saturates. */
#include "harness.h"

static int32_t to_number(const char *s) {
    int negative = 0;
    int32_t v = 0;
    while (*s == ' ') s++;
    if (*s == '-' || *s == '+') negative = *s++ == '-';
    while (*s >= '0' && *s <= '9') {
        int digit = *s++ - '0';
#ifdef BUG
        if (v > INT32_MAX / 10) return negative ? INT32_MIN : INT32_MAX;
#else
        if (v > (INT32_MAX - digit) / 10) return negative ? INT32_MIN : INT32_MAX;
#endif
        v = v * 10 + digit;
    }
    return negative ? -v : v;
}

int main(void) {
    char *s = any_string();
    to_number(s);
    free(s);
    return 0;
}
