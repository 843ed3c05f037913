// expect: UNKNOWN(validity of memory that may be freed) --function gone
void free(void *);
/*@ requires \valid(p);
    ensures \valid(p); */
void gone(int *p) { free(p); }
