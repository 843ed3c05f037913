#include "check.h"
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
int main(void) {
    v4 a = {1, 2, 3, 4}, b = {5, 6, 7, 8}, c = a + b * a;
    check(c[2] == 24 && c[0] == 6);
    v4 d = a < (v4){2, 2, 9, 0}; check(d[0] == -1 && d[1] == 0 && d[2] == -1 && d[3] == 0);
    f4 x = {1, 2, 3, 4}; x = x * x - 1.0f; check(x[3] == 15.0f);
    v4 e = __builtin_shufflevector(a, b, 7, 0, 1, 4); check(e[0] == 8 && e[1] == 1 && e[3] == 5);
    v4 arr[3]; for (int i = 0; i < 3; i++) arr[i] = a << i; check(arr[2][3] == 16);
    c[1] = 9; check((c / a)[1] == 4);
    DONE();
}
