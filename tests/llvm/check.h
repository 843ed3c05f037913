/* A program of this folder checks itself: check() fails at reach_error, and the end is reached at
 * __VERIFIER_error. */
extern void reach_error(void);
extern void __VERIFIER_error(void);
static void check(int c) {
    if (!c) reach_error();
}
#define DONE() __VERIFIER_error()
