/* The four kinds of failure (STYLE: four mechanisms).
 *
 * - our bug: `assert`, gone with NDEBUG;
 * - misuse of the library, or a broken invariant that must never pass silently: `require`, always
 * on, ends with exit status 70;
 * - bad input: `input_error`, a message with file, line, column, exit status 65;
 * - out of resources: `out_of_memory`. In a process that has set a handler it jumps there (an
 * engine then says UNKNOWN(memory)); without one it ends the process with exit status 5. */
#ifndef BASE_FAIL_H
#define BASE_FAIL_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    EXIT_TRUE = 0,
    EXIT_FALSE = 10,
    EXIT_UNKNOWN = 5,
    EXIT_USAGE = 64,
    EXIT_INPUT = 65,
    EXIT_MISSING = 69,
    EXIT_INTERNAL = 70
};

#define require(condition, ...)                                                                    \
    do {                                                                                           \
        if (!(condition)) fail_internal(__FILE__, __LINE__, #condition, __VA_ARGS__);              \
    } while (0)

_Noreturn void fail_internal(const char *file, int line, const char *condition, const char *format,
                             ...) __attribute__((format(printf, 4, 5)));
_Noreturn void out_of_memory(size_t wanted);

/* Print `file:line:col: error: what` (line and col only where positive) and end with `status`. */
_Noreturn void fail_exit(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A fault in an input text; parsers return it, only the command line prints and exits. */
typedef struct {
    char message[512]; /* empty: no error */
    const char *file;  /* borrowed */
    uint32_t line, column;
} input_error;

/* Set the error if none is set yet; always returns false, so a parser can `return input_fail(...)`.
 */
bool input_fail(input_error *error, const char *file, uint32_t line, uint32_t column,
                const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Allocation that never returns NULL. */
void *mem_alloc(size_t size);
void *mem_zero(size_t size);
void *mem_resize(void *block, size_t size);
char *mem_string(const char *text);
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void mem_free(void *block);

#endif
