#include "engine/heap/atoms.h"

#include "base/log.h"
#include "engine/common/watch.h"
#include "program/liveness.h"

enum {
    MOST_ATOMS = 120,
    MOST_SUBJECTS = 24,
    MOST_NODES = 4,
    MOST_INSTANCES = 24,
    MOST_STEPS = 300,
    MOST_RUNS = 400,
    BYTE = 8
};
static const double most_seconds = 0.3; /* of CPU, for each of two rounds of runs */

typedef struct {
    atlas *atlas;
    rng random;
    watched_runs watched;
    bool profiling;    /* the first round: which values there are; the second: which atoms hold */
    uint32_t patience; /* one input in so many is zero: how long loops go on that an input ends */
} runs;

static terms *terms_of(const atlas *a) { return a->program->terms; }

static atom_place *place_at(atlas *a, loc at) {
    for (uint32_t i = 0; i < a->places.size; i++)
        if (same_loc(a->places.data[i].at, at)) return &a->places.data[i];
    return NULL;
}

/* ---- subjects ---- */

static bool is_word(const terms *t, term a) {
    return sort_kind_of(t, term_sort(t, a)) == SORT_BV && term_width(t, a) <= 64;
}

static bool is_counter(const atlas *a, term var) {
    for (uint32_t i = 0; i < a->families.size; i++)
        if (same(a->families.data[i].counter, var)) return true;
    return false;
}

static bool is_chosen(const atlas *a, term var) {
    for (uint32_t i = 0; i < a->families.size; i++)
        for (uint32_t k = 0; k < a->families.data[i].chosen.size; k++)
            if (same(a->families.data[i].chosen.data[k], var)) return true;
    return false;
}

/* A flag, such as whether the only block of its kind lives. */
static term as_word(terms *t, term flag) {
    return term_ite(t, flag, term_bv(t, 1, 1), term_bv(t, 1, 0));
}

static void add_subject(atom_place *p, term what, uint32_t kin) {
    subject s = {.value = what, .family = kin};
    if (p->subjects.size < MOST_SUBJECTS) vec_push(&p->subjects, s);
}

static void add_fields(const atlas *a, const bits *live, atom_place *p) {
    const program *q = a->program;
    for (uint32_t f = 0; f < a->families.size; f++)
        for (uint32_t i = 0; i < a->families.data[f].arrays.size; i++) {
            term array = a->families.data[f].arrays.data[i];
            uint64_t index;
            if (map_get(&q->variable_of, array.id, &index) && bits_has(live, (uint32_t)index))
                add_subject(p, term_select(q->terms, array, a->node), f);
        }
}

static void add_variables(const atlas *a, const bits *live, atom_place *p) {
    const program *q = a->program;
    for (uint32_t i = 0; i < q->variables.size; i++) {
        term var = q->variables.data[i].var;
        if (!bits_has(live, i) || is_counter(a, var) || is_chosen(a, var)) continue;
        if (is_word(q->terms, var)) add_subject(p, var, NO_FAMILY);
        else if (term_is_bool(q->terms, var)) add_subject(p, as_word(q->terms, var), NO_FAMILY);
    }
}

static void find_places(atlas *a) {
    liveness live = {0};
    liveness_of(a->program, &live);
    for (loc l = {0}; l.id < a->program->locations.size; l.id++) {
        if (!a->program->locations.data[l.id].cut) continue;
        atom_place p = {.at = l};
        add_fields(a, &live.at.data[l.id], &p);
        add_variables(a, &live.at.data[l.id], &p);
        vec_push(&a->places, p);
    }
    liveness_release(&live);
}

/* ---- runs ---- */

static uint64_t number_in(const model *state, const terms *t, term var) {
    uint64_t raw = 0;
    value v = model_get(state, t, var);
    return value_u64(state->pool, v, &raw) ? raw : 0;
}

static uint64_t nodes_in(const atlas *a, const model *state) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < a->families.size; i++) {
        uint64_t n = number_in(state, terms_of(a), a->families.data[i].counter);
        if (n > most) most = n;
    }
    return most;
}

static bool is_address(const atlas *a, const model *state, uint64_t raw) {
    for (uint32_t i = 0; i < a->addresses.size; i++)
        if (a->addresses.data[i] == raw) return true;
    for (uint32_t i = 0; i < a->families.size; i++)
        if (family_holds(&a->families.data[i],
                         number_in(state, terms_of(a), a->families.data[i].counter), raw))
            return true;
    return !raw;
}

/* What memory holds before anything is stored there. No guess is made from it, but some are
 * refuted. */
static uint64_t garbage_bits(uint32_t width) {
    return 0x5a5b5c5d5e5f5a59ull & (width < 64 ? (1ull << width) - 1 : UINT64_MAX);
}

static value garbage(terms *t, values *pool, sort s) {
    bool array = sort_kind_of(t, s) == SORT_ARRAY;
    sort of = array ? sort_element(t, s) : s;
    if (!sort_is_bv(t, of) || sort_width(t, of) > 64) return (value){0};
    if (!array) return value_bv(t, sort_width(t, s), garbage_bits(sort_width(t, s)));
    return value_of_term(
        pool,
        term_const_array(t, s, term_bv(t, sort_width(t, of), garbage_bits(sort_width(t, of)))));
}

static void see_value(const atlas *a, const model *state, subject *s, uint64_t raw) {
    uint32_t width = term_width(terms_of(a), s->value);
    if (width >= BYTE && raw == garbage_bits(width)) return; /* a bit is no memory */
    s->odd |= term_width(terms_of(a), s->value) != a->families.data[0].width ||
              !is_address(a, state, raw);
    s->nonzero |= raw != 0;
    for (uint32_t i = 0; i < s->values && i < MOST_VALUES; i++)
        if (s->seen[i] == raw) return;
    if (s->values < MOST_VALUES) s->seen[s->values] = raw;
    if (s->values <= MOST_VALUES) s->values++;
}

static void profile_state(const atlas *a, atom_place *p, evaluator *e, const model *state,
                          uint64_t node, uint64_t nodes) {
    for (uint32_t i = 0; i < p->subjects.size; i++) {
        subject *s = &p->subjects.data[i];
        uint64_t raw = 0;
        bool there = s->family == NO_FAMILY
                         ? !node
                         : nodes && node < number_in(state, terms_of(a),
                                                     a->families.data[s->family].counter);
        if (there && value_u64(state->pool, term_eval(e, state, s->value), &raw))
            see_value(a, state, s, raw);
    }
}

static void note_point(atom_place *p, evaluator *e, const model *state) {
    if (p->points == POINTS) return;
    for (uint32_t i = 0; i < p->atoms.size; i++)
        if (term_holds(e, state, p->atoms.data[i].formula))
            p->atoms.data[i].holds.word[p->points / 64] |= 1ull << p->points % 64;
    p->points++;
}

static void copy_state(const model *state, model *out) {
    model_init(out, state->pool);
    for (uint32_t i = 0; i < state->assigned.size; i++) {
        term var = {state->assigned.data[i]};
        model_set(out, var, *model_find(state, var));
    }
}

static void on_edge(void *context, edge_id e, const model *state) {
    runs *x = context;
    atlas *a = x->atlas;
    atom_place *p = place_at(a, a->program->edges.data[e.id].to);
    if (!p) return;
    uint64_t nodes = nodes_in(a, state);
    if (nodes > a->most_made) a->most_made = nodes;
    model with_node;
    copy_state(state, &with_node);
    evaluator *ev = evaluator_new(terms_of(a), state->pool);
    for (uint64_t n = 0; n < (nodes ? nodes : 1); n++) {
        if (n >= MOST_NODES / 2 && n + MOST_NODES / 2 < nodes)
            continue; /* neither of the first nor of the last */
        model_set(&with_node, a->node, value_bv(terms_of(a), a->families.data[0].width, n));
        if (x->profiling) profile_state(a, p, ev, &with_node, n, nodes);
        else note_point(p, ev, &with_node);
    }
    evaluator_delete(ev);
    model_release(&with_node);
}

static value next_input(void *context, uint32_t number, sort s) {
    runs *x = context;
    program *p = x->atlas->program;
    terms *t = p->terms;
    enum input_origin origin = program_input_origin(p, number);
    if (origin == ORIGIN_UNINIT || origin == ORIGIN_UNINIT_HEAP || origin == ORIGIN_PADDING)
        return garbage(t, x->watched.pool, s);
    if (!sort_is_bv(t, s) || sort_width(t, s) > 64) return (value){0};
    uint64_t kinds[] = {1, 1, 1 + random_below(&x->random, 4), random_u64(&x->random)};
    uint32_t width = sort_width(t, s);
    uint64_t chosen = random_below(&x->random, x->patience)
                          ? kinds[random_below(&x->random, sizeof kinds / sizeof *kinds)]
                          : 0;
    return value_bv(t, width, width < 64 ? chosen & ((1ull << width) - 1) : chosen);
}

static value initial_value(void *context, sort s) {
    runs *x = context;
    return garbage(terms_of(x->atlas), x->watched.pool, s);
}

static void run_many(atlas *a, bool profiling, uint64_t seed, const budget *b) {
    runs x = {.atlas = a, .random = {seed}, .profiling = profiling};
    x.watched = (watched_runs){.program = a->program,
                               .steps = MOST_STEPS,
                               .initial = initial_value,
                               .next_input = next_input,
                               .on_edge = on_edge,
                               .context = &x};
    double start = clock_cpu();
    for (uint32_t i = 0; i < MOST_RUNS && clock_cpu() - start < most_seconds && !budget_over(b);
         i++) {
        x.patience = 2u << i % 4;
        a->violated |= watched_run(&x.watched, b) == RUN_ERROR;
    }
}

/* ---- atoms ---- */

enum { NO_ATOM = UINT32_MAX };

static uint32_t add_atom(atlas *a, atom_place *p, uint32_t kin, term formula) {
    terms *t = terms_of(a);
    for (uint32_t i = 0; i < p->atoms.size; i++) {
        if (same(p->atoms.data[i].formula, formula)) return i;
        if (same(p->atoms.data[i].formula, term_not(t, formula))) return NO_ATOM;
    }
    if (term_is_true(t, formula) || term_is_false(t, formula) || p->atoms.size == MOST_ATOMS)
        return NO_ATOM;
    atom one = {.formula = formula, .family = kin};
    vec_push(&p->atoms, one);
    return p->atoms.size - 1;
}

static term constant_like(terms *t, term a, uint64_t raw) {
    return term_bv(t, term_width(t, a), raw);
}

static void add_values(atlas *a, atom_place *p, const subject *s) {
    terms *t = terms_of(a);
    for (uint32_t i = 0; s->values <= MOST_VALUES && i < s->values; i++)
        add_atom(a, p, s->family, term_eq(t, s->value, constant_like(t, s->value, s->seen[i])));
}

static void add_target(atlas *a, atom_place *p, subject *s, term formula) {
    uint32_t i = add_atom(a, p, s->family, formula);
    if (i != NO_ATOM) vec_push(&s->targets, i);
}

static void add_targets(atlas *a, atom_place *p, subject *s) {
    terms *t = terms_of(a);
    add_target(a, p, s, term_eq(t, s->value, constant_like(t, s->value, 0)));
    for (uint32_t i = 0; i < a->addresses.size; i++)
        add_target(a, p, s, term_eq(t, s->value, constant_like(t, s->value, a->addresses.data[i])));
    for (uint32_t i = 0; i < a->families.size; i++)
        add_target(a, p, s, family_has(&a->families.data[i], t, s->value));
}

/* Where a variable points: relative to the node, and at the first and last one. */
static void add_positions(atlas *a, atom_place *p, term var) {
    terms *t = terms_of(a);
    for (uint32_t i = 0; i < a->families.size; i++) {
        const family *f = &a->families.data[i];
        term number = family_number(f, t, var), has = family_has(f, t, var),
             last = term_2(t, OP_BVADD, f->counter, term_bv(t, f->width, UINT64_MAX));
        add_atom(a, p, i, term_eq(t, var, family_address(f, t, a->node)));
        add_atom(a, p, i, term_and(t, has, term_2(t, OP_BVULT, a->node, number)));
        add_atom(a, p, i, term_and(t, has, term_2(t, OP_BVULT, number, a->node)));
        add_atom(a, p, NO_FAMILY, term_eq(t, var, family_address(f, t, last)));
        add_atom(a, p, NO_FAMILY, term_eq(t, var, family_address(f, t, term_bv(t, f->width, 0))));
    }
}

/* What a field of the element at `number` is, for the fields of a family. */
static void add_beyond(atlas *a, atom_place *p, const subject *link, uint32_t to) {
    terms *t = terms_of(a);
    const family *f = &a->families.data[to];
    substitution s = {0};
    subst_set(&s, t, a->node, family_number(f, t, link->value));
    for (uint32_t i = 0; i < p->subjects.size; i++) {
        subject field = p->subjects.data[i];
        if (field.family != to) continue;
        term there = subst_apply(&s, t, field.value), has = family_has(f, t, link->value);
        for (uint32_t k = 0; !field.pointer && field.values <= MOST_VALUES && k < field.values; k++)
            add_atom(a, p, link->family,
                     term_and(t, has, term_eq(t, there, constant_like(t, there, field.seen[k]))));
        if (field.pointer && link->family == to)
            add_atom(a, p, link->family,
                     term_and(t, has, term_eq(t, there, family_address(f, t, a->node))));
    }
    subst_release(&s);
}

/* Where a field of the node points. */
static void add_link(atlas *a, atom_place *p, const subject *link) {
    terms *t = terms_of(a);
    const family *f = &a->families.data[link->family];
    term number = family_number(f, t, link->value), has = family_has(f, t, link->value);
    for (int step = -1; step <= 1; step++)
        add_atom(
            a, p, link->family,
            term_eq(t, link->value,
                    family_address(
                        f, t, term_2(t, OP_BVADD, a->node, term_bv(t, f->width, (uint64_t)step)))));
    add_atom(a, p, link->family, term_and(t, has, term_2(t, OP_BVULT, a->node, number)));
    add_atom(a, p, link->family, term_and(t, has, term_2(t, OP_BVULT, number, a->node)));
    for (uint32_t to = 0; to < a->families.size; to++) add_beyond(a, p, link, to);
}

static void add_equal(atlas *a, atom_place *p, const subject *x, const subject *y) {
    terms *t = terms_of(a);
    if (x->pointer != y->pointer || !same_sort(term_sort(t, x->value), term_sort(t, y->value)))
        return;
    if (x->family == NO_FAMILY || y->family == NO_FAMILY)
        add_atom(a, p, x->family == NO_FAMILY ? y->family : x->family,
                 term_eq(t, x->value, y->value));
}

static void add_counters(atlas *a, atom_place *p) {
    terms *t = terms_of(a);
    for (uint32_t i = 0; i < a->families.size; i++) {
        const family *f = &a->families.data[i];
        add_atom(a, p, NO_FAMILY, term_eq(t, f->counter, term_bv(t, f->width, 0)));
        if (f->limit)
            add_atom(a, p, NO_FAMILY,
                     term_2(t, OP_BVULT, f->counter, term_bv(t, f->width, f->limit + 1)));
        add_atom(a, p, i,
                 term_eq(t, term_2(t, OP_BVADD, a->node, term_bv(t, f->width, 1)), f->counter));
    }
    add_atom(a, p, EVERY_FAMILY, term_eq(t, a->node, term_bv(t, term_width(t, a->node), 0)));
}

static void make_atoms(atlas *a, atom_place *p) {
    for (uint32_t i = 0; i < a->families.size; i++)
        add_atom(a, p, i, family_exists(&a->families.data[i], terms_of(a), a->node));
    add_counters(a, p);
    for (uint32_t i = 0; i < p->subjects.size; i++) {
        subject *s = &p->subjects.data[i];
        if (!s->pointer) add_values(a, p, s);
        else if (s->family == NO_FAMILY) add_targets(a, p, s), add_positions(a, p, s->value);
        else add_targets(a, p, s), add_link(a, p, s);
    }
    for (uint32_t i = 0; i < p->subjects.size; i++)
        for (uint32_t k = i + 1; k < p->subjects.size; k++)
            add_equal(a, p, &p->subjects.data[i], &p->subjects.data[k]);
}

/* ---- instances ---- */

static void add_instance(atom_place *p, term number) {
    if (terms_have(&p->instances, number)) return;
    if (p->instances.size < MOST_INSTANCES) vec_push(&p->instances, number);
}

/* The nodes that variables point to, and those that these point to: what the next steps of the
 * program read. */
static void make_instances(atlas *a, atom_place *p) {
    terms *t = terms_of(a);
    for (uint32_t f = 0; f < a->families.size; f++)
        for (uint32_t i = 0; i < a->families.data[f].chosen.size; i++)
            add_instance(p, a->families.data[f].chosen.data[i]);
    for (uint32_t f = 0; f < a->families.size; f++)
        for (uint32_t i = 0; i < p->subjects.size; i++)
            if (p->subjects.data[i].pointer && p->subjects.data[i].family == NO_FAMILY)
                add_instance(p, family_number(&a->families.data[f], t, p->subjects.data[i].value));
    uint32_t near = p->instances.size;
    for (uint32_t n = 0; n < near; n++)
        for (uint32_t i = 0; i < p->subjects.size; i++) {
            if (!p->subjects.data[i].pointer || p->subjects.data[i].family == NO_FAMILY) continue;
            substitution s = {0};
            subst_set(&s, t, a->node, p->instances.data[n]);
            term there = subst_apply(&s, t, p->subjects.data[i].value);
            for (uint32_t f = 0; f < a->families.size; f++)
                add_instance(p, family_number(&a->families.data[f], t, there));
            subst_release(&s);
        }
}

/* ---- all of it ---- */

static void settle_subjects(atom_place *p) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->subjects.size; i++) {
        subject s = p->subjects.data[i];
        s.pointer = s.values && s.nonzero && !s.odd;
        if (s.values) p->subjects.data[kept++] = s;
    }
    p->subjects.size = kept;
}

bool atlas_make(atlas *a, program *p, uint64_t seed, const budget *b) {
    LOG("heap", "atlas of %u locations", p->locations.size);
    *a = (atlas){.program = p};
    families_find(p, &a->families, &a->addresses);
    if (!a->families.size) return false;
    a->node = term_fresh(p->terms, "any_node", sort_bv(p->terms, a->families.data[0].width));
    find_places(a);
    run_many(a, true, seed, b);
    if (a->violated || a->most_made < FEW_OBJECTS) return true;
    for (uint32_t i = 0; i < a->places.size; i++) {
        settle_subjects(&a->places.data[i]);
        make_atoms(a, &a->places.data[i]);
        make_instances(a, &a->places.data[i]);
    }
    run_many(a, false, seed + 1, b);
    return true;
}

void atlas_release(atlas *a) {
    for (uint32_t i = 0; i < a->places.size; i++) {
        for (uint32_t k = 0; k < a->places.data[i].subjects.size; k++)
            vec_release(&a->places.data[i].subjects.data[k].targets);
        vec_release(&a->places.data[i].subjects);
        vec_release(&a->places.data[i].atoms);
        vec_release(&a->places.data[i].instances);
    }
    vec_release(&a->places);
    families_release(&a->families);
    vec_release(&a->addresses);
}
