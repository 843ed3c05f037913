#include "frontend/library.h"

#include "base/log.h"

#include <dlfcn.h>
#include <string.h>

typedef struct {
    const char *name, *functions, *code; /* functions and variables: separated by blanks */
    struct {
        const unsigned char *data;
        size_t size;
    } bitcode[2]; /* without checks, for pointers of 32 and 64 bits on this machine */
} library_source;
#include "library.inc" /* the table `library` */
#define LIBRARY_OUTPUT "output.c"
enum { LIBRARY_SIZE = sizeof library / sizeof *library };

static bool in_list(const char *list, const char *name) {
    size_t size = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += size)
        if ((p == list || p[-1] == ' ') && (p[size] == ' ' || !p[size])) return true;
    return false;
}

static bool offers(const library_source *s, LLVMValueRef declared) {
    size_t size;
    return LLVMIsDeclaration(declared) && LLVMGetFirstUse(declared) &&
           in_list(s->functions, LLVMGetValueName2(declared, &size));
}

/* Called for what it does alone: no use but calls whose results nobody looks at. */
static bool results_unused(LLVMValueRef f) {
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f || LLVMGetFirstUse(call))
            return false;
    }
    return true;
}

/* Output does nothing that the program can see but to say how it went. */
static bool wanted(LLVMModuleRef m, const library_source *s) {
    bool output = !strcmp(s->name, LIBRARY_OUTPUT);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (offers(s, f) && !(output && results_unused(f))) return true;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (offers(s, g)) return true;
    return false;
}

/* What is linkonce is linked only where it is needed, and gives way to the program's own. */
static void make_optional(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f)) continue;
        if (LLVMGetLinkage(f) == LLVMExternalLinkage) LLVMSetLinkage(f, LLVMLinkOnceAnyLinkage);
        clang_mark(f, LIBRARY_MARK);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMExternalLinkage)
            LLVMSetLinkage(g, LLVMLinkOnceAnyLinkage);
}

/* ---- intrinsics that the compiler makes calls of ---- */
static const struct {
    const char *intrinsic, *function;
} called[] = {
    {"sin", "sin"},     {"cos", "cos"},       {"tan", "tan"},           {"asin", "asin"},
    {"acos", "acos"},   {"atan", "atan"},     {"atan2", "atan2"},       {"sinh", "sinh"},
    {"cosh", "cosh"},   {"tanh", "tanh"},     {"exp", "exp"},           {"exp2", "exp2"},
    {"exp10", "exp10"}, {"log", "log"},       {"log2", "log2"},         {"log10", "log10"},
    {"pow", "pow"},     {"ldexp", "ldexp"},   {"lround", "lround"},     {"llround", "llround"},
    {"lrint", "lrint"}, {"llrint", "llrint"}, {"powi", "__cinch_powi"},
};

/* What the names of functions end with for the type of their first parameter; NULL: there are none
 * for it. */
static const char *suffix_of(LLVMTypeRef function) {
    LLVMTypeRef parameters[4];
    if (!LLVMCountParamTypes(function) || LLVMCountParamTypes(function) > 4) return NULL;
    LLVMGetParamTypes(function, parameters);
    switch (LLVMGetTypeKind(parameters[0])) {
    case LLVMFloatTypeKind: return "f";
    case LLVMDoubleTypeKind: return "";
    case LLVMX86_FP80TypeKind: return "l";
    default: return NULL;
    }
}

/* The function of the library that an intrinsic stands for, owned by the caller; NULL: none. */
static char *function_name(LLVMValueRef f) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length),
               *suffix = suffix_of(LLVMGlobalGetValueType(f));
    for (size_t i = 0; suffix && !strncmp(name, "llvm.", 5) && i < sizeof called / sizeof *called;
         i++) {
        size_t size = strlen(called[i].intrinsic);
        if (!strncmp(name + 5, called[i].intrinsic, size) && name[5 + size] == '.')
            return mem_format("%s%s", called[i].function, suffix);
    }
    return NULL;
}

/* Under -fno-math-errno the compiler makes llvm.sin of sin, and a call of sin of that in the end.
 */
static void name_intrinsics(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        char *name = function_name(f);
        if (!name) continue;
        LLVMValueRef instead = LLVMGetNamedFunction(m, name);
        if (!instead) instead = LLVMAddFunction(m, name, LLVMGlobalGetValueType(f));
        LLVMReplaceAllUsesWith(f, instead);
        mem_free(name);
    }
}

/* The part whose own operations are the caller's to answer for. */
enum { ARITHMETIC = CHECK_OVERFLOW | CHECK_DIV };
static bool is_arithmetic(const library_source *s) { return !strcmp(s->name, "arithmetic.c"); }

uint32_t library_parts(void) { return LIBRARY_SIZE; }

LLVMModuleRef library_part(compiler *c, uint32_t i, bool again) {
    assert_debug(i < library_parts());
    const library_source *s = &library[i];
    bool narrow;
    uint32_t checks = is_arithmetic(s) ? c->sources->checks & ARITHMETIC : 0;
    bool made = clang_plain_machine(c, &narrow) && !checks && !again;
    char *name = mem_format(LIBRARY_FILE_PREFIX "%s", s->name);
    LLVMModuleRef m =
        made ? clang_bitcode(c, name, s->bitcode[!narrow].data, s->bitcode[!narrow].size)
             : clang_text(c, name, s->code, checks);
    mem_free(name);
    return m;
}

/* One part of the library may call another: go on until nothing more is wanted. */
bool library_link(compiler *c, LLVMModuleRef m) {
    LOG("frontend", "link the library");
    bool used[LIBRARY_SIZE] = {false};
    name_intrinsics(m);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < LIBRARY_SIZE; i++) {
            if (used[i] || !wanted(m, &library[i])) continue;
            LLVMModuleRef part = library_part(c, (uint32_t)i, false);
            if (!part) return false;
            make_optional(part);
            if (!clang_link(c, m, part)) return false;
            used[i] = more = true;
        }
    }
    return true;
}

bool library_defines(const char *name) {
    void *host = dlopen("libm.so.6", RTLD_LAZY); /* and what it needs: libc */
    if (!host) host = dlopen(NULL, RTLD_LAZY);
    bool found = host && dlsym(host, name);
    if (host) dlclose(host);
    return found;
}
