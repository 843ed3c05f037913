#include "frontend/yaml.h"

enum { DEEPEST = 200 };

static bool fail_at(const char *file, yaml_mark_t at, const char *why, input_error *error) {
    return input_fail(error, file, (uint32_t)at.line + 1, (uint32_t)at.column + 1, "%s",
                      why ? why : "not YAML");
}

static yaml_parser_t begin(const text *content) {
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)content->data, content->size);
    return parser;
}

static int nesting_of(yaml_event_type_t e) {
    if (e == YAML_SEQUENCE_START_EVENT || e == YAML_MAPPING_START_EVENT) return 1;
    return e == YAML_SEQUENCE_END_EVENT || e == YAML_MAPPING_END_EVENT ? -1 : 0;
}

static bool is_shallow(const text *content, const char *file, input_error *error) {
    yaml_parser_t parser = begin(content);
    yaml_event_t e;
    bool good = true;
    for (int depth = 0, end = 0; good && !end; yaml_event_delete(&e)) {
        good = yaml_parser_parse(&parser, &e) ||
               fail_at(file, parser.problem_mark, parser.problem, error);
        if (!good) break;
        end = e.type == YAML_STREAM_END_EVENT;
        depth += nesting_of(e.type);
        if (depth > DEEPEST) good = fail_at(file, e.start_mark, "lists nest this deep", error);
    }
    yaml_parser_delete(&parser);
    return good;
}

bool yaml_read(const text *content, const char *file, yaml_document_t *out, input_error *error) {
    if (!is_shallow(content, file, error)) return false;
    yaml_parser_t parser = begin(content);
    bool good =
        yaml_parser_load(&parser, out) || fail_at(file, parser.problem_mark, parser.problem, error);
    yaml_parser_delete(&parser);
    return good;
}
