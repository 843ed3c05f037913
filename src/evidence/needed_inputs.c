/* Which inputs a violation needs, of those that no test gives or that need not have the value which
 * the model gives them: those that flow into a condition on the way to the error. Found backwards
 * along the replayed path; where an edge has alternatives, each counts. That is too many rather
 * than too few. */
#include "base/bits.h"
#include "base/log.h"
#include "evidence/evidence.h"

enum { LONGEST = 200000 /* edges */ };

typedef struct {
    program *p;
    map live;    /* variables whose value decides, by term */
    bits needed; /* inputs */
    map known;   /* term -> 1 + first of its variables in `variables`, which a zero ends */
    u32_vec variables;
    map placed;   /* variables that say where objects lie, and nothing else */
    map presumed; /* conditions that are taken for granted of inputs, and hold by their values */
    map excused;  /* what holds by the value of an input, and excuses conditions */
    bool
        placing; /* before the first statement: conditions on these say what placements there are */
} input_slice;

static uint32_t variables_of(input_slice *s, term a) {
    uint64_t first = map_find(&s->known, a.id, 0);
    term_vec vars = {0};
    if (first) return (uint32_t)first - 1;
    first = s->variables.size;
    term_vars(s->p->terms, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++) vec_push(&s->variables, vars.data[i].id);
    vec_push(&s->variables, 0);
    map_set(&s->known, a.id, first + 1);
    vec_release(&vars);
    return (uint32_t)first;
}

static void add_live(input_slice *s, term a) {
    for (uint32_t i = variables_of(s, a); s->variables.data[i]; i++)
        map_set(&s->live, s->variables.data[i], 1);
}

static bool is_placed(input_slice *s, term a) {
    uint32_t first = variables_of(s, a), i = first;
    while (s->variables.data[i] && map_find(&s->placed, s->variables.data[i], 0)) i++;
    return i > first && !s->variables.data[i];
}

/* In the order of the run: addresses are chosen, and symbols made of them. */
static void find_placed(input_slice *s, cmd c) {
    program *p = s->p;
    enum cmd_kind kind = cmd_kind_of(p, c);
    for (uint32_t i = 0; kind == CMD_SEQ && i < cmd_size(p, c); i++)
        find_placed(s, cmd_part(p, c, i));
    if (kind == CMD_HAVOC && program_input_origin(p, cmd_input(p, c)) == ORIGIN_ADDRESS)
        map_set(&s->placed, cmd_var(p, c).id, 1);
    if (kind == CMD_ASSIGN && is_placed(s, cmd_term(p, c)))
        map_set(&s->placed, cmd_var(p, c).id, 1);
}

/* What is presumed of inputs: no violation rests on it where each of their values suffices. */
static bool value_suffices(input_slice *s, const evidence *e, evaluator *eval,
                           const struct input_value *x) {
    term suffices = s->p->inputs.data[x->input].suffices;
    uint32_t first = variables_of(s, suffices);
    model m;
    if (!s->variables.data[first] || s->variables.data[first + 1]) return false;
    term var = {s->variables.data[first]};
    if (term_sort(s->p->terms, var).id != x->value.sort.id) return false;
    model_init(&m, e->pool);
    model_set(&m, var, x->value);
    bool holds = term_holds(eval, &m, suffices);
    model_release(&m);
    return holds;
}

static void find_presumed(input_slice *s, const evidence *e) {
    const program *p = s->p;
    evaluator *eval = evaluator_new(p->terms, e->pool);
    for (uint32_t i = 0; i < p->inputs.size; i++)
        if (p->inputs.data[i].presumed.id) map_set(&s->presumed, p->inputs.data[i].presumed.id, 1);
    for (uint32_t i = 0; i < e->inputs.items.size; i++) {
        const struct input_value *x = &e->inputs.items.data[i];
        term presumed = x->input < p->inputs.size ? p->inputs.data[x->input].presumed : (term){0};
        if (presumed.id && !value_suffices(s, e, eval, x)) map_set(&s->presumed, presumed.id, 0);
        term excuse = x->input < p->inputs.size ? p->inputs.data[x->input].excuse : (term){0};
        if (excuse.id && !value_is_true(x->value)) map_set(&s->excused, excuse.id, 1);
    }
    evaluator_delete(eval);
}

static bool is_excused(const input_slice *s, term a) {
    const terms *t = s->p->terms;
    bool any = false;
    for (uint32_t i = 0; s->excused.size && term_op(t, a) == OP_OR && i < term_arity(t, a); i++)
        any |= map_get(&s->excused, term_arg(t, a, i).id, NULL);
    return any;
}

static bool is_condition(input_slice *s, term a) {
    return !(s->placing && is_placed(s, a)) && !map_find(&s->presumed, a.id, 0) &&
           !is_excused(s, a);
}

static void before_command(input_slice *s, cmd c, bool certain);

/* Whichever alternative was taken: none of them ends the life of a variable. */
static void before_choice(input_slice *s, cmd c) {
    for (uint32_t i = 0; i < cmd_size(s->p, c); i++) before_command(s, cmd_part(s->p, c, i), false);
}

static void before_command(input_slice *s, cmd c, bool certain) {
    program *p = s->p;
    enum cmd_kind kind = cmd_kind_of(p, c);
    if (kind == CMD_ASSUME && is_condition(s, cmd_term(p, c))) add_live(s, cmd_term(p, c));
    if (kind == CMD_CHOICE) before_choice(s, c);
    for (uint32_t i = kind == CMD_SEQ ? cmd_size(p, c) : 0; i--;)
        before_command(s, cmd_part(p, c, i), certain);
    if ((kind != CMD_ASSIGN && kind != CMD_HAVOC) || !map_find(&s->live, cmd_var(p, c).id, 0))
        return;
    if (certain) map_set(&s->live, cmd_var(p, c).id, 0);
    if (kind == CMD_ASSIGN) add_live(s, cmd_term(p, c));
    else bits_add(&s->needed, cmd_input(p, c));
}

bool rests_on_stub(const program *p, const evidence *e, const struct input_value *x) {
    assert_debug(x->input < p->inputs.size);
    return e->test_not_run && program_input_origin(p, x->input) == ORIGIN_CALL;
}

static bool in_question(const program *p, const evidence *e, const struct input_value *x) {
    const origin_info *origin = origin_about(program_input_origin(p, x->input));
    if (e->any_placement && program_input_origin(p, x->input) == ORIGIN_ADDRESS) return false;
    bool zero = value_equal(e->pool, x->value, value_default(e->pool, x->value.sort));
    bool real = origin->given && origin->direction != ORIGIN_OVER && !rests_on_stub(p, e, x);
    return !real && !(origin->zero_is_real && zero);
}

/* The edges before the first statement: objects are placed there, in a way that every run of the
 * program has. What no statement asks about, no violation rests on. */
static uint32_t edges_before_statements(const program *p, const evidence *e) {
    uint32_t n = 0;
    while (n < e->path.size && !p->edges.data[e->path.data[n].id].at.line) n++;
    return n < e->path.size ? n : 0; /* 0: the program has no lines */
}

void find_needs(program *p, evidence *e) {
    LOG("evidence", "which of %u inputs are needed?", e->inputs.items.size);
    input_slice s = {.p = p};
    bool all = e->path.size > LONGEST;
    uint32_t before = all ? 0 : edges_before_statements(p, e);
    find_presumed(&s, e);
    for (uint32_t i = 0; i < before; i++)
        find_placed(&s, p->edges.data[e->path.data[i].id].command);
    for (uint32_t i = all ? 0 : e->path.size; i--;) {
        s.placing = i < before;
        before_command(&s, p->edges.data[e->path.data[i].id].command, true);
    }
    vec_clear(&e->needs);
    for (uint32_t i = 0; i < e->inputs.items.size; i++) {
        const struct input_value *x = &e->inputs.items.data[i];
        if (in_question(p, e, x) && (all || bits_has(&s.needed, x->input))) vec_push(&e->needs, i);
    }
    e->needs_known = true;
    map_release(&s.live);
    bits_release(&s.needed);
    map_release(&s.known);
    map_release(&s.placed);
    map_release(&s.presumed);
    map_release(&s.excused);
    vec_release(&s.variables);
}

bool needs_given_only(const program *p, const evidence *e) {
    if (e->unsteady) return false;
    for (uint32_t i = 0; i < e->needs.size; i++)
        if (!origin_about(program_input_origin(p, e->inputs.items.data[e->needs.data[i]].input))
                 ->given)
            return false;
    return true;
}
