// expect: TRUE --property valid-deref --entry counted --entry-size 64
// expect: TRUE --property valid-deref --entry opaque --entry-size 64
// expect: TRUE --property valid-deref --entry attributes --entry-size 64
// expect: FALSE(valid-deref) --property valid-deref --entry row --entry-size 64
// expect: FALSE(valid-deref) --property valid-deref --entry named --entry-size 64
// expect: exit 64 --property valid-deref --entry none --entry-size 64
// What a parameter points to is the compiler's to say: names for types, arrays, attributes, functions.
typedef int *numbers;
typedef int (*operation)(int);
struct closed;
int counted(const int *p, int p_elements) { return p && p_elements > 0 ? p[0] : 0; }
int opaque(struct closed *c, int *p) { return c && p ? p[0] : 0; }
int attributes(int *p __attribute__((unused)), const char *restrict s) { return s ? s[0] : 0; }
int row(int (*p)[2], int n) { return p && n > 0 && n < 4 ? p[n][1] : 0; }
int named(numbers p, operation f, int (*g)(int x, int y)) { return p && !f && !g ? p[1] : 0; }
int none(operation f, struct closed *c, int n) { return f && c ? n : 0; }
