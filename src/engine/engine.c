#include "engine/engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void engine_options_default(engine_options *o) {
#define OPT_BOOL(name, flag, value, help) o->name = value;
#define OPT_INT(name, flag, value, low, high, help) o->name = value;
#define OPT_ENUM(name, flag, value, choices, help) o->name = value;
#define OPT_TEXT(name, flag, value, help) o->name = value;
#include "engine/options.def"
#undef OPT_BOOL
#undef OPT_INT
#undef OPT_ENUM
#undef OPT_TEXT
    o->native = NULL;
    o->progress = NULL;
}

void stats_set(engine_stats *s, const char *name, double amount) {
    for (uint32_t i = 0; i < s->items.size; i++)
        if (!strcmp(s->items.data[i].name, name)) {
            s->items.data[i].value = amount;
            return;
        }
    struct engine_counter c = {name, amount};
    vec_push(&s->items, c);
}

void engine_result_init(engine_result *r, terms *t) {
    memset(r, 0, sizeof *r);
    r->reached = NO_LOC;
    r->pool = values_new(t);
    model_init(&r->trace.initial, r->pool);
}

void engine_result_release(engine_result *r) {
    vec_release(&r->invariant);
    vec_release(&r->ghosts);
    vec_release(&r->instances);
    vec_release(&r->trace.edges);
    vec_release(&r->trace.inputs.items);
    model_release(&r->trace.initial);
    vec_release(&r->stats.items);
    vec_release(&r->predicates);
    text_release(&r->checked.certificate);
    values_delete(r->pool);
}

void engine_unknown(engine_result *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(r->reason, sizeof r->reason, format, args);
    va_end(args);
    r->verdict = VERDICT_UNKNOWN;
    r->limit = 0;
}

void engine_limited(engine_result *r, const program *p, uint32_t limit) {
    engine_unknown(r, "%s", program_text(p, p->properties.data[limit - 1].name));
    r->limit = limit;
}
