#include "engine/common/symbolic.h"

#include "base/fail.h"

static void find_tested(symbolic *s, cmd c, map *seen, term_vec *vars) {
    enum cmd_kind kind = cmd_kind_of(s->program, c);
    if (kind == CMD_ASSUME) term_vars(s->program->terms, cmd_term(s->program, c), seen, vars);
    for (uint32_t i = 0; (kind == CMD_SEQ || kind == CMD_CHOICE) && i < cmd_size(s->program, c);
         i++)
        find_tested(s, cmd_part(s->program, c, i), seen, vars);
}

static void find_all_tested(symbolic *s) {
    map seen = {0};
    term_vec vars = {0};
    s->knows_tested = true;
    for (edge_id e = {0}; e.id < s->program->edges.size; e.id++) {
        const edge *d = &s->program->edges.data[e.id];
        if (!d->removed && !program_is_error(s->program, d->to))
            find_tested(s, d->command, &seen, &vars);
    }
    for (uint32_t i = 0; i < vars.size; i++) {
        uint64_t index;
        if (map_get(&s->program->variable_of, vars.data[i].id, &index))
            bits_add(&s->tested, (uint32_t)index);
    }
    map_release(&seen);
    vec_release(&vars);
}

bool symbolic_is_tested(symbolic *s, uint32_t at) {
    assert_debug(at < s->program->variables.size);
    if (!s->knows_tested) find_all_tested(s);
    return bits_has(&s->tested, at);
}

static uint32_t highest_variable(const program *p) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (p->variables.data[i].var.id > most) most = p->variables.data[i].var.id;
    return most;
}

void symbolic_init(symbolic *s, program *p) {
    memset(s, 0, sizeof *s);
    s->program = p;
    s->now = 1;
    vec_resize(&s->value, p->variables.size);
    vec_resize(&s->column, p->variables.size);
    vec_resize(&s->index_of, highest_variable(p) + 1);
    for (uint32_t i = 0; i < p->variables.size; i++) {
        s->value.data[i] = p->variables.data[i].var;
        s->index_of.data[p->variables.data[i].var.id] = i + 1;
    }
}

void symbolic_release(symbolic *s) {
    vec_release(&s->value);
    vec_release(&s->column);
    vec_release(&s->log);
    vec_release(&s->trail);
    map_release(&s->seen);
    vec_release(&s->image);
    vec_release(&s->stamp);
    vec_release(&s->stack);
    vec_release(&s->args);
    vec_release(&s->index_of);
    bits_release(&s->tested);
}

/* The state changed: every memoized image is stale. */
static void touch(symbolic *s) {
    if (++s->now) return;
    memset(s->stamp.data, 0, s->stamp.size * sizeof *s->stamp.data);
    s->now = 1;
}

void symbolic_load(symbolic *s, const term *values) {
    if (s->value.size) memcpy(s->value.data, values, s->value.size * sizeof *values);
    vec_clear(&s->trail);
    touch(s);
}

void symbolic_set(symbolic *s, uint32_t at, term value) {
    assert_debug(same_sort(term_sort(s->program->terms, value),
                           term_sort(s->program->terms, s->program->variables.data[at].var)));
    assert(at < s->program->variables.size);
    if (same(s->value.data[at], value)) return;
    struct symbolic_undo u = {at, s->value.data[at]};
    vec_push(&s->trail, u);
    s->value.data[at] = value;
    touch(s);
}

static void undo(symbolic *s, uint32_t mark) {
    assert(mark <= s->trail.size);
    if (mark == s->trail.size) return; /* images of terms stay what they are */
    while (s->trail.size > mark) {
        struct symbolic_undo u = vec_pop(&s->trail);
        s->value.data[u.at] = u.old;
    }
    touch(s);
}

/* ---- values ---- */

static bool known(const symbolic *s, term a) {
    return a.id < s->stamp.size && s->stamp.data[a.id] == s->now;
}

static void remember(symbolic *s, term a, term image) {
    if (a.id >= s->stamp.size) {
        uint32_t size = terms_count(s->program->terms) + 1;
        vec_resize(&s->stamp, size);
        vec_resize(&s->image, size);
    }
    s->stamp.data[a.id] = s->now;
    s->image.data[a.id] = image.id;
}

static term leaf(const symbolic *s, term a) {
    uint32_t i = a.id < s->index_of.size ? s->index_of.data[a.id] : 0;
    return i ? s->value.data[i - 1] : a;
}

/* The images of all arguments are known: rebuild. */
static term rebuild(symbolic *s, term a) {
    terms *t = s->program->terms;
    bool changed = false;
    vec_clear(&s->args);
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        term arg = term_arg(t, a, i), image = {s->image.data[arg.id]};
        changed |= !same(arg, image);
        vec_push(&s->args, image);
    }
    return changed ? term_rebuild(t, a, s->args.data) : a;
}

static bool push_unknown_arguments(symbolic *s, term a) {
    terms *t = s->program->terms;
    uint32_t before = s->stack.size;
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (!known(s, term_arg(t, a, i))) vec_push(&s->stack, term_arg(t, a, i));
    return s->stack.size > before;
}

term symbolic_value(symbolic *s, term a) {
    assert_debug(term_is_there(s->program->terms, a));
    terms *t = s->program->terms;
    vec_clear(&s->stack);
    vec_push(&s->stack, a);
    while (s->stack.size) {
        term top = vec_last(&s->stack);
        if (known(s, top)) {
            vec_pop(&s->stack);
            continue;
        }
        if (term_arity(t, top) && push_unknown_arguments(s, top)) continue;
        vec_pop(&s->stack);
        remember(s, top, term_arity(t, top) ? rebuild(s, top) : leaf(s, top));
    }
    return (term){s->image.data[a.id]};
}

/* ---- exclusive alternatives ---- */

/* Is it plain from syntax that a and b cannot both hold? */
static bool contradict(terms *t, term a, term b) {
    if (same(a, term_not(t, b))) return true;
    if (term_op(t, a) != OP_EQ || term_op(t, b) != OP_EQ) return false;
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t j = 0; j < 2; j++)
            if (same(term_arg(t, a, i), term_arg(t, b, j)) &&
                term_is_false(t, term_eq(t, term_arg(t, a, 1 - i), term_arg(t, b, 1 - j))))
                return true;
    return false;
}

static bool exclusive(terms *t, term a, term b) {
    term_vec left = {0}, right = {0};
    term_conjuncts(t, a, &left);
    term_conjuncts(t, b, &right);
    bool found = false;
    if ((uint64_t)left.size * right.size <= 4096)
        for (uint32_t i = 0; i < left.size && !found; i++)
            for (uint32_t j = 0; j < right.size && !found; j++)
                found = contradict(t, left.data[i], right.data[j]);
    vec_release(&left);
    vec_release(&right);
    return found;
}

static bool all_exclusive(terms *t, uint32_t n, const term *guards) {
    if (n > 64) return false;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            if (!exclusive(t, guards[i], guards[j])) return false;
    return true;
}

void symbolic_select(terms *t, uint32_t n, const term *guards, term *select) {
    assert_debug(terms_are_there(t, n, guards));
    bool free_choice = n > 1 && !all_exclusive(t, n, guards);
    term rest = term_true(t);
    for (uint32_t i = 0; i < n; i++) {
        if (!free_choice || i + 1 == n) {
            select[i] = rest;
            continue;
        }
        term pick = term_fresh(t, "select", sort_bool(t));
        select[i] = term_and(t, rest, pick);
        rest = term_and(t, rest, term_not(t, pick));
    }
}

/* ---- commands ---- */

/* One alternative that ran: its guard and the values it changed. */
typedef struct {
    term guard;
    uint32_t event; /* of its beginning in the log */
    vec(struct {
        uint32_t at;
        term value;
    }) writes; /* variable index, value */
} branch;

static branch run_branch(symbolic *s, cmd c) {
    branch b = {.event = s->log.size};
    symbolic_event begin = {{0}, NO_INPUT, 1};
    vec_push(&s->log, begin);
    uint32_t mark = s->trail.size;
    b.guard = symbolic_run(s, c);
    s->log.data[b.event].end = s->log.size;
    if (!term_is_false(s->program->terms, b.guard))
        for (uint32_t i = mark; i < s->trail.size; i++) {
            uint32_t v = s->trail.data[i].at;
            vec_push(&b.writes, ((__typeof__(*b.writes.data)){v, s->value.data[v]}));
        }
    undo(s, mark);
    return b;
}

/* `merged` (by position in `changed`) becomes the value after branch b where b is taken, what it
 * was otherwise. */
static void merge_branch(symbolic *s, const branch *b, const u32_vec *changed, term *merged,
                         bool last) {
    terms *t = s->program->terms;
    for (uint32_t i = 0; i < b->writes.size; i++)
        s->column.data[b->writes.data[i].at] = b->writes.data[i].value;
    for (uint32_t i = 0; i < changed->size; i++) {
        term after = s->column.data[changed->data[i]];
        if (!after.id) after = s->value.data[changed->data[i]];
        merged[i] = last ? after : term_ite(t, b->guard, after, merged[i]);
    }
    for (uint32_t i = 0; i < b->writes.size; i++) s->column.data[b->writes.data[i].at] = (term){0};
}

static void merge_branches(symbolic *s, uint32_t n, const branch *branches) {
    u32_vec changed = {0};
    map_clear(&s->seen);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < branches[i].writes.size; j++) {
            uint32_t v = branches[i].writes.data[j].at;
            if (!map_add(&s->seen, v)) continue;
            vec_push(&changed, v);
        }
    term_vec merged = {0};
    vec_resize(&merged, changed.size);
    for (uint32_t i = n; i-- > 0;) merge_branch(s, &branches[i], &changed, merged.data, i + 1 == n);
    for (uint32_t i = 0; i < changed.size; i++) symbolic_set(s, changed.data[i], merged.data[i]);
    vec_release(&merged);
    vec_release(&changed);
}

static term run_choice(symbolic *s, cmd c) {
    terms *t = s->program->terms;
    vec(branch) live = {0};
    for (uint32_t i = 0; i < cmd_size(s->program, c); i++) {
        branch b = run_branch(s, cmd_part(s->program, c, i));
        if (term_is_false(t, b.guard)) s->log.size = b.event;
        else vec_push(&live, b);
    }
    term_vec guards = {0}, select = {0};
    for (uint32_t i = 0; i < live.size; i++) vec_push(&guards, live.data[i].guard);
    vec_resize(&select, live.size);
    symbolic_select(t, live.size, guards.data, select.data);
    for (uint32_t i = 0; i < live.size; i++) {
        guards.data[i] = live.data[i].guard = term_and(t, guards.data[i], select.data[i]);
        s->log.data[live.data[i].event].what = guards.data[i];
    }
    if (live.size) merge_branches(s, live.size, live.data);
    term any = term_or_n(t, guards.size, guards.data);
    for (uint32_t i = 0; i < live.size; i++) vec_release(&live.data[i].writes);
    vec_release(&live);
    vec_release(&guards);
    vec_release(&select);
    return any;
}

static uint32_t variable_index(const symbolic *s, term var) {
    uint32_t i = var.id < s->index_of.size ? s->index_of.data[var.id] : 0;
    require(i, "a command writes a variable that the program does not have");
    return i - 1;
}

static term run_seq(symbolic *s, cmd c) {
    terms *t = s->program->terms;
    term guard = term_true(t);
    for (uint32_t i = 0; i < cmd_size(s->program, c) && !term_is_false(t, guard); i++)
        guard = term_and(t, guard, symbolic_run(s, cmd_part(s->program, c, i)));
    return guard;
}

term symbolic_run(symbolic *s, cmd c) {
    assert_debug(c.id);
    program *p = s->program;
    terms *t = p->terms;
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: break;
    case CMD_ASSIGN:
        symbolic_set(s, variable_index(s, cmd_var(p, c)), symbolic_value(s, cmd_term(p, c)));
        break;
    case CMD_HAVOC: {
        term fresh = term_fresh(t, term_name(t, cmd_var(p, c)), term_sort(t, cmd_var(p, c)));
        symbolic_event e = {fresh, cmd_input(p, c), 0};
        vec_push(&s->log, e);
        symbolic_set(s, variable_index(s, cmd_var(p, c)), fresh);
        break;
    }
    case CMD_ASSUME: return symbolic_value(s, cmd_term(p, c));
    case CMD_SEQ: return run_seq(s, c);
    case CMD_CHOICE: return run_choice(s, c);
    }
    return term_true(t);
}
