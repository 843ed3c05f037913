/* --stub-headers: headers that are missing are taken for empty ones, so that code for hardware that
 * is not at hand can be read. They are files of a folder of ours, which the compiler is told of
 * after all others; what a program needs of them it must declare elsewhere. */
#ifndef FRONTEND_STUB_HEADERS_H
#define FRONTEND_STUB_HEADERS_H

#include "frontend/frontend.h"

typedef struct {
    char *folder;     /* NULL: there is none */
    vec(char *) made; /* files and folders in it, in the order in which they were made */
} stub_headers;

/* Make what is missing, and say what that is. Where something else is wrong, loading says so. */
void stub_headers_make(load_options *o, stub_headers *x, text *said);
void stub_headers_release(stub_headers *x); /* and remove them */

/* The header that the compiler did not find, of what it said; NULL: it found all. To be freed. */
char *missing_header(const char *said);

#endif
