// expect: FALSE(unreach-call)
// expect: FALSE(unreach-call) --data-model ILP32
// An object does not lie where a verifier happens to put it.
extern void reach_error(void);
int object;

int main(void) {
    if (&object != (int *)0x1000) reach_error();
}
