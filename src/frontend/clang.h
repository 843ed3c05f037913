/* Running the compiler: C sources become LLVM modules, with clang-19 as a child and without
 * temporary files (sources may come from memory by standard input, bitcode comes back by standard
 * output).
 *
 * -O0 and no LLVM pass: an optimizer exploits undefined behaviour, we must not. Flags that make old
 * code compile are set; what the user gives comes last and wins. */
#ifndef FRONTEND_CLANG_H
#define FRONTEND_CLANG_H

#include "frontend/project.h"

#include <llvm-c/Core.h>

#define CLANG_PROGRAM "clang-19"

typedef struct {
    LLVMContextRef context;
    const load_options *options;
    const sources *sources;
    enum load_status status; /* LOAD_OK until something fails */
    text *messages;          /* what clang printed, and ours */
    string_vec defined;      /* flags for functions that the program defines itself */
    const project *project;  /* whose files messages may quote */
    bool refused;            /* the compiler read a file that it should not have */
    bool cprover;            /* a file with CBMC's words was met */
    vec(text) meant;         /* by source: its text as CBMC means it; empty: not known */
} compiler;

/* The module of one file (C or IR); NULL with status and messages set. */
LLVMModuleRef clang_file(compiler *c, const source *s);
/* Attributes of functions that no program has: C has no words for them, and IR loses them. */
/* A handler of what LLVM has to say: without one it ends the process at an error. */
void clang_silent(LLVMDiagnosticInfoRef info, void *context);
void clang_mark(LLVMValueRef function, const char *mark);
/* A file of IR, in this process, which LLVM's reader may end: clang_file() tries it in another one. */
LLVMModuleRef clang_parse_ir(compiler *c, const char *file);
/* The module of a C text of ours; `name` stands in its debug information. */
LLVMModuleRef clang_text(compiler *c, const char *name, const char *code, uint32_t checks);
/* The module of bitcode that clang made of one before. */
LLVMModuleRef clang_bitcode(compiler *c, const char *name, const void *code, size_t size);
/* Texts of ours are compiled for this machine, with pointers of 32 bits (narrow) or 64, and nothing
 * that the user says changes their ABI. */
bool clang_plain_machine(const compiler *c, bool *narrow);
/* Link `from` (consumed) into `into`. */
bool clang_link(compiler *c, LLVMModuleRef into, LLVMModuleRef from);
/* A C file after the preprocessor; false with status and messages set. */
bool clang_preprocess(compiler *c, const source *s, text *out);
/* The same as CBMC means it, where it has CBMC's words. */
bool clang_preprocess_meant(compiler *c, const source *s, text *out);
/* The same with comments and the definitions of macros; and of a text in the place of the file. */
bool clang_preprocess_fully(compiler *c, const source *s, text *out);
bool clang_preprocess_text(compiler *c, const source *s, const text *code, text *out);
/* ... which keeps its line markers. */
bool clang_preprocess_placed(compiler *c, const source *s, const text *code, text *out);
/* The definitions of macros that hold at the end of a file, a line each. */
bool clang_macros(compiler *c, const source *s, text *out);
/* All that the compiler has to say against a preprocessed text in the place of a file, with the
 * lines and ranges that it is about; positions are those of the text. */
void clang_complaints(compiler *c, const source *s, const text *code, text *out);
/* The same with positions as the line markers of the text say. */
void clang_complaints_placed(compiler *c, const source *s, const text *code, text *out);
/* The arguments that decide how a C file is understood, for others that read it; borrowed. */
void clang_arguments(const compiler *c, const source *s, string_vec *out);
/* An argument of the user or of a compilation database that changes the meaning in a way that we
 * cannot follow; NULL: none. */
const char *clang_refuses(const compiler *c);
/* All sources as one module. */
LLVMModuleRef clang_sources(compiler *c);

#endif
