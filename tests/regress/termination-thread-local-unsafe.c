// expect: FALSE(termination) --property termination
// expect: TRUE --property termination -- -DENDS
/* The state is one byte, in memory of the thread: a comparison of states by whole words missed it. */
static _Thread_local char c;

int main(void) {
#ifdef ENDS
    while (c < 100) c++;
#else
    while (c < 100) c ^= 1;
#endif
    return 0;
}
