/* Clang compilation databases: which files, compiled where, with which of the arguments that change
 * their meaning. */
#include "frontend/cross.h"
#include "base/log.h"
#include "frontend/flags.h"
#include "frontend/project.h"
#include "frontend/sources_internal.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

typedef struct {
    char *path;
    const load_options *options;
    uint32_t entries; /* of C files */
    sources *out;
    input_error *error;
} database;

/* Split as a POSIX shell would: blanks, quotes and backslashes; nothing is expanded. */
static void split_command(arena *memory, const char *command, string_vec *into) {
    text word = {0};
    char quote = 0;
    bool inside = false;
    for (const char *p = command; *p; p++) {
        if (*p == '\\' && p[1] && quote != '\'') inside = true, text_char(&word, *++p);
        else if (quote && *p == quote) quote = 0;
        else if (!quote && (*p == '"' || *p == '\'')) inside = true, quote = *p;
        else if (!quote && strchr(" \t\n", *p)) {
            if (inside) vec_push(into, arena_string(memory, text_string(&word)));
            inside = false;
            text_clear(&word);
        } else inside = true, text_char(&word, *p);
    }
    if (inside) vec_push(into, arena_string(memory, text_string(&word)));
    text_release(&word);
}

/* Options with a separate argument. */
static const char *const with_argument[] = {"-I",
                                            "-isystem",
                                            "-iquote",
                                            "-D",
                                            "-U",
                                            "-include",
                                            "-target",
                                            "-imacros",
                                            "--define-macro",
                                            "--undefine-macro",
                                            "--include-directory",
                                            "--include"};

static bool takes_argument(const char *word) {
    for (size_t i = 0; i < sizeof with_argument / sizeof *with_argument; i++)
        if (!strcmp(word, with_argument[i])) return true;
    return false;
}

/* What gcc passes on to its preprocessor is an argument of clang; other such words may name files
 * to write. */
static char *passed_on(char *word) {
    bool kept = !strncmp(word, "-Wp,-D", 6) || !strncmp(word, "-Wp,-U", 6);
    return kept && !strchr(word + 6, ',') ? word + 4 : word;
}

/* Arguments after the name of the compiler. */
static void keep_arguments(const string_vec *all, string_vec *into) {
    for (uint32_t i = 0; i < all->size; i++) {
        /* the compiler would read more arguments from the file that is named after an @ */
        if (all->data[i][0] == '@' || (i + 1 < all->size && all->data[i + 1][0] == '@')) continue;
        if (takes_argument(all->data[i]) && i + 1 < all->size) {
            vec_push(into, all->data[i]);
            vec_push(into, all->data[++i]);
        } else if (flag_matters(passed_on(all->data[i]))) {
            vec_push(into, passed_on(all->data[i]));
        }
    }
}

static bool arguments_of(database *d, const json_t *entry, string_vec *into) {
    const json_t *list = json_object_get(entry, "arguments");
    const char *command = json_string_value(json_object_get(entry, "command"));
    string_vec all = {0};
    size_t i;
    json_t *word;
    json_array_foreach(list, i, word) if (json_is_string(word))
        vec_push(&all, arena_string(&d->out->memory, json_string_value(word)));
    if (!list && command) split_command(&d->out->memory, command, &all);
    bool good = all.size > 0;
    if (good) {
        uint32_t compiler = cross_compiler(&all);
        cross_arguments(d->out, all.data[compiler], &all, into);
        memmove(all.data, all.data + compiler + 1, (all.size - compiler - 1) * sizeof *all.data);
        all.size -= compiler + 1;
        keep_arguments(&all, into);
    }
    vec_release(&all);
    return good ||
           input_fail(d->error, d->path, 0, 0, "an entry has neither arguments nor command");
}

static bool already(const sources *s, const char *file) {
    for (uint32_t i = 0; i < s->items.size; i++)
        if (!strcmp(s->items.data[i].file, file)) return true;
    return false;
}

/* A path, or the end of one from a slash on. */
static bool is_wanted(const load_options *o, const char *file) {
    size_t n = strlen(file);
    for (uint32_t i = 0; i < o->only.size; i++) {
        const char *only = o->only.data[i];
        size_t m = strlen(only);
        if (m <= n && !strcmp(file + n - m, only) && (m == n || file[n - m - 1] == '/'))
            return true;
    }
    return !o->only.size;
}

static bool add_entry(database *d, const json_t *entry) {
    const char *file = json_string_value(json_object_get(entry, "file"));
    const char *directory = json_string_value(json_object_get(entry, "directory"));
    if (!file || !directory)
        return input_fail(d->error, d->path, 0, 0, "an entry lacks file or directory");
    if (source_kind_of(file) != SOURCE_C) return true;
    char *full = file[0] == '/' ? mem_string(file) : mem_format("%s/%s", directory, file);
    bool good = true;
    d->entries++;
    if (!already(d->out, full) && is_wanted(d->options, full)) {
        sources_add(d->out, full, arena_string(&d->out->memory, directory));
        good = arguments_of(d, entry, &vec_last(&d->out->items).arguments);
    }
    mem_free(full);
    return good;
}

static bool read_entries(database *d, json_t *root) {
    bool good = json_is_array(root) || input_fail(d->error, d->path, 1, 1, "expected an array");
    size_t i;
    json_t *entry;
    json_array_foreach(root, i, entry) good = good && add_entry(d, entry);
    if (good && d->entries && !d->out->items.size)
        return input_fail(d->error, d->path, 0, 0, "no entry is for a file of --only (see --list)");
    return good;
}

bool compile_commands_read(const char *path, const load_options *o, sources *out,
                           input_error *error) {
    LOG("frontend", "read compilation database %s", path);
    size_t n = strlen(path);
    bool named = n > 5 && !strcmp(path + n - 5, ".json");
    char *file = named ? mem_string(path) : mem_format("%s/compile_commands.json", path);
    database d = {
        .path = arena_string(&out->memory, file), .options = o, .out = out, .error = error};
    mem_free(file);
    json_error_t problem;
    text content = {0};
    bool opened = project_read_file(&content, d.path);
    json_t *root = opened ? json_loadb(content.data, content.size, 0, &problem) : NULL;
    text_release(&content);
    if (!opened)
        return input_fail(error, path, 0, 0,
                          named ? "cannot be opened"
                                : "a directory without a readable compile_commands.json; each "
                                  "program of a folder by itself: cinch batch");
    if (!root)
        return input_fail(error, d.path, (uint32_t)problem.line, (uint32_t)problem.column, "%s",
                          problem.text);
    bool good = read_entries(&d, root);
    json_decref(root);
    return good;
}
