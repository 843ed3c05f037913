#include "frontend/step.h"

#include <stdio.h>

enum { MOST_ELEMENTS = 4096 };

typedef struct {
    compiler *c;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    uint32_t elements; /* scalars havocked so far */
} harness;

static bool complain(harness *h, const char *format, const char *name) {
    h->c->status = LOAD_BAD_INPUT;
    text_print(h->c->messages, format, name);
    return false;
}

/* The usual name of a nondet function of this type; NULL where there is none. */
static const char *nondet_name(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: return "__VERIFIER_nondet_float";
    case LLVMDoubleTypeKind: return "__VERIFIER_nondet_double";
    case LLVMX86_FP80TypeKind: return "__VERIFIER_nondet_longdouble";
    case LLVMIntegerTypeKind: break;
    default: return NULL;
    }
    switch (LLVMGetIntTypeWidth(type)) {
    case 1: return "__VERIFIER_nondet_bool";
    case 8: return "__VERIFIER_nondet_uchar";
    case 16: return "__VERIFIER_nondet_ushort";
    case 32: return "__VERIFIER_nondet_uint";
    case 64: return "__VERIFIER_nondet_ulonglong";
    case 128: return "__VERIFIER_nondet_uint128";
    default: return NULL;
    }
}

static LLVMValueRef nondet(harness *h, LLVMTypeRef type) {
    const char *name = nondet_name(type);
    if (!name) return NULL;
    LLVMValueRef f = LLVMGetNamedFunction(h->module, name);
    if (f && LLVMGetReturnType(LLVMGlobalGetValueType(f)) != type) return NULL;
    LLVMTypeRef function = LLVMFunctionType(type, NULL, 0, false);
    if (!f) f = LLVMAddFunction(h->module, name, function);
    return LLVMBuildCall2(h->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "");
}

static LLVMValueRef element_at(harness *h, LLVMTypeRef type, LLVMValueRef pointer, uint64_t i) {
    LLVMTypeRef word = LLVMInt32TypeInContext(h->c->context);
    LLVMValueRef path[] = {LLVMConstInt(word, 0, false), LLVMConstInt(word, i, false)};
    return LLVMBuildInBoundsGEP2(h->builder, type, pointer, path, 2, "");
}

/* Store any value into all of an object of this type. */
static bool havoc(harness *h, LLVMTypeRef type, LLVMValueRef pointer) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) {
        LLVMValueRef any = nondet(h, type);
        if (!any || ++h->elements > MOST_ELEMENTS) return false;
        LLVMBuildStore(h->builder, any, pointer);
        return true;
    }
    uint64_t n =
        kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    for (uint64_t i = 0; i < n; i++) {
        LLVMTypeRef part = kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, (unsigned)i)
                                                      : LLVMGetElementType(type);
        if (!havoc(h, part, element_at(h, type, pointer, i))) return false;
    }
    return true;
}

static bool havoc_inputs(harness *h) {
    const string_vec *names = &h->c->options->inputs;
    for (uint32_t i = 0; i < names->size; i++) {
        LLVMValueRef global = LLVMGetNamedGlobal(h->module, names->data[i]);
        if (!global) return complain(h, "--input %s: no such global variable\n", names->data[i]);
        if (!havoc(h, LLVMGlobalGetValueType(global), global))
            return complain(
                h, "--input %s: its type holds pointers, or is too large, to be an input\n",
                names->data[i]);
    }
    return true;
}

static bool call_step(harness *h, LLVMValueRef f, const char *name) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    unsigned n = LLVMCountParamTypes(type);
    vec(LLVMTypeRef) types = {0};
    vec(LLVMValueRef) values = {0};
    vec_resize(&types, n);
    LLVMGetParamTypes(type, types.data);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef v = nondet(h, types.data[i]);
        if (v) vec_push(&values, v);
    }
    bool good = values.size == n;
    if (good) LLVMBuildCall2(h->builder, type, f, values.data, n, "");
    else
        complain(h,
                 "--step %s: a parameter is neither an integer nor a float; wrap it in a function "
                 "of your own\n",
                 name);
    vec_release(&types);
    vec_release(&values);
    return good;
}

static LLVMValueRef defined(harness *h, const char *option, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(h->module, name);
    if (f && !LLVMIsDeclaration(f)) return f;
    text_print(h->c->messages, "%s ", option);
    complain(h, "%s: no function of this name with a body\n", name);
    return NULL;
}

static bool call_init(harness *h) {
    const char *name = h->c->options->init;
    if (!name) return true;
    LLVMValueRef f = defined(h, "--init", name);
    if (!f) return false;
    if (LLVMCountParams(f)) return complain(h, "--init %s: it takes parameters\n", name);
    LLVMBuildCall2(h->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "");
    return true;
}

bool step_build(compiler *c, LLVMModuleRef m) {
    harness h = {c, m, LLVMCreateBuilderInContext(c->context), 0};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c->context), NULL, 0, false);
    LLVMValueRef step = defined(&h, "--step", c->options->step);
    bool good = step != NULL;
    if (good) {
        LLVMValueRef entry = LLVMAddFunction(m, STEP_ENTRY, type);
        LLVMPositionBuilderAtEnd(h.builder,
                                 LLVMAppendBasicBlockInContext(c->context, entry, "entry"));
        good = call_init(&h);
        LLVMBasicBlockRef loop = LLVMAppendBasicBlockInContext(c->context, entry, "loop");
        LLVMBuildBr(h.builder, loop);
        LLVMPositionBuilderAtEnd(h.builder, loop);
        good = good && havoc_inputs(&h) && call_step(&h, step, c->options->step);
        LLVMBuildBr(h.builder, loop);
    }
    LLVMDisposeBuilder(h.builder);
    return good;
}
