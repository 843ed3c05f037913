// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A function pointer that was written as a number, in a union. */
extern void reach_error(void);

static int flag;
static void bad(int x) { flag = x; }

union u {
    void (*f)(int);
    unsigned long n;
};
static union u g;
int main(void) {
    union u *p = &g;
    p->n = (unsigned long)bad;
    p->f(1);
    if (flag) reach_error();
    return 0;
}
