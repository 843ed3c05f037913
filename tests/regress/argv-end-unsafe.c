// expect: FALSE(valid-deref) --property valid-memsafety
/* argv[argc] is null. */
int main(int argc, char **argv) { return argc == 1 ? argv[1][0] : 0; }
