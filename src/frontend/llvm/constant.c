/* Constants and constant expressions. */
#include "frontend/llvm/constant.h"
#include "base/fail.h"
#include "frontend/external/escape.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/object.h"

#include <string.h>

bool is_constant(LLVMValueRef v) { return LLVMIsConstant(v); }

uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* ---- getelementptr ---- */
/* A multiple stays one when the product wraps only if it is a power of two. */
static uint64_t power_of_two_part(uint64_t a) { return a & (~a + 1); }

uint64_t known_multiple(LLVMValueRef v, uint32_t depth) {
    if (LLVMIsAConstantInt(v)) {
        if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return 1;
        int64_t c = LLVMConstIntGetSExtValue(v);
        return c < 0 ? (uint64_t)-c : (uint64_t)c;
    }
    if (!LLVMIsAInstruction(v) || !depth) return 1;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMMul: {
        uint64_t a = known_multiple(LLVMGetOperand(v, 0), depth - 1),
                 b = known_multiple(LLVMGetOperand(v, 1), depth - 1);
        return a && b > UINT32_MAX / a ? 1 : power_of_two_part(a * b);
    }
    case LLVMAdd:
    case LLVMSub:
        return power_of_two_part(gcd(known_multiple(LLVMGetOperand(v, 0), depth - 1),
                                     known_multiple(LLVMGetOperand(v, 1), depth - 1)));
    case LLVMShl: {
        LLVMValueRef by = LLVMGetOperand(v, 1);
        uint64_t a = known_multiple(LLVMGetOperand(v, 0), depth - 1);
        return LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) < 16 && a < 65536
                   ? power_of_two_part(a) << LLVMConstIntGetZExtValue(by)
                   : 1;
    }
    case LLVMSExt:
    case LLVMZExt: return known_multiple(LLVMGetOperand(v, 0), depth - 1);
    default: return 1;
    }
}

gep_offset gep_shape(translator *tr, LLVMValueRef gep) {
    assert_debug(LLVMGetNumOperands(gep) >= 1);
    gep_offset out = {0};
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            out.constant += (int64_t)LLVMOffsetOfElement(tr->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        uint64_t scale = type_size(tr, type);
        if (LLVMIsAConstantInt(index))
            out.constant += LLVMConstIntGetSExtValue(index) * (int64_t)scale;
        else if (scale)
            out.stride =
                gcd(out.stride, scale * (power_of_two_part(known_multiple(index, 4)) ?: 1));
    }
    return out;
}

/* ---- facts ---- */
/* A device register, or another place that the program knows by its number. */
static bool is_fixed_address(LLVMValueRef v) {
    return LLVMGetConstOpcode(v) == LLVMIntToPtr && LLVMIsAConstantInt(LLVMGetOperand(v, 0)) &&
           !LLVMIsNull(LLVMGetOperand(v, 0));
}

static void constant_expression_facts(translator *tr, LLVMValueRef v, fact_vec *out) {
    uint32_t before = out->size;
    bool calculated = false;
    if (is_fixed_address(v)) facts_join(out, fact_nowhere(tr));
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        constant_facts(tr, LLVMGetOperand(v, (unsigned)i), out);
    LLVMOpcode op = LLVMGetConstOpcode(v);
    for (uint32_t i = before; i < out->size; i++) {
        if (!out->data[i].object) continue;
        if (op == LLVMGetElementPtr) {
            gep_offset g = gep_shape(tr, v);
            out->data[i].offset += g.constant;
            out->data[i].stride = gcd(out->data[i].stride, g.stride);
        } else if (op == LLVMPtrToInt) {
            out->data[i].number = true;
        } else if (op != LLVMBitCast && op != LLVMIntToPtr && op != LLVMAddrSpaceCast) {
            out->data[i].stride = 1;
            out->data[i].offset = 0;
            calculated = true;
        }
    }
    if (calculated) expose_numbers(tr, out); /* as in points_to.c */
}

void constant_facts(translator *tr, LLVMValueRef v, fact_vec *out) {
    if (LLVMIsAGlobalAlias(v)) {
        constant_facts(tr, LLVMAliasGetAliasee(v), out);
        return;
    }
    if (LLVMIsAGlobalVariable(v) || LLVMIsAFunction(v)) {
        fact f = {.object = object_global(tr, v)};
        vec_push(out, f);
    } else if (LLVMIsAConstantExpr(v)) {
        constant_expression_facts(tr, v, out);
    } else if (LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v) || LLVMIsAConstantVector(v)) {
        for (int i = 0; i < LLVMGetNumOperands(v); i++)
            constant_facts(tr, LLVMGetOperand(v, (unsigned)i), out);
    }
}

/* ---- terms ---- */
static term printed_integer(translator *tr, LLVMValueRef v, uint32_t width) {
    char *content = LLVMPrintValueToString(v); /* "i128 -5" */
    mpz_t n;
    mpz_init(n);
    const char *digits = strchr(content, ' ');
    require(digits && !mpz_set_str(n, digits + 1, 10), "an integer constant prints as %s", content);
    term a = term_bv_mpz(tr->t, width, n);
    mpz_clear(n);
    LLVMDisposeMessage(content);
    return a;
}

static term integer_constant(translator *tr, LLVMValueRef v) {
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (width == 1) return term_bool(tr->t, LLVMConstIntGetZExtValue(v));
    if (width <= 64) return term_bv(tr->t, width, LLVMConstIntGetZExtValue(v));
    return printed_integer(tr, v, width);
}

/* Bits of a float constant: LLVM prints all formats but float and double in hexadecimal
 * ("0xK3FFF8000000000000000"). */
static term printed_float(translator *tr, LLVMValueRef v, enum float_class class) {
    char *content = LLVMPrintValueToString(v);
    const char *hex = strstr(content, "0x");
    mpz_t n;
    mpz_init(n);
    require(hex && !mpz_set_str(n, hex + 3, 16), "a float constant prints as %s", content);
    if (class == FLOAT_QUAD) { /* printed with the low word first */
        mpz_t low;
        mpz_init(low);
        mpz_tdiv_q_2exp(low, n, 64);
        mpz_tdiv_r_2exp(n, n, 64);
        mpz_mul_2exp(n, n, 64);
        mpz_add(n, n, low);
        mpz_clear(low);
    }
    term a = term_bv_mpz(tr->t, float_storage(class), n);
    mpz_clear(n);
    LLVMDisposeMessage(content);
    return a;
}

static term single_bits(translator *tr, double d) {
    uint64_t wide;
    memcpy(&wide, &d, 8);
    float f = (float)d;
    uint32_t narrow;
    memcpy(&narrow, &f, 4);
    if (d != d)
        narrow =
            (uint32_t)(wide >> 32 & 0x80000000u) | 0x7f800000u | (uint32_t)(wide >> 29 & 0x7fffffu);
    return term_bv(tr->t, 32, narrow);
}

static component float_component(translator *tr, LLVMValueRef v) {
    component c = {0};
    leaf l = type_leaf(tr, LLVMTypeOf(v));
    LLVMBool loses;
    if (l.class == FLOAT_SINGLE || l.class == FLOAT_DOUBLE) {
        double d = LLVMConstRealGetDouble(v, &loses);
        uint64_t wide;
        memcpy(&wide, &d, 8);
        c.bits = l.class == FLOAT_DOUBLE ? term_bv(tr->t, 64, wide) : single_bits(tr, d);
    } else {
        c.bits = printed_float(tr, v, l.class);
    }
    c.fp = ir_float_from_bits(tr, l.class, c.bits);
    return c;
}

static component zero_component(translator *tr, const leaf *l) {
    component c = {.bits = l->bits == 1 ? term_false(tr->t) : term_bv(tr->t, l->bits, 0)};
    if (l->kind == LEAF_FLOAT) c.fp = ir_float_from_bits(tr, l->class, c.bits);
    return c;
}

static term constant_bits(translator *tr, LLVMValueRef v) {
    component c;
    constant_components(tr, v, &c);
    return c.bits;
}

static term pointer_width(translator *tr, term a) {
    uint32_t w = term_width(tr->t, as_bv(tr, a));
    return w > tr->pointer_bits ? term_extract(tr->t, tr->pointer_bits - 1, 0, a)
                                : term_sext(tr->t, as_bv(tr, a), tr->pointer_bits);
}

static term constant_gep(translator *tr, LLVMValueRef v) {
    gep_offset g = gep_shape(tr, v);
    if (g.stride) unsupported(tr, NULL, "a constant address with a symbolic index");
    return term_2(tr->t, OP_BVADD, pointer_width(tr, constant_bits(tr, LLVMGetOperand(v, 0))),
                  term_bv(tr->t, tr->pointer_bits, (uint64_t)g.constant));
}

static term resized(translator *tr, term a, uint32_t width) {
    uint32_t w = term_width(tr->t, a);
    return w == width  ? a
           : w > width ? term_extract(tr->t, width - 1, 0, a)
                       : term_zext(tr->t, a, width);
}

static term constant_expression(translator *tr, LLVMValueRef v) {
    leaf l = type_leaf(tr, LLVMTypeOf(v));
    LLVMOpcode op = LLVMGetConstOpcode(v);
    if (op == LLVMGetElementPtr) return constant_gep(tr, v);
    term a = constant_bits(tr, LLVMGetOperand(v, 0));
    switch (op) {
    case LLVMBitCast:
    case LLVMAddrSpaceCast: return a;
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMTrunc: a = resized(tr, as_bv(tr, a), l.bits); return l.bits == 1 ? as_bool(tr, a) : a;
    case LLVMAdd: return term_2(tr->t, OP_BVADD, a, constant_bits(tr, LLVMGetOperand(v, 1)));
    case LLVMSub: return term_2(tr->t, OP_BVSUB, a, constant_bits(tr, LLVMGetOperand(v, 1)));
    case LLVMMul: return term_2(tr->t, OP_BVMUL, a, constant_bits(tr, LLVMGetOperand(v, 1)));
    case LLVMXor: return term_2(tr->t, OP_BVXOR, a, constant_bits(tr, LLVMGetOperand(v, 1)));
    default: unsupported(tr, NULL, "a constant expression");
    }
}

static term block_address(translator *tr, LLVMValueRef v) {
    LLVMValueRef function = LLVMGetBlockAddressFunction(v);
    function_info *f = function_of(tr, function);
    uint64_t number =
        map_find(&f->block_number, (uint64_t)(uintptr_t)LLVMGetBlockAddressBasicBlock(v), 0);
    return term_2(tr->t, OP_BVADD, object_address(tr, object_global(tr, function)),
                  pointer_term(tr, 1 + number));
}

static bool is_undefined(LLVMValueRef v) { return LLVMIsUndef(v) || LLVMIsPoison(v); }

static void aggregate_components(translator *tr, LLVMValueRef v, component *out) {
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMTypeKind k = LLVMGetTypeKind(type);
    uint64_t n = k == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
                 : k == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
                                          : LLVMGetVectorSize(type);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef part = LLVMGetAggregateElement(v, i);
        if (!part) unsupported(tr, NULL, "a constant that is no list of its parts");
        constant_components(tr, part, out);
        out += leaf_count(tr, LLVMTypeOf(part));
    }
}

void constant_components(translator *tr, LLVMValueRef v, component *out) {
    assert_debug(is_constant(v));
    if (!type_is_scalar(LLVMTypeOf(v))) {
        aggregate_components(tr, v, out);
        return;
    }
    leaf l = type_leaf(tr, LLVMTypeOf(v));
    if (is_undefined(v)) *out = component_any(tr, &l, ORIGIN_OPEN, "undefined value");
    else if (LLVMIsAConstantInt(v)) *out = (component){.bits = integer_constant(tr, v)};
    else if (LLVMIsAConstantFP(v)) *out = float_component(tr, v);
    else if (LLVMIsNull(v)) *out = zero_component(tr, &l);
    else if (LLVMIsAGlobalAlias(v)) constant_components(tr, LLVMAliasGetAliasee(v), out);
    else if (LLVMIsAGlobalVariable(v) || LLVMIsAFunction(v))
        *out = (component){.bits = object_address(tr, object_global(tr, v))};
    else if (LLVMIsABlockAddress(v)) *out = (component){.bits = block_address(tr, v)};
    else if (LLVMIsAConstantExpr(v)) *out = (component){.bits = constant_expression(tr, v)};
    else unsupported(tr, NULL, "a constant of an unknown kind");
}

/* ---- initializers ---- */
void initializer_visit(translator *tr, LLVMValueRef init, uint64_t offset,
                       void (*visit)(translator *, void *, uint64_t, LLVMValueRef), void *context) {
    LLVMTypeRef type = LLVMTypeOf(init);
    if (LLVMIsNull(init) || is_undefined(init)) return;
    if (type_is_scalar(type)) {
        visit(tr, context, offset, init);
        return;
    }
    LLVMTypeKind k = LLVMGetTypeKind(type);
    uint64_t n = k == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
                 : k == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
                                          : LLVMGetVectorSize(type);
    uint64_t distance = k == LLVMStructTypeKind ? 0 : type_size(tr, LLVMGetElementType(type));
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef part = LLVMGetAggregateElement(init, i);
        if (!part) unsupported(tr, NULL, "an initializer that is no list of its parts");
        uint64_t at =
            k == LLVMStructTypeKind ? LLVMOffsetOfElement(tr->layout, type, i) : i * distance;
        initializer_visit(tr, part, offset + at, visit, context);
    }
}
