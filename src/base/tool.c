#include "base/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOOL(program, package, purpose) {program, package, " (package " package ")", purpose}
const tool_entry tools[] = {
    TOOL("clang-19", "clang-19", "compiles the program: to be read, and as a test"),
    TOOL("z3", "z3", "checks certificates"),
    TOOL("cvc5", "cvc5", "checks certificates, of floating-point proofs above all"),
    TOOL("objcopy", "binutils", "links tests with the program"),
    TOOL("nm", "binutils", "links tests with the program"),
    TOOL("gcc", "gcc", "links tests; without it clang-19 does, in twice the time"),
    TOOL("dot", "graphviz", "draws what cinch show --dot prints"),
    TOOL("sbatch", "slurm-client", "submits batches with --executor slurm"),
    {NULL, NULL, NULL, NULL},
};

const char *tool_package_note(const char *program) {
    for (const tool_entry *t = tools; t->program; t++)
        if (!strcmp(t->program, program)) return t->note;
    return "";
}

bool tool_is_there(const char *program) {
    const char *path = getenv("PATH");
    char name[4096];
    for (const char *at = path ? path : ""; *at; at += strcspn(at, ":"), at += *at == ':') {
        int n = snprintf(name, sizeof name, "%.*s/%s", (int)strcspn(at, ":"), at, program);
        if (n > 0 && (size_t)n < sizeof name && !access(name, X_OK)) return true;
    }
    return false;
}
