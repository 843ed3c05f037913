/* Growable arrays, the one container for sequences.
 *
 *     typedef vec(term) term_vec;
 *     term_vec v = {0};
 *     vec_push(&v, t);
 *     for (uint32_t i = 0; i < v.size; i++) use(v.data[i]);
 *     vec_release(&v);
 *
 * A zeroed struct is an empty vector. `vec_clear` keeps the memory, `vec_release` frees it.
 * Elements move when the vector grows: never keep a pointer into it across a push. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What holds by the code around it, where asking costs too much: in debug builds only. */
#ifdef CINCH_CHECK
#define assert_debug(condition) assert(condition)
#else
#define assert_debug(condition) ((void)sizeof(!(condition)))
#endif

#define vec(T)                                                                                     \
    struct {                                                                                       \
        T *data;                                                                                   \
        uint32_t size, capacity;                                                                   \
    }

#define vec_push(v, x)                                                                             \
    do {                                                                                           \
        if ((v)->size == (v)->capacity)                                                            \
            (v)->data = vec_grow((v)->data, &(v)->capacity, sizeof *(v)->data, (v)->size + 1u);    \
        (v)->data[(v)->size++] = (x);                                                              \
    } while (0)

#define vec_pop(v) (assert((v)->size), (v)->data[--(v)->size])
#define vec_last(v) ((v)->data[(assert((v)->size), (v)->size - 1)])
#define vec_clear(v) ((v)->size = 0)

#define vec_reserve(v, n)                                                                          \
    do {                                                                                           \
        if ((v)->capacity < (uint32_t)(n))                                                         \
            (v)->data = vec_grow((v)->data, &(v)->capacity, sizeof *(v)->data, (uint32_t)(n));     \
    } while (0)

/* Set the size to n; new elements are zero. */
#define vec_resize(v, n)                                                                           \
    do {                                                                                           \
        uint32_t vec_macro_n = (uint32_t)(n);                                                      \
        vec_reserve(v, vec_macro_n);                                                               \
        if ((v)->size < vec_macro_n)                                                               \
            memset((v)->data + (v)->size, 0,                                                       \
                   (size_t)(vec_macro_n - (v)->size) * sizeof *(v)->data);                         \
        (v)->size = vec_macro_n;                                                                   \
    } while (0)

#define vec_append(v, items, n)                                                                    \
    do {                                                                                           \
        uint32_t vec_macro_m = (uint32_t)(n);                                                      \
        vec_reserve(v, (v)->size + vec_macro_m);                                                   \
        if (vec_macro_m)                                                                           \
            memcpy((v)->data + (v)->size, (items), (size_t)vec_macro_m * sizeof *(v)->data);       \
        (v)->size += vec_macro_m;                                                                  \
    } while (0)

#define vec_release(v)                                                                             \
    do {                                                                                           \
        vec_free((v)->data);                                                                       \
        (v)->data = NULL;                                                                          \
        (v)->size = (v)->capacity = 0;                                                             \
    } while (0)

/* The same, and first each element: by release(&element), or what it points to. */
#define vec_release_each(v, release)                                                               \
    do {                                                                                           \
        for (uint32_t vec_macro_i = 0; vec_macro_i < (v)->size; vec_macro_i++)                     \
            release(&(v)->data[vec_macro_i]);                                                      \
        vec_release(v);                                                                            \
    } while (0)
#define vec_free_each(v)                                                                           \
    do {                                                                                           \
        for (uint32_t vec_macro_i = 0; vec_macro_i < (v)->size; vec_macro_i++)                     \
            vec_free((v)->data[vec_macro_i]);                                                      \
        vec_release(v);                                                                            \
    } while (0)

/* Reallocate to hold at least `need` elements, at least doubling. Never returns NULL. */
void *vec_grow(void *data, uint32_t *capacity, size_t element, uint32_t need);
void vec_free(void *data);

typedef vec(uint32_t) u32_vec;
typedef vec(uint64_t) u64_vec;
typedef vec(char *) string_vec;
int u64_compare(const void *a, const void *b); /* for qsort of a u64_vec */
static inline bool strings_have(const string_vec *all, const char *s) {
    for (uint32_t i = 0; i < all->size; i++)
        if (!strcmp(all->data[i], s)) return true;
    return false;
}

#endif
