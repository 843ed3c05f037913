/* Which addresses the program looks at as numbers: compares with numbers, calculates with beyond
 * sums, distances and masks that alignment decides, cuts into parts, converts to floats. Where an
 * object lies is then part of what the program computes, so its address becomes a symbol
 * (address.c). All others keep constants, which the program cannot observe. */
#include "frontend/memory/observe.h"
#include "base/log.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instruction.h"
#include "frontend/llvm/translator.h"
#include "frontend/memory/address.h"
#include "frontend/memory/object.h"

#include <string.h>

/* ---- addresses among operands ---- */
void address_facts(translator *tr, uint32_t inst, LLVMValueRef v, fact_vec *out) {
    assert_debug(inst < tr->instances.size);
    fact_vec facts = {0};
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
    operand_facts(tr, inst, v, &facts);
    for (uint32_t i = 0; i < facts.size; i++)
        if (is_pointer || facts.data[i].number) vec_push(out, facts.data[i]);
    vec_release(&facts);
}

static void all_operands(translator *tr, uint32_t inst, LLVMValueRef i, fact_vec *out) {
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        address_facts(tr, inst, LLVMGetOperand(i, (unsigned)k), out);
}

bool is_no_address(translator *tr, LLVMValueRef v) {
    enum { PAGE = 4096, FIRST = 16 };
    if (LLVMIsAConstantPointerNull(v)) return true;
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr) v = LLVMGetOperand(v, 0);
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) != tr->pointer_bits)
        return false;
    int64_t c = LLVMConstIntGetSExtValue(v);
    return c < FIRST && c >= -PAGE;
}

static uint64_t width_of(translator *tr, LLVMValueRef v) {
    return LLVMSizeOfTypeInBits(tr->layout, LLVMTypeOf(v));
}

/* ---- comparisons and distances ---- */
static bool is_signed_order(LLVMIntPredicate p) {
    return p == LLVMIntSGT || p == LLVMIntSGE || p == LLVMIntSLT || p == LLVMIntSLE;
}

static bool is_order(LLVMValueRef i) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    return p != LLVMIntEQ && p != LLVMIntNE;
}

static bool has_known_number(const fact_vec *facts) {
    for (uint32_t i = 0; i < facts->size; i++)
        if (!facts->data[i].object && facts->data[i].number) return true;
    return false;
}

/* An address in its object, or at its end: not null, wherever the object lies. */
static bool are_addresses(const translator *tr, const fact_vec *facts, bool pointers) {
    for (uint32_t i = 0; i < facts->size; i++) {
        fact f = facts->data[i];
        if (f.object &&
            (f.stride ? !pointers
                      : f.offset < 0 || (uint64_t)f.offset > tr->objects.data[f.object].size))
            return false;
    }
    return true;
}

/* A local that is made again and again has one constant, but as many addresses; a number remembers
 * the last. */
static bool may_remember(const translator *tr, const fact_vec *left, const fact_vec *right) {
    for (uint32_t i = 0; i < left->size; i++)
        for (uint32_t k = 0; k < right->size; k++) {
            const object *o = &tr->objects.data[left->data[i].object];
            if (left->data[i].object == right->data[k].object && o->copies == 1 &&
                is_renewed(tr, o))
                return true;
        }
    return false;
}

static bool compare_sees(translator *tr, LLVMValueRef i, const fact_vec *left,
                         const fact_vec *right) {
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    if (!left->size && !right->size) return false;
    if (width_of(tr, a) != tr->pointer_bits || is_signed_order(LLVMGetICmpPredicate(i)))
        return true;
    bool pointers = LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMPointerTypeKind;
    if (is_no_address(tr, a)) return !are_addresses(tr, right, pointers);
    if (is_no_address(tr, b)) return !are_addresses(tr, left, pointers);
    if (!left->size || !right->size)
        return !pointers; /* a pointer without facts is null, or has no value */
    return has_known_number(left) || has_known_number(right) ||
           (!pointers && may_remember(tr, left, right));
}

/* A number below the first object, such as (void *)1: no object of the program lies there, but code
 * that is not seen may return it. */
static bool is_mark(LLVMValueRef v) {
    enum { PAGE = 4096 };
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr) v = LLVMGetOperand(v, 0);
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    int64_t c = LLVMConstIntGetSExtValue(v);
    return c && c < PAGE && c > -PAGE;
}

static void seen_as_mark(translator *tr, LLVMValueRef other, const fact_vec *facts) {
    if (!is_mark(other)) return;
    tr->external.numbers_marked = true;
    for (uint32_t i = 0; i < facts->size; i++) tr->external.unseen_marked |= !facts->data[i].object;
}

static void seen_by_compare(translator *tr, uint32_t inst, LLVMValueRef i, fact_vec *out) {
    fact_vec left = {0}, right = {0};
    address_facts(tr, inst, LLVMGetOperand(i, 0), &left);
    address_facts(tr, inst, LLVMGetOperand(i, 1), &right);
    if (compare_sees(tr, i, &left, &right)) {
        vec_append(out, left.data, left.size);
        vec_append(out, right.data, right.size);
    }
    seen_as_mark(tr, LLVMGetOperand(i, 1), &left);
    seen_as_mark(tr, LLVMGetOperand(i, 0), &right);
    vec_release(&left);
    vec_release(&right);
}

/* A number less an address is no address; nor is the sum of two, nor what is left of a part. */
static void seen_by_sum(translator *tr, uint32_t inst, LLVMValueRef i, fact_vec *out) {
    fact_vec left = {0}, right = {0};
    address_facts(tr, inst, LLVMGetOperand(i, 0), &left);
    address_facts(tr, inst, LLVMGetOperand(i, 1), &right);
    bool both = left.size && right.size, minus = LLVMGetInstructionOpcode(i) == LLVMSub;
    if (width_of(tr, i) != tr->pointer_bits || (minus ? right.size && !left.size : both)) {
        vec_append(out, left.data, left.size);
        vec_append(out, right.data, right.size);
    }
    vec_release(&left);
    vec_release(&right);
}

/* ---- calculations ---- */
/* Low bits that the alignment of the objects fixes, clearing or setting them, are the same wherever
 * the objects lie. */
static bool only_alignment(translator *tr, LLVMValueRef i, const fact_vec *facts) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef by = LLVMGetOperand(i, 1);
    if ((op != LLVMAnd && op != LLVMOr && op != LLVMXor) || !LLVMIsAConstantInt(by) ||
        width_of(tr, i) != tr->pointer_bits)
        return false;
    int64_t mask = LLVMConstIntGetSExtValue(by);
    uint64_t low = mask < 0 && op == LLVMAnd ? ~(uint64_t)mask : (uint64_t)mask;
    for (uint32_t k = 0; k < facts->size; k++) {
        if (!facts->data[k].object) return false;
        if (low >= object_alignment(tr, &tr->objects.data[facts->data[k].object])) return false;
    }
    return true;
}

static void seen_by_calculation(translator *tr, uint32_t inst, LLVMValueRef i, fact_vec *out) {
    fact_vec facts = {0};
    all_operands(tr, inst, i, &facts);
    if (facts.size && !only_alignment(tr, i, &facts)) vec_append(out, facts.data, facts.size);
    vec_release(&facts);
}

static void seen_by_index(translator *tr, uint32_t inst, LLVMValueRef gep, fact_vec *out) {
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++)
        address_facts(tr, inst, LLVMGetOperand(gep, k), out);
}

/* Functions without a body that calculate: what they are given as numbers. */
static void seen_by_call(translator *tr, uint32_t inst, LLVMValueRef call, fact_vec *out) {
    size_t length;
    LLVMValueRef callee = called_function(call);
    if (is_debug_call(call) || !callee || LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
        return;
    bool calculates = !strncmp(LLVMGetValueName2(callee, &length), "llvm.", 5) ||
                      library_kind_of(tr, callee) == LIBRARY_MATH;
    for (unsigned k = 0; calculates && k < LLVMGetNumArgOperands(call); k++) {
        LLVMValueRef v = LLVMGetOperand(call, k);
        if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind) address_facts(tr, inst, v, out);
    }
}

static void seen_by_update(translator *tr, uint32_t inst, LLVMValueRef i, fact_vec *out) {
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
    if (op == LLVMAtomicRMWBinOpXchg || op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpSub)
        return;
    address_facts(tr, inst, LLVMGetOperand(i, 1), out);
    address_facts(tr, inst, i, out);
}

/* ---- constants ---- */
static bool expression_sees(translator *tr, LLVMValueRef v) {
    switch (LLVMGetConstOpcode(v)) {
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast: return false;
    case LLVMPtrToInt:
    case LLVMTrunc: return width_of(tr, v) < tr->pointer_bits;
    case LLVMAdd:
        return !LLVMIsAConstantInt(LLVMGetOperand(v, 0)) &&
               !LLVMIsAConstantInt(LLVMGetOperand(v, 1));
    case LLVMSub: return LLVMIsAConstantInt(LLVMGetOperand(v, 0));
    default: return true;
    }
}

static void seen_by_constant(translator *tr, LLVMValueRef v, fact_vec *out) {
    if (!LLVMIsAConstantExpr(v)) return;
    if (expression_sees(tr, v)) constant_facts(tr, v, out);
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        seen_by_constant(tr, LLVMGetOperand(v, (unsigned)k), out);
}

static void seen_by_operands(translator *tr, LLVMValueRef i, fact_vec *out) {
    if (is_debug_call(i)) return;
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        seen_by_constant(tr, LLVMGetOperand(i, (unsigned)k), out);
}

static void seen_by_initializer(translator *tr, void *context, uint64_t offset,
                                LLVMValueRef scalar) {
    (void)offset;
    seen_by_constant(tr, scalar, context);
}

/* A distance says nothing of numbers that are no addresses. */
static bool only_distances(LLVMValueRef number) {
    for (LLVMUseRef u = LLVMGetFirstUse(number); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsABinaryOperator(user) || LLVMGetInstructionOpcode(user) != LLVMSub ||
            !LLVMIsAPtrToIntInst(LLVMGetOperand(user, 0)) ||
            !LLVMIsAPtrToIntInst(LLVMGetOperand(user, 1)))
            return false;
    }
    return true;
}

/* Facts do not say of a number that it was a pointer of external code. */
static void seen_by_conversion(translator *tr, uint32_t inst, LLVMValueRef i) {
    fact_vec facts = {0};
    if (LLVMGetInstructionOpcode(i) != LLVMPtrToInt || only_distances(i)) return;
    address_facts(tr, inst, LLVMGetOperand(i, 0), &facts);
    for (uint32_t k = 0; k < facts.size; k++)
        tr->external.unseen_converted |= !facts.data[k].object;
    vec_release(&facts);
}

/* One switch an instruction kind. */
void addresses_seen(translator *tr, uint32_t inst, LLVMValueRef i, fact_vec *out) {
    assert_debug(inst < tr->instances.size);
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    seen_by_operands(tr, i, out);
    switch (op) {
    case LLVMICmp: seen_by_compare(tr, inst, i, out); return;
    case LLVMAdd:
    case LLVMSub: seen_by_sum(tr, inst, i, out); return;
    case LLVMSwitch:
        tr->external.numbers_marked = true;
        address_facts(tr, inst, LLVMGetOperand(i, 0), out);
        return;
    case LLVMGetElementPtr: seen_by_index(tr, inst, i, out); return;
    case LLVMCall: seen_by_call(tr, inst, i, out); return;
    case LLVMAtomicRMW: seen_by_update(tr, inst, i, out); return;
    case LLVMZExt:
    case LLVMSExt: /* of a part of an address */
        if (width_of(tr, LLVMGetOperand(i, 0)) < tr->pointer_bits) all_operands(tr, inst, i, out);
        return;
    case LLVMTrunc:
    case LLVMPtrToInt:
        if (width_of(tr, i) < tr->pointer_bits) all_operands(tr, inst, i, out);
        seen_by_conversion(tr, inst, i);
        return;
    default:
        if (is_integer_binary(op) || is_float_operation(op)) seen_by_calculation(tr, inst, i, out);
    }
}

/* ---- the observed objects ---- */
typedef struct {
    vec(u32_vec) sets;
    bool changed;
} companions; /* objects whose addresses are ordered or subtracted */

static void mark(translator *tr, const fact_vec *facts) {
    for (uint32_t i = 0; i < facts->size; i++)
        tr->objects.data[facts->data[i].object].address.observed = true;
}

/* Only starts of objects, each of which exists once. */
static bool are_starts(const translator *tr, const fact_vec *facts) {
    for (uint32_t i = 0; i < facts->size; i++) {
        fact f = facts->data[i];
        if (!f.object || f.stride || f.offset || tr->objects.data[f.object].copies > 1)
            return false;
    }
    return true;
}

/* Certainly addresses of different objects, each of which there is only one of. */
static bool are_different(const translator *tr, const fact_vec *left, const fact_vec *right) {
    for (uint32_t i = 0; i < left->size; i++)
        if (!left->data[i].object || tr->objects.data[left->data[i].object].copies > 1 ||
            facts_have(right, left->data[i].object))
            return false;
    for (uint32_t i = 0; i < right->size; i++)
        if (!right->data[i].object || tr->objects.data[right->data[i].object].copies > 1)
            return false;
    return true;
}

/* The end of an object may be the start of another, but not of each other. */
static bool is_end(const translator *tr, const fact_vec *facts) {
    if (facts->size != 1 || facts->data[0].stride || !facts->data[0].object) return false;
    const object *o = &tr->objects.data[facts->data[0].object];
    return !o->variable && facts->data[0].offset == (int64_t)o->size;
}

static void note_companions(translator *tr, uint32_t inst, LLVMValueRef i, companions *c) {
    fact_vec left = {0}, right = {0};
    u32_vec set = {0};
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op != LLVMSub && op != LLVMICmp) return;
    address_facts(tr, inst, LLVMGetOperand(i, 0), &left);
    address_facts(tr, inst, LLVMGetOperand(i, 1), &right);
    if (op == LLVMICmp && !is_order(i)) {
        if (are_different(tr, &left, &right) && (is_end(tr, &left) || is_end(tr, &right)))
            mark(tr, &left), mark(tr, &right);
    } else if (left.size && right.size) {
        bool starts = are_starts(tr, &left) && are_starts(tr, &right) && left.size + right.size > 2;
        if (starts || are_different(tr, &left, &right)) mark(tr, &left), mark(tr, &right);
        for (uint32_t k = 0; k < left.size; k++) vec_push(&set, left.data[k].object);
        for (uint32_t k = 0; k < right.size; k++) vec_push(&set, right.data[k].object);
        vec_push(&c->sets, set);
    }
    vec_release(&left);
    vec_release(&right);
}

static void observe_instance(translator *tr, uint32_t inst, companions *c) {
    const function_info *f = tr->functions.data[tr->instances.data[inst].function];
    fact_vec seen = {0};
    for (uint32_t n = f->arguments; n < f->values.size; n++) {
        LLVMValueRef v = f->values.data[n].value;
        vec_clear(&seen);
        addresses_seen(tr, inst, v, &seen);
        mark(tr, &seen);
        note_companions(tr, inst, v, c);
    }
    vec_release(&seen);
}

static void observe_initializers(translator *tr) {
    fact_vec seen = {0};
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        const object *o = &tr->objects.data[i];
        LLVMValueRef init = o->kind == OBJECT_GLOBAL ? LLVMGetInitializer(o->value) : NULL;
        if (init) initializer_visit(tr, init, 0, seen_by_initializer, &seen);
    }
    mark(tr, &seen);
    vec_release(&seen);
}

/* ---- addresses in parts ---- */
/* Parts of an address that are stored may come together in another order, and parts of two beside
 * each other: only a symbol tells what they make. */
static void observe_parts(translator *tr) {
    uint64_t word = tr->pointer_bits / 8;
    for (uint32_t i = 1; i < tr->objects.size; i++)
        for (uint32_t k = 0; k < tr->objects.data[i].points.contents.size; k++) {
            const struct content *c = &tr->objects.data[i].points.contents.data[k];
            if (c->size < word) mark(tr, &c->facts);
        }
}

/* Where one address is a symbol, what it is ordered with must be one too: our constants lie after
 * all symbols. */
static void spread(translator *tr, companions *c) {
    do {
        c->changed = false;
        for (uint32_t i = 0; i < c->sets.size; i++) {
            const u32_vec *set = &c->sets.data[i];
            bool any = false;
            for (uint32_t k = 0; k < set->size; k++)
                any |= set->data[k] && tr->objects.data[set->data[k]].address.observed;
            for (uint32_t k = 0; k < set->size && any; k++) {
                c->changed |= !tr->objects.data[set->data[k]].address.observed;
                tr->objects.data[set->data[k]].address.observed = true;
            }
        }
    } while (c->changed);
}

void addresses_observe(translator *tr) {
    LOG("memory", "which addresses are observed?");
    companions c = {0};
    for (uint32_t inst = 0; inst < tr->instances.size; inst++) observe_instance(tr, inst, &c);
    observe_initializers(tr);
    observe_parts(tr);
    spread(tr, &c);
    vec_release_each(&c.sets, vec_release);
}
