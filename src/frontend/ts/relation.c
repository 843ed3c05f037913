#include "frontend/ts/ts.h"
#include "program/semantics.h"

void relation_variable(program *p, term var, const char *name) {
    variable v = {.var = var, .name = program_name(p, name)};
    program_add_variable(p, v);
}

static uint32_t input_of(program *p, term var, position at) {
    input in = {.kind = INPUT_NONDET, .name = program_name(p, term_name(p->terms, var)), .at = at};
    return program_add_input(p, in);
}

/* Does some value read one of the targets, so that assigning one after another would be wrong? */
static bool interfere(program *p, const term_vec *targets, const term_vec *values_) {
    map seen = {0};
    term_vec read = {0};
    for (uint32_t i = 0; i < values_->size; i++)
        if (!same(values_->data[i], targets->data[i]))
            term_vars(p->terms, values_->data[i], &seen, &read);
    bool found = false;
    for (uint32_t i = 0; i < targets->size; i++)
        if (!same(values_->data[i], targets->data[i])) found |= map_get(&seen, targets->data[i].id, NULL);
    map_release(&seen);
    vec_release(&read);
    return found;
}

/* First into temporaries, then into the targets. */
static void assign_through(program *p, const term_vec *targets, const term_vec *values_, cmd_vec *parts) {
    term_vec temporaries = {0};
    for (uint32_t i = 0; i < targets->size; i++) {
        term t = term_fresh(p->terms, "step", term_sort(p->terms, targets->data[i]));
        relation_variable(p, t, "");
        vec_push(&temporaries, t);
        vec_push(parts, cmd_assign(p, t, values_->data[i]));
    }
    for (uint32_t i = 0; i < targets->size; i++)
        vec_push(parts, cmd_assign(p, targets->data[i], temporaries.data[i]));
    vec_release(&temporaries);
}

void relation_edge(program *p, loc from, loc to, const term_vec *locals, term constraint,
                   const term_vec *targets, const term_vec *values_, position at) {
    cmd_vec parts = {0};
    for (uint32_t i = 0; i < locals->size; i++)
        vec_push(&parts, cmd_havoc(p, locals->data[i], input_of(p, locals->data[i], at)));
    vec_push(&parts, cmd_assume(p, constraint));
    if (interfere(p, targets, values_)) assign_through(p, targets, values_, &parts);
    else
        for (uint32_t i = 0; i < targets->size; i++)
            if (!same(targets->data[i], values_->data[i]))
                vec_push(&parts, cmd_assign(p, targets->data[i], values_->data[i]));
    program_add_edge(p, from, to, cmd_seq(p, parts.size, parts.data), at);
    vec_release(&parts);
}
