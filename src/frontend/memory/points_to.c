/* Points-to analysis, sensitive to fields and instances. */
#include "base/log.h"
#include "frontend/memory/points_to.h"
#include "frontend/external/escape.h"
#include "frontend/external/library_calls.h"
#include "frontend/llvm/assembly.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/share.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/varargs.h"
#include "frontend/memory/address.h"
#include "frontend/memory/flow.h"
#include "frontend/memory/object.h"

#include <string.h>

/* Inclusion-based points-to analysis on the call tree: context-sensitive because calls are inlined,
 * field-sensitive by offsets modulo strides, flow-insensitive. Integers carry facts too, for
 * pointers travel through them; null and uninitialized pointers carry none: accessing through them
 * is undefined, so no run goes on after it.
 *
 * Object 0 is memory that is not the program's: what functions without a body return. */

enum { MOST_OFFSETS = 8 }; /* of one object in one set, before they are joined into a stride */

static uint64_t distance(int64_t a, int64_t b) {
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static int64_t modulo(int64_t a, uint64_t m) {
    if (a >= 0 && (uint64_t)a < m) return a;
    int64_t r = a % (int64_t)m;
    return r < 0 ? r + (int64_t)m : r;
}

static bool covers(fact g, fact f) {
    if (g.object != f.object || (f.number && !g.number)) return false;
    if (!g.stride) return !f.stride && g.offset == f.offset;
    return f.stride % g.stride == 0 && distance(f.offset, g.offset) % g.stride == 0;
}

/* Sets are ordered by object: where those of this one begin. */
static uint32_t first_of(const fact_vec *v, uint32_t object_id) {
    uint32_t low = 0, high = v->size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (v->data[middle].object < object_id) low = middle + 1;
        else high = middle;
    }
    return low;
}

static fact join_range(const fact_vec *v, uint32_t first, uint32_t end, fact f) {
    for (uint32_t i = first; i < end; i++) {
        f.stride = gcd(gcd(f.stride, v->data[i].stride), distance(f.offset, v->data[i].offset));
        f.number |= v->data[i].number;
    }
    if (f.stride) f.offset = modulo(f.offset, f.stride);
    return f;
}

/* Puts f in the place of those from `first` to `end` that it covers. */
static void replace_covered(fact_vec *v, uint32_t first, uint32_t end, fact f) {
    uint32_t kept = first;
    for (uint32_t i = first; i < end; i++)
        if (!covers(f, v->data[i])) v->data[kept++] = v->data[i];
    if (kept == end) vec_push(v, f);
    uint32_t rest = kept == end ? v->size - 1 - end : v->size - end;
    memmove(v->data + kept + 1, v->data + end, rest * sizeof *v->data);
    v->data[kept] = f;
    v->size = kept + 1 + rest;
}

/* `grown`: receives what is new, or what it became a part of. May be NULL. */
static bool join_fact(fact_vec *into, fact f, fact_vec *grown) {
    if (!f.object) f.stride = 0;
    if (f.stride) f.offset = modulo(f.offset, f.stride);
    uint32_t first = first_of(into, f.object), end = first;
    for (; end < into->size && into->data[end].object == f.object; end++)
        if (covers(into->data[end], f)) return false;
    if (end - first >= MOST_OFFSETS) f = join_range(into, first, end, f);
    replace_covered(into, first, end, f);
    if (grown) vec_push(grown, f);
    return true;
}

bool facts_join(fact_vec *into, fact f) { return join_fact(into, f, NULL); }

bool facts_have(const fact_vec *all, uint32_t object_id) {
    for (uint32_t i = 0; i < all->size; i++)
        if (all->data[i].object == object_id) return true;
    return false;
}

bool facts_share_object(const fact_vec *a, const fact_vec *b) {
    for (uint32_t i = 0; i < a->size; i++)
        if (facts_have(b, a->data[i].object)) return true;
    return false;
}

static bool facts_join_all(fact_vec *into, const fact_vec *from) {
    bool changed = false;
    for (uint32_t i = 0; i < from->size; i++) changed |= facts_join(into, from->data[i]);
    return changed;
}

void facts_shift(fact_vec *v, int64_t by, uint64_t stride) {
    for (uint32_t i = 0; i < v->size; i++) {
        fact *f = &v->data[i];
        if (!f->object) continue;
        f->offset = (int64_t)((uint64_t)f->offset + (uint64_t)by);
        f->stride = gcd(f->stride, stride);
        if (f->stride) f->offset = modulo(f->offset, f->stride);
    }
}

const fact_vec *node_facts(const translator *tr, uint32_t inst, uint32_t number) {
    assert_debug(number < tr->functions.data[tr->instances.data[inst].function]->values.size);
    assert_debug(inst < tr->instances.size);
    return &tr->points.nodes.data[tr->instances.data[inst].first_node + number];
}

static const function_info *function_at(const translator *tr, uint32_t inst) {
    return tr->functions.data[tr->instances.data[inst].function];
}

void operand_facts(translator *tr, uint32_t inst, LLVMValueRef v, fact_vec *out) {
    assert_debug(inst < tr->instances.size);
    uint32_t n = is_constant(v) ? NONE : local_number(function_at(tr, inst), v);
    const fact_vec *known = n == NONE ? NULL : node_facts(tr, inst, n);
    if (known && !out->size) vec_append(out, known->data, known->size); /* a set already */
    else if (known) facts_join_all(out, known);
    else if (is_constant(v)) constant_facts(tr, v, out);
}

static uint32_t instance_of_node(const translator *tr, uint32_t node) {
    uint32_t low = 0, high = tr->instances.size;
    while (low + 1 < high) {
        uint32_t middle = (low + high) / 2;
        if (tr->instances.data[middle].first_node <= node) low = middle;
        else high = middle;
    }
    return low;
}

/* Back as a pointer, an address is an address again; a number that was never one stays a number. */
static void settle_numbers(LLVMValueRef v, fact_vec *out) {
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind) return;
    for (uint32_t i = 0; i < out->size; i++) out->data[i].number &= !out->data[i].object;
}

/* ---- the work list ---- */
static void enqueue(translator *tr, uint32_t node) {
    if (bits_has(&tr->points.queued, node)) return;
    bits_add(&tr->points.queued, node);
    vec_push(&tr->points.queue, node);
}

static void enqueue_users(translator *tr, uint32_t inst, uint32_t number) {
    const function_info *f = function_at(tr, inst);
    const value_info *info = &f->values.data[number];
    for (uint32_t u = info->users; u < info->users_end; u++)
        enqueue(tr, tr->instances.data[inst].first_node + f->user.data[u]);
}

static void node_join(translator *tr, uint32_t inst, uint32_t number, const fact_vec *facts) {
    if (facts->size &&
        facts_join_all(&tr->points.nodes.data[tr->instances.data[inst].first_node + number], facts))
        enqueue_users(tr, inst, number);
}

/* ---- memory ---- */
static bool may_overlap(int64_t a, uint64_t as, uint64_t an, int64_t b, uint64_t bs, uint64_t bn) {
    uint64_t g = gcd(as, bs);
    if (!g) return a < b ? distance(a, b) < an : distance(a, b) < bn;
    uint64_t d = (uint64_t)modulo(b - a, g);
    return d < an || g - d < bn;
}

/* No byte of it is in the object: an access there has no place (place.c), and no run goes on after
 * it. Pointers that are cast to others' records lead to thousands of them. */
static bool lies_beyond(const object *o, fact at, uint64_t size) {
    if (!at.object || o->kind == OBJECT_FUNCTION) return false;
    if (o->copies > 1)
        return at.stride && at.stride % o->slot == 0 && (uint64_t)at.offset % o->slot >= o->size &&
               (uint64_t)at.offset % o->slot + size <= o->slot;
    return !at.stride && (at.offset >= (int64_t)o->size || at.offset + (int64_t)size <= 0);
}

/* The node reads `size` bytes there; where it reads several places of the object, one range has
 * them all. */
static void subscribe(translator *tr, fact at, uint32_t size, uint32_t node) {
    uint64_t key = (uint64_t)at.object << 32 | node, found;
    object *o = &tr->objects.data[at.object];
    if (!map_get(&tr->points.reader_seen, key, &found)) {
        map_set(&tr->points.reader_seen, key, o->points.readers.size);
        struct content_reader r = {
            .node = node, .size = size, .stride = at.stride, .offset = at.offset};
        vec_push(&o->points.readers, r);
        return;
    }
    struct content_reader *r = &o->points.readers.data[found];
    r->stride = gcd(gcd(r->stride, at.stride), distance(r->offset, at.offset));
    if (r->stride) r->offset = modulo(r->offset, r->stride);
    if (size > r->size) r->size = size;
}

/* A pointer that is read as something else, or a part of it, becomes a number. */
static fact fact_read(fact f, bool as_number) {
    f.number |= as_number && f.object;
    return f;
}

static bool reads_number(LLVMTypeRef type) {
    return type_is_scalar(type) && LLVMGetTypeKind(type) != LLVMPointerTypeKind;
}

static void read_content(const struct content *c, bool as_number, fact_vec *out) {
    for (uint32_t i = 0; i < c->facts.size; i++)
        facts_join(out, fact_read(c->facts.data[i], as_number));
}

/* Whatever is stored in an escaped object has escaped, so that a pointer from outside says it all;
 * not so of those that are only exposed. */
static void read_outside(translator *tr, fact at, fact_vec *out) {
    /* The strings are other memory than argv, and what they hold may be any number. */
    if (at.offset == ARGUMENTS) at.offset = STRINGS;
    else if (at.offset == STRINGS) at.offset = 0;
    facts_join(out, at);
    for (uint32_t k = 0; k < tr->external.exposed.size && exposed_followed(tr); k++) {
        const object *x = &tr->objects.data[tr->external.exposed.data[k]];
        for (uint32_t i = 0; i < x->points.contents.size; i++)
            facts_join_all(out, &x->points.contents.data[i].facts);
    }
}

static void read_contents(translator *tr, uint32_t node, fact at, uint32_t size, bool as_number,
                          fact_vec *out) {
    if (lies_beyond(&tr->objects.data[at.object], at, size)) return;
    subscribe(tr, at, size, node);
    if (!at.object) {
        read_outside(tr, at, out);
        return;
    }
    object *o = &tr->objects.data[at.object];
    for (uint32_t i = 0; i < o->points.contents.size; i++)
        if (may_overlap(at.offset, at.stride, size, o->points.contents.data[i].offset,
                        o->points.contents.data[i].stride, o->points.contents.data[i].size))
            read_content(&o->points.contents.data[i], as_number, out);
}

/* A load that has read a place is told of all that comes there (tell_reader): it reads each place
 * once. NULL: it reads nothing of the object. */
static struct content_reader *reader_of(translator *tr, uint32_t object_id, uint32_t node) {
    uint64_t found;
    if (!map_get(&tr->points.reader_seen, (uint64_t)object_id << 32 | node, &found)) return NULL;
    return &tr->objects.data[object_id].points.readers.data[found];
}

static bool has_read(translator *tr, fact at, uint32_t node) {
    const struct content_reader *r = at.object ? reader_of(tr, at.object, node) : NULL;
    for (uint32_t i = 0; r && i < r->read.size; i++)
        if (covers(r->read.data[i], at)) return true;
    return false;
}

static void note_read(translator *tr, fact at, uint32_t node) {
    struct content_reader *r = at.object ? reader_of(tr, at.object, node) : NULL;
    if (r) vec_push(&r->read, at);
}

static void write_outside(translator *tr, fact at, const fact_vec *facts);

/* A load takes what is new as it is; others look at all that they read again. */
static void tell_reader(translator *tr, uint32_t node, const fact_vec *grown) {
    uint32_t inst = instance_of_node(tr, node);
    uint32_t number = node - tr->instances.data[inst].first_node;
    LLVMValueRef v = function_at(tr, inst)->values.data[number].value;
    if (!LLVMIsALoadInst(v)) {
        enqueue(tr, node);
        return;
    }
    fact_vec read = {0};
    for (uint32_t i = 0; i < grown->size; i++)
        facts_join(&read, fact_read(grown->data[i], reads_number(LLVMTypeOf(v))));
    settle_numbers(v, &read);
    node_join(tr, inst, number, &read);
    vec_release(&read);
}

static void tell_content(translator *tr, fact at, uint64_t size, const fact_vec *grown) {
    const object *o = &tr->objects.data[at.object];
    for (uint32_t k = 0; k < o->points.readers.size; k++) {
        const struct content_reader *r = &o->points.readers.data[k];
        if (may_overlap(r->offset, r->stride, r->size, at.offset, at.stride, size))
            tell_reader(tr, r->node, grown);
    }
    /* A read outside reads everything exposed (read_outside). */
    for (uint32_t k = 0;
         o->escape.exposed && exposed_followed(tr) && k < tr->objects.data[0].points.readers.size;
         k++)
        tell_reader(tr, tr->objects.data[0].points.readers.data[k].node, grown);
}

/* What is stored there, a new one where nothing was. Records that are copied whole at
 * several offsets have thousands. */
static uint32_t content_at(object *o, fact at, uint64_t size) {
    uint64_t key = hash_mix((uint64_t)at.offset ^ hash_mix(at.stride ^ hash_mix(size)));
    uint32_t first = (uint32_t)map_find(&o->points.content_index, key, NONE);
    for (uint32_t i = first; i != NONE; i = o->points.contents.data[i].next) {
        const struct content *c = &o->points.contents.data[i];
        if (c->offset == at.offset && c->stride == at.stride && c->size == size) return i;
    }
    struct content c = {.offset = at.offset, .stride = at.stride, .size = size, .next = first};
    map_set(&o->points.content_index, key, o->points.contents.size);
    vec_push(&o->points.contents, c);
    return o->points.contents.size - 1;
}

static bool facts_cover(const fact_vec *all, const fact_vec *some) {
    for (uint32_t i = 0; i < some->size; i++) {
        uint32_t k = first_of(all, some->data[i].object);
        while (k < all->size && all->data[k].object == some->data[i].object &&
               !covers(all->data[k], some->data[i]))
            k++;
        if (k == all->size || all->data[k].object != some->data[i].object) return false;
    }
    return true;
}

/* A larger place holds all of it already. */
static bool is_held(const object *o, fact at, uint64_t size, const fact_vec *facts) {
    for (uint32_t i = 0; i < o->points.contents.size; i++) {
        const struct content *c = &o->points.contents.data[i];
        bool around = c->stride == at.stride && c->offset <= at.offset && c->size > size &&
                      (uint64_t)(at.offset - c->offset) <= c->size - size;
        if (around && facts_cover(&c->facts, facts)) return true;
    }
    return false;
}

/* Where an object has so many places that each look at them is slow, new ones are all of it. */
enum { MOST_CONTENTS = 2000 };

static fact place_to_write(const translator *tr, fact at, uint64_t *size) {
    const object *o = &tr->objects.data[at.object];
    uint64_t in_copy = o->copies > 1 ? (uint64_t)at.offset % o->slot : (uint64_t)at.offset;
    bool known = o->copies > 1 ? at.stride && at.stride % o->slot == 0 : !at.stride;
    if (known && at.offset >= 0 && in_copy < o->size && *size > o->size - in_copy)
        *size = o->size - in_copy; /* up to the end, however it was reached */
    if (o->points.contents.size < MOST_CONTENTS) return at;
    *size = tr->pointer_bits / 8;
    return (fact){.object = at.object, .stride = 1};
}

static void write_contents(translator *tr, fact at, uint64_t size, const fact_vec *facts) {
    if (!facts->size) return;
    if (!at.object) {
        write_outside(tr, at, facts);
        return;
    }
    if (lies_beyond(&tr->objects.data[at.object], at, size)) return;
    if (tr->objects.data[at.object].escape.escaped) escape_facts(tr, facts);
    at = place_to_write(tr, at, &size);
    object *o = &tr->objects.data[at.object];
    if (size > tr->pointer_bits / 8 && is_held(o, at, size, facts)) return;
    uint32_t i = content_at(o, at, size);
    fact_vec grown = {0};
    for (uint32_t k = 0; k < facts->size; k++)
        join_fact(&o->points.contents.data[i].facts, facts->data[k], &grown);
    if (grown.size) tell_content(tr, at, size, &grown);
    vec_release(&grown);
}

void contents_join(translator *tr, uint32_t object_id, const fact_vec *facts) {
    assert_debug(object_id < tr->objects.size);
    assert_debug(facts_are_there(tr, facts));
    write_contents(tr, (fact){.object = object_id, .stride = 1}, tr->pointer_bits / 8, facts);
}

static void write_outside(translator *tr, fact at, const fact_vec *facts) {
    tr->external.arguments_written |= at.offset == ARGUMENTS;
    if (at.offset == UNSEEN) escape_to_code(tr), escape_facts(tr, facts);
    else expose_facts(tr, facts);
    for (uint32_t i = 0; i < tr->external.exposed.size && exposed_followed(tr); i++)
        contents_join(tr, tr->external.exposed.data[i], facts);
}

void node_again(translator *tr, uint32_t node) {
    assert_debug(node < tr->points.nodes.size);
    enqueue(tr, node);
}

typedef struct {
    uint32_t object;
} initial_context;

static void initial_pointer(translator *tr, void *context, uint64_t offset, LLVMValueRef scalar) {
    uint32_t object_id = ((initial_context *)context)->object;
    fact_vec facts = {0};
    constant_facts(tr, scalar, &facts);
    fact at = {.object = object_id, .offset = (int64_t)offset};
    write_contents(tr, at, (uint32_t)type_store_size(tr, LLVMTypeOf(scalar)), &facts);
    vec_release(&facts);
}

/* Globals come to light as the analysis meets them; each is looked at once. */
static void initial_contents(translator *tr, uint32_t object_id) {
    LLVMValueRef g = tr->objects.data[object_id].value;
    if (tr->objects.data[object_id].kind != OBJECT_GLOBAL) return;
    initial_context context = {object_id};
    if (LLVMGetInitializer(g)) {
        initializer_visit(tr, LLVMGetInitializer(g), 0, initial_pointer, &context);
    } else {
        fact_vec facts = {0};
        facts_join(&facts, (fact){.offset = UNSEEN});
        contents_join(tr, object_id, &facts);
        vec_release(&facts);
    }
    if (!LLVMGetInitializer(g) && type_holds_pointers(LLVMGlobalGetValueType(g)))
        escape_external(tr);
    if (tr->external.unseen_knows && tr->objects.data[object_id].external)
        escape_object(tr, object_id);
}

/* ---- copies between objects ---- */
bool relative_to(int64_t at, uint64_t at_stride, fact range, uint64_t length, uint64_t size,
                 place_in_range *out) {
    assert_debug(size);
    uint64_t g = gcd(at_stride, range.stride);
    int64_t least = 1 - (int64_t)size; /* what starts there reaches just into the range */
    *out = (place_in_range){.offset = at - range.offset, .count = 1};
    if (!g) return out->offset >= least && out->offset < (int64_t)length;
    out->offset = least + modulo(at - range.offset - least, g);
    if (out->offset >= (int64_t)length) return false;
    out->count = (uint64_t)((int64_t)length - 1 - out->offset) / g + 1;
    if (out->count > 1) out->stride = g;
    return true;
}

static uint64_t copy_length(translator *tr, LLVMValueRef call, uint32_t from) {
    LLVMValueRef n = LLVMGetOperand(call, 2);
    if (LLVMIsAConstantInt(n)) return LLVMConstIntGetZExtValue(n);
    return tr->objects.data[from].size;
}

/* What may lie in memory that is not the program's comes to the whole range, or to the object where
 * the length is not known. */
static void copy_from_outside(translator *tr, uint32_t node, fact from, fact to, uint64_t length) {
    fact_vec facts = {0};
    uint64_t n = length ? length : tr->objects.data[to.object].size;
    read_contents(tr, node, from, 1, false, &facts);
    write_contents(tr, to, n, &facts);
    vec_release(&facts);
}

/* Only the bytes inside the range are copied: what reaches beyond an end of it is cut there, and
 * places that overlap are one. Otherwise objects that are copied to each other at several offsets
 * would have a place for each sum of them. Direction: a reader of any byte of a place gets all its
 * facts, so that a larger place covers the smaller ones it is made of. */
static uint64_t clip_place(place_in_range *r, uint64_t length, uint64_t size) {
    if (r->count > 1 && size < r->stride) return size;
    int64_t end = (int64_t)length;
    if (r->count == 1 && r->offset + (int64_t)size < end) end = r->offset + (int64_t)size;
    if (r->offset < 0) r->offset = 0;
    r->stride = 0, r->count = 1;
    return (uint64_t)(end - r->offset);
}

static void copy_contents(translator *tr, uint32_t node, fact from, fact to, uint64_t length) {
    if (!from.object) {
        copy_from_outside(tr, node, from, to, length);
        return;
    }
    subscribe(tr, (fact){.object = from.object, .stride = 1}, 1, node);
    for (uint32_t i = 0; i < tr->objects.data[from.object].points.contents.size; i++) {
        struct content c = tr->objects.data[from.object].points.contents.data[i];
        place_in_range r;
        if (!relative_to(c.offset, c.stride, from, length, c.size, &r)) continue;
        uint64_t size = clip_place(&r, length, c.size);
        fact at = {.object = to.object,
                   .stride = gcd(r.stride, to.stride),
                   .offset = to.offset + r.offset};
        if (at.stride) at.offset = modulo(at.offset, at.stride);
        if (!to.object) at = to; /* it has no places */
        fact_vec facts = {0};    /* of its own: the object may be both sides */
        vec_append(&facts, c.facts.data, c.facts.size);
        write_contents(tr, at, size, &facts);
        vec_release(&facts);
    }
}

static void evaluate_copy(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call) {
    fact_vec to = {0}, from = {0};
    operand_facts(tr, inst, LLVMGetOperand(call, 0), &to);
    operand_facts(tr, inst, LLVMGetOperand(call, 1), &from);
    for (uint32_t i = 0; i < from.size; i++)
        for (uint32_t j = 0; j < to.size; j++)
            copy_contents(tr, node, from.data[i], to.data[j],
                          copy_length(tr, call, from.data[i].object));
    vec_release(&to);
    vec_release(&from);
}

/* ---- calls ---- */
static void pass_copy(translator *tr, uint32_t node, uint32_t child, uint32_t parameter,
                      LLVMTypeRef type, const fact_vec *from) {
    fact to = {.object = object_by_value(tr, child, parameter, type)};
    fact_vec facts = {0};
    facts_join(&facts, to);
    node_join(tr, child, parameter, &facts);
    for (uint32_t i = 0; i < from->size; i++)
        copy_contents(tr, node, from->data[i], to, type_size(tr, type));
    vec_release(&facts);
}

static void pass_arguments(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                           uint32_t child) {
    uint32_t n = LLVMGetNumArgOperands(call), parameters = function_at(tr, child)->arguments;
    for (uint32_t i = 0; i < n && i < parameters; i++) {
        fact_vec facts = {0};
        operand_facts(tr, inst, LLVMGetOperand(call, i), &facts);
        LLVMTypeRef type = by_value(function_at(tr, child)->function, i);
        if (type) pass_copy(tr, node, child, i, type, &facts);
        else node_join(tr, child, i, &facts);
        vec_release(&facts);
    }
}

/* A function without a body may store pointers it got, or pointers of its own, in whatever it can
 * reach. */
static void escape_closure(translator *tr, uint32_t node, fact_vec *reached) {
    for (uint32_t i = 0; i < reached->size; i++) {
        uint32_t o = reached->data[i].object;
        if (!o || tr->objects.data[o].kind == OBJECT_FUNCTION) continue;
        fact whole = {.object = o, .stride = 1};
        fact_vec inside = {0};
        read_contents(tr, node, whole, tr->pointer_bits / 8, false, &inside);
        for (uint32_t k = 0; k < inside.size; k++) {
            bool known = false;
            for (uint32_t j = 0; j < reached->size && !known; j++)
                known = reached->data[j].object == inside.data[k].object;
            if (!known) vec_push(reached, inside.data[k]);
        }
        vec_release(&inside);
    }
}

/* What the objects hold that these facts lead to. */
static void facts_inside(translator *tr, uint32_t node, const fact_vec *at, fact_vec *out) {
    for (uint32_t i = 0; i < at->size; i++)
        if (at->data[i].object)
            read_contents(tr, node, (fact){.object = at->data[i].object, .stride = 1}, 1, false,
                          out);
}

/* A structure that is passed by value is copied: the code gets what it holds, not where it is. */
static void facts_given(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                        fact_vec *out) {
    for (uint32_t i = 0; i < LLVMGetNumArgOperands(call); i++) {
        bool code = !LLVMIsAInlineAsm(LLVMGetCalledValue(call));
        bool copied = code && by_value_at_call(call, i);
        if (code && is_result_at_call(call, i)) continue;
        fact_vec copy = {0};
        operand_facts(tr, inst, LLVMGetOperand(call, i), copied ? &copy : out);
        facts_inside(tr, node, &copy, out);
        vec_release(&copy);
    }
    objects_in_assembly(tr, call, out);
}

void facts_reached(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                   fact_vec *reached) {
    assert_debug(inst < tr->instances.size);
    assert_debug(LLVMIsACallInst(call));
    facts_given(tr, inst, node, call, reached);
    if (!assembly_is_contained(call)) escape_closure(tr, node, reached);
}

/* A structure that it returns in memory may hold any pointer that it has. */
static void store_unseen_result(translator *tr, uint32_t inst, LLVMValueRef call) {
    fact_vec at = {0}, stored = {0};
    facts_join(&stored, (fact){.offset = UNSEEN});
    for (uint32_t i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (!LLVMIsAInlineAsm(LLVMGetCalledValue(call)) && is_result_at_call(call, i))
            operand_facts(tr, inst, LLVMGetOperand(call, i), &at);
    for (uint32_t i = 0; i < at.size; i++)
        write_contents(tr, (fact){.object = at.data[i].object, .stride = 1}, tr->pointer_bits / 8,
                       &stored);
    vec_release(&at);
    vec_release(&stored);
}

static void evaluate_missing(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                             fact_vec *out) {
    fact_vec reached = {0};
    if (!LLVMIsAInlineAsm(LLVMGetCalledValue(call)) || assembly_calls(call)) escape_external(tr);
    escape_to_code(tr);
    facts_given(tr, inst, node, call, &reached);
    escape_facts(tr, &reached); /* and all that can be reached from there */
    store_unseen_result(tr, inst, call);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        facts_join(out, (fact){.offset = UNSEEN});
    vec_release(&reached);
}

static void facts_of_arguments(translator *tr, uint32_t inst, LLVMValueRef call, argument_set s,
                               fact_vec *out) {
    for (uint32_t i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (argument_in(s, i)) operand_facts(tr, inst, LLVMGetOperand(call, i), out);
}

void facts_written(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                   const known_function *k, fact_vec *out) {
    assert_debug(inst < tr->instances.size);
    assert_debug(LLVMIsACallInst(call));
    facts_of_arguments(tr, inst, call, k->writes, out);
    if (k->deep) escape_closure(tr, node, out);
}

void facts_leaked(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                  const known_function *k, fact_vec *out) {
    assert_debug(inst < tr->instances.size);
    assert_debug(LLVMIsACallInst(call));
    fact_vec given = {0};
    facts_of_arguments(tr, inst, call, k->leaks, &given);
    facts_inside(tr, node, &given, out);
    facts_of_arguments(tr, inst, call, k->keeps, out);
    escape_closure(tr, node, out);
    vec_release(&given);
}

static void leak_arguments(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                           const known_function *k) {
    fact_vec leaked = {0};
    if (k->leaks || k->keeps) facts_leaked(tr, inst, node, call, k, &leaked);
    escape_facts(tr, &leaked);
    vec_release(&leaked);
}

static void evaluate_effects(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                             const known_function *k, fact_vec *out) {
    fact_vec written = {0}, stored = {0}, returned = {0};
    facts_join(&stored, (fact){.offset = k->computes ? 0 : UNSEEN});
    facts_of_arguments(tr, inst, call, k->stores, &stored);
    escape_closure(tr, node, &stored);
    facts_shift(&stored, 0, 1);
    facts_written(tr, inst, node, call, k, &written);
    for (uint32_t i = 0; i < written.size; i++)
        write_contents(tr, (fact){.object = written.data[i].object, .stride = 1},
                       tr->pointer_bits / 8, &stored);
    leak_arguments(tr, inst, node, call, k);
    facts_of_arguments(tr, inst, call, k->returns, &returned);
    if (!k->same) facts_shift(&returned, 0, 1);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind) {
        facts_join(out, (fact){0});
        facts_join_all(out, &returned);
    }
    vec_release(&written);
    vec_release(&stored);
    vec_release(&returned);
}

static bool result_may_point(enum library_kind k) {
    return k == LIBRARY_NONDET || k == LIBRARY_OVER || k == LIBRARY_UNINTERPRETED;
}

static void evaluate_allocation(translator *tr, uint32_t inst, uint32_t number, LLVMValueRef call,
                                enum library_kind k, fact_vec *out) {
    uint32_t o = object_local(tr, inst, number, call);
    fact made = {.object = o};
    if (tr->objects.data[o].copies > 1) made.stride = tr->objects.data[o].slot;
    facts_join(out, made);
    if (k != LIBRARY_REALLOC) return;
    fact_vec from = {0};
    operand_facts(tr, inst, LLVMGetOperand(call, 0), &from);
    for (uint32_t i = 0; i < from.size; i++)
        copy_contents(tr, tr->instances.data[inst].first_node + number, from.data[i], made,
                      tr->objects.data[from.data[i].object].size);
    vec_release(&from);
}

static void pass_varargs(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                         uint32_t child) {
    vararg_vec passed = {0};
    varargs_layout(tr, call, child, &passed);
    for (uint32_t i = 0; i < passed.size; i++) {
        const vararg *a = &passed.data[i];
        fact_vec facts = {0};
        operand_facts(tr, inst, a->value, &facts);
        for (uint32_t k = 0; a->by_value && k < facts.size; k++)
            copy_contents(tr, node, facts.data[k], a->to, type_size(tr, a->by_value));
        if (!a->by_value)
            write_contents(tr, a->to, (uint32_t)type_store_size(tr, LLVMTypeOf(a->value)), &facts);
        vec_release(&facts);
    }
    vec_release(&passed);
}

static void evaluate_va_start(translator *tr, uint32_t inst, LLVMValueRef call) {
    uint32_t area = varargs_area(tr, inst), offset, size;
    bool is_area;
    fact_vec lists = {0}, meant = {0};
    fact there = {.object = area};
    if (area == NONE) return;
    vec_push(&meant, there);
    operand_facts(tr, inst, LLVMGetOperand(call, 0), &lists);
    for (uint32_t i = 0; i < varargs_field(tr, i, &offset, &size, &is_area); i++)
        for (uint32_t k = 0; k < lists.size && is_area; k++) {
            fact at = lists.data[k];
            at.offset += offset;
            write_contents(tr, at, size, &meant);
        }
    vec_release(&lists);
    vec_release(&meant);
}

static void evaluate_va_copy(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call) {
    fact_vec to = {0}, from = {0};
    operand_facts(tr, inst, LLVMGetOperand(call, 0), &to);
    operand_facts(tr, inst, LLVMGetOperand(call, 1), &from);
    for (uint32_t i = 0; i < from.size; i++)
        for (uint32_t k = 0; k < to.size; k++)
            copy_contents(tr, node, from.data[i], to.data[k], varargs_list_size(tr));
    vec_release(&to);
    vec_release(&from);
}

static void store_facts(translator *tr, uint32_t inst, const fact_vec *facts, LLVMTypeRef type,
                        LLVMValueRef pointer) {
    fact_vec pointers = {0};
    operand_facts(tr, inst, pointer, &pointers);
    for (uint32_t i = 0; i < pointers.size; i++) {
        tr->external.arguments_written |=
            !pointers.data[i].object && pointers.data[i].offset == ARGUMENTS;
        write_contents(tr, pointers.data[i], (uint32_t)type_store_size(tr, type), facts);
    }
    vec_release(&pointers);
}

static void evaluate_store(translator *tr, uint32_t inst, LLVMValueRef value,
                           LLVMValueRef pointer) {
    fact_vec facts = {0};
    operand_facts(tr, inst, value, &facts);
    store_facts(tr, inst, &facts, LLVMTypeOf(value), pointer);
    vec_release(&facts);
}

/* Empty assembly: an output is its input, or whatever a register happens to hold. */
static void evaluate_empty_assembly(translator *tr, uint32_t inst, LLVMValueRef call,
                                    fact_vec *out) {
    assembly_output_vec outputs = {0};
    assembly_outputs(call, &outputs);
    for (uint32_t i = 0; i < outputs.size; i++) {
        const assembly_output *o = &outputs.data[i];
        fact_vec facts = {0};
        if (o->input) operand_facts(tr, inst, o->input, &facts);
        else facts_join(&facts, (fact){0});
        if (!o->address) facts_join_all(out, &facts);
        else if (o->type) store_facts(tr, inst, &facts, o->type, o->address);
        vec_release(&facts);
    }
    vec_release(&outputs);
}

/* ---- by the table ---- */
static void join_operands(translator *tr, uint32_t inst, LLVMValueRef v, uint32_t n,
                          uint64_t stride, fact_vec *out) {
    fact_vec facts = {0};
    for (uint32_t i = 0; i < n; i++) operand_facts(tr, inst, LLVMGetOperand(v, i), &facts);
    facts_shift(&facts, 0, stride);
    facts_join_all(out, &facts);
    vec_release(&facts);
}

/* Both the operand and the result have all bits of an address. */
static bool keeps_addresses(const translator *tr, LLVMValueRef v) {
    return LLVMSizeOfTypeInBits(tr->layout, LLVMTypeOf(v)) >= tr->pointer_bits &&
           LLVMSizeOfTypeInBits(tr->layout, LLVMTypeOf(LLVMGetOperand(v, 0))) >= tr->pointer_bits;
}

/* An address that is computed with as a number may come back in a way that is not followed: by what
 * is decided bit by bit, by differences of sums. */
static void expose_number(translator *tr, LLVMValueRef v, const fact_vec *facts) {
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind) expose_numbers(tr, facts);
}

static void evaluate_flow(translator *tr, uint32_t inst, LLVMValueRef v, enum flow flow,
                          fact_vec *out) {
    uint32_t n = LLVMIsACallInst(v) ? LLVMGetNumArgOperands(v) : (uint32_t)LLVMGetNumOperands(v);
    bool has_result = LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVoidTypeKind;
    switch (flow) {
    case FLOW_NONE:
    case FLOW_OWN: return;
    case FLOW_SAME: join_operands(tr, inst, v, n, 0, out); return;
    case FLOW_FIRST: join_operands(tr, inst, v, 1, 0, out); return;
    case FLOW_RESIZED: join_operands(tr, inst, v, n, keeps_addresses(tr, v) ? 0 : 1, out); return;
    case FLOW_UNKNOWN:
        if (has_result) facts_join(out, (fact){.offset = UNSEEN});
        /* fall through */
    case FLOW_ANYWHERE:
        join_operands(tr, inst, v, n, 1, out);
        expose_number(tr, v, out);
        return;
    }
}

static void evaluate_intrinsic(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                               const char *name, fact_vec *out) {
    enum flow flow = flow_of_intrinsic(name);
    if (flow != FLOW_OWN) evaluate_flow(tr, inst, call, flow, out);
    else if (!strncmp(name, "llvm.va_start", 13)) evaluate_va_start(tr, inst, call);
    else if (!strncmp(name, "llvm.va_copy", 12)) evaluate_va_copy(tr, inst, node, call);
    else evaluate_copy(tr, inst, node, call);
}

void returns_again(translator *tr, uint32_t inst) {
    assert_debug(inst < tr->instances.size);
    const function_info *f = function_at(tr, inst);
    for (uint32_t n = f->arguments; n < f->values.size; n++)
        if (LLVMIsAReturnInst(f->values.data[n].value))
            enqueue(tr, tr->instances.data[inst].first_node + n);
}

static void evaluate_callee(translator *tr, uint32_t inst, uint32_t number, LLVMValueRef call,
                            LLVMValueRef callee, fact_vec *out) {
    uint32_t node = tr->instances.data[inst].first_node + number;
    enum library_kind k = library_kind_of(tr, callee);
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    if (!strncmp(name, "llvm.", 5)) {
        evaluate_intrinsic(tr, inst, node, call, name, out);
        return;
    }
    if (library_allocates(k)) {
        evaluate_allocation(tr, inst, number, call, k, out);
        return;
    }
    if (k == LIBRARY_EFFECTS) {
        evaluate_effects(tr, inst, node, call, known_named(name), out);
        return;
    }
    if (k == LIBRARY_NONE && LLVMIsDeclaration(callee)) {
        evaluate_missing(tr, inst, node, call, out);
        return;
    }
    if (k == LIBRARY_INPUT)
        facts_join(out, (fact){.offset = UNSEEN}); /* bytes of what was written before, perhaps */
    if (k != LIBRARY_NONE) {
        if (result_may_point(k) && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind)
            facts_join(out, (fact){0});
        return;
    }
    uint32_t child = instance_child(tr, inst, number, callee);
    if (child == NONE && recursion_too_deep(tr, callee, inst)) {
        tr->tree.deep = true;
        return;
    }
    if (child == NONE) child = instance_for_call(tr, callee, inst, number);
    if (tr->instances.data[child].shared && instance_add_caller(tr, child, inst, number))
        returns_again(tr, child);
    if (known_leaks(callee)) leak_arguments(tr, inst, node, call, known_named(name));
    pass_arguments(tr, inst, node, call, child);
    pass_varargs(tr, inst, node, call, child);
}

static void evaluate_call(translator *tr, uint32_t inst, uint32_t number, LLVMValueRef call,
                          fact_vec *out) {
    LLVMValueRef callee = called_function(call);
    uint32_t node = tr->instances.data[inst].first_node + number;
    u32_vec lent = {0};
    bool is_assembly = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
    if (is_assembly && assembly_is_empty(call)) {
        evaluate_empty_assembly(tr, inst, call, out);
        return;
    }
    if (is_assembly) {
        evaluate_missing(tr, inst, node, call, out);
        return;
    }
    if (callee) {
        evaluate_callee(tr, inst, number, call, callee, out);
        return;
    }
    fact_vec targets = {0};
    operand_facts(tr, inst, LLVMGetCalledValue(call), &targets);
    if (has_outside(&targets, NULL)) subscribe(tr, (fact){0}, 1, node);
    functions_lent(tr, call, &targets, &lent);
    for (uint32_t i = 0; i < lent.size; i++)
        evaluate_callee(tr, inst, number, call, tr->objects.data[lent.data[i]].value, out);
    vec_release(&lent);
    for (uint32_t i = 0; i < targets.size; i++) {
        if (!targets.data[i].object) evaluate_missing(tr, inst, node, call, out);
        else if (tr->objects.data[targets.data[i].object].kind == OBJECT_FUNCTION)
            evaluate_callee(tr, inst, number, call, tr->objects.data[targets.data[i].object].value,
                            out);
    }
    vec_release(&targets);
}

static void evaluate_return(translator *tr, uint32_t inst, LLVMValueRef ret) {
    const instance *i = &tr->instances.data[inst];
    if (i->parent == NONE || !LLVMGetNumOperands(ret)) return;
    fact_vec facts = {0};
    operand_facts(tr, inst, LLVMGetOperand(ret, 0), &facts);
    if (!i->shared) node_join(tr, i->parent, i->call, &facts);
    for (uint32_t k = 0; k < i->callers.size; k++)
        node_join(tr, i->callers.data[k].instance, i->callers.data[k].call, &facts);
    vec_release(&facts);
}

/* ---- arithmetic on addresses ---- */
/* The distance of two addresses that are surely in one object is a number. Added to the second, one
 * of different objects leads to the first. */
static void leave_distances(fact_vec *left, const fact_vec *right) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < left->size; i++) {
        bool same = true;
        for (uint32_t k = 0; k < right->size; k++)
            same &= left->data[i].object == right->data[k].object;
        if (same) continue;
        left->data[kept] = left->data[i];
        if (left->data[i].object)
            left->data[kept] = (fact){.object = left->data[i].object, .stride = 1};
        kept++;
    }
    left->size = kept;
}

/* Low bits of an address, which a mask or a remainder leaves, are a number and no address. */
static bool takes_low_bits(LLVMValueRef v) {
    enum { PAGE = 4096 };
    LLVMValueRef mask = LLVMGetOperand(v, 1);
    return LLVMIsAConstantInt(mask) && LLVMGetIntTypeWidth(LLVMTypeOf(mask)) <= 64 &&
           LLVMConstIntGetZExtValue(mask) < PAGE;
}

/* Padding to an alignment is made of the negative address. */
static bool is_low_part(LLVMValueRef v) {
    bool all = true;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && all; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMOpcode op = LLVMIsABinaryOperator(user) ? LLVMGetInstructionOpcode(user) : LLVMAdd;
        all = (op == LLVMAnd || op == LLVMURem) && takes_low_bits(user);
    }
    return all;
}

static void evaluate_sum(translator *tr, uint32_t inst, LLVMValueRef v, bool minus, fact_vec *out) {
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    fact_vec left = {0}, right = {0};
    operand_facts(tr, inst, a, &left);
    operand_facts(tr, inst, b, &right);
    if (minus ? !left.size && !is_low_part(v) : left.size && right.size) {
        expose_numbers(tr, &left);
        expose_numbers(tr, &right);
    }
    if (minus && right.size) leave_distances(&left, &right);
    if (LLVMIsAConstantInt(b) && LLVMGetIntTypeWidth(LLVMTypeOf(b)) <= 64)
        facts_shift(&left, minus ? -LLVMConstIntGetSExtValue(b) : LLVMConstIntGetSExtValue(b), 0);
    else facts_shift(&left, 0, known_multiple(b, 4));
    facts_join_all(out, &left);
    if (!minus) {
        facts_shift(&right, 0, known_multiple(a, 4));
        facts_join_all(out, &right);
    }
    vec_release(&left);
    vec_release(&right);
}

static void evaluate_load(translator *tr, uint32_t inst, uint32_t node, LLVMTypeRef type,
                          LLVMValueRef pointer, fact_vec *out) {
    fact_vec pointers = {0};
    operand_facts(tr, inst, pointer, &pointers);
    uint32_t size = (uint32_t)type_store_size(tr, type);
    for (uint32_t i = 0; i < pointers.size; i++)
        read_contents(tr, node, pointers.data[i], size, reads_number(type), out);
    vec_release(&pointers);
}

static void evaluate_plain_load(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef v,
                                fact_vec *out) {
    fact_vec pointers = {0};
    operand_facts(tr, inst, LLVMGetOperand(v, 0), &pointers);
    uint32_t size = (uint32_t)type_store_size(tr, LLVMTypeOf(v));
    for (uint32_t i = 0; i < pointers.size; i++) {
        fact at = pointers.data[i];
        at.number = false;
        if (has_read(tr, at, node)) continue;
        read_contents(tr, node, at, size, reads_number(LLVMTypeOf(v)), out);
        note_read(tr, at, node);
    }
    vec_release(&pointers);
}

/* ---- parts of records ----
 * A record as a value has the facts of all its parts. Compilers take parts of what was loaded from
 * a local, here or at the end of the function that is called: such a part has the facts of its own
 * bytes. Otherwise a length that is returned beside a pointer would be an address. */
typedef struct {
    uint32_t node; /* of the part */
    uint32_t size;
    uint64_t offset;
    bool as_number;
} record_part;

/* What the local holds there; false: `record` is not loaded from one that is known. The local's own
 * facts never change, so what is read now and what the node is told of later is all. */
static bool read_part(translator *tr, uint32_t inst, LLVMValueRef record, const record_part *part,
                      fact_vec *out) {
    if (!LLVMIsALoadInst(record) || !LLVMIsAAllocaInst(LLVMGetOperand(record, 0))) return false;
    fact_vec places = {0};
    operand_facts(tr, inst, LLVMGetOperand(record, 0), &places);
    bool known = places.size;
    facts_shift(&places, (int64_t)part->offset, 0);
    for (uint32_t i = 0; i < places.size; i++)
        read_contents(tr, part->node, places.data[i], part->size, part->as_number, out);
    vec_release(&places);
    return known;
}

/* All that a body returns. */
static bool read_returned_part(translator *tr, uint32_t child, const record_part *part,
                               fact_vec *out) {
    const function_info *f = function_at(tr, child);
    bool known = true;
    for (uint32_t n = f->arguments; n < f->values.size && known; n++) {
        LLVMValueRef v = f->values.data[n].value;
        if (LLVMIsAReturnInst(v)) known = read_part(tr, child, LLVMGetOperand(v, 0), part, out);
    }
    return known;
}

static uint32_t body_of_call(translator *tr, uint32_t inst, LLVMValueRef v) {
    LLVMValueRef callee = LLVMIsACallInst(v) ? called_function(v) : NULL;
    if (!callee || !call_is_inlined(tr, callee)) return NONE;
    return instance_child(tr, inst, local_number(function_at(tr, inst), v), callee);
}

static void evaluate_part(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef v,
                          fact_vec *out) {
    LLVMValueRef record = LLVMGetOperand(v, 0);
    LLVMTypeRef whole = LLVMTypeOf(record), type = LLVMTypeOf(v);
    bool known = LLVMGetTypeKind(whole) == LLVMStructTypeKind && LLVMGetNumIndices(v) == 1 &&
                 type_is_scalar(type);
    if (known) {
        record_part part = {.node = node,
                            .size = (uint32_t)type_store_size(tr, type),
                            .offset = LLVMOffsetOfElement(tr->layout, whole, *LLVMGetIndices(v)),
                            .as_number = reads_number(type)};
        uint32_t child = body_of_call(tr, inst, record);
        known = child == NONE ? read_part(tr, inst, record, &part, out)
                              : read_returned_part(tr, child, &part, out);
    }
    if (!known) operand_facts(tr, inst, record, out);
}

static void evaluate_alloca(translator *tr, uint32_t inst, uint32_t number, LLVMValueRef v,
                            fact_vec *out) {
    evaluate_allocation(tr, inst, number, v, LIBRARY_ALLOCA, out);
}

static bool is_widened(const translator *tr, LLVMValueRef v) {
    return (LLVMIsASExtInst(v) || LLVMIsAZExtInst(v)) && !keeps_addresses(tr, v);
}

/* An index that was made of an address may be what leads to the object; so may any where the base
 * is nowhere. */
static void evaluate_indices(translator *tr, uint32_t inst, LLVMValueRef gep, bool numbers_only,
                             fact_vec *out) {
    fact_vec facts = {0};
    for (int i = 1; i < LLVMGetNumOperands(gep); i++)
        if (!is_widened(tr, LLVMGetOperand(gep, (unsigned)i)))
            operand_facts(tr, inst, LLVMGetOperand(gep, (unsigned)i), &facts);
    facts_shift(&facts, 0, 1);
    for (uint32_t i = 0; i < facts.size; i++)
        if (facts.data[i].number || !numbers_only) facts_join(out, facts.data[i]);
    vec_release(&facts);
}

/* What a table holds at a part of an address may be that part again, which is not followed. */
static void expose_part(translator *tr, uint32_t inst, LLVMValueRef part) {
    fact_vec facts = {0}, numbers = {0};
    operand_facts(tr, inst, part, &facts);
    for (uint32_t i = 0; i < facts.size; i++)
        if (facts.data[i].number) vec_push(&numbers, facts.data[i]);
    if (numbers.size) expose_numbers(tr, &numbers);
    vec_release(&facts);
    vec_release(&numbers);
}

static void evaluate_gep(translator *tr, uint32_t inst, LLVMValueRef v, fact_vec *out) {
    gep_offset g = gep_shape(tr, v);
    for (int i = 1; i < LLVMGetNumOperands(v); i++)
        if (is_widened(tr, LLVMGetOperand(v, (unsigned)i)))
            expose_part(tr, inst, LLVMGetOperand(v, (unsigned)i));
    operand_facts(tr, inst, LLVMGetOperand(v, 0), out);
    facts_shift(out, g.constant, g.stride);
    evaluate_indices(tr, inst, v, true, out);
}

/* A number that is compared with an address may be made equal to it. */
static void expose_compared(translator *tr, const fact_vec *address, const fact_vec *facts,
                            LLVMValueRef number) {
    if (!facts->size && !LLVMIsConstant(number)) expose_numbers(tr, address);
}

static void evaluate_comparison(translator *tr, uint32_t inst, LLVMValueRef v) {
    fact_vec left = {0}, right = {0};
    operand_facts(tr, inst, LLVMGetOperand(v, 0), &left);
    operand_facts(tr, inst, LLVMGetOperand(v, 1), &right);
    compare_facts(tr, &left, &right);
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, 0))) == LLVMIntegerTypeKind) {
        expose_compared(tr, &left, &right, LLVMGetOperand(v, 1));
        expose_compared(tr, &right, &left, LLVMGetOperand(v, 0));
    }
    vec_release(&left);
    vec_release(&right);
}

/* What a mask makes of the low bits of an address that alignment fixes; elsewhere in the object
 * where it reaches further. */
static void mask_fact(translator *tr, LLVMOpcode op, uint64_t mask, fact *f) {
    if (!f->object) return;
    uint64_t known = object_alignment(tr, &tr->objects.data[f->object]);
    if (f->stride) known = gcd(known, f->stride & (~f->stride + 1));
    uint64_t changed = op == LLVMAnd ? ~mask : mask, low = (uint64_t)f->offset & (known - 1);
    if (tr->pointer_bits < 64) changed &= (1ull << tr->pointer_bits) - 1;
    if (changed >= known) {
        f->stride = 1, f->offset = 0;
        return;
    }
    uint64_t masked = op == LLVMAnd ? low & mask : op == LLVMOr ? low | mask : low ^ mask;
    f->offset += (int64_t)masked - (int64_t)low;
}

static void evaluate_mask(translator *tr, uint32_t inst, LLVMValueRef v, fact_vec *out) {
    LLVMValueRef by = LLVMGetOperand(v, 1);
    bool constant = LLVMIsAConstantInt(by) &&
                    LLVMSizeOfTypeInBits(tr->layout, LLVMTypeOf(v)) == tr->pointer_bits;
    fact_vec facts = {0};
    if (!constant) {
        evaluate_flow(tr, inst, v, FLOW_ANYWHERE, out);
        return;
    }
    operand_facts(tr, inst, LLVMGetOperand(v, 0), &facts);
    for (uint32_t i = 0; i < facts.size; i++)
        mask_fact(tr, LLVMGetInstructionOpcode(v), LLVMConstIntGetZExtValue(by), &facts.data[i]);
    facts_join_all(out, &facts);
    vec_release(&facts);
}

/* ---- atomic operations ----
 * What is stored is the result: of an exchange the operand, otherwise an address that may have
 * moved. */
static void evaluate_atomic_update(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef v,
                                   fact_vec *out) {
    LLVMValueRef pointer = LLVMGetOperand(v, 0), argument_id = LLVMGetOperand(v, 1);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(v);
    fact_vec stored = {0};
    evaluate_load(tr, inst, node, LLVMTypeOf(v), pointer, out);
    operand_facts(tr, inst, argument_id, &stored);
    if (op != LLVMAtomicRMWBinOpXchg) {
        bool sum = op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpSub;
        fact_vec moved = {0};
        facts_join_all(&moved, out);
        facts_shift(&moved, 0, sum ? known_multiple(argument_id, 4) : 1);
        facts_shift(&stored, 0, 1);
        facts_join_all(&stored, &moved);
        vec_release(&moved);
    }
    store_facts(tr, inst, &stored, LLVMTypeOf(v), pointer);
    vec_release(&stored);
}

static void evaluate_atomic_exchange(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef v,
                                     fact_vec *out) {
    LLVMValueRef wanted = LLVMGetOperand(v, 2);
    evaluate_store(tr, inst, wanted, LLVMGetOperand(v, 0));
    evaluate_load(tr, inst, node, LLVMTypeOf(wanted), LLVMGetOperand(v, 0), out);
}

/* The instructions that the table leaves to us. */
static void evaluate_own(translator *tr, uint32_t inst, uint32_t number, LLVMValueRef v,
                         fact_vec *out) {
    uint32_t node = tr->instances.data[inst].first_node + number;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAlloca: evaluate_alloca(tr, inst, number, v, out); return;
    case LLVMGetElementPtr: evaluate_gep(tr, inst, v, out); return;
    case LLVMLoad: evaluate_plain_load(tr, inst, node, v, out); return;
    case LLVMStore: evaluate_store(tr, inst, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)); return;
    case LLVMAtomicRMW: evaluate_atomic_update(tr, inst, node, v, out); return;
    case LLVMAtomicCmpXchg: evaluate_atomic_exchange(tr, inst, node, v, out); return;
    case LLVMCall: evaluate_call(tr, inst, number, v, out); return;
    case LLVMExtractValue: evaluate_part(tr, inst, node, v, out); return;
    case LLVMRet: evaluate_return(tr, inst, v); return;
    case LLVMICmp: evaluate_comparison(tr, inst, v); return;
    case LLVMAdd: evaluate_sum(tr, inst, v, false, out); return;
    case LLVMSub: evaluate_sum(tr, inst, v, true, out); return;
    case LLVMURem:
        evaluate_flow(tr, inst, v, takes_low_bits(v) ? FLOW_NONE : FLOW_ANYWHERE, out);
        return;
    case LLVMAnd:
        if (!takes_low_bits(v)) evaluate_mask(tr, inst, v, out);
        return;
    case LLVMOr:
    case LLVMXor: evaluate_mask(tr, inst, v, out); return;
    default: evaluate_flow(tr, inst, v, FLOW_UNKNOWN, out); return;
    }
}

static void evaluate(translator *tr, uint32_t inst, uint32_t number, fact_vec *out) {
    LLVMValueRef v = function_at(tr, inst)->values.data[number].value;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    enum flow flow = flow_of_opcode(op);
    if (flow == FLOW_OWN) evaluate_own(tr, inst, number, v, out);
    else evaluate_flow(tr, inst, v, flow, out);
    if (op != LLVMPtrToInt) return;
    for (uint32_t i = 0; i < out->size; i++) out->data[i].number |= out->data[i].object != 0;
}

static void solve(translator *tr, uint32_t *initialized) {
    fact_vec out = {0};
    for (uint32_t next = 0;;) {
        while (*initialized < tr->objects.size) initial_contents(tr, (*initialized)++);
        if (next == tr->points.queue.size) break;
        uint32_t node = tr->points.queue.data[next++], inst = instance_of_node(tr, node);
        bits_remove(&tr->points.queued, node);
        vec_clear(&out);
        evaluate(tr, inst, node - tr->instances.data[inst].first_node, &out);
        settle_numbers(
            function_at(tr, inst)->values.data[node - tr->instances.data[inst].first_node].value,
            &out);
        node_join(tr, inst, node - tr->instances.data[inst].first_node, &out);
        if (next > 1000000) { /* forget what is done */
            memmove(tr->points.queue.data, tr->points.queue.data + next,
                    (tr->points.queue.size - next) * sizeof *tr->points.queue.data);
            tr->points.queue.size -= next;
            next = 0;
        }
    }
    vec_clear(&tr->points.queue);
    vec_release(&out);
}

/* A number that no address went into, made a pointer: a place outside of the program, as device
 * registers are, or an object that was exposed. So is a pointer that was put together in memory. An
 * address that is reckoned from null is its index. */
static bool settle_nowhere(translator *tr, uint32_t inst, uint32_t number) {
    LLVMValueRef v = function_at(tr, inst)->values.data[number].value;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    fact_vec found = {0};
    bool loaded = op == LLVMLoad && tr->external.exposed.size &&
                  LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
    if (node_facts(tr, inst, number)->size) return false;
    if (!loaded && op != LLVMIntToPtr && op != LLVMGetElementPtr) return false;
    if (op != LLVMGetElementPtr) facts_join(&found, fact_nowhere(tr));
    else evaluate_indices(tr, inst, v, false, &found);
    bool changed = found.size;
    node_join(tr, inst, number, &found);
    vec_release(&found);
    return changed;
}

static bool settle_all_nowhere(translator *tr) {
    bool changed = false;
    for (uint32_t inst = 0; inst < tr->instances.size; inst++) {
        const function_info *f = function_at(tr, inst);
        for (uint32_t n = f->arguments; n < f->values.size; n++)
            changed |= settle_nowhere(tr, inst, n);
    }
    return changed;
}

/* Debug builds: the facts are closed under what the instructions say. Each is evaluated once more,
 * and finds nothing that is not known. */
#ifdef CINCH_CHECK
static void check_node(translator *tr, uint32_t inst, uint32_t number, fact_vec *out) {
    const fact_vec *known = node_facts(tr, inst, number);
    vec_clear(out);
    evaluate(tr, inst, number, out);
    settle_numbers(function_at(tr, inst)->values.data[number].value, out);
    for (uint32_t i = 0; i < out->size; i++) {
        bool covered = false;
        for (uint32_t k = 0; k < known->size && !covered; k++)
            covered = covers(known->data[k], out->data[i]);
        require(covered, "a value points where the analysis does not know");
    }
}

static void points_to_check(translator *tr) {
    fact_vec out = {0};
    uint32_t objects = tr->objects.size, instances = tr->instances.size;
    for (uint32_t i = 0; i < objects; i++)
        for (uint32_t k = 0; k < tr->objects.data[i].points.readers.size; k++)
            vec_clear(&tr->objects.data[i].points.readers.data[k].read);
    for (uint32_t inst = 0; inst < instances; inst++)
        for (uint32_t n = function_at(tr, inst)->arguments; n < function_at(tr, inst)->values.size;
             n++)
            check_node(tr, inst, n, &out);
    require(!tr->points.queue.size && tr->objects.size == objects &&
                tr->instances.size == instances,
            "the points-to analysis is not at its fixpoint");
    vec_release(&out);
}
#else
static void points_to_check(translator *tr) { (void)tr; }
#endif

/* ---- pointers that are put together ---- */
/* Where addresses are computed with as numbers, and a number is stored over a pointer, bit by bit
 * or byte by byte, then what is read there may be another address than those that were stored.
 * Where nothing else is known of what is read, it is an object that was exposed (settle_nowhere);
 * else that is not followed. Direction: under-approximation. */
static bool holds_pointer_at(const translator *tr, fact at, uint64_t bytes) {
    const object *o = &tr->objects.data[at.object];
    for (uint32_t i = 0; i < o->points.contents.size; i++) {
        const struct content *c = &o->points.contents.data[i];
        uint64_t step = gcd(c->stride, at.stride);
        int64_t far = at.offset - c->offset, size = (int64_t)c->size;
        if (step) far = (far % (int64_t)step + (int64_t)step) % (int64_t)step;
        bool meets = (far < size && far + (int64_t)bytes > 0) ||
                     (step && far + (int64_t)bytes > (int64_t)step);
        if (meets && c->facts.size && size == tr->pointer_bits / 8) return true;
    }
    return false;
}

static bool puts_together(translator *tr, uint32_t inst, LLVMValueRef v) {
    if (!LLVMIsAStoreInst(v)) return false;
    LLVMValueRef value = LLVMGetOperand(v, 0);
    bool number = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
    if (!number || LLVMIsConstant(value)) return false;
    fact_vec facts = {0};
    bool found = false;
    operand_facts(tr, inst, value, &facts);
    if (!facts.size) {
        operand_facts(tr, inst, LLVMGetOperand(v, 1), &facts);
        for (uint32_t i = 0; i < facts.size && !found; i++)
            found = facts.data[i].object &&
                    holds_pointer_at(tr, facts.data[i], type_store_size(tr, LLVMTypeOf(value)));
    }
    vec_release(&facts);
    return found;
}

static bool computes_with_addresses(const translator *tr) {
    for (uint32_t i = 0; i < tr->external.exposed.size; i++)
        if (tr->objects.data[tr->external.exposed.data[i]].escape.in_numbers) return true;
    return false;
}

static void note_put_together(translator *tr) {
    bool found = false;
    if (!computes_with_addresses(tr)) return;
    for (uint32_t inst = 0; inst < tr->instances.size && !found; inst++) {
        const function_info *f = function_at(tr, inst);
        /* Models of the C library store numbers after pointers of which less is known, and put no
         * pointer together. */
        if (library_models(f->function)) continue;
        for (uint32_t n = f->arguments; n < f->values.size && !found; n++)
            found = puts_together(tr, inst, f->values.data[n].value);
    }
    if (found) note_here(tr, NOTE_UNDER, "a pointer may be put together of numbers");
}

void points_to_solve(translator *tr) {
    assert_debug(tr->instances.size);
    LOG("memory", "points-to of %u instances, %u objects", tr->instances.size, tr->objects.size);
    uint32_t initialized = 1;
    do solve(tr, &initialized);
    while (settle_all_nowhere(tr));
    note_put_together(tr);
    points_to_check(tr);
}
