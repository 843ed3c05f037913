/* Validation of witnesses, format 2.x: invariants become a certificate, waypoints become inputs. */
#include "evidence/cparse.h"
#include "evidence/spoken.h"

#include <errno.h>
#include <stdlib.h>
#include <yaml.h>

typedef struct {
    program *p;
    yaml_document_t *d;
    const budget *b;
    evidence *e;
    source_map map;      /* of the file that the witness speaks about */
    bool has_map;
    c_scope scope;
    vec(struct given { uint32_t line; uint32_t column; char *value; bool used; }) inputs; /* function_return waypoints */
    term_vec invariant;
    bool partly;         /* something of the witness was not understood */
} validator;

/* ---- YAML ---- */

static yaml_node_t *node_at(validator *v, int id) { return id ? yaml_document_get_node(v->d, id) : NULL; }

static const char *scalar(const yaml_node_t *n) {
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

static yaml_node_t *field(validator *v, const yaml_node_t *map_, const char *name) {
    if (!map_ || map_->type != YAML_MAPPING_NODE) return NULL;
    for (yaml_node_pair_t *x = map_->data.mapping.pairs.start; x < map_->data.mapping.pairs.top; x++) {
        const char *key = scalar(node_at(v, x->key));
        if (key && !strcmp(key, name)) return node_at(v, x->value);
    }
    return NULL;
}

static uint32_t number(validator *v, const yaml_node_t *map_, const char *name) {
    const char *s = scalar(field(v, map_, name));
    return s ? (uint32_t)strtoul(s, NULL, 10) : 0;
}

#define EACH(item, list)                                                                                              \
    for (yaml_node_item_t *item = list && list->type == YAML_SEQUENCE_NODE ? list->data.sequence.items.start : NULL; \
         item && item < list->data.sequence.items.top; item++)

/* ---- where ---- */

/* The source: as the witness names it, or the program's file of that name. */
static bool open_source(validator *v, const char *name) {
    if (v->has_map || !name) return v->has_map;
    v->has_map = source_map_read(&v->map, name);
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    for (loc l = 0; l < v->p->locations.size && !v->has_map; l++) {
        const char *file = program_text(v->p, v->p->locations.data[l].at.file);
        const char *own = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
        if (*file && !strcmp(own, last)) v->has_map = source_map_read(&v->map, file);
    }
    return v->has_map;
}

static const source_loop *loop_at(const validator *v, uint32_t line, uint32_t column) {
    for (uint32_t i = 0; i < v->map.loops.size; i++) {
        const source_loop *x = &v->map.loops.data[i];
        if (x->line == line && (!column || x->column == column)) return x;
    }
    return NULL;
}

/* ---- correctness ---- */

static bool refuse(validator *v, const char *what) {
    snprintf(v->e->why, sizeof v->e->why, "%s", what);
    return false;
}

static bool add_invariant(validator *v, const source_loop *loop, const char *expression) {
    char why[120];
    bool any = false;
    for (loc l = 0; l < v->p->locations.size; l++) {
        term inv;
        if (!is_head_of(v->p, l, &v->map, loop)) continue;
        v->scope.function = v->p->locations.data[l].at.function;
        if (!c_parse_condition(&v->scope, expression, &inv, why, sizeof why)) return refuse(v, why);
        term old = v->invariant.data[l];
        v->invariant.data[l] = old.id ? term_and(v->p->terms, old, inv) : inv;
        any = true;
    }
    return any || refuse(v, "a loop of the witness is not in the program");
}

static bool read_invariant(validator *v, const yaml_node_t *item) {
    yaml_node_t *inv = field(v, item, "invariant");
    if (!inv) inv = field(v, item, "loop_invariant");
    yaml_node_t *where = field(v, inv, "location");
    const char *type = scalar(field(v, inv, "type")), *expression = scalar(field(v, inv, "value"));
    const char *format = scalar(field(v, inv, "format"));
    if (!expression || !where) return refuse(v, "an invariant without a value or a location");
    if (type && strcmp(type, "loop_invariant")) return refuse(v, "only loop invariants are understood");
    if (format && strcmp(format, "c_expression")) return refuse(v, "only C expressions are understood");
    if (!open_source(v, scalar(field(v, where, "file_name")))) return refuse(v, "the source of the witness cannot be read");
    const source_loop *loop = loop_at(v, number(v, where, "line"), number(v, where, "column"));
    return loop ? add_invariant(v, loop, expression) : refuse(v, "no loop begins where the witness says");
}

/* Accepted: the invariants prove the program. Otherwise they may still hold, but do not show it. */
static enum witness_status check_invariants(validator *v, yaml_node_t *content) {
    vec_resize(&v->invariant, v->p->locations.size);
    EACH(item, content)
    if (!read_invariant(v, node_at(v, *item))) return WITNESS_UNKNOWN;
    if (!certificate_write(v->p, &v->invariant, "invariants of a witness", v->e)) return WITNESS_UNKNOWN;
    certificate_check(&v->e->certificate, NULL, v->b, v->e);
    vec_append(&v->e->invariant, v->invariant.data, v->invariant.size);
    if (v->e->level != EVIDENCE_NONE) return WITNESS_CONFIRMED;
    char why[sizeof v->e->why];
    snprintf(why, sizeof why, "%.150s", v->e->why);
    snprintf(v->e->why, sizeof v->e->why, "the invariants are no proof by themselves (%.150s)", why);
    return WITNESS_UNKNOWN;
}

/* ---- violation ---- */

static bool read_waypoint(validator *v, yaml_node_t *w) {
    const char *type = scalar(field(v, w, "type")), *action = scalar(field(v, w, "action"));
    yaml_node_t *where = field(v, w, "location"), *constraint = field(v, w, "constraint");
    const char *expression = scalar(field(v, constraint, "value"));
    if (!type || !where) return refuse(v, "a waypoint without a type or a location");
    if (!strcmp(type, "target")) return true;
    const char *equals = expression ? strstr(expression, "==") : NULL;
    if (strcmp(type, "function_return") || (action && strcmp(action, "follow")) || !equals || !strstr(expression, "\\result")) {
        v->partly = true;
        return true;
    }
    if (!open_source(v, scalar(field(v, where, "file_name")))) return refuse(v, "the source of the witness cannot be read");
    const char *value_ = equals + 2;
    if (strstr(value_, "\\result")) return v->partly = true;
    struct given g = {number(v, where, "line"), number(v, where, "column"), mem_string(value_), false};
    vec_push(&v->inputs, g);
    return true;
}

/* A call and its waypoint are of one line; the column is that of the closing parenthesis, at or behind the call's. */
static bool matches(const validator *v, const struct given *g, position at) {
    size_t offset;
    uint32_t line, column;
    if (!at.line || !source_offset(&v->map, program_text(v->p, at.file), at.line, at.column, &offset)) return false;
    source_line_column(&v->map, offset, &line, &column);
    const char *close = strchr(v->map.content.data + offset, ')');
    if (!close) return false;
    source_line_column(&v->map, (size_t)(close - v->map.content.data), &line, &column);
    return line == g->line && (!g->column || g->column == column);
}

static value witness_input(void *context, uint32_t in, sort s) {
    validator *v = context;
    term constant;
    char why[80];
    value found = {0};
    for (uint32_t i = 0; v->has_map && i < v->inputs.size && in < v->p->inputs.size; i++) {
        struct given *g = &v->inputs.data[i];
        if (g->used || !matches(v, g, v->p->inputs.data[in].at)) continue;
        g->used = true;
        if (c_parse_constant(&v->scope, g->value, s, &constant, why, sizeof why)) found = value_of_term(v->e->pool, constant);
        break;
    }
    if (!found.sort.id) found = value_default(v->e->pool, s);
    struct input_value read = {in, found};
    vec_push(&v->e->inputs.items, read);
    return found;
}

static void witness_edge(void *context, edge_id e, const model *state) {
    (void)state;
    vec_push(&((validator *)context)->e->path, e);
}

static enum witness_status follow_waypoints(validator *v, yaml_node_t *content) {
    EACH(item, content) {
        yaml_node_t *segment = field(v, node_at(v, *item), "segment");
        EACH(point, segment)
        if (!read_waypoint(v, field(v, node_at(v, *point), "waypoint"))) return WITNESS_UNKNOWN;
    }
    run_options o = {.next_input = witness_input, .on_edge = witness_edge, .context = v, .input_pool = v->e->pool, .limits = v->b};
    run_result end = program_run(v->p, NULL, &o, NULL);
    v->e->reached = end.at;
    if (end.end == RUN_ERROR) return v->e->level = EVIDENCE_REPLAYED, WITNESS_CONFIRMED;
    snprintf(v->e->why, sizeof v->e->why, "the run with the values of the witness does not reach the error%s",
             v->partly ? "; some waypoints were not understood" : "");
    return v->partly || end.end == RUN_STEPS ? WITNESS_UNKNOWN : WITNESS_REJECTED;
}

/* ---- the file ---- */

static enum witness_status check_entries(validator *v) {
    yaml_node_t *root = yaml_document_get_root_node(v->d);
    enum witness_status status = WITNESS_BAD;
    refuse(v, "the file has no invariant_set and no violation_sequence");
    EACH(item, root) {
        yaml_node_t *e = node_at(v, *item), *content = field(v, e, "content");
        const char *type = scalar(field(v, e, "entry_type"));
        if (type && !strcmp(type, "invariant_set")) status = check_invariants(v, content);
        else if (type && !strcmp(type, "violation_sequence")) status = follow_waypoints(v, content);
        else continue;
        break;
    }
    return status;
}

static uint32_t long_bits_of(validator *v) {
    yaml_node_t *root = yaml_document_get_root_node(v->d);
    EACH(item, root) {
        const char *machine = scalar(field(v, field(v, field(v, node_at(v, *item), "metadata"), "task"), "data_model"));
        if (machine) return strcmp(machine, "ILP32") ? 64 : 32;
    }
    return sizeof(long) * 8;
}

enum witness_status witness_validate(program *unreduced, const char *file, const budget *b, evidence *e, input_error *error) {
    FILE *f = fopen(file, "rb");
    if (!f) return input_fail(error, file, 0, 0, "cannot read: %s", strerror(errno)), WITNESS_BAD;
    yaml_parser_t parser;
    yaml_document_t document;
    enum witness_status status = WITNESS_BAD;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_file(&parser, f);
    if (!yaml_parser_load(&parser, &document)) {
        input_fail(error, file, (uint32_t)parser.problem_mark.line + 1, (uint32_t)parser.problem_mark.column + 1, "%s",
                   parser.problem ? parser.problem : "not YAML");
    } else {
        validator v = {.p = unreduced, .d = &document, .b = b, .e = e, .scope = {.p = unreduced}};
        v.scope.long_bits = long_bits_of(&v);
        status = check_entries(&v);
        if (status == WITNESS_BAD) input_fail(error, file, 1, 1, "%s", e->why);
        for (uint32_t i = 0; i < v.inputs.size; i++) mem_free(v.inputs.data[i].value);
        vec_release(&v.inputs);
        vec_release(&v.invariant);
        if (v.has_map) source_map_release(&v.map);
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    fclose(f);
    return status;
}
