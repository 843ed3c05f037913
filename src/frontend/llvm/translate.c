/* The whole translation: call tree, analyses, then one pass over the instances. */
#include "base/log.h"
#include "frontend/abstract/abstract.h"
#include "frontend/external/cprover_calls.h"
#include "frontend/external/escape.h"
#include "frontend/external/library_calls.h"
#include "frontend/llvm/block.h"
#include "frontend/llvm/contract_functions.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/instance.h"
#include "frontend/llvm/jump.h"
#include "frontend/llvm/llvm.h"
#include "frontend/llvm/machine.h"
#include "frontend/llvm/procedure.h"
#include "frontend/llvm/share.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/trap.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/initial.h"
#include "frontend/memory/layout.h"
#include "frontend/memory/leak.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void unsupported(translator *tr, LLVMValueRef where, const char *format, ...) {
    LOG("translate", "unsupported: %s", format);
    va_list arguments;
    char *what = NULL;
    va_start(arguments, format);
    if (vasprintf(&what, format, arguments) < 0) what = NULL;
    va_end(arguments);
    unsigned line = where && LLVMIsAInstruction(where) ? LLVMGetDebugLocLine(where) : 0, length = 0;
    const char *file = line ? LLVMGetDebugLocFilename(where, &length) : NULL;
    if (!line && tr->emission.at.line)
        line = tr->emission.at.line, file = program_text(tr->p, tr->emission.at.file);
    text_print(tr->outcome.reason, "unsupported: %s", what ? what : format);
    if (line) text_print(tr->outcome.reason, ", %s:%u", file ? file : "?", line);
    text_print(tr->outcome.messages, "%s\n", text_string(tr->outcome.reason));
    free(what);
    tr->outcome.status = LOAD_UNSUPPORTED;
    longjmp(tr->outcome.out, 1);
}

static void release_objects(translator *tr) {
    for (uint32_t i = 0; i < tr->objects.size; i++) {
        object *o = &tr->objects.data[i];
        for (uint32_t k = 0; k < o->points.contents.size; k++)
            vec_release(&o->points.contents.data[k].facts);
        vec_release(&o->points.contents);
        map_release(&o->points.content_index);
        for (uint32_t k = 0; k < o->points.readers.size; k++)
            vec_release(&o->points.readers.data[k].read);
        vec_release(&o->points.readers);
        vec_release(&o->layout.accesses);
        map_release(&o->layout.access_index);
        vec_release(&o->layout.stored);
        vec_release(&o->escape.compared);
        vec_release(&o->layout.cells);
        vec_release(&o->life.live);
        vec_release(&o->life.outlived_by);
    }
    vec_release(&tr->objects);
    map_release(&tr->index.object_of);
    map_release(&tr->index.local_object);
    map_release(&tr->index.sites);
    map_release(&tr->index.shared_object);
    vec_release(&tr->index.by_address);
    map_release(&tr->index.symbol_of);
    vec_release(&tr->index.by_base);
    map_release(&tr->external.uninterpreted);
}

static void release_tree(translator *tr) {
    vec_release_each(&tr->points.nodes, vec_release);
    shared_release(tr);
    vec_release(&tr->instances);
    map_release(&tr->tree.children);
    vec_release(&tr->points.queue);
    bits_release(&tr->points.queued);
    map_release(&tr->points.reader_seen);
    vec_release(&tr->points.copies);
    vec_release(&tr->lifetimes.over);
    tr->tree.instructions = 0;
    vec_release(&tr->external.escaped);
    vec_release(&tr->external.exposed);
    tr->tree.deep = tr->external.missing = tr->external.unseen_runs = tr->external.unseen_knows =
        tr->external.arguments_written = false;
}

static void release(translator *tr) {
    release_objects(tr);
    release_tree(tr);
    procedures_release(tr);
    contracts_release(&tr->summaries.guessed);
    for (uint32_t i = 0; i < tr->functions.size; i++) function_delete(tr->functions.data[i]);
    vec_release(&tr->functions);
    map_release(&tr->tree.function_of);
    vec_release(&tr->emission.pending);
    vec_release(&tr->emission.live);
    map_release(&tr->emission.names);
    map_release(&tr->emission.error_property);
    map_release(&tr->emission.outline_of);
    arena_release(&tr->emission.memory);
    if (tr->layout) LLVMDisposeTargetData(tr->layout);
}

/* ---- the call tree ---- */
/* Recursive functions are inlined as deep as fits: the program should not become larger than this
 * by recursion. */
enum {
    RECURSION_DEPTH = 12,
    RECURSION_INSTRUCTIONS = 30000,
    HEAP_INSTANCES = 8,
    MANY_INSTANCES = 1 << 22 /* until addresses are shared out */
};

/* main gets memory of its caller. The caller of any other function is external code: it
 * knows the program's external objects, and may pass pointers to them. */
static void given_to_entry(translator *tr, LLVMValueRef entry) {
    size_t length;
    bool is_main = !strcmp(LLVMGetValueName2(entry, &length), "main");
    for (uint32_t i = 0; i < LLVMCountParams(entry); i++) {
        if (is_main && i)
            facts_join(&tr->points.nodes.data[i], (fact){.offset = i == 1 ? ARGUMENTS : 0});
        if (is_main || !type_holds_pointers(LLVMTypeOf(LLVMGetParam(entry, i)))) continue;
        facts_join(&tr->points.nodes.data[i], (fact){.offset = UNSEEN});
        escape_external(tr);
    }
}

static void grow_tree(translator *tr, LLVMValueRef entry) {
    object outside = {.kind = OBJECT_OUTSIDE, .instance = NONE, .copies = 1};
    vec_push(&tr->objects, outside);
    instance_new(tr, entry, NONE, NONE);
    given_to_entry(tr, entry);
    points_to_solve(tr);
}

/* False: it grew too large; the reason is set. */
static bool try_tree(translator *tr, LLVMValueRef entry) {
    jmp_buf outer;
    memcpy(outer, tr->outcome.out, sizeof outer);
    if (setjmp(tr->outcome.out)) {
        memcpy(tr->outcome.out, outer, sizeof outer);
        return false;
    }
    grow_tree(tr, entry);
    memcpy(tr->outcome.out, outer, sizeof outer);
    return true;
}

/* A body serves several calls; not where a jump leaves it other than by its end. Which locals live
 * is told by the chain of calls. */
static bool may_share(const translator *tr) {
    if (tr->o->choice.guesses == GUESSED_ONLY) return true; /* of integers: no memory, no jumps */
    if (lifetimes_matter(tr) || tr->o->choice.inlining == INLINE_ALL) return false;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f)) {
        uint32_t word;
        if (LLVMGetFirstUse(f) && jump_kind_of(f, &word) != JUMP_NONE) return false;
    }
    return true;
}

static void build_tree(translator *tr, LLVMValueRef entry) {
    tr->tree.may_share = may_share(tr);
    if (tr->o->choice.calls && !tr->tree.may_share)
        unsupported(tr, NULL, "bodies that cannot be shared");
    tr->tree.sharing =
        (tr->o->choice.inlining == INLINE_NONE || tr->o->choice.calls) && tr->tree.may_share;
    tr->tree.recursion_depth =
        tr->o->choice.recursion_depth ? tr->o->choice.recursion_depth : RECURSION_DEPTH;
    for (;;) {
        bool fits = try_tree(tr, entry), may_shrink = tr->tree.deep &&
                                                      !tr->o->choice.recursion_depth &&
                                                      tr->tree.recursion_depth > 1;
        if (fits && (!may_shrink || tr->tree.instructions <= RECURSION_INSTRUCTIONS)) return;
        bool share =
            !fits && !may_shrink && !tr->tree.sharing && tr->tree.may_share; /* with no recursion */
        bool apart =
            !fits && !may_shrink && tr->external.functions_lent && !tr->external.functions_apart;
        if (!may_shrink && !apart && !share) longjmp(tr->outcome.out, 1);
        tr->tree.sharing |= share;
        tr->external.functions_apart |= apart && !share;
        tr->outcome.status = LOAD_OK;
        text_clear(tr->outcome.reason);
        text_clear(tr->outcome.messages);
        if (!apart && !share)
            tr->tree.recursion_depth = tr->tree.recursion_depth > 4 ? tr->tree.recursion_depth / 2
                                                                    : tr->tree.recursion_depth - 1;
        release_objects(tr);
        release_tree(tr);
    }
}

/* Whether calls are most of the tree: more copies of functions than are worth it, where one summary
 * could serve them all. Recursion is another matter: there the limit tells. */
static bool repeats_calls(const translator *tr) {
    enum { LARGE = 10000, COPIES = 8 };
    uint64_t once = 0;
    for (uint32_t i = 0; i < tr->functions.size; i++) once += tr->functions.data[i]->values.size;
    return !tr->tree.deep && (tr->tree.sharing || (tr->tree.instructions >= LARGE &&
                                                   tr->tree.instructions >= COPIES * once));
}

/* ---- the program ---- */
static void start(translator *tr) {
    tr->emission.here = tr->p->start;
    tr->floats.rounding = term_rm(tr->t, RNE);
    if (library_sets_rounding(tr->m)) {
        tr->floats.rounding = new_variable(tr, "rounding", sort_rm(tr->t));
        emit_assign(tr, tr->floats.rounding, term_rm(tr->t, RNE));
    }
}

/* Arguments end before the address space does; each needs more than its pointer, so that there are
 * far fewer than fit. */
static void bind_arguments(translator *tr, term argv) {
    terms *t = tr->t;
    uint32_t width = tr->pointer_bits;
    term count = term_zext(t, tr->external.argc, width),
         size = term_2(t, OP_BVMUL, term_2(t, OP_BVADD, count, pointer_term(tr, 1)),
                       pointer_term(tr, width / 8));
    emit_assume(tr, term_2(t, OP_BVULT, count, pointer_term(tr, 1ull << (width - 4))));
    emit_assume(tr, term_2(t, OP_BVULT, argv, term_2(t, OP_BVADD, argv, size)));
    tr->external.argv = argv;
}

/* argv and the environment are arrays, if only of their null at the end. */
static void bind_entry_array(translator *tr, uint32_t parameter, term given) {
    emit_assume(tr, term_not(tr->t, is_null(tr, given)));
    if (parameter == 1) bind_arguments(tr, given);
}

/* Parameters of the entry: argc is at least 1, everything else any value. */
static void bind_entry(translator *tr, frame *f) {
    for (uint32_t i = 0; i < f->f->arguments; i++) {
        leaf_vec leaves = {0};
        type_leaves(tr, LLVMTypeOf(f->f->values.data[i].value), &leaves);
        component *c = define(tr, f, i);
        size_t length;
        for (uint32_t k = 0; k < leaves.size; k++)
            c[k] = component_any(tr, &leaves.data[k], ORIGIN_ARGUMENT,
                                 LLVMGetValueName2(f->f->values.data[i].value, &length));
        if (!i && f->f->arguments >= 2 && !strcmp(f->f->name, "main")) {
            bool goals =
                tr->o->checks & CHECK_GOALS; /* code for a call without a name is not dead */
            emit_assume(tr, term_2(tr->t, OP_BVSLT,
                                   term_bv(tr->t, leaves.data[0].bits, goals ? UINT64_MAX : 0),
                                   c[0].bits));
            if (!goals)
                note_here(tr, NOTE_ASSUMPTION,
                          "main is called with the name of the program, at least");
            if (term_width(tr->t, c[0].bits) <= tr->pointer_bits) tr->external.argc = c[0].bits;
        }
        if (i && tr->external.argc.id && leaves.size == 1 && leaves.data[0].kind == LEAF_POINTER)
            bind_entry_array(tr, i, c[0].bits);
        define_done(tr, f, i);
        vec_release(&leaves);
    }
}

/* Is the address of a symbol used, that is null if no file defines it? A direct call is no such
 * use. */
static bool asks_for_missing(LLVMValueRef symbol) {
    if (LLVMGetLinkage(symbol) != LLVMExternalWeakLinkage) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(symbol); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != symbol) return true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == symbol) return true;
    }
    return false;
}

static void refuse_weak_symbols(translator *tr) {
    bool asks = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f))
        asks |= asks_for_missing(f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(tr->m); g; g = LLVMGetNextGlobal(g))
        asks |= asks_for_missing(g);
    if (asks) unsupported(tr, NULL, "a weak symbol that may be missing");
}

static void note_weak(translator *tr, LLVMValueRef symbol) {
    size_t length;
    if (LLVMGetLinkage(symbol) == LLVMWeakAnyLinkage && LLVMGetFirstUse(symbol))
        note_here(tr, NOTE_ASSUMPTION, "no other file replaces the weak definition of %s",
                  LLVMGetValueName2(symbol, &length));
}

static void note_weak_definitions(translator *tr) {
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f))
        note_weak(tr, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(tr->m); g; g = LLVMGetNextGlobal(g)) note_weak(tr, g);
}

static bool is_section(const translator *tr, const char *name) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(tr->m); g; g = LLVMGetNextGlobal(g)) {
        const char *section = LLVMGetSection(g);
        if (section && !strcmp(section, name)) return true;
    }
    return false;
}

/* Symbols by which the linker lets a program walk over the objects of a section. */
static void refuse_section_bounds(translator *tr) {
    static const char *const bounds[] = {"__start_", "__stop_"};
    size_t length;
    for (LLVMValueRef g = LLVMGetFirstGlobal(tr->m); g; g = LLVMGetNextGlobal(g)) {
        const char *name = LLVMGetValueName2(g, &length);
        for (size_t i = 0; LLVMIsDeclaration(g) && i < 2; i++)
            if (!strncmp(name, bounds[i], strlen(bounds[i])) &&
                is_section(tr, name + strlen(bounds[i])))
                unsupported(tr, NULL, "the bounds of a section");
    }
}

static void note_unchecked(translator *tr) {
    if (tr->o->checks & CHECK_UNINITIALIZED)
        note_here(tr, NOTE_ASSUMPTION,
                  "structures that are passed or returned in registers, and bit-fields beside one "
                  "that is written, are initialized (not checked)");
    if ((tr->o->checks & CHECK_UNDEFINED) == CHECK_UNDEFINED)
        note_here(tr, NOTE_ASSUMPTION,
                  "no access is of another type than its object, no local that is const is "
                  "written, no call "
                  "is by another function type, no value is a trap representation, no effects are "
                  "unsequenced, formats match (not checked)");
}

static void translate(translator *tr) {
    const char *name = tr->o->entry ? tr->o->entry : "main";
    LLVMValueRef entry = LLVMGetNamedFunction(tr->m, name);
    if (!entry || !LLVMCountBasicBlocks(entry)) {
        text_print(
            tr->outcome.messages,
            "%s: there is no function %s (--entry and --step name others; cinch harness FILE "
            "--function F writes a main that calls F)\n",
            tr->o->files.data[0], name);
        tr->outcome.status = LOAD_BAD_INPUT;
        longjmp(tr->outcome.out, 1);
    }
    if (LLVMGetNamedGlobal(tr->m, "llvm.global_ctors"))
        unsupported(tr, NULL, "functions that run before main");
    if (LLVMGetNamedGlobal(tr->m, "llvm.global_dtors"))
        unsupported(tr, NULL, "functions that run after main");
    machine_mind(tr, entry);
    refuse_section_bounds(tr);
    refuse_weak_symbols(tr);
    note_weak_definitions(tr);
    note_unchecked(tr);
    traps_prepare(tr);
    if (tr->o->choice.memory) forget_memory(tr, entry);
    contracts_find(tr, entry);
    procedures_choose(tr, entry);
    build_tree(tr, entry);
    tr->p->repeats_calls = repeats_calls(tr);
    procedures_check(tr);
    escape_first(tr);
    layout_decide(tr);
    start(tr);
    uninterpreted_declare(tr);
    shared_declare(tr);
    emit_initializers(tr);
    emit_flush(tr);
    frame *f = frame_push(tr, NULL, 0);
    bind_entry(tr, f);
    emit_instance(tr, f);
    if (!tr->emission.dead) tr->emission.at = tr->p->locations.data[tr->emission.here.id].at;
    check_leaks(tr, NULL);
    shared_emit(tr);
    program_mark_cuts(tr->p);
}

/* A program that calls what sanitizers and tests are made of may say that it fails. */
static bool names_a_sanitizer(LLVMValueRef v) {
    static const char *const prefixes[] = {"__asan_", "__ubsan_", "__lsan_", "__sanitizer",
                                           "__interceptor_"};
    size_t length;
    const char *name = LLVMGetValueName2(v, &length);
    name += name[0] == 1; /* as it is, for the assembler */
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return true;
    return false;
}

static bool uses_a_sanitizer(LLVMModuleRef m) {
    bool uses = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        uses |= names_a_sanitizer(f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        uses |= names_a_sanitizer(g);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        uses |= names_a_sanitizer(a);
    return uses;
}

program *llvm_translate(terms *t, LLVMModuleRef m, const load_options *o, enum load_status *status,
                        text *messages, text *reason) {
    LOG("translate", "begin");
    translator *tr = mem_zero(sizeof *tr);
    *tr = (translator){.t = t,
                       .m = m,
                       .o = o,
                       .outcome.messages = messages,
                       .outcome.reason = reason,
                       .outcome.status = LOAD_OK};
    tr->p = program_new(t);
    tr->p->leaves_code = uses_a_sanitizer(m);
    LLVMSetIsNewDbgInfoFormat(m,
                              false); /* declarations as calls: LLVM-C cannot read them otherwise */
    tr->layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(m));
    tr->pointer_bits = LLVMPointerSize(tr->layout) * 8;
    tr->big_endian = LLVMByteOrder(tr->layout) == LLVMBigEndian;
    tr->tree.heap_instances = o->choice.heap             ? MANY_INSTANCES
                              : o->choice.heap_instances ? o->choice.heap_instances
                                                         : HEAP_INSTANCES;
    if (!setjmp(tr->outcome.out)) translate(tr);
    *status = tr->outcome.status;
    program *p = tr->p;
    if (tr->outcome.status != LOAD_OK) {
        program_delete(p);
        p = NULL;
    }
    release(tr);
    mem_free(tr);
    return p;
}
