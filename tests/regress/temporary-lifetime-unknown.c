// expect: UNKNOWN(temporary lifetime) --property valid-deref
/* What a function returns in the middle of an expression lives to the end of it (C11 6.2.4p8). */
struct s { int a[3]; };

static struct s make(int x) {
    struct s s = {{x, x + 1, x + 2}};
    return s;
}

int main(void) {
    int *p = make(3).a;
    return p[1];
}
