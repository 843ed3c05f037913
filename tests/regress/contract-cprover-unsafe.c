// expect: FALSE(requires) --function use
// expect: FALSE(ensures) --function min
int min(int a, int b)
    __CPROVER_requires(a >= 0)
    __CPROVER_ensures(__CPROVER_return_value <= a && __CPROVER_return_value <= b)
{ return a < b ? a : b + 1; }

int use(int x)
    __CPROVER_ensures(__CPROVER_return_value <= 10)
{ return min(x, 10); }

int total;
int silent(int x) /* no clause: nothing may be assigned */
    __CPROVER_ensures(__CPROVER_return_value == x)
{ total = x; return x; }
