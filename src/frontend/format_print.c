/* printf, sprintf, snprintf, asprintf and those that the compiler's fortification makes of them. */
#include "frontend/format_internal.h"

#include <string.h>

/* As lib/print.c has them. */
enum { LEFT = 1, PLUS = 2, BLANK = 4, ALTERNATE = 8, ZERO = 16, UPPER = 32, HEX = 64, OCTAL = 128 };

/* What becomes of the characters. */
enum sink { SINK_OUTPUT, SINK_STRING, SINK_ROOM, SINK_BLOCK };
static const struct print_function {
    const char *name;
    enum sink sink;
    uint32_t format;
    int room, known; /* arguments; -1: none */
} printers[] = {
    {"printf", SINK_OUTPUT, 0, -1, -1},        {"fprintf", SINK_OUTPUT, 1, -1, -1},
    {"dprintf", SINK_OUTPUT, 1, -1, -1},       {"__printf_chk", SINK_OUTPUT, 1, -1, -1},
    {"__fprintf_chk", SINK_OUTPUT, 2, -1, -1}, {"sprintf", SINK_STRING, 1, -1, -1},
    {"__sprintf_chk", SINK_STRING, 3, -1, 2},  {"snprintf", SINK_ROOM, 2, 1, -1},
    {"__snprintf_chk", SINK_ROOM, 4, 1, 3},    {"asprintf", SINK_BLOCK, 1, -1, -1},
    {"__asprintf_chk", SINK_BLOCK, 2, -1, -1},
};

static const struct print_function *printer_of(const char *name) {
    for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
        if (!strcmp(printers[i].name, name)) return &printers[i];
    return NULL;
}

uint32_t format_print_argument(const char *name) {
    const struct print_function *p = printer_of(name);
    return p ? p->format : UINT32_MAX;
}

/* ---- reading ---- */
static uint32_t flag(char c) {
    switch (c) {
    case '-': return LEFT;
    case '+': return PLUS;
    case ' ': return BLANK;
    case '#': return ALTERNATE;
    case '0': return ZERO;
    default: return 0;
    }
}

static void read_width(const expansion *x, uint32_t *at, directive *d) {
    d->star_width = format_at(x, *at) == '*';
    if (d->star_width) ++*at;
    else d->width = format_number(x, at);
    if (d->width < 0) d->width = 0;
    d->precision = -1;
    if (format_at(x, *at) != '.') return;
    ++*at;
    d->star_precision = format_at(x, *at) == '*';
    if (d->star_precision) ++*at;
    else d->precision = format_number(x, at);
    if (d->precision < 0 && !d->star_precision) d->precision = 0;
}

static void read_conversion(directive *d) {
    if (strchr("xX", d->conversion)) d->flags |= HEX;
    if (d->conversion == 'o') d->flags |= OCTAL;
    if (d->conversion == 'X') d->flags |= UPPER;
    if (d->conversion == 'i') d->conversion = 'd';
    if (strchr("oxX", d->conversion)) d->conversion = 'u';
}

static bool understood(const directive *d) {
    if (strchr("cs", d->conversion)) return d->length == LENGTH_NONE;
    if (strchr("dun", d->conversion)) return d->length != LENGTH_LONG_DOUBLE;
    if (d->conversion == 'p')
        return d->length == LENGTH_NONE && d->precision < 0 && !d->star_precision &&
               !(d->flags & ~LEFT);
    return strchr("fFeEgGaA", d->conversion) &&
           (d->length == LENGTH_NONE || d->length == LENGTH_LONG ||
            d->length == LENGTH_LONG_DOUBLE);
}

static bool read_directive(expansion *x, uint32_t *at) {
    directive d = {0};
    for (++*at; format_at(x, *at) && flag(format_at(x, *at)); ++*at)
        d.flags |= flag(format_at(x, *at));
    read_width(x, at, &d);
    d.length = format_length(x, at);
    d.conversion = format_at(x, *at);
    if (!d.conversion) return false;
    read_conversion(&d);
    ++*at;
    vec_push(&x->directives, d);
    return understood(&d);
}

static bool read_directives(expansion *x) {
    for (uint32_t at = 0; at < x->size;) {
        if (format_at(x, at) == '%' && format_at(x, at + 1) != '%') {
            if (!read_directive(x, &at)) return false;
            continue;
        }
        directive d = {.from = at};
        if (format_at(x, at) == '%')
            d.from = ++at, at++; /* "%%" gives its second half, and what follows */
        while (at < x->size && format_at(x, at) != '%') at++;
        d.size = at - d.from;
        vec_push(&x->directives, d);
    }
    return true;
}

/* ---- do the arguments fit ---- */
static bool takes_float(expansion *x, enum length length) {
    LLVMValueRef v =
        x->next < LLVMGetNumArgOperands(x->call) ? LLVMGetOperand(x->call, x->next) : NULL;
    x->next++;
    LLVMTypeKind kind = v ? LLVMGetTypeKind(LLVMTypeOf(v)) : LLVMVoidTypeKind;
    return length == LENGTH_LONG_DOUBLE ? kind == LLVMX86_FP80TypeKind : kind == LLVMDoubleTypeKind;
}

static bool takes(expansion *x, const directive *d) {
    if (!d->conversion) return true;
    if (d->star_width && !format_takes_integer(x, 32)) return false;
    if (d->star_precision && !format_takes_integer(x, 32)) return false;
    uint32_t bits = format_bits(x, d->length);
    if (strchr("du", d->conversion)) return format_takes_integer(x, bits < 32 ? 32 : bits);
    if (d->conversion == 'c') return format_takes_integer(x, 32);
    if (strchr("snp", d->conversion)) return format_takes_pointer(x);
    return takes_float(x, d->length);
}

static bool fits(expansion *x) {
    uint32_t first = x->next;
    bool good = true;
    for (uint32_t i = 0; i < x->directives.size && good; i++) {
        directive *d = &x->directives.data[i];
        d->argument = x->next + d->star_width + d->star_precision;
        good = takes(x, d);
    }
    x->next = first;
    return good;
}

/* ---- code ---- */
typedef struct {
    LLVMValueRef to, limit, n;
} print_buffer;

/* An integer as long long, by its own width and sign. */
static LLVMValueRef widened(expansion *x, const directive *d, LLVMValueRef v) {
    uint32_t bits = format_bits(x, d->length);
    if (bits < 32)
        v = LLVMBuildTrunc(x->b, v, LLVMIntTypeInContext(LLVMGetModuleContext(x->m), bits), "");
    if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 64) return v;
    return d->conversion == 'd' ? LLVMBuildSExt(x->b, v, x->wide, "")
                                : LLVMBuildZExt(x->b, v, x->wide, "");
}

static void store_count(expansion *x, const directive *d, const print_buffer *o) {
    LLVMTypeRef type = LLVMIntTypeInContext(LLVMGetModuleContext(x->m), format_bits(x, d->length));
    LLVMBuildStore(x->b, LLVMBuildIntCast2(x->b, o->n, type, false, ""), format_take(x));
}

static void put(expansion *x, print_buffer *o, const char *name, LLVMValueRef *more, uint32_t n) {
    LLVMValueRef arguments[8] = {o->to, o->limit, o->n};
    for (uint32_t i = 0; i < n; i++) arguments[3 + i] = more[i];
    o->n = format_call(x, name, x->word, 3 + n, arguments);
}

static const char *putter(const directive *d) {
    switch (d->conversion) {
    case 'd': return "__cinch_put_signed";
    case 'u': return "__cinch_put_unsigned";
    case 's': return "__cinch_put_string";
    default:
        return d->length == LENGTH_LONG_DOUBLE ? "__cinch_put_long_double" : "__cinch_put_double";
    }
}

static void put_directive(expansion *x, const directive *d, print_buffer *o) {
    LLVMValueRef width = d->star_width ? format_take(x) : format_constant(x, d->width);
    LLVMValueRef precision = d->star_precision ? format_take(x) : format_constant(x, d->precision);
    LLVMValueRef flags = format_constant(x, d->flags);
    if (d->conversion == 'n') {
        store_count(x, d, o);
        return;
    }
    LLVMValueRef v = format_take(x), plain[] = {v, flags, width, precision};
    LLVMValueRef with_letter[] = {v, format_constant(x, d->conversion), flags, width, precision};
    if (strchr("du", d->conversion)) plain[0] = widened(x, d, v);
    if (d->conversion == 'c') put(x, o, "__cinch_put_char", plain, 3);
    else if (d->conversion == 'p') put(x, o, "__cinch_put_pointer", plain, 3);
    else if (strchr("dus", d->conversion)) put(x, o, putter(d), plain, 4);
    else put(x, o, putter(d), with_letter, 5);
}

static void put_all(expansion *x, print_buffer *o) {
    uint32_t first = x->next;
    o->n = LLVMConstInt(x->word, 0, false);
    for (uint32_t i = 0; i < x->directives.size; i++) {
        const directive *d = &x->directives.data[i];
        LLVMValueRef piece[] = {format_text(x, d->from), LLVMConstInt(x->word, d->size, false)};
        if (d->conversion) put_directive(x, d, o);
        else put(x, o, "__cinch_put_text", piece, 2);
    }
    x->next = first;
}

/* ---- one way for each kind of sink ---- */
static LLVMValueRef print_nowhere(expansion *x) {
    print_buffer o = {LLVMConstNull(x->pointer), LLVMConstInt(x->word, 0, false), NULL};
    put_all(x, &o);
    return format_call(x, "__cinch_printed", x->integer, 1, &o.n);
}

static LLVMValueRef finish(expansion *x, const char *name, const print_buffer *o,
                           LLVMValueRef room) {
    LLVMValueRef end[] = {o->to, room, o->n};
    return format_call(x, name, x->integer, 3, end);
}

static LLVMValueRef print_string(expansion *x, const struct print_function *p) {
    LLVMValueRef room =
        p->known < 0 ? LLVMConstAllOnes(x->word) : LLVMGetOperand(x->call, (unsigned)p->known);
    print_buffer o = {LLVMGetOperand(x->call, 0), room, NULL};
    put_all(x, &o);
    return finish(x, p->known < 0 ? "__cinch_put_end" : "__cinch_put_checked", &o, room);
}

static LLVMValueRef print_room(expansion *x, const struct print_function *p) {
    LLVMValueRef room = LLVMGetOperand(x->call, (unsigned)p->room);
    LLVMValueRef both[] = {room, p->known < 0 ? room : LLVMGetOperand(x->call, (unsigned)p->known)};
    if (p->known >= 0) room = format_call(x, "__cinch_put_room", x->word, 2, both);
    print_buffer o = {LLVMGetOperand(x->call, 0),
                      format_call(x, "__cinch_put_limit", x->word, 1, &room), NULL};
    put_all(x, &o);
    return finish(x, "__cinch_put_end", &o, room);
}

/* Once to count, once to write. */
static LLVMValueRef print_block(expansion *x) {
    print_buffer counted = {LLVMConstNull(x->pointer), LLVMConstInt(x->word, 0, false), NULL};
    put_all(x, &counted);
    LLVMValueRef made[] = {LLVMGetOperand(x->call, 0), counted.n};
    LLVMValueRef block = format_call(x, "__cinch_put_block", x->pointer, 2, made);
    LLVMValueRef both[] = {block, counted.n};
    print_buffer o = {block, format_call(x, "__cinch_put_block_limit", x->word, 2, both), NULL};
    put_all(x, &o);
    return finish(x, "__cinch_put_block_end", &o, o.n);
}

/* Output is worth it if its result or its errors are used. */
static bool matters(const expansion *x, const struct print_function *p, uint32_t checks) {
    if (p->sink != SINK_OUTPUT || LLVMGetFirstUse(x->call)) return true;
    for (uint32_t i = 0; i < x->directives.size; i++) {
        const directive *d = &x->directives.data[i];
        bool reads =
            d->conversion == 's' && !format_is_string(LLVMGetOperand(x->call, d->argument));
        if (d->conversion == 'n' || (reads && checks & (CHECK_BOUNDS | CHECK_NULL | CHECK_DEREF)))
            return true;
    }
    return false;
}

static bool prints_strings(const expansion *x) {
    for (uint32_t i = 0; i < x->directives.size; i++)
        if (x->directives.data[i].conversion == 's') return true;
    return false;
}

/* A length that only the second writing would bound. */
static bool repeatable(const expansion *x) {
    for (uint32_t i = 0; i < x->directives.size; i++)
        if (x->directives.data[i].conversion &&
            strchr("fFeEgGaAp", x->directives.data[i].conversion))
            return false;
    return true;
}

bool format_print(expansion *x, uint32_t checks, LLVMValueRef *value) {
    size_t length;
    const struct print_function *p =
        printer_of(LLVMGetValueName2(LLVMGetCalledValue(x->call), &length));
    if (!read_directives(x) || !fits(x)) return false;
    if (!matters(x, p, checks)) { /* the call may go: its result is not used */
        *value = format_constant(x, 0);
        return prints_strings(x) && checks;
    }
    if (p->sink == SINK_BLOCK && !repeatable(x)) return false;
    *value = p->sink == SINK_OUTPUT   ? print_nowhere(x)
             : p->sink == SINK_STRING ? print_string(x, p)
             : p->sink == SINK_ROOM   ? print_room(x, p)
                                      : print_block(x);
    return true;
}
