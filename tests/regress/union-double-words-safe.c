// expect: TRUE --data-model ILP32
extern void reach_error(void);
int main(void) {
    union { double d; struct { unsigned low, high; } w; } x;
    x.d = 1.0;
    if (x.w.high != 0x3ff00000u || x.w.low != 0) reach_error();
    x.w.high = 0x40000000u;
    if (x.d != 2.0) reach_error();
}
