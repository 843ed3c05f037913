// expect: UNKNOWN(a pointer may be put together of numbers)
void reach_error(void) {}
static int a, b, *o = &a;
int main(void) {
    int *s = &b;
    unsigned char *from = (unsigned char *)&s, *to = (unsigned char *)&o;
    for (unsigned i = 0; i < sizeof o; i++) {
        unsigned char w = 0;
        for (int k = 0; k < 8; k++)
            if (from[i] >> k & 1) w |= 1 << k;
        to[i] = w;
    }
    *o = 1;
    if (b) reach_error();
}
