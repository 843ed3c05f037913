// expect: TRUE
/* Assembly that does not clobber memory writes its operands alone; its instruction is no function of
 * the program, although one is called like it. */
extern void reach_error(void);
extern void ext(int *);
int mutex = 1;
static int level;

static inline unsigned char inb(unsigned short port) {
    unsigned char value;
    level++;
    __asm__ volatile("inb %w1, %b0" : "=a"(value) : "Nd"(port));
    return value;
}

int main(void) {
    int other = 2, *inner = &other, **outer = &inner;
    unsigned char c = inb(3);
    __asm__ volatile("1:\tmovl %1, %0\n\tinb %%dx, %%al" : "=m"(other) : "r"(outer), "m"(c));
    if (mutex != 1) reach_error();
    if (level != 1) reach_error();
    return 0;
}
