// expect: UNKNOWN(arithmetic on vectors is not checked) --property no-overflow
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
    v4 a = {2147483647, 1, 2, 3};
    a = a + 1;
    return a[1];
}
