#include "reduce/accelerate.h"

#include "base/log.h"
#include "program/semantics.h"

enum { MOST_PATHS = 16, MOST_INPUT_BITS = 12, COUNT_BITS = 32, MOST_VISITS = 5000 };

/* What a round does to a variable. */
enum trend {
    SAME,   /* nothing */
    MOVES,  /* adds `by`, which reads only variables that stay the same */
    BECOMES /* is set to `by`, over variables that stay the same or move */
};

typedef struct {
    program *p;
    terms *t;
    cmd_vec havocs;          /* of the round, in order, each on a variable of its own */
    term guard;              /* over the state before the round */
    term_vec vars, values;   /* assigned variables and their values after the round */
    vec(enum trend) changes; /* by index of vars */
    term_vec by;
    term rounds;         /* N: the last round is the N-th, the first has number 0 */
    term_vec conditions; /* under which what was said of extended words holds */
    bool pins;           /* a condition asks more than the round itself does */
    uint32_t inputs;     /* havocs that are in the log of a run */
    uint32_t visits;     /* subterms looked at: shared ones are looked at each time they are met */
} loop_round;

/* ---- one round ---- */

static term after(loop_round *r, term a) {
    substitution s = {0};
    for (uint32_t i = 0; i < r->vars.size; i++)
        subst_set(&s, r->t, r->vars.data[i], r->values.data[i]);
    a = subst_apply(&s, r->t, a);
    subst_release(&s);
    return a;
}

static void set(loop_round *r, term var, term value) {
    for (uint32_t i = 0; i < r->vars.size; i++)
        if (same(r->vars.data[i], var)) {
            r->values.data[i] = value;
            return;
        }
    vec_push(&r->vars, var);
    vec_push(&r->values, value);
}

/* An input is a variable of the leap, havocked once before it. */
static void take_input(loop_round *r, cmd c) {
    term var = cmd_var(r->p, c), value = term_fresh(r->t, "leap_input", term_sort(r->t, var));
    vec_push(&r->havocs, cmd_havoc(r->p, value, cmd_input(r->p, c)));
    r->inputs += cmd_input(r->p, c) != NO_INPUT;
    set(r, var, value);
}

static void run_part(loop_round *r, cmd c) {
    switch (cmd_kind_of(r->p, c)) {
    case CMD_ASSIGN: set(r, cmd_var(r->p, c), after(r, cmd_term(r->p, c))); break;
    case CMD_ASSUME: r->guard = term_and(r->t, r->guard, after(r, cmd_term(r->p, c))); break;
    case CMD_HAVOC: take_input(r, c); break;
    case CMD_SEQ:
        for (uint32_t i = 0; i < cmd_size(r->p, c); i++) run_part(r, cmd_part(r->p, c, i));
        break;
    default: break; /* a path has no choices */
    }
}

/* ---- how variables change ---- */

static uint32_t index_of(const loop_round *r, term var) {
    uint32_t i = 0;
    while (i < r->vars.size && !same(r->vars.data[i], var)) i++;
    return i;
}

static enum trend change_of(const loop_round *r, term var) {
    uint32_t i = index_of(r, var);
    return i < r->vars.size ? r->changes.data[i] : SAME;
}

static bool reads_only(loop_round *r, term a, enum trend most) {
    term_vec vars = {0};
    bool good = true;
    term_vars(r->t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++) good &= change_of(r, vars.data[i]) <= most;
    vec_release(&vars);
    return good;
}

/* Variables that add something to themselves, unless what they add changes. */
static void find_moves(loop_round *r) {
    for (uint32_t i = 0; i < r->vars.size; i++) {
        term var = r->vars.data[i];
        bool is_same = same(var, r->values.data[i]);
        r->changes.data[i] = is_same ? SAME : BECOMES;
        r->by.data[i] = r->values.data[i];
    }
    for (uint32_t i = 0; i < r->vars.size; i++) {
        term var = r->vars.data[i];
        if (r->changes.data[i] == SAME || !sort_is_bv(r->t, term_sort(r->t, var))) continue;
        term by = term_2(r->t, OP_BVSUB, r->values.data[i], var);
        if (!reads_only(r, by, SAME)) continue;
        r->changes.data[i] = MOVES;
        r->by.data[i] = by;
    }
}

static bool classify(loop_round *r) {
    bool moves = false, good = true;
    vec_resize(&r->changes, r->vars.size);
    vec_resize(&r->by, r->vars.size);
    find_moves(r);
    for (uint32_t i = 0; i < r->vars.size; i++) {
        moves |= r->changes.data[i] == MOVES;
        good &= r->changes.data[i] != BECOMES || reads_only(r, r->by.data[i], MOVES);
    }
    return good && moves;
}

/* ---- words that move in a straight line ---- */

static term zero(loop_round *r, term like) { return term_bv(r->t, term_width(r->t, like), 0); }

static term resize(terms *t, term a, uint32_t width, bool is_signed) {
    uint32_t have = term_width(t, a);
    if (have > width) return term_extract(t, width - 1, 0, a);
    return have == width ? a : is_signed ? term_sext(t, a, width) : term_zext(t, a, width);
}

/* a in the last round as a number of so many bits that nothing wraps. */
static term far_wide(loop_round *r, term a, term step, bool is_signed) {
    uint32_t wide = term_width(r->t, a) + term_width(r->t, r->rounds) + 2;
    term moved = term_2(r->t, OP_BVMUL, resize(r->t, step, wide, true),
                        resize(r->t, r->rounds, wide, false));
    return term_2(r->t, OP_BVADD, resize(r->t, a, wide, is_signed), moved);
}

/* a in the last round, modulo its width. */
static term far(loop_round *r, term a, term step) {
    uint32_t width = term_width(r->t, a);
    term moved = term_2(r->t, OP_BVMUL, step, resize(r->t, r->rounds, width, false));
    return term_2(r->t, OP_BVADD, a, moved);
}

/* a does not wrap around from the first round to the last: as a number it moves in a straight line.
 */
static term straight(loop_round *r, term a, term step, bool is_signed) {
    if (same(step, zero(r, a))) return term_true(r->t);
    term wide = far_wide(r, a, step, is_signed);
    uint32_t width = term_width(r->t, a);
    return term_eq(
        r->t, wide,
        resize(r->t, term_extract(r->t, width - 1, 0, wide), term_width(r->t, wide), is_signed));
}

static bool step_of(loop_round *r, term a, term *step);

/* A variable that is set to the same in every round stays the same if it is that already. */
static bool pinned(loop_round *r, term var) {
    uint32_t i = index_of(r, var);
    if (!reads_only(r, r->by.data[i], SAME)) return false;
    vec_push(&r->conditions, term_eq(r->t, var, r->by.data[i]));
    r->pins = true;
    return true;
}

static bool step_of_variable(loop_round *r, term a, term *step) {
    uint32_t i = index_of(r, a);
    *step = zero(r, a);
    switch (change_of(r, a)) {
    case SAME: return true;
    case MOVES: *step = r->by.data[i]; return term_is_const(r->t, *step);
    default: return pinned(r, a);
    }
}

static bool step_of_sum(loop_round *r, term a, term *step) {
    *step = zero(r, a);
    for (uint32_t i = 0; i < term_arity(r->t, a); i++) {
        term part;
        if (!step_of(r, term_arg(r->t, a, i), &part)) return false;
        *step = term_2(r->t, OP_BVADD, *step, part);
    }
    return true;
}

static bool step_of_product(loop_round *r, term a, term *step) {
    term factor = term_arg(r->t, a, 0);
    if (term_arity(r->t, a) != 2 || !term_is_const(r->t, factor) ||
        !step_of(r, term_arg(r->t, a, 1), step))
        return false;
    *step = term_2(r->t, OP_BVMUL, factor, *step);
    return true;
}

/* The extended word moves as the word does, while that does not wrap. */
static bool step_of_extension(loop_round *r, term a, term *step) {
    term word = term_arg(r->t, a, 0);
    bool is_signed = term_op(r->t, a) == OP_SIGN_EXTEND;
    if (!step_of(r, word, step)) return false;
    term line = straight(r, word, *step, is_signed);
    if (!term_is_true(r->t, line)) vec_push(&r->conditions, line);
    *step = term_sext(r->t, *step, term_width(r->t, a));
    return true;
}

/* The lowest bits of a word move by the lowest bits of its step. */
static bool step_of_slice(loop_round *r, term a, term *step) {
    uint32_t high = term_index(r->t, a, 0), low = term_index(r->t, a, 1);
    if (!step_of(r, term_arg(r->t, a, 0), step)) return false;
    term lowest = term_extract(r->t, high, 0, *step);
    *step = low ? zero(r, a) : lowest;
    return !low || same(lowest, zero(r, lowest));
}

static bool stays_all(loop_round *r, term a) {
    if (++r->visits > MOST_VISITS) return false;
    if (term_is_var(r->t, a)) {
        enum trend c = change_of(r, a);
        return c == SAME || (c == BECOMES && pinned(r, a));
    }
    for (uint32_t i = 0; i < term_arity(r->t, a); i++) {
        term part = term_arg(r->t, a, i), step;
        bool word = sort_is_bv(r->t, term_sort(r->t, part));
        if (word ? !step_of(r, part, &step) || !same(step, zero(r, part)) : !stays_all(r, part))
            return false;
    }
    return true;
}

/* By how much the bit-vector `a` grows in a round, a constant; false where that is not known. */
static bool step_of(loop_round *r, term a, term *step) {
    if (++r->visits > MOST_VISITS) return false;
    switch (term_op(r->t, a)) {
    case OP_VAR: return step_of_variable(r, a, step);
    case OP_BVADD: return step_of_sum(r, a, step);
    case OP_BVMUL:
        if (step_of_product(r, a, step)) return true;
        break;
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: return step_of_extension(r, a, step);
    case OP_EXTRACT: return step_of_slice(r, a, step);
    case OP_BVNOT:
        if (!step_of(r, term_arg(r->t, a, 0), step)) return false;
        *step = term_1(r->t, OP_BVNEG, *step);
        return true;
    default: break;
    }
    *step = zero(r, a);
    return stays_all(r, a);
}

/* ---- guards that hold in every round of a leap ---- */

static term holds_once(loop_round *r, term a) {
    return term_and(r->t, a, term_eq(r->t, r->rounds, zero(r, r->rounds)));
}

static term in_all_order(loop_round *r, term a, bool positive) {
    enum op op = term_op(r->t, a);
    term x = term_arg(r->t, a, 0), y = term_arg(r->t, a, 1), x_step, y_step;
    bool is_signed = op == OP_BVSLT;
    if (!step_of(r, x, &x_step) || !step_of(r, y, &y_step)) return (term){0};
    term last = term_2(r->t, op, far(r, x, x_step), far(r, y, y_step));
    term parts[] = {positive ? a : term_not(r->t, a), positive ? last : term_not(r->t, last),
                    straight(r, x, x_step, is_signed), straight(r, y, y_step, is_signed)};
    return term_and_n(r->t, 4, parts);
}

/* Words differ in all rounds where their difference, a number from 1 to 2^w - 1, does not leave
 * that range. */
static term in_all_equation(loop_round *r, term a, bool positive) {
    term x = term_arg(r->t, a, 0), y = term_arg(r->t, a, 1), x_step, y_step;
    if (!step_of(r, x, &x_step) || !step_of(r, y, &y_step)) return (term){0};
    term step = term_2(r->t, OP_BVSUB, x_step, y_step), apart = term_2(r->t, OP_BVSUB, x, y);
    if (same(step, zero(r, step))) return positive ? a : term_not(r->t, a);
    if (positive) return holds_once(r, a);
    term parts[] = {term_not(r->t, a), straight(r, apart, step, false),
                    term_not(r->t, term_eq(r->t, far(r, apart, step), zero(r, apart)))};
    return term_and_n(r->t, 3, parts);
}

/* A condition under which `a` holds in every round; none where no such is known. */
static term in_all(loop_round *r, term a) {
    enum op op = term_op(r->t, a);
    if (op == OP_AND || op == OP_OR) {
        term_vec parts = {0};
        for (uint32_t i = 0; i < term_arity(r->t, a); i++) {
            term part = in_all(r, term_arg(r->t, a, i));
            vec_push(&parts, part.id ? part : holds_once(r, term_arg(r->t, a, i)));
        }
        term all = op == OP_AND ? term_and_n(r->t, parts.size, parts.data)
                                : term_or_n(r->t, parts.size, parts.data);
        vec_release(&parts);
        return all;
    }
    bool positive = op != OP_NOT;
    term atom = positive ? a : term_arg(r->t, a, 0);
    op = term_op(r->t, atom);
    if (op == OP_BVULT || op == OP_BVSLT) return in_all_order(r, atom, positive);
    if (op == OP_EQ && sort_is_bv(r->t, term_sort(r->t, term_arg(r->t, atom, 0))))
        return in_all_equation(r, atom, positive);
    return stays_all(r, a) ? a : (term){0};
}

/* ---- a leap ---- */

/* The guards in every round; none where some guard is not understood, for then no leap would be
 * longer than one round. */
static term leap_guard(loop_round *r) {
    term_vec parts = {0}, all = {0};
    bool good = true;
    term_conjuncts(r->t, r->guard, &parts);
    for (uint32_t i = 0; i < parts.size && good; i++) {
        term part = in_all(r, parts.data[i]);
        good = part.id != 0;
        vec_push(&all, part);
    }
    vec_append(&all, r->conditions.data, r->conditions.size);
    term guard = good ? term_and_n(r->t, all.size, all.data) : (term){0};
    vec_release(&parts);
    vec_release(&all);
    return guard;
}

/* The value of a variable after the leap, over the state before it. */
static term leap_value(loop_round *r, uint32_t i) {
    term var = r->vars.data[i], by = r->by.data[i];
    if (r->changes.data[i] == MOVES) return term_2(r->t, OP_BVADD, far(r, var, by), by);
    substitution s = {0}; /* set in the last round, in which the others have moved N times */
    for (uint32_t k = 0; k < r->vars.size; k++)
        if (r->changes.data[k] == MOVES)
            subst_set(&s, r->t, r->vars.data[k], far(r, r->vars.data[k], r->by.data[k]));
    term value = subst_apply(&s, r->t, by);
    subst_release(&s);
    return value;
}

/* What becomes something reads what moves, and nothing reads what becomes: in this order every
 * value is read as it was before the leap. */
static void assign_all(loop_round *r, cmd_vec *parts) {
    static const enum trend order[] = {BECOMES, MOVES};
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < r->vars.size; i++)
            if (r->changes.data[i] == order[pass])
                vec_push(parts, cmd_assign(r->p, r->vars.data[i], leap_value(r, i)));
}

/* Few rounds where they have inputs: each of them is in the log as often as there are rounds. */
static term count_variable(loop_round *r) {
    uint32_t width = r->havocs.size ? MOST_INPUT_BITS : COUNT_BITS;
    for (uint32_t i = 0; i < r->vars.size && !r->havocs.size; i++)
        if (r->changes.data[i] == MOVES && term_width(r->t, r->vars.data[i]) > width) width = 64;
    return term_fresh(r->t, "leap_rounds", sort_bv(r->t, width));
}

static void declare(loop_round *r) {
    program_add_variable(r->p, (variable){.var = r->rounds});
    for (uint32_t i = 0; i < r->havocs.size; i++)
        program_add_variable(r->p, (variable){.var = cmd_var(r->p, r->havocs.data[i])});
}

/* False where the path is not one that can be leapt. */
static bool add_leap(loop_round *r, edge_id e, acceleration *out) {
    cmd_vec parts = {0};
    if (!classify(r)) return false;
    r->rounds = count_variable(r);
    term guard = leap_guard(r);
    if (!guard.id || term_is_false(r->t, guard)) return false;
    declare(r);
    vec_push(&parts, cmd_havoc(r->p, r->rounds, out->count_input));
    vec_append(&parts, r->havocs.data, r->havocs.size);
    vec_push(&parts, cmd_assume(r->p, guard));
    assign_all(r, &parts);
    edge round = r->p->edges.data[e.id];
    edge_id made = program_add_edge(r->p, round.from, round.to,
                                    cmd_seq(r->p, parts.size, parts.data), round.at);
    vec_push(&out->leaps, ((leap){made, e, r->rounds, r->inputs}));
    vec_release(&parts);
    return true;
}

static void round_release(loop_round *r) {
    vec_release(&r->havocs);
    vec_release(&r->vars);
    vec_release(&r->values);
    vec_release(&r->changes);
    vec_release(&r->by);
    vec_release(&r->conditions);
}

/* True where the leap includes the path itself. */
static bool leap_path(program *p, cmd path, edge_id e, acceleration *out) {
    assert_debug(cmds_are_there(p, 1, &path));
    assert_debug(e.id < p->edges.size);
    loop_round r = {.p = p, .t = p->terms, .guard = term_true(p->terms)};
    run_part(&r, path);
    bool whole = term_is_false(p->terms, r.guard) || (add_leap(&r, e, out) && !r.pins);
    round_release(&r);
    return whole;
}

static void leap_edge(program *p, edge_id e, acceleration *out) {
    assert_debug(e.id < p->edges.size);
    cmd_vec paths = {0};
    bool whole = cmd_split(p, p->edges.data[e.id].command, MOST_PATHS, &paths);
    bool usable = whole;
    for (uint32_t i = 0; usable && i < paths.size; i++)
        whole &= leap_path(p, paths.data[i], e, out);
    if (whole) program_remove_edge(p, e);
    vec_release(&paths);
}

program *accelerate(const program *original, acceleration *out) {
    LOG("reduce", "accelerate loops of %u locations", original->locations.size);
    *out = (acceleration){0};
    program *p = program_clone(original);
    uint32_t edges = p->edges.size;
    out->count_input = program_add_input(p, (input){.origin = ORIGIN_NONDET});
    for (edge_id e = {0}; e.id < edges; e.id++)
        if (!p->edges.data[e.id].removed &&
            same_loc(p->edges.data[e.id].from, p->edges.data[e.id].to))
            leap_edge(p, e, out);
    if (out->leaps.size) return p;
    program_delete(p);
    return NULL;
}

void acceleration_release(acceleration *a) { vec_release(&a->leaps); }
