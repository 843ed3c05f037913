#include "native/trace.h"
#include "base/own.h"
#include "frontend/clang.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>

typedef struct {
    LLVMBuilderRef build;
    LLVMTypeRef real, type;
    LLVMValueRef callee;
} float_tracer;

static bool is_comparison(LLVMValueRef i) {
    if (LLVMGetInstructionOpcode(i) != LLVMFCmp) return false;
    LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0)));
    return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

static void trace_comparison(float_tracer *x, LLVMValueRef i) {
    LLVMValueRef operands[2];
    LLVMPositionBuilderBefore(x->build, i);
    for (unsigned k = 0; k < 2; k++)
        operands[k] = LLVMBuildFPCast(x->build, LLVMGetOperand(i, k), x->real, "");
    LLVMBuildCall2(x->build, x->type, x->callee, operands, 2, "");
}

static void trace_function(float_tracer *x, LLVMValueRef f) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_comparison(i)) trace_comparison(x, i);
}

static void trace_module(LLVMContextRef context, LLVMModuleRef m) {
    float_tracer x = {.build = LLVMCreateBuilderInContext(context),
                      .real = LLVMDoubleTypeInContext(context)};
    LLVMTypeRef parameters[] = {x.real, x.real};
    x.type = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters, 2, false);
    text name = {0};
    own_text(OWN "compare", &name);
    x.callee = LLVMAddFunction(m, text_string(&name), x.type);
    text_release(&name);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        trace_function(&x, f);
    LLVMDisposeBuilder(x.build);
}

bool trace_floats(text *bitcode) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef m = NULL;
    LLVMContextSetDiagnosticHandler(context, clang_silent, NULL);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode->data, bitcode->size, "program");
    bool good = !LLVMParseBitcodeInContext2(context, buffer, &m);
    LLVMDisposeMemoryBuffer(buffer);
    if (good) {
        trace_module(context, m);
        buffer = LLVMWriteBitcodeToMemoryBuffer(m);
        text_clear(bitcode);
        text_bytes(bitcode, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
        LLVMDisposeMemoryBuffer(buffer);
        LLVMDisposeModule(m);
    }
    LLVMContextDispose(context);
    return good;
}
