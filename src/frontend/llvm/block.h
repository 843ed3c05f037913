/* Control flow of one instance: a location for each basic block, phis as assignments on the way
 * in. */
#ifndef FRONTEND_LLVM_BLOCK_H
#define FRONTEND_LLVM_BLOCK_H

#include <stdbool.h>

typedef struct translator translator;
typedef struct frame frame;

/* From tr->emission.here on; ends at f->exit, or nowhere (tr->emission.dead). */
void emit_instance(translator *tr, frame *f);

#endif
