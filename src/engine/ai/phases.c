#include "engine/ai/phases.h"

#include "base/log.h"

enum { MOST_HEADS = 4, LARGEST_CONDITION = 16 };

/* ---- the condition ---- */

typedef struct {
    program *p;
    map changed;
    term found;
} phase_search; /* changed: variables set on the way so far */

static bool mentions_array(const terms *t, term a) {
    if (sort_kind_of(t, term_sort(t, a)) == SORT_ARRAY) return true;
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (mentions_array(t, term_arg(t, a, i))) return true;
    return false;
}

/* It says something about the state at the head, and is no constant. */
static bool is_of_head(phase_search *x, term c) {
    terms *t = x->p->terms;
    term_vec vars = {0};
    term_vars(t, c, NULL, &vars);
    bool good = vars.size && term_dag_size(t, c) <= LARGEST_CONDITION && !mentions_array(t, c);
    for (uint32_t i = 0; i < vars.size; i++) good &= !map_get(&x->changed, vars.data[i].id, NULL);
    vec_release(&vars);
    return good;
}

static void look(phase_search *x, cmd c, bool in_choice);

static void look_in_choice(phase_search *x, cmd c) {
    term_vec vars = {0};
    map seen = {0};
    for (uint32_t i = 0; i < cmd_size(x->p, c) && !x->found.id; i++)
        look(x, cmd_part(x->p, c, i), true);
    cmd_assigned(x->p, c, &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++) map_set(&x->changed, vars.data[i].id, 1);
    map_release(&seen);
    vec_release(&vars);
}

/* The first assumption of an alternative that speaks of the head only. What an alternative sets
 * counts for its neighbours too. */
static void look(phase_search *x, cmd c, bool in_choice) {
    program *p = x->p;
    enum cmd_kind kind = cmd_kind_of(p, c);
    if (x->found.id) return;
    if (kind == CMD_ASSIGN || kind == CMD_HAVOC) map_set(&x->changed, cmd_var(p, c).id, 1);
    if (kind == CMD_CHOICE) look_in_choice(x, c);
    for (uint32_t i = 0; kind == CMD_SEQ && i < cmd_size(p, c); i++)
        look(x, cmd_part(p, c, i), in_choice);
    if (kind != CMD_ASSUME || !in_choice) return;
    term atom = cmd_term(p, c);
    if (term_op(p->terms, atom) == OP_NOT) atom = term_arg(p->terms, atom, 0);
    if (!term_is_connective(p->terms, atom) && is_of_head(x, atom)) x->found = atom;
}

/* A condition that a round of the loop at l branches on; none: there is none. */
static term condition_of(program *p, loc l) {
    assert_debug(l.id < p->locations.size);
    phase_search x = {.p = p};
    const edge_id *out;
    uint32_t n = program_out(p, l, &out);
    for (uint32_t i = 0; i < n && !x.found.id; i++) {
        map_clear(&x.changed);
        look(&x, p->edges.data[out[i].id].command, false);
    }
    map_release(&x.changed);
    return x.found;
}

/* ---- the copy ---- */

static cmd and_assume(program *p, cmd c, term condition) {
    assert_debug(cmds_are_there(p, 1, &c));
    cmd both[] = {c, cmd_assume(p, condition)};
    return cmd_seq(p, 2, both);
}

/* Edges out of the head leave both of them; then edges into it lead to the one whose condition
 * holds. */
static void split(program *p, struct loop_phase *h) {
    position at = p->locations.data[h->head.id].at;
    h->other = program_add_location(p, at);
    p->locations.data[h->other.id].cut = true;
    p->locations.data[h->other.id].origin = p->locations.data[h->head.id].origin;
    for (edge_id i = {0}, n = {p->edges.size}; i.id < n.id; i.id++) {
        edge e = p->edges.data[i.id];
        if (!e.removed && same_loc(e.from, h->head))
            program_add_edge(p, h->other, e.to, e.command, e.at);
    }
    for (edge_id i = {0}, n = {p->edges.size}; i.id < n.id; i.id++) {
        edge e = p->edges.data[i.id];
        if (e.removed || !same_loc(e.to, h->head)) continue;
        program_add_edge(p, e.from, h->other,
                         and_assume(p, e.command, term_not(p->terms, h->condition)), e.at);
        p->edges.data[i.id].command = and_assume(p, e.command, h->condition);
    }
}

void phases_split(const program *p, phases *out) {
    LOG("ai", "split %u locations into phases", p->locations.size);
    *out = (phases){.p = program_clone(p)};
    for (loc l = {0}; l.id < p->locations.size && out->heads.size < MOST_HEADS; l.id++) {
        if (!p->locations.data[l.id].cut || same_loc(l, p->start)) continue;
        struct loop_phase h = {.head = l, .condition = condition_of(out->p, l)};
        if (h.condition.id) vec_push(&out->heads, h);
    }
    for (uint32_t i = 0; i < out->heads.size; i++) split(out->p, &out->heads.data[i]);
    if (out->heads.size) return;
    program_delete(out->p);
    out->p = NULL;
}

void phases_release(phases *x) {
    if (x->p) program_delete(x->p);
    vec_release(&x->heads);
}

static term in_phase(terms *t, term condition, term invariant) {
    return invariant.id ? term_and(t, condition, invariant) : condition;
}

void phases_join(const phases *x, terms *t, uint32_t locations, const term *invariant,
                 term_vec *out) {
    assert_debug(locations);
    vec_clear(out);
    vec_append(out, invariant, locations);
    for (uint32_t i = 0; i < x->heads.size; i++) {
        const struct loop_phase *h = &x->heads.data[i];
        out->data[h->head.id] =
            term_or(t, in_phase(t, h->condition, invariant[h->head.id]),
                    in_phase(t, term_not(t, h->condition), invariant[h->other.id]));
    }
}
