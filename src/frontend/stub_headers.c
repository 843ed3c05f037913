#include "frontend/stub_headers.h"
#include "frontend/clang.h"

#include <string.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_HEADERS = 500 };

char *missing_header(const char *said) {
    static const char before[] = "fatal error: '", after[] = "' file not found";
    const char *at = strstr(said, before), *end = at ? strstr(at, after) : NULL;
    if (!end || memchr(at, '\n', (size_t)(end - at))) return NULL;
    at += strlen(before);
    return mem_format("%.*s", (int)(end - at), at);
}

/* A name below the folder. */
static bool is_inside(const char *name) { return *name && *name != '/' && !strstr(name, ".."); }

static void make_header(stub_headers *x, const char *name) {
    char *path = mem_format("%s/%s", x->folder, name);
    for (char *slash = path + strlen(x->folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        if (access(path, F_OK) && folder_make(path)) vec_push(&x->made, mem_string(path));
        *slash = '/';
    }
    text empty = {0};
    if (text_write_file(&empty, path)) vec_push(&x->made, path);
    else mem_free(path);
    text_release(&empty);
}

/* The header that this source misses, to be freed; NULL: none. */
static char *missing_of(compiler *c, const source *s) {
    text code = {0}, said = {0};
    c->messages = &said;
    c->status = LOAD_OK;
    char *name = s->kind == SOURCE_C && !clang_preprocess(c, s, &code)
                     ? missing_header(text_string(&said))
                     : NULL;
    text_release(&code);
    text_release(&said);
    return name;
}

static void make_all(load_options *o, stub_headers *x, text *said) {
    sources all = {0};
    input_error error = {0};
    project files;
    if (!sources_expand(o, &all, &error)) {
        sources_release(&all);
        return;
    }
    project_of(o, &all, &files);
    compiler c = {.options = o, .sources = &all, .project = &files};
    uint32_t made = 0;
    for (uint32_t i = 0; i < all.items.size; i++)
        for (char *name; made < MOST_HEADERS && (name = missing_of(&c, &all.items.data[i]));) {
            uint32_t before = x->made.size;
            if (is_inside(name)) make_header(x, name), made++;
            bool good = x->made.size > before;
            if (good) text_print(said, "takes the missing header %s for an empty one\n", name);
            mem_free(name);
            if (!good) break;
        }
    project_release(&files);
    sources_release(&all);
}

void stub_headers_make(load_options *o, stub_headers *x, text *said) {
    const char *where = getenv("TMPDIR");
    x->folder = mem_format("%s/cinch-headers-XXXXXX", where ? where : "/tmp");
    if (!mkdtemp(x->folder)) {
        text_print(said, "--stub-headers: no folder can be made in %s\n", where ? where : "/tmp");
        mem_free(x->folder);
        x->folder = NULL;
        return;
    }
    static char option[] = "-I";
    vec_push(&o->clang_arguments, option);
    vec_push(&o->clang_arguments, x->folder);
    make_all(o, x, said);
}

void stub_headers_release(stub_headers *x) {
    while (x->made.size) {
        char *path = vec_pop(&x->made);
        if (unlink(path)) rmdir(path);
        mem_free(path);
    }
    if (x->folder) rmdir(x->folder);
    mem_free(x->folder);
    vec_release(&x->made);
}
