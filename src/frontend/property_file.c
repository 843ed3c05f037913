/* Properties by name, and SV-COMP property files. */
#include "base/log.h"
#include "frontend/sources.h"
#include "frontend/project.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t checks;
} names[] = {
    {"unreach-call", CHECK_UNREACH},
    {"assert", CHECK_ASSERT},
    {"no-overflow", CHECK_OVERFLOW},
    {"div-by-zero", CHECK_DIV},
    {"shift", CHECK_SHIFT},
    {"bounds", CHECK_BOUNDS},
    {"null", CHECK_NULL},
    {"float-cast", CHECK_FLOAT_CAST},
    {"valid-deref", CHECK_DEREF},
    {"valid-free", CHECK_FREE},
    {"valid-memtrack", CHECK_TRACK},
    {"valid-memcleanup", CHECK_CLEANUP},
    {"uninitialized", CHECK_UNINITIALIZED},
    {"pointer-overflow", CHECK_POINTER_OVERFLOW},
    {"pointer-compare", CHECK_POINTER_COMPARE},
    {"precondition", CHECK_PRECONDITION},
    {"alignment", CHECK_ALIGNMENT},
    {"unsigned-overflow", CHECK_UNSIGNED},
    {"conversion", CHECK_CONVERSION},
    {"float-overflow", CHECK_FLOAT_OVERFLOW},
    {"nan", CHECK_NAN},
    {"termination", CHECK_TERMINATION},
    {"valid-memsafety", CHECK_MEMSAFETY},
    {"memory", CHECK_MEMORY},
    {"undefined", CHECK_UNDEFINED},
    {"all", CHECK_ALL},
};

const char *property_word(size_t i) {
    return i < sizeof names / sizeof *names ? names[i].name : NULL;
}

static uint32_t check_named(const char *name, size_t size) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == size && !memcmp(names[i].name, name, size))
            return names[i].checks;
    return 0;
}

static bool fail_unknown(input_error *error, const char *name, size_t size) {
    text known = {0};
    const char *candidates[sizeof names / sizeof *names + 1] = {0};
    char *word = mem_format("%.*s", (int)size, name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) candidates[i] = names[i].name;
    const char *near = word_nearest(word, candidates);
    mem_free(word);
    if (near)
        return input_fail(error, NULL, 0, 0,
                          "unknown property '%.*s'; did you mean '%s'? (cinch verify --help has "
                          "all)",
                          (int)size, name, near);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        text_print(&known, "%s%s", i ? ", " : "", names[i].name);
    input_fail(error, NULL, 0, 0,
               "unknown property '%.*s': it should be %s (several with commas), or a .prp file",
               (int)size, name, text_string(&known));
    text_release(&known);
    return false;
}

static bool parse_names(const char *list, uint32_t *checks, input_error *error) {
    for (const char *p = list;;) {
        size_t size = strcspn(p, ",");
        uint32_t found = check_named(p, size);
        if (!found) return fail_unknown(error, p, size);
        *checks |= found;
        if (!p[size]) return true;
        p += size + 1;
    }
}

/* The text with all blanks removed, so that formulas compare. */
static void squeeze(const char *from, size_t size, text *into) {
    for (size_t i = 0; i < size; i++)
        if (!isspace((unsigned char)from[i])) text_char(into, from[i]);
    text_add(into, "");
}

/* f of LTL(f), squeezed; false where the line is no CHECK of runs from main on. */
static bool formula_of(const char *line, text *f) {
    static const char head[] = "CHECK(init(main()),LTL(";
    text all = {0};
    squeeze(line, strcspn(line, "\n"), &all);
    const char *s = text_string(&all);
    size_t size = strlen(s), from = sizeof head - 1;
    bool good = !strncmp(s, head, from) && size >= from + 2 && !strcmp(s + size - 2, "))");
    if (good) text_bytes(f, s + from, size - 2 - from);
    text_release(&all);
    return good;
}

/* G p for a property p that has a name of its own. */
static uint32_t check_always(const char *f) {
    static const char overflow[] = "G!overflow";
    if (!strcmp(f, overflow)) return CHECK_OVERFLOW;
    if (!strcmp(f, "Fend")) return CHECK_TERMINATION;
    return *f == 'G' && !strncmp(f + 1, "valid-", 6) ? check_named(f + 1, strlen(f + 1)) : 0;
}

/* The function of call(...): it becomes text of C in tests. NULL: this is no name. */
static const char *called_in(const char *f, arena *memory) {
    static const char head[] = "G!call(", tail[] = "())";
    size_t size = 0;
    if (strncmp(f, head, sizeof head - 1)) return NULL;
    f += sizeof head - 1;
    while (is_name_char(f[size])) size++;
    if (!size || strcmp(f + size, tail)) return NULL;
    char *name = arena_string(memory, f);
    name[size] = 0;
    return name;
}

static bool parse_formula(const char *f, arena *memory, uint32_t *checks, const char **function,
                          const char *file, uint32_t line, input_error *error) {
    uint32_t always = check_always(f);
    const char *name = called_in(f, memory);
    if (always) return *checks |= always, true;
    if (name) {
        *checks |= CHECK_UNREACH;
        if (strcmp(name, "reach_error") && strcmp(name, "__VERIFIER_error")) *function = name;
        return true;
    }
    return input_fail(error, file, line, 0, "the property LTL(%s) is not supported", f);
}

static bool parse_file(const char *path, arena *memory, uint32_t *checks, const char **function,
                       input_error *error) {
    text all = {0}, f = {0};
    bool good = project_read_file(&all, path);
    if (!good) input_fail(error, path, 0, 0, "cannot open: %s", strerror(errno));
    uint32_t line = 0, found = 0;
    for (const char *p = good ? text_string(&all) : ""; good && *p;
         p += strcspn(p, "\n"), p += *p == '\n') {
        line++;
        if (p[strspn(p, " \t\r")] == '\n' || !p[strspn(p, " \t\r")]) continue;
        text_clear(&f);
        found++;
        good = formula_of(p, &f)
                   ? parse_formula(text_string(&f), memory, checks, function, path, line, error)
                   : input_fail(error, path, line, 0,
                                "expected CHECK( init(main()), LTL(...) ); where a run starts "
                                "elsewhere, --entry says");
    }
    if (good && !found) good = input_fail(error, path, 0, 0, "no property in this file");
    text_release(&f);
    text_release(&all);
    return good;
}

bool property_is_file(const char *name_or_file) {
    size_t size = strlen(name_or_file);
    return size > 4 && !strcmp(name_or_file + size - 4, ".prp");
}

bool property_parse(const char *name_or_file, arena *memory, uint32_t *checks,
                    const char **function, input_error *error) {
    LOG("frontend", "property %s", name_or_file);
    if (property_is_file(name_or_file))
        return parse_file(name_or_file, memory, checks, function, error);
    return parse_names(name_or_file, checks, error);
}
