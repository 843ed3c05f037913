/* The table of functions without a body: the lines of library.def. */
#ifndef FRONTEND_EXTERNAL_LIBRARY_TABLE_H
#define FRONTEND_EXTERNAL_LIBRARY_TABLE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* Functions without (or in spite of) a body that are commands. */
enum library_kind {
    LIBRARY_NONE,
    LIBRARY_NONDET,
    LIBRARY_ASSUME,
    LIBRARY_ERROR,
    LIBRARY_ASSERT_FAIL,
    LIBRARY_END,
    LIBRARY_MALLOC,
    LIBRARY_CALLOC,
    LIBRARY_REALLOC,
    LIBRARY_FREE,
    LIBRARY_ALLOCA,
    LIBRARY_EFFECTS,
    LIBRARY_OPEN,
    LIBRARY_OVER,
    LIBRARY_INPUT,
    LIBRARY_FAILS,
    LIBRARY_MATH,
    LIBRARY_PURE,
    LIBRARY_SETROUND,
    LIBRARY_GETROUND,
    LIBRARY_REFUSED,
    LIBRARY_JUMP,
    LIBRARY_THREADS,
    LIBRARY_ASSERT,
    LIBRARY_CLAIM, /* of a contract (frontend/written) */
    LIBRARY_POINTER,
    LIBRARY_UNINTERPRETED,
    LIBRARY_GOAL,
    LIBRARY_CONDITION
};

/* Numbers that come back: any; -1 or a byte; -1 or 0; at least -1, 0, 1; 0 or 1; -1 or up to an
 * argument; up to an argument; -1 or up to the arguments after the format. */
enum result_bound {
    ANY,
    BYTE,
    STATUS,
    NOT_BELOW,
    NATURAL,
    POSITIVE,
    FLAG,
    TRANSFERRED,
    COUNT,
    CONVERTED
};

typedef uint16_t argument_set; /* bit k: argument k; the last one stands for all that follow too */

/* A line of library.def, where the fields are explained. */
typedef struct {
    const char *name;
    enum library_kind kind;
    argument_set writes, stores, leaks, keeps, returns, nonnull;
    bool deep, same, computes, input, installs, allocates;
    enum result_bound bound;
    uint32_t of, format, bytes;
} known_function;

const known_function *known_named(const char *name); /* NULL: the worst case */
bool known_leaks(LLVMValueRef callee);               /* one of our models that passes pointers on */
bool argument_in(argument_set s, uint32_t argument);

#endif
