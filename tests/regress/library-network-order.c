// expect: TRUE --property unreach-call
// expect: TRUE --property unreach-call --data-model ILP32
// expect: TRUE --property unreach-call -- --target=powerpc-linux-gnu
// Functions of arpa/inet.h: the highest byte comes first, whatever the machine's order is.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned htonl(unsigned), ntohl(unsigned);
unsigned short htons(unsigned short), ntohs(unsigned short);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = htonl(x);
    unsigned short s = (unsigned short)x, z = htons(s);
    if (((unsigned char *)&y)[0] != x >> 24 || ((unsigned char *)&y)[3] != (x & 255)) reach_error();
    if (((unsigned char *)&z)[0] != s >> 8) reach_error();
    if (ntohl(y) != x || ntohs(z) != s) reach_error();
    return 0;
}
