// expect: UNKNOWN(approximated library function)
// A function that is declared const returns the same for the same arguments.
extern void reach_error(void);
extern int f(int) __attribute__((const));
int main(void) {
    if (f(3) != f(3)) reach_error();
}
