// expect: TRUE
// Which slot an object has is not known, but it is always the same.
#include <stdint.h>
extern void reach_error(void);
int a, b;
void *key[4];

static unsigned hash(const void *p) { return (uintptr_t)p / sizeof(int) % 4; }

static int found(void *p) {
    unsigned i = hash(p);
    return key[i] == p || key[(i + 1) % 4] == p;
}

int main(void) {
    unsigned i = hash(&a);
    key[i] = &a;
    i = hash(&b);
    if (key[i]) i = (i + 1) % 4;
    key[i] = &b;
    if (!found(&a) || !found(&b)) reach_error();
}
