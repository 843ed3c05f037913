/* Which objects live, as far as the properties of memory safety ask. A block of the heap lives from
 * its allocation to its release, and no block is made where another was, so that one bit a block
 * says it all. A local lives while its block runs: since calls are inlined, the place of an access
 * in the tree of calls and in the blocks of the source decides that without any state. */
#include "frontend/memory/lifetime.h"
#include "base/log.h"
#include "frontend/external/external_block.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/debug_info.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/jump.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/place.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { MOST_BITS = 64 /* copies with a variable each; more share an array */ };

/* ---- scopes ---- */
enum { SCOPE_PARENT = 1 }; /* operand of DILexicalBlock and DILexicalBlockFile */

static bool is_block(LLVMMetadataRef scope) {
    return LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind;
}

static LLVMMetadataRef parent_of(translator *tr, LLVMMetadataRef scope) {
    LLVMValueRef operands[8];
    bool inner =
        is_block(scope) || LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind;
    if (!inner || metadata_operands(tr, scope, operands, 8) <= SCOPE_PARENT) return NULL;
    return operands[SCOPE_PARENT] ? LLVMValueAsMetadata(operands[SCOPE_PARENT]) : NULL;
}

bool scope_is_inside(translator *tr, LLVMMetadataRef inner, LLVMMetadataRef outer) {
    while (inner && inner != outer) inner = parent_of(tr, inner);
    return inner == outer;
}

/* In the function that has it: bitcode of other compilers may have it from another. */
LLVMMetadataRef scope_here(LLVMValueRef i) {
    assert_debug(LLVMIsAInstruction(i));
    LLVMMetadataRef at = i ? LLVMInstructionGetDebugLoc(i) : NULL, outer;
    while (at && (outer = LLVMDILocationGetInlinedAt(at))) at = outer;
    return at ? LLVMDILocationGetScope(at) : NULL;
}

/* A compound literal has no declaration: it lives in the block around all that names it. */
static bool is_compound_literal(LLVMValueRef local) {
    static const char prefix[] = ".compoundliteral";
    size_t length;
    return !strncmp(LLVMGetValueName2(local, &length), prefix, sizeof prefix - 1);
}

/* LLVM's C interface gives no line of a block; it prints as "line: 8, column: 13". */
static bool begin_together(translator *tr, LLVMMetadataRef a, LLVMMetadataRef b) {
    LLVMContextRef context = LLVMGetModuleContext(tr->m);
    char *of_a = LLVMPrintValueToString(LLVMMetadataAsValue(context, a)),
         *of_b = LLVMPrintValueToString(LLVMMetadataAsValue(context, b));
    const char *at_a = strstr(of_a, ", line: "), *at_b = strstr(of_b, ", line: ");
    bool same = at_a && at_b && !strcmp(at_a, at_b);
    LLVMDisposeMessage(of_a);
    LLVMDisposeMessage(of_b);
    return same;
}

/* clang gives the condition, the step and the body of `for` a block of their own inside of the
 * statement's, at the same place. In C a literal in the condition or the step has the whole
 * statement (6.8.5p5); one in a body without braces has the body, which nothing tells apart: it is
 * taken to live as long, an assumption (check_temporary). */
static LLVMMetadataRef statement_block(translator *tr, LLVMMetadataRef scope) {
    LLVMMetadataRef outer = scope && is_block(scope) ? parent_of(tr, scope) : NULL;
    return outer && is_block(outer) && begin_together(tr, outer, scope) ? outer : scope;
}

static LLVMMetadataRef innermost_scope(translator *tr, LLVMValueRef local) {
    LLVMMetadataRef scope = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        LLVMMetadataRef here = scope_here(LLVMGetUser(u));
        if (!scope || (here && scope_is_inside(tr, scope, here))) scope = here;
    }
    return scope;
}

static LLVMMetadataRef literal_scope(translator *tr, LLVMValueRef local) {
    return statement_block(tr, innermost_scope(tr, local));
}

static bool has_variable_size(const value_info *v) {
    return LLVMIsAAllocaInst(v->value) && !LLVMIsAConstantInt(LLVMGetOperand(v->value, 0));
}

/* Compilers free what alloca made where the block of an array of variable size ends that was
 * declared before: the smallest such block around it. */
static LLVMMetadataRef array_scope(translator *tr, const function_info *f, uint32_t n) {
    LLVMMetadataRef here = scope_here(f->values.data[n].value), smallest = NULL;
    for (uint32_t k = f->arguments; f->saves_stack && k < n; k++) {
        const value_info *v = &f->values.data[k];
        if (!v->variable || !has_variable_size(v)) continue;
        LLVMMetadataRef scope = LLVMDIVariableGetScope(v->variable);
        if (!scope_is_inside(tr, here, scope)) continue;
        if (!smallest || scope_is_inside(tr, scope, smallest)) smallest = scope;
    }
    return smallest;
}

/* A variable that is declared where no run comes, in a switch before the first case, is described
 * by nothing but its uses. (So are temporaries, to which no pointer leads but of records.) What a
 * call of alloca made has a place in the source. */
static bool is_undescribed(const function_info *f, uint32_t n) {
    const value_info *v = &f->values.data[n];
    return !v->variable && !v->block && LLVMIsAAllocaInst(v->value) && !has_variable_size(v) &&
           !LLVMInstructionGetDebugLoc(v->value) &&
           LLVMGetTypeKind(LLVMGetAllocatedType(v->value)) != LLVMStructTypeKind;
}

/* The block of a local, where it is smaller than its function. Variables of functions that clang
 * inlined belong to another function: they have the whole call. */
static LLVMMetadataRef scope_of(translator *tr, const object *o) {
    const function_info *f = tr->functions.data[tr->instances.data[o->instance].function];
    uint32_t n = LLVMIsAAllocaInst(o->value) ? local_number(f, o->value) : NONE;
    LLVMMetadataRef declared = n == NONE ? NULL : f->values.data[n].variable,
                    scope = declared ? LLVMDIVariableGetScope(declared) : NULL,
                    whole = LLVMGetSubprogram(f->function);
    if (!declared && n != NONE && (is_compound_literal(o->value) || is_undescribed(f, n)))
        scope = literal_scope(tr, o->value);
    else if (!declared && n != NONE) scope = array_scope(tr, f, n);
    while (scope && !is_block(scope)) scope = parent_of(tr, scope);
    return scope && whole && scope_is_inside(tr, scope, whole) ? scope : NULL;
}

/* The instruction of the object's own function that runs now; NULL: it has returned. */
static LLVMValueRef running_in(const translator *tr, const frame *f, uint32_t inst) {
    LLVMValueRef now = f->now;
    for (uint32_t i = f->instance; i != NONE && i != inst; i = tr->instances.data[i].parent) {
        const instance *x = &tr->instances.data[i];
        if (x->parent == NONE) return NULL;
        now =
            tr->functions.data[tr->instances.data[x->parent].function]->values.data[x->call].value;
        if (x->parent == inst) return now;
    }
    return now;
}

static LLVMValueRef without_steps(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* Code that names a local is in its block; but clang also keeps a variable of an inner
 * block where the function's result goes (return c;), and fills that from outside of the block. */
static bool names(LLVMValueRef instruction, LLVMValueRef local) {
    int n = LLVMGetNumOperands(instruction);
    for (int i = 0; i < n; i++)
        if (without_steps(LLVMGetOperand(instruction, (unsigned)i)) == local) return true;
    return false;
}

/* What a function returned in the middle of an expression (C11 6.2.4): nothing says where that
 * ends. It lives while the call runs that it is passed to. */
static bool is_temporary(const translator *tr, const object *o) {
    if (o->kind != OBJECT_LOCAL) return false;
    const function_info *f = tr->functions.data[tr->instances.data[o->instance].function];
    return LLVMIsAAllocaInst(o->value) && !is_compound_literal(o->value) &&
           LLVMGetTypeKind(LLVMGetAllocatedType(o->value)) == LLVMStructTypeKind &&
           !f->values.data[local_number(f, o->value)].variable;
}

/* Whether it is over where the frame's instruction uses it. While the call runs that it is passed to it is taken to live, an assumption: the
 * pointer may be one of an earlier round. */
static bool temporary_may_be_over(translator *tr, const frame *f, const object *o) {
    LLVMValueRef now = running_in(tr, f, o->instance);
    if (!now || !is_temporary(tr, o)) return false;
    if (!names(now, o->value)) return true;
    note_here(tr, NOTE_ASSUMPTION,
              "a call that an object of temporary lifetime is passed to does not use the one of an "
              "earlier call (not checked)");
    return false;
}

/* All blocks of one use of a macro begin at the same place, too: there the literal may have ended with
 * the inner block. */
static bool literal_may_be_over(translator *tr, const frame *f, const object *o) {
    LLVMValueRef now = running_in(tr, f, o->instance);
    LLVMMetadataRef scope = innermost_scope(tr, o->value);
    return now && scope && statement_block(tr, scope) != scope &&
           !scope_is_inside(tr, scope_here(now), scope);
}

static bool may_be_over(translator *tr, const frame *f, const object *o) {
    if (o->kind != OBJECT_LOCAL || !is_compound_literal(o->value))
        return temporary_may_be_over(tr, f, o);
    note_here(tr, NOTE_ASSUMPTION,
              "compound literals are not used after the loop or switch that they are written in, "
              "nor by a later round of a body without braces (not checked)");
    return literal_may_be_over(tr, f, o);
}

void check_temporary(translator *tr, frame *f, LLVMValueRef pointer) {
    fact_vec facts = {0};
    if (!(tr->o->checks & CHECK_DEREF) || !LLVMIsALoadInst(without_steps(pointer))) return;
    operand_facts(tr, f->instance, pointer, &facts);
    for (uint32_t i = 0; i < facts.size && !tr->emission.dead; i++) {
        const object *o = &tr->objects.data[facts.data[i].object];
        if (!may_be_over(tr, f, o)) continue;
        term offset = term_2(tr->t, OP_BVSUB, operand_seen(tr, f, pointer), object_start(tr, o));
        emit_fail(
            tr, term_2(tr->t, OP_BVULT, offset, pointer_term(tr, o->size)), LIMIT_TEMPORARY,
            "an object without a name may be used after the expression or block that makes it");
    }
    vec_release(&facts);
}

bool local_is_array(const translator *tr, const object *o) {
    assert_debug(object_is_there(tr, o));
    const function_info *f = tr->functions.data[tr->instances.data[o->instance].function];
    if (o->copies > 1 || !LLVMIsAAllocaInst(o->value)) return false;
    const value_info *v = &f->values.data[local_number(f, o->value)];
    return v->variable && has_variable_size(v);
}

/* Whether `now` can be reached without passing the instruction `made`: all of a block, or what
 * comes before it in its own. */
static bool is_reached_without(const function_info *f, LLVMValueRef made, LLVMValueRef now) {
    uint32_t stop = f->values.data[local_number(f, made)].block,
             to = f->values.data[local_number(f, now)].block;
    bits seen = {0};
    u32_vec todo = {0};
    vec_push(&todo, 0u);
    bits_add(&seen, 0);
    while (todo.size) {
        uint32_t b = vec_pop(&todo);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.data[b].block);
        for (unsigned k = 0; b != stop && end && k < LLVMGetNumSuccessors(end); k++) {
            uint32_t next = (uint32_t)map_find(&f->block_number,
                                               (uint64_t)(uintptr_t)LLVMGetSuccessor(end, k), NONE);
            if (next == NONE || bits_has(&seen, next)) continue;
            bits_add(&seen, next);
            vec_push(&todo, next);
        }
    }
    bool before = to != stop || local_number(f, now) < local_number(f, made);
    bool reached = before && bits_has(&seen, to);
    bits_release(&seen);
    vec_release(&todo);
    return reached;
}

bool local_lives(translator *tr, const frame *f, const object *o) {
    assert_debug(object_is_there(tr, o));
    if (o->kind != OBJECT_LOCAL) return true;
    LLVMValueRef now = running_in(tr, f, o->instance);
    const function_info *own = tr->functions.data[tr->instances.data[o->instance].function];
    if (now && local_is_array(tr, o) && is_reached_without(own, o->value, now)) return false;
    if (!now || !o->life.scope) return now;
    if (names(now, o->value)) return true;
    LLVMMetadataRef here = scope_here(now);
    return !here || scope_is_inside(tr, here, o->life.scope);
}

/* Compilers do not mark the end of a compound literal, and longjmp runs no code of the functions
 * that it leaves: AddressSanitizer takes their locals to live. */
static bool ends_unmarked(const translator *tr, const frame *f, const object *o) {
    if (o->kind != OBJECT_LOCAL || o->variable || o->copies > 1) return false;
    bool returned = !running_in(tr, f, o->instance);
    return is_compound_literal(o->value) || (returned && tr->lifetimes.jumps);
}

/* What is over was found for this access: the same instruction of another call may find it alive. */
static bool is_access_of(const translator *tr, const frame *f) {
    return f && tr->lifetimes.access == f->now && tr->lifetimes.instance == f->instance;
}

void local_over(translator *tr, const frame *f, uint32_t object_number) {
    assert_debug(object_number < tr->objects.size);
    if (!is_access_of(tr, f)) vec_clear(&tr->lifetimes.over);
    tr->lifetimes.access = f->now;
    tr->lifetimes.instance = f->instance;
    if (ends_unmarked(tr, f, &tr->objects.data[object_number]))
        vec_push(&tr->lifetimes.over, object_number);
}

term leads_to_over(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    term any = term_false(tr->t);
    bool now = is_access_of(tr, tr->emission.running);
    for (uint32_t i = 0; now && i < tr->lifetimes.over.size; i++) {
        const object *o = &tr->objects.data[tr->lifetimes.over.data[i]];
        term offset = term_2(tr->t, OP_BVSUB, pointer, object_start(tr, o));
        any = term_or(tr->t, any, term_2(tr->t, OP_BVULT, offset, pointer_term(tr, o->size)));
    }
    return any;
}

/* ---- which blocks may be freed ---- */
static void mark_freed(translator *tr, uint32_t inst, LLVMValueRef call, LLVMValueRef callee) {
    enum library_kind k = library_kind_of(tr, callee);
    if (k != LIBRARY_FREE && k != LIBRARY_REALLOC) return;
    fact_vec facts = {0};
    operand_facts(tr, inst, LLVMGetOperand(call, 0), &facts);
    for (uint32_t i = 0; i < facts.size; i++)
        tr->objects.data[facts.data[i].object].life.freed = true;
    watched_declare(tr, &facts);
    vec_release(&facts);
}

static void mark_freed_by(translator *tr, uint32_t inst, LLVMValueRef call) {
    LLVMValueRef callee = called_function(call);
    fact_vec targets = {0};
    if (callee) mark_freed(tr, inst, call, callee);
    else operand_facts(tr, inst, LLVMGetCalledValue(call), &targets);
    for (uint32_t i = 0; i < targets.size; i++) {
        const object *o = &tr->objects.data[targets.data[i].object];
        if (o->kind == OBJECT_FUNCTION && LLVMGetNumArgOperands(call))
            mark_freed(tr, inst, call, o->value);
    }
    vec_release(&targets);
}

static void mark_all_freed(translator *tr) {
    for (uint32_t inst = 0; inst < tr->instances.size; inst++) {
        const function_info *f = tr->functions.data[tr->instances.data[inst].function];
        for (uint32_t n = f->arguments; n < f->values.size; n++) {
            LLVMValueRef v = f->values.data[n].value;
            if (LLVMIsACallInst(v) && !is_debug_call(v)) mark_freed_by(tr, inst, v);
        }
    }
}

/* ---- who asks ---- */
bool validity_is_asked(const translator *tr) {
    static const char *const words[] = {"__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(tr->m, words[i]);
        if (f && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

bool lifetimes_matter(const translator *tr) {
    return tr->o->checks & CHECK_LIFETIMES || validity_is_asked(tr);
}

/* ---- the state of a block ---- */
static bool is_array(const object *o) { return o->copies > MOST_BITS; }

/* Of blocks without a limit on their number, that none lives at the end is said of one that is
 * chosen at the start: invariants about all blocks say it, but none says how many there are. A
 * single run has nothing to choose: there they are counted. */
static bool has_suspect(const translator *tr, const object *o) {
    bool leaks = tr->o->checks & (CHECK_TRACK | CHECK_CLEANUP),
         proof = heap_is_for_proofs(tr->o->choice.heap);
    return leaks && proof && o->life.live.size && is_array(o);
}

static void make_state(translator *tr, object *o) {
    bool leaks = tr->o->checks & (CHECK_TRACK | CHECK_CLEANUP);
    sort word = sort_bv(tr->t, tr->pointer_bits);
    if (o->kind != OBJECT_HEAP || !(o->life.freed || leaks)) return;
    sort s = is_array(o) ? sort_array(tr->t, word, sort_bv(tr->t, 1)) : sort_bool(tr->t);
    for (uint32_t k = 0; k < (is_array(o) ? 1 : o->copies); k++)
        vec_push(&o->life.live, new_variable(tr, "live", s));
    if (is_array(o) && leaks && !has_suspect(tr, o))
        o->life.alive = new_variable(tr, "alive", word);
}

void lifetimes_declare(translator *tr) {
    LOG("memory", "declare lifetimes");
    if (!lifetimes_matter(tr)) return;
    mark_all_freed(tr);
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f)) {
        uint32_t word;
        tr->lifetimes.jumps |= jump_kind_of(f, &word) == JUMP_LONG && LLVMGetFirstUse(f);
    }
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        object *o = &tr->objects.data[i];
        if (o->kind != OBJECT_LOCAL) continue;
        o->life.scope = scope_of(tr, o);
        if (o->life.scope && o->copies > 1)
            note_here(tr, NOTE_UNDER,
                      "what alloca makes in a loop is gone where the block of an array of variable "
                      "size ends");
    }
}

void lifetimes_make(translator *tr) {
    if (!lifetimes_matter(tr)) return;
    for (uint32_t i = 1; i < tr->objects.size; i++) make_state(tr, &tr->objects.data[i]);
}

static void choose_suspect(translator *tr, object *o) {
    if (has_suspect(tr, o))
        o->life.suspect =
            emit_any(tr, sort_bv(tr->t, tr->pointer_bits), ORIGIN_OPEN, "suspect", "");
}

void lifetime_start(translator *tr, object *o) {
    assert_debug(object_is_there(tr, o));
    for (uint32_t k = 0; k < o->life.live.size; k++)
        emit_assign(tr, o->life.live.data[k],
                    is_array(o) ? term_const_array(tr->t, term_sort(tr->t, o->life.live.data[k]),
                                                   term_bv(tr->t, 1, 0))
                                : term_false(tr->t));
    if (o->life.alive.id) emit_assign(tr, o->life.alive, pointer_term(tr, 0));
    choose_suspect(tr, o);
}

static term copy_number(translator *tr, const object *o, term offset) {
    if (o->copies == 1) return pointer_term(tr, 0);
    return divide_linear(tr, offset, o->slot);
}

static term offset_in(translator *tr, const object *o, term address) {
    return term_2(tr->t, OP_BVSUB, address, object_start(tr, o));
}

static term array_lives(translator *tr, const object *o, term nth) {
    return term_eq(tr->t, term_select(tr->t, o->life.live.data[0], nth), term_bv(tr->t, 1, 1));
}

term object_lives(translator *tr, const object *o, term offset) {
    assert_debug(object_is_there(tr, o));
    terms *t = tr->t;
    if (!o->life.live.size) return term_true(t);
    term nth = copy_number(tr, o, offset);
    if (is_array(o)) return array_lives(tr, o, nth);
    term lives = o->life.live.data[o->life.live.size - 1];
    for (uint32_t k = o->life.live.size - 1; k-- > 0;)
        lives = term_ite(t, term_eq(t, nth, pointer_term(tr, k)), o->life.live.data[k], lives);
    return lives;
}

term object_some_live(translator *tr, const object *o) {
    assert_debug(object_is_there(tr, o));
    if (o->life.suspect.id)
        return term_and(tr->t, term_2(tr->t, OP_BVULT, o->life.suspect, o->counter),
                        array_lives(tr, o, o->life.suspect));
    if (o->life.alive.id)
        return term_not(tr->t, term_eq(tr->t, o->life.alive, pointer_term(tr, 0)));
    return term_or_n(tr->t, o->life.live.size, o->life.live.data);
}

/* Bits of the copies where `is` holds of their number. */
static void set_bits(translator *tr, object *o, term nth, term when, bool lives) {
    terms *t = tr->t;
    updates u = {0};
    for (uint32_t k = 0; k < o->life.live.size; k++) {
        term is = term_and(t, when, term_eq(t, nth, pointer_term(tr, k)));
        term now = lives ? term_or(t, is, o->life.live.data[k])
                         : term_and(t, term_not(t, is), o->life.live.data[k]);
        vec_push(&u.vars, o->life.live.data[k]);
        vec_push(&u.values, now);
    }
    updates_emit(tr, &u);
}

static void set_entry(translator *tr, object *o, term nth, term when, bool lives) {
    terms *t = tr->t;
    term all = o->life.live.data[0];
    updates u = {0};
    vec_push(&u.vars, all);
    vec_push(&u.values, term_ite(t, when, term_store(t, all, nth, term_bv(t, 1, lives)), all));
    if (o->life.alive.id) {
        term by = pointer_term(tr, lives ? 1 : UINT64_MAX);
        vec_push(&u.vars, o->life.alive);
        vec_push(&u.values,
                 term_ite(t, when, term_2(t, OP_BVADD, o->life.alive, by), o->life.alive));
    }
    updates_emit(tr, &u);
}

static void set(translator *tr, object *o, term nth, term when, bool lives) {
    if (!o->life.live.size) return;
    if (is_array(o)) set_entry(tr, o, nth, when, lives);
    else set_bits(tr, o, nth, when, lives);
}

void lifetime_begin(translator *tr, object *o, term address, term fails) {
    assert_debug(object_is_there(tr, o));
    assert_debug(is_pointer_wide(tr, address));
    set(tr, o, copy_number(tr, o, offset_in(tr, o, address)), term_not(tr->t, fails), true);
}

/* ---- by pointer ---- */
static bool is_first(const fact_vec *facts, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (facts->data[k].object == facts->data[i].object) return false;
    return facts->data[i].object;
}

/* The pointer is the start of a copy of this object. */
static term is_start(translator *tr, const object *o, term pointer) {
    terms *t = tr->t;
    term offset = offset_in(tr, o, pointer), zero = pointer_term(tr, 0);
    if (o->copies == 1) return term_eq(t, offset, zero);
    term within = term_2(t, OP_BVULT, offset, pointer_term(tr, o->slot * o->copies));
    term rest = term_extract(t, (uint32_t)__builtin_ctzll(o->slot) - 1, 0, offset);
    return term_and(t, within, term_eq(t, rest, term_bv(t, term_width(t, rest), 0)));
}

term is_live_block(translator *tr, term pointer, const fact_vec *facts) {
    assert_debug(is_pointer_wide(tr, pointer));
    assert_debug(facts_are_there(tr, facts));
    term is = term_false(tr->t);
    for (uint32_t i = 0; i < facts->size; i++) {
        const object *o = &tr->objects.data[facts->data[i].object];
        if (!is_first(facts, i) || o->kind != OBJECT_HEAP) continue;
        term lives = object_lives(tr, o, offset_in(tr, o, pointer));
        is = term_or(tr->t, is, term_and(tr->t, is_start(tr, o, pointer), lives));
    }
    return is;
}

void lifetime_end(translator *tr, term address, const fact_vec *facts, term when) {
    assert_debug(is_pointer_wide(tr, address));
    assert_debug(facts_are_there(tr, facts));
    assert_debug(term_is_bool(tr->t, when));
    LOG("memory", "a lifetime may end");
    if (any_outside(tr, facts)) watched_end(tr, address, when);
    for (uint32_t i = 0; i < facts->size; i++) {
        object *o = &tr->objects.data[facts->data[i].object];
        if (!is_first(facts, i) || o->kind != OBJECT_HEAP) continue;
        term offset = offset_in(tr, o, address), is = is_start(tr, o, address);
        set(tr, o, copy_number(tr, o, offset), term_and(tr->t, when, is), false);
    }
}
