#include "frontend/written/claim.h"
#include "base/fail.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_call(const formula *f, const char *name) {
    return f->kind == FORMULA_CALL && !strcmp(f->name, name);
}

static bool is_binary(const formula *f, const char *mark) {
    return f->kind == FORMULA_BINARY && !strcmp(f->name, mark);
}

static char *said(claim_writer *w, const formula *f) {
    text t = {0};
    formula_say(w->formulas, f, &t);
    char *s = mem_string(text_string(&t));
    text_release(&t);
    return s;
}

/* What has no value is not true. NULL: it always has one. */
static char *definedness(claim_writer *w, const formula *f) {
    text t = {0};
    formula_say_defined(w->formulas, f, &t);
    char *s = t.size ? mem_format("1%s", text_string(&t)) : NULL;
    text_release(&t);
    return s;
}

static char *checked(claim_writer *w, const formula *f) {
    char *value = said(w, f), *defined = w->check ? definedness(w, f) : NULL;
    if (!defined) return value;
    char *both = mem_format("%s && (%s)", defined, value);
    mem_free(defined), mem_free(value);
    return both;
}

static void write_condition(claim_writer *w, const char *condition) {
    if (w->check) text_print(w->out, "%s(%s, \"%s\"); ", w->check, condition, w->label);
    else text_print(w->out, "__CPROVER_assume(%s); ", condition);
}

/* ---- fresh objects ---- */
static void check_fresh(claim_writer *w, const char *pointer, const char *bytes) {
    char *is = mem_format("__CPROVER_rw_ok(%s, %s)", pointer, bytes);
    write_condition(w, is);
    mem_free(is);
    for (uint32_t i = 0; w->fresh && i < w->fresh->size; i++) {
        char *other = mem_format("!__CPROVER_same_object(%s, %s)", pointer, w->fresh->data[i]);
        write_condition(w, other);
        mem_free(other);
    }
    if (strcmp(w->check, "__cinch_ensures")) return;
    char *heap = mem_format("__CPROVER_DYNAMIC_OBJECT(%s)", pointer);
    write_condition(w, heap);
    mem_free(heap);
    for (uint32_t i = 0; w->of && i < w->of->list.size; i++) {
        const parameter *p = &w->of->list.data[i];
        if (!p->pointer || p->function) continue;
        char *other = mem_format("!__CPROVER_same_object(%s, %s)", pointer, p->name);
        write_condition(w, other);
        mem_free(other);
    }
}

static void write_fresh(claim_writer *w, const formula *f) {
    if (f->arguments.size != 2) refuse(w->formulas->refused, "%s without a size", f->name);
    if (f->arguments.size != 2) return;
    char *pointer = said(w, f->arguments.data[0]), *bytes = said(w, f->arguments.data[1]);
    if (w->check) check_fresh(w, pointer, bytes);
    else if (w->made) {
        bool constant = formula_bare(f->arguments.data[1])->kind == FORMULA_SIZE;
        text_print(w->out, "__cinch_made_%u = ", w->made->size);
        text_print(w->out, NEW_OBJECT "; ", "__builtin_malloc", bytes);
        text_print(w->out, "*(void **)&(%s) = __cinch_made_%u; ", pointer, w->made->size);
        vec_push(w->made,
                 ((made_object){mem_string(pointer), constant ? mem_string(bytes) : NULL}));
    } else
        text_print(w->out,
                   "*(void **)&(%s) = __builtin_malloc(%s); __CPROVER_assume((%s) != (void *)0); ",
                   pointer, bytes, pointer);
    if (w->fresh) vec_push(w->fresh, pointer);
    else mem_free(pointer);
    mem_free(bytes);
}

/* ---- validity ---- */
static bool is_parameter(const function_text *f, const formula *base) {
    while (base->kind == FORMULA_GROUP) base = base->a;
    for (uint32_t i = 0; f && base->kind == FORMULA_NAME && i < f->list.size; i++)
        if (f->list.data[i].name && !strcmp(f->list.data[i].name, base->name)) return true;
    return false;
}

/* The place that holds the pointer, where it is one: a member, a global variable. */
static bool holds_pointer(const formula *f) {
    while (f->kind == FORMULA_GROUP) f = f->a;
    return f->kind == FORMULA_NAME || f->kind == FORMULA_MEMBER || f->kind == FORMULA_INDEX ||
           (f->kind == FORMULA_UNARY && !strcmp(f->name, "*"));
}

/* `place` may point into what `other` points to. */
static void write_shared(claim_writer *w, const char *place, const char *guard, const char *other,
                         const char *start, uint32_t number) {
    text_print(w->out,
               "if (!__cinch_shared && __builtin_types_compatible_p(__typeof_unqual__(*(%s)), "
               "__typeof_unqual__(*(%s))) && __cinch_same == %u%s) { __cinch_shared = 1; "
               "__CPROVER_assume((__cinch_bytes & (_Alignof(__typeof__(*(%s))) - 1)) == 0); "
               "*(char **)&(%s) = (char *)(%s) + __cinch_bytes; } ",
               place, other, number + 1, guard, place, place, start);
}

static void write_all_shared(claim_writer *w, const char *place) {
    uint32_t number = 0;
    for (uint32_t i = 0; w->of && i < w->of->list.size; i++) {
        const parameter *p = &w->of->list.data[i];
        if (!p->pointer || p->function) continue;
        char *start = mem_format("__cinch_start_%u", i);
        write_shared(w, place, "", p->name, start, number++);
        mem_free(start);
    }
    for (uint32_t i = 0; w->places && i + 1 < w->places->size; i += 2)
        write_shared(w, place, w->places->data[i], w->places->data[i + 1], w->places->data[i + 1],
                     number++);
}

/* A pointer that is no argument gets an object of its own of any size, or shares one of its type
 * with an argument, or with another such pointer. */
static void make_object(claim_writer *w, const formula *base, const char *maker) {
    char *place = said(w, base);
    text guard = {0};
    formula_say_defined(w->formulas, base, &guard);
    text_print(w->out,
               "if (1%s && __builtin_classify_type(%s) == 5) { unsigned long __cinch_bytes; "
               "__cinch_any_object(&__cinch_bytes); "
               "unsigned char __cinch_same; _Bool __cinch_shared = 0; "
               "__cinch_any_object(&__cinch_same); "
               "__CPROVER_assume(__cinch_bytes <= (1UL << 40)); ",
               text_string(&guard), place);
    write_all_shared(w, place);
    text_print(w->out,
               "if (!__cinch_shared) { __CPROVER_assume(__cinch_bytes >= 1); "
               "__cinch_made_%u = " NEW_OBJECT "; *(void **)&(%s) = __cinch_made_%u; } } ",
               w->made->size, maker, "__cinch_bytes", place, w->made->size);
    vec_push(w->made, ((made_object){mem_string(place), NULL}));
    if (w->places) {
        vec_push(w->places, mem_string(text_string(&guard)));
        vec_push(w->places, place);
    } else mem_free(place);
    text_release(&guard);
}

static void make_valid(claim_writer *w, formula *f) {
    const char *maker = is_call(f, "\\valid_read") ? "__cinch_any_block" : "__builtin_malloc";
    for (uint32_t i = 0; i < f->arguments.size; i++) {
        formula *p = formula_bare(f->arguments.data[i]);
        const formula *base = p->kind == FORMULA_BINARY && !strcmp(p->name, "+") ? p->a : p;
        if (!is_parameter(w->of, base) && holds_pointer(base)) make_object(w, base, maker);
    }
}

/* ---- structure ---- */
static void write_choice(claim_writer *w, formula *f) {
    char *condition = said(w, f->a), *defined = w->check ? definedness(w, f->a) : NULL;
    if (defined) write_condition(w, defined);
    mem_free(defined);
    text_print(w->out, "if (%s) { ", condition);
    claim_write(w, f->b);
    if (f->c) {
        text_add(w->out, "} else { ");
        claim_write(w, f->c);
    }
    text_add(w->out, "} ");
    mem_free(condition);
}

/* Chosen before the call, so that \old can speak of it. */
static void choose_before(claim_writer *w, formula *f) {
    formula_context *c = w->formulas;
    char *name = arena_alloc(c->memory, strlen(f->name) + 30);
    sprintf(name, "__cinch_%s_%s_%u", c->prefix, f->name, c->choices++);
    formula_rename(f->a, f->name, name);
    f->name = name; /* bounds are found by it */
    /* Where its bounds, and thus their type, are not known yet: those of a variable that a further
     * quantifier brings. */
    bool open = c->far || formula_bare(f->a)->kind == FORMULA_FORALL;
    if (open && !strcmp(f->type, "integer")) text_add(&c->chosen, "_BitInt(128)");
    else formula_say_type(c, f, &c->chosen);
    text_print(&c->chosen, " %s; __cinch_any_object(&%s); ", name, name);
    claim_write(w, f->a);
}

/* What is checked time and again is checked for the same element each time: a proof then speaks of
 * one, and not of all. */
static bool is_chosen_before(const claim_writer *w, const formula *f) {
    return formula_looks_back(f->a, f->name) || (w->check && w->formulas->has_before);
}

static void write_chosen(claim_writer *w, formula *f) {
    text type = {0};
    if (is_chosen_before(w, f)) {
        choose_before(w, f);
        return;
    }
    formula_say_type(w->formulas, f, &type);
    text_print(w->out, "{ %s %s; __cinch_any_object(&%s); ", text_string(&type), f->name, f->name);
    claim_write(w, f->a);
    text_add(w->out, "} ");
    text_release(&type);
}

static bool makes_objects(const formula *f) {
    if (!f) return false;
    if (is_call(f, "__CPROVER_is_fresh")) return true;
    return makes_objects(f->a) || makes_objects(f->b) || makes_objects(f->c);
}

/* a || b, where one of them makes an object: whichever is assumed; of what is checked, b where a
 * does not hold. */
static void write_either(claim_writer *w, formula *f) {
    bool turned = makes_objects(f->a);
    formula negated = {.kind = FORMULA_UNARY, .name = "!", .a = turned ? f->b : f->a},
            choice = {
                .kind = FORMULA_BINARY, .name = "==>", .a = &negated, .b = turned ? f->a : f->b};
    if (makes_objects(f->a) && makes_objects(f->b))
        refuse(w->formulas->refused, "__CPROVER_is_fresh on both sides of ||");
    else if (w->check) write_choice(w, &choice);
    else {
        text_add(w->out, "{ _Bool __cinch_first; __cinch_any_object(&__cinch_first); "
                         "if (__cinch_first) { ");
        claim_write(w, f->a);
        text_add(w->out, "} else { ");
        claim_write(w, f->b);
        text_add(w->out, "} } ");
    }
}

void claim_write(claim_writer *w, formula *f) {
    f = formula_bare(f);
    bool both = is_binary(f, "&&") || (is_binary(f, "&") && makes_objects(f));
    if (is_binary(f, "||") && makes_objects(f)) write_either(w, f);
    else if (both) {
        claim_write(w, f->a);
        claim_write(w, f->b);
    } else if (is_binary(f, "==>") || f->kind == FORMULA_CHOICE) write_choice(w, f);
    else if (f->kind == (w->check ? FORMULA_FORALL : FORMULA_EXISTS)) write_chosen(w, f);
    else if (is_call(f, "__CPROVER_is_fresh")) write_fresh(w, f);
    else {
        bool valid = is_call(f, "\\valid") || is_call(f, "\\valid_read");
        if (valid && w->made) make_valid(w, f);
        char *condition = checked(w, f);
        write_condition(w, condition);
        mem_free(condition);
    }
}

/* ---- */
char *claim_label(const char *kind, const char *function, const written_clause *k) {
    text t = {0};
    bool blank = true;
    text_print(&t, "%s of %s: ", kind, function);
    for (const char *p = k->from; p < k->end && t.size < 150; p++) {
        if (isspace((unsigned char)*p) && blank) continue;
        if (*p == '"' || *p == '\\') text_char(&t, '\\');
        blank = isspace((unsigned char)*p);
        text_char(&t, blank ? ' ' : *p);
    }
    while (t.size && t.data[t.size - 1] == ' ') t.size--;
    char *s = mem_string(text_string(&t));
    text_release(&t);
    return s;
}

void claim_place(const text_origin *o, text *out) {
    text_print(out, "\n# %u \"%.*s\"\n", o->line, (int)o->size, o->file);
}

void claim_keep(formula_context *c, text *out) {
    bool has_before = c->has_before;
    text_add(out, text_string(&c->chosen));
    c->has_before = false;
    for (uint32_t i = 0; i < c->kept.size; i++) {
        const kept_value k = c->kept.data[i];
        text value = {0}, guard = {0};
        formula_say(c, k.of, &value);
        formula_say_defined(c, k.of, &guard);
        text_print(out, "__typeof_unqual__(%s) %s; __cinch_any_object(&%s); if (1%s) %s = %s; ",
                   text_string(&value), k.name, k.name, text_string(&guard), k.name,
                   text_string(&value));
        text_release(&value);
        text_release(&guard);
    }
    c->has_before = has_before;
}
