/* Addresses as symbols. An observed object lies anywhere: aligned as the ABI says, above the first
 * page, inside of the space that a program has, apart from every other object of its time. The
 * address is a variable with as many zero bits after it as the alignment gives. Input 0 is a
 * placement as Linux has it, so that a run on inputs 0 is one. The other objects lie at constants
 * where no program has objects, so that none of them meets a symbol. */
#include "frontend/memory/address.h"
#include "base/log.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/share.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/memory/access.h"
#include "frontend/memory/observe.h"

#include <string.h>

enum { MOST_SYMBOLS = 64, FIRST_PAGE = 4096 };

static bool is_linux(const translator *tr) { return strstr(LLVMGetTarget(tr->m), "linux"); }

bool is_hosted(const translator *tr) {
    static const char *const systems[] = {"linux", "darwin", "macos", "windows", "bsd"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        if (strstr(LLVMGetTarget(tr->m), systems[i])) return true;
    return false;
}

/* One after the last byte that an object of the program may have. */
static uint64_t end_of_space(const translator *tr) {
    if (tr->pointer_bits >= 64)
        return is_linux(tr) && !strncmp(LLVMGetTarget(tr->m), "x86_64", 6) ? 1ull << 47
                                                                           : 1ull << 56;
    return ((1ull << tr->pointer_bits) - 1) - (tr->pointer_bits >= 32 ? 0x1fff : 0);
}

/* ---- alignment ---- */
static uint64_t parameter_alignment(const translator *tr, const object *o) {
    LLVMValueRef function = LLVMGetParamParent(o->value);
    uint32_t word = tr->pointer_bits / 8;
    for (uint32_t i = 0; i < LLVMCountParams(function); i++) {
        if (LLVMGetParam(function, i) != o->value) continue;
        LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
            function, i + 1, LLVMGetEnumAttributeKindForName("align", 5));
        return a ? LLVMGetEnumAttributeValue(a) : word;
    }
    return word;
}

/* What malloc gives is fit for every type: 16 bytes on LP64; on ILP32 libraries differ. Functions
 * may start anywhere. */
uint64_t object_alignment(translator *tr, const object *o) {
    uint64_t a = 0;
    if (o->kind == OBJECT_FUNCTION) return 1;
    if (o->kind == OBJECT_HEAP) return tr->pointer_bits >= 64 ? 16 : tr->pointer_bits >= 32 ? 8 : 2;
    if (LLVMIsAArgument(o->value)) return parameter_alignment(tr, o);
    if (LLVMIsAFunction(o->value)) return tr->pointer_bits / 8; /* the area of variable arguments */
    if (LLVMIsAGlobalVariable(o->value) || LLVMIsAAllocaInst(o->value))
        a = LLVMGetAlignment(o->value);
    if (!a && o->kind == OBJECT_GLOBAL)
        a = LLVMABIAlignmentOfType(tr->layout, LLVMGlobalGetValueType(o->value));
    return a ? a : 1;
}

/* ---- literals ---- */
static bool is_literal(const object *o) {
    return o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value) &&
           LLVMGetUnnamedAddress(o->value) == LLVMGlobalUnnamedAddr && LLVMGetInitializer(o->value);
}

static bool uses_more_than_one(LLVMValueRef v) {
    LLVMUseRef first = LLVMGetFirstUse(v);
    return first && LLVMGetNextUse(first);
}

typedef struct {
    uint8_t *bytes;
    uint64_t size;
    bool pointers;
} image;

static void put_bytes(translator *tr, void *context, uint64_t offset, LLVMValueRef scalar) {
    image *m = context;
    uint32_t n = (uint32_t)type_store_size(tr, LLVMTypeOf(scalar));
    if (!LLVMIsAConstantInt(scalar) || n > 8) {
        m->pointers = true;
        return;
    }
    uint64_t v = LLVMConstIntGetZExtValue(scalar);
    for (uint32_t i = 0; i < n && offset + i < m->size; i++)
        m->bytes[offset + i] = (uint8_t)(v >> 8 * (tr->big_endian ? n - 1 - i : i));
}

static image image_of(translator *tr, const object *o) {
    image m = {mem_zero(o->size + 1), o->size, false};
    initializer_visit(tr, LLVMGetInitializer(o->value), 0, put_bytes, &m);
    return m;
}

/* Where they overlap they must agree; where they are apart they share nothing. */
static bool images_agree(const image *a, const image *b, int64_t by) {
    uint64_t from = by < 0 ? (uint64_t)-by : 0, shift = by > 0 ? (uint64_t)by : 0;
    if (shift >= b->size || from >= a->size) return false;
    for (uint64_t i = from, k = shift; i < a->size && k < b->size; i++, k++)
        if (a->bytes[i] != b->bytes[k]) return false;
    return true;
}

static bool literals_share(translator *tr, const object *a, const object *b, int64_t by) {
    image x = image_of(tr, a), y = image_of(tr, b);
    bool agree = x.pointers || y.pointers || images_agree(&x, &y, by);
    mem_free(x.bytes);
    mem_free(y.bytes);
    return agree;
}

/* ---- symbols ---- */
static bool has_labels(LLVMValueRef function) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (last && LLVMIsAIndirectBrInst(last)) return true;
    }
    return false;
}

static bool may_be_symbol(const object *o) {
    if (o->kind == OBJECT_OUTSIDE || o->copies > 1) return false;
    return o->kind != OBJECT_FUNCTION || !has_labels(o->value);
}

static uint32_t count_symbols(const translator *tr) {
    uint32_t n = 0;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        n += tr->objects.data[i].address.observed && may_be_symbol(&tr->objects.data[i]);
    return n;
}

static void make_symbol(translator *tr, uint32_t object_id) {
    object *o = &tr->objects.data[object_id];
    size_t length;
    text name = {0};
    uint32_t zeros = (uint32_t)__builtin_ctzll(object_alignment(tr, o));
    text_print(&name, "&%s", LLVMGetValueName2(o->value, &length));
    o->address.place =
        new_variable(tr, text_string(&name), sort_bv(tr->t, tr->pointer_bits - zeros));
    o->address.at = zeros ? term_2(tr->t, OP_CONCAT, o->address.place, term_bv(tr->t, zeros, 0))
                          : o->address.place;
    map_set(&tr->index.symbol_of, o->address.at.id, object_id);
    map_set(&tr->index.symbol_of, o->address.place.id, object_id);
    text_release(&name);
}

/* Bytes of the constants' space: the half of the 64-bit space that programs do not have, or 4 KiB
 * after what Linux gives. */
static bool others_fit(translator *tr) {
    uint64_t used = 0;
    if (tr->pointer_bits >= 64) return true;
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *o = &tr->objects.data[i];
        uint64_t slot = o->copies > 1 ? o->slot : object_least_slot(tr, o);
        if (!o->address.observed || !may_be_symbol(o)) used += 2 * slot * o->copies;
        if (used > FIRST_PAGE) return false;
    }
    return !used || (tr->pointer_bits == 32 && is_linux(tr));
}

uint64_t addresses_place(translator *tr) {
    LOG("memory", "place addresses of %u objects", tr->objects.size);
    addresses_observe(tr);
    if (!count_symbols(tr)) return 0;
    if (!others_fit(tr)) /* then all are symbols */
        for (uint32_t i = 1; i < tr->objects.size; i++) tr->objects.data[i].address.observed = true;
    if (!others_fit(tr) || count_symbols(tr) > MOST_SYMBOLS) return 0;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        if (tr->objects.data[i].address.observed && may_be_symbol(&tr->objects.data[i]))
            make_symbol(tr, i);
    return tr->pointer_bits >= 64 ? 1ull << 63 : end_of_space(tr);
}

void address_of_all(translator *tr, uint32_t space, uint32_t room) {
    enum { LEAST_PLACES_BITS = 4 };
    terms *t = tr->t;
    uint32_t step = room + LEAST_PLACES_BITS < space ? room : space - LEAST_PLACES_BITS;
    term zeros = term_bv(t, step, 0), place;
    tr->index.base_room = room;
    tr->index.base_place = place = new_variable(tr, "&all", sort_bv(t, space - step));
    if (space < tr->pointer_bits)
        place = term_2(t, OP_CONCAT, term_bv(t, tr->pointer_bits - space, 1), place);
    tr->index.base = term_2(t, OP_CONCAT, place, zeros);
}

bool addresses_are_symbols(const translator *tr, const fact_vec *facts) {
    assert_debug(facts_are_there(tr, facts));
    for (uint32_t i = 0; i < facts->size; i++)
        if (facts->data[i].object && !tr->objects.data[facts->data[i].object].address.at.id)
            return false;
    return true;
}

bool is_renewed(const translator *tr, const object *o) {
    assert_debug(object_is_there(tr, o));
    if (o->kind != OBJECT_LOCAL) return false;
    const function_info *f = tr->functions.data[tr->instances.data[o->instance].function];
    if (tr->instances.data[o->instance].looped) return true;
    return LLVMIsAAllocaInst(o->value) &&
           f->blocks.data[f->values.data[local_number(f, o->value)].block].looped;
}

bool address_is_fixed(translator *tr, term a) {
    if (term_is_const(tr->t, a) || (tr->index.base.id && same(a, tr->index.base))) return true;
    uint32_t o = (uint32_t)map_find(&tr->index.symbol_of, a.id, NONE);
    if (o != NONE) return !is_renewed(tr, &tr->objects.data[o]);
    if (term_op(tr->t, a) != OP_BVADD) return false;
    for (uint32_t i = 0; i < term_arity(tr->t, a); i++)
        if (!address_is_fixed(tr, term_arg(tr->t, a, i))) return false;
    return true;
}

/* ---- what is known of them ---- */
static term bytes_taken(translator *tr, const object *o) {
    bool alone = o->kind == OBJECT_FUNCTION ||
                 (o->kind == OBJECT_HEAP && !o->size); /* empty structures may share a place */
    if (!o->variable) return pointer_term(tr, alone ? 1 : o->size);
    term none = term_eq(tr->t, o->size_var, pointer_term(tr, 0));
    return term_ite(tr->t, none, pointer_term(tr, 1), o->size_var);
}

static void assume_in_space(translator *tr, const object *o) {
    terms *t = tr->t;
    uint64_t first = is_linux(tr) ? FIRST_PAGE : 16;
    term last = term_2(t, OP_BVSUB, pointer_term(tr, end_of_space(tr)), bytes_taken(tr, o));
    emit_assume(tr, term_2(t, OP_BVULE, pointer_term(tr, first), o->address.at));
    emit_assume(tr, term_2(t, OP_BVULE, o->address.at, last));
}

bool one_after_the_other(const translator *tr, uint32_t a, uint32_t b) {
    assert_debug(a < tr->objects.size && b < tr->objects.size);
    return !instance_is_within(tr, a, b) && !instance_is_within(tr, b, a);
}

static bool are_of_one_time(const translator *tr, const object *a, const object *b) {
    return a->kind != OBJECT_LOCAL || b->kind != OBJECT_LOCAL ||
           !one_after_the_other(tr, a->instance, b->instance);
}

term literals_overlap(translator *tr, const object *a, const object *b, term distance) {
    enum { LONGEST = 1024 };
    term any = term_false(tr->t);
    if (!is_literal(a) || !is_literal(b)) return any;
    if (a == b && uses_more_than_one(a->value)) /* the compiler made them one before we see them */
        note_here(tr, NOTE_ASSUMPTION, "equal string literals share their storage");
    if (a == b) return any;
    if (a->size > LONGEST || b->size > LONGEST) return term_true(tr->t);
    for (int64_t by = 1 - (int64_t)a->size; by < (int64_t)b->size; by++)
        if (literals_share(tr, a, b, by))
            any = term_or(tr->t, any, term_eq(tr->t, distance, pointer_term(tr, (uint64_t)by)));
    return any;
}

static void assume_apart(translator *tr, const object *a, const object *b) {
    terms *t = tr->t;
    if (!a->address.at.id || !b->address.at.id || a == b || !are_of_one_time(tr, a, b)) return;
    term before =
        term_2(t, OP_BVULE, term_2(t, OP_BVADD, a->address.at, bytes_taken(tr, a)), b->address.at);
    term behind =
        term_2(t, OP_BVULE, term_2(t, OP_BVADD, b->address.at, bytes_taken(tr, b)), a->address.at);
    term shared = literals_overlap(tr, a, b, term_2(t, OP_BVSUB, a->address.at, b->address.at));
    emit_assume(tr, term_or(t, term_or(t, before, behind), shared));
}

/* On 32 bits an object with a symbol may not lie among the others. */
static void assume_beside_base(translator *tr, const object *o) {
    terms *t = tr->t;
    if (tr->pointer_bits >= 64 || !tr->index.base.id) return;
    term from = term_2(t, OP_BVSUB, o->address.at, tr->index.base),
         to = term_2(t, OP_BVSUB, tr->index.base, o->address.at);
    emit_assume(tr, term_2(t, OP_BVULE, pointer_term(tr, 1ull << tr->index.base_room), from));
    emit_assume(tr, term_2(t, OP_BVULE, bytes_taken(tr, o), to));
}

void address_assume(translator *tr, uint32_t object_id) {
    assert_debug(object_id < tr->objects.size);
    const object *o = &tr->objects.data[object_id];
    if (!o->address.at.id) return;
    assume_in_space(tr, o);
    assume_beside_base(tr, o);
    for (uint32_t i = 1; i < tr->objects.size; i++) assume_apart(tr, o, &tr->objects.data[i]);
}

/* ---- choosing ---- */
/* Where input 0 puts it: by kind, one after the other. */
static uint64_t usual_place(translator *tr, uint32_t object_id) {
    enum { MOST_APART = 1 << 16 };
    static const uint64_t wide[] = {0, 0x555555558000, 0x7ffdc0000000, 0x555556559000,
                                    0x555555555000};
    static const uint64_t narrow[] = {0, 0x56559000, 0xf0000000, 0x5697c000, 0x56556000};
    uint64_t at = (tr->pointer_bits >= 64 ? wide : narrow)[tr->objects.data[object_id].kind];
    for (uint32_t i = 1; i <= object_id; i++) {
        const object *o = &tr->objects.data[i];
        uint64_t align = o->address.at.id ? object_alignment(tr, o) : 1;
        if (!o->address.at.id || o->kind != tr->objects.data[object_id].kind) continue;
        at = (at + align - 1) / align * align;
        uint64_t room = object_least_slot(tr, o);
        if (i < object_id) at += o->variable && room > MOST_APART ? MOST_APART : room;
    }
    return at;
}

static void choose(translator *tr, uint32_t object_id) {
    const object *o = &tr->objects.data[object_id];
    uint32_t width = term_width(tr->t, o->address.place), zeros = tr->pointer_bits - width;
    term any = emit_any(tr, sort_bv(tr->t, width), ORIGIN_ADDRESS, "address", "");
    emit_assign(
        tr, o->address.place,
        term_2(tr->t, OP_BVADD, term_bv(tr->t, width, usual_place(tr, object_id) >> zeros), any));
}

/* The base of the others. On 32 bits it may be anywhere, but at neither end. */
static void choose_base(translator *tr) {
    terms *t = tr->t;
    uint32_t width = term_width(t, tr->index.base_place), step = tr->pointer_bits - width;
    uint64_t taken = step < tr->index.base_room ? 1ull << (tr->index.base_room - step) : 1,
             half = 1ull << (width - 1);
    term any = emit_any(tr, sort_bv(t, width), ORIGIN_ADDRESS, "address", "");
    emit_assign(tr, tr->index.base_place,
                term_2(t, OP_BVADD, term_bv(t, width, taken < half ? half : half / 2), any));
    if (tr->pointer_bits >= 64) return;
    uint64_t end = 2 * half - taken;
    assert(end > 1); /* else there is no run, and every property holds */
    emit_assume(tr, term_2(t, OP_BVULT, term_bv(t, width, 0), tr->index.base_place));
    emit_assume(tr, term_2(t, OP_BVULT, tr->index.base_place, term_bv(t, width, end)));
}

/* ---- memory that is used again ----
 * Symbols of blocks never meet. Where a block is made after another was freed, it may lie where
 * that one lay, and a number may still say where: runs come so far, but not further. */
static bool frees_blocks(const translator *tr) {
    bool blocks = false;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        blocks |= tr->objects.data[i].address.at.id && tr->objects.data[i].kind == OBJECT_HEAP;
    return blocks &&
           (LLVMGetNamedFunction(tr->m, "free") || LLVMGetNamedFunction(tr->m, "realloc"));
}

void address_freed(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    if (tr->lifetimes.freed.id)
        emit_assign(tr, tr->lifetimes.freed,
                    term_or(tr->t, tr->lifetimes.freed, term_not(tr->t, is_null(tr, pointer))));
}

void address_made(translator *tr, const object *o) {
    assert_debug(object_is_there(tr, o));
    if (tr->lifetimes.freed.id && o->address.at.id && o->kind == OBJECT_HEAP)
        emit_fail(tr, tr->lifetimes.freed, LIMIT_ADDRESSES,
                  "a block may take the place of a freed one");
}

void addresses_start(translator *tr) {
    enum { ON_ONE_EDGE = 64 };
    if (frees_blocks(tr)) {
        tr->lifetimes.freed = new_variable(tr, "freed", sort_bool(tr->t));
        emit_assign(tr, tr->lifetimes.freed, term_false(tr->t));
    }
    if (tr->index.base.id) choose_base(tr);
    for (uint32_t i = 1; i < tr->objects.size; i++)
        if (tr->objects.data[i].address.at.id) choose(tr, i);
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *o = &tr->objects.data[i];
        if (!o->address.at.id || o->variable) continue;
        assume_in_space(tr, o);
        assume_beside_base(tr, o);
        for (uint32_t k = 1; k < i; k++)
            if (!tr->objects.data[k].variable) assume_apart(tr, o, &tr->objects.data[k]);
        if (tr->emission.pending.size > ON_ONE_EDGE) emit_flush(tr);
    }
}

void address_renew(translator *tr, uint32_t object_id) {
    assert_debug(object_id < tr->objects.size);
    const object *o = &tr->objects.data[object_id];
    if (o->address.at.id && is_renewed(tr, o)) choose(tr, object_id);
}

void addresses_renew(translator *tr, uint32_t inst) {
    assert_debug(inst < tr->instances.size);
    for (uint32_t i = 1; i < tr->objects.size && tr->index.symbol_of.size; i++) {
        const object *o = &tr->objects.data[i];
        if (o->instance != inst || o->variable) continue;
        address_renew(tr, i);
        address_assume(tr, i);
    }
}
