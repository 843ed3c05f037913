// expect: UNKNOWN(unsupported: tests/regress/contract-requires-global.c:7: an argument that must point into a global variable) --function one
// expect: UNKNOWN(unsupported: tests/regress/contract-requires-global.c:12: an argument that must point into a global variable) --function inside
// expect: TRUE --function other
/* No argument points into a global variable: such a requirement would be met by no call. */
int x, table[4];

/*@ requires p == &x; assigns \nothing; ensures \false; */
int one(int *p) {
    *p = 3;
    return x;
}
/*@ requires n > 0 && (p >= &table[0]); ensures \false; */
int inside(const int *p, int n) { return n; }
/*@ requires \valid(p) && \valid(q) && p != q && p != &x; assigns *p; ensures *p == 3; */
void other(int *p, int *q) { *p = 3; }
