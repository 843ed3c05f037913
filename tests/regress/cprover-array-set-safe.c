// expect: TRUE
int a[5], b[5];
int main(void) {
    __CPROVER_array_set(a, 7);
    __CPROVER_array_copy(b, a);
    __CPROVER_assert(b[4] == 7 && a[0] == 7, "all");
}
