// expect: FALSE(unreach-call) --inline none
/* One body for all calls: a function that is met late, through a pointer in memory, gets what the
 * body had returned to others before. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int x;
int *get(void) { return &x; }
void late(void) { *get() = 2; }
void (*kept)(void), (*other)(void);
void (**where)(void), (***outer)(void) = &where;

void store(void) { other = **outer; }
void call(void) {
    store();
    other();
}

int main(void) {
    *get() = 1;
    *outer = &kept;
    **outer = late;
    if (__VERIFIER_nondet_int() > 5) call();
    if (x == 2) reach_error();
    return 0;
}
