// expect: TRUE --property valid-deref
// Bytes of an address that are reversed twice are the address.
int main(void) {
    int x = 5, *p = &x, *q, *r;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q, *back = (unsigned char *)&r;
    for (int i = 0; i < 8; i++) to[7 - i] = from[i];
    for (int i = 0; i < 8; i++) back[7 - i] = to[i];
    return *r - 5;
}
