#include "verify/renamed_variables.h"

#include "base/bits.h"

#include <string.h>

void rename_write(const program *p, text *out) {
    for (uint32_t i = 0; i < p->variables.size; i++) {
        term var = p->variables.data[i].var;
        text_add(out, "(variable ");
        smtlib_symbol(term_name(p->terms, var), out);
        text_add(out, " ");
        smtlib_sort(p->terms, term_sort(p->terms, var), out);
        text_add(out, ")\n");
    }
}

typedef struct {
    const sexps *file;
    smt_scope *scope;
    const program *p;
    bits taken; /* variables of the program that had their name before, or got one that is gone */
} renaming;

/* The name of a line about a variable; NULL: it is about something else. */
static const char *variable_of(const sexps *file, uint32_t line) {
    sexp e = sexps_at(file, line);
    if (!sexp_is_list(file, e) || sexp_size(file, e) != 3) return NULL;
    const char *word = sexp_atom(file, sexp_at(file, e, 0));
    return word && !strcmp(word, "variable") ? sexp_atom(file, sexp_at(file, e, 1)) : NULL;
}

static bool same_function(const char *a, const char *b) {
    const char *end = strstr(a, "::");
    size_t length = end ? (size_t)(end - a) + 2 : 0;
    return !strncmp(a, b, length) && (end || !strstr(b, "::"));
}

static bool fits(const renaming *r, uint32_t i, const char *lost, sort s) {
    term var = r->p->variables.data[i].var;
    return !bits_has(&r->taken, i) && term_sort(r->p->terms, var).id == s.id &&
           same_function(lost, term_name(r->p->terms, var));
}

static void bind_lost(renaming *r, const char *lost, sexp sort_of) {
    input_error error = {0};
    sort s;
    if (!smt_read_sort(r->scope, r->file, sort_of, &s, &error)) return;
    for (uint32_t i = 0; i < r->p->variables.size; i++) {
        if (!fits(r, i, lost, s)) continue;
        bits_add(&r->taken, i);
        smt_scope_bind(r->scope, lost, r->p->variables.data[i].var);
        return;
    }
}

void rename_bind(const sexps *file, smt_scope *scope, const program *p) {
    renaming r = {.file = file, .scope = scope, .p = p};
    u32_vec lost = {0};
    for (uint32_t line = 0; line < sexps_count(file); line++) {
        const char *name = variable_of(file, line);
        term var = name ? term_find_var(p->terms, name) : (term){0};
        const variable *x = var.id ? program_variable(p, var) : NULL;
        if (x) bits_add(&r.taken, (uint32_t)(x - p->variables.data));
        else if (name) vec_push(&lost, line);
    }
    for (uint32_t i = 0; i < lost.size; i++)
        bind_lost(&r, variable_of(file, lost.data[i]),
                  sexp_at(file, sexps_at(file, lost.data[i]), 2));
    vec_release(&lost);
    bits_release(&r.taken);
}
