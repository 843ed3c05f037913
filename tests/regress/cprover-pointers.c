// expect: TRUE
/* What CBMC says of pointers. */
int nondet_int(void);
void *malloc(__CPROVER_size_t);
unsigned long __CPROVER_uninterpreted_hash(void *);
unsigned long __CPROVER_uninterpreted_hash(const void *const p);

int main(void) {
    int x = nondet_int(), y = nondet_int();
    __CPROVER_assume(x > 0);
    char *p = malloc(x), *q = malloc(8);
    __CPROVER_assume(p != 0 && q != 0);
    __CPROVER_precondition(__CPROVER_r_ok(p, x) && !__CPROVER_w_ok(p, (__CPROVER_size_t)x + 1), "size");
    __CPROVER_assert(__CPROVER_rw_ok(q + 8, 0) && !__CPROVER_r_ok(q + 1, 8), "offset");
    __CPROVER_assert(__CPROVER_r_ok(&x) && !__CPROVER_r_ok((char *)0, 1), "objects");
    __CPROVER_assert(__CPROVER_same_object(p, p + x) && !__CPROVER_same_object(p, q), "object");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(p + 1) == 1 && __CPROVER_OBJECT_SIZE(q) == 8, "sizes");
    __CPROVER_assert(__CPROVER_POINTER_OBJECT(p) != __CPROVER_POINTER_OBJECT(q), "numbers");
    __CPROVER_assert(__CPROVER_uninterpreted_hash(q) == __CPROVER_uninterpreted_hash(q + y - y), "hash");
    __CPROVER_havoc_slice(q + 4, 2);
    return 0;
}
