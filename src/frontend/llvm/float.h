/* Floats as bits and as numbers, NaN payloads, rounding. A component of a float has its value, its
 * bits, or both; each is made when it is first asked for. */
#ifndef FRONTEND_LLVM_FLOAT_H
#define FRONTEND_LLVM_FLOAT_H

#include "term/term.h"
#include "frontend/llvm/types.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

typedef struct {
    bool rounds; /* the program computes with floats, or asks how they are rounded */
    bool float_bits[FLOAT_CLASSES]; /* floats of this class are held as their bits */
    term rounding;                  /* RNE, or a variable where the program can change it */
} float_choices;

term float_fp(translator *tr, component *c, enum float_class class);
term float_bits(translator *tr, component *c, enum float_class class);
void float_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
/* A command on floats by the name of its instruction ("fadd.f64"), which the call's first arguments
 * are the operands of; false: no such. */
bool float_named(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name);
/* Where flags of a call allow another value than the one computed: any. */
void float_relax_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call);
/* Of one element: `from` and `to` are the leaves of the operands and of the result; b is NULL where
 * there is one operand. */
component float_element(translator *tr, LLVMValueRef i, component *a, component *b,
                        const leaf *from, const leaf *to);
term ir_float_from_bits(translator *tr, enum float_class class, term value);
term float_constant(translator *tr, enum float_class class, double d);
term float_fits(translator *tr, term x, uint32_t width, bool is_signed); /* truncated */
term ir_float_to_integer(translator *tr, term x, uint32_t width, bool is_signed);
void detect_float_bits(translator *tr); /* bitcasts and functions that look at bits */

#endif
