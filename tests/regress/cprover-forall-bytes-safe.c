// expect: TRUE --engine bmc --property assert,bounds,null
// Quantifiers over the bytes of records: written out where the size is constant, so that the records
// stay records, without a loop; and a loop where it is not.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

extern uint64_t nondet_uint64_t(void);

struct list {
    uint64_t size, length, *data;
};

#define ZEROED(object)                                                                             \
    __CPROVER_forall {                                                                             \
        int i;                                                                                     \
        (i >= 0 && i < sizeof(object)) ==> ((const uint8_t *)&object)[i] == 0                      \
    }

static void clear(struct list *l) {
    assert(ZEROED(*l) || l->length <= l->size);
    l->length = 0;
}

int main(void) {
    struct list l = {nondet_uint64_t(), nondet_uint64_t(), &l.size};
    uint8_t bytes[3] = {0, (uint8_t)nondet_uint64_t(), 0};
    int n = 3;
    __CPROVER_assume(l.length <= l.size);
    clear(&l);
    assert(l.length == 0 && l.length <= l.size && !ZEROED(l));
    _Bool some = __CPROVER_exists { unsigned i; i < sizeof(bytes) && bytes[i] != 0 };
    assert(some == (bytes[1] != 0));
    _Bool none = __CPROVER_forall { int i; (0 <= i && i < n) ==> bytes[i] == 0 };
    assert(none != some);
    _Bool inside = __CPROVER_forall { size_t i; (0 < i && i <= 1) ==> bytes[i] == 0 };
    assert(inside == none);
}
