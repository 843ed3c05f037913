/* The terms of LLVM values, and when they become variables. */
#include "frontend/llvm/value.h"
#include "frontend/external/escape.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/translator.h"
#include "frontend/memory/address.h"

#include <string.h>

/* One body of a function may serve several calls: how many are active is then not known. */
static uint32_t depth_of(const translator *tr, uint32_t inst) {
    uint32_t depth = 0;
    for (; !tr->tree.sharing && inst != NONE; inst = tr->instances.data[inst].parent) depth++;
    return depth;
}

frame *frame_push(translator *tr, frame *up, uint32_t inst) {
    assert_debug(inst < tr->instances.size);
    frame *f = arena_alloc(&tr->emission.memory, sizeof *f);
    *f = (frame){.up = up,
                 .instance = inst,
                 .f = tr->functions.data[tr->instances.data[inst].function],
                 .exit = NO_LOC};
    f->slots = arena_alloc(&tr->emission.memory, f->f->values.size * sizeof *f->slots);
    f->block = arena_alloc(&tr->emission.memory, f->f->blocks.size * sizeof *f->block);
    memset(f->slots, 0, f->f->values.size * sizeof *f->slots);
    f->compared = arena_alloc(&tr->emission.memory, f->f->blocks.size * sizeof *f->compared);
    memset(f->compared, 0, f->f->blocks.size * sizeof *f->compared);
    f->depth = depth_of(tr, inst);
    for (uint32_t i = 0; i < f->f->values.size; i++) f->slots[i].uses = f->f->values.data[i].uses;
    for (uint32_t i = 0; i < f->f->blocks.size; i++) f->block[i] = NO_LOC;
    f->scope = f->f->made++;
    return f;
}

term as_bool(translator *tr, term a) {
    assert_debug(term_is_there(tr->t, a));
    if (term_is_bool(tr->t, a)) return a;
    return term_eq(tr->t, a, term_bv(tr->t, 1, 1));
}

term as_bv(translator *tr, term a) {
    assert_debug(term_is_there(tr->t, a));
    if (!term_is_bool(tr->t, a)) return a;
    return term_ite(tr->t, a, term_bv(tr->t, 1, 1), term_bv(tr->t, 1, 0));
}

/* ---- components ---- */
term component_held(translator *tr, component *c, const leaf *l) {
    assert_debug(l->bits && l->size);
    if (l->kind != LEAF_FLOAT) return c->bits;
    return tr->floats.float_bits[l->class] ? float_bits(tr, c, l->class)
                                           : float_fp(tr, c, l->class);
}

component component_of(translator *tr, term held, const leaf *l) {
    assert_debug(l->bits && l->size);
    component c = {0};
    if (l->kind == LEAF_FLOAT && sort_is_fp(tr->t, term_sort(tr->t, held))) c.fp = held;
    else c.bits = held;
    return c;
}

component component_read(translator *tr, const leaf *l, enum input_origin origin, const char *name,
                         term place) {
    assert_debug(l->bits && l->size);
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    const char *type = l->kind == LEAF_POINTER ? "void *" : "";
    component c = component_of(tr, emit_any(tr, leaf_sort(tr, l), origin, name, type), l);
    assume_unseen(tr, origin, l, &c, place);
    return c;
}

component component_any(translator *tr, const leaf *l, enum input_origin origin, const char *name) {
    assert_debug(l->bits && l->size);
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    return component_read(tr, l, origin, name, (term){0});
}

/* ---- definitions and uses ---- */
static component *constant_operand(translator *tr, LLVMValueRef v) {
    component *c =
        arena_alloc(&tr->emission.memory, (leaf_count(tr, LLVMTypeOf(v)) + 1) * sizeof *c);
    constant_components(tr, v, c);
    return c;
}

component *operand(translator *tr, frame *f, LLVMValueRef v) {
    uint32_t n = is_constant(v) ? NONE : local_number(f->f, v);
    if (n == NONE && is_constant(v)) return constant_operand(tr, v);
    if (n == NONE) unsupported(tr, v, "an operand of an unknown kind");
    slot *s = &f->slots[n];
    if (!s->defined) { /* only code that no run reaches uses a value that is not defined */
        component *c = define(tr, f, n);
        leaf_vec leaves = {0};
        type_leaves(tr, LLVMTypeOf(v), &leaves);
        for (uint32_t i = 0; i < leaves.size; i++)
            c[i] = component_any(tr, &leaves.data[i], ORIGIN_OPEN, "undefined value");
        vec_release(&leaves);
        s->defined = s->stable = true;
    }
    if (s->uses) s->uses--;
    return s->components;
}

term operand_bits(translator *tr, frame *f, LLVMValueRef v) {
    component *c = operand(tr, f, v);
    leaf l = type_leaf(tr, LLVMTypeOf(v));
    return l.kind == LEAF_FLOAT ? float_bits(tr, c, l.class) : c->bits;
}

term operand_seen(translator *tr, frame *f, LLVMValueRef v) {
    uint32_t n = is_constant(v) ? NONE : local_number(f->f, v);
    term a = operand_bits(tr, f, v);
    if (n != NONE) f->slots[n].uses++;
    return a;
}

term operand_fp(translator *tr, frame *f, LLVMValueRef v) {
    component *c = operand(tr, f, v);
    return float_fp(tr, c, type_leaf(tr, LLVMTypeOf(v)).class);
}

component *define(translator *tr, frame *f, uint32_t number) {
    assert_debug(number < f->f->values.size);
    slot *s = &f->slots[number];
    s->count = leaf_count(tr, LLVMTypeOf(f->f->values.data[number].value));
    s->components = arena_alloc(&tr->emission.memory, (s->count + 1) * sizeof *s->components);
    memset(s->components, 0, (s->count + 1) * sizeof *s->components);
    return s->components;
}

static bool is_fixed(translator *tr, const slot *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        const component *c = &s->components[i];
        if (c->bits.id && !address_is_fixed(tr, c->bits)) return false;
        if (c->fp.id && !term_is_const(tr->t, c->fp)) return false;
    }
    return true;
}

void define_done(translator *tr, frame *f, uint32_t number) {
    assert_debug(number < f->f->values.size);
    slot *s = &f->slots[number];
    s->defined = true;
    s->stable = is_fixed(tr, s);
    if (s->stable) return;
    if (f->f->values.data[number].crosses) {
        spill_value(tr, f, number);
        return;
    }
    live_value v = {f, number};
    if (s->uses) vec_push(&tr->emission.live, v);
}

void define_bits(translator *tr, frame *f, uint32_t number, term given) {
    assert_debug(number < f->f->values.size);
    define(tr, f, number)->bits = given;
    define_done(tr, f, number);
}

void define_fp(translator *tr, frame *f, uint32_t number, term fp) {
    assert_debug(number < f->f->values.size);
    define(tr, f, number)->fp = fp;
    define_done(tr, f, number);
}

/* ---- saving ---- */
static term saved(translator *tr, frame *f, uint32_t number, term a) {
    if (!a.id || address_is_fixed(tr, a)) return a;
    size_t length;
    const char *name = LLVMGetValueName2(f->f->values.data[number].value, &length);
    term var = new_variable(tr, length ? name : "value", term_sort(tr->t, a));
    emit(tr, cmd_assign(tr->p, var, a));
    return var;
}

/* A float whose bits a program looks at keeps them, also those of a NaN, from here on. */
void spill_value(translator *tr, frame *f, uint32_t number) {
    assert_debug(number < f->f->values.size);
    slot *s = &f->slots[number];
    leaf_vec leaves = {0};
    type_leaves(tr, LLVMTypeOf(f->f->values.data[number].value), &leaves);
    for (uint32_t i = 0; i < s->count; i++) {
        component *c = &s->components[i];
        bool as_bits =
            leaves.data[i].kind == LEAF_FLOAT && tr->floats.float_bits[leaves.data[i].class];
        if (as_bits) float_bits(tr, c, leaves.data[i].class), c->fp.id = 0;
        c->bits = saved(tr, f, number, c->bits);
        c->fp = saved(tr, f, number, c->fp);
    }
    s->stable = true;
    vec_release(&leaves);
}
