// expect: TRUE
/* Empty assembly: an output is the input that is tied to it, memory stays. */
extern void reach_error(void);
#define CHECK(c) if (!(c)) reach_error()
struct s { int a, b; };
int g = 3;
int main(void) {
    int x = 1, y = 2, z;
    asm("" : "+r"(x));
    CHECK(x == 1);
    asm("" : "=r"(x), "=r"(y) : "0"(y), "1"(x));
    CHECK(x == 2 && y == 1);
    asm("" : "=g"(z) : "0"(5));
    CHECK(z == 5);
    asm volatile("" : "+m"(g) : : "memory");
    CHECK(g == 3);
    int *p = &g;
    asm("" : "+r"(p));
    *p = 4;
    CHECK(g == 4);
    double d = 0.5;
    asm("" : "+x"(d));
    CHECK(d == 0.5);
    struct s s = {6, 7};
    asm("" : "+r"(s));
    CHECK(s.a == 6 && s.b == 7);
    return 0;
}
