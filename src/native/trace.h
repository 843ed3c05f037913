/* Comparisons of floats as calls: the compiler's own tracing (-fsanitize-coverage=trace-cmp) knows
 * integers only. */
#ifndef NATIVE_TRACE_H
#define NATIVE_TRACE_H

#include "base/text.h"

/* Before each comparison of two floats or doubles a call of __cinch_compare(double, double); the
 * module, bitcode of our compiler, is replaced. False: it cannot be read. */
bool trace_floats(text *bitcode);

#endif
