/* How objects are held: split into variables, an array, or bytes, by how they are accessed. */
#include "base/log.h"
#include "frontend/memory/layout.h"
#include "frontend/external/errno.h"
#include "frontend/external/escape.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/external/stored_pointers.h"
#include "frontend/external/volatile.h"
#include "frontend/llvm/assembly.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/jump.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/varargs.h"
#include "frontend/memory/dangling.h"
#include "frontend/memory/initial.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"
#include "frontend/memory/safety.h"

#include <stdlib.h>
#include <string.h>

/* How objects are held. Every access is recorded as (offset, stride, size, float class); copies
 * between objects carry the accesses of one side over to the other, clipped to what is copied. Then
 * the bytes of an object are cut where some access starts or ends, so that each access is a
 * sequence of whole cells; but a read of part of a word that is held as a whole takes its bits, so
 * that looking at the bytes of a record (are they all zero?) does not make bytes of its numbers:
 *
 *   - constant offsets, or few positions: one variable a cell, selected by comparing the address;
 *   - otherwise: the object is an array of elements as long as the common divisor of all strides,
 * and every cell of the element is one array by element number.
 *
 * A cell is a float where every access to it is of that float type. Where bits of a float are seen
 * (as another type, or in part), all floats of its class are held as bits. */

/* Accesses at constant offsets cost nothing: a record of many members stays one although it has a
 * short array among them. */
enum { MOST_CELLS = 32, MOST_CELLS_COPIES = 64, MOST_MOVING = 16, MOST_CELLS_RECORD = 256 };

/* Of one object, before new ones are taken to be anywhere in it: a block that is moved within
 * itself would have one for each multiple of the distance. */
enum { MOST_ACCESSES = 4096 };

int64_t offset_in_stride(int64_t offset, uint64_t stride) {
    int64_t r = offset % (int64_t)stride;
    return r < 0 ? r + (int64_t)stride : r;
}

/* ---- recording ---- */
static uint64_t access_key(const access *a, bool pointer, bool number) {
    uint64_t place = hash_mix((uint64_t)a->offset * 31 + a->stride * 0x9e3779b97f4a7c15ull +
                              a->size * 7919u + a->class);
    return pointer || number ? hash_mix(place + (pointer ? 1 : 2)) : place;
}

/* Pointers and numbers are distinguished, so that copies carry over either. */
static bool is_twin(const object *o, const access *a) {
    return map_get(&o->layout.access_index, access_key(a, false, false), NULL) ||
           map_get(&o->layout.access_index, access_key(a, true, false), NULL) ||
           map_get(&o->layout.access_index, access_key(a, false, true), NULL);
}

static bool add_access(translator *tr, uint32_t object_id, access a) {
    object *o = &tr->objects.data[object_id];
    if (o->layout.accesses.size >= MOST_ACCESSES) a.stride = 1;
    if (a.stride) a.offset = offset_in_stride(a.offset, a.stride);
    a.read &= !a.stride && !a.class && a.size;
    if (!accesses_are_checked(tr)) a.pointer = a.number = a.stored = false;
    uint64_t key = access_key(&a, a.pointer, a.number), at;
    if (!object_id || o->kind == OBJECT_FUNCTION) return false;
    if (map_get(&o->layout.access_index, key, &at)) {
        o->layout.accesses.data[at].read &= a.read;
        o->layout.accesses.data[at].stored |= a.stored;
        return false;
    }
    a.twin = is_twin(o, &a);
    map_set(&o->layout.access_index, key, o->layout.accesses.size);
    vec_push(&o->layout.accesses, a);
    return true;
}

/* The program writes there: all of it where the place is not known. */
static void add_stored(translator *tr, fact f, uint64_t length) {
    object *o = &tr->objects.data[f.object];
    bool known = !f.stride && f.offset >= 0 && length != UINT64_MAX;
    stored_range all = {0, UINT64_MAX}, part = {(uint64_t)f.offset, (uint64_t)f.offset + length};
    if (f.object && accesses_are_checked(tr)) vec_push(&o->layout.stored, known ? part : all);
}

static void add_at(translator *tr, fact f, int64_t offset, uint32_t size, uint32_t class) {
    access a = {.offset = f.offset + offset,
                .stride = f.stride,
                .size = size,
                .class = class,
                .number = size,
                .stored = size};
    add_access(tr, f.object, a);
}

/* Places that an access through a pointer from outside may touch: found when all others are known.
 */
static void record_lent(translator *tr, uint32_t inst, LLVMValueRef pointer, LLVMTypeRef type,
                        bool write) {
    leaf_vec leaves = {0};
    type_leaves(tr, type, &leaves);
    for (uint32_t k = 0; k < leaves.size; k++) {
        const leaf *l = &leaves.data[k];
        fact_vec facts = {0};
        leaf_facts(tr, inst, pointer, l, &facts);
        for (uint32_t i = 0; i < facts.size; i++) {
            if (!facts.data[i].lent) continue;
            access a = {.offset = facts.data[i].offset,
                        .stride = facts.data[i].stride,
                        .size = l->size,
                        .class = l->kind == LEAF_FLOAT ? 1 + l->class : 0,
                        .stored = write};
            add_access(tr, facts.data[i].object, a);
            tr->objects.data[facts.data[i].object].written |= write;
        }
        vec_release(&facts);
    }
    vec_release(&leaves);
}

static void add_leaves(translator *tr, fact f, LLVMTypeRef type, bool read) {
    leaf_vec leaves = {0};
    type_leaves(tr, type, &leaves);
    for (uint32_t k = 0; k < leaves.size; k++) {
        const leaf *l = &leaves.data[k];
        access a = {.offset = f.offset + (int64_t)l->offset,
                    .stride = f.stride,
                    .size = l->size,
                    .class = l->kind == LEAF_FLOAT ? 1 + l->class : 0,
                    .read = read,
                    .pointer = l->kind == LEAF_POINTER,
                    .number = l->kind != LEAF_POINTER,
                    .stored = !read};
        add_access(tr, f.object, a);
    }
    vec_release(&leaves);
}

static void record_access(translator *tr, uint32_t inst, LLVMValueRef pointer, LLVMTypeRef type,
                          bool write) {
    fact_vec facts = {0};
    operand_facts(tr, inst, pointer, &facts);
    for (uint32_t i = 0; i < facts.size; i++) {
        add_leaves(tr, facts.data[i], type, !write);
        tr->objects.data[facts.data[i].object].written |= write;
    }
    vec_release(&facts);
}

/* A range of bytes is cut at its ends; one of unknown length at every multiple of what the length
 * is a multiple of. */
static void record_range(translator *tr, fact f, LLVMValueRef length, bool write) {
    bool known = LLVMIsAConstantInt(length);
    tr->objects.data[f.object].written |= write;
    if (write) add_stored(tr, f, known ? LLVMConstIntGetZExtValue(length) : UINT64_MAX);
    add_at(tr, f, 0, 0, 0);
    if (known) add_at(tr, f, (int64_t)LLVMConstIntGetZExtValue(length), 0, 0);
    else
        add_at(tr,
               (fact){.object = f.object,
                      .stride = gcd(f.stride, known_multiple(length, 4)),
                      .offset = f.offset},
               0, 0, 0);
}

static uint64_t length_of(const translator *tr, LLVMValueRef length, uint32_t object_id) {
    return LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length)
                                      : tr->objects.data[object_id].size;
}

static void record_copy(translator *tr, uint32_t inst, LLVMValueRef to_pointer,
                        LLVMValueRef from_pointer, LLVMValueRef length) {
    fact_vec to = {0}, from = {0};
    range_facts(tr, inst, to_pointer, length, &to);
    range_facts(tr, inst, from_pointer, length, &from);
    for (uint32_t i = 0; i < to.size; i++) record_range(tr, to.data[i], length, true);
    for (uint32_t i = 0; i < from.size; i++) record_range(tr, from.data[i], length, false);
    for (uint32_t i = 0; i < to.size; i++)
        for (uint32_t k = 0; k < from.size; k++) {
            struct copy c = {.from = from.data[k],
                             .to = to.data[i],
                             .length = length_of(tr, length, from.data[k].object)};
            if (c.from.object && c.to.object) vec_push(&tr->points.copies, c);
        }
    vec_release(&to);
    vec_release(&from);
}

static void record_by_value(translator *tr, uint32_t inst, LLVMValueRef argument, fact to,
                            LLVMTypeRef type) {
    fact_vec from = {0};
    operand_facts(tr, inst, argument, &from);
    struct copy c = {.to = to, .length = type_size(tr, type)};
    add_stored(tr, to, c.length);
    add_at(tr, to, 0, 0, 0);
    add_at(tr, to, (int64_t)c.length, 0, 0);
    for (uint32_t i = 0; i < from.size; i++) {
        c.from = from.data[i];
        add_at(tr, c.from, 0, 0, 0);
        add_at(tr, c.from, (int64_t)c.length, 0, 0);
        if (c.from.object) vec_push(&tr->points.copies, c);
    }
    vec_release(&from);
}

static void record_varargs(translator *tr, uint32_t inst, LLVMValueRef call, uint32_t child) {
    vararg_vec passed = {0};
    varargs_layout(tr, call, child, &passed);
    for (uint32_t i = 0; i < passed.size; i++) {
        const vararg *a = &passed.data[i];
        if (a->by_value) record_by_value(tr, inst, a->value, a->to, a->by_value);
        else add_leaves(tr, a->to, LLVMTypeOf(a->value), false);
    }
    vec_release(&passed);
}

static void record_va_start(translator *tr, uint32_t inst, LLVMValueRef call) {
    uint32_t offset, size;
    bool is_area;
    fact_vec lists = {0};
    operand_facts(tr, inst, LLVMGetOperand(call, 0), &lists);
    for (uint32_t k = 0; k < lists.size; k++) {
        tr->objects.data[lists.data[k].object].written = true;
        for (uint32_t i = 0; i < varargs_field(tr, i, &offset, &size, &is_area); i++)
            add_at(tr, lists.data[k], offset, size, 0);
    }
    vec_release(&lists);
}

static void record_inlined(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                           LLVMValueRef callee) {
    uint32_t child = instance_child(tr, inst, node - tr->instances.data[inst].first_node, callee);
    if (child == NONE) return;
    record_varargs(tr, inst, call, child);
    for (uint32_t i = 0; i < LLVMCountParams(callee) && i < LLVMGetNumArgOperands(call); i++) {
        LLVMTypeRef type = by_value(callee, i);
        if (type)
            record_by_value(tr, inst, LLVMGetOperand(call, i),
                            (fact){.object = object_by_value(tr, child, i, type)}, type);
    }
}

static void record_set(translator *tr, uint32_t inst, LLVMValueRef call) {
    fact_vec to = {0};
    range_facts(tr, inst, LLVMGetOperand(call, 0), LLVMGetOperand(call, 2), &to);
    for (uint32_t i = 0; i < to.size; i++)
        record_range(tr, to.data[i], LLVMGetOperand(call, 2), true);
    vec_release(&to);
}

static void mark_written(translator *tr, fact_vec *facts) {
    for (uint32_t i = 0; i < facts->size; i++)
        tr->objects.data[facts->data[i].object].written = true;
    vec_release(facts);
}

static void record_escape(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call) {
    fact_vec reached = {0};
    facts_reached(tr, inst, node, call, &reached);
    mark_written(tr, &reached);
    tr->external.missing = true;
}

static void record_effects(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                           const known_function *k) {
    fact_vec written = {0};
    facts_written(tr, inst, node, call, k, &written);
    for (uint32_t i = 0; i < written.size; i++) add_stored(tr, written.data[i], UINT64_MAX);
    mark_written(tr, &written);
}

static void record_jump(translator *tr, uint32_t inst, LLVMValueRef call, uint32_t word,
                        bool write) {
    fact_vec buffers = {0};
    uint32_t size = tr->pointer_bits / 8;
    operand_facts(tr, inst, LLVMGetOperand(call, 0), &buffers);
    for (uint32_t i = 0; i < buffers.size; i++) {
        add_at(tr, buffers.data[i], word * size, size, 0);
        tr->objects.data[buffers.data[i].object].written |= write;
    }
    vec_release(&buffers);
}

static void record_callee(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call,
                          LLVMValueRef callee) {
    size_t length;
    uint32_t where;
    enum jump_kind jump = jump_kind_of(callee, &where);
    if (jump != JUMP_NONE) {
        record_jump(tr, inst, call, where, jump == JUMP_SET);
        return;
    }
    const char *name = LLVMGetValueName2(callee, &length);
    enum library_kind k = library_kind_of(tr, callee);
    if (!strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12))
        record_copy(tr, inst, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
                    LLVMGetOperand(call, 2));
    else if (!strncmp(name, "llvm.memset", 11)) record_set(tr, inst, call);
    else if (!strncmp(name, "llvm.va_start", 13)) record_va_start(tr, inst, call);
    else if (!strncmp(name, "llvm.va_copy", 12)) {
        LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetModuleContext(tr->m));
        record_copy(tr, inst, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
                    LLVMConstInt(word, varargs_list_size(tr), 0));
    } else if (!strncmp(name, "llvm.", 5)) return;
    else if (k == LIBRARY_REALLOC)
        record_copy(tr, inst, call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
    else if (k == LIBRARY_EFFECTS) record_effects(tr, inst, node, call, known_named(name));
    else if (k == LIBRARY_NONE && !LLVMCountBasicBlocks(callee))
        record_escape(tr, inst, node, call);
    else if (k == LIBRARY_NONE) record_inlined(tr, inst, node, call, callee);
}

static void record_empty_assembly(translator *tr, uint32_t inst, LLVMValueRef call) {
    assembly_output_vec outputs = {0};
    assembly_outputs(call, &outputs);
    for (uint32_t i = 0; i < outputs.size; i++) {
        const assembly_output *o = &outputs.data[i];
        if (o->address && o->type) record_access(tr, inst, o->address, o->type, true);
    }
    vec_release(&outputs);
}

static void record_call(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    if (callee) {
        record_callee(tr, inst, node, call, callee);
        return;
    }
    bool is_assembly = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
    if (is_assembly && assembly_is_empty(call)) {
        record_empty_assembly(tr, inst, call);
        return;
    }
    if (is_assembly) {
        record_escape(tr, inst, node, call);
        return;
    }
    fact_vec targets = {0};
    operand_facts(tr, inst, LLVMGetCalledValue(call), &targets);
    for (uint32_t i = 0; i < targets.size; i++) {
        if (!targets.data[i].object) record_escape(tr, inst, node, call);
        else if (tr->objects.data[targets.data[i].object].kind == OBJECT_FUNCTION)
            record_callee(tr, inst, node, call, tr->objects.data[targets.data[i].object].value);
    }
    vec_release(&targets);
}

static void record_instruction(translator *tr, uint32_t inst, uint32_t node, LLVMValueRef v) {
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMLoad: record_access(tr, inst, LLVMGetOperand(v, 0), LLVMTypeOf(v), false); return;
    case LLVMStore:
        record_access(tr, inst, LLVMGetOperand(v, 1), LLVMTypeOf(LLVMGetOperand(v, 0)), true);
        return;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        record_access(tr, inst, LLVMGetOperand(v, 0), LLVMTypeOf(LLVMGetOperand(v, 1)), true);
        return;
    case LLVMCall: record_call(tr, inst, node, v); return;
    default: return;
    }
}

static void record_all(translator *tr) {
    for (uint32_t inst = 0; inst < tr->instances.size; inst++) {
        const function_info *f = tr->functions.data[tr->instances.data[inst].function];
        for (uint32_t n = f->arguments; n < f->values.size; n++)
            record_instruction(tr, inst, tr->instances.data[inst].first_node + n,
                               f->values.data[n].value);
    }
    for (uint32_t i = 0; i < tr->external.escaped.size; i++)
        tr->objects.data[tr->external.escaped.data[i]].written |= tr->external.missing;
    errno_declare(tr);
    volatile_declare(tr);
}

static void record_lent_all(translator *tr) {
    for (uint32_t inst = 0; inst < tr->instances.size; inst++) {
        const function_info *f = tr->functions.data[tr->instances.data[inst].function];
        for (uint32_t n = f->arguments; n < f->values.size; n++) {
            LLVMValueRef v = f->values.data[n].value;
            LLVMOpcode op = LLVMGetInstructionOpcode(v);
            bool atomic = op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg;
            if (op == LLVMLoad) record_lent(tr, inst, LLVMGetOperand(v, 0), LLVMTypeOf(v), false);
            if (op == LLVMStore)
                record_lent(tr, inst, LLVMGetOperand(v, 1), LLVMTypeOf(LLVMGetOperand(v, 0)), true);
            if (atomic)
                record_lent(tr, inst, LLVMGetOperand(v, 0), LLVMTypeOf(LLVMGetOperand(v, 1)), true);
        }
    }
}

/* ---- copies: both sides see the same cells ---- */
/* An access that lies `at` bytes after the start of a copied range, as the other side sees it:
 * clipped to the range. What is left of a float is bits. */
static bool carry_clipped(translator *tr, const access *a, int64_t at, uint64_t length, fact to) {
    int64_t from = at < 0 ? 0 : at, end = at + (int64_t)a->size;
    if (end > (int64_t)length) end = (int64_t)length;
    access b = {.offset = to.offset + from,
                .stride = to.stride,
                .size = (uint32_t)(end - from),
                .read = a->read,
                .number = a->number || a->pointer};
    if (b.size == a->size) b.class = a->class;
    return add_access(tr, to.object, b);
}

/* Those that straddle an end of the range one by one, those inside together. */
static bool carry_access(translator *tr, const access *a, const place_in_range *r, uint64_t length,
                         fact to) {
    bool changed = false;
    uint64_t first = 0, end = r->count;
    int64_t at = r->offset;
    for (; first < end && at < 0; first++, at += (int64_t)r->stride)
        changed |= carry_clipped(tr, a, at, length, to);
    for (; end > first; end--) {
        int64_t last = r->offset + (int64_t)((end - 1) * r->stride);
        if (last + (int64_t)a->size <= (int64_t)length) break;
        changed |= carry_clipped(tr, a, last, length, to);
    }
    if (first == end) return changed;
    uint64_t stride = end - first > 1 ? r->stride : 0;
    access b = {.offset = to.offset + at,
                .stride = gcd(stride, to.stride),
                .size = a->size,
                .class = a->class,
                .read = a->read,
                .pointer = a->pointer,
                .number = a->number};
    return add_access(tr, to.object, b) || changed;
}

static bool carry_over(translator *tr, fact from, fact to, uint64_t length, uint32_t *seen) {
    bool changed = false;
    for (; *seen < tr->objects.data[from.object].layout.accesses.size; ++*seen) {
        access a = tr->objects.data[from.object].layout.accesses.data[*seen];
        place_in_range r;
        if (relative_to(a.offset, a.stride, from, length, a.size ? a.size : 1, &r))
            changed |= carry_access(tr, &a, &r, length, to);
    }
    return changed;
}

static void carry_all(translator *tr) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < tr->points.copies.size; i++) {
            struct copy c = tr->points.copies.data[i];
            changed |= carry_over(tr, c.from, c.to, c.length, &c.from_seen);
            changed |= carry_over(tr, c.to, c.from, c.length, &c.to_seen);
            tr->points.copies.data[i] = c;
        }
    }
}

/* ---- cutting ---- */
static uint64_t extent(const object *o) { return o->copies > 1 ? o->slot * o->copies : o->size; }

uint64_t access_positions(const object *o, const access *a, uint64_t *first) {
    uint64_t end = extent(o);
    if (a->size > end || (a->stride == 0 && (a->offset < 0 || (uint64_t)a->offset + a->size > end)))
        return 0;
    *first = (uint64_t)a->offset;
    if (!a->stride) return 1;
    *first = (uint64_t)offset_in_stride(a->offset, a->stride);
    return *first + a->size > end ? 0 : (end - a->size - *first) / a->stride + 1;
}

typedef struct {
    uint64_t from, to;
    uint32_t class;
} interval;
typedef vec(interval) interval_vec;

static int by_from(const void *a, const void *b) {
    const interval *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

static int by_number(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static uint32_t sorted_unique(u64_vec *v) {
    uint32_t n = 0;
    if (!v->size) return 0;
    qsort(v->data, v->size, sizeof *v->data, by_number);
    for (uint32_t i = 0; i < v->size; i++)
        if (!n || v->data[n - 1] != v->data[i]) v->data[n++] = v->data[i];
    return v->size = n;
}

/* Cells between neighbouring cuts, where some interval covers them. */
static void make_cells(object *o, interval_vec *intervals) {
    u64_vec cuts = {0};
    if (!intervals->size) return;
    for (uint32_t i = 0; i < intervals->size; i++) {
        vec_push(&cuts, intervals->data[i].from);
        vec_push(&cuts, intervals->data[i].to);
    }
    sorted_unique(&cuts);
    qsort(intervals->data, intervals->size, sizeof *intervals->data, by_from);
    uint64_t reach = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i + 1 < cuts.size; i++) {
        while (next < intervals->size && intervals->data[next].from <= cuts.data[i]) {
            if (intervals->data[next].to > reach) reach = intervals->data[next].to;
            next++;
        }
        cell c = {.offset = cuts.data[i], .size = (uint32_t)(cuts.data[i + 1] - cuts.data[i])};
        if (reach > cuts.data[i]) vec_push(&o->layout.cells, c);
    }
    vec_release(&cuts);
}

cell *cell_from(object *o, uint64_t offset) {
    uint32_t low = 0, high = o->layout.cells.size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const cell *c = &o->layout.cells.data[middle];
        if (c->offset + c->size <= offset) low = middle + 1;
        else high = middle;
    }
    return o->layout.cells.data + low;
}

/* that starts there; NULL */
static cell *object_cell(object *o, uint64_t offset) {
    assert_debug(o->layout.cells.size);
    uint32_t low = 0, high = o->layout.cells.size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (o->layout.cells.data[middle].offset < offset) low = middle + 1;
        else high = middle;
    }
    return low < o->layout.cells.size && o->layout.cells.data[low].offset == offset
               ? &o->layout.cells.data[low]
               : NULL;
}

/* A cell remembers the classes of its accesses as a set; one that is not a single class, or only
 * part of an access, shows the bits of the floats in it. */
static void see_class(object *o, const interval *i) {
    enum { PART = 31 };
    for (cell *c = object_cell(o, i->from);
         c && c < o->layout.cells.data + o->layout.cells.size && c->offset < i->to; c++)
        c->class |= 1u << i->class | (c->size < i->to - i->from ? 1u << PART : 0);
}

static void settle_classes(translator *tr, object *o) {
    for (uint32_t i = 0; i < o->layout.cells.size; i++) {
        cell *c = &o->layout.cells.data[i];
        bool one = !(c->class & (c->class - 1));
        uint32_t found = 0;
        for (uint32_t k = 0; k < FLOAT_CLASSES; k++) {
            if (!(c->class >> (1 + k) & 1)) continue;
            if (one) found = 1 + k;
            else tr->floats.float_bits[k] = true;
        }
        c->class = found;
    }
}

static bool holds_floats(const object *o) {
    for (uint32_t i = 0; i < o->layout.accesses.size; i++)
        if (o->layout.accesses.data[i].class) return true;
    return false;
}

/* Is every byte of the access in some cell? */
static bool has_cells(object *o, const access *a) {
    uint64_t at = (uint64_t)a->offset, end = at + a->size;
    for (uint32_t i = 0; i < o->layout.cells.size && at < end; i++) {
        const cell *c = &o->layout.cells.data[i];
        if (c->offset <= at && at < c->offset + c->size) at = c->offset + c->size;
    }
    return at >= end;
}

static uint32_t longest_read(const object *o, uint32_t below) {
    uint32_t longest = 0;
    for (uint32_t i = 0; i < o->layout.accesses.size; i++) {
        const access *a = &o->layout.accesses.data[i];
        if (a->read && a->size < below && a->size > longest) longest = a->size;
    }
    return longest;
}

/* Longer reads first: shorter ones find their bytes in the cells of these. */
static void cut_for_reads(object *o, interval_vec *intervals) {
    for (uint32_t size = UINT32_MAX; (size = longest_read(o, size));)
        for (uint32_t i = 0; i < o->layout.accesses.size; i++) {
            const access *a = &o->layout.accesses.data[i];
            uint64_t first = 0;
            if (!a->read || a->size != size || !access_positions(o, a, &first) || has_cells(o, a))
                continue;
            vec_push(intervals, ((interval){first, first + size, 0}));
            vec_clear(&o->layout.cells);
            make_cells(o, intervals);
        }
}

/* All positions as they are; reads of words only where they are to be cut for. */
static void expand(const object *o, bool reads, interval_vec *out) {
    for (uint32_t i = 0; i < o->layout.accesses.size; i++) {
        const access *a = &o->layout.accesses.data[i];
        uint64_t first = 0, n = access_positions(o, a, &first);
        if (a->read && !reads) continue;
        for (uint64_t k = 0; k < n; k++) {
            interval v = {first + k * a->stride, first + k * a->stride + a->size, a->class};
            vec_push(out, v);
        }
    }
}

/* Positions modulo the element; an access that runs over its end is cut there. */
static void fold(const object *o, uint64_t element, interval_vec *out) {
    for (uint32_t i = 0; i < o->layout.accesses.size; i++) {
        const access *a = &o->layout.accesses.data[i];
        uint64_t first = 0, size = a->size;
        if (!access_positions(o, a, &first)) continue;
        for (uint64_t from = first % element;; from = 0) {
            uint64_t part = from + size > element ? element - from : size;
            interval v = {from, from + part, part == a->size ? a->class : 0};
            vec_push(out, v);
            size -= part;
            if (!size) break;
        }
    }
}

/* An access cut at the element's end is partial for every cell of it. */
static void mark_cut_floats(translator *tr, const object *o, uint64_t element) {
    for (uint32_t i = 0; i < o->layout.accesses.size; i++) {
        const access *a = &o->layout.accesses.data[i];
        uint64_t first = 0;
        if (a->class && access_positions(o, a, &first) && first % element + a->size > element)
            tr->floats.float_bits[a->class - 1] = true;
    }
}

/* How many positions all accesses have, and those without a constant offset. */
static uint64_t common_stride(const object *o, uint64_t *count, uint64_t *moving) {
    uint64_t g = 0;
    *count = *moving = 0;
    for (uint32_t i = 0; i < o->layout.accesses.size; i++) {
        uint64_t first = 0, n = access_positions(o, &o->layout.accesses.data[i], &first);
        if (o->layout.accesses.data[i].twin) continue;
        if (o->layout.accesses.data[i].size || n > 1) *count += n;
        if (n > 1) g = gcd(g, o->layout.accesses.data[i].stride), *moving += n;
    }
    return g;
}

static bool is_split(const object *o, uint64_t count, uint64_t moving) {
    if (o->copies > 1) return count <= MOST_CELLS_COPIES;
    return count <= MOST_CELLS || (moving <= MOST_MOVING && count <= MOST_CELLS_RECORD);
}

static void cut_object(translator *tr, object *o) {
    uint64_t count, moving, stride = common_stride(o, &count, &moving);
    interval_vec intervals = {0};
    bool split = !stride || is_split(o, count, moving), reads = holds_floats(o);
    if (split) {
        expand(o, reads, &intervals);
    } else {
        o->layout.element = stride;
        mark_cut_floats(tr, o, stride);
        fold(o, stride, &intervals);
    }
    make_cells(o, &intervals);
    if (split && !reads) cut_for_reads(o, &intervals);
    for (uint32_t i = 0; i < intervals.size; i++)
        if (intervals.data[i].to > intervals.data[i].from) see_class(o, &intervals.data[i]);
    settle_classes(tr, o);
    held_mark(tr, o);
    vec_release(&intervals);
}

void layout_decide(translator *tr) {
    assert_debug(tr->objects.size);
    LOG("memory", "lay out %u objects", tr->objects.size);
    record_all(tr);
    carry_all(tr);
    if (tr->external.escaped.size || tr->external.exposed.size) record_lent_all(tr), carry_all(tr);
    for (uint32_t i = 1; i < tr->objects.size; i++) cut_object(tr, &tr->objects.data[i]);
    detect_float_bits(tr);
    for (uint32_t i = 1; i < tr->objects.size; i++)
        for (uint32_t k = 0; k < tr->objects.data[i].layout.cells.size; k++) {
            cell *c = &tr->objects.data[i].layout.cells.data[k];
            if (c->class && tr->floats.float_bits[c->class - 1]) c->class = 0;
        }
    lifetimes_declare(tr);
    stale_declare(tr);
    objects_place(tr);
    lifetimes_make(tr);
    for (uint32_t i = 1; i < tr->objects.size; i++) object_name_cells(tr, i);
}
