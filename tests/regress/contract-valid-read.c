// expect: FALSE(valid-deref) --function set --property valid-deref
// expect: TRUE --function get --property valid-deref
// expect: TRUE --function copy --property valid-deref
// expect: FALSE(valid-deref) --function clear --property valid-deref
// expect: FALSE(ensures) --function twice
// expect: TRUE --function either --property valid-deref
// expect: FALSE(requires) --function call
/* What must be valid for reads only may be a constant: no write is allowed. Arguments may still
 * share an object, if one of them is written. */
/*@ requires \valid_read(p); assigns *p; */
void set(int *p) { *p = 1; }
/*@ requires \valid_read(p); ensures \result == *p; assigns \nothing; */
int get(const int *p) { return *p; }
/*@ requires \valid_read(from) && \valid(to); ensures *to == \old(*from); assigns *to; */
void copy(const int *from, int *to) { *to = *from; }
/*@ requires n > 0 && \valid_read(p + (0 .. n - 1)); assigns p[0 .. n - 1]; */
void clear(int *p, int n) { p[n - 1] = 0; }
/*@ requires \valid_read(from) && \valid(to); ensures *to == *from * 2; assigns *to; */
void twice(const int *from, int *to) { *to = *from * 2; }
/*@ requires \valid_read(p) && (n > 0 ==> \valid(p)); assigns *p; */
void either(int *p, int n) { if (n > 0) *p = n; }
/*@ requires \valid(p); assigns *p; ensures *p == 0; */
void zero(int *p) { *p = 0; }
/*@ requires \valid_read(p); assigns *p; */
void call(int *p) { zero(p); }
