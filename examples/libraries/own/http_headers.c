/* HTTP headers: a cursor between the begin and the end of a buffer, a table of fixed size. */
#include "harness.h"
struct header { const char *name, *value; size_t name_len, value_len; };
#define CHECK_EOF() if (buf == end) { *ret = -2; return 0; }
static const char *token_to_eol(const char *buf, const char *end, const char **token, size_t *len, int *ret) {
    const char *start = buf;
    for (;; ++buf) {
        CHECK_EOF();
        if (*buf == '\r' || *buf == '\n') break;
        if ((unsigned char)*buf < 32 && *buf != '\t') { *ret = -1; return 0; }
    }
    *token = start;
    *len = (size_t)(buf - start);
    if (*buf == '\r') {
        ++buf;
        CHECK_EOF();
        if (*buf != '\n') { *ret = -1; return 0; }
    }
    return buf + 1;
}
static const char *headers(const char *buf, const char *end, struct header *h, size_t *n, size_t max, int *ret) {
    for (;; ++*n) {
        CHECK_EOF();
        if (*buf == '\r') {
            ++buf;
            CHECK_EOF();
            if (*buf++ != '\n') { *ret = -1; return 0; }
            break;
        } else if (*buf == '\n') {
            ++buf;
            break;
        }
#ifdef BUG
        if (*n > max) { *ret = -1; return 0; }
#else
        if (*n == max) { *ret = -1; return 0; }
#endif
        h[*n].name = buf;
        for (;; ++buf) {
            CHECK_EOF();
            if (*buf == ':') break;
            if (*buf == ' ') { *ret = -1; return 0; }
        }
        if ((h[*n].name_len = (size_t)(buf - h[*n].name)) == 0) { *ret = -1; return 0; }
        ++buf;
        for (;; ++buf) {
            CHECK_EOF();
            if (!(*buf == ' ' || *buf == '\t')) break;
        }
        if (!(buf = token_to_eol(buf, end, &h[*n].value, &h[*n].value_len, ret))) return 0;
    }
    return buf;
}
int main(void) {
    size_t n = __VERIFIER_nondet_uint(), count = 0;
    struct header h[16];
    int ret = 0;
    char *b = any_bytes(n + 1);
    const char *p = headers(b, b + n, h, &count, 16, &ret);
    if (p) assert(p >= b && p <= b + n);
    free(b);
    return 0;
}
