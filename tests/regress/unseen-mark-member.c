// expect: UNKNOWN(depends on addresses) --property valid-deref
struct s { int a, b; };
struct s *get(void);
int main(void) {
    struct s *p = get();
    if (!p || p == (void *)1) return 0;
    return p->b;
}
