// expect: TRUE
// An access takes two cells of an element of an array, or goes on into the next element.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct word { int n; } __attribute__((packed));
static struct { int a, b; } v[64];
static unsigned char bytes[300];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 64;
    v[i].a = 1, v[i].b = 2;
    if (*(long long *)&v[i] != 0x200000001ll) reach_error();
    ((struct word *)(bytes + 3 * i))->n = 0x01020304;
    if (((struct word *)(bytes + 3 * i))->n != 0x01020304) reach_error();
    if (((struct word *)(bytes + 3 * (i + 1)))->n != 1) reach_error();
    return 0;
}
