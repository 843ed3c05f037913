/* The state of one translation, from an LLVM module to a program, which its stages share. The
 * stages, in order:
 *
 *   abstract/abstract.h  where asked for: drops most memory from the module first
 *   llvm/function.h      each function once: numbering, uses, loops
 *   llvm/instance.h      the call tree: an instance of a function for every call path
 *   memory/points_to.h   which objects, at which offsets, each pointer of an instance points to
 *   external/escape.h    which of these objects external code may know
 *   memory/layout.h      how each object is held: one variable a cell, or arrays
 *   llvm/block.h         commands and edges, instance by instance
 *
 * Whatever cannot be translated leaves through `unsupported`, which unwinds to llvm_translate(). */
#ifndef FRONTEND_LLVM_TRANSLATOR_H
#define FRONTEND_LLVM_TRANSLATOR_H

#include "base/arena.h"
#include "base/bits.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"
#include "frontend/contract.h"
#include "frontend/frontend.h"
#include "frontend/external/escape.h"
#include "frontend/llvm/float.h"
#include "frontend/memory/lifetime.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/procedure.h"
#include "frontend/llvm/share.h"
#include "frontend/llvm/types.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <setjmp.h>

#define NONE UINT32_MAX

typedef struct frame frame;

/* How the translation ends where it cannot go on. */
typedef struct {
    enum load_status status;
    text *messages, *reason;
    jmp_buf out;
} translation_end;

typedef struct translator {
    terms *t;
    program *p;
    const load_options *o;
    LLVMModuleRef m;
    LLVMTargetDataRef layout;
    uint32_t pointer_bits;
    bool big_endian;
    translation_end outcome;

    vec(function_info *) functions;
    vec(instance) instances;
    call_tree tree;
    shared_bodies shared;
    procedure_set summaries;

    vec(object) objects; /* 0: outside */
    object_index index;
    points_to_state points;
    lifetimes lifetimes;
    external_code external;
    float_choices floats;
    emission emission;
} translator;

_Noreturn void unsupported(translator *tr, LLVMValueRef where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
