// expect: FALSE(dead-code) total=58 covered=57 unreachable=1 open=0 -- --criterion mcdc --step step --input lever
/* Timers that take billions of steps: one saturates at 2^32 - 1, one is slow, and a state is left by an input that must come long after. Only the
 * state that no assignment selects is dead. */
unsigned char lever;
static unsigned timer, slow;
static unsigned char active, is;
static int out;
void step(void) {
    if (timer < 0xFFFFFFFFu) timer++;
    if (slow < 1000000000u) slow += 3;
    else out = 7;
    if (!active) {
        active = 1;
        is = 1;
    } else
        switch (is) {
        case 1:
            if (lever > 5) {
                is = 2;
                timer = 0;
            }
            break;
        case 2:
            if (timer >= 3000000000u) is = 3;
            else if (lever < 3) is = 1;
            break;
        case 3:
            if (lever == 0) is = 1;
            break;
        }
}
