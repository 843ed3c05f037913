// expect: FALSE(ensures) --function gone
void free(void *);
/*@ requires \valid(p);
    ensures \valid(p); */
void gone(int *p) { free(p); }
