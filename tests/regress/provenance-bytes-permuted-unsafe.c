// expect: FALSE(valid-deref) --property valid-deref
// The bytes of an address in another order are no address, whatever the bytes are.
int main(void) {
    int x = 5, *p = &x;
    unsigned char *bytes = (unsigned char *)&p, first = bytes[0];
    bytes[0] = bytes[5];
    bytes[5] = first;
    return *p;
}
