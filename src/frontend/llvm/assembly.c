/* Inline assembly without text: no instruction runs, so an output is the input that is tied to it,
 * or whatever its register held. An output in memory that is no input is any value too: a compiler
 * need not keep what was there. What assembly with text does is not seen, and not dealt with here.
 */
#include "frontend/llvm/assembly.h"
#include "frontend/external/escape.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"

#include <string.h>

bool assembly_is_empty(LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    size_t length;
    const char *code = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\n", code[i])) return false;
    return true;
}

/* The words end with a NULL. */
static bool assembly_has(LLVMValueRef call, const char *const *words) {
    size_t length;
    const char *code = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
    while (*words && !strstr(code, *words)) words++;
    return *words;
}

/* By how they begin: "cmpxchgl", "setnz". */
static bool instruction_computes(const char *word) {
    static const char *const known[] = {
        "ad",   "and",  "bs",    "bt",     "bzhi",   "cbw",  "cdq",  "clc",   "cld",
        "cltd", "cmc",  "cmp",   "cmov",   "cpuid",  "cqo",  "cqto", "crc32", "cwd",
        "cwtl", "dec",  "div",   "f",      "idiv",   "imul", "inc",  "lea",   "lfence",
        "lock", "lods", "lzcnt", "mfence", "mov",    "mul",  "neg",  "nop",   "not",
        "or",   "p",    "rcl",   "rcr",    "rdtsc",  "rep",  "rol",  "ror",   "sal",
        "sar",  "sbb",  "scas",  "set",    "sfence", "sh",   "stc",  "std",   "stos",
        "sub",  "test", "tzcnt", "xadd",   "xchg",   "xor",  NULL};
    const char *const *k = known;
    if (!strncmp(word, "push", 4) || !strncmp(word, "pop", 3)) return !strncmp(word, "popcnt", 6);
    while (*k && strncmp(word, *k, strlen(*k))) k++;
    return *k;
}

bool assembly_computes(LLVMValueRef call) {
    static const char *const stack[] = {"sp", "bp", "SP", "BP", NULL};
    size_t length;
    const char *at = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
    if (assembly_has(call, stack)) return false;
    for (at += strspn(at, " \t\n;"); *at; at += strspn(at, " \t\n;")) {
        if (!instruction_computes(at)) return false;
        bool prefix = !strncmp(at, "lock", 4) || !strncmp(at, "rep", 3);
        at += strcspn(at, prefix ? " \t\n;" : "\n;");
    }
    return true;
}

bool assembly_sets_rounding(LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    static const char *const words[] = {"ldmxcsr", "fldcw",  "fldenv", "rstor",
                                        "finit",   "fninit", NULL};
    return assembly_has(call, words);
}

bool assembly_defines(LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    static const char *const words[] = {".set", ".equ", ".globl", ".global", ".weak", ".macro",
                                        ".irp", "\\",   "_array", ".ctors",  NULL};
    return assembly_has(call, words);
}

/* An assembly with operands and without "memory" among what it clobbers accesses its operands, and
 * what its text names, alone: the compiler rests on that, too. One without operands is taken to
 * clobber memory, as compilers do. */
bool assembly_is_contained(LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    size_t length;
    if (!LLVMIsAInlineAsm(LLVMGetCalledValue(call)) || assembly_calls(call)) return false;
    const char *given = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &length);
    return length && given[0] != '~' && !strstr(given, "~{memory}");
}

/* ---- constraints ----
 * Outputs first, then inputs, then what is clobbered, separated by commas: "=r,=*m,0,*m,~{memory}".
 * An output is a part of the result, or, with an asterisk, an argument that is its address. Inputs
 * are arguments; a number ties one to an output. */
typedef struct {
    const char *at, *end;
    LLVMValueRef call;
    uint32_t argument; /* of the next that is one */
} constraints;

static constraints constraints_of(LLVMValueRef call) {
    size_t length;
    const char *content = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &length);
    return (constraints){content, content + length, call, 0};
}

static const char *constraint_end(const constraints *c) {
    const char *comma = memchr(c->at, ',', (size_t)(c->end - c->at));
    return comma ? comma : c->end;
}

static bool is_output(const constraints *c) { return c->at < c->end && *c->at == '='; }
static bool is_indirect(const constraints *c) {
    return memchr(c->at, '*', (size_t)(constraint_end(c) - c->at));
}

static void advance(constraints *c) {
    c->argument += !is_output(c) || is_indirect(c);
    const char *end = constraint_end(c);
    c->at = end < c->end ? end + 1 : end;
}

static bool is_tied_to(const constraints *c, uint32_t output) {
    uint32_t n = 0;
    if (*c->at < '0' || *c->at > '9') return false;
    for (const char *d = c->at; d < c->end && *d >= '0' && *d <= '9'; d++)
        n = n * 10 + (uint32_t)(*d - '0');
    return n == output;
}

/* The first input that is tied to an output, or, where the output is in memory, the same memory. */
static LLVMValueRef input_of(constraints c, uint32_t output, LLVMValueRef address, bool *same) {
    for (; c.at < c.end; advance(&c)) {
        if (is_output(&c) || c.argument >= LLVMGetNumArgOperands(c.call)) continue;
        LLVMValueRef v = LLVMGetOperand(c.call, c.argument);
        if (is_tied_to(&c, output)) return v;
        if (address && is_indirect(&c) && v == address) return *same = true, NULL;
    }
    return NULL;
}

static LLVMTypeRef output_type(LLVMValueRef call, uint32_t argument, uint32_t result) {
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
    LLVMAttributeRef a =
        argument == NONE ? NULL : LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    LLVMTypeRef type = LLVMTypeOf(call);
    if (argument != NONE) return a ? LLVMGetTypeAttributeValue(a) : NULL;
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, result)
                                                       : type;
}

void assembly_outputs(LLVMValueRef call, assembly_output_vec *out) {
    assert_debug(LLVMIsACallInst(call));
    constraints c = constraints_of(call);
    uint32_t result = 0;
    for (uint32_t output = 0; is_output(&c); output++, advance(&c)) {
        bool in_memory = is_indirect(&c), same = false;
        assembly_output o = {.address = in_memory ? LLVMGetOperand(call, c.argument) : NULL};
        o.type = output_type(call, in_memory ? c.argument : NONE, in_memory ? 0 : result++);
        o.input = input_of(constraints_of(call), output, o.address, &same);
        if (o.input && LLVMTypeOf(o.input) != o.type) o.input = NULL;
        if (!same) vec_push(out, o);
    }
}

/* ---- commands ---- */
static void output_leaf(translator *tr, frame *f, LLVMValueRef call, const assembly_output *o,
                        const leaf *l, component *given) {
    fact_vec facts = {0};
    access_facts(tr, f, o->address, &facts);
    facts_shift(&facts, (int64_t)l->offset, 0);
    term at = term_2(tr->t, OP_BVADD, operand_bits(tr, f, o->address), pointer_term(tr, l->offset));
    memory_store(tr, call, at, &facts, l, given);
    vec_release(&facts);
}

/* Returns how many leaves of the result it filled in. */
static uint32_t emit_output(translator *tr, frame *f, LLVMValueRef call, const assembly_output *o,
                            component *result) {
    leaf_vec leaves = {0};
    if (!o->type) unsupported(tr, call, "an output of assembly of unknown type");
    type_leaves(tr, o->type, &leaves);
    component *in = o->input ? operand(tr, f, o->input) : NULL;
    if (!in) note_here(tr, NOTE_OVER, "inline assembly: any effect on memory that it can reach");
    for (uint32_t k = 0; k < leaves.size; k++) {
        component c = in ? in[k] : component_any(tr, &leaves.data[k], ORIGIN_ASSEMBLY, "assembly");
        if (o->address) output_leaf(tr, f, call, o, &leaves.data[k], &c);
        else result[k] = c;
    }
    uint32_t n = o->address ? 0 : leaves.size;
    vec_release(&leaves);
    return n;
}

void empty_assembly(translator *tr, frame *f, uint32_t number, LLVMValueRef call) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsACallInst(call));
    assembly_output_vec outputs = {0};
    assembly_outputs(call, &outputs);
    bool has_result = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
    component *result = has_result ? define(tr, f, number) : NULL;
    for (uint32_t i = 0; i < outputs.size; i++) {
        uint32_t n = emit_output(tr, f, call, &outputs.data[i], result);
        if (n) result += n;
    }
    if (has_result) define_done(tr, f, number);
    vec_release(&outputs);
}
