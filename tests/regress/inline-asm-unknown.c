// expect: UNKNOWN(inline assembly)
extern void reach_error(void);
int main(void) {
    int x = 1;
    __asm__ volatile("incl %0" : "+m"(x) : : "memory");
    if (x != 2) reach_error();
}
