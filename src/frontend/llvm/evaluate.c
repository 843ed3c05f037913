#include "frontend/llvm/evaluate.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/check_words.h"
#include "frontend/llvm/function.h"

#include <string.h>

enum { DEEPEST = 2000 };

typedef struct {
    function_info *f;
    int64_t *values, *memory;
    bool *written;
} activation;

static int64_t signed_at(uint64_t x, uint32_t width) {
    return width >= 64 ? (int64_t)x : (int64_t)(x << (64 - width)) >> (64 - width);
}
static uint64_t unsigned_at(int64_t x, uint32_t width) {
    return width >= 64 ? (uint64_t)x : (uint64_t)x & ((1ull << width) - 1);
}

uint32_t integer_width(LLVMTypeRef type) {
    bool is_integer =
        LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
    return is_integer ? LLVMGetIntTypeWidth(type) : 0;
}

static uint32_t width_of(LLVMValueRef v) { return integer_width(LLVMTypeOf(v)); }

static bool value_at(const activation *a, LLVMValueRef v, int64_t *out) {
    if (LLVMIsAConstantInt(v)) {
        *out = LLVMConstIntGetSExtValue(v);
        return true;
    }
    uint32_t n = local_number(a->f, v);
    if (n == NONE) return false;
    *out = a->values[n];
    return true;
}

/* ---- instructions ---- */
static bool divided(LLVMOpcode op, int64_t a, int64_t b, uint32_t width, uint64_t *out) {
    int64_t least = signed_at(1ull << (width - 1), width);
    if (!b || ((op == LLVMSDiv || op == LLVMSRem) && a == least && b == -1)) return false;
    uint64_t x = unsigned_at(a, width), y = unsigned_at(b, width);
    *out = op == LLVMSDiv   ? (uint64_t)(a / b)
           : op == LLVMSRem ? (uint64_t)(a % b)
           : op == LLVMUDiv ? x / y
                            : x % y;
    return true;
}

static bool shifted(LLVMOpcode op, int64_t a, int64_t b, uint32_t width, uint64_t *out) {
    if (b < 0 || b >= width) return false;
    *out = op == LLVMShl    ? (uint64_t)a << b
           : op == LLVMLShr ? unsigned_at(a, width) >> b
                            : (uint64_t)(a >> b);
    return true;
}

static bool computed(LLVMOpcode op, int64_t a, int64_t b, uint32_t width, uint64_t *out) {
    switch (op) {
    case LLVMAdd: *out = (uint64_t)a + (uint64_t)b; return true;
    case LLVMSub: *out = (uint64_t)a - (uint64_t)b; return true;
    case LLVMMul: *out = (uint64_t)a * (uint64_t)b; return true;
    case LLVMAnd: *out = (uint64_t)(a & b); return true;
    case LLVMOr: *out = (uint64_t)(a | b); return true;
    case LLVMXor: *out = (uint64_t)(a ^ b); return true;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem: return divided(op, a, b, width, out);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: return shifted(op, a, b, width, out);
    default: return false;
    }
}

static bool compared(LLVMIntPredicate p, int64_t a, int64_t b, uint32_t width) {
    uint64_t x = unsigned_at(a, width), y = unsigned_at(b, width);
    switch (p) {
    case LLVMIntEQ: return a == b;
    case LLVMIntNE: return a != b;
    case LLVMIntSLT: return a < b;
    case LLVMIntSLE: return a <= b;
    case LLVMIntSGT: return a > b;
    case LLVMIntSGE: return a >= b;
    case LLVMIntULT: return x < y;
    case LLVMIntULE: return x <= y;
    case LLVMIntUGT: return x > y;
    case LLVMIntUGE: return x >= y;
    }
    return false;
}

/* The result and the bit that tells of overflow, where they are taken apart. */
static bool evaluate_part(const activation *a, LLVMValueRef part, uint64_t *out) {
    LLVMValueRef call = LLVMGetOperand(part, 0);
    size_t length;
    const char *name = LLVMGetValueName2(called_function(call), &length);
    int64_t x = 0, y = 0;
    uint32_t width = width_of(LLVMGetOperand(call, 0));
    bool is_signed = name[5] == 's';
    if (!width || !value_at(a, LLVMGetOperand(call, 0), &x) ||
        !value_at(a, LLVMGetOperand(call, 1), &y))
        return false;
    __int128 l = is_signed ? (__int128)x : (__int128)unsigned_at(x, width),
             r = is_signed ? (__int128)y : (__int128)unsigned_at(y, width),
             exact = name[6] == 'a'   ? l + r
                     : name[6] == 's' ? l - r
                                      : l * r;
    int64_t kept = signed_at((uint64_t)exact, width);
    bool fits = exact == (is_signed ? (__int128)kept : (__int128)unsigned_at(kept, width));
    *out = LLVMGetIndices(part)[0] ? !fits : (uint64_t)kept;
    return true;
}

static bool evaluate_call(evaluation *e, activation *a, LLVMValueRef i, uint64_t *out) {
    LLVMValueRef callee = called_function(i);
    contract_point at = {{0}};
    uint32_t n = callee ? LLVMGetNumArgOperands(i) : 0;
    if (!callee || n > CONTRACT_ARGUMENTS || n != LLVMCountParams(callee)) return false;
    for (uint32_t k = 0; k < n; k++)
        if (!value_at(a, LLVMGetOperand(i, k), &at.value[k])) return false;
    bool good = evaluate_function(e, callee, &at);
    *out = (uint64_t)at.value[n];
    return good;
}

static bool evaluate_memory(activation *a, LLVMValueRef i, bool store, uint64_t *out) {
    uint32_t n = local_number(a->f, LLVMGetOperand(i, store ? 1 : 0));
    int64_t x = 0;
    if (n == NONE || (store && !value_at(a, LLVMGetOperand(i, 0), &x)) ||
        (!store && !a->written[n]))
        return false;
    if (store) a->memory[n] = x, a->written[n] = true;
    *out = (uint64_t)a->memory[n];
    return true;
}

static bool evaluate_instruction(evaluation *e, activation *a, LLVMValueRef i, uint64_t *out) {
    int64_t x = 0, y = 0, z = 0;
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    switch (op) {
    case LLVMAlloca: *out = 0; return true;
    case LLVMLoad: return evaluate_memory(a, i, false, out);
    case LLVMStore: return evaluate_memory(a, i, true, out);
    case LLVMCall:
        return is_debug_call(i) || overflowing_operation(i) || evaluate_call(e, a, i, out);
    case LLVMExtractValue: return evaluate_part(a, i, out);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFreeze:
        if (!value_at(a, LLVMGetOperand(i, 0), &x)) return false;
        *out = op == LLVMZExt ? unsigned_at(x, width_of(LLVMGetOperand(i, 0))) : (uint64_t)x;
        return true;
    case LLVMSelect:
        if (!value_at(a, LLVMGetOperand(i, 0), &z) || !value_at(a, LLVMGetOperand(i, 1), &x) ||
            !value_at(a, LLVMGetOperand(i, 2), &y))
            return false;
        *out = (uint64_t)(z ? x : y);
        return true;
    case LLVMICmp:
        if (!value_at(a, LLVMGetOperand(i, 0), &x) || !value_at(a, LLVMGetOperand(i, 1), &y))
            return false;
        *out = compared(LLVMGetICmpPredicate(i), x, y, width_of(LLVMGetOperand(i, 0)));
        return true;
    default:
        return LLVMGetNumOperands(i) == 2 && value_at(a, LLVMGetOperand(i, 0), &x) &&
               value_at(a, LLVMGetOperand(i, 1), &y) && computed(op, x, y, width_of(i), out);
    }
}

/* ---- control ---- */
static LLVMBasicBlockRef next_block(const activation *a, LLVMValueRef end) {
    int64_t x = 0, k = 0;
    LLVMOpcode op = LLVMGetInstructionOpcode(end);
    if (op == LLVMBr && !LLVMIsConditional(end)) return LLVMGetSuccessor(end, 0);
    if ((op != LLVMBr && op != LLVMSwitch) || !value_at(a, LLVMGetOperand(end, 0), &x)) return NULL;
    if (op == LLVMBr) return LLVMGetSuccessor(end, x ? 0 : 1);
    for (unsigned n = 1; n < LLVMGetNumSuccessors(end); n++)
        if (value_at(a, LLVMGetOperand(end, 2 * n), &k) && k == x) return LLVMGetSuccessor(end, n);
    return LLVMGetSwitchDefaultDest(end);
}

/* Phis take effect together: their values are read before any is written. */
static bool enter_block(activation *a, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    int64_t held[16];
    uint32_t n = 0;
    LLVMValueRef phi = LLVMGetFirstInstruction(to);
    for (; phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi), n++) {
        bool found = false;
        for (unsigned k = 0; n < 16 && k < LLVMCountIncoming(phi) && !found; k++)
            found = LLVMGetIncomingBlock(phi, k) == from &&
                    value_at(a, LLVMGetIncomingValue(phi, k), &held[n]);
        if (!found) return false;
    }
    phi = LLVMGetFirstInstruction(to);
    for (uint32_t k = 0; k < n; k++, phi = LLVMGetNextInstruction(phi))
        a->values[local_number(a->f, phi)] = held[k];
    return true;
}

static bool run_body(evaluation *e, activation *a, int64_t *result) {
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(a->f->function);
    for (;;) {
        LLVMValueRef i = LLVMGetFirstInstruction(b), end = LLVMGetBasicBlockTerminator(b);
        for (; i != end; i = LLVMGetNextInstruction(i)) {
            uint64_t x = 0;
            if (LLVMIsAPHINode(i)) continue;
            if (!e->fuel || !evaluate_instruction(e, a, i, &x)) return false;
            e->fuel--;
            a->values[local_number(a->f, i)] = signed_at(x, width_of(i) ? width_of(i) : 64);
        }
        if (LLVMIsAReturnInst(end))
            return !LLVMGetNumOperands(end) || value_at(a, LLVMGetOperand(end, 0), result);
        LLVMBasicBlockRef next = next_block(a, end);
        if (!next || !e->fuel || !enter_block(a, b, next)) return false;
        e->fuel--;
        b = next;
    }
}

static uint64_t key_of(LLVMValueRef function, const contract_point *at) {
    struct {
        LLVMValueRef function;
        int64_t arguments[CONTRACT_ARGUMENTS];
    } key = {function, {0}};
    memcpy(key.arguments, at->value, LLVMCountParams(function) * sizeof *at->value);
    return hash_bytes(&key, sizeof key);
}

static bool evaluate_body(evaluation *e, LLVMValueRef function, contract_point *at) {
    function_info *f = function_of(e->tr, function);
    activation a = {f, mem_zero(f->values.size * sizeof(int64_t)),
                    mem_zero(f->values.size * sizeof(int64_t)),
                    mem_zero(f->values.size * sizeof(bool))};
    memcpy(a.values, at->value, f->arguments * sizeof *a.values);
    e->depth++;
    bool good = e->depth < DEEPEST && run_body(e, &a, &at->value[f->arguments]);
    e->depth--;
    mem_free(a.values);
    mem_free(a.memory);
    mem_free(a.written);
    return good;
}

bool evaluate_function(evaluation *e, LLVMValueRef function, contract_point *at) {
    if (!LLVMCountBasicBlocks(function) || !e->fuel) return false;
    uint64_t key = key_of(function, at), known = map_find(&e->known, key, NONE);
    if (known != NONE) {
        *at = e->runs.data[known].at;
        return e->runs.data[known].good;
    }
    struct evaluated run = {function, *at, false};
    run.good = evaluate_body(e, function, &run.at);
    map_set(&e->known, key, e->runs.size);
    vec_push(&e->runs, run);
    *at = run.at;
    return run.good;
}

void evaluation_release(evaluation *e) {
    map_release(&e->known);
    vec_release(&e->runs);
}
