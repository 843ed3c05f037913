// expect: FALSE(unreach-call)
/* The result depends on more than the arguments: no contract, and never TRUE. */
extern void reach_error(void);
static int calls;
int count(int n) { calls++; return n <= 0 ? calls : count(n - 1); }
int main(void) {
    int first = count(14), second = count(14);
    if (first != second) reach_error();
}
