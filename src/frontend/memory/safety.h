/* Memory safety: that accesses stay inside of objects which live, and that a call frees the start
 * of a block. A check that was not asked for ends the run. */
#ifndef FRONTEND_MEMORY_SAFETY_H
#define FRONTEND_MEMORY_SAFETY_H

#include "program/program.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

/* The property that an access through null, or outside of all objects, violates; PROPERTY_NAMED:
 * not checked.
 */
enum property_id null_property(const translator *tr);
enum property_id bounds_property(const translator *tr);
bool accesses_are_checked(const translator *tr); /* by one of them, at least */
struct places;
void check_lives(translator *tr, term pointer, const struct places *ps, const fact_vec *facts,
                 bool write);
void check_free(translator *tr, term pointer, const fact_vec *facts);
void free_call(translator *tr, frame *f, LLVMValueRef call);
bool allocation_may_fail(const translator *tr);

#endif
