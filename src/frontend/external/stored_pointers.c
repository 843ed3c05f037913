/* Pointers that external code stores.
 *
 * Where it may write an object, each cell has any value afterwards. Of one that the program takes
 * for a pointer, and for nothing else, it is assumed that the value is a pointer of theirs: null,
 * or one that may be followed (may_be_unseens), as of a pointer that is returned. The value that
 * was there before may stay, whatever it is: what the program itself stored is not touched by the
 * assumption. Only where the program never writes the cell, and the object is passed to that code,
 * nothing is left of what memory happened to hold.
 *
 * What the program takes for a pointer is found from its accesses, through copies: one that reads a
 * number there, or a part, asks for other values than pointers have. Cells of arrays have nothing
 * assumed of them either, since that would be for all elements. A violation by such a value is told
 * by its input (input.pointers). */
#include "frontend/external/stored_pointers.h"
#include "frontend/external/escape.h"
#include "frontend/external/external_block.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/memory/access.h"
#include "frontend/memory/points_to.h"
#include "frontend/memory/safety.h"

/* ---- what cells are accessed as ---- */
/* A pointer may be held in parts, but not as part of something else, nor as two that overlap. */
static void mark_part(object *o, const access *a, uint64_t from, uint64_t to) {
    for (cell *c = cell_from(o, from);
         c < o->layout.cells.data + o->layout.cells.size && c->offset < to; c++) {
        bool alone = c->offset >= from && c->offset + c->size <= to && to - from == a->size &&
                     (!c->pointer || c->place == from);
        c->number |= a->number || (a->pointer && !alone);
        c->stored |= a->stored;
        if (!a->pointer) continue;
        c->pointer = true;
        c->place = from;
    }
}

/* All positions; in an array those of one element, for the element divides the strides. */
static void mark_access(object *o, const access *a) {
    uint64_t first = 0, n = access_positions(o, a, &first);
    if (!a->size || !n) return;
    if (!o->layout.element) {
        for (uint64_t k = 0; k < n; k++)
            mark_part(o, a, first + k * a->stride, first + k * a->stride + a->size);
        return;
    }
    uint64_t from = first % o->layout.element, size = a->size;
    for (; from + size > o->layout.element; size -= o->layout.element - from, from = 0)
        mark_part(o, a, from, o->layout.element);
    mark_part(o, a, from, from + size);
}

static bool holds_unseen(const object *o) {
    for (uint32_t i = 0; i < o->points.contents.size; i++)
        for (uint32_t k = 0; k < o->points.contents.data[i].facts.size; k++) {
            fact f = o->points.contents.data[i].facts.data[k];
            if (!f.object && f.offset == UNSEEN) return true;
        }
    return false;
}

void held_mark(translator *tr, object *o) {
    assert_debug(object_is_there(tr, o));
    bool mixed = false;
    if (!accesses_are_checked(tr)) return;
    for (uint32_t i = 0; i < o->layout.accesses.size; i++)
        mark_access(o, &o->layout.accesses.data[i]);
    for (uint32_t i = 0; i < o->layout.cells.size; i++) {
        cell *c = &o->layout.cells.data[i];
        for (uint32_t k = 0; k < o->layout.stored.size; k++)
            c->stored |=
                o->layout.element || (o->layout.stored.data[k].from < c->offset + c->size &&
                                      c->offset < o->layout.stored.data[k].to);
        mixed |= c->pointer && c->number;
    }
    /* Read as a number where it is held: as good as converted. */
    tr->external.unseen_converted |= mixed && holds_unseen(o);
}

/* ---- what is assumed ---- */
static bool is_written_by_unseen(enum input_origin origin) {
    return origin == ORIGIN_EFFECT || origin == ORIGIN_REACHED || origin == ORIGIN_EXTERN;
}

uint32_t held_cells(const translator *tr, const object *o, uint32_t first,
                    enum input_origin origin) {
    assert_debug(object_is_there(tr, o));
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    uint64_t start = o->layout.cells.data[first].offset, at = start,
             end = start + tr->pointer_bits / 8;
    if (!accesses_are_checked(tr) || !is_written_by_unseen(origin) || o->layout.element) return 0;
    uint32_t n = 0;
    for (; first + n < o->layout.cells.size && at < end; n++) {
        const cell *c = &o->layout.cells.data[first + n];
        bool part = c->pointer && !c->number && !c->class && term_is_var(tr->t, c->var);
        if (c->offset != at || c->place != start || !part) return 0;
        at += c->size;
    }
    return at == end ? n : 0;
}

static bool is_stored(const cell *c, uint32_t n) {
    bool any = false;
    for (uint32_t i = 0; i < n; i++) any |= c[i].stored;
    return any;
}

/* Whether the value before may stay. A variable of another file has none. */
static term may_stay(translator *tr, const object *o, const cell *c, uint32_t n,
                     enum input_origin origin, term from) {
    bool plain = o->copies == 1 && !o->variable && o->kind != OBJECT_GLOBAL;
    if (origin == ORIGIN_EXTERN) return term_false(tr->t);
    if (origin != ORIGIN_EFFECT || !plain || is_stored(c, n) || !from.id) return term_true(tr->t);
    note_here(tr, NOTE_ASSUMPTION,
              "external code gives a value to pointers without one that are passed to it "
              "(not checked)");
    return term_2(tr->t, OP_BVULT, pointer_term(tr, c->offset), from);
}

static void assume_held(translator *tr, term pointer, term stays, term before) {
    terms *t = tr->t;
    term theirs = may_be_unseens(tr, pointer),
         left = term_and(t, stays, term_eq(t, pointer, before));
    note_here(tr, NOTE_ASSUMPTION,
              "pointers that external code stores are null or may be followed (not "
              "checked)");
    presume(tr, term_or(t, term_and(t, theirs, watched_may_be(tr, pointer, (term){0})), left),
            term_and(t, theirs, watched_far(tr, pointer)));
    watched_hand_out(tr, pointer, (term){0});
}

/* One variable is the input itself, so that it is told by its name. */
static void any_variable(translator *tr, const cell *c, term stays, enum input_origin origin,
                         const char *name, const char *type) {
    term before = c->var;
    if (!term_is_false(tr->t, stays)) {
        before = new_variable(tr, "before", term_sort(tr->t, c->var));
        emit(tr, cmd_assign(tr->p, before, c->var));
    }
    emit_havoc(tr, c->var, origin, name, type);
    assume_held(tr, c->var, stays, before);
}

void held_any(translator *tr, uint32_t object_id, uint32_t first, uint32_t n,
              enum input_origin origin, const char *name, held_when by) {
    assert_debug(object_id < tr->objects.size);
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    const object *o = &tr->objects.data[object_id];
    const cell *c = &o->layout.cells.data[first];
    const variable *v = program_variable(tr->p, c->var);
    const char *type = v && n == 1 ? program_text(tr->p, v->type) : "void *";
    term stays = may_stay(tr, o, c, n, origin, by.from);
    if (v && v->name && n == 1) name = program_text(tr->p, v->name);
    if (n == 1 && !by.gone.id) {
        any_variable(tr, c, stays, origin, name, type);
        return;
    }
    uint64_t offset = c->offset;
    term before = memory_pointer(tr, object_id, offset),
         any = emit_any(tr, sort_bv(tr->t, tr->pointer_bits), origin, name, type);
    assume_held(tr, any, stays, before);
    if (by.gone.id) any = term_ite(tr->t, by.gone, any, before);
    memory_set_pointer(tr, object_id, offset, any);
}

void held_doubted(translator *tr, const cell *c, enum input_origin origin) {
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    if (accesses_are_checked(tr) && is_written_by_unseen(origin) && c->pointer)
        vec_last(&tr->p->inputs).pointers = true;
}
