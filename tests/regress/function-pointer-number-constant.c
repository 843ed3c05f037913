// expect: FALSE(valid-deref) --property valid-deref
int main(void) {
    ((void (*)(void))0x20000)();
    return 0;
}
