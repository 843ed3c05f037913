#include "base/fail.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One of each a thread: there is no other way from an allocation to a caller that wants to know. */
static _Thread_local failure_point *innermost;
static _Thread_local struct {
    warning_listener *listener;
    void *context;
} listening;

void failure_push(failure_point *point) {
    point->outer = innermost;
    point->message[0] = 0;
    innermost = point;
}

void failure_leave(failure_point *point) {
    assert(innermost == point);
    innermost = point->outer;
}

static _Noreturn void fail(enum failure kind, const char *message) {
    failure_point *point = innermost;
    if (!point) {
        fprintf(stderr, "cinch: %s\n", message);
        abort();
    }
    if (message != point->message) snprintf(point->message, sizeof point->message, "%s", message);
    failure_leave(point);
    longjmp(point->jump, (int)kind);
}

void fail_internal(const char *file, int line, const char *condition, const char *format, ...) {
    char message[400];
    va_list args;
    int n = snprintf(message, sizeof message, "internal error at %s:%d: ", file, line);
    va_start(args, format);
    n += vsnprintf(message + n, sizeof message - (size_t)n, format, args);
    va_end(args);
    if (n < (int)sizeof message)
        snprintf(message + n, sizeof message - (size_t)n, " (%s)", condition);
    fail(FAILURE_INTERNAL, message);
}

void out_of_memory(void) { fail(FAILURE_MEMORY, "out of memory"); }

/* C++ calls its new handler where there is no memory, by these names for std::set_new_handler. */
typedef void new_handler(void);
new_handler *set_new_handler(new_handler *handler) __asm__("_ZSt15set_new_handlerPFvvE");

/* In a thread of the library's own there is nowhere to go: it gets its exception. */
static void library_failed(void) {
    if (innermost) out_of_memory();
    set_new_handler(NULL);
}

void failures_of_libraries(void) { set_new_handler(library_failed); }

void warnings_to(warning_listener *listener, void *context) {
    listening.listener = listener;
    listening.context = context;
}

void warning(const char *format, ...) {
    char line[600];
    va_list args;
    if (!listening.listener) return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    listening.listener(listening.context, line);
}

bool input_fail(input_error *error, const char *file, uint32_t line, uint32_t column,
                const char *format, ...) {
    if (error->message[0]) return false;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    error->file = file;
    error->line = line;
    error->column = column;
    return false;
}

void *mem_alloc(size_t size) {
    void *block = malloc(size ? size : 1);
    if (!block) out_of_memory();
    return block;
}

void *mem_zero(size_t size) {
    void *block = calloc(1, size ? size : 1);
    if (!block) out_of_memory();
    return block;
}

void *mem_resize(void *block, size_t size) {
    void *moved = realloc(block, size ? size : 1);
    if (!moved) out_of_memory();
    return moved;
}

char *mem_string(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(size), text, size);
}

char *mem_format(const char *format, ...) {
    va_list args;
    char *text = NULL;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0) out_of_memory();
    va_end(args);
    return text;
}

void mem_free(void *block) { free(block); }
