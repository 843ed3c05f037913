// expect: FALSE(unreach-call)
// A weak symbol that nobody defines has the address 0.
extern void reach_error(void);
extern int hook(void) __attribute__((weak));
extern int setting __attribute__((weak));
int main(void) {
    if (!hook || !&setting) reach_error();
}
