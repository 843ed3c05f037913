// expect: FALSE(unreach-call)
/* Assembly may write what its text names. */
extern void reach_error(void);
static int counter __attribute__((used)) = 1;
int main(void) {
    __asm__ volatile("incl counter(%%rip)" : : : "memory", "cc");
    if (counter != 1) reach_error();
    return 0;
}
