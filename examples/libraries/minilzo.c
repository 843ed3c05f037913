/* lzo1x_decompress_safe of miniLZO 2.10: any 4 bytes of input never write beyond 8 bytes of output. */
#include "minilzo.h"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char in[4], out[8];
    lzo_uint written = sizeof out;
    for (int i = 0; i < 4; i++) in[i] = __VERIFIER_nondet_uchar();
    lzo1x_decompress_safe(in, sizeof in, out, &written, 0);
    assert(written <= sizeof out);
    return 0;
}
