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

bool tool_find(const char *program, char path[4096]) {
    const char *all = getenv("PATH");
    if (strchr(program, '/')) return false;
    for (const char *at = all ? all : ""; *at; at += strcspn(at, ":"), at += *at == ':') {
        int n = snprintf(path, 4096, "%.*s/%s", (int)strcspn(at, ":"), at, program);
        if (*at == '/' && n > 0 && n < 4096 && !access(path, X_OK)) return true;
    }
    return false;
}

bool tool_is_there(const char *program) {
    char path[4096];
    return tool_find(program, path);
}
