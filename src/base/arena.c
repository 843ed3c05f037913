#include "base/arena.h"
#include "base/fail.h"

#include <string.h>

struct arena_chunk {
    arena_chunk *older;
    size_t size;
    _Alignas(16) char bytes[];
};

enum { CHUNK = 64 * 1024 };

void *arena_alloc(arena *a, size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (!a->chunk || a->used + size > a->chunk->size) {
        size_t room = size > CHUNK ? size : CHUNK;
        arena_chunk *c = mem_alloc(sizeof *c + room);
        c->older = a->chunk;
        c->size = room;
        a->chunk = c;
        a->used = 0;
    }
    void *block = a->chunk->bytes + a->used;
    a->used += size;
    return block;
}

char *arena_string(arena *a, const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(arena_alloc(a, size), text, size);
}

arena_mark arena_here(const arena *a) { return (arena_mark){a->chunk, a->used}; }

void arena_rewind(arena *a, arena_mark mark) {
    while (a->chunk != mark.chunk) {
        arena_chunk *older = a->chunk->older;
        mem_free(a->chunk);
        a->chunk = older;
    }
    a->used = mark.used;
}

void arena_release(arena *a) { arena_rewind(a, (arena_mark){NULL, 0}); }
