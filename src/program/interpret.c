#include "program/interpret.h"
#include "base/log.h"
#include "base/fail.h"
#include "program/provenance_check.h"

enum { COMPACT_BYTES = 64 << 20 };

/* One run. A command is executed on the state in place; the trail takes it back where an
 * alternative blocks. Inputs read on the way go back into `returned`, to be read again. */
typedef struct {
    program *p;
    const run_options *o;
    values *pool;
    evaluator *eval;
    model state;
    vec(struct old_value {
        term var;
        value old;
        bool had;
        bool address;
    }) trail;
    provenance addresses; /* if the program has `accessed` */
    vec(struct read_input {
        uint32_t input;
        value value;
    }) read,
        returned;
    vec(struct todo {
        cmd command;
        uint32_t next;
    }) todo; /* lists of what is still to run; next: index + 1 */
    bool *ambiguous;
    bool decides; /* by o->decisions; off while it is tried what blocks */
    uint32_t decided;
    uint64_t compacted; /* bytes left by the last compaction */
} run;

/* Through its term; narrow values need no pool. */
value value_move(const terms *t, values *from, value a, values *to) {
    assert_debug(sort_is_there(t, a.sort));
    enum sort_kind k = sort_kind_of(t, a.sort);
    bool narrow = k == SORT_RM ||
                  ((k == SORT_BOOL || k == SORT_BV || k == SORT_FP) && sort_width(t, a.sort) <= 64);
    return !from || from == to || narrow ? a : value_of_term(to, value_to_term(from, a));
}

static value adopt(run *r, values *from, value a) {
    return value_move(r->p->terms, from, a, r->pool);
}

static void assign(run *r, term var, value a) {
    bool had = model_has(&r->state, var);
    struct old_value old = {var, had ? model_get(&r->state, r->p->terms, var) : a, had,
                            bits_has(&r->addresses.holds, var.id)};
    vec_push(&r->trail, old);
    model_set(&r->state, var, a);
}

static void follow(run *r, term var, term given) {
    bool address = bits_has(&r->addresses.holds, var.id);
    if (r->p->accessed.id) provenance_assign(&r->addresses, r->p, r->eval, &r->state, var, given);
    assign(r, var, term_eval(r->eval, &r->state, given));
    vec_last(&r->trail).address = address;
}

static value ask_input(run *r, uint32_t in, sort s) {
    for (uint32_t i = r->returned.size; i-- > 0;) {
        if (r->returned.data[i].input != in) continue;
        value a = r->returned.data[i].value;
        memmove(r->returned.data + i, r->returned.data + i + 1,
                (r->returned.size - i - 1) * sizeof *r->returned.data);
        r->returned.size--;
        return a;
    }
    value a = {0};
    if (r->o->before_input) r->o->before_input(r->o->context, in, &r->state);
    if (r->o->next_input) a = r->o->next_input(r->o->context, in, s);
    if (!a.sort.id) return value_default(r->pool, s);
    require(same_sort(a.sort, s), "input %u of another sort", in);
    return adopt(r, r->o->input_pool, a);
}

/* Results and effects of other code may be addresses that the program gave it. */
static bool may_be_address(const program *p, uint32_t in) {
    switch (program_input_origin(p, in)) {
    case ORIGIN_NONDET:
    case ORIGIN_VOLATILE:
    case ORIGIN_ENVIRONMENT:
    case ORIGIN_UNINIT:
    case ORIGIN_UNINIT_HEAP:
    case ORIGIN_PADDING: return false;
    default: return true;
    }
}

static void read_input(run *r, term var, uint32_t in) {
    value a = ask_input(r, in, term_sort(r->p->terms, var));
    struct read_input read = {in, a};
    vec_push(&r->read, read);
    assign(r, var, a);
    if (r->p->accessed.id && may_be_address(r->p, in)) bits_add(&r->addresses.holds, var.id);
    else bits_remove(&r->addresses.holds, var.id);
}

typedef struct {
    uint32_t trail, read;
} run_mark;

static run_mark here(const run *r) { return (run_mark){r->trail.size, r->read.size}; }

static void back_to(run *r, run_mark m) {
    assert(m.trail <= r->trail.size);
    while (r->trail.size > m.trail) {
        struct old_value old = vec_pop(&r->trail);
        model_set(&r->state, old.var,
                  old.had ? old.old : value_default(r->pool, term_sort(r->p->terms, old.var)));
        if (old.address) bits_add(&r->addresses.holds, old.var.id);
        else bits_remove(&r->addresses.holds, old.var.id);
    }
    while (r->read.size > m.read) {
        struct read_input read = vec_pop(&r->read);
        vec_push(&r->returned, read);
    }
}

static bool run_list(run *r, uint32_t list);

static uint32_t before(run *r, cmd c, uint32_t list) {
    struct todo t = {c, list};
    vec_push(&r->todo, t);
    return r->todo.size;
}

/* Whether `c` alone does not block here; leaves the state as it was. */
static bool enabled(run *r, cmd c) {
    run_mark m = here(r);
    bool result = run_list(r, before(r, c, 0));
    back_to(r, m);
    return result;
}

/* Report it where an alternative other than the one taken, `taken`, does not block either. */
static void look_for_ambiguity(run *r, cmd c, uint32_t taken) {
    bool *report = r->ambiguous;
    if (!report || *report) return;
    r->ambiguous = NULL;
    for (uint32_t i = taken + 1; i < cmd_size(r->p, c) && !*report; i++)
        *report = enabled(r, cmd_part(r->p, c, i));
    r->ambiguous = report;
}

static uint32_t decide(run *r, uint32_t n) {
    uint32_t at = r->decided++, which = at < r->o->decisions->size ? r->o->decisions->data[at] : 0;
    if (r->o->options) vec_push(r->o->options, n);
    return which < n ? which : n - 1;
}

/* The one that was decided on, of those that do not block by themselves. */
static bool run_decided_choice(run *r, cmd c, uint32_t rest) {
    u32_vec open = {0};
    r->decides = false;
    for (uint32_t i = 0; i < cmd_size(r->p, c); i++)
        if (enabled(r, cmd_part(r->p, c, i))) vec_push(&open, i);
    r->decides = true;
    bool through = open.size > 0;
    if (through) {
        uint32_t i = open.data[open.size > 1 ? decide(r, open.size) : 0];
        through = run_list(r, before(r, cmd_part(r->p, c, i), rest));
    }
    vec_release(&open);
    return through;
}

/* The first alternative with which the rest of the list runs through. */
static bool run_choice(run *r, cmd c, uint32_t rest) {
    if (r->decides) return run_decided_choice(r, c, rest);
    run_mark m = here(r);
    for (uint32_t i = 0; i < cmd_size(r->p, c); i++) {
        if (r->ambiguous && enabled(r, cmd_part(r->p, c, i))) look_for_ambiguity(r, c, i);
        if (run_list(r, before(r, cmd_part(r->p, c, i), rest))) return true;
        back_to(r, m);
    }
    return false;
}

/* Whether an alternative blocks at its very beginning. */
static bool blocks_at_once(run *r, cmd c) {
    if (cmd_kind_of(r->p, c) == CMD_SEQ) c = cmd_part(r->p, c, 0);
    return cmd_kind_of(r->p, c) == CMD_ASSUME && !term_holds(r->eval, &r->state, cmd_term(r->p, c));
}

/* The usual choice is an if: all alternatives but one block at once, and nothing needs to be
 * remembered. 1: that one is in `only`; 0: all block; 2: there is more to it. */
static int simple_choice(run *r, cmd c, cmd *only) {
    int open = 0;
    for (uint32_t i = 0; i < cmd_size(r->p, c) && open < 2; i++) {
        if (blocks_at_once(r, cmd_part(r->p, c, i))) continue;
        *only = cmd_part(r->p, c, i);
        open++;
    }
    return open;
}

/* Run a list of commands; false where it blocks (the state is then to be taken back by the caller).
 */
static bool run_list(run *r, uint32_t list) {
    while (list) {
        struct todo t = r->todo.data[list - 1];
        cmd c = t.command;
        list = t.next;
        switch (cmd_kind_of(r->p, c)) {
        case CMD_SKIP: break;
        case CMD_ASSIGN: follow(r, cmd_var(r->p, c), cmd_term(r->p, c)); break;
        case CMD_HAVOC: read_input(r, cmd_var(r->p, c), cmd_input(r->p, c)); break;
        case CMD_ASSUME:
            if (!term_holds(r->eval, &r->state, cmd_term(r->p, c))) return false;
            break;
        case CMD_SEQ:
            for (uint32_t i = cmd_size(r->p, c); i-- > 0;)
                list = before(r, cmd_part(r->p, c, i), list);
            break;
        case CMD_CHOICE: {
            cmd only;
            int open = simple_choice(r, c, &only);
            if (open != 1) return open && run_choice(r, c, list);
            list = before(r, only, list);
            break;
        }
        }
    }
    return true;
}

static bool run_command(run *r, cmd c) {
    run_mark m = here(r);
    vec_clear(&r->todo);
    if (run_list(r, before(r, c, 0))) return true;
    back_to(r, m);
    return false;
}

/* Wide values and arrays pile up in the pool: keep those of the state only, now and then. */
static void compact(run *r) {
    if (values_memory(r->pool) < 2 * r->compacted + COMPACT_BYTES) return;
    vec(value) keep = {0};
    for (uint32_t i = 0; i < r->state.assigned.size; i++)
        vec_push(&keep, *model_find(&r->state, (term){r->state.assigned.data[i]}));
    for (uint32_t i = 0; i < r->returned.size; i++) vec_push(&keep, r->returned.data[i].value);
    values_compact(r->pool, keep.data, keep.size);
    uint32_t n = r->state.assigned.size;
    for (uint32_t i = 0; i < n; i++)
        model_set(&r->state, (term){r->state.assigned.data[i]}, keep.data[i]);
    for (uint32_t i = 0; i < r->returned.size; i++) r->returned.data[i].value = keep.data[n + i];
    vec_release(&keep);
    r->compacted = values_memory(r->pool);
}

/* Like look_for_ambiguity, for the edges after the one just taken from `m`; takes it again. */
static void look_for_ambiguous_edges(run *r, run_mark m, const edge_id *edges, uint32_t n) {
    bool *report = r->ambiguous;
    if (!report || *report || n == 1) return;
    back_to(r, m);
    r->ambiguous = NULL;
    for (uint32_t i = 1; i < n && !*report; i++)
        *report = enabled(r, r->p->edges.data[edges[i].id].command);
    bool again = run_command(r, r->p->edges.data[edges[0].id].command);
    require(again, "a command ran through once and blocked then");
    r->ambiguous = report;
}

/* The edge that was decided on, of those that do not block; its command has been run. */
static bool step_decided(run *r, const edge_id *out, uint32_t n, edge_id *taken) {
    edge_vec open = {0};
    r->decides = false;
    vec_clear(&r->todo);
    for (uint32_t i = 0; i < n; i++)
        if (n == 1 || enabled(r, r->p->edges.data[out[i].id].command)) vec_push(&open, out[i]);
    r->decides = true;
    bool good = open.size > 0;
    if (good) {
        *taken = open.data[open.size > 1 ? decide(r, open.size) : 0];
        good = run_command(r, r->p->edges.data[taken->id].command);
    }
    vec_release(&open);
    return good;
}

/* The first edge whose command runs through; it has been run. */
static bool step_first(run *r, const edge_id *out, uint32_t n, edge_id *taken) {
    run_mark m = here(r);
    for (uint32_t i = 0; i < n; i++) {
        *taken = out[i];
        if (!run_command(r, r->p->edges.data[out[i].id].command)) continue;
        look_for_ambiguous_edges(r, m, out + i, n - i);
        return true;
    }
    return false;
}

/* NO_LOC where no edge can be taken. */
static loc step(run *r, loc at) {
    const edge_id *out;
    edge_id taken = NO_EDGE;
    uint32_t n = program_out(r->p, at, &out);
    if (!(r->decides ? step_decided(r, out, n, &taken) : step_first(r, out, n, &taken)))
        return NO_LOC;
    loc to = r->p->edges.data[taken.id].to;
    if (r->o->may_enter && !r->o->may_enter(r->o->context, to)) return NO_LOC;
    vec_clear(&r->trail);
    vec_clear(&r->read);
    if (r->o->on_edge) r->o->on_edge(r->o->context, taken, &r->state);
    compact(r);
    return to;
}

static run_result run_from_start(run *r) {
    run_result result = {RUN_STEPS, r->p->start, 0};
    uint64_t limit = r->o->max_steps ? r->o->max_steps : 100000000;
    while (result.steps < limit) {
        if (program_is_error(r->p, result.at)) return result.end = RUN_ERROR, result;
        if (program_is_limit(r->p, result.at)) return result.end = RUN_LIMIT, result;
        if (result.steps % 1024 == 1023 && r->o->limits && budget_over(r->o->limits)) return result;
        loc to = step(r, result.at);
        if (same_loc(to, NO_LOC)) return result.end = RUN_STUCK, result;
        result.at = to;
        result.steps++;
    }
    return result;
}

run_result program_run(program *p, const model *initial, const run_options *options,
                       bool *ambiguous) {
    assert_debug(p->start.id < p->locations.size);
    LOG("program", "run from location %u", p->start.id);
    run r = {.p = p,
             .o = options,
             .pool = values_new(p->terms),
             .ambiguous = ambiguous,
             .decides = options->decisions};
    r.eval = evaluator_new(p->terms, r.pool);
    model_init(&r.state, r.pool);
    for (uint32_t i = 0; initial && i < initial->assigned.size; i++) {
        term var = {initial->assigned.data[i]};
        model_set(&r.state, var, adopt(&r, initial->pool, *model_find(initial, var)));
    }
    if (ambiguous) *ambiguous = false;
    run_result result = run_from_start(&r);
    vec_release(&r.trail);
    vec_release(&r.read);
    vec_release(&r.returned);
    vec_release(&r.todo);
    provenance_release(&r.addresses);
    model_release(&r.state);
    evaluator_delete(r.eval);
    values_delete(r.pool);
    return result;
}

/* ---- inputs from a log ---- */

/* Each input is a list through `items`, linked in order. */
struct input_queue {
    vec(struct queued {
        value value;
        uint32_t next;
    }) items;        /* next: index + 1 */
    map first, last; /* input -> index + 1 */
};

input_queue *input_queue_new(const input_log *log) {
    input_queue *q = mem_zero(sizeof *q);
    for (uint32_t i = 0; i < log->items.size; i++) {
        const struct input_value *v = &log->items.data[i];
        struct queued item = {v->value, 0};
        vec_push(&q->items, item);
        uint64_t last;
        if (map_get(&q->last, v->input, &last)) q->items.data[last - 1].next = q->items.size;
        else map_set(&q->first, v->input, q->items.size);
        map_set(&q->last, v->input, q->items.size);
    }
    return q;
}

void input_queue_delete(input_queue *q) {
    vec_release(&q->items);
    map_release(&q->first);
    map_release(&q->last);
    mem_free(q);
}

value input_queue_next(void *queue, uint32_t in, sort s) {
    assert_debug(s.id);
    input_queue *q = queue;
    uint64_t at = map_find(&q->first, in, 0);
    if (!at) return (value){0};
    const struct queued *item = &q->items.data[at - 1];
    map_set(&q->first, in, item->next);
    return same_sort(item->value.sort, s) ? item->value : (value){0};
}
