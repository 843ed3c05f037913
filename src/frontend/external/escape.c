/* External code, and pointers that come from it.
 *
 * A function without a body, assembly, and a module that defines our extern variables know every
 * global with external linkage, what they were given, and whatever can be reached from there: these
 * objects have escaped. They may write them, and hand pointers to them back. A pointer from there
 * (fact UNSEEN of object 0) therefore points to memory that is not the program's or to any escaped
 * object. Whatever is stored in an escaped object escapes, so that the fact need not be unfolded
 * while pointers are followed; only accesses unfold it, into those places that the program itself
 * accesses in the same width and kind (it cannot tell what happens to others). That a pointer from
 * outside is used by the type of what is there is the language's rule, and noted where it matters.
 *
 * A pointer that is any number (__VERIFIER_nondet_pointer, an integer, fact 0 of object 0) points
 * to an object of the program only where the program compares it with the object's address, or
 * stored that address where such a pointer points: these objects are exposed.
 *
 * Both sets are for the whole run. When an object escapes is followed by a variable of the state
 * (`gone`), so that nothing happens to it before. */
#include "frontend/external/escape.h"
#include "base/log.h"
#include "frontend/external/effects.h"
#include "frontend/external/external_members.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/external/stored_pointers.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/memory/access.h"
#include "frontend/memory/address.h"
#include "frontend/memory/layout.h"
#include "frontend/memory/object.h"
#include "frontend/memory/safety.h"

#include <ctype.h>
#include <string.h>

bool exposed_followed(const translator *tr) {
    enum { MOST_EXPOSED = 8 };
    return tr->external.exposed.size <= MOST_EXPOSED;
}

bool has_outside(const fact_vec *facts, bool *unseen) {
    bool any = false;
    if (unseen) *unseen = false;
    for (uint32_t i = 0; i < facts->size; i++) {
        if (facts->data[i].object) continue;
        any = true;
        if (unseen) *unseen |= facts->data[i].offset == UNSEEN;
    }
    return any;
}

fact fact_nowhere(const translator *tr) {
    assert_debug(tr->objects.size);
    return (fact){.number = true, .offset = is_hosted(tr) ? NOWHERE : 0};
}

bool leads_outside(const translator *tr, fact f) {
    bool checked = tr->o->checks & CHECK_DEREF && exposed_followed(tr);
    return !f.object && !(f.offset == NOWHERE && checked);
}

bool leads_into_code(const translator *tr, fact f) {
    return f.object && tr->objects.data[f.object].kind == OBJECT_FUNCTION && (f.stride || f.offset);
}

/* ---- addresses that no code knows that is not seen ----
 * Those of the objects that neither escaped nor were exposed, where these are constants. */
/* In the slots from `first` to `last`, or so many bytes before them. */
static term in_slots(translator *tr, uint32_t first, uint32_t last, uint64_t before, term pointer) {
    const object *from = &tr->objects.data[first], *to = &tr->objects.data[last];
    term start = term_2(tr->t, OP_BVSUB, object_start(tr, from), pointer_term(tr, before));
    uint64_t length = to->base + to->slot * to->copies - from->base;
    return term_2(tr->t, OP_BVULT, term_2(tr->t, OP_BVSUB, pointer, start),
                  pointer_term(tr, length + before));
}

static term in_any(translator *tr, const u32_vec *objects, term pointer) {
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < objects->size; i++)
        if (!tr->objects.data[objects->data[i]].address.at.id)
            any = term_or(tr->t, any, in_slots(tr, objects->data[i], objects->data[i], 0, pointer));
    return any;
}

/* And in the page before the first, where nothing else is. */
static term in_order(translator *tr, const u32_vec *order, term pointer) {
    enum { PAGE = 4096 };
    if (!order->size) return term_false(tr->t);
    const object *first = &tr->objects.data[order->data[0]];
    bool room = object_is_based(tr, first) || first->base >= 2 * PAGE;
    return in_slots(tr, order->data[0], vec_last(order), room ? PAGE : 0, pointer);
}

term in_objects(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    return term_or(tr->t, in_order(tr, &tr->index.by_address, pointer),
                   in_order(tr, &tr->index.by_base, pointer));
}

term address_is_private(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    enum { MOST_KNOWN = 16 };
    bool few = tr->external.escaped.size + tr->external.exposed.size <= MOST_KNOWN;
    if (!(tr->o->checks & CHECK_DEREF) || !few) return term_false(tr->t);
    term known = term_or(tr->t, in_any(tr, &tr->external.escaped, pointer),
                         in_any(tr, &tr->external.exposed, pointer));
    return term_and(tr->t, in_objects(tr, pointer), term_not(tr->t, known));
}

bool unseen_may_mark(const translator *tr) {
    return tr->external.unseen_marked ||
           (tr->external.unseen_converted && tr->external.numbers_marked);
}

/* Where no number is asked for, a pointer of theirs is null or points to something: one that points
 * below the first object is followed by nobody who knows better. */
term may_be_unseens(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    term known = term_and(tr->t, term_not(tr->t, address_is_private(tr, pointer)),
                          term_not(tr->t, behind_compared(tr, pointer))),
         none = term_eq(tr->t, pointer, pointer_term(tr, 0));
    if (unseen_may_mark(tr)) return known;
    return term_or(tr->t, none, term_and(tr->t, term_not(tr->t, is_null(tr, pointer)), known));
}

void assume_unseen(translator *tr, enum input_origin origin, const leaf *l, const component *c,
                   term place) {
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    assert_debug(l->bits && l->size);
    bool unseen = origin == ORIGIN_CALL || origin == ORIGIN_OUTSIDE || origin == ORIGIN_ARGUMENT;
    if (!accesses_are_checked(tr) || l->kind != LEAF_POINTER || !unseen) return;
    term theirs = may_be_unseens(tr, c->bits);
    presume(tr, term_and(tr->t, theirs, watched_may_be(tr, c->bits, place)),
            term_and(tr->t, theirs, watched_far(tr, c->bits)));
    watched_hand_out(tr, c->bits, place);
}

/* ---- which objects ---- */
static void tell_readers(translator *tr) {
    for (uint32_t i = 0; i < tr->objects.data[0].points.readers.size; i++)
        node_again(tr, tr->objects.data[0].points.readers.data[i].node);
}

static bool is_fixed(const object *o) {
    return o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
}

/* What the escaped object holds: pointers of external code, once that runs. */
static void fill_escaped(translator *tr, uint32_t object_id) {
    fact_vec unseen = {0};
    const object *o = &tr->objects.data[object_id];
    if (!tr->external.unseen_runs || o->kind == OBJECT_FUNCTION || is_fixed(o)) return;
    facts_join(&unseen, (fact){.offset = UNSEEN});
    contents_join(tr, object_id, &unseen);
    vec_release(&unseen);
}

void escape_object(translator *tr, uint32_t object_id) {
    assert_debug(object_id < tr->objects.size);
    LOG("external", "object %u escapes", object_id);
    if (!object_id || tr->objects.data[object_id].escape.escaped) return;
    tr->objects.data[object_id].escape.escaped = true;
    vec_push(&tr->external.escaped, object_id);
    if (tr->objects.data[object_id].kind == OBJECT_FUNCTION) tell_readers(tr);
    fill_escaped(tr, object_id);
    for (uint32_t i = 0; i < tr->objects.data[object_id].points.contents.size; i++) {
        fact_vec inside = {0};
        vec_append(&inside, tr->objects.data[object_id].points.contents.data[i].facts.data,
                   tr->objects.data[object_id].points.contents.data[i].facts.size);
        escape_facts(tr, &inside);
        vec_release(&inside);
    }
}

void escape_facts(translator *tr, const fact_vec *facts) {
    assert_debug(facts_are_there(tr, facts));
    for (uint32_t i = 0; i < facts->size; i++) {
        const fact *f = &facts->data[i];
        tr->external.arguments_written |= !f->object && f->offset == ARGUMENTS;
        escape_object(tr, f->object);
    }
}

static bool starts_name(char c) { return isalpha((unsigned char)c) || c == '_'; }

static size_t name_length(const char *code, size_t length) {
    size_t n = 0;
    while (n < length &&
           (starts_name(code[n]) || (n && (isdigit((unsigned char)code[n]) || code[n] == '$'))))
        n++;
    return n;
}

static LLVMValueRef global_named(translator *tr, const char *code, size_t length) {
    char *name = mem_format("%.*s", (int)length, code);
    LLVMValueRef g = LLVMGetNamedGlobal(tr->m, name);
    if (!g) g = LLVMGetNamedFunction(tr->m, name);
    mem_free(name);
    return g;
}

/* The first word of a statement is its instruction, which may be called as a function is (inb), but
 * for a label and what is assigned to. */
static bool is_instruction(const char *after, const char *end) {
    while (after < end && (*after == ' ' || *after == '\t')) after++;
    return after == end || (*after != ':' && *after != '=');
}

/* Statements end with lines and semicolons, and begin again after a label. */
void names_in_assembly(translator *tr, const char *code, size_t length,
                       void (*found)(translator *, void *, LLVMValueRef), void *context) {
    enum { BEGIN, AFTER_WORD, INSIDE } state = BEGIN;
    for (size_t i = 0, n; i < length; i += n ? n : 1) {
        n = name_length(code + i, length - i);
        if (n) {
            bool named = state != BEGIN || !is_instruction(code + i + n, code + length);
            LLVMValueRef g = named ? global_named(tr, code + i, n) : NULL;
            if (g) found(tr, context, g);
            state = state == BEGIN ? AFTER_WORD : INSIDE;
        } else if (code[i] == '\n' || code[i] == ';' || (code[i] == ':' && state != INSIDE))
            state = BEGIN;
        else if (isdigit((unsigned char)code[i]) && state == BEGIN) continue; /* a local label */
        else if (code[i] != ' ' && code[i] != '\t') state = INSIDE;
    }
}

static void add_named(translator *tr, void *context, LLVMValueRef g) {
    facts_join(context, (fact){.object = object_global(tr, g)});
}

static bool is_visible(LLVMValueRef g) {
    LLVMLinkage l = LLVMGetLinkage(g);
    size_t length;
    return l != LLVMInternalLinkage && l != LLVMPrivateLinkage &&
           strncmp(LLVMGetValueName2(g, &length), "llvm.", 5);
}

/* What other modules know by name: globals that the program uses or that hold pointers, and what
 * aliases name. */
static void visible_objects(translator *tr, fact_vec *out) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(tr->m); g; g = LLVMGetNextGlobal(g)) {
        bool used = map_find(&tr->index.object_of, (uint64_t)(uintptr_t)g, NONE) != NONE;
        if (is_visible(g) &&
            (used || (LLVMGetInitializer(g) && type_holds_pointers(LLVMGlobalGetValueType(g)))))
            facts_join(out, (fact){.object = object_global(tr, g)});
    }
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(tr->m); a; a = LLVMGetNextGlobalAlias(a))
        if (is_visible(a)) constant_facts(tr, a, out);
}

void escape_external(translator *tr) {
    LOG("external", "objects with external linkage escape");
    fact_vec visible = {0};
    if (tr->external.unseen_knows) return;
    tr->external.unseen_knows = true;
    visible_objects(tr, &visible);
    for (uint32_t i = 0; i < tr->external.exposed.size; i++)
        if (tr->objects.data[tr->external.exposed.data[i]].escape.in_numbers)
            facts_join(&visible, (fact){.object = tr->external.exposed.data[i]});
    escape_facts(tr, &visible);
    vec_release(&visible);
}

void escape_to_code(translator *tr) {
    if (tr->external.unseen_runs) return;
    tr->external.unseen_runs = true;
    for (uint32_t i = 0; i < tr->external.escaped.size; i++)
        fill_escaped(tr, tr->external.escaped.data[i]);
}

void expose_facts(translator *tr, const fact_vec *facts) {
    assert_debug(facts_are_there(tr, facts));
    for (uint32_t i = 0; i < facts->size; i++) {
        uint32_t o = facts->data[i].object;
        if (!o || tr->objects.data[o].escape.exposed) continue;
        tr->objects.data[o].escape.exposed = true;
        vec_push(&tr->external.exposed, o);
        if (exposed_followed(tr) || tr->objects.data[o].kind == OBJECT_FUNCTION) tell_readers(tr);
    }
}

void expose_numbers(translator *tr, const fact_vec *facts) {
    assert_debug(facts_are_there(tr, facts));
    expose_facts(tr, facts);
    for (uint32_t i = 0; i < facts->size; i++)
        tr->objects.data[facts->data[i].object].escape.in_numbers = true;
    if (tr->external.unseen_knows) escape_facts(tr, facts);
}

static void compare_with(translator *tr, const fact_vec *outside, const fact_vec *own) {
    bool unseen;
    if (!has_outside(outside, &unseen)) return;
    expose_facts(tr, own);
    for (uint32_t i = 0; i < own->size && unseen; i++)
        if (own->data[i].object)
            facts_join(&tr->objects.data[own->data[i].object].escape.compared, own->data[i]);
}

void compare_facts(translator *tr, const fact_vec *left, const fact_vec *right) {
    assert_debug(facts_are_there(tr, left));
    assert_debug(facts_are_there(tr, right));
    compare_with(tr, left, right);
    compare_with(tr, right, left);
}

/* ---- when the program starts ---- */
static void first_pointer(translator *tr, void *context, uint64_t offset, LLVMValueRef scalar) {
    fact_vec facts = {0};
    u32_vec *found = context;
    (void)offset;
    constant_facts(tr, scalar, &facts);
    for (uint32_t i = 0; i < facts.size; i++) {
        object *o = &tr->objects.data[facts.data[i].object];
        if (!o->escape.escaped_first) vec_push(found, facts.data[i].object);
        o->escape.escaped_first = true;
    }
    vec_release(&facts);
}

void escape_first(translator *tr) {
    LOG("external", "objects that escape before the start");
    u32_vec found = {0};
    fact_vec visible = {0};
    if (!tr->external.unseen_knows) return;
    visible_objects(tr, &visible);
    for (uint32_t i = 0; i < visible.size; i++) {
        tr->objects.data[visible.data[i].object].escape.escaped_first = true;
        vec_push(&found, visible.data[i].object);
    }
    vec_release(&visible);
    for (uint32_t i = 0; i < found.size; i++) {
        const object *o = &tr->objects.data[found.data[i]];
        LLVMValueRef initial = o->kind == OBJECT_GLOBAL ? LLVMGetInitializer(o->value) : NULL;
        if (initial) initializer_visit(tr, initial, 0, first_pointer, &found);
    }
    vec_release(&found);
}

/* ---- accesses ---- */
enum { MOST_LENT = 64, MOST_BYTES = 64 };

static void lend(fact_vec *facts, uint32_t known, fact f) {
    for (uint32_t i = 0; i < facts->size; i++) {
        fact g = facts->data[i];
        if (g.object == f.object && (i < known || (g.offset == f.offset && g.stride == f.stride)))
            return;
    }
    f.lent = true;
    vec_push(facts, f);
}

/* Characters may be part of anything: of objects that are small, so that nothing else is cut into
 * bytes for it. */
static void lend_bytes(translator *tr, uint32_t object_id, access a, uint32_t known,
                       fact_vec *facts) {
    if (tr->objects.data[object_id].size > MOST_BYTES || a.stride) {
        note_here(
            tr, NOTE_ASSUMPTION,
            "a character that a pointer from outside points to is part of no number in an array or "
            "in an object of more than %d bytes",
            MOST_BYTES);
        return;
    }
    for (uint32_t i = 0; i < a.size; i++)
        lend(facts, known, (fact){.object = object_id, .offset = a.offset + i});
}

/* An exposed object may be read through such a pointer alone: everywhere where its type has
 * something of this kind. */
static void lend_members(translator *tr, uint32_t object_id, uint32_t size, uint32_t class,
                         uint32_t known, fact_vec *facts) {
    const object *o = &tr->objects.data[object_id];
    bool declared =
        o->kind == OBJECT_GLOBAL || (o->kind == OBJECT_LOCAL && LLVMIsAAllocaInst(o->value));
    leaf_vec leaves = {0};
    if (!o->escape.exposed || !declared || o->variable || o->copies > 1 || o->size > MOST_BYTES)
        return;
    type_leaves(tr,
                o->kind == OBJECT_GLOBAL ? LLVMGlobalGetValueType(o->value)
                                         : LLVMGetAllocatedType(o->value),
                &leaves);
    for (uint32_t i = 0; i < leaves.size; i++) {
        const leaf *l = &leaves.data[i];
        bool alike = l->size == size && class == (l->kind == LEAF_FLOAT ? 1 + l->class : 0);
        if (alike) lend(facts, known, (fact){.object = object_id, .offset = (int64_t)l->offset});
    }
    vec_release(&leaves);
}

static void lend_places(translator *tr, uint32_t object_id, uint32_t size, uint32_t class,
                        uint32_t known, fact_vec *facts) {
    const object *o = &tr->objects.data[object_id];
    if (!object_id || o->kind == OBJECT_FUNCTION || is_fixed(o)) return;
    lend_members(tr, object_id, size, class, known, facts);
    for (uint32_t i = 0; i < o->layout.accesses.size; i++) {
        access a = o->layout.accesses.data[i];
        if (a.size == size && a.class == class)
            lend(facts, known, (fact){.object = object_id, .offset = a.offset, .stride = a.stride});
        else if (size == 1 && a.size > 1) lend_bytes(tr, object_id, a, known, facts);
    }
}

static void lend_all(translator *tr, fact_vec *facts,
                     void (*visit)(translator *, uint32_t object_id, void *context),
                     void *context) {
    bool unseen;
    if (!has_outside(facts, &unseen)) return;
    for (uint32_t i = 0; i < tr->external.escaped.size && unseen; i++)
        visit(tr, tr->external.escaped.data[i], context);
    for (uint32_t i = 0; i < tr->external.exposed.size && exposed_followed(tr); i++)
        visit(tr, tr->external.exposed.data[i], context);
    if (!exposed_followed(tr))
        note_here(tr, NOTE_ASSUMPTION,
                  "pointers that are any number do not point into the program's objects");
}

typedef struct {
    uint32_t size, class, known;
    fact_vec *facts;
} lending;

static void lend_object(translator *tr, uint32_t object_id, void *context) {
    lending *l = context;
    if (l->facts->size - l->known > MOST_LENT) return; /* too many already */
    lend_places(tr, object_id, l->size, l->class, l->known, l->facts);
}

/* Strict aliasing, which the places above rest on. */
static void note_types(translator *tr, const fact_vec *facts, uint32_t known) {
    bool unseen;
    if (!has_outside(facts, &unseen)) return;
    bool lent = facts->size > known;
    for (uint32_t i = 0; i < tr->external.escaped.size && unseen && !lent; i++)
        lent = is_program_memory(&tr->objects.data[tr->external.escaped.data[i]]);
    if (lent)
        note_here(tr, NOTE_ASSUMPTION,
                  "pointers from external code are used by the type of what they point to");
}

static void lend_access(translator *tr, uint32_t size, uint32_t class, fact_vec *facts) {
    lending l = {size, class, facts->size, facts};
    lend_all(tr, facts, lend_object, &l);
    note_types(tr, facts, l.known);
    if (facts->size - l.known <= MOST_LENT) return;
    facts->size = l.known;
    note_here(tr, NOTE_UNDER,
              "a pointer from outside may point to more than %d places of the program", MOST_LENT);
}

/* Whole objects, from their start. */
static void lend_start(translator *tr, uint32_t object_id, void *context) {
    lending *l = context;
    const object *o = &tr->objects.data[object_id];
    if (o->kind == OBJECT_FUNCTION || is_fixed(o) || o->size < l->size) return;
    lend(l->facts, l->known, (fact){.object = object_id, .stride = o->copies > 1 ? o->slot : 0});
}

void lend_range(translator *tr, LLVMValueRef length, fact_vec *facts) {
    assert_debug(facts_are_there(tr, facts));
    uint64_t least = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
    lending l = {.size = least < UINT32_MAX ? (uint32_t)least : UINT32_MAX,
                 .known = facts->size,
                 .facts = facts};
    lend_all(tr, facts, lend_start, &l);
}

void lend_leaf(translator *tr, const leaf *l, fact_vec *facts) {
    assert_debug(l->bits && l->size);
    assert_debug(facts_are_there(tr, facts));
    facts_shift(facts, (int64_t)l->offset, 0);
    lend_access(tr, l->size, l->kind == LEAF_FLOAT ? 1 + l->class : 0, facts);
}

void leaf_facts(translator *tr, uint32_t inst, LLVMValueRef pointer, const leaf *l, fact_vec *out) {
    assert_debug(inst < tr->instances.size);
    assert_debug(l->bits && l->size);
    operand_facts(tr, inst, pointer, out);
    lend_leaf(tr, l, out);
}

void range_facts(translator *tr, uint32_t inst, LLVMValueRef pointer, LLVMValueRef length,
                 fact_vec *out) {
    assert_debug(inst < tr->instances.size);
    operand_facts(tr, inst, pointer, out);
    lend_range(tr, length, out);
}

/* ---- calls ---- */
static bool is_callable(translator *tr, LLVMValueRef function, bool unseen) {
    uint64_t o = map_find(&tr->index.object_of, (uint64_t)(uintptr_t)function, NONE);
    const object *x = o == NONE ? NULL : &tr->objects.data[o];
    LLVMLinkage linkage = LLVMGetLinkage(function);
    if (x && (x->escape.exposed || (unseen && x->escape.escaped))) return true;
    return unseen && linkage == LLVMExternalLinkage && !library_models(function) &&
           library_kind_of(tr, function) == LIBRARY_NONE;
}

/* Functions of the call's type that a pointer from outside may hold. */
bool functions_lent(translator *tr, LLVMValueRef call, const fact_vec *targets, u32_vec *out) {
    assert_debug(LLVMIsACallInst(call));
    assert_debug(facts_are_there(tr, targets));
    enum { MOST_FUNCTIONS = 16 };
    bool unseen;
    if (!has_outside(targets, &unseen) || tr->external.functions_apart) return true;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMGlobalGetValueType(f) != LLVMGetCalledFunctionType(call) || LLVMIsDeclaration(f) ||
            !is_callable(tr, f, unseen))
            continue;
        uint32_t o = object_global(tr, f);
        bool known = false;
        for (uint32_t i = 0; i < targets->size; i++) known |= targets->data[i].object == o;
        if (!known) vec_push(out, o);
    }
    tr->external.functions_lent |= out->size != 0;
    if (out->size <= MOST_FUNCTIONS) return true;
    out->size = 0;
    return false;
}

/* ---- assembly ---- */
void objects_in_assembly(translator *tr, LLVMValueRef call, fact_vec *out) {
    assert_debug(LLVMIsACallInst(call));
    size_t length;
    if (!LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return;
    const char *code = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
    names_in_assembly(tr, code, length, add_named, out);
}

bool assembly_calls(LLVMValueRef call) {
    static const char *const words[] = {"call",  "jmp", "ret", "syscall", "sysenter",
                                        "int $", "bl ", "blr", "jal"};
    size_t length;
    const char *code = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(code, words[i])) return true;
    return false;
}

/* ---- when an object escapes ---- */
void emit_gone(translator *tr, const fact_vec *facts) {
    assert_debug(facts_are_there(tr, facts));
    for (uint32_t i = 0; i < facts->size; i++) {
        term gone = tr->objects.data[facts->data[i].object].escape.gone;
        if (gone.id) emit_assign(tr, gone, term_true(tr->t));
    }
}

/* Pointers that are stored where external code may look. */
void emit_gone_stored(translator *tr, const fact_vec *to, const fact_vec *values) {
    assert_debug(facts_are_there(tr, values));
    bool seen = false;
    for (uint32_t i = 0; i < to->size; i++)
        seen |= !to->data[i].object || tr->objects.data[to->data[i].object].escape.escaped;
    if (seen) emit_gone(tr, values);
}

void emit_gone_copied(translator *tr, const fact_vec *to, const fact_vec *from) {
    assert_debug(facts_are_there(tr, to));
    assert_debug(facts_are_there(tr, from));
    for (uint32_t i = 0; i < from->size && tr->external.escaped.size; i++) {
        const object *o = &tr->objects.data[from->data[i].object];
        for (uint32_t k = 0; k < o->points.contents.size; k++)
            emit_gone_stored(tr, to, &o->points.contents.data[k].facts);
    }
}

static void cell_where_gone(translator *tr, const object *o, const cell *c,
                            enum input_origin origin, const char *name) {
    term var = c->var;
    if (!term_is_var(tr->t, var)) return;
    term any = emit_any(tr, term_sort(tr->t, var), origin, name, "");
    held_doubted(tr, c, origin);
    emit_assign(tr, var, term_ite(tr->t, o->escape.gone, any, var));
}

static void havoc_where_gone(translator *tr, uint32_t object_id, enum input_origin origin,
                             const char *name) {
    const object *o = &tr->objects.data[object_id];
    for (uint32_t i = 0, n; i < o->layout.cells.size; i += n ? n : 1) {
        n = held_cells(tr, o, i, origin);
        if (n) held_any(tr, object_id, i, n, origin, name, (held_when){.gone = o->escape.gone});
        else cell_where_gone(tr, o, &o->layout.cells.data[i], origin, name);
    }
}

/* Which objects external code can reach is over-approximated, without the order of
 * statements. */
static void havoc_uncertain(translator *tr, uint32_t object_id, const char *name) {
    if (tr->objects.data[object_id].escape.gone.id)
        havoc_where_gone(tr, object_id, ORIGIN_REACHED, name);
    else memory_any(tr, object_id, ORIGIN_REACHED, name);
}

void havoc_reached(translator *tr, uint32_t object_id, term surely, term from,
                   enum input_origin origin, const char *name) {
    assert_debug(object_id < tr->objects.size);
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    LOG("external", "external code writes object %u", object_id);
    enum { MOST_SPLIT = 16 };
    if (origin != ORIGIN_EFFECT || term_is_true(tr->t, surely)) {
        memory_written(tr, object_id, origin, name, from);
        return;
    }
    if (term_is_false(tr->t, surely) || tr->external.escaped.size > MOST_SPLIT) {
        havoc_uncertain(tr, object_id, name);
        return;
    }
    loc given = program_add_location(tr->p, tr->emission.at),
        end = program_add_location(tr->p, tr->emission.at);
    emit_branch(tr, surely, given);
    emit_assume(tr, term_not(tr->t, surely));
    havoc_uncertain(tr, object_id, name);
    emit_jump(tr, end);
    tr->emission.here = given;
    memory_written(tr, object_id, origin, name, from);
    emit_jump(tr, end);
    tr->emission.here = end;
}

void havoc_gone(translator *tr, const bits *done, enum input_origin origin, const char *name) {
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    for (uint32_t i = 0; i < tr->external.escaped.size; i++) {
        uint32_t id = tr->external.escaped.data[i];
        const object *o = &tr->objects.data[id];
        if (bits_has(done, id) || is_fixed(o) || o->kind == OBJECT_FUNCTION) continue;
        if (o->escape.gone.id && origin != ORIGIN_EFFECT) havoc_where_gone(tr, id, origin, name);
        else
            havoc_reached(tr, id,
                          o->escape.given.id ? o->escape.given
                          : o->external      ? term_true(tr->t)
                                             : term_false(tr->t),
                          (term){0}, origin, name);
    }
}
