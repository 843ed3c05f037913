#include "goal/marked.h"
#include "goal/goal.h"

#include <stdlib.h>

uint32_t marked_goal_at(const program *p, loc l) {
    assert_debug(l.id < p->locations.size);
    uint32_t number = p->locations.data[l.id].property;
    if (!number || p->properties.data[number - 1].id != PROPERTY_GOAL) return NO_MARK;
    return p->properties.data[number - 1].goal;
}

static int by_location(const void *a, const void *b) {
    const mark_point *x = a, *y = b;
    if (!same_loc(x->at, y->at)) return x->at.id < y->at.id ? -1 : 1;
    return x->edge.id < y->edge.id ? -1 : x->edge.id > y->edge.id;
}

static void find_points(marked *m) {
    const program *p = m->all;
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        const edge *x = &p->edges.data[e.id];
        m->has_limits |= !x->removed && program_is_limit(p, x->to);
        uint32_t number = x->removed ? NO_MARK : marked_goal_at(p, x->to);
        if (number == NO_MARK) continue;
        term when = cmd_kind_of(p, x->command) == CMD_ASSUME ? cmd_term(p, x->command)
                                                             : term_true(p->terms);
        mark_point point = {x->from, number, e, when};
        vec_push(&m->points, point);
        bits_add(&m->present, number);
    }
}

static void sort_points(marked *m) {
    if (m->points.size) qsort(m->points.data, m->points.size, sizeof *m->points.data, by_location);
    vec_resize(&m->first, m->all->locations.size + 1);
    for (uint32_t i = 0, l = 0; l <= m->all->locations.size; l++) {
        while (i < m->points.size && m->points.data[i].at.id < l) i++;
        m->first.data[l] = i;
    }
}

void marked_init(marked *m, program *all) {
    *m = (marked){.all = all};
    find_points(m);
    sort_points(m);
    m->base = marked_with(m, &(bits){0});
}

static edge_id add_goal(program *p, loc at, uint32_t number, term when) {
    char name[16];
    snprintf(name, sizeof name, "%u", number);
    position where = p->locations.data[at.id].at;
    loc reached = program_add_location(p, where);
    uint32_t asked = program_add_known_property(p, PROPERTY_GOAL, name);
    p->properties.data[asked].goal = number;
    program_set_error(p, reached, asked);
    return program_add_edge(p, at, reached, cmd_assume(p, when), where);
}

/* Locations and edges have the same numbers in both. */
void marked_add(marked *m, loc at, uint32_t number, term when) {
    edge_id e = add_goal(m->all, at, number, when);
    program_remove_edge(m->base, add_goal(m->base, at, number, when));
    vec_push(&m->points, ((mark_point){at, number, e, when}));
    bits_add(&m->present, number);
    sort_points(m);
}

void marked_drop(marked *m, uint32_t number) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->points.size; i++) {
        if (m->points.data[i].mark == number) program_remove_edge(m->all, m->points.data[i].edge);
        else m->points.data[kept++] = m->points.data[i];
    }
    m->points.size = kept;
    bits_remove(&m->present, number);
    sort_points(m);
}

void marked_release(marked *m) {
    if (m->base) program_delete(m->base);
    vec_release(&m->points);
    vec_release(&m->first);
    bits_release(&m->present);
}

program *marked_with(const marked *m, const bits *marks) {
    program *p = program_clone(m->all);
    for (uint32_t i = 0; i < m->points.size; i++)
        if (!bits_has(marks, m->points.data[i].mark))
            program_remove_edge(p, m->points.data[i].edge);
    return p;
}

/* What holds at `at` where none of the marks is passed; a goal's edge says when it is, or it always
 * is. */
static term nothing_passed(const marked *m, const program *p, loc at, const bits *marks) {
    assert_debug(at.id < p->locations.size);
    term out = term_true(p->terms);
    for (uint32_t i = m->first.data[at.id]; i < m->first.data[at.id + 1]; i++) {
        const mark_point *x = &m->points.data[i];
        enum cmd_kind k = cmd_kind_of(p, p->edges.data[x->edge.id].command);
        if (bits_has(marks, x->mark) && (k == CMD_ASSUME || k == CMD_SKIP))
            out = term_and(p->terms, out, term_not(p->terms, x->when));
    }
    return out;
}

static void stop_at(program *p, loc at, term holds) {
    assert_debug(at.id < p->locations.size);
    const edge_id *edges;
    edge_vec out = {0};
    uint32_t n = program_out(p, at, &edges);
    vec_append(&out, edges, n);
    for (uint32_t i = 0; i < out.size; i++) {
        edge *e = &p->edges.data[out.data[i].id];
        cmd parts[] = {cmd_assume(p, holds), e->command};
        if (p->locations.data[e->to.id].property) continue;
        if (term_is_false(p->terms, holds)) program_remove_edge(p, out.data[i]);
        else e->command = cmd_seq(p, 2, parts);
    }
    vec_release(&out);
}

void marked_stop(const marked *m, program *p, const bits *marks) {
    for (uint32_t i = 0; i < m->points.size; i++) {
        loc at = m->points.data[i].at;
        if (i && same_loc(m->points.data[i - 1].at, at)) continue;
        term holds = nothing_passed(m, p, at, marks);
        if (!term_is_true(p->terms, holds)) stop_at(p, at, holds);
    }
}

/* ---- runs ---- */

typedef struct {
    marked *m;
    marked_run *r;
} following;

static void look(following *f, const mark_point *x, const model *state, evaluator **eval) {
    marked_run *r = f->r;
    if (bits_has(r->passed, x->mark) ||
        (r->ignore && bits_has(r->ignore, x->mark) && x->mark != r->until))
        return;
    if (!*eval) *eval = evaluator_new(f->m->base->terms, state->pool);
    if (!term_is_true(f->m->base->terms, x->when) && !term_holds(*eval, state, x->when)) return;
    bits_add(r->passed, x->mark);
    r->last = x->mark;
    r->over |= x->mark == r->until;
}

static void look_at(following *f, loc at, const model *state) {
    evaluator *eval = NULL;
    for (uint32_t i = f->m->first.data[at.id]; i < f->m->first.data[at.id + 1]; i++)
        look(f, &f->m->points.data[i], state, &eval);
    if (eval) evaluator_delete(eval);
}

static void follow_edge(void *context, edge_id e, const model *state) {
    following *f = context;
    look_at(f, f->m->base->edges.data[e.id].to, state);
    if (f->r->run->on_edge) f->r->run->on_edge(f->r->run->context, e, state);
}

/* No edge leads to the start. */
static void look_at_start(following *f) {
    values *pool = values_new(f->m->base->terms);
    model defaults;
    model_init(&defaults, pool);
    look_at(f, f->m->base->start, f->r->initial ? f->r->initial : &defaults);
    model_release(&defaults);
    values_delete(pool);
}

/* The interpreter hands all its callbacks one context; the caller's is put back for his. */
static value follow_input(void *context, uint32_t in, sort s) {
    following *f = context;
    return f->r->run->next_input ? f->r->run->next_input(f->r->run->context, in, s) : (value){0};
}

static bool follow_enter(void *context, loc to) {
    (void)to;
    following *f = context;
    return !f->r->over;
}

run_result marked_follow(marked *m, marked_run *r) {
    following f = {m, r};
    run_options o = *r->run;
    o.context = &f;
    o.on_edge = follow_edge;
    o.next_input = follow_input;
    o.may_enter = follow_enter;
    o.before_input = NULL;
    r->last = NO_MARK;
    r->over = false;
    look_at_start(&f);
    if (r->over) return (run_result){RUN_STUCK, m->base->start, 0};
    return program_run(m->base, r->initial, &o, NULL);
}
