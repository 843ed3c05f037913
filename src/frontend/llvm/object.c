/* Objects and their addresses. */
#include "frontend/llvm/internal.h"

/* Addresses: every object lies in slots of its own, aligned to a power of two that is larger than
 * the object, so that no pointer into or just past one object is a pointer into another, and none
 * is null. */
enum { FIRST_ADDRESS = 0x1000, LEAST_SLOT = 16 };

static uint64_t slot_for(uint64_t size) {
    uint64_t room = LEAST_SLOT;
    while (room <= size) room *= 2;
    return room;
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
    uint64_t align = object_alignment(tr, &o);
    o.slot = slot_for(o.size);
    if (o.slot < align)
        o.slot = align; /* masks that alignment decides give what they give everywhere */
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
    uint64_t key = (uint64_t)(uintptr_t)g, found = map_find(&tr->object_of, key, NONE);
    if (found != NONE) return (uint32_t)found;
    require(!tr->placed, "a global without an address");
    uint32_t id = object_add(tr, LLVMIsAFunction(g) ? function_object(g) : global_object(tr, g));
    map_set(&tr->object_of, key, id);
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
    return object_add(tr, function_object(function));
}

uint32_t object_find(const translator *tr, uint32_t inst, uint32_t number) {
    return (uint32_t)map_find(&tr->local_object, (uint64_t)inst << 32 | number, NONE);
}

/* Bytes where known: of an alloca, or of an allocation with constant arguments. */
static bool constant_operand(LLVMValueRef call, unsigned i, uint64_t *value) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    *value = LLVMConstIntGetZExtValue(v);
    return true;
}

static bool constant_size(translator *tr, LLVMValueRef v, uint64_t *size) {
    uint64_t a = 0, b = 1;
    if (LLVMIsAAllocaInst(v)) {
        bool known = constant_operand(v, 0, &a);
        *size = a * type_size(tr, LLVMGetAllocatedType(v));
        return known;
    }
    if (!called_function(v)) return false; /* through a pointer */
    enum library_kind k = library_kind_of(tr, called_function(v));
    bool known = k == LIBRARY_CALLOC    ? constant_operand(v, 0, &a) && constant_operand(v, 1, &b)
                 : k == LIBRARY_REALLOC ? constant_operand(v, 1, &a)
                                        : constant_operand(v, 0, &a);
    *size = a * b;
    return known && (!b || a <= most_bytes(tr, 1) / b);
}

static bool made_repeatedly(const translator *tr, uint32_t inst, uint32_t number) {
    const instance *i = &tr->instances.data[inst];
    const function_info *f = tr->functions.data[i->function];
    return i->looped || f->blocks.data[f->values.data[number].block].looped;
}

static uint32_t copies_of(const translator *tr, uint32_t inst, uint32_t number, LLVMValueRef v) {
    const instance *i = &tr->instances.data[inst];
    const function_info *f = tr->functions.data[i->function];
    if (!LLVMIsAAllocaInst(v)) return made_repeatedly(tr, inst, number) ? tr->heap_instances : 1;
    /* What alloca makes lives as long as its call, an array of variable size as its block, which
     * saves the stack and restores it. */
    const value_info *info = &f->values.data[number];
    bool kept = !f->saves_stack || !info->variable;
    return info->block && f->blocks.data[info->block].looped && kept ? tr->heap_instances : 1;
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

/* What blocks must have in common; false: each site makes its own. */
static bool kin_of_block(translator *tr, LLVMValueRef v, uint64_t *kin) {
    uint64_t size;
    LLVMValueRef callee = LLVMIsACallInst(v) ? called_function(v) : NULL;
    enum library_kind k = callee ? library_kind_of(tr, callee) : LIBRARY_NONE;
    if ((k != LIBRARY_MALLOC && k != LIBRARY_CALLOC) || !constant_size(tr, v, &size)) return false;
    *kin = size << 1 | (k == LIBRARY_CALLOC);
    return true;
}

static void count_sites(translator *tr) {
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                uint64_t kin;
                if (kin_of_block(tr, i, &kin))
                    map_set(&tr->sites, kin, map_find(&tr->sites, kin, 0) + calls_of(f));
            }
}

static bool shares_object(translator *tr, LLVMValueRef v, uint64_t *kin) {
    if (!tr->o->heap_unbounded || !tr->o->heap_by_size || !kin_of_block(tr, v, kin)) return false;
    if (!tr->sites.size) count_sites(tr);
    return map_find(&tr->sites, *kin, 0) > 1;
}

uint32_t object_local(translator *tr, uint32_t inst, uint32_t number, LLVMValueRef value) {
    uint32_t found = object_find(tr, inst, number);
    uint64_t kin;
    if (found != NONE) return found;
    bool shares = shares_object(tr, value, &kin);
    if (shares) found = (uint32_t)map_find(&tr->shared_object, kin, NONE);
    if (found != NONE) {
        map_set(&tr->local_object, (uint64_t)inst << 32 | number, found);
        return found;
    }
    object o = {.kind = LLVMIsAAllocaInst(value) ? OBJECT_LOCAL : OBJECT_HEAP,
                .value = value,
                .instance = inst};
    o.copies = shares ? tr->heap_instances : copies_of(tr, inst, number, value);
    o.variable = !constant_size(tr, value, &o.size);
    if (o.variable) o.size = most_bytes(tr, o.copies);
    o.zeroed = !LLVMIsAAllocaInst(value) && called_function(value) &&
               library_kind_of(tr, called_function(value)) == LIBRARY_CALLOC;
    uint32_t id = object_add(tr, o);
    map_set(&tr->local_object, (uint64_t)inst << 32 | number, id);
    if (shares) map_set(&tr->shared_object, kin, id);
    if (shares && tr->o->sites_share) *tr->o->sites_share = true;
    return id;
}

uint32_t object_by_value(translator *tr, uint32_t inst, uint32_t parameter, LLVMTypeRef type) {
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
    map_set(&tr->local_object, (uint64_t)inst << 32 | parameter, id);
    return id;
}

uint32_t object_area(translator *tr, uint32_t inst, uint32_t number, uint64_t size) {
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
    map_set(&tr->local_object, (uint64_t)inst << 32 | number, id);
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

void objects_place(translator *tr) {
    uint64_t next = addresses_place(tr),
             end = tr->pointer_bits >= 64 ? next + (1ull << 62) : 1ull << tr->pointer_bits;
    if (!next) next = FIRST_ADDRESS;
    if (tr->o->heap_unbounded) share_addresses(tr, next, end);
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        object *o = &tr->objects.data[i];
        if (o->at.id) continue;
        o->base = (next + o->slot - 1) / o->slot * o->slot;
        if (o->slot > end / o->copies || o->base > end - o->slot * o->copies)
            unsupported(tr, NULL, "objects too large for the address space");
        next = o->base + o->slot * o->copies;
        if (!tr->by_address.size) tr->p->objects_from = o->base;
        tr->p->objects_to = next;
        vec_push(&tr->by_address, i);
    }
    tr->placed = true;
}

static uint32_t object_at(const translator *tr, uint64_t address) {
    uint32_t low = 0, high = tr->by_address.size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (tr->objects.data[tr->by_address.data[middle]].base <= address) low = middle + 1;
        else high = middle;
    }
    if (!low) return NONE;
    const object *o = &tr->objects.data[tr->by_address.data[low - 1]];
    return address < o->base + o->slot * o->copies ? tr->by_address.data[low - 1] : NONE;
}

uint32_t object_known(translator *tr, term address, uint64_t *offset) {
    *offset = 0;
    if (term_get_u64(tr->t, address, offset)) {
        uint32_t o = object_at(tr, *offset);
        if (o != NONE) *offset -= tr->objects.data[o].base;
        return o;
    }
    if (!tr->symbol_of.size) return NONE;
    if (term_op(tr->t, address) != OP_BVADD)
        return (uint32_t)map_find(&tr->symbol_of, address.id, NONE);
    if (term_arity(tr->t, address) != 2) return NONE;
    for (uint32_t i = 0; i < 2; i++)
        if (term_get_u64(tr->t, term_arg(tr->t, address, i), offset))
            return (uint32_t)map_find(&tr->symbol_of, term_arg(tr->t, address, 1 - i).id, NONE);
    return NONE;
}

term object_start(translator *tr, const object *o) {
    return o->at.id ? o->at : pointer_term(tr, o->base);
}

term object_address(translator *tr, uint32_t object_id) {
    return object_start(tr, &tr->objects.data[object_id]);
}
