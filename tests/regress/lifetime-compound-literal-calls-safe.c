// expect: TRUE --property valid-deref
// The same instruction of two calls: each literal lives during one of them. A literal in the step
// of `for` lives as long as the whole loop.
struct pair {
    int a, b;
};
static struct pair *kept;
static int first(void) { return kept->a; }

int main(void) {
    int r = 1, *p = 0;
    kept = &(struct pair){r, r};
    r += first();
    {
        kept = &(struct pair){r, r};
        r += first();
    }
    for (int i = 0; i < 3; p = &(int){3}, i++) {
        if (p) r += *p;
    }
    for (int *q = &(int){3}, i = 0; i < 2; i++) r += *q;
    return r == 0;
}
