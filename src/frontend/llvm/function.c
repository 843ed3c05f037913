/* What is found out about a function once: its values, blocks and loops. */
#include "frontend/llvm/function.h"
#include "base/fail.h"
#include "frontend/llvm/debug_info.h"
#include "frontend/llvm/jump.h"
#include "frontend/llvm/translator.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

uint32_t local_number(const function_info *f, LLVMValueRef v) {
    return (uint32_t)map_find(&f->number, (uint64_t)(uintptr_t)v, NONE);
}

static uint32_t block_of(const function_info *f, LLVMBasicBlockRef b) {
    return (uint32_t)map_find(&f->block_number, (uint64_t)(uintptr_t)b, NONE);
}

static void add_value(function_info *f, LLVMValueRef v, uint32_t block) {
    map_set(&f->number, (uint64_t)(uintptr_t)v, f->values.size);
    value_info info = {.value = v, .block = block};
    vec_push(&f->values, info);
}

static void number_block(function_info *f, LLVMBasicBlockRef b) {
    block_info info = {.block = b, .first = f->values.size};
    map_set(&f->block_number, (uint64_t)(uintptr_t)b, f->blocks.size);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        add_value(f, i, f->blocks.size);
    info.end = f->values.size;
    vec_push(&f->blocks, info);
}

static void number_values(function_info *f) {
    for (LLVMValueRef a = LLVMGetFirstParam(f->function); a; a = LLVMGetNextParam(a))
        add_value(f, a, NONE);
    f->arguments = f->values.size;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->function); b; b = LLVMGetNextBasicBlock(b))
        number_block(f, b);
}

static bool phi_takes_elsewhere(LLVMValueRef phi, LLVMValueRef v, LLVMBasicBlockRef home) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingValue(phi, i) == v && LLVMGetIncomingBlock(phi, i) != home) return true;
    return false;
}

/* A phi takes its value at the end of the block it comes from, so such a use stays inside. */
static bool use_crosses(const function_info *f, const value_info *info, LLVMValueRef user) {
    uint32_t home = info->block == NONE ? 0 : info->block;
    if (LLVMIsAPHINode(user))
        return phi_takes_elsewhere(user, info->value, f->blocks.data[home].block);
    return f->values.data[local_number(f, user)].block != home;
}

static void find_users(function_info *f, uint32_t number) {
    value_info *info = &f->values.data[number];
    info->users = f->user.size;
    for (LLVMUseRef u = LLVMGetFirstUse(info->value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        uint32_t n = local_number(f, user);
        if (n == NONE) continue;
        info->uses++;
        info->crosses |= use_crosses(f, info, user);
        vec_push(&f->user, n);
    }
    info->users_end = f->user.size;
}

/* ---- loops: strongly connected components, without recursion on the machine's stack ---- */
typedef struct {
    u32_vec order, low, stack, path, next;
    bits on;
    uint32_t count;
} components_search;

static void enter(components_search *s, uint32_t b) {
    s->order.data[b] = s->low.data[b] = ++s->count;
    vec_push(&s->stack, b);
    vec_push(&s->path, b);
    bits_add(&s->on, b);
}

static void close_component(function_info *f, components_search *s, uint32_t b) {
    if (s->low.data[b] != s->order.data[b]) return;
    bool single = vec_last(&s->stack) == b;
    uint32_t member;
    do {
        member = vec_pop(&s->stack);
        bits_remove(&s->on, member);
        f->blocks.data[member].looped |= !single;
    } while (member != b);
}

static void visit_successor(function_info *f, components_search *s, uint32_t b, uint32_t target) {
    if (target == b) f->blocks.data[b].looped = f->blocks.data[b].head = true;
    if (!s->order.data[target]) {
        enter(s, target);
        return;
    }
    if (!bits_has(&s->on, target)) return;
    if (s->order.data[target] < s->low.data[b]) s->low.data[b] = s->order.data[target];
    if (s->order.data[target] <= s->order.data[b]) f->blocks.data[target].head = true;
}

static void search_from(function_info *f, components_search *s, uint32_t root) {
    enter(s, root);
    while (s->path.size) {
        uint32_t b = vec_last(&s->path);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.data[b].block);
        if (end && s->next.data[b] < LLVMGetNumSuccessors(end)) {
            visit_successor(f, s, b, block_of(f, LLVMGetSuccessor(end, s->next.data[b]++)));
            continue;
        }
        close_component(f, s, b);
        (void)vec_pop(&s->path);
        if (!s->path.size) break;
        uint32_t up = vec_last(&s->path);
        if (s->low.data[b] < s->low.data[up]) s->low.data[up] = s->low.data[b];
    }
}

static void find_loops(function_info *f) {
    components_search s = {0};
    vec_resize(&s.order, f->blocks.size);
    vec_resize(&s.low, f->blocks.size);
    vec_resize(&s.next, f->blocks.size);
    if (f->blocks.size) search_from(f, &s, 0);
    vec_release(&s.order);
    vec_release(&s.low);
    vec_release(&s.next);
    vec_release(&s.stack);
    vec_release(&s.path);
    bits_release(&s.on);
}

/* Where a call may return again, everything may run again. */
static void find_jumps(function_info *f) {
    bool again = false;
    for (uint32_t i = f->arguments; i < f->values.size; i++)
        again |= call_returns_twice(f->values.data[i].value);
    for (uint32_t b = 0; b < f->blocks.size && again; b++) f->blocks.data[b].looped = true;
}

static void place_loops(function_info *f) {
    for (uint32_t b = 0; b < f->blocks.size; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.data[b].block);
        uint32_t line, column;
        if (!end || !loop_position(end, &line, &column)) continue;
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
            block_info *target = &f->blocks.data[block_of(f, LLVMGetSuccessor(end, i))];
            if (target->head) target->line = line, target->column = column;
        }
    }
}

/* ---- declarations ---- */
static const char *callee_name(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

bool is_debug_call(LLVMValueRef v) {
    return LLVMIsACallInst(v) && !strncmp(callee_name(v), "llvm.dbg.", 9);
}
static bool is_declare(LLVMValueRef v) {
    return LLVMIsACallInst(v) && !strcmp(callee_name(v), "llvm.dbg.declare");
}

/* of dbg.declare */
static LLVMMetadataRef declared_variable(LLVMValueRef declare) {
    return LLVMValueAsMetadata(LLVMGetOperand(declare, 1));
}

LLVMValueRef declared_address(LLVMValueRef declare) {
    LLVMValueRef wrapped = LLVMGetOperand(declare, 0), address = NULL;
    if (LLVMGetMDNodeNumOperands(wrapped) == 1) LLVMGetMDNodeOperands(wrapped, &address);
    return address;
}

static bool is_inlined(LLVMValueRef v) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(v);
    return at && LLVMDILocationGetInlinedAt(at);
}

static void find_declarations(translator *tr, function_info *f) {
    for (uint32_t i = f->arguments; i < f->values.size; i++) {
        LLVMValueRef v = f->values.data[i].value;
        if (LLVMIsACallInst(v) && !strncmp(callee_name(v), "llvm.stacksave", 14))
            f->saves_stack = true;
        if (!is_declare(v)) continue;
        LLVMValueRef address = declared_address(v);
        uint32_t n = address ? local_number(f, address) : NONE;
        if (n == NONE) continue;
        f->values.data[n].variable = declared_variable(v);
        f->values.data[n].inlined_parameter =
            is_inlined(v) && variable_is_parameter(tr, declared_variable(v));
    }
}

/* ---- locals that may be read before they are written ----
 * An alloca that is only loaded and stored directly is followed along the paths; of any other it is
 * taken that it may be. In the entry block a declaration is passed once, where the variable is
 * uninitialized anyway. */
typedef struct {
    function_info *f;
    LLVMTargetDataRef layout;
    vec(bits) in;
    bits simple, needed;
} uninit_search;

static bool is_simple(const uninit_search *s, LLVMValueRef allocated) {
    if (!LLVMIsAConstantInt(LLVMGetOperand(allocated, 0))) return false;
    uint64_t size = LLVMStoreSizeOfType(s->layout, LLVMGetAllocatedType(allocated));
    for (LLVMUseRef u = LLVMGetFirstUse(allocated); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user)) continue;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) == allocated) return false;
        if (LLVMStoreSizeOfType(s->layout, LLVMTypeOf(LLVMGetOperand(user, 0))) < size)
            return false;
    }
    return true;
}

/* Beyond the numbers of values, the state has a second set: variables whose declaration has not
 * been passed. */
static uint32_t unpassed(const function_info *f, uint32_t n) { return f->values.size + 1 + n; }

static void see_uses(uninit_search *s, uint32_t block, LLVMValueRef i, const bits *state) {
    if (!s->f->blocks.data[block].looped || is_debug_call(i)) return;
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
        uint32_t n = LLVMIsAAllocaInst(v) ? local_number(s->f, v) : NONE;
        if (n != NONE && bits_has(state, unpassed(s->f, n))) s->f->values.data[n].jumped = true;
    }
}

static void uninit_step(uninit_search *s, uint32_t block, LLVMValueRef i, bits *state) {
    LLVMValueRef pointer = LLVMIsALoadInst(i)    ? LLVMGetOperand(i, 0)
                           : LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1)
                           : is_declare(i)       ? declared_address(i)
                                                 : NULL;
    uint32_t n = pointer ? local_number(s->f, pointer) : NONE;
    see_uses(s, block, i, state);
    if (n != NONE && is_declare(i)) bits_remove(state, unpassed(s->f, n));
    if (n == NONE || !bits_has(&s->simple, n)) return;
    if (LLVMIsALoadInst(i) && bits_has(state, n)) bits_add(&s->needed, n);
    if (LLVMIsAStoreInst(i)) bits_remove(state, n);
    if (is_declare(i) && block && !s->f->values.data[n].inlined_parameter) bits_add(state, n);
}

static void uninit_block(uninit_search *s, uint32_t block, u32_vec *todo) {
    bits state = {0};
    bits_join(&state, &s->in.data[block]);
    block_info *b = &s->f->blocks.data[block];
    for (uint32_t i = b->first; i < b->end; i++)
        uninit_step(s, block, s->f->values.data[i].value, &state);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b->block);
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
        uint32_t target = block_of(s->f, LLVMGetSuccessor(end, i));
        bool first = !bits_has(&s->in.data[target], s->f->values.size); /* a mark: seen */
        bits_add(&s->in.data[target], s->f->values.size);
        if (bits_join(&s->in.data[target], &state) || first) vec_push(todo, target);
    }
    bits_release(&state);
}

static void mark_any(uninit_search *s, uint32_t n) {
    value_info *info = &s->f->values.data[n];
    if (bits_has(&s->simple, n) && !bits_has(&s->needed, n)) return;
    info->any_at_entry = true;
    info->any_at_declare = !info->inlined_parameter;
}

/* Written by one store of the entry block, before any load: a parameter, or a local that is as good
 * as a constant. */
static bool written_once(const function_info *f, uint32_t n) {
    uint32_t store = NONE, first_load = NONE;
    for (uint32_t u = f->values.data[n].users; u < f->values.data[n].users_end; u++) {
        uint32_t user = f->user.data[u];
        if (LLVMIsAStoreInst(f->values.data[user].value)) {
            if (store != NONE || f->values.data[user].block ||
                LLVMGetVolatile(f->values.data[user].value))
                return false;
            store = user;
        } else if (user < first_load) {
            first_load = user;
        }
    }
    return store != NONE && store < first_load;
}

static void find_uninitialized(translator *tr, function_info *f) {
    uninit_search s = {.f = f, .layout = tr->layout};
    u32_vec todo = {0};
    vec_resize(&s.in, f->blocks.size);
    for (uint32_t i = f->arguments; i < f->values.size; i++)
        if (LLVMIsAAllocaInst(f->values.data[i].value) && is_simple(&s, f->values.data[i].value))
            bits_add(&s.simple, i);
    bits_join(&s.in.data[0], &s.simple);
    for (uint32_t i = f->arguments; i < f->values.size;
         i++) { /* declared inside: not passed when the function starts */
        LLVMValueRef address = f->values.data[i].block && is_declare(f->values.data[i].value)
                                   ? declared_address(f->values.data[i].value)
                                   : NULL;
        uint32_t n = address && LLVMIsAAllocaInst(address) ? local_number(f, address) : NONE;
        if (n != NONE && !f->values.data[n].inlined_parameter)
            bits_add(&s.in.data[0], unpassed(f, n));
    }
    vec_push(&todo, 0u);
    while (todo.size) uninit_block(&s, vec_pop(&todo), &todo);
    for (uint32_t i = f->arguments; i < f->values.size; i++)
        if (LLVMIsAAllocaInst(f->values.data[i].value)) {
            mark_any(&s, i);
            f->values.data[i].once = bits_has(&s.simple, i) && written_once(f, i);
        }
    vec_release_each(&s.in, bits_release);
    vec_release(&todo);
    bits_release(&s.simple);
    bits_release(&s.needed);
}

function_info *function_of(translator *tr, LLVMValueRef function) {
    assert_debug(LLVMIsAFunction(function));
    uint64_t found = map_find(&tr->tree.function_of, (uint64_t)(uintptr_t)function, NONE);
    if (found != NONE) return tr->functions.data[found];
    function_info *f = mem_zero(sizeof *f);
    size_t length;
    map_set(&tr->tree.function_of, (uint64_t)(uintptr_t)function, tr->functions.size);
    vec_push(&tr->functions, f);
    f->function = function;
    f->name = LLVMGetValueName2(function, &length);
    f->name_id = program_name(tr->p, f->name);
    number_values(f);
    for (uint32_t i = 0; i < f->values.size; i++) find_users(f, i);
    find_loops(f);
    find_jumps(f);
    place_loops(f);
    find_declarations(tr, f);
    find_uninitialized(tr, f);
    return f;
}

void function_delete(function_info *f) {
    vec_release(&f->blocks);
    vec_release(&f->values);
    vec_release(&f->user);
    map_release(&f->number);
    map_release(&f->block_number);
    mem_free(f);
}
