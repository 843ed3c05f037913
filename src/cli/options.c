#include "cli/input_bounds.h"
#include "engine/portfolio/engines.h"
#include "cli/options.h"
#include "engine/ic3/bounds/icpic3.h"
#include "engine/ic3/literals/ic3cfa.h"
#include "engine/ic3/predicates/ic3ia.h"
#include "frontend/compiler_runs.h"
#include "frontend/sources.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(cli_options, field)
const option options[] = {
#define GROUP(title) {OPTION_GROUP, title, NULL, 0, 0, 0, 0, NULL},
#define FLAG(field, name, commands, help)                                                          \
    {OPTION_FLAG, name, NULL, AT(field), 0, 0, commands, help},
#define TEXT(field, name, argument, commands, help)                                                \
    {OPTION_TEXT, name, argument, AT(field), 0, 0, commands, help},
#define LIST(field, name, argument, commands, help)                                                \
    {OPTION_LIST, name, argument, AT(field), 0, 0, commands, help},
#define INT(field, name, argument, low, high, commands, help)                                      \
    {OPTION_INT, name, argument, AT(field), (double)(low), (double)(high), commands, help},
#define REAL(field, name, argument, low, high, commands, help)                                     \
    {OPTION_REAL, name, argument, AT(field), low, high, commands, help},
#include "cli/options.def"
    GROUP("Reductions")
#define PASS(id, flag, help)                                                                       \
    {OPTION_PASS, flag, NULL, AT(verify.reduce.enabled[REDUCE_##id]), 0, 0, ON_REDUCE, help},
#include "reduce/passes.def"
#undef PASS
        GROUP("Engines")
#define OPT_BOOL(field, name, value, help)                                                         \
    {OPTION_FLAG, name, NULL, AT(verify.engine.field), 0, 0, ON_WORK, help},
#define OPT_INT(field, name, value, low, high, help)                                               \
    {OPTION_INT, name, "N", AT(verify.engine.field), (double)(low), (double)(high), ON_WORK, help},
#define OPT_ENUM(field, name, value, choices, help)                                                \
    {OPTION_ENUM, name, choices, AT(verify.engine.field), 0, 0, ON_WORK, help},
#define OPT_TEXT(field, name, value, help)                                                         \
    {OPTION_TEXT, name, "X", AT(verify.engine.field), 0, 0, ON_WORK, help},
#include "engine/options.def"
            {OPTION_GROUP, NULL, NULL, 0, 0, 0, 0, NULL},
};

bool option_wrong(option_error *e, const char *format, ...) {
    if (e->message[0]) return false;
    va_list args;
    va_start(args, format);
    vsnprintf(e->message, sizeof e->message, format, args);
    va_end(args);
    e->status = EXIT_USAGE;
    return false;
}

/* What other tools call it, and what it is here. */
static const struct {
    const char *theirs, *ours;
} habits[] = {
#define HABIT(theirs, ours) {theirs, ours},
#include "cli/habits.def"
};

static bool known_elsewhere(const char *word, option_error *e) {
    size_t n = strcspn(word, "=");
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (strlen(habits[i].theirs) == n && !memcmp(habits[i].theirs, word, n)) {
            option_wrong(e, "unknown option '%.*s': %s", (int)n, word, habits[i].ours);
            return true;
        }
    return false;
}

static bool unknown_option(const char *word, unsigned command, option_error *e) {
    if (known_elsewhere(word, e)) return false;
    vec(const char *) names = {0};
    for (const option *o = options; o->name; o++)
        if (o->kind != OPTION_GROUP && o->kind != OPTION_PASS && o->commands & command)
            vec_push(&names, o->name);
    vec_push(&names, NULL);
    const char *near = word_nearest(word, names.data);
    vec_release(&names);
    return near ? option_wrong(e, "unknown option '%s'; did you mean '%s'?", word, near)
                : option_wrong(e, "unknown option '%s'", word);
}

/* ---- one option ---- */

static const option *find(const char *name, size_t size, unsigned command) {
    for (const option *o = options; o->name; o++)
        if (o->commands & command && o->kind != OPTION_PASS && strlen(o->name) == size &&
            !memcmp(o->name, name, size))
            return o;
    return NULL;
}

/* --no-PASS, and --no-X for a switch --X. */
static const option *find_negated(const char *word, unsigned command) {
    if (strncmp(word, "--no-", 5)) return NULL;
    for (const option *o = options; o->name; o++) {
        if (!(o->commands & command)) continue;
        if (o->kind == OPTION_PASS && !strcmp(o->name, word + 5)) return o;
        if (o->kind == OPTION_FLAG && !strncmp(o->name, "--", 2) && !strcmp(o->name + 2, word + 5))
            return o;
    }
    return NULL;
}

static bool set_int(const option *o, const char *given, int64_t *field, option_error *e) {
    char *end;
    errno = 0;
    long long n = strtoll(given, &end, 10);
    if (end == given || *end || errno || (double)n < o->low || (double)n > o->high)
        return option_wrong(e, "%s takes a whole number from %.0f to %.0f, not '%s'", o->name,
                            o->low, o->high, given);
    *field = n;
    return true;
}

static bool set_real(const option *o, const char *given, double *field, option_error *e) {
    char *end;
    double x = strtod(given, &end);
    if (end == given || *end || !(x >= o->low && x <= o->high))
        return option_wrong(e, "%s takes a number from %g to %g, not '%s'", o->name, o->low,
                            o->high, given);
    *field = x;
    return true;
}

static bool set_choice(const option *o, const char *given, int *field, option_error *e) {
    int i = 0;
    for (const char *p = o->argument;; i++) {
        size_t size = strcspn(p, "|");
        if (strlen(given) == size && !memcmp(p, given, size)) return *field = i, true;
        if (!p[size])
            return option_wrong(e, "%s takes one of %s, not '%s'", o->name, o->argument, given);
        p += size + 1;
    }
}

static bool set_switch(const option *o, const char *given, bool *field, option_error *e) {
    *field = !given || !strcmp(given, "on");
    return *field || !strcmp(given, "off") ||
           option_wrong(e, "%s takes on or off, not '%s'", o->name, given);
}

/* A row of a table sets many switches; those that come after it change the row. */
static bool set_row(const char *given, verify_options *into, option_error *e) {
    static const struct {
        bool (*configure)(engine_options *, const char *);
        enum engine_id of;
    } papers[] = {{ic3cfa_configure, ENGINE_IC3CFA},
                  {ic3ia_configure, ENGINE_IC3IA},
                  {icpic3_configure, ENGINE_ICPIC3}};
    for (uint32_t i = 0; i < sizeof papers / sizeof *papers; i++) {
        if (!papers[i].configure(&into->engine, given)) continue;
        if (!strncmp(given, "paper-", 6)) into->chosen = papers[i].of;
        return true;
    }
    return option_wrong(
        e,
        "--config takes paper-000-A to -M, paper-001-NAME, paper-002 or paper-003 (see "
        "--help), not '%s'",
        given);
}

static bool set(cli_options *into, const option *o, char *given, option_error *e) {
    void *field = (char *)into + o->offset;
    if (field == &into->verify.engine.ic3_config && !set_row(given, &into->verify, e)) return false;
    switch (o->kind) {
    case OPTION_FLAG: return set_switch(o, given, field, e);
    case OPTION_INT: return set_int(o, given, field, e);
    case OPTION_REAL: return set_real(o, given, field, e);
    case OPTION_ENUM: return set_choice(o, given, field, e);
    case OPTION_TEXT: *(const char **)field = given; break;
    case OPTION_LIST: vec_push((string_vec *)field, given); break;
    default: break;
    }
    return true;
}

/* argv[*i] is an option; moves *i over its argument. */
static bool parse_option(int argc, char **argv, int *i, unsigned command, cli_options *into,
                         option_error *e) {
    char *word = argv[*i], *equals = strchr(word, '=');
    const option *negated = find_negated(word, command);
    const option *o = find(word, equals ? (size_t)(equals - word) : strlen(word), command);
    if (!o && negated) return *(bool *)((char *)into + negated->offset) = false, true;
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) return into->help = true;
    if (!o) return unknown_option(word, command, e);
    char *given = equals ? equals + 1 : NULL;
    if (!given && o->kind != OPTION_FLAG) {
        if (*i + 1 >= argc)
            return option_wrong(e, "%s needs an argument: %s", o->name, o->argument);
        given = argv[++*i];
    }
    return set(into, o, given, e);
}

/* ---- options that mean several things ---- */

static int pass_named(const char *name, size_t size) {
    int i = 0;
    for (const option *o = options; o->name; o++) {
        if (o->kind != OPTION_PASS) continue;
        if (strlen(o->name) == size && !memcmp(o->name, name, size)) return i;
        i++;
    }
    return -1;
}

static bool choose_passes(const char *list, reduce_options *r, option_error *e) {
    bool all = !strcmp(list, "all");
    for (int i = 0; i < REDUCE_PASSES; i++) r->enabled[i] = all;
    if (all || !strcmp(list, "none")) return true;
    for (const char *p = list;;) {
        size_t size = strcspn(p, ",");
        int found = pass_named(p, size);
        if (found < 0)
            return option_wrong(e, "--reduce: unknown pass '%.*s' (see cinch help passes)",
                                (int)size, p);
        r->enabled[found] = true;
        if (!p[size]) return true;
        p += size + 1;
    }
}

static bool choose_property(cli_options *o, option_error *e) {
    input_error bad = {0};
    if (property_parse(o->word.property, &o->memory_of_texts, &o->verify.load.checks,
                       &o->verify.load.error_function, &bad)) {
        if (property_is_file(o->word.property)) o->verify.load.volatile_reads = VOLATILE_MEMORY;
        return true;
    }
    option_wrong(e, "%s%s%s", bad.file ? bad.file : "", bad.file ? ": " : "", bad.message);
    if (bad.file) e->status = EXIT_INPUT;
    return false;
}

static bool choose_volatile(const char *word, enum volatile_reads *out, option_error *e) {
    *out = !strcmp(word, "memory")  ? VOLATILE_MEMORY
           : !strcmp(word, "input") ? VOLATILE_INPUT
                                    : VOLATILE_HARDWARE;
    return *out != VOLATILE_HARDWARE || !strcmp(word, "hardware") ||
           option_wrong(e, "--volatile takes hardware, memory or input, not '%s'", word);
}

static bool choose_inlining(const char *word, enum inlining *out, option_error *e) {
    *out = !strcmp(word, "all") ? INLINE_ALL : !strcmp(word, "none") ? INLINE_NONE : INLINE_AUTO;
    return *out != INLINE_AUTO || !strcmp(word, "auto") ||
           option_wrong(e, "--inline takes all, auto or none, not '%s'", word);
}

static bool check_engine(const char *name, option_error *e) {
    vec(const char *) names = {0};
    for (const engine *x = engines; x->name; x++) vec_push(&names, x->name);
    vec_push(&names, NULL);
    const char *near = engine_find(name) ? name : word_nearest(name, names.data);
    vec_release(&names);
    if (engine_find(name)) return true;
    if (engine_successor(name))
        return option_wrong(e, "the engine '%s' is now '%s'", name, engine_successor(name));
    if (near) return option_wrong(e, "unknown engine '%s'; did you mean '%s'?", name, near);
    return option_wrong(e, "unknown engine '%s' (see cinch help engines)", name);
}

/* What never changes is an input, too. */
static bool choose_bounds(cli_options *o, option_error *e) {
    char message[sizeof e->message] = "";
    load_options *l = &o->verify.load;
    if (!bounds_read(o, &o->memory_of_texts, message, sizeof message))
        return option_wrong(e, "%s", message);
    for (uint32_t i = 0; i < l->bounds.size; i++) {
        bool named = !l->bounds.data[i].constant;
        for (uint32_t k = 0; k < l->inputs.size; k++)
            named |= !strcmp(l->inputs.data[k], l->bounds.data[i].name);
        if (!named) vec_push(&l->inputs, (char *)(uintptr_t)l->bounds.data[i].name);
    }
    return true;
}

/* Several engines are a portfolio of their own. */
static bool choose_engines(cli_options *o, option_error *e) {
    if (!o->word.engine_name) return true;
    for (const char *at = o->word.engine_name; *at; at += strcspn(at, ","), at += *at == ',') {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        if (!check_engine(name, e)) return false;
        team_add(&o->verify.engine.team, engine_find(name)->id);
    }
    if (o->verify.engine.team.size > 1) return true;
    if (!o->verify.engine.team.size) return check_engine(o->word.engine_name, e);
    o->verify.chosen = (enum engine_id)o->verify.engine.team.members[0];
    o->verify.engine.team.size = 0;
    return true;
}

static bool consistent(const cli_options *o, option_error *e) {
    const load_options *l = &o->verify.load;
    if (l->data_model && strcmp(l->data_model, "ILP32") && strcmp(l->data_model, "LP64"))
        return option_wrong(e, "--data-model takes ILP32 or LP64, not '%s'", l->data_model);
    if (l->data_model && l->target)
        return option_wrong(e, "--data-model and --target exclude each other");
    if (l->step && l->entry) return option_wrong(e, "--step and --entry exclude each other");
    if (!l->step && (l->init || l->inputs.size || l->bounds.size))
        return option_wrong(e, "--init, --input and options on inputs need --step");
    if (o->word.executor && strcmp(o->word.executor, "local") && strcmp(o->word.executor, "slurm"))
        return option_wrong(e, "--executor takes local or slurm, not '%s'", o->word.executor);
    if (o->dot && o->as_text) return option_wrong(e, "--dot and --text exclude each other");
    const char *conflict = ic3cfa_conflict(&o->verify.engine);
    if (conflict) return option_wrong(e, "%s", conflict);
    return true;
}

static bool finish(cli_options *o, option_error *e) {
    load_options *l = &o->verify.load;
    l->choice.recursion_depth = (uint32_t)o->number.recursion;
    l->choice.heap_instances = (uint32_t)o->number.heap;
    if (o->model.heap_unbounded)
        l->choice.heap = o->model.heap_by_size ? HEAP_BY_SIZE : HEAP_UNBOUNDED;
    if (o->model.forget_memory) l->choice.memory = MEMORY_FORGOTTEN;
    l->entry_size = (uint64_t)o->number.entry_size;
    o->verify.memory_bytes = (uint64_t)o->number.memory << 20;
    o->verify.evidence = !o->no_evidence;
    return choose_engines(o, e) && choose_bounds(o, e) && consistent(o, e) &&
           (!o->word.property || choose_property(o, e)) &&
           (!o->word.volatile_reads ||
            choose_volatile(o->word.volatile_reads, &l->volatile_reads, e)) &&
           (!o->word.inlining || choose_inlining(o->word.inlining, &l->choice.inlining, e)) &&
           (!o->word.reduce || choose_passes(o->word.reduce, &o->verify.reduce, e));
}

/* An argument of the compiler that people write where it stands for itself: -Iinclude, -DX,
 * -std=c99. How many words it is; 0: it is none. */
static int compiler_words(int argc, char **argv, int i) {
    static const char *const alone[] = {"-I",   "-D",   "-U", "-std=",    "-isystem",  "-iquote",
                                        "-m32", "-m64", "-f", "-include", "--sysroot="};
    static const char *const apart[] = {"-I", "-D", "-U", "-isystem", "-iquote", "-include"};
    for (size_t k = 0; k < sizeof apart / sizeof *apart; k++)
        if (!strcmp(argv[i], apart[k])) return i + 1 < argc ? 2 : 0;
    for (size_t k = 0; k < sizeof alone / sizeof *alone; k++)
        if (!strncmp(argv[i], alone[k], strlen(alone[k])) && strcmp(argv[i], "-f")) return 1;
    return 0;
}

/* Is this option of a batch handed on? */
static bool for_tasks(const char *word) {
    if (!strncmp(word, "--summary", 9) || !strncmp(word, "--junit", 7))
        return false; /* one for all of them */
    return find(word, strcspn(word, "="), ON_VERIFY) || find_negated(word, ON_VERIFY);
}

/* A file of such a name comes from a pattern as *.c: it must not become an option, nor a line of a
 * report. */
static bool checked_name(const char *word, option_error *e) {
    bool dashed = word[0] == '-' && word[1];
    for (const char *c = word; *c && !dashed; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            return option_wrong(e, "a name with control characters is not taken");
    if (dashed && (source_kind_of(word) != SOURCE_UNKNOWN && !access(word, F_OK)))
        return option_wrong(e, "'%s' is the name of a file and looks like an option; write ./%s",
                            word, word);
    return true;
}

void options_unset(cli_options *o) {
    memset(o, 0, sizeof *o);
    verify_options_default(&o->verify);
    o->goal.goal_seconds = 10;
}

bool options_parse(int argc, char **argv, unsigned command, cli_options *o, option_error *e) {
    options_unset(o);
    o->verify.load.runs = compiler_runs_new();
    e->message[0] = 0;
    for (int i = 0; i < argc; i++) {
        if (!strcmp(argv[i], "--")) {
            vec_append(&o->verify.load.clang_arguments, argv + i + 1, argc - i - 1);
            vec_append(&o->passed, argv + i, argc - i);
            break;
        }
        if (!checked_name(argv[i], e)) return false;
        int first = i, words = command & ON_LOAD ? compiler_words(argc, argv, i) : 0;
        if (argv[i][0] != '-' || !argv[i][1]) vec_push(&o->verify.load.files, argv[i]);
        else if (words) {
            vec_append(&o->verify.load.clang_arguments, argv + i, words);
            vec_append(&o->passed, argv + i, words);
            i += words - 1;
        } else if (!parse_option(argc, argv, &i, command, o, e)) return false;
        else if (for_tasks(argv[first]))
            vec_append(&o->passed, argv + first, (uint32_t)(i - first + 1));
    }
    return o->help || finish(o, e);
}

void options_release(cli_options *o) {
    compiler_runs_delete(o->verify.load.runs);
    vec_release(&o->verify.load.files);
    vec_release(&o->verify.load.only);
    vec_release(&o->verify.load.inputs);
    vec_release(&o->verify.load.clang_arguments);
    vec_release(&o->verify.load.bounds);
    vec_release(&o->known.ranges);
    vec_release(&o->known.constants);
    vec_release(&o->known.rates);
    vec_release(&o->known.finite);
    vec_release(&o->print);
    vec_release(&o->passed);
    arena_release(&o->memory_of_texts);
}

void usage_fail(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("cinch: ", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    fputs("\nTry 'cinch --help'.\n", stderr);
    exit(EXIT_USAGE);
}

/* ---- help ---- */

/* `help` after column `indent`, broken into lines. */
static void wrap(text *out, const char *help, uint32_t indent) {
    uint32_t at = indent;
    for (const char *p = help; *p;) {
        size_t size = strcspn(p, " ");
        if (at + size > 96 && at > indent) {
            text_print(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (at > indent) {
            text_char(out, ' ');
        }
        text_bytes(out, p, size);
        at += (uint32_t)size + 1;
        p += size + (p[size] == ' ');
    }
    text_char(out, '\n');
}

static const void *default_of(const option *o, const cli_options *unset) {
    return (const char *)unset + o->offset;
}

static bool is_on(const option *o, const cli_options *unset) {
    return o->kind == OPTION_PASS ||
           (o->kind == OPTION_FLAG && *(const bool *)default_of(o, unset));
}

void option_name(const option *o, const cli_options *unset, text *out) {
    bool dashes = !strncmp(o->name, "--", 2);
    if (is_on(o, unset)) text_print(out, "--no-%s", o->name + (dashes ? 2 : 0));
    else text_add(out, o->name);
}

static void choice(const char *choices, int which, text *out) {
    for (; which; which--) choices += strcspn(choices, "|") + 1;
    text_print(out, "; default: %.*s", (int)strcspn(choices, "|"), choices);
}

void option_says(const option *o, const cli_options *unset, text *out) {
    const void *field = default_of(o, unset);
    text_print(out, "%s%s", is_on(o, unset) ? "without: " : "", o->help);
    switch (o->kind) {
    case OPTION_ENUM: choice(o->argument, *(const int *)field, out); break;
    case OPTION_INT:
        if (*(const int64_t *)field)
            text_print(out, "; default: %lld", (long long)*(const int64_t *)field);
        break;
    case OPTION_TEXT:
        if (*(const char *const *)field && **(const char *const *)field)
            text_print(out, "; default: %s", *(const char *const *)field);
        break;
    default: break;
    }
}

static void describe(const option *o, const cli_options *unset, text *out) {
    text left = {0}, help = {0};
    option_name(o, unset, &left);
    if (o->argument) text_print(&left, " %s", o->argument);
    option_says(o, unset, &help);
    text_print(out, "  %-28s", text_string(&left));
    if (left.size > 27) text_print(out, "\n  %-28s", "");
    wrap(out, text_string(&help), 30);
    text_release(&left);
    text_release(&help);
}

void options_help(unsigned command, text *out) {
    const option *group = NULL;
    cli_options unset;
    options_unset(&unset);
    for (const option *o = options; o->name; o++) {
        if (o->kind == OPTION_GROUP) group = o;
        if (!(o->commands & command)) continue;
        if (group) text_print(out, "\n%s:\n", group->name), group = NULL;
        describe(o, &unset, out);
    }
}
