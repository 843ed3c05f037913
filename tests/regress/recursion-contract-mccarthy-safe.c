// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int f91(int x) { return x > 100 ? x - 10 : f91(f91(x + 11)); }
int main(void) {
    int x = __VERIFIER_nondet_int(), result = f91(x);
    if (result != 91 && !(x > 101 && result == x - 10)) reach_error();
}
