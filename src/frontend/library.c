#include "frontend/library.h"

#include <string.h>

typedef struct { const char *name, *functions, *code; } library_source; /* functions: separated by blanks */
static const library_source library[] = {
#include "library.inc"
};
enum { LIBRARY_SIZE = sizeof library / sizeof *library };

static bool in_list(const char *list, const char *name) {
    size_t size = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += size)
        if ((p == list || p[-1] == ' ') && (p[size] == ' ' || !p[size])) return true;
    return false;
}

static bool wanted(LLVMModuleRef m, const library_source *s) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        size_t size;
        if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && in_list(s->functions, LLVMGetValueName2(f, &size)))
            return true;
    }
    return false;
}

/* A linkonce function is linked only where it is needed, and gives way to the program's own. */
static void make_optional(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
            LLVMSetLinkage(f, LLVMLinkOnceAnyLinkage);
}

/* One part of the library may call another: go on until nothing more is wanted. */
bool library_link(compiler *c, LLVMModuleRef m) {
    bool used[LIBRARY_SIZE] = {false};
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < LIBRARY_SIZE; i++) {
            if (used[i] || !wanted(m, &library[i])) continue;
            char *name = mem_format(LIBRARY_FILE_PREFIX "%s", library[i].name);
            LLVMModuleRef part = clang_text(c, name, library[i].code);
            mem_free(name);
            if (!part) return false;
            make_optional(part);
            if (!clang_link(c, m, part)) return false;
            used[i] = more = true;
        }
    }
    return true;
}
