// expect: FALSE(unreach-call)
/* longjmp to calls of setjmp in functions that are still active. */
#include <setjmp.h>
extern void reach_error(void);
#define CHECK(c) if (!(c)) reach_error()
static jmp_buf outer, inner;
static int depth, count;
static void down(int n) {
    depth = n;
    if (n == 0) longjmp(outer, 0);
    down(n - 1);
}
static int retry(void) {
    int r = setjmp(inner);
    if (r < 3) longjmp(inner, r + 1);
    return r;
}
int main(void) {
    int r = setjmp(outer);
    if (!r) down(2);
    CHECK(depth == 0);
    if (count == 0) {
        CHECK(r == 1);
        CHECK(retry() == 3);
        count = 1;
        longjmp(outer, 7);
    }
    CHECK(r == 7);
    reach_error();
    return 0;
}
