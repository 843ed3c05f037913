// expect: TRUE
/* The section that a kernel frees after its start is none that runs before main. */
extern void reach_error(void);
static int started;
__attribute__((section(".init.text"))) static int start(void) {
    return started = 1;
}
int main(void) {
    if (start() != 1) reach_error();
    return 0;
}
