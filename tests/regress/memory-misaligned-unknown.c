// expect: UNKNOWN(an object may be placed so that an access to it is misaligned) --property valid-deref --target thumbv6m-none-eabi
static char bytes[8];
int main(void) {
    char *p = bytes;
    return *(int *)p;
}
