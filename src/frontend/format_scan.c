/* scanf, fscanf, sscanf. */
#include "frontend/format_internal.h"

#include <string.h>

/* As lib/scan.c has them. */
enum { SKIP = 1, SIGNED = 2, WIDE = 4, NOT = 8 };

static const struct {
    const char *name;
    uint32_t format;
    bool string;
} scanners[] = {
    {"scanf", 0, false},  {"__isoc99_scanf", 0, false},  {"__isoc23_scanf", 0, false},
    {"fscanf", 1, false}, {"__isoc99_fscanf", 1, false}, {"__isoc23_fscanf", 1, false},
    {"sscanf", 1, true},  {"__isoc99_sscanf", 1, true},  {"__isoc23_sscanf", 1, true},
};
enum { SCANNERS = sizeof scanners / sizeof *scanners };

uint32_t format_scan_argument(const char *name) {
    for (size_t i = 0; i < SCANNERS; i++)
        if (!strcmp(scanners[i].name, name)) return scanners[i].format;
    return UINT32_MAX;
}

static bool reads_string(const expansion *x) {
    size_t length;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(x->call), &length);
    for (size_t i = 0; i < SCANNERS; i++)
        if (!strcmp(scanners[i].name, name)) return scanners[i].string;
    return false;
}

/* ---- reading ---- */
static bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The characters between the brackets: a ] that comes first is one of them. */
static bool read_set(const expansion *x, uint32_t *at, directive *d) {
    if (format_at(x, *at) == '^') d->flags |= NOT, ++*at;
    d->from = *at;
    if (format_at(x, *at) == ']') ++*at;
    while (format_at(x, *at) && format_at(x, *at) != ']') ++*at;
    d->size = *at - d->from;
    return format_at(x, (*at)++) == ']';
}

static bool understood(const directive *d, bool string) {
    bool plain = d->length == LENGTH_NONE;
    if (strchr("diuoxX", d->conversion)) return d->length != LENGTH_LONG_DOUBLE;
    if (d->conversion == 'n') return plain && d->width < 0 && !(d->flags & SKIP);
    if (strchr("cs[", d->conversion)) return plain;
    return strchr("fFeEgG", d->conversion) && !string && d->width < 0 &&
           (plain || d->length == LENGTH_LONG || d->length == LENGTH_LONG_DOUBLE);
}

static bool read_directive(expansion *x, uint32_t *at, bool string) {
    directive d = {0};
    ++*at;
    if (format_at(x, *at) == '*') d.flags |= SKIP, ++*at;
    d.width = format_number(x, at);
    d.length = format_length(x, at);
    d.conversion = format_at(x, (*at)++);
    if (!d.conversion || !d.width || !understood(&d, string)) return false;
    if (strchr("di", d.conversion)) d.flags |= SIGNED;
    if (d.length == LENGTH_LONG_LONG) d.flags |= WIDE;
    if (d.conversion == 'c' && d.width < 0) d.width = 1;
    if (d.conversion == '[' && !read_set(x, at, &d)) return false;
    vec_push(&x->directives, d);
    return true;
}

/* Space is a directive of its own (' '), and so is each run of other characters; "%%" is one that
 * space may come before. */
static bool read_directives(expansion *x, bool string) {
    for (uint32_t at = 0; at < x->size;) {
        directive d = {.from = at};
        bool percent = format_at(x, at) == '%';
        if (percent && format_at(x, at + 1) != '%') {
            if (!read_directive(x, &at, string)) return false;
            continue;
        }
        if (blank(format_at(x, at)) || percent)
            vec_push(&x->directives, ((directive){.conversion = ' '}));
        while (!percent && blank(format_at(x, at))) at++;
        d.from = percent ? at + 1 : at;
        if (percent) at += 2;
        while (!percent && at < x->size && format_at(x, at) != '%' && !blank(format_at(x, at)))
            at++;
        d.size = at - d.from;
        if (d.size) vec_push(&x->directives, d);
    }
    return true;
}

static bool assigns(const directive *d) {
    return d->conversion && d->conversion != ' ' && !(d->flags & SKIP);
}

static bool fits(expansion *x) {
    uint32_t first = x->next;
    bool good = true;
    for (uint32_t i = 0; i < x->directives.size && good; i++)
        if (assigns(&x->directives.data[i])) good = format_takes_pointer(x);
    x->next = first;
    return good;
}

/* ---- code ---- */
typedef struct {
    LLVMValueRef state, cursor, start; /* the last two: of a string, or NULL */
} scan_reading;

/* __cinch_scan_NAME(state, cursor, ...) of a string, __cinch_read_NAME(state, ...) of other input.
 */
static void directive_call(expansion *x, scan_reading *r, const char *name, LLVMValueRef *more,
                           uint32_t n) {
    char full[64];
    LLVMValueRef arguments[10] = {r->state, r->cursor};
    uint32_t head = r->cursor ? 2 : 1;
    for (uint32_t i = 0; i < n; i++) arguments[head + i] = more[i];
    snprintf(full, sizeof full, "__cinch_%s_%s", r->cursor ? "scan" : "read", name);
    r->state = format_call(x, full, x->integer, head + n, arguments);
}

static int base_of(char conversion) {
    switch (conversion) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x':
    case 'X': return 16;
    default: return 10;
    }
}

static void read_integer(expansion *x, scan_reading *r, const directive *d, LLVMValueRef to) {
    char bits[8];
    LLVMValueRef more[] = {format_constant(x, base_of(d->conversion)), format_constant(x, d->flags),
                           format_constant(x, d->width), to};
    snprintf(bits, sizeof bits, "%u", format_bits(x, d->length));
    directive_call(x, r, bits, more, 4);
}

static void read_float(expansion *x, scan_reading *r, const directive *d, LLVMValueRef to) {
    LLVMValueRef more[] = {format_constant(x, d->flags), to};
    directive_call(x, r,
                   d->length == LENGTH_NONE   ? "float"
                   : d->length == LENGTH_LONG ? "double"
                                              : "real",
                   more, 2);
}

static void read_characters(expansion *x, scan_reading *r, const directive *d, LLVMValueRef to) {
    LLVMValueRef more[] = {format_constant(x, d->flags), format_constant(x, d->width), to};
    LLVMValueRef set[] = {more[0], more[1], format_text(x, d->from),
                          LLVMConstInt(x->word, d->size, false), to};
    if (d->conversion == '[') directive_call(x, r, "set", set, 5);
    else directive_call(x, r, d->conversion == 'c' ? "chars" : "string", more, 3);
}

static void read_count(expansion *x, scan_reading *r, LLVMValueRef to) {
    LLVMValueRef more[] = {r->start, to};
    directive_call(x, r, "count", r->cursor ? more : more + 1, r->cursor ? 2 : 1);
}

static void read_text(expansion *x, scan_reading *r, const directive *d) {
    LLVMValueRef more[] = {format_text(x, d->from), LLVMConstInt(x->word, d->size, false)};
    directive_call(x, r, "text", more, r->cursor ? 2 : 0);
}

static void skip_space(expansion *x, scan_reading *r) {
    LLVMValueRef both[] = {r->state, r->cursor};
    if (r->cursor)
        format_call(x, "__cinch_scan_space", LLVMVoidTypeInContext(LLVMGetModuleContext(x->m)), 2,
                    both);
}

static void directive_read(expansion *x, scan_reading *r, const directive *d) {
    if (!d->conversion) {
        read_text(x, r, d);
        return;
    }
    if (d->conversion == ' ') {
        skip_space(x, r);
        return;
    }
    LLVMValueRef to = assigns(d) ? format_take(x) : LLVMConstNull(x->pointer);
    if (d->conversion == 'n') read_count(x, r, to);
    else if (strchr("cs[", d->conversion)) read_characters(x, r, d, to);
    else if (strchr("fFeEgG", d->conversion)) read_float(x, r, d, to);
    else read_integer(x, r, d, to);
}

/* A variable at the start of the function. */
static LLVMValueRef new_cursor(expansion *x) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(x->m));
    LLVMBasicBlockRef entry =
        LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(x->call)));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
    LLVMValueRef cursor = LLVMBuildAlloca(b, x->pointer, "");
    LLVMDisposeBuilder(b);
    return cursor;
}

bool format_scan(expansion *x, LLVMValueRef *value) {
    bool string = reads_string(x);
    if (!read_directives(x, string) || !fits(x)) return false;
    scan_reading r = {format_constant(x, 0), NULL, NULL};
    if (string) {
        r.cursor = new_cursor(x);
        r.start = LLVMGetOperand(x->call, 0);
        LLVMBuildStore(x->b, r.start, r.cursor);
    }
    for (uint32_t i = 0; i < x->directives.size; i++) directive_read(x, &r, &x->directives.data[i]);
    *value = format_call(x, "__cinch_scanned", x->integer, 1, &r.state);
    return true;
}
