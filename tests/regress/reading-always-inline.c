// expect: TRUE
/* Parameters of functions that clang inlines have their values where they are declared, also in loops. */
extern void reach_error(void);
struct big { int a[8]; };
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
static inline __attribute__((always_inline)) int last(struct big s, const int *n) { return s.a[*n]; }
static inline __attribute__((always_inline)) int sum(int n) {
    int local = 0;
    for (int i = 0; i <= n; i++) local += twice(i);
    return local;
}
int main(void) {
    struct big s = {{1, 2, 3, 4, 5, 6, 7, 8}};
    for (int i = 0; i < 3; i++) {
        if (twice(i) != i + i) reach_error();
        if (last(s, &i) != i + 1) reach_error();
        if (sum(i) != i * (i + 1)) reach_error();
    }
    return 0;
}
