// expect: FALSE(dead-code) total=123 covered=117 unreachable=6 open=0 -- --criterion condition
/* Every kind of statement, with and without braces. */
extern int __VERIFIER_nondet_int(void);
static int classify(int x) {
    switch (x & 7) {
        int unused;
    case 0: case 1:
        return 1;
    case 2:
        x = 5; /* falls through */
    case 3 ... 4:
        x++;
        break;
    default:
        ;
    }
    switch (x & 3) case 2: return 9;
    switch (x) {
    case 7: x = 0;
    }
    return x;
}
static int loops(int n) {
    int sum = 0, i;
    for (;;) {
        if (sum++ > 3) break;
    }
    for (i = 0; i < 4 && n; i++) if (n & 1) sum++; else sum--;
    for (; n > 90;) n--;
    while (1) {
        if (!(n && !sum) || i > 3) return sum;
        else continue;
    }
    return -1;
}
static int jumps(int n) {
    int k = 0;
again:
    if (k++ < 2) goto again;
    do n--; while (n > 0 && n < 4);
    if (n == 100) goto out; else if (n == 101) k = 3;
    return k;
out:
    return -k;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || x > 100 || y > 200) return 0;
    int t = x ? y : 3, both[2] = {[0] = x && y, [1] = x || y};
    t += ({ int q = x; q && t; });
    return classify(x) + loops(x) + jumps(y) + t + both[0];
}
