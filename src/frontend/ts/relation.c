/* Transition relations as commands. */
#include "base/log.h"
#include "frontend/ts/ts.h"
#include "program/semantics.h"

void relation_variable(program *p, term var, const char *name) {
    assert_debug(term_is_var(p->terms, var));
    variable v = {.var = var, .name = program_name(p, name)};
    program_add_variable(p, v);
}

void relation_add(relation_vec *r, loc from, loc to, const term_vec *locals, term constraint,
                  const term_vec *targets, const term_vec *given, position at) {
    relation made = {.from = from, .to = to, .constraint = constraint, .at = at};
    vec_append(&made.locals, locals->data, locals->size);
    vec_append(&made.targets, targets->data, targets->size);
    vec_append(&made.values, given->data, given->size);
    vec_push(r, made);
}

void relation_release(relation *r) {
    vec_release(&r->locals);
    vec_release(&r->targets);
    vec_release(&r->values);
}

void relations_release(relation_vec *r) { vec_release_each(r, relation_release); }

static uint32_t input_of(program *p, term var, position at) {
    input in = {
        .origin = ORIGIN_NONDET, .name = program_name(p, term_name(p->terms, var)), .at = at};
    return program_add_input(p, in);
}

/* ---- simultaneous assignment, one after another ---- */

typedef struct {
    term target, value;
    bool done;
} assignment;
typedef vec(assignment) assignment_vec;

/* How many waiting assignments read each variable that is still to be assigned. */
static void count_readers(program *p, const assignment *a, map *readers, int64_t change) {
    term_vec vars = {0};
    uint64_t n;
    term_vars(p->terms, a->value, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        map_set(readers, vars.data[i].id,
                (map_get(readers, vars.data[i].id, &n) ? n : 0) + (uint64_t)change);
    vec_release(&vars);
}

static bool read_by_others(program *p, const assignment *a, const map *readers) {
    uint64_t n = 0;
    map_get(readers, a->target.id, &n);
    return n > (uint64_t)term_mentions(p->terms, a->value, a->target);
}

/* An assignment may be next if no other waiting assignment reads its target. */
static bool assign_free(program *p, assignment_vec *a, map *readers, cmd_vec *parts) {
    bool any = false;
    for (uint32_t i = 0; i < a->size; i++) {
        assignment *x = &a->data[i];
        if (x->done || read_by_others(p, x, readers)) continue;
        vec_push(parts, cmd_assign(p, x->target, x->value));
        count_readers(p, x, readers, -1);
        any = x->done = true;
    }
    return any;
}

/* A cycle: one value goes to a temporary first. */
static bool break_cycle(program *p, assignment_vec *a, map *readers, cmd_vec *parts,
                        assignment_vec *late) {
    for (uint32_t i = 0; i < a->size; i++) {
        if (a->data[i].done) continue;
        term t = term_fresh(p->terms, "step", term_sort(p->terms, a->data[i].target));
        relation_variable(p, t, "");
        vec_push(parts, cmd_assign(p, t, a->data[i].value));
        count_readers(p, &a->data[i], readers, -1);
        assignment rest = {a->data[i].target, t, false};
        vec_push(late, rest);
        return a->data[i].done = true;
    }
    return false;
}

static void assign_all(program *p, const relation *r, cmd_vec *parts) {
    assignment_vec waiting = {0}, late = {0};
    map readers = {0};
    for (uint32_t i = 0; i < r->targets.size; i++) {
        assignment a = {r->targets.data[i], r->values.data[i], false};
        if (!same(a.target, a.value)) vec_push(&waiting, a);
    }
    for (uint32_t i = 0; i < waiting.size; i++) count_readers(p, &waiting.data[i], &readers, 1);
    while (assign_free(p, &waiting, &readers, parts) ||
           break_cycle(p, &waiting, &readers, parts, &late)) {}
    for (uint32_t i = 0; i < late.size; i++)
        vec_push(parts, cmd_assign(p, late.data[i].target, late.data[i].value));
    vec_release(&waiting);
    vec_release(&late);
    map_release(&readers);
}

static void relation_edge(program *p, const relation *r) {
    cmd_vec parts = {0};
    for (uint32_t i = 0; i < r->locals.size; i++)
        vec_push(&parts, cmd_havoc(p, r->locals.data[i], input_of(p, r->locals.data[i], r->at)));
    vec_push(&parts, cmd_assume(p, r->constraint));
    assign_all(p, r, &parts);
    program_add_edge(p, r->from, r->to, cmd_seq(p, parts.size, parts.data), r->at);
    vec_release(&parts);
}

/* Edges to an error come first: a run that is replayed takes the first edge that it can, so it ends
 * where it may. */
void relations_build(program *p, relation_vec *r) {
    LOG("frontend", "build %u relations", r->size);
    control_split(p, r);
    machine_split(p, r);
    for (int errors = 1; errors >= 0; errors--)
        for (uint32_t i = 0; i < r->size; i++)
            if (program_is_error(p, r->data[i].to) == errors) relation_edge(p, &r->data[i]);
    relations_release(r);
    program_mark_cuts(p);
}
