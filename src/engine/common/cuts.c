#include "engine/common/cuts.h"

#include "term/range.h"

typedef struct {
    cuts *out;
    const program *program;
    bool more; /* the last round found something */
} cut_search;

/* A cut below or above all values of the variable divides nothing. */
static bool add_cut(cut_search *x, uint32_t var, int64_t cut) {
    cut_vec *of = &x->out->of.data[var];
    uint32_t w = term_width(x->program->terms, x->program->variables.data[var].var);
    if (!w || w > 64 || cut <= bv_min(w) || cut > bv_max(w)) return false;
    uint32_t at = cuts_cell(of, cut);
    if (at && of->data[at - 1] == cut) return false;
    vec_push(of, cut);
    for (uint32_t i = of->size - 1; i > at; i--) of->data[i] = of->data[i - 1];
    of->data[at] = cut;
    return true;
}

static bool add_equal(u64_vec *of, uint64_t constant) {
    for (uint32_t i = 0; i < of->size; i++)
        if (of->data[i] == constant) return false;
    vec_push(of, constant);
    return true;
}

/* The variable that the term is but for width and a constant summand, if it is one. */
static const variable *shifted_variable(const program *p, term a, uint64_t *summand) {
    const terms *t = p->terms;
    *summand = 0;
    for (;;) {
        enum op op = term_op(t, a);
        if (op == OP_BVADD && term_arity(t, a) == 2 &&
            term_get_u64(t, term_arg(t, a, 1), summand)) {
            a = term_arg(t, a, 0);
            continue;
        }
        bool low = op == OP_EXTRACT && !term_index(t, a, 1);
        if (!low && op != OP_SIGN_EXTEND && op != OP_ZERO_EXTEND) break;
        a = term_arg(t, a, 0);
    }
    return term_is_var(t, a) ? program_variable(p, a) : NULL;
}

static void add_comparison(cut_search *x, enum op op, term a, term constant) {
    const program *p = x->program;
    uint64_t number, summand;
    if (!term_get_u64(p->terms, constant, &number)) return;
    const variable *v = shifted_variable(p, a, &summand);
    if (!v || term_width(p->terms, v->var) > 64) return;
    uint32_t i = (uint32_t)(v - p->variables.data), w = term_width(p->terms, v->var);
    int64_t cut = bv_signed(w, (number - summand) & bv_mask(w));
    add_cut(x, i, cut);
    if (op == OP_EQ) {
        if (cut < bv_max(w)) add_cut(x, i, cut + 1);
        add_equal(&x->out->equal.data[i], (number - summand) & bv_mask(w));
    } else if (summand || op == OP_BVULT) add_cut(x, i, bv_signed(w, (0 - summand) & bv_mask(w)));
}

static void find_in_term(cut_search *x, term root, term_walk *seen) {
    const terms *t = x->program->terms;
    walk_add(seen, root);
    for (term a; walk_next(seen, &a);) {
        enum op op = term_op(t, a);
        if (op == OP_EQ || op == OP_BVULT || op == OP_BVSLT) {
            add_comparison(x, op, term_arg(t, a, 0), term_arg(t, a, 1));
            add_comparison(x, op, term_arg(t, a, 1), term_arg(t, a, 0));
        }
        walk_below(seen, t, a);
    }
}

/* What is given to a variable is compared with what that is compared with. */
static void pass_on(cut_search *x, uint32_t to, term given) {
    const terms *t = x->program->terms;
    uint64_t summand;
    if (term_op(t, given) == OP_ITE) {
        pass_on(x, to, term_arg(t, given, 1));
        pass_on(x, to, term_arg(t, given, 2));
        return;
    }
    const variable *v = shifted_variable(x->program, given, &summand);
    if (!v || summand) return;
    uint32_t from = (uint32_t)(v - x->program->variables.data);
    if (from == to) return;
    for (uint32_t i = 0; i < x->out->of.data[to].size; i++)
        x->more |= add_cut(x, from, x->out->of.data[to].data[i]);
    for (uint32_t i = 0; i < x->out->equal.data[to].size; i++)
        x->more |= add_equal(&x->out->equal.data[from], x->out->equal.data[to].data[i]);
}

static void find_in_command(cut_search *x, cmd c, term_walk *seen) {
    const program *p = x->program;
    enum cmd_kind k = cmd_kind_of(p, c);
    if (seen && (k == CMD_ASSUME || k == CMD_ASSIGN)) find_in_term(x, cmd_term(p, c), seen);
    if (!seen && k == CMD_ASSIGN)
        pass_on(x, (uint32_t)(program_variable(p, cmd_var(p, c)) - p->variables.data),
                cmd_term(p, c));
    for (uint32_t i = 0; i < cmd_size(p, c); i++) find_in_command(x, cmd_part(p, c, i), seen);
}

static void find_in_edges(cut_search *x, term_walk *seen) {
    const program *p = x->program;
    for (uint32_t i = 0; i < p->edges.size; i++)
        if (!p->edges.data[i].removed) find_in_command(x, p->edges.data[i].command, seen);
}

void cuts_find(cuts *c, const program *p) {
    enum { ROUNDS = 4 }; /* chains of copies are short */
    cut_search x = {c, p, true};
    term_walk seen = {0};
    *c = (cuts){0};
    vec_resize(&c->of, p->variables.size);
    vec_resize(&c->equal, p->variables.size);
    find_in_edges(&x, &seen);
    walk_release(&seen);
    for (uint32_t i = 0; i < ROUNDS && x.more; i++) {
        x.more = false;
        find_in_edges(&x, NULL);
    }
}

void cuts_release(cuts *c) {
    vec_release_each(&c->of, vec_release);
    vec_release_each(&c->equal, vec_release);
}

uint32_t cuts_cell(const cut_vec *of, int64_t number) {
    uint32_t low = 0, high = of->size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (of->data[middle] <= number) low = middle + 1;
        else high = middle;
    }
    return low;
}
