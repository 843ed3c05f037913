/* SHA-256 (FIPS 180-4), for the file hashes of witnesses. */
#ifndef EVIDENCE_SHA256_H
#define EVIDENCE_SHA256_H

#include <stddef.h>

/* The digest of `size` bytes as 64 hexadecimal digits and a NUL. */
void sha256_hex(const void *data, size_t size, char out[65]);

#endif
