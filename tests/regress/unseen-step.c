// expect: FALSE(unreach-call) --step tick
extern void reach_error(void), driver(void);
int level, other, *target = &other;
void tick(void) {
    driver();
    level = 1;
    *target = 2;
    if (level != 1) reach_error();
}
