/* A path without double slashes, in place. */
#include "harness.h"

static size_t path_clean(char *path) {
    char *in = path, *out = path;
    while (*in) {
        *out++ = *in++;
        if (out[-1] == '/')
#ifdef BUG
            while (*++in == '/') {}
#else
            while (*in == '/') in++;
#endif
    }
    if (out > path + 1 && out[-1] == '/') out--;
    *out = 0;
    return (size_t)(out - path);
}

int main(void) {
    char *path = any_string();
    path_clean(path);
    free(path);
    return 0;
}
