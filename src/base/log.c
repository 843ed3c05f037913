#include "base/log.h"

#ifdef CINCH_LOG

#include <stdarg.h>
#include <stdio.h>

/* A mutable global of debug builds only. */
static FILE *log_file;

void log_to(const char *file) {
    if (log_file) fclose(log_file);
    log_file = file && *file ? fopen(file, "a") : NULL;
    if (log_file) setvbuf(log_file, NULL, _IOLBF, 1 << 12);
}

void log_line(const char *who, const char *format, ...) {
    char line[512];
    va_list args;
    if (!log_file) return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fprintf(log_file, "%s: %s\n", who, line);
}

#endif
