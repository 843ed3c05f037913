// expect: FALSE(valid-deref) --property valid-deref --target thumbv6m-none-eabi
/* A Cortex-M0 faults at an int that lies at an odd address. */
static int numbers[4];
int main(void) { return *(int *)((char *)numbers + 1); }
