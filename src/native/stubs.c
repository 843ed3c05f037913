#include "native/stubs.h"
#include "base/log.h"
#include "base/own.h"
#include "base/fail.h"
#include "frontend/library.h"
#include "native/inputs.h"
#include "native/server.h"

enum { MOST_FUNCTIONS = 255 };

/* Functions of the C library that only compute, or that the server defines. */
static const char *const harmless[] = {
    "abort",
    "exit",
    "_Exit",
    "__assert_fail",
    "assert",
    "__VERIFIER_assume",
    "printf",
    "puts",
    "fputs",
    "putchar",
    "fputc",
    "fflush",
    "fprintf",
    "stdout",
    "stderr",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strchr",
    "strrchr",
    "strstr",
    "abs",
    "labs",
    "llabs",
    "atoi",
    "atol",
    "atoll",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "qsort",
    "bsearch",
    "isalpha",
    "isdigit",
    "isalnum",
    "isspace",
    "isupper",
    "islower",
    "isprint",
    "ispunct",
    "iscntrl",
    "isxdigit",
    "toupper",
    "tolower",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "sqrt",
    "sqrtf",
    "fabs",
    "fabsf",
    "floor",
    "floorf",
    "ceil",
    "ceilf",
    "round",
    "roundf",
    "trunc",
    "truncf",
    "rint",
    "rintf",
    "nearbyint",
    "nearbyintf",
    "fmod",
    "fmodf",
    "remainder",
    "remainderf",
    "copysign",
    "copysignf",
    "fmax",
    "fmaxf",
    "fmin",
    "fminf",
    "fdim",
    "fdimf",
    "sin",
    "cos",
    "tan",
    "exp",
    "log",
    "pow",
    "sinf",
    "cosf",
    "tanf",
    "expf",
    "logf",
    "powf",
    "lround",
    "lroundf",
    "llround",
    "lrint",
    "llrint",
    "__isnan",
    "__isnanf",
    "__isinf",
    "__isinff",
    "__finite",
    "__finitef",
    "__fpclassify",
    "__fpclassifyf",
    "__signbit",
    "__signbitf",
    "__errno_location",
    "_GLOBAL_OFFSET_TABLE_",
    NULL,
};

static bool in(const char *const *words, const char *name) {
    while (*words && strcmp(*words, name)) words++;
    return *words;
}

/* Arithmetic of the compiler: __udivdi3, __fixunsdfdi, ... */
static bool compilers_own(const char *name) {
    static const char *const endings[] = {"di3",  "di4",  "ti3",  "ti4",  "sfdi", "dfdi",
                                          "disf", "didf", "xfdi", "dixf", NULL};
    size_t n = strlen(name);
    if (!strncmp(name, "__start___sancov", 16) || !strncmp(name, "__stop___sancov", 15))
        return true;
    if (!strncmp(name, "__sanitizer_cov_", 16) || own_rest(name)) return true;
    for (const char *const *e = endings; *e && n > 6 && !strncmp(name, "__", 2); e++)
        if (!strcmp(name + n - strlen(*e), *e)) return true;
    return false;
}

bool stubs_harmless(const char *name) { return in(harmless, name) || compilers_own(name); }

static uint32_t errors(const building *x, const char *names[3]) {
    const char *own = x->s.error_function ? x->s.error_function : x->o->error_function;
    uint32_t n = 0;
    bool unreach = x->s.checks & CHECK_UNREACH;
    if (unreach && own) names[n++] = own;
    else {
        names[n++] = "__VERIFIER_error";
        if (unreach) names[n++] = "reach_error";
    }
    return n;
}

static bool is_error(const building *x, const char *name) {
    const char *names[3];
    uint32_t n = errors(x, names), i = 0;
    while (i < n && strcmp(names[i], name)) i++;
    return i < n;
}

static uint32_t input_named(const program *p, const char *name) {
    for (uint32_t i = 0; i < p->inputs.size; i++)
        if (!strcmp(program_text(p, p->inputs.data[i].name), name)) return i;
    return NO_INPUT;
}

static bool fits_a_word(const char *type) {
    return type && !strstr(type, "128") && !strstr(type, "long double");
}

/* Whatever the C library has: each run is a process of its own, so none leaves anything to the
 * next, and one that asks for more than computing ends there, without a result. */
static bool is_of_the_library(const char *name) {
    return stubs_harmless(name) || library_defines(name);
}

static bool take_undefined(stubs *s, const building *x, const char *name) {
    if (is_error(x, name) || is_of_the_library(name)) return true;
    const char *type = native_input_type(s->program, input_named(s->program, name));
    if (nondet_type(name) && fits_a_word(type) && s->functions.size < MOST_FUNCTIONS) {
        vec_push(&s->functions, mem_string(name));
        return true;
    }
    snprintf(s->why, sizeof s->why, "%.60s has no body", name);
    return false;
}

static bool take_symbols(stubs *s, building *x) {
    char *save = NULL, *all = mem_string(text_string(&x->said));
    bool good = true;
    for (char *line = strtok_r(all, "\n", &save); good && line;
         line = strtok_r(NULL, "\n", &save)) {
        char *type = strchr(line, ' ');
        if (!type || !type[1]) continue;
        *type++ = 0;
        if (*type == 'U' || *type == 'w' || *type == 'v') good = take_undefined(s, x, line);
        if (*type == 'i' || *type == 'I') {
            snprintf(s->why, sizeof s->why, "%.60s is chosen when the program is loaded", line);
            good = false;
        }
    }
    mem_free(all);
    return good;
}

static void change(stubs *s, const char *option, const char *name) {
    vec_push(&s->arguments, mem_format("%s=%s", option, name));
}

/* Of the program, only its entry and what our definitions replace can be seen from outside, so that
 * nothing of it stands in for what the server calls; and nothing of it runs before the server has
 * locked it up. */
static void plan_changes(stubs *s, const building *x) {
    static const char *const sections[] = {".init_array*",
                                           ".fini_array*",
                                           ".preinit_array*",
                                           ".ctors*",
                                           ".dtors*",
                                           ".init",
                                           ".fini",
                                           ".rel.init_array*",
                                           ".rela.init_array*",
                                           ".rel.fini_array*",
                                           ".rela.fini_array*",
                                           NULL};
    const char *names[3], *entry = x->o->entry ? x->o->entry : "main";
    for (uint32_t i = 0, n = errors(x, names); i < n; i++) {
        change(s, "--weaken-symbol", names[i]);
        change(s, "--keep-global-symbol", names[i]);
    }
    char *own = mem_format("%sentry", own_prefix()), *renamed = mem_format("%s=%s", entry, own);
    change(s, "--redefine-sym", renamed);
    change(s, "--keep-global-symbol", entry);
    change(s, "--keep-global-symbol", own);
    mem_free(renamed);
    mem_free(own);
    for (const char *const *w = sections; *w; w++) change(s, "--remove-section", *w);
}

bool stubs_find(stubs *s, building *x) {
    LOG("native", "find stubs");
    if (!build_symbols(x)) return snprintf(s->why, sizeof s->why, "%s", x->why), false;
    if (!take_symbols(s, x)) return false;
    plan_changes(s, x);
    return true;
}

/* ---- the text ---- */

static void write_table(const stubs *s, text *out) {
    text_add(out, "const struct input inputs[] = {\n");
    for (uint32_t i = 0; i < s->functions.size; i++) {
        const char *name = s->functions.data[i],
                   *type = native_input_type(s->program, input_named(s->program, name));
        bool real = !strcmp(type, "float") || !strcmp(type, "double");
        text_print(out, "    {\"%s\", sizeof(%s), %s, %d},\n", name, type,
                   strchr(type, '*') ? "POINTER"
                   : real            ? "FLOAT"
                                     : "INTEGER",
                   !strcmp(type, "_Bool"));
    }
    text_add(out, "    {\"\", 0, 0, 0}\n};\n");
}

static void write_constants(const u64_vec *constants, text *out) {
    text_print(out, "const unsigned constant_count = %u;\nconst word constants[] = {",
               constants->size);
    for (uint32_t i = 0; i < constants->size; i++)
        text_print(out, "0x%llxull, ", (unsigned long long)constants->data[i]);
    text_add(out, "0};\n");
}

static void write_functions(const stubs *s, const building *x, text *out) {
    const char *names[3];
    for (uint32_t i = 0; i < s->functions.size; i++) {
        const char *name = s->functions.data[i],
                   *type = native_input_type(s->program, input_named(s->program, name));
        text_print(out,
                   "%s %s(void) {\n    union { word bits; %s v; } x = {next_input(%u, "
                   "__builtin_return_address(0))};\n"
                   "    return x.v;\n}\n",
                   type, name, type, i);
    }
    for (uint32_t i = 0, n = errors(x, names); i < n; i++)
        text_print(out, "void %s(void) { leave(END_ERROR); }\n", names[i]);
    const char *end = x->s.checks & CHECK_ASSERT ? "END_ASSERT" : "END_PASSES";
    text_print(out,
               "void __assert_fail(const char *what, const char *file, unsigned line, const char "
               "*function) {\n"
               "    (void)what, (void)file, (void)line, (void)function;\n    leave(%s);\n}\n"
               "__attribute__((weak)) void assert(int holds) {\n    if (!holds) leave(%s);\n}\n",
               end, end);
}

bool stubs_calls_main(const load_options *o) { return !o->entry || !strcmp(o->entry, "main"); }

/* main gets arrays as every process has them. */
static void write_start(const building *x, text *out) {
    const char *arguments =
        stubs_calls_main(x->o) ? "1, (char *[]){\"program\", 0}, (char *[]){0}" : "1, 0, 0";
    text_print(out, "int CINCH_OWN(entry)();\nvoid start_program(void) { CINCH_OWN(entry)(%s); }\n",
               arguments);
}

void stubs_write(const stubs *s, const building *x, uint64_t seed, const u64_vec *constants,
                 double seconds, text *out) {
    text_clear(out);
    server_interface(SERVER_OF_RUNS, seed, seconds, out);
    write_table(s, out);
    write_constants(constants, out);
    write_start(x, out);
    write_functions(s, x, out);
}

void stubs_release(stubs *s) {
    vec_free_each(&s->functions);
    vec_free_each(&s->arguments);
}
