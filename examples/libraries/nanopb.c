/* nanopb 0.4.7: any varint of up to 6 bytes is decoded inside its memory, and what encoding wrote is read back. */
#include "pb_decode.h"
#include "pb_encode.h"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    pb_byte_t bytes[8];
    uint64_t back;
    uint32_t value = __VERIFIER_nondet_uint();
    pb_ostream_t out = pb_ostream_from_buffer(bytes, sizeof bytes);
    if (!pb_encode_varint(&out, value)) return 0;
    pb_istream_t in = pb_istream_from_buffer(bytes, out.bytes_written);
    bool good = pb_decode_varint(&in, &back);
    assert(good && back == value && in.bytes_left == 0);
    return 0;
}
