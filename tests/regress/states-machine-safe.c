// expect: TRUE --engine values
// Eight flags and two numbers with few combinations; `seen` has any value and is told apart only where it is compared.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, mode = 3, seen = 0;

static void step(int input) {
    if (a == 1 && mode == 3 && input == 1) { a = 0; b = 1; mode = 5; seen = input; }
    else if (b == 1 && mode == 5 && e == 1 && input > 7) { c = 1; b = 0; seen = input; }
    else if (c == 1 && seen == 9 && !d) { d = 1; c = 0; mode = 4; }
    else if (c == 1 && seen != 9) { f = !f; e = 0; c = 0; a = 1; mode = 3; }
    else if (d == 1 && mode == 4 && f) { g = 1; d = 0; }
    else if (g && !h && input == 2) { h = 1; g = 0; }
    else if (g && h) reach_error();
    else if (a == 1 && e == 0) { e = 1; seen = input; }
}

int main(void) {
    while (1) step(__VERIFIER_nondet_int());
}
