#include "engine/ic3/literals/context.h"

#include "base/log.h"
#include "base/fail.h"

typedef struct {
    uint32_t arc;
    cube c, g;
    u32_vec frame; /* lemma numbers of F(level, from) then, ascending */
    uint64_t used; /* clock of the last use */
} context;

struct contexts {
    vec(context) entries;
    vec(u32_vec) of_arc; /* entries by arc */
    uint32_t capacity;
    uint64_t clock;
};

contexts *contexts_new(uint32_t capacity) {
    assert_debug(capacity);
    contexts *c = mem_zero(sizeof *c);
    c->capacity = capacity;
    return c;
}

static void release(context *x) {
    cube_release(&x->c);
    cube_release(&x->g);
    vec_release(&x->frame);
}

void contexts_delete(contexts *c) {
    if (!c) return;
    vec_release_each(&c->entries, release);
    vec_release_each(&c->of_arc, vec_release);
    mem_free(c);
}

static void frame_numbers(const literals *s, loc from, uint32_t level, u32_vec *out) {
    assert_debug(from.id < s->k.p->locations.size);
    const frame_sequence *f = &s->k.frames.data[from.id];
    for (uint32_t i = 0; i < f->live.size; i++)
        if (s->k.lemmas.data[f->live.data[i]].level >= level) vec_push(out, f->live.data[i]);
}

static void unlist(contexts *c, uint32_t entry) {
    u32_vec *list = &c->of_arc.data[c->entries.data[entry].arc];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i] != entry) list->data[kept++] = list->data[i];
    list->size = kept;
}

static uint32_t room(contexts *c) {
    if (c->entries.size < c->capacity) {
        vec_resize(&c->entries, c->entries.size + 1);
        return c->entries.size - 1;
    }
    uint32_t oldest = 0;
    for (uint32_t i = 1; i < c->entries.size; i++)
        if (c->entries.data[i].used < c->entries.data[oldest].used) oldest = i;
    unlist(c, oldest);
    release(&c->entries.data[oldest]);
    return oldest;
}

void contexts_add(literals *s, uint32_t arc_id, uint32_t level, const cube *whole, const cube *g) {
    assert_debug(arc_id < s->k.arcs.size);
    assert_debug(g->size <= whole->size);
    LOG("ic3cfa", "context of arc %u: %u literals of %u", arc_id, g->size, whole->size);
    contexts *c = s->contexts;
    if (c->of_arc.size <= arc_id) vec_resize(&c->of_arc, arc_id + 1);
    uint32_t at = room(c);
    context x = {arc_id, cube_copy(whole), cube_copy(g), {0}, ++c->clock};
    frame_numbers(s, s->k.arcs.data[arc_id].from, level, &x.frame);
    c->entries.data[at] = x;
    vec_push(&c->of_arc.data[arc_id], at);
}

/* Every lemma of then is a lemma of now. One that died was subsumed, by a lemma that may sit lower:
 * no. */
static bool then_within_now(const literals *s, const context *x, uint32_t level) {
    for (uint32_t i = 0; i < x->frame.size; i++) {
        const lemma *m = &s->k.lemmas.data[x->frame.data[i]];
        if (m->dead || m->level < level) return false;
    }
    return true;
}

static bool has_number(const u32_vec *sorted, uint32_t n) {
    for (uint32_t i = 0; i < sorted->size; i++)
        if (sorted->data[i] == n) return true;
    return false;
}

static bool now_within_then(const literals *s, const context *x, uint32_t level) {
    const frame_sequence *f = &s->k.frames.data[s->k.arcs.data[x->arc].from.id];
    for (uint32_t i = 0; i < f->live.size; i++)
        if (s->k.lemmas.data[f->live.data[i]].level >= level &&
            !has_number(&x->frame, f->live.data[i]))
            return false;
    return true;
}

static const u32_vec *entries_of(const contexts *c, uint32_t arc_id) {
    static const u32_vec none = {0};
    return arc_id < c->of_arc.size ? &c->of_arc.data[arc_id] : &none;
}

const cube *contexts_upper(literals *s, uint32_t arc_id, uint32_t level, const cube *c) {
    assert_debug(arc_id < s->k.arcs.size);
    const u32_vec *list = entries_of(s->contexts, arc_id);
    context *best = NULL;
    for (uint32_t i = 0; i < list->size; i++) {
        context *x = &s->contexts->entries.data[list->data[i]];
        if ((!best || x->g.size < best->g.size) && cube_subset(&x->g, c) &&
            then_within_now(s, x, level))
            best = x;
    }
    if (!best) return NULL;
    best->used = ++s->contexts->clock;
    s->n.context_hits++;
    return &best->g;
}

const cube *contexts_lower(literals *s, uint32_t arc_id, uint32_t level, const cube *c) {
    assert_debug(arc_id < s->k.arcs.size);
    const u32_vec *list = entries_of(s->contexts, arc_id);
    for (uint32_t i = list->size; i-- > 0;) {
        context *x = &s->contexts->entries.data[list->data[i]];
        if (!cube_equal(&x->c, c) || !now_within_then(s, x, level)) continue;
        x->used = ++s->contexts->clock;
        s->n.context_hits++;
        return &x->g;
    }
    return NULL;
}
