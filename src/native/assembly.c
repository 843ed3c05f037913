#include "native/assembly.h"
#include "frontend/clang.h"

#include <ctype.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <string.h>
#include <strings.h>

/* After one of these another statement may begin in the same line. */
static bool is_prefix(const char *word, size_t n) {
    static const char *const known[] = {"lock",  "rep",    "repe",    "repz",     "repne",
                                        "repnz", "data16", "data32",  "addr16",   "addr32",
                                        "cs",    "ds",     "es",      "fs",       "gs",
                                        "ss",    "wait",   "notrack", "xacquire", "xrelease"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == n && !strncasecmp(word, known[i], n)) return true;
    return n >= 3 && !strncasecmp(word, "rex", 3);
}

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* A statement begins with a name or a number that is written out; one with a colon is a label. */
bool assembly_text_is_plain(const char *s, size_t n) {
    bool begins = true;
    for (size_t i = 0; i < n;) {
        size_t from = i;
        if (s[i] == '\n' || s[i] == ';') begins = true;
        if (strchr("\"#\\/", s[i]) || !s[i]) return false; /* strings, comments, macros */
        if (isspace((unsigned char)s[i]) || s[i] == ';' || (!begins && !is_of_name(s[i]))) {
            if (s[i] == '.' && i + 1 < n && isalpha((unsigned char)s[i + 1])) return false;
            i++;
            continue;
        }
        while (i < n && is_of_name(s[i])) i++;
        if (i == from) return false;
        if (!begins) continue;
        if (i < n && s[i] == ':') i++;
        else if (i < n && !isspace((unsigned char)s[i]) && s[i] != ';') return false;
        else begins = is_prefix(s + from, i - from);
    }
    return true;
}

static bool call_is_plain(LLVMValueRef i) {
    LLVMOpcode kind = LLVMGetInstructionOpcode(i);
    bool calls = kind == LLVMCall || kind == LLVMInvoke || kind == LLVMCallBr;
    LLVMValueRef called = calls ? LLVMGetCalledValue(i) : NULL;
    size_t n;
    if (!called || !LLVMIsAInlineAsm(called)) return true;
    const char *s = LLVMGetInlineAsmAsmString(called, &n);
    return assembly_text_is_plain(s, n);
}

static bool function_is_plain(LLVMValueRef f) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!call_is_plain(i)) return false;
    return true;
}

bool assembly_is_plain(const text *bitcode) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef m = NULL;
    LLVMContextSetDiagnosticHandler(context, clang_silent, NULL);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode->data, bitcode->size, "program");
    size_t n = 1;
    bool plain = !LLVMParseBitcodeInContext2(context, buffer, &m);
    if (plain) LLVMGetModuleInlineAsm(m, &n);
    plain = plain && !n;
    for (LLVMValueRef f = plain ? LLVMGetFirstFunction(m) : NULL; f && plain;
         f = LLVMGetNextFunction(f))
        plain = function_is_plain(f);
    if (m) LLVMDisposeModule(m);
    LLVMDisposeMemoryBuffer(buffer);
    LLVMContextDispose(context);
    return plain;
}
