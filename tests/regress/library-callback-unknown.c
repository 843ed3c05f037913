// expect: UNKNOWN(ftw may call visit)
// A function of the library calls the program back.
#include <ftw.h>
void reach_error(void) {}

static int visit(const char *name, const struct stat *about, int kind) {
    reach_error();
    return name[0] + kind + !about;
}

int main(void) { ftw("/no such directory", visit, 1); }
