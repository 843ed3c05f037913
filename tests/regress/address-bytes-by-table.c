// expect: UNKNOWN(a pointer may be put together of numbers)
void reach_error(void) {}
static int a, b, *o = &a;
static unsigned char same[256];
int main(void) {
    int *s = &b;
    for (int i = 0; i < 256; i++) same[i] = i;
    unsigned char *from = (unsigned char *)&s, *to = (unsigned char *)&o;
    for (unsigned i = 0; i < sizeof o; i++) to[i] = same[from[i]];
    *o = 1;
    if (b) reach_error();
}
