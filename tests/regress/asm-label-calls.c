// expect: UNKNOWN(inline assembly may call raise_level)
/* Behind a label the next word is the instruction, and what follows is a name. */
extern void reach_error(void);
static int level = 3;
__attribute__((used)) static void raise_level(void) { level++; }
int main(void) {
    int x = 0;
    __asm__ volatile("71: lea raise_level(%%rip), %0; call *%0" : "+r"(x) : : "memory", "rax", "rcx", "rdx");
    if (level != 3) reach_error();
    return 0;
}
