/* NMEA sentences of GPS receivers: "$" fields "*" two hexadecimal digits. */
#include "harness.h"

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

enum { FIELDS = 20 };
struct sentence {
    const char *field[FIELDS];
    unsigned count;
};

static int parse(const char *s, size_t n, struct sentence *out) {
    uint8_t sum = 0;
    size_t i = 1;
    out->count = 0;
    if (n < 4 || s[0] != '$') return 0;
    for (; i < n && s[i] != '*'; i++) {
        sum ^= (uint8_t)s[i];
        if (s[i] == ',') {
#ifndef BUG
            if (out->count >= FIELDS) return 0;
#endif
            out->field[out->count++] = s + i + 1;
        }
    }
    if (n - i < 3) return 0;
    int high = hex(s[i + 1]), low = hex(s[i + 2]);
    return high >= 0 && low >= 0 && sum == (high << 4 | low);
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *s = any_bytes(n);
    struct sentence x;
    parse(s, n, &x);
    assert(x.count <= FIELDS);
    free(s);
    return 0;
}
