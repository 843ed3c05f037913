#include "evidence/ctest_write.h"
#include "base/log.h"
#include "base/escape.h"
#include "base/fail.h"
#include "evidence/ctest_step.h"

#include <stdlib.h>

typedef struct {
    program *p;
    const sources *s;
    const load_options *o;
    evidence *e;
    ctest_functions *defined;
    text *out;
} ctest_writer;

static const char repeat[] =
#include "repeat.inc"
    ;

static bool check_name(const char *name) { return !strncmp(name, "__ubsan_handle_", 15); }

static void defines(ctest_writer *w, const char *name) {
    vec_push(&w->defined->names, mem_string(name));
}

static bool defined_already(const ctest_writer *w, const char *name) {
    for (uint32_t i = 0; i < w->defined->names.size; i++)
        if (!strcmp(w->defined->names.data[i], name)) return true;
    return false;
}

/* ---- values ---- */

static bool is_x87(const ctest_writer *w, value a) {
    const terms *t = w->p->terms;
    return sort_is_fp(t, a.sort) && sort_eb(t, a.sort) == 15 && sort_sb(t, a.sort) == 64;
}

/* What a long double of x86 has and IEEE 754's formats leave out: it is 0 where the exponent is. */
static void show_integer_bit(mpz_t z) {
    mpz_t low;
    mpz_init(low);
    mpz_fdiv_r_2exp(low, z, 63);
    mpz_fdiv_q_2exp(z, z, 63);
    bool subnormal = !mpz_fdiv_ui(z, 1u << 15);
    mpz_mul_2exp(z, z, 1);
    mpz_add_ui(z, z, !subnormal);
    mpz_mul_2exp(z, z, 63);
    mpz_add(z, z, low);
    mpz_clear(low);
}

/* The bits of a value as 64-bit words, lowest first; false where it has none. */
static bool words_of(const ctest_writer *w, value a, uint32_t *n, uint64_t words[4]) {
    mpz_t z;
    mpz_init(z);
    bool good = value_u64(w->e->pool, a, &words[0]);
    *n = 1;
    if (!good && (good = term_get_mpz(w->p->terms, value_to_term(w->e->pool, a), z))) {
        size_t count = 0;
        good = mpz_sgn(z) >= 0 && mpz_sizeinbase(z, 2) <= 256;
        memset(words, 0, 4 * sizeof *words);
        if (good && is_x87(w, a)) show_integer_bit(z);
        if (good) mpz_export(words, &count, -1, 8, 0, 0, z);
        *n = 4;
    }
    mpz_clear(z);
    return good;
}

static bool not_in_c(ctest_writer *w, const char *name) {
    snprintf(w->e->why, sizeof w->e->why,
             "no test was run: a value of %.80s cannot be written in C", name);
    return false;
}

static bool print_values(ctest_writer *w, const char *name, uint32_t *count) {
    *count = 0;
    for (uint32_t i = 0; i < w->e->inputs.items.size; i++) {
        const struct input_value *v = &w->e->inputs.items.data[i];
        uint64_t words[4] = {0};
        uint32_t n;
        if (v->input >= w->p->inputs.size ||
            strcmp(program_text(w->p, w->p->inputs.data[v->input].name), name))
            continue;
        if (!words_of(w, v->value, &n, words)) return not_in_c(w, name);
        text_print(w->out, "%s{0x%llx", *count % 4 ? " " : "\n        ",
                   (unsigned long long)words[0]);
        for (uint32_t k = 1; k < n && (words[1] | words[2] | words[3]); k++)
            text_print(w->out, ", 0x%llx", (unsigned long long)words[k]);
        text_add(w->out, "},");
        ++*count;
    }
    return true;
}

/* A run that never ends goes on with the inputs of its loop: those after the choice of the state
 * that comes back. Where none is chosen an input keeps its last value. */
static uint32_t first_of_loop(const ctest_writer *w, const char *name, uint32_t count) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < w->e->inputs.items.size; i++) {
        const struct input_value *v = &w->e->inputs.items.data[i];
        const char *called = v->input < w->p->inputs.size
                                 ? program_text(w->p, w->p->inputs.data[v->input].name)
                                 : "";
        uint64_t chosen = 0;
        if (!strcmp(called, INPUT_REPEATED) && value_u64(w->e->pool, v->value, &chosen) && chosen)
            return before;
        before += !strcmp(called, name);
    }
    return count - (count > 0);
}

/* ---- memory of any content ---- */

static const char any_memory[] = "__VERIFIER_nondet_memory";

/* The bytes of one call that differ from the others, and these; false: it is no array of bytes. */
static bool print_memory(ctest_writer *w, value v, uint32_t call, text *rest) {
    const terms *t = w->p->terms;
    term a = value_to_term(w->e->pool, v);
    uint64_t index, byte;
    bool good = sort_kind_of(t, v.sort) == SORT_ARRAY;
    text cells = {0};
    for (; good && term_op(t, a) == OP_STORE; a = term_arg(t, a, 0)) {
        good = term_get_u64(t, term_arg(t, a, 1), &index) &&
               term_get_u64(t, term_arg(t, a, 2), &byte) && term_width(t, term_arg(t, a, 2)) == 8;
        if (!good) break;
        /* What was stored last is found first. */
        text_print(&cells, "        {%u, 0x%llx, 0x%llx},\n", call, (unsigned long long)index,
                   (unsigned long long)byte);
    }
    good = good && term_op(t, a) == OP_CONST_ARRAY && term_get_u64(t, term_arg(t, a, 0), &byte);
    if (good) text_print(rest, "%s0x%llx", call ? ", " : "", (unsigned long long)byte);
    if (good && cells.size) text_add(w->out, text_string(&cells));
    text_release(&cells);
    return good;
}

/* Is the violation one of this property? */
static bool in_question(const ctest_writer *w, enum property_id id) {
    if (same_loc(w->e->reached, NO_LOC))
        return w->e->claims == id; /* else the test is a run of the program */
    return program_property_at(w->p, w->e->reached)->id == id;
}

/* After the last call: a run that never ends goes on. No call recorded: no content decides. */
static void write_memory_end(ctest_writer *w, uint32_t calls) {
    uint32_t known = calls ? calls : 1;
    if (in_question(w, PROPERTY_TERMINATION))
        text_print(w->out, "    if (call == %u) call = %u;\n", known,
                   first_of_loop(w, any_memory, known));
    else
        text_print(w->out, "    if (call == %u) test_passes(\"no more values for %s\");\n", calls,
                   any_memory);
}

/* Where the bytes begin in their object is guessed: at its start. A wrong guess makes the test miss,
 * no more. */
static bool write_memory(ctest_writer *w) {
    uint32_t calls = 0;
    text rest = {0};
    bool good = true;
    defines(w, any_memory);
    text_print(w->out,
               "\nvoid %s(void *to, unsigned long size) {\n    static const struct { unsigned "
               "call; unsigned long long at; unsigned char byte; } cells[] = {\n",
               any_memory);
    for (uint32_t i = 0; good && i < w->e->inputs.items.size; i++) {
        const struct input_value *v = &w->e->inputs.items.data[i];
        if (v->input < w->p->inputs.size &&
            !strcmp(program_text(w->p, w->p->inputs.data[v->input].name), any_memory))
            good = print_memory(w, v->value, calls++, &rest);
    }
    text_print(w->out,
               "        {~0u, 0, 0}\n    };\n    static const unsigned char rest[] = {%s};\n"
               "    static unsigned call;\n",
               calls ? text_string(&rest) : "0");
    write_memory_end(w, calls);
    text_print(w->out, "    memset(to, rest[call], size);\n"
                       "    for (unsigned i = sizeof cells / sizeof *cells; i-- > 0;)\n"
                       "        if (cells[i].call == call && cells[i].at < size) ((unsigned char "
                       "*)to)[cells[i].at] = cells[i].byte;\n"
                       "    call++;\n}\n");
    text_release(&rest);
    return good || not_in_c(w, any_memory);
}

/* ---- inputs ---- */

/* A function that returns the recorded values one by one, then ends the test or begins again. */
static bool write_input(ctest_writer *w, const char *name, uint32_t in) {
    if (defined_already(w, name)) return true;
    if (!strcmp(name, any_memory)) return write_memory(w);
    const char *type = native_input_type(w->p, in);
    if (!type) return not_in_c(w, name);
    defines(w, name);
    text_print(w->out, "\n%s %s(void) {\n    static const unsigned long long values[][4] = {", type,
               name);
    uint32_t count;
    if (!print_values(w, name, &count)) return false;
    text_print(w->out, "%s{0}\n    };\n    static unsigned next;\n    %s v;\n",
               count ? "\n        " : "", type);
    uint32_t again = in_question(w, PROPERTY_TERMINATION) ? first_of_loop(w, name, count) : count;
    if (again < count) text_print(w->out, "    if (next == %u) next = %u;\n", count, again);
    else
        text_print(w->out, "    if (next == %u) test_passes(\"no more values for %s\");\n", count,
                   name);
    text_add(w->out, "    memcpy(&v, values[next++], sizeof v);\n    return v;\n}\n");
    return true;
}

/* ---- uninitialized heap ---- */

/* Which variable an input is read into: the first havoc of it in c. */
static void find_variables(const ctest_writer *w, cmd c, map *of) {
    if (cmd_kind_of(w->p, c) == CMD_HAVOC && !map_get(of, cmd_input(w->p, c), NULL))
        map_set(of, cmd_input(w->p, c), cmd_var(w->p, c).id);
    for (uint32_t i = 0; i < cmd_size(w->p, c); i++) find_variables(w, cmd_part(w->p, c, i), of);
}

/* A part of a heap object is a variable `site+offset`, or `site` where it is the only one, at the
 * start for all we know; sites are numbered as they first come. */
static bool heap_cell(const ctest_writer *w, term var, string_vec *sites, uint32_t *site,
                      unsigned long *offset) {
    const char *name = term_name(w->p->terms, var), *plus = strrchr(name, '+');
    char *end = NULL;
    *offset = plus && plus[1] ? strtoul(plus + 1, &end, 10) : 0;
    if (!end || *end) plus = name + strlen(name), *offset = 0;
    for (*site = 0; *site < sites->size; ++*site)
        if (!strncmp(sites->data[*site], name, (size_t)(plus - name)) &&
            !sites->data[*site][plus - name])
            return true;
    char *prefix = mem_format("%.*s", (int)(plus - name), name);
    vec_push(sites, prefix);
    return true;
}

static bool on_heap(const ctest_writer *w, uint32_t in) {
    return in < w->p->inputs.size && w->p->inputs.data[in].origin == ORIGIN_UNINIT_HEAP;
}

static bool in_arena(uint64_t address) {
    return address >= CTEST_ARENA && address < CTEST_ARENA + CTEST_ARENA_SIZE;
}

/* What the run reads there, and at a place that it reads twice what it reads first. */
static void write_arena_cells(ctest_writer *w) {
    map known = {0};
    text_add(
        w->out,
        "    static const struct { unsigned at, size; unsigned long long bits; } cells[] = {\n");
    for (uint32_t i = 0; i < w->e->reads.size; i++) {
        struct memory_read read = w->e->reads.data[i];
        value a = w->e->inputs.items.data[read.input].value;
        uint64_t raw;
        uint32_t bytes = (sort_width(w->p->terms, a.sort) + 7) / 8;
        if (!bytes || !in_arena(read.address) || !in_arena(read.address + bytes) ||
            !value_u64(w->e->pool, a, &raw))
            continue;
        if (!map_add(&known, read.address)) continue;
        text_print(w->out, "        {0x%x, %u, 0x%llx},\n", (unsigned)read.address, bytes,
                   (unsigned long long)raw);
    }
    text_add(w->out, "        {0, 0, 0}\n    };\n");
    map_release(&known);
}

static void write_arena(ctest_writer *w) {
    bool used = false;
    for (uint32_t i = 0; i < w->e->inputs.items.size; i++) {
        uint64_t raw;
        used |= value_u64(w->e->pool, w->e->inputs.items.data[i].value, &raw) && in_arena(raw);
    }
    if (!used) return;
    text_print(w->out, "\n/* Memory that uninitialized pointers point to. */\n#include "
                       "<sys/mman.h>\n#ifndef MAP_FIXED_NOREPLACE\n"
                       "#define MAP_FIXED_NOREPLACE 0\n#endif\n__attribute__((constructor)) static "
                       "void map_arena(void) {\n");
    write_arena_cells(w);
    text_print(w->out,
               "    void *arena = (void *)0x%x;\n"
               "    if (mmap(arena, 0x%x, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | "
               "MAP_FIXED_NOREPLACE, -1, 0) != arena) return;\n"
               "    for (unsigned i = 0; cells[i].size; i++) memcpy((char *)0 + cells[i].at, "
               "&cells[i].bits, cells[i].size);\n}\n",
               CTEST_ARENA, CTEST_ARENA_SIZE);
}

/* What malloc leaves in its blocks is part of the violation. Which call makes which block is
 * guessed: the first call that of the first site, and so on. A wrong guess makes the test miss, no
 * more. */
static void write_heap(ctest_writer *w) {
    map of = {0};
    string_vec sites = {0};
    uint32_t cells = 0, site;
    unsigned long offset;
    text table = {0};
    for (edge_id e = {0}; e.id < w->p->edges.size; e.id++)
        find_variables(w, w->p->edges.data[e.id].command, &of);
    for (uint32_t i = 0; i < w->e->inputs.items.size; i++) {
        const struct input_value *v = &w->e->inputs.items.data[i];
        uint64_t raw;
        term var = {(uint32_t)map_find(&of, v->input, 0)};
        if (!on_heap(w, v->input) || !var.id || !heap_cell(w, var, &sites, &site, &offset))
            continue;
        if (!value_u64(w->e->pool, v->value, &raw) || !raw) continue;
        text_print(&table, "        {%u, %lu, %u, 0x%llx},\n", site, offset,
                   (term_width(w->p->terms, var) + 7) / 8, (unsigned long long)raw);
        cells++;
    }
    if (cells) {
        defines(w, "malloc");
        text_print(w->out,
                   "\n/* Uninitialized memory: what the first blocks hold. */\nvoid "
                   "*__libc_malloc(__SIZE_TYPE__);\n"
                   "void *malloc(__SIZE_TYPE__ size) {\n    static const struct { unsigned call, "
                   "at, size; unsigned long long bits; } cells[] = {\n%s    };\n"
                   "    static unsigned call;\n    char *block = __libc_malloc(size);\n    if "
                   "(block) memset(block, 0, size);\n"
                   "    for (unsigned i = 0; block && i < sizeof cells / sizeof *cells; i++)\n"
                   "        if (cells[i].call == call && cells[i].at + cells[i].size <= size) "
                   "memcpy(block + cells[i].at, &cells[i].bits, cells[i].size);\n"
                   "    call++;\n    return block;\n}\n",
                   text_string(&table));
    }
    vec_free_each(&sites);
    map_release(&of);
    text_release(&table);
}

/* ---- the file ---- */

/* A test of coverage goals has nothing to reach: it runs until its values are used up. */
static void write_goal_head(ctest_writer *w) {
    text_add(w->out,
             "/* Test generated by cinch deadcode, for coverage. Compile and link it with the "
             "program. It ends with the\n"
             " * program, or with exit status 0 when its values are used up. */\n"
             "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\n"
             "static void test_ends(const char *says, const char *what, int status) {\n"
             "    fflush(stdout);\n    fprintf(stderr, \"%s: %s\\n\", says, what);\n"
             "    if (status) _exit(status);\n    exit(0); /* where a profile is written */\n}\n"
             "static void test_passes(const char *what) { test_ends(\"cinch test: passed\", what, "
             "0); }\n");
}

/* Words of the program: what comes after them stays a comment. */
static void add_remark(ctest_writer *w, const char *s) { escape_comment(s, strlen(s), w->out); }

static void say_violation(ctest_writer *w) {
    const location *x = &w->p->locations.data[w->e->reached.id];
    const property *broken = &w->p->properties.data[x->property - 1];
    text_add(w->out, "these inputs lead to a violation of ");
    add_remark(w, program_text(w->p, broken->name));
    text_add(w->out, "\n * (");
    add_remark(w, program_text(w->p, broken->detail));
    if (x->at.line) {
        text_add(w->out, ", ");
        add_remark(w, program_text(w->p, x->at.file));
        text_print(w->out, ":%u", x->at.line);
    }
    text_add(w->out, ").\n");
}

static void write_head(ctest_writer *w) {
    text_add(w->out, "/* Test generated by cinch: ");
    if (same_loc(w->e->reached, NO_LOC)) text_add(w->out, "a run of the program.\n");
    else say_violation(w);
    if (in_question(w, PROPERTY_TERMINATION))
        text_add(w->out, " * Compile the program with clang -O0 " CTEST_REPEAT_FLAG ".\n");
    else if (!in_question(w, PROPERTY_UNREACH_CALL) && !in_question(w, PROPERTY_ASSERT))
        text_add(w->out, " * Compile the program with this check of clang (-fsanitize=...) and "
                         "-fno-sanitize-recover=all; link without them.\n");
    text_print(w->out,
               " * Compile and link it with the program. Exit status %d: the error is reached;\n"
               " * %d: another one is; 0: none, the test passes. */\n"
               "#define _GNU_SOURCE 1\n"
               "#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\n\n"
               "/* It may be called where a signal is handled. */\n"
               "__attribute__((no_sanitize(\"address\"))) static void test_ends(const char *says, "
               "const char *what, int status) {\n"
               "    fflush(stdout);\n    fprintf(stderr, \"%%s: %%s\\n\", says, what);\n    "
               "_exit(status);\n}\n"
               "static void test_fails(const char *what) { test_ends(\"" CTEST_SAYS
               "\", what, %d); }\n"
               "static void test_differs(const char *what) { test_ends(\"" CTEST_SAYS_OTHER
               "\", what, %d); }\n"
               "static void test_passes(const char *what) { test_ends(\"cinch test: passed\", "
               "what, 0); }\n",
               CTEST_REACHED_STATUS, CTEST_OTHER_STATUS, CTEST_REACHED_STATUS, CTEST_OTHER_STATUS);
}

/* ---- errors: the one in question ends the test, every other one too, but says so ---- */

static const char *end_of(const ctest_writer *w, enum property_id id) {
    return in_question(w, id) ? "test_fails" : "test_differs";
}

static void write_error(ctest_writer *w, const char *name, const char *parameters,
                        const char *end) {
    if (defined_already(w, name)) return;
    defines(w, name);
    text_print(w->out, "void %s(%s) { %s(\"%s\"); }\n", name, parameters, end, name);
}

/* Blocks that are left are counted where the program ends by itself. */
static void write_end(ctest_writer *w) {
    if (in_question(w, PROPERTY_CLEANUP))
        text_add(w->out, "void exit(int);\n"
                         "static void program_ends(const char *what) { (void)what, exit(0); }\n");
}

/* The functions that the model takes for errors, and no others. Where calls are no error,
 * __VERIFIER_error is the end. */
static void write_errors(ctest_writer *w) {
    const char *own = w->s->error_function, *end = end_of(w, PROPERTY_UNREACH_CALL);
    bool unreach = w->s->checks & CHECK_UNREACH;
    write_end(w);
    if (unreach && own) write_error(w, own, "void", end);
    if (unreach && !own) write_error(w, "reach_error", "void", end);
    if (unreach && !own) write_error(w, "__VERIFIER_error", "void", end);
    if (!unreach)
        write_error(w, "__VERIFIER_error", "void",
                    in_question(w, PROPERTY_CLEANUP) ? "program_ends" : "test_passes");
    if (w->s->checks & CHECK_ASSERT && !defined_already(w, "__assert_fail"))
        text_print(w->out,
                   "__attribute__((weak)) void __assert_fail(const char *what, const char *file, "
                   "unsigned line, const char *function) { %s(\"__assert_fail\"); }\n",
                   end_of(w, PROPERTY_ASSERT)); /* a program's own is what the model calls */
    text_add(w->out, "__attribute__((weak)) void __VERIFIER_assume(int holds) {\n    if (!holds) "
                     "test_passes(\"an assumption does not hold\");\n}\n");
}

/* Checks of the compiler, and the property that the model says of each. */
static const struct {
    const char *name;
    uint32_t check;
    enum property_id property;
} checks[] = {
    {"add_overflow", CHECK_OVERFLOW, PROPERTY_OVERFLOW},
    {"sub_overflow", CHECK_OVERFLOW, PROPERTY_OVERFLOW},
    {"mul_overflow", CHECK_OVERFLOW, PROPERTY_OVERFLOW},
    {"negate_overflow", CHECK_OVERFLOW, PROPERTY_OVERFLOW},
    {"divrem_overflow", CHECK_DIV, PROPERTY_DIV_BY_ZERO},
    {"shift_out_of_bounds", CHECK_SHIFT, PROPERTY_SHIFT},
    {"out_of_bounds", CHECK_BOUNDS, PROPERTY_BOUNDS},
    {"type_mismatch_v1", CHECK_NULL, PROPERTY_NULL},
    {"float_cast_overflow", CHECK_FLOAT_CAST, PROPERTY_FLOAT_CAST},
    {"vla_bound_not_positive", CHECK_DEREF, PROPERTY_DEREF},
    {"implicit_conversion", CHECK_CONVERSION, PROPERTY_CONVERSION},
    {"pointer_overflow", CHECK_POINTER_OVERFLOW, PROPERTY_POINTER_OVERFLOW},
};
enum { CHECKS = sizeof checks / sizeof *checks };

const char *ctest_check(uint32_t number) { return number < CHECKS ? checks[number].name : NULL; }

/* A division has one check for zero and for the quotient that does not fit. */
static void write_division(ctest_writer *w, const char *name) {
    bool zero = w->s->checks & CHECK_DIV, fits = w->s->checks & CHECK_OVERFLOW;
    if (!zero && !fits) return;
    bool overflow = fits && (!zero || in_question(w, PROPERTY_OVERFLOW));
    write_error(w, name, "void", end_of(w, overflow ? PROPERTY_OVERFLOW : PROPERTY_DIV_BY_ZERO));
}

/* The compiler checks signed and unsigned arithmetic by the same functions. */
static bool is_unsigned(const ctest_writer *w, size_t check) {
    return w->s->checks & CHECK_UNSIGNED && checks[check].check == CHECK_OVERFLOW &&
           (in_question(w, PROPERTY_UNSIGNED) || !(w->s->checks & CHECK_OVERFLOW));
}

/* An index outside of its array is outside of the object, too, where only that is asked. */
static void write_bounds(ctest_writer *w, const char *name) {
    bool bounds = w->s->checks & CHECK_BOUNDS;
    if (bounds || w->s->checks & CHECK_DEREF)
        write_error(w, name, "void", end_of(w, bounds ? PROPERTY_BOUNDS : PROPERTY_DEREF));
}

/* An array without elements is undefined, but no invalid access; the compiler's check is of both.
 */
static void write_array_size(ctest_writer *w, const char *name) {
    bool all = (w->s->checks & CHECK_UNDEFINED) == CHECK_UNDEFINED;
    if (all) write_error(w, name, "void", end_of(w, PROPERTY_UNDEFINED));
    if (!(w->s->checks & CHECK_DEREF) || defined_already(w, name)) return;
    defines(w, name);
    text_print(w->out,
               "void %s(void *what, unsigned long size) {\n"
               "    (void)what;\n    if (size) %s(\"%s\");\n    test_differs(\"%s\");\n}\n",
               name, end_of(w, PROPERTY_DEREF), name, name);
}

static void write_checks(ctest_writer *w) {
    for (size_t i = 0; i < CHECKS; i++) {
        char *name = mem_format(CTEST_CHECK, checks[i].name);
        if (checks[i].check == CHECK_DIV) write_division(w, name);
        else if (checks[i].check == CHECK_BOUNDS) write_bounds(w, name);
        else if (checks[i].check == CHECK_DEREF) write_array_size(w, name);
        else if (w->s->checks & checks[i].check || is_unsigned(w, i))
            write_error(w, name, "void",
                        end_of(w, is_unsigned(w, i) ? PROPERTY_UNSIGNED : checks[i].property));
        mem_free(name);
    }
}

static uint32_t input_named(const ctest_writer *w, const char *name) {
    for (uint32_t i = 0; i < w->p->inputs.size; i++)
        if (origin_about(w->p->inputs.data[i].origin)->given &&
            !strcmp(program_text(w->p, w->p->inputs.data[i].name), name))
            return i;
    return NO_INPUT;
}

/* An assertion of a program that includes no header. Only where it is missing: the program's own
 * function of this name is none. */
static void write_assert(ctest_writer *w) {
    defines(w, "assert");
    text_print(w->out, "void assert(int holds) {\n    if (!holds) %s(\"assert\");\n}\n",
               w->s->checks & CHECK_ASSERT ? end_of(w, PROPERTY_ASSERT) : "test_passes");
}

static bool write_missing(ctest_writer *w, const char *name) {
    uint32_t in = input_named(w, name);
    bool is_assert = !strcmp(name, "assert");
    if (!is_assert && (in != NO_INPUT || nondet_type(name))) return write_input(w, name, in);
    if (defined_already(w, name)) return true;
    if (is_assert) return write_assert(w), true;
    if (check_name(name)) return write_error(w, name, "void", "test_differs"), true;
    defines(w, name);
    text_print(w->out, "\nlong %s(void) { return 0; } /* no body was given */\n", name);
    return true;
}

/* The first value that the run reads of this input. */
static bool first_value(const ctest_writer *w, uint32_t in, value *out) {
    for (uint32_t i = 0; i < w->e->inputs.items.size; i++) {
        *out = w->e->inputs.items.data[i].value;
        if (w->e->inputs.items.data[i].input == in) return true;
    }
    return false;
}

static const char *argument_type(const ctest_writer *w, uint32_t in, value v) {
    static const char *const integers[] = {
        "", "unsigned char", "unsigned short", "", "unsigned", "", "", "", "unsigned long long"};
    const char *type = program_text(w->p, w->p->inputs.data[in].type);
    uint32_t bytes = (sort_width(w->p->terms, v.sort) + 7) / 8;
    if (sort_is_fp(w->p->terms, v.sort)) return bytes == 4 ? "float" : bytes == 8 ? "double" : "";
    return *type ? type : bytes <= 8 ? integers[bytes] : "";
}

/* The entry's arguments as the test gives them: their types and, as bits, their values. */
static bool write_arguments(ctest_writer *w, text *types, text *contents) {
    value v;
    uint64_t raw;
    for (uint32_t i = 0; i < w->p->inputs.size; i++) {
        if (w->p->inputs.data[i].origin != ORIGIN_ARGUMENT || !first_value(w, i, &v)) continue;
        const char *type = argument_type(w, i, v);
        if (!*type || !value_u64(w->e->pool, v, &raw)) return false;
        text_print(types, "%s%s", types->size ? ", " : "", type);
        text_print(contents, "%s*(%s *)(unsigned long long[]){0x%llx}", contents->size ? ", " : "",
                   type, (unsigned long long)raw);
    }
    return true;
}

static bool write_call(ctest_writer *w, bool own_main) {
    const char *entry = own_main ? CTEST_PROGRAM_MAIN : w->o->entry;
    text types = {0}, contents = {0};
    bool good = write_arguments(w, &types, &contents);
    if (own_main && good && types.size)
        text_print(w->out, "\n/* Compile the program with -Dmain=%s. */", CTEST_PROGRAM_MAIN);
    if (good && (!own_main || types.size)) {
        defines(w, "main");
        /* It returns: functions that run after main are part of the program. */
        text_print(w->out, "\nint %s(%s);\nint main(void) {\n    %s(%s);\n    return 0;\n}\n",
                   entry, text_string(&types), entry, text_string(&contents));
    }
    text_release(&types);
    text_release(&contents);
    if (!good)
        snprintf(w->e->why, sizeof w->e->why,
                 "no test was run: an argument of the entry cannot be written in C");
    return good;
}

static bool write_main(ctest_writer *w) {
    if (!w->o->step) return write_call(w, !w->o->entry || !strcmp(w->o->entry, "main"));
    defines(w, "main");
    if (ctest_write_step(w->p, w->o, w->e, w->out, &w->defined->used)) return true;
    snprintf(w->e->why, sizeof w->e->why,
             "no test was run: an input of the step function cannot be set from outside");
    return false;
}

bool ctest_write(program *p, const sources *s, const load_options *o, const string_vec *missing,
                 evidence *e, ctest_functions *defined) {
    LOG("evidence", "write a test with %u inputs", e->inputs.items.size);
    ctest_writer w = {p, s, o, e, defined, &e->test};
    text_clear(&e->test);
    if (in_question(&w, PROPERTY_GOAL)) write_goal_head(&w);
    else write_head(&w);
    write_errors(&w);
    write_checks(&w);
    if (in_question(&w, PROPERTY_TERMINATION))
        text_print(w.out, "\n#define REPEAT_ENDS test_fails\n%s", repeat);
    for (uint32_t i = 0; i < p->inputs.size; i++) {
        const char *name = program_text(p, p->inputs.data[i].name);
        if (p->inputs.data[i].origin == ORIGIN_NONDET && nondet_type(name) &&
            !write_input(&w, name, i))
            return false;
    }
    write_arena(&w);
    write_heap(&w);
    for (uint32_t i = 0; i < missing->size; i++)
        if (!write_missing(&w, missing->data[i])) return false;
    return write_main(&w);
}

void ctest_functions_release(ctest_functions *f) {
    vec_free_each(&f->names);
    vec_free_each(&f->used);
}
