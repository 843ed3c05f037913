// expect: TRUE
/* A function that touches nothing of the program may be called as often as anybody likes. */
extern void reach_error(void);
static int state = 1;
static int twice(int a) { return 2 * a; }
void apply(int (*)(int));
int main(void) {
    apply(twice);
    if (state != 1) reach_error();
    return 0;
}
