/* Which functions matter where memory is forgotten (abstract.h): those that may reach an error, and
 * those that may write a variable which another one of them reads. Without the order of statements,
 * by what each function calls, reads and writes. */
#include "frontend/abstract/abstract.h"
#include "base/log.h"
#include "frontend/external/escape.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/jump.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"

#include <string.h>

typedef void (*instruction_visitor)(translator *tr, relevance *r, LLVMValueRef i);

static void visit(translator *tr, relevance *r, LLVMValueRef function, instruction_visitor f) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            f(tr, r, i);
}

/* ---- plain variables ---- */
static bool is_constant_step(LLVMValueRef v) {
    bool gep = LLVMIsAGetElementPtrInst(v) ||
               (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
    for (int i = 1; gep && i < LLVMGetNumOperands(v); i++)
        gep = LLVMIsAConstantInt(LLVMGetOperand(v, (unsigned)i));
    return gep;
}

/* All uses of this address are reads and writes of what is there, none of them volatile, and of
 * parts at constant offsets. */
static bool is_plain_variable(LLVMValueRef address) {
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool read = LLVMIsALoadInst(user),
             written = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address,
             part = is_constant_step(user) && is_plain_variable(user);
        if (!part && (!(read || written) || LLVMGetVolatile(user))) return false;
    }
    return true;
}

LLVMValueRef accessed_variable(LLVMValueRef address) {
    while (is_constant_step(address)) address = LLVMGetOperand(address, 0);
    return address;
}

/* ---- assembly ---- */
/* What assembly names, it may access, or call. */
static void name_one(translator *tr, void *context, LLVMValueRef named) {
    relevance *r = context;
    map_remove(&r->tracked, (uint64_t)(uintptr_t)named);
    if (LLVMIsAFunction(named) && LLVMCountBasicBlocks(named))
        unsupported(tr, NULL, "assembly that names a function");
}

static void name_in_call(translator *tr, relevance *r, LLVMValueRef i) {
    size_t length;
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (LLVMIsACallBrInst(i) || LLVMIsAInvokeInst(i) || LLVMIsAIndirectBrInst(i))
        unsupported(tr, i, "a jump of this kind under memory abstraction");
    if (!callee || !LLVMIsAInlineAsm(callee)) return;
    const char *code = LLVMGetInlineAsmAsmString(callee, &length);
    names_in_assembly(tr, code, length, name_one, r);
}

/* ---- calls ---- */
/* Of a kind that calls pass alike: addresses, words, floats of one size, records. */
static bool is_passed_alike(LLVMTypeRef a, LLVMTypeRef b) {
    LLVMTypeKind k = LLVMGetTypeKind(a);
    return k == LLVMGetTypeKind(b);
}

bool may_call(LLVMTypeRef call, LLVMValueRef function) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function), given[64], wanted[64];
    unsigned n = LLVMCountParamTypes(call);
    if (LLVMIsFunctionVarArg(call) || LLVMIsFunctionVarArg(type)) return true;
    if (n != LLVMCountParamTypes(type)) return false;
    if (n > sizeof given / sizeof *given) return true;
    LLVMGetParamTypes(call, given);
    LLVMGetParamTypes(type, wanted);
    for (unsigned i = 0; i < n; i++)
        if (!is_passed_alike(given[i], wanted[i])) return false;
    return true;
}

/* Others may change how the machine computes, or where it goes on. */
static bool is_harmless_intrinsic(LLVMValueRef callee, const char *name) {
    static const char *const known[] = {
        "dbg.",        "memcpy.",     "memmove.",        "memset.",        "va_",
        "objectsize.", "lifetime.",   "ptrmask.",        "prefetch",       "invariant.",
        "stack",       "launder.",    "strip.",          "ptr.annotation", "var.annotation",
        "annotation.", "threadlocal", "experimental.",   "assume",         "is.constant.",
        "expect",      "trap",        "debugtrap",       "ubsantrap",      "donothing",
        "sideeffect",  "get.",        "arithmetic.fence"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strncmp(name + 5, known[i], strlen(known[i]))) return true;
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef memory =
        LLVMGetEnumAttributeAtIndex(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
    return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

enum forgotten_call forgotten_call_of(translator *tr, LLVMValueRef callee) {
    size_t length;
    uint32_t word;
    const char *name = LLVMGetValueName2(callee, &length);
    const known_function *known = known_named(name);
    if (jump_kind_of(callee, &word) != JUMP_NONE) return CALL_REFUSED;
    if (!strncmp(name, "llvm.", 5))
        return is_harmless_intrinsic(callee, name) ? CALL_INTRINSIC : CALL_REFUSED;
    switch (library_kind_of(tr, callee)) {
    case LIBRARY_NONE: return LLVMCountBasicBlocks(callee) ? CALL_BODY : CALL_UNSEEN;
    case LIBRARY_ERROR:
    case LIBRARY_ASSERT:
    case LIBRARY_ASSERT_FAIL:
    case LIBRARY_CLAIM: return CALL_ERROR;
    case LIBRARY_END:
    case LIBRARY_ASSUME:
    case LIBRARY_NONDET:
    case LIBRARY_OPEN:
    case LIBRARY_OVER:
    case LIBRARY_MATH: return CALL_COMPUTES;
    case LIBRARY_PURE: /* it calls what it gets */
    case LIBRARY_JUMP:
    case LIBRARY_REFUSED:
    case LIBRARY_THREADS:
    case LIBRARY_GOAL:
    case LIBRARY_CONDITION:
    case LIBRARY_SETROUND: return CALL_REFUSED;
    default: return known && known->installs ? CALL_REFUSED : CALL_FORGOTTEN;
    }
}

static bool callee_matters(translator *tr, const relevance *r, LLVMValueRef callee) {
    switch (forgotten_call_of(tr, callee)) {
    case CALL_ERROR:
    case CALL_REFUSED:
    case CALL_UNSEEN: return true;
    case CALL_BODY: return set_has(&r->decisive, callee);
    default: return false;
    }
}

static bool call_matters(translator *tr, const relevance *r, LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    function_vec found = {0};
    bool any = false;
    if (is_debug_call(call)) return false;
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return assembly_is_refused(call);
    if (callee) return callee_matters(tr, r, callee);
    targets_of(r->targets, call, &found);
    for (uint32_t i = 0; i < found.size && !any; i++) any = callee_matters(tr, r, found.data[i]);
    vec_release(&found);
    return any;
}

/* ---- functions without effect that are kept anyway: they say what their result is ---- */
/* Instructions; of functions that do not read abstracted memory, so that their result is exact. */
enum { SMALL = 40, SMALL_EXACT = 400, DEPTH = 3 };

typedef struct {
    translator *tr;
    const relevance *r;
    uint32_t instructions;
    bool forgets;
} function_size;

static bool measure(function_size *s, LLVMValueRef f, uint32_t depth);

static bool measure_call(function_size *s, LLVMValueRef call, uint32_t depth) {
    LLVMValueRef callee = called_function(call);
    if (is_debug_call(call)) return true;
    s->instructions++;
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return s->forgets = true;
    if (!callee) return false;
    return forgotten_call_of(s->tr, callee) != CALL_BODY ||
           (depth && measure(s, callee, depth - 1));
}

static bool measure_one(function_size *s, LLVMValueRef i, uint32_t depth) {
    if (LLVMIsACallInst(i)) return measure_call(s, i, depth);
    s->instructions++;
    if (LLVMIsALoadInst(i) && !set_has(&s->r->tracked, accessed_variable(LLVMGetOperand(i, 0))))
        s->forgets = true;
    return true;
}

/* False: it calls through pointers, or too deep, or is too large. */
static bool measure(function_size *s, LLVMValueRef f, uint32_t depth) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!measure_one(s, i, depth)) return false;
    return s->instructions <= (s->forgets ? SMALL : SMALL_EXACT);
}

static bool is_small(translator *tr, const relevance *r, LLVMValueRef f) {
    function_size s = {.tr = tr, .r = r};
    return measure(&s, f, DEPTH);
}

/* ---- the fixpoint ---- */
static bool matters(translator *tr, const relevance *r, LLVMValueRef f) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsACallInst(i) && call_matters(tr, r, i)) return true;
            if (LLVMIsAStoreInst(i) && set_has(&r->wanted, accessed_variable(LLVMGetOperand(i, 1))))
                return true;
        }
    return false;
}

static void want(translator *tr, relevance *r, LLVMValueRef i) {
    LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
    LLVMValueRef read = LLVMIsALoadInst(i) ? accessed_variable(LLVMGetOperand(i, 0)) : NULL;
    if (read && LLVMIsAGlobalVariable(read) && set_has(&r->tracked, read))
        set_add(&r->wanted, read);
    if (callee && forgotten_call_of(tr, callee) == CALL_BODY && is_small(tr, r, callee) &&
        set_add(&r->kept, callee))
        visit(tr, r, callee, want);
}

static void keep_decisive(translator *tr, relevance *r, LLVMValueRef f) {
    set_add(&r->decisive, f);
    if (set_add(&r->kept, f)) visit(tr, r, f, want);
}

static bool keep_more(translator *tr, relevance *r) {
    const function_vec *functions = targets_functions(r->targets);
    bool more = false;
    for (uint32_t i = functions->size; i--;) {
        LLVMValueRef f = functions->data[i];
        if (set_has(&r->decisive, f)) continue;
        if (!(tr->o->checks & CHECK_TERMINATION) && !matters(tr, r, f)) continue;
        keep_decisive(tr, r, f);
        more = true;
    }
    return more;
}

static void track_local(translator *tr, relevance *r, LLVMValueRef i) {
    (void)tr;
    if (LLVMIsAAllocaInst(i) && LLVMIsAConstantInt(LLVMGetOperand(i, 0)) && is_plain_variable(i))
        set_add(&r->tracked, i);
}

static void find_variables(translator *tr, relevance *r) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(tr->m); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsThreadLocal(g) && is_plain_variable(g)) set_add(&r->tracked, g);
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f)) {
        visit(tr, r, f, track_local);
        visit(tr, r, f, name_in_call);
    }
}

/* Some access to this address in a variable is like one through a pointer of another module. */
static bool is_written_elsewhere(translator *tr, const relevance *r, LLVMTypeRef whole,
                                 LLVMValueRef address) {
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool store = LLVMIsAStoreInst(user);
        LLVMTypeRef part = LLVMTypeOf(store ? LLVMGetOperand(user, 0) : user);
        if (store || LLVMIsALoadInst(user)
                ? targets_written_outside(r->targets, whole, type_store_size(tr, part))
                : is_written_elsewhere(tr, r, whole, user))
            return true;
    }
    return false;
}

/* Variables that other modules know by name may be written through pointers from there. */
static bool forget_known_elsewhere(translator *tr, relevance *r) {
    bool any = false;
    for (LLVMValueRef g = LLVMGetFirstGlobal(tr->m); g; g = LLVMGetNextGlobal(g))
        if (is_known_elsewhere(g) && set_has(&r->tracked, g) &&
            is_written_elsewhere(tr, r, LLVMGlobalGetValueType(g), g))
            any |= map_remove(&r->tracked, (uint64_t)(uintptr_t)g);
    return any;
}

void relevance_find(translator *tr, LLVMValueRef entry, relevance *r) {
    LOG("abstract", "find what is relevant");
    find_variables(tr, r);
    r->targets = targets_find(tr, entry, &r->tracked);
    if (forget_known_elsewhere(tr, r)) {
        targets_delete(r->targets);
        r->targets = targets_find(tr, entry, &r->tracked);
    }
    keep_decisive(tr, r, entry);
    while (keep_more(tr, r)) {}
}

void relevance_release(relevance *r) {
    map_release(&r->decisive);
    map_release(&r->kept);
    map_release(&r->tracked);
    map_release(&r->wanted);
    targets_delete(r->targets);
}
