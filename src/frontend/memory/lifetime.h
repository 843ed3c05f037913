/* Which objects live. Blocks of the heap have a variable where some call may free them, or where
 * leaks are looked for; locals live while their block runs, which the place of the access decides.
 */
#ifndef FRONTEND_MEMORY_LIFETIME_H
#define FRONTEND_MEMORY_LIFETIME_H

#include "term/term.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

typedef struct {
    term freed;           /* a block was freed; none: of no consequence */
    uint32_t gone_locals; /* a place that no access may touch: where pointers to locals lead when
                             these are made again (dangling.h); NONE: there are none */
    bool jumps;           /* functions may end by longjmp */
    LLVMValueRef access;  /* an instruction ... */
    uint32_t instance;    /* ... of this call */
    u32_vec over;         /* ... and the locals it may mean that are over, as no tool can see */
} lifetimes;

bool validity_is_asked(const translator *tr); /* by __CPROVER_r_ok and its like */
bool lifetimes_matter(const translator *tr);  /* then, and where properties ask */
void lifetimes_declare(translator *tr);       /* once points-to is known */
void lifetimes_make(translator *tr);          /* the variables, once objects have their addresses */
void lifetime_start(translator *tr, object *o); /* no block was made yet */
void lifetime_begin(translator *tr, object *o, term address, term fails);
/* The block that starts at this address has ended, where `when` holds. */
void lifetime_end(translator *tr, term address, const fact_vec *facts, term when);
/* The copy that this offset is in: it lives; true where nothing ends it. */
term object_lives(translator *tr, const object *o, term offset);
term object_some_live(translator *tr, const object *o); /* of its copies */
/* The pointer is the start of a block of the heap that lives. */
term is_live_block(translator *tr, term pointer, const fact_vec *facts);
/* UNKNOWN where an access through a kept pointer may find an object of temporary lifetime. */
void check_temporary(translator *tr, frame *f, LLVMValueRef pointer);
/* A local that the frame's instruction can still access: its function has not returned, its block
 * not ended. */
bool local_lives(translator *tr, const frame *f, const object *o);
/* For accesses: such a local that is over may be meant; the pointer leads to one of these. */
void local_over(translator *tr, const frame *f, uint32_t object_number);
term leads_to_over(translator *tr, term pointer);
bool local_is_array(const translator *tr,
                    const object *o);       /* of a local: a variable-length array */
LLVMMetadataRef scope_here(LLVMValueRef i); /* of an instruction; NULL: nothing is said */
bool scope_is_inside(translator *tr, LLVMMetadataRef inner, LLVMMetadataRef outer);

#endif
