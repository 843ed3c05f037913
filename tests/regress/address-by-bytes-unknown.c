// expect: UNKNOWN(depends on addresses)
// A pointer is put together of bytes that comparisons tell.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int x = 1;
static unsigned char copy[sizeof(int *)];

int main(void) {
    int *p = &x, *q;
    for (unsigned i = 0; i < sizeof p; i++)
        for (int k = 0; k < 256; k++)
            if (((unsigned char *)&p)[i] == k) copy[i] = k;
    memcpy(&q, copy, sizeof q);
    if (getchar() == 'q') {
        *q = 4;
        if (x != 1) reach_error();
    }
}
