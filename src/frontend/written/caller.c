#include "frontend/written/caller.h"
#include "base/fail.h"
#include "frontend/cprover.h"
#include "frontend/written/find.h"

#include <inttypes.h>
#include <string.h>

#define CALLER "__cinch_caller_of_"

static bool is_object_pointer(const parameter *p) { return p->pointer && !p->function && p->name; }

/* Of [static n] at least n elements are meant, which is more than is known here. */
static bool takes_objects(const function_text *f) {
    bool any = false;
    if (names_word(f->parameters, f->parameters_end, "static")) return false;
    for (uint32_t i = 0; i < f->list.size; i++) {
        any |= is_object_pointer(&f->list.data[i]);
        if (!f->list.data[i].name) return false;
    }
    return any && !f->variadic;
}

static void write_head(const function_text *f, text *out) {
    const char *from = f->parameters + 1;
    text_print(out, "void " CALLER "%s(%.*s", f->name, (int)(f->parameters_end - 1 - from), from);
    for (uint32_t i = 0; i < f->list.size; i++)
        if (is_object_pointer(&f->list.data[i]))
            text_print(out, ", unsigned long %s_elements", f->list.data[i].name);
    text_add(out, ") { ");
}

static void write_call(const function_text *f, text *out) {
    text_print(out, "%s(", f->name);
    for (uint32_t i = 0; i < f->list.size; i++) {
        const char *name = f->list.data[i].name;
        text_add(out, i ? ", " : "");
        if (is_object_pointer(&f->list.data[i]))
            text_print(out, "%s_elements ? __builtin_malloc(%s_elements * sizeof(*%s)) : (void *)0",
                       name, name, name);
        else text_add(out, name);
    }
    text_add(out, "); }\n");
}

static void write_caller(const compiler *c, const char *all, const function_text *f, text *out) {
    text_origin at = origin_in(all, f->name_at);
    text_print(out, "\n# %u \"%.*s\"\n", at.line, (int)at.size, at.file);
    write_head(f, out);
    for (uint32_t i = 0; i < f->list.size; i++)
        if (is_object_pointer(&f->list.data[i]))
            text_print(out, "if (%s_elements > %" PRIu64 "UL / sizeof(*%s)) return; ",
                       f->list.data[i].name, c->options->entry_size, f->list.data[i].name);
    write_call(f, out);
}

/* The definition of the entry in this text, with a caller behind it. */
static void look_for_entry(compiler *c, text *all, entry_caller *out) {
    contract_text found;
    text caller = {0};
    contracts_find_in(text_string(all), &(annotation_vec){0}, &found);
    for (uint32_t i = 0; i < found.functions.size; i++) {
        const function_text *f = &found.functions.data[i];
        if (!f->body || strcmp(f->name, c->options->entry) || !takes_objects(f) || out->entry)
            continue;
        write_caller(c, text_string(all), f, &caller);
        out->entry = mem_format(CALLER "%s", f->name);
    }
    contract_text_release(&found);
    if (caller.size) text_bytes(all, caller.data, caller.size);
    text_release(&caller);
}

static bool read_source(compiler *c, const source *s, text *out) {
    text preprocessed = {0};
    bool good = clang_preprocess(c, s, &preprocessed);
    if (good && strstr(text_string(&preprocessed), CPROVER_PREFIX))
        cprover_rewrite(&preprocessed, false, out);
    else if (good) text_bytes(out, preprocessed.data, preprocessed.size);
    text_release(&preprocessed);
    return good;
}

bool caller_write(compiler *c, entry_caller *out) {
    for (uint32_t i = 0; i < c->sources->items.size; i++) {
        text all = {0};
        if (c->sources->items.data[i].kind != SOURCE_C) return true;
        if (!read_source(c, &c->sources->items.data[i], &all)) return false;
        look_for_entry(c, &all, out);
        vec_push(&out->texts, all);
    }
    return true;
}

void caller_release(entry_caller *c) {
    for (uint32_t i = 0; i < c->texts.size; i++) text_release(&c->texts.data[i]);
    vec_release(&c->texts);
    mem_free(c->entry);
    *c = (entry_caller){0};
}
