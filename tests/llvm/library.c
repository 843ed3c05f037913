#include "check.h"
#include <stdarg.h>
void *malloc(__SIZE_TYPE__); void *realloc(void *, __SIZE_TYPE__);
static int sum(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int s = 0; for (int i = 0; i < n; i++) s += va_arg(a, int); s = s * 10 + va_arg(b, int); va_end(a); return s; }
static double mixed(const char *kinds, ...) {
    va_list a; double s = 0; va_start(a, kinds);
    for (; *kinds; kinds++) switch (*kinds) { case 'i': s += va_arg(a, int); break; case 'd': s += va_arg(a, double); break; case 'p': s += *va_arg(a, int *); break; case 'l': s += va_arg(a, long long); }
    va_end(a); return s;
}
static int outer(int n, ...) { va_list a; va_start(a, n); int *p = va_arg(a, int *); *p = n; va_end(a); return *p; }
int main(void) {
    check(sum(3, 4, 5, 6) == 154); check(sum(1, 7) == 77);
    int x = 5; check(mixed("idpl", 1, 2.5, &x, 100LL) == 108.5);
    check(outer(9, &x) == 9 && x == 9);
    int *a = malloc(3 * sizeof(int)); a[0] = 1; a[1] = 2; a[2] = 3;
    a = realloc(a, 6 * sizeof(int)); check(a[0] == 1 && a[2] == 3); a[5] = 6;
    int n = 20; a = realloc(a, n * sizeof(int)); check(a[1] == 2 && a[5] == 6); a[19] = 1;
    a = realloc(a, 8); check(a[1] == 2); int *b = realloc(0, 4); *b = 3; check(*b == 3 && a[0] == 1);
    int c = __sync_fetch_and_add(&x, 3); check(c == 9 && x == 12); check(__sync_bool_compare_and_swap(&x, 12, 1) && x == 1);
    int e = 5; check(!__atomic_compare_exchange_n(&x, &e, 7, 0, 5, 5) && e == 1); check(__atomic_exchange_n(&x, 4, 5) == 1 && x == 4);
    DONE();
}
