#include "frontend/sources.h"
#include "frontend/project.h"
#include "frontend/sources_internal.h"
#include "base/escape.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
    const char *ending;
    enum source_kind kind;
} endings[] = {
    {".c", SOURCE_C},
    {".i", SOURCE_C},
    {".h", SOURCE_C},
    {".bc", SOURCE_IR},
    {".ll", SOURCE_IR},
    {".cfa", SOURCE_CFA},
    {".smt2", SOURCE_CHC},
    {".vmt", SOURCE_VMT},
    {".btor2", SOURCE_BTOR2},
    {".btor", SOURCE_BTOR2},
    {".yml", SOURCE_TASK},
    {".yaml", SOURCE_TASK},
    {".json", SOURCE_DIRECTORY},
};

enum source_kind source_kind_of(const char *path) {
    struct stat s;
    if (!stat(path, &s) && S_ISDIR(s.st_mode)) return SOURCE_DIRECTORY;
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    if (!dot) return SOURCE_UNKNOWN;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(dot, endings[i].ending)) return endings[i].kind;
    return SOURCE_UNKNOWN;
}

/* A file that is named twice is read once. */
static bool is_there(const sources *s, const char *file, const char *directory) {
    for (uint32_t i = 0; i < s->items.size; i++)
        if (!strcmp(s->items.data[i].file, file) && s->items.data[i].directory == directory)
            return true;
    return false;
}

void sources_add(sources *s, const char *file, const char *directory) {
    /* A compiler would take such a name for an option, or for a file of options. */
    char *safe = *file == '-' || *file == '@' ? mem_format("./%s", file) : mem_string(file);
    if (!is_there(s, safe, directory)) {
        source item = {arena_string(&s->memory, safe), directory, source_kind_of(safe), {0}};
        vec_push(&s->items, item);
    }
    mem_free(safe);
}

/* The first such word of a text; NULL: none. Underscores around it are part of GNU's spellings. */
static const char *find_word(const char *from, const char *end, const char *word) {
    size_t n = strlen(word);
    for (const char *at = from; at + n <= end; at++) {
        const char *before = at, *after = at + n;
        if (memcmp(at, word, n)) continue;
        while (before > from && before[-1] == '_') before--;
        while (after < end && *after == '_') after++;
        if ((before == from || !is_name_char(before[-1])) &&
            (after == end || !is_name_char(*after)))
            return at;
    }
    return NULL;
}

/* The attribute gnu_inline means the older sense, whatever else is said. */
static bool extern_inline(const char *begin, const char *end, const char *at) {
    const char *from = at, *to = at + strcspn(at, "{;");
    while (from > begin && !strchr(";{}", from[-1])) from--;
    return to < end && *to == '{' && find_word(from, to, "extern") &&
           !find_word(from, to, "gnu_inline");
}

bool source_has_extern_inline(const source *s) {
    static const char word[] = "inline";
    text code = {0};
    bool absolute = !s->directory || s->file[0] == '/', found = false;
    char *path = absolute ? mem_string(s->file) : mem_format("%s/%s", s->directory, s->file);
    if (text_read_file(&code, path)) {
        const char *begin = text_string(&code), *end = begin + strlen(begin), *at = begin;
        for (; !found && (at = find_word(at, end, word)); at += sizeof word - 1)
            found = extern_inline(begin, end, at);
    }
    mem_free(path);
    text_release(&code);
    return found;
}

bool source_defines(const char *code, const char *name) {
    assert_debug(*name);
    const char *end = code + strlen(code);
    size_t n = strlen(name);
    for (const char *at = code; (at = find_word(at, end, name)); at += n) {
        const char *s = at + n + strspn(at + n, " \t\n");
        if (*s != '(') continue;
        int depth = 0;
        do depth += (*s == '(') - (*s == ')');
        while (*s++ && depth);
        s += strspn(s, " \t\r\n");
        if (*s == '{') return true;
    }
    return false;
}

static bool readable(const char *path, input_error *error) {
    FILE *f = fopen(path, "rb");
    if (!f) return input_fail(error, path, 0, 0, "cannot open: %s", strerror(errno));
    fclose(f);
    return true;
}

/* What is no text is not shown to anybody: neither its bytes nor a compiler's words about them. */
static bool is_text(const char *path, input_error *error) {
    text all = {0};
    bool good = text_read_file(&all, path);
    uint32_t line = 1;
    if (!good) return input_fail(error, path, 0, 0, "cannot open: %s", strerror(errno));
    for (size_t i = 0; good && i < all.size; i++) {
        unsigned char c = (unsigned char)all.data[i];
        if (c == '\n') line++;
        if (c < ' ' && !strchr("\t\n\v\f\r\032", c))
            good = input_fail(error, path, line, 0,
                              "this is not a C source: it has control characters");
        if (!c)
            good = input_fail(error, path, line, 0, "this is not a C source: it has zero bytes");
    }
    text_release(&all);
    return good;
}

static bool expand(const load_options *o, const char *file, sources *out, input_error *error) {
    switch (source_kind_of(file)) {
    case SOURCE_TASK: return readable(file, error) && task_read(file, o, out, error);
    case SOURCE_DIRECTORY: return compile_commands_read(file, o, out, error);
    case SOURCE_C:
        if (!is_text(file, error)) return false;
        sources_add(out, file, NULL);
        return true;
    case SOURCE_UNKNOWN:
        if (!readable(file, error)) return false;
        return input_fail(
            error, file, 0, 0,
            "cannot tell what this is: the name should end in .c, .i, .bc, .ll, .cfa, .smt2, "
            ".vmt, .btor2 or .yml, or be a directory with compile_commands.json");
    default:
        if (!readable(file, error)) return false;
        sources_add(out, file, NULL);
        return true;
    }
}

static bool is_c(enum source_kind k) { return k == SOURCE_C || k == SOURCE_IR; }

/* No link, task or database leads to a file that is somebody else's. */
static bool is_at_home(const load_options *o, const sources *s, input_error *error) {
    project p;
    bool good = true;
    project_of(o, s, &p);
    for (uint32_t i = 0; good && i < s->items.size; i++)
        if (!project_takes(&p, &s->items.data[i]))
            good = input_fail(error, s->items.data[i].file, 0, 0,
                              "this lies outside of the project: run cinch in its folder, or name "
                              "the file itself");
    project_release(&p);
    return good;
}

/* C and IR files are linked; every other kind is a whole program by itself. */
static bool consistent(const load_options *o, const sources *s, input_error *error) {
    if (!s->items.size) return input_fail(error, NULL, 0, 0, "no file to read");
    for (uint32_t i = 0; i < s->items.size; i++)
        if (!escape_is_plain(s->items.data[i].file))
            return input_fail(error, NULL, 0, 0,
                              "a file of a name that could pass for something else is not taken");
    for (uint32_t i = 1; i < s->items.size; i++)
        if (!is_c(s->items.data[i].kind) || !is_c(s->items.data[0].kind))
            return input_fail(error, s->items.data[i].file, 0, 0,
                              "only C and LLVM files can be given together");
    return is_at_home(o, s, error);
}

bool sources_expand(const load_options *o, sources *out, input_error *error) {
    out->data_model = o->data_model;
    out->checks = o->checks;
    out->error_function = o->error_function;
    out->volatile_reads = o->volatile_reads;
    for (uint32_t i = 0; i < o->files.size; i++)
        if (!expand(o, o->files.data[i], out, error)) return false;
    if (!out->checks) out->checks = CHECK_UNREACH | CHECK_ASSERT;
    if (!out->volatile_reads) out->volatile_reads = VOLATILE_HARDWARE;
    return consistent(o, out, error);
}

void sources_release(sources *s) {
    for (uint32_t i = 0; i < s->items.size; i++) vec_release(&s->items.data[i].arguments);
    vec_release(&s->items);
    vec_release(&s->notes);
    arena_release(&s->memory);
}
