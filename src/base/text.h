/* String buffer: text that grows as it is written. Zeroed: empty. Always ends in NUL once written.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    char *data;
    size_t size, capacity;
} text;

void text_char(text *t, char c);
void text_add(text *t, const char *s);
void text_bytes(text *t, const char *s, size_t n);
void text_print(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *text_string(text *t); /* valid until the next write */
void text_clear(text *t);
void text_release(text *t);

/* Whole files. Reading: false with errno where it fails, at half a GiB, and where a link leads to a
 * device. Writing goes through a temporary file and
 * a rename, so that a full disk or a signal never leaves half a file under the final name, and a
 * link is replaced. Nothing is appended through a link. */
bool text_read_file(text *t, const char *path);
bool text_write_file(const text *t, const char *path);
bool text_append_file(const text *t, const char *path); /* after what is there */
bool file_is_special(const char *path);                 /* a device, a pipe, a folder */
/* A symbolic link, other than those of /dev: whoever put it there would say where we write. */
bool file_is_link(const char *path);
/* Make it where it is not there. False with errno; ELOOP: there is a link (with / at its end, its
 * target is meant). */
bool folder_make(const char *path);

/* A character of a name in C, as clang reads it: a letter, a digit, _ or $. */
static inline bool is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The candidate (ended by NULL) nearest to a misspelt word; NULL where none is near. */
const char *word_nearest(const char *word, const char *const *candidates);

#endif
