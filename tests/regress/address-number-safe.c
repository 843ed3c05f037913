// expect: TRUE
// Wherever it lies, it does not lie in two places.
void reach_error(void) {}
int x;

int main(void) {
    unsigned long a = (unsigned long)&x;
    for (unsigned long n = 0x1000; n < 0x1040; n += 16)
        if (a == n) return 0;
    if (a == 0x1000) reach_error();
}
