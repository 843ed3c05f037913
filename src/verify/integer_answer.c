#include "verify/integer_answer.h"

#include <stdio.h>

const char *verify_read_integers(const verification *v, const program *p, integer_reading *x) {
    static char why[120];
    *x = (integer_reading){.p = NULL};
    if (!v->from_c) return "--integers unbounded is for C programs only";
    if (!(v->resolved.checks & CHECK_OVERFLOW))
        return "unbounded integers need --property with no-overflow: without it the program may "
               "wrap, and integers do not";
    if (integers_read(x, p)) return NULL;
    snprintf(why, sizeof why, "unbounded integers do not have %s", x->refused);
    integers_release(x);
    return why;
}

static bool proof_in_words(integer_reading *x, engine_result *r) {
    for (uint32_t i = 0; i < r->invariant.size; i++) {
        if (!r->invariant.data[i].id) continue;
        term a = integers_to_words(x, r->invariant.data[i]);
        if (!a.id) return false;
        r->invariant.data[i] = a;
    }
    return !r->ghosts.size && !r->instances.size;
}

static void initial_in_words(integer_reading *x, engine_result *r) {
    model old = r->trace.initial;
    model_init(&r->trace.initial, r->pool);
    for (uint32_t i = 0; i < old.assigned.size; i++) {
        term var = {old.assigned.data[i]};
        uint64_t word = var.id;
        map_get(&x->word_of, var.id, &word);
        term to = {(uint32_t)word};
        value a = model_get(&old, x->p->terms, var);
        model_set(&r->trace.initial, to, integers_value(x, r->pool, a, term_sort(x->p->terms, to)));
    }
    model_release(&old);
}

static void trace_in_words(integer_reading *x, engine_result *r) {
    for (uint32_t i = 0; i < r->trace.inputs.items.size; i++) {
        struct input_value *in = &r->trace.inputs.items.data[i];
        if (in->input < x->input_sort.size && x->input_sort.data[in->input].id)
            in->value = integers_value(x, r->pool, in->value, x->input_sort.data[in->input]);
    }
    initial_in_words(x, r);
}

bool verify_answer_in_words(integer_reading *x, engine_result *r) {
    if (r->verdict == VERDICT_FALSE) trace_in_words(x, r);
    if (r->verdict != VERDICT_TRUE || proof_in_words(x, r)) return true;
    engine_unknown(r, "the proof over integers cannot be said in words");
    return false;
}
