// expect: FALSE(unreach-call) --data-model ILP32
extern void reach_error(void);
static short cell;
int main(void) {
    short *p = &cell;
    if (p != (short *)0x2000) reach_error();
    return 0;
}
