#include "engine/common/word_machine.h"

#include "term/range.h"

/* The value is the one in state number `stamp`. */
struct word_node {
    term of;
    enum op op;
    uint32_t first, count; /* arguments */
    uint32_t variable;     /* of OP_VAR */
    uint32_t width, height, indices[2];
    uint64_t value, stamp;
};

static bool is_narrow(const terms *t, sort s) {
    enum sort_kind k = sort_kind_of(t, s);
    return k == SORT_BOOL || k == SORT_RM ||
           ((k == SORT_BV || k == SORT_FP) && sort_width(t, s) <= 64);
}

/* ---- making it ---- */

static const uint8_t index_count[] = {
    0,
#define TERM_OP(name, smt, arity, indices) indices,
#include "term/ops.def"
#undef TERM_OP
};

/* Terms are evaluated by recursion. */
enum { MOST_HEIGHT = 2000 };

static bool make_node(word_machine *m, term a, uint32_t depth, uint32_t *out) {
    const terms *t = m->program->terms;
    uint64_t known;
    if (map_get(&m->node_of, a.id, &known)) return *out = (uint32_t)known, true;
    struct word_node n = {.of = a, .op = term_op(t, a), .count = term_arity(t, a)};
    if (!is_narrow(t, term_sort(t, a)) || depth > MOST_HEIGHT) return false;
    n.width = term_width(t, a);
    for (uint32_t i = 0; i < index_count[n.op]; i++) n.indices[i] = term_index(t, a, i);
    u32_vec arguments = {0};
    bool good = true;
    for (uint32_t i = 0, at; i < n.count && good; i++) {
        good = make_node(m, term_arg(t, a, i), depth + 1, &at);
        if (!good) continue;
        vec_push(&arguments, at);
        if (n.height <= m->nodes.data[at].height) n.height = m->nodes.data[at].height + 1;
    }
    n.first = m->arguments.size;
    vec_append(&m->arguments, arguments.data, arguments.size);
    vec_release(&arguments);
    const variable *v = n.op == OP_VAR ? program_variable(m->program, a) : NULL;
    if (n.op == OP_VAR && !v) return false;
    if (v) n.variable = (uint32_t)(v - m->program->variables.data);
    if (good && term_is_const(t, a)) {
        n.value = value_of_term(m->pool, a).bits;
        n.stamp = UINT64_MAX;
    }
    *out = m->nodes.size;
    map_set(&m->node_of, a.id, *out);
    vec_push(&m->nodes, n);
    return good && n.height <= MOST_HEIGHT;
}

static bool make_command(word_machine *m, cmd c) {
    const program *p = m->program;
    enum cmd_kind k = cmd_kind_of(p, c);
    bool good = true;
    if (c.id >= m->of_command.size) {
        vec_resize(&m->of_command, c.id + 1);
        vec_resize(&m->variable, c.id + 1);
    }
    if (k == CMD_ASSIGN || k == CMD_HAVOC)
        m->variable.data[c.id] = (uint32_t)(program_variable(p, cmd_var(p, c)) - p->variables.data);
    if (k == CMD_ASSIGN || k == CMD_ASSUME) {
        uint32_t node = 0;
        good = make_node(m, cmd_term(p, c), 0, &node);
        m->of_command.data[c.id] = node;
    }
    for (uint32_t i = 0; i < cmd_size(p, c) && good; i++) good = make_command(m, cmd_part(p, c, i));
    return good;
}

bool machine_init(word_machine *m, program *p, uint64_t seed) {
    *m = (word_machine){.program = p, .random = {seed}, .pool = values_new(p->terms)};
    vec_resize(&m->state, p->variables.size);
    vec_resize(&m->offers, p->inputs.size);
    bool good = true;
    for (uint32_t i = 0; i < p->variables.size && good; i++)
        good = is_narrow(p->terms, term_sort(p->terms, p->variables.data[i].var));
    for (uint32_t i = 0; i < p->edges.size && good; i++)
        if (!p->edges.data[i].removed) good = make_command(m, p->edges.data[i].command);
    return good;
}

void machine_release(word_machine *m) {
    vec_release_each(&m->offers, vec_release);
    vec_release(&m->nodes);
    vec_release(&m->arguments);
    map_release(&m->node_of);
    vec_release(&m->of_command);
    vec_release(&m->variable);
    vec_release(&m->state);
    vec_release(&m->todo);
    vec_release(&m->trail);
    vec_release(&m->read);
    values_delete(m->pool);
}

/* ---- terms ---- */

static uint64_t evaluate(word_machine *m, uint32_t node);

static uint64_t argument(word_machine *m, const struct word_node *n, uint32_t i) {
    return evaluate(m, m->arguments.data[n->first + i]);
}

/* By the reference. */
static uint64_t apply(word_machine *m, const struct word_node *n) {
    enum { MOST = 64 };
    const terms *t = m->program->terms;
    value arguments[MOST];
    bool wide = n->count > MOST; /* sums and conjunctions, from the left */
    uint32_t first = wide ? MOST : n->count;
    for (uint32_t i = 0; i < first; i++)
        arguments[i] = (value){term_sort(t, term_arg(t, n->of, i)), argument(m, n, i)};
    value v = value_apply(m->pool, n->op, term_sort(t, n->of), n->indices[0], n->indices[1], first,
                          arguments);
    for (uint32_t i = first; i < n->count; i++) {
        arguments[0] = v;
        arguments[1] = (value){term_sort(t, term_arg(t, n->of, i)), argument(m, n, i)};
        v = value_apply(m->pool, n->op, term_sort(t, n->of), n->indices[0], n->indices[1], 2,
                        arguments);
    }
    return v.bits;
}

static bool any_argument(word_machine *m, const struct word_node *n, bool is) {
    for (uint32_t i = 0; i < n->count; i++)
        if ((argument(m, n, i) != 0) == is) return true;
    return false;
}

static uint64_t compute(word_machine *m, const struct word_node *n) {
    uint32_t w = n->op == OP_BVSLT ? m->nodes.data[m->arguments.data[n->first]].width : n->width;
    switch (n->op) {
    case OP_VAR: return m->state.data[n->variable];
    case OP_NOT: return !argument(m, n, 0);
    case OP_AND: return !any_argument(m, n, false);
    case OP_OR: return any_argument(m, n, true);
    case OP_ITE: return argument(m, n, argument(m, n, 0) ? 1 : 2);
    case OP_EQ: return argument(m, n, 0) == argument(m, n, 1);
    case OP_BVULT: return argument(m, n, 0) < argument(m, n, 1);
    case OP_BVSLT: return bv_signed(w, argument(m, n, 0)) < bv_signed(w, argument(m, n, 1));
    default: return apply(m, n);
    }
}

static uint64_t evaluate(word_machine *m, uint32_t node) {
    struct word_node n = m->nodes.data[node];
    if (n.stamp == m->evaluation || n.stamp == UINT64_MAX) return n.value;
    n.value = compute(m, &n);
    m->nodes.data[node].value = n.value;
    m->nodes.data[node].stamp = m->evaluation;
    return n.value;
}

static uint64_t value_of(word_machine *m, cmd c) { return evaluate(m, m->of_command.data[c.id]); }

/* ---- commands ---- */

static void assign(word_machine *m, uint32_t var, uint64_t bits) {
    struct machine_old old = {var, m->state.data[var]};
    vec_push(&m->trail, old);
    m->state.data[var] = bits;
    m->evaluation++;
}

typedef struct {
    uint32_t trail, todo, read;
} machine_mark;

static machine_mark here(const word_machine *m) {
    return (machine_mark){m->trail.size, m->todo.size, m->read.size};
}

static void back_to(word_machine *m, machine_mark mark) {
    assert_debug(mark.trail <= m->trail.size);
    m->evaluation += m->trail.size > mark.trail;
    while (m->trail.size > mark.trail) {
        struct machine_old old = vec_pop(&m->trail);
        m->state.data[old.variable] = old.bits;
    }
    m->todo.size = mark.todo;
    m->read.size = mark.read;
}

static uint32_t before(word_machine *m, cmd c, uint32_t list) {
    struct machine_todo t = {c, list};
    vec_push(&m->todo, t);
    return m->todo.size;
}

static bool run(word_machine *m, uint32_t list);

static bool run_input(word_machine *m, cmd c, uint32_t rest) {
    static uint64_t zero = 0;
    struct machine_input r = {cmd_input(m->program, c), m->variable.data[c.id], 0};
    bool offered = r.input < m->offers.size && m->offers.data[r.input].size;
    uint32_t n = offered ? m->offers.data[r.input].size : 1;
    const uint64_t *from = offered ? m->offers.data[r.input].data : &zero;
    machine_mark mark = here(m);
    for (uint32_t i = 0; i < n; i++) {
        r.bits = from[m->at_random ? random_below(&m->random, n) : i];
        assign(m, r.variable, r.bits);
        vec_push(&m->read, r);
        if (run(m, rest)) return true;
        back_to(m, mark);
        if (m->at_random) return false;
    }
    return false;
}

static bool blocks_at_once(word_machine *m, cmd c) {
    const program *p = m->program;
    if (cmd_kind_of(p, c) == CMD_SEQ) c = cmd_part(p, c, 0);
    bool blocks = cmd_kind_of(p, c) == CMD_CHOICE;
    for (uint32_t i = 0; i < cmd_size(p, c) && blocks; i++)
        blocks = blocks_at_once(m, cmd_part(p, c, i));
    return blocks || (cmd_kind_of(p, c) == CMD_ASSUME && !value_of(m, c));
}

/* The alternative that does not block, if there is one only: the usual choice is an if. */
static bool only_way(word_machine *m, cmd c, cmd *only, bool *blocks) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < cmd_size(m->program, c) && open < 2; i++) {
        cmd part = cmd_part(m->program, c, i);
        if (blocks_at_once(m, part)) continue;
        *only = part;
        open++;
    }
    *blocks = !open;
    return open == 1;
}

static bool run_choice(word_machine *m, cmd c, uint32_t rest) {
    uint32_t n = cmd_size(m->program, c), first = m->at_random ? random_below(&m->random, n) : 0;
    machine_mark mark = here(m);
    for (uint32_t i = 0; i < n; i++) {
        cmd part = cmd_part(m->program, c, (first + i) % n);
        if (blocks_at_once(m, part)) continue;
        if (run(m, before(m, part, rest))) return true;
        back_to(m, mark);
    }
    return false;
}

/* True: no more ways are to be tried. */
static bool run(word_machine *m, uint32_t list) {
    const program *p = m->program;
    while (list) {
        struct machine_todo t = m->todo.data[list - 1];
        cmd c = t.command, only = c;
        bool blocks;
        list = t.next;
        switch (cmd_kind_of(p, c)) {
        case CMD_SKIP: break;
        case CMD_ASSIGN: assign(m, m->variable.data[c.id], value_of(m, c)); break;
        case CMD_ASSUME:
            if (value_of(m, c)) break;
            return ++m->ways >= m->most_ways;
        case CMD_SEQ:
            for (uint32_t i = cmd_size(p, c); i-- > 0;) list = before(m, cmd_part(p, c, i), list);
            break;
        case CMD_HAVOC: return run_input(m, c, list);
        case CMD_CHOICE:
            if (!only_way(m, c, &only, &blocks)) return !blocks && run_choice(m, c, list);
            list = before(m, only, list);
            break;
        }
    }
    return m->arrive(m->context) || m->at_random || ++m->ways >= m->most_ways;
}

bool machine_step(word_machine *m, edge_id e, bool (*arrive)(void *context), void *context) {
    assert_debug(e.id < m->program->edges.size);
    machine_mark mark = here(m);
    m->arrive = arrive;
    m->context = context;
    m->ways = 0;
    m->evaluation++;
    bool ended = run(m, before(m, m->program->edges.data[e.id].command, 0));
    back_to(m, mark);
    return !ended;
}
