#include "engine/board.h"

#include "base/fail.h"
#include "term/smtlib.h"

#include <stdatomic.h>
#include <sys/mman.h>

enum { SLOTS = 1 << 14, BYTES = 16 << 20 };

typedef struct {
    atomic_uint ready;
    uint32_t at, offset, size;
} slot;

struct board {
    atomic_uint slots; /* reserved; may run past SLOTS */
    atomic_uint bytes;
    slot slot[SLOTS];
    char text[BYTES];
};

board *board_new(void) {
    void *memory = mmap(NULL, sizeof(board), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void board_delete(board *b) {
    if (b) munmap(b, sizeof *b);
}

uint32_t board_count(const board *b) {
    if (!b) return 0;
    uint32_t n = atomic_load(&b->slots);
    return n < SLOTS ? n : SLOTS;
}

static void fill(board *b, slot *s, const board_lemma *l, const text *formula, uint32_t offset) {
    memcpy(b->text + offset, formula->data, formula->size);
    s->at = l->at;
    s->offset = offset;
    s->size = (uint32_t)formula->size;
    atomic_store_explicit(&s->ready, 1, memory_order_release);
}

void board_post(board *b, terms *t, const board_lemma *l) {
    if (!b || atomic_load(&b->slots) >= SLOTS || atomic_load(&b->bytes) >= BYTES) return;
    text formula = {0};
    smtlib_term(t, l->formula, &formula);
    if (formula.size < BYTES / 16) {
        uint32_t offset = atomic_fetch_add(&b->bytes, (uint32_t)formula.size);
        if (offset + formula.size <= BYTES) {
            uint32_t i = atomic_fetch_add(&b->slots, 1);
            if (i < SLOTS) fill(b, &b->slot[i], l, &formula, offset);
        }
    }
    text_release(&formula);
}

static bool read_slot(board *b, const slot *s, terms *t, board_lemma *out) {
    input_error error = {0};
    smt_scope *scope = smt_scope_new(t, "board");
    bool ok = smt_parse_term(scope, b->text + s->offset, s->size, 1, 1, &out->formula, &error);
    smt_scope_delete(scope);
    out->at = s->at;
    return ok && term_is_bool(t, out->formula);
}

bool board_next(board_reader *r, terms *t, board_lemma *out) {
    uint32_t n = board_count(r->board);
    for (uint32_t i = r->low; i < n; i++) {
        const slot *s = &r->board->slot[i];
        if (bits_has(&r->read, i) || !atomic_load_explicit(&s->ready, memory_order_acquire)) continue;
        bits_add(&r->read, i);
        while (bits_has(&r->read, r->low)) r->low++;
        if (read_slot(r->board, s, t, out)) return true;
    }
    return false;
}

void board_reader_release(board_reader *r) { bits_release(&r->read); }
