// expect: FALSE(unreach-call)
extern void reach_error(void);
extern char *getcwd(char *, unsigned long);
int main(void) {
    char b[40];
    char *p = getcwd(b, sizeof b);
    if (!p) return 0;
    b[0] = 1;
    *p = 2;
    if (b[0] == 2) reach_error();
}
