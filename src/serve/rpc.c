#include "serve/rpc.h"

#include "base/fail.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LARGEST_MESSAGE = 64 << 20, LARGEST_HEADER = 64 << 10 };

void rpc_read(rpc *r) {
    char buffer[65536];
    ssize_t n = read(r->from, buffer, sizeof buffer);
    if (n > 0) text_bytes(&r->in, buffer, (size_t)n);
    else if (n == 0 || errno != EINTR) r->ended = true;
}

void rpc_release(rpc *r) { text_release(&r->in); }

static void take(rpc *r, size_t n) {
    memmove(r->in.data, r->in.data + n, r->in.size - n);
    r->in.size -= n;
    r->in.data[r->in.size] = 0;
}

/* ---- writing ---- */

static void write_all(rpc *r, const char *data, size_t size) {
    while (size && !r->ended) {
        ssize_t n = write(r->to, data, size);
        if (n < 0 && errno == EINTR) continue;
        r->ended |= n <= 0;
        if (n > 0) data += n, size -= (size_t)n;
    }
}

static void send_message(rpc *r, json_t *message) {
    char *body = json_dumps(message, JSON_COMPACT);
    text out = {0};
    require(body, "the message is not JSON");
    if (r->headers) text_print(&out, "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
    else text_print(&out, "%s\n", body);
    write_all(r, out.data, out.size);
    text_release(&out);
    free(body);
    json_decref(message);
}

void rpc_result(rpc *r, json_t *id, json_t *result) {
    send_message(r, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

void rpc_error(rpc *r, json_t *id, int code, const char *words) {
    json_t *said = rpc_string(words, strlen(words));
    send_message(r, json_pack("{s:s, s:o, s:{s:i, s:o}}", "jsonrpc", "2.0", "id",
                              id ? json_incref(id) : json_null(), "error", "code", code, "message",
                              said));
}

void rpc_notify(rpc *r, const char *method, json_t *params) {
    send_message(
        r, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

void rpc_ask(rpc *r, const char *id, const char *method, json_t *params) {
    send_message(r, json_pack("{s:s, s:s, s:s, s:o}", "jsonrpc", "2.0", "id", id, "method", method,
                              "params", params));
}

json_t *rpc_string(const char *s, size_t n) {
    json_t *j = json_stringn(s, n);
    if (j) return j;
    text ascii = {0};
    for (size_t i = 0; i < n; i++) text_char(&ascii, s[i] > 0 ? s[i] : '?');
    j = json_stringn(text_string(&ascii), ascii.size);
    text_release(&ascii);
    return j;
}

/* ---- reading ---- */

static json_t *parsed(rpc *r, const char *s, size_t n) {
    json_error_t why;
    json_t *message = json_loadb(s, n, 0, &why);
    if (json_is_object(message)) return message;
    rpc_error(r, NULL, message ? RPC_NO_REQUEST : RPC_NO_JSON,
              message ? "a message is an object" : why.text);
    json_decref(message);
    return NULL;
}

/* A message a line; empty lines are none. */
static json_t *next_line(rpc *r) {
    json_t *message = NULL;
    for (char *end; !message && r->in.size && (end = memchr(r->in.data, '\n', r->in.size));) {
        size_t n = (size_t)(end - r->in.data);
        if (strspn(r->in.data, " \t\r") < n) message = parsed(r, r->in.data, n);
        take(r, n + 1);
    }
    if (!message && r->in.size > LARGEST_MESSAGE) r->ended = true;
    return message;
}

/* The value of Content-Length in the header lines before `end`; -1: there is none. */
static long long length_in(const char *header, const char *end) {
    static const char name[] = "Content-Length:";
    for (const char *line = header; line < end;) {
        if (!strncasecmp(line, name, sizeof name - 1))
            return strtoll(line + sizeof name - 1, NULL, 10);
        const char *next = memchr(line, '\n', (size_t)(end - line));
        if (!next) break;
        line = next + 1;
    }
    return -1;
}

/* True: try again. */
static bool next_framed(rpc *r, json_t **message) {
    *message = NULL;
    if (!r->in.size) return false;
    char *end = strstr(r->in.data, "\r\n\r\n");
    if (!end) {
        r->ended |= r->in.size > LARGEST_HEADER;
        return false;
    }
    size_t header = (size_t)(end - r->in.data) + 4;
    long long n = length_in(r->in.data, end);
    if (n > LARGEST_MESSAGE) {
        rpc_error(r, NULL, RPC_NO_REQUEST, "the message is too long");
        r->ended = true;
        return false;
    }
    if (n < 0) {
        take(r, header);
        rpc_error(r, NULL, RPC_NO_REQUEST, "a header without Content-Length");
        return true;
    }
    if (r->in.size < header + (size_t)n) return false;
    *message = parsed(r, r->in.data + header, (size_t)n);
    take(r, header + (size_t)n);
    return !*message;
}

json_t *rpc_next(rpc *r) {
    json_t *message;
    if (!r->headers) return next_line(r);
    while (next_framed(r, &message))
        if (r->ended) return NULL;
    return message;
}
