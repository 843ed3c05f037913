/* Sources with their loop invariants, and invariants for a terminal. */
#include "frontend/project.h"
#include "base/log.h"
#include "evidence/c_invariant.h"

static int by_position(const c_loop *a, const c_loop *b) {
    return a->loop->start < b->loop->start ? -1 : a->loop->start > b->loop->start;
}

static void sort_loops(c_loops *s) {
    for (uint32_t i = 1; i < s->size; i++)
        for (uint32_t k = i; k > 0 && by_position(&s->data[k], &s->data[k - 1]) < 0; k--) {
            c_loop x = s->data[k];
            s->data[k] = s->data[k - 1];
            s->data[k - 1] = x;
        }
}

static uint32_t lines_in(const text *t) {
    uint32_t n = 1;
    for (size_t i = 0; i < t->size; i++) n += t->data[i] == '\n';
    return n;
}

/* On a line of its own where the keyword begins its line, otherwise right before it. */
static void put_comment(const source_map *m, const c_loop *s, text *out, u32_vec *added) {
    size_t line = m->lines.data[s->loop->line - 1];
    const char *content = m->content.data;
    size_t indent = strspn(content + line, " \t");
    bool first = line + indent == s->loop->start;
    text_print(out, "/*@ loop invariant %s; */", s->value.data);
    if (!first) {
        text_char(out, ' ');
        return;
    }
    if (added) vec_push(added, lines_in(out));
    text_char(out, '\n');
    text_bytes(out, content + line, indent);
}

bool annotate_source(program *unreduced, const evidence *e, const char *file, text *out,
                     u32_vec *added) {
    LOG("evidence", "annotate %s", file);
    source_map m;
    if (!project_read_source(&m, file)) return false;
    c_loops loops = {0};
    c_loops_find(unreduced, &e->invariant, &m, &loops);
    sort_loops(&loops);
    size_t done = 0;
    for (uint32_t i = 0; i < loops.size; i++) {
        if (!loops.data[i].value.size) continue;
        size_t to = loops.data[i].loop->start;
        text_bytes(out, m.content.data + done, to - done);
        put_comment(&m, &loops.data[i], out, added);
        done = to;
    }
    text_bytes(out, m.content.data + done, m.content.size - done);
    c_loops_release(&loops);
    source_map_release(&m);
    return true;
}

void invariant_print(program *unreduced, const evidence *e, text *out) {
    for (loc l = {0}; l.id < unreduced->locations.size && l.id < e->invariant.size; l.id++) {
        position at = unreduced->locations.data[l.id].at;
        term inv = e->invariant.data[l.id];
        if (!unreduced->locations.data[l.id].cut || !inv.id || term_is_true(unreduced->terms, inv))
            continue;
        text said = {0};
        if (at.line)
            text_print(out, "invariant at %s:%u, %s: ", program_text(unreduced, at.file), at.line,
                       program_text(unreduced, at.function));
        else text_add(out, "invariant at each call of the step function: ");
        if (term_is_false(unreduced->terms, inv)) text_add(out, "never reached");
        else if (c_invariant(unreduced, l, inv, &said)) text_add(out, text_string(&said));
        else text_add(out, "(not expressible in C; see the certificate)");
        text_char(out, '\n');
        text_release(&said);
    }
}
