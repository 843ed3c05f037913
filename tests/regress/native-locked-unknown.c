// expect: UNKNOWN(no violation in 1 native runs) --engine native
// A system call behind the compiler's back (write of one byte to standard output) ends the run, and is no violation.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    long result = 1;
    const char text[] = "x";
    __asm__ volatile("syscall" : "=a"(result) : "0"(1L), "D"(1L), "S"(text), "d"(1L) : "rcx", "r11", "memory");
    if (result == 1 && __VERIFIER_nondet_int() == 3) reach_error();
    return 0;
}
