// expect: FALSE(unreach-call)
extern void reach_error(void);
int fibonacci(int n) { return n < 1 ? 0 : n == 1 ? 1 : fibonacci(n - 1) + fibonacci(n - 2); }
int main(void) {
    if (fibonacci(25) == 75025) reach_error();
}
