/* Verification witnesses, SV-COMP format 2.0: YAML, positions 1-based, loops by their keyword. */
#include "base/log.h"
#include "base/fail.h"
#include "evidence/sha256.h"
#include "evidence/witness.h"
#include "evidence/c_invariant.h"
#include "frontend/project.h"
#include "program/text_form.h"
#include "source/number_types.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    program *p;
    const evidence *e;
    const witness_task *task;
    sources s;
    vec(source_map) maps; /* of the C files, in order; one that cannot be read is left out */
    text *out;
} witness_writer;

/* ---- YAML scalars ---- */

static void put_uuid(text *out) {
    unsigned char b[16] = {0};
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, b, sizeof b) : 0;
    if (fd >= 0) close(fd);
    if (n != sizeof b) {
        double now = clock_now();
        memcpy(b, &now, sizeof now);
    }
    b[6] = (unsigned char)((b[6] & 0x0f) | 0x40);
    b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
    for (int i = 0; i < 16; i++)
        text_print(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", b[i]);
}

static void put_time(text *out) {
    time_t now = time(NULL);
    struct tm t;
    char s[32];
    gmtime_r(&now, &t);
    strftime(s, sizeof s, "%Y-%m-%dT%H:%M:%SZ", &t);
    text_add(out, s);
}

static void put_location(witness_writer *w, const source_map *m, uint32_t line, uint32_t column,
                         uint32_t function, int indent) {
    text_print(w->out, "%*slocation:\n%*sfile_name: ", indent, "", indent + 2, "");
    quoted_print(w->out, m->name);
    text_print(w->out, "\n%*sline: %u\n%*scolumn: %u\n", indent + 2, "", line, indent + 2, "",
               column);
    if (!function) return;
    text_print(w->out, "%*sfunction: ", indent + 2, "");
    quoted_print(w->out, program_text(w->p, function));
    text_char(w->out, '\n');
}

/* ---- metadata ---- */

static const char *machine(const witness_writer *w) {
    if (w->s.data_model) return w->s.data_model;
    return sizeof(long) == 4 ? "ILP32" : "LP64";
}

/* What was asked, one CHECK a property as SV-COMP writes it; what it has no words for is named as
 * cinch does. */
static void put_specification(witness_writer *w) {
    witness_claim c = {.checks = w->s.checks, .error_function = w->s.error_function};
    text said = {0};
    witness_specification(&c, w->task->load->entry ? w->task->load->entry : "main", &said);
    quoted_print(w->out, text_string(&said));
    text_release(&said);
}

static void put_task(witness_writer *w) {
    text_add(w->out, "    task:\n      input_files:\n");
    for (uint32_t i = 0; i < w->maps.size; i++) {
        text_add(w->out, "        - ");
        quoted_print(w->out, w->maps.data[i].name);
        text_char(w->out, '\n');
    }
    text_add(w->out, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < w->maps.size; i++) {
        char hash[65];
        sha256_hex(w->maps.data[i].content.data, w->maps.data[i].content.size, hash);
        text_add(w->out, "        ");
        quoted_print(w->out, w->maps.data[i].name);
        text_print(w->out, ": \"%s\"\n", hash);
    }
    text_add(w->out, "      specification: ");
    put_specification(w);
    text_print(w->out, "\n      data_model: %s\n      language: C\n", machine(w));
}

static void put_metadata(witness_writer *w, const char *type) {
    text_print(w->out, "- entry_type: %s\n  metadata:\n    format_version: \"2.0\"\n    uuid: \"",
               type);
    put_uuid(w->out);
    text_add(w->out, "\"\n    creation_time: \"");
    put_time(w->out);
    text_add(w->out, "\"\n    producer:\n      name: \"cinch\"\n      version: ");
    quoted_print(w->out, w->task->version ? w->task->version : CINCH_VERSION);
    if (w->task->command_line) {
        text_add(w->out, "\n      command_line: ");
        quoted_print(w->out, w->task->command_line);
    }
    text_char(w->out, '\n');
    put_task(w);
}

/* ---- correctness ---- */

static uint32_t put_invariants(witness_writer *w, const source_map *m) {
    c_loops loops = {0};
    uint32_t said = 0;
    c_loops_find(w->p, &w->e->invariant, m, &loops);
    for (uint32_t i = 0; i < loops.size; i++) {
        c_loop *s = &loops.data[i];
        if (!s->value.size) continue;
        said++;
        text_add(w->out, "    - invariant:\n        type: loop_invariant\n");
        put_location(w, m, s->loop->line, s->loop->column, s->function, 8);
        text_add(w->out, "        value: ");
        quoted_print(w->out, text_string(&s->value));
        text_add(w->out, "\n        format: c_expression\n");
    }
    c_loops_release(&loops);
    return said;
}

static void write_correctness(witness_writer *w) {
    put_metadata(w, "invariant_set");
    text_add(w->out, "  content:");
    text content = {0}, *out = w->out;
    w->out = &content;
    uint32_t said = 0;
    for (uint32_t i = 0; i < w->maps.size; i++) said += put_invariants(w, &w->maps.data[i]);
    w->out = out;
    if (said) text_print(out, "\n%s", content.data);
    else text_add(out, " []\n");
    text_release(&content);
}

/* ---- violation ---- */

static bool place(const witness_writer *w, position at, const source_map **m, size_t *offset) {
    for (uint32_t i = 0; i < w->maps.size; i++) {
        *m = &w->maps.data[i];
        if (at.line && source_offset(*m, program_text(w->p, at.file), at.line, at.column, offset))
            return true;
    }
    return false;
}

/* From the name of a called function to the parenthesis that closes its call. */
static bool closing_parenthesis(const source_map *m, size_t *offset) {
    size_t at = *offset;
    const char *s = m->content.data;
    while (at < m->content.size && s[at] != '(' && s[at] != ';') at++;
    int depth = 0;
    for (; at < m->content.size && s[at] != ';'; at++) {
        if (s[at] == '(') depth++;
        if (s[at] == ')' && --depth == 0) return *offset = at, true;
    }
    return false;
}

/* A value that C can spell; pointers, NaNs and infinities cannot. */
static bool put_constant(witness_writer *w, value a, const char *type, text *out) {
    terms *t = w->p->terms;
    uint64_t raw;
    uint32_t width = sort_width(t, a.sort);
    c_type c = c_type_of(type);
    if (c.kind == C_POINTER || !value_u64(w->e->pool, a, &raw) || width > 64) return false;
    if (sort_is_fp(t, a.sort) || c.kind == C_FLOAT) {
        double d;
        float f;
        uint32_t low = (uint32_t)raw;
        memcpy(&f, &low, sizeof f);
        memcpy(&d, &raw, sizeof d);
        d = width == 32 ? (double)f : d;
        if ((width != 32 && width != 64) || d != d || d - d != 0) return false;
        text_print(out, "%a", d);
        return true;
    }
    bool is_unsigned = c.is_unsigned || width == 1;
    uint64_t sign = 1ull << (width - 1);
    if (is_unsigned) text_print(out, "%lluU", (unsigned long long)raw);
    else if (raw == sign && width == 64) text_add(out, "(-9223372036854775807 - 1)");
    else text_print(out, "%lld", (long long)(raw & sign ? raw | ~(sign | (sign - 1)) : raw));
    if (is_unsigned && width == 64) text_add(out, "LL");
    return true;
}

static void open_waypoint(witness_writer *w, const char *type) {
    text_print(
        w->out,
        "    - segment:\n        - waypoint:\n            action: follow\n            type: %s\n",
        type);
}

static bool is_result(enum input_origin origin) {
    return origin_about(origin)->outside || origin == ORIGIN_LIBRARY;
}

static void put_input(witness_writer *w, const struct input_value *v) {
    if (v->input >= w->p->inputs.size) return;
    const input *in = &w->p->inputs.data[v->input];
    const source_map *m;
    size_t offset;
    uint32_t line, column;
    text constant = {0};
    if (is_result(in->origin) && place(w, in->at, &m, &offset) && closing_parenthesis(m, &offset) &&
        put_constant(w, v->value, program_text(w->p, in->type), &constant)) {
        source_line_column(m, offset, &line, &column);
        open_waypoint(w, "function_return");
        put_location(w, m, line, column, in->at.function, 12);
        text_print(w->out, "            constraint:\n              value: \"\\\\result == %s\"\n",
                   text_string(&constant));
        text_add(w->out, "              format: ext_c_expression\n");
    }
    text_release(&constant);
}

static bool write_violation(witness_writer *w) {
    const source_map *m;
    size_t offset;
    uint32_t line, column;
    position at = w->p->locations.data[w->e->reached.id].at;
    if (!place(w, at, &m, &offset)) return false;
    put_metadata(w, "violation_sequence");
    text_add(w->out, "  content:\n");
    for (uint32_t i = 0; i < w->e->inputs.items.size; i++)
        put_input(w, &w->e->inputs.items.data[i]);
    source_line_column(m, offset, &line, &column);
    open_waypoint(w, "target");
    put_location(w, m, line, column, at.function, 12);
    return true;
}

bool witness_write(program *unreduced, enum verdict v, const evidence *e, const witness_task *task,
                   text *out) {
    LOG("evidence", "write a witness, verdict %d", (int)v);
    witness_writer w = {.p = unreduced, .e = e, .task = task, .out = out};
    input_error error = {0};
    if (v == VERDICT_UNKNOWN || !task->load || !sources_expand(task->load, &w.s, &error))
        return false;
    for (uint32_t i = 0; i < w.s.items.size; i++) {
        source_map m;
        if (w.s.items.data[i].kind == SOURCE_C && project_read_source(&m, w.s.items.data[i].file))
            vec_push(&w.maps, m);
    }
    bool good = w.maps.size > 0;
    if (good && v == VERDICT_TRUE) write_correctness(&w);
    else if (good) good = e->reached.id < unreduced->locations.size && write_violation(&w);
    vec_release_each(&w.maps, source_map_release);
    sources_release(&w.s);
    return good;
}
