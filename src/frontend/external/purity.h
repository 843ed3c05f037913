/* Which functions do nothing but compute a result: for those that the C library calls as often and
 * in the order it likes. */
#ifndef FRONTEND_EXTERNAL_PURITY_H
#define FRONTEND_EXTERNAL_PURITY_H

#include <stdbool.h>

typedef struct translator translator;

/* No function of the program that can be a comparison function has an effect beside its result. */
bool comparisons_are_pure(const translator *tr);

#endif
