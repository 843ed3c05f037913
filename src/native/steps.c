#include "native/steps.h"
#include "base/log.h"
#include "base/fail.h"
#include "base/own.h"
#include "base/launch.h"
#include "engine/common/draw.h"
#include "native/build.h"
#include "native/harness.h"
#include "native/server.h"
#include "native/stubs.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* As for sampling (verify/sampling.c): without what an optimizer concludes from undefined
 * behaviour. */
static const char *const flags[] = {
    "-O1",
    "-g0",
    "-fPIC",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    "-fno-stack-protector",
    "-ftrivial-auto-var-init=zero",
    "-fsanitize=array-bounds",
    "-fsanitize-trap=array-bounds",
    "-fstrict-flex-arrays=3",                      /* the last member of a record has bounds, too */
    "-fsanitize-coverage=func,trace-pc,trace-cmp", /* alone, trace-cmp does nothing */
    NULL};

/* A volatile global: it has one value in each step. */
typedef struct {
    uint32_t name; /* in the texts of the program */
    sort sort;
} reading;

struct native_steps {
    program *program;
    const load_options *load;
    const budget *b;
    building made;
    step_leaves leaves;
    vec(reading) readings;
    string_vec symbols; /* of the program that the generated text uses */
    bool keeps_blocks;  /* it calls functions that remember something elsewhere: malloc, ... */
    uint64_t steps;
    char why[120];
};

static bool no(native_steps *x, const char *why) {
    snprintf(x->why, sizeof x->why, "%s", budget_over(x->b) ? budget_reason(x->b) : why);
    return false;
}

/* ---- columns ---- */

static bool has_reading(const native_steps *x, uint32_t name, uint32_t *at) {
    for (*at = 0; *at < x->readings.size; ++*at)
        if (x->readings.data[*at].name == name) return true;
    return false;
}

static void find_readings(native_steps *x, cmd c) {
    const program *p = x->program;
    for (uint32_t i = 0; i < cmd_size(p, c); i++) find_readings(x, cmd_part(p, c, i));
    if (cmd_kind_of(p, c) != CMD_HAVOC) return;
    const input *in = &p->inputs.data[cmd_input(p, c)];
    reading r = {in->name, term_sort(p->terms, cmd_var(p, c))};
    uint32_t at;
    if (step_is_volatile(p, in) && !has_reading(x, r.name, &at)) vec_push(&x->readings, r);
}

uint32_t native_steps_columns(const native_steps *x) { return x->leaves.size + x->readings.size; }

uint32_t native_steps_column(const native_steps *x, uint32_t which) {
    assert_debug(which < native_steps_columns(x));
    uint32_t at;
    for (uint32_t i = 0; i < x->leaves.size; i++)
        if (x->leaves.data[i].input == which) return i;
    const input *in = &x->program->inputs.data[which];
    if (step_is_volatile(x->program, in) && has_reading(x, in->name, &at))
        return x->leaves.size + at;
    return UINT32_MAX;
}

uint32_t native_steps_first(const native_steps *x) {
    for (uint32_t i = 0; i < x->leaves.size; i++)
        if (!x->leaves.data[i].constant) return x->leaves.data[i].input;
    return NO_INPUT;
}

static bool fits(const native_steps *x) {
    for (uint32_t i = 0; i < x->leaves.size; i++) {
        const char *type = step_leaf_type(&x->leaves.data[i]);
        if (strstr(type, "__int128") || strstr(type, "long double")) return false;
    }
    for (uint32_t i = 0; i < x->readings.size; i++)
        if (sort_width(x->program->terms, x->readings.data[i].sort) > 64) return false;
    return true;
}

/* ---- building ---- */

/* Functions of the library that leave something outside of the program's variables. */
static bool remembers(const char *name) {
    static const char *const all[] = {"malloc", "calloc", "realloc", "free",
                                      "qsort",  "strtok", "rand",    "srand"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(name, all[i])) return true;
    return false;
}

static bool refuse_unknown(native_steps *x) {
    char *save = NULL, *all = mem_string(text_string(&x->made.said));
    bool good = true;
    for (char *line = strtok_r(all, "\n", &save); good && line;
         line = strtok_r(NULL, "\n", &save)) {
        char *type = strchr(line, ' ');
        if (!type) continue;
        *type++ = 0;
        if (*type == 'i' || *type == 'I' || (*type == 'U' && !stubs_harmless(line)))
            good = false, snprintf(x->why, sizeof x->why, "%.60s has no body", line);
        x->keeps_blocks |= *type == 'U' && remembers(line);
    }
    mem_free(all);
    return good;
}

/* What the generated text uses can be seen, a main gives way, and nothing of the program runs
 * before it is locked up. */
static bool open_program(native_steps *x) {
    static const char *const always[] = {"--remove-section=.init_array*",
                                         "--remove-section=.fini_array*",
                                         "--remove-section=.preinit_array*",
                                         "--remove-section=.ctors*",
                                         "--remove-section=.dtors*",
                                         "--remove-section=.init",
                                         "--remove-section=.fini",
                                         "--remove-section=.rel.init_array*",
                                         "--remove-section=.rela.init_array*",
                                         "--rename-section=.data=" OWN "data",
                                         "--rename-section=.bss=" OWN "bss",
                                         "--redefine-sym=main=" OWN "main"};
    string_vec words = {0};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        vec_push(&words, mem_string(always[i]));
    for (uint32_t i = 0; i < words.size; i++) own_names(words.data[i], strlen(words.data[i]));
    for (uint32_t i = 0; i < x->symbols.size; i++)
        vec_push(&words, mem_format("--globalize-symbol=%s", x->symbols.data[i]));
    bool good = build_change(&x->made, &words);
    vec_free_each(&words);
    return good || no(x, x->made.why);
}

static bool compile(native_steps *x) {
    text ignored = {0};
    step_write_declarations(&x->leaves, x->load, &ignored, &x->symbols);
    text_release(&ignored);
    for (uint32_t i = 0; i < x->readings.size; i++)
        vec_push(&x->symbols, mem_string(program_text(x->program, x->readings.data[i].name)));
    if (!build_begin(&x->made, x->load, x->b)) return no(x, x->made.why);
    x->made.traces_floats = true;
    if (!build_compile(&x->made, flags) || !build_join(&x->made) || !build_symbols(&x->made))
        return no(x, x->made.why);
    return refuse_unknown(x) && open_program(x);
}

static bool find_columns(native_steps *x) {
    if (!x->load->step) return no(x, "no step function");
    if (!step_leaves_find(x->program, x->load, &x->leaves))
        return no(x, "an input has no name in C");
    for (uint32_t e = 0; e < x->program->edges.size; e++)
        find_readings(x, x->program->edges.data[e].command);
    if (native_steps_first(x) == NO_INPUT) return no(x, "no input that begins a step");
    return fits(x) || no(x, "an input is too wide");
}

native_steps *native_steps_new(program *p, const load_options *o, const budget *b, char why[120]) {
    native_steps *x = mem_zero(sizeof *x);
    *x = (native_steps){.program = p, .load = o, .b = b};
    if (find_columns(x) && compile(x)) return x;
    snprintf(why, 120, "%s", x->why);
    native_steps_delete(x);
    return NULL;
}

void native_steps_delete(native_steps *x) {
    if (!x) return;
    build_end(&x->made);
    vec_release(&x->leaves);
    vec_release(&x->readings);
    vec_free_each(&x->symbols);
    mem_free(x);
}

/* ---- the text ---- */

/* Bounds that begin at 0 or above are about unsigned numbers; otherwise C's type says it. */
static void write_signal(const native_steps *x, uint32_t width, const char *type, const char *name,
                         text *out) {
    bool real = !strcmp(type, "float") || !strcmp(type, "double");
    bool boolean = !strcmp(type, "_Bool");
    const input_bounds *known = name ? bounds_of(x->load, name) : NULL;
    input_bounds b = known ? *known : (input_bounds){0};
    bool has_sign = b.bounded ? b.low < 0 : strncmp(type, "unsigned", 8) != 0;
    text_print(out, "    {%u, %d, %d, %d, %d, %d, %d", (width + 7) / 8, real, boolean, has_sign,
               b.bounded, b.constant, b.finite);
    const long double numbers[] = {b.low, b.high, b.rate};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        text_print(out, isinf(numbers[i]) ? ", %.17Lg / 0.0" : ", %.17Lg",
                   isinf(numbers[i]) ? copysignl(1, numbers[i]) : numbers[i]);
    text_add(out, "},\n");
}

static void write_signals(const native_steps *x, text *out) {
    const terms *t = x->program->terms;
    text_print(out, "const unsigned signal_count = %u;\nconst struct signal signals[] = {\n",
               native_steps_columns(x));
    for (uint32_t i = 0; i < x->leaves.size; i++) {
        const step_leaf *l = &x->leaves.data[i];
        write_signal(x, sort_width(t, term_sort(t, l->read)), step_leaf_type(l), l->name, out);
    }
    for (uint32_t i = 0; i < x->readings.size; i++)
        write_signal(x, sort_width(t, x->readings.data[i].sort),
                     sort_is_fp(t, x->readings.data[i].sort) ? "double" : "int", NULL, out);
    text_add(out, "};\n");
}

/* A float constant as a number; false: it is wider than ours, or infinite, or none. */
static bool real_of(const terms *t, term c, double *out) {
    mpz_t z;
    float single;
    uint32_t width = sort_width(t, term_sort(t, c));
    if (!sort_is_fp(t, term_sort(t, c)) || width > 64) return false;
    mpz_init(z);
    uint64_t raw = term_get_mpz(t, c, z) ? mpz_get_ui(z) : 0;
    mpz_clear(z);
    memcpy(&single, &raw, sizeof single);
    if (width == 64) memcpy(out, &raw, sizeof *out);
    else *out = (double)single;
    return (width == 32 || width == 64) && *out - *out == 0;
}

static void write_constants(const native_steps *x, text *out) {
    drawer d;
    uint64_t raw;
    uint32_t words = 0, reals = 0;
    const terms *t = x->program->terms;
    text list = {0};
    drawer_init(&d, x->program, 1);
    text_add(out, "const word constants[] = {");
    for (uint32_t i = 0; i < d.constants.size; i++)
        if (!sort_is_fp(t, term_sort(t, d.constants.data[i])) &&
            term_get_u64(t, d.constants.data[i], &raw))
            text_print(out, "0x%llxull, ", (unsigned long long)raw), words++;
    for (uint32_t i = 0; i < d.constants.size; i++) {
        double number;
        if (real_of(t, d.constants.data[i], &number)) text_print(&list, "%a, ", number), reals++;
    }
    text_print(out, "0};\nconst unsigned constant_count = %u;\n", words);
    text_print(out, "const double reals[] = {%s0};\nconst unsigned real_count = %u;\n",
               text_string(&list), reals);
    text_release(&list);
    drawer_release(&d);
}

static void write_wanted(const bits *wanted, uint32_t marks, text *out) {
    text_print(out, "const unsigned mark_count = %u;\nconst unsigned char wanted[] = {", marks);
    for (uint32_t i = 0; i < marks; i++) text_add(out, bits_has(wanted, i) ? "1," : "0,");
    text_add(out, "0};\n");
}

static void write_variables(const native_steps *x, bool constant, text *out) {
    for (uint32_t i = 0; i < x->leaves.size; i++)
        if (x->leaves.data[i].constant == constant)
            text_print(out, "        %s v%u;\n        memcpy(&v%u, &values[%u], sizeof v%u);\n",
                       step_leaf_type(&x->leaves.data[i]), i, i, i, i);
}

static void write_step(native_steps *x, text *out) {
    string_vec ignored = {0};
    text_add(out, "#include <string.h>\n");
    step_write_declarations(&x->leaves, x->load, out, &ignored);
    vec_free_each(&ignored);
    for (uint32_t i = 0; i < x->readings.size; i++)
        text_print(out, "extern char %s[];\n", program_text(x->program, x->readings.data[i].name));
    text_add(out, "void program_init(const word *values) {\n");
    write_variables(x, true, out);
    step_write_values(&x->leaves, true, out);
    if (x->load->init) text_print(out, "        %s();\n", x->load->init);
    text_add(out, "        (void)values;\n}\nvoid program_step(const word *values) {\n");
    write_variables(x, false, out);
    for (uint32_t i = 0; i < x->readings.size; i++)
        text_print(out, "        memcpy(%s, &values[%u], %u);\n",
                   program_text(x->program, x->readings.data[i].name), x->leaves.size + i,
                   (sort_width(x->program->terms, x->readings.data[i].sort) + 7) / 8);
    step_write_values(&x->leaves, false, out);
    step_write_call(&x->leaves, x->load, out);
    text_add(out, "}\n");
}

static void write_text(native_steps *x, const bits *wanted, uint32_t marks, uint64_t seed,
                       double seconds, text *out) {
    server_interface(SERVER_OF_STEPS, seed, seconds, out);
    text_print(out, "const double seconds_to_wait = %f;\nconst int is_resettable = %d;\n",
               x->b->deadline ? budget_left(x->b) * 0.4 : 1e9, !x->keeps_blocks);
    write_signals(x, out);
    write_constants(x, out);
    write_wanted(wanted, marks, out);
    write_step(x, out);
    text_add(out, "void CINCH_OWN(goal)(int goal, _Bool when) {\n"
                  "    if (when) pass((unsigned)goal);\n    else miss((unsigned)goal);\n}\n"
                  "_Bool CINCH_OWN(condition)(int yes, int no, _Bool is) {\n"
                  "    decide((unsigned)yes, (unsigned)no, is);\n    return is;\n}\n"
                  "void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {\n"
                  "    (void)a, (void)b, (void)c, (void)d;\n    leave(END_PASSES);\n}\n"
                  "__attribute__((weak)) void assert(int holds) {\n"
                  "    if (!holds) leave(END_PASSES);\n}\n");
}

static bool link_with(native_steps *x, const text *own) {
    char *server = mem_format("%s/steps.o", x->made.directory);
    bool good =
        server_write(SERVER_OF_STEPS, &x->made, server) && build_link(&x->made, own, NULL, server);
    mem_free(server);
    return good || no(x, x->made.why[0] ? x->made.why : "it does not link");
}

/* ---- what the server says ---- */

/* The program shares its memory with the server: what comes is read as a stranger's. */
enum { MOST_STEPS = 140000 }; /* of a run, as in runtime/steps.c */

typedef struct {
    const char *at;
    bool good;
} report_reader;

static uint64_t read_number(report_reader *r, int base, uint64_t most) {
    char *end;
    const char *from = r->at + (*r->at == ' ');
    if (!isxdigit((unsigned char)*from)) return r->good = false, 0;
    uint64_t n = strtoull(from, &end, base);
    r->good &= end != from && n <= most;
    r->at = end;
    return n;
}

static void read_newline(report_reader *r) {
    if (*r->at == '\n') r->at++;
    else r->good = false;
}

static void read_row(report_reader *r, uint32_t columns, steps_run *run, uint64_t most) {
    uint64_t count = read_number(r, 10, most);
    r->good &= count > 0;
    vec_push(&run->counts, (uint32_t)count);
    for (uint32_t i = 0; i < columns && r->good; i++)
        vec_push(&run->values, read_number(r, 16, UINT64_MAX));
    read_newline(r);
}

/* "run STEPS MARK..." and its rows. */
static void read_run(report_reader *r, uint32_t columns, uint32_t marks, steps_run *run) {
    r->at += strlen("run");
    uint64_t left = read_number(r, 10, MOST_STEPS);
    while (r->good && *r->at == ' ')
        vec_push(&run->marks, (uint32_t)read_number(r, 10, marks ? marks - 1 : 0));
    read_newline(r);
    r->good &= left > 0 && run->marks.size > 0 && run->marks.size <= marks;
    while (r->good && left) {
        read_row(r, columns, run, left);
        left -= r->good ? vec_last(&run->counts) : 0;
    }
}

static void steps_run_release(steps_run *r) {
    vec_release(&r->marks);
    vec_release(&r->counts);
    vec_release(&r->values);
}

/* Runs up to the first that is not well-formed. There are no more than marks: each passes a new
 * one. */
static void read_report(native_steps *x, uint32_t marks, text *report, steps_runs *out) {
    report_reader r = {text_string(report), true};
    unsigned long long runs = 0, steps = 0;
    for (uint32_t n = 0; n < marks && !strncmp(r.at, "run ", 4); n++) {
        steps_run run = {0};
        read_run(&r, native_steps_columns(x), marks, &run);
        if (r.good) vec_push(out, run);
        else {
            steps_run_release(&run);
            return;
        }
    }
    if (sscanf(r.at, "end %llu %llu", &runs, &steps) == 2) x->steps += steps;
}

static bool serve(native_steps *x, uint32_t marks, steps_runs *out) {
    char *path = build_program(&x->made);
    text report = {0};
    launch_options how = {.profile = LAUNCH_SERVER,
                          .limits = {.seconds = x->b->deadline ? budget_left(x->b) : 0,
                                     .memory_bytes = 2ull << 30,
                                     .output_bytes = 256 << 20},
                          .unsafe = x->load->unsafe_native};
    launch_report said;
    launch_run((char *[]){path, NULL}, NULL, &report, NULL, &how, &said);
    bool good = said.end.started && said.executed && !said.end.signal && !said.end.status;
    if (good) read_report(x, marks, &report, out);
    launch_report_release(&said);
    text_release(&report);
    mem_free(path);
    return good || no(x, "the server failed");
}

bool native_steps_search(native_steps *x, const bits *wanted, uint32_t marks, uint64_t seed,
                         double seconds, steps_runs *out) {
    assert_debug(seconds >= 0);
    LOG("native", "search %u marks for %.2f s", marks, seconds);
    text own = {0};
    write_text(x, wanted, marks, seed, seconds, &own);
    bool good = link_with(x, &own) && serve(x, marks, out);
    text_release(&own);
    return good;
}

void steps_runs_release(steps_runs *r) { vec_release_each(r, steps_run_release); }
