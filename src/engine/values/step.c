#include "engine/values/step.h"

#include <string.h>

void stepper_init(stepper *s, liveness *live, const u32_vec *members) {
    *s = (stepper){.live = live, .members = members};
    env_init(&s->env, live);
    env_reset(&s->env);
    vec_resize(&s->mentioned, live->p->edges.size);
    vec_resize(&s->remembered, live->p->edges.size);
}

static void forget_edge(edge_memory *m) {
    vec_release_each(&m->after, table_release);
    vec_release(&m->members);
    table_release(&m->before);
    *m = (edge_memory){0};
}

void stepper_release(stepper *s) {
    vec_release_each(&s->remembered, forget_edge);
    vec_release_each(&s->mentioned, bits_release);
    env_release(&s->env);
    vec_release(&s->key);
}

static sort sort_of(const program *p, uint32_t var) {
    return term_sort(p->terms, p->variables.data[var].var);
}

/* ---- entries ---- */
static bool has_no_zero(const range *a) {
    bool listed = a->count;
    for (uint32_t i = 0; i < a->count; i++) listed &= a->set[i] != 0;
    return a->ulo || a->ones || listed;
}

static uint32_t entry_of(const program *p, uint32_t var, const range *a) {
    term single = range_single(p->terms, sort_of(p, var), a);
    if (single.id) return single.id;
    if (a->kind != RANGE_BV) return ENTRY_ANY;
    if (a->slo > 0) return ENTRY_POSITIVE;
    if (a->shi < 0) return ENTRY_NEGATIVE;
    if (has_no_zero(a)) return ENTRY_NOT_ZERO;
    return a->slo == 0 ? ENTRY_NOT_NEGATIVE : ENTRY_ANY;
}

static range entry_range(const program *p, uint32_t var, uint32_t entry) {
    sort s = sort_of(p, var);
    range all = range_top(p->terms, s);
    if (entry == ENTRY_ANY) return all;
    if (entry < ENTRY_NOT_NEGATIVE) return range_constant(p->terms, (term){entry});
    uint32_t w = sort_width(p->terms, s);
    if (entry == ENTRY_NOT_ZERO) return range_bv_unsigned(w, 1, bv_mask(w));
    if (entry == ENTRY_NEGATIVE) return range_bv_signed(w, bv_min(w), -1);
    return range_bv_signed(w, entry == ENTRY_POSITIVE, bv_max(w));
}

/* ---- commands ---- */
/* States that agree on the members, each as what changed since a mark. */
typedef struct {
    range_ends ends;
} bundle;
typedef struct {
    table keys;
    vec(bundle) of; /* by key */
} bundles;

static void run(stepper *s, cmd c, uint32_t mark, bundles *out);

static void read_key(stepper *s) {
    vec_clear(&s->key);
    for (uint32_t i = 0; i < s->members->size; i++) {
        uint32_t v = s->members->data[i];
        vec_push(&s->key, entry_of(s->live->p, v, &s->env.of.data[v]));
    }
}

static void collect(stepper *s, uint32_t mark, bundles *out) {
    read_key(s);
    uint32_t number = table_number(&out->keys, s->key.data);
    if (number == out->of.size) vec_push(&out->of, ((bundle){0}));
    env_collect(&s->env, mark, &out->of.data[number].ends);
}

static void bundles_clear(bundles *b, uint32_t length) {
    table_release(&b->keys);
    b->keys.length = length;
    vec_clear(&b->of); /* their ends were joined, which releases them */
}

static void bundles_release(bundles *b) {
    table_release(&b->keys);
    vec_release(&b->of);
}

static void run_choice(stepper *s, cmd c, uint32_t mark, bundles *out) {
    uint32_t here = s->env.trail.size;
    for (uint32_t i = 0, n = cmd_size(s->live->p, c); i < n; i++) {
        run(s, cmd_part(s->live->p, c, i), mark, out);
        env_undo(&s->env, here);
        s->env.dead = false;
    }
}

/* The parts up to the next choice, then that, from one bundle. Returns the first part after it. */
static uint32_t run_parts(stepper *s, cmd c, uint32_t from, uint32_t mark, bundles *out) {
    const program *p = s->live->p;
    uint32_t i = from, n = cmd_size(p, c);
    for (; i < n && cmd_kind_of(p, cmd_part(p, c, i)) != CMD_CHOICE; i++)
        env_command(&s->env, cmd_part(p, c, i), NULL);
    if (s->env.dead) return i + 1;
    if (i < n) run_choice(s, cmd_part(p, c, i), mark, out);
    else collect(s, mark, out);
    return i + 1;
}

/* All bundles go through a part before any goes through the next: ways that meet are joined. */
static void run_sequence(stepper *s, cmd c, uint32_t mark, bundles *out) {
    uint32_t base = s->env.trail.size, at = 0, n = cmd_size(s->live->p, c);
    bundles now = {.keys.length = s->members->size}, after = {.keys.length = s->members->size};
    collect(s, base, &now);
    while (now.of.size) {
        uint32_t next = at;
        bool last = at >= n;
        for (uint32_t i = 0; i < now.of.size; i++) {
            env_join(&s->env, &now.of.data[i].ends);
            if (last) collect(s, mark, out);
            else next = run_parts(s, c, at, base, &after);
            env_undo(&s->env, base);
            s->env.dead = false;
        }
        bundles done = now;
        now = after, after = done, at = next;
        bundles_clear(&after, s->members->size);
    }
    bundles_release(&now);
    bundles_release(&after);
}

/* Adds what the command makes of the state at hand, as changes since the mark. The state is not the
 * same any more. */
static void run(stepper *s, cmd c, uint32_t mark, bundles *out) {
    switch (cmd_kind_of(s->live->p, c)) {
    case CMD_SEQ: run_sequence(s, c, mark, out); return;
    case CMD_CHOICE: run_choice(s, c, mark, out); return;
    default:
        env_command(&s->env, c, NULL);
        if (!s->env.dead) collect(s, mark, out);
    }
}

/* ---- edges ---- */
static void mention(stepper *s, cmd c, bits *out) {
    const program *p = s->live->p;
    enum cmd_kind k = cmd_kind_of(p, c);
    for (uint32_t i = 0; i < cmd_size(p, c); i++) mention(s, cmd_part(p, c, i), out);
    if (k == CMD_ASSIGN || k == CMD_HAVOC) bits_add(out, assigned_by(s->live, c));
    if (k == CMD_ASSIGN || k == CMD_ASSUME) live_read(s->live, cmd_term(p, c), out);
}

/* The memory of an edge, for the members as they are now. */
static edge_memory *memory_of(stepper *s, edge_id e) {
    bits *mentioned = &s->mentioned.data[e.id];
    edge_memory *m = &s->remembered.data[e.id];
    u32_vec now = {0};
    if (!mentioned->words.size) mention(s, s->live->p->edges.data[e.id].command, mentioned);
    for (uint32_t i = 0; i < s->members->size; i++)
        if (bits_has(mentioned, s->members->data[i])) vec_push(&now, s->members->data[i]);
    bool same = m->after.size && now.size == m->members.size &&
                (!now.size || !memcmp(now.data, m->members.data, now.size * sizeof *now.data));
    if (same) {
        vec_release(&now);
        return m;
    }
    forget_edge(m);
    m->members = now;
    m->before.length = now.size;
    return m;
}

/* All tuples of the members that the edge mentions, from one of them. */
static void run_edge(stepper *s, edge_id e, const edge_memory *m, const uint32_t *tuple,
                     table *out) {
    const u32_vec *all = s->members;
    bundles ends = {.keys.length = m->members.size};
    s->members = &m->members;
    env_reset(&s->env);
    for (uint32_t i = 0; i < m->members.size; i++) {
        range a = entry_range(s->live->p, m->members.data[i], tuple[i]);
        env_set(&s->env, m->members.data[i], &a);
    }
    run(s, s->live->p->edges.data[e.id].command, s->env.trail.size, &ends);
    s->members = all;
    for (uint32_t i = 0; i < ends.of.size; i++) {
        table_add(out, table_at(&ends.keys, i));
        vec_release_each(&ends.of.data[i].ends, vec_release);
    }
    bundles_release(&ends);
}

/* What follows a tuple of the members that the edge mentions. */
static const table *recall(stepper *s, edge_id e, edge_memory *m, const uint32_t *tuple) {
    vec_clear(&s->key);
    for (uint32_t i = 0, k = 0; i < s->members->size && k < m->members.size; i++)
        if (s->members->data[i] == m->members.data[k]) {
            vec_push(&s->key, tuple[i]);
            k++;
        }
    uint32_t number = table_number(&m->before, s->key.data);
    if (number == m->after.size) {
        table made = {.length = m->members.size};
        run_edge(s, e, m, table_at(&m->before, number), &made);
        vec_push(&m->after, made);
    }
    return &m->after.data[number];
}

/* Members that the edge does not mention stay as they are. */
static void add_target(stepper *s, const bits *live, const edge_memory *m, const uint32_t *changed,
                       const uint32_t *tuple, table *out) {
    vec_clear(&s->key);
    for (uint32_t i = 0, k = 0; i < s->members->size; i++) {
        uint32_t v = s->members->data[i];
        bool mentioned = k < m->members.size && v == m->members.data[k];
        uint32_t entry = mentioned ? changed[k++] : tuple[i];
        vec_push(&s->key, bits_has(live, v) ? entry : ENTRY_ANY);
    }
    table_add(out, s->key.data);
}

void step_edge(stepper *s, edge_id e, const uint32_t *tuple, table *out) {
    assert_debug(e.id < s->live->p->edges.size);
    edge_memory *m = memory_of(s, e);
    const table *after = recall(s, e, m, tuple);
    const bits *live = &s->live->at.data[s->live->p->edges.data[e.id].to.id];
    for (uint32_t i = 0; i < after->size; i++)
        add_target(s, live, m, table_at(after, i), tuple, out);
}
