#include "base/intern.h"

void intern_init(intern *n) {
    *n = (intern){0};
    intern_id(n, "");
}

void intern_release(intern *n) {
    arena_release(&n->memory);
    vec_release(&n->text);
    map_release(&n->index);
}

/* Strings of one hash form a probe sequence of keys hash, hash + 1, ... */
static uint64_t probe(const intern *n, const char *text, uint32_t *id) {
    uint64_t key = hash_bytes(text, strlen(text)), found;
    for (; map_get(&n->index, key, &found); key++)
        if (!strcmp(n->text.data[found], text)) {
            *id = (uint32_t)found;
            return key;
        }
    *id = UINT32_MAX;
    return key;
}

uint32_t intern_id(intern *n, const char *text) {
    uint32_t id;
    uint64_t key = probe(n, text, &id);
    if (id != UINT32_MAX) return id;
    id = n->text.size;
    vec_push(&n->text, arena_string(&n->memory, text));
    map_set(&n->index, key, id);
    return id;
}

uint32_t intern_find(const intern *n, const char *text) {
    uint32_t id;
    probe(n, text, &id);
    return id == UINT32_MAX ? 0 : id;
}

const char *intern_text(const intern *n, uint32_t id) {
    assert(id < n->text.size);
    return n->text.data[id];
}
