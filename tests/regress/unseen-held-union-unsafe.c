// expect: FALSE(valid-deref) --property valid-deref
int *get(void); union { long n; int *p; } u;
int main(void) { u.p = get(); if (u.p) u.n = 40; int *q = u.p; if (q) { char *z = 0; *z = 1; } return 0; }
