// expect: FALSE(bounds) --property memory
// An argument of main may be longer than any buffer.
#include <string.h>
int main(int argc, char **argv) {
    char name[8];
    if (argc > 1) strcpy(name, argv[1]);
    return 0;
}
