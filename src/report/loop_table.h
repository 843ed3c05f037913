/* The table of loops with their bounds (verify/loop_bounds.h), for people and for programs. */
#ifndef REPORT_LOOP_TABLE_H
#define REPORT_LOOP_TABLE_H

#include "verify/stack.h"

void loop_table_text(const loop_bounds *b, const stack_use *s, const verification *v, text *out);
void loop_table_json(const loop_bounds *b, const stack_use *s, const verification *v, text *out);
void loop_table_html(const loop_bounds *b, const stack_use *s, const verification *v, text *out);

#endif
