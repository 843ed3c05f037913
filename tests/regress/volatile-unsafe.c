// expect: FALSE(unreach-call) --volatile input
// Every read of a volatile is any value.
extern void reach_error(void);
volatile int sensor;
int main(void) {
    int a = sensor, b = sensor;
    if (a != b) reach_error();
}
