// expect: UNKNOWN(unsupported: tests/regress/contract-refused-unknown.c:7: allocates) --function f
// expect: UNKNOWN(unsupported: tests/regress/contract-refused-unknown.c:14: '=' in a formula) --function g
// expect: UNKNOWN(unsupported: tests/regress/contract-refused-unknown.c:7: allocates ...) --function h
// expect: UNKNOWN(unsupported: tests/regress/contract-refused-unknown.c:24: P(...) in a formula) --function k
// expect: exit 65 --function main
/*@ assigns \nothing;
    allocates \nothing;
    ensures x > 0 ==>
      \result == x; */
int f(int x) { return x; }

int counter;
int g(int x)
    __CPROVER_ensures((counter = 0) == 0)
{ counter = x; return x; }

/*@ assigns \nothing;
    ensures \result == x; */
int h(int x) { return f(x); }

/*@ axiomatic Q { predicate P(integer x); } */

/*@ assigns \nothing;
    ensures P(\result); */
int k(int x) { return x; }
