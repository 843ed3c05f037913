/* Inside format.c and its two halves: a call that is being taken apart. */
#ifndef FRONTEND_FORMAT_INTERNAL_H
#define FRONTEND_FORMAT_INTERNAL_H

#include "base/vec.h"
#include "frontend/format.h"

#include <stddef.h>

enum length {
    LENGTH_NONE,
    LENGTH_CHAR,
    LENGTH_SHORT,
    LENGTH_LONG,
    LENGTH_LONG_LONG,
    LENGTH_WORD,
    LENGTH_LONG_DOUBLE
};

/* A directive, or text where the conversion is 0. */
typedef struct {
    uint32_t from, size; /* in the format: text, or the characters between the brackets of %[ */
    uint32_t flags;
    int width, precision; /* none: 0 (scanf: -1), -1 */
    bool star_width, star_precision;
    enum length length;
    char conversion;
    uint32_t argument; /* of printf: what is converted, after width and precision */
} directive;
typedef vec(directive) directive_vec;

typedef struct {
    LLVMModuleRef m;
    LLVMBuilderRef b;
    LLVMTypeRef integer, wide, word, pointer; /* int, long long, size_t, void * */
    LLVMValueRef call, text;                  /* the call; its format */
    const char *format;
    uint32_t size; /* of the format, up to its NUL */
    uint32_t next; /* the argument that the next directive takes */
    directive_vec directives;
} expansion;

/* ---- reading a format ---- */
int format_number(const expansion *x, uint32_t *at); /* decimal digits; -1: none */
enum length format_length(const expansion *x, uint32_t *at);
char format_at(const expansion *x, uint32_t at); /* 0 at the end */

/* ---- arguments ---- */
uint32_t format_bits(
    const expansion *x,
    enum length length); /* of an integer, before promotion; 0: none of this length */
bool format_takes_integer(
    expansion *x, uint32_t bits); /* the next argument is one of this width; steps over it */
bool format_takes_pointer(expansion *x);
LLVMValueRef format_take(expansion *x); /* the next argument */
bool format_is_string(LLVMValueRef v);  /* a constant that has an end: it can be read */

/* ---- code ---- */
LLVMValueRef format_constant(const expansion *x, int64_t value); /* an int */
LLVMValueRef format_text(const expansion *x, uint32_t from);     /* a pointer into the format */
LLVMValueRef format_call(const expansion *x, const char *name, LLVMTypeRef result, uint32_t n,
                         LLVMValueRef *arguments);

/* ---- the two halves: true where the call was replaced by the value ---- */
bool format_print(expansion *x, uint32_t checks, LLVMValueRef *value);
bool format_scan(expansion *x, LLVMValueRef *value);

/* Which argument is the format; NONE: the function is not of the family. */
uint32_t format_print_argument(const char *name);
uint32_t format_scan_argument(const char *name);

#endif
