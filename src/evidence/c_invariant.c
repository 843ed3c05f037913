#include "evidence/c_invariant.h"
#include "term/cexpr.h"

typedef struct {
    program *p;
    loc at;
} speaker;

/* Inlining makes several variables of one: which of them is meant cannot be said. */
static bool unique(const program *p, const variable *v) {
    for (uint32_t i = 0; i < p->variables.size; i++) {
        const variable *x = &p->variables.data[i];
        if (x != v && x->name == v->name && (x->scope == v->scope || !x->scope || !v->scope))
            return false;
    }
    return true;
}

static bool c_identifier(const char *s) {
    if (!*s || (*s >= '0' && *s <= '9')) return false;
    for (; *s; s++)
        if (!(*s == '_' || (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
              (*s >= '0' && *s <= '9')))
            return false;
    return true;
}

static c_variable name_of(void *context, term var) {
    const speaker *s = context;
    const program *p = s->p;
    const variable *v = program_variable(p, var);
    if (!v || !v->name || (v->scope && v->scope != p->locations.data[s->at.id].at.function))
        return (c_variable){0};
    if (!c_identifier(program_text(p, v->name)) || !unique(p, v)) return (c_variable){0};
    const terms *t = p->terms;
    sort x = term_sort(t, var);
    return (c_variable){program_text(p, v->name), v->is_signed, sort_is_fp(t, x), sort_width(t, x)};
}

bool c_invariant(program *p, loc l, term invariant, text *out) {
    assert_debug(l.id < p->locations.size);
    assert_debug(term_is_bool(p->terms, invariant));
    speaker s = {p, l};
    term_vec parts = {0};
    uint32_t said = 0;
    term_conjuncts(p->terms, invariant, &parts);
    text one = {0};
    for (uint32_t i = 0; i < parts.size; i++) {
        text_clear(&one);
        if (!(parts.size == 1 ? cexpr_term : cexpr_operand)(p->terms, parts.data[i], name_of, &s,
                                                            &one))
            continue;
        text_print(out, "%s%s", said ? " && " : "", text_string(&one));
        said++;
    }
    text_release(&one);
    vec_release(&parts);
    return said > 0;
}

bool is_head_of(const program *p, loc l, const source_map *m, const source_loop *loop) {
    assert_debug(l.id < p->locations.size);
    position at = p->locations.data[l.id].at;
    size_t offset;
    return p->locations.data[l.id].cut && at.line &&
           source_offset(m, program_text(p, at.file), at.line, at.column, &offset) &&
           loop_around(m, offset) == loop;
}

static c_loop *entry(c_loops *out, const source_loop *loop, uint32_t function, bool *fresh) {
    for (uint32_t i = 0; i < out->size; i++)
        if (out->data[i].loop == loop) return *fresh = false, &out->data[i];
    c_loop s = {.loop = loop, .function = function};
    vec_push(out, s);
    *fresh = true;
    return &vec_last(out);
}

static void forget_copies(c_loop *s) {
    for (uint32_t i = 0; i < s->copies.size; i++) mem_free(s->copies.data[i]);
    vec_clear(&s->copies);
}

/* In any of the copies, so the disjunction. One of which nothing can be said leaves nothing to say.
 */
static void add_copy(program *p, loc l, term invariant, c_loop *s, bool fresh) {
    assert_debug(l.id < p->locations.size);
    text one = {0};
    bool lost = !fresh && !s->copies.size,
         said = invariant.id && c_invariant(p, l, invariant, &one);
    if (!said) forget_copies(s);
    else if (!lost && !strings_have(&s->copies, text_string(&one)))
        vec_push(&s->copies, mem_string(text_string(&one)));
    text_release(&one);
}

static void join_copies(c_loop *s) {
    bool several = s->copies.size > 1;
    for (uint32_t i = 0; i < s->copies.size; i++)
        text_print(&s->value, several ? "%s(%s)" : "%s%s", i ? " || " : "", s->copies.data[i]);
}

void c_loops_find(program *p, const term_vec *invariant, const source_map *m, c_loops *out) {
    assert_debug(invariant->size <= p->locations.size);
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        position at = p->locations.data[l.id].at;
        size_t offset;
        if (!p->locations.data[l.id].cut || !at.line) continue;
        term inv = l.id < invariant->size ? invariant->data[l.id] : (term){0};
        if (inv.id && term_is_false(p->terms, inv)) continue; /* a copy that is never reached */
        if (!source_offset(m, program_text(p, at.file), at.line, at.column, &offset)) continue;
        const source_loop *loop = loop_around(m, offset);
        if (!loop) continue;
        bool fresh;
        c_loop *s = entry(out, loop, at.function, &fresh);
        add_copy(p, l, inv, s, fresh);
    }
    for (uint32_t i = 0; i < out->size; i++) join_copies(&out->data[i]);
}

void c_loops_release(c_loops *s) {
    for (uint32_t i = 0; i < s->size; i++) {
        forget_copies(&s->data[i]);
        vec_release(&s->data[i].copies);
        text_release(&s->data[i].value);
    }
    vec_release(s);
}
