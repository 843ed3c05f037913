// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* The length of the payload comes from the packet itself. */
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct packet { unsigned char length, data[6]; };
int main(void) {
    struct packet p;
    unsigned char answer[6];
    p.length = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 6; i++) p.data[i] = (unsigned char)i;
#ifdef FIXED
    if (p.length > sizeof p.data) return 1;
#endif
    memcpy(answer, p.data, p.length);
    return 0;
}
