#include "frontend/project.h"
#include "base/escape.h"
#include "base/path.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what belongs to it ---- */

static bool is_in(const string_vec *roots, const char *real) {
    for (uint32_t i = 0; i < roots->size; i++)
        if (path_is_in(real, roots->data[i])) return true;
    return false;
}

static char *real_path(const char *file, const char *directory) {
    char *full =
        file[0] == '/' || !directory ? mem_string(file) : mem_format("%s/%s", directory, file);
    char *real = realpath(full, NULL), *copy = real ? mem_string(real) : NULL;
    free(real);
    mem_free(full);
    return copy;
}

static void add_path(string_vec *to, const char *path, const char *directory) {
    char *real = real_path(path, directory);
    bool known = !real;
    for (uint32_t i = 0; i < to->size && !known; i++) known = !strcmp(to->data[i], real);
    if (known) mem_free(real);
    else vec_push(to, real);
}

static bool has_entry(const char *folder, const char *name) {
    char *path = mem_format("%s/%s", folder, name);
    bool found = !access(path, F_OK);
    mem_free(path);
    return found;
}

/* The nearest folder above with a repository. */
static void add_repository(project *p, const char *folder) {
    char *at = mem_string(folder);
    while (strlen(at) > 1 && !has_entry(at, ".git") && !has_entry(at, ".hg") &&
           !has_entry(at, ".svn")) {
        char *above = path_folder(at);
        mem_free(at);
        at = above;
    }
    if (strlen(at) > 1) add_path(&p->roots, at, NULL);
    mem_free(at);
}

/* A name without .. that begins in a folder stays there, unless a link leads out. */
static bool is_named_in(const char *file, const char *folder) {
    return !strstr(file, "..") && strlen(folder) > 1 &&
           (file[0] != '/' || path_is_in(file, folder));
}

/* Where the user says that a file is. What it is a link to does not count: a stranger made it. */
static char *named_folder(const char *file, const char *here) {
    const char *slash = strrchr(file, '/');
    if (is_named_in(file, here)) return mem_string(here);
    if (source_kind_of(file) == SOURCE_DIRECTORY) return mem_string(file);
    return slash ? mem_format("%.*s", (int)(slash - file) + 1, file) : mem_string(".");
}

static void add_given(project *p, const char *file, const char *here) {
    char *named = named_folder(file, here), *folder = realpath(named, NULL);
    mem_free(named);
    if (!folder) return;
    char *above = path_folder(folder);
    if (!is_in(&p->roots, folder)) { /* files of one folder are many */
        add_path(&p->roots, path_is_in(folder, here) ? here : folder, NULL);
        add_path(&p->around, above, NULL);
        add_repository(p, folder);
    }
    mem_free(above);
    free(folder);
}

/* A file that a task or a compilation database names: the folder in which cinch runs is the user's
 * word for where they are. */
static void add_named(project *p, const source *s, const char *here) {
    char *real = real_path(s->file, s->directory);
    if (real && path_is_in(real, here)) add_path(&p->roots, here, NULL);
    mem_free(real);
}

/* Folders and files that arguments of the compiler name. */
static void add_arguments(const string_vec *arguments, const char *directory, string_vec *to) {
    static const char *const flags[] = {"-isystem", "-iquote", "-include", "-imacros", "-I"};
    for (uint32_t i = 0; i < arguments->size; i++)
        for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
            size_t n = strlen(flags[k]);
            const char *word = arguments->data[i];
            if (strncmp(word, flags[k], n)) continue;
            if (word[n]) add_path(to, word + n, directory);
            else if (i + 1 < arguments->size) add_path(to, arguments->data[i + 1], directory);
            break;
        }
}

void project_of(const load_options *o, const sources *s, project *out) {
    char *here = realpath(".", NULL);
    *out = (project){0};
    for (uint32_t i = 0; i < o->files.size; i++)
        add_given(out, o->files.data[i], here ? here : "/");
    for (uint32_t i = 0; i < s->items.size; i++) {
        add_named(out, &s->items.data[i], here ? here : "/");
        add_arguments(&s->items.data[i].arguments, s->items.data[i].directory, &out->around);
    }
    add_arguments(&o->clang_arguments, NULL, &out->roots);
    free(here);
}

void project_release(project *p) {
    vec_free_each(&p->roots);
    vec_free_each(&p->around);
}

static bool has_real(const project *p, const char *real) {
    return !path_is_kernel(real) && (path_is_system(real) || is_in(&p->roots, real));
}

bool project_takes(const project *p, const source *s) {
    char *real = real_path(s->file, s->directory);
    bool takes = !real || has_real(p, real) ||
                 (s->kind == SOURCE_C && !path_is_kernel(real) && is_in(&p->around, real));
    mem_free(real);
    return takes;
}

bool project_has(const char *given, const char *file) {
    char *name = mem_string(given);
    load_options o = {0};
    sources none = {0};
    project p;
    vec_push(&o.files, name);
    project_of(&o, &none, &p);
    char *real = real_path(file, NULL);
    bool has = !real || is_in(&p.roots, real);
    project_release(&p);
    vec_release(&o.files);
    mem_free(real);
    mem_free(name);
    return has;
}

bool project_read_file(text *out, const char *file) {
    bool foreign = strncmp(file, "/dev/", 5) && !project_has(file, file);
    if (foreign) errno = ELOOP;
    return !foreign && text_read_file(out, file);
}

bool project_read_source(source_map *out, const char *file) {
    text content = {0};
    bool good = project_read_file(&content, file);
    if (good) source_map_take(out, file, &content);
    text_release(&content);
    return good;
}

/* ---- what the compiler read ---- */

/* A number in a file of any name is C, too, and a report would show it as a value. */
static bool is_named_as_c(const char *real) {
    static const char *const endings[] = {".h",   ".c",   ".i",   ".inc", ".def", ".hh",
                                          ".hpp", ".hxx", ".tcc", ".ipp", ".tbl", ".x"};
    const char *ending = strrchr(real, '.');
    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(ending, endings[i])) return true;
    return false;
}

static bool may_be_included(const project *p, const char *real) {
    return has_real(p, real) ||
           (!path_is_kernel(real) && is_in(&p->around, real) && is_named_as_c(real));
}

/* Where nothing is embedded, what comes in is C. */
static bool speaks_of_embed(const char *real) {
    text all = {0};
    bool found = text_read_file(&all, real) && strstr(text_string(&all), "embed");
    text_release(&all);
    return found;
}

/* The next file of a make rule: blanks end a name unless escaped; lines go on after a backslash. */
static bool next_file(const char **at, text *out) {
    const char *s = *at;
    text_clear(out);
    while (*s == ' ' || *s == '\n' || (*s == '\\' && s[1] == '\n')) s += *s == '\\' ? 2 : 1;
    for (; *s && *s != ' ' && *s != '\n'; s++) {
        bool escaped = *s == '\\' && (s[1] == ' ' || s[1] == '#'),
             doubled = *s == '$' && s[1] == '$';
        if (escaped || doubled) s++;
        text_char(out, *s);
    }
    *at = s;
    return out->size;
}

typedef enum { NOTHING_EMBEDDED, PERHAPS_EMBEDDED } embedding;

static char *first_refused(const project *p, const char *rule, const char *directory, embedding e) {
    text name = {0};
    char *found = NULL;
    while (!found && next_file(&rule, &name)) {
        char *real = real_path(text_string(&name), directory);
        bool good = !real || (e == PERHAPS_EMBEDDED ? has_real(p, real) : may_be_included(p, real));
        if (!good) found = real;
        else mem_free(real);
    }
    text_release(&name);
    return found;
}

static bool any_embeds(const project *p, const char *rule, const char *directory) {
    text name = {0};
    bool found = false;
    while (!found && next_file(&rule, &name)) {
        char *real = real_path(text_string(&name), directory);
        found = real && !path_is_system(real) && may_be_included(p, real) && speaks_of_embed(real);
        mem_free(real);
    }
    text_release(&name);
    return found;
}

char *project_refuses(const project *p, const char *rule, const char *directory) {
    char *found = first_refused(p, rule, directory, PERHAPS_EMBEDDED);
    if (!found || any_embeds(p, rule, directory)) return found;
    mem_free(found);
    return first_refused(p, rule, directory, NOTHING_EMBEDDED);
}

/* ---- what the compiler said ---- */

/* Also a file that is not there: a line that #line renames is one of another file, of the
 * project. */
static bool may_be_quoted(const project *p, const char *file, const char *directory) {
    char *real = real_path(file, directory);
    bool may = !real || has_real(p, real);
    mem_free(real);
    return may;
}

/* FILE:LINE:COLUMN: error: ...; the length of the file's name, or 0 where a line is none. */
static size_t message_file(const char *line, size_t n) {
    for (size_t i = 1; i + 1 < n; i++) {
        if (line[i] != ':' || !isdigit((unsigned char)line[i + 1])) continue;
        size_t k = i + 1;
        while (k < n && (isdigit((unsigned char)line[k]) || line[k] == ':')) k++;
        if (k < n && line[k] == ' ' && line[k - 1] == ':') return i;
    }
    return 0;
}

void project_messages(const project *p, const char *said, const char *directory, text *out) {
    bool shown = true;
    for (size_t n; *said; said += n, said += *said == '\n') {
        n = strcspn(said, "\n");
        size_t name = *said == ' ' ? 0 : message_file(said, n);
        if (name) {
            char *file = mem_format("%.*s", (int)name, said);
            bool was = shown;
            shown = may_be_quoted(p, file, directory);
            if (was && !shown) {
                escape_word(file, name, out);
                text_add(out, ": an error in a file outside of the project\n");
            }
            mem_free(file);
        } else if (*said != ' ') shown = true; /* "3 errors generated." */
        if (!shown) continue;
        escape_word(said, n, out);
        text_char(out, '\n');
    }
}
