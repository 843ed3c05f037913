/* The harness of frontend/step.c, said in C. What an input is called and of what type it is, is
 * read off the automaton: the harness reads a nondet value and gives it to a variable. The types of
 * records and arrays are put together again from the names of their parts
 * (`bus.v[1]`); where they are laid out in another way than C's rules say, the test misses, no
 * more. */
#include "native/harness.h"
#include "base/fail.h"

#include <ctype.h>
#include <stdlib.h>

static const char *type_of(const char *nondet) {
    static const struct {
        const char *ending, *type;
    } types[] = {
        {"float", "float"},
        {"double", "double"},
        {"longdouble", "long double"},
        {"bool", "_Bool"},
        {"char", "signed char"},
        {"short", "short"},
        {"int", "int"},
        {"longlong", "long long"},
        {"int128", "__int128"},
        {"uchar", "unsigned char"},
        {"ushort", "unsigned short"},
        {"uint", "unsigned int"},
        {"ulonglong", "unsigned long long"},
        {"uint128", "unsigned __int128"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(nondet + strlen("__VERIFIER_nondet_"), types[i].ending)) return types[i].type;
    return NULL;
}

/* ---- what the harness reads ---- */

static bool from_harness(const program *p, uint32_t in) {
    return in < p->inputs.size && !p->inputs.data[in].at.line &&
           !strncmp(program_text(p, p->inputs.data[in].name), "__VERIFIER_nondet_", 18) &&
           type_of(program_text(p, p->inputs.data[in].name));
}

static void find_reads(const program *p, cmd c, step_leaves *out) {
    for (uint32_t i = 0; i < cmd_size(p, c); i++) find_reads(p, cmd_part(p, c, i), out);
    if (cmd_kind_of(p, c) != CMD_HAVOC || !from_harness(p, cmd_input(p, c))) return;
    step_leaf x = {program_text(p, p->inputs.data[cmd_input(p, c)].name),
                   NULL,
                   cmd_var(p, c),
                   NULL,
                   cmd_input(p, c),
                   false};
    vec_push(out, x);
}

term step_taken(const terms *t, term assigned) {
    assert_debug(term_is_there(t, assigned));
    bool chosen = term_op(t, assigned) == OP_ITE && term_is_const(t, term_arg(t, assigned, 1)) &&
                  term_is_const(t, term_arg(t, assigned, 2));
    return chosen || term_op(t, assigned) == OP_ZERO_EXTEND ? term_arg(t, assigned, 0) : assigned;
}

/* x := (the value that was read): x is what got it, where x is no parameter of the step function.
 */
static void find_owners(const program *p, const char *step, cmd c, step_leaves *out) {
    for (uint32_t i = 0; i < cmd_size(p, c); i++) find_owners(p, step, cmd_part(p, c, i), out);
    if (cmd_kind_of(p, c) != CMD_ASSIGN) return;
    const variable *v = program_variable(p, cmd_var(p, c));
    for (uint32_t i = 0; i < out->size && v; i++) {
        if (!same(step_taken(p->terms, cmd_term(p, c)), out->data[i].read) ||
            !*program_text(p, v->name))
            continue;
        if (!strcmp(program_text(p, v->scope), step)) out->data[i].name = program_text(p, v->name);
        else out->data[i].path = program_text(p, v->name);
    }
}

/* Where the leaves of this input end that begin at `i`. */
static uint32_t leaves_end(const step_leaves *all, uint32_t i, const char *name) {
    size_t n = strlen(name);
    while (i < all->size && all->data[i].path && !strncmp(all->data[i].path, name, n) &&
           (!all->data[i].path[n] || strchr(".[", all->data[i].path[n])))
        i++;
    return i;
}

/* Parameters come last; a value that nobody gets in a way we understand would be taken for one. */
static bool well_formed(const step_leaves *all, const load_options *o) {
    uint32_t i = 0;
    for (uint32_t k = 0; k < o->inputs.size; k++) {
        uint32_t first = i;
        i = leaves_end(all, first, o->inputs.data[k]);
        if (i == first) return false;
    }
    for (; i < all->size; i++)
        if (all->data[i].path) return false;
    return true;
}

static bool is_part(const char *path, const char *name) {
    size_t n = strlen(name);
    return path && !strncmp(path, name, n) && (!path[n] || strchr(".[", path[n]));
}

/* By input as the user names them, those of the parameters last: what never changes is read before
 * all others, wherever it is named. */
static void order_leaves(const load_options *o, step_leaves *all) {
    step_leaves sorted = {0};
    for (uint32_t k = 0; k < o->inputs.size; k++) {
        const input_bounds *known = bounds_of(o, o->inputs.data[k]);
        for (uint32_t i = 0; i < all->size; i++) {
            if (!is_part(all->data[i].path, o->inputs.data[k])) continue;
            all->data[i].name = o->inputs.data[k];
            all->data[i].constant = known && known->constant;
            vec_push(&sorted, all->data[i]);
        }
    }
    for (uint32_t i = 0; i < all->size; i++)
        if (!all->data[i].path) vec_push(&sorted, all->data[i]);
    vec_clear(all);
    vec_append(all, sorted.data, sorted.size);
    vec_release(&sorted);
}

bool step_leaves_find(const program *p, const load_options *o, step_leaves *out) {
    for (uint32_t i = 0; i < p->edges.size; i++) find_reads(p, p->edges.data[i].command, out);
    for (uint32_t i = 0; i < p->edges.size; i++)
        find_owners(p, o->step, p->edges.data[i].command, out);
    uint32_t found = out->size;
    order_leaves(o, out);
    return found == out->size && well_formed(out, o);
}

/* ---- types ---- */

const char *step_leaf_type(const step_leaf *l) { return type_of(l->nondet); }

static size_t member_length(const char *s) {
    size_t n = 0;
    while (is_name_char(s[n])) n++;
    return n;
}

/* The type of what the first n leaves are parts of; `at` characters of their paths are read
 * already. */
static void write_type(const step_leaf *l, uint32_t n, size_t at, text *out) {
    const char *rest = l->path + at;
    if (*rest == '[') {
        size_t inner = at + strcspn(rest, "]") + 1, whole = strcspn(rest, "]") + 1;
        uint32_t parts = 0;
        while (parts < n && !strncmp(l[parts].path + at, rest, whole)) parts++;
        text_add(out, "__typeof__(");
        write_type(l, parts, inner, out);
        text_print(out, "[%lu])", strtoul(l[n - 1].path + at + 1, NULL, 10) + 1);
    } else if (*rest == '.') {
        text_add(out, "struct { ");
        for (uint32_t i = 0, parts; i < n; i += parts) {
            const char *name = l[i].path + at + 1;
            size_t length = member_length(name);
            for (parts = 1; i + parts < n && member_length(l[i + parts].path + at + 1) == length &&
                            !strncmp(l[i + parts].path + at + 1, name, length);)
                parts++;
            write_type(l + i, parts, at + 1 + length, out);
            text_print(out, " %.*s; ", (int)length, name);
        }
        text_char(out, '}');
    } else text_add(out, type_of(l->nondet));
}

/* ---- volatile globals ---- */

/* A name that C can use, of something that is no function without a body. */
bool step_is_volatile(const program *p, const input *in) {
    const char *name = program_text(p, in->name);
    return in->origin == ORIGIN_VOLATILE && !in->unnamed && *name && !name[member_length(name)] &&
           !isdigit((unsigned char)*name);
}

/* ---- the text ---- */

void harness_uses(string_vec *symbols, const char *name) { vec_push(symbols, mem_string(name)); }

void step_write_declarations(const step_leaves *all, const load_options *o, text *out,
                             string_vec *symbols) {
    uint32_t i = 0;
    for (uint32_t k = 0; k < o->inputs.size; k++) {
        uint32_t first = i;
        i = leaves_end(all, first, o->inputs.data[k]);
        text_add(out, "extern ");
        write_type(all->data + first, i - first, strlen(o->inputs.data[k]), out);
        text_print(out, " %s;\n", o->inputs.data[k]);
        harness_uses(symbols, o->inputs.data[k]);
    }
    text_print(out, "void %s(", o->step);
    for (uint32_t k = i; k < all->size; k++)
        text_print(out, "%s%s", k > i ? ", " : "", type_of(all->data[k].nondet));
    text_print(out, "%s);\n", i == all->size ? "void" : "");
    harness_uses(symbols, o->step);
    if (!o->init) return;
    text_print(out, "void %s(void);\n", o->init);
    harness_uses(symbols, o->init);
}

void step_write_values(const step_leaves *all, bool constant, text *out) {
    for (uint32_t i = 0; i < all->size; i++)
        if (all->data[i].path && all->data[i].constant == constant)
            text_print(out, "        memcpy(&%s, &v%u, sizeof v%u);\n", all->data[i].path, i, i);
}

void step_write_call(const step_leaves *all, const load_options *o, text *out) {
    text_print(out, "        %s(", o->step);
    bool any = false;
    for (uint32_t i = 0; i < all->size; i++) {
        if (all->data[i].path) continue;
        text_print(out, "%sv%u", any ? ", " : "", i);
        any = true;
    }
    text_add(out, ");\n");
}
