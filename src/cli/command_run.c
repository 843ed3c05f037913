/* cinch run: interpret a program, all inputs 0. For tests: what the program computes on our
 * automata is what it computes when it is compiled. */
#include "cli/command.h"
#include "cli/signals.h"
#include "program/interpret.h"

#include <string.h>

typedef struct {
    program *program;
    vec(term) watched;
    vec(value) last;
    values *pool;
} watcher;

static value zero(void *context, uint32_t input_number, sort s) {
    (void)context, (void)input_number, (void)s;
    return (value){{0}, 0};
}

static void watch(void *context, edge_id e, const model *state) {
    watcher *w = context;
    (void)e;
    for (uint32_t i = 0; i < w->watched.size; i++)
        w->last.data[i] = model_get(state, w->program->terms, w->watched.data[i]);
}

static void choose_watched(watcher *w, const string_vec *names) {
    for (uint32_t i = 0; i < names->size; i++) {
        uint32_t before = w->watched.size;
        for (uint32_t j = 0; j < w->program->variables.size; j++) {
            const variable *x = &w->program->variables.data[j];
            if (strcmp(program_text(w->program, x->name), names->data[i])) continue;
            vec_push(&w->watched, x->var);
            value none = {{0}, 0};
            vec_push(&w->last, none);
        }
        if (before == w->watched.size) printf("%s: no such variable here\n", names->data[i]);
    }
}

static void print_watched(watcher *w) {
    for (uint32_t i = 0; i < w->watched.size; i++) {
        const variable *x = program_variable(w->program, w->watched.data[i]);
        uint64_t bits;
        printf("%s = ", program_text(w->program, x->name));
        if (w->last.data[i].sort.id && value_u64(w->pool, w->last.data[i], &bits))
            printf("0x%llx\n", (unsigned long long)bits);
        else puts("?");
    }
}

static void print_end(const program *p, const char *which, run_result r, bool ambiguous) {
    static const char *const names[] = {
        [RUN_ERROR] = "error", [RUN_LIMIT] = "limit", [RUN_STUCK] = "end", [RUN_STEPS] = "steps"};
    uint32_t number = p->locations.data[r.at.id].property;
    printf("%s: %s%s%s%s after %llu edges%s\n", which, names[r.end], number ? "(" : "",
           number ? program_text(p, p->properties.data[number - 1].name) : "", number ? ")" : "",
           (unsigned long long)r.steps, ambiguous ? ", ambiguous" : "");
}

static run_result run(const cli_options *o, const verification *v, program *p, const char *which) {
    watcher w = {.program = p, .pool = values_new(v->terms)};
    choose_watched(&w, &o->print);
    run_options how = {.next_input = zero,
                       .on_edge = w.watched.size ? watch : NULL,
                       .context = &w,
                       .max_steps = (uint64_t)o->number.max_steps,
                       .limits = &v->limits};
    bool ambiguous = false;
    run_result r = program_run(p, NULL, &how, &ambiguous);
    print_watched(&w);
    print_end(p, which, r, ambiguous);
    vec_release(&w.watched);
    vec_release(&w.last);
    values_delete(w.pool);
    return r;
}

static int status_of(run_result r) {
    return r.end == RUN_ERROR ? EXIT_FALSE : r.end == RUN_STUCK ? EXIT_TRUE : EXIT_UNKNOWN;
}

int command_run(const cli_options *o) {
    verification v;
    verify_options how = o->verify;
    how.seconds = time_left();
    verify_model plain = model_plain(&how);
    verification_init(&v, &how, &plain);
    int status;
    if (!verify_load(&how, &v)) {
        print_messages(&v.messages);
        print_line(stdout, "RUN: unknown(%s)", v.detail);
        status = load_is_bad(v.load_status) ? EXIT_INPUT : EXIT_UNKNOWN;
    } else {
        status = status_of(run(o, &v, v.unreduced, "RUN"));
        if (o->run_reduced) {
            verify_reduce(&how, &v);
            status = status_of(run(o, &v, v.reduced, "RUN reduced"));
        }
    }
    finish_output();
    verification_release(&v);
    return status;
}
