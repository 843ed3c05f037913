// expect: FALSE(unreach-call)
/* The bytes of an address move through a vector and back. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned char v16 __attribute__((vector_size(16)));
typedef unsigned long v2 __attribute__((vector_size(16)));
int x = 1;
int main(void) {
    v2 v = {(unsigned long)&x, 0};
    v16 b = (v16)v;
    b = __builtin_shufflevector(b, b, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    v = (v2)b;
    *(int *)v[1] = 9;
    if (__VERIFIER_nondet_uint() == 77 && x != 1) reach_error();
}
