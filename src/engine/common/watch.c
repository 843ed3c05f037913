#include "engine/common/watch.h"

#include "base/log.h"

enum run_end watched_run(watched_runs *w, const budget *b) {
    LOG("watch", "watch runs");
    const program *p = w->program;
    model initial;
    w->pool = values_new(p->terms);
    model_init(&initial, w->pool);
    for (uint32_t i = 0; i < p->variables.size; i++) {
        term var = p->variables.data[i].var;
        value v = w->initial(w->context, term_sort(p->terms, var));
        if (v.sort.id) model_set(&initial, var, v);
    }
    run_options o = {.next_input = w->next_input,
                     .on_edge = w->on_edge,
                     .context = w->context,
                     .input_pool = w->pool,
                     .max_steps = w->steps,
                     .limits = b};
    enum run_end end = program_run(w->program, &initial, &o, NULL).end;
    model_release(&initial);
    values_delete(w->pool);
    w->pool = NULL;
    return end;
}
