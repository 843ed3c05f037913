// expect: FALSE(unreach-call)
/* A pointer that is reckoned from null. */
extern void reach_error(void);
int x;
int main(void) {
    char *nowhere = 0;
    unsigned long number = (unsigned long)&x;
    *(int *)(nowhere + number) = 8;
    if (x == 8) reach_error();
    return 0;
}
