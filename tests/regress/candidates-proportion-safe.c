// expect: TRUE --engine kinduction --property bounds,null
// A position goes on by two for each step of a narrower counter, in a loop that no run of a few rounds comes to.
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);

int main(void) {
    unsigned short count = (unsigned short)__VERIFIER_nondet_uint(), crc = 0xffff;
    unsigned long room = __VERIFIER_nondet_uint(), o = 3;
    unsigned char *out = malloc(room);
    if (!out || room < 5UL + 2UL * count) return 0;
    for (int k = 0; k < 9; k++)
        crc = crc & 1 ? (unsigned short)(crc >> 1 ^ 0xa001) : (unsigned short)(crc >> 1);
    if (crc != (unsigned short)__VERIFIER_nondet_uint()) return 0;
    for (unsigned short i = 0; i < count; i++) {
        out[o++] = 1;
        out[o++] = 2;
    }
    out[o++] = 3;
    out[o++] = 4;
    return 0;
}
