// expect: TRUE --property valid-deref
// expect: TRUE --property valid-deref -- -DLOOP
// expect: FALSE(valid-deref) --property valid-deref -- -DOUT
// expect: FALSE(valid-deref) --property valid-deref -- -DCONTINUE
// expect: FALSE(valid-deref) --property valid-deref -- -DSWITCH
// expect: FALSE(valid-deref) --property valid-deref -- -DARRAY
// A jump inside of a block keeps its locals (C11 6.2.4p6); one out of it, and the next round of a loop, does not. An array of
// variable size ends where a jump goes before its declaration (6.2.4p7).
extern unsigned char __VERIFIER_nondet_uchar(void);
int *last;
int main(void) {
    int i = 0;
#ifdef LOOP
    for (int k = 0; k < 2; k++) {
        int tries = 0;
        last = 0;
    retry:;
        int now = tries;
        if (last) *last = 5;
        last = &now;
        if (++tries < 3) goto retry;
    }
#elif defined OUT
out: {
    int x = i;
    if (i == 1) *last = 1;
    last = &x;
    if (i++ < 2) goto out;
}
#elif defined CONTINUE
    for (;;) {
        int x = i;
        if (i == 1) *last = 1;
        last = &x;
        if (i++ < 2) continue;
        break;
    }
#elif defined SWITCH
    for (; i < 3; i++)
        switch (i) {
            int x;
        default:
            x = i;
            if (i == 1) *last = 1;
            last = &x;
        }
#elif defined ARRAY
    int n = __VERIFIER_nondet_uchar() % 3 + 1;
before:;
    int a[n];
    a[0] = 1;
    if (i == 1) *last = 1;
    last = a;
    if (i++ < 2) goto before;
#else
    {
    inside:;
        int x = 0;
        if (i == 1) *last = 1;
        last = &x;
        if (i++ < 2) goto inside;
    }
#endif
    return 0;
}
