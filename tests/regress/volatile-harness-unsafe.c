// expect: FALSE(unreach-call)
// expect: TRUE --volatile memory
// A harness that calls reach_error is no task definition: an interrupt may write the flag.
extern void reach_error(void);
volatile int flag;
int main(void) {
    flag = 1;
    if (!flag) reach_error();
}
