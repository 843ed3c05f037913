// expect: FALSE(unreach-call) --engine native
// expect: FALSE(unreach-call) --engine native --entry start
// The entry has parameters, and a run is too long to be replayed: the arguments of the run and of the replay have to agree. The
// error function has a body that does nothing, and is an error all the same.
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char seen[3000];
int start(int n, char **names) {
    unsigned sum = 0;
    (void)names;
    for (int i = 0; i < 3000; i++) seen[i] = n == 1 ? __VERIFIER_nondet_uchar() : 0;
    for (int round = 0; round < 700; round++)
        for (int i = 0; i < 3000; i++) sum += seen[i] > 200;
    if (sum > 1000) reach_error();
    return 0;
}
int main(int argc, char **argv) { return start(argc, argv); }
