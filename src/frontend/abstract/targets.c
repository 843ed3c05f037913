/* Which functions a call through a pointer may reach, for a module as a whole: inclusion-based
 * (inclusion.h), of all functions that calls from the entry lead to, without contexts and order but
 * for allocation functions (allocator.h). An object is a global, a function, a local, or what an
 * allocation makes. A value of any type may be an address, or a part of one.
 *
 * Two kinds of memory are not the program's. What numbers that are no addresses of the program
 * point to, and pointers that nothing was written into, is `unknown`: no object of the program, but
 * what is stored there can be read there. Other modules' is `outside`: their pointers may also
 * point to what they know of this one by name. Where main is the entry, they only made those
 * pointers, and these are used by the type of what they point to; else their code runs as well, and
 * what is written through them (`written`) may come to whatever they know. */
#include "frontend/abstract/abstract.h"
#include "base/log.h"
#include "frontend/abstract/allocator.h"
#include "frontend/abstract/inclusion.h"
#include "frontend/abstract/parts.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"

#include <string.h>

enum { WORD = 8, MOST_ELEMENTS = 32 };

/* A store through a pointer: of so many bytes, into a record of this type where it is known to be
 * one; or of a block of at least so many bytes. */
typedef struct {
    uint32_t pointer;
    uint64_t bytes;
    LLVMTypeRef record;
    bool block;
} outside_store;

/* What is read through a pointer, or computed from a number, that no address comes to. */
typedef struct {
    uint32_t from, to;
} followed;

/* A number that is stored. */
typedef struct {
    inclusion_memory at;
    uint32_t value;
    bool done;
} stored_number;

/* An access through a pointer, by its type: a field of a record, or a value. */
typedef struct {
    uint32_t pointer, node;
    LLVMTypeRef type; /* NULL: a block, of any */
    uint64_t field, bytes;
    bool record, store, done;
} typed_access;

/* What other modules know by its name. */
typedef struct {
    uint32_t object;
    LLVMTypeRef type;
} known_global;

/* All functions whose addresses other modules may have, and an object that stands for them. */
typedef struct {
    uint32_t object;
    function_vec all;
} foreign_functions;

struct targets {
    translator *tr;
    const map *plain; /* variables that are no memory */
    inclusion *sets;
    function_vec functions;   /* reached */
    function_vec function_of; /* by object; NULL: another o, which may be gone by now */
    map node_of, object_of, reached, allocators;
    map pointer_of;   /* call -> node of what it calls: the module may change after us */
    map calls_of;     /* node -> its first call, and of each call the next */
    uint32_t varargs; /* an object: all that is passed so */
    uint32_t outside, written, unknown;
    foreign_functions foreign;
    uint32_t data; /* an object: all constants without addresses */
    vec(LLVMValueRef) calls;
    u32_vec next_call; /* of the same pointer; NONE: none */
    vec(outside_store) stores;
    vec(typed_access) accesses;
    vec(known_global) globals;
    bool by_type; /* so pointers of other modules are used */
    vec(followed) followed;
    vec(stored_number) numbers;
};

static uint64_t key_of(LLVMValueRef v) { return (uint64_t)(uintptr_t)v; }

/* ---- objects ---- */
static uint32_t object_new(targets *t, LLVMValueRef function, uint64_t size, bool whole) {
    uint32_t o = inclusion_object(t->sets, size, whole);
    while (t->function_of.size <= o) vec_push(&t->function_of, NULL);
    t->function_of.data[o] = function;
    return o;
}

static void hold(targets *t, uint32_t node, uint32_t o) {
    inclusion_hold(t->sets, node, inclusion_place(t->sets, o, 0));
}

static void flow(targets *t, uint32_t from, uint32_t to) { inclusion_flow(t->sets, from, to); }

/* The node of a whole object. */
static uint32_t content(const targets *t, uint32_t o) { return inclusion_into(t->sets, o); }

/* The node is what a block holds, or comes to hold. */
static void access_block(targets *t, uint32_t pointer, uint32_t node, bool store) {
    typed_access a = {.pointer = pointer, .node = node, .store = store};
    if (t->by_type) vec_push(&t->accesses, a);
}

/* The record that an address is computed in; NULL: none that is known. */
static LLVMTypeRef record_of(LLVMValueRef address) {
    LLVMTypeRef found = NULL;
    for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0)) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) found = type;
    }
    return found;
}

static void note_block(targets *t, uint32_t pointer, LLVMValueRef address, LLVMValueRef length) {
    uint64_t bytes = length && LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
    LLVMTypeRef record = address ? record_of(address) : NULL;
    outside_store x = {pointer, bytes, record, .block = true};
    vec_push(&t->stores, x);
}

bool is_known_elsewhere(LLVMValueRef global) {
    assert_debug(LLVMIsAGlobalValue(global));
    LLVMLinkage l = LLVMGetLinkage(global);
    return l != LLVMInternalLinkage && l != LLVMPrivateLinkage;
}

/* ---- constants ---- */
static uint32_t object_for(targets *t, LLVMValueRef v);

/* The address of an o, that many bytes on. */
static void hold_address(targets *t, LLVMValueRef v, int64_t offset, uint32_t node) {
    if (LLVMIsAGlobalIFunc(v)) unsupported(t->tr, NULL, "an ifunc, which the loader chooses");
    inclusion_hold(t->sets, node, inclusion_place(t->sets, object_for(t, v), offset));
}

/* All addresses that a constant is made of. */
static void hold_constant(targets *t, LLVMValueRef v, int64_t offset, uint32_t node) {
    if (LLVMIsAGlobalAlias(v)) v = LLVMAliasGetAliasee(v);
    if (LLVMIsAFunction(v) || LLVMIsAGlobalVariable(v) || LLVMIsAGlobalIFunc(v)) {
        hold_address(t, v, offset, node);
        return;
    }
    if (LLVMIsNull(v)) inclusion_hold(t->sets, node, PLACE_NULL);
    if (LLVMIsAConstantDataSequential(v) || LLVMIsABlockAddress(v)) return;
    bool expression = LLVMIsAConstantExpr(v);
    LLVMOpcode op = expression ? LLVMGetConstOpcode(v) : LLVMRet;
    if (op == LLVMGetElementPtr && offset != ANYWHERE) offset += gep_shape(t->tr, v).constant;
    else if (op != LLVMPtrToInt && op != LLVMIntToPtr && op != LLVMBitCast) offset = ANYWHERE;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        hold_constant(t, LLVMGetOperand(v, (unsigned)i), offset, node);
}

typedef struct {
    targets *targets;
    uint32_t object;
} filled_object;

static void fill_scalar(translator *tr, void *context, uint64_t offset, LLVMValueRef scalar) {
    filled_object *f = context;
    uint64_t bytes = type_store_size(tr, LLVMTypeOf(scalar));
    for (uint64_t at = offset / WORD * WORD; at < offset + bytes; at += WORD)
        hold_constant(f->targets, scalar, 0, inclusion_first_word(f->targets->sets, f->object, at));
}

/* Other modules fill in what they define, and may have the address of what this one does. */
static void fill_global(targets *t, LLVMValueRef g, uint32_t o) {
    filled_object f = {t, o};
    if (LLVMGetInitializer(g)) {
        initializer_visit(t->tr, LLVMGetInitializer(g), 0, fill_scalar, &f);
        inclusion_starts(t->sets, o, PLACE_NULL);
    } else if (type_holds_pointers(LLVMGlobalGetValueType(g)))
        flow(t, content(t, t->outside), inclusion_into(t->sets, o));
    if (!is_known_elsewhere(g)) return;
    vec_push(&t->globals, ((known_global){o, LLVMGlobalGetValueType(g)}));
    if (t->by_type) return;
    flow(t, inclusion_out_of(t->sets, o), content(t, t->outside));
    flow(t, content(t, t->written), inclusion_into(t->sets, o));
}

/* Constants without addresses are one object. */
static bool is_data(LLVMValueRef v) {
    return LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) && LLVMGetInitializer(v) &&
           !is_known_elsewhere(v) && !type_holds_pointers(LLVMGlobalGetValueType(v));
}

static uint64_t size_of(targets *t, LLVMValueRef v) {
    LLVMTypeRef type = LLVMIsAGlobalVariable(v) ? LLVMGlobalGetValueType(v)
                       : LLVMIsAAllocaInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 0)) &&
                               LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)) == 1
                           ? LLVMGetAllocatedType(v)
                           : NULL;
    return type && LLVMTypeIsSized(type) ? LLVMABISizeOfType(t->tr->layout, type) : 0;
}

static uint32_t object_for(targets *t, LLVMValueRef v) {
    uint64_t known = map_find(&t->object_of, key_of(v), NONE);
    bool function = LLVMIsAFunction(v), global = LLVMIsAGlobalVariable(v);
    if (known != NONE) return (uint32_t)known;
    if (is_data(v)) return t->data;
    uint32_t o = object_new(t, function ? v : NULL, size_of(t, v), function);
    map_set(&t->object_of, key_of(v), o);
    if (global) fill_global(t, v, o);
    else inclusion_starts(t->sets, o, PLACE_UNWRITTEN);
    return o;
}

static uint32_t node_for(targets *t, LLVMValueRef v) {
    uint64_t known = map_find(&t->node_of, key_of(v), NONE);
    if (known != NONE) return (uint32_t)known;
    uint32_t node = inclusion_node(t->sets);
    map_set(&t->node_of, key_of(v), node);
    if (LLVMIsConstant(v)) hold_constant(t, v, 0, node);
    if (LLVMIsAAllocaInst(v)) hold(t, node, object_for(t, v));
    return node;
}

/* A plain variable is a node, and no memory. */
static uint32_t variable_for(targets *t, LLVMValueRef v) {
    uint64_t known = map_find(&t->node_of, key_of(v) | 1, NONE);
    if (known != NONE) return (uint32_t)known;
    bool global = LLVMIsAGlobalVariable(v);
    uint32_t o = object_new(t, NULL, 0, true), node = content(t, o);
    map_set(&t->node_of, key_of(v) | 1, node);
    if (global) fill_global(t, v, o);
    else inclusion_starts(t->sets, o, PLACE_UNWRITTEN);
    return node;
}

/* ---- numbers ---- */
/* Where no address of the program comes from the one, the other is unknown. */
static void follow(targets *t, uint32_t from, uint32_t to) {
    vec_push(&t->followed, ((followed){from, to}));
}

static void hold_unknown(targets *t, uint32_t node) { hold(t, node, t->unknown); }

static bool is_address_sized(targets *t, LLVMTypeRef type) {
    return LLVMGetTypeKind(type) != LLVMVoidTypeKind && LLVMTypeIsSized(type) &&
           type_store_size(t->tr, type) >= WORD;
}

/* What code that is not ours gives. */
static void hold_result(targets *t, LLVMValueRef call) {
    if (is_address_sized(t, LLVMTypeOf(call))) hold_unknown(t, node_for(t, call));
}

static void note_number(targets *t, LLVMValueRef value, inclusion_memory at) {
    stored_number n = {at, node_for(t, value), false};
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind && !LLVMIsNull(value))
        vec_push(&t->numbers, n);
}

/* ---- calls ---- */
static void reach(targets *t, LLVMValueRef function) {
    if (set_add(&t->reached, function)) vec_push(&t->functions, function);
}

static void pass_arguments_to(targets *t, LLVMValueRef call, LLVMValueRef callee) {
    unsigned parameters = LLVMCountParams(callee);
    reach(t, callee);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        uint32_t from = node_for(t, LLVMGetOperand(call, i));
        if (i < parameters) flow(t, from, node_for(t, LLVMGetParam(callee, i)));
        else flow(t, from, content(t, t->varargs));
    }
}

/* The result node of a function is not that of its address: the key is that of its first block. */
static uint32_t result_of(targets *t, LLVMValueRef function) {
    return node_for(t, LLVMBasicBlockAsValue(LLVMGetEntryBasicBlock(function)));
}

/* All of the objects that it points to. */
static inclusion_memory all_at(uint32_t pointer) { return (inclusion_memory){pointer, 0, 0}; }

/* Anything may go from any argument to what any of them points to, and into the result. Returns the
 * node of all that can be reached. */
static uint32_t mix_arguments(targets *t, LLVMValueRef call) {
    uint32_t all = inclusion_node(t->sets);
    inclusion_blur(t->sets, all);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        flow(t, node_for(t, LLVMGetOperand(call, i)), all);
    hold_unknown(t, all);
    inclusion_load(t->sets, all_at(all), all);
    inclusion_store(t->sets, all_at(all), all);
    access_block(t, all, all, false);
    access_block(t, all, all, true);
    flow(t, all, node_for(t, call));
    return all;
}

/* The same of assembly, which writes numbers where it is told to, and otherwise what it finds in
 * the objects that it is given. */
static void mix_objects(targets *t, LLVMValueRef call) {
    uint32_t given = inclusion_node(t->sets), all = inclusion_node(t->sets);
    inclusion_blur(t->sets, all);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        flow(t, node_for(t, LLVMGetOperand(call, i)), given);
    flow(t, given, all);
    inclusion_load(t->sets, all_at(given), all);
    inclusion_store(t->sets, all_at(given), all);
    inclusion_put(t->sets, (inclusion_memory){given, 0, WORD},
                  inclusion_place(t->sets, t->unknown, 0));
    flow(t, all, node_for(t, call));
    hold_result(t, call);
}

/* What is made in a function that is an allocator is known by its calls. */
static void allocate_at(targets *t, LLVMValueRef call, bool zero) {
    LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    bool fresh = map_find(&t->object_of, key_of(call), NONE) == NONE;
    uint32_t o = object_for(t, call);
    if (fresh && zero) inclusion_starts(t->sets, o, PLACE_NULL);
    if (is_allocator(t->tr, t->plain, &t->allocators, in)) inclusion_hide(t->sets, o);
    hold(t, node_for(t, call), o);
    inclusion_hold(t->sets, node_for(t, call), PLACE_NULL);
}

static void allocate_by(targets *t, LLVMValueRef call, enum library_kind k) {
    allocate_at(t, call, k == LIBRARY_CALLOC);
    if (k != LIBRARY_REALLOC) return;
    uint32_t held = inclusion_node(t->sets);
    inclusion_load(t->sets, all_at(node_for(t, LLVMGetOperand(call, 0))), held);
    inclusion_store(t->sets, all_at(node_for(t, call)), held);
}

static void call_library(targets *t, LLVMValueRef call, LLVMValueRef callee) {
    size_t length;
    const known_function *k = known_named(LLVMGetValueName2(callee, &length));
    enum library_kind kind = library_kind_of(t->tr, callee);
    if (library_allocates(kind)) allocate_by(t, call, kind);
    else if (k && (k->writes || k->stores || k->returns || k->leaks))
        note_block(t, mix_arguments(t, call), NULL, NULL);
    else hold_result(t, call);
}

static void set_memory(targets *t, LLVMValueRef call) {
    uint32_t to = node_for(t, LLVMGetOperand(call, 0)), value = inclusion_node(t->sets);
    if (LLVMIsNull(LLVMGetOperand(call, 1))) inclusion_hold(t->sets, value, PLACE_NULL);
    else hold_unknown(t, value);
    inclusion_store(t->sets, all_at(to), value);
    access_block(t, to, value, true);
    note_block(t, to, LLVMGetOperand(call, 0), LLVMGetOperand(call, 2));
}

static void copy_memory(targets *t, LLVMValueRef call) {
    LLVMValueRef length = LLVMGetOperand(call, 2);
    uint32_t to = node_for(t, LLVMGetOperand(call, 0)), from = node_for(t, LLVMGetOperand(call, 1));
    inclusion_copy(t->sets, to, from,
                   LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0);
    uint32_t held = inclusion_node(t->sets), outside = inclusion_node(t->sets);
    inclusion_load(t->sets, all_at(from), held);
    access_block(t, to, held, true);
    access_block(t, from, outside, false);
    inclusion_store(t->sets, all_at(to), outside);
    note_block(t, to, LLVMGetOperand(call, 0), length);
}

static void start_arguments(targets *t, LLVMValueRef call) {
    uint32_t list = inclusion_node(t->sets);
    hold(t, list, t->varargs);
    inclusion_store(t->sets, all_at(node_for(t, LLVMGetOperand(call, 0))), list);
}

static void call_intrinsic(targets *t, LLVMValueRef call, const char *name) {
    if (!strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12))
        copy_memory(t, call);
    else if (!strncmp(name, "llvm.memset", 11)) set_memory(t, call);
    else if (!strncmp(name, "llvm.va_start", 13)) start_arguments(t, call);
    else if (strncmp(name, "llvm.dbg", 8)) mix_arguments(t, call);
}

/* What an allocator made itself has another name here. */
static void call_body(targets *t, LLVMValueRef call, LLVMValueRef callee) {
    uint32_t result = node_for(t, call);
    pass_arguments_to(t, call, callee);
    if (is_allocator(t->tr, t->plain, &t->allocators, callee)) {
        uint32_t seen = inclusion_node(t->sets);
        inclusion_skip_hidden(t->sets, seen);
        flow(t, seen, result);
        result = seen;
        allocate_at(t, call, true);
    }
    flow(t, result_of(t, callee), result);
}

static void call_direct(targets *t, LLVMValueRef call, LLVMValueRef callee) {
    size_t length;
    switch (forgotten_call_of(t->tr, callee)) {
    case CALL_BODY: call_body(t, call, callee); return;
    case CALL_INTRINSIC: call_intrinsic(t, call, LLVMGetValueName2(callee, &length)); return;
    default: call_library(t, call, callee); return;
    }
}

static void call_through(targets *t, LLVMValueRef call, uint32_t pointer) {
    map_set(&t->pointer_of, key_of(call), pointer);
    vec_push(&t->next_call, (uint32_t)map_find(&t->calls_of, pointer, NONE));
    map_set(&t->calls_of, pointer, t->calls.size);
    vec_push(&t->calls, call);
    inclusion_watch(t->sets, pointer);
}

static void visit_call(targets *t, LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    if (is_debug_call(call)) return;
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) mix_objects(t, call);
    else if (callee) call_direct(t, call, callee);
    else call_through(t, call, node_for(t, LLVMGetCalledValue(call)));
}

/* ---- instructions ---- */
/* One index of a step: how far it goes, or by what for each element that it may name. */
typedef struct {
    int64_t by;
    uint64_t elements; /* 1: the index is known; 0: it may be any */
} step_index;

static step_index record_index(targets *t, LLVMTypeRef *type, LLVMValueRef index) {
    unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
    step_index out = {(int64_t)LLVMOffsetOfElement(t->tr->layout, *type, field), 1};
    *type = LLVMStructGetTypeAtIndex(*type, field);
    return out;
}

/* An array of one element may be as long as the block that it ends. */
static step_index array_index(targets *t, LLVMTypeRef *type, LLVMValueRef index, bool first) {
    bool array = LLVMGetTypeKind(*type) == LLVMArrayTypeKind, known = LLVMIsAConstantInt(index);
    uint64_t length = !first && array ? LLVMGetArrayLength2(*type) : 0;
    if (!first && !array) return (step_index){0, 0};
    if (!first) *type = LLVMGetElementType(*type);
    int64_t size = (int64_t)LLVMABISizeOfType(t->tr->layout, *type);
    if (known) return (step_index){size * LLVMConstIntGetSExtValue(index), 1};
    return (step_index){size, length < 2 ? 0 : length};
}

/* Where a step may end, from the start of the object that it is made in: an index of an array in a
 * record is one of its elements. Returns how many; 0: anywhere. */
static uint32_t step_ends(targets *t, LLVMValueRef step, int64_t *out) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    uint32_t n = 1;
    out[0] = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(step); i++) {
        LLVMValueRef index = LLVMGetOperand(step, i);
        bool record = i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind;
        step_index x =
            record ? record_index(t, &type, index) : array_index(t, &type, index, i == 1);
        if (!x.elements || n * x.elements > MOST_ELEMENTS) return 0;
        bool known = record || LLVMIsAConstantInt(index);
        for (uint32_t k = n; k-- > 0;)
            for (uint64_t e = x.elements; e-- > 0;)
                out[k * x.elements + e] = out[k] + x.by * (int64_t)(known ? 1 : e);
        n *= (uint32_t)x.elements;
    }
    return n;
}

/* Where an address points to; steps to a field count from the record. */
static inclusion_memory memory_at(targets *t, LLVMValueRef address, LLVMTypeRef type) {
    int64_t offset = 0, ends[MOST_ELEMENTS];
    while (LLVMIsAGetElementPtrInst(address) && step_ends(t, address, ends) == 1) {
        offset += ends[0];
        address = LLVMGetOperand(address, 0);
    }
    return (inclusion_memory){node_for(t, address), offset, type_store_size(t->tr, type)};
}

/* The record whose field the last step ends in; false: it ends in none. */
static bool field_at(targets *t, LLVMValueRef address, typed_access *out) {
    if (!LLVMIsAGetElementPtrInst(address)) return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    out->record = false;
    for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(address); i++) {
        out->record = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        if (!out->record) {
            type = LLVMGetElementType(type);
            continue;
        }
        unsigned field = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(address, i));
        out->type = type;
        out->field = LLVMOffsetOfElement(t->tr->layout, type, field);
        type = LLVMStructGetTypeAtIndex(type, field);
    }
    return out->record;
}

static void note_access(targets *t, inclusion_memory m, LLVMValueRef address, LLVMTypeRef type,
                        uint32_t node, bool store) {
    typed_access a = {.pointer = m.pointer, .node = node, .bytes = m.bytes, .store = store};
    if (!field_at(t, address, &a)) a.type = type, a.field = 0;
    if (t->by_type) vec_push(&t->accesses, a);
}

static void visit_load(targets *t, LLVMValueRef i, LLVMValueRef address, LLVMTypeRef type) {
    LLVMValueRef v = accessed_variable(address);
    if (set_has(t->plain, v)) {
        flow(t, variable_for(t, v), node_for(t, i));
        return;
    }
    inclusion_memory m = memory_at(t, address, type);
    inclusion_load(t->sets, m, node_for(t, i));
    note_access(t, m, address, type, node_for(t, i), false);
    if (m.bytes >= WORD) follow(t, m.pointer, node_for(t, i));
}

static void visit_store(targets *t, LLVMValueRef value, LLVMValueRef address) {
    LLVMValueRef v = accessed_variable(address);
    if (set_has(t->plain, v)) {
        flow(t, node_for(t, value), variable_for(t, v));
        return;
    }
    inclusion_memory m = memory_at(t, address, LLVMTypeOf(value));
    inclusion_store(t->sets, m, node_for(t, value));
    note_access(t, m, address, LLVMTypeOf(value), node_for(t, value), true);
    note_number(t, value, m);
    vec_push(&t->stores, ((outside_store){m.pointer, m.bytes, record_of(address), false}));
}

static void visit_operands(targets *t, LLVMValueRef i) {
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
        if (!LLVMValueIsBasicBlock(v)) flow(t, node_for(t, v), node_for(t, i));
    }
}

/* Of what is computed with, no offset is known. */
static void visit_computation(targets *t, LLVMValueRef i) {
    inclusion_blur(t->sets, node_for(t, i));
    visit_operands(t, i);
}

/* The index of a step is an address only where the base is none. */
static void visit_index(targets *t, LLVMValueRef index, uint32_t to) {
    uint32_t addresses = inclusion_node(t->sets);
    inclusion_blur(t->sets, addresses);
    inclusion_only_objects(t->sets, addresses, t->unknown);
    flow(t, node_for(t, index), addresses);
    flow(t, addresses, to);
}

/* It is only accessed: memory_at() looks through it. */
static bool is_only_accessed(targets *t, LLVMValueRef step) {
    int64_t ends[MOST_ELEMENTS];
    bool only = step_ends(t, step, ends) == 1;
    for (LLVMUseRef u = LLVMGetFirstUse(step); u && only; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        only = LLVMIsALoadInst(user) ||
               (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != step) ||
               (LLVMIsAGetElementPtrInst(user) && is_only_accessed(t, user));
    }
    return only;
}

static void visit_step(targets *t, LLVMValueRef i) {
    int64_t ends[MOST_ELEMENTS];
    uint32_t from = node_for(t, LLVMGetOperand(i, 0)), to = node_for(t, i);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMPointerTypeKind) {
        visit_computation(t, i);
        return;
    }
    uint32_t n = step_ends(t, i, ends);
    if (is_only_accessed(t, i)) return;
    for (uint32_t k = 0; k < n; k++) inclusion_shift(t->sets, from, to, ends[k]);
    if (!n) inclusion_shift(t->sets, from, to, ANYWHERE);
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(i); k++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(i, k))) visit_index(t, LLVMGetOperand(i, k), to);
    follow(t, from, to);
}

static void visit_exchange(targets *t, LLVMValueRef i, LLVMValueRef value) {
    visit_load(t, i, LLVMGetOperand(i, 0), LLVMTypeOf(value));
    visit_store(t, value, LLVMGetOperand(i, 0));
    inclusion_store(t->sets, all_at(node_for(t, LLVMGetOperand(i, 0))), node_for(t, i));
}

/* One case for each kind of instruction. */
static void visit_instruction(targets *t, LLVMValueRef i, LLVMValueRef function) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: visit_load(t, i, LLVMGetOperand(i, 0), LLVMTypeOf(i)); return;
    case LLVMStore: visit_store(t, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1)); return;
    case LLVMAtomicRMW: visit_exchange(t, i, LLVMGetOperand(i, 1)); return;
    case LLVMAtomicCmpXchg: visit_exchange(t, i, LLVMGetOperand(i, 2)); return;
    case LLVMVAArg:
        inclusion_load(t->sets, all_at(node_for(t, LLVMGetOperand(i, 0))), node_for(t, i));
        return;
    case LLVMGetElementPtr: visit_step(t, i); return;
    case LLVMIntToPtr:
        follow(t, node_for(t, LLVMGetOperand(i, 0)), node_for(t, i));
        visit_operands(t, i);
        return;
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMInsertValue:
    case LLVMExtractValue: visit_operands(t, i); return;
    case LLVMCall: visit_call(t, i); return;
    case LLVMRet:
        if (LLVMGetNumOperands(i))
            flow(t, node_for(t, LLVMGetOperand(i, 0)), result_of(t, function));
        return;
    case LLVMAlloca:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMBr:
    case LLVMSwitch:
    case LLVMFence:
    case LLVMUnreachable: return;
    default: visit_computation(t, i); return;
    }
}

static void visit_function(targets *t, LLVMValueRef function) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            visit_instruction(t, i, function);
}

/* ---- the fixpoint ---- */
static LLVMValueRef function_at(const targets *t, uint32_t place) {
    uint32_t o = inclusion_object_at(t->sets, place);
    return o == NONE || o >= t->function_of.size ? NULL : t->function_of.data[o];
}

static void add_targets(const targets *t, LLVMValueRef call, uint32_t place, function_vec *out) {
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef one = function_at(t, place);
    bool foreign = inclusion_object_at(t->sets, place) == t->foreign.object;
    if (one && may_call(type, one)) vec_push(out, one);
    for (uint32_t i = 0; foreign && i < t->foreign.all.size; i++)
        if (may_call(type, t->foreign.all.data[i])) vec_push(out, t->foreign.all.data[i]);
}

static void call_place(targets *t, LLVMValueRef call, uint32_t place) {
    function_vec found = {0};
    add_targets(t, call, place, &found);
    for (uint32_t i = 0; i < found.size; i++) call_direct(t, call, found.data[i]);
    vec_release(&found);
}

static void grown(void *context, uint32_t node, uint32_t place) {
    targets *t = context;
    for (uint64_t c = map_find(&t->calls_of, node, NONE); c != NONE; c = t->next_call.data[c])
        call_place(t, t->calls.data[c], place);
}

/* What is read through a number that no address went into. */
static bool follow_numbers(targets *t) {
    uint32_t place = inclusion_place(t->sets, t->unknown, 0);
    bool more = false;
    for (uint32_t i = 0; i < t->followed.size; i++) {
        followed f = t->followed.data[i];
        if (inclusion_is_followed(t->sets, f.from) || inclusion_holds(t->sets, f.to, place))
            continue;
        inclusion_hold(t->sets, f.to, place);
        more = true;
    }
    return more;
}

static bool store_numbers(targets *t) {
    uint32_t place = inclusion_place(t->sets, t->unknown, 0);
    bool more = false;
    for (uint32_t i = 0; i < t->numbers.size; i++) {
        stored_number *n = &t->numbers.data[i];
        if (n->done || inclusion_is_followed(t->sets, n->value)) continue;
        inclusion_put(t->sets, n->at, place);
        n->done = more = true;
    }
    return more;
}

/* ---- pointers that other modules made ---- */
/* All of the object, or a part of it. */
static void access_global(targets *t, const typed_access *a, uint32_t o, int64_t offset) {
    uint32_t pointer = inclusion_node(t->sets);
    inclusion_memory m = {pointer, 0, a->bytes};
    inclusion_hold(t->sets, pointer, inclusion_place(t->sets, o, offset));
    if (a->store) inclusion_store(t->sets, m, a->node);
    else inclusion_load(t->sets, m, a->node);
}

static void access_alike(targets *t, const typed_access *a, const known_global *g) {
    uint64_t at[MOST_PARTS];
    uint32_t n = a->type ? parts_of(t->tr, g->type, a->type, at) : MOST_PARTS;
    if (n == MOST_PARTS || (n && !a->record)) access_global(t, a, g->object, ANYWHERE);
    else
        for (uint32_t i = 0; i < n; i++)
            access_global(t, a, g->object, (int64_t)(at[i] + a->field));
}

static bool follow_outside(targets *t) {
    uint32_t place = inclusion_place(t->sets, t->outside, 0);
    bool more = false;
    for (uint32_t i = 0; i < t->accesses.size; i++) {
        typed_access *a = &t->accesses.data[i];
        if (a->done || !inclusion_holds(t->sets, a->pointer, place)) continue;
        a->done = more = true;
        for (uint32_t k = 0; k < t->globals.size; k++) access_alike(t, a, &t->globals.data[k]);
    }
    return more;
}

static void solve(targets *t) {
    uint32_t done = 0;
    do
        while (inclusion_step(t->sets) || done < t->functions.size)
            if (done < t->functions.size) visit_function(t, t->functions.data[done++]);
    while (follow_numbers(t) || store_numbers(t) || follow_outside(t));
}

/* The caller of an entry other than main is not seen: he hands it what has a name elsewhere. */
static void call_entry(targets *t, LLVMValueRef entry) {
    uint32_t handed = content(t, t->outside);
    reach(t, entry);
    for (uint32_t i = 0; is_main(entry) && i < LLVMCountParams(entry); i++)
        hold_unknown(t, node_for(t, LLVMGetParam(entry, i)));
    if (is_main(entry)) return;
    hold(t, handed, t->foreign.object);
    for (LLVMValueRef f = LLVMGetFirstFunction(t->tr->m); f; f = LLVMGetNextFunction(f))
        if (forgotten_call_of(t->tr, f) == CALL_BODY && is_known_elsewhere(f))
            vec_push(&t->foreign.all, f);
    flow(t, handed, content(t, t->varargs));
    for (uint32_t i = 0; i < LLVMCountParams(entry); i++)
        if (type_holds_pointers(LLVMTypeOf(LLVMGetParam(entry, i))))
            flow(t, handed, node_for(t, LLVMGetParam(entry, i)));
}

/* Other modules see the variables that have a name there, whether or not this one uses them. */
static void show_globals(targets *t) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->tr->m); g; g = LLVMGetNextGlobal(g))
        if (is_known_elsewhere(g)) {
            if (set_has(t->plain, g)) variable_for(t, g);
            else object_for(t, g);
        }
}

static uint32_t whole_object(targets *t) { return object_new(t, NULL, 0, true); }

targets *targets_find(translator *tr, LLVMValueRef entry, const map *plain) {
    LOG("abstract", "find the targets of indirect calls");
    targets *t = mem_zero(sizeof *t);
    t->tr = tr;
    t->plain = plain;
    t->by_type = is_main(entry);
    t->sets = inclusion_new(grown, t);
    t->varargs = whole_object(t);
    t->outside = whole_object(t);
    t->written = t->by_type ? t->outside : whole_object(t);
    t->unknown = whole_object(t);
    t->foreign.object = whole_object(t);
    t->data = whole_object(t);
    hold(t, content(t, t->outside), t->outside);
    hold(t, content(t, t->outside), t->written);
    hold(t, content(t, t->unknown), t->unknown);
    flow(t, content(t, t->written), content(t, t->outside));
    show_globals(t);
    call_entry(t, entry);
    solve(t);
    return t;
}

/* Of a call the places of what is called, of another instruction those of its value. */
static void places_at(const targets *t, const map *nodes, LLVMValueRef i, u32_vec *out) {
    uint64_t node = map_find(nodes, key_of(i), NONE);
    vec_clear(out);
    if (node != NONE) inclusion_places(t->sets, (uint32_t)node, out);
}

void targets_of(const targets *t, LLVMValueRef call, function_vec *out) {
    assert_debug(LLVMIsACallInst(call));
    u32_vec places = {0};
    places_at(t, &t->pointer_of, call, &places);
    vec_clear(out);
    for (uint32_t i = 0; i < places.size; i++) add_targets(t, call, places.data[i], out);
    vec_release(&places);
}

static bool is_ours(const targets *t, uint32_t place) {
    uint32_t o = inclusion_object_at(t->sets, place);
    return o != t->outside && o != t->written && o != t->unknown && o != t->foreign.object &&
           o != t->varargs;
}

bool targets_have_calls(const targets *t) { return t->calls.size > 0; }

bool targets_are_all(const targets *t, LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    u32_vec places = {0};
    places_at(t, &t->pointer_of, call, &places);
    bool ours = places.size;
    for (uint32_t i = 0; ours && i < places.size; i++) ours = is_ours(t, places.data[i]);
    vec_release(&places);
    return ours;
}

static bool may_be_in(const targets *t, const outside_store *s, LLVMTypeRef type, uint64_t bytes) {
    uint64_t at[MOST_PARTS];
    bool fits = s->block ? s->bytes <= type_store_size(t->tr, type) : s->bytes == bytes;
    return fits && (!s->record || parts_of(t->tr, type, s->record, at));
}

bool targets_written_outside(const targets *t, LLVMTypeRef type, uint64_t bytes) {
    uint32_t place = inclusion_place(t->sets, t->written, 0);
    for (uint32_t i = 0; i < t->stores.size; i++)
        if (inclusion_holds(t->sets, t->stores.data[i].pointer, place) &&
            may_be_in(t, &t->stores.data[i], type, bytes))
            return true;
    return false;
}

const function_vec *targets_functions(const targets *t) { return &t->functions; }

void targets_delete(targets *t) {
    inclusion_delete(t->sets);
    vec_release(&t->functions);
    vec_release(&t->function_of);
    vec_release(&t->foreign.all);
    vec_release(&t->calls);
    vec_release(&t->next_call);
    vec_release(&t->stores);
    vec_release(&t->accesses);
    vec_release(&t->globals);
    vec_release(&t->followed);
    vec_release(&t->numbers);
    map_release(&t->node_of);
    map_release(&t->object_of);
    map_release(&t->reached);
    map_release(&t->allocators);
    map_release(&t->pointer_of);
    map_release(&t->calls_of);
    mem_free(t);
}
