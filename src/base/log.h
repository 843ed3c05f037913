/* A log of what an engine does, for whoever debugs it: compiled out unless CINCH_LOG is defined
 * (make debug), where --log FILE says where it goes. Lines of several processes do not mix: each is
 * written at once. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdio.h>

#ifdef CINCH_LOG
/* NULL: nowhere. A file that cannot be opened is nowhere, too. */
FILE *log_open(const char *file);
void log_line(FILE *to, const char *engine, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* x is the state of an engine, with `log` and `domain`. */
#define LOG(x, ...)                                                                                \
    do {                                                                                           \
        if ((x)->log) log_line((x)->log, (x)->domain->name, __VA_ARGS__);                          \
    } while (0)
#else
#define LOG(x, ...) ((void)0)
#endif

#endif
