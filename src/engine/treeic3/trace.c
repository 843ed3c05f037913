/* The run along a path of the tree: its edges executed symbolically, and one query for the values.
 */
#include "engine/treeic3/tree.h"

#include "base/log.h"
#include "engine/common/unroll.h"

static void path_to(const tree *t, uint32_t n, u32_vec *path) {
    for (; t->nodes.data[n].parent != NO_NODE; n = t->nodes.data[n].parent) vec_push(path, n);
}

/* ends: by step, where its part of the log ends. */
static term condition_of(tree *t, symbolic *x, const u32_vec *path, u32_vec *ends) {
    term_vec all = {0};
    for (uint32_t i = path->size; i-- > 0;) {
        edge_id e = t->nodes.data[path->data[i]].edge;
        vec_push(&all, symbolic_run(x, t->program->edges.data[e.id].command));
        vec_push(ends, x->log.size);
    }
    term condition = term_and_n(t->terms, all.size, all.data);
    vec_release(&all);
    return condition;
}

static void report(tree *t, const symbolic *x, const u32_vec *path, const u32_vec *ends,
                   solver *s) {
    engine_result *r = t->result;
    for (uint32_t i = 0; i < path->size; i++) {
        vec_push(&r->trace.edges, t->nodes.data[path->data[path->size - 1 - i]].edge);
        unroll_inputs(x, i ? ends->data[i - 1] : 0, ends->data[i], s, r);
    }
    for (uint32_t i = 0; i < t->program->variables.size; i++) {
        term var = t->program->variables.data[i].var;
        model_set(&r->trace.initial, var, solver_value(s, r->pool, var));
    }
    r->reached = t->nodes.data[path->data[0]].at;
    r->verdict = VERDICT_FALSE;
}

/* A path that blocking found real has a run. */
static void find_run(tree *t, uint32_t n) {
    symbolic x;
    u32_vec path = {0}, ends = {0};
    symbolic_init(&x, t->program);
    path_to(t, n, &path);
    term condition = condition_of(t, &x, &path, &ends);
    solver *s = tree_solver(t);
    enum answer a = s ? solver_check(s, 1, &condition) : ANSWER_UNKNOWN;
    t->queries++;
    if (a == ANSWER_SAT) report(t, &x, &path, &ends, s);
    else if (!t->stop.words)
        t->stop = budget_over(t->budget) ? budget_stop(t->budget) : (stop_reason){0, "trace"};
    if (s) solver_delete(s);
    symbolic_release(&x);
    vec_release(&path);
    vec_release(&ends);
}

bool tree_reached(tree *t, uint32_t n) {
    assert_debug(n < t->nodes.size);
    assert_debug(tree_ends(t, t->nodes.data[n].at));
    LOG("treeic3", "node %u is reached", n);
    loc at = t->nodes.data[n].at;
    if (t->stop.words) return false;
    if (program_is_limit(t->program, at)) {
        t->limit = t->program->locations.data[at.id].property;
        return true;
    }
    find_run(t, n);
    return false;
}
