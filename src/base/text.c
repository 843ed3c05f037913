#include "base/text.h"
#include "base/fail.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void room(text *t, size_t more) {
    if (t->size + more + 1 <= t->capacity) return;
    size_t capacity = t->capacity ? t->capacity * 2 : 64;
    while (capacity < t->size + more + 1) capacity *= 2;
    t->data = mem_resize(t->data, capacity);
    t->capacity = capacity;
}

void text_bytes(text *t, const char *s, size_t n) {
    room(t, n);
    if (n) memcpy(t->data + t->size, s, n);
    t->size += n;
    t->data[t->size] = 0;
}

void text_char(text *t, char c) { text_bytes(t, &c, 1); }
void text_add(text *t, const char *s) { text_bytes(t, s, strlen(s)); }

void text_print(text *t, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    require(n >= 0, "format %s", format);
    room(t, (size_t)n);
    vsnprintf(t->data + t->size, (size_t)n + 1, format, again);
    t->size += (size_t)n;
    va_end(args);
    va_end(again);
}

const char *text_string(text *t) {
    room(t, 0);
    t->data[t->size] = 0;
    return t->data;
}

void text_clear(text *t) { t->size = 0; }

void text_release(text *t) {
    mem_free(t->data);
    *t = (text){0};
}

bool text_read_file(text *t, const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    char buffer[65536];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0) text_bytes(t, buffer, n);
    text_string(t);
    bool good = !ferror(f);
    fclose(f);
    return good;
}

bool file_is_special(const char *path) {
    struct stat s;
    return !stat(path, &s) && !S_ISREG(s.st_mode);
}

static bool write_into(const text *t, const char *path, const char *mode) {
    FILE *f = fopen(path, mode);
    bool good = f && fwrite(t->data ? t->data : "", 1, t->size, f) == t->size;
    if (f && fclose(f)) good = false;
    return good;
}

bool text_write_file(const text *t, const char *path) {
    /* It cannot be replaced by a rename, and must not be: it is written to as it is. */
    if (file_is_special(path)) return write_into(t, path, "wb");
    char *temporary = mem_format("%s.%ld.tmp", path, (long)getpid());
    bool good = write_into(t, temporary, "wb") && !rename(temporary, path);
    if (!good) {
        int saved = errno;
        unlink(temporary);
        errno = saved;
    }
    mem_free(temporary);
    return good;
}

bool text_append_file(const text *t, const char *path) { return write_into(t, path, "ab"); }
