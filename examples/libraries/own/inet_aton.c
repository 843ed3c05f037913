/* An IPv4 address is read from text: four numbers up to 255 with dots. */
#include "harness.h"

int ip4_parse(const char *s, uint8_t out[4]) {
    for (int part = 0; part < 4; part++) {
        unsigned v = 0, digits = 0;
        while (*s >= '0' && *s <= '9') {
            v = v * 10 + (unsigned)(*s++ - '0');
            if (v > 255 || ++digits > 3) return 0;
        }
        if (!digits) return 0;
        out[part] = (uint8_t)v;
#ifdef BUG
        if (part < 3) s++;
        if (part < 3 && s[-1] != '.' && s[-1] != ' ' && s[-1]) return 0;
#else
        if (part < 3 && *s++ != '.') return 0;
#endif
    }
    return !*s;
}

int main(void) {
    char *s = any_string();
    uint8_t address[4] = {0};
    ip4_parse(s, address);
    free(s);
    return 0;
}
