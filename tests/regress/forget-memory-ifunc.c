// expect: UNKNOWN(unsupported: an ifunc, which the loader chooses) --forget-memory
// Which function `s` is, its resolver says when the program is loaded: here `r`, and the error is
// reached.
extern void reach_error(void);
static int g;
static void r(void) { g = 1; }
static void (*resolve(void))(void) { return r; }
void s(void) __attribute__((ifunc("resolve")));
int main(void) {
    s();
    if (g) reach_error();
}
