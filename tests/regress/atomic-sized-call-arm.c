// expect: FALSE(valid-deref) --property valid-deref --target arm-none-eabi
extern unsigned char __VERIFIER_nondet_uchar(void);
long long v[2];
int main(void) {
    unsigned k = __VERIFIER_nondet_uchar() % 3;
    return (int)__atomic_fetch_add(&v[k], 1, 5);
}
