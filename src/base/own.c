#include "base/own.h"
#include "base/fail.h"

#include <string.h>
#include <sys/random.h>

enum { LENGTH = sizeof OWN - 1 };
static char prefix[sizeof OWN];

/* Before any process is forked. */
__attribute__((constructor)) static void draw(void) {
    uint64_t secret;
    if (getrandom(&secret, sizeof secret, 0) == sizeof secret)
        snprintf(prefix, sizeof prefix, "__cinch_%016llx_", (unsigned long long)secret);
}

const char *own_prefix(void) {
    require(prefix[0], "no random numbers");
    return prefix;
}

static void replace(char *bytes, size_t size, const char *from, const char *to) {
    char *end = bytes + size;
    for (char *at = bytes; (at = memmem(at, (size_t)(end - at), from, LENGTH)); at += LENGTH)
        memcpy(at, to, LENGTH);
}

void own_names(char *bytes, size_t size) { replace(bytes, size, OWN, own_prefix()); }
void own_plain(char *bytes, size_t size) { replace(bytes, size, own_prefix(), OWN); }

void own_text(const char *ours, text *out) {
    size_t from = out->size;
    text_add(out, ours);
    own_names(out->data + from, out->size - from);
}

const char *own_rest(const char *name) {
    return strncmp(name, own_prefix(), LENGTH) ? NULL : name + LENGTH;
}
