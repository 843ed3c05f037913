// expect: FALSE(unreach-call)
/* A function of the program is what its body does, whatever it is called. */
extern void reach_error(void);
void __VERIFIER_assume(int holds) { (void)holds; }
int main(void) {
  __VERIFIER_assume(0);
  reach_error();
}
