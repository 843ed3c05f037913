/* Inputs that no test can give from outside (uninitialized variables, memory that is not the program's, where objects lie) get the value that a
 * compiled test has there, which is zero (-ftrivial-auto-var-init=zero), as far as the run still violates the property. Where memory that is
 * not the program's is read, words that malloc left in its blocks point to the arena, zeros that the test provides. */
#include "evidence/ctest_write.h"
#include "evidence/evidence.h"
#include "frontend/library.h"

#include <string.h>

enum { TRIES = 40, LONGEST = 200000 /* edges of a run that is worth trying again */ };
static const double SECONDS = 1;

static bool named(const program *p, uint32_t in, const char *name) {
    return in < p->inputs.size && !strcmp(program_text(p, p->inputs.data[in].name), name);
}

static bool on_heap(const program *p, uint32_t in) { return named(p, in, "heap") && p->inputs.data[in].kind == INPUT_UNINIT; }

static bool beyond_reach(const program *p, uint32_t in) {
    if (in >= p->inputs.size) return false;
    return (p->inputs.data[in].kind == INPUT_UNINIT && !on_heap(p, in)) || named(p, in, "unknown memory") ||
           named(p, in, INPUT_PLACEMENT) || named(p, in, INPUT_ERRNO);
}

static void copy_log(const input_log *from, input_log *to) {
    vec_clear(&to->items);
    vec_append(&to->items, from->items.data, from->items.size);
}

/* Whether the program, on these inputs, still violates that property; e then says how. */
static bool violates(program *p, const input_log *log, uint32_t broken, const budget *b, evidence *e) {
    replay_inputs(p, log, &e->initial, b, e);
    return e->level == EVIDENCE_REPLAYED && p->locations.data[e->reached].property == broken;
}

/* All at once, or else one by one. */
static void settle_some(program *p, const u32_vec *open, uint32_t broken, const budget *b, evidence *e, input_log *log) {
    input_log trial = {0};
    bool all = false;
    double start = clock_now();
    copy_log(log, &trial);
    for (uint32_t i = 0; i < open->size; i++)
        trial.items.data[open->data[i]].value = value_default(e->pool, trial.items.data[open->data[i]].value.sort);
    if (violates(p, &trial, broken, b, e)) {
        copy_log(&trial, log);
        all = true;
    }
    for (uint32_t i = 0; i < open->size && !all && i < TRIES && clock_now() - start < SECONDS; i++) {
        struct input_value *x = &log->items.data[open->data[i]], was = *x;
        x->value = value_default(e->pool, was.value.sort);
        if (!violates(p, log, broken, b, e)) log->items.data[open->data[i]] = was;
    }
    vec_release(&trial.items);
}

static bool worth_trying(const evidence *e, const budget *b) {
    return !e->decisions.size && e->path.size < LONGEST && budget_left(b) > 3 * SECONDS;
}

static bool may_point(const program *p, const struct input_value *x) {
    uint32_t width = sort_is_bv(p->terms, x->value.sort) ? sort_width(p->terms, x->value.sort) : 0;
    if (x->input >= p->inputs.size || (width != 32 && width != 64)) return false;
    const char *type = program_text(p, p->inputs.data[x->input].type);
    return on_heap(p, x->input) || strchr(type, '*') || !strcmp(type, "pointer");
}

/* Words of heap blocks and pointers from outside that nothing holds to their value: so those that are followed lead somewhere. */
static void point_to_arena(program *p, const budget *b, evidence *e) {
    input_log log = {0};
    uint32_t broken = p->locations.data[e->reached].property, tries = 0;
    bool followed = false;
    double start = clock_now();
    for (uint32_t i = 0; i < e->inputs.items.size; i++) followed |= named(p, e->inputs.items.data[i].input, "unknown memory");
    if (!followed || !worth_trying(e, b)) return;
    copy_log(&e->inputs, &log);
    for (uint32_t i = 0; i < log.items.size && tries < TRIES && clock_now() - start < SECONDS; i++) {
        struct input_value was = log.items.data[i];
        if (!may_point(p, &was)) continue;
        log.items.data[i].value = value_bv(p->terms, sort_width(p->terms, was.value.sort), CTEST_ARENA);
        if (!violates(p, &log, broken, b, e)) log.items.data[i] = was;
        tries++;
    }
    violates(p, &log, broken, b, e);
    vec_release(&log.items);
}

static void settle_zeros(program *p, const budget *b, evidence *e) {
    u32_vec open = {0};
    input_log log = {0};
    uint32_t broken = p->locations.data[e->reached].property;
    for (uint32_t i = 0; i < e->inputs.items.size; i++) {
        const struct input_value *x = &e->inputs.items.data[i];
        if (beyond_reach(p, x->input) && !value_equal(e->pool, x->value, value_default(e->pool, x->value.sort))) vec_push(&open, i);
    }
    if (open.size && worth_trying(e, b)) {
        copy_log(&e->inputs, &log);
        settle_some(p, &open, broken, b, e, &log);
        violates(p, &log, broken, b, e); /* the last one that did: e is about it again */
    }
    vec_release(&log.items);
    vec_release(&open);
}

void settle_inputs(program *p, const budget *b, evidence *e) {
    settle_zeros(p, b, e);
    point_to_arena(p, b, e);
}
