/* Leaks: when the program ends, which blocks live that no pointer leads to any more. */
#ifndef FRONTEND_MEMORY_LEAK_H
#define FRONTEND_MEMORY_LEAK_H

#include <stdbool.h>

typedef struct translator translator;
typedef struct frame frame;

/* The program ends here; f: the innermost function that has not returned, NULL: none. */
void check_leaks(translator *tr, const frame *f);
void check_cleanup(translator *tr); /* of it, that all is freed */

#endif
