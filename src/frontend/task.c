/* SV-COMP task definitions, format 1.0 and 2.0 (YAML). */
#include "base/log.h"
#include "frontend/project.h"
#include "frontend/sources_internal.h"
#include "frontend/yaml.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    const char *path;
    yaml_document_t yaml;
    const load_options *options;
    sources *out;
    input_error *error;
} task;

static bool fail_at(task *t, const yaml_node_t *n, const char *what) {
    uint32_t line = n ? (uint32_t)n->start_mark.line + 1 : 0;
    return input_fail(t->error, t->path, line, n ? (uint32_t)n->start_mark.column + 1 : 0, "%s",
                      what);
}

static yaml_node_t *node(task *t, int index) { return yaml_document_get_node(&t->yaml, index); }

static const char *scalar(const yaml_node_t *n) {
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

static yaml_node_t *member(task *t, const yaml_node_t *mapping, const char *key) {
    if (!mapping || mapping->type != YAML_MAPPING_NODE) return NULL;
    yaml_node_pair_t *p = mapping->data.mapping.pairs.start;
    for (; p < mapping->data.mapping.pairs.top; p++) {
        const char *name = scalar(node(t, p->key));
        if (name && !strcmp(name, key)) return node(t, p->value);
    }
    return NULL;
}

/* Paths in a task are relative to the task file. */
static const char *beside(task *t, const char *name) {
    const char *slash = strrchr(t->path, '/');
    if (name[0] == '/' || !slash) return arena_string(&t->out->memory, name);
    char *joined = mem_format("%.*s%s", (int)(slash - t->path + 1), t->path, name);
    const char *kept = arena_string(&t->out->memory, joined);
    mem_free(joined);
    return kept;
}

static bool add_file(task *t, const yaml_node_t *n) {
    const char *name = scalar(n);
    if (!name || !*name) return fail_at(t, n, "expected a file name");
    const char *file = beside(t, name);
    struct stat about;
    if (stat(file, &about) || access(file, R_OK)) return fail_at(t, n, strerror(errno));
    if (S_ISFIFO(about.st_mode)) return fail_at(t, n, "this is a pipe");
    sources_add(t->out, file, NULL);
    return true;
}

static bool read_files(task *t, const yaml_node_t *root) {
    yaml_node_t *files = member(t, root, "input_files");
    if (!files) return fail_at(t, root, "expected input_files");
    if (files->type != YAML_SEQUENCE_NODE) return add_file(t, files);
    yaml_node_item_t *i = files->data.sequence.items.start;
    for (; i < files->data.sequence.items.top; i++)
        if (!add_file(t, node(t, *i))) return false;
    return true;
}

static bool read_data_model(task *t, const yaml_node_t *root) {
    yaml_node_t *n = member(t, member(t, root, "options"), "data_model");
    if (!n || t->out->data_model || t->options->target) return true;
    const char *name = scalar(n);
    if (!name || (strcmp(name, "ILP32") && strcmp(name, "LP64")))
        return fail_at(t, n, "expected ILP32 or LP64");
    t->out->data_model = arena_string(&t->out->memory, name);
    return true;
}

static void read_expected(task *t, const yaml_node_t *n) {
    const char *verdict = scalar(member(t, n, "expected_verdict"));
    if (verdict)
        t->out->expected = !strcmp(verdict, "true")    ? EXPECT_TRUE
                           : !strcmp(verdict, "false") ? EXPECT_FALSE
                                                       : EXPECT_NOTHING;
}

/* One of a task: the one to check where none is chosen yet; where the user chose one, this may be
 * the same. */
static bool read_one_property(task *t, const yaml_node_t *n, const char *file,
                              input_error *problem) {
    uint32_t checks = 0;
    const char *function = NULL;
    file = beside(t, file);
    if (!property_parse(file, &t->out->memory, &checks, &function, problem)) {
        if (!project_has(t->path, file))
            *problem = (input_error){.file = file, .message = "no property that is supported"};
        return false;
    }
    if (t->out->checks && t->out->checks != checks) return false;
    if (!t->out->checks) t->out->checks = checks, t->out->error_function = function;
    read_expected(t, n);
    return true;
}

/* The first property we can check; a task often names several, of which the user wants one by
 * --property. */
static bool read_property(task *t, const yaml_node_t *root) {
    bool chosen = t->out->checks;
    yaml_node_t *list = member(t, root, "properties");
    if (!list || list->type != YAML_SEQUENCE_NODE) return true;
    input_error first = {0};
    yaml_node_item_t *i = list->data.sequence.items.start;
    for (; i < list->data.sequence.items.top; i++) {
        const char *file = scalar(member(t, node(t, *i), "property_file"));
        input_error problem = {0};
        if (!file && chosen) continue;
        if (!file) return fail_at(t, node(t, *i), "expected property_file");
        if (read_one_property(t, node(t, *i), file, &problem)) return true;
        if (!first.message[0]) first = problem;
    }
    if (!chosen && first.message[0]) *t->error = first;
    return chosen || !first.message[0];
}

static bool read_root(task *t) {
    yaml_node_t *root = yaml_document_get_root_node(&t->yaml);
    const char *version = scalar(member(t, root, "format_version"));
    if (!version) return fail_at(t, root, "no task definition: format_version is missing");
    if (strcmp(version, "1.0") && strncmp(version, "2.", 2))
        return fail_at(t, member(t, root, "format_version"), "expected format_version 1.0 or 2.x");
    if (!t->out->volatile_reads) t->out->volatile_reads = VOLATILE_MEMORY;
    return read_files(t, root) && read_data_model(t, root) && read_property(t, root);
}

bool task_read(const char *path, const load_options *o, sources *out, input_error *error) {
    LOG("frontend", "read task %s", path);
    task t = {.path = path, .options = o, .out = out, .error = error};
    text content = {0};
    if (!text_read_file(&content, path))
        return input_fail(error, path, 0, 0, "cannot open: %s", strerror(errno));
    bool good = yaml_read(&content, path, &t.yaml, error);
    if (good) {
        good = read_root(&t);
        yaml_document_delete(&t.yaml);
    }
    text_release(&content);
    return good;
}
