#include "frontend/abstract/abstract.h"
#include "base/log.h"
#include "frontend/external/effects.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

typedef struct {
    translator *tr;
    LLVMContextRef context;
    LLVMBuilderRef at;
    relevance r;
    map any; /* LLVMTypeRef -> function that gives any value of it */
    uint32_t dispatchers;
    LLVMValueRef error;
    bool from_main; /* the entry is main, whose caller hands it no pointers of the program */
} forgetting;

/* ---- any value ---- */
static LLVMValueRef function_for(map *made, LLVMTypeRef key) {
    return (LLVMValueRef)(uintptr_t)map_find(made, (uint64_t)(uintptr_t)key, 0);
}

static LLVMValueRef any_function(forgetting *f, LLVMTypeRef type) {
    LLVMValueRef made = function_for(&f->any, type);
    if (made) return made;
    char *name = mem_format("__cinch_open_%u", f->any.size);
    made = LLVMAddFunction(f->tr->m, name, LLVMFunctionType(type, NULL, 0, false));
    map_set(&f->any, (uint64_t)(uintptr_t)type, (uint64_t)(uintptr_t)made);
    mem_free(name);
    return made;
}

static LLVMValueRef any_value(forgetting *f, LLVMTypeRef type) {
    LLVMValueRef function = any_function(f, type);
    return LLVMBuildCall2(f->at, LLVMGlobalGetValueType(function), function, NULL, 0, "");
}

static LLVMValueRef any_for_shadow(void *context, LLVMTypeRef type) {
    return any_value(context, type);
}

/* Where something is: any address but null. */
static LLVMValueRef any_address(forgetting *f, LLVMTypeRef type) {
    LLVMValueRef any = any_value(f, type);
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind) return any;
    LLVMTypeRef word = LLVMInt64TypeInContext(f->context);
    LLVMValueRef null = LLVMBuildIsNull(f->at, any, ""),
                 other = LLVMConstIntToPtr(LLVMConstInt(word, 1, false), type);
    return LLVMBuildSelect(f->at, null, other, any, "");
}

static void build_before(forgetting *f, LLVMValueRef i) {
    LLVMPositionBuilderBefore(f->at, i);
    LLVMSetCurrentDebugLocation2(f->at, LLVMInstructionGetDebugLoc(i));
}

/* Its result, if it has one, is any value (of addresses: but null). */
static void drop(forgetting *f, LLVMValueRef i,
                 LLVMValueRef (*instead)(forgetting *, LLVMTypeRef)) {
    build_before(f, i);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind && LLVMGetFirstUse(i))
        LLVMReplaceAllUsesWith(i, instead(f, LLVMTypeOf(i)));
    LLVMInstructionEraseFromParent(i);
}

/* ---- addresses ---- */
static bool names_address(LLVMValueRef v) {
    if (!LLVMIsConstant(v)) return false;
    if (LLVMIsAGlobalValue(v) || LLVMIsABlockAddress(v)) return true;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (names_address(LLVMGetOperand(v, (unsigned)i))) return true;
    return false;
}

static bool is_tracked(const forgetting *f, LLVMValueRef address) {
    return set_has(&f->r.tracked, accessed_variable(address));
}

/* A phi takes the value at the end of the block that it comes from; one block, one value. */
static void forget_incoming(forgetting *f, LLVMValueRef phi, unsigned k) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    for (unsigned i = 0; i < k; i++)
        if (LLVMGetIncomingBlock(phi, i) == from) {
            LLVMSetOperand(phi, k, LLVMGetIncomingValue(phi, i));
            return;
        }
    LLVMValueRef v = LLVMGetIncomingValue(phi, k);
    if (!names_address(v)) return;
    build_before(f, LLVMGetBasicBlockTerminator(from));
    LLVMSetOperand(phi, k, any_address(f, LLVMTypeOf(v)));
}

static void forget_operand(forgetting *f, LLVMValueRef i, unsigned k) {
    LLVMValueRef v = LLVMGetOperand(i, k);
    if (!v || LLVMValueIsBasicBlock(v) || !names_address(v)) return;
    build_before(f, i);
    LLVMSetOperand(i, k, any_address(f, LLVMTypeOf(v)));
}

static void forget_operands(forgetting *f, LLVMValueRef i, unsigned n) {
    for (unsigned k = 0; k < n; k++)
        if (LLVMIsAPHINode(i)) forget_incoming(f, i, k);
        else forget_operand(f, i, k);
}

/* ---- calls through pointers ---- */
static void pass_by_pointer(LLVMValueRef function, LLVMValueRef call, unsigned parameters) {
    static const char *const names[] = {"byval", "sret", "inalloca", "preallocated"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[k], strlen(names[k]));
        for (unsigned i = 1; i <= parameters; i++)
            if (call) LLVMRemoveCallSiteEnumAttribute(call, i, kind);
            else LLVMRemoveEnumAttributeAtIndex(function, i, kind);
    }
}

/* The arguments as far as their types are those of the parameters. */
static LLVMValueRef call_one(forgetting *f, LLVMValueRef from, LLVMValueRef to) {
    LLVMTypeRef type = LLVMGlobalGetValueType(to);
    unsigned n = LLVMCountParamTypes(type);
    LLVMTypeRef *types = mem_zero((n + 1) * sizeof *types);
    LLVMValueRef *arguments = mem_zero((n + 1) * sizeof *arguments);
    LLVMGetParamTypes(type, types);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef given = i < LLVMCountParams(from) ? LLVMGetParam(from, i) : NULL;
        bool fits = given && LLVMTypeOf(given) == types[i];
        arguments[i] = fits ? given : any_value(f, types[i]);
    }
    LLVMValueRef result = LLVMBuildCall2(f->at, type, to, arguments, n, "");
    mem_free(types);
    mem_free(arguments);
    return result;
}

static void return_one(forgetting *f, LLVMTypeRef type, LLVMValueRef result) {
    LLVMTypeRef wanted = LLVMGetReturnType(type);
    if (LLVMGetTypeKind(wanted) == LLVMVoidTypeKind) LLVMBuildRetVoid(f->at);
    else
        LLVMBuildRet(f->at, result && LLVMTypeOf(result) == wanted ? result : any_value(f, wanted));
}

static LLVMBasicBlockRef next_block(forgetting *f, LLVMValueRef function) {
    LLVMBasicBlockRef b = LLVMAppendBasicBlockInContext(f->context, function, "");
    LLVMPositionBuilderAtEnd(f->at, b);
    return b;
}

/* External code, and what calls do not do: a proof shows that it is not reached. */
static void build_refusal(forgetting *f) {
    if (f->tr->o->checks & CHECK_TERMINATION) /* an error would end the run */
        unsupported(f->tr, NULL, "a call of this kind under memory abstraction");
    LLVMBuildCall2(f->at, LLVMGlobalGetValueType(f->error), f->error, NULL, 0, "");
}

static void build_case(forgetting *f, LLVMValueRef made, LLVMTypeRef type, LLVMValueRef to) {
    LLVMValueRef result = NULL;
    switch (forgotten_call_of(f->tr, to)) {
    case CALL_BODY:
        if (set_has(&f->r.kept, to)) result = call_one(f, made, to);
        break;
    case CALL_ERROR:
    case CALL_UNSEEN:
    case CALL_REFUSED: build_refusal(f); break;
    default: break;
    }
    return_one(f, type, result);
}

/* Any function that it may be, or one that does nothing; `all`: the last of them if none of the
 * others. */
static void build_dispatcher(forgetting *f, LLVMValueRef made, LLVMTypeRef type,
                             const function_vec *among, bool all) {
    LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
    uint32_t cases = among->size - all;
    LLVMBasicBlockRef first = next_block(f, made);
    LLVMValueRef which = any_value(f, word);
    LLVMBasicBlockRef other = next_block(f, made);
    if (all) build_case(f, made, type, among->data[cases]);
    else return_one(f, type, NULL);
    LLVMPositionBuilderAtEnd(f->at, first);
    LLVMValueRef choice = LLVMBuildSwitch(f->at, which, other, cases);
    for (uint32_t i = 0; i < cases; i++) {
        LLVMAddCase(choice, LLVMConstInt(word, i, false), next_block(f, made));
        build_case(f, made, type, among->data[i]);
    }
}

static LLVMValueRef dispatcher(forgetting *f, LLVMTypeRef type, const function_vec *among,
                               bool all) {
    char *name = mem_format("__cinch_call_%u", f->dispatchers++);
    LLVMValueRef made = LLVMAddFunction(f->tr->m, name, type);
    LLVMSetLinkage(made, LLVMInternalLinkage);
    LLVMSetCurrentDebugLocation2(f->at, NULL);
    build_dispatcher(f, made, type, among, all);
    mem_free(name);
    return made;
}

/* ---- calls ---- */
static bool takes_pointers(LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
            return true;
    return false;
}

static void refuse_call(forgetting *f, LLVMValueRef call) {
    build_before(f, call);
    build_refusal(f);
    drop(f, call, any_value);
}

static void keep_call(forgetting *f, LLVMValueRef call) {
    forget_operands(f, call, LLVMGetNumArgOperands(call));
    pass_by_pointer(NULL, call, LLVMGetNumArgOperands(call));
}

static const char unwritten[] = "pointers that were never written are not followed";

static void forget_pointer_call(forgetting *f, LLVMValueRef call) {
    function_vec among = {0};
    targets_of(f->r.targets, call, &among);
    bool all = among.size && targets_are_all(f->r.targets, call);
    if (all) note_here(f->tr, NOTE_ASSUMPTION, unwritten);
    LLVMValueRef instead = dispatcher(f, LLVMGetCalledFunctionType(call), &among, all);
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, instead);
    keep_call(f, call);
    vec_release(&among);
}

static void forget_assembly(forgetting *f, LLVMValueRef call) {
    if (assembly_is_refused(call)) {
        refuse_call(f, call);
        return;
    }
    if (!assembly_is_empty(call))
        note_here(
            f->tr, NOTE_ASSUMPTION,
            "inline assembly calls no function of the program, and accesses no variable whose "
            "address the program does not take");
    drop(f, call, any_value);
}

static void forget_call(forgetting *f, LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    if (is_debug_call(call)) return;
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) {
        forget_assembly(f, call);
        return;
    }
    if (!callee) {
        forget_pointer_call(f, call);
        return;
    }
    switch (forgotten_call_of(f->tr, callee)) {
    case CALL_BODY:
        if (set_has(&f->r.kept, callee)) keep_call(f, call);
        else drop(f, call, any_value);
        return;
    case CALL_INTRINSIC:
        if (takes_pointers(call)) drop(f, call, any_value);
        else keep_call(f, call);
        return;
    case CALL_ERROR:
    case CALL_COMPUTES: keep_call(f, call); return;
    case CALL_FORGOTTEN: drop(f, call, any_value); return;
    case CALL_UNSEEN:
        if (is_declared_pure(call)) drop(f, call, any_value);
        else refuse_call(f, call);
        return;
    case CALL_REFUSED: refuse_call(f, call); return;
    }
}

/* ---- instructions ---- */
static void forget_instruction(forgetting *f, LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca:
        if (!is_tracked(f, i)) drop(f, i, any_address);
        return;
    case LLVMLoad:
        if (!is_tracked(f, LLVMGetOperand(i, 0))) drop(f, i, any_value);
        return;
    case LLVMStore:
        if (!is_tracked(f, LLVMGetOperand(i, 1))) drop(f, i, any_value);
        else forget_operand(f, i, 0);
        return;
    case LLVMGetElementPtr:
        if (!is_tracked(f, i)) forget_operands(f, i, (unsigned)LLVMGetNumOperands(i));
        return;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMVAArg:
    case LLVMFence: drop(f, i, any_value); return;
    case LLVMCall: forget_call(f, i); return;
    default: forget_operands(f, i, (unsigned)LLVMGetNumOperands(i)); return;
    }
}

static void each_instruction(forgetting *f, LLVMValueRef function,
                             void (*visit)(forgetting *, LLVMValueRef)) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            visit(f, i);
        }
}

static void forget_access(forgetting *f, LLVMValueRef i) {
    if (!LLVMIsAAllocaInst(i)) forget_instruction(f, i);
}

static void forget_local(forgetting *f, LLVMValueRef i) {
    if (LLVMIsAAllocaInst(i)) forget_instruction(f, i);
}

/* Locals that are no plain variables go last, when addresses are left only where they are computed
 * with. */
static void forget_in(forgetting *f, LLVMValueRef function) {
    pass_by_pointer(function, NULL, LLVMCountParams(function));
    shadow_memory(f->tr, function, &f->r.tracked, any_for_shadow, f, f->at);
    each_instruction(f, function, forget_access);
    each_instruction(f, function, forget_local);
}

/* ---- what nothing refers to any more ---- */
static bool is_made(LLVMValueRef g) {
    size_t length;
    return !strncmp(LLVMGetValueName2(g, &length), "__cinch_call_", 13);
}

static void delete_functions(forgetting *f) {
    for (LLVMValueRef g = LLVMGetFirstFunction(f->tr->m), next; g; g = next) {
        next = LLVMGetNextFunction(g);
        if (set_has(&f->r.kept, g) || is_made(g) || forgotten_call_of(f->tr, g) != CALL_BODY)
            continue;
        LLVMReplaceAllUsesWith(g, LLVMGetUndef(LLVMTypeOf(g)));
        LLVMDeleteFunction(g);
    }
}

static bool is_made_of_undef(LLVMValueRef constant) {
    if (LLVMIsUndef(constant)) return true;
    if (LLVMIsAGlobalValue(constant)) return false;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        if (is_made_of_undef(LLVMGetOperand(constant, (unsigned)i))) return true;
    return false;
}

/* A variable that begins with an address of what is gone begins with any value, as one of another
 * module does. */
static void forget_beginning(LLVMValueRef global) {
    LLVMValueRef value = LLVMGetInitializer(global);
    if (!value || !is_made_of_undef(value)) return;
    LLVMSetInitializer(global, NULL);
    LLVMSetLinkage(global, LLVMExternalLinkage);
}

static void delete_globals(forgetting *f) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(f->tr->m), next; g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (set_has(&f->r.tracked, g)) continue;
        LLVMReplaceAllUsesWith(g, LLVMGetUndef(LLVMTypeOf(g)));
        LLVMDeleteGlobal(g);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(f->tr->m); g; g = LLVMGetNextGlobal(g))
        forget_beginning(g);
}

/* About all calls through pointers, also those in functions that do not matter then. */
static void note_calls(const forgetting *f) {
    if (!targets_have_calls(f->r.targets)) return;
    note_here(f->tr, NOTE_ASSUMPTION,
              "functions that are called through pointers have the parameters of the call");
    note_here(f->tr, NOTE_ASSUMPTION,
              f->from_main
                  ? "function pointers from outside, and those that are any number, are none of "
                    "the program's functions"
                  : "function pointers that may be any number point to no function of the program");
}

static void find_error(forgetting *f) {
    const char *name = f->tr->o->error_function ? f->tr->o->error_function : "reach_error";
    LLVMTypeRef nothing = LLVMVoidTypeInContext(f->context);
    f->error = LLVMGetNamedFunction(f->tr->m, name);
    if (!f->error)
        f->error = LLVMAddFunction(f->tr->m, name, LLVMFunctionType(nothing, NULL, 0, false));
    if (LLVMCountParamTypes(LLVMGlobalGetValueType(f->error)))
        unsupported(f->tr, NULL, "an error function with parameters under memory abstraction");
}

void forget_memory(translator *tr, LLVMValueRef entry) {
    LOG("abstract", "abstract memory of %u objects", tr->objects.size);
    forgetting f = {.tr = tr, .context = LLVMGetModuleContext(tr->m), .from_main = is_main(entry)};
    if ((tr->o->checks | CHECK_ASSERT) != (CHECK_UNREACH | CHECK_ASSERT) &&
        tr->o->checks != (CHECK_TERMINATION | CHECK_OVERFLOW))
        unsupported(tr, NULL, "this property under memory abstraction");
    f.at = LLVMCreateBuilderInContext(f.context);
    find_error(&f);
    relevance_find(tr, entry, &f.r);
    note_calls(&f);
    const function_vec *functions = targets_functions(f.r.targets);
    for (uint32_t i = 0; i < functions->size; i++)
        if (set_has(&f.r.kept, functions->data[i])) forget_in(&f, functions->data[i]);
    delete_functions(&f);
    delete_globals(&f);
    note_here(tr, NOTE_ASSUMPTION,
              "pointers from external code are used by the type of what they point to");
    note_here(tr, NOTE_OVER, "memory other than plain variables holds any value");
    LLVMDisposeBuilder(f.at);
    relevance_release(&f.r);
    map_release(&f.any);
}
