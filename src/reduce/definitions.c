/* Reaching definitions, and forward propagation across locations by them (paper 000, Sect. 6.2).
 *
 * A definition x := t reaches a location as a term where, on every way there, it is the last
 * assignment to x and nothing that t reads was assigned after it. Where every location that needs x
 * is reached so, x is a function of the other variables: t takes its place in all that reads it,
 * and x is no longer part of the state. What t reads must be needed there anyhow, so that a state
 * never grows.
 *
 * Terms are kept small, and without operations that are dear to decide: a product of two variables
 * that is computed once should not be computed at each use. */
#include "reduce/equations.h"

#include "base/log.h"

enum { DEFINITION_ROUNDS = 4, MAX_DEFINITION = 12 };

static bool is_cheap(const terms *t, term a) {
    switch (term_op(t, a)) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_EQ:
    case OP_ITE:
    case OP_BVNOT:
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
    case OP_BVADD:
    case OP_BVULT:
    case OP_BVSLT:
    case OP_CONCAT:
    case OP_EXTRACT:
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
    case OP_ADD:
    case OP_LE:
    case OP_LT:
    case OP_TO_REAL: return true;
    case OP_MUL:
    case OP_BVMUL: return term_arity(t, a) == 2 && term_is_const(t, term_arg(t, a, 0));
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR: return term_is_const(t, term_arg(t, a, 1));
    default: return false;
    }
}

/* Counts down `left` by the size of a, as a tree. */
static bool is_small(const terms *t, term a, uint32_t *left) {
    if ((*left)-- == 0) return *left = 0, false;
    if (term_is_const(t, a) || term_is_var(t, a)) return true;
    if (!is_cheap(t, a)) return false;
    for (uint32_t i = 0, n = term_arity(t, a); i < n; i++)
        if (!is_small(t, term_arg(t, a, i), left)) return false;
    return true;
}

static bool may_be_copied(const terms *t, term a) {
    uint32_t left = MAX_DEFINITION;
    return is_small(t, a, &left);
}

static void note_changed(equation_flow *f, const edge *e) {
    map seen = {0};
    term_vec vars = {0};
    bits_clear(&f->changed);
    cmd_assigned(f->r->p, e->command, &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        bits_add(&f->changed, variable_index(f->r->p, vars.data[i]));
    map_release(&seen);
    vec_release(&vars);
}

static void begin_plain(equation_flow *f, const edge *e) {
    note_changed(f, e);
    walker_reset(&f->w);
}

/* Does all that a reads hold at the end of the edge what a means by it, and is it needed there? A
 * new definition speaks of the base of the walk, one that was carried of the edge's beginning. */
static bool reads_hold(equation_flow *f, const edge *e, term a, bool is_new) {
    uint32_t n;
    const uint32_t *vars = reads_of(&f->r->live, a, &n);
    for (uint32_t i = 0; i < n; i++) {
        bool lost = is_new ? f->w.pending.data[vars[i]].id != 0 : bits_has(&f->changed, vars[i]);
        if (lost || !bits_has(&f->r->live.at.data[e->to.id], vars[i])) return false;
    }
    return true;
}

static term definition(equation_flow *f, const edge *e, uint32_t var) {
    const program *p = f->r->p;
    bool is_new = bits_has(&f->changed, var);
    term a = is_new ? walk_value(&f->w, var) : equation_of(f, e->from, var);
    if (!a.id || same(a, p->variables.data[var].var)) return (term){0};
    if (is_new && !may_be_copied(p->terms, a)) return (term){0};
    return reads_hold(f, e, a, is_new) ? a : (term){0};
}

/* ---- which variables can go ---- */
typedef struct {
    bits undefined;  /* needed somewhere without a definition that reaches */
    bits gone, read; /* chosen; read by the definitions of those */
} selection;

static void note_undefined(const equation_flow *f, loc l, selection *s) {
    const bits *live = &f->r->live.at.data[l.id];
    for (uint32_t i = 0; i < live->words.size; i++)
        for (uint64_t word = live->words.data[i]; word; word &= word - 1) {
            uint32_t var = i * 64 + (uint32_t)__builtin_ctzll(word);
            if (!equation_of(f, l, var).id) bits_add(&s->undefined, var);
        }
}

/* By variable: what its definitions read, at all locations. */
static void collect_reads(equation_flow *f, bits_vec *reads) {
    vec_resize(reads, f->r->p->variables.size);
    for (loc l = {0}; l.id < f->at.size; l.id++)
        for (uint32_t i = 0; i < f->at.data[l.id].of.size; i++) {
            equation q = f->at.data[l.id].of.data[i];
            live_read(&f->r->live, q.value, &reads->data[q.var]);
        }
}

static bool meets(const bits *a, const bits *b) {
    for (uint32_t i = 0; i < a->words.size && i < b->words.size; i++)
        if (a->words.data[i] & b->words.data[i]) return true;
    return false;
}

/* No definition of one that goes reads another that goes: a chain takes several rounds. */
static void choose(equation_flow *f, selection *s) {
    bits_vec reads = {0};
    bits seen = {0};
    collect_reads(f, &reads);
    for (loc l = {0}; l.id < f->at.size; l.id++)
        if (f->at.data[l.id].reached) note_undefined(f, l, s);
    for (loc l = {0}; l.id < f->at.size; l.id++)
        for (uint32_t i = 0; i < f->at.data[l.id].of.size; i++) {
            uint32_t var = f->at.data[l.id].of.data[i].var;
            if (bits_has(&seen, var)) continue;
            bits_add(&seen, var);
            if (bits_has(&s->undefined, var) || bits_has(&s->read, var)) continue;
            if (meets(&reads.data[var], &s->gone)) continue;
            bits_add(&s->gone, var);
            bits_join(&s->read, &reads.data[var]);
        }
    vec_release_each(&reads, bits_release);
    bits_release(&seen);
}

/* ---- the program without them ---- */
/* The command of e after the definitions that reach it, which change nothing: the walk then puts
 * them where their variables are read. */
static void prepend_definitions(equation_flow *f, edge *e, const selection *s) {
    program *p = f->r->p;
    const knowledge *k = &f->at.data[e->from.id];
    cmd_vec parts = {0};
    for (uint32_t i = 0; i < k->of.size; i++)
        if (bits_has(&s->gone, k->of.data[i].var))
            vec_push(&parts,
                     cmd_assign(p, p->variables.data[k->of.data[i].var].var, k->of.data[i].value));
    vec_push(&parts, e->command);
    e->command = cmd_seq(p, parts.size, parts.data);
    vec_release(&parts);
}

static void without_gone(const bits *live, const selection *s, bits *out) {
    bits_clear(out);
    bits_join(out, live);
    for (uint32_t i = 0; i < out->words.size && i < s->gone.words.size; i++)
        out->words.data[i] &= ~s->gone.words.data[i];
}

static void substitute(equation_flow *f, const selection *s) {
    reducer *r = f->r;
    bits stored = {0};
    for (loc l = {0}; l.id < r->p->locations.size; l.id++)
        if (r->p->locations.data[l.id].cut) equations_record(f, l, &s->gone);
    for (edge_id i = {0}; i.id < r->p->edges.size; i.id++) {
        if (r->p->edges.data[i.id].removed) continue;
        edge e = r->p->edges.data[i.id];
        prepend_definitions(f, &e, s);
        r->p->edges.data[i.id].command = e.command;
        without_gone(&r->live.at.data[e.to.id], s, &stored);
        equations_rewrite(f, i, &stored);
    }
    bits_release(&stored);
}

static uint32_t definitions_once(reducer *r) {
    equation_flow f;
    selection s = {.gone = {{0}}};
    equations_init(&f, r);
    f.begin = begin_plain;
    f.value = definition;
    if (equations_solve(&f)) choose(&f, &s);
    uint32_t gone = bits_count(&s.gone);
    if (gone) {
        substitute(&f, &s);
        r->changed = true;
    }
    bits_release(&s.undefined);
    bits_release(&s.gone);
    bits_release(&s.read);
    equations_release(&f);
    return gone;
}

uint32_t reduce_definitions(reducer *r) {
    LOG("reduce", "definitions");
    uint32_t gone = 0;
    for (int i = 0; i < DEFINITION_ROUNDS && !budget_over(r->limits); i++) {
        uint32_t more = definitions_once(r);
        if (!more) break;
        gone += more;
    }
    if (gone) reduce_prune(r);
    return gone;
}
