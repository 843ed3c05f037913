// expect: TRUE --function f
// A table that nobody writes is as large as it likes.
int table[8192];
/*@ requires 0 <= i < 8192; assigns \nothing; ensures \result == table[i]; */
int f(int i) { return table[i]; }
