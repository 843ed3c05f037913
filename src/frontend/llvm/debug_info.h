/* Source positions, names and C types from debug information. Nothing here changes what the
 * program means; where debug information is missing the answer is empty. */
#ifndef FRONTEND_LLVM_DEBUG_INFO_H
#define FRONTEND_LLVM_DEBUG_INFO_H

#include "base/text.h"
#include "program/program.h"
#include "frontend/llvm/function.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

/* Whether what lies at an offset of a type is volatile; NO_OFFSET: whether anything in it is. */
#define NO_OFFSET UINT64_MAX
bool type_is_volatile(translator *tr, LLVMMetadataRef type, uint64_t offset);
position position_of(translator *tr, LLVMValueRef instruction, const function_info *f);
position variable_position(translator *tr, LLVMMetadataRef var, const function_info *f);
/* Name and C type as text of a DILocalVariable or DIGlobalVariable; NULL and empty where unknown.
 */
LLVMMetadataRef variable_type(translator *tr, LLVMMetadataRef var, const char **name);
bool variable_is_parameter(translator *tr, LLVMMetadataRef var); /* a DILocalVariable */
void type_text(translator *tr, LLVMMetadataRef type, text *out);
bool type_is_signed(translator *tr, LLVMMetadataRef type);
bool type_is_bool(translator *tr, LLVMMetadataRef type);
uint32_t type_outline(translator *tr, LLVMMetadataRef type); /* into program.outlines; 0: unknown */
uint32_t type_pointee(translator *tr, LLVMMetadataRef type); /* the outline of what it points to */
/* The type at an offset of a type, and the path to it as C would write it (".x[2].y"). */
LLVMMetadataRef type_path(translator *tr, LLVMMetadataRef type, uint64_t offset, uint64_t size,
                          text *path);
LLVMMetadataRef global_variable(LLVMValueRef global); /* its DIGlobalVariable, or NULL */
bool loop_position(LLVMValueRef branch, uint32_t *line, uint32_t *column);
uint32_t metadata_operands(translator *tr, LLVMMetadataRef m, LLVMValueRef *out, uint32_t most);

#endif
