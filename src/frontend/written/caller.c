#include "frontend/written/caller.h"
#include "base/log.h"
#include "base/fail.h"
#include "frontend/written/find.h"

#include <inttypes.h>
#include <string.h>

#define CALLER "__cinch_caller_of_"

/* What the caller gives for a parameter. */
typedef struct {
    const char *name;
    char *elements; /* the name of their number; NULL: the parameter is passed on */
} argument;
typedef vec(argument) argument_vec;

static void release_arguments(argument_vec *list) {
    for (uint32_t i = 0; i < list->size; i++) mem_free(list->data[i].elements);
    vec_release(list);
}

static void write_parameters(const function_text *f, text *out) {
    const char *from = f->parameters + 1;
    text_bytes(out, from, (size_t)(f->parameters_end - 1 - from));
}

/* ---- which parameters point to objects ---- */
#define PROBE "__cinch_probe_"
#define BYTES "__cinch_bytes_"

/* A line for each that only compiles where it points to elements of a known size, and one where it
 * does to void: types have many names, and only the compiler knows them all. */
static void write_probes(const function_text *f, text *out) {
    text_add(out, "\nvoid " PROBE "of(");
    write_parameters(f, out);
    text_add(out, ") {\n");
    for (uint32_t i = 0; i < f->list.size; i++) {
        const char *name = f->list.data[i].name;
        text_print(out, "__typeof__(*(%s)) " PROBE "%u[1];\n", name, i);
        text_print(out,
                   "char " BYTES
                   "%u[__builtin_types_compatible_p(__typeof__(*(%s)), void) ? 1 : -1];\n",
                   i, name);
    }
    text_add(out, "}\n");
}

static bool complains_of(const text *said, const char *probe, uint32_t i) {
    char *line = mem_format("%s%u[", probe, i);
    bool found = strstr(text_string((text *)(uintptr_t)said), line) != NULL;
    mem_free(line);
    return found;
}

/* Not the name of anything that the caller speaks of. */
static char *new_name(const function_text *f, const char *name) {
    text made = {0};
    text_print(&made, "%s_elements", name);
    while (names_word(f->parameters, f->parameters_end, text_string(&made)) ||
           !strcmp(text_string(&made), f->name))
        text_add(&made, "_");
    return made.data;
}

/* False: there is no parameter to make an object for. Of [static n] at least n elements are meant,
 * which is more than is known here. */
static bool find_arguments(compiler *c, const source *s, const text *all, const function_text *f,
                           argument_vec *out) {
    text probed = {0}, said = {0};
    bool any = false, fits = !f->variadic && f->list.size &&
                             !names_word(f->parameters, f->parameters_end, "static");
    for (uint32_t i = 0; i < f->list.size; i++)
        fits = fits && f->list.data[i].name && strcmp(f->list.data[i].name, f->name);
    if (!fits) return false;
    text_bytes(&probed, all->data, all->size);
    write_probes(f, &probed);
    clang_complaints(c, s, &probed, &said);
    for (uint32_t i = 0; i < f->list.size; i++) {
        const char *name = f->list.data[i].name;
        bool object = !complains_of(&said, PROBE, i) || !complains_of(&said, BYTES, i);
        vec_push(out, ((argument){name, object ? new_name(f, name) : NULL}));
        any |= object;
    }
    text_release(&probed);
    text_release(&said);
    return any;
}

/* ---- the caller ---- */
static void write_head(const function_text *f, const argument_vec *list, text *out) {
    text_print(out, "void " CALLER "%s(", f->name);
    write_parameters(f, out);
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i].elements) text_print(out, ", unsigned long %s", list->data[i].elements);
    text_add(out, ") { ");
}

static void write_call(const function_text *f, const argument_vec *list, text *out) {
    text_print(out, "%s(", f->name);
    for (uint32_t i = 0; i < list->size; i++) {
        const argument *a = &list->data[i];
        text_add(out, i ? ", " : "");
        if (a->elements)
            text_print(out, "%s ? __builtin_malloc(%s * sizeof(*%s)) : (void *)0", a->elements,
                       a->elements, a->name);
        else text_add(out, a->name);
    }
    text_add(out, "); }\n");
}

static void write_caller(const compiler *c, const char *all, const function_text *f,
                         const argument_vec *list, text *out) {
    text_origin at = origin_in(all, f->name_at);
    text_print(out, "\n# %u \"%.*s\"\n", at.line, (int)at.size, at.file);
    write_head(f, list, out);
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i].elements)
            text_print(out, "if (%s > %" PRIu64 "UL / sizeof(*%s)) return; ",
                       list->data[i].elements, c->options->entry_size, list->data[i].name);
    write_call(f, list, out);
}

/* The definition of the entry in this text, with a caller after it. */
static void look_for_entry(compiler *c, const source *s, text *all, entry_caller *out) {
    contract_text found;
    text caller = {0};
    contracts_find_in(text_string(all), &(annotation_vec){0}, &found);
    for (uint32_t i = 0; i < found.functions.size; i++) {
        const function_text *f = &found.functions.data[i];
        argument_vec list = {0};
        if (!f->body || strcmp(f->name, c->options->entry) || out->entry) continue;
        if (find_arguments(c, s, all, f, &list)) {
            write_caller(c, text_string(all), f, &list, &caller);
            out->entry = mem_format(CALLER "%s", f->name);
        }
        release_arguments(&list);
    }
    contract_text_release(&found);
    if (caller.size) text_bytes(all, caller.data, caller.size);
    text_release(&caller);
}

bool caller_write(compiler *c, entry_caller *out) {
    LOG("frontend", "write a caller for the entry");
    for (uint32_t i = 0; i < c->sources->items.size; i++) {
        text all = {0};
        if (c->sources->items.data[i].kind != SOURCE_C) return true;
        if (!clang_preprocess_meant(c, &c->sources->items.data[i], &all)) return false;
        look_for_entry(c, &c->sources->items.data[i], &all, out);
        vec_push(&out->texts, all);
    }
    return true;
}

void caller_release(entry_caller *c) {
    vec_release_each(&c->texts, text_release);
    mem_free(c->entry);
    *c = (entry_caller){0};
}
