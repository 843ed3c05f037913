/* Modbus RTU: a request for holding registers is checked and answered. */
#include "harness.h"

#define REGISTERS 125

static uint16_t holding[REGISTERS];

static uint16_t crc16(const uint8_t *p, size_t n) {
    uint16_t crc = 0xffff;
    while (n--) {
        crc ^= *p++;
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? (uint16_t)(crc >> 1 ^ 0xa001) : (uint16_t)(crc >> 1);
    }
    return crc;
}

static int answer(const uint8_t *request, size_t n, uint8_t *reply, size_t room) {
    if (n != 8) return -1;
    uint16_t crc = crc16(request, 6);
    if (request[6] != (crc & 0xff) || request[7] != crc >> 8) return -1;
    if (request[1] != 3) return -2;
    uint16_t address = (uint16_t)(request[2] << 8 | request[3]);
    uint16_t count = (uint16_t)(request[4] << 8 | request[5]);
#ifdef BUG
    if (count < 1 || count > REGISTERS || (uint16_t)(address + count) > REGISTERS) return -3;
#else
    if (count < 1 || count > REGISTERS || address + count > REGISTERS) return -3;
#endif
    if (room < 5u + 2u * count) return -4;
    size_t o = 0;
    reply[o++] = request[0];
    reply[o++] = 3;
    reply[o++] = (uint8_t)(2 * count);
    for (uint16_t i = 0; i < count; i++) {
        reply[o++] = (uint8_t)(holding[address + i] >> 8);
        reply[o++] = (uint8_t)holding[address + i];
    }
    crc = crc16(reply, o);
    reply[o++] = (uint8_t)crc;
    reply[o++] = (uint8_t)(crc >> 8);
    return (int)o;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint() % 257, room = __VERIFIER_nondet_uint() % 1024;
    uint8_t *request = any_bytes(n), *reply = any_bytes(room);
    int k = answer(request, n, reply, room);
    assert(k < 0 || (size_t)k <= room);
    free(request);
    free(reply);
    return 0;
}
