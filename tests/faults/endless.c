/* Every run goes on until its time is up. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    volatile unsigned x = __VERIFIER_nondet_uint();
    while (x | 1) x += 2;
    reach_error();
}
