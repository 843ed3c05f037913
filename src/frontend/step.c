#include "frontend/step.h"

#include "base/log.h"

#include <llvm-c/Target.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ELEMENTS = 4096 };

typedef struct {
    compiler *c;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    uint32_t elements; /* scalars havocked so far */
    const input_types *types;
    LLVMBasicBlockRef first; /* its first block: where variables of the harness are made */
} harness;

static bool complain(harness *h, const char *format, const char *name) {
    h->c->status = LOAD_BAD_INPUT;
    text_print(h->c->messages, format, name);
    return false;
}

/* The usual name of a nondet function of this type; NULL where there is none. */
static const char *nondet_name(LLVMTypeRef type, bool is_signed) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: return "__VERIFIER_nondet_float";
    case LLVMDoubleTypeKind: return "__VERIFIER_nondet_double";
    case LLVMX86_FP80TypeKind: return "__VERIFIER_nondet_longdouble";
    case LLVMIntegerTypeKind: break;
    default: return NULL;
    }
    switch (LLVMGetIntTypeWidth(type)) {
    case 1: return "__VERIFIER_nondet_bool";
    case 8: return is_signed ? "__VERIFIER_nondet_char" : "__VERIFIER_nondet_uchar";
    case 16: return is_signed ? "__VERIFIER_nondet_short" : "__VERIFIER_nondet_ushort";
    case 32: return is_signed ? "__VERIFIER_nondet_int" : "__VERIFIER_nondet_uint";
    case 64: return is_signed ? "__VERIFIER_nondet_longlong" : "__VERIFIER_nondet_ulonglong";
    case 128: return is_signed ? "__VERIFIER_nondet_int128" : "__VERIFIER_nondet_uint128";
    default: return NULL;
    }
}

static LLVMValueRef nondet(harness *h, LLVMTypeRef type, bool is_signed) {
    const char *name = nondet_name(type, is_signed);
    if (!name) return NULL;
    LLVMValueRef f = LLVMGetNamedFunction(h->module, name);
    if (f && LLVMGetReturnType(LLVMGlobalGetValueType(f)) != type) return NULL;
    LLVMTypeRef function = LLVMFunctionType(type, NULL, 0, false);
    if (!f) f = LLVMAddFunction(h->module, name, function);
    return LLVMBuildCall2(h->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "");
}

/* ---- what is known of inputs ---- */

const input_bounds *bounds_of(const load_options *o, const char *name) {
    assert_debug(*name);
    for (uint32_t i = 0; i < o->bounds.size; i++)
        if (!strcmp(o->bounds.data[i].name, name)) return &o->bounds.data[i];
    return NULL;
}

input_bounds *bounds_add(load_options *o, const char *name) {
    for (uint32_t i = 0; i < o->bounds.size; i++)
        if (!strcmp(o->bounds.data[i].name, name)) return &o->bounds.data[i];
    vec_push(&o->bounds, ((input_bounds){.name = name}));
    return &vec_last(&o->bounds);
}

static LLVMTypeRef bit(harness *h) { return LLVMInt1TypeInContext(h->c->context); }

static void assume(harness *h, LLVMValueRef condition) {
    LLVMTypeRef word = LLVMInt32TypeInContext(h->c->context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(h->c->context), &word, 1, false);
    LLVMValueRef f = LLVMGetNamedFunction(h->module, "__cinch_assume");
    if (!f) f = LLVMAddFunction(h->module, "__cinch_assume", type);
    LLVMValueRef argument = LLVMBuildZExt(h->builder, condition, word, "");
    LLVMBuildCall2(h->builder, LLVMGlobalGetValueType(f), f, &argument, 1, "");
}

static bool is_integer(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
}

/* The number with two bits more than it has at least, for bounds beyond its type and changes. */
static LLVMValueRef widened(harness *h, LLVMValueRef v, bool is_signed) {
    LLVMTypeRef wide =
        LLVMIntTypeInContext(h->c->context, LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 32 ? 64 : 128);
    return is_signed ? LLVMBuildSExt(h->builder, v, wide, "")
                     : LLVMBuildZExt(h->builder, v, wide, "");
}

/* A bound of what was widened: one that is further away than any of its values says the same. */
static LLVMValueRef whole_number(LLVMTypeRef type, long double x) {
    long double most = LLVMGetIntTypeWidth(type) == 64 ? 0x1p62L : 0x1p126L;
    __int128 n = (__int128)(x > most ? most : x < -most ? -most : x);
    uint64_t words[] = {(uint64_t)n, (uint64_t)((unsigned __int128)n >> 64)};
    return LLVMConstIntOfArbitraryPrecision(type, 2, words);
}

/* A bound is compared as it was given: a narrower float becomes a double, and not the bound a float
 * that lies beyond it. */
static LLVMValueRef as_wide_as_bounds(harness *h, LLVMValueRef v) {
    LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));
    bool narrow = k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind || k == LLVMFloatTypeKind;
    LLVMTypeRef wide = LLVMDoubleTypeInContext(h->c->context);
    return narrow ? LLVMBuildFPExt(h->builder, v, wide, "") : v;
}

static LLVMValueRef between(harness *h, LLVMValueRef v, long double low, long double high) {
    v = as_wide_as_bounds(h, v);
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMValueRef above, below;
    if (is_integer(v)) {
        above = LLVMBuildICmp(h->builder, LLVMIntSGE, v, whole_number(type, ceill(low)), "");
        below = LLVMBuildICmp(h->builder, LLVMIntSLE, v, whole_number(type, floorl(high)), "");
    } else {
        above = LLVMBuildFCmp(h->builder, LLVMRealOGE, v, LLVMConstReal(type, (double)low), "");
        below = LLVMBuildFCmp(h->builder, LLVMRealOLE, v, LLVMConstReal(type, (double)high), "");
    }
    return LLVMBuildAnd(h->builder, above, below, "");
}

/* Is it read as a signed number? Bounds that begin at 0 or above say that it is not. */
static bool has_sign(const input_bounds *b, input_type type) {
    return b->bounded ? b->low < 0 : type.is_signed;
}

static void assume_range(harness *h, const input_bounds *b, LLVMValueRef v) {
    if (b->bounded)
        assume(h, between(h, is_integer(v) ? widened(h, v, b->low < 0) : v, b->low, b->high));
    if (!b->finite || is_integer(v)) return;
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMValueRef below =
        LLVMBuildFCmp(h->builder, LLVMRealOLT, v, LLVMConstReal(type, INFINITY), "");
    LLVMValueRef above =
        LLVMBuildFCmp(h->builder, LLVMRealOGT, v, LLVMConstReal(type, -INFINITY), "");
    assume(h, LLVMBuildAnd(h->builder, below, above, ""));
}

/* A variable of the harness, zero at first. */
static LLVMValueRef own_variable(harness *h, LLVMTypeRef type) {
    LLVMBuilderRef at = LLVMCreateBuilderInContext(h->c->context);
    LLVMPositionBuilder(at, h->first, LLVMGetFirstInstruction(h->first));
    LLVMValueRef v = LLVMBuildAlloca(at, type, "");
    LLVMBuildStore(at, LLVMConstNull(type), v);
    LLVMDisposeBuilder(at);
    return v;
}

static LLVMValueRef changes_within(harness *h, LLVMValueRef before, LLVMValueRef now,
                                   long double rate) {
    LLVMValueRef change = is_integer(now) ? LLVMBuildSub(h->builder, now, before, "")
                                          : LLVMBuildFSub(h->builder, now, before, "");
    return between(h, change, -rate, rate);
}

/* Whether an integer has a sign its bounds say, or its C type. */
static void assume_rate(harness *h, const input_bounds *b, LLVMValueRef v, input_type type) {
    if (!(b->rate > 0)) return;
    LLVMValueRef last = own_variable(h, LLVMTypeOf(v)), begun = own_variable(h, bit(h)), within;
    LLVMValueRef before = LLVMBuildLoad2(h->builder, LLVMTypeOf(v), last, "");
    LLVMValueRef unused =
        LLVMBuildNot(h->builder, LLVMBuildLoad2(h->builder, bit(h), begun, ""), "");
    if (!is_integer(v)) within = changes_within(h, before, v, b->rate);
    else
        within = changes_within(h, widened(h, before, has_sign(b, type)),
                                widened(h, v, has_sign(b, type)), b->rate);
    assume(h, LLVMBuildOr(h->builder, unused, within, ""));
    LLVMBuildStore(h->builder, v, last);
    LLVMBuildStore(h->builder, LLVMConstInt(bit(h), 1, false), begun);
}

/* Bounds from 0 on that end within the unsigned numbers of a size are about those. Beyond, they
 * would have to be read with the type's own sign, which is not known here. */
static bool has_sign_by_bounds(LLVMTypeRef type, const input_bounds *b) {
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || !b->bounded || b->low < 0) return true;
    return floorl(b->high) < ldexpl(1, (int)LLVMGetIntTypeWidth(type));
}

/* A value of this type, as far as it is known; NULL: there is none, or a complaint. */
static LLVMValueRef input_value(harness *h, LLVMTypeRef type, const input_bounds *known,
                                input_type meant) {
    if (known && !has_sign_by_bounds(type, known)) {
        complain(h,
                 "%s: the upper bound is beyond all numbers of its type: give its largest number\n",
                 known->name);
        return NULL;
    }
    bool byte = meant.is_bool && LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    LLVMValueRef any = nondet(h, byte ? bit(h) : type, meant.is_signed);
    if (any && byte && LLVMTypeOf(any) != type) any = LLVMBuildZExt(h->builder, any, type, "");
    if (!any || !known) return any;
    assume_range(h, known, any);
    if (!known->constant) assume_rate(h, known, any, meant);
    return any;
}

const char *bound_words(long double x, char *out) {
    bool whole = x == floorl(x) && fabsl(x) < 0x1p64L;
    snprintf(out, BOUND_DIGITS, whole ? "%.0Lf" : "%.15Lg", x);
    return out;
}

void step_say_bounds(const load_options *o, program *p) {
    for (uint32_t i = 0; i < o->bounds.size; i++) {
        const input_bounds *b = &o->bounds.data[i];
        char low[BOUND_DIGITS], high[BOUND_DIGITS], rate[BOUND_DIGITS];
        bound_words(b->low, low), bound_words(b->high, high), bound_words(b->rate, rate);
        text says = {0};
        text_print(&says, "input %s", b->name);
        if (b->bounded) text_print(&says, " lies between %s and %s", low, high);
        if (b->finite) text_print(&says, "%s is neither NaN nor infinite", b->bounded ? "," : "");
        else if (b->bounded) text_add(&says, " (as a float: it is no NaN)");
        if (b->rate > 0) text_print(&says, ", changes by at most %s from step to step", rate);
        if (b->constant) text_add(&says, ", never changes");
        program_add_note(p, NOTE_ASSUMPTION, text_string(&says), (position){0});
        text_release(&says);
    }
}

/* ---- */

static LLVMValueRef element_at(harness *h, LLVMTypeRef type, LLVMValueRef pointer, uint64_t i) {
    LLVMTypeRef word = LLVMInt32TypeInContext(h->c->context);
    LLVMValueRef path[] = {LLVMConstInt(word, 0, false), LLVMConstInt(word, i, false)};
    return LLVMBuildInBoundsGEP2(h->builder, type, pointer, path, 2, "");
}

/* A global that is an input, and the part of it at hand. */
typedef struct {
    LLVMValueRef global;
    const input_bounds *known;
    LLVMTargetDataRef layout;
} input_global;

static uint64_t offset_of(const input_global *g, LLVMTypeRef type, uint64_t i) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
        return LLVMOffsetOfElement(g->layout, type, (unsigned)i);
    return i * LLVMABISizeOfType(g->layout, LLVMGetElementType(type));
}

/* Store any value into all of an object of this type, which lies at this offset of the global. */
static bool havoc(harness *h, const input_global *g, LLVMTypeRef type, LLVMValueRef pointer,
                  uint64_t offset) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) {
        LLVMValueRef any = input_value(h, type, g->known,
                                       h->types->of_global(h->module, g->global, offset,
                                                           LLVMStoreSizeOfType(g->layout, type)));
        if (!any || ++h->elements > MOST_ELEMENTS) return false;
        LLVMBuildStore(h->builder, any, pointer);
        return true;
    }
    uint64_t n =
        kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    for (uint64_t i = 0; i < n; i++) {
        LLVMTypeRef part = kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, (unsigned)i)
                                                      : LLVMGetElementType(type);
        if (!havoc(h, g, part, element_at(h, type, pointer, i), offset + offset_of(g, type, i)))
            return false;
    }
    return true;
}

static bool is_read_as_volatile(LLVMValueRef v) {
    bool found = false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && !found; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool address = LLVMIsAGetElementPtrInst(user) ||
                       (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
        found =
            LLVMIsALoadInst(user) ? LLVMGetVolatile(user) : address && is_read_as_volatile(user);
    }
    return found;
}

/* Those that change, or those that do not. */
static bool havoc_inputs(harness *h, bool constant) {
    const string_vec *names = &h->c->options->inputs;
    for (uint32_t i = 0; i < names->size; i++) {
        const input_bounds *known = bounds_of(h->c->options, names->data[i]);
        if ((known && known->constant) != constant) continue;
        LLVMValueRef global = LLVMGetNamedGlobal(h->module, names->data[i]);
        if (!global) return complain(h, "--input %s: no such global variable\n", names->data[i]);
        if (LLVMIsGlobalConstant(global) && !is_read_as_volatile(global))
            return complain(h,
                            "%s is const and not volatile: the compiler has put its value where it "
                            "is read, so that it cannot be an input (-- -Dconst= reads the sources "
                            "without const)\n",
                            names->data[i]);
        input_global g = {global, known, LLVMGetModuleDataLayout(h->module)};
        if (!havoc(h, &g, LLVMGlobalGetValueType(global), global, 0))
            return h->c->status == LOAD_OK &&
                   complain(
                       h, "--input %s: its type holds pointers, or is too large, to be an input\n",
                       names->data[i]);
    }
    return true;
}

static bool call_step(harness *h, LLVMValueRef f, const char *name) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    unsigned n = LLVMCountParamTypes(type);
    vec(LLVMTypeRef) types = {0};
    vec(LLVMValueRef) values = {0};
    vec_resize(&types, n);
    LLVMGetParamTypes(type, types.data);
    for (unsigned i = 0; i < n; i++) {
        size_t length;
        const input_bounds *known =
            bounds_of(h->c->options, LLVMGetValueName2(LLVMGetParam(f, i), &length));
        LLVMValueRef v =
            input_value(h, types.data[i], known, h->types->of_parameter(h->module, f, i));
        if (v) vec_push(&values, v);
    }
    bool good = values.size == n;
    if (good) LLVMBuildCall2(h->builder, type, f, values.data, n, "");
    else if (h->c->status == LOAD_OK)
        complain(h,
                 "--step %s: a parameter is neither an integer nor a float; wrap it in a function "
                 "of your own\n",
                 name);
    vec_release(&types);
    vec_release(&values);
    return good;
}

static LLVMValueRef defined(harness *h, const char *option, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(h->module, name);
    if (f && !LLVMIsDeclaration(f)) return f;
    text_print(h->c->messages, "%s ", option);
    complain(h, "%s: no function of this name with a body\n", name);
    return NULL;
}

static bool call_init(harness *h) {
    const char *name = h->c->options->init;
    if (!name) return true;
    LLVMValueRef f = defined(h, "--init", name);
    if (!f) return false;
    if (LLVMCountParams(f)) return complain(h, "--init %s: it takes parameters\n", name);
    LLVMBuildCall2(h->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "");
    return true;
}

static bool has_parameter(LLVMValueRef f, const char *name) {
    for (unsigned i = 0; i < LLVMCountParams(f); i++) {
        size_t length;
        if (!strcmp(LLVMGetValueName2(LLVMGetParam(f, i), &length), name)) return true;
    }
    return false;
}

static bool check_bounds(harness *h, LLVMValueRef step) {
    const load_options *o = h->c->options;
    for (uint32_t i = 0; i < o->bounds.size; i++) {
        const input_bounds *b = &o->bounds.data[i];
        bool parameter = has_parameter(step, b->name), global = false;
        for (uint32_t k = 0; k < o->inputs.size; k++) global |= !strcmp(o->inputs.data[k], b->name);
        if (!parameter && !global)
            return complain(h,
                            "%s: no such input: neither a parameter of the step function nor "
                            "named with --input\n",
                            b->name);
        if (!global && b->constant)
            return complain(h, "--const %s: a parameter has a new value in each call\n", b->name);
    }
    return true;
}

bool step_build(compiler *c, LLVMModuleRef m, const input_types *types) {
    LOG("frontend", "build the step loop");
    harness h = {
        .c = c, .module = m, .builder = LLVMCreateBuilderInContext(c->context), .types = types};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c->context), NULL, 0, false);
    LLVMValueRef step = defined(&h, "--step", c->options->step);
    bool good = step != NULL && check_bounds(&h, step);
    if (good) {
        LLVMValueRef entry = LLVMAddFunction(m, STEP_ENTRY, type);
        h.first = LLVMAppendBasicBlockInContext(c->context, entry, "entry");
        LLVMBasicBlockRef begin = LLVMAppendBasicBlockInContext(c->context, entry, "begin");
        LLVMPositionBuilderAtEnd(h.builder, h.first);
        LLVMBuildBr(h.builder, begin);
        LLVMPositionBuilderAtEnd(h.builder, begin);
        good = havoc_inputs(&h, true) && call_init(&h);
        LLVMBasicBlockRef loop = LLVMAppendBasicBlockInContext(c->context, entry, "loop");
        LLVMBuildBr(h.builder, loop);
        LLVMPositionBuilderAtEnd(h.builder, loop);
        good = good && havoc_inputs(&h, false) && call_step(&h, step, c->options->step);
        LLVMBuildBr(h.builder, loop);
    }
    LLVMDisposeBuilder(h.builder);
    return good;
}
