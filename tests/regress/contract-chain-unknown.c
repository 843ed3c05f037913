// expect: UNKNOWN(unsupported: tests/regress/contract-chain-unknown.c:3: equations that chain) --function f
// In ACSL this says that x is y.
/*@ requires 0 <= x; ensures 0 <= x == y; */
void f(int x, int y) {}
