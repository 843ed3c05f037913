/* Where files lie, by their real paths: symbolic links and .. lead nowhere unseen. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>

/* Whether a real path is a folder, or a file, or lies in it. "/" has nothing in it: it would have
 * everything. */
bool path_is_in(const char *real, const char *root);
/* Headers and libraries of the system, which everybody may read. */
bool path_is_system(const char *real);
/* Devices and what the kernel tells: also about us, our environment and our files. */
bool path_is_kernel(const char *real);
/* What is after the last slash. */
const char *path_base(const char *path);
/* The folder that a real path lies in; the caller frees it. */
char *path_folder(const char *real);
/* The order of names for qsort. */
int path_in_order(const void *a, const void *b);

#endif
