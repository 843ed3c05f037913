// expect: FALSE(unreach-call)
// Nothing may be blocked at the start.
extern void reach_error(void);
int main(void) { reach_error(); }
