// expect: TRUE
// The distance of two objects is the linker's choice, as far as their alignment lets it be.
void reach_error(void) {}
int a[4], b[4];

int main(void) {
    long d = (long)b - (long)a;
    if (d == 48879) reach_error();
}
