// expect: TRUE --engine values
/* An elevator: its door is closed while it moves. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int floor_at = 0, target = 0, door = 0, moving = 0;
int main(void) {
    for (;;) {
        int in = __VERIFIER_nondet_int();
        if (in >= 100 && in < 108 && !moving && !door) target = in - 100;
        else if (in == 200 && !moving && target != floor_at && !door) moving = 1;
        else if (in == 201 && moving) {
            floor_at += floor_at < target ? 1 : -1;
            if (floor_at == target) moving = 0;
        } else if (in == 202 && !moving) door = 1;
        else if (in == 203) door = 0;
        if (moving && door) reach_error();
    }
}
