/* What the machine, the assembler and the linker do beyond what the IR says: refused, or named. */
#include "base/log.h"
#include "frontend/llvm/machine.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/address.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"
#include "frontend/startup.h"

#include <string.h>

/* ---- x87 ---- */

/* 32-bit x86, whose functions return floats in x87 registers. */
static bool is_x86_32(const translator *tr) {
    const char *triple = LLVMGetTarget(tr->m);
    return triple[0] == 'i' && triple[1] >= '3' && triple[1] <= '6' &&
           !strncmp(triple + 2, "86", 2);
}

static bool has_feature(LLVMValueRef function, const char *feature) {
    unsigned length;
    LLVMAttributeRef a =
        LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "target-features", 15);
    return a && strstr(LLVMGetStringAttributeValue(a, &length), feature);
}

static bool rounds(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFPTrunc:
    case LLVMSIToFP:
    case LLVMUIToFP: break;
    default: return false;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool computes_floats(LLVMValueRef function) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (rounds(i)) return true;
    return false;
}

/* Sums and products in x87 registers are wider than their type: the IR's floats are not theirs. */
static void mind_floats(translator *tr) {
    size_t length;
    tr->floats.rounds =
        library_sets_rounding(tr->m) || LLVMGetNamedFunction(tr->m, "__cinch_get_rounding");
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMCountBasicBlocks(f) || library_models(f) || !computes_floats(f)) continue;
        if (is_x86_32(tr) && !has_feature(f, "+sse2"))
            unsupported(tr, NULL, "x87 arithmetic in %s", LLVMGetValueName2(f, &length));
        tr->floats.rounds = true;
    }
    if (tr->floats.rounds && is_x86_32(tr))
        note_here(tr, NOTE_ASSUMPTION, "floats are computed as with -msse2, not in x87 registers");
}

/* A signalling NaN becomes a quiet one on the way through an x87 register. */
static term quieted(translator *tr, term held, enum float_class class) {
    terms *t = tr->t;
    sort s = float_sort(tr, class);
    uint32_t width = term_width(t, held), quiet = sort_sb(t, s) - 2;
    term is_nan = term_1(t, OP_FP_IS_NAN, ir_float_from_bits(tr, class, held));
    term bit = term_bv(t, width, UINT64_C(1) << quiet);
    return term_ite(t, is_nan, term_2(t, OP_BVOR, held, bit), held);
}

component machine_returns(translator *tr, component c, const leaf *l) {
    assert_debug(l->bits && l->size);
    bool seen = l->kind == LEAF_FLOAT && tr->floats.float_bits[l->class];
    bool narrow = l->class == FLOAT_SINGLE || l->class == FLOAT_DOUBLE;
    if (!seen || !narrow || !c.bits.id || !is_x86_32(tr)) return c;
    return (component){.bits = quieted(tr, c.bits, l->class)};
}

/* ---- assembler and linker ---- */

static void refuse_startup(translator *tr, LLVMValueRef symbol) {
    /* Lists with a priority after their name; code by its name alone: .init.text is the kernel's.
     */
    static const char *const lists[] = {".init_array", ".preinit_array", ".fini_array", ".ctors",
                                        ".dtors"};
    const char *section = LLVMGetSection(symbol);
    if (section && (!strcmp(section, ".init") || !strcmp(section, ".fini")))
        unsupported(tr, NULL, "the section %s", section);
    for (size_t i = 0; section && i < sizeof lists / sizeof *lists; i++) {
        size_t size = strlen(lists[i]);
        if (!strncmp(section, lists[i], size) && (!section[size] || section[size] == '.'))
            unsupported(tr, NULL, "the section %s", lists[i]);
    }
}

/* What the program itself puts where the linker collects code to run. */
static void refuse_startup_sections(translator *tr) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(tr->m); g; g = LLVMGetNextGlobal(g))
        refuse_startup(tr, g);
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f))
        refuse_startup(tr, f);
}

/* They return by their assembly. */
static void refuse_naked(translator *tr) {
    unsigned kind = LLVMGetEnumAttributeKindForName("naked", 5);
    size_t length;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f))
        if (LLVMCountBasicBlocks(f) &&
            LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind))
            unsupported(tr, NULL, "the naked function %s", LLVMGetValueName2(f, &length));
}

/* Of an environment that is set, the rounding mode counts. */
static void mind_environments(translator *tr) {
    static const char *const setters[] = {"fesetenv", "feupdateenv", "fesetmode"};
    for (size_t i = 0; i < sizeof setters / sizeof *setters; i++)
        if (LLVMGetNamedFunction(tr->m, setters[i]))
            note_here(tr, NOTE_ASSUMPTION,
                      "%s changes neither precision nor how denormals are treated", setters[i]);
}

/* It may define symbols, as others or of which nothing else is known, or code that runs before
 * main. */
static void mind_assembly(translator *tr) {
    size_t length;
    const char *code = LLVMGetModuleInlineAsm(tr->m, &length);
    if (code[strspn(code, " \t\n;")]) unsupported(tr, NULL, "assembly outside of functions");
}

/* A function that fails by its name, and is what another one does. */
static void refuse_aliases(translator *tr) {
    size_t length;
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(tr->m); a; a = LLVMGetNextGlobalAlias(a)) {
        const char *name = LLVMGetValueName2(a, &length);
        if (library_names_error(tr, name) || !strncmp(name, "__assert", 8))
            unsupported(tr, NULL, "another name of a function called %s", name);
    }
}

static bool is_defined(const translator *tr, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(tr->m, name);
    return f && LLVMCountBasicBlocks(f);
}

/* fopen may call the malloc of the program. */
static void mind_allocators(translator *tr) {
    static const char *const names[] = {"malloc",   "calloc",        "realloc",       "free",
                                        "memalign", "aligned_alloc", "posix_memalign"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_defined(tr, names[i]) && !library_models(LLVMGetNamedFunction(tr->m, names[i])))
            note_here(tr, NOTE_ASSUMPTION,
                      "functions of the C library do not call the program's own %s", names[i]);
}

/* Functions of the C library keep no pointer that is of use to those that run after main. */
static bool may_keep(LLVMValueRef call) {
    size_t length;
    LLVMValueRef callee = called_function(call);
    bool of_library =
        callee && (library_models(callee) || known_named(LLVMGetValueName2(callee, &length)));
    return !of_library && !LLVMIsAIntrinsicInst(call);
}

static bool is_given_away(LLVMValueRef local) {
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool called = LLVMIsACallInst(user) && may_keep(user);
        if (called || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == local)) return true;
    }
    return false;
}

/* Functions that run after main are called where it returns, when its locals have ended. */
static void mind_locals_of(translator *tr, LLVMValueRef entry) {
    LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(entry);
    bool given = false;
    if (!(tr->o->checks & CHECK_DEREF) || !is_defined(tr, STARTUP_END)) return;
    for (LLVMValueRef i = LLVMGetFirstInstruction(first); i; i = LLVMGetNextInstruction(i))
        given |= LLVMIsAAllocaInst(i) && is_given_away(i);
    if (given)
        note_here(tr, NOTE_UNDER, "code that runs after main may use a local variable of main");
}

/* ---- alignment ---- */

static bool is_x86(const translator *tr) {
    return is_x86_32(tr) || !strncmp(LLVMGetTarget(tr->m), "x86_64", 6);
}

/* The processor refuses misaligned accesses: some always do, others as the compiler was told. */
static bool is_strict(const translator *tr, LLVMValueRef by) {
    static const char *const always[] = {"mips", "sparc", "sh"};
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(by));
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (!strncmp(LLVMGetTarget(tr->m), always[i], strlen(always[i]))) return true;
    return has_feature(function, "+strict-align");
}

static bool are_aligned(translator *tr, const fact_vec *facts, uint64_t alignment) {
    for (uint32_t i = 0; i < facts->size; i++) {
        const object *o = &tr->objects.data[facts->data[i].object];
        if (facts->data[i].object && object_alignment(tr, o) < alignment) return false;
    }
    return true;
}

/* Where an object may lie at addresses of a smaller alignment, nothing is known of its parts. */
/* Whatever the pointer is: where it can point follows from its type and its object's. */
static bool always_aligned(translator *tr, const fact_vec *facts, uint64_t alignment) {
    for (uint32_t i = 0; i < facts->size; i++)
        if ((uint64_t)facts->data[i].offset % alignment || facts->data[i].stride % alignment)
            return false;
    return facts->size && are_aligned(tr, facts, alignment);
}

/* As the type of the access asks, on any processor. Pointers of external code, and where an object
 * lies whose own type asks for less, are assumed to be aligned. */
static void check_alignment(translator *tr, frame *f, LLVMValueRef by, LLVMValueRef pointer) {
    uint64_t alignment = LLVMGetAlignment(by);
    fact_vec facts = {0};
    if (alignment <= 1 || LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer)) return;
    access_facts(tr, f, pointer, &facts);
    term low =
        term_2(tr->t, OP_BVAND, operand_bits(tr, f, pointer), pointer_term(tr, alignment - 1));
    term not_aligned = term_not(tr->t, term_eq(tr->t, low, pointer_term(tr, 0)));
    if (always_aligned(tr, &facts, alignment)) {
        vec_release(&facts);
        return;
    }
    if (any_outside(tr, &facts)) {
        note_here(tr, NOTE_ASSUMPTION, "pointers of external code are aligned (not checked)");
    } else {
        if (!are_aligned(tr, &facts, alignment))
            note_here(tr, NOTE_ASSUMPTION,
                      "objects are placed so that the first access of a larger type is aligned");
        emit_fail(tr, not_aligned, PROPERTY_ALIGNMENT, "an access is misaligned");
    }
    vec_release(&facts);
}

void machine_aligned(translator *tr, frame *f, LLVMValueRef by, LLVMValueRef pointer) {
    if (tr->o->checks & CHECK_ALIGNMENT) {
        check_alignment(tr, f, by, pointer);
        return;
    }
    if (!(tr->o->checks & CHECK_DEREF) || is_x86(tr) || !is_strict(tr, by)) return;
    uint64_t alignment = LLVMGetAlignment(by);
    fact_vec facts = {0};
    term low =
        term_2(tr->t, OP_BVAND, operand_bits(tr, f, pointer), pointer_term(tr, alignment - 1));
    access_facts(tr, f, pointer, &facts);
    if (!are_aligned(tr, &facts, alignment))
        note_here(tr, NOTE_UNDER, "an object may be placed so that an access to it is misaligned");
    else
        emit_fail(tr, term_not(tr->t, term_eq(tr->t, low, pointer_term(tr, 0))), PROPERTY_DEREF,
                  "an access is misaligned");
    vec_release(&facts);
}

/* Other processors than x86 that were not told otherwise may refuse them, too. */
static void mind_alignment(translator *tr) {
    bool all = (tr->o->checks & CHECK_UNDEFINED) == CHECK_UNDEFINED; /* it has a note of its own */
    if (tr->o->checks & CHECK_DEREF && !is_x86(tr) && !all)
        note_here(tr, NOTE_ASSUMPTION,
                  "misaligned accesses are allowed unless the compiler was told otherwise");
}

/* What clang folds has no instruction, what a function of the library gives none that is ours. */
static void mind_constants(translator *tr) {
    if (tr->o->checks & (CHECK_NAN | CHECK_FLOAT_OVERFLOW))
        note_here(tr, NOTE_ASSUMPTION,
                  "constants that the compiler folds and results of library functions are finite "
                  "numbers (not checked)");
}

/* The caller of an entry other than main may have changed them. */
static void mind_globals(translator *tr) {
    if (!tr->o->entry || tr->o->step || !strcmp(tr->o->entry, "main")) return;
    for (LLVMValueRef g = LLVMGetFirstGlobal(tr->m); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g) && !LLVMIsGlobalConstant(g)) {
            note_here(tr, NOTE_ASSUMPTION, "variables have their initial values when %s begins",
                      tr->o->entry);
            return;
        }
}

void machine_mind(translator *tr, LLVMValueRef entry) {
    mind_floats(tr);
    refuse_startup_sections(tr);
    refuse_naked(tr);
    mind_assembly(tr);
    refuse_aliases(tr);
    mind_allocators(tr);
    mind_environments(tr);
    mind_alignment(tr);
    mind_constants(tr);
    mind_globals(tr);
    mind_locals_of(tr, entry);
}

/* ---- state that external code shares with us ---- */

void machine_left_to(translator *tr, const char *name, bool library) {
    LOG("translate", "%s is left to the machine", name);
    static const char *const keeping[] = {"strtok", "gmtime", "localtime", "asctime",
                                          "ctime",  "feof",   "setlocale"};
    if (is_defined(tr, STARTUP_END))
        note_here(tr, NOTE_UNDER, "%s may call exit, which runs what was registered for the end",
                  name);
    if (library) return;
    for (size_t i = 0; i < sizeof keeping / sizeof *keeping; i++)
        if (is_defined(tr, keeping[i]))
            note_here(tr, NOTE_UNDER, "%s may call %s", name, keeping[i]);
    if (LLVMGetNamedGlobal(tr->m, "other_locale"))
        note_here(tr, NOTE_ASSUMPTION, "external code leaves the locale as it is");
}
