/* C types of what functions without a body return: what their caller declared or assumed, which the
 * LLVM type says but for signs of whole registers; there the usual endings of __VERIFIER_nondet_*
 * speak, as far as they agree with it. */
#include "frontend/external/result_type.h"
#include "frontend/llvm/translator.h"

#include <string.h>

enum { WORD = 0 /* bits of a pointer */ };

static const struct {
    const char *ending, *type;
    enum leaf_kind kind;
    uint32_t bits;
} endings[] = {
    {"bool", "_Bool", LEAF_INT, 1},
    {"char", "char", LEAF_INT, 8},
    {"uchar", "unsigned char", LEAF_INT, 8},
    {"unsigned_char", "unsigned char", LEAF_INT, 8},
    {"u8", "unsigned char", LEAF_INT, 8},
    {"uint8_t", "unsigned char", LEAF_INT, 8},
    {"int8_t", "signed char", LEAF_INT, 8},
    {"uint16_t", "unsigned short", LEAF_INT, 16},
    {"int16_t", "short", LEAF_INT, 16},
    {"uint32_t", "unsigned int", LEAF_INT, 32},
    {"int32_t", "int", LEAF_INT, 32},
    {"uint64_t", "unsigned long long", LEAF_INT, 64},
    {"int64_t", "long long", LEAF_INT, 64},
    {"S8", "signed char", LEAF_INT, 8},
    {"short", "short", LEAF_INT, 16},
    {"ushort", "unsigned short", LEAF_INT, 16},
    {"u16", "unsigned short", LEAF_INT, 16},
    {"S16", "short", LEAF_INT, 16},
    {"int", "int", LEAF_INT, 32},
    {"uint", "unsigned int", LEAF_INT, 32},
    {"u32", "unsigned int", LEAF_INT, 32},
    {"S32", "int", LEAF_INT, 32},
    {"unsigned", "unsigned int", LEAF_INT, 32},
    {"unsigned_int", "unsigned int", LEAF_INT, 32},
    {"long", "long", LEAF_INT, WORD},
    {"ulong", "unsigned long", LEAF_INT, WORD},
    {"size_t", "__SIZE_TYPE__", LEAF_INT, WORD},
    {"sector_t", "unsigned long", LEAF_INT, WORD},
    {"longlong", "long long", LEAF_INT, 64},
    {"ulonglong", "unsigned long long", LEAF_INT, 64},
    {"loff_t", "long long", LEAF_INT, 64},
    {"int128", "__int128", LEAF_INT, 128},
    {"uint128", "unsigned __int128", LEAF_INT, 128},
};

static const char *type_by_ending(const translator *tr, const leaf *l, const char *ending) {
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(endings[i].ending, ending) && endings[i].kind == l->kind &&
            (endings[i].bits ? endings[i].bits : tr->pointer_bits) == l->bits)
            return endings[i].type;
    return NULL;
}

static const char *float_type(enum float_class c) {
    switch (c) {
    case FLOAT_SINGLE: return "float";
    case FLOAT_DOUBLE: return "double";
    case FLOAT_X87: return "long double";
    case FLOAT_QUAD: return "__float128";
    default: return "";
    }
}

static const char *integer_type(uint32_t width, bool zero_extended) {
    switch (width) {
    case 1: return "_Bool";
    case 8: return zero_extended ? "unsigned char" : "signed char";
    case 16: return zero_extended ? "unsigned short" : "short";
    case 32: return "int";
    case 64: return "long long";
    case 128: return "__int128";
    default: return "";
    }
}

static bool result_zero_extended(LLVMValueRef call) {
    unsigned kind = LLVMGetEnumAttributeKindForName("zeroext", 7);
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeReturnIndex, kind);
}

const char *result_type(const translator *tr, LLVMValueRef call, const leaf *l, const char *name) {
    assert_debug(LLVMIsACallInst(call));
    assert_debug(l->bits && l->size);
    if (!type_is_scalar(LLVMTypeOf(call))) return "";
    if (l->kind == LEAF_POINTER) return "void *";
    if (l->kind == LEAF_FLOAT) return float_type(l->class);
    const char *ending = nondet_type(name);
    const char *type = ending ? type_by_ending(tr, l, ending) : NULL;
    return type ? type : integer_type(l->bits, result_zero_extended(call));
}
