// expect: UNKNOWN(depends on addresses)
// Where we put an object says nothing about where it lies.
void reach_error(void) {}
int x;

int main(void) {
    unsigned long a = (unsigned long)&x;
    for (unsigned long n = 0x1000; n < 0x1040; n += 16)
        if (a == n) return 0;
    if (a == 0x1000) reach_error();
}
