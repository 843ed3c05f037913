// expect: FALSE(unreach-call)
/* A variable of another module may point to a global of this one. */
extern void reach_error(void);
extern int *elsewhere;
int here = 1;
int main(void) {
    *elsewhere = 2;
    if (here == 2) reach_error();
    return 0;
}
