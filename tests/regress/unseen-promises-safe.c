// expect: TRUE
extern void reach_error(void);
extern void *block(void) __attribute__((returns_nonnull, assume_aligned(16)));

int main(void) {
    void *p = block();
    if (!p || (unsigned long)p % 16) reach_error();
}
