/* A ring buffer of bytes: at most RING_SIZE - 1 are in it. */
#ifndef RING_H
#define RING_H
#define RING_SIZE 8

struct ring {
    unsigned char bytes[RING_SIZE];
    unsigned head, tail;
};
int ring_put(struct ring *r, unsigned char byte); /* 0: it is full */
int ring_get(struct ring *r, unsigned char *byte); /* 0: it is empty */
unsigned ring_count(const struct ring *r);
#endif
