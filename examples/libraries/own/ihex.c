/* One record of an Intel HEX file: ":LLAAAATT", data, checksum. */
#include "harness.h"

static int nibble(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

static int byte_at(const char *s) {
    int high = nibble(s[0]), low = high < 0 ? -1 : nibble(s[1]);
    return low < 0 ? -1 : high << 4 | low;
}

struct record {
    uint8_t count, type, data[32];
    uint16_t address;
};

static int parse(const char *s, struct record *r) {
    if (*s++ != ':') return -1;
    uint8_t head[4], sum = 0;
    for (int i = 0; i < 4; i++, s += 2) {
        int b = byte_at(s);
        if (b < 0) return -1;
        head[i] = (uint8_t)b;
        sum += head[i];
    }
#ifdef BUG
    if (head[0] > sizeof r->data + 1) return -1;
#else
    if (head[0] > sizeof r->data) return -1;
#endif
    r->count = head[0];
    r->address = (uint16_t)(head[1] << 8 | head[2]);
    r->type = head[3];
    for (int i = 0; i < r->count; i++, s += 2) {
        int b = byte_at(s);
        if (b < 0) return -1;
        r->data[i] = (uint8_t)b;
        sum += (uint8_t)b;
    }
    int check = byte_at(s);
    return check < 0 || (uint8_t)(sum + check) ? -1 : r->count;
}

int main(void) {
    char *s = any_string();
    struct record r;
    int n = parse(s, &r);
    assert(n <= 32);
    free(s);
    return 0;
}
