#include "frontend/startup.h"
#include "base/log.h"
#include "frontend/step.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

#define RUN_AT_EXIT "__cinch_run_at_exit"

typedef struct {
    uint64_t priority;
    uint32_t place; /* in the list */
    LLVMValueRef function;
} listed;
typedef vec(listed) listed_vec;

typedef struct {
    LLVMModuleRef m;
    LLVMContextRef context;
    LLVMValueRef entry;
    LLVMBuilderRef at; /* the start of the entry, after its variables */
    bool checked;      /* a call of what is missing is an invalid access */
} surrounding;

static LLVMValueRef first_statement(LLVMValueRef function) {
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(i)) i = LLVMGetNextInstruction(i);
    return i;
}

static void build_before(LLVMBuilderRef b, LLVMValueRef instruction) {
    LLVMPositionBuilderBefore(b, instruction);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(instruction));
}

static LLVMValueRef declared(surrounding *s, const char *name, LLVMTypeRef result) {
    LLVMValueRef f = LLVMGetNamedFunction(s->m, name);
    return f ? f : LLVMAddFunction(s->m, name, LLVMFunctionType(result, NULL, 0, false));
}

static LLVMTypeRef nothing(const surrounding *s) { return LLVMVoidTypeInContext(s->context); }

static LLVMValueRef call(LLVMBuilderRef b, LLVMValueRef f) {
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, NULL, 0, "");
}

/* ---- lists of functions ---- */
static int by_priority(const void *a, const void *b) {
    const listed *x = a, *y = b;
    if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static bool takes_nothing(LLVMValueRef f) {
    return LLVMIsAFunction(f) && !LLVMCountParamTypes(LLVMGlobalGetValueType(f));
}

/* False: the list is not of the form that clang gives it. */
static bool read_list(LLVMValueRef list, listed_vec *out) {
    LLVMValueRef all = LLVMGetInitializer(list);
    for (int i = 0; all && i < LLVMGetNumOperands(all); i++) {
        LLVMValueRef one = LLVMGetOperand(all, (unsigned)i);
        if (!LLVMIsAConstantStruct(one) || LLVMGetNumOperands(one) < 2) return false;
        LLVMValueRef priority = LLVMGetOperand(one, 0), f = LLVMGetOperand(one, 1);
        if (!LLVMIsAConstantInt(priority) || !takes_nothing(f)) return false;
        vec_push(out, ((listed){LLVMConstIntGetZExtValue(priority), (uint32_t)i, f}));
    }
    if (out->size) qsort(out->data, out->size, sizeof *out->data, by_priority);
    return all;
}

static LLVMValueRef list_named(const surrounding *s, const char *name, listed_vec *out) {
    LLVMValueRef list = LLVMGetNamedGlobal(s->m, name);
    return list && read_list(list, out) ? list : NULL;
}

static void run_before(surrounding *s) {
    listed_vec functions = {0};
    LLVMValueRef list = list_named(s, "llvm.global_ctors", &functions);
    if (list) {
        for (uint32_t i = 0; i < functions.size; i++) call(s->at, functions.data[i].function);
        LLVMDeleteGlobal(list);
    }
    vec_release(&functions);
}

/* ---- after main ---- */
/* Every use of exit is a call. */
static bool exit_is_called_only(LLVMValueRef f) {
    for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f) return false;
    }
    return true;
}

static void call_before(surrounding *s, LLVMValueRef instruction, LLVMValueRef f) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(s->context);
    build_before(b, instruction);
    call(b, f);
    LLVMDisposeBuilder(b);
}

static void end_through(surrounding *s, LLVMValueRef ends, LLVMValueRef f) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->entry); b; b = LLVMGetNextBasicBlock(b))
        if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(b)))
            call_before(s, LLVMGetBasicBlockTerminator(b), f);
    for (LLVMUseRef u = ends ? LLVMGetFirstUse(ends) : NULL; u; u = LLVMGetNextUse(u))
        call_before(s, LLVMGetUser(u), f);
}

/* Calls what atexit was given, then the destructors, the last first. */
static LLVMValueRef end_of_program(surrounding *s, const listed_vec *functions, bool registered) {
    LLVMValueRef f =
        LLVMAddFunction(s->m, STARTUP_END, LLVMFunctionType(nothing(s), NULL, 0, false));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(s->context);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(s->context, f, "entry"));
    if (registered) call(b, declared(s, RUN_AT_EXIT, nothing(s)));
    for (uint32_t i = functions->size; i-- > 0;) call(b, functions->data[i].function);
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    return f;
}

static void replace_function(surrounding *s, LLVMValueRef f, const char *name) {
    LLVMReplaceAllUsesWith(f, LLVMAddFunction(s->m, name, LLVMGlobalGetValueType(f)));
}

static void run_after(surrounding *s) {
    listed_vec functions = {0};
    LLVMValueRef list = list_named(s, "llvm.global_dtors", &functions),
                 registers = LLVMGetNamedFunction(s->m, "atexit"),
                 ends = LLVMGetNamedFunction(s->m, "exit");
    bool registered = registers && LLVMIsDeclaration(registers) && LLVMGetFirstUse(registers);
    bool ours = !ends || LLVMIsDeclaration(ends);
    if ((list || registered) && ours && exit_is_called_only(ends)) {
        end_through(s, ends, end_of_program(s, &functions, registered));
        if (registered) replace_function(s, registers, "__cinch_atexit");
        if (list) LLVMDeleteGlobal(list);
    }
    vec_release(&functions);
}

/* ---- symbols that may be missing ---- */
/* A use other than a call of it, which would be undefined where it is missing; if that is checked, a
 * call is one, too. */
static bool is_address_use(const surrounding *s, LLVMUseRef u, LLVMValueRef symbol) {
    LLVMValueRef user = LLVMGetUser(u);
    if (s->checked || !LLVMIsACallInst(user) || LLVMGetCalledValue(user) != symbol) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
        if (LLVMGetOperand(user, i) == symbol) return true;
    return false;
}

static bool used_by_statements(const surrounding *s, LLVMValueRef symbol) {
    bool any = false;
    for (LLVMUseRef u = LLVMGetFirstUse(symbol); u; u = LLVMGetNextUse(u)) {
        if (!LLVMIsAInstruction(LLVMGetUser(u))) return false;
        any |= is_address_use(s, u, symbol);
    }
    return any;
}

static LLVMValueRef choose(surrounding *s, LLVMValueRef symbol, LLVMValueRef chosen) {
    LLVMTypeRef word = LLVMInt32TypeInContext(s->context);
    LLVMValueRef given = call(s->at, declared(s, "__cinch_over_weak_symbol", word));
    LLVMValueRef there =
        LLVMBuildICmp(s->at, LLVMIntNE, given, LLVMConstInt(word, 0, false), "there");
    LLVMValueRef address =
        LLVMBuildSelect(s->at, there, symbol, LLVMConstNull(LLVMTypeOf(symbol)), "address");
    LLVMBuildStore(s->at, address, chosen);
    return address;
}

/* One load for each function, where its variables are made: the choice is made before all. */
static LLVMValueRef chosen_in(surrounding *s, LLVMValueRef function, LLVMValueRef chosen) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(s->context, 0);
    if (function == s->entry) return LLVMBuildLoad2(s->at, pointer, chosen, "weak");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(s->context);
    build_before(b, first_statement(function));
    LLVMValueRef v = LLVMBuildLoad2(b, pointer, chosen, "weak");
    LLVMDisposeBuilder(b);
    return v;
}

static bool names_in(const surrounding *s, LLVMValueRef function, LLVMValueRef symbol) {
    for (LLVMUseRef u = LLVMGetFirstUse(symbol); u; u = LLVMGetNextUse(u)) {
        LLVMBasicBlockRef b = LLVMGetInstructionParent(LLVMGetUser(u));
        if (LLVMGetBasicBlockParent(b) == function && is_address_use(s, u, symbol)) return true;
    }
    return false;
}

static void replace_operands(const surrounding *s, LLVMValueRef instruction, LLVMValueRef symbol,
                             LLVMValueRef by) {
    bool calls = LLVMIsACallInst(instruction) && !s->checked;
    int operands =
        LLVMGetNumOperands(instruction) - (calls ? 1 : 0); /* the last is what it calls */
    for (int i = 0; i < operands; i++)
        if (LLVMGetOperand(instruction, (unsigned)i) == symbol)
            LLVMSetOperand(instruction, (unsigned)i, by);
}

static void use_chosen(surrounding *s, LLVMValueRef function, LLVMValueRef symbol,
                       LLVMValueRef chosen) {
    if (!LLVMCountBasicBlocks(function) || !names_in(s, function, symbol)) return;
    LLVMValueRef by = chosen_in(s, function, chosen);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            replace_operands(s, i, symbol, by);
}

static void settle_symbol(surrounding *s, LLVMValueRef symbol) {
    if (LLVMGetLinkage(symbol) != LLVMExternalWeakLinkage || !used_by_statements(s, symbol)) return;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(s->context, 0);
    LLVMValueRef chosen = LLVMAddGlobal(s->m, pointer, "__cinch_weak");
    LLVMSetInitializer(chosen, LLVMConstNull(pointer));
    LLVMSetLinkage(chosen, LLVMInternalLinkage);
    LLVMValueRef choice = choose(s, symbol, chosen);
    for (LLVMValueRef f = LLVMGetFirstFunction(s->m); f; f = LLVMGetNextFunction(f))
        use_chosen(s, f, symbol, chosen);
    LLVMSetOperand(choice, 1, symbol);
    LLVMSetLinkage(symbol, LLVMExternalLinkage);
}

static void settle_symbols(surrounding *s) {
    for (LLVMValueRef f = LLVMGetFirstFunction(s->m); f; f = LLVMGetNextFunction(f))
        settle_symbol(s, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(s->m); g; g = LLVMGetNextGlobal(g))
        settle_symbol(s, g);
}

void startup_build(compiler *c, LLVMModuleRef m) {
    LOG("frontend", "build the startup code");
    const char *name = c->options->step    ? STEP_ENTRY
                       : c->options->entry ? c->options->entry
                                           : "main";
    surrounding s = {.m = m,
                     .context = c->context,
                     .entry = LLVMGetNamedFunction(m, name),
                     .checked = c->sources->checks & CHECK_DEREF};
    if (!s.entry || !LLVMCountBasicBlocks(s.entry) || LLVMGetFirstUse(s.entry)) return;
    s.at = LLVMCreateBuilderInContext(c->context);
    build_before(s.at, first_statement(s.entry));
    settle_symbols(&s);
    run_before(&s);
    run_after(&s);
    LLVMDisposeBuilder(s.at);
}
