/* The four kinds of failure (STYLE: four mechanisms).
 *
 * - our bug: `assert`, gone with NDEBUG;
 * - misuse of the library, or a broken invariant that must never pass silently: `require`, always
 *   on;
 * - bad input: `input_error`, a message with file, line and column, which the reader hands back;
 * - out of resources: `out_of_memory`, where an allocation fails.
 *
 * `require` and `out_of_memory` do not return. They jump to the innermost failure point of the
 * process, which whoever offers an entrance sets: the command line ends there with a message, the
 * library answers, the process of an engine tells its parent. What the work had allocated stays
 * lost. Without a failure point the process ends as by `assert`. Nothing else below cli/ prints, or
 * ends a process that it has not started. */
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
_Noreturn void out_of_memory(void);

enum failure { FAILURE_NONE, FAILURE_INTERNAL, FAILURE_MEMORY };
typedef struct failure_point {
    jmp_buf jump;
    struct failure_point *outer;
    char message[400]; /* of a failure: for a person */
} failure_point;
/* FAILURE_NONE: failures come back here from now on, until failure_leave. Otherwise one has, and
 * the point is left. The frame that enters must be there until it leaves; after fork, a child
 * enters its own. */
#define failure_enter(point) ((enum failure)(failure_push(point), setjmp((point)->jump)))
void failure_push(failure_point *point); /* for the macro */
void failure_leave(failure_point *point);
/* From now on an allocation that fails inside a library in C++ is out_of_memory, too: no exception
 * comes out of it through frames of C, which would end the process as by a crash. For a process of
 * our own; what a caller of the library does about his memory is his. */
void failures_of_libraries(void);

/* What has to be said at once and decides nothing: an engine that crashed, evidence that failed. It
 * goes to who listens in this process; NULL: nowhere. */
void warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
typedef void warning_listener(void *context, const char *line);
void warnings_to(warning_listener *listener, void *context);

/* A fault in an input text; parsers return it, only the command line prints it. */
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
