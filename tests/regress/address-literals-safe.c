// expect: TRUE
// Literals that differ where they would overlap do not; objects with names share nothing.
extern void reach_error(void);
static const char a[] = "same", b[] = "same";

int main(void) {
    const char *p = "sharing", *q = "string";
    if (p == q || p + 1 == q || a == b) reach_error();
}
