/* JSON-RPC 2.0 over two descriptors: with the length of each message before it (LSP), or
 * a message a line (MCP). What is malformed is answered with an error; only a length that cannot be
 * ends the connection. */
#ifndef SERVE_RPC_H
#define SERVE_RPC_H

#include "base/text.h"

#include <jansson.h>

enum {
    RPC_NO_JSON = -32700,
    RPC_NO_REQUEST = -32600,
    RPC_NO_METHOD = -32601,
    RPC_BAD_PARAMS = -32602,
    RPC_FAILED = -32603,
    RPC_NOT_INITIALIZED = -32002,
    RPC_CANCELLED = -32800
};

typedef struct {
    int from, to; /* descriptors */
    bool headers; /* LSP */
    bool ended;   /* nobody reads or writes any more */
    text in;      /* not yet taken */
} rpc;

/* Take in what has come; it blocks where that is nothing. */
void rpc_read(rpc *r);
/* The next whole message, a JSON object, which the caller releases; NULL: not yet. */
json_t *rpc_next(rpc *r);
void rpc_release(rpc *r);

/* `id` is borrowed, `result` and `params` are taken. */
void rpc_result(rpc *r, json_t *id, json_t *result);
void rpc_error(rpc *r, json_t *id, int code, const char *words);
void rpc_notify(rpc *r, const char *method, json_t *params);
void rpc_ask(rpc *r, const char *id, const char *method, json_t *params);

/* Any bytes as a JSON string. */
json_t *rpc_string(const char *s, size_t n);

#endif
