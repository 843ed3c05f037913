#include "frontend/llvm/internal.h"
#include "frontend/library.h"

#include <dlfcn.h>

/* Functions that are commands, by name. Everything else that C's library offers is C in lib/, linked by the driver. */

static const struct { const char *name; enum library_kind kind; } table[] = {
    {"__VERIFIER_assume", LIBRARY_ASSUME}, {"__CPROVER_assume", LIBRARY_ASSUME},
    {"__assert_fail", LIBRARY_ASSERT_FAIL}, {"__assert", LIBRARY_ASSERT_FAIL}, {"__assert_rtn", LIBRARY_ASSERT_FAIL},
    {"__assert_func", LIBRARY_ASSERT_FAIL}, {"_assert", LIBRARY_ASSERT_FAIL}, {"__assert_perror_fail", LIBRARY_ASSERT_FAIL},
    {"abort", LIBRARY_END}, {"exit", LIBRARY_END}, {"_exit", LIBRARY_END}, {"_Exit", LIBRARY_END}, {"quick_exit", LIBRARY_END},
    {"malloc", LIBRARY_MALLOC}, {"calloc", LIBRARY_CALLOC}, {"realloc", LIBRARY_REALLOC}, {"free", LIBRARY_FREE},
    {"alloca", LIBRARY_MALLOC}, {"__builtin_alloca", LIBRARY_MALLOC}, {"kmalloc", LIBRARY_MALLOC}, {"valloc", LIBRARY_MALLOC},
    {"printf", LIBRARY_SILENT}, {"fprintf", LIBRARY_SILENT}, {"vprintf", LIBRARY_SILENT}, {"vfprintf", LIBRARY_SILENT},
    {"puts", LIBRARY_SILENT}, {"putchar", LIBRARY_SILENT}, {"putc", LIBRARY_SILENT}, {"fputs", LIBRARY_SILENT},
    {"fputc", LIBRARY_SILENT}, {"fflush", LIBRARY_SILENT}, {"perror", LIBRARY_SILENT}, {"fclose", LIBRARY_SILENT},
    {"fwrite", LIBRARY_SILENT}, {"srand", LIBRARY_SILENT}, {"rand", LIBRARY_SILENT}, {"random", LIBRARY_SILENT},
    {"sleep", LIBRARY_SILENT}, {"usleep", LIBRARY_SILENT}, {"getchar", LIBRARY_SILENT}, {"fgetc", LIBRARY_SILENT},
    {"getc", LIBRARY_SILENT}, {"syslog", LIBRARY_SILENT}, {"clock", LIBRARY_SILENT}, {"isatty", LIBRARY_SILENT},
    {"feof", LIBRARY_SILENT}, {"ferror", LIBRARY_SILENT}, {"close", LIBRARY_SILENT}, {"getpid", LIBRARY_SILENT},
    {"printk", LIBRARY_SILENT}, {"__printf_chk", LIBRARY_SILENT}, {"__fprintf_chk", LIBRARY_SILENT},
    {"fopen", LIBRARY_SILENT}, {"freopen", LIBRARY_SILENT}, {"fdopen", LIBRARY_SILENT}, {"tmpfile", LIBRARY_SILENT},
    {"fseek", LIBRARY_SILENT}, {"ftell", LIBRARY_SILENT}, {"rewind", LIBRARY_SILENT}, {"ungetc", LIBRARY_SILENT},
    {"clearerr", LIBRARY_SILENT}, {"fileno", LIBRARY_SILENT}, {"remove", LIBRARY_SILENT}, {"rename", LIBRARY_SILENT},
    {"getenv", LIBRARY_SILENT}, {"open", LIBRARY_SILENT}, {"write", LIBRARY_SILENT}, {"lseek", LIBRARY_SILENT},
    {"strerror", LIBRARY_SILENT},
    {"pthread_mutex_init", LIBRARY_SILENT}, {"pthread_mutex_lock", LIBRARY_SILENT}, {"pthread_mutex_unlock", LIBRARY_SILENT},
    {"pthread_mutex_destroy", LIBRARY_SILENT}, {"pthread_self", LIBRARY_SILENT}, {"difftime", LIBRARY_SILENT},
    {"vsprintf", LIBRARY_HAVOC_ARGUMENTS}, {"vsnprintf", LIBRARY_HAVOC_ARGUMENTS}, {"swprintf", LIBRARY_HAVOC_ARGUMENTS},
    {"gettimeofday", LIBRARY_HAVOC_ARGUMENTS}, {"gets", LIBRARY_HAVOC_ARGUMENTS}, {"getline", LIBRARY_HAVOC_ARGUMENTS},
    {"scanf", LIBRARY_HAVOC_ARGUMENTS}, {"fscanf", LIBRARY_HAVOC_ARGUMENTS}, {"sscanf", LIBRARY_HAVOC_ARGUMENTS},
    {"__isoc99_scanf", LIBRARY_HAVOC_ARGUMENTS}, {"__isoc99_fscanf", LIBRARY_HAVOC_ARGUMENTS},
    {"__isoc99_sscanf", LIBRARY_HAVOC_ARGUMENTS}, {"sprintf", LIBRARY_HAVOC_ARGUMENTS}, {"snprintf", LIBRARY_HAVOC_ARGUMENTS},
    {"read", LIBRARY_HAVOC_ARGUMENTS}, {"fread", LIBRARY_HAVOC_ARGUMENTS}, {"time", LIBRARY_HAVOC_ARGUMENTS},
    {"fgets", LIBRARY_HAVOC_ARGUMENTS}, {"__VERIFIER_nondet_memory", LIBRARY_HAVOC_ARGUMENTS}, {"__cinch_fill_memory", LIBRARY_HAVOC_ARGUMENTS},
    {"sqrt", LIBRARY_MATH}, {"sqrtf", LIBRARY_MATH}, {"sqrtl", LIBRARY_MATH}, {"fma", LIBRARY_MATH}, {"fmaf", LIBRARY_MATH},
    {"fmal", LIBRARY_MATH}, {"rint", LIBRARY_MATH}, {"rintf", LIBRARY_MATH}, {"rintl", LIBRARY_MATH},
    {"__cinch_set_rounding", LIBRARY_SETROUND}, {"__cinch_get_rounding", LIBRARY_GETROUND},
    /* C in lib/fenv.c, but not for every target; traps of the floating-point unit are signals */
    {"fesetround", LIBRARY_REFUSED}, {"fegetround", LIBRARY_REFUSED}, {"fegetenv", LIBRARY_REFUSED}, {"fesetenv", LIBRARY_REFUSED},
    {"feholdexcept", LIBRARY_REFUSED}, {"feupdateenv", LIBRARY_REFUSED}, {"fegetmode", LIBRARY_REFUSED},
    {"fesetmode", LIBRARY_REFUSED}, {"feenableexcept", LIBRARY_REFUSED}, {"uselocale", LIBRARY_REFUSED},
    {"setjmp", LIBRARY_REFUSED}, {"_setjmp", LIBRARY_REFUSED}, {"__sigsetjmp", LIBRARY_REFUSED}, {"sigsetjmp", LIBRARY_REFUSED},
    {"longjmp", LIBRARY_REFUSED}, {"siglongjmp", LIBRARY_REFUSED}, {"signal", LIBRARY_REFUSED}, {"fork", LIBRARY_REFUSED},
    {"vfork", LIBRARY_REFUSED}, {"clone", LIBRARY_REFUSED}, {"sigaction", LIBRARY_REFUSED}, {"bsd_signal", LIBRARY_REFUSED},
    {"__sysv_signal", LIBRARY_REFUSED}, {"sigset", LIBRARY_REFUSED}, {"atexit", LIBRARY_REFUSED}, {"at_quick_exit", LIBRARY_REFUSED},
    {"on_exit", LIBRARY_REFUSED}, {"__cxa_atexit", LIBRARY_REFUSED}, {"makecontext", LIBRARY_REFUSED},
    {"setcontext", LIBRARY_REFUSED}, {"swapcontext", LIBRARY_REFUSED}, {"getcontext", LIBRARY_REFUSED},
    {MARK_GOAL, LIBRARY_GOAL}, {MARK_CONDITION, LIBRARY_CONDITION},
    {"pthread_create", LIBRARY_THREADS}, {"thrd_create", LIBRARY_THREADS},
};

/* Functions known above, or absent from some C libraries, whose results the standard determines from the arguments, but which
 * are not computed. */
static const char *const determined[] = {
    "printf", "fprintf", "vprintf", "vfprintf", "sprintf", "snprintf", "vsprintf", "vsnprintf", "swprintf", "sscanf", "__isoc99_sscanf", "difftime",
    "pow10", "pow10f", "pow10l", "fmaximum", "fminimum", "strerror", "__cinch_fill_memory",
};

/* A function that the C library of this machine defines: a test calls that one, whatever the program declares. */
static bool is_in_library(const char *name) {
    void *library = dlopen("libm.so.6", RTLD_LAZY); /* and what it needs: libc */
    if (!library) library = dlopen(NULL, RTLD_LAZY);
    bool found = library && dlsym(library, name);
    if (library) dlclose(library);
    return found;
}

/* Functions that the compiler itself calls: for complex numbers, __mulsc3 to __divtc3, and atomic operations on large objects. */
static bool is_compilers(const char *name) {
    bool complex_ = strlen(name) == 8 && (!strncmp(name, "__mul", 5) || !strncmp(name, "__div", 5)) && !strcmp(name + 6, "c3");
    return complex_ || !strncmp(name, "__atomic_", 9) || !strncmp(name, "__sync_", 7);
}

/* What we say of such a function is an over-approximation, so a violation that uses one must be seen in the compiled program. */
static bool is_determined(const char *name) {
    if (is_compilers(name)) return true;
    for (size_t i = 0; i < sizeof determined / sizeof *determined; i++)
        if (!strcmp(name, determined[i])) return true;
    return false;
}

/* The origin of what this function returns or writes, where it may be one that computes. */
static enum input_origin origin_of(translator *tr, const char *name, bool computes, enum input_origin otherwise) {
    if (!computes) return otherwise;
    note_here(tr, NOTE_OVER, "%s is not computed: any result", name);
    return ORIGIN_LIBRARY;
}

static bool is_error(const translator *tr, const char *name) {
    if (!(tr->o->checks & CHECK_UNREACH)) return !strcmp(name, "__VERIFIER_error");
    if (tr->o->error_function) return !strcmp(name, tr->o->error_function);
    return !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error");
}

bool library_models(LLVMValueRef function) {
    LLVMMetadataRef described = LLVMGetSubprogram(function), file = described ? LLVMDIScopeGetFile(described) : NULL;
    unsigned length;
    return file && !strncmp(LLVMDIFileGetFilename(file, &length), LIBRARY_FILE_PREFIX, strlen(LIBRARY_FILE_PREFIX));
}

/* A function that the program defines is what it defines, except where the property or the standard speaks of its name. */
enum library_kind library_kind_of(const translator *tr, LLVMValueRef function) {
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    if (is_error(tr, name)) return LIBRARY_ERROR;
    bool has_body = LLVMCountBasicBlocks(function);
    if (!strcmp(name, "__VERIFIER_assume")) return LIBRARY_ASSUME;
    if (has_body && !(!strcmp(name, "calloc") && library_models(function))) return LIBRARY_NONE;
    if (!strncmp(name, "__cinch_open_", 13)) return LIBRARY_OPEN;
    if (!strncmp(name, "__cinch_over_", 13)) return LIBRARY_OVER;
    if (!strncmp(name, LIBRARY_INPUT_PREFIX, strlen(LIBRARY_INPUT_PREFIX))) return LIBRARY_INPUT;
    if (!strncmp(name, LIBRARY_FAILS_PREFIX, strlen(LIBRARY_FAILS_PREFIX))) return LIBRARY_FAILS;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(name, table[i].name)) return table[i].kind;
    return !strncmp(name, "__VERIFIER_nondet", 17) ? LIBRARY_NONDET : LIBRARY_NONE;
}

bool library_allocates(enum library_kind k) { return k == LIBRARY_MALLOC || k == LIBRARY_CALLOC || k == LIBRARY_REALLOC; }

/* ---- any value ---- */
static void any_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call, enum input_origin origin,
                       const char *name) {
    leaf_vec leaves = {0};
    type_leaves(tr, LLVMTypeOf(call), &leaves);
    component *out = define(tr, f, number);
    for (uint32_t i = 0; i < leaves.size; i++) {
        const char *type = strncmp(name, "__VERIFIER_nondet_", 18) ? "" : name + 18;
        out[i] = component_of(tr, emit_any(tr, leaf_sort(tr, &leaves.data[i]), origin, name, type), &leaves.data[i]);
    }
    if (leaves.size == 1 && leaves.data[0].kind == LEAF_POINTER)
        note_here(tr, NOTE_ASSUMPTION, "pointers from %s do not point into the program's objects", name);
    define_done(tr, f, number);
    vec_release(&leaves);
}

/* ---- functions without a body ---- */
static void havoc_object(translator *tr, uint32_t o, enum input_origin origin, const char *name) {
    if (o && tr->objects.data[o].kind != OBJECT_FUNCTION) memory_any(tr, o, origin, name);
}

static void havoc_reached(translator *tr, frame *f, uint32_t number, LLVMValueRef call, enum input_origin origin,
                          const char *name) {
    fact_vec reached = {0};
    bits done = {0};
    facts_reached(tr, f->instance, tr->instances.data[f->instance].first_node + number, call, &reached);
    for (uint32_t i = 0; i < reached.size; i++) {
        uint32_t o = reached.data[i].object;
        if (bits_has(&done, o) || (tr->objects.data[o].kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(tr->objects.data[o].value))) continue;
        bits_add(&done, o);
        havoc_object(tr, o, origin, name);
    }
    bits_release(&done);
    vec_release(&reached);
}

/* Functions that others can call by their name. */
static bool has_visible_functions(const translator *tr) {
    const char *entry = tr->o->entry ? tr->o->entry : "main";
    size_t length;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f))
        if (LLVMCountBasicBlocks(f) && LLVMGetLinkage(f) == LLVMExternalLinkage && !library_models(f) && library_kind_of(tr, f) == LIBRARY_NONE &&
            strcmp(LLVMGetValueName2(f, &length), entry))
            return true;
    return false;
}

/* A function that gets one of the program's may call it, or one that it knows. Those of the C library call what they get; of others it
 * is assumed that they do not, and that they do not write later through pointers that they got now. */
static void note_escapes(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name, bool in_library) {
    fact_vec reached = {0};
    bool gets = false, keeps = false;
    facts_reached(tr, f->instance, tr->instances.data[f->instance].first_node + number, call, &reached);
    for (uint32_t i = 0; i < reached.size; i++) {
        const object *o = &tr->objects.data[reached.data[i].object];
        gets |= o->kind == OBJECT_FUNCTION && LLVMCountBasicBlocks(o->value);
        keeps |= o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP || (o->kind == OBJECT_GLOBAL && !o->external);
    }
    bool decides = in_library || tr->o->checks & CHECK_GOALS; /* a function that somebody gets is not dead */
    if (gets && decides) note_here(tr, NOTE_UNDER, "%s may call functions of the program", name);
    else if (gets || (!in_library && has_visible_functions(tr))) note_here(tr, NOTE_ASSUMPTION, "%s does not call functions of the program", name);
    if (keeps && !in_library) note_here(tr, NOTE_ASSUMPTION, "%s keeps no pointer that it gets", name);
    vec_release(&reached);
}

/* A function of the C library without a model may access memory outside of what it gets, and nobody looks. */
static void note_unchecked(translator *tr, frame *f, LLVMValueRef call, const char *name) {
    fact_vec given = {0};
    bool any = false;
    if (!(tr->o->checks & (CHECK_NULL | CHECK_BOUNDS))) return;
    for (uint32_t i = 0; i < LLVMGetNumArgOperands(call); i++) operand_facts(tr, f->instance, LLVMGetOperand(call, i), &given);
    for (uint32_t i = 0; i < given.size; i++) any |= is_program_memory(&tr->objects.data[given.data[i].object]);
    if (any) note_here(tr, NOTE_UNDER, "what %s accesses is not checked", name);
    vec_release(&given);
}

static void havoc_globals(translator *tr, enum input_origin origin, const char *name) {
    for (uint32_t i = 1; i < tr->objects.size; i++)
        if (tr->objects.data[i].external) havoc_object(tr, i, origin, name);
}

static void use_arguments(translator *tr, frame *f, LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) != LLVMMetadataTypeKind) operand(tr, f, LLVMGetOperand(call, i));
}

void missing_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name) {
    note_here(tr, NOTE_MISSING_BODY, "%s", name);
    bool in_library = is_in_library(name);
    note_escapes(tr, f, number, call, name, in_library);
    if (in_library) note_unchecked(tr, f, call, name);
    bool first = in_library && library_returns_first(call, name);
    bool assembly = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
    if ((in_library && !first) || assembly) note_returned(tr, f, number, call, name);
    bool computes = !assembly && (in_library || is_determined(name) || is_declared_pure(call));
    enum input_origin effect = origin_of(tr, name, computes, assembly ? ORIGIN_ASSEMBLY : ORIGIN_EFFECT);
    enum input_origin result = effect == ORIGIN_EFFECT ? ORIGIN_CALL : effect;
    use_arguments(tr, f, call);
    havoc_reached(tr, f, number, call, effect, name);
    havoc_globals(tr, effect, name);
    if (first) first_or_null(tr, f, number, call, result, name);
    else any_result(tr, f, number, call, result, name);
}

/* ---- rounding ---- */
static const enum rounding modes[] = {RNE, RTN, RTP, RTZ}; /* as lib/fenv.c numbers them */

bool library_sets_rounding(LLVMModuleRef m) {
    static const char *const setters[] = {"__cinch_set_rounding", "llvm.set.rounding"};
    for (size_t i = 0; i < sizeof setters / sizeof *setters; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(m, setters[i]);
        if (f && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

void emit_set_rounding(translator *tr, term mode) {
    require(!term_is_const(tr->t, tr->rounding), "a rounding mode is set in a program that sets none");
    emit_assign(tr, tr->rounding, mode);
}

/* Modes by their place in the table. */
static void set_rounding(translator *tr, frame *f, LLVMValueRef call) {
    terms *t = tr->t;
    term a = operand_bits(tr, f, LLVMGetOperand(call, 0)), mode = tr->rounding;
    for (uint32_t i = 0; i < 4; i++)
        mode = term_ite(t, term_eq(t, a, term_bv(t, term_width(t, a), i)), term_rm(t, modes[i]), mode);
    emit_set_rounding(tr, mode);
}

static void get_rounding(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    terms *t = tr->t;
    uint32_t w = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    term r = term_bv(t, w, 0);
    for (uint32_t i = 1; i < 4; i++) r = term_ite(t, term_eq(t, tr->rounding, term_rm(t, modes[i])), term_bv(t, w, i), r);
    define_bits(tr, f, number, r);
}

/* ---- goals ---- */
static uint32_t constant_argument(translator *tr, LLVMValueRef call, unsigned i) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    if (!LLVMIsAConstantInt(v)) unsupported(tr, call, "a mark of a goal that is no constant");
    return (uint32_t)LLVMConstIntGetZExtValue(v);
}

static void goal_call(translator *tr, frame *f, LLVMValueRef call) {
    emit_goal(tr, as_bool(tr, operand_bits(tr, f, LLVMGetOperand(call, 1))), constant_argument(tr, call, 0));
}

static void condition_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    term is = as_bool(tr, operand_bits(tr, f, LLVMGetOperand(call, 2)));
    emit_goal(tr, is, constant_argument(tr, call, 0));
    emit_goal(tr, term_not(tr->t, is), constant_argument(tr, call, 1));
    define_bits(tr, f, number, is);
}

/* ---- the rest ---- */
static void math_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name) {
    const char *as = !strncmp(name, "sqrt", 4) ? "llvm.sqrt." : !strncmp(name, "fma", 3) ? "llvm.fma." : "llvm.rint.";
    intrinsic(tr, f, number, call, as);
}

static void assume_call(translator *tr, frame *f, LLVMValueRef call) {
    term a = as_bv(tr, operand_bits(tr, f, LLVMGetOperand(call, 0)));
    emit_assume(tr, term_not(tr->t, term_eq(tr->t, a, term_bv(tr->t, term_width(tr->t, a), 0))));
}

static void error_call(translator *tr, const char *name) {
    char *detail = mem_format("call of %s", name);
    if (tr->o->checks & CHECK_UNREACH) emit_fail(tr, term_true(tr->t), PROPERTY_ERROR, "unreach-call", detail);
    mem_free(detail);
    emit_end(tr);
}

static void assert_call(translator *tr) {
    if (tr->o->checks & CHECK_ASSERT) emit_fail(tr, term_true(tr->t), PROPERTY_ERROR, "assert", "an assertion fails");
    emit_end(tr);
}

static term pointer_sized(translator *tr, term a) {
    uint32_t w = term_width(tr->t, a);
    return w > tr->pointer_bits ? term_extract(tr->t, tr->pointer_bits - 1, 0, a) : term_zext(tr->t, a, tr->pointer_bits);
}

static void allocation_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, enum library_kind kind) {
    if (object_find(tr, f->instance, number) == NONE) unsupported(tr, call, "an allocation through a function pointer");
    if (kind == LIBRARY_REALLOC) { emit_realloc(tr, f, number, call); return; }
    term size = pointer_sized(tr, operand_bits(tr, f, LLVMGetOperand(call, 0)));
    if (kind == LIBRARY_CALLOC) {
        term n = pointer_sized(tr, operand_bits(tr, f, LLVMGetOperand(call, 1)));
        emit_assume(tr, term_not(tr->t, term_2(tr->t, OP_BVUMULO, size, n)));
        size = term_2(tr->t, OP_BVMUL, size, n);
    }
    allocate(tr, f, number, call, size);
}

static enum input_origin origin_by_kind(enum library_kind kind) {
    switch (kind) {
    case LIBRARY_OPEN: return ORIGIN_OPEN;
    case LIBRARY_OVER: return ORIGIN_LIBRARY;
    case LIBRARY_SILENT: case LIBRARY_HAVOC_ARGUMENTS: return ORIGIN_ENVIRONMENT;
    default: return ORIGIN_NONDET;
    }
}

void library_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, LLVMValueRef callee, enum library_kind kind) {
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    switch (kind) {
    case LIBRARY_ASSUME: assume_call(tr, f, call); return;
    case LIBRARY_ERROR: error_call(tr, name); return;
    case LIBRARY_ASSERT_FAIL: assert_call(tr); return;
    case LIBRARY_END: emit_end(tr); return;
    case LIBRARY_MALLOC: case LIBRARY_CALLOC: case LIBRARY_REALLOC: allocation_call(tr, f, number, call, kind); return;
    case LIBRARY_FREE:
        address_freed(tr, operand_bits(tr, f, LLVMGetOperand(call, 0)));
        note_here(tr, NOTE_ASSUMPTION, "freed memory is not used");
        return;
    case LIBRARY_GOAL: goal_call(tr, f, call); return;
    case LIBRARY_CONDITION: condition_call(tr, f, number, call); return;
    case LIBRARY_MATH: math_call(tr, f, number, call, name); return;
    case LIBRARY_SETROUND: set_rounding(tr, f, call); return;
    case LIBRARY_GETROUND: get_rounding(tr, f, number, call); return;
    case LIBRARY_INPUT: any_result(tr, f, number, call, ORIGIN_ENVIRONMENT, strchr(name + strlen(LIBRARY_INPUT_PREFIX), '_') + 1); return;
    case LIBRARY_FAILS:
        note_here(tr, NOTE_OVER, "functions of the C library may fail");
        any_result(tr, f, number, call, ORIGIN_FAILURE, "failure");
        return;
    case LIBRARY_REFUSED: unsupported(tr, call, "%s", name);
    case LIBRARY_THREADS: unsupported(tr, NULL, "threads");
    default: break;
    }
    if (kind == LIBRARY_SILENT || kind == LIBRARY_HAVOC_ARGUMENTS) note_unchecked(tr, f, call, name);
    if (kind == LIBRARY_SILENT) note_format(tr, call, name);
    bool ignored = (kind == LIBRARY_SILENT || kind == LIBRARY_HAVOC_ARGUMENTS) && !LLVMGetFirstUse(call);
    enum input_origin origin = origin_of(tr, name, is_determined(name) && !(ignored && kind == LIBRARY_SILENT), origin_by_kind(kind));
    use_arguments(tr, f, call);
    if (kind == LIBRARY_HAVOC_ARGUMENTS) havoc_reached(tr, f, number, call, origin, name);
    if (kind == LIBRARY_OVER) note_here(tr, NOTE_OVER, "%s is bounded, not computed", name);
    if (ignored) return;
    if (library_returns_first(call, name)) first_or_null(tr, f, number, call, origin, name);
    else any_result(tr, f, number, call, origin, name);
    if (kind == LIBRARY_SILENT || kind == LIBRARY_HAVOC_ARGUMENTS) bound_result(tr, f, number, call, name);
}
