/* Pointers to locals of an earlier run of their block. In a loop, or in a function that is called
 * again, a local is the same object in the model each time, and a pointer that was kept from the
 * time before would find the new one. The standard says that such a pointer has no value any more:
 * where the local is made anew, whatever outlives its block and points to it is led to a place
 * where no access is valid. */
#include "frontend/llvm/internal.h"

enum { MOST_POSITIONS = 64 };

/* ---- who outlives it ---- */
static bool is_part(const translator *tr, uint32_t inst, uint32_t call) {
    while (inst != NONE && inst != call) inst = tr->instances.data[inst].parent;
    return inst == call;
}

static bool outlives(translator *tr, const object *holder, const object *o) {
    if (holder->kind != OBJECT_LOCAL || !is_part(tr, holder->instance, o->instance)) return true;
    if (holder->instance != o->instance || !o->scope) return false;
    return !holder->scope || !scope_is_inside(tr, holder->scope, o->scope);
}

static bool may_point(const object *holder, uint32_t to) {
    for (uint32_t k = 0; k < holder->contents.size; k++)
        for (uint32_t i = 0; i < holder->contents.data[k].facts.size; i++)
            if (holder->contents.data[k].facts.data[i].object == to) return true;
    return false;
}

static bool declared_in_loop(const function_info *f, LLVMValueRef local) {
    for (uint32_t n = f->arguments; n < f->values.size; n++) {
        LLVMValueRef v = f->values.data[n].value;
        if (is_debug_call(v) && declared_address(v) == local)
            return f->blocks.data[f->values.data[n].block].looped;
    }
    return false;
}

/* A compound literal is made where it is named, and not declared: where it is made again, pointers
 * to it are not led away. */
static bool is_literal_in_loop(const translator *tr, const object *o) {
    const function_info *f = tr->functions.data[tr->instances.data[o->instance].function];
    if (!o->scope || !is_compound_literal(o->value)) return false;
    for (uint32_t n = f->arguments; n < f->values.size; n++) {
        LLVMValueRef v = f->values.data[n].value;
        if (!LLVMIsAInstruction(v) || !f->blocks.data[f->values.data[n].block].looped) continue;
        for (int k = 0; k < LLVMGetNumOperands(v); k++)
            if (LLVMGetOperand(v, (unsigned)k) == o->value) return true;
    }
    return false;
}

static bool is_made_again(const translator *tr, const object *o) {
    const instance *i = &tr->instances.data[o->instance];
    if (o->copies > 1 || LLVMIsAFunction(o->value)) return false;
    return i->looped || (o->scope && declared_in_loop(tr->functions.data[i->function], o->value));
}

static void find_outliving(translator *tr, uint32_t object_id) {
    object *o = &tr->objects.data[object_id];
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *h = &tr->objects.data[i];
        if (i != object_id && may_point(h, object_id) && outlives(tr, h, o))
            vec_push(&o->outlived_by, i);
    }
}

void stale_declare(translator *tr) {
    bool any = false;
    tr->gone_locals = NONE;
    if (!(tr->o->checks & CHECK_DEREF) && !validity_is_asked(tr)) return;
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *o = &tr->objects.data[i];
        if (o->kind != OBJECT_LOCAL) continue;
        bool literal = is_literal_in_loop(tr, o);
        if (!literal && !is_made_again(tr, o)) continue;
        find_outliving(tr, i);
        any |= tr->objects.data[i].outlived_by.size;
        if (literal && tr->objects.data[i].outlived_by.size)
            note_here(tr, NOTE_UNDER, "a pointer may outlive the compound literal it points to");
    }
    if (any) tr->gone_locals = object_nowhere(tr, tr->functions.data[0]->function);
}

/* ---- where it is made again ---- */
static term points_into(translator *tr, const object *o, term pointer) {
    term offset = term_2(tr->t, OP_BVSUB, pointer, object_start(tr, o));
    return term_2(tr->t, OP_BVULE, offset, pointer_term(tr, o->size));
}

static void lead_away(translator *tr, const object *o, uint32_t holder, uint64_t at) {
    term held = memory_pointer(tr, holder, at);
    memory_set_pointer(
        tr, holder, at,
        term_ite(tr->t, points_into(tr, o, held), object_address(tr, tr->gone_locals), held));
}

static void lead_away_all(translator *tr, uint32_t object_id, uint32_t holder,
                          const struct content *c) {
    const object *o = &tr->objects.data[object_id], *h = &tr->objects.data[holder];
    uint64_t word = tr->pointer_bits / 8, stride = c->stride ? c->stride : h->size + 1, n = 0;
    int64_t first = c->stride ? c->offset % (int64_t)c->stride : c->offset;
    if (first < 0) first += (int64_t)stride;
    bool many = first < 0 || c->size != word || h->copies * (h->size / stride + 1) > MOST_POSITIONS;
    if (many)
        note_here(tr, NOTE_UNDER, "a pointer may outlive the local variable that it points to");
    for (uint32_t nth = 0; nth < h->copies && !many; nth++)
        for (uint64_t at = (uint64_t)first; at + word <= h->size; at += stride, n++)
            lead_away(tr, o, holder, nth * h->slot + at);
}

static void made_again(translator *tr, uint32_t object_id) {
    const object *o = &tr->objects.data[object_id];
    for (uint32_t i = 0; i < o->outlived_by.size; i++) {
        uint32_t holder = o->outlived_by.data[i];
        const object *h = &tr->objects.data[holder];
        for (uint32_t k = 0; k < h->contents.size; k++)
            for (uint32_t n = 0; n < h->contents.data[k].facts.size; n++) {
                if (h->contents.data[k].facts.data[n].object != object_id) continue;
                lead_away_all(tr, object_id, holder, &h->contents.data[k]);
                break;
            }
    }
}

void stale_entered(translator *tr, uint32_t inst) {
    if (!(tr->o->checks & CHECK_DEREF) || tr->gone_locals == NONE) return;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        if (tr->objects.data[i].kind == OBJECT_LOCAL && tr->objects.data[i].instance == inst)
            made_again(tr, i);
}

void stale_declared(translator *tr, uint32_t object_id) {
    if (object_id != NONE && tr->objects.data[object_id].outlived_by.size)
        made_again(tr, object_id);
}

term is_stale(translator *tr, term pointer) {
    if (!(tr->o->checks & CHECK_DEREF) || tr->gone_locals == NONE) return term_false(tr->t);
    const object *o = &tr->objects.data[tr->gone_locals];
    return points_into(tr, o, pointer);
}
