#include "engine/flags/step.h"

#include <string.h>

void stepper_init(stepper *s, program *p) {
    *s = (stepper){0};
    liveness_of(p, &s->live);
    env_init(&s->env, &s->live);
    env_reset(&s->env);
}

void stepper_release(stepper *s) {
    env_release(&s->env);
    liveness_release(&s->live);
    vec_release(&s->members);
    vec_release(&s->key);
}

static sort sort_of(const program *p, uint32_t var) {
    return term_sort(p->terms, p->variables.data[var].var);
}

bool can_be_member(const program *p, uint32_t var) {
    sort s = sort_of(p, var);
    return sort_kind_of(p->terms, s) == SORT_BOOL ||
           (sort_is_bv(p->terms, s) && sort_width(p->terms, s) <= 64);
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

term entry_fact(const program *p, uint32_t var, uint32_t entry) {
    range a = entry_range(p, var, entry);
    return range_fact(p->terms, p->variables.data[var].var, &a);
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
    for (uint32_t i = 0; i < s->members.size; i++) {
        uint32_t v = s->members.data[i];
        vec_push(&s->key, entry_of(s->live.p, v, &s->env.of.data[v]));
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
    for (uint32_t i = 0, n = cmd_size(s->live.p, c); i < n; i++) {
        run(s, cmd_part(s->live.p, c, i), mark, out);
        env_undo(&s->env, here);
        s->env.dead = false;
    }
}

/* The parts up to the next choice, then that, from one bundle. Returns the first part after it. */
static uint32_t run_parts(stepper *s, cmd c, uint32_t from, uint32_t mark, bundles *out) {
    const program *p = s->live.p;
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
    uint32_t base = s->env.trail.size, at = 0, n = cmd_size(s->live.p, c);
    bundles now = {.keys.length = s->members.size}, after = {.keys.length = s->members.size};
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
        bundles_clear(&after, s->members.size);
    }
    bundles_release(&now);
    bundles_release(&after);
}

/* Adds what the command makes of the state at hand, as changes since the mark. The state is not the
 * same any more. */
static void run(stepper *s, cmd c, uint32_t mark, bundles *out) {
    switch (cmd_kind_of(s->live.p, c)) {
    case CMD_SEQ: run_sequence(s, c, mark, out); return;
    case CMD_CHOICE: run_choice(s, c, mark, out); return;
    default:
        env_command(&s->env, c, NULL);
        if (!s->env.dead) collect(s, mark, out);
    }
}

static void add_target(stepper *s, loc to, const uint32_t *key, table *out) {
    vec_clear(&s->key);
    for (uint32_t i = 0; i < s->members.size; i++)
        vec_push(&s->key, bits_has(&s->live.at.data[to.id], s->members.data[i]) ? key[i] : 0);
    table_add(out, s->key.data);
}

void step_edge(stepper *s, edge_id e, const uint32_t *tuple, table *out) {
    program *p = s->live.p;
    bundles ends = {.keys.length = s->members.size};
    env_reset(&s->env);
    for (uint32_t i = 0; i < s->members.size; i++) {
        range a = entry_range(p, s->members.data[i], tuple[i]);
        env_set(&s->env, s->members.data[i], &a);
    }
    run(s, p->edges.data[e.id].command, s->env.trail.size, &ends);
    for (uint32_t i = 0; i < ends.of.size; i++) {
        add_target(s, p->edges.data[e.id].to, table_at(&ends.keys, i), out);
        for (uint32_t k = 0; k < ends.of.data[i].ends.size; k++)
            vec_release(&ends.of.data[i].ends.data[k]);
        vec_release(&ends.of.data[i].ends);
    }
    bundles_release(&ends);
}
