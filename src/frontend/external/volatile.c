/* Volatile reads. Hardware is what cannot be seen: objects that are defined volatile and outlive
 * their function, those that are defined elsewhere, fixed addresses. Their volatile reads are any
 * value. A volatile read of any other object of the program is an ordinary read.
 * --volatile decides for all; a task definition or a property file of SV-COMP means memory. */
#include "frontend/external/volatile.h"
#include "base/log.h"
#include "frontend/external/effects.h"
#include "frontend/llvm/debug_info.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/object.h"
#include "frontend/memory/place.h"

/* An object without a description is one of another file. */
static bool is_hardware(translator *tr, const place *at) {
    const object *o = &tr->objects.data[at->object];
    const char *name;
    if (o->kind != OBJECT_GLOBAL) return false;
    LLVMMetadataRef described = global_variable(o->value),
                    type = described ? variable_type(tr, described, &name) : NULL;
    if (!type) return !LLVMGetInitializer(o->value);
    return type_is_volatile(tr, type, at->index.id ? NO_OFFSET : at->offset);
}

/* A pointer that hardware wrote would be one of no object. */
static bool is_input(translator *tr, const leaf *l) {
    if (l->kind != LEAF_POINTER) return true;
    note_here(tr, NOTE_ASSUMPTION, "hardware does not write volatile pointers");
    return false;
}

/* NULL: it has none. */
static const char *object_name(translator *tr, const place *at) {
    size_t length;
    const char *name = LLVMGetValueName2(tr->objects.data[at->object].value, &length);
    return *name ? name : NULL;
}

/* Say what the verdict rests on. */
static void note_decision(translator *tr) {
    if (tr->external.volatile_reads == VOLATILE_MEMORY)
        note_here(tr, NOTE_ASSUMPTION,
                  "no hardware or interrupt writes volatile objects (--volatile memory)");
    else
        note_here(tr, NOTE_ASSUMPTION,
                  "hardware or an interrupt may write volatile objects at any time (--volatile "
                  "memory: none does)");
}

bool volatile_read(translator *tr, LLVMValueRef where, const place *at, const leaf *l,
                   component *out) {
    assert_debug(l->bits && l->size);
    bool qualified = where && LLVMIsALoadInst(where) && LLVMGetVolatile(where);
    if (!qualified) return false;
    if (tr->external.volatile_reads != VOLATILE_INPUT && !is_hardware(tr, at)) return false;
    note_decision(tr);
    if (tr->external.volatile_reads == VOLATILE_MEMORY || !is_input(tr, l)) return false;
    *out = component_any(tr, l, ORIGIN_VOLATILE, object_name(tr, at));
    return true;
}

enum input_origin outside_origin(const translator *tr, LLVMValueRef where) {
    bool qualified = where && LLVMIsALoadInst(where) && LLVMGetVolatile(where);
    return qualified && tr->external.volatile_reads != VOLATILE_MEMORY ? ORIGIN_VOLATILE
                                                                       : ORIGIN_OUTSIDE;
}

void volatile_accessed(translator *tr, LLVMValueRef by, fact_vec *facts) {
    assert_debug(facts_are_there(tr, facts));
    bool qualified = by && (LLVMIsALoadInst(by) || LLVMIsAStoreInst(by)) && LLVMGetVolatile(by);
    for (uint32_t i = 0; i < facts->size && qualified; i++) {
        fact *f = &facts->data[i];
        if (f->object || f->offset != NOWHERE) continue;
        f->offset = 0;
        if (tr->o->checks & CHECK_DEREF)
            note_here(tr, NOTE_ASSUMPTION, "volatile accesses of fixed addresses are hardware's");
    }
}

bool volatile_is_input(translator *tr, LLVMValueRef global) {
    assert_debug(LLVMIsAGlobalVariable(global));
    uint64_t o = map_find(&tr->index.object_of, (uint64_t)(uintptr_t)global, NONE);
    return o != NONE && tr->external.volatile_reads != VOLATILE_MEMORY &&
           is_hardware(tr, &(place){.object = (uint32_t)o, .offset = NO_OFFSET});
}

/* What hardware may write is no constant. */
void volatile_declare(translator *tr) {
    LOG("external", "declare volatile objects");
    enum volatile_reads asked = tr->o->volatile_reads;
    tr->external.volatile_reads = asked ? asked : VOLATILE_HARDWARE;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        if (tr->external.volatile_reads != VOLATILE_MEMORY &&
            is_hardware(tr, &(place){.object = i, .offset = NO_OFFSET}))
            tr->objects.data[i].written = true;
}

/* Volatile records are copied as a whole: hardware writes them just before. */
void volatile_copied(translator *tr, LLVMValueRef call, const fact_vec *from) {
    assert_debug(LLVMIsACallInst(call));
    assert_debug(facts_are_there(tr, from));
    LLVMValueRef last = LLVMGetOperand(call, 3);
    bool qualified = LLVMIsAConstantInt(last) && LLVMConstIntGetZExtValue(last);
    if (!qualified || tr->external.volatile_reads == VOLATILE_MEMORY) return;
    for (uint32_t i = 0; i < from->size; i++) {
        place at = {.object = from->data[i].object, .offset = NO_OFFSET};
        bool any = tr->external.volatile_reads == VOLATILE_INPUT
                       ? is_program_memory(&tr->objects.data[at.object])
                       : is_hardware(tr, &at);
        if (any) memory_any(tr, at.object, ORIGIN_VOLATILE, object_name(tr, &at));
    }
}
