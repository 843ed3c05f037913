#include "base/log.h"

#ifdef CINCH_LOG

#include <stdarg.h>

FILE *log_open(const char *file) {
    FILE *to = file && *file ? fopen(file, "a") : NULL;
    if (to) setvbuf(to, NULL, _IOLBF, 1 << 12);
    return to;
}

void log_line(FILE *to, const char *engine, const char *format, ...) {
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fprintf(to, "%s: %s\n", engine, line);
}

#endif
