// expect: UNKNOWN(inline assembly may call raise_level)
// Assembly that names a function of the program may call it.
extern void reach_error(void);
static int level = 3;
__attribute__((used)) static void raise_level(void) { level++; }
int main(void) {
    __asm__ volatile("call raise_level" ::: "memory", "rax", "rcx", "rdx");
    if (level != 3) reach_error();
    return 0;
}
