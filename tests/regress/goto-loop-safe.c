// expect: TRUE
extern void reach_error(void);
int main(void) {
    int i = 0;
again:
    i += 2;
    if (i < 100) goto again;
    if (i != 100) reach_error();
}
