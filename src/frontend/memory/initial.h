/* The variables of objects, their names, and what they hold when the program starts. */
#ifndef FRONTEND_MEMORY_INITIAL_H
#define FRONTEND_MEMORY_INITIAL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct translator translator;

void object_name_cells(translator *tr, uint32_t object); /* make the variables */
void emit_initializers(translator *tr);

#endif
