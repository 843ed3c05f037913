// expect: FALSE(unreach-call)
/* The error is inside the function, for arguments that only a call of itself passes. */
extern void reach_error(void);
int down(int n, int step) {
    if (n < -3) reach_error();
    return n <= 0 && n > -3 ? 0 : down(n - step, step);
}
int main(void) { return down(100, 5) + down(99, 4) + down(97, 101); }
