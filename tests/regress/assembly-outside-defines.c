// expect: UNKNOWN(unsupported: assembly outside of functions)
/* What assembly outside of functions defines is not any value, and no function that may do anything. */
extern void reach_error(void);
__asm__(".data\n.globl v\nv: .long 5\n.text\n.globl f\nf: ret\n");
extern int v;
void f(void);
int x;
int main(void) {
    f();
    if (v == 7 || x == 7) reach_error();
}
