// expect: TRUE --function total
int total(int n)
__CPROVER_requires(n >= 0 && n <= 100)
__CPROVER_ensures(__CPROVER_return_value == 2 * n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
    __CPROVER_assigns(i, s)
    __CPROVER_loop_invariant(0 <= i && i <= n && s == 2 * i)
    { s += 2; }
    return s;
}
