/* Blocks of external code, which the program frees: what it does with them afterwards.
 *
 * One such block is watched, whichever it is, in a part of the address space where no other pointer
 * of that code leads. It is handed out once, as are all its blocks: an assumption, which is
 * printed. Where it was read from memory that is not the program's, it may be read from the same
 * place again, until the program stores something else there, or frees the memory that this place
 * is in.
 *
 * An access to the block, or another free of it, after the program freed it is an error. No test
 * shows it, for what that code hands out to a test is no block. Runs that watch no block are not
 * touched by any of this.
 *
 * Direction: under-approximates. Two pointers of that code that lead to one block, and blocks that
 * are longer than half of that part of the space, are not looked for. */
#include "frontend/external/external_block.h"
#include "base/log.h"
#include "frontend/external/escape.h"
#include "frontend/external/external_members.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/memory/access.h"
#include "frontend/memory/object.h"
#include "frontend/memory/safety.h"

/* The part of the space: the highest bits of its addresses. The block lies in the middle: what
 * begins before this part, and is no longer than half of it, does not reach the block. */
enum { REGION = 5, REGION_BITS = 4 };

static term region_of(translator *tr, term pointer) {
    return term_extract(tr->t, tr->pointer_bits - 1, tr->pointer_bits - REGION_BITS, pointer);
}

static term block(translator *tr) {
    return pointer_term(tr, (uint64_t)(2 * REGION + 1) << (tr->pointer_bits - REGION_BITS - 1));
}

static term in_region(translator *tr, term pointer) {
    return term_eq(tr->t, region_of(tr, pointer), term_bv(tr->t, REGION_BITS, REGION));
}

/* The upper half of it. */
static term may_be_in_block(translator *tr, term pointer) {
    enum { BITS = REGION_BITS + 1 };
    term high = term_extract(tr->t, tr->pointer_bits - 1, tr->pointer_bits - BITS, pointer);
    return term_eq(tr->t, high, term_bv(tr->t, BITS, 2 * REGION + 1));
}

static bool watches(const translator *tr) { return tr->external.watched.on.id; }

void watched_declare(translator *tr, const fact_vec *freed) {
    assert_debug(facts_are_there(tr, freed));
    LOG("external", "watch one block of external code");
    enum { LEAST_BITS = 32 };
    for (uint32_t i = 0; i < freed->size; i++)
        tr->external.watched.wanted |=
            tr->pointer_bits >= LEAST_BITS && leads_outside(tr, freed->data[i]);
}

void watched_start(translator *tr) {
    if (!tr->external.watched.wanted || !accesses_are_checked(tr)) return;
    tr->external.watched.handed = new_variable(tr, "handed", sort_bool(tr->t));
    tr->external.watched.freed = new_variable(tr, "freed", sort_bool(tr->t));
    tr->external.watched.from = new_variable(tr, "from", sort_bv(tr->t, tr->pointer_bits));
    tr->external.watched.on = new_variable(tr, "watched", sort_bool(tr->t));
    emit_assign(tr, tr->external.watched.handed, term_false(tr->t));
    emit_assign(tr, tr->external.watched.freed, term_false(tr->t));
    emit_assign(tr, tr->external.watched.from, pointer_term(tr, 0));
    emit_havoc(tr, tr->external.watched.on, ORIGIN_OPEN, "a block is watched", "");
    vec_last(&tr->p->inputs).excuse = term_not(tr->t, tr->external.watched.on);
}

/* ---- handed out ---- */
static term is_block(translator *tr, term pointer) {
    return term_and(tr->t, tr->external.watched.on, term_eq(tr->t, pointer, block(tr)));
}

term watched_far(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    return watches(tr) ? term_not(tr->t, in_region(tr, pointer)) : term_true(tr->t);
}

term watched_may_be(translator *tr, term pointer, term place) {
    assert_debug(is_pointer_wide(tr, pointer));
    terms *t = tr->t;
    if (!watches(tr)) return term_true(t);
    term first = term_not(t, tr->external.watched.handed), again = term_false(t);
    if (place.id)
        again = term_and(t, term_eq(t, place, tr->external.watched.from),
                         term_not(t, term_eq(t, place, pointer_term(tr, 0))));
    return term_or(t, term_not(t, tr->external.watched.on),
                   term_or(t, watched_far(tr, pointer),
                           term_and(t, is_block(tr, pointer), term_or(t, first, again))));
}

void watched_hand_out(translator *tr, term pointer, term place) {
    assert_debug(is_pointer_wide(tr, pointer));
    terms *t = tr->t;
    if (!watches(tr)) return;
    term is = is_block(tr, pointer);
    note_here(tr, NOTE_ASSUMPTION,
              "external code hands out each of its blocks once (of those that the program "
              "frees)");
    if (place.id)
        emit_assign(tr, tr->external.watched.from,
                    term_ite(t, term_and(t, is, term_not(t, tr->external.watched.handed)), place,
                             tr->external.watched.from));
    emit_assign(tr, tr->external.watched.handed, term_or(t, tr->external.watched.handed, is));
}

/* Blocks end before half of the part does. */
void watched_member(translator *tr, term base, term address) {
    assert_debug(is_pointer_wide(tr, address));
    terms *t = tr->t;
    if (!watches(tr)) return;
    emit_assume(tr, term_or(t, term_not(t, tr->external.watched.on),
                            term_or(t, term_not(t, may_be_in_block(tr, address)),
                                    may_be_in_block(tr, base))));
}

/* ---- used ---- */
/* `from` lies in the bytes from `start` on. */
static term holds_from(translator *tr, term start, uint64_t bytes) {
    return term_2(tr->t, OP_BVULT, term_2(tr->t, OP_BVSUB, tr->external.watched.from, start),
                  pointer_term(tr, bytes));
}

static void forget_from(translator *tr, term when) {
    emit_assign(tr, tr->external.watched.from,
                term_ite(tr->t, when, pointer_term(tr, 0), tr->external.watched.from));
}

void watched_stored(translator *tr, term place, uint64_t bytes, term value) {
    if (!watches(tr)) return;
    bool whole = term_width(tr->t, value) == tr->pointer_bits;
    term same = whole ? is_block(tr, value) : term_false(tr->t);
    forget_from(tr, term_and(tr->t, holds_from(tr, place, bytes), term_not(tr->t, same)));
}

/* Numbers that the program made pointers of may lead there by chance. */
static enum property_id unless_number(translator *tr, const fact_vec *facts, enum property_id id) {
    return are_handed_over(tr, facts) ? id : LIMIT_FREED;
}

void watched_check(translator *tr, const fact_vec *facts, term address) {
    assert_debug(facts_are_there(tr, facts));
    assert_debug(is_pointer_wide(tr, address));
    terms *t = tr->t;
    if (!watches(tr) || !any_outside(tr, facts) || !(tr->o->checks & CHECK_DEREF)) return;
    term gone = term_and(t, tr->external.watched.on, tr->external.watched.freed);
    emit_fail(tr, term_and(t, gone, may_be_in_block(tr, address)),
              unless_number(tr, facts, PROPERTY_FREED),
              "memory of external code is used after it was freed");
}

void watched_check_free(translator *tr, const fact_vec *facts, term pointer) {
    assert_debug(facts_are_there(tr, facts));
    assert_debug(is_pointer_wide(tr, pointer));
    terms *t = tr->t;
    if (!watches(tr) || !(tr->o->checks & CHECK_FREE)) return;
    term inside = term_and(t, tr->external.watched.on, may_be_in_block(tr, pointer)),
         start = is_block(tr, pointer);
    emit_fail(tr, term_and(t, inside, term_not(t, start)),
              unless_number(tr, facts, PROPERTY_FREED_AGAIN),
              "a part of memory of external code is freed");
    if (!tr->emission.dead)
        emit_fail(tr, term_and(t, start, tr->external.watched.freed),
                  unless_number(tr, facts, PROPERTY_FREED_AGAIN),
                  "memory of external code is freed twice");
}

void watched_end(translator *tr, term pointer, term when) {
    assert_debug(is_pointer_wide(tr, pointer));
    assert_debug(term_is_bool(tr->t, when));
    enum { NEAR = 4096 }; /* bytes: of a block that holds the place */
    terms *t = tr->t;
    if (!watches(tr)) return;
    term real = term_and(t, when, term_not(t, term_eq(t, pointer, pointer_term(tr, 0))));
    forget_from(tr, term_and(t, real, holds_from(tr, pointer, NEAR)));
    emit_assign(tr, tr->external.watched.freed,
                term_or(t, tr->external.watched.freed, term_and(t, when, is_block(tr, pointer))));
}
