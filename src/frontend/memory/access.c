/* Loads and stores: a case split over the places a pointer may mean. */
#include "base/log.h"
#include "frontend/memory/access.h"
#include "frontend/external/escape.h"
#include "frontend/external/external_block.h"
#include "frontend/external/external_members.h"
#include "frontend/external/stored_pointers.h"
#include "frontend/external/volatile.h"
#include "frontend/llvm/check_words.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/machine.h"
#include "frontend/llvm/share.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/address.h"
#include "frontend/memory/dangling.h"
#include "frontend/memory/layout.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"
#include "frontend/memory/place.h"
#include "frontend/memory/pointer_arithmetic.h"
#include "frontend/memory/safety.h"
#include "frontend/memory/uninitialized.h"

/* ---- cells of one place ---- */
static term cell_bits(translator *tr, const cell *c, term held) {
    if (!c->class) return as_bv(tr, held);
    component f = {.fp = held};
    return float_bits(tr, &f, (enum float_class)(c->class - 1));
}

static term cell_of_bits(translator *tr, const cell *c, term meant) {
    return c->class ? ir_float_from_bits(tr, (enum float_class)(c->class - 1), meant) : meant;
}

static term cell_term(translator *tr, const cell *c, term index) {
    return index.id ? term_select(tr->t, c->var, index) : c->var;
}

/* The bytes of an access in the order of their addresses: `size` bytes from byte `from` of a cell
 * of an element. Accesses of the program consist of whole cells; block copies may take parts, and
 * bytes that no access ever touches (no cell). */
typedef struct {
    cell *cell;
    term index;
    uint32_t from, size;
} part;
typedef vec(part) part_vec;

static cell *cell_around(object *o, uint64_t offset, uint64_t *next) {
    cell *c = cell_from(o, offset);
    if (c == o->layout.cells.data + o->layout.cells.size) return *next = UINT64_MAX, NULL;
    *next = c->offset > offset ? c->offset : c->offset + c->size;
    return c->offset > offset ? NULL : c;
}

static void parts_of(translator *tr, const place *p, uint32_t size, part_vec *out) {
    object *o = &tr->objects.data[p->object];
    uint64_t offset = p->offset, next;
    term index = p->index;
    while (size) {
        part x = {.cell = cell_around(o, offset, &next), .index = index};
        if (o->layout.element && next > o->layout.element) next = o->layout.element;
        x.size = next - offset < size ? (uint32_t)(next - offset) : size;
        if (x.cell) x.from = (uint32_t)(offset - x.cell->offset);
        vec_push(out, x);
        size -= x.size;
        offset += x.size;
        if (o->layout.element && offset == o->layout.element)
            offset = 0, index = term_2(tr->t, OP_BVADD, index, pointer_term(tr, 1));
    }
}

/* Bits of bytes [from, from + size) of a word of `all` bytes, by the order of bytes in memory. */
static term bytes_of(translator *tr, term word, uint32_t all, uint32_t from, uint32_t size) {
    uint32_t low = tr->big_endian ? (all - from - size) * 8 : from * 8;
    return term_extract(tr->t, low + size * 8 - 1, low, word);
}

/* What the program loads has cells: layout.c saw to it. A block may have holes that are nowhere
 * else accessed. */
static term read_part(translator *tr, LLVMValueRef load, const part *x) {
    if (!x->cell && load) unsupported(tr, load, "a load of bytes that are not laid out");
    if (!x->cell) return emit_any(tr, sort_bv(tr->t, x->size * 8), ORIGIN_PADDING, "padding", "");
    return bytes_of(tr, cell_bits(tr, x->cell, cell_term(tr, x->cell, x->index)), x->cell->size,
                    x->from, x->size);
}

static term beside(translator *tr, term first, term second) {
    return tr->big_endian ? term_2(tr->t, OP_CONCAT, first, second)
                          : term_2(tr->t, OP_CONCAT, second, first);
}

static bool is_whole_float(const part_vec *parts, const leaf *l) {
    return parts->size == 1 && parts->data[0].cell && l->kind == LEAF_FLOAT &&
           parts->data[0].cell->class == 1 + l->class &&
           parts->data[0].size == parts->data[0].cell->size;
}

/* Which bytes of it were written, the first in the lowest bit. */
static term read_shadow(translator *tr, const place *p, uint32_t size) {
    part_vec parts = {0};
    term all = {0};
    parts_of(tr, p, size, &parts);
    for (uint32_t i = 0; i < parts.size; i++) {
        const part *x = &parts.data[i];
        term held = x->cell ? x->cell->shadow : (term){0}, set = shadow_ones(tr, x->size);
        if (held.id && x->index.id) held = term_select(tr->t, held, x->index);
        if (held.id) set = term_extract(tr->t, x->from + x->size - 1, x->from, held);
        all = all.id ? term_2(tr->t, OP_CONCAT, set, all) : set;
    }
    vec_release(&parts);
    return all;
}

static component read_place(translator *tr, LLVMValueRef load, const place *p, const leaf *l) {
    part_vec parts = {0};
    parts_of(tr, p, l->size, &parts);
    component r = {0};
    if (is_whole_float(&parts, l)) {
        r.fp = cell_term(tr, parts.data[0].cell, parts.data[0].index);
    } else {
        term whole = read_part(tr, load, &parts.data[0]);
        for (uint32_t i = 1; i < parts.size; i++)
            whole = beside(tr, whole, read_part(tr, load, &parts.data[i]));
        if (l->bits < l->size * 8) whole = term_extract(tr->t, l->bits - 1, 0, whole);
        r.bits = l->bits == 1 ? as_bool(tr, whole) : whole;
    }
    vec_release(&parts);
    return r;
}

/* ---- checks ---- */
term is_null(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    enum { FIRST_PAGE = 4096 };
    bool pages = tr->pointer_bits >= 32;
    if (!accesses_are_checked(tr) || !pages) return term_eq(tr->t, pointer, pointer_term(tr, 0));
    return term_2(tr->t, OP_BVULT, pointer, pointer_term(tr, FIRST_PAGE));
}

bool any_outside(const translator *tr, const fact_vec *facts) {
    assert_debug(facts_are_there(tr, facts));
    for (uint32_t i = 0; i < facts->size; i++)
        if (leads_outside(tr, facts->data[i])) return true;
    return false;
}

/* A pointer that nothing was stored into is null, or has no value. Where nothing is checked the run
 * goes on, for to end it would prove what follows. */
static term without_facts(translator *tr, term pointer) {
    if (bounds_property(tr)) return term_false(tr->t);
    note_here(tr, NOTE_ASSUMPTION,
              "pointers without a value do not point into the program's objects");
    return term_not(tr->t, is_null(tr, pointer));
}

/* The pointer may be one of external code: evidence looks whether that code made it. */
static void note_followed(translator *tr, const fact_vec *facts, loc error, term pointer) {
    bool unseen;
    if (!same_loc(error, NO_LOC) && has_outside(facts, &unseen) && unseen)
        tr->p->locations.data[error.id].followed = pointer;
}

/* Where the address is no place of the program the access is undefined: an error where asked for,
 * otherwise the run ends. */
static void check_inside(translator *tr, const fact_vec *facts, term pointer, const places *ps,
                         uint64_t size, bool write) {
    text words = {0};
    term valid = places_valid(tr, ps);
    enum property_id at_null = null_property(tr), outside = bounds_property(tr);
    if (!facts->size && (!term_is_const(tr->t, pointer) || outside))
        valid = without_facts(tr, pointer);
    if (outside)
        valid = term_and(tr->t, valid, term_not(tr->t, own_beyond(tr, facts, pointer, ps, size)));
    if (term_is_true(tr->t, valid)) return;
    term null = is_null(tr, pointer);
    if (any_outside(tr, facts)) leave_marks(tr, pointer);
    emit_fail(tr, is_stale(tr, pointer), PROPERTY_STALE,
              "access to a local variable of an earlier run of its block");
    emit_fail(tr, leads_to_over(tr, pointer), PROPERTY_STALE,
              "access to an object whose lifetime has ended");
    if (at_null) {
        null_words(tr, write, &words);
        loc error = emit_fail_about(tr, null, at_null, "access through a null pointer", &words,
                                    NULL, (comparands){{{0}}});
        note_followed(tr, facts, error, pointer);
    }
    /* Guesses about nodes prove much; what they must not do is to rest on a run that ends here. */
    else if (heap_is_for_proofs(tr->o->choice.heap))
        emit_fail(tr, null, LIMIT_HEAP, "access through a null pointer");
    if (outside) {
        access_words(tr, facts, size, write, &words);
        term when = term_and(tr->t, term_not(tr->t, null), term_not(tr->t, valid));
        loc error = emit_fail_about(tr, when, outside, "access outside of every object", &words,
                                    "at @1", (comparands){{pointer}});
        note_followed(tr, facts, error, pointer);
    }
    if (!outside)
        note_here(tr, NOTE_ASSUMPTION, "memory accesses stay inside their objects (not checked)");
    else if (!at_null)
        note_here(tr, NOTE_ASSUMPTION, "pointers that are followed are not null (not checked)");
    emit_assume(tr, valid);
}

static bool is_argv(const translator *tr, const fact_vec *facts) {
    return facts->size == 1 && !facts->data[0].object && facts->data[0].offset == ARGUMENTS &&
           tr->external.argv.id;
}

/* argv has argc + 1 elements, in a space where so many fit. What lies after is some memory that a
 * compiled test reads: no violation, but no proof. */
static void check_arguments(translator *tr, term pointer, uint64_t size) {
    terms *t = tr->t;
    uint64_t each = tr->pointer_bits / 8;
    term most = pointer_term(tr, 1ull << (tr->pointer_bits - 4)),
         count = term_sext(t, tr->external.argc, tr->pointer_bits);
    emit_assume(tr, term_2(t, OP_BVULT, count, most));
    term end = term_2(t, OP_BVMUL, pointer_term(tr, each),
                      term_2(t, OP_BVADD, count, pointer_term(tr, 1)));
    term behind = term_2(t, OP_BVADD, term_2(t, OP_BVSUB, pointer, tr->external.argv),
                         pointer_term(tr, size - 1));
    emit_fail(tr, term_2(t, OP_BVULE, end, behind), LIMIT_ARGUMENTS,
              "access outside of argv, which has argc + 1 elements");
}

static void check_outside(translator *tr, const fact_vec *facts, term pointer, uint64_t size) {
    if (!bounds_property(tr) || !any_outside(tr, facts)) return;
    if (is_argv(tr, facts)) check_arguments(tr, pointer, size);
    else
        note_here(tr, NOTE_ASSUMPTION, "pointers from external code may be followed (not checked)");
}

/* The address where it is none of the program's, otherwise 0. */
static term outside_address(translator *tr, term pointer, const places *ps) {
    term inside = term_false(tr->t);
    for (uint32_t i = 0; i < ps->items.size; i++)
        inside = term_or(tr->t, inside, ps->items.data[i].condition);
    return term_ite(tr->t, inside, pointer_term(tr, 0), pointer);
}

/* Debug builds: what runs of the interpreter are to check (program/provenance_check.h). External
 * code, and the summary of a procedure, give any of the addresses that they may know. */
#ifdef CINCH_CHECK
static void note_address(translator *tr, term pointer, const places *ps) {
    term inside = term_false(tr->t);
    if (tr->summaries.procedures.size || tr->emission.dead) return;
    for (uint32_t i = 0; i < ps->items.size; i++) {
        const object *o = &tr->objects.data[ps->items.data[i].object];
        if (!o->address.at.id && !o->address.beside_numbers && !o->escape.escaped &&
            !o->escape.exposed)
            inside = term_or(tr->t, inside, ps->items.data[i].condition);
    }
    if (!tr->p->accessed.id)
        tr->p->accessed = new_variable(tr, "accessed", sort_bv(tr->t, tr->pointer_bits));
    emit_assign(tr, tr->p->accessed, term_ite(tr->t, inside, pointer, pointer_term(tr, 0)));
}
#else
static void note_address(translator *tr, term pointer, const places *ps) {
    (void)tr, (void)pointer, (void)ps;
}
#endif

static void check_access(translator *tr, const fact_vec *facts, term pointer, const places *ps,
                         uint64_t size, bool write) {
    check_outside(tr, facts, pointer, size);
    check_inside(tr, facts, pointer, ps, size, write);
    if (!tr->emission.dead) check_lives(tr, pointer, ps, facts, write);
    if (!tr->emission.dead) watched_check(tr, facts, outside_address(tr, pointer, ps));
    note_address(tr, pointer, ps);
}

void memory_check_range(translator *tr, term pointer, const fact_vec *facts, uint64_t size,
                        bool write) {
    assert_debug(is_pointer_wide(tr, pointer));
    assert_debug(facts_are_there(tr, facts));
    if (!accesses_are_checked(tr) || !size) return;
    places ps = {0};
    places_find(tr, pointer, facts, size, &ps);
    check_access(tr, facts, pointer, &ps, size, write);
    places_release(&ps);
}

/* ---- loads ---- */
static component merge(translator *tr, term c, component *a, component *b, const leaf *l) {
    component r = {0};
    if (l->kind == LEAF_FLOAT && !tr->floats.float_bits[l->class])
        r.fp = term_ite(tr->t, c, float_fp(tr, a, l->class), float_fp(tr, b, l->class));
    else r.bits = term_ite(tr->t, c, component_held(tr, a, l), component_held(tr, b, l));
    return r;
}

static component load_outside(translator *tr, LLVMValueRef where, term address, const leaf *l) {
    uint32_t in = tr->p->inputs.size;
    component r = component_read(tr, l, outside_origin(tr, where), "unknown memory", address);
    tr->p->inputs.data[in].address = address;
    return r;
}

/* Nothing of the program changes; but a run that reads something else there later is none. */
static void store_outside(translator *tr, term address, const leaf *l, component *meant) {
    uint32_t in = tr->p->inputs.size;
    term stored = as_bv(tr, l->kind == LEAF_FLOAT ? float_bits(tr, meant, l->class) : meant->bits);
    emit_any(tr, sort_bool(tr->t), ORIGIN_OPEN, "memory that is not the program's is written", "");
    tr->p->inputs.data[in].address = address;
    tr->p->inputs.data[in].stored = term_zext(tr->t, stored, l->size * 8);
    watched_stored(tr, address, l->size, stored);
}

/* ---- objects that ended ---- */
/* Locals of a function that this one is not called by: it has returned, unless the pointer points
 * elsewhere now. They come first, for where symbols of two locals meet the last counts, and that is
 * the one which lives. Where accesses are checked, they are no place at all. */
void access_facts(translator *tr, const frame *f, LLVMValueRef pointer, fact_vec *out) {
    fact_vec all = {0}, live = {0};
    operand_facts(tr, f->instance, pointer, &all);
    for (uint32_t i = 0; i < all.size; i++) {
        const object *o = &tr->objects.data[all.data[i].object];
        if (tr->o->checks & CHECK_DEREF && !local_lives(tr, f, o)) {
            local_over(tr, f, all.data[i].object);
            continue;
        }
        bool ended = o->kind == OBJECT_LOCAL && !instance_is_within(tr, f->instance, o->instance);
        if (ended)
            note_here(tr, NOTE_ASSUMPTION,
                      "no local variable is used after its function returned (not checked)");
        if (ended && o->address.at.id) vec_push(out, all.data[i]);
        else vec_push(&live, all.data[i]);
    }
    volatile_accessed(tr, f->now, &live);
    vec_append(out, live.data, live.size);
    vec_release(&all);
    vec_release(&live);
}

static bool has_shadow(const translator *tr, const places *ps) {
    for (uint32_t i = 0; i < ps->items.size; i++) {
        const object *o = &tr->objects.data[ps->items.data[i].object];
        if (o->layout.cells.size && o->layout.cells.data[0].shadow.id) return true;
    }
    return false;
}

static term load_shadow(translator *tr, const places *ps, uint32_t size) {
    if (!has_shadow(tr, ps)) return (term){0};
    term all = shadow_ones(tr, size);
    for (uint32_t i = 0; i < ps->items.size; i++) {
        term here = read_shadow(tr, &ps->items.data[i], size);
        bool first = i == 0 && !ps->outside;
        all = first ? here : term_ite(tr->t, ps->items.data[i].condition, here, all);
    }
    return all;
}

component memory_load(translator *tr, LLVMValueRef where, term pointer, const fact_vec *facts,
                      const leaf *l) {
    assert_debug(is_pointer_wide(tr, pointer));
    assert_debug(facts_are_there(tr, facts));
    assert_debug(l->bits && l->size);
    places ps = {0};
    places_find(tr, pointer, facts, l->size, &ps);
    check_access(tr, facts, pointer, &ps, l->size, false);
    component r = {0};
    bool none = !ps.items.size;
    if (ps.outside) note_here(tr, NOTE_OVER, "memory that is not the program's holds any value");
    if (none || ps.outside) r = load_outside(tr, where, outside_address(tr, pointer, &ps), l);
    for (uint32_t i = 0; i < ps.items.size; i++) {
        component c;
        if (!volatile_read(tr, where, &ps.items.data[i], l, &c))
            c = read_place(tr, where, &ps.items.data[i], l);
        bool first = i == 0 && !ps.outside;
        r = first ? c : merge(tr, ps.items.data[i].condition, &c, &r, l);
    }
    r.shadow = load_shadow(tr, &ps, l->size);
    places_release(&ps);
    return r;
}

static void refuse_bits(translator *tr, LLVMValueRef i, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
        LLVMSizeOfTypeInBits(tr->layout, LLVMGetElementType(type)) % 8)
        unsupported(tr, i, "vectors of bits in memory");
}

/* A local that is written once with a constant is that constant: pointers passed to functions stay
 * addresses. */
static slot *once_written(frame *f, LLVMValueRef pointer) {
    uint32_t n = is_constant(pointer) ? NONE : local_number(f->f, pointer);
    return n != NONE && f->f->values.data[n].once ? &f->slots[n] : NULL;
}

static bool load_known(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    slot *s = once_written(f, LLVMGetOperand(i, 0));
    LLVMTypeRef type = LLVMTypeOf(i);
    if (!s || LLVMGetVolatile(i) || !(s->known.bits.id || s->known.fp.id) || !type_is_scalar(type))
        return false;
    leaf l = type_leaf(tr, type);
    if (l.kind == LEAF_FLOAT || term_width(tr->t, s->known.bits) != l.bits || l.bits == 1)
        return false;
    operand(tr, f, LLVMGetOperand(i, 0));
    define_bits(tr, f, number, s->known.bits);
    return true;
}

static void remember(translator *tr, frame *f, LLVMValueRef i, const component *meant) {
    slot *s = once_written(f, LLVMGetOperand(i, 1));
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
    if (!s || !type_is_scalar(type) || type_leaf(tr, type).kind == LEAF_FLOAT) return;
    if (address_is_fixed(tr, meant->bits) && !term_is_bool(tr->t, meant->bits)) s->known = *meant;
}

/* argv[0] to argv[argc - 1] are strings, argv[argc] is null, as long as nobody writes there. */
static void assume_argument(translator *tr, const fact_vec *facts, term at, term meant) {
    terms *t = tr->t;
    if (!is_argv(tr, facts) || tr->external.arguments_written) return;
    uint64_t size = tr->pointer_bits / 8;
    term offset = term_2(t, OP_BVSUB, at, tr->external.argv),
         count = term_sext(t, tr->external.argc, tr->pointer_bits);
    term index = divide_linear(tr, offset, size), null = term_eq(t, meant, pointer_term(tr, 0));
    term whole = term_eq(t, term_2(t, OP_BVMUL, index, pointer_term(tr, size)), offset);
    term given = term_and(t, whole, term_2(t, OP_BVULT, index, count)),
         last = term_and(t, whole, term_eq(t, index, count));
    emit_assume(tr, term_or(t, term_not(t, given), term_not(t, is_null(tr, meant))));
    emit_assume(tr, term_or(t, term_not(t, last), null));
}

void load_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsAInstruction(i));
    leaf_vec leaves = {0};
    fact_vec facts = {0};
    LLVMValueRef pointer = LLVMGetOperand(i, 0);
    machine_aligned(tr, f, i, pointer);
    if (load_known(tr, f, number, i)) return;
    check_temporary(tr, f, pointer);
    if (tr->emission.dead) return;
    refuse_bits(tr, i, LLVMTypeOf(i));
    type_leaves(tr, LLVMTypeOf(i), &leaves);
    access_facts(tr, f, pointer, &facts);
    term p = operand_bits(tr, f, pointer);
    component *out = define(tr, f, number);
    for (uint32_t k = 0; k < leaves.size; k++) {
        leaf *l = &leaves.data[k];
        term at = term_2(tr->t, OP_BVADD, p, pointer_term(tr, l->offset));
        fact_vec shifted = {0};
        vec_append(&shifted, facts.data, facts.size);
        lend_leaf(tr, l, &shifted);
        out[k] = memory_load(tr, i, at, &shifted, l);
        shadow_loaded(tr, f, number, i, out[k].shadow);
        out[k].shadow.id = 0;
        if (l->kind == LEAF_POINTER) assume_argument(tr, &facts, at, out[k].bits);
        vec_release(&shifted);
    }
    define_done(tr, f, number);
    vec_release(&leaves);
    vec_release(&facts);
}

/* ---- stores ---- */
static term *updated(updates *u, term var) {
    for (uint32_t i = 0; i < u->vars.size; i++)
        if (same(u->vars.data[i], var)) return &u->values.data[i];
    vec_push(&u->vars, var);
    vec_push(&u->values, var);
    return &vec_last(&u->values);
}

/* The cell's new value where only some of its bytes are written. */
static term replaced(translator *tr, const part *x, term held, term meant) {
    uint32_t all = x->cell->size, end = x->from + x->size;
    if (x->size == all) return cell_of_bits(tr, x->cell, meant);
    term old = cell_bits(tr, x->cell, held);
    if (x->from) meant = beside(tr, bytes_of(tr, old, all, 0, x->from), meant);
    if (end < all) meant = beside(tr, meant, bytes_of(tr, old, all, end, all - end));
    return cell_of_bits(tr, x->cell, meant);
}

static void update(translator *tr, updates *u, const part *x, term condition, term meant,
                   bool is_held) {
    if (!x->cell) return;
    term *new = updated(u, x->cell->var);
    term old = x->index.id ? term_select(tr->t, *new, x->index) : *new;
    if (!is_held) meant = replaced(tr, x, old, meant);
    meant = term_ite(tr->t, condition, meant, old);
    *new = x->index.id ? term_store(tr->t, *new, x->index, meant) : meant;
}

static void update_shadow(translator *tr, updates *u, const part *x, term condition, term set) {
    terms *t = tr->t;
    if (!x->cell || !x->cell->shadow.id) return;
    uint32_t end = x->from + x->size, all = x->cell->size;
    term *new = updated(u, x->cell->shadow);
    term old = x->index.id ? term_select(t, *new, x->index) : *new, meant = set;
    if (end < all) meant = term_2(t, OP_CONCAT, term_extract(t, all - 1, end, old), meant);
    if (x->from) meant = term_2(t, OP_CONCAT, meant, term_extract(t, x->from - 1, 0, old));
    meant = term_ite(t, condition, meant, old);
    *new = x->index.id ? term_store(t, *new, x->index, meant) : meant;
}

static void write_shadow(translator *tr, updates *u, const place *p, uint32_t size, term set,
                         term condition) {
    part_vec parts = {0};
    parts_of(tr, p, size, &parts);
    for (uint32_t i = 0, at = 0; i < parts.size; at += parts.data[i++].size)
        update_shadow(tr, u, &parts.data[i], condition,
                      set.id ? term_extract(tr->t, at + parts.data[i].size - 1, at, set)
                             : shadow_ones(tr, parts.data[i].size));
    vec_release(&parts);
}

static void write_place(translator *tr, updates *u, const place *p, const leaf *l, component *meant,
                        term condition) {
    part_vec parts = {0};
    parts_of(tr, p, l->size, &parts);
    if (is_whole_float(&parts, l)) {
        update(tr, u, &parts.data[0], condition, float_fp(tr, meant, l->class), true);
    } else {
        term whole =
            as_bv(tr, l->kind == LEAF_FLOAT ? float_bits(tr, meant, l->class) : meant->bits);
        whole = term_zext(tr->t, whole, l->size * 8);
        for (uint32_t i = 0, before = 0; i < parts.size; before += parts.data[i++].size)
            update(tr, u, &parts.data[i], condition,
                   bytes_of(tr, whole, l->size, before, parts.data[i].size), false);
    }
    vec_release(&parts);
}

/* A value that mentions what the store may change is computed once, before. */
static void keep_value(translator *tr, const places *ps, const leaf *l, component *meant) {
    term *held =
        l->kind == LEAF_FLOAT && !tr->floats.float_bits[l->class] ? &meant->fp : &meant->bits;
    component_held(tr, meant, l);
    if (ps->items.size < 2 || term_is_const(tr->t, *held) || term_is_var(tr->t, *held)) return;
    term var = new_variable(tr, "stored", term_sort(tr->t, *held));
    emit(tr, cmd_assign(tr->p, var, *held));
    meant->bits.id = meant->fp.id = 0;
    *held = var;
}

void store_updates(translator *tr, updates *u, term pointer, const fact_vec *facts, const leaf *l,
                   component *meant) {
    assert_debug(is_pointer_wide(tr, pointer));
    assert_debug(facts_are_there(tr, facts));
    assert_debug(l->bits && l->size);
    places ps = {0};
    places_find(tr, pointer, facts, l->size, &ps);
    check_access(tr, facts, pointer, &ps, l->size, true);
    if (ps.outside) note_here(tr, NOTE_OVER, "memory that is not the program's holds any value");
    bool single = ps.items.size == 1 && !ps.outside;
    component kept = *meant;
    keep_value(tr, &ps, l, &kept);
    meant = &kept;
    if (ps.outside) store_outside(tr, outside_address(tr, pointer, &ps), l, meant);
    for (uint32_t i = 0; i < ps.items.size; i++) {
        term when = single ? term_true(tr->t) : ps.items.data[i].condition;
        write_place(tr, u, &ps.items.data[i], l, meant, when);
        write_shadow(tr, u, &ps.items.data[i], l->size, meant->shadow, when);
    }
    places_release(&ps);
}

void updates_emit(translator *tr, updates *u) {
    emit_parallel(tr, u->vars.size, u->vars.data, u->values.data);
    vec_release(&u->vars);
    vec_release(&u->values);
}

/* Conditions and the value may mention variables that the store changes: emit_parallel keeps the
 * old ones. */
void memory_store(translator *tr, LLVMValueRef where, term pointer, const fact_vec *facts,
                  const leaf *l, component *meant) {
    assert_debug(is_pointer_wide(tr, pointer));
    assert_debug(facts_are_there(tr, facts));
    assert_debug(l->bits && l->size);
    updates u = {0};
    (void)where;
    store_updates(tr, &u, pointer, facts, l, meant);
    updates_emit(tr, &u);
}

void store_instruction(translator *tr, frame *f, LLVMValueRef i) {
    assert_debug(LLVMIsAInstruction(i));
    leaf_vec leaves = {0};
    fact_vec facts = {0}, stored = {0};
    updates all = {0}; /* at once: an element may be what another one was */
    LLVMValueRef pointer = LLVMGetOperand(i, 1);
    machine_aligned(tr, f, i, pointer);
    refuse_bits(tr, i, LLVMTypeOf(LLVMGetOperand(i, 0)));
    check_temporary(tr, f, pointer);
    if (tr->emission.dead) return;
    type_leaves(tr, LLVMTypeOf(LLVMGetOperand(i, 0)), &leaves);
    access_facts(tr, f, pointer, &facts);
    component *meant = operand(tr, f, LLVMGetOperand(i, 0));
    remember(tr, f, i, meant);
    term p = operand_bits(tr, f, pointer);
    for (uint32_t k = 0; k < leaves.size; k++) {
        term at = term_2(tr->t, OP_BVADD, p, pointer_term(tr, leaves.data[k].offset));
        fact_vec shifted = {0};
        vec_append(&shifted, facts.data, facts.size);
        lend_leaf(tr, &leaves.data[k], &shifted);
        component c = meant[k];
        c.shadow = shadow_stored(f, LLVMGetOperand(i, 0));
        store_updates(tr, &all, at, &shifted, &leaves.data[k], &c);
        vec_release(&shifted);
    }
    updates_emit(tr, &all);
    operand_facts(tr, f->instance, LLVMGetOperand(i, 0), &stored);
    emit_gone_stored(tr, &facts, &stored);
    vec_release(&leaves);
    vec_release(&facts);
    vec_release(&stored);
}

/* ---- addresses ---- */
static term scaled_index(translator *tr, frame *f, LLVMValueRef index, uint64_t scale) {
    term i = as_bv(tr, operand_bits(tr, f, index));
    uint32_t w = term_width(tr->t, i);
    i = w > tr->pointer_bits ? term_extract(tr->t, tr->pointer_bits - 1, 0, i)
                             : term_sext(tr->t, i, tr->pointer_bits);
    return term_2(tr->t, OP_BVMUL, i, pointer_term(tr, scale));
}

term gep_term(translator *tr, frame *f, LLVMValueRef gep) {
    if (LLVMGetTypeKind(LLVMTypeOf(gep)) == LLVMVectorTypeKind)
        unsupported(tr, gep, "vectors of addresses");
    term from = operand_bits(tr, f, LLVMGetOperand(gep, 0)), p = from;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        uint64_t constant = 0;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            constant = LLVMOffsetOfElement(tr->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            if (i > 1) type = LLVMGetElementType(type);
            if (!LLVMIsAConstantInt(index)) {
                p = term_2(tr->t, OP_BVADD, p, scaled_index(tr, f, index, type_size(tr, type)));
                continue;
            }
            constant = (uint64_t)LLVMConstIntGetSExtValue(index) * type_size(tr, type);
        }
        p = term_2(tr->t, OP_BVADD, p, pointer_term(tr, constant));
    }
    check_arithmetic(tr, f, gep, from, p);
    return p;
}

/* ---- whole objects ---- */
static void cell_any(translator *tr, const cell *c, enum input_origin origin, const char *name) {
    const variable *v = term_is_var(tr->t, c->var) ? program_variable(tr->p, c->var) : NULL;
    if (!v) return;
    const char *full = v->name ? program_text(tr->p, v->name) : name;
    emit_havoc(tr, c->var, origin, full, program_text(tr->p, v->type));
    held_doubted(tr, c, origin);
}

void memory_written(translator *tr, uint32_t object_id, enum input_origin origin, const char *name,
                    term from) {
    assert_debug(object_id < tr->objects.size);
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    shadow_set(tr, object_id, origin != ORIGIN_UNINIT && origin != ORIGIN_UNINIT_HEAP);
    for (uint32_t i = 0, n; i < tr->objects.data[object_id].layout.cells.size; i += n ? n : 1) {
        const object *o = &tr->objects.data[object_id];
        n = held_cells(tr, o, i, origin);
        if (n) held_any(tr, object_id, i, n, origin, name, (held_when){.from = from});
        else cell_any(tr, &o->layout.cells.data[i], origin, name);
    }
}

void memory_any(translator *tr, uint32_t object_id, enum input_origin origin, const char *name) {
    assert_debug(object_id < tr->objects.size);
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    LOG("memory", "object %u becomes any", object_id);
    memory_written(tr, object_id, origin, name, (term){0});
}

static place place_at(translator *tr, uint32_t object_id, uint64_t offset) {
    const object *o = &tr->objects.data[object_id];
    place p = {.object = object_id, .offset = offset, .condition = term_true(tr->t)};
    if (o->layout.element) {
        p.index = pointer_term(tr, offset / o->layout.element);
        p.offset = offset % o->layout.element;
    }
    return p;
}

static leaf pointer_leaf(const translator *tr) {
    return (leaf){.kind = LEAF_POINTER, .bits = tr->pointer_bits, .size = tr->pointer_bits / 8};
}

term memory_pointer(translator *tr, uint32_t object_id, uint64_t offset) {
    assert_debug(object_id < tr->objects.size);
    leaf l = pointer_leaf(tr);
    place p = place_at(tr, object_id, offset);
    return read_place(tr, NULL, &p, &l).bits;
}

void memory_set_pointer(translator *tr, uint32_t object_id, uint64_t offset, term pointer) {
    assert_debug(object_id < tr->objects.size);
    assert_debug(is_pointer_wide(tr, pointer));
    leaf l = pointer_leaf(tr);
    place p = place_at(tr, object_id, offset);
    component c = {.bits = pointer};
    updates u = {0};
    write_place(tr, &u, &p, &l, &c, p.condition);
    updates_emit(tr, &u);
}
