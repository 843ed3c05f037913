// expect: TRUE
// What diverges before the error must not be sliced away.
extern void reach_error(void);
int main(void) {
    while (1) {}
    reach_error();
}
