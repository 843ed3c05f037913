/* Large-block encoding (paper 000, Sect. 6.2, rules 2 and 3).
 *
 * A location that is no start, error or cut point and has no loop on itself is removed by composing
 * each edge into it with each edge out of it; edges with the same ends become one by choice.
 * Locations whose removal copies least go first, and among them the lightest: structured code then
 * collapses from the inside without any copy, and long sequences are composed in a balanced way.
 * Without `may_grow` only removals without copies happen.
 *
 * At the end (`may_grow`, when no more facts will be recorded) a cut point that is no loop head any
 * more goes too, where the ways on from it read no input: its invariant is then the weakest
 * precondition of what the next ones need. */
#include "reduce/reduce_internal.h"

#include "base/log.h"

enum { DEFAULT_BLOCK_WEIGHT = 50000, MAX_FAN = 64 };

typedef struct {
    uint64_t growth, size;
    loc at;
} removal;

typedef struct {
    reducer *r;
    vec(removal) heap; /* least first; stale entries are recognized by their cost */
    uint64_t max_weight;
    bool may_grow;
    bits heads; /* with may_grow: cut points that are still loop heads */
} block_builder;

static bool before(const removal *a, const removal *b) {
    if (a->growth != b->growth) return a->growth < b->growth;
    if (a->size != b->size) return a->size < b->size;
    return a->at.id < b->at.id;
}

static void heap_add(block_builder *b, removal c) {
    vec_push(&b->heap, c);
    removal *h = b->heap.data;
    uint32_t i = b->heap.size - 1;
    for (; i && before(&c, &h[(i - 1) / 2]); i = (i - 1) / 2) h[i] = h[(i - 1) / 2];
    h[i] = c;
}

static removal heap_take(block_builder *b) {
    removal *h = b->heap.data, top = h[0], c = vec_pop(&b->heap);
    uint32_t n = b->heap.size, i = 0;
    for (uint32_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && before(&h[child + 1], &h[child])) child++;
        if (!before(&h[child], &c)) break;
        h[i] = h[child];
    }
    if (n) h[i] = c;
    return top;
}

typedef struct {
    uint32_t count;
    uint64_t weight, heaviest;
    bool loop;
} fan;

static fan side_of(block_builder *b, loc l, bool in) {
    const program *p = b->r->p;
    const edge_id *list;
    fan s = {.count = in ? program_in(p, l, &list) : program_out(p, l, &list)};
    for (uint32_t i = 0; i < s.count; i++) {
        const edge *e = &p->edges.data[list[i].id];
        uint64_t w = weight_of(b->r, e->command);
        s.weight += w;
        if (w > s.heaviest) s.heaviest = w;
        s.loop |= same_loc(e->from, e->to);
    }
    return s;
}

static bool has_havoc(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    if (cmd_kind_of(p, c) == CMD_HAVOC) return true;
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        if (has_havoc(p, cmd_part(p, c, i))) return true;
    return false;
}

/* The ways on must lead to errors and cut points: what is said of these is known in the end, also
 * if they are bypassed. */
static bool may_bypass(const block_builder *b, loc l) {
    const program *p = b->r->p;
    if (!b->may_grow || bits_has(&b->heads, l.id)) return false;
    const edge_id *out;
    uint32_t n = program_out(p, l, &out);
    for (uint32_t i = 0; i < n; i++) {
        const edge *e = &p->edges.data[out[i].id];
        const location *to = &p->locations.data[e->to.id];
        if (has_havoc(p, e->command) || (!to->cut && !to->property)) return false;
    }
    return true;
}

static bool removable(const block_builder *b, loc l) {
    const program *p = b->r->p;
    const location *x = &p->locations.data[l.id];
    return !same_loc(l, p->start) && !x->property && (!x->cut || may_bypass(b, l));
}

static void note_bypass(block_builder *b, loc l) {
    const program *p = b->r->p;
    const edge_id *out;
    uint32_t n = program_out(p, l, &out);
    bits_add(&b->r->useless, l.id); /* without edges from now on, but not unreachable */
    for (uint32_t i = 0; i < n; i++) {
        const edge *e = &p->edges.data[out[i].id];
        vec_push(&b->r->bypasses,
                 ((reduction_bypass){l, e->to, e->command, b->r->facts.data[e->to.id]}));
    }
}

/* The targets of back edges as the program now is: each loop has one, and none of them is removed.
 */
static void find_heads(block_builder *b) {
    program *p = b->r->p;
    bits cuts = {0};
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        if (p->locations.data[l.id].cut) bits_add(&cuts, l.id);
        p->locations.data[l.id].cut = false;
    }
    program_mark_cuts(p);
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        if (p->locations.data[l.id].cut) bits_add(&b->heads, l.id);
        p->locations.data[l.id].cut = bits_has(&cuts, l.id);
    }
    bits_release(&cuts);
}

/* False where l has to stay. */
static bool cost_of(block_builder *b, loc l, removal *out) {
    if (!removable(b, l)) return false;
    fan in = side_of(b, l, true), after = side_of(b, l, false);
    if (!in.count || !after.count || in.loop) return false;
    *out = (removal){in.weight * (after.count - 1) + after.weight * (in.count - 1),
                     in.weight + after.weight, l};
    if (in.heaviest + after.heaviest > b->max_weight) return false;
    if (!out->growth) return true;
    return b->may_grow && (uint64_t)in.count * after.count <= MAX_FAN;
}

static void consider(block_builder *b, loc l) {
    removal c;
    if (cost_of(b, l, &c)) heap_add(b, c);
}

static edge_id parallel_edge(const program *p, loc from, loc to) {
    assert_debug(from.id < p->locations.size);
    assert_debug(to.id < p->locations.size);
    const edge_id *out, *in;
    uint32_t n = program_out(p, from, &out), m = program_in(p, to, &in);
    if (n <= m) {
        for (uint32_t i = 0; i < n; i++)
            if (same_loc(p->edges.data[out[i].id].to, to)) return out[i];
    } else {
        for (uint32_t i = 0; i < m; i++)
            if (same_loc(p->edges.data[in[i].id].from, from)) return in[i];
    }
    return NO_EDGE;
}

static void add_or_join(block_builder *b, loc from, loc to, cmd c, position at) {
    program *p = b->r->p;
    if (cmd_blocks(p, c)) return;
    edge_id e = parallel_edge(p, from, to);
    if (same_edge(e, NO_EDGE)) program_add_edge(p, from, to, c, at);
    else p->edges.data[e.id].command = cmd_join(p, p->edges.data[e.id].command, c);
}

static position composed_at(const edge *a, const edge *b) { return a->at.line ? a->at : b->at; }

static void copy_list(const edge_id *list, uint32_t n, edge_vec *out) { vec_append(out, list, n); }

static void remove_location(block_builder *b, loc l) {
    program *p = b->r->p;
    edge_vec in = {0}, out = {0};
    const edge_id *list;
    if (p->locations.data[l.id].cut) note_bypass(b, l);
    uint32_t n = program_in(p, l, &list);
    copy_list(list, n, &in);
    n = program_out(p, l, &list);
    copy_list(list, n, &out);
    for (uint32_t i = 0; i < in.size; i++)
        for (uint32_t j = 0; j < out.size; j++) {
            edge x = p->edges.data[in.data[i].id], y = p->edges.data[out.data[j].id];
            add_or_join(b, x.from, y.to, cmd_seq(p, 2, (cmd[]){x.command, y.command}),
                        composed_at(&x, &y));
        }
    for (uint32_t i = 0; i < in.size; i++) program_remove_edge(p, in.data[i]);
    for (uint32_t i = 0; i < out.size; i++) program_remove_edge(p, out.data[i]);
    for (uint32_t i = 0; i < in.size; i++) consider(b, p->edges.data[in.data[i].id].from);
    for (uint32_t i = 0; i < out.size; i++) consider(b, p->edges.data[out.data[i].id].to);
    b->r->changed = true;
    vec_release(&in);
    vec_release(&out);
}

/* The choice rule on what is parallel from the outset. */
static void join_parallel(block_builder *b) {
    program *p = b->r->p;
    map first = {0}; /* (from, to) -> edge */
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        edge *e = &p->edges.data[i.id];
        if (e->removed) continue;
        uint64_t key = (uint64_t)e->from.id << 32 | e->to.id, other;
        if (!map_get(&first, key, &other)) {
            map_set(&first, key, i.id);
            continue;
        }
        p->edges.data[other].command = cmd_join(p, p->edges.data[other].command, e->command);
        e->removed = true;
        b->r->changed = true;
    }
    map_release(&first);
    program_changed(p);
}

void reduce_blocks(reducer *r, bool may_grow) {
    LOG("reduce", "blocks, may grow: %d", may_grow);
    uint32_t bound = r->options->block_weight;
    block_builder b = {
        .r = r, .max_weight = bound ? bound : DEFAULT_BLOCK_WEIGHT, .may_grow = may_grow};
    join_parallel(&b);
    if (may_grow) find_heads(&b);
    for (loc l = {0}; l.id < r->p->locations.size; l.id++) consider(&b, l);
    for (uint32_t n = 0; b.heap.size && (n % 256 || !budget_over(r->limits)); n++) {
        removal taken = heap_take(&b), now;
        if (!cost_of(&b, taken.at, &now)) continue;
        if (before(&taken, &now)) heap_add(&b, now);
        else remove_location(&b, taken.at);
    }
    bits_release(&b.heads);
    vec_release(&b.heap);
}
