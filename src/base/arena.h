/* Memory that is freed together: the scope lifetime. Blocks never move. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

typedef struct arena_chunk arena_chunk;
typedef struct {
    arena_chunk *chunk;
    size_t used;
} arena; /* zeroed: empty */
typedef struct {
    arena_chunk *chunk;
    size_t used;
} arena_mark;

void *arena_alloc(arena *a, size_t size); /* aligned to 16, not cleared */
char *arena_string(arena *a, const char *text);
arena_mark arena_here(const arena *a);
void arena_rewind(arena *a, arena_mark mark); /* frees all that came after the mark */
void arena_release(arena *a);

#endif
