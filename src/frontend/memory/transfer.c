/* Blocks of memory: copying, setting, allocating. */
#include "base/log.h"
#include "frontend/memory/transfer.h"
#include "frontend/external/errno.h"
#include "frontend/external/escape.h"
#include "frontend/external/volatile.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/llvm/varargs.h"
#include "frontend/memory/access.h"
#include "frontend/memory/address.h"
#include "frontend/memory/layout.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"
#include "frontend/memory/safety.h"
#include "frontend/memory/uninitialized.h"

#include <stdlib.h>

/* Blocks of memory: copying, setting, allocating. */

enum { MOST_PARTS = 128 }; /* of a block that is copied or set at once; longer ones take a loop */

/* ---- the pieces of a range ---- */
typedef struct {
    uint64_t from, to;
    uint32_t class;
} piece;
typedef struct {
    vec(piece) items;
    bool too_many;
} pieces;

static void add_piece(pieces *ps, uint64_t from, uint64_t to, uint32_t class) {
    for (uint32_t i = 0; i < ps->items.size; i++)
        if (ps->items.data[i].from == from && ps->items.data[i].to == to) return;
    piece p = {from, to, class};
    vec_push(&ps->items, p);
    ps->too_many |= ps->items.size > MOST_PARTS;
}

/* The cells of every object that the range may lie in, relative to its start and clipped to it. */
static void pieces_of_fact(translator *tr, fact f, uint64_t length, pieces *out) {
    const object *o = &tr->objects.data[f.object];
    for (uint32_t k = 0; k < o->layout.cells.size && !out->too_many; k++) {
        const cell *c = &o->layout.cells.data[k];
        place_in_range r;
        if (!relative_to((int64_t)c->offset, o->layout.element, f, length, c->size, &r)) continue;
        for (uint64_t i = 0; i < r.count && !out->too_many; i++) {
            int64_t at = r.offset + (int64_t)(i * r.stride);
            uint64_t from = at < 0 ? 0 : (uint64_t)at, to = (uint64_t)(at + (int64_t)c->size);
            add_piece(out, from, to > length ? length : to, at < 0 || to > length ? 0 : c->class);
        }
    }
}

static int by_start(const void *a, const void *b) {
    const piece *x = a, *y = b;
    return x->from != y->from ? (x->from < y->from ? -1 : 1) : x->to < y->to ? -1 : x->to > y->to;
}

/* Pieces that overlap (two objects with different cells) are cut so that each byte is copied once.
 */
static void pieces_separate(pieces *ps) {
    uint64_t done = 0;
    uint32_t kept = 0;
    if (!ps->items.size) return;
    qsort(ps->items.data, ps->items.size, sizeof *ps->items.data, by_start);
    for (uint32_t i = 0; i < ps->items.size; i++) {
        piece p = ps->items.data[i];
        if (p.to <= done) continue;
        if (p.from < done) p.from = done, p.class = 0;
        done = p.to;
        ps->items.data[kept++] = p;
    }
    ps->items.size = kept;
}

static void pieces_find(translator *tr, const fact_vec *facts, uint64_t length, pieces *out) {
    for (uint32_t i = 0; i < facts->size; i++)
        if (facts->data[i].object) pieces_of_fact(tr, facts->data[i], length, out);
    if (!out->too_many) pieces_separate(out);
}

static leaf piece_leaf(const piece *p) {
    leaf l = {.kind = LEAF_INT,
              .size = (uint32_t)(p->to - p->from),
              .bits = (uint32_t)(p->to - p->from) * 8};
    if (p->class) {
        l.kind = LEAF_FLOAT;
        l.class = (enum float_class)(p->class - 1);
        l.bits = float_storage(l.class);
    }
    return l;
}

static fact_vec shifted(const fact_vec *facts, int64_t by, uint64_t stride) {
    fact_vec out = {0};
    vec_append(&out, facts->data, facts->size);
    facts_shift(&out, by, stride);
    return out;
}

/* ---- a block as one step ---- */
typedef struct {
    term to, from;
    fact_vec to_facts, from_facts;
    term byte; /* set where there is no source */
} transfer;

static component source_piece(translator *tr, const transfer *x, uint64_t at, uint64_t stride,
                              term offset, const leaf *l) {
    if (x->byte.id) {
        component c = {.bits = x->byte};
        for (uint32_t i = 1; i < l->size; i++) c.bits = term_2(tr->t, OP_CONCAT, x->byte, c.bits);
        if (l->kind == LEAF_FLOAT) c.fp = ir_float_from_bits(tr, l->class, c.bits);
        return c;
    }
    fact_vec facts = shifted(&x->from_facts, (int64_t)at, stride);
    component c = memory_load(tr, NULL, term_2(tr->t, OP_BVADD, x->from, offset), &facts, l);
    vec_release(&facts);
    return c;
}

static void transfer_piece(translator *tr, updates *u, const transfer *x, const piece *p,
                           uint64_t stride, term index) {
    leaf l = piece_leaf(p);
    term offset = pointer_term(tr, p->from);
    if (index.id) offset = term_2(tr->t, OP_BVADD, offset, index);
    component c = source_piece(tr, x, p->from, stride, offset, &l);
    fact_vec facts = shifted(&x->to_facts, (int64_t)p->from, stride);
    store_updates(tr, u, term_2(tr->t, OP_BVADD, x->to, offset), &facts, &l, &c);
    vec_release(&facts);
}

static bool whole_array(translator *tr, term pointer, const fact_vec *facts, uint64_t length,
                        uint32_t *object_id) {
    if (facts->size != 1) return false;
    *object_id = facts->data[0].object;
    const object *o = &tr->objects.data[*object_id];
    return *object_id && o->layout.element && o->copies == 1 && !o->variable &&
           same(object_start(tr, o), pointer) && length >= o->size;
}

static bool same_cells(const object *a, const object *b) {
    if (a->layout.element != b->layout.element || a->layout.cells.size != b->layout.cells.size)
        return false;
    for (uint32_t i = 0; i < a->layout.cells.size; i++)
        if (a->layout.cells.data[i].offset != b->layout.cells.data[i].offset ||
            a->layout.cells.data[i].size != b->layout.cells.data[i].size ||
            a->layout.cells.data[i].class != b->layout.cells.data[i].class)
            return false;
    return true;
}

static term repeated(translator *tr, term byte, const cell *c) {
    term w = byte;
    for (uint32_t i = 1; i < c->size; i++) w = term_2(tr->t, OP_CONCAT, byte, w);
    return c->class ? ir_float_from_bits(tr, (enum float_class)(c->class - 1), w) : w;
}

/* Arrays from end to end: one assignment each. */
static bool transfer_arrays(translator *tr, const transfer *x, uint64_t length) {
    uint32_t to, from;
    updates u = {0};
    if (!whole_array(tr, x->to, &x->to_facts, length, &to)) return false;
    object *a = &tr->objects.data[to];
    if (x->byte.id && !term_is_const(tr->t, x->byte)) return false;
    if (!x->byte.id && (!whole_array(tr, x->from, &x->from_facts, length, &from) ||
                        !same_cells(a, &tr->objects.data[from])))
        return false;
    for (uint32_t i = 0; i < a->layout.cells.size; i++) {
        const cell *c = &a->layout.cells.data[i];
        vec_push(&u.vars, c->var);
        term v = x->byte.id
                     ? term_const_array(tr->t, term_sort(tr->t, c->var), repeated(tr, x->byte, c))
                     : tr->objects.data[from].layout.cells.data[i].var;
        vec_push(&u.values, v);
        if (!c->shadow.id) continue;
        term given = x->byte.id ? (term){0} : tr->objects.data[from].layout.cells.data[i].shadow;
        vec_push(&u.vars, c->shadow);
        vec_push(&u.values, given.id ? given : shadow_all(tr, a, c, true));
    }
    updates_emit(tr, &u);
    return true;
}

/* ---- a block as a loop ---- */
static uint32_t loop_class(translator *tr, const fact_vec *facts, uint64_t step) {
    uint32_t class = 0;
    for (uint32_t i = 0; i < facts->size; i++) {
        const object *o = &tr->objects.data[facts->data[i].object];
        for (uint32_t k = 0; k < o->layout.cells.size; k++)
            if (o->layout.cells.data[k].size == step && o->layout.cells.data[k].class)
                class = o->layout.cells.data[k].class;
    }
    return class;
}

/* Backwards where the target may overlap the end of the source. */
static void transfer_loop(translator *tr, const transfer *x, term length, uint64_t step,
                          bool backwards) {
    terms *t = tr->t;
    term i = new_variable(tr, "copied", sort_bv(t, tr->pointer_bits)), n = pointer_term(tr, step);
    emit_assign(tr, i, backwards ? length : pointer_term(tr, 0));
    loc head = emit_flush(tr), end = program_add_location(tr->p, tr->emission.at);
    term more = backwards ? term_not(t, term_eq(t, i, pointer_term(tr, 0)))
                          : term_2(t, OP_BVULT, i, length);
    emit_branch(tr, term_not(t, more), end);
    emit_assume(tr, more);
    piece p = {0, step, loop_class(tr, &x->to_facts, step)};
    updates u = {0};
    if (backwards) emit_assign(tr, i, term_2(t, OP_BVSUB, i, n));
    transfer_piece(tr, &u, x, &p, step, i);
    updates_emit(tr, &u);
    if (!backwards) emit_assign(tr, i, term_2(t, OP_BVADD, i, n));
    emit_jump(tr, head);
    tr->emission.here = end;
}

/* Terms that a loop needs all along must not change while it runs. */
static term kept(translator *tr, term a) {
    if (term_is_const(tr->t, a)) return a;
    term var = new_variable(tr, "kept", term_sort(tr->t, a));
    emit(tr, cmd_assign(tr->p, var, a));
    return var;
}

static void transfer_long(translator *tr, transfer *x, term length, uint64_t step, bool move) {
    spill_live(tr);
    x->to = kept(tr, x->to);
    length = kept(tr, length);
    if (!x->byte.id) x->from = kept(tr, x->from);
    if (!move || !facts_share_object(&x->to_facts, &x->from_facts)) {
        transfer_loop(tr, x, length, step, false);
        return;
    }
    term up = term_2(tr->t, OP_BVULT, x->from, x->to);
    loc forward = program_add_location(tr->p, tr->emission.at),
        backward = program_add_location(tr->p, tr->emission.at),
        join = program_add_location(tr->p, tr->emission.at);
    emit_branch(tr, up, backward);
    emit_branch(tr, term_not(tr->t, up), forward);
    tr->emission.here = backward;
    transfer_loop(tr, x, length, step, true);
    emit_jump(tr, join);
    tr->emission.here = forward;
    transfer_loop(tr, x, length, step, false);
    emit_jump(tr, join);
    tr->emission.here = join;
}

static void transfer_block(translator *tr, transfer *x, LLVMValueRef length, term length_term,
                           bool move) {
    bool fixed = LLVMIsAConstantInt(length);
    uint64_t n = fixed ? LLVMConstIntGetZExtValue(length) : 0;
    pieces ps = {0};
    if (fixed) memory_check_range(tr, x->to, &x->to_facts, n, true);
    if (fixed && !x->byte.id) memory_check_range(tr, x->from, &x->from_facts, n, false);
    if (fixed && (!n || transfer_arrays(tr, x, n))) return;
    if (fixed) pieces_find(tr, &x->to_facts, n, &ps);
    if (fixed && !ps.too_many) {
        updates u = {0};
        for (uint32_t i = 0; i < ps.items.size; i++)
            transfer_piece(tr, &u, x, &ps.items.data[i], 0, (term){0});
        updates_emit(tr, &u);
    } else {
        uint64_t step = gcd(fixed ? n : known_multiple(length, 4), 16);
        for (uint32_t i = 0; i < x->to_facts.size;
             i++) { /* steps as long as the elements are best */
            uint64_t element = tr->objects.data[x->to_facts.data[i].object].layout.element;
            if (element) step = gcd(step, element);
        }
        transfer_long(tr, x, length_term, step, move);
    }
    vec_release(&ps.items);
}

term resized_to_pointer(translator *tr, term a) {
    uint32_t w = term_width(tr->t, a);
    return w > tr->pointer_bits ? term_extract(tr->t, tr->pointer_bits - 1, 0, a)
                                : term_zext(tr->t, a, tr->pointer_bits);
}

static void transfer_release(transfer *x) {
    vec_release(&x->to_facts);
    vec_release(&x->from_facts);
}

/* A copy of a block, or of a structure, to a place that overlaps it without being the same. */
static void check_overlap(translator *tr, const transfer *x, term length) {
    terms *t = tr->t;
    if (!(tr->o->checks & CHECK_PRECONDITION) || !facts_share_object(&x->to_facts, &x->from_facts))
        return;
    term ahead = term_2(t, OP_BVULT, term_2(t, OP_BVSUB, x->to, x->from), length),
         behind = term_2(t, OP_BVULT, term_2(t, OP_BVSUB, x->from, x->to), length),
         same = term_eq(t, x->to, x->from);
    emit_fail(tr, term_and(t, term_not(t, same), term_or(t, ahead, behind)), PROPERTY_PRECONDITION,
              "the source of a copy overlaps its destination");
}

/* Null is no object, even of no bytes (C11 7.24.1p2); with more bytes the access itself fails. */
static void check_null(translator *tr, term pointer, term length) {
    terms *t = tr->t;
    term zero = pointer_term(tr, 0);
    if (tr->o->checks & CHECK_PRECONDITION)
        emit_fail(tr, term_and(t, term_eq(t, pointer, zero), term_eq(t, length, zero)),
                  PROPERTY_PRECONDITION, "a null pointer is given to a function of string.h");
}

void emit_copy(translator *tr, frame *f, LLVMValueRef call, bool move) {
    assert_debug(LLVMIsACallInst(call));
    transfer x = {.to = operand_bits(tr, f, LLVMGetOperand(call, 0)),
                  .from = operand_bits(tr, f, LLVMGetOperand(call, 1))};
    access_facts(tr, f, LLVMGetOperand(call, 0), &x.to_facts);
    access_facts(tr, f, LLVMGetOperand(call, 1), &x.from_facts);
    lend_range(tr, LLVMGetOperand(call, 2), &x.to_facts);
    lend_range(tr, LLVMGetOperand(call, 2), &x.from_facts);
    emit_gone_copied(tr, &x.to_facts, &x.from_facts);
    volatile_copied(tr, call, &x.from_facts);
    term length = resized_to_pointer(tr, operand_bits(tr, f, LLVMGetOperand(call, 2)));
    if (!move) check_overlap(tr, &x, length);
    check_null(tr, x.to, length);
    check_null(tr, x.from, length);
    transfer_block(tr, &x, LLVMGetOperand(call, 2), length, move);
    transfer_release(&x);
}

void emit_set(translator *tr, frame *f, LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    transfer x = {.to = operand_bits(tr, f, LLVMGetOperand(call, 0)),
                  .byte = operand_bits(tr, f, LLVMGetOperand(call, 1))};
    access_facts(tr, f, LLVMGetOperand(call, 0), &x.to_facts);
    lend_range(tr, LLVMGetOperand(call, 2), &x.to_facts);
    term length = resized_to_pointer(tr, operand_bits(tr, f, LLVMGetOperand(call, 2)));
    check_null(tr, x.to, length);
    transfer_block(tr, &x, LLVMGetOperand(call, 2), length, false);
    transfer_release(&x);
}

/* The callee's own copy of an argument. */
void emit_by_value(translator *tr, frame *caller, LLVMValueRef argument, term from, fact to,
                   LLVMTypeRef type) {
    transfer x = {.to = term_2(tr->t, OP_BVADD, object_address(tr, to.object),
                               pointer_term(tr, (uint64_t)to.offset)),
                  .from = from};
    vec_push(&x.to_facts, to);
    operand_facts(tr, caller->instance, argument, &x.from_facts);
    uint64_t n = type_size(tr, type);
    LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetModuleContext(tr->m));
    transfer_block(tr, &x, LLVMConstInt(word, n, 0), pointer_term(tr, n), false);
    transfer_release(&x);
}

/* ---- allocation ---- */
static term next_copy(translator *tr, object *o) {
    terms *t = tr->t;
    term full = term_not(t, term_2(t, OP_BVULT, o->counter, pointer_term(tr, o->copies)));
    if (heap_is_for_proofs(tr->o->choice.heap)) {
        note_here(tr, NOTE_ASSUMPTION, "no allocation site makes more than %u objects%s", o->copies,
                  tr->index.shared_object.size ? ", nor those of one size together" : "");
        emit_assume(tr, term_not(t, full));
    } else emit_fail(tr, full, LIMIT_HEAP, "more objects at an allocation site than are laid out");
    return term_2(t, OP_BVADD, object_start(tr, o),
                  term_2(t, OP_BVMUL, o->counter, pointer_term(tr, o->slot)));
}

/* `fails`: no object is made. */
static void set_size(translator *tr, const object *o, term size, term fails) {
    if (!o->variable) return;
    note_here(tr, NOTE_ASSUMPTION, "no object is larger than %llu bytes",
              (unsigned long long)o->size);
    emit_assume(tr,
                term_or(tr->t, fails, term_2(tr->t, OP_BVULE, size, pointer_term(tr, o->size))));
    size = term_ite(tr->t, fails, pointer_term(tr, 0), size);
    term held = o->copies > 1 ? term_store(tr->t, o->size_var, o->counter, size) : size;
    emit_assign(tr, o->size_var, held);
    address_assume(tr, (uint32_t)(o - tr->objects.data));
}

/* ---- allocations that fail ---- */
/* No address space has room for so many bytes: every library gives null for them. */
static term impossible(translator *tr, const object *o, term size) {
    uint32_t width = tr->pointer_bits >= 64 ? 47 : tr->pointer_bits - 1;
    if (o->kind != OBJECT_HEAP || !o->variable) return term_false(tr->t);
    return term_2(tr->t, OP_BVULE, pointer_term(tr, 1ull << width), size);
}

/* That none fails otherwise is assumed for errors. Code for the case that one does is not dead, so
 * for goals it may. */
static term may_fail(translator *tr, const object *o, term certainly) {
    if (o->kind == OBJECT_HEAP && allocation_may_fail(tr))
        return term_or(tr->t, certainly,
                       emit_any(tr, sort_bool(tr->t), ORIGIN_ALLOCATION, "allocation fails", ""));
    if (o->kind == OBJECT_HEAP) note_here(tr, NOTE_ASSUMPTION, "allocation never fails");
    return certainly;
}

/* The address of a new object; a failed allocation returns none. */
static term allocated(translator *tr, object *o, term size, term fails) {
    address_made(tr, o);
    if (o->copies == 1) {
        address_renew(tr, (uint32_t)(o - tr->objects.data));
        set_size(tr, o, size, fails);
        return object_start(tr, o);
    }
    term address = kept(tr, next_copy(tr, o));
    set_size(tr, o, size, fails);
    emit_assign(tr, o->counter, term_2(tr->t, OP_BVADD, o->counter, pointer_term(tr, 1)));
    return address;
}

/* Sizes are taken from the calls before anything is emitted (object.c). */
static bool has_size(const translator *tr, const object *o, term size) {
    uint64_t n;
    return o->variable || !term_get_u64(tr->t, size, &n) ||
           same(size, term_bv(tr->t, tr->pointer_bits, o->size));
}

void allocate(translator *tr, frame *f, uint32_t number, LLVMValueRef i, term size,
              term overflows) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsAInstruction(i));
    LOG("memory", "allocate at value %u", number);
    object *o = &tr->objects.data[object_local(tr, f->instance, number, i)];
    assert(has_size(tr, o, size));
    term fails = term_or(tr->t, overflows, impossible(tr, o, size)),
         address = allocated(tr, o, size, fails);
    fails = may_fail(tr, o, fails);
    lifetime_begin(tr, o, address, fails);
    errno_set(tr, fails, ERRNO_NO_MEMORY);
    define_bits(tr, f, number, term_ite(tr->t, fails, pointer_term(tr, 0), address));
}

void alloca_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsAInstruction(i));
    uint32_t id = object_find(tr, f->instance, number);
    if (id == NONE) unsupported(tr, i, "a local variable that the analysis has not met");
    object *o = &tr->objects.data[id];
    if (!o->variable && o->copies == 1) {
        define_bits(tr, f, number, object_start(tr, o));
        return;
    }
    if (o->copies == 1) memory_any(tr, id, ORIGIN_UNINIT, "array");
    term n = operand_bits(tr, f, LLVMGetOperand(i, 0));
    term size = term_2(tr->t, OP_BVMUL, resized_to_pointer(tr, n),
                       pointer_term(tr, type_size(tr, LLVMGetAllocatedType(i))));
    allocate(tr, f, number, i, size, term_false(tr->t));
}

/* ---- realloc ---- */
/* Bytes of the object that the pointer is the start of. */
static term old_size(translator *tr, term pointer, const fact_vec *facts) {
    terms *t = tr->t;
    term size = pointer_term(tr, 0);
    for (uint32_t i = 0; i < facts->size; i++) {
        const object *o = &tr->objects.data[facts->data[i].object];
        if (!facts->data[i].object || o->kind != OBJECT_HEAP) continue;
        term offset = term_2(t, OP_BVSUB, pointer, object_start(tr, o));
        term nth =
            term_2(t, OP_BVLSHR, offset, pointer_term(tr, (uint64_t)__builtin_ctzll(o->slot)));
        term bytes = !o->variable    ? pointer_term(tr, o->size)
                     : o->copies > 1 ? term_select(t, o->size_var, nth)
                                     : o->size_var;
        term is = o->address.at.id
                      ? term_eq(t, offset, pointer_term(tr, 0))
                      : term_2(t, OP_BVULT, offset, pointer_term(tr, o->slot * o->copies));
        size = term_ite(t, is, bytes, size);
    }
    return size;
}

static uint64_t realloc_step(translator *tr, LLVMValueRef size, const transfer *x) {
    uint64_t step = gcd(known_multiple(size, 4), 16);
    for (int side = 0; side < 2; side++) {
        const fact_vec *facts = side ? &x->from_facts : &x->to_facts;
        for (uint32_t i = 0; i < facts->size; i++) {
            const object *o = &tr->objects.data[facts->data[i].object];
            if (o->layout.element) step = gcd(step, o->layout.element);
            if (!o->variable) step = gcd(step, o->size);
        }
    }
    return step;
}

/* realloc to size 0 frees the object in some libraries, glibc among them, and makes an empty one in
 * others. */
static term freed(translator *tr, term old, term size) {
    terms *t = tr->t;
    term zero = pointer_term(tr, 0),
         may = term_and(t, term_eq(t, size, zero), term_not(t, term_eq(t, old, zero)));
    return term_is_false(t, may)
               ? may
               : term_and(t, may, emit_any(tr, sort_bool(t), ORIGIN_LIBRARY, "realloc", ""));
}

/* The new object holds what the old one held, as far as both reach; a new object is made even where
 * the old one could grow. */
void emit_realloc(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    LLVMValueRef old = LLVMGetOperand(call, 0), size = LLVMGetOperand(call, 1);
    transfer x = {.from = operand_bits(tr, f, old)};
    operand_facts(tr, f->instance, old, &x.from_facts);
    vec_append(&x.to_facts, node_facts(tr, f->instance, number)->data,
               node_facts(tr, f->instance, number)->size);
    term n = resized_to_pointer(tr, operand_bits(tr, f, size));
    spill_live(tr);
    x.from = kept(tr, x.from);
    n = kept(tr, n);
    if (lifetimes_matter(tr)) check_free(tr, x.from, &x.from_facts);
    term before = kept(tr, old_size(tr, x.from, &x.from_facts));
    object *made = &tr->objects.data[object_local(tr, f->instance, number, call)];
    term fails = kept(tr, impossible(tr, made, n)); /* then the old object stays as it is */
    x.to = allocated(tr, made, n, fails);
    if (tr->emission.dead) return;
    lifetime_begin(tr, made, x.to, fails);
    term length = term_ite(tr->t, term_2(tr->t, OP_BVULT, n, before), n, before);
    length = term_ite(tr->t, fails, pointer_term(tr, 0), length);
    if (x.from_facts.size && !term_is_true(tr->t, fails))
        transfer_long(tr, &x, length, realloc_step(tr, size, &x), false);
    fails = may_fail(tr, made, fails);
    errno_set(tr, fails, ERRNO_NO_MEMORY);
    if (lifetimes_matter(tr)) lifetime_end(tr, x.from, &x.from_facts, term_not(tr->t, fails));
    fails = term_or(tr->t, fails, freed(tr, x.from, n));
    lifetime_end(tr, x.to, &x.to_facts, fails);
    define_bits(tr, f, number, term_ite(tr->t, fails, pointer_term(tr, 0), x.to));
    transfer_release(&x);
}

void emit_va_copy(translator *tr, frame *f, LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    transfer x = {.to = operand_bits(tr, f, LLVMGetOperand(call, 0)),
                  .from = operand_bits(tr, f, LLVMGetOperand(call, 1))};
    access_facts(tr, f, LLVMGetOperand(call, 0), &x.to_facts);
    access_facts(tr, f, LLVMGetOperand(call, 1), &x.from_facts);
    uint64_t n = varargs_list_size(tr);
    LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetModuleContext(tr->m));
    transfer_block(tr, &x, LLVMConstInt(word, n, 0), pointer_term(tr, n), false);
    transfer_release(&x);
}
