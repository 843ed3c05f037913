// expect: FALSE(valid-deref) --property valid-memsafety
// expect: FALSE(valid-free) --property valid-memsafety -- -DFREED
// expect: TRUE --property valid-memsafety -- -DDEVICE
// expect: TRUE --property valid-memsafety --target armv7-none-eabi
// Where a system gives the program its memory, a number leads nowhere; volatile accesses, and those
// of a target without a system, are of devices.
#ifdef DEVICE
#define KIND volatile int
#else
#define KIND int
#endif
void free(void *);

int main(void) {
    KIND *p = (KIND *)0x12345670;
#ifdef FREED
    free((void *)p);
    return 0;
#else
    return *p;
#endif
}
