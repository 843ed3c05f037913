/* Goals that are left out since their file is: generated code beside code of others, libraries. */
#include "goal/deadcode_internal.h"

#include <string.h>

/* The path itself, its end, or a folder on it. */
static bool lies_in(const char *path, const char *excluded) {
    size_t n = strlen(excluded);
    while (n > 1 && excluded[n - 1] == '/') n--;
    for (const char *at = path; at; at = strchr(at, '/'), at += at != NULL)
        if (!strncmp(at, excluded, n) && (!at[n] || at[n] == '/')) return true;
    return false;
}

static bool is_excluded(const deadcode *d, const goal *x, const string_vec *paths) {
    for (uint32_t i = 0; i < paths->size; i++)
        if (lies_in(goal_name(&d->goals, x->at.file), paths->data[i])) return true;
    return false;
}

void deadcode_exclude(deadcode *d, const string_vec *paths) {
    uint32_t kept = 0;
    bits wanted = {0};
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        goal x = d->goals.items.data[i];
        if (is_excluded(d, &x, paths)) continue;
        goal_marks(&d->goals, &x, &wanted);
        d->goals.items.data[kept++] = x;
    }
    d->excluded = d->goals.items.size - kept;
    d->goals.items.size = kept;
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (!bits_has(&wanted, i)) bits_remove(&d->marked.present, i);
    bits_release(&wanted);
}
