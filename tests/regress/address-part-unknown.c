// expect: UNKNOWN(depends on addresses)
// A part of an address is as unknown as all of it.
void reach_error(void) {}
int a[4];

int main(void) {
    union { int *pointer; unsigned char byte[sizeof(int *)]; } x;
    x.pointer = a;
    if (x.byte[2] == 7) reach_error();
}
