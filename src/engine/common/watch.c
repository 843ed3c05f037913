#include "engine/common/watch.h"

#include "base/log.h"

static value drawn(watched_runs *w, sort s) {
    return draw(w->drawer, w->pool, s, (enum draw_style)(w->runs % DRAW_STYLES));
}

static value next_input(void *context, uint32_t number, sort s) {
    watched_runs *w = context;
    return w->next_input ? w->next_input(w->context, number, s) : drawn(w, s);
}

static void on_edge(void *context, edge_id e, const model *state) {
    watched_runs *w = context;
    w->on_edge(w->context, e, state);
}

enum run_end watched_run(watched_runs *w, const budget *b) {
    LOG("watch", "watch runs");
    const program *p = w->program;
    model initial;
    w->pool = values_new(p->terms);
    model_init(&initial, w->pool);
    for (uint32_t i = 0; i < p->variables.size; i++) {
        term var = p->variables.data[i].var;
        sort s = term_sort(p->terms, var);
        value v = w->initial ? w->initial(w->context, s) : drawn(w, s);
        if (v.sort.id) model_set(&initial, var, v);
    }
    run_options o = {.next_input = next_input,
                     .on_edge = on_edge,
                     .context = w,
                     .input_pool = w->pool,
                     .max_steps = w->steps,
                     .limits = b};
    enum run_end end = program_run(w->program, &initial, &o, NULL).end;
    model_release(&initial);
    values_delete(w->pool);
    w->pool = NULL;
    w->runs++;
    return end;
}
