#include "explicit/explicit.h"
#include "base/fail.h"
#include "program/liveness.h"

enum { HAVOC_BITS = 12, STATES_MAX = 2000000 };

/* A state is a location and the values of all variables, those that are dead there set to 0. It is
 * a row of one table: the location, then a word for each variable. */
typedef struct {
    loc at;
    uint32_t parent; /* index; itself for initial states */
    edge_id by;
    uint32_t inputs, n_inputs; /* range of `inputs`, read on that edge */
} explicit_state;

typedef struct {
    program *p;
    const budget *b;
    engine_result *result;
    liveness live;
    uint32_t width; /* number of variables */
    vec(explicit_state) states;
    u64_vec rows;
    map index; /* hash, probed upwards -> state */
    vec(struct input_value) inputs;
    values *pool;
    evaluator *eval;
    model now;
    vec(struct set {
        term var;
        value old;
    }) trail;
    vec(struct input_value) reading;
    vec(struct explicit_todo {
        cmd command;
        uint32_t next;
    }) todo;       /* next: index + 1 */
    uint32_t from; /* the state being expanded */
    edge_id by;
    loc to;
    bool stop;
    uint64_t ticks;
} explicit_search;

static bool give_up(explicit_search *s, const char *why) {
    if (!s->stop) engine_unknown(s->result, "%s", why);
    s->stop = true;
    return false;
}

static value value_at(const explicit_search *s, uint32_t local, uint64_t raw) {
    return (value){term_sort(s->p->terms, s->p->variables.data[local].var), raw};
}

/* ---- the set of states ---- */

static uint64_t *row(const explicit_search *s, uint32_t i) {
    return s->rows.data + (size_t)i * (s->width + 1);
}

/* Add the current valuation at `to`, unless it is there. */
static void reach(explicit_search *s) {
    uint32_t n = s->states.size;
    size_t bytes = (s->width + 1) * sizeof(uint64_t);
    vec_resize(&s->rows, (n + 1) * (s->width + 1));
    uint64_t *v = row(s, n);
    v[0] = s->to.id;
    for (uint32_t i = 0; i < s->width; i++)
        v[i + 1] = bits_has(&s->live.at.data[s->to.id], i)
                       ? model_get(&s->now, s->p->terms, s->p->variables.data[i].var).bits
                       : 0;
    uint64_t key = hash_bytes(v, bytes), found;
    for (; map_get(&s->index, key, &found); key++)
        if (!memcmp(row(s, (uint32_t)found), v, bytes)) {
            s->rows.size = n * (s->width + 1);
            return;
        }
    map_set(&s->index, key, n);
    explicit_state x = {s->to, s->from == UINT32_MAX ? n : s->from, s->by, s->inputs.size,
                        s->reading.size};
    vec_append(&s->inputs, s->reading.data, s->reading.size);
    vec_push(&s->states, x);
    if (n + 1 >= STATES_MAX) give_up(s, "too many states");
}

/* ---- all runs of one command ---- */

static void set(explicit_search *s, term var, value a) {
    struct set old = {var, model_get(&s->now, s->p->terms, var)};
    vec_push(&s->trail, old);
    model_set(&s->now, var, a);
}

static void back_to(explicit_search *s, uint32_t mark) {
    while (s->trail.size > mark) {
        struct set old = vec_pop(&s->trail);
        model_set(&s->now, old.var, old.old);
    }
}

static uint32_t before(explicit_search *s, cmd c, uint32_t list) {
    struct explicit_todo t = {c, list};
    vec_push(&s->todo, t);
    return s->todo.size;
}

static void run_list(explicit_search *s, uint32_t list);

static void run_havoc(explicit_search *s, cmd c, uint32_t rest) {
    term var = cmd_var(s->p, c);
    uint32_t width = term_width(s->p->terms, var), mark = s->trail.size;
    if (width > HAVOC_BITS) {
        give_up(s, "too many input values");
        return;
    }
    for (uint64_t v = 0; v < 1ull << width && !s->stop; v++) {
        struct input_value in = {cmd_input(s->p, c), {term_sort(s->p->terms, var), v}};
        vec_push(&s->reading, in);
        set(s, var, in.value);
        run_list(s, rest);
        back_to(s, mark);
        s->reading.size--;
    }
}

static void run_list(explicit_search *s, uint32_t list) {
    if (++s->ticks % 1024 == 0 && budget_over(s->b)) give_up(s, budget_reason(s->b));
    while (list && !s->stop) {
        struct explicit_todo t = s->todo.data[list - 1];
        cmd c = t.command;
        list = t.next;
        uint32_t mark = s->trail.size;
        switch (cmd_kind_of(s->p, c)) {
        case CMD_SKIP: break;
        case CMD_ASSIGN:
            set(s, cmd_var(s->p, c), term_eval(s->eval, &s->now, cmd_term(s->p, c)));
            break;
        case CMD_ASSUME:
            if (!term_holds(s->eval, &s->now, cmd_term(s->p, c))) return;
            break;
        case CMD_HAVOC: run_havoc(s, c, list); return;
        case CMD_SEQ:
            for (uint32_t i = cmd_size(s->p, c); i-- > 0;)
                list = before(s, cmd_part(s->p, c, i), list);
            break;
        case CMD_CHOICE:
            for (uint32_t i = 0; i < cmd_size(s->p, c); i++) {
                run_list(s, before(s, cmd_part(s->p, c, i), list));
                back_to(s, mark);
            }
            return;
        }
    }
    if (!s->stop) reach(s);
}

/* ---- the search ---- */

/* Every valuation of the variables that are live at the start. */
static void reach_initial(explicit_search *s, uint32_t local) {
    s->to = s->p->start;
    s->from = UINT32_MAX;
    while (local < s->width && !bits_has(&s->live.at.data[s->to.id], local)) local++;
    if (local == s->width) {
        reach(s);
        return;
    }
    term var = s->p->variables.data[local].var;
    uint32_t width = term_width(s->p->terms, var);
    if (width > HAVOC_BITS) {
        give_up(s, "too many initial values");
        return;
    }
    for (uint64_t v = 0; v < 1ull << width && !s->stop; v++) {
        model_set(&s->now, var, value_at(s, local, v));
        reach_initial(s, local + 1);
    }
}

static void load_state(explicit_search *s, uint32_t i) {
    for (uint32_t v = 0; v < s->width; v++)
        model_set(&s->now, s->p->variables.data[v].var, value_at(s, v, row(s, i)[v + 1]));
}

static void expand(explicit_search *s, uint32_t i) {
    const edge_id *out;
    uint32_t n = program_out(s->p, s->states.data[i].at, &out);
    s->from = i;
    for (uint32_t k = 0; k < n && !s->stop; k++) {
        load_state(s, i);
        vec_clear(&s->todo);
        vec_clear(&s->trail);
        vec_clear(&s->reading);
        s->by = out[k];
        s->to = s->p->edges.data[out[k].id].to;
        run_list(s, before(s, s->p->edges.data[out[k].id].command, 0));
    }
}

static bool supported(explicit_search *s) {
    const terms *t = s->p->terms;
    for (uint32_t i = 0; i < s->width; i++) {
        sort x = term_sort(t, s->p->variables.data[i].var);
        bool good = sort_kind_of(t, x) == SORT_BOOL || (sort_is_bv(t, x) && sort_width(t, x) <= 64);
        if (!good) return give_up(s, "variables too wide for explicit states");
    }
    return true;
}

/* ---- answers ---- */

static void report_trace(explicit_search *s, uint32_t error) {
    engine_result *r = s->result;
    u32_vec path = {0};
    uint32_t i = error;
    for (; s->states.data[i].parent != i; i = s->states.data[i].parent) vec_push(&path, i);
    load_state(s, i);
    for (uint32_t v = 0; v < s->width; v++) {
        term var = s->p->variables.data[v].var;
        model_set(&r->trace.initial, var, model_get(&s->now, s->p->terms, var));
    }
    for (uint32_t k = path.size; k-- > 0;) {
        const explicit_state *x = &s->states.data[path.data[k]];
        vec_push(&r->trace.edges, x->by);
        vec_append(&r->trace.inputs.items, s->inputs.data + x->inputs, x->n_inputs);
    }
    vec_release(&path);
    r->reached = s->states.data[error].at;
    r->verdict = VERDICT_FALSE;
}

static term state_formula(explicit_search *s, uint32_t i) {
    terms *t = s->p->terms;
    term_vec parts = {0};
    for (uint32_t v = 0; v < s->width; v++) {
        if (!bits_has(&s->live.at.data[s->states.data[i].at.id], v)) continue;
        term var = s->p->variables.data[v].var;
        uint64_t raw = row(s, i)[v + 1];
        term is = term_is_bool(t, var) ? (raw ? var : term_not(t, var))
                                       : term_eq(t, var, term_bv(t, term_width(t, var), raw));
        vec_push(&parts, is);
    }
    term result = term_and_n(t, parts.size, parts.data);
    vec_release(&parts);
    return result;
}

/* The states reached at each location are an invariant: nothing else leaves them. */
static void report_proof(explicit_search *s) {
    vec(term_vec) by_location = {0};
    vec_resize(&by_location, s->p->locations.size);
    for (uint32_t i = 0; i < s->states.size; i++)
        vec_push(&by_location.data[s->states.data[i].at.id], state_formula(s, i));
    for (loc l = {0}; l.id < s->p->locations.size; l.id++) {
        term_vec *parts = &by_location.data[l.id];
        term any = same_loc(l, s->p->start) ? term_true(s->p->terms)
                                            : term_or_n(s->p->terms, parts->size, parts->data);
        vec_push(&s->result->invariant, any);
        vec_release(parts);
    }
    vec_release(&by_location);
    s->result->verdict = VERDICT_TRUE;
}

static void search_run(explicit_search *s) {
    reach_initial(s, 0);
    uint32_t limit_reached = UINT32_MAX;
    for (uint32_t i = 0; i < s->states.size && !s->stop; i++) {
        if (program_is_error(s->p, s->states.data[i].at)) {
            report_trace(s, i);
            return;
        }
        if (program_is_limit(s->p, s->states.data[i].at)) limit_reached = i;
        expand(s, i);
    }
    if (s->stop) return;
    if (limit_reached == UINT32_MAX) report_proof(s);
    else {
        uint32_t which = s->p->locations.data[s->states.data[limit_reached].at.id].property - 1;
        engine_unknown(s->result, "%s", program_text(s->p, s->p->properties.data[which].name));
    }
}

void explicit_run(program *p, const engine_options *o, const budget *b, board *posts,
                  engine_result *result) {
    (void)o;
    (void)posts;
    explicit_search s = {.p = p, .b = b, .result = result, .width = p->variables.size};
    result->engine = "explicit";
    if (!supported(&s)) return;
    s.pool = values_new(p->terms);
    s.eval = evaluator_new(p->terms, s.pool);
    model_init(&s.now, s.pool);
    liveness_of(p, &s.live);
    search_run(&s);
    stats_set(&result->stats, "states", s.states.size);
    liveness_release(&s.live);
    vec_release(&s.states);
    vec_release(&s.rows);
    map_release(&s.index);
    vec_release(&s.inputs);
    vec_release(&s.trail);
    vec_release(&s.reading);
    vec_release(&s.todo);
    model_release(&s.now);
    evaluator_delete(s.eval);
    values_delete(s.pool);
}
