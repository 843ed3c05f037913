// expect: TRUE
// expect: FALSE(unreach-call) --volatile input
// A task in the form of SV-COMP has no hardware.
extern void reach_error(void);
volatile int flag;
int main(void) {
    flag = 1;
    if (!flag) reach_error();
}
