/* Leaks: when the program ends, which blocks live, and does anything point to them? What may hold a
 * pointer to a block is known from the points-to analysis. A block to which nothing that is left
 * may lead is lost if it lives; for the others, marks are carried from globals (and the locals of
 * functions that have not returned) along the pointers that memory holds now. */
#include "frontend/memory/leak.h"
#include "base/log.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"
#include "frontend/memory/place.h"

enum {
    MOST_BLOCKS = 32,  /* that marks are carried between ... */
    MANY_BLOCKS = 128, /* ... and that are looked at one by one */
    MOST_POSITIONS = 256
};

typedef struct {
    uint32_t object, copy;
    term marked; /* a variable */
} block;

typedef struct {
    translator *tr;
    const frame *f;
    bits reached; /* objects that pointers may lead to */
    u32_vec order;
    vec(block) blocks;
    uint32_t positions;
    bool unclear; /* too many, or in parts that are not read */
    bool cut;     /* a pointer may be made of several: whether one leads to a block depends on
                     addresses, so that a loss counts and its absence does not */
} leaks;

/* ---- what is left ---- */
static bool is_running(const leaks *l, uint32_t inst) {
    for (uint32_t i = l->f ? l->f->instance : NONE; i != NONE; i = l->tr->instances.data[i].parent)
        if (i == inst) return true;
    return false;
}

static bool is_root(const leaks *l, const object *o) {
    bool local = o->kind == OBJECT_LOCAL && is_running(l, o->instance);
    return o->kind == OBJECT_GLOBAL || (local && local_lives(l->tr, l->f, o));
}

static void reach(leaks *l, uint32_t object_id) {
    if (bits_has(&l->reached, object_id)) return;
    bits_add(&l->reached, object_id);
    vec_push(&l->order, object_id);
}

static void find_reached(leaks *l) {
    translator *tr = l->tr;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        if (is_root(l, &tr->objects.data[i]) || tr->objects.data[i].escape.escaped) reach(l, i);
    for (uint32_t n = 0; n < l->order.size; n++) {
        const object *o = &tr->objects.data[l->order.data[n]];
        for (uint32_t k = 0; k < o->points.contents.size; k++)
            for (uint32_t i = 0; i < o->points.contents.data[k].facts.size; i++) {
                uint32_t to = o->points.contents.data[k].facts.data[i].object;
                if (to && tr->objects.data[to].kind == OBJECT_HEAP) reach(l, to);
            }
    }
}

/* ---- marks ---- */
static void find_blocks(leaks *l) {
    for (uint32_t n = 0; n < l->order.size; n++) {
        uint32_t i = l->order.data[n];
        const object *o = &l->tr->objects.data[i];
        if (o->kind != OBJECT_HEAP) continue;
        l->unclear |= o->escape.escaped || l->blocks.size + (uint64_t)o->copies > MANY_BLOCKS;
        for (uint32_t k = 0; k < o->copies && !l->unclear; k++) {
            block b = {.object = i, .copy = k};
            vec_push(&l->blocks, b);
        }
    }
}

/* As LeakSanitizer has it: to a byte of the block, or to the start of one without bytes. */
static term leads_to(leaks *l, term pointer, const block *b) {
    translator *tr = l->tr;
    const object *o = &tr->objects.data[b->object];
    term nth = pointer_term(tr, b->copy * o->slot);
    term start = term_2(tr->t, OP_BVADD, object_start(tr, o), nth);
    term offset = term_2(tr->t, OP_BVSUB, pointer, start);
    term size = o->variable ? object_bytes(tr, o, start) : pointer_term(tr, o->size);
    return term_or(tr->t, term_2(tr->t, OP_BVULT, offset, size), term_eq(tr->t, pointer, start));
}

static bool may_hold(const struct content *c, uint32_t object_id) {
    for (uint32_t i = 0; i < c->facts.size; i++)
        if (c->facts.data[i].object == object_id) return true;
    return false;
}

/* Some pointer of this content, in the copy that starts at `base`, leads to the block. */
static term held_by(leaks *l, uint32_t holder, uint64_t base, const struct content *c,
                    const block *b) {
    translator *tr = l->tr;
    const object *o = &tr->objects.data[holder];
    uint64_t word = tr->pointer_bits / 8, stride = c->stride ? c->stride : o->size + 1;
    int64_t first = c->stride ? c->offset % (int64_t)c->stride : c->offset;
    term held = term_false(tr->t);
    if (first < 0) first += (int64_t)stride;
    l->unclear |= c->size < word || first < 0;
    l->cut |= c->in_parts;
    for (uint64_t at = (uint64_t)first; !l->unclear && at + word <= o->size; at += stride) {
        l->unclear |= l->positions++ > MOST_POSITIONS * MOST_BLOCKS;
        held = term_or(tr->t, held, leads_to(l, memory_pointer(tr, holder, base + at), b));
    }
    return held;
}

static term held_in(leaks *l, uint32_t holder, uint64_t base, const block *b) {
    const object *o = &l->tr->objects.data[holder];
    term held = term_false(l->tr->t);
    for (uint32_t k = 0; k < o->points.contents.size && !l->unclear; k++)
        if (may_hold(&o->points.contents.data[k], b->object))
            held =
                term_or(l->tr->t, held, held_by(l, holder, base, &o->points.contents.data[k], b));
    return held;
}

static term held_by_roots(leaks *l, const block *b) {
    translator *tr = l->tr;
    term held = term_false(tr->t);
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *o = &tr->objects.data[i];
        for (uint32_t k = 0; is_root(l, o) && k < o->copies && !l->unclear; k++)
            held = term_or(tr->t, held, held_in(l, i, k * o->slot, b));
    }
    return held;
}

static term block_lives(leaks *l, const block *b) {
    const object *o = &l->tr->objects.data[b->object];
    return object_lives(l->tr, o, pointer_term(l->tr, b->copy * o->slot));
}

/* What another block holds, if it holds it still: if it is marked, or where there are no marks, if
 * it lives. */
static term held_by_blocks(leaks *l, const block *b) {
    terms *t = l->tr->t;
    term held = term_false(t);
    for (uint32_t i = 0; i < l->blocks.size && !l->unclear; i++) {
        const block *from = &l->blocks.data[i];
        uint64_t base = from->copy * l->tr->objects.data[from->object].slot;
        if (from == b) continue;
        term counts = from->marked.id ? from->marked : block_lives(l, from);
        held = term_or(t, held, term_and(t, counts, held_in(l, from->object, base, b)));
    }
    return held;
}

/* A chain of pointers has at most as many blocks as there are. A freed block keeps
 * nothing. */
static void carry_marks(leaks *l) {
    for (uint32_t i = 0; i < l->blocks.size; i++)
        l->blocks.data[i].marked = new_variable(l->tr, "tracked", sort_bool(l->tr->t));
    for (uint32_t round = 0; round < l->blocks.size && !l->unclear; round++) {
        updates u = {0};
        for (uint32_t i = 0; i < l->blocks.size; i++) {
            const block *b = &l->blocks.data[i];
            vec_push(&u.vars, b->marked);
            term held =
                round ? term_or(l->tr->t, b->marked, held_by_blocks(l, b)) : held_by_roots(l, b);
            vec_push(&u.values, term_and(l->tr->t, block_lives(l, b), held));
        }
        updates_emit(l->tr, &u);
        emit_flush(l->tr);
    }
}

static term some_live(leaks *l, bool reached) {
    translator *tr = l->tr;
    term live = term_false(tr->t);
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *o = &tr->objects.data[i];
        if (o->kind == OBJECT_HEAP && bits_has(&l->reached, i) == reached)
            live = term_or(tr->t, live, object_some_live(tr, o));
    }
    return live;
}

static term some_lost(leaks *l) {
    translator *tr = l->tr;
    term lost = term_false(tr->t);
    for (uint32_t i = 0; i < l->blocks.size; i++) {
        const block *b = &l->blocks.data[i];
        lost = term_or(tr->t, lost, term_and(tr->t, block_lives(l, b), term_not(tr->t, b->marked)));
    }
    return lost;
}

/* Where there are too many for marks: a block that nothing points to at all is lost. */
static term some_unheld(leaks *l) {
    terms *t = l->tr->t;
    term lost = term_false(t);
    for (uint32_t i = 0; i < l->blocks.size && !l->unclear; i++) {
        const block *b = &l->blocks.data[i];
        term held = term_or(t, held_by_roots(l, b), held_by_blocks(l, b));
        lost = term_or(t, lost, term_and(t, block_lives(l, b), term_not(t, held)));
    }
    return l->unclear ? term_false(t) : lost;
}

static const char lost_detail[] = "memory that was not freed is lost: nothing points to it";

static void check_marked(leaks *l) {
    translator *tr = l->tr;
    bool many = l->blocks.size > MOST_BLOCKS;
    term unheld = many && !l->unclear ? some_unheld(l) : term_false(tr->t);
    if (many) emit_fail(tr, unheld, PROPERTY_TRACK, lost_detail);
    else if (!l->unclear) carry_marks(l);
    if (many || l->unclear)
        emit_fail(tr, term_true(tr->t), LIMIT_TRACK,
                  "many blocks are left, or their pointers are not followed");
    else emit_fail(tr, some_lost(l), PROPERTY_TRACK, lost_detail);
    if (l->cut && !tr->emission.dead)
        emit_fail(tr, term_true(tr->t), LIMIT_TRACK,
                  "a store replaces some bytes of a pointer that may lead to a block");
}

/* Where none of those that may still be known lives, there is nothing to mark. */
static void check_reached(leaks *l) {
    translator *tr = l->tr;
    term any = some_live(l, true);
    if (term_is_false(tr->t, any)) return;
    loc end = program_add_location(tr->p, tr->emission.at);
    emit_branch(tr, term_not(tr->t, any), end);
    emit_assume(tr, any);
    find_blocks(l);
    check_marked(l);
    emit_jump(tr, end);
    tr->emission.here = end;
    tr->emission.dead = false;
}

static void check_tracked(translator *tr, const frame *f) {
    leaks l = {.tr = tr, .f = f};
    find_reached(&l);
    emit_fail(tr, some_live(&l, false), PROPERTY_TRACK, lost_detail);
    if (!tr->emission.dead) check_reached(&l);
    bits_release(&l.reached);
    vec_release(&l.order);
    vec_release(&l.blocks);
}

void check_cleanup(translator *tr) {
    LOG("memory", "check what is left at the end");
    term live = term_false(tr->t);
    if (tr->emission.dead || !(tr->o->checks & CHECK_CLEANUP)) return;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        if (tr->objects.data[i].kind == OBJECT_HEAP)
            live = term_or(tr->t, live, object_some_live(tr, &tr->objects.data[i]));
    emit_fail(tr, live, PROPERTY_CLEANUP, "memory is not freed at the end");
}

void check_leaks(translator *tr, const frame *f) {
    LOG("memory", "check leaks");
    if (!tr->emission.dead && tr->o->checks & CHECK_TRACK) check_tracked(tr, f);
    check_cleanup(tr);
}
