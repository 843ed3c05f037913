#include "engine/board.h"

#include "base/log.h"
#include "base/fail.h"
#include "term/smtlib.h"

#include <stdatomic.h>
#include <sys/mman.h>

enum { SLOTS = 1 << 14, BYTES = 16 << 20 };

typedef struct {
    atomic_uint ready;
    uint32_t first; /* of the slots that were posted at once; it is ready last */
    uint32_t at, offset, size;
    solver_set used; /* by the engine that posted it, until then */
} board_slot;

struct board {
    atomic_uint slots; /* reserved; may run past SLOTS */
    atomic_uint bytes;
    atomic_bool ending;
    board_slot slot[SLOTS];
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

void board_close(board *b) {
    LOG("board", "close at %u lemmas", board_count(b));
    if (b) atomic_store(&b->bytes, BYTES);
}

uint32_t board_count(const board *b) {
    if (!b) return 0;
    uint32_t n = atomic_load(&b->slots);
    return n < SLOTS ? n : SLOTS;
}

void board_set_ending(board *b, bool ending) {
    if (b) atomic_store_explicit(&b->ending, ending, memory_order_relaxed);
}

bool board_ending(const board *b) {
    return b && atomic_load_explicit(&b->ending, memory_order_relaxed);
}

static bool readable(const board *b, uint32_t i) {
    return atomic_load_explicit(&b->slot[i].ready, memory_order_acquire) &&
           atomic_load_explicit(&b->slot[b->slot[i].first].ready, memory_order_acquire);
}

void board_check(const board *b) {
#ifdef CINCH_CHECK
    for (uint32_t i = 0; i < board_count(b); i++) {
        const board_slot *s = &b->slot[i];
        if (!readable(b, i)) continue;
        require(s->first <= i && s->offset <= BYTES && s->size <= BYTES - s->offset,
                "a slot of the board is out of bounds");
        for (uint32_t k = s->first; k < i; k++)
            require(readable(b, k), "a group on the board is incomplete");
    }
#else
    (void)b;
#endif
}

static void fill(board *b, uint32_t first, uint32_t n, const board_lemma *l, const text *all,
                 const u32_vec *ends, uint32_t offset, solver_set used) {
    memcpy(b->text + offset, all->data, all->size);
    for (uint32_t i = n; i-- > 0;) {
        board_slot *s = &b->slot[first + i];
        uint32_t begin = i ? ends->data[i - 1] : 0;
        s->first = first;
        s->at = l[i].at.id;
        s->used = used;
        s->offset = offset + begin;
        s->size = ends->data[i] - begin;
        atomic_store_explicit(&s->ready, 1, memory_order_release);
    }
}

/* What is reserved and not filled is never ready. */
static bool place_all(board *b, uint32_t n, const board_lemma *l, const text *all,
                      const u32_vec *ends, solver_set used, uint32_t *first) {
    if (all->size >= BYTES / 16 || atomic_load(&b->slots) >= SLOTS ||
        atomic_load(&b->bytes) >= BYTES)
        return false;
    uint32_t offset = atomic_fetch_add(&b->bytes, (uint32_t)all->size);
    if (offset + all->size > BYTES) return false;
    *first = atomic_fetch_add(&b->slots, n);
    if (*first >= SLOTS || n > SLOTS - *first) return false;
    fill(b, *first, n, l, all, ends, offset, used);
    return true;
}

static bool post(board *b, terms *t, uint32_t n, const board_lemma *l, uint32_t *first) {
    text all = {0};
    u32_vec ends = {0};
    for (uint32_t i = 0; b && i < n; i++) {
        smtlib_term(t, l[i].formula, &all);
        vec_push(&ends, (uint32_t)all.size);
    }
    bool posted = b && n && place_all(b, n, l, &all, &ends, solvers_seen(t), first);
    board_check(b);
    text_release(&all);
    vec_release(&ends);
    return posted;
}

static bool read_slot(board *b, const board_slot *s, terms *t, board_lemma *out) {
    input_error error = {0};
    smt_scope *scope = smt_scope_new(t, "board");
    bool ok = smt_parse_term(scope, b->text + s->offset, s->size, 1, 1, &out->formula, &error);
    smt_scope_delete(scope);
    out->at = (loc){s->at};
    return ok && term_is_bool(t, out->formula);
}

bool board_next(board_reader *r, terms *t, board_lemma *out) {
    uint32_t n = board_count(r->board);
    for (uint32_t i = r->low; i < n; i++) {
        if (bits_has(&r->read, i) || !readable(r->board, i)) continue;
        bits_add(&r->read, i);
        while (bits_has(&r->read, r->low)) r->low++;
        if (!read_slot(r->board, &r->board->slot[i], t, out)) continue;
        solvers_record(t, r->board->slot[i].used);
        return true;
    }
    return false;
}

bool board_post(board *b, terms *t, uint32_t n, const board_lemma *l) {
    LOG("board", "post %u lemmas", n);
    uint32_t first;
    return post(b, t, n, l, &first);
}

bool board_post_as(board_reader *r, terms *t, uint32_t n, const board_lemma *l) {
    uint32_t first;
    if (!post(r->board, t, n, l, &first)) return false;
    for (uint32_t i = 0; i < n; i++) bits_add(&r->read, first + i);
    return true;
}

void board_reader_release(board_reader *r) { bits_release(&r->read); }
