// expect: TRUE --remove-body __CPROVER_file_local_file_local_c_helper --replace slow=fast
/* Names of static functions as CBMC exports them, a body that is left out, and one that stands in. */
static int helper(int a) { return a + 1; }
int slow(int a) { while (a) a--; return 1; }
int fast(int a) { return 2; }
int __CPROVER_file_local_file_local_c_twice(int);
static int twice(int a) { return 2 * a; }
int four(void) { return twice(2); }
int __CPROVER_file_local_file_local_c_stubbed(void) { return 5; }
static int stubbed(void) { return 4; }
int main(void) {
    __CPROVER_assert(stubbed() == 5, "a stub stands in");
    int a = helper(1);
    if (a != 7) a = 3; /* any value: helper has no body */
    __CPROVER_assert(a == 7 || a == 3, "any");
    __CPROVER_assert(slow(-1) == 2, "replaced");
    __CPROVER_assert(__CPROVER_file_local_file_local_c_twice(3) == 6, "exported");
    return 0;
}
