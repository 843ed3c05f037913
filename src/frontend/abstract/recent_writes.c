/* What a function has just written through a pointer, and reads again, where memory is forgotten
 * (abstract.h): dev->base = map(); if (!dev->base) ...
 *
 * A place is a constant offset from what a plain variable points to, and a type. Its shadow is a
 * plain variable that equals what is in memory there: it is written with the place, read in its
 * stead, and any value after all else that may write there: a write through another pointer or over
 * a part of it, a call, a change of the pointer. */
#include "frontend/abstract/abstract.h"
#include "base/log.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"

enum { MOST_SHADOWS = 16 };

typedef struct {
    LLVMValueRef pointer;
    int64_t offset;
    LLVMTypeRef type;
    LLVMValueRef variable; /* the shadow */
} shadow;

typedef struct {
    translator *tr;
    map *tracked;
    LLVMBuilderRef at;
    LLVMValueRef (*any)(void *context, LLVMTypeRef type);
    void *context;
    vec(shadow) all;
} shadows;

/* ---- places ---- */
static LLVMValueRef written_variable(LLVMValueRef store) {
    return accessed_variable(LLVMGetOperand(store, 1));
}

/* The variable is not written between its load and the use, both in one block. */
static bool is_current(LLVMValueRef load, LLVMValueRef use) {
    LLVMValueRef pointer = LLVMGetOperand(load, 0), i = load;
    for (; i && i != use; i = LLVMGetNextInstruction(i)) {
        bool call = LLVMIsACallInst(i) && LLVMIsAGlobalVariable(pointer);
        if (call || (LLVMIsAStoreInst(i) && written_variable(i) == pointer)) return false;
    }
    return i;
}

static bool is_word(LLVMTypeRef type) {
    LLVMTypeKind k = LLVMGetTypeKind(type);
    return k == LLVMIntegerTypeKind || k == LLVMPointerTypeKind;
}

static bool place_of(const shadows *s, LLVMValueRef use, LLVMValueRef address, LLVMTypeRef type,
                     shadow *out) {
    *out = (shadow){.type = type};
    if (LLVMGetVolatile(use) || !is_word(type)) return false;
    for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0)) {
        gep_offset g = gep_shape(s->tr, address);
        if (g.stride) return false;
        out->offset += g.constant;
    }
    if (!LLVMIsALoadInst(address)) return false;
    out->pointer = LLVMGetOperand(address, 0);
    return set_has(s->tracked, out->pointer) && is_current(address, use);
}

static bool store_place(const shadows *s, LLVMValueRef i, shadow *out) {
    return LLVMIsAStoreInst(i) &&
           place_of(s, i, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0)), out);
}

static bool load_place(const shadows *s, LLVMValueRef i, shadow *out) {
    return LLVMIsALoadInst(i) && place_of(s, i, LLVMGetOperand(i, 0), LLVMTypeOf(i), out);
}

static shadow *find(const shadows *s, const shadow *place) {
    for (uint32_t i = 0; i < s->all.size; i++) {
        shadow *x = &s->all.data[i];
        if (x->pointer == place->pointer && x->offset == place->offset && x->type == place->type)
            return x;
    }
    return NULL;
}

/* ---- what changes memory ---- */
static bool is_apart(const shadows *s, const shadow *a, const shadow *b) {
    int64_t size_a = (int64_t)type_store_size(s->tr, a->type),
            size_b = (int64_t)type_store_size(s->tr, b->type);
    return a->pointer == b->pointer &&
           (a->offset + size_a <= b->offset || b->offset + size_b <= a->offset);
}

static bool call_writes(const shadows *s, LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    if (is_debug_call(call)) return false;
    if (!callee || LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return true;
    switch (forgotten_call_of(s->tr, callee)) {
    case CALL_ERROR:
    case CALL_COMPUTES: return false;
    default: return true;
    }
}

static bool writes_anywhere(const shadows *s, LLVMValueRef i) {
    if (LLVMIsACallInst(i)) return call_writes(s, i);
    if (LLVMIsAStoreInst(i)) return !set_has(s->tracked, accessed_variable(LLVMGetOperand(i, 1)));
    return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAVAArgInst(i) ||
           LLVMIsAFenceInst(i);
}

/* ---- the function with shadows ---- */
static void forget_one(shadows *s, const shadow *x) {
    LLVMBuildStore(s->at, s->any(s->context, x->type), x->variable);
}

static void after_store(shadows *s, LLVMValueRef i, const shadow *place) {
    for (uint32_t k = 0; k < s->all.size; k++) {
        const shadow *x = &s->all.data[k];
        if (x == find(s, place)) LLVMBuildStore(s->at, LLVMGetOperand(i, 0), x->variable);
        else if (!is_apart(s, x, place)) forget_one(s, x);
    }
}

static void after_write(shadows *s, LLVMValueRef i) {
    bool anywhere = writes_anywhere(s, i);
    LLVMValueRef changed = LLVMIsAStoreInst(i) ? written_variable(i) : NULL;
    for (uint32_t k = 0; k < s->all.size; k++)
        if (anywhere || s->all.data[k].pointer == changed) forget_one(s, &s->all.data[k]);
}

static void shadow_instruction(shadows *s, LLVMValueRef i, LLVMValueRef next) {
    shadow place;
    if (load_place(s, i, &place)) {
        shadow *x = find(s, &place);
        LLVMPositionBuilderBefore(s->at, i);
        if (x) LLVMReplaceAllUsesWith(i, LLVMBuildLoad2(s->at, x->type, x->variable, ""));
        return;
    }
    if (!next) return;
    LLVMPositionBuilderBefore(s->at, next);
    if (store_place(s, i, &place)) after_store(s, i, &place);
    else after_write(s, i);
}

static void each(shadows *s, LLVMValueRef function,
                 void (*visit)(shadows *, LLVMValueRef, LLVMValueRef)) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            visit(s, i, next);
        }
}

static void find_store(shadows *s, LLVMValueRef i, LLVMValueRef next) {
    shadow place;
    (void)next;
    if (s->all.size < MOST_SHADOWS && store_place(s, i, &place) && !find(s, &place))
        vec_push(&s->all, place);
}

static void make_variables(shadows *s, LLVMValueRef function) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMPositionBuilderBefore(s->at, LLVMGetFirstInstruction(entry));
    for (uint32_t i = 0; i < s->all.size; i++) {
        s->all.data[i].variable = LLVMBuildAlloca(s->at, s->all.data[i].type, "");
        set_add(s->tracked, s->all.data[i].variable);
    }
}

void shadow_memory(translator *tr, LLVMValueRef function, map *tracked,
                   LLVMValueRef (*any)(void *context, LLVMTypeRef type), void *context,
                   LLVMBuilderRef at) {
    LOG("abstract", "recent writes of a function");
    shadows s = {.tr = tr, .tracked = tracked, .at = at, .any = any, .context = context};
    each(&s, function, find_store);
    LLVMSetCurrentDebugLocation2(at, NULL);
    make_variables(&s, function);
    if (s.all.size) each(&s, function, shadow_instruction);
    vec_release(&s.all);
}
