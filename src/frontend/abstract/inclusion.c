#include "frontend/abstract/inclusion.h"
#include "base/bits.h"
#include "frontend/llvm/translator.h"

/* Bytes of a word; distinguished offsets of one object, and how far they lie from it; bytes
 * of a copy that is one word by word, and of an access that is; places at an end of such a copy;
 * steps until cycles are looked for. */
enum {
    WORD = 8,
    MOST_PLACES = 200,
    MOST_OFFSET = 1 << 20,
    MOST_COPIED = 4096,
    MOST_ACCESSED = 64,
    MOST_PAIRED = 24,
    STEPS_TO_MERGE = 20000
};

typedef struct {
    uint32_t node;
    int64_t offset; /* from the pointer */
    uint64_t bytes;
} inclusion_access;

typedef struct {
    uint32_t to;
    int64_t by;
} inclusion_step_by;

typedef struct {
    bits places;
    bits fresh; /* of these, not passed on yet */
    u32_vec to; /* nodes that hold at least the same */
    vec(inclusion_step_by) shifts;
    vec(inclusion_access) loads, stores, puts; /* of a put, the node is a place */
    u32_vec copies;
    uint32_t but;    /* an object that is left out; NONE: none */
    u32_vec watched; /* nodes that it stands for */
    bool queued, blurs, only_objects, skips_hidden;
} inclusion_vertex;

typedef struct {
    uint64_t size;
    uint32_t into, out_of;
    uint32_t places; /* that were made of it */
    u32_vec starts;
    bool whole, hidden;
} inclusion_thing;

typedef struct {
    uint32_t object;
    int64_t offset;
} inclusion_point;

typedef struct {
    uint32_t to, from;
    uint64_t bytes;
    bool wide; /* between too many places to pair them */
} inclusion_copied;

struct inclusion {
    vec(inclusion_vertex) nodes;
    u32_vec merged; /* by node: itself, or one nearer to the one that stands for it */
    uint32_t steps; /* since cycles were looked for */
    vec(inclusion_thing) objects;
    vec(inclusion_point) places;
    vec(inclusion_copied) copies;
    map edges;     /* pairs of nodes: 1 */
    map words;     /* object and number of the word -> node */
    map place_of;  /* object and offset -> place */
    u32_vec queue; /* from `first` on */
    uint32_t first;
    void (*grown)(void *context, uint32_t node, uint32_t place);
    void *context;
};

/* The node that stands for it: nodes of a cycle hold the same. */
static uint32_t find(inclusion *x, uint32_t node) {
    u32_vec *by = &x->merged;
    while (by->data[node] != node) node = by->data[node] = by->data[by->data[node]];
    return node;
}

static inclusion_vertex *vertex(inclusion *x, uint32_t node) {
    return &x->nodes.data[find(x, node)];
}

static uint64_t pair(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }

inclusion *inclusion_new(void (*grown)(void *context, uint32_t node, uint32_t place),
                         void *context) {
    inclusion *x = mem_zero(sizeof *x);
    x->grown = grown;
    x->context = context;
    for (uint32_t i = 0; i < FIRST_REAL_PLACE; i++)
        vec_push(&x->places, ((inclusion_point){NONE, 0}));
    return x;
}

static void release_node(inclusion_vertex *n) {
    bits_release(&n->places);
    bits_release(&n->fresh);
    vec_release(&n->to);
    vec_release(&n->shifts);
    vec_release(&n->loads);
    vec_release(&n->stores);
    vec_release(&n->puts);
    vec_release(&n->copies);
    vec_release(&n->watched);
}

void inclusion_delete(inclusion *x) {
    vec_release_each(&x->nodes, release_node);
    for (uint32_t i = 0; i < x->objects.size; i++) vec_release(&x->objects.data[i].starts);
    vec_release(&x->merged);
    vec_release(&x->objects);
    vec_release(&x->places);
    vec_release(&x->copies);
    vec_release(&x->queue);
    map_release(&x->edges);
    map_release(&x->words);
    map_release(&x->place_of);
    mem_free(x);
}

/* ---- nodes ---- */
uint32_t inclusion_node(inclusion *x) {
    vec_push(&x->nodes, ((inclusion_vertex){.but = NONE}));
    vec_push(&x->merged, x->nodes.size - 1);
    return x->nodes.size - 1;
}

/* Before anything flows into it. */
void inclusion_blur(inclusion *x, uint32_t node) {
    assert(find(x, node) == node);
    x->nodes.data[node].blurs = true;
}

void inclusion_only_objects(inclusion *x, uint32_t node, uint32_t but) {
    assert_debug(node < x->nodes.size);
    x->nodes.data[node].only_objects = true;
    x->nodes.data[node].but = but;
}

void inclusion_skip_hidden(inclusion *x, uint32_t node) {
    assert_debug(node < x->nodes.size);
    x->nodes.data[node].skips_hidden = true;
}

static void enqueue(inclusion *x, uint32_t node) {
    if (x->nodes.data[node].queued) return;
    x->nodes.data[node].queued = true;
    vec_push(&x->queue, node);
}

/* All that it holds is told. */
void inclusion_watch(inclusion *x, uint32_t node) {
    assert_debug(node < x->nodes.size);
    inclusion_vertex *n = vertex(x, node);
    vec_push(&n->watched, node);
    bits_join(&n->fresh, &n->places);
    enqueue(x, find(x, node));
}

static bool is_refused(const inclusion *x, const inclusion_vertex *n, uint32_t place) {
    uint32_t o = x->places.data[place].object;
    if (n->only_objects && (o == NONE || o == n->but)) return true;
    return n->skips_hidden && o != NONE && x->objects.data[o].hidden;
}

void inclusion_hold(inclusion *x, uint32_t node, uint32_t place) {
    assert_debug(node < x->nodes.size && place < x->places.size);
    node = find(x, node);
    if (is_refused(x, &x->nodes.data[node], place)) return;
    if (x->nodes.data[node].blurs && place >= FIRST_REAL_PLACE)
        place = inclusion_place(x, x->places.data[place].object, ANYWHERE);
    if (bits_has(&x->nodes.data[node].places, place)) return;
    bits_add(&x->nodes.data[node].places, place);
    bits_add(&x->nodes.data[node].fresh, place);
    enqueue(x, node);
}

static void list(const bits *b, u32_vec *out) {
    for (uint32_t i = 0; i < b->words.size; i++)
        for (uint64_t w = b->words.data[i]; w; w &= w - 1)
            vec_push(out, i * 64 + (uint32_t)__builtin_ctzll(w));
}

static bool takes_all(const inclusion_vertex *n) {
    return !n->blurs && !n->only_objects && !n->skips_hidden;
}

/* Word by word, of those nodes that take whatever comes. */
static void join(inclusion *x, const bits *more, uint32_t to) {
    inclusion_vertex *n = &x->nodes.data[to];
    bool any = false;
    for (uint32_t i = 0; i < more->words.size; i++) {
        uint64_t old = i < n->places.words.size ? n->places.words.data[i] : 0,
                 grown = more->words.data[i] & ~old;
        if (!grown) continue;
        if (n->places.words.size <= i) vec_resize(&n->places.words, more->words.size);
        if (n->fresh.words.size <= i) vec_resize(&n->fresh.words, more->words.size);
        n->places.words.data[i] |= grown;
        n->fresh.words.data[i] |= grown;
        any = true;
    }
    if (any) enqueue(x, to);
}

static void pass_all(inclusion *x, const bits *more, uint32_t to) {
    to = find(x, to);
    if (takes_all(&x->nodes.data[to])) {
        join(x, more, to);
        return;
    }
    u32_vec each = {0};
    list(more, &each);
    for (uint32_t i = 0; i < each.size; i++) inclusion_hold(x, to, each.data[i]);
    vec_release(&each);
}

void inclusion_flow(inclusion *x, uint32_t from, uint32_t to) {
    assert_debug(from < x->nodes.size && to < x->nodes.size);
    from = find(x, from), to = find(x, to);
    if (from == to || map_get(&x->edges, pair(from, to), NULL)) return;
    map_set(&x->edges, pair(from, to), 1);
    vec_push(&x->nodes.data[from].to, to);
    if (!bits_count(&x->nodes.data[from].places)) return;
    bits now = {0};
    bits_join(&now, &x->nodes.data[from].places);
    pass_all(x, &now, to);
    bits_release(&now);
}

/* ---- objects ---- */
uint32_t inclusion_object(inclusion *x, uint64_t size, bool whole) {
    inclusion_thing o = {.size = size, .whole = whole, .into = inclusion_node(x)};
    o.out_of = whole ? o.into : inclusion_node(x);
    inclusion_flow(x, o.into, o.out_of);
    vec_push(&x->objects, o);
    return x->objects.size - 1;
}

void inclusion_hide(inclusion *x, uint32_t o) {
    assert_debug(o < x->objects.size);
    x->objects.data[o].hidden = true;
}

void inclusion_starts(inclusion *x, uint32_t o, uint32_t place) {
    assert_debug(o < x->objects.size);
    vec_push(&x->objects.data[o].starts, place);
    inclusion_hold(x, x->objects.data[o].out_of, place);
}

uint32_t inclusion_into(const inclusion *x, uint32_t o) {
    assert_debug(o < x->objects.size);
    return x->objects.data[o].into;
}
uint32_t inclusion_out_of(const inclusion *x, uint32_t o) {
    assert_debug(o < x->objects.size);
    return x->objects.data[o].out_of;
}

static uint32_t new_word(inclusion *x, uint32_t o, uint64_t word) {
    uint32_t n = inclusion_node(x);
    map_set(&x->words, pair(o, (uint32_t)word), n);
    inclusion_flow(x, x->objects.data[o].into, n);
    inclusion_flow(x, n, x->objects.data[o].out_of);
    return n;
}

uint32_t inclusion_first_word(inclusion *x, uint32_t o, uint64_t offset) {
    assert_debug(o < x->objects.size);
    uint64_t known = map_find(&x->words, pair(o, (uint32_t)(offset / WORD)), NONE);
    if (x->objects.data[o].whole) return x->objects.data[o].into;
    return known != NONE ? (uint32_t)known : new_word(x, o, offset / WORD);
}

static uint32_t word_at(inclusion *x, uint32_t o, uint64_t word) {
    uint64_t known = map_find(&x->words, pair(o, (uint32_t)word), NONE);
    if (known != NONE) return (uint32_t)known;
    uint32_t n = new_word(x, o, word);
    for (uint32_t i = 0; i < x->objects.data[o].starts.size; i++)
        inclusion_hold(x, n, x->objects.data[o].starts.data[i]);
    return n;
}

static int64_t told_offset(const inclusion *x, uint32_t o, int64_t offset) {
    if (x->objects.data[o].whole || offset == ANYWHERE || offset < -MOST_OFFSET ||
        offset > MOST_OFFSET)
        return ANYWHERE;
    return offset;
}

uint32_t inclusion_place(inclusion *x, uint32_t o, int64_t offset) {
    assert_debug(o < x->objects.size);
    offset = told_offset(x, o, offset);
    uint32_t low = offset == ANYWHERE ? UINT32_MAX : (uint32_t)(offset + MOST_OFFSET);
    uint64_t known = map_find(&x->place_of, pair(o, low), NONE);
    if (known != NONE) return (uint32_t)known;
    if (offset != ANYWHERE && x->objects.data[o].places++ >= MOST_PLACES)
        return inclusion_place(x, o, ANYWHERE);
    vec_push(&x->places, ((inclusion_point){o, offset}));
    map_set(&x->place_of, pair(o, low), x->places.size - 1);
    return x->places.size - 1;
}

uint32_t inclusion_object_at(const inclusion *x, uint32_t place) {
    assert_debug(place < x->places.size);
    return x->places.data[place].object;
}

/* ---- accesses ---- */
/* The words that an access at the place touches: [*from, *to). False: all of the o, or none
 * of it where it is empty. */
static bool words_of(const inclusion *x, uint32_t place, inclusion_access a, uint64_t *from,
                     uint64_t *to) {
    inclusion_point p = x->places.data[place];
    uint64_t size = x->objects.data[p.object].size;
    if (p.offset == ANYWHERE || a.offset == ANYWHERE || !a.bytes || a.bytes > MOST_ACCESSED ||
        p.offset + a.offset > MOST_OFFSET)
        return false;
    int64_t first = p.offset + a.offset, start = first < 0 ? 0 : first,
            end = first + (int64_t)a.bytes;
    if (size && end > (int64_t)size) end = (int64_t)size;
    *from = (uint64_t)start / WORD;
    *to = end > start ? ((uint64_t)end + WORD - 1) / WORD : *from;
    return true;
}

static void load_at(inclusion *x, uint32_t place, inclusion_access a) {
    uint64_t from, to;
    uint32_t o = x->places.data[place].object;
    if (o == NONE) return;
    if (!words_of(x, place, a, &from, &to)) inclusion_flow(x, x->objects.data[o].out_of, a.node);
    else
        for (uint64_t w = from; w < to; w++) inclusion_flow(x, word_at(x, o, w), a.node);
}

static void store_at(inclusion *x, uint32_t place, inclusion_access a) {
    uint64_t from, to;
    uint32_t o = x->places.data[place].object;
    if (o == NONE) return;
    if (!words_of(x, place, a, &from, &to)) inclusion_flow(x, a.node, x->objects.data[o].into);
    else
        for (uint64_t w = from; w < to; w++) inclusion_flow(x, a.node, word_at(x, o, w));
}

static void put_at(inclusion *x, uint32_t place, inclusion_access a) {
    uint64_t from, to;
    uint32_t o = x->places.data[place].object;
    if (o == NONE) return;
    if (!words_of(x, place, a, &from, &to)) inclusion_hold(x, inclusion_into(x, o), PLACE_NUMBER);
    else
        for (uint64_t w = from; w < to; w++) inclusion_hold(x, word_at(x, o, w), a.node);
}

static void access_all(inclusion *x, uint32_t pointer, inclusion_access a,
                       void (*visit)(inclusion *, uint32_t, inclusion_access)) {
    u32_vec held = {0};
    list(&vertex(x, pointer)->places, &held);
    for (uint32_t i = 0; i < held.size; i++) visit(x, held.data[i], a);
    vec_release(&held);
}

void inclusion_load(inclusion *x, inclusion_memory from, uint32_t to) {
    assert_debug(to < x->nodes.size);
    uint32_t pointer = from.pointer;
    inclusion_access a = {to, from.offset, from.bytes};
    vec_push(&vertex(x, pointer)->loads, a);
    access_all(x, pointer, a, load_at);
}

void inclusion_store(inclusion *x, inclusion_memory to, uint32_t from) {
    assert_debug(from < x->nodes.size);
    uint32_t pointer = to.pointer;
    inclusion_access a = {from, to.offset, to.bytes};
    vec_push(&vertex(x, pointer)->stores, a);
    access_all(x, pointer, a, store_at);
}

void inclusion_put(inclusion *x, inclusion_memory to, uint32_t place) {
    uint32_t pointer = to.pointer;
    inclusion_access a = {place, to.offset, to.bytes};
    vec_push(&vertex(x, pointer)->puts, a);
    access_all(x, pointer, a, put_at);
}

/* ---- copies ---- */
/* Word by word: both ends are known, and aligned alike. */
static bool copies_words(const inclusion *x, uint32_t to, uint32_t from, uint64_t bytes) {
    int64_t a = x->places.data[to].offset, b = x->places.data[from].offset;
    return bytes && bytes <= MOST_COPIED && a != ANYWHERE && b != ANYWHERE && a >= 0 && b >= 0 &&
           (a - b) % WORD == 0;
}

static bool has_word(const inclusion *x, uint32_t o, uint64_t word) {
    return !x->objects.data[o].size || word * WORD < x->objects.data[o].size;
}

static void copy_at(inclusion *x, uint32_t to, uint32_t from, uint64_t bytes) {
    inclusion_point a = x->places.data[to], b = x->places.data[from];
    if (a.object == NONE || b.object == NONE) return;
    if (!copies_words(x, to, from, bytes)) {
        inclusion_flow(x, x->objects.data[b.object].out_of, x->objects.data[a.object].into);
        return;
    }
    uint64_t first = (uint64_t)b.offset / WORD,
             end = ((uint64_t)b.offset + bytes + WORD - 1) / WORD;
    for (uint64_t w = first; w < end; w++) {
        uint64_t v = w - first + (uint64_t)a.offset / WORD;
        if (has_word(x, b.object, w) && has_word(x, a.object, v))
            inclusion_flow(x, word_at(x, b.object, w), word_at(x, a.object, v));
    }
}

/* From all of the objects at one end to all of those at the other. */
static void widen(inclusion *x, inclusion_copied *c) {
    uint32_t held = inclusion_node(x), to = c->to, from = c->from;
    c->wide = true;
    inclusion_load(x, (inclusion_memory){from, 0, 0}, held);
    inclusion_store(x, (inclusion_memory){to, 0, 0}, held);
}

static bool has_many(inclusion *x, uint32_t node) {
    return bits_count(&vertex(x, node)->places) > MOST_PAIRED;
}

/* A place at one end, with all that are at the other. */
static void copy_fresh(inclusion *x, uint32_t node, uint32_t place, uint32_t which) {
    inclusion_copied c = x->copies.data[which];
    u32_vec others = {0};
    if (!c.wide && (has_many(x, c.to) || has_many(x, c.from))) widen(x, &x->copies.data[which]);
    if (x->copies.data[which].wide) return;
    if (find(x, c.to) == node) list(&vertex(x, c.from)->places, &others);
    for (uint32_t i = 0; i < others.size; i++) copy_at(x, place, others.data[i], c.bytes);
    vec_clear(&others);
    if (find(x, c.from) == node) list(&vertex(x, c.to)->places, &others);
    for (uint32_t i = 0; i < others.size; i++) copy_at(x, others.data[i], place, c.bytes);
    vec_release(&others);
}

void inclusion_copy(inclusion *x, uint32_t to, uint32_t from, uint64_t bytes) {
    assert_debug(to < x->nodes.size && from < x->nodes.size);
    u32_vec held = {0};
    uint32_t which = x->copies.size;
    vec_push(&x->copies, ((inclusion_copied){to, from, bytes, false}));
    vec_push(&vertex(x, to)->copies, which);
    vec_push(&vertex(x, from)->copies, which);
    list(&vertex(x, to)->places, &held);
    for (uint32_t i = 0; i < held.size; i++) copy_fresh(x, find(x, to), held.data[i], which);
    vec_release(&held);
}

/* ---- steps ---- */
static void shift_at(inclusion *x, uint32_t place, inclusion_step_by by) {
    inclusion_point p = x->places.data[place];
    if (p.object == NONE) return;
    bool known = p.offset != ANYWHERE && by.by != ANYWHERE;
    inclusion_hold(x, by.to, inclusion_place(x, p.object, known ? p.offset + by.by : ANYWHERE));
}

void inclusion_shift(inclusion *x, uint32_t from, uint32_t to, int64_t by) {
    assert_debug(from < x->nodes.size && to < x->nodes.size);
    inclusion_step_by s = {to, by};
    vec_push(&vertex(x, from)->shifts, s);
    u32_vec held = {0};
    list(&vertex(x, from)->places, &held);
    for (uint32_t i = 0; i < held.size; i++) shift_at(x, held.data[i], s);
    vec_release(&held);
}

/* ---- the fixpoint ---- */
static void pass_on_memory(inclusion *x, uint32_t node, uint32_t place) {
    for (uint32_t i = 0; i < x->nodes.data[node].loads.size; i++)
        load_at(x, place, x->nodes.data[node].loads.data[i]);
    for (uint32_t i = 0; i < x->nodes.data[node].stores.size; i++)
        store_at(x, place, x->nodes.data[node].stores.data[i]);
    for (uint32_t i = 0; i < x->nodes.data[node].puts.size; i++)
        put_at(x, place, x->nodes.data[node].puts.data[i]);
    for (uint32_t i = 0; i < x->nodes.data[node].copies.size; i++)
        copy_fresh(x, node, place, x->nodes.data[node].copies.data[i]);
}

static void pass_on(inclusion *x, uint32_t node, uint32_t place) {
    for (uint32_t i = 0; i < x->nodes.data[node].shifts.size; i++)
        shift_at(x, place, x->nodes.data[node].shifts.data[i]);
    pass_on_memory(x, node, place);
    for (uint32_t i = 0; i < x->nodes.data[node].watched.size; i++)
        x->grown(x->context, x->nodes.data[node].watched.data[i], place);
}

static bool follows_places(const inclusion_vertex *n) {
    return n->shifts.size || n->loads.size || n->stores.size || n->puts.size || n->copies.size ||
           n->watched.size;
}

/* ---- cycles ---- */
/* Tarjan's algorithm without recursion, along edges between nodes that take whatever comes. */
typedef struct {
    inclusion *x;
    u32_vec number, low, stack, path, edge; /* number 0: not visited; edge: the next, by path */
    bits on_stack;
    uint32_t count;
} cycle_search;

#define append_all(a, b) vec_append(&(a), (b).data, (b).size)
/* All that the second does, the first does from now on. */
static void merge(inclusion *x, uint32_t a, uint32_t b) {
    inclusion_vertex *to = &x->nodes.data[a], *n = &x->nodes.data[b];
    x->merged.data[b] = a;
    bits_join(&to->places, &n->places);
    append_all(to->to, n->to);
    append_all(to->shifts, n->shifts);
    append_all(to->loads, n->loads);
    append_all(to->stores, n->stores);
    append_all(to->puts, n->puts);
    append_all(to->copies, n->copies);
    append_all(to->watched, n->watched);
    release_node(n);
    *n = (inclusion_vertex){.but = NONE};
}

/* The edges inside of it go. */
static void close_cycle(inclusion *x, uint32_t node) {
    inclusion_vertex *n = &x->nodes.data[node];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->to.size; i++)
        if (find(x, n->to.data[i]) != node) n->to.data[kept++] = n->to.data[i];
    n->to.size = kept;
    bits_join(&n->fresh, &n->places);
    n->queued = false;
    enqueue(x, node);
}

static void leave(cycle_search *s, uint32_t node) {
    bool more = false;
    for (uint32_t top = NONE; top != node;) {
        top = vec_pop(&s->stack);
        bits_remove(&s->on_stack, top);
        if (top == node) break;
        merge(s->x, node, top);
        more = true;
    }
    if (more) close_cycle(s->x, node);
}

static void enter(cycle_search *s, uint32_t node) {
    s->number.data[node] = s->low.data[node] = ++s->count;
    vec_push(&s->stack, node);
    bits_add(&s->on_stack, node);
    vec_push(&s->path, node);
    vec_push(&s->edge, 0);
}

static void lower(cycle_search *s, uint32_t node, uint32_t to) {
    if (to < s->low.data[node]) s->low.data[node] = to;
}

/* Along the next edge from the end of the path, or back. */
static void walk(cycle_search *s) {
    uint32_t node = vec_last(&s->path), next = vec_last(&s->edge)++;
    inclusion_vertex *n = &s->x->nodes.data[node];
    if (next < n->to.size) {
        uint32_t to = find(s->x, n->to.data[next]);
        if (!takes_all(&s->x->nodes.data[to])) return;
        if (!s->number.data[to]) enter(s, to);
        else if (bits_has(&s->on_stack, to)) lower(s, node, s->number.data[to]);
        return;
    }
    (void)vec_pop(&s->path);
    (void)vec_pop(&s->edge);
    if (s->path.size) lower(s, vec_last(&s->path), s->low.data[node]);
    if (s->low.data[node] == s->number.data[node]) leave(s, node);
}

static void merge_cycles(inclusion *x) {
    cycle_search s = {.x = x};
    vec_resize(&s.number, x->nodes.size);
    vec_resize(&s.low, x->nodes.size);
    for (uint32_t i = 0; i < x->nodes.size; i++) {
        if (find(x, i) != i || s.number.data[i] || !takes_all(&x->nodes.data[i])) continue;
        enter(&s, i);
        while (s.path.size) walk(&s);
    }
    vec_release(&s.number);
    vec_release(&s.low);
    vec_release(&s.stack);
    vec_release(&s.path);
    vec_release(&s.edge);
    bits_release(&s.on_stack);
}

bool inclusion_step(inclusion *x) {
    if (x->first == x->queue.size) return false;
    if (++x->steps % STEPS_TO_MERGE == 0) merge_cycles(x);
    uint32_t node = x->queue.data[x->first++];
    if (x->first == x->queue.size) x->first = x->queue.size = 0;
    if (find(x, node) != node || !x->nodes.data[node].queued) return true;
    bits fresh = x->nodes.data[node].fresh;
    u32_vec each = {0};
    x->nodes.data[node].fresh = (bits){0};
    x->nodes.data[node].queued = false;
    for (uint32_t i = 0; i < x->nodes.data[node].to.size; i++)
        pass_all(x, &fresh, x->nodes.data[node].to.data[i]);
    if (follows_places(&x->nodes.data[node])) list(&fresh, &each);
    for (uint32_t i = 0; i < each.size; i++) pass_on(x, node, each.data[i]);
    bits_release(&fresh);
    vec_release(&each);
    return true;
}

static uint32_t place_holder(const inclusion *x, uint32_t node) {
    while (x->merged.data[node] != node) node = x->merged.data[node];
    return node;
}

void inclusion_places(const inclusion *x, uint32_t node, u32_vec *out) {
    assert_debug(node < x->nodes.size);
    vec_clear(out);
    list(&x->nodes.data[place_holder(x, node)].places, out);
}

bool inclusion_holds(const inclusion *x, uint32_t node, uint32_t place) {
    assert_debug(node < x->nodes.size);
    return bits_has(&x->nodes.data[place_holder(x, node)].places, place);
}

bool inclusion_is_followed(const inclusion *x, uint32_t node) {
    assert_debug(node < x->nodes.size);
    const u64_vec *words = &x->nodes.data[place_holder(x, node)].places.words;
    bool real = words->size && words->data[0] >> FIRST_REAL_PLACE;
    for (uint32_t i = 1; !real && i < words->size; i++) real = words->data[i];
    return real;
}
