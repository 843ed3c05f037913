// expect: TRUE --data-model LP64
// Bytes of a pointer that alignment and the address space decide; a copy byte by byte is the same pointer.
extern void reach_error(void);
int object = 7;

int main(void) {
    int *p = &object, *q;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    if ((from[0] & 3) || from[6] || from[7]) reach_error();
    for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i];
    if (p != q || *q != 7) reach_error();
}
