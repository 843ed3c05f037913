#include "base/path.h"
#include "frontend/cross.h"
#include "base/launch.h"

#include <stdlib.h>
#include <string.h>

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

uint32_t cross_compiler(const string_vec *command) {
    static const char *const wrappers[] = {"ccache", "sccache", "distcc", "icecc", "gomacc", "env"};
    uint32_t i = 0;
    for (bool wrapped = true; wrapped && i + 1 < command->size; i += wrapped) {
        wrapped = strchr(command->data[i], '=') != NULL; /* env X=1 gcc */
        for (size_t k = 0; k < sizeof wrappers / sizeof *wrappers; k++)
            wrapped |= !strcmp(path_base(command->data[i]), wrappers[k]);
    }
    return i;
}

/* ---- the target ---- */

/* arm-none-eabi of arm-none-eabi-gcc-12.2; empty: the compiler is of this machine. */
static void prefix_of(const char *compiler, text *out) {
    static const char *const names[] = {"-gcc", "-cc", "-clang"};
    const char *name = path_base(compiler);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = strstr(name, names[i]);
        if (at) {
            text_bytes(out, name, (size_t)(at - name));
            return;
        }
    }
}

/* Prefixes by what clang calls them. `stands_in`: clang has no such target, but this one has types
 * of the same sizes and the same order of bytes. */
static const struct {
    const char *prefix, *target;
    bool stands_in;
} targets[] = {
    {"avr", "avr", false},
    {"msp430", "msp430", false},
    {"riscv-none", "riscv32-unknown-elf", false},
    {"riscv32", "riscv32-unknown-elf", false},
    {"riscv64", "riscv64-unknown-elf", false},
    {"arm-none-eabi", "arm-none-eabi", false},
    {"arm-eabi", "arm-none-eabi", false},
    {"tricore", "arm-none-eabi", true},
    {"xtensa", "arm-none-eabi", true},
    {"rx-", "arm-none-eabi", true},
    {"nios2", "arm-none-eabi", true},
    {"or1k", "armeb-none-eabi", true},
    {"v850", "arm-none-eabi", true},
    {"microblaze", "armeb-none-eabi", true},
    {"m68k", "armeb-none-eabi", true},
};

static void add_note(sources *s, const char *said) {
    for (uint32_t i = 0; i < s->notes.size; i++)
        if (!strcmp(s->notes.data[i], said)) return;
    vec_push(&s->notes, arena_string(&s->memory, said));
}

static void add_target(sources *s, const char *prefix, string_vec *into) {
    const char *target = prefix;
    char *word;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (!starts(prefix, targets[i].prefix)) continue;
        target = targets[i].target;
        if (targets[i].stands_in) {
            word = mem_format("%s is compiled for %s, whose integers, floats and pointers have the "
                              "same sizes",
                              prefix, target);
            add_note(s, word);
            mem_free(word);
        }
        break;
    }
    word = mem_format("--target=%s", target);
    vec_push(into, arena_string(&s->memory, word));
    mem_free(word);
}

static bool names_target(const string_vec *command) {
    for (uint32_t i = 0; i < command->size; i++)
        if (starts(command->data[i], "--target=") || !strcmp(command->data[i], "-target"))
            return true;
    return false;
}

/* ---- headers ---- */

/* The list that a compiler prints between these lines; its own headers (stddef.h) are clang's. */
static void add_list(sources *s, const char *said, string_vec *into) {
    const char *from = strstr(said, "#include <...>"), *end = strstr(said, "End of search list");
    if (!from || !end) return;
    for (from += strcspn(from, "\n"); from < end; from += strcspn(from, "\n")) {
        from += strspn(from, "\n ");
        size_t n = strcspn(from, "\n");
        char *named = mem_format("%.*s", (int)n, from), *folder = realpath(named, NULL);
        if (from < end && folder && !strstr(folder, "/lib/gcc/")) {
            vec_push(into, arena_string(&s->memory, "-isystem"));
            vec_push(into, arena_string(&s->memory, folder));
        }
        mem_free(named);
        free(folder);
    }
}

/* The project says how its compiler is called, not which file it is: that is up to PATH. */
static void add_headers(sources *s, const char *compiler, string_vec *into) {
    char *argv[] = {(char *)(uintptr_t)path_base(compiler), "-xc", "-E", "-v", "-", NULL};
    text said = {0}, nothing = {0};
    text_add(&nothing, "");
    child_result r = launch_tool(argv, &nothing, NULL, &said, (child_limits){.seconds = 10});
    if (r.started && !r.status && said.size) add_list(s, text_string(&said), into);
    else {
        char *word = mem_format("%s is not installed: headers are those that the arguments name",
                                path_base(compiler));
        add_note(s, word);
        mem_free(word);
    }
    text_release(&said);
    text_release(&nothing);
}

static bool names_headers(const string_vec *command) {
    for (uint32_t i = 0; i < command->size; i++)
        if (starts(command->data[i], "--sysroot") || !strcmp(command->data[i], "-nostdinc"))
            return true;
    return false;
}

void cross_arguments(sources *s, const char *compiler, const string_vec *command,
                     string_vec *into) {
    text prefix = {0};
    prefix_of(compiler, &prefix);
    if (prefix.size && !starts(text_string(&prefix), "x86_64-linux-gnu")) {
        if (!names_target(command)) add_target(s, text_string(&prefix), into);
        if (!names_headers(command)) add_headers(s, compiler, into);
    }
    text_release(&prefix);
}
