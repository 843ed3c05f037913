// expect: UNKNOWN(inline assembly may call reach_error)
/* An address that is pushed is where assembly returns to. */
void reach_error(void);
int main(void) {
    __asm__ volatile("push $1f; movq $reach_error, %%rax; push %%rax; ret; 1:" ::: "rax", "memory");
    return 0;
}
