/* libb64 1.2, base64: any three bytes are encoded and decoded again. */
#include <b64/cdecode.h>
#include <b64/cencode.h>
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char plain[3], code[16], back[16];
    base64_encodestate e;
    base64_decodestate d;
    for (int i = 0; i < 3; i++) plain[i] = __VERIFIER_nondet_char();
    base64_init_encodestate(&e);
    int n = base64_encode_block(plain, 3, code, &e);
    n += base64_encode_blockend(code + n, &e);
    base64_init_decodestate(&d);
    int m = base64_decode_block(code, n, back, &d);
    assert(m == 3 && back[0] == plain[0] && back[1] == plain[1] && back[2] == plain[2]);
    return 0;
}
