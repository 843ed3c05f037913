#include "engine/candidates/guess.h"

#include "base/log.h"

enum {
    WORD_BITS = 3, /* of an address: the largest alignment of a type is 8 */
    OBJECT_ALIGNMENT = 16,
    MOST_OFFSETS = 8,
    MOST_SIZES = 8,
    MOST_COUNTERS = 12,
    MOST_ENDS = 32,
    MOST_RESTS = 12,
    LARGEST_STEP = 1 << 16,
    MOST_STARTS = 64
};

typedef struct {
    terms *terms;
    uint32_t limit;
    term_vec *out;
    map seen;         /* candidates */
    map visited;      /* terms looked through */
    term_vec offsets; /* of cursors in their objects: what is compared with the largest size */
    term_vec sizes;   /* what is compared with the end of an access, or with a counter */
    term_vec counted; /* conditions counter < bound */
    term_vec ends;    /* an access is inside: not size < end, offset < largest size */
    term_vec rests;   /* rounds that are left: bound - counter, or what is counted down to zero */
    substitution *names; /* of terms: the variables that keep them */
} guesses;

static void guesses_release(guesses *g) {
    map_release(&g->seen);
    map_release(&g->visited);
    vec_release(&g->offsets);
    vec_release(&g->sizes);
    vec_release(&g->counted);
    vec_release(&g->ends);
    vec_release(&g->rests);
}

static bool full(const guesses *g) { return g->out->size >= g->limit; }

static void add(guesses *g, term a) {
    if (full(g) || term_is_const(g->terms, a) || map_get(&g->seen, a.id, NULL)) return;
    map_set(&g->seen, a.id, 1);
    vec_push(g->out, a);
}

/* The atom, its negation, and for a strict order also the weak one. */
static void add_atom(guesses *g, term a) {
    terms *t = g->terms;
    add(g, a);
    add(g, term_not(t, a));
    static const struct {
        enum op strict, weak;
    } orders[] = {
        {OP_BVULT, OP_BVULE},
        {OP_BVSLT, OP_BVSLE},
        {OP_FP_LT, OP_FP_LE},
        {OP_LT, OP_LE},
    };
    for (uint32_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (term_op(t, a) == orders[i].strict)
            add(g, term_2(t, orders[i].weak, term_arg(t, a, 0), term_arg(t, a, 1)));
        if (term_op(t, a) == orders[i].weak)
            add(g, term_2(t, orders[i].weak, term_arg(t, a, 1), term_arg(t, a, 0)));
    }
}

static void collect(term_vec *list, uint32_t most, term a) {
    if (terms_have(list, a)) return;
    if (list->size < most) vec_push(list, a);
}

/* Objects lie at aligned addresses: an end of an access minus its width is the one that is aligned.
 * None: no width does that. */
static term offset_of_end(terms *t, term end) {
    static const uint64_t widths[] = {0, 1, 2, 4, 8};
    if (term_op(t, end) != OP_BVADD) return (term){0};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        term offset = term_2(t, OP_BVSUB, end, term_bv(t, term_width(t, end), widths[i]));
        if (term_op(t, offset) != OP_BVADD) return offset;
        for (uint32_t k = 0; k < term_arity(t, offset); k++) {
            uint64_t c;
            if (term_get_u64(t, term_arg(t, offset, k), &c) && c % OBJECT_ALIGNMENT == 0)
                return offset;
        }
    }
    return (term){0};
}

/* The check of an access: offset < largest size, and not size < end. */
static void bounds_in(guesses *g, term a) {
    terms *t = g->terms;
    if (term_op(t, a) != OP_BVULT) return;
    term left = term_arg(t, a, 0), right = term_arg(t, a, 1);
    bool fixed = term_is_const(t, right), sum = term_op(t, left) == OP_BVADD;
    term offset = fixed ? (term){0} : offset_of_end(t, right);
    if (fixed && sum) collect(&g->offsets, MOST_OFFSETS, left);
    if (offset.id) collect(&g->offsets, MOST_OFFSETS, offset);
    if (!fixed && term_is_var(t, left)) collect(&g->sizes, MOST_SIZES, left);
    if (!term_is_const(t, left) && term_is_var(t, right)) collect(&g->sizes, MOST_SIZES, right);
    if (term_is_var(t, left)) collect(&g->counted, MOST_COUNTERS, a);
    if (term_op(t, right) == OP_BVADD) collect(&g->ends, MOST_ENDS, term_not(t, a));
    if (fixed && sum) collect(&g->ends, MOST_ENDS, a);
}

/* A cursor stays in its object, and one cursor behind another. */
static void within(guesses *g) {
    terms *t = g->terms;
    for (uint32_t i = 0; i < g->offsets.size; i++) {
        term at = g->offsets.data[i];
        for (uint32_t k = 0; k < g->sizes.size + g->offsets.size; k++) {
            bool size = k < g->sizes.size;
            term most = size ? g->sizes.data[k] : g->offsets.data[k - g->sizes.size];
            if (same(at, most) || term_width(t, at) != term_width(t, most)) continue;
            add(g, term_2(t, OP_BVULE, at, most));
            add(g, term_2(t, OP_BVULT, at, most));
        }
    }
}

static bool is_counted(const guesses *g, term inside, term counted) {
    return term_mentions(g->terms, inside, term_arg(g->terms, counted, 0)) &&
           !same(inside, term_not(g->terms, counted));
}

/* What is inside after every round but the last is so after all of them, when the counter is its
 * bound: of counter < bound and not size < at + counter + 1, not size < at + bound; of at + counter
 * < largest size, at + bound <= largest size. */
static void last_rounds(guesses *g) {
    terms *t = g->terms;
    for (uint32_t i = 0; i < g->counted.size; i++) {
        term counter = term_arg(t, g->counted.data[i], 0),
             bound = term_arg(t, g->counted.data[i], 1);
        substitution last = {0}, after = {0};
        subst_set(&last, t, counter,
                  term_2(t, OP_BVSUB, bound, term_bv(t, term_width(t, bound), 1)));
        subst_set(&after, t, counter, bound);
        for (uint32_t k = 0; k < g->ends.size; k++) {
            term inside = g->ends.data[k];
            if (!is_counted(g, inside, g->counted.data[i])) continue;
            if (term_op(t, inside) == OP_NOT) add(g, subst_apply(&last, t, inside));
            else
                add(g, term_2(t, OP_BVULE, subst_apply(&after, t, term_arg(t, inside, 0)),
                              term_arg(t, inside, 1)));
        }
        subst_release(&last);
        subst_release(&after);
    }
}

/* What is done with each atom of a condition. */
typedef void atom_visit(guesses *, term);

static void atoms_of(guesses *g, term a, atom_visit *visit) {
    terms *t = g->terms;
    if (!map_add(&g->visited, a.id)) return;
    if (term_is_bool(t, a) && !term_is_connective(t, a) && !term_is_const(t, a)) visit(g, a);
    for (uint32_t i = 0; i < term_arity(t, a); i++) atoms_of(g, term_arg(t, a, i), visit);
}

static void conditions_of(guesses *g, program *p, cmd c, atom_visit *visit) {
    assert_debug(cmds_are_there(p, 1, &c));
    switch (cmd_kind_of(p, c)) {
    case CMD_ASSUME: atoms_of(g, cmd_term(p, c), visit); break;
    case CMD_SEQ:
    case CMD_CHOICE:
        for (uint32_t i = 0; i < cmd_size(p, c); i++) conditions_of(g, p, cmd_part(p, c, i), visit);
        break;
    default: break;
    }
}

static void visit_conditions(guesses *g, program *p, atom_visit *visit) {
    map_clear(&g->visited);
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed) conditions_of(g, p, p->edges.data[e.id].command, visit);
}

/* bound - counter of a condition counter < bound. */
static void rest_of_bound(guesses *g, term a) {
    terms *t = g->terms;
    enum op op = term_op(t, a);
    if (op != OP_BVULT && op != OP_BVSLT) return;
    term counter = term_arg(t, a, 0), bound = term_arg(t, a, 1);
    if (!term_is_var(t, counter) || (!term_is_const(t, bound) && !term_is_var(t, bound))) return;
    collect(&g->rests, MOST_RESTS, term_2(t, OP_BVSUB, bound, counter));
}

/* v of v := v - k. */
static void rest_of_countdown(guesses *g, program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    terms *t = g->terms;
    for (uint32_t i = 0; cmd_kind_of(p, c) > CMD_ASSUME && i < cmd_size(p, c); i++)
        rest_of_countdown(g, p, cmd_part(p, c, i));
    if (cmd_kind_of(p, c) != CMD_ASSIGN || !sort_is_bv(t, term_sort(t, cmd_var(p, c)))) return;
    term step = term_2(t, OP_BVSUB, cmd_var(p, c), cmd_term(p, c));
    uint64_t k;
    if (term_get_u64(t, step, &k) && k && k <= OBJECT_ALIGNMENT)
        collect(&g->rests, MOST_RESTS, cmd_var(p, c));
}

/* Where each round takes a byte, there is one for every round that is left: rest <= size - offset. */
static void room_for_rests(guesses *g) {
    terms *t = g->terms;
    for (uint32_t r = 0; r < g->rests.size; r++)
        for (uint32_t i = 0; i < g->offsets.size * g->sizes.size; i++) {
            term at = g->offsets.data[i / g->sizes.size], size = g->sizes.data[i % g->sizes.size];
            uint32_t width = term_width(t, size);
            if (term_width(t, at) != width || term_width(t, g->rests.data[r]) > width) continue;
            term rest = term_sext(t, g->rests.data[r], width);
            add(g, term_2(t, OP_BVULE, rest, term_2(t, OP_BVSUB, size, at)));
        }
}

static void rests(guesses *g, program *p) {
    visit_conditions(g, p, rest_of_bound);
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed) rest_of_countdown(g, p, p->edges.data[e.id].command);
    room_for_rests(g);
}

/* An index is below its size: the head of a ring. */
static void below_sizes(guesses *g, term var) {
    terms *t = g->terms;
    for (uint32_t i = 0; i < g->sizes.size; i++) {
        term size = g->sizes.data[i];
        if (!same(var, size) && same_sort(term_sort(t, var), term_sort(t, size)))
            add(g, term_2(t, OP_BVULT, var, size));
    }
}

/* ---- conditions about what is assigned ---- */

static void names_of(program *p, cmd c, substitution *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    for (uint32_t i = 0; cmd_kind_of(p, c) > CMD_ASSUME && i < cmd_size(p, c); i++)
        names_of(p, cmd_part(p, c, i), out);
    if (cmd_kind_of(p, c) != CMD_ASSIGN) return;
    term e = cmd_term(p, c);
    if (!term_is_const(p->terms, e) && !term_is_var(p->terms, e))
        subst_set(out, p->terms, e, cmd_var(p, c));
}

/* What is asked of a term holds of the variable that keeps it: of size < 2 * extract(input) and
 * count := extract(input), size < 2 * count. The input is dead after that. */
static void add_renamed(guesses *g, term a) {
    term renamed = subst_apply(g->names, g->terms, a);
    if (!same(a, renamed)) add_atom(g, renamed);
}

static void renamed_conditions(guesses *g, program *p) {
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        if (p->edges.data[e.id].removed) continue;
        substitution names = {0};
        names_of(p, p->edges.data[e.id].command, &names);
        g->names = &names;
        map_clear(&g->visited);
        conditions_of(g, p, p->edges.data[e.id].command, add_renamed);
        subst_release(&names);
    }
    g->names = NULL;
}

/* ---- assignments ---- */

/* The constant k of x + k or k + x for a variable x, as wide as `like`; x alone: 0. none: it is
 * something else. */
static term shift_of(terms *t, term index, term like) {
    enum op extended = term_op(t, index);
    uint32_t width = term_width(t, like);
    if (extended == OP_ZERO_EXTEND || extended == OP_SIGN_EXTEND) index = term_arg(t, index, 0);
    if (term_is_var(t, index)) return term_bv(t, width, 0);
    if (term_op(t, index) != OP_BVADD || term_arity(t, index) != 2) return (term){0};
    term a = term_arg(t, index, 0), b = term_arg(t, index, 1);
    bool first = term_is_const(t, a);
    if (!term_is_const(t, first ? a : b) || !term_is_var(t, first ? b : a)) return (term){0};
    return term_sext(t, first ? a : b, width);
}

/* The cell that is written at x + k may be found later at y + k: where a string ends, whatever its
 * length is called by then. */
static void cell_holds(guesses *g, program *p, term array, term index, term held) {
    terms *t = g->terms;
    if (term_is_const(t, index)) add(g, term_eq(t, term_select(t, array, index), held));
    term shift = term_is_const(t, index) ? (term){0} : shift_of(t, index, index);
    for (uint32_t i = 0; shift.id && i < p->variables.size; i++) {
        term y = p->variables.data[i].var;
        if (!same_sort(term_sort(t, y), term_sort(t, index))) continue;
        add(g, term_eq(t, term_select(t, array, term_2(t, OP_BVADD, y, shift)), held));
    }
}

/* What was assigned stays equal as long as nothing of it changes: a length under another type, or
 * what a cursor pointed to. */
static void definition(guesses *g, term var, term defined) {
    terms *t = g->terms;
    enum op op = term_op(t, defined);
    bool extended = op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND;
    bool read = op == OP_SELECT && term_is_var(t, term_arg(t, defined, 0));
    if (read || (extended && term_is_var(t, term_arg(t, defined, 0))))
        add(g, term_eq(t, var, defined));
}

/* Where t + k is written to a variable as a constant is stored at t, the cell is found by it: the
 * end of a string, by the size of its object. */
static void named_cells(guesses *g, program *p, cmd c, term array, term index, term held) {
    terms *t = g->terms;
    for (uint32_t i = 0; cmd_kind_of(p, c) == CMD_SEQ && i < cmd_size(p, c); i++) {
        cmd part = cmd_part(p, c, i);
        if (cmd_kind_of(p, part) != CMD_ASSIGN) continue;
        if (!same_sort(term_sort(t, cmd_term(p, part)), term_sort(t, index))) continue;
        term by = term_2(t, OP_BVSUB, cmd_term(p, part), index);
        if (!term_is_const(t, by)) continue;
        term at = term_2(t, OP_BVSUB, cmd_var(p, part), by);
        add(g, term_eq(t, term_select(t, array, at), held));
    }
}

static void assignments_of(guesses *g, program *p, cmd whole, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    terms *t = g->terms;
    for (uint32_t i = 0; cmd_kind_of(p, c) > CMD_ASSUME && i < cmd_size(p, c); i++)
        assignments_of(g, p, whole, cmd_part(p, c, i));
    if (cmd_kind_of(p, c) != CMD_ASSIGN) return;
    definition(g, cmd_var(p, c), cmd_term(p, c));
    for (term a = cmd_term(p, c); term_op(t, a) == OP_STORE; a = term_arg(t, a, 0)) {
        if (!term_is_const(t, term_arg(t, a, 2))) continue;
        named_cells(g, p, whole, cmd_var(p, c), term_arg(t, a, 1), term_arg(t, a, 2));
        cell_holds(g, p, cmd_var(p, c), term_arg(t, a, 1), term_arg(t, a, 2));
    }
}

/* Around a single loop, what held before the step is asked where it held. */
static bool is_between(const edge *e) { return !e->removed && !same_loc(e->from, e->to); }

/* A run of the candidates. */
typedef struct {
    uint32_t from, to;
} guess_range;

/* v := v + k on the way to another loop: what held of v before holds of v - k from then on. */
static void after_step(guesses *g, term var, term next, guess_range known) {
    terms *t = g->terms;
    if (!sort_is_bv(t, term_sort(t, var)) || term_op(t, next) != OP_BVADD) return;
    term step = term_2(t, OP_BVSUB, next, var);
    if (!term_is_const(t, step)) return;
    substitution s = {0};
    subst_set(&s, t, var, term_2(t, OP_BVSUB, var, step));
    for (uint32_t i = known.from; i < known.to && !full(g); i++) {
        term before = g->out->data[i];
        if (term_mentions(t, before, var)) add(g, subst_apply(&s, t, before));
    }
    subst_release(&s);
}

static void after_steps_of(guesses *g, program *p, cmd c, guess_range known) {
    assert_debug(cmds_are_there(p, 1, &c));
    for (uint32_t i = 0; cmd_kind_of(p, c) > CMD_ASSUME && i < cmd_size(p, c); i++)
        after_steps_of(g, p, cmd_part(p, c, i), known);
    if (cmd_kind_of(p, c) == CMD_ASSIGN) after_step(g, cmd_var(p, c), cmd_term(p, c), known);
}

/* Of the candidates since `from`. */
static void after_steps(guesses *g, program *p, uint32_t from) {
    guess_range known = {from, g->out->size};
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (is_between(&p->edges.data[e.id]))
            after_steps_of(g, p, p->edges.data[e.id].command, known);
}

static void signs(guesses *g, term var) {
    terms *t = g->terms;
    uint32_t width = term_width(t, var);
    switch (sort_kind_of(t, term_sort(t, var))) {
    case SORT_BV:
        if (width > 64) break;
        add(g, term_2(t, OP_BVSLE, term_bv(t, width, 0), var));
        if (width > 1) add(g, term_2(t, OP_BVULE, var, term_bv(t, width, 1)));
        break;
    case SORT_FP:
        add(g, term_not(t, term_1(t, OP_FP_IS_NAN, var)));
        add(g, term_not(t, term_1(t, OP_FP_IS_INF, var)));
        break;
    case SORT_INT: add(g, term_2(t, OP_LE, term_int(t, 0), var)); break;
    default: break;
    }
}

static void orders(guesses *g, term a, term b) {
    terms *t = g->terms;
    if (!same_sort(term_sort(t, a), term_sort(t, b))) return;
    enum sort_kind kind = sort_kind_of(t, term_sort(t, a));
    if (kind != SORT_BV && kind != SORT_INT && kind != SORT_REAL) return;
    enum op le = kind == SORT_BV ? OP_BVSLE : OP_LE;
    if (kind == SORT_BV && term_width(t, a) == 1) return;
    add(g, term_eq(t, a, b));
    add(g, term_2(t, le, a, b));
    add(g, term_2(t, le, b, a));
}

/* ---- steps ---- */

typedef struct {
    term var;
    int64_t by;
} constant_step;
typedef vec(constant_step) constant_steps;

/* The assignments v := v + k of a sequence. */
static void steps_of(program *p, cmd c, constant_steps *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    terms *t = p->terms;
    for (uint32_t i = 0; cmd_kind_of(p, c) == CMD_SEQ && i < cmd_size(p, c); i++)
        steps_of(p, cmd_part(p, c, i), out);
    if (cmd_kind_of(p, c) != CMD_ASSIGN || !sort_is_bv(t, term_sort(t, cmd_var(p, c)))) return;
    uint64_t by;
    uint32_t width = term_width(t, cmd_var(p, c)), unused = 64 - (width < 64 ? width : 64);
    term step = term_2(t, OP_BVSUB, cmd_term(p, c), cmd_var(p, c));
    if (width > 64 || !term_get_u64(t, step, &by)) return;
    int64_t k = (int64_t)(by << unused) >> unused;
    if (k && k <= LARGEST_STEP && k >= -LARGEST_STEP)
        vec_push(out, ((constant_step){cmd_var(p, c), k}));
}

typedef struct {
    term var, value;
} constant_start;
typedef vec(constant_start) constant_starts;

/* The assignments v := constant. */
static void starts_of(program *p, cmd c, constant_starts *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    for (uint32_t i = 0; cmd_kind_of(p, c) > CMD_ASSUME && i < cmd_size(p, c); i++)
        starts_of(p, cmd_part(p, c, i), out);
    if (cmd_kind_of(p, c) != CMD_ASSIGN || !term_is_const(p->terms, cmd_term(p, c))) return;
    if (sort_is_bv(p->terms, term_sort(p->terms, cmd_var(p, c))) && out->size < MOST_STARTS)
        vec_push(out, ((constant_start){cmd_var(p, c), cmd_term(p, c)}));
}

/* x = c + k * y, where each step of x is k of those of y. */
static void in_proportion(guesses *g, const constant_start *x, const constant_start *y, int64_t k) {
    terms *t = g->terms;
    uint32_t width = term_width(t, x->var);
    term factor = term_bv(t, width, (uint64_t)k);
    for (int extend = 0; extend <= (term_width(t, y->var) < width); extend++) {
        term now = extend ? term_sext(t, y->var, width) : term_zext(t, y->var, width);
        term then = extend ? term_sext(t, y->value, width) : term_zext(t, y->value, width);
        term c = term_2(t, OP_BVSUB, x->value, term_2(t, OP_BVMUL, factor, then));
        add(g, term_eq(t, term_2(t, OP_BVSUB, x->var, term_2(t, OP_BVMUL, factor, now)), c));
    }
}

/* Two variables that one edge steps, from where they start. */
static void pair(guesses *g, const constant_starts *starts, const constant_step *x,
                 const constant_step *y) {
    if (same(x->var, y->var) || x->by % y->by) return;
    if (term_width(g->terms, y->var) > term_width(g->terms, x->var)) return;
    for (uint32_t i = 0; i < starts->size; i++)
        for (uint32_t j = 0; same(starts->data[i].var, x->var) && j < starts->size; j++)
            if (same(starts->data[j].var, y->var))
                in_proportion(g, &starts->data[i], &starts->data[j], x->by / y->by);
}

static void proportions(guesses *g, program *p) {
    constant_starts starts = {0};
    constant_steps steps = {0};
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed) starts_of(p, p->edges.data[e.id].command, &starts);
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        vec_clear(&steps);
        if (!p->edges.data[e.id].removed) steps_of(p, p->edges.data[e.id].command, &steps);
        for (uint32_t i = 0; i < steps.size * steps.size; i++)
            pair(g, &starts, &steps.data[i / steps.size], &steps.data[i % steps.size]);
    }
    vec_release(&starts);
    vec_release(&steps);
}

void guess_from_program(program *p, uint32_t limit, term_vec *out) {
    assert_debug(limit);
    LOG("candidates", "candidates of the program, %u at most", limit);
    guesses g = {.terms = p->terms, .limit = out->size + limit, .out = out};
    visit_conditions(&g, p, bounds_in);
    within(&g);
    last_rounds(&g);
    rests(&g, p);
    proportions(&g, p);
    for (uint32_t i = 0; i < p->variables.size; i++) below_sizes(&g, p->variables.data[i].var);
    renamed_conditions(&g, p);
    visit_conditions(&g, p, add_atom);
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed)
            assignments_of(&g, p, p->edges.data[e.id].command, p->edges.data[e.id].command);
    after_steps(&g, p, 0);
    uint32_t plain = out->size;
    for (uint32_t i = 0; i < p->variables.size; i++) signs(&g, p->variables.data[i].var);
    for (uint32_t i = 0; i < p->variables.size; i++)
        for (uint32_t j = i + 1; j < p->variables.size && !full(&g); j++)
            orders(&g, p->variables.data[i].var, p->variables.data[j].var);
    after_steps(&g, p, plain);
    guesses_release(&g);
}

/* What steps of a power of two keep: where a pointer to words began, it stays aligned. */
static void low_bits(guesses *g, term x, term c) {
    terms *t = g->terms;
    if (!sort_is_bv(t, term_sort(t, x)) || term_width(t, x) < 2 * WORD_BITS) return;
    for (uint32_t high = 1; high < WORD_BITS; high++)
        add(g, term_eq(t, term_extract(t, high, 0, x), term_extract(t, high, 0, c)));
}

/* x = c, c <= x and x <= c, as far as the sort has orders. */
static void bounds(guesses *g, term x, term c) {
    terms *t = g->terms;
    add(g, term_eq(t, x, c));
    static const enum op bv[] = {OP_BVSLE, OP_BVULE}, fp[] = {OP_FP_LE}, number[] = {OP_LE};
    enum sort_kind kind = sort_kind_of(t, term_sort(t, x));
    const enum op *le = kind == SORT_BV ? bv : kind == SORT_FP ? fp : number;
    uint32_t n = kind == SORT_BV ? 2 : kind == SORT_FP || kind == SORT_INT || kind == SORT_REAL;
    for (uint32_t i = 0; i < n; i++) {
        add(g, term_2(t, le[i], c, x));
        add(g, term_2(t, le[i], x, c));
    }
}

static void relations(guesses *g, term x, term y, term at_x, term at_y) {
    terms *t = g->terms;
    if (!same_sort(term_sort(t, x), term_sort(t, y)) || sort_kind_of(t, term_sort(t, x)) != SORT_BV)
        return;
    term difference = term_2(t, OP_BVSUB, at_x, at_y), sum = term_2(t, OP_BVADD, at_x, at_y);
    if (term_is_const(t, difference)) add(g, term_eq(t, term_2(t, OP_BVSUB, x, y), difference));
    if (term_is_const(t, sum)) add(g, term_eq(t, term_2(t, OP_BVADD, x, y), sum));
}

void guess_from_state(program *p, const term *state, uint32_t limit, term_vec *out) {
    assert_debug(limit);
    LOG("candidates", "candidates of a state, %u at most", limit);
    guesses g = {.terms = p->terms, .limit = out->size + limit, .out = out};
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (term_is_const(p->terms, state[i])) bounds(&g, p->variables.data[i].var, state[i]);
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (term_is_const(p->terms, state[i])) low_bits(&g, p->variables.data[i].var, state[i]);
    for (uint32_t i = 0; i < p->variables.size; i++)
        for (uint32_t j = i + 1; j < p->variables.size && !full(&g); j++)
            relations(&g, p->variables.data[i].var, p->variables.data[j].var, state[i], state[j]);
    guesses_release(&g);
}
