/* A number in any base from 2 to 36. */
#include "harness.h"

static char *to_text(int32_t v, unsigned base, char *out, size_t room) {
    static const char digit[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    char held[33];
    size_t n = 0, o = 0;
    uint32_t u = v < 0 ? 0u - (uint32_t)v : (uint32_t)v;
    if (base < 2 || base > 36) return 0;
    do {
        held[n++] = digit[u % base];
        u /= base;
    } while (u);
    if (v < 0) held[n++] = '-';
#ifdef BUG
    if (n > room) return 0;
#else
    if (n >= room) return 0;
#endif
    while (n) out[o++] = held[--n];
    out[o] = 0;
    return out;
}

int main(void) {
    size_t room = __VERIFIER_nondet_uint() % 64;
    char *out = any_bytes(room);
    to_text(__VERIFIER_nondet_int(), __VERIFIER_nondet_uint(), out, room);
    free(out);
    return 0;
}
