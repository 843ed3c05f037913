// expect: UNKNOWN(what a function without a body can reach)
// Bit by bit, a function without a body learns where the variable is.
extern void reach_error(void);
extern void tell(int);

int main(void) {
    static int hidden = 1;
    unsigned long u = (unsigned long)&hidden;
    for (int i = 0; i < 64; i++) tell(u >> i & 1);
    if (hidden != 1) reach_error();
}
