/* A name of a DNS message: labels with their lengths, and pointers back to earlier ones. */
#include "harness.h"

enum { MOST = 255, JUMPS = 16 };

/* Writes the name with dots; the length of the text, or -1. */
static int read_name(const uint8_t *message, size_t size, size_t at, char out[MOST + 1]) {
    int n = 0, jumps = 0;
    for (;;) {
        if (at >= size) return -1;
        uint8_t c = message[at];
        if (c == 0) break;
        if ((c & 0xC0) == 0xC0) {
            if (at + 1 >= size || ++jumps > JUMPS) return -1;
            at = (size_t)(c & 0x3F) << 8 | message[at + 1];
            continue;
        }
        if (c & 0xC0) return -1;
#ifdef BUG
        if (at + c > size || n + c + 1 > MOST) return -1;
#else
        if (at + 1 + c > size || n + c + 1 > MOST) return -1;
#endif
        memcpy(out + n, message + at + 1, c);
        n += c;
        out[n++] = '.';
        at += (size_t)c + 1;
    }
    out[n] = 0;
    return n;
}

int main(void) {
    size_t size = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
    uint8_t *message = any_bytes(size);
    char name[MOST + 1];
    int n = read_name(message, size, at, name);
    assert(n <= MOST);
    if (n > 0) assert(name[n] == 0);
    free(message);
    return 0;
}
