/* Pointers that code which is not seen stores.
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
#include "frontend/llvm/internal.h"

/* ---- what cells are accessed as ---- */
static cell *first_behind(object *o, uint64_t offset) {
    uint32_t low = 0, high = o->cells.size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (o->cells.data[middle].offset + o->cells.data[middle].size <= offset) low = middle + 1;
        else high = middle;
    }
    return o->cells.data + low;
}

/* A pointer that is read or written in part is a number. */
static void mark_part(object *o, const access *a, uint64_t from, uint64_t to) {
    for (cell *c = first_behind(o, from); c < o->cells.data + o->cells.size && c->offset < to;
         c++) {
        bool whole = c->offset == from && c->size == to - from && c->size == a->size;
        c->pointer |= a->pointer;
        c->number |= a->number || (a->pointer && !whole);
        c->stored |= a->stored;
    }
}

/* All positions; in an array those of one element, for the element divides the strides. */
static void mark_access(object *o, const access *a) {
    uint64_t first = 0, n = access_positions(o, a, &first);
    if (!a->size || !n) return;
    if (!o->element) {
        for (uint64_t k = 0; k < n; k++)
            mark_part(o, a, first + k * a->stride, first + k * a->stride + a->size);
        return;
    }
    uint64_t from = first % o->element, size = a->size;
    for (; from + size > o->element; size -= o->element - from, from = 0)
        mark_part(o, a, from, o->element);
    mark_part(o, a, from, from + size);
}

static bool holds_unseen(const object *o) {
    for (uint32_t i = 0; i < o->contents.size; i++)
        for (uint32_t k = 0; k < o->contents.data[i].facts.size; k++) {
            fact f = o->contents.data[i].facts.data[k];
            if (!f.object && f.offset == UNSEEN) return true;
        }
    return false;
}

void held_mark(translator *tr, object *o) {
    bool mixed = false;
    if (!accesses_are_checked(tr)) return;
    for (uint32_t i = 0; i < o->accesses.size; i++) mark_access(o, &o->accesses.data[i]);
    for (uint32_t i = 0; i < o->cells.size; i++) {
        cell *c = &o->cells.data[i];
        for (uint32_t k = 0; k < o->stored.size; k++)
            c->stored |= o->element || (o->stored.data[k].from < c->offset + c->size &&
                                        c->offset < o->stored.data[k].to);
        mixed |= c->pointer && c->number;
    }
    /* Read as a number where it is held: as good as converted. */
    tr->unseen_converted |= mixed && holds_unseen(o);
}

/* ---- what is assumed ---- */
static bool is_written_by_unseen(enum input_origin origin) {
    return origin == ORIGIN_EFFECT || origin == ORIGIN_REACHED || origin == ORIGIN_EXTERN;
}

bool holds_pointer(const translator *tr, const object *o, const cell *c, enum input_origin origin) {
    return accesses_are_checked(tr) && is_written_by_unseen(origin) && !o->element && c->pointer &&
           !c->number && c->size == tr->pointer_bits / 8;
}

/* Whether the value before may stay. A variable of another file has none. */
term held_stays(translator *tr, const object *o, const cell *c, enum input_origin origin,
                term from) {
    bool garbage = !c->stored && o->copies == 1 && !o->variable && o->kind != OBJECT_GLOBAL;
    if (origin == ORIGIN_EXTERN) return term_false(tr->t);
    if (origin != ORIGIN_EFFECT || !garbage || !from.id) return term_true(tr->t);
    note_here(tr, NOTE_ASSUMPTION,
              "code that is not seen gives a value to pointers without one that are passed to it "
              "(not checked)");
    return term_2(tr->t, OP_BVULT, pointer_term(tr, c->offset), from);
}

void assume_held(translator *tr, term pointer, term stays, term before) {
    terms *t = tr->t;
    term theirs = may_be_unseens(tr, pointer), same_as_before = term_false(t);
    if (!term_is_false(t, stays)) same_as_before = term_and(t, stays, term_eq(t, pointer, before));
    note_here(tr, NOTE_ASSUMPTION,
              "pointers that code which is not seen stores are null or may be followed (not "
              "checked)");
    presume(tr,
            term_or(t, term_and(t, theirs, watched_may_be(tr, pointer, (term){0})), same_as_before),
            term_and(t, theirs, watched_far(tr, pointer)));
    watched_hand_out(tr, pointer, (term){0});
}

void held_doubted(translator *tr, const cell *c, enum input_origin origin) {
    if (accesses_are_checked(tr) && is_written_by_unseen(origin) && c->pointer)
        vec_last(&tr->p->inputs).pointers = true;
}
