#include "engine/common/path.h"

#include "base/fail.h"

enum { KNOWN_PATHS = 2048 };

/* ---- flattening ---- */

/* The relation lists choices and inputs in the order in which a walk over the command meets them;
 * equal commands may occur twice, so the n-th occurrence here is the n-th there. */
typedef struct {
    program *p;
    way *w;
    map choices_seen, havocs_seen; /* command id -> occurrences so far */
} flattening;

static uint32_t occurrence(map *seen, cmd c) {
    uint32_t n = (uint32_t)map_find(seen, c.id, 0);
    map_set(seen, c.id, n + 1);
    return n;
}

static term taken_term(const way *w, cmd choice, uint32_t alternative, uint32_t nth) {
    for (uint32_t i = 0; i < w->relation.choices.size; i++) {
        const struct choice_point *c = &w->relation.choices.data[i];
        if (c->choice.id == choice.id && c->alternative == alternative && nth-- == 0)
            return c->taken;
    }
    require(false, "a choice is missing in the transition relation");
    return (term){0};
}

static term input_term(const way *w, cmd havoc, uint32_t nth) {
    for (uint32_t i = 0; i < w->relation.inputs.size; i++)
        if (w->relation.inputs.data[i].havoc.id == havoc.id && nth-- == 0)
            return w->relation.inputs.data[i].var;
    require(false, "an input is missing in the transition relation");
    return (term){0};
}

static void flatten(flattening *f, cmd c, term taken) {
    uint32_t at = f->w->nodes.size;
    path_node n = {cmd_kind_of(f->p, c), c, 0, taken, {0}};
    if (n.kind == CMD_HAVOC) n.input_var = input_term(f->w, c, occurrence(&f->havocs_seen, c));
    vec_push(&f->w->nodes, n);
    if (n.kind == CMD_SEQ)
        for (uint32_t i = 0; i < cmd_size(f->p, c); i++)
            flatten(f, cmd_part(f->p, c, i), (term){0});
    if (n.kind == CMD_CHOICE) {
        uint32_t nth = occurrence(&f->choices_seen, c);
        for (uint32_t i = 0; i < cmd_size(f->p, c); i++)
            flatten(f, cmd_part(f->p, c, i), taken_term(f->w, c, i, nth));
    }
    f->w->nodes.data[at].end = f->w->nodes.size;
}

void way_init(way *w, program *p, cmd c, const char *stamp) {
    assert_debug(c.id);
    *w = (way){0};
    transition_make(p, c, stamp, &w->relation);
    flattening f = {p, w, {0}, {0}};
    flatten(&f, c, (term){0});
    map_release(&f.choices_seen);
    map_release(&f.havocs_seen);
}

static void path_delete(path *x) {
    vec_release(&x->alternatives);
    vec_release(&x->guards);
    vec_release(&x->assigned);
    vec_release(&x->image);
    vec_release(&x->inputs);
    mem_free(x);
}

static void forget(way *w) {
    for (uint32_t i = 0; i < w->known.size; i++) path_delete(w->known.data[i]);
    vec_clear(&w->known);
}

void way_release(way *w) {
    forget(w);
    vec_release(&w->known);
    vec_release(&w->nodes);
    transition_release(&w->relation);
}

/* ---- running a path symbolically ---- */

typedef struct {
    program *p;
    path *out;
    substitution current;
    map index; /* variable id -> index into assigned */
} path_values;

static term now(path_values *s, term a) { return subst_apply(&s->current, s->p->terms, a); }

static void set(path_values *s, term var, term by) {
    uint64_t at;
    if (map_get(&s->index, var.id, &at)) {
        s->out->image.data[at] = by;
    } else {
        map_set(&s->index, var.id, s->out->assigned.size);
        vec_push(&s->out->assigned, var);
        vec_push(&s->out->image, by);
    }
    subst_clear(&s->current); /* the memo speaks of the old values */
    for (uint32_t i = 0; i < s->out->assigned.size; i++)
        subst_set(&s->current, s->p->terms, s->out->assigned.data[i], s->out->image.data[i]);
}

static void execute(path_values *s, const path_node *n) {
    program *p = s->p;
    switch (n->kind) {
    case CMD_ASSIGN: set(s, cmd_var(p, n->command), now(s, cmd_term(p, n->command))); break;
    case CMD_HAVOC:
        set(s, cmd_var(p, n->command), n->input_var);
        vec_push(&s->out->inputs, ((path_input){n->input_var, cmd_input(p, n->command)}));
        break;
    case CMD_ASSUME:
        term_conjuncts(p->terms, now(s, cmd_term(p, n->command)), &s->out->guards);
        break;
    default: break;
    }
}

static void drop_true(terms *t, term_vec *guards) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < guards->size; i++)
        if (!term_is_true(t, guards->data[i])) guards->data[kept++] = guards->data[i];
    guards->size = kept;
}

static void run(const way *w, path_values *s, uint32_t from, uint32_t end, uint32_t *choice) {
    while (from < end) {
        const path_node *n = &w->nodes.data[from];
        if (n->kind == CMD_SEQ) {
            from++;
        } else if (n->kind == CMD_CHOICE) {
            uint32_t alternative = s->out->alternatives.data[(*choice)++];
            run(w, s, alternative, w->nodes.data[alternative].end, choice);
            from = n->end;
        } else {
            execute(s, n);
            from = n->end;
        }
    }
}

static const path *run_path(way *w, program *p, const u32_vec *alternatives) {
    if (w->known.size >= KNOWN_PATHS) forget(w);
    path_values s = {.p = p, .out = mem_zero(sizeof(path))};
    vec_append(&s.out->alternatives, alternatives->data, alternatives->size);
    uint32_t choice = 0;
    run(w, &s, 0, w->nodes.size, &choice);
    drop_true(p->terms, &s.out->guards);
    subst_release(&s.current);
    map_release(&s.index);
    vec_push(&w->known, s.out);
    return s.out;
}

static const path *find(const way *w, const u32_vec *alternatives) {
    for (uint32_t i = w->known.size; i-- > 0;) {
        const u32_vec *k = &w->known.data[i]->alternatives;
        if (k->size == alternatives->size &&
            !memcmp(k->data, alternatives->data, k->size * sizeof *k->data))
            return w->known.data[i];
    }
    return NULL;
}

/* ---- choosing a path ---- */

static bool choose(const way *w, solver *satisfied, values *pool, uint32_t from, uint32_t end,
                   u32_vec *out) {
    while (from < end) {
        const path_node *n = &w->nodes.data[from];
        if (n->kind != CMD_CHOICE) {
            from = n->kind == CMD_SEQ ? from + 1 : n->end;
            continue;
        }
        uint32_t a = from + 1;
        while (a < n->end && !value_is_true(solver_value(satisfied, pool, w->nodes.data[a].taken)))
            a = w->nodes.data[a].end;
        if (a >= n->end) return false;
        vec_push(out, a);
        if (!choose(w, satisfied, pool, a, w->nodes.data[a].end, out)) return false;
        from = n->end;
    }
    return true;
}

const path *way_of_alternatives(way *w, program *p, const u32_vec *alternatives) {
    assert_debug(w->nodes.size);
    const path *x = find(w, alternatives);
    return x ? x : run_path(w, p, alternatives);
}

const path *way_of_model(way *w, program *p, solver *satisfied, values *pool) {
    assert_debug(w->nodes.size);
    u32_vec alternatives = {0};
    const path *x = NULL;
    if (choose(w, satisfied, pool, 0, w->nodes.size, &alternatives))
        x = way_of_alternatives(w, p, &alternatives);
    vec_release(&alternatives);
    return x;
}

const path *way_only(way *w, program *p) {
    for (uint32_t i = 0; i < w->nodes.size; i++)
        if (w->nodes.data[i].kind == CMD_CHOICE) return NULL;
    u32_vec none = {0};
    return way_of_alternatives(w, p, &none);
}
