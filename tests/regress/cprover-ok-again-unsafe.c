// expect: FALSE(assert)
int *kept;
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i) __CPROVER_assert(__CPROVER_r_ok(kept, 4), "of the round before");
        kept = &x;
    }
}
