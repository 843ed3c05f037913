// expect: TRUE
// Little endian: the low byte comes first.
extern void reach_error(void);
int main(void) {
    union { unsigned u; unsigned char b[4]; } x;
    x.u = 0x01020304u;
    if (x.b[0] != 4 || x.b[3] != 1) reach_error();
    x.b[1] = 0xff;
    if (x.u != 0x0102ff04u) reach_error();
}
