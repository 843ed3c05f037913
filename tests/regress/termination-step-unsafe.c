// expect: FALSE(termination) --property termination --step step --input in
int in, out;
void step(void) {
    unsigned n = (unsigned)in;
    while (n != 1) n = n & 1 ? n : n / 2;
    out = (int)n;
}
