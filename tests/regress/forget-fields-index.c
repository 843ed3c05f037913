// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A field of an array whose index is not known. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int flag;
static void bad(int x) { flag = x; }

struct row {
    long k;
    void (*f[40])(int);
};
static struct row r;
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 39) return 0;
    r.f[i] = bad;
    if (r.f[7]) r.f[7](1);
    if (flag) reach_error();
    return 0;
}
