#include "base/path.h"
#include "base/vec.h"
#include "base/fail.h"

#include <stddef.h>
#include <string.h>

bool path_is_in(const char *real, const char *root) {
    assert_debug(real[0] == '/' && root[0] == '/');
    size_t n = strlen(root);
    return n > 1 && !strncmp(real, root, n) && (!real[n] || real[n] == '/');
}

static bool is_in_any(const char *real, const char *const *roots) {
    for (; *roots; roots++)
        if (path_is_in(real, *roots)) return true;
    return false;
}

bool path_is_system(const char *real) {
    assert_debug(real[0] == '/');
    static const char *const roots[] = {"/usr/include", "/usr/lib",       "/usr/lib32",
                                        "/usr/lib64",   "/usr/libx32",    "/usr/local/include",
                                        "/usr/share",   "/usr/local/lib", NULL};
    return is_in_any(real, roots);
}

bool path_is_kernel(const char *real) {
    assert_debug(real[0] == '/');
    static const char *const roots[] = {"/proc", "/sys", "/dev", NULL};
    return is_in_any(real, roots) && !path_is_in(real, "/dev/shm"); /* where users keep files */
}

char *path_folder(const char *real) {
    assert_debug(real[0] == '/');
    const char *slash = strrchr(real, '/');
    size_t n = slash ? (size_t)(slash - real) : 0;
    return n ? mem_format("%.*s", (int)n, real) : mem_string("/");
}

const char *path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

int path_in_order(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}
