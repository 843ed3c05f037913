// expect: FALSE(valid-deref) --property valid-deref
// expect: UNKNOWN(depends on addresses) --property valid-deref -- -DFOLLOWED
// Unseen code may store what is no address, to mark something, where the program asks for it.
int fill(int **);
int main(void) {
    int *p = 0;
    if (fill(&p) || !p) return 1;
#ifdef FOLLOWED
    if (p == (int *)1) return 0;
    return *p;
#else
    if (p == (int *)1) *(char *)0 = 1;
    return 0;
#endif
}
