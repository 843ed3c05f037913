// expect: UNKNOWN(argv) --property memory
// expect: TRUE --property memory -- -DFIXED
// argv has argc + 1 elements.
int main(int argc, char **argv) {
    if (argc > 10) return 0;
#ifdef FIXED
    return argv[argc] != 0;
#else
    return argv[argc + 1] != 0;
#endif
}
