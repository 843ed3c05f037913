// expect: TRUE --function skip
// expect: FALSE(ensures) --function skip -DBROKEN
// expect: TRUE --function twice
// Predicates that clauses call are C functions; those that make objects are put in, the others called.
#include <stdbool.h>
#include <stddef.h>
bool valid(const char *buf, size_t max) {
    return (0U < max) & (__CPROVER_is_fresh(buf, max));
}
bool valid_at(const char *buf, size_t max, size_t *start, int *out) {
    return (out == NULL || __CPROVER_is_fresh(out, sizeof(*out))) & valid(buf, max) &
           (__CPROVER_is_fresh(start, sizeof(*start)));
}
bool moved(size_t start, size_t before, size_t max) {
    bool good = start >= before;
    if (before < max) good = good && start <= max;
    else good = start == before;
    return good;
}
void skip(const char *buf, size_t *start, size_t max, int *out)
__CPROVER_requires(valid_at(buf, max, start, out))
__CPROVER_assigns(*start; out != NULL: *out)
__CPROVER_ensures(moved(*start, __CPROVER_old(*start), max));
void twice(const char *buf, size_t *start, size_t max)
__CPROVER_requires(valid(buf, max) && __CPROVER_is_fresh(start, sizeof *start))
__CPROVER_assigns(*start)
__CPROVER_ensures(moved(*start, __CPROVER_old(*start), max));

void skip(const char *buf, size_t *start, size_t max, int *out) {
    if (*start < max && buf[*start] == ' ') {
#ifdef BROKEN
        *start += 2;
#else
        *start += 1;
#endif
        if (out) *out = 1;
    }
}
void twice(const char *buf, size_t *start, size_t max) {
    skip(buf, start, max, NULL);
    skip(buf, start, max, NULL);
}
