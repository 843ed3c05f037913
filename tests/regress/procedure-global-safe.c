// expect: TRUE --engine ic3cfa
// What a recursive procedure writes to a global is part of its summary.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
void set(int n) { if (n > 3) g = 1; else if (n > 0) set(n - 1); else g = 2; }
int main() {
    g = 0;
    set(__VERIFIER_nondet_int());
    if (g != 1 && g != 2) reach_error();
    return 0;
}
