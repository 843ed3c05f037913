#include "frontend/bodies.h"
#include "base/log.h"
#include "frontend/cprover.h"
#include "frontend/library.h"

#include <ctype.h>
#include <string.h>

static const char *name_of(LLVMValueRef f) {
    size_t length;
    return LLVMGetValueName2(f, &length);
}

static LLVMValueRef defined_in(LLVMModuleRef m, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    return f && !LLVMIsDeclaration(f) ? f : NULL;
}

/* ---- static functions that other files name ---- */
/* __CPROVER_file_local_hash_table_c_s_find for s_find of hash_table.c; to be freed. */
static char *exported_name(const char *file, const char *function) {
    const char *base = strrchr(file, '/');
    char *name = mem_format(CPROVER_FILE_LOCAL "%s_%s", base ? base + 1 : file, function);
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p)) *p = '_';
    return name;
}

static bool is_mentioned(const compiler *c, const module_vec *modules, const char *name) {
    if (c->options->entry && !strcmp(c->options->entry, name)) return true;
    if (strings_have(&c->options->removed, name)) return true;
    for (uint32_t i = 0; i < modules->size; i++)
        if (LLVMGetNamedFunction(modules->data[i], name)) return true;
    return false;
}

/* LLVM-C cannot take a body out of a function, so a declaration takes the function's place. */
static void remove_body(LLVMModuleRef m, LLVMValueRef f) {
    char *name = mem_string(name_of(f));
    LLVMSetValueName2(f, "", 0);
    LLVMValueRef instead = LLVMAddFunction(m, name, LLVMGlobalGetValueType(f));
    LLVMReplaceAllUsesWith(f, instead);
    LLVMDeleteFunction(f);
    mem_free(name);
}

/* A stub for it among the files stands in for the static function, as where CBMC links them. */
static bool is_defined(const module_vec *modules, const char *name) {
    for (uint32_t i = 0; i < modules->size; i++)
        if (defined_in(modules->data[i], name)) return true;
    return false;
}

static void export_function(compiler *c, const module_vec *modules, uint32_t i, LLVMValueRef f,
                            const char *name) {
    LLVMModuleRef m = modules->data[i];
    bool removed = strings_have(&c->options->removed, name) || is_defined(modules, name);
    LLVMValueRef declared = LLVMGetNamedFunction(m, name);
    if (declared && !LLVMIsDeclaration(declared)) {
        LLVMReplaceAllUsesWith(f, declared);
        return;
    }
    if (declared) {
        LLVMReplaceAllUsesWith(declared, f);
        LLVMDeleteFunction(declared);
    }
    LLVMSetValueName2(f, name, strlen(name));
    LLVMSetLinkage(f, LLVMExternalLinkage);
    if (removed) remove_body(m, f);
}

static void export_functions(compiler *c, const module_vec *modules, uint32_t i) {
    LLVMModuleRef m = modules->data[i];
    for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMInternalLinkage) continue;
        char *name = exported_name(c->sources->items.data[i].file, name_of(f));
        if (is_mentioned(c, modules, name)) export_function(c, modules, i, f, name);
        mem_free(name);
    }
}

/* ---- bodies that are left out ---- */
/* Where a function has several bodies the first is a stub that replaces the others. So is the only
 * body of a function of the C library. */
static void remove_named(const module_vec *modules, const char *name) {
    uint32_t bodies = 0, kept = 0;
    for (uint32_t i = 0; i < modules->size; i++)
        bodies += defined_in(modules->data[i], name) != NULL;
    uint32_t keep = bodies > 1 || library_defines(name);
    for (uint32_t i = 0; i < modules->size; i++) {
        LLVMValueRef f = defined_in(modules->data[i], name);
        if (f && kept < keep) kept++;
        else if (f) remove_body(modules->data[i], f);
    }
}

/* ---- bodies that come twice ---- */
static bool speaks_cprover(const module_vec *modules) {
    for (uint32_t i = 0; i < modules->size; i++)
        for (LLVMValueRef f = LLVMGetFirstFunction(modules->data[i]); f; f = LLVMGetNextFunction(f))
            if (!strncmp(name_of(f), CPROVER_PREFIX, strlen(CPROVER_PREFIX))) return true;
    return false;
}

static bool defined_before(const module_vec *modules, uint32_t i, LLVMValueRef f) {
    for (uint32_t k = 0; k < i; k++) {
        LLVMValueRef first = defined_in(modules->data[k], name_of(f));
        if (first && LLVMGetLinkage(first) == LLVMExternalLinkage) return true;
    }
    return false;
}

/* Harnesses of CBMC may have several stubs for one function: where it links them the first one
 * stays. */
static void keep_first_bodies(const module_vec *modules) {
    for (uint32_t i = 1; i < modules->size; i++)
        for (LLVMValueRef f = LLVMGetFirstFunction(modules->data[i]), next; f; f = next) {
            next = LLVMGetNextFunction(f);
            bool external = !LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage;
            if (external && defined_before(modules, i, f)) remove_body(modules->data[i], f);
        }
}

void bodies_arrange(compiler *c, const module_vec *modules) {
    const string_vec *removed = &c->options->removed;
    for (uint32_t i = 0; i < modules->size; i++) export_functions(c, modules, i);
    for (uint32_t i = 0; i < removed->size; i++)
        if (strncmp(removed->data[i], CPROVER_FILE_LOCAL, strlen(CPROVER_FILE_LOCAL)))
            remove_named(modules, removed->data[i]);
    if (speaks_cprover(modules)) keep_first_bodies(modules);
}

/* ---- bodies that stand in for others ---- */
static bool replace(compiler *c, LLVMModuleRef m, const char *pair) {
    const char *is = strchr(pair, '=');
    char *name = mem_format("%.*s", is ? (int)(is - pair) : 0, pair);
    LLVMValueRef from = LLVMGetNamedFunction(m, name),
                 to = is ? LLVMGetNamedFunction(m, is + 1) : NULL;
    mem_free(name);
    if (from && to) {
        LLVMReplaceAllUsesWith(from, to);
        return true;
    }
    c->status = LOAD_BAD_INPUT;
    text_print(c->messages, "--replace %s: %s\n", pair,
               !is ? "not of the form F=G" : "there is no function of this name");
    return false;
}

bool bodies_replace(compiler *c, LLVMModuleRef m) {
    LOG("frontend", "replace bodies");
    for (uint32_t i = 0; i < c->options->replaced.size; i++)
        if (!replace(c, m, c->options->replaced.data[i])) return false;
    return true;
}
