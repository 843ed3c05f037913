/* Memory safety: that accesses stay inside objects which live, and that what is freed is a block.
 * Each check is an edge to an error location; where it is not asked for, the run ends there. */
#include "frontend/memory/safety.h"
#include "frontend/external/escape.h"
#include "frontend/external/external_block.h"
#include "frontend/external/external_members.h"
#include "frontend/llvm/check_words.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/address.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"
#include "frontend/memory/place.h"

enum property_id null_property(const translator *tr) {
    if (tr->o->checks & CHECK_NULL) return PROPERTY_NULL;
    return tr->o->checks & CHECK_DEREF ? PROPERTY_DEREF : PROPERTY_NAMED;
}

enum property_id bounds_property(const translator *tr) {
    if (tr->o->checks & CHECK_BOUNDS) return PROPERTY_BOUNDS;
    return tr->o->checks & CHECK_DEREF ? PROPERTY_DEREF : PROPERTY_NAMED;
}

bool accesses_are_checked(const translator *tr) { return null_property(tr) || bounds_property(tr); }

bool allocation_may_fail(const translator *tr) {
    return tr->o->malloc_may_fail || tr->o->checks & (CHECK_GOALS | CHECK_ALLOCATION);
}

/* ---- accesses ---- */
static term place_offset(translator *tr, const object *o, const place *p, term pointer) {
    if (!o->layout.element) return pointer_term(tr, p->offset);
    return term_2(tr->t, OP_BVSUB, pointer, object_start(tr, o));
}

void check_lives(translator *tr, term pointer, const struct places *ps, const fact_vec *facts,
                 bool write) {
    assert_debug(is_pointer_wide(tr, pointer));
    assert_debug(facts_are_there(tr, facts));
    terms *t = tr->t;
    text words = {0};
    term dead = term_false(t), fixed = term_false(t);
    if (!(tr->o->checks & CHECK_DEREF)) return;
    for (uint32_t i = 0; i < ps->items.size; i++) {
        const place *p = &ps->items.data[i];
        const object *o = &tr->objects.data[p->object];
        term lives = object_lives(tr, o, place_offset(tr, o, p, pointer));
        dead = term_or(t, dead, term_and(t, p->condition, term_not(t, lives)));
        if (write && object_is_constant(o)) fixed = term_or(t, fixed, p->condition);
    }
    freed_words(tr, facts, write, &words);
    emit_fail_about(tr, dead, PROPERTY_DEREF, "access to memory that was freed", &words, NULL,
                    (comparands){{{0}}});
    emit_fail(tr, fixed, PROPERTY_DEREF, "write to a constant");
}

/* ---- free ---- */
static bool blocks_are_exposed(const translator *tr) {
    for (uint32_t i = 0; i < tr->external.exposed.size; i++)
        if (tr->objects.data[tr->external.exposed.data[i]].kind == OBJECT_HEAP) return true;
    return false;
}

/* A number that no address went into is no block of anybody's, unless it may lead to one that is
 * exposed. */
static bool frees_outside(const translator *tr, const fact_vec *facts) {
    bool any = false, exposed = blocks_are_exposed(tr);
    for (uint32_t i = 0; i < facts->size; i++)
        any |= !facts->data[i].object && (exposed || facts->data[i].offset != NOWHERE);
    return any;
}

/* argv, or a string that it points to, while nothing else can be stored there. */
static bool frees_arguments(const translator *tr, const fact_vec *facts) {
    if (tr->external.arguments_written) return false;
    for (uint32_t i = 0; i < facts->size; i++) {
        const fact *f = &facts->data[i];
        if (f->object || (f->offset != ARGUMENTS && f->offset != STRINGS)) return false;
    }
    return facts->size;
}

/* A pointer of external code, or of the program to an object which that code knows: where
 * it is no block any more, nobody knows whose it is. */
static void free_of_either(translator *tr, term pointer, const fact_vec *facts, term good) {
    terms *t = tr->t;
    if (!(tr->o->checks & CHECK_FREE)) return;
    if (!accesses_are_checked(tr))
        note_here(tr, NOTE_UNDER,
                  "valid-free without valid-deref, of memory that is not the program's");
    term shared =
        term_and(t, in_own(tr, facts, pointer), term_not(t, address_is_private(tr, pointer)));
    emit_fail(tr, term_and(t, shared, term_not(t, good)), LIMIT_FREED,
              "free of something that may not be an allocated block");
}

void check_free(translator *tr, term pointer, const fact_vec *facts) {
    assert_debug(is_pointer_wide(tr, pointer));
    assert_debug(facts_are_there(tr, facts));
    terms *t = tr->t;
    text words = {0};
    term good =
        term_or(t, term_eq(t, pointer, pointer_term(tr, 0)), is_live_block(tr, pointer, facts));
    if (frees_outside(tr, facts) && !frees_arguments(tr, facts)) {
        note_here(tr, NOTE_ASSUMPTION, "memory that is not the program's may be freed by it");
        free_of_either(tr, pointer, facts, good);
        if (tr->emission.dead) return;
        good = term_or(t, good, term_not(t, address_is_private(tr, pointer)));
        watched_check_free(tr, facts, pointer);
        if (tr->emission.dead) return;
    }
    if (tr->o->checks & CHECK_FREE)
        emit_fail_about(tr, term_not(t, good), PROPERTY_FREE,
                        "free of something other than an allocated block", &words, "at @1",
                        (comparands){{pointer}});
    else
        note_here(tr, NOTE_ASSUMPTION,
                  "free gets blocks that were allocated and not freed (not checked)");
    emit_assume(tr, good);
}

void free_call(translator *tr, frame *f, LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    fact_vec facts = {0};
    term p = operand_bits(tr, f, LLVMGetOperand(call, 0));
    address_freed(tr, p);
    if (!(tr->o->checks & CHECK_DEREF)) note_here(tr, NOTE_ASSUMPTION, "freed memory is not used");
    if (!lifetimes_matter(tr)) return;
    operand_facts(tr, f->instance, LLVMGetOperand(call, 0), &facts);
    check_free(tr, p, &facts);
    lifetime_end(tr, p, &facts, term_true(tr->t));
    vec_release(&facts);
}
