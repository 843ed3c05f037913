/* Pointers to locals of an earlier run of their block. In a loop, or in a function that is called
 * again, a local is the same object in the model each time, and a pointer that was kept from the
 * time before would find the new one. The standard says that such a pointer has no value any more:
 * where the local is made again, whatever outlives its block and points to it is led to a place
 * where no access is valid. A local is made again where its block is entered (C11 6.2.4p6), not
 * where a jump inside of the block passes its declaration again; an array of variable size where
 * its declaration is reached (6.2.4p7). */
#include "frontend/memory/dangling.h"
#include "base/log.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"

#include <string.h>

enum { MOST_POSITIONS = 64 };

/* ---- who outlives it ---- */
static bool is_part(const translator *tr, uint32_t inst, uint32_t call) {
    while (inst != NONE && inst != call) inst = tr->instances.data[inst].parent;
    return inst == call;
}

static bool outlives(translator *tr, const object *holder, const object *o) {
    if (holder->kind != OBJECT_LOCAL || !is_part(tr, holder->instance, o->instance)) return true;
    if (holder->instance != o->instance) return false;
    if (LLVMIsAArgument(holder->value)) return true; /* a copy, made before the function starts */
    if (local_is_array(tr, o)) return true;          /* a jump back ends it before anything else */
    if (!o->life.scope) return false;
    return !holder->life.scope || !scope_is_inside(tr, holder->life.scope, o->life.scope);
}

static bool may_point(const object *holder, uint32_t to) {
    for (uint32_t k = 0; k < holder->points.contents.size; k++)
        for (uint32_t i = 0; i < holder->points.contents.data[k].facts.size; i++)
            if (holder->points.contents.data[k].facts.data[i].object == to) return true;
    return false;
}

/* ---- where a block is entered ---- */
static bool is_in(translator *tr, LLVMValueRef i, const object *o) {
    return scope_is_inside(tr, scope_here(i), o->life.scope);
}

/* The last instruction up to this one of which the compiler says where it is; NULL: none. */
static LLVMValueRef placed_up_to(LLVMValueRef i) {
    while (i && !scope_here(i)) i = LLVMGetPreviousInstruction(i);
    return i;
}

static LLVMValueRef first_placed(LLVMBasicBlockRef b) {
    enum { LONGEST = 16 }; /* blocks without a place */
    for (uint32_t n = 0; b && n < LONGEST; n++) {
        LLVMValueRef i = LLVMGetFirstInstruction(b), end = LLVMGetBasicBlockTerminator(b);
        while (i && !scope_here(i)) i = LLVMGetNextInstruction(i);
        if (i) return i;
        b = end && LLVMGetNumSuccessors(end) == 1 ? LLVMGetSuccessor(end, 0) : NULL;
    }
    return NULL;
}

/* A block that the compiler made for a loop, not for a label: no name in C has a dot. */
static bool is_loops(LLVMBasicBlockRef b) { return strchr(LLVMGetBasicBlockName(b), '.'); }

/* Some jump comes to this block from outside of the local's. */
static bool comes_from_outside(translator *tr, const function_info *f, LLVMBasicBlockRef to,
                               const object *o) {
    for (uint32_t b = 0; b < f->blocks.size; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.data[b].block),
                     at = placed_up_to(end);
        for (unsigned k = 0; at && k < LLVMGetNumSuccessors(end); k++)
            if (LLVMGetSuccessor(end, k) == to && !is_in(tr, at, o)) return true;
    }
    return false;
}

/* `continue` where a loop has no condition: the next round begins without an instruction outside of
 * the loop's body. */
static bool begins_round(translator *tr, const function_info *f, LLVMBasicBlockRef to,
                         const object *o) {
    return is_loops(to) && comes_from_outside(tr, f, to, o);
}

/* A block of which the compiler does not say where it is, and that only passes on: the jumps that
 * come to it decide whether they enter (first_placed looks through it). */
static bool passes_on(LLVMValueRef jump) {
    LLVMBasicBlockRef b = LLVMGetInstructionParent(jump);
    LLVMValueRef function = LLVMGetBasicBlockParent(b);
    return LLVMGetNumSuccessors(jump) == 1 && b != LLVMGetEntryBasicBlock(function);
}

static bool jump_enters(translator *tr, const function_info *f, LLVMValueRef jump,
                        const object *o) {
    LLVMValueRef at = placed_up_to(jump);
    bool inside = at ? is_in(tr, at, o) : passes_on(jump), enters = false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(jump); k++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(jump, k);
        LLVMValueRef first = first_placed(to);
        enters |= first && is_in(tr, first, o) && (!inside || begins_round(tr, f, to, o));
    }
    return enters;
}

/* The local's block begins with this instruction, or where it jumps to. */
static bool enters_block(translator *tr, const function_info *f, LLVMValueRef i, const object *o) {
    if (local_is_array(tr, o)) return i == o->value;
    if (!o->life.scope) return false;
    if (LLVMIsATerminatorInst(i)) return jump_enters(tr, f, i, o);
    LLVMValueRef before = scope_here(i) ? placed_up_to(LLVMGetPreviousInstruction(i)) : NULL;
    return before && is_in(tr, i, o) && !is_in(tr, before, o);
}

static bool entered_in_loop(translator *tr, const function_info *f, const object *o) {
    for (uint32_t n = f->arguments; n < f->values.size; n++)
        if (f->blocks.data[f->values.data[n].block].looped &&
            enters_block(tr, f, f->values.data[n].value, o))
            return true;
    return false;
}

static bool is_made_again(translator *tr, const object *o) {
    const instance *i = &tr->instances.data[o->instance];
    if (o->copies > 1 || LLVMIsAFunction(o->value)) return false;
    if (i->looped) return true;
    return (o->life.scope || local_is_array(tr, o)) &&
           entered_in_loop(tr, tr->functions.data[i->function], o);
}

static void find_outliving(translator *tr, uint32_t object_id) {
    object *o = &tr->objects.data[object_id];
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *h = &tr->objects.data[i];
        if (i != object_id && may_point(h, object_id) && outlives(tr, h, o))
            vec_push(&o->life.outlived_by, i);
    }
}

/* A parameter that is held in a register, or in several. */
static bool argument_may_point(translator *tr, uint32_t inst, uint32_t n, uint32_t to) {
    fact_vec facts = {0};
    bool any = false;
    const instance *i = &tr->instances.data[inst];
    operand_facts(tr, inst, tr->functions.data[i->function]->values.data[n].value, &facts);
    for (uint32_t k = 0; k < facts.size; k++) any |= facts.data[k].object == to;
    vec_release(&facts);
    return any;
}

static bool some_argument_points(translator *tr, uint32_t object_id) {
    uint32_t inst = tr->objects.data[object_id].instance;
    const instance *i = &tr->instances.data[inst];
    uint32_t count = i->looped ? tr->functions.data[i->function]->arguments : 0;
    for (uint32_t n = 0; n < count; n++)
        if (argument_may_point(tr, inst, n, object_id)) return true;
    return false;
}

void stale_declare(translator *tr) {
    LOG("memory", "declare pointers to locals of earlier blocks");
    bool any = false;
    tr->lifetimes.gone_locals = NONE;
    if (!(tr->o->checks & CHECK_DEREF) && !validity_is_asked(tr)) return;
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *o = &tr->objects.data[i];
        if (o->kind != OBJECT_LOCAL) continue;
        if (!is_made_again(tr, o)) continue;
        find_outliving(tr, i);
        any |= tr->objects.data[i].life.outlived_by.size || some_argument_points(tr, i);
    }
    if (any) tr->lifetimes.gone_locals = object_nowhere(tr, tr->functions.data[0]->function);
}

/* ---- where it is made again ---- */
static term points_into(translator *tr, const object *o, term pointer) {
    term offset = term_2(tr->t, OP_BVSUB, pointer, object_start(tr, o));
    return term_2(tr->t, OP_BVULE, offset, pointer_term(tr, o->size));
}

static void lead_away(translator *tr, const object *o, uint32_t holder, uint64_t at) {
    term held = memory_pointer(tr, holder, at);
    memory_set_pointer(tr, holder, at,
                       term_ite(tr->t, points_into(tr, o, held),
                                object_address(tr, tr->lifetimes.gone_locals), held));
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
    for (uint32_t i = 0; i < o->life.outlived_by.size; i++) {
        uint32_t holder = o->life.outlived_by.data[i];
        const object *h = &tr->objects.data[holder];
        for (uint32_t k = 0; k < h->points.contents.size; k++)
            for (uint32_t n = 0; n < h->points.contents.data[k].facts.size; n++) {
                if (h->points.contents.data[k].facts.data[n].object != object_id) continue;
                lead_away_all(tr, object_id, holder, &h->points.contents.data[k]);
                break;
            }
    }
}

/* What the caller passes was read before, and may point to a local of an earlier run. */
static void lead_arguments_away(translator *tr, frame *f, uint32_t object_id) {
    term gone = object_address(tr, tr->lifetimes.gone_locals);
    for (uint32_t n = 0; n < f->f->arguments && tr->instances.data[f->instance].looped; n++) {
        slot *s = &f->slots[n];
        if (!s->defined || !argument_may_point(tr, f->instance, n, object_id)) continue;
        for (uint32_t k = 0; k < s->count; k++) {
            term *word = &s->components[k].bits;
            if (!word->id || term_width(tr->t, *word) != tr->pointer_bits) continue;
            *word =
                term_ite(tr->t, points_into(tr, &tr->objects.data[object_id], *word), gone, *word);
        }
    }
}

void stale_entered(translator *tr, frame *f) {
    assert_debug(f->instance < tr->instances.size);
    if (tr->lifetimes.gone_locals == NONE) return;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        if (tr->objects.data[i].kind == OBJECT_LOCAL &&
            tr->objects.data[i].instance == f->instance) {
            made_again(tr, i);
            lead_arguments_away(tr, f, i);
        }
}

void stale_before(translator *tr, const frame *f, LLVMValueRef i) {
    assert_debug(LLVMIsAInstruction(i));
    if (tr->lifetimes.gone_locals == NONE) return;
    for (uint32_t k = 1; k < tr->objects.size; k++) {
        const object *o = &tr->objects.data[k];
        if (o->kind == OBJECT_LOCAL && o->instance == f->instance && o->life.outlived_by.size &&
            enters_block(tr, f->f, i, o))
            made_again(tr, k);
    }
}

term is_stale(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    if (!(tr->o->checks & CHECK_DEREF) || tr->lifetimes.gone_locals == NONE)
        return term_false(tr->t);
    const object *o = &tr->objects.data[tr->lifetimes.gone_locals];
    return points_into(tr, o, pointer);
}
