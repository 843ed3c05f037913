/* Control flow of one instance: a location a basic block, phis as assignments on the way in. */
#include "base/log.h"
#include "frontend/llvm/block.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/debug_info.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instruction.h"
#include "frontend/llvm/jump.h"
#include "frontend/llvm/machine.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/trap.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/compare.h"
#include "frontend/memory/dangling.h"
#include "frontend/memory/object.h"
#include "frontend/memory/pointer_arithmetic.h"

#include <string.h>

/* Control flow of one instance: a location a basic block, phis as assignments on the way in. */

static uint32_t block_index(const frame *f, LLVMBasicBlockRef b) {
    return (uint32_t)map_find(&f->f->block_number, (uint64_t)(uintptr_t)b, NONE);
}

static position block_position(translator *tr, frame *f, uint32_t b) {
    const block_info *info = &f->f->blocks.data[b];
    position at = {.function = f->f->name_id, .file = tr->emission.at.file};
    for (uint32_t i = info->first; i < info->end && !at.line; i++) {
        LLVMValueRef v = f->f->values.data[i].value;
        if (LLVMGetDebugLocLine(v) && !is_debug_call(v)) at = position_of(tr, v, f->f);
    }
    if (info->line) at.line = info->line, at.column = info->column;
    at.depth = f->depth;
    return at;
}

/* The location of a block; new ones are left to do. */
static loc block_location(translator *tr, frame *f, uint32_t b, u32_vec *todo) {
    if (same_loc(f->block[b], NO_LOC)) {
        f->block[b] = program_add_location(tr->p, block_position(tr, f, b));
        vec_push(todo, b);
    }
    return f->block[b];
}

/* ---- phis ---- */
static component *phi_components(translator *tr, frame *f, uint32_t number) {
    slot *s = &f->slots[number];
    if (s->defined) return s->components;
    leaf_vec leaves = {0};
    size_t length;
    type_leaves(tr, LLVMTypeOf(f->f->values.data[number].value), &leaves);
    const char *name = LLVMGetValueName2(f->f->values.data[number].value, &length);
    component *c = define(tr, f, number);
    for (uint32_t i = 0; i < leaves.size; i++)
        c[i] = component_of(tr,
                            new_variable(tr, length ? name : "phi", leaf_sort(tr, &leaves.data[i])),
                            &leaves.data[i]);
    s->defined = s->stable = true;
    vec_release(&leaves);
    return c;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from) return LLVMGetIncomingValue(phi, i);
    return NULL;
}

static bool has_phis(const frame *f, uint32_t b) {
    const block_info *info = &f->f->blocks.data[b];
    return info->first < info->end && LLVMIsAPHINode(f->f->values.data[info->first].value);
}

static void phi_updates(translator *tr, frame *f, uint32_t number, LLVMBasicBlockRef from,
                        updates *u) {
    leaf_vec leaves = {0};
    LLVMValueRef phi = f->f->values.data[number].value, v = incoming(phi, from);
    type_leaves(tr, LLVMTypeOf(phi), &leaves);
    component *to = phi_components(tr, f, number), *given = operand(tr, f, v);
    for (uint32_t i = 0; i < leaves.size; i++) {
        term var = to[i].fp.id && !to[i].bits.id ? to[i].fp : to[i].bits;
        vec_push(&u->vars, var);
        vec_push(&u->values, component_held(tr, &given[i], &leaves.data[i]));
    }
    vec_release(&leaves);
}

static void assign_phis(translator *tr, frame *f, uint32_t from, uint32_t to) {
    updates u = {0};
    const block_info *info = &f->f->blocks.data[to];
    for (uint32_t i = info->first; i < info->end && LLVMIsAPHINode(f->f->values.data[i].value); i++)
        phi_updates(tr, f, i, f->f->blocks.data[from].block, &u);
    updates_emit(tr, &u);
}

/* ---- terminators ---- */
static void go(translator *tr, frame *f, uint32_t from, uint32_t to, u32_vec *todo) {
    assign_phis(tr, f, from, to);
    emit_jump(tr, block_location(tr, f, to, todo));
}

static void go_if(translator *tr, frame *f, term condition, uint32_t from, uint32_t to,
                  u32_vec *todo) {
    if (term_is_false(tr->t, condition)) return;
    if (!has_phis(f, to)) {
        emit_branch(tr, condition, block_location(tr, f, to, todo));
        return;
    }
    emit_flush(tr);
    loc split = tr->emission.here;
    emit_assume(tr, condition);
    go(tr, f, from, to, todo);
    tr->emission.here = split;
}

/* What the source's condition was where this block is gone to, from the name that clang gave it: 1
 * true, -1 false, 0 not said. For `if (!x)` clang branches on x, and the branch's own condition is
 * the opposite. */
static int meaning(LLVMBasicBlockRef block) {
    static const struct {
        const char *start;
        int meaning;
    } names[] = {
        {"if.then", 1},   {"while.body", 1}, {"for.body", 1},    {"do.body", 1},
        {"cond.true", 1}, {"if.else", -1},   {"if.end", -1},     {"while.end", -1},
        {"for.end", -1},  {"do.end", -1},    {"cond.false", -1},
    };
    const char *name = LLVMGetBasicBlockName(block);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strncmp(name, names[k].start, strlen(names[k].start))) return names[k].meaning;
    return 0;
}

static void decides_here(translator *tr) {
    emit_flush(tr);
    if (!tr->emission.dead) tr->p->locations.data[tr->emission.here.id].decides = true;
}

/* The way where the source's condition holds comes first: so a trace can say which branch was
 * taken. */
static void branch(translator *tr, frame *f, uint32_t b, LLVMValueRef i, u32_vec *todo) {
    uint32_t yes = block_index(f, LLVMGetSuccessor(i, 0));
    if (!LLVMIsConditional(i)) {
        go(tr, f, b, yes, todo);
        return;
    }
    uint32_t no = block_index(f, LLVMGetSuccessor(i, 1));
    term c = operand_bits(tr, f, LLVMGetCondition(i));
    check_comparands(tr, f, LLVMGetCondition(i), &f->compared[yes]);
    check_comparands(tr, f, LLVMGetCondition(i), &f->compared[no]);
    if (has_phis(f, yes) || has_phis(f, no))
        spill_live(tr); /* what one way saves, the other must find saved */
    decides_here(tr);
    bool negated = meaning(LLVMGetSuccessor(i, 0)) < meaning(LLVMGetSuccessor(i, 1));
    if (negated) go_if(tr, f, term_not(tr->t, c), b, no, todo);
    go_if(tr, f, c, b, yes, todo);
    if (!negated) go_if(tr, f, term_not(tr->t, c), b, no, todo);
}

static void switch_to(translator *tr, frame *f, uint32_t b, LLVMValueRef i, u32_vec *todo) {
    term v = operand_bits(tr, f, LLVMGetOperand(i, 0));
    term_vec others = {0};
    address_note(tr, f, i);
    spill_live(tr);
    decides_here(tr);
    for (unsigned k = 1; k < LLVMGetNumSuccessors(i); k++) {
        component c;
        constant_components(tr, LLVMGetOperand(i, 2 * k), &c);
        term is = term_eq(tr->t, v, c.bits);
        go_if(tr, f, is, b, block_index(f, LLVMGetSuccessor(i, k)), todo);
        vec_push(&others, term_not(tr->t, is));
    }
    term otherwise = term_and_n(tr->t, others.size, others.data);
    go_if(tr, f, otherwise, b, block_index(f, LLVMGetSwitchDefaultDest(i)), todo);
    vec_release(&others);
}

static void computed_goto(translator *tr, frame *f, uint32_t b, LLVMValueRef i, u32_vec *todo) {
    term address = operand_bits(tr, f, LLVMGetOperand(i, 0));
    term start = object_address(tr, object_global(tr, f->f->function));
    spill_live(tr);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(i); k++) {
        uint32_t to = block_index(f, LLVMGetSuccessor(i, k));
        term label = term_2(tr->t, OP_BVADD, start, pointer_term(tr, 1 + (uint64_t)to));
        go_if(tr, f, term_eq(tr->t, address, label), b, to, todo);
    }
}

static void return_value(translator *tr, frame *f, LLVMValueRef i) {
    if (LLVMGetNumOperands(i) && f->result) {
        updates u = {0};
        leaf_vec leaves = {0};
        type_leaves(tr, LLVMTypeOf(LLVMGetOperand(i, 0)), &leaves);
        component *c = operand(tr, f, LLVMGetOperand(i, 0));
        for (uint32_t k = 0; k < leaves.size; k++) {
            component returned = machine_returns(tr, c[k], &leaves.data[k]);
            vec_push(&u.vars, f->result[k]);
            vec_push(&u.values, component_held(tr, &returned, &leaves.data[k]));
        }
        updates_emit(tr, &u);
        vec_release(&leaves);
    }
    if (same_loc(f->exit, NO_LOC)) f->exit = program_add_location(tr->p, tr->emission.at);
    emit_jump(tr, f->exit);
}

static bool may_return(LLVMValueRef function) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(b))) return true;
    return false;
}

/* Where the compiler is told that no run comes, none is followed: after a call because the
 * function is declared so. */
static void end_unreachable(translator *tr, LLVMValueRef i) {
    LLVMValueRef before = LLVMGetPreviousInstruction(i),
                 called = before && LLVMIsACallInst(before) ? LLVMGetCalledValue(before) : NULL;
    bool function = called && LLVMIsAFunction(called);
    if (!called || (function && LLVMGetIntrinsicID(called)))
        note_here(tr, NOTE_ASSUMPTION, "code marked as unreachable is not reached (not checked)");
    else if (function && may_return(called))
        note_here(tr, NOTE_ASSUMPTION,
                  "functions declared to return never do not return (not checked)");
    emit_end(tr);
}

static void terminator(translator *tr, frame *f, uint32_t b, LLVMValueRef i, u32_vec *todo) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMBr: branch(tr, f, b, i, todo); return;
    case LLVMSwitch: switch_to(tr, f, b, i, todo); return;
    case LLVMIndirectBr: computed_goto(tr, f, b, i, todo); return;
    case LLVMRet: return_value(tr, f, i); return;
    case LLVMUnreachable: end_unreachable(tr, i); return;
    default: unsupported(tr, i, "a jump");
    }
}

/* ---- blocks ---- */
static position line_of(translator *tr, const frame *f, LLVMValueRef v) {
    position at = position_of(tr, v, f->f);
    if (!LLVMGetDebugLocLine(v) && tr->emission.at.line && tr->emission.at.depth < f->depth)
        return tr->emission.at; /* parameters take their values: still the line of the call */
    at.depth = f->depth;
    return at;
}

static void block(translator *tr, frame *f, uint32_t b, u32_vec *todo) {
    const block_info *info = &f->f->blocks.data[b];
    for (uint32_t n = info->first; n < info->end; n++) {
        LLVMValueRef v = f->f->values.data[n].value;
        if (LLVMIsAPHINode(v)) {
            phi_components(tr, f, n);
            continue;
        }
        f->now = v;
        tr->emission.running = f;
        if (!is_debug_call(v)) emit_line(tr, line_of(tr, f, v));
        check_constant_arithmetic(tr, v);
        stale_before(tr, f, v);
        if (n + 1 == info->end) terminator(tr, f, b, v, todo);
        else instruction(tr, f, n, v);
        if (tr->emission.dead) break;
    }
}

static void enter_locals(translator *tr, frame *f) {
    stale_entered(tr, f);
    for (uint32_t n = f->f->arguments; n < f->f->values.size; n++) {
        uint32_t o = f->f->values.data[n].any_at_entry ? object_find(tr, f->instance, n) : NONE;
        if (o != NONE && !tr->objects.data[o].variable) memory_any(tr, o, ORIGIN_UNINIT, "local");
        if (o != NONE && f->f->values.data[n].jumped)
            note_here(tr, NOTE_UNDER, "a jump past a declaration keeps the variable's old value");
    }
}

void emit_instance(translator *tr, frame *f) {
    assert_debug(f->instance < tr->instances.size);
    LOG("translate", "instance %u", f->instance);
    u32_vec todo = {0};
    frame *caller = tr->emission.running;
    if (!tr->emission.at.line) emit_line(tr, block_position(tr, f, 0));
    enter_locals(tr, f);
    jumps_prepare(tr, f);
    f->block[0] = tr->emission.here;
    block(tr, f, 0, &todo);
    while (todo.size) {
        uint32_t b = vec_pop(&todo);
        vec_clear(&tr->emission.pending);
        vec_clear(&tr->emission.live); /* values used in other blocks are in variables */
        tr->emission.here = f->block[b];
        tr->emission.dead = false;
        tr->emission.at = block_position(tr, f, b);
        block(tr, f, b, &todo);
    }
    vec_clear(&tr->emission.pending);
    vec_clear(&tr->emission.live);
    tr->emission.here = f->exit;
    tr->emission.dead = same_loc(f->exit, NO_LOC);
    tr->emission.running = caller;
    vec_release(&todo);
}
