// expect: FALSE(unreach-call)
// A literal may be the tail of another, and is with the linker of this machine.
extern void reach_error(void);

int main(void) {
    const char *p = "sharing", *q = "ing";
    if (p + 4 == q) reach_error();
}
