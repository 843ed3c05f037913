/* One body for all calls of a function, where a copy for each call would be too many: its callers
 * assign parameters and go to its entry, its exit goes back to the caller. */
#ifndef FRONTEND_LLVM_SHARE_H
#define FRONTEND_LLVM_SHARE_H

#include "base/map.h"
#include "base/vec.h"
#include "program/program.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

/* The body of a shared instance: its callers assign the parameters and the number of their call,
 * and go to the entry; from the exit it goes back to the call of that number. */
typedef struct {
    uint32_t instance;
    loc entry, exit;
    term site, active; /* active: it is being run; none: it cannot call itself */
    term_vec parameters, results;
    vec(loc) back; /* by number of the call */
    bool emitted;
    bool again;                             /* it may be called while it runs */
    uint32_t first_edge, last_edge;         /* its edges; last: the one after them */
    uint32_t first_variable, last_variable; /* that were made for it */
} shared_body;

typedef struct {
    vec(shared_body) bodies;
    map body_of; /* shared instance -> into bodies */
} shared_bodies;

bool instance_may_recur(const translator *tr, uint32_t inst); /* some chain of calls leads back */
bool function_is_shared(const translator *tr, LLVMValueRef function);
/* This call is one of the shared instance's. True: that is new. */
bool instance_add_caller(translator *tr, uint32_t shared, uint32_t parent, uint32_t call);
/* A run of `inner` may be part of one of `outer`. */
bool instance_is_within(const translator *tr, uint32_t inner, uint32_t outer);
/* The instance itself or the nearest one around it whose body is shared; NONE: there is none. */
uint32_t shared_around(const translator *tr, uint32_t inst);
void shared_declare(translator *tr); /* at the start: the variables of the bodies */
void shared_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, uint32_t child);
void shared_emit(translator *tr); /* the bodies that are called, and the ways back */
void shared_release(translator *tr);
/* The values that a call has for the parameters of the callee's instance, assigned to variables. */
void assign_parameters(translator *tr, frame *f, LLVMValueRef call, uint32_t child,
                       const term *parameters);

#endif
