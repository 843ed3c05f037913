#include "native/server.h"
#include "base/own.h"

#include <string.h>

static const char *const interface[SERVER_KINDS] = {[SERVER_OF_RUNS] =
#include "server.inc"
                                                        , [SERVER_OF_STEPS] =
#include "steps.inc"
};

static const unsigned char runs64[] = {
#include "server64.inc"
};
static const unsigned char runs32[] = {
#include "server32.inc"
};
static const unsigned char steps64[] = {
#include "steps64.inc"
};
static const unsigned char steps32[] = {
#include "steps32.inc"
};

static const struct server_object {
    const unsigned char *bytes;
    size_t size;
} objects[SERVER_KINDS][2] = {
    [SERVER_OF_RUNS] = {{runs64, sizeof runs64}, {runs32, sizeof runs32}},
    [SERVER_OF_STEPS] = {{steps64, sizeof steps64}, {steps32, sizeof steps32}},
};

void server_interface(enum server_kind k, uint64_t seed, double seconds, text *out) {
    assert_debug(seconds >= 0);
    text_print(out, "#define CINCH_OWN(name) %s##name\n%s", own_prefix(), interface[k]);
    text_print(out, "const word first_seed = %lluull;\nconst double seconds_to_run = %f;\n",
               (unsigned long long)seed, seconds);
}

bool server_write(enum server_kind k, const building *x, const char *path) {
    bool narrow = x->s.data_model && !strcmp(x->s.data_model, "ILP32");
    const struct server_object *server = &objects[k][narrow];
    text object = {0};
    text_bytes(&object, (const char *)server->bytes, server->size);
    own_names(object.data, object.size);
    bool good = text_write_file(&object, path);
    text_release(&object);
    return good;
}
