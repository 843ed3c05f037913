// expect: TRUE
/* Vectors: any element, floats, conversions, choices. */
extern void reach_error(void);
#define CHECK(c) if (!(c)) reach_error()
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);
static __thread int own = 3;
int main(void) {
    v4 a = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint() % 4;
    CHECK(a[i] == (int)i + 1);
    a[i] = 7;
    int sum = 0;
    for (int k = 0; k < 4; k++) sum += a[k];
    CHECK(sum == 10 + 7 - ((int)i + 1));
    f4 f = {1.5f, -2.5f, 0.0f, 4.0f};
    f4 g = -f;
    CHECK(g[1] == 2.5f);
    v4 t = __builtin_convertvector(f, v4);
    CHECK(t[0] == 1 && t[1] == -2 && t[3] == 4);
    v4 m = f > g;
    CHECK(m[0] == -1 && m[1] == 0 && m[2] == 0);
    own++;
    CHECK(own == 4);
    return 0;
}
