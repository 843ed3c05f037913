/* cinch harness: a C file to start a proof of one function from. It includes the source, so that
 * its types and static functions are there, gives every parameter any value, a pointer null or a
 * new object of so many elements, and calls the function. What callers guarantee is for its user to
 * add, as assumptions before the call. */
#include "base/escape.h"
#include "cli/command.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const program *p;
    const char *function;
    text declared, arguments;
    bool good;
} harness_writer;

/* The C type of a parameter, from the variable that holds it; NULL: it is held in parts. */
static const char *parameter_type(const program *p, const char *function, const char *name) {
    for (uint32_t i = 0; i < p->variables.size; i++) {
        const variable *v = &p->variables.data[i];
        const char *type = program_text(p, v->type);
        if (*type && !strcmp(program_text(p, v->name), name) &&
            !strcmp(program_text(p, v->scope), function))
            return type;
    }
    return NULL;
}

static bool is_object_pointer(const char *type) {
    size_t n = strlen(type);
    return n && type[n - 1] == '*' && !strstr(type, "(*");
}

static void declare_pointer(harness_writer *w, const char *type, const char *name) {
    text_print(&w->declared, "    unsigned long %s_count = __VERIFIER_nondet_ulong();\n", name);
    text_print(&w->declared, "    __VERIFIER_assume(%s_count <= MOST_ELEMENTS);\n", name);
    text_print(&w->declared, "    %s%s = %s_count ? malloc(%s_count * sizeof *%s) : NULL;\n", type,
               name, name, name, name);
}

static void declare_parameter(harness_writer *w, const char *name) {
    const char *type = parameter_type(w->p, w->function, name);
    w->good &= type != NULL;
    if (!type) return;
    text_print(&w->arguments, "%s%s", w->arguments.size ? ", " : "", name);
    if (is_object_pointer(type)) declare_pointer(w, type, name);
    else text_print(&w->declared, "    __typeof__(%s) %s; /* any value */\n", type, name);
}

static void write_harness(harness_writer *w, const char *file, text *out) {
    char *path = realpath(file, NULL);
    text_print(out, "/* A harness for %s. Run: cinch verify THIS-FILE --entry %s_harness */\n",
               w->function, w->function);
    if (!escape_is_plain(path ? path : file) || strpbrk(path ? path : file, "\"\\"))
        usage_fail("the folder of the file has a name that C cannot include");
    text_print(out, "#include \"%s\"\n#include <stdlib.h>\n\n", path ? path : file);
    text_add(out, "#ifndef MOST_ELEMENTS\n#define MOST_ELEMENTS 16 /* that a pointer points to */\n"
                  "#endif\n\n");
    text_add(out, "extern void __VERIFIER_assume(int);\n"
                  "extern unsigned long __VERIFIER_nondet_ulong(void);\n\n");
    text_print(out, "void %s_harness(void) {\n%s", w->function, text_string(&w->declared));
    text_add(out, "    /* What callers guarantee: */\n    __VERIFIER_assume(1);\n");
    text_print(out, "    %s(%s);\n}\n", w->function, text_string(&w->arguments));
    free(path);
}

static int harness_for(const verification *v) {
    harness_writer w = {.p = v->unreduced, .function = v->model.load.entry, .good = true};
    text out = {0};
    for (uint32_t i = 0; i < w.p->inputs.size; i++)
        if (w.p->inputs.data[i].origin == ORIGIN_ARGUMENT)
            declare_parameter(&w, program_text(w.p, w.p->inputs.data[i].name));
    if (w.good) write_harness(&w, v->model.load.files.data[0], &out);
    else fprintf(stderr, "cinch: %s has a parameter that is passed in parts\n", w.function);
    fwrite(out.data, 1, out.size, stdout);
    finish_output();
    text_release(&out);
    text_release(&w.declared);
    text_release(&w.arguments);
    return w.good ? 0 : EXIT_UNKNOWN;
}

int command_harness(const cli_options *o) {
    verification v;
    verify_model plain = model_plain(&o->verify);
    if (!o->verify.load.entry) usage_fail("cinch harness needs --function F");
    verification_init(&v, &o->verify, &plain);
    int status = verify_load(&o->verify, &v) ? harness_for(&v) : fail_loading(&v);
    verification_release(&v);
    return status;
}
