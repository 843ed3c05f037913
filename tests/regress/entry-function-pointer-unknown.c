// expect: UNKNOWN(the compiled program does not confirm it) --entry test
// The caller of the entry may pass any function.
extern void reach_error(void);
typedef int (*function)(int);

int test(function f) {
    f(1);
    reach_error();
    return 0;
}
