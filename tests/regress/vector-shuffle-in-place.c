// expect: TRUE
/* The elements of a vector change places all at once. */
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
int main(void){ v4 a={__VERIFIER_nondet_int(),__VERIFIER_nondet_int(),3,4}; int x=a[0],y=a[1]; a=__builtin_shufflevector(a,a,3,2,1,0); if (a[3]!=x||a[2]!=y||a[0]!=4||a[1]!=3) reach_error(); int i = __VERIFIER_nondet_int() & 3; a[i] = 7; a=__builtin_shufflevector(a,a,3,2,1,0); if (a[3-i]!=7) reach_error(); }
