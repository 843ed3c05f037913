/* setjmp and longjmp. Calls are inlined, so while the function that called setjmp is active, the
 * way back to it is an edge. setjmp leaves its number in the buffer; longjmp goes where the number
 * says, among the calls of setjmp in the functions that are active. A jump anywhere else is
 * undefined, and a limit of ours. */
#include "frontend/llvm/jump.h"
#include "base/log.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/contract_functions.h"
#include "frontend/llvm/debug_info.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/instruction.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/object.h"

#include <string.h>

/* GCC's __builtin_setjmp keeps its first word for the frame, which the compiler stores itself. */
static const struct {
    const char *name;
    enum jump_kind kind;
    uint32_t word;
} names[] = {
    {"setjmp", JUMP_SET, 0},
    {"_setjmp", JUMP_SET, 0},
    {"sigsetjmp", JUMP_SET, 0},
    {"__sigsetjmp", JUMP_SET, 0},
    {"longjmp", JUMP_LONG, 0},
    {"_longjmp", JUMP_LONG, 0},
    {"siglongjmp", JUMP_LONG, 0},
    {"__longjmp_chk", JUMP_LONG, 0},
    {"llvm.eh.sjlj.setjmp", JUMP_SET, 1},
    {"llvm.eh.sjlj.longjmp", JUMP_LONG, 1},
};

enum jump_kind jump_kind_of(LLVMValueRef callee, uint32_t *word) {
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    if (LLVMCountBasicBlocks(callee)) return JUMP_NONE;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i].name)) return *word = names[i].word, names[i].kind;
    return JUMP_NONE;
}

bool call_returns_twice(LLVMValueRef v) {
    uint32_t word;
    LLVMValueRef callee = LLVMIsACallInst(v) ? called_function(v) : NULL;
    return callee && jump_kind_of(callee, &word) == JUMP_SET;
}

/* ---- commands ---- */
void jumps_prepare(translator *tr, frame *f) {
    uint32_t n = 0;
    for (uint32_t i = f->f->arguments; i < f->f->values.size; i++)
        n += call_returns_twice(f->f->values.data[i].value);
    f->targets = n ? arena_alloc(&tr->emission.memory, n * sizeof *f->targets) : NULL;
    for (uint32_t i = f->f->arguments; i < f->f->values.size; i++) {
        LLVMValueRef v = f->f->values.data[i].value;
        if (!call_returns_twice(v)) continue;
        jump_target t = {.number = i,
                         .id = ++tr->emission.jump_targets,
                         .at = program_add_location(tr->p, position_of(tr, v, f->f))};
        t.result = new_variable(tr, "setjmp", sort_bv(tr->t, LLVMGetIntTypeWidth(LLVMTypeOf(v))));
        f->targets[f->target_count++] = t;
    }
}

typedef struct {
    term pointer;
    fact_vec facts;
    leaf word;
} jump_buffer;

static jump_buffer buffer_of(translator *tr, frame *f, LLVMValueRef call, uint32_t word) {
    uint32_t size = tr->pointer_bits / 8;
    jump_buffer b = {.word = {.kind = LEAF_INT, .bits = tr->pointer_bits, .size = size}};
    b.pointer = term_2(tr->t, OP_BVADD, operand_bits(tr, f, LLVMGetOperand(call, 0)),
                       pointer_term(tr, word * size));
    access_facts(tr, f, LLVMGetOperand(call, 0), &b.facts);
    facts_shift(&b.facts, word * size, 0);
    return b;
}

static void set_jump(translator *tr, frame *f, uint32_t number, LLVMValueRef call, uint32_t word) {
    const jump_target *t = f->targets;
    while (t->number != number) t++;
    jump_buffer b = buffer_of(tr, f, call, word);
    component id = {.bits = pointer_term(tr, t->id)};
    memory_store(tr, call, b.pointer, &b.facts, &b.word, &id);
    spill_live(tr);
    emit_assign(tr, t->result, term_bv(tr->t, term_width(tr->t, t->result), 0));
    emit_jump(tr, t->at);
    tr->emission.here = t->at;
    define_bits(tr, f, number, t->result);
    spill_live(tr); /* the variable is written wherever a jump comes from */
    vec_release(&b.facts);
}

/* longjmp(b, 0) returns 1, as __builtin_longjmp does always. */
static term jump_value(translator *tr, frame *f, LLVMValueRef call, uint32_t width) {
    term one = term_bv(tr->t, width, 1), zero = term_bv(tr->t, width, 0);
    if (LLVMGetNumArgOperands(call) < 2) return one;
    term v = integer_resized(tr, operand_bits(tr, f, LLVMGetOperand(call, 1)), width, true);
    return term_ite(tr->t, term_eq(tr->t, v, zero), one, v);
}

static term kept(translator *tr, term a, const char *name) {
    term var = new_variable(tr, name, term_sort(tr->t, a));
    emit(tr, cmd_assign(tr->p, var, a));
    return var;
}

static term goes_to(translator *tr, term id, const jump_target *t) {
    return term_eq(tr->t, id, pointer_term(tr, t->id));
}

/* Before the jump, so that from there on one way only is open: that to the call of setjmp. */
static void check_target(translator *tr, frame *f, term id) {
    term elsewhere = term_true(tr->t);
    for (frame *g = f; g; g = g->up)
        for (uint32_t i = 0; i < g->target_count; i++)
            elsewhere =
                term_and(tr->t, elsewhere, term_not(tr->t, goes_to(tr, id, &g->targets[i])));
    emit_fail(tr, elsewhere, LIMIT_LONGJMP, "a jump to no call of setjmp in an active function");
}

/* ---- what a jump leaves of local variables ---- */
typedef struct {
    const function_info *f;
    LLVMValueRef call;  /* a way ends here, and ... */
    LLVMValueRef local; /* ... where this is stored; NULL: of no consequence */
} passage;

static bool is_store_to(LLVMValueRef v, LLVMValueRef local) {
    return LLVMIsAStoreInst(v) && LLVMGetOperand(v, 1) == local;
}

/* From `first` on in its block: whether `to` comes; `*through`: the end of the block does. */
static bool meets(const passage *w, uint32_t first, uint32_t to, bool *through) {
    const block_info *b = &w->f->blocks.data[w->f->values.data[first].block];
    *through = false;
    for (uint32_t n = first; n < b->end; n++) {
        LLVMValueRef v = w->f->values.data[n].value;
        if (n == to) return true;
        if (v == w->call || (w->local && is_store_to(v, w->local))) return false;
    }
    *through = true;
    return false;
}

/* Some way leads from after the instruction `from` to `to`. */
static bool leads(const passage *w, uint32_t from, uint32_t to) {
    bits seen = {0};
    u32_vec todo = {0};
    bool found = false;
    vec_push(&todo, from + 1);
    while (todo.size && !found) {
        bool through;
        uint32_t first = vec_pop(&todo);
        found = meets(w, first, to, &through);
        LLVMValueRef end =
            LLVMGetBasicBlockTerminator(w->f->blocks.data[w->f->values.data[first].block].block);
        for (unsigned k = 0; through && k < LLVMGetNumSuccessors(end); k++) {
            uint32_t b = (uint32_t)map_find(
                &w->f->block_number, (uint64_t)(uintptr_t)LLVMGetSuccessor(end, k), UINT32_MAX);
            if (b == UINT32_MAX || bits_has(&seen, b)) continue;
            bits_add(&seen, b);
            vec_push(&todo, w->f->blocks.data[b].first);
        }
    }
    bits_release(&seen);
    vec_release(&todo);
    return found;
}

/* It may be changed between setjmp and the jump, and be read afterwards: it has no value then,
 * unless it is volatile (C11 7.13.2.1p3). */
static bool loses(const function_info *f, uint32_t set, uint32_t from, LLVMValueRef local) {
    passage back = {.f = f, .call = f->values.data[set].value}, on = {.f = f, .local = local};
    bool changed = false, read = false;
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        uint32_t n = local_number(f, user);
        bool load = LLVMIsALoadInst(user), store = is_store_to(user, local);
        if (n == NONE || !(load || store)) continue;
        if (LLVMGetVolatile(user)) return false;
        changed |= store && leads(&back, set, n) && leads(&back, n, from);
        read |= load && leads(&on, set, n);
    }
    return changed && read;
}

static bool loses_locals(const function_info *f, uint32_t set, uint32_t from) {
    for (uint32_t n = f->arguments; n < f->values.size; n++) {
        LLVMValueRef v = f->values.data[n].value;
        if (LLVMIsAAllocaInst(v) && used_directly(v) && loses(f, set, from, v)) return true;
    }
    return false;
}

/* Back to a call of setjmp, from the instruction `from` of its function. */
static void jump_back(translator *tr, const frame *g, const jump_target *t, uint32_t from,
                      term given) {
    if (loses_locals(g->f, t->number, from))
        emit_fail(
            tr, term_true(tr->t), LIMIT_LONGJMP,
            "a variable that is not volatile changed after setjmp, and is read after longjmp");
    if (tr->emission.dead) return;
    emit(tr, cmd_assign(tr->p, t->result, given));
    emit_jump(tr, t->at);
}

static void long_jump(translator *tr, frame *f, LLVMValueRef call, uint32_t word) {
    jump_buffer b = buffer_of(tr, f, call, word);
    term id = kept(tr, memory_load(tr, call, b.pointer, &b.facts, &b.word).bits, "target");
    term given = kept(tr, jump_value(tr, f, call, 32), "jumped");
    check_target(tr, f, id);
    loc split = emit_flush(tr);
    uint32_t from = local_number(f->f, call);
    for (frame *g = f; g; from = tr->instances.data[g->instance].call, g = g->up)
        for (uint32_t i = 0; i < g->target_count; i++) {
            emit_assume(tr, goes_to(tr, id, &g->targets[i]));
            jump_back(tr, g, &g->targets[i], from, given);
            tr->emission.here = split;
            tr->emission.dead = false;
        }
    note_here(tr, NOTE_ASSUMPTION,
              "local arrays, structures and variables whose address is taken keep their values "
              "when longjmp returns to their function");
    tr->p->leaves_code = true; /* where the buffer says, which is memory */
    emit_end(tr);
    vec_release(&b.facts);
}

/* ---- external code ---- */
/* Whether such code, which can get hold of what is reached, has the buffer of this setjmp. */
static bool gets_buffer(translator *tr, frame *f, const jump_target *t, const fact_vec *reached) {
    fact_vec facts = {0};
    bool any = false;
    operand_facts(tr, f->instance, LLVMGetOperand(f->f->values.data[t->number].value, 0), &facts);
    for (uint32_t i = 0; i < facts.size; i++)
        any |= tr->objects.data[facts.data[i].object].escape.escaped ||
               facts_have(reached, facts.data[i].object);
    vec_release(&facts);
    return any;
}

bool may_jump_back(translator *tr, frame *f, const fact_vec *reached) {
    for (frame *g = f; g; g = g->up)
        for (uint32_t i = 0; i < g->target_count; i++)
            if (gets_buffer(tr, g, &g->targets[i], reached)) return true;
    return false;
}

bool jump_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, LLVMValueRef callee) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    LOG("translate", "setjmp or longjmp at value %u", number);
    uint32_t word;
    switch (jump_kind_of(callee, &word)) {
    case JUMP_SET: set_jump(tr, f, number, call, word); return true;
    case JUMP_LONG: long_jump(tr, f, call, word); return true;
    default: return false;
    }
}
