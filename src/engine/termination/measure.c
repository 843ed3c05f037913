/* Termination as safety: at the head of a loop the program remembers the tuple, and where it comes
 * back from inside the loop the tuple must be smaller.
 *
 * Direction: exact. A run of the given program is one of the measured program up to the first
 * round in which a tuple does not decrease. */
#include "base/fail.h"
#include "base/log.h"
#include "engine/termination/loops.h"

/* The tuple is smaller than what is remembered, place by place from `from` on. */
static term is_smaller(terms *t, const loop_facts *l, const term_vec *saved, uint32_t from) {
    if (from == saved->size) return term_false(t);
    const measure_place *x = &l->tuple.data[from];
    term low = x->rises ? saved->data[from] : x->word,
         high = x->rises ? x->word : saved->data[from];
    term less = term_2(t, x->is_signed ? OP_BVSLT : OP_BVULT, low, high);
    term equal = term_eq(t, low, high);
    return term_or(t, less, term_and(t, equal, is_smaller(t, l, saved, from + 1)));
}

static void remember(program *p, const loop_facts *l, term_vec *saved) {
    for (uint32_t i = 0; i < l->tuple.size; i++) {
        sort s = term_sort(p->terms, l->tuple.data[i].word);
        char *name = mem_format("%%measure of L%u, %u: %u bits", l->head.id, i,
                                sort_width(p->terms, s)); /* one sort a name */
        variable v = {.var = term_var(p->terms, name, s), .is_signed = l->tuple.data[i].is_signed};
        program_add_variable(p, v);
        vec_push(saved, v.var);
        mem_free(name);
    }
}

static cmd store(program *p, const loop_facts *l, const term_vec *saved) {
    cmd_vec parts = {0};
    for (uint32_t i = 0; i < saved->size; i++)
        vec_push(&parts, cmd_assign(p, saved->data[i], l->tuple.data[i].word));
    cmd all = cmd_seq(p, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

/* Edges into the head from inside the loop go to `again`, those out of it come from `begun`. */
static void redirect(const loop_set *s, program *p, loc head, loc begun, loc again) {
    assert_debug(head.id < p->locations.size);
    assert_debug(begun.id < p->locations.size);
    assert_debug(again.id < p->locations.size);
    for (uint32_t i = 0; i < s->p->edges.size; i++) {
        const edge *given = &s->p->edges.data[i];
        edge *e = &p->edges.data[i];
        if (e->removed) continue;
        if (same_loc(given->from, head)) e->from = begun;
        if (same_loc(given->to, head) && nesting_inside(&s->nest, given->from, head)) e->to = again;
    }
    program_changed(p);
}

static bool enters_aside(const loop_set *s, const edge *e, loc head) {
    return !e->removed && !same_loc(e->to, head) && nesting_inside(&s->nest, e->to, head) &&
           !nesting_inside(&s->nest, e->from, head);
}

/* True where a run entered the loop at another location than its head and did not come there yet:
 * it remembers nothing, and its first round is not asked about. No term: every run enters at the
 * head. Rounds are counted from the head: a bound speaks of no others. */
static term remembers_nothing(const loop_set *s, program *p, loc head) {
    term aside = {0};
    for (uint32_t i = 0; i < s->p->edges.size && !s->single; i++) {
        if (!enters_aside(s, &s->p->edges.data[i], head)) continue;
        if (!aside.id) {
            char *name = mem_format("%%aside of L%u", head.id);
            aside = term_var(p->terms, name, sort_bool(p->terms));
            program_add_variable(p, (variable){.var = aside});
            mem_free(name);
        }
        edge *e = &p->edges.data[i];
        cmd parts[] = {e->command, cmd_assign(p, aside, term_true(p->terms))};
        e->command = cmd_seq(p, 2, parts);
    }
    return aside;
}

/* Each round begins by remembering: nothing about what is remembered has to be known at the head.
 */
static void measure(const loop_set *s, program *p, uint32_t which) {
    const loop_facts *l = &s->items.data[which];
    term_vec saved = {0};
    position at = p->locations.data[l->head.id].at;
    uint32_t fails =
        program_add_known_property(p, PROPERTY_TERMINATION, "no measure of this loop decreases");
    remember(p, l, &saved);
    loc begun = program_add_location(p, at), again = program_add_location(p, at),
        error = program_add_location(p, at);
    program_set_error(p, error, fails);
    redirect(s, p, l->head, begun, again);
    term smaller = is_smaller(p->terms, l, &saved, 0), aside = remembers_nothing(s, p, l->head);
    cmd stores = store(p, l, &saved);
    if (aside.id) {
        cmd parts[] = {stores, cmd_assign(p, aside, term_false(p->terms))};
        stores = cmd_seq(p, 2, parts);
        smaller = term_or(p->terms, aside, smaller);
    }
    program_add_edge(p, l->head, begun, stores, at);
    program_add_edge(p, again, error, cmd_assume(p, term_not(p->terms, smaller)), at);
    program_add_edge(p, again, l->head, cmd_assume(p, smaller), at);
    vec_release(&saved);
}

/* Every other state has a round to one from which fewer are left. */
static void exclude_stuck(program *p, const loop_facts *l) {
    position at = p->locations.data[l->head.id].at;
    loc error = program_add_location(p, at);
    program_set_error(
        p, error,
        program_add_known_property(p, PROPERTY_TERMINATION, "no measure of this loop decreases"));
    program_add_edge(p, l->head, error, cmd_assume(p, l->stuck), at);
}

program *loops_measured(const loop_set *s) {
    LOG("termination", "measure %u loops", s->items.size);
    program *p = program_clone(s->p);
    for (uint32_t i = 0; i < s->items.size; i++)
        if (s->items.data[i].states) exclude_stuck(p, &s->items.data[i]);
        else if (!s->items.data[i].endless && s->items.data[i].tried) measure(s, p, i);
    return p;
}

program *loop_returns(const loop_set *s, uint32_t which) {
    assert_debug(which < s->items.size);
    program *p = program_clone(s->p);
    loc head = s->items.data[which].head;
    position at = p->locations.data[head.id].at;
    loc error = program_add_location(p, at);
    program_set_error(p, error,
                      program_add_known_property(p, PROPERTY_TERMINATION, "the loop has a round"));
    redirect(s, p, head, head, error);
    return p;
}

/* A run that enters this loop in a state that is `wrong` runs into an error. */
static void forbid_entry(const loop_set *s, program *p, loc head, term wrong) {
    position at = p->locations.data[head.id].at;
    uint32_t fails = program_add_known_property(p, PROPERTY_TERMINATION,
                                                "the loop has more rounds than so many");
    loc entered = program_add_location(p, at), error = program_add_location(p, at);
    program_set_error(p, error, fails);
    for (uint32_t i = 0; i < s->p->edges.size; i++) {
        edge *e = &p->edges.data[i];
        if (!e->removed && same_loc(s->p->edges.data[i].to, head) &&
            !nesting_inside(&s->nest, s->p->edges.data[i].from, head))
            e->to = entered;
    }
    program_changed(p);
    program_add_edge(p, entered, error, cmd_assume(p, wrong), at);
    program_add_edge(p, entered, head, cmd_assume(p, term_not(p->terms, wrong)), at);
}

program *loop_entered(const loop_set *s, uint32_t which, uint64_t most) {
    assert_debug(which < s->items.size);
    program *p = program_clone(s->p);
    const loop_facts *l = &s->items.data[which];
    term high = term_bv(p->terms, term_width(p->terms, l->bound), most);
    forbid_entry(s, p, l->head, term_2(p->terms, OP_BVULT, high, l->bound));
    return p;
}

/* At each visit of the head of `outer` the program remembers how many rounds are left. */
program *loop_entered_within(const loop_set *s, uint32_t outer, uint32_t inner) {
    assert_debug(outer < s->items.size && inner < s->items.size);
    program *p = program_clone(s->p);
    const loop_facts *l = &s->items.data[outer];
    position at = p->locations.data[l->head.id].at;
    sort words = term_sort(p->terms, l->bound);
    char *name = mem_format("%%rounds of L%u: %u bits", l->head.id, sort_width(p->terms, words));
    term left = term_var(p->terms, name, words);
    program_add_variable(p, (variable){.var = left});
    mem_free(name);
    loc begun = program_add_location(p, at);
    for (uint32_t i = 0; i < s->p->edges.size; i++)
        if (!p->edges.data[i].removed && same_loc(p->edges.data[i].from, l->head))
            p->edges.data[i].from = begun;
    program_changed(p);
    program_add_edge(p, l->head, begun, cmd_assign(p, left, l->bound), at);
    term none = term_bv(p->terms, sort_width(p->terms, words), 0);
    forbid_entry(s, p, s->items.data[inner].head, term_eq(p->terms, left, none));
    return p;
}

/* The error location comes right after the two that lead to it, which have the position of the
 * head: properties are added in the order of the loops. */
uint32_t loops_failed(const loop_set *s, const program *measured, loc error) {
    assert_debug(error.id < measured->locations.size);
    LOG("termination", "a measure fails at location %u", error.id);
    uint32_t number = measured->locations.data[error.id].property;
    if (!number || measured->properties.data[number - 1].id != PROPERTY_TERMINATION)
        return UINT32_MAX;
    uint32_t left = number - 1 - s->p->properties.size;
    for (uint32_t i = 0; i < s->items.size; i++)
        if (!s->items.data[i].endless && s->items.data[i].tried && !left--) return i;
    return UINT32_MAX;
}
