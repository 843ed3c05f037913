/* Sets of tuples of one length, each once, numbered in the order of their first arrival. Zeroed: of
 * length 0, empty. */
#ifndef ENGINE_VALUES_TABLE_H
#define ENGINE_VALUES_TABLE_H

#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>

typedef struct {
    uint32_t length, size;
    u32_vec entries; /* tuple i at length * i */
    map find;        /* hash -> 1 + number; tuples of equal hash lie at the next keys */
} table;

void table_release(table *t);
const uint32_t *table_at(const table *t, uint32_t i);
bool table_has(const table *t, const uint32_t *tuple);
bool table_add(table *t, const uint32_t *tuple);        /* true: it was new */
uint32_t table_number(table *t, const uint32_t *tuple); /* added where it is new */
/* How many different entries the tuples have at place i. */
uint32_t table_values(const table *t, uint32_t i);

#endif
