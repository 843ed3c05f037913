// expect: UNKNOWN(an object may lie where an access to it is misaligned) --property valid-deref --target thumbv6m-none-eabi
static char bytes[8];
int main(void) {
    char *p = bytes;
    return *(int *)p;
}
