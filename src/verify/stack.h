/* The largest stack along calls: sizes of frames as the compiler reports them (-fstack-usage), calls
 * as LLVM's text has them, depths of recursion as they were proved.
 *
 * A figure is for this compiler and these options. It holds the return addresses, and nothing of
 * functions that the compiler does not see: these are named. */
#ifndef VERIFY_STACK_H
#define VERIFY_STACK_H

#include "verify/loop_bounds.h"

typedef struct {
    bool known;
    uint64_t bytes;
    text path;     /* of calls with this much: "main -> f -> g" */
    text without;  /* functions that are not counted, in one line; empty: none */
    char why[160]; /* where it is not known */
} stack_use;

/* `b` has the depths. */
void stack_use_find(const verify_options *o, const loop_bounds *b, const budget *limits,
                    stack_use *out);
void stack_use_release(stack_use *s);

#endif
