#include "engine/portfolio/message.h"

#include "base/log.h"
#include "term/smtlib.h"

#include <stdlib.h>

/* ---- writing ---- */

static void write_value(const engine_result *r, terms *t, value v, text *out) {
    smtlib_term(t, value_to_term(r->pool, v), out);
}

static void write_invariant(terms *t, const engine_result *r, text *out) {
    text_add(out, "(invariant");
    for (uint32_t l = 0; l < r->invariant.size; l++) {
        if (!r->invariant.data[l].id || term_is_true(t, r->invariant.data[l])) continue;
        text_print(out, " (%u ", l);
        smtlib_term(t, r->invariant.data[l], out);
        text_char(out, ')');
    }
    text_add(out, ")\n");
}

static void write_ghosts(terms *t, const engine_result *r, text *out) {
    text_add(out, "(ghosts");
    for (uint32_t i = 0; i < r->ghosts.size; i++) {
        const struct ghost *g = &r->ghosts.data[i];
        text_add(out, " (");
        smtlib_symbol(term_name(t, g->var), out);
        text_char(out, ' ');
        smtlib_sort(t, term_sort(t, g->var), out);
        text_print(out, " %u ", g->error.id);
        smtlib_term(t, g->index, out);
        text_char(out, ')');
    }
    text_add(out, ")\n");
}

static void write_instances(terms *t, const engine_result *r, text *out) {
    text_add(out, "(instances");
    for (uint32_t i = 0; i < r->instances.size; i++) {
        const struct ghost_instance *g = &r->instances.data[i];
        text_print(out, " (%u ", g->at.id);
        smtlib_symbol(term_name(t, g->var), out);
        text_char(out, ' ');
        smtlib_term(t, g->index, out);
        text_char(out, ')');
    }
    text_add(out, ")\n");
}

static void write_trace(program *p, const engine_result *r, text *out) {
    text_add(out, "(edges");
    for (uint32_t i = 0; i < r->trace.edges.size; i++)
        text_print(out, " %u", r->trace.edges.data[i].id);
    text_add(out, ")\n(inputs");
    for (uint32_t i = 0; i < r->trace.inputs.items.size; i++) {
        text_print(out, " (%u ", r->trace.inputs.items.data[i].input);
        write_value(r, p->terms, r->trace.inputs.items.data[i].value, out);
        text_char(out, ')');
    }
    text_add(out, r->trace.too_long ? ")\n(too-long)\n(initial" : ")\n(initial");
    for (uint32_t i = 0; i < r->trace.initial.assigned.size; i++) {
        term var = {r->trace.initial.assigned.data[i]};
        text_add(out, " (");
        smtlib_symbol(term_name(p->terms, var), out);
        text_char(out, ' ');
        write_value(r, p->terms, model_get(&r->trace.initial, p->terms, var), out);
        text_char(out, ')');
    }
    text_add(out, ")\n");
}

/* A name between bars; a bar inside could end it, so it becomes a quote. */
static void write_name(const char *name, text *out) {
    text_add(out, " |");
    for (; name && *name; name++) text_char(out, *name == '|' || *name == '\\' ? '\'' : *name);
    text_char(out, '|');
}

/* A text of any characters but NUL; a quote inside is doubled. */
static void write_string(const text *t, text *out) {
    text_add(out, " \"");
    for (size_t i = 0; i < t->size; i++) {
        if (t->data[i] == '"') text_char(out, '"');
        text_char(out, t->data[i]);
    }
    text_char(out, '"');
}

void message_write(program *p, const engine_result *r, text *out) {
    LOG("portfolio", "write a result, verdict %d", (int)r->verdict);
    text_print(out, "(result %d %d %u %u %u %u %d", (int)r->verdict, (int)r->proof, r->k,
               r->reached.id, r->limit, r->used, r->refuted);
    write_name(r->reason, out);
    write_name(r->engine, out);
    text_print(out, ")\n(checked %d %u |%.17g|", r->checked.level, r->checked.queries,
               r->checked.seconds);
    write_name(r->checked.checker, out);
    write_string(&r->checked.certificate, out);
    text_add(out, ")\n(stats");
    for (uint32_t i = 0; i < r->stats.items.size; i++) {
        text_add(out, " (");
        write_name(r->stats.items.data[i].name, out);
        text_print(out, " |%.17g|)", r->stats.items.data[i].value);
    }
    text_add(out, ")\n");
    if (r->verdict == VERDICT_TRUE) write_ghosts(p->terms, r, out);
    if (r->verdict == VERDICT_TRUE) write_instances(p->terms, r, out);
    if (r->verdict == VERDICT_TRUE) write_invariant(p->terms, r, out);
    if (r->verdict == VERDICT_FALSE) write_trace(p, r, out);
    text_add(out, "(end)\n");
}

/* ---- reading ---- */

typedef struct {
    program *program;
    engine_result *result;
    const sexps *from;
    smt_scope *scope;
    input_error error;
} message_reader;

static bool number(const message_reader *r, sexp e, uint32_t *out) {
    const char *atom = e.id ? sexp_atom(r->from, e) : NULL;
    if (!atom) return false;
    char *end;
    unsigned long long n = strtoull(atom, &end, 10);
    *out = (uint32_t)n;
    return end != atom && !*end && n <= UINT32_MAX;
}

static const char *name(const message_reader *r, sexp e) {
    const char *atom = e.id ? sexp_atom(r->from, e) : NULL;
    return atom && *atom ? program_text(r->program, program_name(r->program, atom)) : NULL;
}

static bool read_head(message_reader *r, sexp e) {
    uint32_t verdict, proof, refuted;
    engine_result *x = r->result;
    if (sexp_size(r->from, e) != 10 || !number(r, sexp_at(r->from, e, 1), &verdict) ||
        !number(r, sexp_at(r->from, e, 2), &proof) || !number(r, sexp_at(r->from, e, 3), &x->k) ||
        !number(r, sexp_at(r->from, e, 4), &x->reached.id) ||
        !number(r, sexp_at(r->from, e, 5), &x->limit) ||
        !number(r, sexp_at(r->from, e, 6), &x->used) ||
        !number(r, sexp_at(r->from, e, 7), &refuted) || refuted > 1 || verdict > VERDICT_FALSE ||
        (x->used & ~(solver_set)SOLVED_BY_ALL) || proof >= PROOF_KINDS ||
        x->limit > r->program->properties.size)
        return false;
    const char *reason = name(r, sexp_at(r->from, e, 8));
    snprintf(x->reason, sizeof x->reason, "%s", reason ? reason : "");
    x->verdict = (enum verdict)verdict;
    x->proof = (enum proof_kind)proof;
    x->engine = name(r, sexp_at(r->from, e, 9));
    x->refuted = refuted;
    return true;
}

static bool read_checked(message_reader *r, sexp e) {
    uint32_t level;
    const char *seconds =
        sexp_size(r->from, e) == 6 ? sexp_atom(r->from, sexp_at(r->from, e, 3)) : NULL;
    const char *certificate = seconds ? sexp_atom(r->from, sexp_at(r->from, e, 5)) : NULL;
    if (!certificate || !number(r, sexp_at(r->from, e, 1), &level) ||
        !number(r, sexp_at(r->from, e, 2), &r->result->checked.queries))
        return false;
    r->result->checked.level = (int)level;
    r->result->checked.seconds = strtod(seconds, NULL);
    r->result->checked.checker = name(r, sexp_at(r->from, e, 4));
    text_clear(&r->result->checked.certificate);
    text_add(&r->result->checked.certificate, certificate);
    return true;
}

/* Before the invariant, whose text mentions them: the process that made them had a bank of its own.
 */
static bool read_ghosts(message_reader *r, sexp e) {
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        sexp item = sexp_at(r->from, e, i);
        struct ghost g;
        sort s;
        const char *symbol =
            sexp_size(r->from, item) == 4 ? sexp_atom(r->from, sexp_at(r->from, item, 0)) : NULL;
        if (!symbol ||
            !smt_read_sort(r->scope, r->from, sexp_at(r->from, item, 1), &s, &r->error) ||
            !number(r, sexp_at(r->from, item, 2), &g.error.id) ||
            g.error.id >= r->program->locations.size ||
            !smt_read_term(r->scope, r->from, sexp_at(r->from, item, 3), &g.index, &r->error))
            return false;
        g.var = term_var(r->program->terms, symbol, s);
        vec_push(&r->result->ghosts, g);
    }
    return true;
}

/* After the ghosts. */
static bool read_instances(message_reader *r, sexp e) {
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        sexp item = sexp_at(r->from, e, i);
        struct ghost_instance g;
        if (sexp_size(r->from, item) != 3 || !number(r, sexp_at(r->from, item, 0), &g.at.id) ||
            g.at.id >= r->program->locations.size ||
            !smt_read_term(r->scope, r->from, sexp_at(r->from, item, 1), &g.var, &r->error) ||
            !smt_read_term(r->scope, r->from, sexp_at(r->from, item, 2), &g.index, &r->error))
            return false;
        vec_push(&r->result->instances, g);
    }
    return true;
}

static bool read_invariant(message_reader *r, sexp e) {
    vec_resize(&r->result->invariant, r->program->locations.size);
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        sexp pair = sexp_at(r->from, e, i);
        uint32_t l;
        term formula;
        if (sexp_size(r->from, pair) != 2 || !number(r, sexp_at(r->from, pair, 0), &l) ||
            l >= r->program->locations.size ||
            !smt_read_term(r->scope, r->from, sexp_at(r->from, pair, 1), &formula, &r->error) ||
            !term_is_bool(r->program->terms, formula))
            return false;
        r->result->invariant.data[l] = formula;
    }
    return true;
}

static bool read_edges(message_reader *r, sexp e) {
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        edge_id next;
        if (!number(r, sexp_at(r->from, e, i), &next.id) || next.id >= r->program->edges.size)
            return false;
        vec_push(&r->result->trace.edges, next);
    }
    return true;
}

static bool read_constant(message_reader *r, sexp e, value *out) {
    term constant;
    if (!smt_read_term(r->scope, r->from, e, &constant, &r->error) ||
        !term_is_const(r->program->terms, constant))
        return false;
    *out = value_of_term(r->result->pool, constant);
    return true;
}

static bool read_inputs(message_reader *r, sexp e) {
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        sexp pair = sexp_at(r->from, e, i);
        struct input_value v;
        if (sexp_size(r->from, pair) != 2 || !number(r, sexp_at(r->from, pair, 0), &v.input) ||
            (v.input != NO_INPUT && v.input >= r->program->inputs.size) ||
            !read_constant(r, sexp_at(r->from, pair, 1), &v.value))
            return false;
        if (v.input != NO_INPUT) vec_push(&r->result->trace.inputs.items, v);
    }
    return true;
}

static bool read_too_long(message_reader *r, sexp e) {
    return r->result->trace.too_long = sexp_size(r->from, e) == 1;
}

static bool read_initial(message_reader *r, sexp e) {
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        sexp pair = sexp_at(r->from, e, i);
        const char *symbol =
            sexp_size(r->from, pair) == 2 ? sexp_atom(r->from, sexp_at(r->from, pair, 0)) : NULL;
        term var = symbol ? term_find_var(r->program->terms, symbol) : (term){0};
        value v;
        if (!var.id || !read_constant(r, sexp_at(r->from, pair, 1), &v)) return false;
        model_set(&r->result->trace.initial, var, v);
    }
    return true;
}

static bool read_stats(message_reader *r, sexp e) {
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        sexp pair = sexp_at(r->from, e, i);
        const char *key = sexp_size(r->from, pair) == 2 ? name(r, sexp_at(r->from, pair, 0)) : NULL;
        const char *number_text = key ? sexp_atom(r->from, sexp_at(r->from, pair, 1)) : NULL;
        if (!number_text) return false;
        stats_set(&r->result->stats, key, strtod(number_text, NULL));
    }
    return true;
}

/* The engine said that it has a result; what the result is comes later. */
static bool read_decided(message_reader *r, sexp e) { return sexp_size(r->from, e) == 1; }

static bool read_part(message_reader *r, sexp e) {
    static const struct {
        const char *name;
        bool (*read)(message_reader *, sexp);
    } parts[] = {
        {"decided", read_decided}, {"result", read_head},         {"checked", read_checked},
        {"stats", read_stats},     {"ghosts", read_ghosts},       {"invariant", read_invariant},
        {"edges", read_edges},     {"inputs", read_inputs},       {"too-long", read_too_long},
        {"initial", read_initial}, {"instances", read_instances},
    };
    const char *head = sexp_size(r->from, e) ? sexp_atom(r->from, sexp_at(r->from, e, 0)) : NULL;
    for (uint32_t i = 0; head && i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(head, parts[i].name)) return parts[i].read(r, e);
    return false;
}

/* All parts, the result first and the end mark last: a message cut off is no message. */
static bool read_all(message_reader *r) {
    uint32_t n = sexps_count(r->from);
    if (n < 2) return false;
    sexp last = sexps_at(r->from, n - 1);
    const char *end =
        sexp_size(r->from, last) == 1 ? sexp_atom(r->from, sexp_at(r->from, last, 0)) : NULL;
    if (!end || strcmp(end, "end")) return false;
    for (uint32_t i = 0; i + 1 < n; i++)
        if (!sexp_is_list(r->from, sexps_at(r->from, i)) || !read_part(r, sexps_at(r->from, i)))
            return false;
    return true;
}

bool message_read(program *p, const char *data, size_t size, engine_result *result) {
    LOG("portfolio", "read a result of %zu bytes", size);
    message_reader r = {.program = p, .result = result};
    sexps *all = sexps_parse(data, size, "result", &r.error);
    if (!all) return false;
    r.from = all;
    r.scope = smt_scope_new(p->terms, "result");
    bool ok = read_all(&r);
    if (!ok) engine_unknown(result, "unreadable result");
    smt_scope_delete(r.scope);
    sexps_delete(all);
    return ok;
}
