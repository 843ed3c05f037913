// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int *get(void);
extern void change(void);
int main(void) {
    int *p = get();
    *p = 5;
    if (*p == 5 && p[1] == 3) reach_error();
    change();
}
