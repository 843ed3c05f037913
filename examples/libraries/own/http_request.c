/* The request line of HTTP with pointers between begin and end, as picohttpparser does. */
#include "harness.h"

struct request {
    const char *method, *path;
    size_t method_len, path_len;
    int minor;
};

#define CHECK_EOF()                                                                                \
    if (buf == buf_end) return NULL

static const char *token(const char *buf, const char *buf_end, const char **tok, size_t *len) {
    const char *start = buf;
    CHECK_EOF();
    while (*buf != ' ') {
        if ((unsigned char)*buf < 0x20 || *buf == 0x7f) return NULL;
        ++buf;
#ifndef BUG
        CHECK_EOF();
#endif
    }
    *tok = start;
    *len = (size_t)(buf - start);
    return buf;
}

static const char *parse(const char *buf, const char *buf_end, struct request *r) {
    static const char version[] = "HTTP/1.";
    buf = token(buf, buf_end, &r->method, &r->method_len);
    if (!buf) return NULL;
    do {
        ++buf;
        CHECK_EOF();
    } while (*buf == ' ');
    buf = token(buf, buf_end, &r->path, &r->path_len);
    if (!buf) return NULL;
    do {
        ++buf;
        CHECK_EOF();
    } while (*buf == ' ');
    if (buf_end - buf < 9) return NULL;
    for (int i = 0; i < 7; i++)
        if (*buf++ != version[i]) return NULL;
    if (*buf < '0' || *buf > '9') return NULL;
    r->minor = *buf++ - '0';
    return buf;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *text = any_bytes(n);
    struct request r = {0};
    const char *end = parse(text, text + n, &r);
    if (end) {
        assert(r.method + r.method_len <= text + n);
        assert(r.path + r.path_len <= text + n);
    }
    free(text);
    return 0;
}
