/* Requirements meet their program: which source defines the step function, and what the compiler
 * says about the formulas at its end. */
#include "base/escape.h"
#include "frontend/requirement/requirement.h"
#include "frontend/written/find.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

static bool complain(compiler *c, const char *format, const char *name, const char *more) {
    c->status = LOAD_BAD_INPUT;
    text_print(c->messages, format, name, more);
    return false;
}

static void say_at(const requirements *r, uint32_t line, uint32_t column, const char *says,
                   const char *hint, text *out) {
    const char *at = r->content.data;
    for (uint32_t i = 1; i < line && *at; i++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    text_print(out, "%s:%u:%u: %s%s%s\n", r->file, line, column, says, *hint ? "; " : "", hint);
    escape_word(at, strcspn(at, "\r\n"), out);
    text_print(out, "\n%*s^\n", column ? (int)column - 1 : 0, "");
}

void requirements_say(const requirements *r, const input_error *e, text *out) {
    if (e->line && r->content.size) say_at(r, e->line, e->column, e->message, "", out);
    else text_print(out, "%s%s%s\n", e->file ? e->file : "", e->file ? ": " : "", e->message);
}

/* ---- the step function ---- */

static bool take_parameters(compiler *c, const function_text *f, requirements *r) {
    const char *from = f->parameters + 1, *end = f->parameters_end - 1;
    for (uint32_t i = 0; i < f->list.size; i++) {
        if (!f->list.data[i].name)
            return complain(c, "--step %s: a parameter has no name%s\n", f->name, "");
        text_print(&r->arguments, "%s%s", i ? ", " : "", f->list.data[i].name);
    }
    if (f->variadic)
        return complain(c, "--step %s: it takes any number of arguments%s\n", f->name, "");
    if (f->list.size) text_bytes(&r->parameters, from, (size_t)(end - from));
    else text_add(&r->parameters, "void");
    char *head = mem_format("%.*s", (int)(f->name_at - f->start), f->start);
    r->returns = !strstr(head, "void") || strchr(head, '*');
    mem_free(head);
    return true;
}

static bool look_for_step(compiler *c, requirements *r, uint32_t number, bool *found) {
    contract_text all;
    bool good = true;
    contracts_find_in(text_string(&r->texts.data[number]), &(annotation_vec){0}, &all);
    for (uint32_t i = 0; i < all.functions.size && !*found; i++) {
        const function_text *f = &all.functions.data[i];
        if (!f->body || strcmp(f->name, c->options->step)) continue;
        *found = true;
        r->step = mem_string(f->name);
        r->source = number;
        good = take_parameters(c, f, r);
    }
    contract_text_release(&all);
    return good;
}

/* ---- what the compiler says ---- */

bool requirements_monitor(compiler *c, const requirements *r, uint32_t number,
                          enum requirement_question asks, text *out) {
    assert_debug(number < r->items.size);
    text code = {0}, expanded = {0};
    input_error error = {0};
    const source *s = &c->sources->items.data[r->source];
    text_bytes(&code, r->macros.data, r->macros.size);
    bool good = monitor_write(r, number, asks, &code, &error);
    if (!good) c->status = LOAD_BAD_INPUT, requirements_say(r, &error, c->messages);
    good = good && clang_preprocess_placed(c, s, &code, &expanded);
    if (good) {
        text_bytes(out, r->texts.data[r->source].data, r->texts.data[r->source].size);
        text_char(out, '\n');
        text_bytes(out, expanded.data, expanded.size);
    }
    text_release(&code);
    text_release(&expanded);
    return good;
}

/* FILE:LINE:COLUMN:{RANGES}: error: WORDS; false: it is about another file. */
static bool read_complaint(const requirements *r, const char *line, uint32_t *at, uint32_t *column,
                           const char **words) {
    size_t n = strlen(r->file);
    char *end;
    if (strncmp(line, r->file, n) || line[n] != ':') return false;
    *at = (uint32_t)strtoul(line + n + 1, &end, 10);
    if (*end != ':') return false;
    *column = (uint32_t)strtoul(end + 1, &end, 10);
    const char *stop = end + strcspn(end, "\n");
    *words = strstr(end, " error: ");
    if (!*words || *words > stop) return false;
    *words += strlen(" error: ");
    return true;
}

static bool show_complaints(compiler *c, const requirements *r, const char *said) {
    bool any = false;
    for (const char *line = said; *line;) {
        uint32_t at, column;
        const char *words;
        size_t n = strcspn(line, "\n");
        if (read_complaint(r, line, &at, &column, &words)) {
            char *own = mem_format("%.*s", (int)strcspn(words, "\n"), words);
            bool unknown = strstr(own, "undeclared") || strstr(own, "no member named");
            char *hint = unknown ? mem_format("formulas see what %s sees at its end, and the "
                                              "parameters of %s%s",
                                              c->sources->items.data[r->source].file, r->step,
                                              r->returns ? " with its return_value" : "")
                                 : mem_string("");
            say_at(r, at, column, own, hint, c->messages);
            c->status = LOAD_BAD_INPUT;
            mem_free(own);
            mem_free(hint);
            any = true;
        }
        line += n + (line[n] == '\n');
    }
    return any;
}

/* Functions of the C library that change nothing. */
static bool is_pure(const char *name) {
    static const char *const pure[] = {"abs",  "labs",  "llabs", "fabs",   "fabsf", "fabsl",
                                       "sqrt", "sqrtf", "floor", "floorf", "ceil",  "ceilf",
                                       "fmin", "fminf", "fmax",  "fmaxf",  "trunc", "truncf"};
    for (size_t i = 0; i < sizeof pure / sizeof *pure; i++)
        if (!strcmp(pure[i], name)) return true;
    return !strncmp(name, "llvm.", 5);
}

static bool has_effect(const requirements *r, LLVMValueRef i, const char **what) {
    *what = "a volatile variable may have another value at each look";
    if (LLVMIsALoadInst(i)) return LLVMGetVolatile(i);
    if (!LLVMIsACallInst(i)) return false;
    LLVMValueRef f = LLVMGetCalledValue(i);
    size_t length;
    const char *name = LLVMIsAFunction(f) ? LLVMGetValueName2(f, &length) : "";
    *what = "a formula calls no functions but those of the C library that change nothing (fabs, "
            "sqrt, ...)";
    return !is_pure(name) && strcmp(name, r->step) && strcmp(name, REQUIREMENT_ERROR) &&
           strcmp(name, "abort");
}

static bool check_effects(compiler *c, const requirements *r, LLVMModuleRef m) {
    LLVMValueRef f = LLVMGetNamedFunction(m, REQUIREMENT_STEP);
    const char *what;
    if (!f) return complain(c, "--requirement %s: there is no step function%s\n", r->file, "");
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!has_effect(r, i, &what)) continue;
            say_at(r, LLVMGetDebugLocLine(i), LLVMGetDebugLocColumn(i), what, "", c->messages);
            c->status = LOAD_BAD_INPUT;
            return false;
        }
    return true;
}

/* All monitors at once. Where the program itself does not compile, loading it says so. */
static bool check_formulas(compiler *c, requirements *r) {
    text all = {0}, said = {0};
    const source *s = &c->sources->items.data[r->source];
    bool good = requirements_monitor(c, r, 0, ASK_ALL, &all);
    if (good) {
        clang_complaints_placed(c, s, &all, &said);
        good = !show_complaints(c, r, text_string(&said));
    }
    if (good) {
        load_options with = *c->options;
        const load_options *options = c->options;
        text own = r->texts.data[r->source];
        r->texts.data[r->source] = all;
        with.texts.instead = r->texts.data;
        c->options = &with;
        LLVMModuleRef m = clang_file(c, s);
        c->options = options;
        r->texts.data[r->source] = own;
        good = m && check_effects(c, r, m);
        if (m) LLVMDisposeModule(m);
    }
    text_release(&all);
    text_release(&said);
    return good;
}

bool requirements_attach(compiler *c, requirements *r) {
    bool found = false, good = true;
    for (uint32_t i = 0; i < c->sources->items.size && good; i++) {
        text all = {0};
        const source *s = &c->sources->items.data[i];
        if (s->kind != SOURCE_C)
            return complain(c, "--requirement needs C files: %s is none%s\n", s->file, "");
        const text *instead =
            c->options->texts.instead; /* with a wrapper of ours around the step */
        if (instead) text_bytes(&all, instead[i].data, instead[i].size);
        else good = clang_preprocess_meant(c, s, &all);
        vec_push(&r->texts, all);
        good = good && look_for_step(c, r, i, &found);
    }
    if (good && !found)
        good = complain(c, "--step %s: no function of this name with a body%s\n", c->options->step,
                        "");
    return good && clang_macros(c, &c->sources->items.data[r->source], &r->macros) &&
           check_formulas(c, r);
}
