// expect: TRUE --target armv7-none-eabi
// Plain char is unsigned on ARM.
extern void reach_error(void);
int main(void) {
    char s = (char)200;
    if (s != 200) reach_error();
}
