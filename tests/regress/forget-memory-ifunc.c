// expect: UNKNOWN(unsupported: a function that is chosen when the program is loaded, an ifunc)
// --forget-memory Which function `s` is, its resolver says when the program is loaded: here `r`, so
// that the error is reached.
extern void reach_error(void);
static int g;
static void r(void) { g = 1; }
static void (*resolve(void))(void) { return r; }
void s(void) __attribute__((ifunc("resolve")));
int main(void) {
    s();
    if (g) reach_error();
}
