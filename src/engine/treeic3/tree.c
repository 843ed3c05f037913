#include "engine/treeic3/tree.h"

#include "base/log.h"

#include <stdio.h>

void tree_init(tree *t, program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    memset(t, 0, sizeof *t);
    t->program = p;
    t->terms = p->terms;
    t->options = o;
    t->budget = b;
    t->result = result;
    vec_resize(&t->edges, p->edges.size);
    vec_resize(&t->predicates, p->locations.size);
    vec_resize(&t->facts, p->locations.size);
    t->reader.board = shared;
    projector_init(&t->project, p->terms);
}

void tree_release(tree *t) {
    for (uint32_t i = 0; i < t->nodes.size; i++) vec_release(&t->nodes.data[i].clauses);
    for (uint32_t i = 0; i < t->edges.size; i++) {
        tree_edge *e = &t->edges.data[i];
        if (!e->solver) continue;
        solver_delete(e->solver);
        transition_release(&e->step);
        subst_release(&e->after);
        vec_release(&e->variables);
    }
    vec_release_each(&t->predicates, vec_release);
    vec_release_each(&t->facts, vec_release);
    board_reader_release(&t->reader);
    if (t->implication) solver_delete(t->implication);
    vec_release(&t->nodes);
    vec_release(&t->edges);
    vec_release(&t->assumptions);
    projector_release(&t->project);
}

uint32_t tree_add(tree *t, uint32_t parent, edge_id e, loc at) {
    assert_debug(at.id < t->program->locations.size);
    assert_debug(parent == NO_NODE || parent < t->nodes.size);
    LOG("treeic3", "node at location %u below %u", at.id, parent);
    tree_node n = {parent, e, at, {0}, NO_NODE, false};
    vec_push(&t->nodes, n);
    return t->nodes.size - 1;
}

void tree_read_board(tree *t) {
    board_lemma known;
    while (board_next(&t->reader, t->terms, &known)) {
        if (known.at.id >= t->facts.size || same_loc(known.at, t->program->start)) continue;
        vec_push(&t->facts.data[known.at.id], known.formula);
        t->facts_known++;
    }
}

bool tree_dead(const tree *t, uint32_t node) {
    assert_debug(node < t->nodes.size);
    const term_vec *c = &t->nodes.data[node].clauses;
    return c->size && term_is_false(t->terms, c->data[c->size - 1]);
}

/* ---- queries ---- */

solver *tree_solver(tree *t) {
    const char *why = "solver";
    solver *s = solver_new(t->terms, t->options->solver,
                           (solver_options){.seed = (uint32_t)t->options->seed}, &why);
    if (s) solver_set_budget(s, t->budget);
    else t->stop = (stop_reason){0, why};
    return s;
}

static bool open_edge(tree *t, tree_edge *e, edge_id id) {
    e->solver = tree_solver(t);
    if (!e->solver) return false;
    char stamp[32];
    map seen = {0};
    snprintf(stamp, sizeof stamp, "t%u", id.id);
    transition_make(t->program, t->program->edges.data[id.id].command, stamp, &e->step);
    solver_assert(e->solver, e->step.formula);
    for (uint32_t i = 0; i < e->step.assigned.size; i++)
        subst_set(&e->after, t->terms, e->step.assigned.data[i], e->step.next.data[i]);
    term_vars(t->terms, e->step.formula, &seen, &e->variables);
    for (uint32_t i = 0; i < e->step.next.size; i++)
        term_vars(t->terms, e->step.next.data[i], &seen, &e->variables);
    map_release(&seen);
    return true;
}

static tree_edge *use_edge(tree *t, edge_id id) {
    tree_edge *e = &t->edges.data[id.id];
    const term_vec *facts = &t->facts.data[t->program->edges.data[id.id].from.id];
    if (!e->solver && !open_edge(t, e, id)) return NULL;
    for (; e->facts < facts->size; e->facts++) solver_assert(e->solver, facts->data[e->facts]);
    return e;
}

static enum answer answered(tree *t, const solver *s, enum answer a) {
    t->queries++;
    progress_tell(t->options->progress, UNIT_NODES, t->nodes.size, 0, t->queries);
    if (a == ANSWER_UNKNOWN && !t->stop.words)
        t->stop = budget_over(t->budget) ? budget_stop(t->budget) : solver_stop(s);
    return a;
}

enum answer tree_query(tree *t, uint32_t node, term_vec *cube) {
    assert_debug(node < t->nodes.size);
    assert_debug(t->nodes.data[node].parent != NO_NODE);
    const tree_node *n = &t->nodes.data[node];
    if (tree_dead(t, n->parent)) {
        vec_clear(cube);
        return ANSWER_UNSAT;
    }
    tree_edge *e = use_edge(t, n->edge);
    if (!e) return ANSWER_UNKNOWN;
    const term_vec *before = &t->nodes.data[n->parent].clauses;
    vec_clear(&t->assumptions);
    for (uint32_t i = 0; i < cube->size; i++)
        vec_push(&t->assumptions, subst_apply(&e->after, t->terms, cube->data[i]));
    vec_append(&t->assumptions, before->data, before->size);
    enum answer a =
        answered(t, e->solver, solver_check(e->solver, t->assumptions.size, t->assumptions.data));
    if (a != ANSWER_UNSAT) return a;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (solver_in_core(e->solver, t->assumptions.data[i])) cube->data[kept++] = cube->data[i];
    cube->size = kept;
    return a;
}

/* What the model says of the predicates at the parent. */
static void abstract_predecessor(tree *t, uint32_t node, term_vec *out) {
    const tree_node *n = &t->nodes.data[node];
    const term_vec *all = &t->predicates.data[t->nodes.data[n->parent].at.id];
    solver *s = use_edge(t, n->edge)->solver;
    vec_clear(out);
    for (uint32_t i = 0; i < all->size; i++) {
        bool holds = value_is_true(solver_value(s, t->project.pool, all->data[i]));
        vec_push(out, holds ? all->data[i] : term_not(t->terms, all->data[i]));
    }
}

void tree_predecessor(tree *t, uint32_t node, const term_vec *cube, term_vec *out) {
    assert_debug(node < t->nodes.size);
    assert_debug(t->nodes.data[node].parent != NO_NODE);
    if (t->abstract) {
        abstract_predecessor(t, node, out);
        return;
    }
    tree_edge *e = use_edge(t, t->nodes.data[node].edge);
    model m;
    term_vec variables = {0};
    bool exact;
    model_init(&m, t->project.pool);
    vec_clear(&t->assumptions);
    vec_push(&t->assumptions, e->step.formula);
    for (uint32_t i = 0; i < cube->size; i++)
        vec_push(&t->assumptions, subst_apply(&e->after, t->terms, cube->data[i]));
    term all = term_and_n(t->terms, t->assumptions.size, t->assumptions.data);
    term_vars(t->terms, all, NULL, &variables);
    solver_model(e->solver, &m, variables.size, variables.data);
    vec_clear(out);
    implicant(&t->project, &m, all, out);
    term_project(&t->project, &m, out, &e->step.locals, &exact);
    model_release(&m);
    vec_release(&variables);
}

bool tree_inside(tree *t, uint32_t a, uint32_t b) {
    assert_debug(a < t->nodes.size && b < t->nodes.size);
    const term_vec *from = &t->nodes.data[a].clauses, *to = &t->nodes.data[b].clauses;
    const term_vec *facts = &t->facts.data[t->nodes.data[a].at.id];
    if (tree_dead(t, a)) return true;
    if (!t->implication && !(t->implication = tree_solver(t))) return false;
    vec_clear(&t->assumptions);
    vec_append(&t->assumptions, from->data, from->size);
    vec_append(&t->assumptions, facts->data, facts->size);
    term outside = term_not(t->terms, term_and_n(t->terms, to->size, to->data));
    if (term_is_false(t->terms, outside)) return true;
    vec_push(&t->assumptions, outside);
    return answered(t, t->implication,
                    solver_check(t->implication, t->assumptions.size, t->assumptions.data)) ==
           ANSWER_UNSAT;
}
