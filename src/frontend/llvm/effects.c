/* What functions of the C library do beside what their models say: they return pointers that they get, keep them, store by %n. Either it
 * is done exactly, or it is said, so that no proof rests on it. */
#include "frontend/llvm/internal.h"

bool is_program_memory(const object *o) {
    bool fixed = o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
    return o->kind != OBJECT_OUTSIDE && o->kind != OBJECT_FUNCTION && !fixed;
}

/* ---- pointers that come back ---- */
static bool is_among(const char *const *names, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

/* Functions of the C library that return their first argument, or null. */
bool library_returns_first(LLVMValueRef call, const char *name) {
    static const char *const names[] = {"fgets", "gets", "fgets_unlocked"};
    bool pointers = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind && LLVMGetNumArgOperands(call) &&
                    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) == LLVMPointerTypeKind;
    return pointers && is_among(names, sizeof names / sizeof *names, name);
}

void first_or_null(translator *tr, frame *f, uint32_t number, LLVMValueRef call, enum input_origin origin, const char *name) {
    term first = operand_bits(tr, f, LLVMGetOperand(call, 0)), fails = emit_any(tr, sort_bool(tr->t), origin, name, "");
    define_bits(tr, f, number, term_ite(tr->t, fails, pointer_term(tr, 0), first));
}

static bool compared_with_null_only(LLVMValueRef call) {
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAICmpInst(user) || !(LLVMIsNull(LLVMGetOperand(user, 0)) || LLVMIsNull(LLVMGetOperand(user, 1)))) return false;
    }
    return true;
}

/* Functions that give memory of their own, whatever they get. */
static bool returns_own_memory(const char *name) {
    static const char *const names[] = {"localtime", "gmtime", "ctime", "asctime", "setlocale", "strsignal", "opendir", "readdir", "dlopen",
                                        "dlsym", "getpwnam", "getgrnam", "gethostbyname", "getservbyname", "popen", "strdup", "strndup",
                                        "fopen64", "secure_getenv", "ttyname", "crypt", "getlogin"};
    return is_among(names, sizeof names / sizeof *names, name);
}

static bool keeps_pointers(const char *name) {
    static const char *const names[] = {"setvbuf", "setbuf", "setbuffer", "putenv", "open_memstream", "fmemopen", "tsearch", "hsearch", "insque",
                                        "sigaltstack", "initstate", "setstate", "initstate_r", "aio_read", "aio_write", "lio_listio"};
    return is_among(names, sizeof names / sizeof *names, name);
}

static bool gets_objects(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    fact_vec reached = {0};
    bool any = false;
    facts_reached(tr, f->instance, tr->instances.data[f->instance].first_node + number, call, &reached);
    for (uint32_t i = 0; i < reached.size; i++) any |= is_program_memory(&tr->objects.data[reached.data[i].object]);
    vec_release(&reached);
    return any;
}

void note_returned(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name) {
    bool returns = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind && !returns_own_memory(name) && !compared_with_null_only(call);
    if (!(returns || keeps_pointers(name)) || !gets_objects(tr, f, number, call)) return;
    note_here(tr, NOTE_UNDER, "%s %s", name, keeps_pointers(name) ? "keeps a pointer that it gets" : "may return a pointer into what it gets");
}

/* Declared const or pure: what it returns is a function of what it gets, though not known. */
bool is_declared_pure(LLVMValueRef call) {
    static const char name[] = "memory";
    enum { WRITES = 0x2a }; /* the second bit of each kind of memory */
    LLVMValueRef callee = called_function(call);
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMAttributeRef a = callee ? LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind) : NULL;
    return a && !(LLVMGetEnumAttributeValue(a) & WRITES);
}

/* ---- numbers that come back ---- */
/* -1 or a byte; -1 or 0; at least -1, 0, 1; 0 or 1; -1 or up to an argument; up to an argument; -1 or up to the arguments behind the format */
enum bound { BYTE, STATUS, NOT_BELOW, NATURAL, POSITIVE, FLAG, TRANSFERRED, COUNT, CONVERTED };

static const struct { const char *name; enum bound bound; uint32_t argument; } results[] = {
    {"getchar", BYTE, 0}, {"fgetc", BYTE, 0}, {"getc", BYTE, 0}, {"ungetc", BYTE, 0}, {"putchar", BYTE, 0}, {"putc", BYTE, 0}, {"fputc", BYTE, 0},
    {"fclose", STATUS, 0}, {"fflush", STATUS, 0}, {"fseek", STATUS, 0}, {"remove", STATUS, 0}, {"rename", STATUS, 0}, {"close", STATUS, 0},
    {"usleep", STATUS, 0}, {"gettimeofday", STATUS, 0},
    {"puts", NOT_BELOW, 0}, {"fputs", NOT_BELOW, 0}, {"printf", NOT_BELOW, 0}, {"fprintf", NOT_BELOW, 0}, {"ftell", NOT_BELOW, 0},
    {"fileno", NOT_BELOW, 0}, {"open", NOT_BELOW, 0}, {"lseek", NOT_BELOW, 0}, {"getline", NOT_BELOW, 0}, {"time", NOT_BELOW, 0},
    {"clock", NOT_BELOW, 0}, {"sprintf", NOT_BELOW, 0}, {"snprintf", NOT_BELOW, 0},
    {"rand", NATURAL, 0}, {"random", NATURAL, 0}, {"pthread_mutex_init", NATURAL, 0}, {"pthread_mutex_lock", NATURAL, 0},
    {"pthread_mutex_unlock", NATURAL, 0}, {"pthread_mutex_destroy", NATURAL, 0},
    {"getpid", POSITIVE, 0}, {"isatty", FLAG, 0},
    {"read", TRANSFERRED, 2}, {"write", TRANSFERRED, 2}, {"fread", COUNT, 2}, {"fwrite", COUNT, 2}, {"sleep", COUNT, 0},
    {"scanf", CONVERTED, 1}, {"__isoc99_scanf", CONVERTED, 1}, {"fscanf", CONVERTED, 2}, {"__isoc99_fscanf", CONVERTED, 2},
    {"sscanf", CONVERTED, 2}, {"__isoc99_sscanf", CONVERTED, 2},
};

static term not_below(translator *tr, term r, int64_t least) {
    return term_2(tr->t, OP_BVSLE, term_bv(tr->t, term_width(tr->t, r), (uint64_t)least), r);
}

static term not_above(translator *tr, term r, uint64_t most) { return term_2(tr->t, OP_BVULE, r, term_bv(tr->t, term_width(tr->t, r), most)); }
static term or_failed(translator *tr, term r, term good) { return term_or(tr->t, good, term_eq(tr->t, r, term_bv(tr->t, term_width(tr->t, r), UINT64_MAX))); }

/* Up to an argument of the same width, unsigned; true where it is no such number. */
static term up_to_argument(translator *tr, frame *f, LLVMValueRef call, uint32_t argument, term r) {
    LLVMValueRef most = argument < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, argument) : NULL;
    bool fits = most && LLVMGetTypeKind(LLVMTypeOf(most)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(most)) == term_width(tr->t, r);
    return fits ? term_2(tr->t, OP_BVULE, r, operand_bits(tr, f, most)) : term_true(tr->t);
}

static term within(translator *tr, frame *f, LLVMValueRef call, enum bound bound, uint32_t argument, term r) {
    uint32_t given = LLVMGetNumArgOperands(call);
    switch (bound) {
    case BYTE: return or_failed(tr, r, not_above(tr, r, 255));
    case STATUS: return or_failed(tr, r, not_above(tr, r, 0));
    case NOT_BELOW: return not_below(tr, r, -1);
    case NATURAL: return not_below(tr, r, 0);
    case POSITIVE: return not_below(tr, r, 1);
    case FLAG: return not_above(tr, r, 1);
    case TRANSFERRED: return or_failed(tr, r, up_to_argument(tr, f, call, argument, r));
    case COUNT: return up_to_argument(tr, f, call, argument, r);
    case CONVERTED: return or_failed(tr, r, not_above(tr, r, given > argument ? given - argument : 0));
    }
    return term_true(tr->t);
}

void bound_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name) {
    LLVMTypeRef type = LLVMTypeOf(call);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) < 16 || LLVMGetIntTypeWidth(type) > 64) return;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (!strcmp(results[i].name, name))
            emit_assume(tr, within(tr, f, call, results[i].bound, results[i].argument, f->slots[number].components->bits));
}

/* ---- formats ---- */
static const struct { const char *name; uint32_t format; } printers[] = {
    {"printf", 0}, {"vprintf", 0}, {"printk", 0}, {"fprintf", 1}, {"vfprintf", 1}, {"syslog", 1}, {"__printf_chk", 1}, {"__fprintf_chk", 2},
};

/* Whether a format has a conversion %n, which stores. */
static bool stores(const char *format, size_t length) {
    for (size_t i = 0; i + 1 < length; i++) {
        if (format[i] != '%') continue;
        i += 1 + strspn(format + i + 1, "0123456789-+ #'*$.hljztLq");
        if (i < length && format[i] == 'n') return true;
    }
    return false;
}

/* A constant string without %n, or null, which no printer takes. */
static bool is_harmless_string(LLVMValueRef v) {
    size_t length;
    if (LLVMIsNull(v)) return true;
    LLVMValueRef content = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
    if (!content || !LLVMIsConstantString(content)) return false;
    const char *format = LLVMGetAsString(content, &length);
    return !stores(format, length);
}

/* A local variable whose address goes nowhere and that only ever gets such strings. */
static bool holds_harmless_strings(LLVMValueRef variable_) {
    if (!LLVMIsAAllocaInst(variable_)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable_); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool written = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable_ && is_harmless_string(LLVMGetOperand(user, 0));
        if (!LLVMIsALoadInst(user) && !written) return false;
    }
    return true;
}

void note_format(translator *tr, LLVMValueRef call, const char *name) {
    size_t i = 0;
    while (i < sizeof printers / sizeof *printers && strcmp(printers[i].name, name)) i++;
    if (i == sizeof printers / sizeof *printers || printers[i].format >= LLVMGetNumArgOperands(call)) return;
    LLVMValueRef format = LLVMGetOperand(call, printers[i].format);
    bool alone = LLVMGetNumArgOperands(call) == printers[i].format + 1; /* then nothing can be stored through */
    bool harmless = is_harmless_string(format) || (LLVMIsALoadInst(format) && holds_harmless_strings(LLVMGetOperand(format, 0)));
    if (!alone && !harmless) note_here(tr, NOTE_UNDER, "%s may store by %%n", name);
}
