// expect: TRUE --property valid-deref
/* It lives while the call runs that it is passed to. */
struct s { int a[3]; };

static struct s make(int x) {
    struct s s = {{x, x + 1, x + 2}};
    return s;
}

static int second(const int *p) {
    const int *q = p;
    return q[1];
}

int main(void) {
    struct s kept = make(1), *p = &kept;
    return second(make(3).a) + make(2).a[1] + p->a[2];
}
