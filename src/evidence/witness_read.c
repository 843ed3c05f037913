/* Witnesses, format 2.x, from YAML to points. */
#include "base/log.h"
#include "evidence/witness.h"
#include "base/fail.h"
#include "frontend/project.h"
#include "frontend/yaml.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <strings.h>

static const uint32_t NO_PLACE = UINT32_MAX;

typedef struct {
    yaml_document_t *d;
    witness *w;
} witness_reader;

static yaml_node_t *node_at(const witness_reader *r, int id) {
    return id ? yaml_document_get_node(r->d, id) : NULL;
}

static const char *scalar(const yaml_node_t *n) {
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

static yaml_node_t *field(const witness_reader *r, const yaml_node_t *table, const char *name) {
    if (!table || table->type != YAML_MAPPING_NODE) return NULL;
    for (yaml_node_pair_t *x = table->data.mapping.pairs.start; x < table->data.mapping.pairs.top;
         x++) {
        const char *key = scalar(node_at(r, x->key));
        if (key && !strcmp(key, name)) return node_at(r, x->value);
    }
    return NULL;
}

#define EACH(item, list)                                                                           \
    for (yaml_node_item_t *item =                                                                  \
             list && list->type == YAML_SEQUENCE_NODE ? list->data.sequence.items.start : NULL;    \
         item && item < list->data.sequence.items.top; item++)

static char *copy(const yaml_node_t *n) { return scalar(n) ? mem_string(scalar(n)) : NULL; }

/* What is no number, or a larger one, is no place of a file. */
static uint32_t number(const yaml_node_t *n) {
    char *end;
    const char *s = scalar(n);
    if (!s) return 0;
    errno = 0;
    unsigned long long x = strtoull(s, &end, 10);
    bool good = isdigit((unsigned char)*s) && !*end && !errno && x < NO_PLACE;
    return good ? (uint32_t)x : NO_PLACE;
}

static void read_location(const witness_reader *r, const yaml_node_t *where, point *out) {
    out->file = copy(field(r, where, "file_name"));
    out->function = copy(field(r, where, "function"));
    out->line = number(field(r, where, "line"));
    out->column = number(field(r, where, "column"));
}

static enum point_type type_named(const char *name) {
    static const struct {
        const char *name;
        enum point_type type;
    } types[] = {
        {"loop_invariant", POINT_LOOP_INVARIANT},
        {"location_invariant", POINT_LOCATION_INVARIANT},
        {"assumption", POINT_ASSUMPTION},
        {"branching", POINT_BRANCHING},
        {"function_enter", POINT_ENTER},
        {"function_return", POINT_RETURN},
        {"target", POINT_TARGET},
    };
    for (size_t i = 0; name && i < sizeof types / sizeof *types; i++)
        if (!strcmp(name, types[i].name)) return types[i].type;
    return POINT_OTHER;
}

static void read_invariant(witness_reader *r, const yaml_node_t *item) {
    const char *type = "loop_invariant";
    yaml_node_t *inv = field(r, item, "loop_invariant"); /* as drafts of the format had it */
    if (!inv) inv = field(r, item, "invariant"), type = scalar(field(r, inv, "type"));
    point x = {.type = type_named(type),
               .value = copy(field(r, inv, "value")),
               .format = copy(field(r, inv, "format"))};
    read_location(r, field(r, inv, "location"), &x);
    vec_push(&r->w->points, x);
}

static void read_waypoint(witness_reader *r, const yaml_node_t *w, uint32_t segment) {
    const char *action = scalar(field(r, w, "action"));
    yaml_node_t *constraint = field(r, w, "constraint");
    point x = {.type = type_named(scalar(field(r, w, "type"))),
               .segment = segment,
               .avoid = action && !strcmp(action, "avoid"),
               .value = copy(field(r, constraint, "value")),
               .format = copy(field(r, constraint, "format"))};
    if (action && !x.avoid && strcmp(action, "follow")) x.type = POINT_OTHER;
    read_location(r, field(r, w, "location"), &x);
    vec_push(&r->w->points, x);
}

static void read_segments(witness_reader *r, yaml_node_t *content) {
    uint32_t count = 0;
    EACH(item, content) {
        yaml_node_t *segment = field(r, node_at(r, *item), "segment");
        EACH(one, segment) read_waypoint(r, field(r, node_at(r, *one), "waypoint"), count);
        count++;
    }
}

static void read_metadata(witness_reader *r, const yaml_node_t *metadata) {
    const yaml_node_t *task = field(r, metadata, "task"),
                      *hashes = field(r, task, "input_file_hashes");
    const char *machine = scalar(field(r, task, "data_model"));
    if (machine) r->w->long_bits = strcmp(machine, "ILP32") ? 64 : 32;
    mem_free(r->w->specification);
    r->w->specification = copy(field(r, task, "specification"));
    if (!hashes || hashes->type != YAML_MAPPING_NODE) return;
    for (yaml_node_pair_t *x = hashes->data.mapping.pairs.start; x < hashes->data.mapping.pairs.top;
         x++)
        if (scalar(node_at(r, x->value)))
            vec_push(&r->w->hashes, mem_string(scalar(node_at(r, x->value))));
}

/* The first entry that is a witness. */
static bool read_entries(witness_reader *r) {
    yaml_node_t *root = yaml_document_get_root_node(r->d);
    EACH(item, root) {
        yaml_node_t *e = node_at(r, *item), *content = field(r, e, "content");
        const char *type = scalar(field(r, e, "entry_type"));
        read_metadata(r, field(r, e, "metadata"));
        if (type && !strcmp(type, "invariant_set")) {
            EACH(one, content) read_invariant(r, node_at(r, *one));
            return true;
        }
        if (!type || strcmp(type, "violation_sequence")) continue;
        r->w->violation = true;
        read_segments(r, content);
        return true;
    }
    return false;
}

witness *witness_read(const char *file, input_error *error) {
    LOG("evidence", "read witness %s", file);
    text content = {0};
    if (!project_read_file(&content, file))
        return input_fail(error, file, 0, 0, "cannot open: %s", strerror(errno)), NULL;
    yaml_document_t document;
    witness *w = mem_zero(sizeof *w);
    bool good = false;
    w->long_bits = sizeof(long) * 8;
    if (yaml_read(&content, file, &document, error)) {
        witness_reader r = {&document, w};
        good = read_entries(&r) ||
               input_fail(error, file, 1, 1,
                          "the file has no invariant_set and no violation_sequence");
        yaml_document_delete(&document);
    }
    text_release(&content);
    if (good) return w;
    witness_delete(w);
    return NULL;
}

void witness_delete(witness *w) {
    for (uint32_t i = 0; i < w->points.size; i++) {
        point *x = &w->points.data[i];
        mem_free(x->file);
        mem_free(x->function);
        mem_free(x->value);
        mem_free(x->format);
    }
    vec_free_each(&w->hashes);
    mem_free(w->specification);
    vec_release(&w->points);
    mem_free(w);
}

bool witness_is_violation(const witness *w) { return w->violation; }
