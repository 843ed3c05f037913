// expect: TRUE
/* Copies of a part of an object: accesses that straddle an end of what is copied. */
extern void reach_error(void);
#define CHECK(c) if (!(c)) reach_error()
struct pair { int x, y; };
struct outer { int z; struct pair p; };
typedef struct { short low; } half;
static struct outer make(void) {
    struct pair p = {7, 1};
    struct outer o = {2, p};
    return o;
}
short one = 1;
int main(void) {
    unsigned text = 0;
    __builtin_memcpy(&text, "ab", 2);
    CHECK(text == 0x6261);
    int number = 10;
    short s;
    __builtin_memcpy(&s, &one, 2);
    __builtin_memcpy(&number, &s, 2);
    CHECK(number == 1);
    int through = 0x70010;
    half h = {5};
    *(half *)&through = h;
    CHECK(through == 0x70005);
    struct outer o = make();
    CHECK(o.z == 2 && o.p.x == 7 && o.p.y == 1);
    double d = 1.0;
    unsigned high = 0;
    __builtin_memcpy(&high, (char *)&d + 4, 4);
    CHECK(high == 0x3ff00000);
    unsigned long long wide = 0x1122334455667788;
    unsigned char middle[3];
    __builtin_memcpy(middle, (char *)&wide + 2, 3);
    CHECK(middle[0] == 0x66 && middle[1] == 0x55 && middle[2] == 0x44);
    __builtin_memmove((char *)&wide + 1, &wide, 7);
    CHECK(wide == 0x2233445566778888);
    return 0;
}
