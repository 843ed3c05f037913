// expect: TRUE
/* longjmp to calls of setjmp in functions that are still active. */
#include <setjmp.h>
extern void reach_error(void);
#define CHECK(c) if (!(c)) reach_error()
static jmp_buf outer, inner;
static void *words[5];
static int depth, count, again;
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
static void back(void) { __builtin_longjmp(words, 1); }
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
    if (__builtin_setjmp(words)) {
        CHECK(again == 1);
        return 0;
    }
    again = 1;
    back();
    reach_error();
    return 0;
}
