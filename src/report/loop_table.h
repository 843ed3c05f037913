/* The table of loops with their bounds (verify/loop_bounds.h), for people and for programs. */
#ifndef REPORT_LOOP_TABLE_H
#define REPORT_LOOP_TABLE_H

#include "verify/loop_bounds.h"

void loop_table_text(const loop_bounds *b, const verification *v, text *out);
void loop_table_json(const loop_bounds *b, const verification *v, text *out);

#endif
