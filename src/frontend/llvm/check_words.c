/* What a check asks, in the words of the program: "signed multiplication x * 4 overflows an int",
 * "p[i] reads 4 bytes outside of buf (16 bytes)". For people alone: nothing is decided by them. */
#include "frontend/llvm/check_words.h"
#include "frontend/external/library_calls.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/debug_info.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"

#include <string.h>

enum { DEEPEST = 4, MOST_OBJECTS = 3 };

/* ---- names ---- */
static const char *described(translator *tr, LLVMMetadataRef local) {
    const char *name = NULL;
    if (local) variable_type(tr, local, &name);
    return name;
}

static const char *local_name(translator *tr, const function_info *f, LLVMValueRef v) {
    uint32_t n = f && !is_constant(v) ? local_number(f, v) : NONE;
    return n == NONE ? NULL : described(tr, f->values.data[n].variable);
}

static const char *global_name(translator *tr, LLVMValueRef v) {
    size_t length;
    const char *name = LLVMIsAGlobalVariable(v) ? described(tr, global_variable(v)) : NULL;
    return name ? name : LLVMIsAGlobalVariable(v) ? LLVMGetValueName2(v, &length) : NULL;
}

/* ---- expressions ---- */
static void value_words(translator *tr, const function_info *f, LLVMValueRef v, uint32_t depth,
                        text *out);

static const char *sign_of(LLVMOpcode op) {
    switch (op) {
    case LLVMAdd:
    case LLVMFAdd: return "+";
    case LLVMSub:
    case LLVMFSub: return "-";
    case LLVMMul:
    case LLVMFMul: return "*";
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMFDiv: return "/";
    case LLVMURem:
    case LLVMSRem: return "%";
    case LLVMShl: return "<<";
    case LLVMLShr:
    case LLVMAShr: return ">>";
    case LLVMAnd: return "&";
    case LLVMOr: return "|";
    case LLVMXor: return "^";
    default: return NULL;
    }
}

static void two_words(translator *tr, const function_info *f, LLVMValueRef of, const char *sign,
                      uint32_t depth, text *out) {
    if (depth) text_char(out, '(');
    value_words(tr, f, LLVMGetOperand(of, 0), depth + 1, out);
    text_print(out, " %s ", sign);
    value_words(tr, f, LLVMGetOperand(of, 1), depth + 1, out);
    if (depth) text_char(out, ')');
}

/* The array whose first element this is the address of; otherwise the same. */
static LLVMValueRef undecayed(LLVMValueRef p) {
    bool array = LLVMIsAGetElementPtrInst(p) &&
                 LLVMGetTypeKind(LLVMGetGEPSourceElementType(p)) == LLVMArrayTypeKind;
    for (unsigned i = 1; array && i < (unsigned)LLVMGetNumOperands(p); i++)
        array = LLVMIsAConstantInt(LLVMGetOperand(p, i)) && LLVMIsNull(LLVMGetOperand(p, i));
    return array ? LLVMGetOperand(p, 0) : p;
}

/* Where a value is read from: a variable, or an element or member of something. */
static void place_words(translator *tr, const function_info *f, LLVMValueRef p, uint32_t depth,
                        text *out) {
    const char *name = local_name(tr, f, p);
    if (!name) name = global_name(tr, p);
    if (name) {
        text_add(out, name);
        return;
    }
    bool element = LLVMIsAGetElementPtrInst(p) && depth < DEEPEST;
    LLVMValueRef index = element ? LLVMGetOperand(p, (unsigned)LLVMGetNumOperands(p) - 1) : NULL,
                 base = element ? LLVMGetOperand(p, 0) : p;
    bool member = element && LLVMGetTypeKind(LLVMGetGEPSourceElementType(p)) == LLVMStructTypeKind;
    if (element && LLVMIsALoadInst(base)) value_words(tr, f, base, depth + 1, out);
    else if (element) place_words(tr, f, undecayed(base), depth + 1, out);
    else text_add(out, "*(...)");
    if (!element) return;
    text_add(out, member ? "->..." : "[");
    if (member) return;
    value_words(tr, f, index, depth + 1, out);
    text_char(out, ']');
}

static bool is_overflowing(LLVMValueRef call, LLVMOpcode *op, bool *is_signed) {
    static const struct {
        const char *name;
        LLVMOpcode op;
        bool is_signed;
    } known[] = {{"llvm.sadd.", LLVMAdd, true},  {"llvm.ssub.", LLVMSub, true},
                 {"llvm.smul.", LLVMMul, true},  {"llvm.uadd.", LLVMAdd, false},
                 {"llvm.usub.", LLVMSub, false}, {"llvm.umul.", LLVMMul, false}};
    LLVMValueRef callee = LLVMIsACallInst(call) ? called_function(call) : NULL;
    size_t length;
    const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strncmp(name, known[i].name, strlen(known[i].name)) && strstr(name, "overflow")) {
            *op = known[i].op;
            *is_signed = known[i].is_signed;
            return true;
        }
    return false;
}

bool overflowing_operation(LLVMValueRef call) {
    assert_debug(LLVMIsACallInst(call));
    LLVMOpcode op;
    bool is_signed;
    return is_overflowing(call, &op, &is_signed);
}

/* A function by the name that a programmer knows. Formats are laid out as calls of the library's
 * own: what is printed, what is scanned. */
static void function_words(const char *name, text *out) {
    static const struct {
        const char *ours, *theirs;
    } known[] = {{"llvm.ctlz.", "__builtin_clz"},       {"llvm.cttz.", "__builtin_ctz"},
                 {"llvm.ctpop.", "__builtin_popcount"}, {"llvm.bswap.", "__builtin_bswap"},
                 {"__cinch_put", "printed output"},     {"__cinch_scan", "scanned input"},
                 {"__cinch_", "the C library"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strncmp(name, known[i].ours, strlen(known[i].ours))) {
            text_add(out, known[i].theirs);
            return;
        }
    bool intrinsic = !strncmp(name, "llvm.", 5); /* llvm.memcpy.p0.p0.i64 */
    if (intrinsic) name += 5;
    text_print(out, "%.*s", (int)(intrinsic ? strcspn(name, ".") : strlen(name)), name);
}

static void call_words(translator *tr, const function_info *f, LLVMValueRef call, uint32_t depth,
                       text *out) {
    LLVMOpcode op;
    bool is_signed;
    size_t length;
    LLVMValueRef callee = called_function(call);
    if (is_overflowing(call, &op, &is_signed)) two_words(tr, f, call, sign_of(op), depth, out);
    else {
        if (callee) function_words(LLVMGetValueName2(callee, &length), out);
        text_add(out, "(...)");
    }
}

static void known_words(translator *tr, const function_info *f, LLVMValueRef v, uint32_t depth,
                        text *out) {
    if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64)
        text_print(out, "%lld", LLVMConstIntGetSExtValue(v));
    else if (LLVMIsAConstantPointerNull(v)) text_add(out, "null");
    else if (LLVMIsALoadInst(v)) place_words(tr, f, LLVMGetOperand(v, 0), depth, out);
    else if (LLVMIsACastInst(v) || LLVMIsAExtractValueInst(v))
        value_words(tr, f, LLVMGetOperand(v, 0), depth, out);
    else if (LLVMIsABinaryOperator(v))
        two_words(tr, f, v, sign_of(LLVMGetInstructionOpcode(v)), depth, out);
    else if (LLVMIsACallInst(v)) call_words(tr, f, v, depth, out);
    else if (local_name(tr, f, v) || global_name(tr, v)) place_words(tr, f, v, depth, out);
    else text_add(out, "...");
}

static void value_words(translator *tr, const function_info *f, LLVMValueRef v, uint32_t depth,
                        text *out) {
    if (depth > DEEPEST) text_add(out, "...");
    else known_words(tr, f, v, depth, out);
}

/* ---- arithmetic ---- */
/* The operation that the branch to this block watches; NULL: it is not found. */
static LLVMValueRef watched_by(LLVMValueRef v, uint32_t depth) {
    LLVMOpcode op;
    bool is_signed;
    if (depth > DEEPEST || !LLVMIsAInstruction(v)) return NULL;
    if (is_overflowing(v, &op, &is_signed)) return v;
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef found = watched_by(LLVMGetOperand(v, (unsigned)i), depth + 1);
        if (found) return found;
    }
    return NULL;
}

LLVMValueRef trap_operation(LLVMValueRef trap, bool *is_signed) {
    LLVMValueRef block = LLVMBasicBlockAsValue(LLVMGetInstructionParent(trap));
    LLVMUseRef use = LLVMGetFirstUse(block);
    LLVMValueRef branch = use ? LLVMGetUser(use) : NULL;
    bool conditional = branch && LLVMIsABranchInst(branch) && LLVMIsConditional(branch);
    LLVMValueRef found = conditional ? watched_by(LLVMGetCondition(branch), 0) : NULL;
    LLVMOpcode op;
    if (!found || !is_overflowing(found, &op, is_signed)) return NULL;
    return found;
}

static void overflown_words(uint32_t width, bool is_signed, text *out) {
    if (width == 32) text_print(out, " overflows an %s", is_signed ? "int" : "unsigned int");
    else text_print(out, " overflows %u bits", width);
}

void trap_words(translator *tr, const function_info *f, LLVMValueRef trap, text *out) {
    static const char *const kinds[] = {"addition", "subtraction", "multiplication"};
    LLVMOpcode op = LLVMAdd;
    bool is_signed = true;
    LLVMValueRef found = trap_operation(trap, &is_signed);
    if (!found) return;
    is_overflowing(found, &op, &is_signed);
    uint32_t kind = op == LLVMAdd ? 0 : op == LLVMSub ? 1 : 2;
    text_print(out, "%s %s ", is_signed ? "signed" : "unsigned", kinds[kind]);
    value_words(tr, f, found, 0, out);
    overflown_words(LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(found, 0))), is_signed, out);
}

/* ---- memory ---- */
static void object_words(translator *tr, const object *o, text *out) {
    const function_info *f =
        o->instance == NONE ? NULL : tr->functions.data[tr->instances.data[o->instance].function];
    const char *name = o->kind == OBJECT_LOCAL    ? local_name(tr, f, o->value)
                       : o->kind == OBJECT_GLOBAL ? global_name(tr, o->value)
                                                  : NULL;
    if (o->kind == OBJECT_HEAP)
        text_print(out, "the block of line %u", position_of(tr, o->value, f).line);
    else text_add(out, name && *name ? name : "an object");
    if (!o->variable) text_print(out, " (%llu bytes)", (unsigned long long)o->size);
}

/* The objects that a pointer may point into, by name; false: none. */
static bool objects_words(translator *tr, const fact_vec *facts, text *out) {
    uint32_t said = 0, last = 0;
    for (uint32_t i = 0; i < facts->size && said < MOST_OBJECTS; i++) {
        uint32_t o = facts->data[i].object;
        if (!o || o == last) continue;
        text_add(out, said++ ? ", " : "");
        object_words(tr, &tr->objects.data[o], out);
        last = o;
    }
    if (said == MOST_OBJECTS) text_add(out, ", ...");
    return said;
}

/* The pointer that the instruction follows; NULL: it is no access of the program's own. */
static LLVMValueRef followed_by(LLVMValueRef i) {
    if (i && LLVMIsALoadInst(i)) return LLVMGetOperand(i, 0);
    return i && LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
}

/* What accesses memory now: an expression of the program, or a function of the library. */
static void accessor_words(translator *tr, text *out) {
    const frame *f = tr->emission.running;
    const char *called = NULL;
    size_t length;
    for (; f && library_models(f->f->function); f = f->up) called = f->f->name;
    LLVMValueRef pointer = f && !called ? followed_by(f->now) : NULL;
    LLVMValueRef callee = f && !called && LLVMIsACallInst(f->now) ? called_function(f->now) : NULL;
    if (callee) called = LLVMGetValueName2(callee, &length);
    if (called) function_words(called, out);
    else if (!pointer) text_add(out, "the program");
    else if (LLVMIsALoadInst(pointer)) {
        text_char(out, '*');
        value_words(tr, f->f, pointer, 1, out);
    } else place_words(tr, f->f, pointer, 0, out);
}

static void verb_words(translator *tr, bool write, text *out) {
    accessor_words(tr, out);
    text_add(out, write ? " writes " : " reads ");
}

/* A local that the pointer may point to, and that is over; 0: none. */
static uint32_t ended_local(translator *tr) {
    const frame *f = tr->emission.running;
    LLVMValueRef pointer = f ? followed_by(f->now) : NULL;
    fact_vec facts = {0};
    uint32_t found = 0;
    if (pointer) operand_facts(tr, f->instance, pointer, &facts);
    for (uint32_t i = 0; i < facts.size && !found; i++)
        if (facts.data[i].object && !local_lives(tr, f, &tr->objects.data[facts.data[i].object]))
            found = facts.data[i].object;
    vec_release(&facts);
    return found;
}

void access_words(translator *tr, const fact_vec *facts, uint64_t size, bool write, text *out) {
    assert_debug(facts_are_there(tr, facts));
    uint32_t ended = facts->size || !(tr->o->checks & CHECK_DEREF) ? 0 : ended_local(tr);
    verb_words(tr, write, out);
    text_print(out, "%llu byte%s ", (unsigned long long)size, size == 1 ? "" : "s");
    text_add(out, ended ? "of " : "outside of ");
    if (ended) {
        object_words(tr, &tr->objects.data[ended], out);
        text_add(out, ", which has ended");
    } else if (!objects_words(tr, facts, out)) text_add(out, "every object");
}

void null_words(translator *tr, bool write, text *out) {
    verb_words(tr, write, out);
    text_add(out, "through a null pointer");
}

void freed_words(translator *tr, const fact_vec *facts, bool write, text *out) {
    assert_debug(facts_are_there(tr, facts));
    verb_words(tr, write, out);
    text_add(out, "memory that was freed: ");
    if (!objects_words(tr, facts, out)) text_clear(out);
}

void sum_words(translator *tr, const function_info *f, LLVMValueRef gep, const fact_vec *facts,
               text *out) {
    assert_debug(facts_are_there(tr, facts));
    text_char(out, '&');
    place_words(tr, f, gep, 0, out);
    text_add(out, " leaves ");
    if (!objects_words(tr, facts, out)) text_add(out, "its object");
    text_add(out, ", and is not its end");
}

void uninitialized_words(translator *tr, const function_info *f, LLVMValueRef place, text *out) {
    if (LLVMIsAAllocaInst(place) && !local_name(tr, f, place)) {
        text_add(out, "a function ends without the value that its caller uses");
        return;
    }
    place_words(tr, f, place, 0, out);
    text_add(out, " is read before it is written");
}
