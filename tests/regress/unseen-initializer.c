// expect: UNKNOWN(what a function without a body can reach)
/* A static object is within reach where an external one is initialized with its address. */
extern void reach_error(void);
static int inner = 1;
int *outer = &inner;
void run(void);
int main(void) {
    run();
    if (inner != 1) reach_error();
    return 0;
}
