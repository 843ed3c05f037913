/* CBMC's functions in the translation: what it says of pointers, and uninterpreted functions
 * (frontend/cprover.h). What a pointer points into is decided by what it may point to at all; of a
 * pointer that may be none of the program's, anything may be said. */
#include "frontend/external/cprover_calls.h"
#include "frontend/cprover.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/instruction.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"
#include "frontend/memory/place.h"
#include "frontend/memory/points_to.h"

#include <string.h>

/* ---- the object that a pointer points into ---- */
typedef struct {
    term is;     /* the pointer points into it, or just past its end */
    term offset; /* from the start of the object */
    term bytes;  /* that it has */
    term lives;  /* it is there */
    term number; /* different for different objects, never 0 */
    bool heap, constant;
} pointed;
typedef struct {
    vec(pointed) items;
    term pointer;
    bool unknown; /* or into nothing that is known */
} target;

static pointed pointed_into(translator *tr, const frame *f, uint32_t id, term p) {
    terms *t = tr->t;
    const object *o = &tr->objects.data[id];
    term offset = term_2(t, OP_BVSUB, p, object_start(tr, o));
    uint32_t low = (uint32_t)__builtin_ctzll(o->slot);
    uint64_t numbers = (uint64_t)id << (tr->pointer_bits / 2);
    pointed x = {.offset = offset,
                 .number = pointer_term(tr, numbers),
                 .heap = o->kind == OBJECT_HEAP,
                 .constant = object_is_constant(o)};
    x.lives = local_lives(tr, f, o) ? object_lives(tr, o, offset) : term_false(t);
    x.bytes = o->variable ? object_bytes(tr, o, p) : pointer_term(tr, o->size);
    x.is = o->address.at.id ? term_2(t, OP_BVULE, offset, x.bytes)
                            : term_2(t, OP_BVULT, offset, pointer_term(tr, o->slot * o->copies));
    if (o->copies == 1) return x;
    x.number = term_2(t, OP_BVADD, x.number, term_2(t, OP_BVLSHR, offset, pointer_term(tr, low)));
    x.offset = term_zext(t, term_extract(t, low - 1, 0, offset), tr->pointer_bits);
    return x;
}

static void target_find(translator *tr, frame *f, LLVMValueRef v, target *out) {
    fact_vec facts = {0};
    bits seen = {0};
    operand_facts(tr, f->instance, v, &facts);
    out->pointer = operand_bits(tr, f, v);
    out->unknown = !facts.size && !term_is_const(tr->t, out->pointer);
    for (uint32_t i = 0; i < facts.size; i++) {
        uint32_t id = facts.data[i].object;
        out->unknown |= !id && facts.data[i].offset != NOWHERE;
        if (!id || bits_has(&seen, id)) continue;
        bits_add(&seen, id);
        vec_push(&out->items, pointed_into(tr, f, id, out->pointer));
    }
    bits_release(&seen);
    vec_release(&facts);
}

static term is_nothing(translator *tr, const target *x) {
    return term_eq(tr->t, x->pointer, pointer_term(tr, 0));
}

/* What is said where the pointer points into no object that is known. */
static term otherwise(translator *tr, const target *x, sort s, term of_null) {
    if (!x->unknown) return of_null;
    note_here(tr, NOTE_OVER,
              "a pointer that may be none of the program's: anything may be said of it");
    term any = emit_any(tr, s, ORIGIN_LIBRARY, "unknown pointer", "");
    return term_ite(tr->t, is_nothing(tr, x), of_null, any);
}

static term attribute(translator *tr, const target *x, size_t member) {
    term r = otherwise(tr, x, sort_bv(tr->t, tr->pointer_bits), pointer_term(tr, 0));
    for (uint32_t i = 0; i < x->items.size; i++) {
        const pointed *p = &x->items.data[i];
        r = term_ite(tr->t, p->is, *(const term *)((const char *)p + member), r);
    }
    return r;
}

static term is_accessible(translator *tr, const target *x, term size, bool write) {
    terms *t = tr->t;
    term r = otherwise(tr, x, sort_bool(t), term_false(t));
    for (uint32_t i = 0; i < x->items.size; i++) {
        const pointed *p = &x->items.data[i];
        term left = term_2(t, OP_BVSUB, p->bytes, p->offset);
        term fits =
            term_and(t, term_2(t, OP_BVULE, p->offset, p->bytes), term_2(t, OP_BVULE, size, left));
        term good = write && p->constant ? term_false(t) : term_and(t, p->lives, fits);
        r = term_ite(t, p->is, good, r);
    }
    return r;
}

static term is_on_heap(translator *tr, const target *x) {
    term r = otherwise(tr, x, sort_bool(tr->t), term_false(tr->t));
    for (uint32_t i = 0; i < x->items.size; i++) {
        const pointed *p = &x->items.data[i];
        r = term_ite(tr->t, p->is, p->heap ? term_true(tr->t) : term_false(tr->t), r);
    }
    return r;
}

/* ---- calls ---- */
static void define_number(translator *tr, frame *f, uint32_t number, LLVMValueRef call, term r) {
    uint32_t w = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    if (w == 1) define_bits(tr, f, number, as_bool(tr, r));
    else define_bits(tr, f, number, integer_resized(tr, as_bv(tr, r), w, false));
}

static term size_argument(translator *tr, frame *f, LLVMValueRef call) {
    if (LLVMGetNumArgOperands(call) < 2) unsupported(tr, call, "a size that is not given");
    return integer_resized(tr, as_bv(tr, operand_bits(tr, f, LLVMGetOperand(call, 1))),
                           tr->pointer_bits, false);
}

term pointer_accessible(translator *tr, frame *f, LLVMValueRef pointer, LLVMValueRef bytes) {
    target x = {0};
    target_find(tr, f, pointer, &x);
    term size = integer_resized(tr, as_bv(tr, operand_bits(tr, f, bytes)), tr->pointer_bits, false),
         is = is_accessible(tr, &x, size, false);
    vec_release(&x.items);
    return term_or(tr->t, term_eq(tr->t, size, pointer_term(tr, 0)), is);
}

static term same_object(translator *tr, frame *f, LLVMValueRef call, const target *a) {
    target b = {0};
    target_find(tr, f, LLVMGetOperand(call, 1), &b);
    term is = term_eq(tr->t, attribute(tr, a, offsetof(pointed, number)),
                      attribute(tr, &b, offsetof(pointed, number)));
    vec_release(&b.items);
    return is;
}

static term said(translator *tr, frame *f, LLVMValueRef call, const char *word, const target *x) {
    if (!strcmp(word, "same_object")) return same_object(tr, f, call, x);
    if (!strcmp(word, "POINTER_OBJECT")) return attribute(tr, x, offsetof(pointed, number));
    if (!strcmp(word, "POINTER_OFFSET")) return attribute(tr, x, offsetof(pointed, offset));
    if (!strcmp(word, "OBJECT_SIZE")) return attribute(tr, x, offsetof(pointed, bytes));
    if (!strcmp(word, "DYNAMIC_OBJECT")) return is_on_heap(tr, x);
    return is_accessible(tr, x, size_argument(tr, f, call), strchr(word, 'w') != NULL);
}

void cprover_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    if (LLVMGetNumArgOperands(call) < 1 ||
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) != LLVMPointerTypeKind)
        unsupported(tr, call, "%s of something that is no pointer", name);
    target x = {0};
    tr->p->asks_pointers = true;
    target_find(tr, f, LLVMGetOperand(call, 0), &x);
    define_number(tr, f, number, call, said(tr, f, call, name + strlen(CPROVER_PREFIX), &x));
    vec_release(&x.items);
}

/* ---- uninterpreted functions ---- */
/* One is an array that never changes, indexed by the bits of all arguments. */
bool is_uninterpreted(LLVMValueRef f) {
    size_t length;
    return !strncmp(LLVMGetValueName2(f, &length), CPROVER_UNINTERPRETED,
                    strlen(CPROVER_UNINTERPRETED));
}

static uint32_t parameter_bits(translator *tr, LLVMValueRef f) {
    uint32_t all = 0;
    for (unsigned i = 0; i < LLVMCountParams(f); i++)
        all += type_leaf(tr, LLVMTypeOf(LLVMGetParam(f, i))).bits;
    return all;
}

void uninterpreted_declare(translator *tr) {
    terms *t = tr->t;
    size_t length;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f)) {
        if (!is_uninterpreted(f) || !LLVMIsDeclaration(f) || !LLVMGetFirstUse(f)) continue;
        const char *name = LLVMGetValueName2(f, &length);
        LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
        if (!type_is_scalar(type)) unsupported(tr, NULL, "%s gives no number", name);
        sort s = sort_bv(t, type_leaf(tr, type).bits);
        uint32_t n = parameter_bits(tr, f);
        term var = new_variable(tr, name, n ? sort_array(t, sort_bv(t, n), s) : s);
        emit_havoc(tr, var, ORIGIN_LIBRARY, name, "");
        map_set(&tr->external.uninterpreted, (uint64_t)(uintptr_t)f, var.id);
    }
}

static term argument_bits(translator *tr, frame *f, LLVMValueRef call, LLVMValueRef callee) {
    term all = {0};
    for (unsigned i = 0; i < LLVMCountParams(callee); i++) {
        leaf l = type_leaf(tr, LLVMTypeOf(LLVMGetOperand(call, i)));
        component *c = operand(tr, f, LLVMGetOperand(call, i));
        term a = as_bv(tr, l.kind == LEAF_FLOAT ? float_bits(tr, c, l.class) : c->bits);
        all = all.id ? term_2(tr->t, OP_CONCAT, all, a) : a;
    }
    return all;
}

void uninterpreted_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                        LLVMValueRef callee) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    term var = {(uint32_t)map_find(&tr->external.uninterpreted, (uint64_t)(uintptr_t)callee, 0)};
    if (LLVMGetNumArgOperands(call) != LLVMCountParams(callee) || !var.id)
        unsupported(tr, call, "an uninterpreted function that is not called as it is declared");
    term index = argument_bits(tr, f, call, callee);
    leaf l = type_leaf(tr, LLVMTypeOf(call));
    term r = index.id ? term_select(tr->t, var, index) : var;
    if (l.kind == LEAF_FLOAT) define_fp(tr, f, number, ir_float_from_bits(tr, l.class, r));
    else define_bits(tr, f, number, l.bits == 1 ? as_bool(tr, r) : r);
}
