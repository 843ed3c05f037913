// expect: UNKNOWN(inline assembly)
/* What it names as its output, assembly may write without clobbering memory. */
extern void reach_error(void);
int main(void) {
    int x = 1;
    __asm__ volatile("nop" : "+m"(x));
    if (x != 1) reach_error();
    return 0;
}
