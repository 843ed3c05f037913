/* The variables of objects, their names, and what they hold when the program starts. */
#include "base/log.h"
#include "frontend/memory/initial.h"
#include "frontend/external/external_block.h"
#include "frontend/library.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/debug_info.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/address.h"
#include "frontend/memory/layout.h"
#include "frontend/memory/lifetime.h"
#include "frontend/memory/object.h"
#include "frontend/memory/uninitialized.h"

#include <string.h>

/* The variables of objects, their names, and what they hold when the program starts. */

/* ---- initial values ---- */
typedef struct {
    uint32_t object;
    term *held;
} initial_values; /* by cell */

static sort cell_sort(translator *tr, const cell *c) {
    return c->class ? float_sort(tr, (enum float_class)(c->class - 1))
                    : sort_bv(tr->t, c->size * 8);
}

static sort variable_sort(translator *tr, const object *o, const cell *c) {
    return o->layout.element ? sort_array(tr->t, sort_bv(tr->t, tr->pointer_bits), cell_sort(tr, c))
                             : cell_sort(tr, c);
}

static term zero_of(translator *tr, const object *o, const cell *c) {
    term zero = c->class ? float_constant(tr, (enum float_class)(c->class - 1), 0.0)
                         : term_bv(tr->t, c->size * 8, 0);
    return o->layout.element ? term_const_array(tr->t, variable_sort(tr, o, c), zero) : zero;
}

static term with_bytes(translator *tr, term word, uint32_t all, uint32_t from, term bytes) {
    uint32_t width = term_width(tr->t, bytes),
             low = tr->big_endian ? all * 8 - from * 8 - width : from * 8;
    if (low + width < all * 8)
        bytes =
            term_2(tr->t, OP_CONCAT, term_extract(tr->t, all * 8 - 1, low + width, word), bytes);
    if (low) bytes = term_2(tr->t, OP_CONCAT, bytes, term_extract(tr->t, low - 1, 0, word));
    return bytes;
}

static term changed_cell(translator *tr, const cell *c, term old, uint32_t from, term bytes,
                         component *whole, const leaf *l) {
    if (c->class && l->kind == LEAF_FLOAT && c->class == 1 + l->class)
        return float_fp(tr, whole, l->class);
    term word = c->class ? term_1(tr->t, OP_FP_TO_BITS, old) : old;
    if (c->class == 1 + FLOAT_X87) unsupported(tr, NULL, "an extended float initialized in parts");
    word = with_bytes(tr, word, c->size, from, bytes);
    return c->class ? ir_float_from_bits(tr, (enum float_class)(c->class - 1), word) : word;
}

typedef struct {
    uint64_t at;
    component *value;
    const leaf *leaf;
    term word;
} scalar_init;

/* The part of a scalar that falls into one cell of one element. */
static void put_in_cell(translator *tr, initial_values *v, uint32_t k, uint64_t element,
                        const scalar_init *s) {
    object *o = &tr->objects.data[v->object];
    const cell *c = &o->layout.cells.data[k];
    uint64_t start = element * o->layout.element + c->offset, end = start + c->size;
    uint64_t from = s->at > start ? s->at : start,
             to = s->at + s->leaf->size < end ? s->at + s->leaf->size : end;
    if (from >= to) return;
    uint32_t skip = (uint32_t)(from - s->at), n = (uint32_t)(to - from);
    uint32_t low = tr->big_endian ? (s->leaf->size - skip - n) * 8 : skip * 8;
    term bytes = term_extract(tr->t, low + n * 8 - 1, low, s->word),
         index = pointer_term(tr, element);
    term old = o->layout.element ? term_select(tr->t, v->held[k], index) : v->held[k];
    term new = changed_cell(tr, c, old, (uint32_t)(from - start), bytes, s->value, s->leaf);
    v->held[k] = o->layout.element ? term_store(tr->t, v->held[k], index, new) : new;
}

static void put_scalar(translator *tr, void *context, uint64_t offset, LLVMValueRef scalar) {
    initial_values *v = context;
    object *o = &tr->objects.data[v->object];
    component given;
    constant_components(tr, scalar, &given);
    leaf l = type_leaf(tr, LLVMTypeOf(scalar));
    scalar_init s = {
        offset, &given, &l,
        as_bv(tr, l.kind == LEAF_FLOAT ? float_bits(tr, &given, l.class) : given.bits)};
    s.word = term_zext(tr->t, s.word, l.size * 8);
    uint64_t first = o->layout.element ? offset / o->layout.element : 0,
             last = o->layout.element ? (offset + l.size - 1) / o->layout.element : 0;
    for (uint64_t e = first; e <= last; e++)
        for (uint32_t k = 0; k < o->layout.cells.size; k++) put_in_cell(tr, v, k, e, &s);
}

static term *initial_terms(translator *tr, uint32_t object_id) {
    object *o = &tr->objects.data[object_id];
    initial_values v = {object_id, mem_alloc((o->layout.cells.size + 1) * sizeof *v.held)};
    for (uint32_t k = 0; k < o->layout.cells.size; k++)
        v.held[k] = zero_of(tr, o, &o->layout.cells.data[k]);
    LLVMValueRef init = o->kind == OBJECT_GLOBAL ? LLVMGetInitializer(o->value) : NULL;
    if (init) initializer_visit(tr, init, 0, put_scalar, &v);
    return v.held;
}

/* ---- names ---- */
typedef struct {
    const char *name;
    LLVMMetadataRef type;
    const char *scope;
    position at;
    uint32_t placed; /* as in outline_part */
} naming;

static naming name_of(translator *tr, const object *o) {
    naming n = {0};
    size_t length;
    LLVMMetadataRef described = NULL;
    const function_info *f =
        o->instance == NONE ? NULL : tr->functions.data[tr->instances.data[o->instance].function];
    if (o->kind == OBJECT_GLOBAL) described = global_variable(o->value);
    else if (o->kind == OBJECT_LOCAL && local_number(f, o->value) != NONE)
        described = f->values.data[local_number(f, o->value)].variable;
    if (described) {
        n.type = variable_type(tr, described, &n.name);
        n.at = variable_position(tr, described, f);
    } else if (o->kind == OBJECT_HEAP) {
        n.at = position_of(tr, o->value, f);
    }
    if (!n.name) n.name = LLVMGetValueName2(o->value, &length);
    n.scope = f ? f->name : "";
    return n;
}

static void name_cell(translator *tr, const object *o, cell *c, const naming *n, bool single) {
    text path = {0}, full = {0}, unique = {0}, type = {0};
    LLVMMetadataRef inner = n->type ? type_path(tr, n->type, c->offset, c->size, &path) : NULL;
    bool is_signed = inner && type_is_signed(tr, inner);
    uint32_t pointee = inner ? type_pointee(tr, inner) : 0;
    if (n->type && o->layout.element) text_clear(&path), inner = NULL;
    if (!single && !path.size) text_print(&path, "+%llu", (unsigned long long)c->offset);
    if (single && !inner) text_clear(&path);
    text_print(&full, "%s%s%s%s", n->scope, *n->scope ? "::" : "", *n->name ? n->name : "heap",
               path.size ? path.data : "");
    if (inner) type_text(tr, inner, &type);
    variable v = {.at = n->at, .scope = program_name(tr->p, n->scope), .is_signed = is_signed};
    v.type = program_name(tr->p, type.size ? type.data : "");
    c->var = v.var =
        term_var(tr->t, unique_name(tr, text_string(&full), &unique), variable_sort(tr, o, c));
    text_clear(&full);
    text_print(&full, "%s%s", n->name, path.size ? path.data : "");
    if (n->type) v.name = program_name(tr->p, text_string(&full));
    uint32_t made = program_add_variable(tr->p, v);
    if (n->placed) {
        vec_resize(&tr->p->outlines.parts, made + 1);
        tr->p->outlines.parts.data[made] =
            (outline_part){n->placed, c->offset, o->layout.element, pointee};
    }
    text_release(&path);
    text_release(&full);
    text_release(&unique);
    text_release(&type);
}

static bool is_unchanging(const object *o) {
    return o->kind == OBJECT_GLOBAL && !o->written && LLVMGetInitializer(o->value);
}

static void make_bookkeeping(translator *tr, object *o) {
    sort word = sort_bv(tr->t, tr->pointer_bits);
    if (o->variable)
        o->size_var =
            new_variable(tr, "size", o->copies > 1 ? sort_array(tr->t, word, word) : word);
    bool later = o->escape.escaped && !o->escape.escaped_first && !o->escape.in_numbers &&
                 o->kind != OBJECT_FUNCTION;
    if (later) {
        o->escape.gone = new_variable(tr, "escaped", sort_bool(tr->t));
        o->escape.given = new_variable(tr, "given", sort_bool(tr->t));
    }
    if (o->copies > 1) o->counter = new_variable(tr, "made", word);
}

/* ---- addresses in words ---- */
static void constant_words(LLVMValueRef global, text *out) {
    enum { MOST = 24 };
    size_t size;
    LLVMValueRef init = LLVMGetInitializer(global);
    const char *s = init && LLVMIsConstantString(init) ? LLVMGetAsString(init, &size) : NULL;
    if (!s) return;
    text_print(out, "\"%.*s%s\"", (int)(size > MOST ? MOST : size), s, size > MOST ? "..." : "");
    for (uint32_t i = 0; i < out->size; i++)
        if ((unsigned char)out->data[i] < ' ') out->data[i] = '?';
}

static void object_words(translator *tr, const object *o, const naming *n, text *out) {
    bool literal = o->kind == OBJECT_GLOBAL && !n->type;
    if (literal) constant_words(o->value, out);
    else if (o->kind != OBJECT_HEAP) text_add(out, n->name);
    else text_print(out, "the block of %s:%u", program_text(tr->p, n->at.file), n->at.line);
}

/* What has no name in the source stays a number. */
static void place_object(translator *tr, const object *o, naming *n) {
    text words = {0};
    bool function = o->kind == OBJECT_FUNCTION;
    if (n->type || o->kind == OBJECT_HEAP || o->kind == OBJECT_GLOBAL || function)
        object_words(tr, o, n, &words);
    if (words.size && strncmp(text_string(&words), "__cinch", 7)) {
        placed_object x = {.name = program_name(tr->p, text_string(&words)),
                           .outline = n->type ? type_outline(tr, n->type) : 0,
                           .at = object_is_based(tr, o) ? object_start(tr, o) : o->address.at,
                           .base = o->base,
                           .slot = o->slot,
                           .size = o->size,
                           .copies = o->copies ? o->copies : 1,
                           .block = o->kind == OBJECT_HEAP || text_string(&words)[0] == '"',
                           .function = function};
        vec_push(&tr->p->outlines.objects, x);
        n->placed = tr->p->outlines.objects.size;
    }
    text_release(&words);
}

void object_name_cells(translator *tr, uint32_t object_id) {
    assert_debug(object_id < tr->objects.size);
    object *o = &tr->objects.data[object_id];
    naming n = name_of(tr, o);
    make_bookkeeping(tr, o);
    place_object(tr, o, &n);
    if (!o->layout.cells.size) return;
    if (is_unchanging(o)) {
        term *held = initial_terms(tr, object_id);
        for (uint32_t k = 0; k < o->layout.cells.size; k++) o->layout.cells.data[k].var = held[k];
        mem_free(held);
        return;
    }
    for (uint32_t k = 0; k < o->layout.cells.size; k++)
        name_cell(tr, o, &o->layout.cells.data[k], &n, o->layout.cells.size == 1);
    shadow_make(tr, o);
}

/* ---- the start ---- */
static void start_object(translator *tr, uint32_t object_id) {
    object *o = &tr->objects.data[object_id];
    if (o->copies > 1) emit_assign(tr, o->counter, pointer_term(tr, 0));
    if (o->escape.gone.id) emit_assign(tr, o->escape.gone, term_false(tr->t));
    if (o->escape.given.id) emit_assign(tr, o->escape.given, term_false(tr->t));
    lifetime_start(tr, o);
    shadow_start(tr, o);
    if (!o->layout.cells.size || is_unchanging(o) || o->kind == OBJECT_LOCAL ||
        o->kind == OBJECT_FUNCTION)
        return;
    if (o->kind == OBJECT_HEAP && !o->zeroed) {
        memory_any(tr, object_id, ORIGIN_UNINIT_HEAP, "heap");
        return;
    }
    if (o->kind == OBJECT_GLOBAL && !LLVMGetInitializer(o->value)) {
        size_t length;
        const char *name = LLVMGetValueName2(o->value, &length);
        memory_any(tr, object_id, library_defines(name) ? ORIGIN_LIBRARY : ORIGIN_EXTERN, name);
        note_here(tr, NOTE_OVER, "%s is defined elsewhere: any value", name);
        return;
    }
    term *held = initial_terms(tr, object_id);
    for (uint32_t k = 0; k < o->layout.cells.size; k++)
        emit_assign(tr, tr->objects.data[object_id].layout.cells.data[k].var, held[k]);
    mem_free(held);
}

/* Heap objects are never used twice, so what they hold when made is what they hold at the start. */
void emit_initializers(translator *tr) {
    assert_debug(tr->index.placed);
    LOG("memory", "initialize %u objects", tr->objects.size);
    enum { ON_ONE_EDGE = 64 };
    addresses_start(tr);
    watched_start(tr);
    for (uint32_t i = 1; i < tr->objects.size; i++) {
        start_object(tr, i);
        if (tr->emission.pending.size > ON_ONE_EDGE) emit_flush(tr);
    }
    emit_flush(tr);
}
