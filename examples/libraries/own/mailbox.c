/* A queue of messages of one size in a block that the caller gives. */
#include "harness.h"

struct mailbox {
    uint8_t *block;
    size_t item, capacity, head, count;
};

static int put(struct mailbox *m, const void *item) {
#ifdef BUG
    if (m->count > m->capacity) return 0;
    size_t tail = m->head + m->count;
    if (tail > m->capacity) tail -= m->capacity;
#else
    if (m->count == m->capacity) return 0;
    size_t tail = m->head + m->count;
    if (tail >= m->capacity) tail -= m->capacity;
#endif
    memcpy(m->block + tail * m->item, item, m->item);
    m->count++;
    return 1;
}

static int get(struct mailbox *m, void *item) {
    if (!m->count) return 0;
    memcpy(item, m->block + m->head * m->item, m->item);
    if (++m->head == m->capacity) m->head = 0;
    m->count--;
    return 1;
}

int main(void) {
    size_t capacity = __VERIFIER_nondet_uint();
    uint8_t message[24];
    if (!capacity || capacity > 1000000) return 0;
    __VERIFIER_nondet_memory(message, sizeof message);
    struct mailbox m = {any_bytes(capacity * sizeof message), sizeof message, capacity, 0, 0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) put(&m, message);
        else get(&m, message);
        assert(m.count <= m.capacity && m.head < m.capacity);
    }
    free(m.block);
    return 0;
}
