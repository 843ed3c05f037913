/* Objects and their addresses. */
#include "base/log.h"
#include "frontend/memory/object.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/contract_functions.h"
#include "frontend/llvm/evaluate.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/memory/address.h"
#include "frontend/memory/provenance.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Addresses: every object lies in slots of its own, aligned to a power of two that is larger than
 * the object, so that no pointer into or just past one object is a pointer into another, and none
 * is null. Slots are wide: a sum that leaves its object, by any index of 32 bits where there is
 * room, must not lead to another one. */
enum { FIRST_ADDRESS = 0x1000, LEAST_SLOT = 16 };

/* Bits of a slot: of an object of which there is one, of those that a site makes. Blocks without a
 * limit on their number leave no room between them in 32 bits. */
static uint32_t wide_slot(const translator *tr, uint32_t copies) {
    if (tr->pointer_bits >= 64) return copies > 1 ? 24 : 36;
    if (tr->pointer_bits < 32 || (copies > 1 && tr->o->choice.heap)) return 0;
    return copies > 1 ? 12 : 20;
}

static uint64_t slot_above(uint64_t room, const object *o, uint64_t align) {
    while (room <= o->size || room < align) room *= 2;
    return room;
}

bool object_is_there(const translator *tr, const object *o) {
    return o >= tr->objects.data && o < tr->objects.data + tr->objects.size;
}

bool facts_are_there(const translator *tr, const fact_vec *facts) {
    for (uint32_t i = 0; i < facts->size; i++)
        if (facts->data[i].object >= tr->objects.size) return false;
    return true;
}

bool is_pointer_wide(const translator *tr, term a) {
    return term_is_there(tr->t, a) && term_width(tr->t, a) == tr->pointer_bits;
}

uint64_t object_least_slot(translator *tr, const object *o) {
    assert_debug(object_is_there(tr, o));
    return slot_above(LEAST_SLOT, o, object_alignment(tr, o));
}

/* The most that an object of a size known only at run time may have: an assumption that is noted
 * where it is made. */
static uint64_t most_bytes(const translator *tr, uint32_t copies) {
    if (tr->pointer_bits >= 64) return 1ull << 40;
    return tr->pointer_bits < 32 ? 1ull << (tr->pointer_bits - 6)
           : copies > 1          ? 1ull << 20
                                 : 1ull << 25;
}

static uint32_t object_add(translator *tr, object o) {
    uint32_t wide = wide_slot(tr, o.copies);
    /* Masks that alignment decides give what they give everywhere. */
    o.slot = slot_above(wide ? 1ull << wide : LEAST_SLOT, &o, object_alignment(tr, &o));
    vec_push(&tr->objects, o);
    return tr->objects.size - 1;
}

static bool is_external(LLVMValueRef g) {
    LLVMLinkage l = LLVMGetLinkage(g);
    return l != LLVMInternalLinkage && l != LLVMPrivateLinkage;
}

/* Space for the addresses of a function's blocks (computed gotos). */
static object function_object(LLVMValueRef f) {
    return (object){.kind = OBJECT_FUNCTION,
                    .value = f,
                    .instance = NONE,
                    .copies = 1,
                    .size = 1 + (uint64_t)LLVMCountBasicBlocks(f)};
}

/* An extern array of unknown length is taken to be as long as anyone reads. */
enum { UNKNOWN_LENGTH = 1 << 16 };

static object global_object(translator *tr, LLVMValueRef g) {
    LLVMTypeRef type = LLVMGlobalGetValueType(g);
    uint64_t size = LLVMTypeIsSized(type) ? type_size(tr, type) : UNKNOWN_LENGTH;
    if (!size && LLVMIsDeclaration(g)) size = UNKNOWN_LENGTH;
    return (object){.kind = OBJECT_GLOBAL,
                    .value = g,
                    .instance = NONE,
                    .copies = 1,
                    .size = size,
                    .external = is_external(g) && !LLVMIsGlobalConstant(g)};
}

uint32_t object_global(translator *tr, LLVMValueRef g) {
    LOG("memory", "object of a global");
    uint64_t key = (uint64_t)(uintptr_t)g, found = map_find(&tr->index.object_of, key, NONE);
    if (found != NONE) return (uint32_t)found;
    require(!tr->index.placed, "a global without an address");
    uint32_t id = object_add(tr, LLVMIsAFunction(g) ? function_object(g) : global_object(tr, g));
    map_set(&tr->index.object_of, key, id);
    return id;
}

void objects_named(translator *tr, const function_info *f) {
    fact_vec named = {0};
    for (uint32_t n = f->arguments; n < f->values.size; n++) {
        LLVMValueRef v = f->values.data[n].value;
        if (is_debug_call(v)) continue;
        if (LLVMIsAIndirectBrInst(v)) object_global(tr, f->function);
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++) {
            LLVMValueRef used = LLVMGetOperand(v, i);
            if (is_constant(used) && !(LLVMIsACallInst(v) && used == LLVMGetCalledValue(v)))
                constant_facts(tr, used, &named);
        }
        vec_clear(&named);
    }
    vec_release(&named);
}

uint32_t object_nowhere(translator *tr, LLVMValueRef function) {
    assert_debug(LLVMIsAFunction(function));
    return object_add(tr, function_object(function));
}

uint32_t object_find(const translator *tr, uint32_t inst, uint32_t number) {
    assert_debug(inst < tr->instances.size);
    return (uint32_t)map_find(&tr->index.local_object, (uint64_t)inst << 32 | number, NONE);
}

/* ---- sizes ----
 * Bytes where known: of an alloca, or of an allocation with constant arguments. What a function that
 * wraps an allocation passes on is as constant as the argument of its call. */
typedef struct {
    const translator *tr;
    uint32_t inst; /* NONE: of no call in particular */
} call_path;

static bool constant_on(call_path at, LLVMValueRef v, uint32_t depth, uint64_t *value);

/* The one store to a local that holds a parameter: at the start, before everything. */
static LLVMValueRef only_stored(LLVMValueRef local) {
    LLVMValueRef stored = NULL;
    if (!LLVMIsAAllocaInst(local) || !used_directly(local)) return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAStoreInst(user)) continue;
        if (stored || !LLVMIsAArgument(LLVMGetOperand(user, 0))) return NULL;
        LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
        if (block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block))) return NULL;
        stored = LLVMGetOperand(user, 0);
    }
    return stored;
}

static bool argument_on(call_path at, LLVMValueRef parameter, uint32_t depth, uint64_t *value) {
    const instance *i = at.inst == NONE ? NULL : &at.tr->instances.data[at.inst];
    if (!i || i->parent == NONE || i->shared) return false;
    LLVMValueRef f = at.tr->functions.data[i->function]->function,
                 call = at.tr->functions.data[at.tr->instances.data[i->parent].function]
                            ->values.data[i->call]
                            .value;
    if (is_procedure(at.tr, f) || !LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
        return false;
    for (unsigned k = 0; k < LLVMCountParams(f) && k < LLVMGetNumArgOperands(call); k++) {
        LLVMValueRef given = LLVMGetOperand(call, k);
        if (LLVMGetParam(f, k) == parameter && LLVMTypeOf(given) == LLVMTypeOf(parameter))
            return constant_on((call_path){at.tr, i->parent}, given, depth + 1, value);
    }
    return false;
}

static uint64_t low_bits(uint64_t n, uint32_t width) {
    return width < 64 ? n & ((1ull << width) - 1) : n;
}

static bool constant_on(call_path at, LLVMValueRef v, uint32_t depth, uint64_t *value) {
    enum { DEEPEST = 16 };
    uint32_t width = integer_width(LLVMTypeOf(v));
    if (!width || depth > DEEPEST) return false;
    if (LLVMIsAConstantInt(v)) return *value = LLVMConstIntGetZExtValue(v), true;
    if (LLVMIsAArgument(v)) return argument_on(at, v, depth, value);
    if (LLVMIsALoadInst(v)) {
        LLVMValueRef stored = only_stored(LLVMGetOperand(v, 0));
        return stored && argument_on(at, stored, depth, value);
    }
    bool narrows = LLVMIsATruncInst(v);
    if (!LLVMIsAZExtInst(v) && !narrows) return false;
    if (!constant_on(at, LLVMGetOperand(v, 0), depth + 1, value)) return false;
    *value = low_bits(*value, width);
    return true;
}

static bool constant_operand(call_path at, LLVMValueRef call, unsigned i, uint64_t *value) {
    return constant_on(at, LLVMGetOperand(call, i), 0, value);
}

static bool constant_size(translator *tr, uint32_t inst, LLVMValueRef v, uint64_t *size) {
    call_path at = {tr, inst};
    uint64_t a = 0, b = 1;
    if (LLVMIsAAllocaInst(v)) {
        bool known = constant_operand(at, v, 0, &a);
        *size = a * type_size(tr, LLVMGetAllocatedType(v));
        return known;
    }
    if (!called_function(v)) return false; /* through a pointer */
    enum library_kind k = library_kind_of(tr, called_function(v));
    bool known = k == LIBRARY_CALLOC
                     ? constant_operand(at, v, 0, &a) && constant_operand(at, v, 1, &b)
                 : k == LIBRARY_REALLOC ? constant_operand(at, v, 1, &a)
                                        : constant_operand(at, v, 0, &a);
    *size = a * b;
    return known && (!b || a <= most_bytes(tr, 1) / b);
}

/* Of a block that a function makes for its caller. */
static bool passed_size(translator *tr, uint32_t inst, LLVMValueRef v, uint32_t copies,
                        uint64_t *size) {
    return LLVMIsACallInst(v) && constant_size(tr, inst, v, size) &&
           *size <= most_bytes(tr, copies);
}

static bool made_repeatedly(const translator *tr, uint32_t inst, uint32_t number) {
    const instance *i = &tr->instances.data[inst];
    const function_info *f = tr->functions.data[i->function];
    return i->looped || f->blocks.data[f->values.data[number].block].looped;
}

static uint32_t copies_of(const translator *tr, uint32_t inst, uint32_t number, LLVMValueRef v) {
    const instance *i = &tr->instances.data[inst];
    const function_info *f = tr->functions.data[i->function];
    if (!LLVMIsAAllocaInst(v))
        return made_repeatedly(tr, inst, number) ? tr->tree.heap_instances : 1;
    /* What alloca makes lives as long as its call, an array of variable size as its block, which
     * saves the stack and restores it. */
    const value_info *info = &f->values.data[number];
    bool kept = !f->saves_stack || !info->variable;
    return info->block && f->blocks.data[info->block].looped && kept ? tr->tree.heap_instances : 1;
}

/* ---- sites of one size ----
 * A list whose nodes several sites make has no order of its own where each site has numbers of its
 * own. Where sites of one size share an object, the numbers are the order in which the blocks were
 * made. */
static uint32_t calls_of(LLVMValueRef f) {
    uint32_t n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        n += LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f;
    }
    return n > 1 ? n : 1;
}

/* A block that a contract allows only to be read. */
static bool is_constant_block(LLVMValueRef v) {
    size_t length;
    LLVMValueRef callee = LLVMIsACallInst(v) ? called_function(v) : NULL;
    return callee && !strcmp(LLVMGetValueName2(callee, &length), "__cinch_constant_block");
}

bool object_is_constant(const object *o) {
    if (o->kind == OBJECT_GLOBAL) return LLVMIsGlobalConstant(o->value);
    return o->kind == OBJECT_HEAP && is_constant_block(o->value);
}

/* What blocks must have in common; false: each site makes its own. */
static bool kin_of_block(translator *tr, LLVMValueRef v, uint64_t *kin) {
    uint64_t size;
    LLVMValueRef callee = LLVMIsACallInst(v) ? called_function(v) : NULL;
    enum library_kind k = callee ? library_kind_of(tr, callee) : LIBRARY_NONE;
    if ((k != LIBRARY_MALLOC && k != LIBRARY_CALLOC) || !constant_size(tr, NONE, v, &size))
        return false;
    *kin = size << 1 | (k == LIBRARY_CALLOC);
    return !is_constant_block(v);
}

static void count_sites(translator *tr) {
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                uint64_t kin;
                if (kin_of_block(tr, i, &kin))
                    map_set(&tr->index.sites, kin,
                            map_find(&tr->index.sites, kin, 0) + calls_of(f));
            }
}

static bool shares_object(translator *tr, LLVMValueRef v, uint64_t *kin) {
    if (tr->o->choice.heap != HEAP_BY_SIZE || !kin_of_block(tr, v, kin)) return false;
    if (!tr->index.sites.size) count_sites(tr);
    return map_find(&tr->index.sites, *kin, 0) > 1;
}

uint32_t object_local(translator *tr, uint32_t inst, uint32_t number, LLVMValueRef value) {
    assert_debug(inst < tr->instances.size);
    LOG("memory", "object of value %u in instance %u", number, inst);
    uint32_t found = object_find(tr, inst, number);
    uint64_t kin;
    if (found != NONE) return found;
    bool shares = shares_object(tr, value, &kin);
    if (shares) found = (uint32_t)map_find(&tr->index.shared_object, kin, NONE);
    if (found != NONE) {
        map_set(&tr->index.local_object, (uint64_t)inst << 32 | number, found);
        return found;
    }
    object o = {.kind = LLVMIsAAllocaInst(value) ? OBJECT_LOCAL : OBJECT_HEAP,
                .value = value,
                .instance = inst};
    o.copies = shares ? tr->tree.heap_instances : copies_of(tr, inst, number, value);
    o.variable = !constant_size(tr, NONE, value, &o.size) &&
                 (shares || !passed_size(tr, inst, value, o.copies, &o.size));
    if (o.variable) o.size = most_bytes(tr, o.copies);
    o.zeroed = !LLVMIsAAllocaInst(value) && called_function(value) &&
               library_kind_of(tr, called_function(value)) == LIBRARY_CALLOC;
    uint32_t id = object_add(tr, o);
    map_set(&tr->index.local_object, (uint64_t)inst << 32 | number, id);
    if (shares) map_set(&tr->index.shared_object, kin, id);
    tr->p->sites_share |= shares;
    return id;
}

uint32_t object_by_value(translator *tr, uint32_t inst, uint32_t parameter, LLVMTypeRef type) {
    assert_debug(inst < tr->instances.size);
    uint32_t found = object_find(tr, inst, parameter);
    if (found != NONE) return found;
    const function_info *f = tr->functions.data[tr->instances.data[inst].function];
    object o = {.kind = OBJECT_LOCAL,
                .value = f->values.data[parameter].value,
                .instance = inst,
                .copies = 1,
                .size = type_size(tr, type),
                .written = true};
    uint32_t id = object_add(tr, o);
    map_set(&tr->index.local_object, (uint64_t)inst << 32 | parameter, id);
    return id;
}

uint32_t object_area(translator *tr, uint32_t inst, uint32_t number, uint64_t size) {
    assert_debug(inst < tr->instances.size);
    LOG("memory", "area of %" PRIu64 " bytes for instance %u", size, inst);
    uint32_t found = object_find(tr, inst, number);
    if (found != NONE) return found;
    const function_info *f = tr->functions.data[tr->instances.data[inst].function];
    object o = {.kind = OBJECT_LOCAL,
                .value = f->function,
                .instance = inst,
                .copies = 1,
                .size = size,
                .written = true};
    uint32_t id = object_add(tr, o);
    map_set(&tr->index.local_object, (uint64_t)inst << 32 | number, id);
    return id;
}

/* Sites that make any number of objects share the address space that the others leave: a run that
 * needs more does not fit into memory either, as long as nothing is freed. */
static void share_addresses(translator *tr, uint64_t used, uint64_t end) {
    uint64_t sites = 0, most = 1u << 31;
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        used += 2 * tr->objects.data[i].slot; /* and what alignment may take */
        sites += tr->objects.data[i].copies > 1;
    }
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        object *o = &tr->objects.data[i];
        if (o->copies == 1) continue;
        uint64_t room = used < end ? (end - used) / sites / o->slot : 0;
        if (room < 2) unsupported(tr, NULL, "objects too large for the address space");
        o->copies = (uint32_t)(room < most ? room : most);
    }
}

static uint64_t room_needed(const translator *tr) {
    uint64_t all = 0;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        if (!tr->objects.data[i].address.at.id)
            all += 2 * tr->objects.data[i].slot * tr->objects.data[i].copies;
    return all;
}

/* Where there is no room for wide slots, those of single objects shrink; how far apart blocks of
 * one site lie is part of their facts. */
static void shrink_slots(translator *tr, uint64_t room) {
    if (room_needed(tr) <= room) return;
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        object *o = &tr->objects.data[i];
        if (o->copies == 1) o->slot = object_least_slot(tr, o);
    }
}

/* ---- where the constants begin ----
 * A number that becomes a pointer without that an address went into it (provenance.h) must
 * designate no object. On 64 bits small numbers cannot: constants begin at 2^62. On 32 bits they
 * begin where no number of the program is. What any number may be taken for lies after a base that
 * is any. */
enum { FAR_BITS = 62 };

bool object_is_based(const translator *tr, const object *o) {
    assert_debug(object_is_there(tr, o));
    return tr->index.base.id && o->address.beside_numbers && !o->address.at.id;
}

/* The first address after which `room` bytes are apart from all the numbers; 0: there is none. */
static uint64_t start_beside(const translator *tr, u64_vec *numbers, uint64_t room) {
    uint64_t near = 1ull << (tr->pointer_bits / 2), end = (1ull << tr->pointer_bits) - near,
             start = 2 * near;
    if (numbers->size) qsort(numbers->data, numbers->size, sizeof *numbers->data, u64_compare);
    for (uint32_t i = 0; i < numbers->size; i++) {
        uint64_t n = numbers->data[i];
        if (n + near <= start) continue;
        if (n >= start + room + near) break;
        start = n + 2 * near;
    }
    return start < end && room <= end - start ? start : 0;
}

/* On fewer than 64 bits; 0: nowhere. */
static uint64_t first_near(translator *tr, pointer_numbers *numbers, uint64_t behind_symbols) {
    bool none = !numbers->any && !numbers->bits && !numbers->constants.size;
    if (none && (tr->pointer_bits < 32 || tr->o->choice.heap || behind_symbols))
        return behind_symbols ? behind_symbols : FIRST_ADDRESS;
    if (numbers->any || behind_symbols) return 0;
    shrink_slots(tr, 1ull << (tr->pointer_bits - 1));
    return start_beside(tr, &numbers->constants, room_needed(tr));
}

/* All objects that have no symbol of their own, one after the other: those beside numbers, or the
 * others. Returns the end. */
static uint64_t place_from(translator *tr, bool based, uint64_t next, uint64_t end,
                           u32_vec *order) {
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        object *o = &tr->objects.data[i];
        if (o->address.at.id || o->address.beside_numbers != based) continue;
        o->base = (next + o->slot - 1) / o->slot * o->slot;
        if (o->slot > end / o->copies || o->base > end - o->slot * o->copies)
            unsupported(tr, NULL, "objects too large for the address space");
        next = o->base + o->slot * o->copies;
        vec_push(order, i);
    }
    return next;
}

static void place_based(translator *tr) {
    uint32_t space = tr->pointer_bits >= 64 ? FAR_BITS - 1 : tr->pointer_bits, room = 12;
    uint64_t end = place_from(tr, true, 0, 1ull << (space - 1), &tr->index.by_base);
    if (!end) return;
    while (1ull << room < end) room++;
    address_of_all(tr, space, room);
}

static void place_constants(translator *tr, uint64_t first, uint64_t end) {
    tr->p->objects_from = first;
    tr->p->objects_to = place_from(tr, false, first, end, &tr->index.by_address);
    if (!tr->index.by_base.size) return;
    /* Where the others lie is not known: wherever they may. */
    tr->p->objects_from = tr->pointer_bits >= 64 ? 1ull << (FAR_BITS - 1) : 0;
    if (tr->pointer_bits < 64) tr->p->objects_to = 1ull << tr->pointer_bits;
}

void objects_place(translator *tr) {
    assert_debug(!tr->index.placed);
    LOG("memory", "place %u objects", tr->objects.size);
    pointer_numbers numbers;
    uint64_t behind_symbols = addresses_place(tr), first = behind_symbols,
             room = tr->pointer_bits >= 64 ? 1ull << FAR_BITS : 1ull << (tr->pointer_bits - 1);
    pointer_numbers_find(tr, &numbers);
    if (tr->pointer_bits < 64) first = first_near(tr, &numbers, behind_symbols);
    else if (!first) first = 1ull << FAR_BITS;
    for (uint32_t i = 1; i < tr->objects.size && !first; i++)
        tr->objects.data[i].address.beside_numbers = true;
    pointer_numbers_release(&numbers);
    uint64_t end = tr->pointer_bits >= 64 ? first + room : 1ull << tr->pointer_bits;
    shrink_slots(tr, numbers.any ? room / 4 : end - first);
    if (tr->o->choice.heap) share_addresses(tr, first, numbers.any ? first + room / 4 : end);
    place_based(tr);
    place_constants(tr, first, end);
    tr->index.placed = true;
}

static uint32_t object_at(const translator *tr, const u32_vec *order, uint64_t address,
                          uint64_t *offset) {
    uint32_t low = 0, high = order->size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (tr->objects.data[order->data[middle]].base <= address) low = middle + 1;
        else high = middle;
    }
    if (!low) return NONE;
    const object *o = &tr->objects.data[order->data[low - 1]];
    *offset = address - o->base;
    return *offset < o->slot * o->copies ? order->data[low - 1] : NONE;
}

/* A symbol, and how far after it. */
static term symbol_of(const translator *tr, term address, uint64_t *offset) {
    *offset = 0;
    if (term_op(tr->t, address) != OP_BVADD || term_arity(tr->t, address) != 2) return address;
    for (uint32_t i = 0; i < 2; i++)
        if (term_get_u64(tr->t, term_arg(tr->t, address, i), offset))
            return term_arg(tr->t, address, 1 - i);
    return address;
}

uint32_t object_known(translator *tr, term address, uint64_t *offset) {
    assert_debug(is_pointer_wide(tr, address));
    if (term_get_u64(tr->t, address, offset))
        return object_at(tr, &tr->index.by_address, *offset, offset);
    term symbol = symbol_of(tr, address, offset);
    if (tr->index.base.id && same(symbol, tr->index.base))
        return object_at(tr, &tr->index.by_base, *offset, offset);
    return (uint32_t)map_find(&tr->index.symbol_of, symbol.id, NONE);
}

term pointer_term(translator *tr, uint64_t address) {
    assert_debug(tr->pointer_bits == 64 || !(address >> tr->pointer_bits));
    return term_bv(tr->t, tr->pointer_bits, address);
}

term object_start(translator *tr, const object *o) {
    assert_debug(object_is_there(tr, o));
    if (o->address.at.id) return o->address.at;
    term base = pointer_term(tr, o->base);
    return object_is_based(tr, o) ? term_2(tr->t, OP_BVADD, tr->index.base, base) : base;
}

term object_address(translator *tr, uint32_t object_id) {
    assert_debug(object_id < tr->objects.size);
    return object_start(tr, &tr->objects.data[object_id]);
}
