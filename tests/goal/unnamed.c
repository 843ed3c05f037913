// expect: TRUE total=9 covered=9 unreachable=0 open=0 -- --criterion branch --step gear
/* Nothing says what the inputs are: globals that are read and never written are, since otherwise every step would be the same. */
unsigned char lever;
unsigned char gear_out;

void gear(void) {
    if (lever == 2) gear_out = 1;
    else if (lever > 7) gear_out = 2;
    else gear_out = 0;
}
