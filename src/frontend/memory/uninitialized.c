/* The shadow of memory: which bytes were written. */
#include "frontend/memory/uninitialized.h"
#include "frontend/external/library_calls.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/check_words.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/share.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"

#include <string.h>

/* ---- what has a shadow ---- */
static bool is_block(const translator *tr, const object *o) {
    LLVMValueRef callee =
        o->kind == OBJECT_HEAP && LLVMIsACallInst(o->value) ? called_function(o->value) : NULL;
    enum library_kind k = callee ? library_kind_of(tr, callee) : LIBRARY_NONE;
    return (k == LIBRARY_MALLOC || k == LIBRARY_REALLOC) && !o->zeroed;
}

static bool is_character(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

/* A character that is copied may come to a local, which is written then without being initialized.
 */
static bool gets_characters(LLVMValueRef local) {
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u))
        if (LLVMIsAStoreInst(LLVMGetUser(u)) && LLVMIsALoadInst(LLVMGetOperand(LLVMGetUser(u), 0)))
            return is_character(LLVMGetAllocatedType(local));
    return false;
}

/* Not one that is written before it is read on every path. */
static bool is_local(const translator *tr, const object *o) {
    if (o->kind == OBJECT_LOCAL && LLVMIsAArgument(o->value)) return true; /* a copy */
    if (o->kind != OBJECT_LOCAL || !LLVMIsAAllocaInst(o->value)) return false;
    const function_info *f = tr->functions.data[tr->instances.data[o->instance].function];
    uint32_t n = local_number(f, o->value);
    return n != NONE && (f->values.data[n].any_at_entry || f->values.data[n].any_at_declare ||
                         o->variable || o->copies > 1 || gets_characters(o->value));
}

void shadow_make(translator *tr, object *o) {
    assert_debug(object_is_there(tr, o));
    if (!(tr->o->checks & CHECK_UNINITIALIZED) || !(is_block(tr, o) || is_local(tr, o))) return;
    for (uint32_t i = 0; i < o->layout.cells.size; i++) {
        cell *c = &o->layout.cells.data[i];
        sort set = sort_bv(tr->t, c->size), word = sort_bv(tr->t, tr->pointer_bits);
        c->shadow =
            new_variable(tr, "written", o->layout.element ? sort_array(tr->t, word, set) : set);
    }
}

term shadow_ones(translator *tr, uint32_t bytes) {
    return term_1(tr->t, OP_BVNOT, term_bv(tr->t, bytes, 0));
}

term shadow_all(translator *tr, const object *o, const cell *c, bool written) {
    term set = written ? shadow_ones(tr, c->size) : term_bv(tr->t, c->size, 0);
    return o->layout.element ? term_const_array(tr->t, term_sort(tr->t, c->shadow), set) : set;
}

void shadow_set(translator *tr, uint32_t object_number, bool written) {
    assert_debug(object_number < tr->objects.size);
    const object *o = &tr->objects.data[object_number];
    bool any = false;
    for (uint32_t i = 0; i < o->layout.cells.size; i++) {
        const cell *c = &o->layout.cells.data[i];
        any |= c->shadow.id;
        if (c->shadow.id) emit_assign(tr, c->shadow, shadow_all(tr, o, c, written));
    }
    if (any && written)
        note_here(tr, NOTE_ASSUMPTION,
                  "external code initializes the memory that it can write (not checked)");
}

/* Most locals are made anew where their function starts; what a loop makes has several copies. Those of
 * a body that is shared are its own: each run of it has them anew, and none leaves them to another. */
void shadow_start(translator *tr, object *o) {
    assert_debug(object_is_there(tr, o));
    if (o->kind == OBJECT_LOCAL && o->copies == 1 && shared_around(tr, o->instance) != NONE) return;
    for (uint32_t i = 0; o->kind == OBJECT_LOCAL && i < o->layout.cells.size; i++) {
        const cell *c = &o->layout.cells.data[i];
        if (c->shadow.id) emit_assign(tr, c->shadow, shadow_all(tr, o, c, o->copies == 1));
    }
}

/* ---- which loads are reads ---- */
static bool has_name(LLVMValueRef v, const char *part) {
    size_t length;
    return strstr(LLVMGetValueName2(v, &length), part);
}

static bool all_uses(LLVMValueRef v, bool (*is)(LLVMValueRef user, LLVMValueRef v)) {
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!is(LLVMGetUser(u), v)) return false;
    return LLVMGetFirstUse(v);
}

static bool is_stored(LLVMValueRef user, LLVMValueRef v) {
    return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v;
}

/* A character that goes from one place of memory to another, or nowhere. */
static bool is_copied(LLVMValueRef load) {
    return is_character(LLVMTypeOf(load)) && (!LLVMGetFirstUse(load) || all_uses(load, is_stored));
}

static bool is_set_in(LLVMValueRef user, LLVMValueRef cleared) {
    return LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMOr &&
           LLVMGetOperand(user, 0) == cleared && all_uses(user, is_stored);
}

static bool is_cleared_in(LLVMValueRef user, LLVMValueRef unit) {
    return LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMAnd &&
           LLVMGetOperand(user, 0) == unit && all_uses(user, is_set_in);
}

/* The unit of a bit-field, to be stored again with other bits in it. */
static bool is_replaced(LLVMValueRef load) {
    return has_name(load, "bf.load") && all_uses(load, is_cleared_in);
}

/* clang marks every argument of a scalar type as never undefined, and no part of a structure. Only the
 * parts that are left without the mark, and go to a function, are given as they are. */
static bool is_argument(LLVMValueRef user, LLVMValueRef v) {
    if (!LLVMIsACallInst(user) || is_debug_call(user)) return false;
    LLVMValueRef callee = LLVMGetCalledValue(user);
    if (LLVMIsAInlineAsm(callee) || (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee)))
        return false;
    unsigned kind = LLVMGetEnumAttributeKindForName("noundef", strlen("noundef"));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
        if (LLVMGetOperand(user, i) == v && LLVMGetCallSiteEnumAttribute(user, i + 1, kind))
            return false;
    return true;
}

static bool is_given(LLVMValueRef user, LLVMValueRef v) {
    return LLVMIsAReturnInst(user) || is_argument(user, v);
}

static bool is_declared(const frame *f, LLVMValueRef pointer) {
    uint32_t n = is_constant(pointer) ? NONE : local_number(f->f, pointer);
    return n != NONE && f->f->values.data[n].variable;
}

static bool is_literal(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMIsLiteralStruct(type);
}

/* All of a structure or union at once: the result of the function, or one with several parts. One with
 * a single part clang takes by an address of its own, so a load as wide as that is of a member. */
static bool is_whole(const translator *tr, const frame *f, LLVMValueRef local, LLVMTypeRef to) {
    LLVMTypeRef from = LLVMGetAllocatedType(local);
    return LLVMGetTypeKind(from) == LLVMStructTypeKind && !LLVMIsLiteralStruct(from) &&
           (LLVMCountStructElementTypes(from) > 1 || !is_declared(f, local)) &&
           LLVMABISizeOfType(tr->layout, from) == LLVMABISizeOfType(tr->layout, to);
}

/* The address of what clang passes in registers. No name of the program has a dot; complex numbers are
 * declared as literal structures. */
static bool is_coerced(const frame *f, LLVMValueRef from) {
    if (!LLVMIsAGetElementPtrInst(from)) return has_name(from, "coerce") && !is_declared(f, from);
    return has_name(from, "coerce.dive") || (is_literal(LLVMGetGEPSourceElementType(from)) &&
                                             !is_declared(f, LLVMGetOperand(from, 0)));
}

/* What is no program of C may have no marks. */
static bool is_scalar_local(LLVMValueRef load) {
    LLVMValueRef from = LLVMGetOperand(load, 0);
    return LLVMIsAAllocaInst(from) && LLVMGetAllocatedType(from) == LLVMTypeOf(load);
}

static bool is_structure(const translator *tr, const frame *f, LLVMValueRef load) {
    LLVMValueRef from = LLVMGetOperand(load, 0);
    return (LLVMIsAAllocaInst(from) && is_whole(tr, f, from, LLVMTypeOf(load))) ||
           is_coerced(f, from);
}

/* A structure as the registers that it is passed or returned in, or as one argument for each member:
 * its fields are not read. */
static bool is_passed(const translator *tr, const frame *f, LLVMValueRef load) {
    return (all_uses(load, is_argument) && !is_scalar_local(load)) ||
           (is_structure(tr, f, load) && all_uses(load, is_given));
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
    uint32_t n = is_constant(pointer) ? NONE : local_number(f->f, pointer);
    return n != NONE && LLVMIsAAllocaInst(pointer) && !f->result &&
           !f->f->values.data[n].variable && is_result(pointer);
}

/* ---- accesses ---- */
void shadow_loaded(translator *tr, frame *f, uint32_t number, LLVMValueRef load, term set) {
    assert_debug(number < f->f->values.size);
    text words = {0};
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    if (!set.id || is_replaced(load) || is_passed(tr, f, load) || is_unused_result(f, pointer))
        return;
    if (is_copied(load)) {
        f->slots[number].shadow = new_variable(tr, "copied", term_sort(tr->t, set));
        emit_assign(tr, f->slots[number].shadow, set);
        return;
    }
    term all = shadow_ones(tr, term_width(tr->t, set));
    uninitialized_words(tr, f->f, pointer, &words);
    emit_fail_about(tr, term_not(tr->t, term_eq(tr->t, set, all)), PROPERTY_UNINITIALIZED,
                    LLVMIsAAllocaInst(pointer) ? "a local variable is read before it is written"
                                               : "memory is read before it is written",
                    &words, NULL, (comparands){{{0}}});
}

term shadow_stored(const frame *f, LLVMValueRef value) {
    uint32_t n = is_constant(value) || !LLVMIsALoadInst(value) ? NONE : local_number(f->f, value);
    return n == NONE ? (term){0} : f->slots[n].shadow;
}
