// expect: UNKNOWN(unsupported: tests/regress/contract-behavior-assigns-unknown.c:5: what a behavior assigns) --function set
int g;
/*@ behavior first:
      assumes x > 0;
      assigns g; */
void set(int x) { g = x; }
