/* Locals that are read before they are written: numbers and pointers whose address is not taken, so
 * that a bit each, set by every store, says whether one was. Other memory is taken to be
 * initialized. */
#include "frontend/memory/uninitialized.h"
#include "frontend/llvm/check_words.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/contract_functions.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/object.h"

static bool is_tracked(const translator *tr, const object *o) {
    return tr->o->checks & CHECK_UNINITIALIZED && o->kind == OBJECT_LOCAL &&
           LLVMIsAAllocaInst(o->value) && type_is_scalar(LLVMGetAllocatedType(o->value)) &&
           used_directly(o->value);
}

void initialized_ends(translator *tr, uint32_t object_number) {
    assert_debug(object_number < tr->objects.size);
    object *o = &tr->objects.data[object_number];
    if (!is_tracked(tr, o)) return;
    if (!o->life.initialized.id)
        o->life.initialized = new_variable(tr, "initialized", sort_bool(tr->t));
    emit_assign(tr, o->life.initialized, term_false(tr->t));
}

/* None: it is not tracked, or written before it is read on every path. */
static term initialized_of(translator *tr, const frame *f, LLVMValueRef pointer) {
    if (!(tr->o->checks & CHECK_UNINITIALIZED) || is_constant(pointer)) return (term){0};
    uint32_t n = local_number(f->f, pointer),
             o = n == NONE ? NONE : object_find(tr, f->instance, n);
    return o == NONE ? (term){0} : tr->objects.data[o].life.initialized;
}

void initialized_stored(translator *tr, const frame *f, LLVMValueRef pointer) {
    term is = initialized_of(tr, f, pointer);
    if (is.id) emit_assign(tr, is, term_true(tr->t));
}

/* The local in which a function keeps what it returns: nothing but the return reads it. */
static bool is_result(LLVMValueRef local) {
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef load = LLVMGetUser(u);
        LLVMUseRef used = LLVMIsALoadInst(load) ? LLVMGetFirstUse(load) : NULL;
        if (LLVMIsALoadInst(load) && (!used || !LLVMIsAReturnInst(LLVMGetUser(used)))) return false;
    }
    return true;
}

/* What a function returns that ends without a value is of no consequence where nobody uses it (C11
 * 6.9.1). It is held in a local without a description; so are those that are declared where no run
 * comes, in a switch before the first case. */
static bool is_unused_result(const frame *f, LLVMValueRef pointer) {
    uint32_t n = local_number(f->f, pointer);
    return !f->result && n != NONE && !f->f->values.data[n].variable && is_result(pointer);
}

void initialized_loaded(translator *tr, const frame *f, LLVMValueRef pointer) {
    text words = {0};
    term is = initialized_of(tr, f, pointer);
    if (!is.id || is_unused_result(f, pointer)) return;
    uninitialized_words(tr, f->f, pointer, &words);
    emit_fail_about(tr, term_not(tr->t, is), PROPERTY_UNINITIALIZED,
                    "a local variable is read before it is written", &words, NULL,
                    (comparands){{{0}}});
}
