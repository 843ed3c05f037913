/* The search for numbers that become pointers. */
#include "base/log.h"
#include "frontend/memory/provenance.h"
#include "frontend/external/escape.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/varargs.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"

#include <string.h>

/* What the program stores in an object. */
typedef struct {
    int64_t offset;
    uint64_t stride, size;
    uint64_t unit; /* not 0: `size` is the most, the true length is a multiple of this */
    uint32_t instance;
    bool silent;        /* null, or copied: its numbers are looked for where they come from */
    bool filled;        /* by a library function: all of it becomes any number */
    LLVMValueRef value; /* NULL: any bytes */
} stored;

typedef vec(stored) stored_vec;

/* How a number came to where it becomes a pointer. */
typedef struct {
    uint32_t moved; /* bits of what was added to it */
    bool part;      /* it is some of the pointer's bytes */
} route;

typedef struct {
    uint32_t instance;
    LLVMValueRef value;
    route route;
} item;

/* Where a pointer is made of a number. */
typedef struct {
    uint32_t instance;
    LLVMValueRef pointer;          /* NULL: a constant */
    LLVMValueRef number;           /* NULL: what the load `pointer` reads, or the content has */
    uint32_t object;               /* of the content */
    const struct content *content; /* of memory where a search reads pointers; NULL */
} origin;

typedef struct {
    translator *tr;
    pointer_numbers *found;
    vec(origin) origins;
    map marked;             /* sets of objects beside which numbers were found */
    vec(stored_vec) stores; /* by object */
    vec(u32_vec) copied;    /* by object: into points.copies, those to it */
    vec(item) queue;
    map seen, places;
    uint32_t copies_deep; /* copies of copies that are being followed */
} search;

/* ---- what is found ---- */
static void note_bits(search *s, uint32_t width, route w) {
    uint32_t all = s->tr->pointer_bits;
    if (w.part) width = all;
    if (w.moved) width = (w.moved > width ? w.moved : width) + 1;
    if (width > all) width = all;
    if (width > s->found->bits) s->found->bits = width;
}

/* Of a number and its negative. */
static uint32_t bits_of(int64_t c) {
    uint64_t m = c < 0 ? ~(uint64_t)c : (uint64_t)c;
    return m ? 64 - (uint32_t)__builtin_clzll(m) : 0;
}

static void note_constant(search *s, LLVMValueRef c, route w) {
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(c));
    int64_t value = width <= 64 ? LLVMConstIntGetSExtValue(c) : INT64_MIN;
    if (!value && !w.moved) return;
    if (s->tr->pointer_bits >= 64 || w.moved || w.part) {
        note_bits(s, bits_of(value), w);
        return;
    }
    uint64_t mask = (1ull << s->tr->pointer_bits) - 1;
    vec_push(&s->found->constants, (uint64_t)value & mask);
}

/* ---- magnitudes ---- */
static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint32_t magnitude(const translator *tr, LLVMValueRef v, uint32_t depth);

static uint32_t calculated(const translator *tr, LLVMValueRef v, uint32_t depth) {
    uint32_t a = magnitude(tr, LLVMGetOperand(v, 0), depth),
             b = magnitude(tr, LLVMGetOperand(v, 1), depth);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub: return most(a, b) + 1;
    case LLVMMul: return a + b;
    case LLVMAnd:
        if (LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
            LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1)) >= 0)
            return b;
        return most(a, b);
    case LLVMOr:
    case LLVMXor:
    case LLVMSDiv:
    case LLVMSRem: return most(a, b);
    default: return tr->pointer_bits;
    }
}

/* The value, as a signed number, is below 2^bits in magnitude. */
static uint32_t magnitude(const translator *tr, LLVMValueRef v, uint32_t depth) {
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return tr->pointer_bits;
    uint32_t width = LLVMGetIntTypeWidth(type);
    if (LLVMIsAConstantInt(v) && width <= 64) return bits_of(LLVMConstIntGetSExtValue(v));
    if (LLVMIsASExtInst(v) || LLVMIsAZExtInst(v)) {
        uint32_t from = magnitude(tr, LLVMGetOperand(v, 0), depth),
                 whole = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0)));
        return LLVMIsAZExtInst(v) || from > whole ? whole : from;
    }
    if (LLVMIsABinaryOperator(v) && depth) {
        uint32_t needed = calculated(tr, v, depth - 1);
        return needed < width ? needed : width;
    }
    return width;
}

/* ---- the index of stores ---- */
static bool is_zero(LLVMValueRef v) { return LLVMIsConstant(v) && LLVMIsNull(v); }

static void add_stored(search *s, fact at, uint64_t size, uint32_t inst, LLVMValueRef value) {
    if (!at.object) return;
    stored e = {.offset = at.offset,
                .stride = at.stride,
                .size = size,
                .instance = inst,
                .silent = inst != NONE && value && is_zero(value),
                .value = value};
    vec_push(&s->stores.data[at.object], e);
}

static void add_stored_at(search *s, uint32_t inst, LLVMValueRef pointer, uint64_t size,
                          LLVMValueRef value) {
    fact_vec at = {0};
    operand_facts(s->tr, inst, pointer, &at);
    for (uint32_t i = 0; i < at.size; i++) add_stored(s, at.data[i], size, inst, value);
    vec_release(&at);
}

/* Of memset, or of a copy. */
static void add_block(search *s, uint32_t inst, LLVMValueRef call, bool copied) {
    LLVMValueRef length = LLVMGetOperand(call, 2), value = LLVMGetOperand(call, 1);
    bool fixed = LLVMIsAConstantInt(length);
    fact_vec at = {0};
    operand_facts(s->tr, inst, LLVMGetOperand(call, 0), &at);
    for (uint32_t i = 0; i < at.size; i++) {
        if (!at.data[i].object) continue;
        uint64_t most = s->tr->objects.data[at.data[i].object].size;
        add_stored(s, at.data[i], fixed ? LLVMConstIntGetZExtValue(length) : most, inst,
                   !copied && is_zero(value) ? value : NULL);
        stored *e = &vec_last(&s->stores.data[at.data[i].object]);
        e->unit = fixed ? 0 : known_multiple(length, 4);
        e->silent = copied;
    }
    vec_release(&at);
}

static void add_effects(search *s, uint32_t inst, uint32_t number, LLVMValueRef call,
                        const known_function *k) {
    fact_vec at = {0};
    facts_written(s->tr, inst, s->tr->instances.data[inst].first_node + number, call, k, &at);
    for (uint32_t i = 0; i < at.size; i++) {
        if (!at.data[i].object) continue;
        add_stored(s, (fact){.object = at.data[i].object, .stride = 1}, 1, inst, NULL);
        vec_last(&s->stores.data[at.data[i].object]).filled = true;
    }
    vec_release(&at);
}

static void add_varargs(search *s, uint32_t inst, LLVMValueRef call, uint32_t child) {
    vararg_vec passed = {0};
    varargs_layout(s->tr, call, child, &passed);
    for (uint32_t i = 0; i < passed.size; i++)
        if (!passed.data[i].by_value)
            add_stored(s, passed.data[i].to,
                       type_store_size(s->tr, LLVMTypeOf(passed.data[i].value)), inst,
                       passed.data[i].value);
    vec_release(&passed);
}

static void add_callee(search *s, uint32_t inst, uint32_t number, LLVMValueRef call,
                       LLVMValueRef callee) {
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    if (!strncmp(name, "llvm.memset", 11)) add_block(s, inst, call, false);
    if (!strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12))
        add_block(s, inst, call, true);
    if (!strncmp(name, "llvm.", 5)) return;
    enum library_kind k = library_kind_of(s->tr, callee);
    if (k == LIBRARY_EFFECTS) add_effects(s, inst, number, call, known_named(name));
    if (k != LIBRARY_NONE || !LLVMCountBasicBlocks(callee)) return;
    uint32_t child = instance_child(s->tr, inst, number, callee);
    if (child != NONE) add_varargs(s, inst, call, child);
}

/* Calls `visit` for every function that the call may call. */
static void each_callee(search *s, uint32_t inst, uint32_t number, LLVMValueRef call,
                        void (*visit)(search *, uint32_t, uint32_t, LLVMValueRef, LLVMValueRef)) {
    LLVMValueRef callee = called_function(call);
    if (callee) {
        visit(s, inst, number, call, callee);
        return;
    }
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return;
    fact_vec targets = {0};
    operand_facts(s->tr, inst, LLVMGetCalledValue(call), &targets);
    for (uint32_t i = 0; i < targets.size; i++) {
        const object *o = &s->tr->objects.data[targets.data[i].object];
        if (o->kind == OBJECT_FUNCTION) visit(s, inst, number, call, o->value);
    }
    vec_release(&targets);
}

static void index_instruction(search *s, uint32_t inst, uint32_t number, LLVMValueRef v) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMStore) {
        LLVMValueRef value = LLVMGetOperand(v, 0);
        add_stored_at(s, inst, LLVMGetOperand(v, 1), type_store_size(s->tr, LLVMTypeOf(value)),
                      value);
    } else if (op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg) {
        LLVMValueRef value = LLVMGetOperand(v, op == LLVMAtomicCmpXchg ? 2 : 1);
        bool exchanged =
            op == LLVMAtomicCmpXchg || LLVMGetAtomicRMWBinOp(v) == LLVMAtomicRMWBinOpXchg;
        add_stored_at(s, inst, LLVMGetOperand(v, 0), type_store_size(s->tr, LLVMTypeOf(value)),
                      exchanged ? value : v);
    } else if (op == LLVMCall && !is_debug_call(v)) {
        each_callee(s, inst, number, v, add_callee);
    }
}

typedef struct {
    search *s;
    uint32_t object;
} initializer;

static void index_scalar(translator *tr, void *context, uint64_t offset, LLVMValueRef scalar) {
    const initializer *x = context;
    add_stored(x->s, (fact){.object = x->object, .offset = (int64_t)offset},
               type_store_size(tr, LLVMTypeOf(scalar)), NONE, scalar);
}

static void index_initializers(search *s) {
    for (uint32_t i = 1; i < s->tr->objects.size; i++) {
        const object *o = &s->tr->objects.data[i];
        LLVMValueRef init = o->kind == OBJECT_GLOBAL ? LLVMGetInitializer(o->value) : NULL;
        initializer x = {s, i};
        if (init) initializer_visit(s->tr, init, 0, index_scalar, &x);
    }
}

/* ---- the search ---- */
static void reach(search *s, uint32_t inst, LLVMValueRef v, route w) {
    if (is_zero(v) && !w.moved) return;
    item i = {inst, v, w};
    vec_push(&s->queue, i);
}

static void reach_operands(search *s, const item *i, uint32_t from, route w) {
    for (int k = (int)from; k < LLVMGetNumOperands(i->value); k++)
        reach(s, i->instance, LLVMGetOperand(i->value, (unsigned)k), w);
}

static bool are_congruent(int64_t a, int64_t b, uint64_t stride, uint64_t size) {
    if (!stride) return a == b;
    return stride >= size && (a - b) % (int64_t)stride == 0;
}

static bool may_meet(int64_t a, uint64_t an, int64_t b, uint64_t bn, uint64_t stride) {
    if (!stride) return a < b + (int64_t)bn && b < a + (int64_t)an;
    int64_t far = (a - b) % (int64_t)stride;
    if (far < 0) far += (int64_t)stride;
    return (uint64_t)far < bn || stride - (uint64_t)far < an;
}

enum { MOST_COPIES = 64 };

static void reach_place(search *s, fact at, uint64_t size, route w);

/* A place of a copy is a place of what was copied. */
static void reach_copied(search *s, const struct copy *c, fact at, uint64_t size, route w) {
    fact from = {.object = c->from.object,
                 .stride = gcd(gcd(at.stride, c->to.stride), c->from.stride),
                 .offset = c->from.offset + (at.offset - c->to.offset)};
    bool apart = !at.stride && !c->to.stride &&
                 (at.offset + (int64_t)size <= c->to.offset ||
                  at.offset - c->to.offset >= (int64_t)c->length);
    /* Copies onto copies may go on without end, each a little further: then any place. */
    if (s->copies_deep > MOST_COPIES) from.stride = 1;
    if (from.stride) from.offset %= (int64_t)from.stride;
    s->copies_deep++;
    if (!apart) reach_place(s, from, size, w);
    s->copies_deep--;
}

static void reach_stored(search *s, const stored *e, fact at, uint64_t size, route w) {
    uint64_t stride = gcd(e->stride, at.stride);
    if (e->silent || !may_meet(at.offset, size, e->offset, e->size, stride)) return;
    route part = {.moved = w.moved, .part = true};
    bool whole = e->value && size == e->size && are_congruent(at.offset, e->offset, stride, size);
    if (!e->value) note_bits(s, s->tr->pointer_bits, part);
    else if (LLVMGetTypeKind(LLVMTypeOf(e->value)) != LLVMPointerTypeKind || w.moved)
        reach(s, e->instance, e->value, whole ? w : part);
}

static void reach_place(search *s, fact at, uint64_t size, route w) {
    uint64_t key =
        hash_mix((uint64_t)at.offset ^
                 hash_mix(at.stride ^ hash_mix((uint64_t)at.object << 8 | size << 1 | w.part)));
    if (!at.object || map_find(&s->places, key, 0) > w.moved) return;
    map_set(&s->places, key, w.moved + 1);
    for (uint32_t i = 0; i < s->stores.data[at.object].size; i++)
        reach_stored(s, &s->stores.data[at.object].data[i], at, size, w);
    for (uint32_t i = 0; i < s->copied.data[at.object].size; i++)
        reach_copied(s, &s->tr->points.copies.data[s->copied.data[at.object].data[i]], at, size, w);
}

/* A number of external code, or of memory that is not the program's. */
static void note_external(search *s, uint32_t width, fact from, route w) {
    bool theirs = from.offset == UNSEEN || from.offset == ARGUMENTS;
    note_bits(s, theirs && width > SMALL_NUMBER_BITS ? SMALL_NUMBER_BITS : width, w);
}

/* What is loaded: its pointers, or its numbers. */
static void reach_loaded(search *s, uint32_t inst, LLVMValueRef load, bool pointers, route w) {
    leaf_vec leaves = {0};
    fact_vec at = {0};
    operand_facts(s->tr, inst, LLVMGetOperand(load, 0), &at);
    type_leaves(s->tr, LLVMTypeOf(load), &leaves);
    for (uint32_t k = 0; k < leaves.size; k++) {
        const leaf *l = &leaves.data[k];
        if ((l->kind == LEAF_POINTER) != pointers) continue;
        for (uint32_t i = 0; i < at.size; i++) {
            fact f = at.data[i];
            f.offset += (int64_t)l->offset;
            if (f.object) reach_place(s, f, l->size, w);
            else if (!pointers) note_external(s, l->size * 8, f, w);
        }
    }
    vec_release(&leaves);
    vec_release(&at);
}

static void reach_returned(search *s, uint32_t child, route w) {
    const function_info *f = s->tr->functions.data[s->tr->instances.data[child].function];
    for (uint32_t n = f->arguments; n < f->values.size; n++) {
        LLVMValueRef v = f->values.data[n].value;
        if (LLVMIsAReturnInst(v) && LLVMGetNumOperands(v)) reach(s, child, LLVMGetOperand(v, 0), w);
    }
}

static bool has_address(search *s, uint32_t inst, LLVMValueRef v) {
    fact_vec facts = {0};
    bool any = false;
    operand_facts(s->tr, inst, v, &facts);
    for (uint32_t i = 0; i < facts.size; i++) any |= facts.data[i].object != 0;
    vec_release(&facts);
    return any;
}

static void reach_called(search *s, const item *i) {
    LLVMValueRef callee = called_function(i->value);
    uint32_t n = local_number(s->tr->functions.data[s->tr->instances.data[i->instance].function],
                              i->value),
             child = callee && call_is_inlined(s->tr, callee)
                         ? instance_child(s->tr, i->instance, n, callee)
                         : NONE;
    size_t length;
    bool intrinsic = callee && !strncmp(LLVMGetValueName2(callee, &length), "llvm.", 5);
    if (child != NONE) reach_returned(s, child, i->route);
    else if (intrinsic && has_address(s, i->instance, i->value))
        reach_operands(s, i, 0, (route){s->tr->pointer_bits, i->route.part});
    else
        note_external(s, (uint32_t)LLVMSizeOfTypeInBits(s->tr->layout, LLVMTypeOf(i->value)),
                      (fact){.offset = callee && library_kind_of(s->tr, callee) != LIBRARY_NONE
                                           ? NOWHERE
                                           : UNSEEN},
                      i->route);
    for (uint64_t at = (uint64_t)i->instance << 32 | n,
                  c = map_find(&s->tr->tree.children, at, NONE);
         !callee && c != NONE; c = s->tr->instances.data[c].next)
        reach_returned(s, (uint32_t)c, i->route);
}

static void reach_argument(search *s, const item *i, uint32_t n) {
    const instance *x = &s->tr->instances.data[i->instance];
    struct caller first = {x->parent, x->call};
    if (x->parent == NONE)
        note_bits(s, (uint32_t)LLVMSizeOfTypeInBits(s->tr->layout, LLVMTypeOf(i->value)), i->route);
    for (uint32_t k = 0; x->parent != NONE && k <= x->callers.size; k++) {
        struct caller c = k ? x->callers.data[k - 1] : first;
        const function_info *f = s->tr->functions.data[s->tr->instances.data[c.instance].function];
        LLVMValueRef call = f->values.data[c.call].value;
        if (n < LLVMGetNumArgOperands(call))
            reach(s, c.instance, LLVMGetOperand(call, n), i->route);
        else note_bits(s, s->tr->pointer_bits, i->route);
    }
}

/* An address that is moved stays one; a number among what may be moved becomes another. */
static void reach_moved(search *s, const item *i) {
    LLVMValueRef a = LLVMGetOperand(i->value, 0), b = LLVMGetOperand(i->value, 1);
    bool left = has_address(s, i->instance, a), right = has_address(s, i->instance, b);
    for (int k = 0; k < 2; k++) {
        if (k ? !right : !left) continue;
        LLVMValueRef by = k ? a : b;
        uint32_t moved = (k ? left : right) ? s->tr->pointer_bits : magnitude(s->tr, by, 4);
        route w = {most(i->route.moved, moved), i->route.part};
        reach(s, i->instance, k ? b : a, w);
    }
    if (!left && !right) note_bits(s, magnitude(s->tr, i->value, 4), i->route);
}

/* One switch an instruction kind. */
static void reach_instruction(search *s, const item *i) {
    LLVMValueRef v = i->value;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMPtrToInt: return; /* pointers are looked at where they are made */
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: reach_loaded(s, i->instance, v, false, i->route); return;
    case LLVMPHI:
    case LLVMFreeze:
    case LLVMBitCast:
    case LLVMInsertValue:
    case LLVMExtractValue:
    case LLVMInsertElement:
    case LLVMExtractElement:
    case LLVMShuffleVector: reach_operands(s, i, 0, i->route); return;
    case LLVMSelect: reach_operands(s, i, 1, i->route); return;
    case LLVMCall: reach_called(s, i); return;
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
        if (has_address(s, i->instance, v)) /* a part of one, or a whole one in more bits */
            reach_operands(s, i, 0, (route){i->route.moved, true});
        else note_bits(s, magnitude(s->tr, v, 4), i->route);
        return;
    default:
        if (LLVMIsABinaryOperator(v)) reach_moved(s, i);
        else note_bits(s, s->tr->pointer_bits, i->route);
    }
}

static void reach_constant(search *s, const item *i) {
    LLVMValueRef v = i->value;
    if (LLVMIsAConstantInt(v)) note_constant(s, v, i->route);
    else if (LLVMIsAConstantExpr(v) || LLVMIsAConstantStruct(v) || LLVMIsAConstantVector(v))
        reach_operands(s, i, 0, i->route);
    else if (LLVMIsAConstantFP(v) || LLVMIsAConstantDataSequential(v))
        note_bits(s, s->tr->pointer_bits, i->route);
    else if (LLVMIsNull(v) && i->route.moved) note_bits(s, 0, i->route);
}

static void follow(search *s, const item *i) {
    if (LLVMIsConstant(i->value)) {
        reach_constant(s, i);
        return;
    }
    /* A pointer is looked at where it is made; a sum makes another number of a number. */
    if (LLVMGetTypeKind(LLVMTypeOf(i->value)) == LLVMPointerTypeKind) return;
    const instance *x = &s->tr->instances.data[i->instance];
    uint32_t n = local_number(s->tr->functions.data[x->function], i->value);
    uint64_t key = (uint64_t)(x->first_node + n) << 1 | i->route.part;
    if (map_find(&s->seen, key, 0) > i->route.moved) return;
    map_set(&s->seen, key, i->route.moved + 1);
    if (LLVMIsAArgument(i->value)) reach_argument(s, i, n);
    else reach_instruction(s, i);
}

/* ---- where pointers are made of numbers ---- */
static void add_origin(search *s, uint32_t inst, LLVMValueRef pointer, LLVMValueRef number) {
    origin o = {.instance = inst, .pointer = pointer, .number = number};
    if (!number || !is_zero(number)) vec_push(&s->origins, o);
}

/* Constants in the operands of an instruction, or in an initializer. */
static void look_at_constant(search *s, LLVMValueRef v) {
    if (!LLVMIsAConstantExpr(v)) return;
    if (LLVMGetConstOpcode(v) == LLVMIntToPtr) add_origin(s, NONE, NULL, LLVMGetOperand(v, 0));
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        look_at_constant(s, LLVMGetOperand(v, (unsigned)k));
}

static bool is_pointer(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static bool is_number(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
}

/* Arguments and results whose types differ on both sides of the call. */
static void look_at_callee(search *s, uint32_t inst, uint32_t number, LLVMValueRef call,
                           LLVMValueRef callee) {
    uint32_t child =
        call_is_inlined(s->tr, callee) ? instance_child(s->tr, inst, number, callee) : NONE;
    if (child == NONE) return;
    const function_info *f = s->tr->functions.data[s->tr->instances.data[child].function];
    for (uint32_t k = 0; k < f->arguments && k < LLVMGetNumArgOperands(call); k++)
        if (is_number(LLVMGetOperand(call, k)) && is_pointer(f->values.data[k].value))
            add_origin(s, inst, LLVMGetOperand(call, k), LLVMGetOperand(call, k));
    for (uint32_t n = f->arguments; is_pointer(call) && n < f->values.size; n++) {
        LLVMValueRef v = f->values.data[n].value;
        if (LLVMIsAReturnInst(v) && LLVMGetNumOperands(v) && is_number(LLVMGetOperand(v, 0)))
            add_origin(s, child, LLVMGetOperand(v, 0), LLVMGetOperand(v, 0));
    }
}

static void look_at(search *s, uint32_t inst, uint32_t number, LLVMValueRef v) {
    if (LLVMIsACallInst(v) && is_debug_call(v)) return;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        look_at_constant(s, LLVMGetOperand(v, (unsigned)k));
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMIntToPtr: add_origin(s, inst, v, LLVMGetOperand(v, 0)); return;
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        if (type_holds_pointers(LLVMTypeOf(v))) add_origin(s, inst, v, NULL);
        return;
    case LLVMCall: each_callee(s, inst, number, v, look_at_callee); return;
    default: return;
    }
}

/* The search for leaks, or for pointers to locals that ended, reads pointers, too. */
static bool is_looked_for(const search *s, const struct content *c) {
    bool any = false;
    for (uint32_t i = 0; i < c->facts.size; i++) {
        const object *o = &s->tr->objects.data[c->facts.data[i].object];
        any |= (o->kind == OBJECT_HEAP && s->tr->o->checks & CHECK_TRACK) ||
               (o->kind == OBJECT_LOCAL && o->life.outlived_by.size);
    }
    return any;
}

/* A store that replaces some bytes of the content's pointers and may leave others. */
static bool cuts(const search *s, const struct content *c, const stored *e) {
    int64_t word = s->tr->pointer_bits / 8, end = e->offset + (int64_t)e->size;
    uint64_t stride = gcd(e->stride, c->stride), unit = e->unit ? e->unit : e->size;
    bool covers = !e->unit && e->size >= (uint64_t)word && !stride && e->offset <= c->offset &&
                  end >= c->offset + word;
    bool whole = unit % (uint64_t)word == 0 && (e->offset - c->offset) % word == 0 &&
                 stride % (uint64_t)word == 0;
    return !e->filled && !covers && !whole &&
           may_meet(c->offset, (uint64_t)word, e->offset, e->size, stride);
}

static bool is_cut(const search *s, uint32_t object_id, const struct content *c) {
    for (uint32_t k = 0; k < s->stores.data[object_id].size; k++)
        if (cuts(s, c, &s->stores.data[object_id].data[k])) return true;
    return false;
}

static void look_at_contents(search *s) {
    for (uint32_t i = 1; i < s->tr->objects.size; i++) {
        object *o = &s->tr->objects.data[i];
        for (uint32_t k = 0; k < o->points.contents.size; k++) {
            struct content *c = &o->points.contents.data[k];
            origin x = {.instance = NONE, .object = i, .content = c};
            if (!is_looked_for(s, c)) continue;
            vec_push(&s->origins, x);
            c->in_parts = is_cut(s, i, c);
        }
        for (uint32_t k = 0; k < s->stores.data[i].size; k++) {
            const stored *e = &s->stores.data[i].data[k];
            if (e->instance == NONE) look_at_constant(s, e->value);
        }
    }
}

/* ---- beside what ---- */
static bool has_same(const fact_vec *facts, fact f) {
    for (uint32_t i = 0; i < facts->size; i++) {
        fact g = facts->data[i];
        if (g.object == f.object && (f.object || g.offset == f.offset)) return true;
    }
    return false;
}

static void mark_objects(search *s, const fact_vec *facts) {
    for (uint32_t i = 0; i < facts->size; i++)
        s->tr->objects.data[facts->data[i].object].address.beside_numbers = true;
}

/* The number goes wherever the pointer goes; whatever is there has the pointer's facts, and more.
 */
static void mark_beside(search *s, const fact_vec *facts) {
    uint64_t key = 0;
    for (uint32_t i = 0; i < facts->size; i++)
        key ^= hash_mix((uint64_t)facts->data[i].object << 2 |
                        (facts->data[i].object ? 0 : (uint64_t)facts->data[i].offset));
    if (!map_add(&s->marked, key)) return;
    for (uint32_t n = 0; n < s->tr->points.nodes.size; n++) {
        const fact_vec *there = &s->tr->points.nodes.data[n];
        bool all = there->size >= facts->size;
        for (uint32_t i = 0; i < facts->size && all; i++) all = has_same(there, facts->data[i]);
        if (all) mark_objects(s, there);
    }
}

static void mark_origin(search *s, const origin *o) {
    fact_vec facts = {0};
    if (o->content) {
        mark_objects(s, &o->content->facts);
        return;
    }
    if (o->pointer) operand_facts(s->tr, o->instance, o->pointer, &facts);
    if (!facts.size && o->number) vec_push(&facts, fact_nowhere(s->tr));
    mark_beside(s, &facts);
    vec_release(&facts);
}

/* ---- all of it ---- */
static bool is_any(const search *s) {
    bool wide = s->tr->pointer_bits >= 64;
    return s->found->bits > (wide ? SMALL_NUMBER_BITS : s->tr->pointer_bits / 2);
}

static void search_from(search *s, const origin *o) {
    route w = {0};
    if (o->number) reach(s, o->instance, o->number, w);
    else if (o->pointer) reach_loaded(s, o->instance, o->pointer, true, w);
    else
        reach_place(
            s,
            (fact){.object = o->object, .offset = o->content->offset, .stride = o->content->stride},
            s->tr->pointer_bits / 8, w);
    while (s->queue.size && !is_any(s)) {
        item i = vec_pop(&s->queue);
        follow(s, &i);
    }
    vec_clear(&s->queue);
}

/* Each origin by itself, since some are of any number. */
static void search_each(search *s) {
    s->found->any = true;
    for (uint32_t i = 0; i < s->origins.size; i++) {
        map_release(&s->seen); /* small ones again: most searches are short */
        map_release(&s->places);
        s->found->bits = 0;
        search_from(s, &s->origins.data[i]);
        if (is_any(s)) mark_origin(s, &s->origins.data[i]);
    }
    s->found->bits = SMALL_NUMBER_BITS;
}

static void each_instruction(search *s, void (*visit)(search *, uint32_t, uint32_t, LLVMValueRef)) {
    for (uint32_t inst = 0; inst < s->tr->instances.size; inst++) {
        const function_info *f = s->tr->functions.data[s->tr->instances.data[inst].function];
        for (uint32_t n = f->arguments; n < f->values.size; n++)
            visit(s, inst, n, f->values.data[n].value);
    }
}

static void index_all(search *s) {
    vec_resize(&s->stores, s->tr->objects.size);
    vec_resize(&s->copied, s->tr->objects.size);
    each_instruction(s, index_instruction);
    index_initializers(s);
    for (uint32_t i = 0; i < s->tr->points.copies.size; i++)
        vec_push(&s->copied.data[s->tr->points.copies.data[i].to.object], i);
}

static void search_release(search *s) {
    for (uint32_t i = 0; i < s->stores.size; i++) {
        vec_release(&s->stores.data[i]);
        vec_release(&s->copied.data[i]);
    }
    vec_release(&s->stores);
    vec_release(&s->copied);
    vec_release(&s->queue);
    vec_release(&s->origins);
    map_release(&s->seen);
    map_release(&s->places);
    map_release(&s->marked);
}

void pointer_numbers_find(translator *tr, pointer_numbers *out) {
    LOG("memory", "where are pointers numbers?");
    search s = {.tr = tr, .found = out};
    *out = (pointer_numbers){0};
    index_all(&s);
    each_instruction(&s, look_at);
    look_at_contents(&s);
    for (uint32_t i = 0; i < s.origins.size && !is_any(&s); i++)
        search_from(&s, &s.origins.data[i]);
    if (is_any(&s)) search_each(&s);
    search_release(&s);
}

void pointer_numbers_release(pointer_numbers *n) { vec_release(&n->constants); }
