// expect: TRUE
// Different objects never have the same address.
extern void reach_error(void);
int main(void) {
    int a = 0, b = 0;
    if (&a == &b) reach_error();
}
