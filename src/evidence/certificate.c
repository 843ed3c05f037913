/* The certificate of a proof: for each cut point of the unreduced program, the region up to the
 * next cut points in static single assignment form, and a query for each of those: starting from a
 * state of the invariant, can a run end there outside of its invariant?
 *
 * A value is named once, where it is made (`x@7`: by edge 7; `x@@4`: where runs join at location
 * 4), so the text is linear in the region. A Boolean for each edge says whether the run takes it.
 * Only variables that can still matter (live ones) are named. Runs are chosen freely at branches (a
 * Boolean that implies the edge's condition), so any run can be told by a model; where several
 * incoming edges of a location are true at once, values come from the first, and that is a run too.
 * An edge whose condition folds to false on the values at hand is left out, and so is what only it
 * leads to. */
#include "base/fail.h"
#include "base/log.h"
#include "evidence/evidence.h"
#include "evidence/products.h"
#include "evidence/region.h"
#include "evidence/unroll.h"
#include "program/loopless.h"
#include "program/liveness.h"
#include "program/semantics.h"
#include "term/smtlib.h"

#include <ctype.h>

typedef struct {
    program *p;
    terms *t;
    const term_vec *invariant;
    evidence *e;
    text *out;
    map as_function; /* cut point -> 1: its invariant is a function of the file */
    bool heads_only; /* queries for loop heads alone: errors are excluded elsewhere */
    /* the region at hand */
    region r;
    map member;     /* edge -> 1 */
    map live_index; /* inner location -> index into live */
    vec(bits) live;
    liveness reads;  /* of all regions */
    map at;          /* variable, location -> value there */
    map made;        /* variable, edge -> value that the edge gives it */
    map reached;     /* location -> Bool: the run comes there */
    map taken;       /* edge -> Bool: the run takes it */
    edge_vec errors; /* edges into errors that no query has excluded yet */
    map declared;
    substitution subst;
    map seen;
    term_vec vars;
    text line; /* one command of the file: what it needs before goes first */
} certificate_writer;

static uint64_t pair(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }

/* The invariant at a cut point; the start has none, an error location must not be reached. */
static term invariant_at(const certificate_writer *w, loc l) {
    assert(l.id < w->p->locations.size);
    if (same_loc(l, w->p->start)) return term_true(w->t);
    if (w->p->locations.data[l.id].property) return term_false(w->t);
    term a = l.id < w->invariant->size ? w->invariant->data[l.id] : (term){0};
    return a.id ? a : term_true(w->t);
}

static bool matters(void *context, loc target) {
    certificate_writer *w = context;
    if (w->heads_only && w->p->locations.data[target.id].property) return false;
    return !term_is_true(w->t, invariant_at(w, target));
}

/* ---- writing ---- */

static void print_term(certificate_writer *w, term a, text *into) {
    text before = {0};
    smtlib_portable(w->t, a, into, &before);
    if (before.size) text_bytes(w->out, before.data, before.size);
    text_release(&before);
}

static void put_line(certificate_writer *w) {
    text_bytes(w->out, w->line.data, w->line.size);
    text_char(w->out, '\n');
    text_clear(&w->line);
}

static void declare(certificate_writer *w, term var) {
    if (!map_add(&w->declared, var.id)) return;
    smtlib_declare(w->t, var, w->out);
}

static void declare_all(certificate_writer *w, term a) {
    map_clear(&w->seen);
    vec_clear(&w->vars);
    term_vars(w->t, a, &w->seen, &w->vars);
    for (uint32_t i = 0; i < w->vars.size; i++) declare(w, w->vars.data[i]);
}

static void assert_term(certificate_writer *w, term a) {
    if (term_is_true(w->t, a)) return;
    declare_all(w, a);
    text_add(&w->line, "(assert ");
    print_term(w, a, &w->line);
    text_char(&w->line, ')');
    put_line(w);
}

/* A name that is not yet used in this scope; variables of the program are never taken. */
static term new_symbol(certificate_writer *w, const char *stem, const char *mark, uint32_t number,
                       sort s) {
    for (uint32_t again = 0;; again++) {
        char *spelt = again ? mem_format("%s%s%u~%u", stem, mark, number, again)
                            : mem_format("%s%s%u", stem, mark, number);
        term old = term_find_var(w->t, spelt);
        bool usable =
            !old.id || (same_sort(term_sort(w->t, old), s) &&
                        !map_get(&w->declared, old.id, NULL) && !program_variable(w->p, old));
        term name = usable ? term_var(w->t, spelt, s) : old;
        mem_free(spelt);
        if (usable) return name;
    }
}

/* A symbol for `a`, unless it is one. */
static term define(certificate_writer *w, term a, const char *stem, const char *mark,
                   uint32_t number) {
    declare_all(w, a);
    if (term_is_var(w->t, a) || term_is_const(w->t, a)) return a;
    sort s = term_sort(w->t, a);
    term name = new_symbol(w, stem, mark, number, s);
    map_set(&w->declared, name.id, 1);
    text_add(&w->line, "(define-fun ");
    smtlib_symbol(term_name(w->t, name), &w->line);
    text_add(&w->line, " () ");
    smtlib_sort(w->t, s, &w->line);
    text_char(&w->line, ' ');
    print_term(w, a, &w->line);
    text_char(&w->line, ')');
    put_line(w);
    return name;
}

/* In a comment: names of files are whatever a program says, and must not end it. */
static void comment(certificate_writer *w, const char *words) {
    for (const char *c = words; *c; c++) text_char(w->out, iscntrl((unsigned char)*c) ? ' ' : *c);
}

static void print_place(certificate_writer *w, loc l) {
    position at = w->p->locations.data[l.id].at;
    text_print(w->out, "L%u", l.id);
    if (!at.line) return;
    text_add(w->out, " (");
    comment(w, program_text(w->p, at.file));
    text_print(w->out, ":%u:%u", at.line, at.column);
    if (at.function) text_add(w->out, ", "), comment(w, program_text(w->p, at.function));
    text_char(w->out, ')');
}

/* ---- values ---- */

static const bits *live_at(const certificate_writer *w, loc l) {
    return &w->live.data[map_find(&w->live_index, l.id, 0)];
}

static edge_id only_edge_into(const certificate_writer *w, loc l) {
    const edge_id *in;
    uint32_t n = program_in(w->p, l, &in);
    for (uint32_t i = 0; i < n; i++)
        if (map_get(&w->member, in[i].id, NULL)) return in[i];
    require(false, "location %u of a region has no way in", l.id);
}

/* A variable that is not live where runs join has no value there: any value serves, and
 * over-approximates. */
static term any_value(certificate_writer *w, term var, loc l) {
    term any = new_symbol(w, term_name(w->t, var), "@any", l.id, term_sort(w->t, var));
    declare(w, any);
    map_set(&w->at, pair(var.id, l.id), any.id);
    return any;
}

/* The value of a variable at an inner location: walk up to where it was made, or where runs join.
 */
static term value_at(certificate_writer *w, term var, loc l) {
    uint64_t found;
    loc up = l;
    for (;;) {
        if (same_loc(up, w->r.cut)) {
            found = var.id;
            break;
        }
        if (map_get(&w->at, pair(var.id, up.id), &found)) break;
        if (map_find(&w->r.in_count, up.id, 0) != 1) {
            found = any_value(w, var, up).id;
            break;
        }
        edge_id e = only_edge_into(w, up);
        if (map_get(&w->made, pair(var.id, e.id), &found)) break;
        up = w->p->edges.data[e.id].from;
    }
    if (!same_loc(up, l)) map_set(&w->at, pair(var.id, l.id), found);
    return (term){(uint32_t)found};
}

static term value_after(certificate_writer *w, term var, edge_id e) {
    uint64_t found;
    if (map_get(&w->made, pair(var.id, e.id), &found)) return (term){(uint32_t)found};
    return value_at(w, var, w->p->edges.data[e.id].from);
}

/* `a` with the program's variables replaced by their values at l. */
static term at_location(certificate_writer *w, term a, loc l) {
    term_vec vars = {0};
    term_vars(w->t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        if (program_variable(w->p, vars.data[i]))
            subst_set(&w->subst, w->t, vars.data[i], value_at(w, vars.data[i], l));
    a = subst_apply(&w->subst, w->t, a);
    subst_clear(&w->subst);
    vec_release(&vars);
    return w->e->small_factors ? products_by_size(w->t, a) : a;
}

static term bool_of(const map *m, uint32_t key) { return (term){(uint32_t)map_find(m, key, 0)}; }

/* ---- the region in static single assignment form ---- */

static void live_into(certificate_writer *w, loc to, bits *live) {
    if (is_cut_point(w->p, to)) live_read(&w->reads, invariant_at(w, to), live);
    else bits_join(live, live_at(w, to));
}

static void find_live(certificate_writer *w) {
    for (uint32_t i = 0; i < w->r.inner.size; i++)
        map_set(&w->live_index, w->r.inner.data[i].id, i);
    vec_resize(&w->live, w->r.inner.size);
    for (uint32_t i = w->r.edges.size; i-- > 0;) {
        const edge *x = &w->p->edges.data[w->r.edges.data[i].id];
        bits live = {0};
        live_into(w, x->to, &live);
        live_before(&w->reads, x->command, &live);
        bits_join(&w->live.data[map_find(&w->live_index, x->from.id, 0)], &live);
        bits_release(&live);
    }
}

/* The region's edges into l that can be taken as far as is known. */
static void edges_into(const certificate_writer *w, loc l, edge_vec *into) {
    const edge_id *in;
    uint32_t n = program_in(w->p, l, &in);
    vec_clear(into);
    for (uint32_t i = 0; i < n; i++)
        if (map_get(&w->member, in[i].id, NULL) &&
            !term_is_false(w->t, bool_of(&w->taken, in[i].id)))
            vec_push(into, in[i]);
}

static void join_values(certificate_writer *w, loc l, const edge_vec *in) {
    const bits *live = live_at(w, l);
    for (uint32_t v = 0; v < w->p->variables.size; v++) {
        if (!bits_has(live, v)) continue;
        term var = w->p->variables.data[v].var, joined = value_after(w, var, vec_last(in));
        for (uint32_t i = in->size - 1; i-- > 0;)
            joined = term_ite(w->t, bool_of(&w->taken, in->data[i].id),
                              value_after(w, var, in->data[i]), joined);
        joined = define(w, joined, term_name(w->t, var), "@@", l.id);
        map_set(&w->at, pair(var.id, l.id), joined.id);
    }
}

/* False where the run cannot come there. */
static bool enter_location(certificate_writer *w, loc l) {
    edge_vec in = {0};
    term_vec taken = {0};
    if (same_loc(l, w->r.cut)) {
        map_set(&w->reached, l.id, term_true(w->t).id);
        return true;
    }
    edges_into(w, l, &in);
    for (uint32_t i = 0; i < in.size; i++) vec_push(&taken, bool_of(&w->taken, in.data[i].id));
    term any = define(w, term_or_n(w->t, taken.size, taken.data), "at", "@", l.id);
    map_set(&w->reached, l.id, any.id);
    if (in.size && map_find(&w->r.in_count, l.id, 0) > 1) join_values(w, l, &in);
    vec_release(&in);
    vec_release(&taken);
    return !term_is_false(w->t, any);
}

static void make_values(certificate_writer *w, edge_id e, const transition *tr) {
    const edge *x = &w->p->edges.data[e.id];
    bits live = {0};
    live_into(w, x->to, &live);
    for (uint32_t i = 0; i < tr->assigned.size; i++) {
        term var = tr->assigned.data[i];
        if (!bits_has(&live, (uint32_t)map_find(&w->p->variable_of, var.id, 0))) continue;
        term next =
            define(w, at_location(w, tr->next.data[i], x->from), term_name(w->t, var), "@", e.id);
        map_set(&w->made, pair(var.id, e.id), next.id);
    }
    bits_release(&live);
}

/* A branch is taken at will, but only where it can be; the only way on is taken where it can be. */
static void take_edge(certificate_writer *w, edge_id e, const transition *tr, term can, bool only) {
    term taken;
    if (only) taken = define(w, can, "edge", "@", e.id);
    else {
        taken = new_symbol(w, "edge", "@", e.id, sort_bool(w->t));
        declare(w, taken);
        assert_term(w, term_implies(w->t, taken, can));
    }
    map_set(&w->taken, e.id, taken.id);
    make_values(w, e, tr);
}

/* The edges of the region that leave l, e[0..n). */
static void leave_location(certificate_writer *w, loc l, const edge_id *e, uint32_t n,
                           bool reached) {
    transition *steps = mem_zero(n * sizeof *steps + 1);
    term_vec can = {0};
    uint32_t open = 0;
    for (uint32_t i = 0; i < n; i++) {
        char stamp[16];
        snprintf(stamp, sizeof stamp, "%u", e[i].id);
        term condition = term_false(w->t);
        if (reached) {
            transition_make(w->p, w->p->edges.data[e[i].id].command, stamp, &steps[i]);
            condition =
                term_and(w->t, bool_of(&w->reached, l.id), at_location(w, steps[i].formula, l));
        }
        open += !term_is_false(w->t, condition);
        vec_push(&can, condition);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (term_is_false(w->t, can.data[i])) map_set(&w->taken, e[i].id, term_false(w->t).id);
        else take_edge(w, e[i], &steps[i], can.data[i], open == 1);
        transition_release(&steps[i]);
    }
    vec_release(&can);
    mem_free(steps);
}

/* ---- queries ---- */

static void invariant_variables(certificate_writer *w, term inv, term_vec *vars) {
    vec_clear(vars);
    term_vars(w->t, inv, NULL, vars);
}

/* The invariant at `to` of the values after edge e, as a term or, where it is a function, applied
 * to them. */
static void print_kept(certificate_writer *w, loc to, edge_id e, text *into) {
    term_vec vars = {0};
    term inv = invariant_at(w, to);
    invariant_variables(w, inv, &vars);
    bool call = map_get(&w->as_function, to.id, NULL) && vars.size;
    if (call) text_print(into, "(inv@%u", to.id);
    for (uint32_t i = 0; i < vars.size; i++) {
        term after = value_after(w, vars.data[i], e);
        declare_all(w, after);
        if (call) text_char(into, ' '), print_term(w, after, into);
        else subst_set(&w->subst, w->t, vars.data[i], after);
    }
    if (call) text_char(into, ')');
    else {
        print_term(w, subst_apply(&w->subst, w->t, inv), into);
        subst_clear(&w->subst);
    }
    vec_release(&vars);
}

static void print_violation(certificate_writer *w, loc to, edge_id e, text *into) {
    text_add(into, " (and ");
    print_term(w, bool_of(&w->taken, e.id), into);
    declare_all(w, bool_of(&w->taken, e.id));
    if (w->p->locations.data[to.id].property) text_add(into, " true");
    else {
        text_add(into, " (not ");
        print_kept(w, to, e, into);
        text_char(into, ')');
    }
    text_char(into, ')');
}

static void query_violations(certificate_writer *w, loc to) {
    edge_vec in = {0};
    edges_into(w, to, &in);
    for (uint32_t i = 0; i < in.size; i++) print_violation(w, to, in.data[i], &w->line);
    vec_release(&in);
}

static void put_query(certificate_writer *w) {
    text body = w->line;
    w->line = (text){0};
    text_add(w->out, "(push 1)\n(assert (or false false");
    text_bytes(w->out, body.data, body.size);
    text_add(w->out, "))\n(check-sat)\n(pop 1)\n");
    text_release(&body);
    w->e->queries++;
}

static void query_loop(certificate_writer *w, loc to) {
    query_violations(w, to);
    text_add(w->out, "; to ");
    print_place(w, to);
    text_add(w->out, ": its invariant holds there. Expected: unsat\n");
    put_query(w);
}

static void name_error(certificate_writer *w, loc to) {
    const property *x = &w->p->properties.data[w->p->locations.data[to.id].property - 1];
    text_add(w->out, "; to ");
    print_place(w, to);
    text_print(w->out, ": never, it is %s ", x->kind == PROPERTY_LIMIT ? "the limit" : "the error");
    comment(w, program_text(w->p, x->name));
    text_char(w->out, '\n');
}

/* No run takes one of these edges. */
static void query_errors(certificate_writer *w) {
    for (uint32_t i = 0; i < w->errors.size; i++) {
        loc to = w->p->edges.data[w->errors.data[i].id].to;
        print_violation(w, to, w->errors.data[i], &w->line);
        name_error(w, to);
    }
    text_add(w->out, "; None of these is reached. Expected: unsat\n");
    put_query(w);
}

/* What the query excluded follows from what the region says so far. */
static void assert_excluded(certificate_writer *w) {
    for (uint32_t i = 0; i < w->errors.size; i++)
        assert_term(w, term_not(w->t, bool_of(&w->taken, w->errors.data[i].id)));
    vec_clear(&w->errors);
}

/* Errors of one query. All at once are one hard question where there are hundreds; some at a time,
 * as soon as the region has come to them and with the earlier ones excluded, are many easy ones. */
enum { ERRORS_AT_ONCE = 16 };

static void meet_errors(certificate_writer *w, const edge_id *e, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (w->p->locations.data[w->p->edges.data[e[i].id].to.id].property &&
            !term_is_false(w->t, bool_of(&w->taken, e[i].id)))
            vec_push(&w->errors, e[i]);
    if (w->errors.size < ERRORS_AT_ONCE) return;
    query_errors(w);
    assert_excluded(w);
}

static void assume_invariant(certificate_writer *w, loc cut) {
    term inv = invariant_at(w, cut);
    if (!map_get(&w->as_function, cut.id, NULL)) {
        assert_term(w, inv);
        return;
    }
    term_vec vars = {0};
    invariant_variables(w, inv, &vars);
    declare_all(w, inv);
    text_print(&w->line, "(assert %sinv@%u", vars.size ? "(" : "", cut.id);
    for (uint32_t i = 0; i < vars.size; i++)
        text_char(&w->line, ' '), print_term(w, vars.data[i], &w->line);
    text_add(&w->line, vars.size ? "))" : ")");
    put_line(w);
    vec_release(&vars);
}

static void write_region(certificate_writer *w) {
    text_print(w->out, "\n; ---- from ");
    print_place(w, w->r.cut);
    text_print(w->out, ": %u edges to %u cut points ----\n(push 1)\n", w->r.edges.size,
               w->r.targets.size);
    for (uint32_t i = 0; i < w->r.edges.size; i++) map_set(&w->member, w->r.edges.data[i].id, 1);
    find_live(w);
    assume_invariant(w, w->r.cut);
    uint32_t next = 0, asked = w->e->queries;
    for (uint32_t i = 0; i < w->r.inner.size; i++) {
        loc l = w->r.inner.data[i];
        uint32_t first = next;
        while (next < w->r.edges.size &&
               same_loc(w->p->edges.data[w->r.edges.data[next].id].from, l))
            next++;
        leave_location(w, l, w->r.edges.data + first, next - first, enter_location(w, l));
        meet_errors(w, w->r.edges.data + first, next - first);
    }
    for (uint32_t i = 0; i < w->r.targets.size; i++)
        if (!w->p->locations.data[w->r.targets.data[i].id].property)
            query_loop(w, w->r.targets.data[i]);
    if (w->errors.size || w->e->queries == asked) query_errors(w);
    text_add(w->out, "(pop 1)\n");
}

static void forget_region(certificate_writer *w) {
    map *maps[] = {&w->member,  &w->live_index, &w->at,      &w->made,
                   &w->reached, &w->taken,      &w->declared};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) map_release(maps[i]);
    for (uint32_t i = 0; i < w->live.size; i++) bits_release(&w->live.data[i]);
    vec_clear(&w->live);
    vec_clear(&w->errors);
    region_release(&w->r);
}

static void writer_release(certificate_writer *w) {
    map_release(&w->as_function);
    map_release(&w->seen);
    vec_release(&w->vars);
    vec_release(&w->live);
    vec_release(&w->errors);
    liveness_release(&w->reads);
    subst_release(&w->subst);
    text_release(&w->line);
}

/* ---- the file ---- */

/* Invariants are functions of their variables, said once; but not where portable text needs
 * variables of its own. */
static void write_invariant(certificate_writer *w, loc l) {
    term inv = invariant_at(w, l);
    text body = {0}, before = {0};
    smtlib_portable(w->t, inv, &body, &before);
    if (!before.size) {
        map_set(&w->as_function, l.id, 1);
        term_vec vars = {0};
        invariant_variables(w, inv, &vars);
        text_add(w->out, "; ");
        print_place(w, l);
        text_print(w->out, "\n(define-fun inv@%u (", l.id);
        for (uint32_t i = 0; i < vars.size; i++) {
            text_add(w->out, i ? " (" : "(");
            smtlib_symbol(term_name(w->t, vars.data[i]), w->out);
            text_char(w->out, ' ');
            smtlib_sort(w->t, term_sort(w->t, vars.data[i]), w->out);
            text_char(w->out, ')');
        }
        text_add(w->out, ") Bool\n  ");
        text_bytes(w->out, body.data, body.size);
        text_add(w->out, ")\n");
        vec_release(&vars);
    }
    text_release(&body);
    text_release(&before);
}

static void write_head(certificate_writer *w, const char *title) {
    text_add(w->out, "; cinch certificate 1\n; ");
    comment(w, title ? title : "a proof");
    text_char(w->out, '\n');
    if (w->e->statement.size) text_bytes(w->out, w->e->statement.data, w->e->statement.size);
    text_add(w->out, "; Every check-sat below must answer unsat. Then no run of the program, as "
                     "it was read and before\n"
                     "; any reduction, reaches an error location: the invariants hold whenever a "
                     "run comes to their\n"
                     "; location, by induction over the loop-free regions between cut points.\n"
                     "(set-logic ALL)\n\n");
}

static bool refuse_loop(certificate_writer *w, loc l) {
    position at = w->p->locations.data[l.id].at;
    snprintf(w->e->why, sizeof w->e->why, "a loop at location %u (line %u) has no cut point", l.id,
             at.line);
    return false;
}

static bool write_from(certificate_writer *w, loc cut) {
    loc loop;
    bool good = region_make(w->p, cut, matters, w, &w->r, &loop);
    bool dead = term_is_false(w->t, invariant_at(w, cut));
    if (!good) refuse_loop(w, loop);
    else if (w->r.targets.size && !dead) write_region(w);
    forget_region(w);
    return good;
}

static void write_invariants(certificate_writer *w, const loc_vec *order) {
    text_add(w->out, "; Invariants at the heads of loops.\n");
    for (uint32_t i = 0; i < order->size; i++) {
        loc l = order->data[i];
        if (w->p->locations.data[l.id].cut && !w->p->locations.data[l.id].property &&
            !same_loc(l, w->p->start))
            write_invariant(w, l);
    }
}

/* Every region of the program. */
static bool write_regions(certificate_writer *w) {
    loc_vec order = {0};
    program_order(w->p, &order);
    write_invariants(w, &order);
    bool good = true;
    for (uint32_t i = 0; i < order.size && good; i++)
        if (is_cut_point(w->p, order.data[i]) && !w->p->locations.data[order.data[i].id].property)
            good = write_from(w, order.data[i]);
    vec_release(&order);
    return good;
}

/* A program without loops is one region. */
static bool write_whole(certificate_writer *w, program *copy) {
    static const term_vec none;
    certificate_writer part = {
        .p = copy, .reads = {.p = copy}, .t = w->t, .invariant = &none, .e = w->e, .out = w->out};
    bool good = write_from(&part, copy->start);
    writer_release(&part);
    program_delete(copy);
    return good;
}

static bool write_unrolled(certificate_writer *w, const unrolling_plan *u) {
    program *copy = unroll(w->p, u);
    if (copy) return write_whole(w, copy);
    snprintf(w->e->why, sizeof w->e->why, "the proof unrolls the program too often to be checked");
    return false;
}

static bool write_loopless(certificate_writer *w) {
    text_add(w->out, "; Each loop is one round from any state of its invariant, which holds where "
                     "it is entered and\n; where the round ends; none reaches an error.\n");
    program *copy = program_loopless(w->p, w->invariant, NULL);
    if (copy) return write_whole(w, copy);
    snprintf(w->e->why, sizeof w->e->why, "a loop can be entered beside its head");
    return false;
}

/* No run passes more than k heads, and none of the runs up to there reaches an error. */
static bool write_bounded(certificate_writer *w, uint32_t k) {
    text_print(w->out,
               "; Runs from the start through at most %u loop heads: none comes to one more, none "
               "to an error.\n",
               k);
    return write_unrolled(
        w, &(unrolling_plan){.from = w->p->start, .segments = k + 1, .end_is_error = true});
}

/* No run goes more than k rounds through a loop, and none reaches an error. */
static bool write_unwound(certificate_writer *w, uint32_t k) {
    text_print(
        w->out,
        "; Runs from the start with at most %u rounds of each loop that they enter: none goes "
        "one more, none\n; to an error.\n",
        k);
    return write_unrolled(w, &(unrolling_plan){.from = w->p->start, .rounds = k});
}

/* The invariants hold; no run of at most k segments ends in an error; no k segments from a head,
 * with the invariants at the heads on the way, end in one. So none does: its last k segments would.
 */
static bool write_induction(certificate_writer *w, uint32_t k) {
    if (!k) {
        snprintf(w->e->why, sizeof w->e->why, "an induction over no segments");
        return false;
    }
    w->heads_only = true;
    bool good = write_regions(w);
    text_print(w->out, "\n; Base: runs of at most %u segments between loop heads from the start.\n",
               k);
    good = good && write_unrolled(w, &(unrolling_plan){.from = w->p->start, .segments = k});
    text_print(w->out,
               "\n; Step: %u segments from each loop head; the last one ends in no error.\n", k);
    for (loc l = {0}; l.id < w->p->locations.size && good; l.id++) {
        const location *x = &w->p->locations.data[l.id];
        if (!x->cut || x->property || same_loc(l, w->p->start) ||
            term_is_false(w->t, invariant_at(w, l)))
            continue;
        text_add(w->out, "; From ");
        print_place(w, l);
        text_char(w->out, '\n');
        good = write_unrolled(
            w, &(unrolling_plan){
                   .from = l, .segments = k, .invariant = w->invariant, .only_last = true});
    }
    return good;
}

bool certificate_write_proof(program *unreduced, enum proof_kind kind, uint32_t k,
                             const term_vec *invariant, const char *title, evidence *e) {
    assert_debug(invariant->size <= unreduced->locations.size);
    LOG("evidence", "write a certificate, kind %d, k %u", (int)kind, k);
    certificate_writer w = {.p = unreduced,
                            .reads = {.p = unreduced},
                            .t = unreduced->terms,
                            .invariant = invariant,
                            .e = e,
                            .out = &e->certificate};
    text_clear(&e->certificate);
    e->queries = 0;
    write_head(&w, title);
    bool good = kind == PROOF_UNROLLING     ? write_bounded(&w, k)
                : kind == PROOF_K_INDUCTION ? write_induction(&w, k)
                : kind == PROOF_UNWINDING   ? write_unwound(&w, k)
                : kind == PROOF_LOOPLESS    ? write_loopless(&w)
                                            : write_regions(&w);
    text_print(w.out, "\n; queries: %u\n", e->queries);
    if (!good) text_clear(&e->certificate);
    writer_release(&w);
    return good;
}

bool certificate_write(program *unreduced, const term_vec *invariant, const char *title,
                       evidence *e) {
    assert_debug(invariant->size <= unreduced->locations.size);
    return certificate_write_proof(unreduced, PROOF_INVARIANT, 0, invariant, title, e);
}
