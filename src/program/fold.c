#include "program/fold.h"

#include "base/log.h"

#include <assert.h>

enum {
    MOST_FOLDS = 4,
    MOST_ENDS = 1,
    SMALL_BOUND = 6,
    FEW_ELEMENTS = 100,
    MOST_PAIRS = 16,
    MOST_READS = 8
};

/* ---- what a fold says ---- */

bool fold_is_count(const fold *f) { return f->kind >= FOLD_MAX; }

term fold_element(const fold *f, terms *t, term value) {
    assert_debug(term_is_there(t, value));
    substitution s = {0};
    subst_set(&s, t, f->cell, value);
    term e = subst_apply(&s, t, f->element);
    subst_release(&s);
    return e;
}

term fold_property(const fold *f, terms *t, term value) {
    assert_debug(term_is_there(t, value));
    uint32_t narrow = term_width(t, f->threshold), width = term_width(t, value);
    assert(fold_is_count(f) && width >= narrow);
    term wide = term_sext(t, f->threshold, width), low = term_extract(t, narrow - 1, 0, value);
    term common = term_2(t, OP_BVAND, low, f->threshold);
    switch (f->kind) {
    case FOLD_MAX: return term_2(t, OP_BVSLE, value, wide);
    case FOLD_MIN: return term_2(t, OP_BVSLE, wide, value);
    case FOLD_AND: return term_eq(t, common, f->threshold);
    default: return term_eq(t, common, term_bv(t, narrow, 0));
    }
}

void folds_release(fold_vec *folds) {
    for (uint32_t i = 0; i < folds->size; i++) vec_release(&folds->data[i].counters);
    vec_release(folds);
}

/* ---- finding them ---- */

typedef struct {
    program *p;
    terms *t;
    fold_vec *out;
    vec(struct fold_pattern {
        enum fold_kind kind;
        term read;    /* (select array index) */
        term element; /* over `read`; of a count: none */
        uint32_t width;
    }) patterns;
    vec(struct fold_bound {
        term counter;
        term end;
        bool loop_guard; /* it is more likely one */
    }) bounds;
    map visited;
} fold_search;

/* Every command that is no sequence or choice. */
static void each_step(program *p, cmd c, void (*visit)(fold_search *, cmd), fold_search *x) {
    assert_debug(cmds_are_there(p, 1, &c));
    enum cmd_kind kind = cmd_kind_of(p, c);
    if (kind != CMD_SEQ && kind != CMD_CHOICE) visit(x, c);
    else
        for (uint32_t i = 0; i < cmd_size(p, c); i++) each_step(p, cmd_part(p, c, i), visit, x);
}

static void collect_reads(terms *t, term a, map *seen, term_vec *reads) {
    if (!map_add(seen, a.id)) return;
    if (term_op(t, a) == OP_SELECT && term_is_var(t, term_arg(t, a, 0))) vec_push(reads, a);
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        collect_reads(t, term_arg(t, a, i), seen, reads);
}

static void reads_of(terms *t, term a, term_vec *reads) {
    map seen = {0};
    collect_reads(t, a, &seen, reads);
    map_release(&seen);
}

/* The one element that `a` reads, where nothing else is variable in it; none: it is no such. */
static term only_read(fold_search *x, term a) {
    term_vec reads = {0}, vars = {0};
    term one = {0};
    reads_of(x->t, a, &reads);
    if (reads.size == 1 && sort_is_bv(x->t, term_sort(x->t, reads.data[0])) &&
        sort_is_bv(x->t, term_sort(x->t, term_arg(x->t, reads.data[0], 1)))) {
        substitution s = {0};
        subst_set(&s, x->t, reads.data[0], term_bv(x->t, term_width(x->t, reads.data[0]), 0));
        term_vars(x->t, subst_apply(&s, x->t, a), NULL, &vars);
        if (!vars.size) one = reads.data[0];
        subst_release(&s);
    }
    vec_release(&reads);
    vec_release(&vars);
    return one;
}

static void add_pattern(fold_search *x, enum fold_kind kind, term value) {
    term read = only_read(x, value);
    if (!read.id) return;
    vec_push(&x->patterns, ((struct fold_pattern){kind, read, value, term_width(x->t, value)}));
}

/* value, or a multiple of it. */
static term without_factor(terms *t, term a) {
    if (term_op(t, a) != OP_BVMUL || term_arity(t, a) != 2) return a;
    if (term_is_const(t, term_arg(t, a, 0))) return term_arg(t, a, 1);
    return term_is_const(t, term_arg(t, a, 1)) ? term_arg(t, a, 0) : a;
}

/* v := v op element. */
static void find_update(fold_search *x, term var, term next) {
    static const struct {
        enum op op;
        enum fold_kind kind;
    } known[] = {
        {OP_BVADD, FOLD_SUM}, {OP_BVXOR, FOLD_XOR}, {OP_BVAND, FOLD_AND}, {OP_BVOR, FOLD_OR}};
    enum op op = term_op(x->t, next);
    for (uint32_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (op != known[i].op || term_arity(x->t, next) != 2) continue;
        for (uint32_t k = 0; k < 2; k++)
            if (same(term_arg(x->t, next, k), var))
                add_pattern(x, known[i].kind, without_factor(x->t, term_arg(x->t, next, 1 - k)));
    }
}

/* A counter, or its extension, is compared with what has no part in it. */
static void note_bound(fold_search *x, term a, term b, bool loop_guard) {
    enum op op = term_op(x->t, a);
    term_vec reads = {0};
    if (op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND) a = term_arg(x->t, a, 0);
    bool fits = term_is_var(x->t, a) && sort_is_bv(x->t, term_sort(x->t, a)) &&
                term_dag_size(x->t, b) <= SMALL_BOUND && !term_mentions(x->t, b, a);
    if (fits) reads_of(x->t, b, &reads);
    if (fits && !reads.size) vec_push(&x->bounds, ((struct fold_bound){a, b, loop_guard}));
    vec_release(&reads);
}

/* A variable is less than an element, or an element less than it; and bounds of counters. */
static void find_comparisons(fold_search *x, term a) {
    if (!map_add(&x->visited, a.id)) return;
    enum op op = term_op(x->t, a);
    if (op == OP_BVSLT || op == OP_BVULT || op == OP_EQ) {
        term l = term_arg(x->t, a, 0), r = term_arg(x->t, a, 1);
        note_bound(x, l, r, op == OP_BVSLT);
        if (op == OP_EQ) note_bound(x, r, l, false);
        if (op == OP_BVSLT && term_is_var(x->t, l)) add_pattern(x, FOLD_MAX, r);
        if (op == OP_BVSLT && term_is_var(x->t, r)) add_pattern(x, FOLD_MIN, l);
    }
    for (uint32_t i = 0; i < term_arity(x->t, a); i++) find_comparisons(x, term_arg(x->t, a, i));
}

static void find_in_step(fold_search *x, cmd c) {
    enum cmd_kind kind = cmd_kind_of(x->p, c);
    if (kind == CMD_ASSIGN && sort_is_bv(x->t, term_sort(x->t, cmd_var(x->p, c))))
        find_update(x, cmd_var(x->p, c), cmd_term(x->p, c));
    if (kind == CMD_ASSIGN || kind == CMD_ASSUME) find_comparisons(x, cmd_term(x->p, c));
}

static term element_of(fold_search *x, const struct fold_pattern *p, fold *f, uint32_t index) {
    terms *t = x->t;
    if (!fold_is_count(f)) {
        substitution s = {0};
        subst_set(&s, t, p->read, f->cell);
        term e = subst_apply(&s, t, p->element);
        subst_release(&s);
        return e;
    }
    f->threshold = term_fresh(t, "threshold", term_sort(t, p->read));
    return term_ite(t, fold_property(f, t, f->cell), term_bv(t, index, 0), term_bv(t, index, 1));
}

/* The same fold, apart from the names that it gives to its ghosts; NULL: there is none. */
static fold *find_known(const fold_search *x, const fold *f, const struct fold_pattern *p) {
    for (uint32_t i = 0; i < x->out->size; i++) {
        fold *o = &x->out->data[i];
        if (o->kind != f->kind || !same(o->array, f->array) || !same(o->end, f->end)) continue;
        if (fold_is_count(f) || same(fold_element(o, x->t, p->read), p->element)) return o;
    }
    return NULL;
}

/* True: it is one, known before or not. */
static bool add_fold(fold_search *x, const struct fold_pattern *p, term end) {
    terms *t = x->t;
    term index = term_arg(t, p->read, 1);
    uint32_t width = term_width(t, index), own = term_width(t, end);
    fold f = {.kind = p->kind, .array = term_arg(t, p->read, 0)};
    uint64_t number;
    if (own > width || (term_get_u64(t, end, &number) && number <= FEW_ELEMENTS)) return false;
    f.end = term_sext(t, end, width);
    f.cell = term_fresh(t, "cell", term_sort(t, p->read));
    fold *known = find_known(x, &f, p);
    if (known) term_vars(t, index, NULL, &known->counters);
    if (known) return true;
    if (x->out->size >= MOST_FOLDS) return false;
    f.element = element_of(x, p, &f, width);
    sort s = term_sort(t, f.element);
    f.part = term_fresh(t, "fold.part", s);
    f.total = term_fresh(t, "fold.total", s);
    f.next = term_fresh(t, "fold.next", term_sort(t, index));
    f.known = term_fresh(t, "fold.known", sort_bv(t, 1));
    term_vars(t, index, NULL, &f.counters);
    vec_push(x->out, f);
    return true;
}

/* With the bounds that the counters of its index are compared with. */
static void complete_pattern(fold_search *x, const struct fold_pattern *p) {
    term_vec vars = {0};
    uint32_t ends = 0;
    term_vars(x->t, term_arg(x->t, p->read, 1), NULL, &vars);
    for (uint32_t i = 0; i < 2 * x->bounds.size && ends < MOST_ENDS; i++) {
        const struct fold_bound *b = &x->bounds.data[i % x->bounds.size];
        if (b->loop_guard != (i < x->bounds.size)) continue;
        for (uint32_t k = 0; k < vars.size; k++)
            if (same(vars.data[k], b->counter)) ends += add_fold(x, p, b->end);
    }
    vec_release(&vars);
}

void folds_find(program *p, fold_vec *out) {
    LOG("program", "look for folds in %u locations", p->locations.size);
    fold_search x = {.p = p, .t = p->terms, .out = out};
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed)
            each_step(p, p->edges.data[e.id].command, find_in_step, &x);
    for (uint32_t i = 0; i < x.patterns.size; i++) complete_pattern(&x, &x.patterns.data[i]);
    vec_release(&x.patterns);
    vec_release(&x.bounds);
    map_release(&x.visited);
}

/* ---- the ghosts of one ---- */

typedef struct {
    program *p;
    terms *t;
    const fold *f;
    cmd_vec steps; /* of the sequence under way */
} fold_writer;

static void emit(fold_writer *w, cmd c) { vec_push(&w->steps, c); }
static void set(fold_writer *w, term var, term value) { emit(w, cmd_assign(w->p, var, value)); }
static term zero(fold_writer *w, term like) { return term_bv(w->t, term_width(w->t, like), 0); }
static term one_more(fold_writer *w, term a) {
    return term_2(w->t, OP_BVADD, a, term_bv(w->t, term_width(w->t, a), 1));
}

static term joined(fold_writer *w, term a, term b) {
    return term_2(w->t, w->f->kind == FOLD_XOR ? OP_BVXOR : OP_BVADD, a, b);
}
static term cancelled(fold_writer *w, term a, term b) {
    return term_2(w->t, w->f->kind == FOLD_XOR ? OP_BVXOR : OP_BVSUB, a, b);
}

static void begin_again(fold_writer *w) {
    set(w, w->f->part, zero(w, w->f->part));
    set(w, w->f->next, zero(w, w->f->next));
}

static void forget(fold_writer *w) {
    begin_again(w);
    set(w, w->f->total, zero(w, w->f->total));
    set(w, w->f->known, zero(w, w->f->known));
}

/* Where the part comes to the end it is the total, by definition. */
static void meet_end(fold_writer *w) {
    const fold *f = w->f;
    terms *t = w->t;
    term full = term_eq(t, f->next, f->end), one = term_bv(t, 1, 1);
    term known = term_and(t, full, term_eq(t, f->known, one));
    emit(w, cmd_assume(w->p, term_implies(t, known, term_eq(t, f->part, f->total))));
    set(w, f->total, term_ite(t, full, f->part, f->total));
    set(w, f->known, term_ite(t, full, one, f->known));
}

/* The element at `index` is read, by the step that follows. */
static void read_at(fold_writer *w, term index) {
    const fold *f = w->f;
    terms *t = w->t;
    term e = fold_element(f, t, term_select(t, f->array, index));
    term longer = term_and(t, term_eq(t, index, f->next), term_2(t, OP_BVULT, f->next, f->end));
    term again =
        term_and(t, term_eq(t, index, zero(w, index)), term_2(t, OP_BVULT, zero(w, index), f->end));
    set(w, f->part, term_ite(t, longer, joined(w, f->part, e), term_ite(t, again, e, f->part)));
    set(w, f->next, term_ite(t, term_or(t, longer, again), one_more(w, index), f->next));
    meet_end(w);
}

/* A count is not smaller than that of one of its elements. */
static void count_covers(fold_writer *w, term count, term counted, term e) {
    if (fold_is_count(w->f))
        emit(w, cmd_assume(w->p, term_implies(w->t, counted, term_2(w->t, OP_BVULE, e, count))));
}

/* The element at `index` becomes `value`, by the step that follows. */
static void write_at(fold_writer *w, term index, term value) {
    const fold *f = w->f;
    terms *t = w->t;
    term old = fold_element(f, t, term_select(t, f->array, index)), e = fold_element(f, t, value);
    term in_part = term_2(t, OP_BVULT, index, f->next), in = term_2(t, OP_BVULT, index, f->end);
    term known = term_and(t, in, term_eq(t, f->known, term_bv(t, 1, 1)));
    count_covers(w, f->part, in_part, old);
    count_covers(w, f->total, known, old);
    set(w, f->part, term_ite(t, in_part, joined(w, cancelled(w, f->part, old), e), f->part));
    /* What is not known may be anything: without the condition more cancels. */
    set(w, f->total, term_ite(t, in, joined(w, cancelled(w, f->total, old), e), f->total));
}

/* ---- steps ---- */

static bool is_counter_start(const fold_writer *w, term var, term value) {
    uint64_t number;
    bool counter = false;
    for (uint32_t i = 0; i < w->f->counters.size; i++) counter |= same(w->f->counters.data[i], var);
    return counter && term_get_u64(w->t, value, &number) && number == 0;
}

static void before_reads(fold_writer *w, term a) {
    term_vec reads = {0};
    reads_of(w->t, a, &reads);
    for (uint32_t i = 0; i < reads.size && i < MOST_READS; i++)
        if (same(term_arg(w->t, reads.data[i], 0), w->f->array))
            read_at(w, term_arg(w->t, reads.data[i], 1));
    vec_release(&reads);
}

static void assign_step(fold_writer *w, cmd c) {
    term var = cmd_var(w->p, c), value = cmd_term(w->p, c);
    bool written = same(var, w->f->array),
         one = written && term_op(w->t, value) == OP_STORE && same(term_arg(w->t, value, 0), var);
    before_reads(w, value);
    if (one) write_at(w, term_arg(w->t, value, 1), term_arg(w->t, value, 2));
    emit(w, c);
    if (written && !one && !same(value, var)) forget(w);
    if (term_mentions(w->t, w->f->end, var)) forget(w);
    if (is_counter_start(w, var, value)) begin_again(w);
}

static cmd with_ghosts(fold_writer *w, cmd c);

static void step(fold_writer *w, cmd c) {
    switch (cmd_kind_of(w->p, c)) {
    case CMD_ASSIGN: assign_step(w, c); break;
    case CMD_ASSUME:
        before_reads(w, cmd_term(w->p, c));
        emit(w, c);
        break;
    case CMD_HAVOC:
        emit(w, c);
        if (same(cmd_var(w->p, c), w->f->array) || term_mentions(w->t, w->f->end, cmd_var(w->p, c)))
            forget(w);
        break;
    case CMD_SEQ:
        for (uint32_t i = 0; i < cmd_size(w->p, c); i++) step(w, cmd_part(w->p, c, i));
        break;
    case CMD_CHOICE: emit(w, with_ghosts(w, c)); break;
    default: emit(w, c); break;
    }
}

/* A command by itself; of a choice, each alternative. */
static cmd with_ghosts(fold_writer *w, cmd c) {
    fold_writer own = {.p = w->p, .t = w->t, .f = w->f};
    bool choice = cmd_kind_of(w->p, c) == CMD_CHOICE;
    for (uint32_t i = 0; choice && i < cmd_size(w->p, c); i++)
        emit(&own, with_ghosts(w, cmd_part(w->p, c, i)));
    if (!choice) step(&own, c);
    cmd all = choice ? cmd_choice(w->p, own.steps.size, own.steps.data)
                     : cmd_seq(w->p, own.steps.size, own.steps.data);
    vec_release(&own.steps);
    return all;
}

/* ---- thresholds ---- */

/* Variables that the program compares: results, among others. They are as wide as elements: no
 * threshold need distinguish wider ones. */
typedef vec(struct fold_pair {
    term a;
    term b;
}) fold_pairs;

static void collect_pairs(const fold *f, terms *t, term a, map *seen, fold_pairs *out) {
    if (!map_add(seen, a.id)) return;
    bool equation = term_op(t, a) == OP_EQ && out->size < MOST_PAIRS;
    term l = equation ? term_arg(t, a, 0) : a, r = equation ? term_arg(t, a, 1) : a;
    if (equation && term_is_var(t, l) && term_is_var(t, r) && sort_is_bv(t, term_sort(t, l)) &&
        term_width(t, l) == term_width(t, f->threshold))
        vec_push(out, ((struct fold_pair){l, r}));
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        collect_pairs(f, t, term_arg(t, a, i), seen, out);
}

static void find_pairs(fold_writer *w, cmd c, map *seen, fold_pairs *out) {
    enum cmd_kind kind = cmd_kind_of(w->p, c);
    if (kind == CMD_ASSIGN || kind == CMD_ASSUME)
        collect_pairs(w->f, w->t, cmd_term(w->p, c), seen, out);
    for (uint32_t i = 0; (kind == CMD_SEQ || kind == CMD_CHOICE) && i < cmd_size(w->p, c); i++)
        find_pairs(w, cmd_part(w->p, c, i), seen, out);
}

/* Where some pair differs, the threshold distinguishes one: some value does. */
static term distinguishes(fold_writer *w) {
    terms *t = w->t;
    fold_pairs pairs = {0};
    map seen = {0};
    for (edge_id e = {0}; e.id < w->p->edges.size; e.id++)
        if (!w->p->edges.data[e.id].removed)
            find_pairs(w, w->p->edges.data[e.id].command, &seen, &pairs);
    term differ = term_false(t), told = term_false(t);
    for (uint32_t i = 0; i < pairs.size; i++) {
        term a = pairs.data[i].a, b = pairs.data[i].b;
        differ = term_or(t, differ, term_not(t, term_eq(t, a, b)));
        told = term_or(
            t, told, term_not(t, term_eq(t, fold_property(w->f, t, a), fold_property(w->f, t, b))));
    }
    map_release(&seen);
    vec_release(&pairs);
    return term_implies(t, differ, told);
}

static void instrument(program *p, const fold *f) {
    fold_writer w = {.p = p, .t = p->terms, .f = f};
    uint32_t edges = p->edges.size;
    term chosen = fold_is_count(f) ? distinguishes(&w) : term_true(p->terms);
    for (edge_id e = {0}; e.id < edges; e.id++) {
        edge old = p->edges.data[e.id];
        if (old.removed) continue;
        vec_clear(&w.steps);
        if (same_loc(old.from, p->start)) forget(&w);
        step(&w, old.command);
        if (program_is_error(p, old.to)) emit(&w, cmd_assume(p, chosen));
        cmd all = cmd_seq(p, w.steps.size, w.steps.data);
        p->edges.data[e.id].command = all;
    }
    vec_release(&w.steps);
}

void folds_instrument(program *p, const fold_vec *folds) {
    assert_debug(folds->size);
    LOG("program", "instrument %u folds", folds->size);
    for (uint32_t i = 0; i < folds->size; i++) {
        const fold *f = &folds->data[i];
        term vars[] = {f->part, f->next, f->total, f->known, f->threshold};
        for (uint32_t k = 0; k < 5; k++)
            if (vars[k].id) program_add_variable(p, (variable){.var = vars[k]});
    }
    for (uint32_t i = 0; i < folds->size; i++) instrument(p, &folds->data[i]);
    program_changed(p);
}
