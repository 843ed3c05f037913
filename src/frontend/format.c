#include "frontend/format_internal.h"

#include "base/log.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

/* ---- reading a format ---- */
char format_at(const expansion *x, uint32_t at) { return at < x->size ? x->format[at] : 0; }

int format_number(const expansion *x, uint32_t *at) {
    int n = -1;
    for (; format_at(x, *at) >= '0' && format_at(x, *at) <= '9'; ++*at)
        n = (n < 0 ? 0 : n) > 1000000 ? n : (n < 0 ? 0 : n) * 10 + (format_at(x, *at) - '0');
    return n;
}

enum length format_length(const expansion *x, uint32_t *at) {
    static const struct {
        const char *letters;
        enum length length;
    } table[] = {
        {"hh", LENGTH_CHAR}, {"h", LENGTH_SHORT},     {"ll", LENGTH_LONG_LONG},
        {"l", LENGTH_LONG},  {"q", LENGTH_LONG_LONG}, {"j", LENGTH_LONG_LONG},
        {"z", LENGTH_WORD},  {"t", LENGTH_WORD},      {"L", LENGTH_LONG_DOUBLE},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t n = strlen(table[i].letters);
        if (*at + n > x->size || memcmp(x->format + *at, table[i].letters, n)) continue;
        *at += (uint32_t)n;
        return table[i].length;
    }
    return LENGTH_NONE;
}

/* ---- arguments ---- */
uint32_t format_bits(const expansion *x, enum length length) {
    switch (length) {
    case LENGTH_CHAR: return 8;
    case LENGTH_SHORT: return 16;
    case LENGTH_NONE: return 32;
    case LENGTH_LONG:
    case LENGTH_WORD: return LLVMGetIntTypeWidth(x->word);
    case LENGTH_LONG_LONG: return 64;
    default: return 0;
    }
}

static LLVMTypeRef next_type(const expansion *x) {
    return x->next < LLVMGetNumArgOperands(x->call) ? LLVMTypeOf(LLVMGetOperand(x->call, x->next))
                                                    : NULL;
}

bool format_takes_integer(expansion *x, uint32_t bits) {
    LLVMTypeRef type = next_type(x);
    x->next++;
    return type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) == bits;
}

bool format_takes_pointer(expansion *x) {
    LLVMTypeRef type = next_type(x);
    x->next++;
    return type && LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

LLVMValueRef format_take(expansion *x) { return LLVMGetOperand(x->call, x->next++); }

/* ---- code ---- */
LLVMValueRef format_constant(const expansion *x, int64_t value) {
    return LLVMConstInt(x->integer, (uint64_t)value, true);
}

LLVMValueRef format_text(const expansion *x, uint32_t from) {
    LLVMValueRef at = LLVMConstInt(x->word, from, false);
    return LLVMConstInBoundsGEP2(LLVMInt8TypeInContext(LLVMGetModuleContext(x->m)), x->text, &at,
                                 1);
}

LLVMValueRef format_call(const expansion *x, const char *name, LLVMTypeRef result, uint32_t n,
                         LLVMValueRef *arguments) {
    LLVMTypeRef parameters[16];
    for (uint32_t i = 0; i < n; i++) parameters[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, parameters, n, false);
    LLVMValueRef function = LLVMGetNamedFunction(x->m, name);
    if (!function) function = LLVMAddFunction(x->m, name, type);
    return LLVMBuildCall2(x->b, type, function, arguments, n, "");
}

/* ---- constant formats ---- */
/* What a local variable holds that is stored to once and otherwise only read; at -O0 every variable
 * looks like this. */
static LLVMValueRef only_value(LLVMValueRef which) {
    LLVMValueRef held = NULL;
    if (!LLVMIsAAllocaInst(which)) return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(which); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) && !LLVMGetVolatile(user)) continue;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != which || held) return NULL;
        held = LLVMGetOperand(user, 0);
    }
    return held;
}

/* The characters of a constant that has an end; NULL: it is none. */
static const char *constant_string(LLVMValueRef v) {
    LLVMValueRef content =
        LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
    size_t length = 1;
    if (!content) return NULL;
    bool empty = LLVMIsAConstantAggregateZero(content);
    if (!empty && !(LLVMIsAConstantDataSequential(content) && LLVMIsConstantString(content)))
        return NULL;
    const char *s = empty ? "" : LLVMGetAsString(content, &length);
    return memchr(s, 0, length) ? s : NULL;
}

static bool read_format(expansion *x, LLVMValueRef v) {
    if (LLVMIsALoadInst(v) && !(v = only_value(LLVMGetOperand(v, 0)))) return false;
    if (!(x->format = constant_string(v))) return false;
    x->text = v;
    x->size = (uint32_t)strlen(x->format);
    return true;
}

bool format_is_string(LLVMValueRef v) { return constant_string(v) != NULL; }

/* ---- calls ---- */
static void begin(expansion *x) {
    LLVMContextRef c = LLVMGetModuleContext(x->m);
    x->b = LLVMCreateBuilderInContext(c);
    x->integer = LLVMInt32TypeInContext(c);
    x->wide = LLVMInt64TypeInContext(c);
    x->word = LLVMIntPtrTypeInContext(c, LLVMGetModuleDataLayout(x->m));
    x->pointer = LLVMPointerTypeInContext(c, 0);
    LLVMPositionBuilderBefore(x->b, x->call);
    LLVMSetCurrentDebugLocation2(x->b, LLVMInstructionGetDebugLoc(x->call));
}

static void take_apart(expansion *x, uint32_t argument, bool prints, uint32_t checks) {
    LLVMValueRef value = NULL;
    begin(x);
    x->next = argument + 1;
    if (prints ? format_print(x, checks, &value) : format_scan(x, &value)) {
        LLVMReplaceAllUsesWith(x->call, value);
        LLVMInstructionEraseFromParent(x->call);
    }
    LLVMDisposeBuilder(x->b);
    vec_release(&x->directives);
}

/* ---- formats that are not constants ---- */
static const struct {
    const char *name;
    bool output;
} interpreted[] = {
    {"printf", true},   {"fprintf", true},   {"vprintf", true},   {"vfprintf", true},
    {"sprintf", false}, {"snprintf", false}, {"vsprintf", false}, {"vsnprintf", false},
};
enum { INTERPRETED = sizeof interpreted / sizeof *interpreted };

static size_t interpreted_number(const char *name) {
    size_t i = 0;
    while (i < INTERPRETED && strcmp(interpreted[i].name, name)) i++;
    return i;
}

/* Variable arguments are known on x86 only. */
static bool is_x86(LLVMModuleRef m) {
    const char *target = LLVMGetTarget(m);
    return !strncmp(target, "x86_64", 6) || (target[0] == 'i' && !strncmp(target + 2, "86", 2));
}

/* These are read where the program runs, by a function of the same type in lib/print.c. */
static void interpret(LLVMModuleRef m, LLVMValueRef call, const char *name) {
    size_t i = interpreted_number(name);
    if (i == INTERPRETED || !is_x86(m) || (interpreted[i].output && !LLVMGetFirstUse(call))) return;
    char full[64];
    snprintf(full, sizeof full, "__cinch_%s", name);
    LLVMValueRef other = LLVMGetNamedFunction(m, full);
    if (!other) other = LLVMAddFunction(m, full, LLVMGlobalGetValueType(LLVMGetCalledValue(call)));
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, other);
}

/* Characters that were pushed back are read first, and what a file holds may be known: lib/input.c
 * says what is known of it then. */
static void read_pushed_back(LLVMModuleRef m, LLVMValueRef call) {
    static const char name[] = "__cinch_read_pushed_back";
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, false);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    LLVMBuildCall2(b, type, f ? f : LLVMAddFunction(m, name, type), NULL, 0, "");
    LLVMDisposeBuilder(b);
}

/* The stream is looked into, although a call that is taken apart does not name it. */
static void look_into_stream(LLVMModuleRef m, LLVMValueRef call) {
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMValueRef stream = LLVMGetOperand(call, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(stream)) != LLVMPointerTypeKind) return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    LLVMBuildLoad2(b, LLVMInt8TypeInContext(c), stream, "");
    LLVMDisposeBuilder(b);
}

static bool takes_stream(const char *name) {
    return strstr(name, "fprintf") || strstr(name, "fscanf");
}

static bool reads_stream(const char *name) {
    const char *family = strstr(name, "scanf");
    return family && (family == name || family[-1] != 's');
}

/* Does the program push characters back, or may it know what a stream holds? */
static bool streams_have_state(LLVMModuleRef m) {
    static const char *const names[] = {"ungetc",  "fopen",  "fopen64", "fdopen", "tmpfile",
                                        "freopen", "rewind", "fseek",   "feof",   "getdelim"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(m, names[i]);
        if (f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

static void expand(LLVMModuleRef m, LLVMValueRef call, const char *name, uint32_t checks) {
    expansion x = {.m = m, .call = call};
    bool prints = format_print_argument(name) != UINT32_MAX;
    uint32_t argument = prints ? format_print_argument(name) : format_scan_argument(name);
    LLVMTypeRef type = LLVMTypeOf(call);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 32) return;
    if (argument < LLVMGetNumArgOperands(call) && read_format(&x, LLVMGetOperand(call, argument)))
        take_apart(&x, argument, prints, checks);
    else interpret(m, call, name);
}

static bool in_family(const char *name) {
    return format_print_argument(name) != UINT32_MAX || format_scan_argument(name) != UINT32_MAX ||
           interpreted_number(name) != INTERPRETED;
}

static void expand_calls_of(LLVMModuleRef m, LLVMValueRef function, const char *name,
                            uint32_t checks) {
    for (LLVMUseRef u = LLVMGetFirstUse(function), next; u; u = next) {
        LLVMValueRef call = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function) continue;
        if (reads_stream(name) && streams_have_state(m)) read_pushed_back(m, call);
        if (in_family(name) && takes_stream(name) && LLVMGetNumArgOperands(call))
            look_into_stream(m, call);
        if (in_family(name)) expand(m, call, name, checks);
    }
}

void format_expand(LLVMModuleRef m, uint32_t checks) {
    LOG("frontend", "expand formats");
    for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        next = LLVMGetNextFunction(f);
        if (LLVMIsDeclaration(f) && (in_family(name) || reads_stream(name)))
            expand_calls_of(m, f, name, checks);
    }
}
