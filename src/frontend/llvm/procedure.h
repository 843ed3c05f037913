/* Procedures: functions whose calls are steps in their summaries (program/summary.h) and are not
 * inlined. */
#ifndef FRONTEND_LLVM_PROCEDURE_H
#define FRONTEND_LLVM_PROCEDURE_H

#include "frontend/contract.h"
#include "base/vec.h"
#include "base/map.h"
#include "program/program.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

/* A call of a procedure (procedure.c): values for its parameters, and what takes its results. */
typedef struct {
    uint32_t callee; /* into translator.bodies */
    edge_id edge;
    term_vec arguments, results;
} procedure_step;

typedef struct {
    map procedures; /* functions that are procedures: LLVMValueRef -> 1 */
    vec(procedure_step) steps;
    contracts guessed; /* where candidate summaries are asked for */
} procedure_set;

void procedures_choose(translator *tr, LLVMValueRef entry);
void procedures_check(translator *tr); /* where all calls are known: refuses what it cannot do */
bool is_procedure(const translator *tr, LLVMValueRef f);
void procedure_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, uint32_t child);
void procedures_finish(translator *tr); /* where all bodies are there: summaries, their steps */
void procedures_release(translator *tr);

#endif
