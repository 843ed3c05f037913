// expect: FALSE(unreach-call)
/* A structure that comes back in memory may hold a pointer that was given before. */
extern void reach_error(void), keep(int *);
struct large {
    int *p, n[4];
} ext(void);
static int a;
int main(void) {
    keep(&a);
    struct large s = ext();
    a = 0;
    *s.p = 4;
    if (a) reach_error();
}
