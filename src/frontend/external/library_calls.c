/* Functions that the translation itself knows: nondet, assume, the heap, exit, rounding modes. */
#include "base/log.h"
#include "frontend/external/library_calls.h"
#include "frontend/cprover.h"
#include "frontend/external/callback.h"
#include "frontend/external/cprover_calls.h"
#include "frontend/external/effects.h"
#include "frontend/external/escape.h"
#include "frontend/external/purity.h"
#include "frontend/external/result_type.h"
#include "frontend/library.h"
#include "frontend/llvm/assembly.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/instruction.h"
#include "frontend/llvm/intrinsic.h"
#include "frontend/llvm/jump.h"
#include "frontend/llvm/machine.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/leak.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"
#include "frontend/memory/safety.h"
#include "frontend/memory/transfer.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* Functions that are commands, by name (library.def). Everything else that C's library offers is C
 * in lib/, linked by the driver. */

/* Functions that the compiler itself calls: for complex numbers, __mulsc3 to __divtc3, and atomic
 * operations on large objects. */
static bool is_compilers(const char *name) {
    bool complex_family = strlen(name) == 8 &&
                          (!strncmp(name, "__mul", 5) || !strncmp(name, "__div", 5)) &&
                          !strcmp(name + 6, "c3");
    return complex_family || !strncmp(name, "__atomic_", 9) || !strncmp(name, "__sync_", 7);
}

/* The origin of what this function returns or writes, where it may be one whose results are not any
 * value. */
static enum input_origin origin_of(translator *tr, const char *name, bool computes,
                                   enum input_origin otherwise) {
    if (!computes) return otherwise;
    note_here(tr, NOTE_OVER, "%s is not computed: any result", name);
    return ORIGIN_LIBRARY;
}

bool library_names_error(const translator *tr, const char *name) {
    if (!(tr->o->checks & CHECK_UNREACH)) return !strcmp(name, "__VERIFIER_error");
    if (tr->o->error_function) return !strcmp(name, tr->o->error_function);
    return !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error");
}

bool library_models(LLVMValueRef function) {
    assert_debug(LLVMIsAFunction(function));
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, LIBRARY_MARK,
                                         sizeof LIBRARY_MARK - 1);
}

/* A function that the program defines is what it defines, except where the property or the standard
 * speaks of its name. */
enum library_kind library_kind_of(const translator *tr, LLVMValueRef function) {
    assert_debug(LLVMIsAFunction(function));
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    if (library_names_error(tr, name)) return LIBRARY_ERROR;
    bool has_body = LLVMCountBasicBlocks(function);
    if (has_body && !(!strcmp(name, "calloc") && library_models(function))) return LIBRARY_NONE;
    if (!strncmp(name, "__cinch_open_", 13)) return LIBRARY_OPEN;
    if (!strncmp(name, "__cinch_over_", 13)) return LIBRARY_OVER;
    if (!strncmp(name, LIBRARY_INPUT_PREFIX, strlen(LIBRARY_INPUT_PREFIX))) return LIBRARY_INPUT;
    if (!strncmp(name, LIBRARY_FAILS_PREFIX, strlen(LIBRARY_FAILS_PREFIX))) return LIBRARY_FAILS;
    const known_function *known = known_named(name);
    if (known) return known->kind;
    if (is_uninterpreted(function)) return LIBRARY_UNINTERPRETED;
    return nondet_type(name) ? LIBRARY_NONDET : LIBRARY_NONE;
}

bool library_allocates(enum library_kind k) {
    return k == LIBRARY_MALLOC || k == LIBRARY_CALLOC || k == LIBRARY_REALLOC;
}

/* ---- any value ---- */
static void any_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                       enum input_origin origin, const char *name) {
    leaf_vec leaves = {0};
    type_leaves(tr, LLVMTypeOf(call), &leaves);
    component *out = define(tr, f, number);
    for (uint32_t i = 0; i < leaves.size; i++) {
        const char *type = result_type(tr, call, &leaves.data[i], name);
        out[i] = component_of(tr, emit_any(tr, leaf_sort(tr, &leaves.data[i]), origin, name, type),
                              &leaves.data[i]);
        assume_unseen(tr, origin, &leaves.data[i], &out[i], (term){0});
    }
    define_done(tr, f, number);
    vec_release(&leaves);
}

/* ---- functions without a body ---- */
static void havoc_object(translator *tr, uint32_t o, enum input_origin origin, const char *name,
                         term from) {
    if (o && tr->objects.data[o].kind != OBJECT_FUNCTION) memory_written(tr, o, origin, name, from);
}

static void havoc_all(translator *tr, const fact_vec *written, enum input_origin origin,
                      const char *name, term from) {
    bits done = {0};
    for (uint32_t i = 0; i < written->size; i++) {
        uint32_t o = written->data[i].object;
        if (bits_has(&done, o) || (tr->objects.data[o].kind == OBJECT_GLOBAL &&
                                   LLVMIsGlobalConstant(tr->objects.data[o].value)))
            continue;
        bits_add(&done, o);
        havoc_object(tr, o, origin, name, from);
    }
    bits_release(&done);
}

static void use_arguments(translator *tr, frame *f, LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) != LLVMMetadataTypeKind)
            operand(tr, f, LLVMGetOperand(call, i));
}

/* The lowest offset in the object that an argument points to, as its value says: beyond the object
 * where none does. Of objects with many copies, or of any size, the value says less: there what may
 * be passed is taken for passed (none). */
static term passed_from(translator *tr, frame *f, LLVMValueRef call, uint32_t object_id) {
    const object *o = &tr->objects.data[object_id];
    term lowest = pointer_term(tr, UINT64_MAX);
    for (uint32_t i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        fact_vec facts = {0};
        bool may = false;
        if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind) continue;
        operand_facts(tr, f->instance, v, &facts);
        for (uint32_t k = 0; k < facts.size; k++) may |= facts.data[k].object == object_id;
        vec_release(&facts);
        if (may && (o->copies > 1 || o->variable)) return (term){0};
        term offset = term_2(tr->t, OP_BVSUB, operand_seen(tr, f, v), object_start(tr, o));
        if (may) lowest = term_ite(tr->t, term_2(tr->t, OP_BVULT, offset, lowest), offset, lowest);
    }
    return lowest;
}

static term is_passed(translator *tr, const object *o, term from) {
    if (!from.id) return term_true(tr->t);
    return term_2(tr->t, OP_BVULE, from, pointer_term(tr, o->size));
}

/* Terms that are needed while memory changes. */
static term held(translator *tr, term a) {
    if (term_is_const(tr->t, a)) return a;
    term var = new_variable(tr, "passed", term_sort(tr->t, a));
    emit(tr, cmd_assign(tr->p, var, a));
    return var;
}

typedef struct {
    uint32_t object;
    term from; /* as passed_from */
    term surely;
} given_object;

static void reach_objects(translator *tr, frame *f, LLVMValueRef call, const fact_vec *reached,
                          bits *done, given_object *out, uint32_t *n) {
    for (uint32_t i = 0; i < reached->size; i++) {
        uint32_t id = reached->data[i].object;
        const object *o = &tr->objects.data[id];
        bool fixed = o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
        if (bits_has(done, id)) continue;
        bits_add(done, id);
        if (!id || fixed || o->kind == OBJECT_FUNCTION) continue;
        term from = o->external ? (term){0} : passed_from(tr, f, call, id);
        if (from.id) from = held(tr, from);
        term surely = is_passed(tr, o, from);
        if (o->escape.given.id) surely = term_or(tr->t, surely, o->escape.given);
        out[(*n)++] = (given_object){id, from, held(tr, surely)};
    }
}

/* Where a structure is returned: the whole object, also where it is only a part of it, so that a
 * violation by the rest must be executed. */
static void havoc_result(translator *tr, frame *f, LLVMValueRef call, enum input_origin origin,
                         const char *name) {
    for (uint32_t i = 0; i < LLVMGetNumArgOperands(call); i++) {
        fact_vec facts = {0};
        if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)) || !is_result_at_call(call, i)) continue;
        operand_facts(tr, f->instance, LLVMGetOperand(call, i), &facts);
        bool whole = facts.size == 1 && LLVMIsAAllocaInst(LLVMGetOperand(call, i));
        havoc_all(tr, &facts, whole || origin != ORIGIN_EFFECT ? origin : ORIGIN_REACHED, name,
                  whole ? pointer_term(tr, 0) : (term){0});
        vec_release(&facts);
    }
}

/* Assembly may end the program, jump, or stay where it is. Runs in which it goes on are all that the
 * model has, and they rest on this input: a violation after it is none unless it was executed. */
static void presume_going_on(translator *tr) {
    note_here(tr, NOTE_ASSUMPTION,
              "inline assembly goes on after itself, and leaves alone where locals lie");
    emit_assume(tr, emit_any(tr, sort_bool(tr->t), ORIGIN_ASSEMBLY, "inline assembly", ""));
}

/* What it gets, and what others got before. */
static void havoc_by_code(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                          enum input_origin origin, const char *name) {
    fact_vec reached = {0};
    bits done = {0};
    uint32_t n = 0;
    facts_reached(tr, f->instance, tr->instances.data[f->instance].first_node + number, call,
                  &reached);
    given_object *objects = mem_zero((reached.size + 1) * sizeof *objects);
    reach_objects(tr, f, call, &reached, &done, objects, &n);
    for (uint32_t i = 0; i < n; i++)
        if (lifetimes_matter(tr) && tr->objects.data[objects[i].object].kind == OBJECT_HEAP)
            note_here(tr, NOTE_ASSUMPTION, "%s frees nothing (not checked)", name);
    use_arguments(tr, f, call);
    spill_live(tr);
    emit_gone(tr, &reached);
    for (uint32_t i = 0; i < n; i++)
        havoc_reached(tr, objects[i].object, objects[i].surely, objects[i].from, origin, name);
    havoc_result(tr, f, call, origin, name);
    if (assembly_is_contained(call))
        note_here(tr, NOTE_ASSUMPTION,
                  "inline assembly that does not clobber memory accesses only what it names");
    else havoc_gone(tr, &done, origin, name);
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)) && !assembly_computes(call))
        presume_going_on(tr);
    for (uint32_t i = 0; i < n; i++) {
        term given = tr->objects.data[objects[i].object].escape.given;
        if (given.id) emit_assign(tr, given, objects[i].surely);
    }
    mem_free(objects);
    bits_release(&done);
    vec_release(&reached);
}

static void note_code_given(translator *tr, const fact_vec *given) {
    for (uint32_t i = 0; i < given->size; i++)
        tr->p->leaves_code |= leads_into_code(tr, given->data[i]);
}

/* An error function that the text of assembly names; the caller frees it. */
static char *named_error(const translator *tr, LLVMValueRef call) {
    size_t length;
    const char *at = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
    while (*at) {
        size_t n = 0;
        at += strspn(at, "$"); /* of an immediate operand */
        while (is_name_char(at[n])) n++;
        char *word = mem_format("%.*s", (int)n, at);
        if (library_names_error(tr, word) || !strcmp(word, "__assert_fail")) return word;
        mem_free(word);
        at += n ? n : *at != 0;
    }
    return NULL;
}

/* The program's functions may be called. */
static void note_called_back(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                             const char *name, bool anywhere) {
    fact_vec reached = {0};
    size_t length;
    bool assembly = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
    facts_reached(tr, f->instance, tr->instances.data[f->instance].first_node + number, call,
                  &reached);
    note_code_given(tr, &reached);
    LLVMValueRef back = called_back(tr, &reached, !assembly || assembly_calls(call));
    char *error = assembly ? named_error(tr, call) : NULL;
    if (error) note_here(tr, NOTE_UNDER, "%s may call %s", name, error);
    mem_free(error);
    if (!library_defines(name) && may_jump_back(tr, f, &reached))
        note_here(tr, NOTE_UNDER, "%s may call longjmp", name);
    if (back && anywhere)
        note_here(tr, NOTE_ASSUMPTION, "%s does not call functions of the program", name);
    else if (back)
        note_here(tr, NOTE_UNDER, "%s may call %s", name, LLVMGetValueName2(back, &length));
    vec_release(&reached);
}

static bool is_fixed_address(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind && LLVMIsAConstantExpr(v) &&
           LLVMGetConstOpcode(v) == LLVMIntToPtr;
}

/* A function of the C library without a model may access memory outside of what it gets, and nobody
 * looks. */
static void note_unchecked(translator *tr, frame *f, LLVMValueRef call, const char *name) {
    fact_vec given = {0};
    bool any = false;
    if (!accesses_are_checked(tr)) return;
    for (uint32_t i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        operand_facts(tr, f->instance, argument, &given);
        any |= is_fixed_address(argument);
    }
    for (uint32_t i = 0; i < given.size; i++)
        any |= is_program_memory(&tr->objects.data[given.data[i].object]);
    if (any) note_here(tr, NOTE_UNDER, "what %s accesses is not checked", name);
    vec_release(&given);
}

static LLVMAttributeRef promise(LLVMValueRef call, const char *word) {
    unsigned kind = LLVMGetEnumAttributeKindForName(word, strlen(word));
    LLVMValueRef callee = called_function(call);
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, LLVMAttributeReturnIndex, kind);
    return a || !callee ? a : LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeReturnIndex, kind);
}

/* returns_nonnull, assume_aligned: what the declaration promises of a pointer. */
static void keep_promises(translator *tr, frame *f, LLVMValueRef call) {
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind) return;
    LLVMAttributeRef nonnull = promise(call, "nonnull"), align = promise(call, "align");
    term p = nonnull || align ? operand_seen(tr, f, call) : (term){0};
    if (nonnull) emit_assume(tr, term_not(tr->t, is_null(tr, p)));
    if (!align) return;
    term low = term_2(tr->t, OP_BVAND, p, pointer_term(tr, LLVMGetEnumAttributeValue(align) - 1));
    emit_assume(tr, term_eq(tr->t, low, pointer_term(tr, 0)));
}

/* Functions of the C library that end the program: those that never return, and error(). */
static bool may_end_program(LLVMValueRef call, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName("noreturn", 8);
    LLVMValueRef callee = called_function(call);
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) ||
           (callee && LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind)) ||
           !strcmp(name, "error") || !strcmp(name, "error_at_line") || !strcmp(name, "argp_parse");
}

/* They write, keep and return whatever they reach, but call nothing and map no code. */
static bool runs_nothing(const char *name) {
    static const char *const names[] = {"getopt", "getopt_long", "getopt_long_only", "getsubopt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

/* A word of CBMC, which no code could define. */
static bool is_unknown_word(const char *name) {
    return !strncmp(name, CPROVER_PREFIX, strlen(CPROVER_PREFIX)) &&
           strncmp(name, CPROVER_FILE_LOCAL, strlen(CPROVER_FILE_LOCAL));
}

void missing_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name,
                  bool anywhere) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    LOG("external", "call of %s, which has no body", name);
    if (is_unknown_word(name)) unsupported(tr, call, "%s", name);
    note_here(tr, NOTE_MISSING_BODY, "%s", name);
    if (tr->floats.rounds) /* C11 7.6: so says the convention */
        note_here(tr, NOTE_ASSUMPTION, "external code leaves the rounding mode as it is");
    bool in_library = library_defines(name), assembly = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
    if (assembly && assembly_sets_rounding(call))
        note_here(tr, NOTE_UNDER, "inline assembly may change the rounding mode");
    if (assembly && assembly_defines(call))
        note_here(tr, NOTE_UNDER, "inline assembly that defines symbols");
    note_called_back(tr, f, number, call, name, anywhere);
    tr->p->leaves_code |=
        in_library && !runs_nothing(name); /* it may call, or map code, where numbers say */
    if (!in_library || may_end_program(call, name)) machine_left_to(tr, name, in_library);
    if (in_library) note_unchecked(tr, f, call, name);
    check_nonnull(tr, f, call, NULL, name);
    bool computes = !assembly && (in_library || is_compilers(name) || is_declared_pure(call));
    enum input_origin effect =
        origin_of(tr, name, computes, assembly ? ORIGIN_ASSEMBLY : ORIGIN_EFFECT);
    enum input_origin result = effect == ORIGIN_EFFECT ? ORIGIN_CALL : effect;
    havoc_by_code(tr, f, number, call, effect, name);
    any_result(tr, f, number, call, result, name);
    keep_promises(tr, f, call);
}

/* ---- known functions without a body ---- */
/* The argument that comes back, as it was before the function wrote anything; none: another result.
 */
static term argument_returned(translator *tr, frame *f, LLVMValueRef call,
                              const known_function *k) {
    if (!returns_argument(call, k)) return (term){0};
    term given = operand_seen(tr, f, LLVMGetOperand(call, (unsigned)__builtin_ctz(k->returns)));
    if (term_is_const(tr->t, given)) return given;
    term kept = new_variable(tr, "returned", term_sort(tr->t, given));
    emit(tr, cmd_assign(tr->p, kept, given));
    return kept;
}

void emit_leaked(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                 const known_function *k) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    fact_vec leaked = {0};
    facts_leaked(tr, f->instance, tr->instances.data[f->instance].first_node + number, call, k,
                 &leaked);
    emit_gone(tr, &leaked);
    vec_release(&leaked);
}

/* What it writes becomes any value; what it passes on has escaped. */
static void write_effects(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                          const known_function *k, enum input_origin origin) {
    fact_vec written = {0};
    uint32_t node = tr->instances.data[f->instance].first_node + number;
    facts_written(tr, f->instance, node, call, k, &written);
    havoc_all(tr, &written, origin, k->name, (term){0});
    vec_release(&written);
    emit_leaked(tr, f, number, call, k);
}

/* A signal may call what is installed. */
static void note_handler(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    fact_vec reached = {0};
    size_t length;
    facts_reached(tr, f->instance, tr->instances.data[f->instance].first_node + number, call,
                  &reached);
    tr->p->leaves_code = true; /* a handler may change where the run goes on after it */
    LLVMValueRef handler = seen_handler(tr, &reached);
    if (handler)
        note_here(tr, NOTE_UNDER, "a signal may call %s", LLVMGetValueName2(handler, &length));
    vec_release(&reached);
}

/* Blocks that the library makes are not followed: neither their ends, nor whether they are freed.
 */
static void note_allocates(translator *tr, frame *f, LLVMValueRef call, const known_function *k) {
    fact_vec facts = {0};
    if (!k->allocates || !lifetimes_matter(tr)) return;
    if (k->returns)
        operand_facts(tr, f->instance, LLVMGetOperand(call, (unsigned)__builtin_ctz(k->returns)),
                      &facts);
    if (!facts.size)
        note_here(tr, NOTE_UNDER, "the block that %s allocates is not checked", k->name);
    vec_release(&facts);
}

/* What a line of the table says is written lies in the object. */
static void check_written(translator *tr, frame *f, LLVMValueRef call, const known_function *k) {
    enum property_id outside = bounds_property(tr);
    LLVMValueRef to = LLVMGetOperand(call, (unsigned)__builtin_ctz(k->writes));
    if (!outside) return;
    char *words = mem_format("%s writes outside of the object", k->name);
    term is = pointer_accessible(tr, f, to, LLVMGetOperand(call, k->bytes - 1));
    emit_fail(tr, term_not(tr->t, is), outside, words);
    emit_assume(tr, is);
    mem_free(words);
}

static void effects_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                         const known_function *k) {
    bool ignored = !LLVMGetFirstUse(call);
    if (k->bytes && k->bytes <= LLVMGetNumArgOperands(call)) check_written(tr, f, call, k);
    else if (strcmp(k->name, "__cinch_any_object")) note_unchecked(tr, f, call, k->name);
    note_format(tr, call, k);
    note_allocates(tr, f, call, k);
    note_kept(tr, f, number, call, k);
    if (k->installs) note_handler(tr, f, number, call);
    check_nonnull(tr, f, call, k, k->name);
    enum input_origin origin =
        origin_of(tr, k->name, !k->input && !(ignored && !k->writes), ORIGIN_ENVIRONMENT);
    term returned = argument_returned(tr, f, call, k);
    use_arguments(tr, f, call);
    write_effects(tr, f, number, call, k, origin);
    if (ignored) return;
    if (returned.id) {
        argument_or_null(tr, f, number, returned, origin, k->name);
        return;
    }
    any_result(tr, f, number, call, origin, k->name);
    bound_result(tr, f, number, call, k);
}

/* ---- rounding ---- */
/* As lib/fenv.c numbers them. */
static const enum rounding fenv_modes[] = {RNE, RTN, RTP, RTZ};

bool library_sets_rounding(LLVMModuleRef m) {
    static const char *const setters[] = {"__cinch_set_rounding", "llvm.set.rounding"};
    for (size_t i = 0; i < sizeof setters / sizeof *setters; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(m, setters[i]);
        if (f && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

void emit_set_rounding(translator *tr, frame *f, LLVMValueRef call, const enum rounding *modes) {
    require(!term_is_const(tr->t, tr->floats.rounding),
            "a rounding mode is set in a program that sets none");
    terms *t = tr->t;
    term a = operand_bits(tr, f, LLVMGetOperand(call, 0)), mode = tr->floats.rounding;
    for (uint32_t i = 0; i < 4; i++)
        mode =
            term_ite(t, term_eq(t, a, term_bv(t, term_width(t, a), i)), term_rm(t, modes[i]), mode);
    emit_assign(tr, tr->floats.rounding, mode);
}

void define_rounding(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                     const enum rounding *modes) {
    terms *t = tr->t;
    uint32_t w = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    term r = term_bv(t, w, 0);
    for (uint32_t i = 1; i < 4; i++)
        r = term_ite(t, term_eq(t, tr->floats.rounding, term_rm(t, modes[i])), term_bv(t, w, i), r);
    define_bits(tr, f, number, r);
}

/* ---- order and search ---- */
static void comparison_call(translator *tr, frame *f, uint32_t number) {
    enum { PURE = 1, BUT_CHECKED = 2 };
    bool pure = comparisons_are_pure(tr);
    bool checked = tr->o->checks & ~(uint32_t)(CHECK_UNREACH | CHECK_ASSERT);
    if (pure) note_here(tr, NOTE_ASSUMPTION, "comparison functions order consistently");
    else
        note_here(
            tr, NOTE_OVER,
            "comparison functions with effects: any number of calls, any order of the elements");
    define_bits(tr, f, number,
                term_bv(tr->t, LLVMGetIntTypeWidth(LLVMTypeOf(f->f->values.data[number].value)),
                        !pure     ? 0
                        : checked ? BUT_CHECKED
                                  : PURE));
}

/* ---- goals ---- */
static uint32_t constant_argument(translator *tr, LLVMValueRef call, unsigned i) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    if (!LLVMIsAConstantInt(v)) unsupported(tr, call, "a mark of a goal that is no constant");
    return (uint32_t)LLVMConstIntGetZExtValue(v);
}

static void goal_call(translator *tr, frame *f, LLVMValueRef call) {
    emit_goal(tr, as_bool(tr, operand_bits(tr, f, LLVMGetOperand(call, 1))),
              constant_argument(tr, call, 0));
}

static void condition_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    term is = as_bool(tr, operand_bits(tr, f, LLVMGetOperand(call, 2)));
    emit_goal(tr, is, constant_argument(tr, call, 0));
    emit_goal(tr, term_not(tr->t, is), constant_argument(tr, call, 1));
    define_bits(tr, f, number, is);
}

/* ---- the rest ---- */
static void math_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                      const char *name) {
    const char *as = !strncmp(name, "sqrt", 4)  ? "llvm.sqrt."
                     : !strncmp(name, "fma", 3) ? "llvm.fma."
                                                : "llvm.rint.";
    intrinsic(tr, f, number, call, as);
}

static void assume_call(translator *tr, frame *f, LLVMValueRef call) {
    term a = as_bv(tr, operand_bits(tr, f, LLVMGetOperand(call, 0)));
    emit_assume(tr, term_not(tr->t, term_eq(tr->t, a, term_bv(tr->t, term_width(tr->t, a), 0))));
}

/* Where the call is no error itself, the program ends there: SV-COMP's labels for valid-memcleanup
 * count what it leaves. */
static void error_call(translator *tr, const char *name) {
    char *detail = mem_format("call of %s", name);
    if (tr->o->checks & CHECK_UNREACH)
        emit_fail(tr, term_true(tr->t), PROPERTY_UNREACH_CALL, detail);
    else check_cleanup(tr);
    mem_free(detail);
    emit_end(tr);
}

/* Blocks that an aborted program leaves are no leaks. */
static void end_call(translator *tr, frame *f, const char *name) {
    if (strcmp(name, "abort")) check_leaks(tr, f);
    else if (tr->o->checks & CHECK_TRACK)
        note_here(tr, NOTE_ASSUMPTION,
                  "memory that an aborted run lost is not a leak (not checked)");
    emit_end(tr);
}

static void assert_call(translator *tr) {
    if (tr->o->checks & CHECK_ASSERT)
        emit_fail(tr, term_true(tr->t), PROPERTY_ASSERT, "an assertion fails");
    emit_end(tr);
}

/* `assert` that no header made a macro of: the assertion that it says. */
static void assert_argument(translator *tr, frame *f, LLVMValueRef call) {
    LLVMValueRef a = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    if (!a || is_float(a)) unsupported(tr, call, "an assertion that is no number");
    term is = as_bv(tr, operand_bits(tr, f, a)),
         fails = term_eq(tr->t, is, term_bv(tr->t, term_width(tr->t, is), 0));
    if (tr->o->checks & CHECK_ASSERT) emit_fail(tr, fails, PROPERTY_ASSERT, "an assertion fails");
    emit_assume(tr, term_not(tr->t, fails));
}

/* ---- contracts that people wrote (frontend/written) ---- */
static const char *string_argument(LLVMValueRef call, unsigned i) {
    LLVMValueRef s = LLVMGetOperand(call, i),
                 content = LLVMIsAGlobalVariable(s) ? LLVMGetInitializer(s) : NULL;
    size_t length;
    return content && LLVMIsAConstantDataSequential(content) && LLVMIsConstantString(content)
               ? LLVMGetAsString(content, &length)
               : "a contract";
}

static enum property_id claimed_property(const char *name) {
    if (!strcmp(name, "__cinch_requires")) return PROPERTY_REQUIRES;
    if (!strcmp(name, "__cinch_ensures")) return PROPERTY_ENSURES;
    if (!strcmp(name, "__cinch_assigns")) return PROPERTY_ASSIGNS;
    return strcmp(name, "__cinch_assert") ? PROPERTY_LOOP_INVARIANT : PROPERTY_ASSERT;
}

/* What a function of lib/ asks of its callers, or else (__cinch_inside) reads outside of its
 * tables: checked where that is asked for. */
static void precondition_call(translator *tr, frame *f, LLVMValueRef call, bool inside) {
    term is = as_bool(tr, operand_bits(tr, f, LLVMGetOperand(call, 0)));
    enum property_id asked = tr->o->checks & CHECK_PRECONDITION ? PROPERTY_PRECONDITION
                             : inside                           ? bounds_property(tr)
                                                                : PROPERTY_NAMED;
    if (asked) emit_fail(tr, term_not(tr->t, is), asked, string_argument(call, 1));
}

static void claim_call(translator *tr, frame *f, LLVMValueRef call, const char *name) {
    bool inside = !strcmp(name, "__cinch_inside");
    if (inside || !strcmp(name, "__cinch_precondition")) {
        precondition_call(tr, f, call, inside);
        return;
    }
    if (!strcmp(name, "__cinch_refused"))
        unsupported(tr, NULL, "%s (in a contract)", string_argument(call, 0));
    term is = as_bool(tr, operand_bits(tr, f, LLVMGetOperand(call, 0)));
    emit_fail(tr, term_not(tr->t, is), claimed_property(name), string_argument(call, 1));
    emit_assume(tr, is);
}

static void allocation_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                            enum library_kind kind) {
    if (object_find(tr, f->instance, number) == NONE)
        unsupported(tr, call, "an allocation through a function pointer");
    if (kind == LIBRARY_REALLOC) {
        emit_realloc(tr, f, number, call);
        return;
    }
    term size = resized_to_pointer(tr, operand_bits(tr, f, LLVMGetOperand(call, 0)));
    term overflows = term_false(tr->t);
    if (kind == LIBRARY_CALLOC) {
        term n = resized_to_pointer(tr, operand_bits(tr, f, LLVMGetOperand(call, 1)));
        overflows = term_2(tr->t, OP_BVUMULO, size, n);
        size = term_2(tr->t, OP_BVMUL, size, n);
    }
    allocate(tr, f, number, call, size, overflows);
}

static enum input_origin origin_by_kind(enum library_kind kind) {
    switch (kind) {
    case LIBRARY_OPEN: return ORIGIN_OPEN;
    case LIBRARY_OVER: return ORIGIN_LIBRARY;
    default: return ORIGIN_NONDET;
    }
}

void library_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, LLVMValueRef callee,
                  enum library_kind kind) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    LOG("external", "call of library function of kind %d", (int)kind);
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    switch (kind) {
    case LIBRARY_ASSUME: assume_call(tr, f, call); return;
    case LIBRARY_ERROR: error_call(tr, name); return;
    case LIBRARY_ASSERT_FAIL: assert_call(tr); return;
    case LIBRARY_ASSERT:
        assert_argument(tr, f, call);
        if (LLVMGetFirstUse(call)) break; /* C gives it a result where nothing declares it */
        return;
    case LIBRARY_CLAIM: claim_call(tr, f, call, name); return;
    case LIBRARY_END: end_call(tr, f, name); return;
    case LIBRARY_MALLOC:
    case LIBRARY_CALLOC:
    case LIBRARY_REALLOC: allocation_call(tr, f, number, call, kind); return;
    case LIBRARY_FREE: free_call(tr, f, call); return;
    case LIBRARY_GOAL: goal_call(tr, f, call); return;
    case LIBRARY_CONDITION: condition_call(tr, f, number, call); return;
    case LIBRARY_MATH: math_call(tr, f, number, call, name); return;
    case LIBRARY_PURE: comparison_call(tr, f, number); return;
    case LIBRARY_SETROUND: emit_set_rounding(tr, f, call, fenv_modes); return;
    case LIBRARY_GETROUND: define_rounding(tr, f, number, call, fenv_modes); return;
    case LIBRARY_INPUT:
        any_result(tr, f, number, call, ORIGIN_ENVIRONMENT,
                   strchr(name + strlen(LIBRARY_INPUT_PREFIX), '_') + 1);
        return;
    case LIBRARY_FAILS:
        note_here(tr, NOTE_OVER, "functions of the C library may fail");
        any_result(tr, f, number, call, ORIGIN_FAILURE, "failure");
        return;
    case LIBRARY_POINTER: cprover_call(tr, f, number, call, name); return;
    case LIBRARY_UNINTERPRETED: uninterpreted_call(tr, f, number, call, callee); return;
    case LIBRARY_REFUSED: unsupported(tr, call, "%s", name);
    case LIBRARY_THREADS: unsupported(tr, NULL, "threads");
    case LIBRARY_EFFECTS: effects_call(tr, f, number, call, known_named(name)); return;
    default: break;
    }
    use_arguments(tr, f, call);
    if (kind == LIBRARY_OVER) note_here(tr, NOTE_OVER, "%s is bounded, not computed", name);
    any_result(tr, f, number, call, origin_by_kind(kind), name);
}
