// expect: FALSE(ensures) --function caller
// expect: FALSE(ensures) --function signs
// expect: FALSE(ensures) --function product
// expect: FALSE(ensures) --function bytes
// expect: FALSE(ensures) --function choice
// Targets lie where they lay before the call; integers have no bounds; types end before ranges.
int n, a[4];
/*@ requires 0 <= n <= 4; assigns n, a[0 .. n - 1]; ensures n == 0; */
void clear(void);
/*@ requires n == 2; ensures a[0] == \old(a[0]); */
void caller(void) { clear(); }
/*@ ensures \forall integer i; low <= i < high ==> i >= 0; */
void signs(int low, unsigned high) {}
/*@ requires x == 2000000000; ensures x * 10000000000 < 9000000000000000000; */
void product(int x) {}
/*@ requires \forall unsigned char i; 0 <= i < 256 ==> i + x >= x; ensures x == 1; */
void bytes(int x) {}
/*@ requires b == 0 && i == -1; ensures (b ? u : i) > 0; */
void choice(int b, unsigned u, int i) {}
