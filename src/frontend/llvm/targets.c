/* Which functions a call through a pointer may reach, for a module as a whole: inclusion-based, of
 * all functions that calls from the entry lead to, without contexts, order and offsets. An object
 * is a global, a function, a local, or what an allocation makes; what it holds is one set of
 * objects. A value of any type may be an address, or a part of one.
 *
 * A node stands for a value or for what an object holds. Its set grows; each growth goes on along
 * the edges, and turns loads and stores through it into edges. */
#include "frontend/llvm/forget.h"

typedef struct {
    u32_vec objects; /* sorted */
    u32_vec fresh;   /* of these, not passed on yet */
    u32_vec to;      /* nodes that hold at least the same */
    u32_vec loads;   /* nodes that hold what its objects hold */
    u32_vec stores;  /* nodes that its objects hold */
    u32_vec calls;   /* numbers of calls through it */
    bool queued;
} target_node;

/* A store through a pointer: of so many bytes, into a record of this type where it is known to be
 * one; or of a block of at least so many bytes. */
typedef struct {
    uint32_t pointer;
    uint64_t bytes;
    LLVMTypeRef record;
    bool block;
} outside_store;

struct targets {
    translator *tr;
    const map *plain; /* variables that are no memory */
    vec(target_node) nodes;
    function_vec objects; /* functions; NULL: another object, which may be gone by now */
    u32_vec content;      /* by object: its node */
    vec(LLVMValueRef) calls;
    function_vec functions; /* reached */
    map node_of, object_of, reached, edges;
    map pointer_of; /* call -> node of what it calls: the module may change behind us */
    u32_vec queue;
    uint32_t varargs; /* an object: all that is passed so */
    /* Two objects that pointers of other modules point to: what they read there, other modules'
     * memory and what these know of ours; what is written there. */
    uint32_t outside, written;
    /* An object that stands for all functions whose addresses other modules may have. */
    uint32_t foreign;
    function_vec known;
    vec(outside_store) stores;
};

static uint64_t key_of(LLVMValueRef v) { return (uint64_t)(uintptr_t)v; }

/* ---- nodes and objects ---- */
static uint32_t node_new(targets *t) {
    target_node n = {0};
    vec_push(&t->nodes, n);
    return t->nodes.size - 1;
}

static bool insert(u32_vec *sorted, uint32_t x) {
    uint32_t low = 0, high = sorted->size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (sorted->data[middle] < x) low = middle + 1;
        else high = middle;
    }
    if (low < sorted->size && sorted->data[low] == x) return false;
    vec_push(sorted, x);
    memmove(sorted->data + low + 1, sorted->data + low,
            (sorted->size - 1 - low) * sizeof *sorted->data);
    sorted->data[low] = x;
    return true;
}

static void hold(targets *t, uint32_t node, uint32_t object_id) {
    target_node *n = &t->nodes.data[node];
    if (!insert(&n->objects, object_id)) return;
    vec_push(&n->fresh, object_id);
    if (n->queued) return;
    n->queued = true;
    vec_push(&t->queue, node);
}

static void flow(targets *t, uint32_t from, uint32_t to) {
    uint64_t step = (uint64_t)from << 32 | to;
    if (from == to || map_get(&t->edges, step, NULL)) return;
    map_set(&t->edges, step, 1);
    vec_push(&t->nodes.data[from].to, to);
    for (uint32_t i = 0; i < t->nodes.data[from].objects.size; i++)
        hold(t, to, t->nodes.data[from].objects.data[i]);
}

static void load_through(targets *t, uint32_t pointer, uint32_t to) {
    vec_push(&t->nodes.data[pointer].loads, to);
    for (uint32_t i = 0; i < t->nodes.data[pointer].objects.size; i++)
        flow(t, t->content.data[t->nodes.data[pointer].objects.data[i]], to);
}

static void store_through(targets *t, uint32_t pointer, uint32_t from) {
    vec_push(&t->nodes.data[pointer].stores, from);
    for (uint32_t i = 0; i < t->nodes.data[pointer].objects.size; i++)
        flow(t, from, t->content.data[t->nodes.data[pointer].objects.data[i]]);
}

static void note_block(targets *t, uint32_t pointer, LLVMValueRef length) {
    uint64_t bytes = length && LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
    outside_store x = {.pointer = pointer, .bytes = bytes, .block = true};
    vec_push(&t->stores, x);
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

static void constant_objects(targets *t, LLVMValueRef v, uint32_t node);

bool is_known_elsewhere(LLVMValueRef global) {
    LLVMLinkage l = LLVMGetLinkage(global);
    return l != LLVMInternalLinkage && l != LLVMPrivateLinkage;
}

/* Other modules fill in what they define, and may have the address of what this one does. */
static void fill_global(targets *t, LLVMValueRef g, uint32_t content) {
    if (LLVMGetInitializer(g)) constant_objects(t, LLVMGetInitializer(g), content);
    else if (type_holds_pointers(LLVMGlobalGetValueType(g)))
        flow(t, t->content.data[t->outside], content);
    if (!is_known_elsewhere(g)) return;
    flow(t, content, t->content.data[t->outside]);
    flow(t, t->content.data[t->written], content);
}

static uint32_t object_new(targets *t, LLVMValueRef function) {
    uint32_t content = node_new(t);
    vec_push(&t->objects, function);
    vec_push(&t->content, content);
    return t->objects.size - 1;
}

static uint32_t object_for(targets *t, LLVMValueRef v) {
    uint64_t known = map_find(&t->object_of, key_of(v), NONE);
    if (known != NONE) return (uint32_t)known;
    uint32_t o = object_new(t, LLVMIsAFunction(v) ? v : NULL), content = t->content.data[o];
    map_set(&t->object_of, key_of(v), o);
    if (LLVMIsAGlobalVariable(v)) fill_global(t, v, content);
    return o;
}

/* All addresses that a constant is made of. */
static void constant_objects(targets *t, LLVMValueRef v, uint32_t node) {
    if (LLVMIsAGlobalAlias(v)) v = LLVMAliasGetAliasee(v);
    if (LLVMIsAGlobalIFunc(v)) unsupported(t->tr, NULL, "an ifunc, which the loader chooses");
    if (LLVMIsAFunction(v) || LLVMIsAGlobalVariable(v)) {
        hold(t, node, object_for(t, v));
        return;
    }
    if (LLVMIsAConstantDataSequential(v) || LLVMIsABlockAddress(v)) return;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        constant_objects(t, LLVMGetOperand(v, (unsigned)i), node);
}

static uint32_t node_for(targets *t, LLVMValueRef v) {
    uint64_t known = map_find(&t->node_of, key_of(v), NONE);
    if (known != NONE) return (uint32_t)known;
    uint32_t node = node_new(t);
    map_set(&t->node_of, key_of(v), node);
    if (LLVMIsConstant(v)) constant_objects(t, v, node);
    if (LLVMIsAAllocaInst(v)) hold(t, node, object_for(t, v));
    return node;
}

/* A plain variable is a node, and no memory. */
static uint32_t variable_for(targets *t, LLVMValueRef v) {
    uint64_t known = map_find(&t->node_of, key_of(v) | 1, NONE);
    if (known != NONE) return (uint32_t)known;
    uint32_t node = node_new(t);
    map_set(&t->node_of, key_of(v) | 1, node);
    if (LLVMIsAGlobalVariable(v)) fill_global(t, v, node);
    return node;
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
        else flow(t, from, t->content.data[t->varargs]);
    }
}

/* The result node of a function is not that of its address: the key is that of its first block. */
static uint32_t result_of(targets *t, LLVMValueRef function) {
    return node_for(t, LLVMBasicBlockAsValue(LLVMGetEntryBasicBlock(function)));
}

/* Anything may go from any argument to what any of them points to, and into the result. Returns the
 * node of all that can be reached. */
static uint32_t mix_arguments(targets *t, LLVMValueRef call) {
    uint32_t all = node_new(t);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        flow(t, node_for(t, LLVMGetOperand(call, i)), all);
    load_through(t, all, all);
    store_through(t, all, all);
    flow(t, all, node_for(t, call));
    return all;
}

static void allocate_by(targets *t, LLVMValueRef call, enum library_kind k) {
    uint32_t made = node_for(t, call);
    hold(t, made, object_for(t, call));
    if (k != LIBRARY_REALLOC) return;
    uint32_t held = node_new(t);
    load_through(t, node_for(t, LLVMGetOperand(call, 0)), held);
    store_through(t, made, held);
}

static void call_library(targets *t, LLVMValueRef call, LLVMValueRef callee) {
    size_t length;
    const known_function *k = known_named(LLVMGetValueName2(callee, &length));
    enum library_kind kind = library_kind_of(t->tr, callee);
    if (library_allocates(kind)) allocate_by(t, call, kind);
    else if (k && (k->writes || k->stores || k->returns || k->leaks))
        note_block(t, mix_arguments(t, call), NULL);
}

static void call_intrinsic(targets *t, LLVMValueRef call, const char *name) {
    if (!strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12)) {
        uint32_t held = node_new(t);
        load_through(t, node_for(t, LLVMGetOperand(call, 1)), held);
        store_through(t, node_for(t, LLVMGetOperand(call, 0)), held);
        note_block(t, node_for(t, LLVMGetOperand(call, 0)), LLVMGetOperand(call, 2));
    } else if (!strncmp(name, "llvm.memset", 11))
        note_block(t, node_for(t, LLVMGetOperand(call, 0)), LLVMGetOperand(call, 2));
    else if (!strncmp(name, "llvm.va_start", 13)) {
        uint32_t list = node_new(t);
        hold(t, list, t->varargs);
        store_through(t, node_for(t, LLVMGetOperand(call, 0)), list);
    } else if (strncmp(name, "llvm.dbg", 8)) mix_arguments(t, call);
}

static void call_direct(targets *t, LLVMValueRef call, LLVMValueRef callee) {
    size_t length;
    switch (forgotten_call_of(t->tr, callee)) {
    case CALL_BODY:
        pass_arguments_to(t, call, callee);
        flow(t, result_of(t, callee), node_for(t, call));
        return;
    case CALL_INTRINSIC: call_intrinsic(t, call, LLVMGetValueName2(callee, &length)); return;
    default: call_library(t, call, callee); return;
    }
}

static void call_through(targets *t, LLVMValueRef call, uint32_t pointer) {
    target_node *n = &t->nodes.data[pointer];
    map_set(&t->pointer_of, key_of(call), pointer);
    vec_push(&n->calls, t->calls.size);
    vec_push(&t->calls, call);
    vec_clear(&n->fresh);
    vec_append(&n->fresh, n->objects.data, n->objects.size);
    if (n->queued) return;
    n->queued = true;
    vec_push(&t->queue, pointer);
}

static void visit_call(targets *t, LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    if (is_debug_call(call)) return;
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) mix_arguments(t, call);
    else if (callee) call_direct(t, call, callee);
    else call_through(t, call, node_for(t, LLVMGetCalledValue(call)));
}

/* ---- instructions ---- */
static void visit_load(targets *t, LLVMValueRef i, LLVMValueRef address) {
    LLVMValueRef v = accessed_variable(address);
    if (set_has(t->plain, v)) flow(t, variable_for(t, v), node_for(t, i));
    else load_through(t, node_for(t, address), node_for(t, i));
}

static void visit_store(targets *t, LLVMValueRef value, LLVMValueRef address) {
    LLVMValueRef v = accessed_variable(address);
    if (set_has(t->plain, v)) flow(t, node_for(t, value), variable_for(t, v));
    else {
        outside_store x = {.pointer = node_for(t, address),
                           .bytes = type_store_size(t->tr, LLVMTypeOf(value)),
                           .record = record_of(address)};
        store_through(t, x.pointer, node_for(t, value));
        vec_push(&t->stores, x);
    }
}

static void visit_operands(targets *t, LLVMValueRef i) {
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
        if (!LLVMValueIsBasicBlock(v)) flow(t, node_for(t, v), node_for(t, i));
    }
}

static void visit_instruction(targets *t, LLVMValueRef i, LLVMValueRef function) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: visit_load(t, i, LLVMGetOperand(i, 0)); return;
    case LLVMStore: visit_store(t, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1)); return;
    case LLVMAtomicRMW:
        visit_load(t, i, LLVMGetOperand(i, 0));
        visit_store(t, LLVMGetOperand(i, 1), LLVMGetOperand(i, 0));
        visit_store(t, i, LLVMGetOperand(i, 0));
        return;
    case LLVMAtomicCmpXchg:
        visit_load(t, i, LLVMGetOperand(i, 0));
        visit_store(t, LLVMGetOperand(i, 2), LLVMGetOperand(i, 0));
        return;
    case LLVMVAArg: load_through(t, node_for(t, LLVMGetOperand(i, 0)), node_for(t, i)); return;
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
    default: visit_operands(t, i); return;
    }
}

static void visit_function(targets *t, LLVMValueRef function) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            visit_instruction(t, i, function);
}

/* ---- the fixpoint ---- */
static void add_targets(const targets *t, LLVMValueRef call, uint32_t at, function_vec *out) {
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef one = t->objects.data[at];
    if (one && may_call(type, one)) vec_push(out, one);
    for (uint32_t i = 0; at == t->foreign && i < t->known.size; i++)
        if (may_call(type, t->known.data[i])) vec_push(out, t->known.data[i]);
}

static void call_object(targets *t, LLVMValueRef call, uint32_t at) {
    function_vec found = {0};
    add_targets(t, call, at, &found);
    for (uint32_t i = 0; i < found.size; i++) call_direct(t, call, found.data[i]);
    vec_release(&found);
}

static void pass_on(targets *t, uint32_t node) {
    u32_vec fresh = t->nodes.data[node].fresh;
    t->nodes.data[node].fresh = (u32_vec){0};
    t->nodes.data[node].queued = false;
    for (uint32_t k = 0; k < fresh.size; k++) {
        uint32_t o = fresh.data[k];
        for (uint32_t i = 0; i < t->nodes.data[node].to.size; i++)
            hold(t, t->nodes.data[node].to.data[i], o);
        for (uint32_t i = 0; i < t->nodes.data[node].loads.size; i++)
            flow(t, t->content.data[o], t->nodes.data[node].loads.data[i]);
        for (uint32_t i = 0; i < t->nodes.data[node].stores.size; i++)
            flow(t, t->nodes.data[node].stores.data[i], t->content.data[o]);
        for (uint32_t i = 0; i < t->nodes.data[node].calls.size; i++)
            call_object(t, t->calls.data[t->nodes.data[node].calls.data[i]], o);
    }
    vec_release(&fresh);
}

static void solve(targets *t) {
    for (uint32_t done = 0; done < t->functions.size || t->queue.size;) {
        if (t->queue.size) pass_on(t, vec_pop(&t->queue));
        else visit_function(t, t->functions.data[done++]);
    }
}

/* The caller of an entry other than main is not seen: he hands it what has a name elsewhere. */
static void call_entry(targets *t, LLVMValueRef entry) {
    uint32_t handed = t->content.data[t->outside];
    reach(t, entry);
    if (is_main(entry)) return;
    hold(t, handed, t->foreign);
    for (LLVMValueRef f = LLVMGetFirstFunction(t->tr->m); f; f = LLVMGetNextFunction(f))
        if (forgotten_call_of(t->tr, f) == CALL_BODY && is_known_elsewhere(f))
            vec_push(&t->known, f);
    flow(t, handed, t->content.data[t->varargs]);
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

targets *targets_find(translator *tr, LLVMValueRef entry, const map *plain) {
    targets *t = mem_zero(sizeof *t);
    t->tr = tr;
    t->plain = plain;
    t->varargs = object_new(t, NULL);
    t->outside = object_new(t, NULL);
    t->written = object_new(t, NULL);
    t->foreign = object_new(t, NULL);
    hold(t, t->content.data[t->outside], t->outside);
    hold(t, t->content.data[t->outside], t->written);
    flow(t, t->content.data[t->written], t->content.data[t->outside]);
    show_globals(t);
    call_entry(t, entry);
    solve(t);
    return t;
}

void targets_of(const targets *t, LLVMValueRef call, function_vec *out) {
    uint64_t node = map_find(&t->pointer_of, key_of(call), NONE);
    vec_clear(out);
    for (uint32_t i = 0; node != NONE && i < t->nodes.data[node].objects.size; i++)
        add_targets(t, call, t->nodes.data[node].objects.data[i], out);
}

static bool holds(const targets *t, uint32_t node, uint32_t o) {
    const u32_vec *held = &t->nodes.data[node].objects;
    for (uint32_t i = 0; i < held->size; i++)
        if (held->data[i] == o) return true;
    return false;
}

bool targets_written_outside(const targets *t, LLVMTypeRef type, uint64_t bytes) {
    uint64_t size = type_store_size(t->tr, type);
    for (uint32_t i = 0; i < t->stores.size; i++) {
        const outside_store *s = &t->stores.data[i];
        bool fits =
            s->block ? s->bytes <= size : s->bytes == bytes && (!s->record || s->record == type);
        if (fits && holds(t, s->pointer, t->written)) return true;
    }
    return false;
}

const function_vec *targets_functions(const targets *t) { return &t->functions; }

void targets_delete(targets *t) {
    for (uint32_t i = 0; i < t->nodes.size; i++) {
        target_node *n = &t->nodes.data[i];
        vec_release(&n->objects);
        vec_release(&n->fresh);
        vec_release(&n->to);
        vec_release(&n->loads);
        vec_release(&n->stores);
        vec_release(&n->calls);
    }
    vec_release(&t->nodes);
    vec_release(&t->objects);
    vec_release(&t->content);
    vec_release(&t->calls);
    vec_release(&t->functions);
    vec_release(&t->known);
    map_release(&t->node_of);
    map_release(&t->object_of);
    map_release(&t->reached);
    map_release(&t->edges);
    map_release(&t->pointer_of);
    vec_release(&t->queue);
    vec_release(&t->stores);
    mem_free(t);
}
