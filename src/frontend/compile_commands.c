/* Clang compilation databases: which files, compiled where, with which of the arguments that change
 * their meaning. */
#include "frontend/flags.h"
#include "frontend/sources_internal.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

typedef struct {
    char *path;
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
static const char *const with_argument[] = {"-I", "-isystem", "-iquote", "-D",
                                            "-U", "-include", "-target", "-imacros"};

static bool takes_argument(const char *word) {
    for (size_t i = 0; i < sizeof with_argument / sizeof *with_argument; i++)
        if (!strcmp(word, with_argument[i])) return true;
    return false;
}

static void keep_arguments(const string_vec *all, string_vec *into) {
    for (uint32_t i = 1; i < all->size; i++) {
        if (takes_argument(all->data[i]) && i + 1 < all->size) {
            vec_push(into, all->data[i]);
            vec_push(into, all->data[++i]);
        } else if (flag_matters(all->data[i])) {
            vec_push(into, all->data[i]);
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
    if (good) keep_arguments(&all, into);
    vec_release(&all);
    return good ||
           input_fail(d->error, d->path, 0, 0, "an entry has neither arguments nor command");
}

static bool already(const sources *s, const char *file) {
    for (uint32_t i = 0; i < s->items.size; i++)
        if (!strcmp(s->items.data[i].file, file)) return true;
    return false;
}

static bool add_entry(database *d, const json_t *entry) {
    const char *file = json_string_value(json_object_get(entry, "file"));
    const char *directory = json_string_value(json_object_get(entry, "directory"));
    if (!file || !directory)
        return input_fail(d->error, d->path, 0, 0, "an entry lacks file or directory");
    if (source_kind_of(file) != SOURCE_C) return true;
    char *full = file[0] == '/' ? mem_string(file) : mem_format("%s/%s", directory, file);
    bool good = true;
    if (!already(d->out, full)) {
        sources_add(d->out, full, arena_string(&d->out->memory, directory));
        good = arguments_of(d, entry, &vec_last(&d->out->items).arguments);
    }
    mem_free(full);
    return good;
}

bool compile_commands_read(const char *directory, sources *out, input_error *error) {
    char *path = mem_format("%s/compile_commands.json", directory);
    database d = {arena_string(&out->memory, path), out, error};
    mem_free(path);
    json_error_t problem;
    json_t *root = json_load_file(d.path, 0, &problem);
    if (!root && problem.line < 0)
        return input_fail(error, directory, 0, 0,
                          "a directory without a readable compile_commands.json");
    if (!root)
        return input_fail(error, d.path, (uint32_t)problem.line, (uint32_t)problem.column, "%s",
                          problem.text);
    bool good = json_is_array(root) || input_fail(error, d.path, 1, 1, "expected an array");
    size_t i;
    json_t *entry;
    json_array_foreach(root, i, entry) good = good && add_entry(&d, entry);
    json_decref(root);
    return good;
}
