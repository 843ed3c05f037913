/* Calls: inlined, through pointers, without a body, inline assembly. */
#include "base/log.h"
#include "frontend/llvm/call.h"
#include "frontend/external/errno.h"
#include "frontend/external/escape.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/assembly.h"
#include "frontend/llvm/block.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/intrinsic.h"
#include "frontend/llvm/jump.h"
#include "frontend/llvm/share.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/llvm/varargs.h"
#include "frontend/memory/access.h"
#include "frontend/memory/address.h"
#include "frontend/memory/dangling.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"
#include "frontend/memory/safety.h"
#include "frontend/memory/transfer.h"

#include <string.h>

LLVMValueRef called_function(LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    LLVMValueRef callee = LLVMGetCalledValue(call);
    while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
    return LLVMIsAFunction(callee) ? callee : NULL;
}

/* ---- inlining ---- */
static void note_other_type(translator *tr) {
    note_here(tr, NOTE_ASSUMPTION,
              "a call by another function type passes its values as registers do (not checked)");
}

/* Calls through another type than the function's: integers and pointers are taken modulo their
 * width, as registers do; what a register holds besides is any value. */
static component adapted(translator *tr, LLVMValueRef call, component *c, const leaf *from,
                         const leaf *to) {
    if (from->kind == LEAF_FLOAT || to->kind == LEAF_FLOAT) {
        if (from->kind != to->kind || from->class != to->class)
            unsupported(tr, call, "an argument of another type than its parameter");
        return *c;
    }
    if (from->bits == to->bits) return *c;
    note_other_type(tr);
    term a = as_bv(tr, c->bits);
    if (from->bits < to->bits) {
        component rest = component_any(tr, to, ORIGIN_OPEN, "the rest of a register");
        a = term_2(tr->t, OP_CONCAT, term_extract(tr->t, to->bits - 1, from->bits, rest.bits), a);
    } else a = term_extract(tr->t, to->bits - 1, 0, a);
    return (component){.bits = to->bits == 1 ? as_bool(tr, a) : a};
}

void argument_components(translator *tr, frame *caller, uint32_t child, LLVMValueRef call,
                         uint32_t i, component *out) {
    assert_debug(child < tr->instances.size);
    assert_debug(LLVMIsACallInst(call));
    const function_info *g = tr->functions.data[tr->instances.data[child].function];
    leaf_vec from = {0}, to = {0};
    LLVMValueRef argument = i < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, i) : NULL;
    type_leaves(tr, LLVMTypeOf(g->values.data[i].value), &to);
    if (argument) type_leaves(tr, LLVMTypeOf(argument), &from);
    component *c = argument ? operand(tr, caller, argument) : NULL;
    LLVMTypeRef type = by_value(g->function, i);
    if (argument && !type != !by_value_at_call(call, i))
        unsupported(tr, call, "an argument of another type than its parameter");
    if (!argument) note_other_type(tr);
    if (type && argument) {
        fact copied = {.object = object_by_value(tr, child, i, type)};
        emit_by_value(tr, caller, argument, c->bits, copied, type);
        out->bits = object_address(tr, copied.object);
    } else {
        if (argument && from.size != to.size)
            unsupported(tr, call, "an argument of another type than its parameter");
        for (uint32_t k = 0; k < to.size; k++)
            out[k] = argument ? adapted(tr, call, &c[k], &from.data[k], &to.data[k])
                              : component_any(tr, &to.data[k], ORIGIN_OPEN, "missing argument");
    }
    vec_release(&from);
    vec_release(&to);
}

static void bind_parameter(translator *tr, frame *caller, frame *callee, LLVMValueRef call,
                           uint32_t i) {
    argument_components(tr, caller, callee->instance, call, i, define(tr, callee, i));
    define_done(tr, callee, i);
}

/* variables for what it returns */
static void make_result(translator *tr, frame *callee) {
    assert_debug(callee->f);
    leaf_vec leaves = {0};
    text name = {0};
    type_leaves(tr, LLVMGetReturnType(LLVMGlobalGetValueType(callee->f->function)), &leaves);
    text_print(&name, "%s()", callee->f->name);
    callee->result = arena_alloc(&tr->emission.memory, (leaves.size + 1) * sizeof *callee->result);
    for (uint32_t i = 0; i < leaves.size; i++)
        callee->result[i] = new_variable(tr, text_string(&name), leaf_sort(tr, &leaves.data[i]));
    text_release(&name);
    vec_release(&leaves);
}

void take_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call, LLVMValueRef callee,
                 const term *result) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    leaf_vec from = {0}, to = {0};
    type_leaves(tr, LLVMGetReturnType(LLVMGlobalGetValueType(callee)), &from);
    type_leaves(tr, LLVMTypeOf(call), &to);
    component *out = define(tr, f, number);
    if (from.size && from.size != to.size)
        unsupported(tr, call, "a result of another type than the call's");
    if (!from.size) note_other_type(tr);
    for (uint32_t i = 0; i < to.size; i++) {
        component c = from.size ? component_of(tr, result[i], &from.data[i])
                                : component_any(tr, &to.data[i], ORIGIN_OPEN, "missing result");
        out[i] = from.size ? adapted(tr, call, &c, &from.data[i], &to.data[i]) : c;
    }
    f->slots[number].defined = f->slots[number].stable =
        true; /* only this call writes these variables */
    vec_release(&from);
    vec_release(&to);
}

static void inline_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                        LLVMValueRef callee) {
    uint32_t child = instance_child(tr, f->instance, number, callee);
    if (child == NONE) {
        emit_fail(tr, term_true(tr->t), LIMIT_RECURSION, "a call deeper than calls are inlined");
        emit_end(tr);
        return;
    }
    if (tr->instances.data[child].shared) {
        shared_call(tr, f, number, call, child);
        return;
    }
    position at = tr->emission.at;
    arena_mark mark = arena_here(&tr->emission.memory);
    frame *g = frame_push(tr, f, child);
    bool used = f->slots[number].uses && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
    if (used) make_result(tr, g);
    addresses_renew(tr, child);
    for (uint32_t i = 0; i < g->f->arguments; i++) bind_parameter(tr, f, g, call, i);
    emit_varargs(tr, f, call, child);
    emit_instance(tr, g);
    tr->emission.at = at;
    term results[64];
    uint32_t n = used ? leaf_count(tr, LLVMGetReturnType(LLVMGlobalGetValueType(callee))) : 0;
    if (n > 64) unsupported(tr, call, "a result of more than 64 parts");
    if (used) memcpy(results, g->result, n * sizeof *results);
    arena_rewind(&tr->emission.memory, mark);
    if (used && !tr->emission.dead) take_result(tr, f, number, call, callee, results);
}

/* ---- dispatch ---- */
/* Functions by which macros of the headers find something. */
static bool says_where(LLVMValueRef callee) {
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    return !strncmp(name, "__", 2) && (strstr(name, "_loc") || strstr(name, "errno"));
}

/* Functions of the C library may set errno, but those that only say where something is. */
static bool may_set_errno(const frame *f, LLVMValueRef callee, enum library_kind k) {
    if (k != LIBRARY_NONE) return k == LIBRARY_EFFECTS || k == LIBRARY_MATH;
    return library_models(callee) && !library_models(f->f->function) && !says_where(callee);
}

static void call_function(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                          LLVMValueRef callee) {
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    enum library_kind k = library_kind_of(tr, callee);
    if (jump_call(tr, f, number, call, callee)) return;
    if (!strncmp(name, "llvm.", 5)) {
        if (!intrinsic(tr, f, number, call, name)) unsupported(tr, call, "the intrinsic %s", name);
    } else if (k != LIBRARY_NONE) {
        library_call(tr, f, number, call, callee, k);
    } else if (!LLVMCountBasicBlocks(callee)) {
        missing_call(tr, f, number, call, name, false);
    } else {
        if (!strcmp(name, "__assert_fail"))
            note_here(tr, NOTE_ASSUMPTION,
                      "a failing assert is what the program's own __assert_fail does");
        if (known_leaks(callee)) emit_leaked(tr, f, number, call, known_named(name));
        inline_call(tr, f, number, call, callee);
    }
    if (may_set_errno(f, callee, k)) errno_may_change(tr, errno_is_modelled(callee));
}

/* ---- calls through pointers ---- */
static void collect_targets(translator *tr, frame *f, LLVMValueRef call, u32_vec *out,
                            bool *outside) {
    fact_vec facts = {0};
    operand_facts(tr, f->instance, LLVMGetCalledValue(call), &facts);
    for (uint32_t i = 0; i < facts.size; i++) {
        uint32_t o = facts.data[i].object;
        *outside |= leads_outside(tr, facts.data[i]);
        tr->p->leaves_code |= !o || leads_into_code(tr, facts.data[i]);
        if (o && tr->objects.data[o].kind == OBJECT_FUNCTION) vec_push(out, o);
    }
    if (tr->external.functions_apart && has_outside(&facts, NULL))
        note_here(tr, NOTE_ASSUMPTION,
                  "function pointers from external code point to no function of the program");
    if (!functions_lent(tr, call, &facts, out))
        note_here(tr, NOTE_UNDER, "a function pointer from outside may be one of many functions");
    vec_release(&facts);
}

/* Results of the alternatives meet in variables. */
static void store_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                         term *joined) {
    leaf_vec leaves = {0};
    updates u = {0};
    type_leaves(tr, LLVMTypeOf(call), &leaves);
    for (uint32_t i = 0; i < leaves.size && f->slots[number].defined; i++) {
        if (!joined[i].id) joined[i] = new_variable(tr, "call", leaf_sort(tr, &leaves.data[i]));
        vec_push(&u.vars, joined[i]);
        vec_push(&u.values, component_held(tr, &f->slots[number].components[i], &leaves.data[i]));
    }
    updates_emit(tr, &u);
    f->slots[number].defined = false;
    vec_release(&leaves);
}

static void load_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                        const term *joined) {
    leaf_vec leaves = {0};
    type_leaves(tr, LLVMTypeOf(call), &leaves);
    component *out = define(tr, f, number);
    for (uint32_t i = 0; i < leaves.size; i++)
        out[i] = joined[i].id ? component_of(tr, joined[i], &leaves.data[i])
                              : component_any(tr, &leaves.data[i], ORIGIN_OPEN, "no result");
    f->slots[number].defined = f->slots[number].stable = true;
    vec_release(&leaves);
}

enum { MOST_RESULT_PARTS = 64 };

static bool comes_from_unseen(translator *tr, frame *f, LLVMValueRef call) {
    fact_vec targets = {0};
    bool unseen;
    operand_facts(tr, f->instance, LLVMGetCalledValue(call), &targets);
    has_outside(&targets, &unseen);
    vec_release(&targets);
    return unseen;
}

static void alternative(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                        LLVMValueRef callee, term is, loc split, loc join, term *joined) {
    tr->emission.here = split;
    tr->emission.dead = false;
    emit_assume(tr, is);
    position at = tr->emission.at;
    if (callee) call_function(tr, f, number, call, callee);
    else
        missing_call(tr, f, number, call, "a function pointer from outside",
                     tr->external.functions_apart || !comes_from_unseen(tr, f, call));
    tr->emission.at = at;
    if (!tr->emission.dead) store_result(tr, f, number, call, joined);
    if (!tr->emission.dead) emit_jump(tr, join);
    vec_clear(&tr->emission.pending);
}

/* What memory holds that nothing was stored into may be said to equal any function's address, of
 * which points-to does not know. */
static term is_some_function(translator *tr, term p) {
    term_vec any = {0};
    for (uint32_t o = 1; o < tr->objects.size; o++)
        if (tr->objects.data[o].kind == OBJECT_FUNCTION)
            vec_push(&any, term_eq(tr->t, p, object_address(tr, o)));
    term is = term_or_n(tr->t, any.size, any.data);
    vec_release(&any);
    return is;
}

static void no_function(translator *tr, term p, term none, loc split) {
    term function = is_some_function(tr, p);
    tr->emission.here = split;
    tr->emission.dead = false;
    vec_clear(&tr->emission.pending);
    emit_fail(tr, term_and(tr->t, none, function), LIMIT_ADDRESSES,
              "a call of a function whose address was never stored there");
    emit_fail(tr, term_and(tr->t, none, term_not(tr->t, function)), PROPERTY_DEREF,
              "call of what is no function");
    vec_clear(&tr->emission.pending);
}

/* A case for each function that the pointer may hold, and one for any other value. */
static void call_targets(translator *tr, frame *f, uint32_t number, LLVMValueRef call, term p,
                         const u32_vec *targets, bool outside, term *joined) {
    term none = term_true(tr->t);
    loc split = emit_flush(tr), join = program_add_location(tr->p, tr->emission.at);
    for (uint32_t i = 0; i < targets->size; i++) {
        term is = term_eq(tr->t, p, object_address(tr, targets->data[i]));
        none = term_and(tr->t, none, term_not(tr->t, is));
        if (!term_is_false(tr->t, is))
            alternative(tr, f, number, call, tr->objects.data[targets->data[i]].value, is, split,
                        join, joined);
    }
    if (outside && !term_is_false(tr->t, none))
        alternative(tr, f, number, call, NULL, none, split, join, joined);
    else if (tr->o->checks & CHECK_DEREF) no_function(tr, p, none, split);
    else if (!term_is_false(tr->t, none))
        note_here(tr, NOTE_ASSUMPTION, "pointers that are called point to functions (not checked)");
    tr->emission.here = join;
    tr->emission.dead = false;
}

static void call_pointer(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    u32_vec targets = {0};
    bool outside = false;
    term joined[MOST_RESULT_PARTS] = {{0}}, p = operand_bits(tr, f, LLVMGetCalledValue(call));
    if (leaf_count(tr, LLVMTypeOf(call)) > MOST_RESULT_PARTS)
        unsupported(tr, call, "a result of more than 64 parts");
    collect_targets(tr, f, call, &targets, &outside);
    spill_live(tr);
    if (!address_is_fixed(tr, p)) {
        term saved = new_variable(tr, "callee", term_sort(tr->t, p));
        emit(tr, cmd_assign(tr->p, saved, p));
        p = saved;
    }
    if (null_property(tr))
        emit_fail(tr, is_null(tr, p), null_property(tr), "call through a null pointer");
    /* A pointer that is always null ends every run here. */
    if (!tr->emission.dead) call_targets(tr, f, number, call, p, &targets, outside, joined);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        load_result(tr, f, number, call, joined);
    vec_release(&targets);
}

/* Passing a declaration leaves a variable without initializer uninitialized again. */
static void debug_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    size_t length;
    if (strcmp(LLVMGetValueName2(LLVMGetCalledValue(call), &length), "llvm.dbg.declare")) return;
    LLVMValueRef address = declared_address(call);
    uint32_t n = address ? local_number(f->f, address) : NONE;
    if (n == NONE || !f->f->values.data[n].any_at_declare || !f->f->values.data[number].block)
        return;
    uint32_t o = object_find(tr, f->instance, n);
    if (o != NONE && !tr->objects.data[o].variable) memory_any(tr, o, ORIGIN_UNINIT, "local");
}

static void assembly(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    if (assembly_is_empty(call)) {
        empty_assembly(tr, f, number, call);
        return;
    }
    note_here(tr, NOTE_OVER, "inline assembly: any effect on memory that it can reach");
    tr->p->leaves_code |= !assembly_computes(call);
    missing_call(tr, f, number, call, "inline assembly", false);
}

void call_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    LOG("translate", "call at value %u", number);
    if (is_debug_call(call)) {
        debug_call(tr, f, number, call);
        return;
    }
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) {
        assembly(tr, f, number, call);
        return;
    }
    LLVMValueRef callee = called_function(call);
    if (!callee) {
        call_pointer(tr, f, number, call);
        return;
    }
    if (call_is_inlined(tr, callee)) {
        for (uint32_t i = 0; i < LLVMGetNumArgOperands(call);
             i++) { /* arguments are used up by the call itself */
            uint32_t n = local_number(f->f, LLVMGetOperand(call, i));
            if (n != NONE && f->slots[n].uses) f->slots[n].uses--;
        }
        spill_live(tr);
        for (uint32_t i = 0; i < LLVMGetNumArgOperands(call); i++) {
            uint32_t n = local_number(f->f, LLVMGetOperand(call, i));
            if (n != NONE) f->slots[n].uses++;
        }
    }
    call_function(tr, f, number, call, callee);
    float_relax_call(tr, f, number, call);
}
