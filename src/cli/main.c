#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--version")) {
        puts("cinch " CINCH_VERSION);
        return 0;
    }
    fputs("usage: cinch verify FILE... (see cinch --help)\n", stderr);
    return 64;
}
