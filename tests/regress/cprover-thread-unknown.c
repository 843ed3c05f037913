// expect: UNKNOWN(unsupported: __CPROVER_ASYNC, tests/regress/cprover-thread-unknown.c:5)
int x;
void t(void) { x = 1; }
int main(void) {
__CPROVER_ASYNC_1:
    t();
    __CPROVER_assert(x == 1, "the thread may come later");
}
