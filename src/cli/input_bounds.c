#include "cli/input_bounds.h"
#include "frontend/project.h"
#include "frontend/yaml.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    load_options *load;
    arena *memory;
    char *message;
    size_t size;
    yaml_document_t yaml;
    const char *file;
} reader;

static bool fail(reader *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(reader *x, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(x->message, x->size, format, arguments);
    va_end(arguments);
    return false;
}

static bool number(const char *s, size_t length, long double *out) {
    char copy[64], *end;
    if (!length || length >= sizeof copy) return false;
    memcpy(copy, s, length);
    copy[length] = 0;
    *out = strtold(copy, &end);
    return !*end && *out == *out;
}

/* "LO:HI" */
static bool range(const char *s, input_bounds *b) {
    size_t n = strcspn(s, ":");
    if (!s[n] || !number(s, n, &b->low) || !number(s + n + 1, strlen(s + n + 1), &b->high))
        return false;
    b->bounded = true;
    return b->low <= b->high;
}

/* ---- options ---- */

/* NAME=REST; what follows the sign, or NULL. */
static const char *split(reader *x, const char *word, input_bounds **b) {
    size_t n = strcspn(word, "=");
    char *name = mem_format("%.*s", (int)n, word);
    *b = bounds_add(x->load, arena_string(x->memory, name));
    mem_free(name);
    return word[n] ? word + n + 1 : NULL;
}

static bool read_ranges(reader *x, const string_vec *words) {
    for (uint32_t i = 0; i < words->size; i++) {
        input_bounds *b;
        const char *rest = split(x, words->data[i], &b);
        if (!rest || !range(rest, b))
            return fail(x, "--range takes NAME=LOW:HIGH, not '%s'", words->data[i]);
    }
    return true;
}

static bool read_constants(reader *x, const string_vec *words) {
    for (uint32_t i = 0; i < words->size; i++) {
        input_bounds *b;
        const char *rest = split(x, words->data[i], &b);
        b->constant = true;
        if (rest && !range(rest, b))
            return fail(x, "--const takes NAME or NAME=LOW:HIGH, not '%s'", words->data[i]);
    }
    return true;
}

static bool read_rates(reader *x, const string_vec *words) {
    for (uint32_t i = 0; i < words->size; i++) {
        input_bounds *b;
        const char *rest = split(x, words->data[i], &b);
        if (!rest || !number(rest, strlen(rest), &b->rate) || !(b->rate > 0))
            return fail(x, "--rate takes NAME=CHANGE, a number above 0, not '%s'", words->data[i]);
    }
    return true;
}

static void read_finite(reader *x, const string_vec *words) {
    for (uint32_t i = 0; i < words->size; i++)
        bounds_add(x->load, arena_string(x->memory, words->data[i]))->finite = true;
}

/* ---- the file ---- */

static const char *scalar(const yaml_node_t *n) {
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

static bool truth(const char *s, bool *out) {
    *out = s && !strcmp(s, "true");
    return s && (*out || !strcmp(s, "false"));
}

/* [LO, HI] or LO:HI */
static bool read_range(reader *x, const yaml_node_t *n, input_bounds *b) {
    if (n->type != YAML_SEQUENCE_NODE) return scalar(n) && range(scalar(n), b);
    yaml_node_item_t *i = n->data.sequence.items.start;
    if (n->data.sequence.items.top - i != 2) return false;
    const char *low = scalar(yaml_document_get_node(&x->yaml, i[0])),
               *high = scalar(yaml_document_get_node(&x->yaml, i[1]));
    b->bounded = true;
    return low && high && number(low, strlen(low), &b->low) &&
           number(high, strlen(high), &b->high) && b->low <= b->high;
}

static bool read_fact(reader *x, const char *key, const yaml_node_t *n, input_bounds *b) {
    const char *word = scalar(n);
    bool good = false;
    if (!strcmp(key, "range")) good = read_range(x, n, b);
    else if (!strcmp(key, "rate"))
        good = word && number(word, strlen(word), &b->rate) && b->rate > 0;
    else if (!strcmp(key, "const")) good = truth(word, &b->constant);
    else if (!strcmp(key, "finite")) good = truth(word, &b->finite);
    return good || fail(x,
                        "%s:%zu: %s: expected range: [LOW, HIGH], rate: CHANGE, const: true or "
                        "finite: true",
                        x->file, n->start_mark.line + 1, key);
}

static bool read_input(reader *x, const char *name, const yaml_node_t *n) {
    input_bounds *b = bounds_add(x->load, name);
    if (scalar(n) && !*scalar(n)) return true;
    if (n->type != YAML_MAPPING_NODE) return read_fact(x, "range", n, b);
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++) {
        const char *key = scalar(yaml_document_get_node(&x->yaml, p->key));
        if (!key || !read_fact(x, key, yaml_document_get_node(&x->yaml, p->value), b)) return false;
    }
    return true;
}

static void add_input(reader *x, const char *name) {
    string_vec *all = &x->load->inputs;
    for (uint32_t i = 0; i < all->size; i++)
        if (!strcmp(all->data[i], name)) return;
    vec_push(all, (char *)(uintptr_t)name);
}

/* NAME: what is known of it. */
static bool read_section(reader *x, const yaml_node_t *n, bool globals) {
    if (n->type != YAML_MAPPING_NODE)
        return fail(x, "%s:%zu: expected names of inputs", x->file, n->start_mark.line + 1);
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++) {
        const char *key = scalar(yaml_document_get_node(&x->yaml, p->key));
        if (!key) return fail(x, "%s: expected the name of an input", x->file);
        const char *name = arena_string(x->memory, key);
        if (globals) add_input(x, name);
        if (!read_input(x, name, yaml_document_get_node(&x->yaml, p->value))) return false;
    }
    return true;
}

static bool read_document(reader *x) {
    const yaml_node_t *root = yaml_document_get_root_node(&x->yaml);
    if (!root || root->type != YAML_MAPPING_NODE)
        return fail(x, "%s: expected inputs: or parameters:", x->file);
    for (yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top;
         p++) {
        const char *key = scalar(yaml_document_get_node(&x->yaml, p->key));
        bool globals = key && !strcmp(key, "inputs");
        if (!globals && (!key || strcmp(key, "parameters")))
            return fail(x, "%s: expected inputs: or parameters:, not %s", x->file, key ? key : "");
        if (!read_section(x, yaml_document_get_node(&x->yaml, p->value), globals)) return false;
    }
    return true;
}

static bool read_file(reader *x) {
    input_error error = {0};
    text content = {0};
    if (!project_read_file(&content, x->file))
        return fail(x, "--inputs %s: %s", x->file, strerror(errno));
    bool good = yaml_read(&content, x->file, &x->yaml, &error);
    if (!good) fail(x, "%s:%u: %s", x->file, error.line, error.message);
    else {
        good = read_document(x);
        yaml_document_delete(&x->yaml);
    }
    text_release(&content);
    return good;
}

bool bounds_read(cli_options *o, arena *memory, char *message, size_t size) {
    reader x = {.load = &o->verify.load,
                .memory = memory,
                .message = message,
                .size = size,
                .file = o->known.inputs_file};
    if (o->known.inputs_file && !read_file(&x)) return false;
    read_finite(&x, &o->known.finite);
    return read_ranges(&x, &o->known.ranges) && read_constants(&x, &o->known.constants) &&
           read_rates(&x, &o->known.rates);
}
