// expect: TRUE --engine values
/* A sender and a receiver with sequence numbers modulo 4. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
unsigned char next = 0, expect = 0, sent = 255, acked = 255;
int main(void) {
    for (;;) {
        int in = __VERIFIER_nondet_int();
        if (in == 1 && sent == 255) sent = next;
        else if (in == 2 && sent != 255) {
            if (sent != expect) reach_error();
            expect = (expect + 1) % 4;
            acked = sent;
            sent = 255;
        } else if (in == 3 && acked != 255) {
            next = (acked + 1) % 4;
            acked = 255;
        } else if (in == 4 && acked == 255 && sent != 255) sent = next;
        if (acked != 255 && sent != 255) return 0;
    }
}
