// expect: FALSE(unreach-call)
// A compiled test cannot see calls of a static function: that it misses the error says nothing.
extern int __VERIFIER_nondet_int(void);
static void reach_error(void) {}
int main(void) {
    if (__VERIFIER_nondet_int() == 5) reach_error();
}
