// expect: TRUE
/* CBMC's harness language, as its own parser reads it. */
int nondet_int(void);

static int clamp(int a, int b)
__CPROVER_requires(b >= 0)
__CPROVER_ensures(__CPROVER_return_value <= b)
{
    return a > b ? b : a;
}

int main(void) {
    int a[4], b[4], x = nondet_int(), y = nondet_int();
    __CPROVER_assume(__CPROVER_forall { int i; (i >= 0 && i < 4) ==> a[i] > 2 });
    __CPROVER_assert(a[x & 3] > 2, "every element");
    __CPROVER_assert(__CPROVER_exists { unsigned i; i < 4 && a[i] > 2 }, "some element");
    __CPROVER_assume(x > 0 && y > 0);
    __CPROVER_assert(__CPROVER_overflow_plus(x, y) == (x + y < 0), "overflow");
    __CPROVER_assert(!__CPROVER_overflow_minus(x, y), "no overflow");
    __CPROVER_assert(__CPROVER_overflow_mult(x, 2) == (x > 0x3fffffff), "product");
    b[1] = 5;
    __CPROVER_array_set(a, 7);
    __CPROVER_assert(a[3] == 7, "set");
    __CPROVER_array_copy(b, a);
    __CPROVER_assert(b[1] == 7, "copied");
    assert(clamp(x, 3) <= 3);
    return 0;
}
