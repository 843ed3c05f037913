#include "frontend/llvm/input_type.h"
#include "frontend/llvm/debug_info.h"
#include "frontend/llvm/translator.h"

#include <llvm-c/DebugInfo.h>

enum { MOST_OPERANDS = 512 };
/* Places of operands (debug_info.c): of a DISubprogram its type, of a DISubroutineType the list of
 * types, the result first. */
enum { SUBPROGRAM_TYPE = 4, SUBROUTINE_TYPES = 3 };

static input_type judge(translator *tr, LLVMMetadataRef type) {
    input_type out = {0};
    if (!type) return out;
    out.is_bool = type_is_bool(tr, type);
    out.is_signed = type_is_signed(tr, type);
    return out;
}

static input_type of_global(LLVMModuleRef m, LLVMValueRef global, uint64_t offset, uint64_t size) {
    translator tr = {.m = m};
    const char *name;
    text path = {0};
    LLVMMetadataRef var = global_variable(global);
    LLVMMetadataRef type = var ? variable_type(&tr, var, &name) : NULL;
    if (type) type = type_path(&tr, type, offset, size, &path);
    text_release(&path);
    return judge(&tr, type);
}

static LLVMMetadataRef operand(translator *tr, LLVMMetadataRef node, uint32_t which) {
    LLVMValueRef ops[MOST_OPERANDS];
    if (!node || metadata_operands(tr, node, ops, MOST_OPERANDS) <= which || !ops[which])
        return NULL;
    return LLVMValueAsMetadata(ops[which]);
}

/* Where a record is passed in several parameters, the two lists do not match. */
static input_type of_parameter(LLVMModuleRef m, LLVMValueRef function, uint32_t number) {
    translator tr = {.m = m};
    LLVMValueRef ops[MOST_OPERANDS];
    LLVMMetadataRef type = operand(&tr, LLVMGetSubprogram(function), SUBPROGRAM_TYPE);
    LLVMMetadataRef types = operand(&tr, type, SUBROUTINE_TYPES);
    bool match =
        types && metadata_operands(&tr, types, ops, MOST_OPERANDS) == LLVMCountParams(function) + 1;
    return judge(&tr, match ? operand(&tr, types, number + 1) : NULL);
}

const input_types types_from_debug_info = {of_global, of_parameter};
