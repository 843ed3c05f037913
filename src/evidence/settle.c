/* Inputs that no test can give from outside (uninitialized variables, memory that is not the program's, where objects lie) get the value that a
 * compiled test has there, which is zero (-ftrivial-auto-var-init=zero), as far as the run still violates the property. */
#include "evidence/evidence.h"
#include "frontend/library.h"

#include <string.h>

enum { TRIES = 40, LONGEST = 200000 /* edges of a run that is worth trying again */ };
static const double SECONDS = 1;

static bool beyond_reach(const program *p, uint32_t in) {
    if (in >= p->inputs.size) return false;
    const char *name = program_text(p, p->inputs.data[in].name);
    return (p->inputs.data[in].kind == INPUT_UNINIT && strcmp(name, "heap")) || !strcmp(name, "unknown memory") ||
           !strcmp(name, INPUT_PLACEMENT) || !strcmp(name, INPUT_ERRNO);
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

void settle_inputs(program *p, const budget *b, evidence *e) {
    u32_vec open = {0};
    input_log log = {0};
    uint32_t broken = p->locations.data[e->reached].property;
    for (uint32_t i = 0; i < e->inputs.items.size; i++) {
        const struct input_value *x = &e->inputs.items.data[i];
        if (beyond_reach(p, x->input) && !value_equal(e->pool, x->value, value_default(e->pool, x->value.sort))) vec_push(&open, i);
    }
    if (open.size && !e->decisions.size && e->path.size < LONGEST && budget_left(b) > 3 * SECONDS) {
        copy_log(&e->inputs, &log);
        settle_some(p, &open, broken, b, e, &log);
        violates(p, &log, broken, b, e); /* the last one that did: e is about it again */
    }
    vec_release(&log.items);
    vec_release(&open);
}
