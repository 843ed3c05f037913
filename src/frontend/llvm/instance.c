/* Instances of functions: one a call site that is inlined. */
#include "base/log.h"
#include "frontend/llvm/instance.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/share.h"
#include "frontend/llvm/translator.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"

/* Instructions over all instances that we translate at most: more would not fit time and memory.
 * Where bodies can be shared instead, far fewer copies are enough: the number is a guess. */
enum { MOST_INSTRUCTIONS = 1500000, MOST_COPIED = 100000 };

static uint64_t call_key(uint32_t parent, uint32_t call) { return (uint64_t)parent << 32 | call; }

uint32_t instance_child(const translator *tr, uint32_t parent, uint32_t call,
                        LLVMValueRef function) {
    assert_debug(parent < tr->instances.size);
    assert_debug(LLVMIsAFunction(function));
    if (function_is_shared(tr, function))
        return (uint32_t)map_find(&tr->tree.shared_of, (uint64_t)(uintptr_t)function, NONE);
    uint32_t c = (uint32_t)map_find(&tr->tree.children, call_key(parent, call), NONE);
    while (c != NONE && tr->functions.data[tr->instances.data[c].function]->function != function)
        c = tr->instances.data[c].next;
    return c;
}

bool call_is_inlined(translator *tr, LLVMValueRef callee) {
    return LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) &&
           library_kind_of(tr, callee) == LIBRARY_NONE;
}

LLVMTypeRef by_value(LLVMValueRef function, uint32_t parameter) {
    assert_debug(parameter < LLVMCountParams(function));
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

LLVMTypeRef by_value_at_call(LLVMValueRef call, uint32_t argument) {
    assert_debug(LLVMIsACallInst(call));
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

bool is_result_at_call(LLVMValueRef call, uint32_t argument) {
    assert_debug(LLVMIsACallInst(call));
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    return LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
}

bool recursion_too_deep(const translator *tr, LLVMValueRef callee, uint32_t parent) {
    assert_debug(LLVMIsAFunction(callee));
    assert_debug(parent < tr->instances.size);
    uint32_t depth = 0;
    for (uint32_t i = parent; i != NONE; i = tr->instances.data[i].parent)
        depth += tr->functions.data[tr->instances.data[i].function]->function == callee;
    return depth > tr->tree.recursion_depth;
}

static void link_child(translator *tr, uint32_t child) {
    instance *i = &tr->instances.data[child];
    uint64_t key = call_key(i->parent, i->call);
    i->next = (uint32_t)map_find(&tr->tree.children, key, NONE);
    map_set(&tr->tree.children, key, child);
}

static void make_direct_children(translator *tr, uint32_t parent, const function_info *f) {
    for (uint32_t n = f->arguments; n < f->values.size; n++) {
        LLVMValueRef v = f->values.data[n].value,
                     callee = LLVMIsACallInst(v) ? called_function(v) : NULL;
        if (!callee || !call_is_inlined(tr, callee)) continue;
        if (function_is_shared(tr, callee)) instance_for_call(tr, callee, parent, n);
        else if (recursion_too_deep(tr, callee, parent)) tr->tree.deep = true;
        else instance_new(tr, callee, parent, n);
    }
}

uint32_t instance_for_call(translator *tr, LLVMValueRef function, uint32_t parent, uint32_t call) {
    assert_debug(LLVMIsAFunction(function));
    assert_debug(parent < tr->instances.size);
    uint32_t found = instance_child(tr, parent, call, function);
    if (found == NONE) found = instance_new(tr, function, parent, call);
    if (tr->instances.data[found].shared && instance_add_caller(tr, found, parent, call))
        returns_again(tr, found);
    return found;
}

uint32_t instance_new(translator *tr, LLVMValueRef function, uint32_t parent, uint32_t call) {
    assert_debug(LLVMIsAFunction(function));
    assert_debug(parent == NONE || parent < tr->instances.size);
    LOG("translate", "instance below %u at call %u", parent, call);
    function_info *f = function_of(tr, function);
    tr->tree.instructions += f->values.size;
    if (tr->tree.instructions >
        (tr->tree.may_share && !tr->tree.sharing ? MOST_COPIED : MOST_INSTRUCTIONS))
        unsupported(tr, NULL, "program too large after inlining");
    uint32_t id = tr->instances.size;
    instance i = {
        .function = (uint32_t)map_find(&tr->tree.function_of, (uint64_t)(uintptr_t)function, NONE),
        .parent = parent,
        .call = call,
        .next = NONE,
        .first_node = tr->points.nodes.size,
        .shared = parent != NONE && function_is_shared(tr, function)};
    if (i.shared) {
        i.looped = true;
        map_set(&tr->tree.shared_of, (uint64_t)(uintptr_t)function, id);
    } else if (parent != NONE) {
        const instance *up = &tr->instances.data[parent];
        const function_info *g = tr->functions.data[up->function];
        i.looped = up->looped || g->blocks.data[g->values.data[call].block].looped;
    }
    vec_push(&tr->instances, i);
    vec_resize(&tr->points.nodes, tr->points.nodes.size + f->values.size);
    if (parent != NONE && !i.shared) link_child(tr, id);
    for (uint32_t n = f->arguments; n < f->values.size; n++) {
        vec_push(&tr->points.queue, i.first_node + n);
        bits_add(&tr->points.queued, i.first_node + n);
    }
    objects_named(tr, f);
    make_direct_children(tr, id, f);
    return id;
}
