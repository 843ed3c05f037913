// cinch: --step receive --init receive_init --input byte --input arrived
/* A receiver: a ring buffer, a parser of telegrams with length and CRC, counters of errors that saturate. */
#include <stdbool.h>
#include <stdint.h>

enum state { IDLE, LENGTH, PAYLOAD, CHECK };
uint8_t byte;
bool arrived;
static uint8_t ring[16], head, tail, fill;
static uint8_t state, length, got, crc, message[8];
static uint16_t good, bad, lost;
static uint8_t fault;

static uint8_t crc_next(uint8_t c, uint8_t b) {
    c ^= b;
    for (int i = 0; i < 8; i++) {
        if (c & 0x80) {
            c = (uint8_t)(c << 1 ^ 0x1d);
        } else {
            c = (uint8_t)(c << 1);
        }
    }
    return c;
}

static void push(uint8_t b) {
    if (fill == 16) {
        if (lost < 65535) lost++;
        return;
    }
    ring[head] = b;
    head = (uint8_t)((head + 1) & 15);
    fill++;
}

static uint8_t pop(void) {
    uint8_t b = ring[tail];
    tail = (uint8_t)((tail + 1) & 15);
    fill--;
    return b;
}

static void parse(uint8_t b) {
    switch (state) {
    case IDLE:
        if (b == 0x7e) state = LENGTH;
        break;
    case LENGTH:
        if (b == 0 || b > 8) {
            state = IDLE;
            if (bad < 65535) bad++;
        } else {
            length = b;
            got = 0;
            crc = 0xff;
            state = PAYLOAD;
        }
        break;
    case PAYLOAD:
        message[got & 7] = b;
        got++;
        crc = crc_next(crc, b);
        if (got == length) state = CHECK;
        break;
    case CHECK:
        if (b == crc) {
            good++; /* planted: live */
        } else if (bad < 65535) {
            bad++;
        }
        state = IDLE;
        break;
    default:
        fault = 1; /* planted: dead */
    }
    if (got > 8 || length > 8) {
        fault = 2; /* planted: dead */
    }
    if (state == PAYLOAD && got >= length) {
        fault = 3; /* planted: dead */
    }
}

void receive_init(void) {
    state = IDLE;
}

void receive(void) {
    if (arrived) push(byte);
    if (fill > 0) {
        parse(pop());
    }
    if (fill > 16) {
        fault = 4; /* planted: dead */
    }
    if (((head - tail) & 15) != (fill & 15)) {
        fault = 5; /* planted: dead */
    }
    if (lost > 0) {
        fault = 6; /* planted: dead */
    }
    if (good > 0 && message[0] == 0x42 && length == 3) {
        fault = 0; /* planted: live */
    }
}
