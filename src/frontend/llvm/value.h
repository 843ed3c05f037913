/* The values of an instance while its commands are made: the frame, the components of its values,
 * and when they become variables. The arena of the translator owns frames; they are released in
 * the order of calls. */
#ifndef FRONTEND_LLVM_VALUE_H
#define FRONTEND_LLVM_VALUE_H

#include "program/program.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/types.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

/* The frame of an instance while its commands are made. */
typedef struct {
    component *components;
    uint32_t count, uses;
    bool defined, stable;
    term shadow;     /* of a character that is copied (uninitialized.h); none: it was written */
    component known; /* of an alloca written once: the constant that was written; none otherwise */
} slot;

typedef struct {
    uint32_t number;
    uint64_t id;
    loc at;
    term result;
} jump_target; /* where a call of setjmp returns to */

struct frame {
    frame *up;
    uint32_t instance;
    function_info *f;
    slot *slots;    /* by local number */
    loc *block;     /* by block index */
    loc exit;       /* NO_LOC until something returns */
    term *result;   /* variables of the returned leaves; NULL: void or unused */
    uint32_t scope; /* 0 first instance of its function */
    jump_target *targets;
    uint32_t target_count;
    LLVMValueRef now;     /* the instruction that is being translated */
    uint32_t depth;       /* as in position */
    comparands *compared; /* by block index: of a check of the compiler that fails into it */
};

frame *frame_push(translator *tr, frame *up, uint32_t instance);
component *operand(translator *tr, frame *f, LLVMValueRef v); /* one use of it */
term operand_bits(translator *tr, frame *f, LLVMValueRef v);
term operand_seen(translator *tr, frame *f, LLVMValueRef v); /* its bits, beside its use */
term operand_fp(translator *tr, frame *f, LLVMValueRef v);
component *define(translator *tr, frame *f,
                  uint32_t number); /* components to fill in, then define_done */
void define_done(translator *tr, frame *f, uint32_t number);
void define_bits(translator *tr, frame *f, uint32_t number, term value);
void define_fp(translator *tr, frame *f, uint32_t number, term fp);
term component_held(translator *tr, component *c, const leaf *l); /* as a variable holds it */
component component_of(translator *tr, term held, const leaf *l);
component component_any(translator *tr, const leaf *l, enum input_origin origin, const char *name);
/* The same, read from memory at this address (none: from nowhere). */
component component_read(translator *tr, const leaf *l, enum input_origin origin, const char *name,
                         term place);
void spill_value(translator *tr, frame *f, uint32_t number);
term as_bool(translator *tr, term value); /* one bit as Bool */
term as_bv(translator *tr, term value);   /* Bool as one bit */

#endif
