/* All global variables of a linked module: any value before the call that is proved, and what
 * assigns leaves out unchanged behind it. Bodies for
 *     void __cinch_any_globals(void)      each holds any value
 *     void __cinch_save_globals(void)     a copy of each that some code may write
 *     void __cinch_check_globals(void)    each part of these is as its copy, or assigned */
#include "frontend/library.h"
#include "frontend/written/written.h"

#include <llvm-c/Target.h>
#include <string.h>

enum { MOST_PARTS = 4096 };

typedef struct {
    compiler *c;
    LLVMModuleRef m;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    uint32_t parts;
    bool unseen; /* what has external linkage may be written by external code */
} globals_writer;

static bool is_own(const char *name) {
    return !strncmp(name, "__cinch_", 8) || !strncmp(name, "llvm.", 5);
}

static bool is_variable(LLVMValueRef g) {
    size_t length;
    return !LLVMIsGlobalConstant(g) && LLVMTypeIsSized(LLVMGlobalGetValueType(g)) &&
           !is_own(LLVMGetValueName2(g, &length));
}

/* A static variable of a function, by the name that clang gives it; not one that was renamed by
 * linking. No contract can name it, and no caller sees it. */
static bool is_local(LLVMValueRef g) {
    size_t length;
    const char *dot = strchr(LLVMGetValueName2(g, &length), '.');
    return LLVMGetLinkage(g) == LLVMInternalLinkage && dot && (dot[1] < '0' || dot[1] > '9');
}

/* A clause asks whether it may read. */
static bool is_question(LLVMValueRef user) {
    size_t length;
    return LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
           !strcmp(LLVMGetValueName2(LLVMGetCalledValue(user), &length), "__CPROVER_r_ok");
}

/* Nothing but reads, through whatever address. */
static bool is_only_read(LLVMValueRef v) {
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool address = LLVMIsAGetElementPtrInst(user) ||
                       (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
        bool read = LLVMIsALoadInst(user) || is_question(user);
        if (!read && !(address && is_only_read(user))) return false;
    }
    return true;
}

/* Some code is called that is not seen, nor part of the C library. */
static bool calls_unseen(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !is_own(name) && !library_defines(name) &&
            strncmp(name, "__CPROVER_", 10) && strncmp(name, "__VERIFIER_", 11))
            return true;
    }
    return false;
}

/* A static variable that is never written keeps its initial value for good. */
static bool is_fixed(LLVMValueRef g) {
    return LLVMGetLinkage(g) == LLVMInternalLinkage && is_only_read(g);
}

/* The function, declared by the text or not; positioned at its new body. */
static LLVMValueRef begin(globals_writer *w, const char *name) {
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(w->c->context), NULL, 0, false);
    LLVMValueRef f = LLVMGetNamedFunction(w->m, name);
    if (!f) f = LLVMAddFunction(w->m, name, type);
    LLVMPositionBuilderAtEnd(w->builder, LLVMAppendBasicBlockInContext(w->c->context, f, ""));
    return f;
}

static LLVMValueRef function_of(globals_writer *w, const char *name, LLVMTypeRef result,
                                LLVMTypeRef *parameters, unsigned n) {
    LLVMValueRef f = LLVMGetNamedFunction(w->m, name);
    return f ? f : LLVMAddFunction(w->m, name, LLVMFunctionType(result, parameters, n, false));
}

static void call(globals_writer *w, LLVMValueRef f, LLVMValueRef *arguments, unsigned n) {
    LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(f), f, arguments, n, "");
}

static void write_any(globals_writer *w) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(w->c->context, 0);
    LLVMValueRef any =
        function_of(w, "__cinch_any_object", LLVMVoidTypeInContext(w->c->context), &pointer, 1);
    begin(w, "__cinch_any_globals");
    for (LLVMValueRef g = LLVMGetFirstGlobal(w->m); g; g = LLVMGetNextGlobal(g))
        if (is_variable(g) && !is_fixed(g)) call(w, any, &g, 1);
    LLVMBuildRetVoid(w->builder);
}

static LLVMValueRef copy_of(globals_writer *w, LLVMValueRef g) {
    size_t length;
    char *name = mem_format("__cinch_before.%s", LLVMGetValueName2(g, &length));
    LLVMValueRef copy = LLVMGetNamedGlobal(w->m, name);
    if (!copy) {
        copy = LLVMAddGlobal(w->m, LLVMGlobalGetValueType(g), name);
        LLVMSetInitializer(copy, LLVMConstNull(LLVMGlobalGetValueType(g)));
        LLVMSetLinkage(copy, LLVMInternalLinkage);
    }
    mem_free(name);
    return copy;
}

static LLVMValueRef part_at(globals_writer *w, LLVMTypeRef type, LLVMValueRef pointer, uint64_t i) {
    LLVMTypeRef number = LLVMInt32TypeInContext(w->c->context);
    LLVMValueRef path[] = {LLVMConstInt(number, 0, false), LLVMConstInt(number, i, false)};
    return LLVMBuildInBoundsGEP2(w->builder, type, pointer, path, 2, "");
}

/* The bits of a part, as a number or a pointer. */
static LLVMValueRef bits_at(globals_writer *w, LLVMTypeRef type, LLVMValueRef place) {
    LLVMValueRef v = LLVMBuildLoad2(w->builder, type, place, "");
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind) return v;
    unsigned bits = (unsigned)LLVMSizeOfTypeInBits(w->layout, type);
    return LLVMBuildBitCast(w->builder, v, LLVMIntTypeInContext(w->c->context, bits), "");
}

static void check_part(globals_writer *w, LLVMTypeRef type, LLVMValueRef now, LLVMValueRef before,
                       const char *name) {
    LLVMTypeRef bit = LLVMInt1TypeInContext(w->c->context),
                pointer = LLVMPointerTypeInContext(w->c->context, 0),
                number = LLVMInt64TypeInContext(w->c->context);
    LLVMValueRef f = LLVMGetNamedFunction(w->m, "__cinch_assigned");
    LLVMTypeRef checks[] = {bit, pointer};
    LLVMValueRef check =
        function_of(w, "__cinch_assigns", LLVMVoidTypeInContext(w->c->context), checks, 2);
    if (!f) return;
    unsigned sizes = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetParam(f, 1)));
    if (sizes != 64) number = LLVMIntTypeInContext(w->c->context, sizes);
    LLVMValueRef same =
        LLVMBuildICmp(w->builder, LLVMIntEQ, bits_at(w, type, now), bits_at(w, type, before), "");
    LLVMValueRef place[] = {now, LLVMConstInt(number, LLVMABISizeOfType(w->layout, type), false)};
    LLVMValueRef allowed = LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(f), f, place, 2, "");
    char *says = mem_format("assigns leaves out the global variable %s", name);
    LLVMValueRef arguments[] = {LLVMBuildOr(w->builder, same, allowed, ""),
                                LLVMBuildGlobalStringPtr(w->builder, says, "__cinch_text")};
    call(w, check, arguments, 2);
    mem_free(says);
}

/* The types of the parts of an array or a structure; 0: it is one number. */
static uint64_t count_parts(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
    case LLVMArrayTypeKind: return LLVMGetArrayLength2(type);
    default: return 0;
    }
}

static LLVMTypeRef part_type(LLVMTypeRef type, uint64_t i) {
    bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
    return array ? LLVMGetElementType(type) : LLVMStructGetTypeAtIndex(type, (unsigned)i);
}

static bool is_made_of_parts(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

static bool check_parts(globals_writer *w, LLVMTypeRef type, LLVMValueRef now, LLVMValueRef before,
                        const char *name) {
    bool good = true;
    if (!is_made_of_parts(type)) {
        good = ++w->parts <= MOST_PARTS;
        if (good) check_part(w, type, now, before, name);
    }
    for (uint64_t i = 0; good && i < count_parts(type); i++)
        good = check_parts(w, part_type(type, i), part_at(w, type, now, i),
                           part_at(w, type, before, i), name);
    return good;
}

static bool write_frame(globals_writer *w, bool check) {
    size_t length;
    begin(w, check ? "__cinch_check_globals" : "__cinch_save_globals");
    for (LLVMValueRef g = LLVMGetFirstGlobal(w->m); g; g = LLVMGetNextGlobal(g)) {
        if (!is_variable(g) || is_local(g) || (w->unseen ? is_fixed(g) : is_only_read(g))) continue;
        LLVMTypeRef type = LLVMGlobalGetValueType(g);
        const char *name = LLVMGetValueName2(g, &length);
        if (check && !check_parts(w, type, g, copy_of(w, g), name)) return false;
        if (!check)
            LLVMBuildMemCpy(w->builder, copy_of(w, g), 1, g, 1,
                            LLVMConstInt(LLVMInt64TypeInContext(w->c->context),
                                         LLVMABISizeOfType(w->layout, type), false));
    }
    LLVMBuildRetVoid(w->builder);
    return true;
}

bool written_globals(compiler *c, LLVMModuleRef m) {
    globals_writer w = {.c = c,
                        .m = m,
                        .builder = LLVMCreateBuilderInContext(c->context),
                        .unseen = calls_unseen(m),
                        .layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(m))};
    bool asked = LLVMGetNamedFunction(m, "__cinch_save_globals") != NULL;
    bool good = !asked || (write_frame(&w, false) && write_frame(&w, true));
    write_any(&w); /* last: it writes all of them */
    if (!good) {
        text_add(c->messages,
                 "assigns is not checked for global variables with so many elements\n");
        c->status = LOAD_UNSUPPORTED;
    }
    LLVMDisposeTargetData(w.layout);
    LLVMDisposeBuilder(w.builder);
    return good;
}
