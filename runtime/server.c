/* The server of native sampling: linked with the program under test, it runs the program again and
 * again, each time in a process of its own that can do nothing but compute, and looks for inputs
 * that lead to an error.
 *
 * It is compiled when cinch is built, for both data models; what is generated for the program is in
 * server.h. Standard output says "error N" or "assert N" and N lines "function bits", the inputs in
 * order; or "none". Then the number of runs. */
#include "own.h"
#include "server.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cell.h"
#include "draw.h"

enum {
    MOST_INPUTS = 1 << 20,
    KEPT = 4096 /* inputs of a run that are kept */,
    CORPUS = 256,
    COUNTERS = 1 << 16
};
enum { FIRST_MILLISECONDS = 20, RUNS_EACH = 24 /* at one limit of time, at least */ };

/* What a run leaves behind. */
static struct run {
    enum end end;
    unsigned size, covered;
    unsigned char counts[COUNTERS];
    unsigned char function[MOST_INPUTS];
    word values[MOST_INPUTS];
} *run;

/* How a run chooses its inputs: first these values, then values by style; steady: the same at the
 * same place. */
static struct {
    unsigned size;
    word values[KEPT], seed;
    enum style style;
    int steady;
} plan;
static struct {
    unsigned size;
    word *values;
} corpus[CORPUS];
static unsigned corpus_size;
static unsigned char seen[COUNTERS]; /* a bit for each magnitude that a counter had */
static unsigned milliseconds = FIRST_MILLISECONDS;
static word random_state;

extern unsigned char counters_begin[] __asm__("__start___sancov_cntrs")
    __attribute__((weak, visibility("hidden")));
extern unsigned char counters_end[] __asm__("__stop___sancov_cntrs")
    __attribute__((weak, visibility("hidden")));

static word draw(word *state, const struct input *in, enum style style) {
    double x;
    float single;
    word bits = 0;
    switch (in->kind) {
    case POINTER: return 0; /* NULL is the only pointer that can be given from outside */
    case INTEGER: return draw_integer(state, in->bytes * 8, style);
    default: break;
    }
    x = draw_double(state, style);
    single = (float)x;
    if (in->bytes == sizeof single) memcpy(&bits, &single, sizeof single);
    else memcpy(&bits, &x, sizeof x);
    return bits;
}

static word fit(const struct input *in, word v) {
    if (in->kind == POINTER) return 0;
    if (in->is_bool) return v & 1;
    return in->bytes < 8 ? v & ((1ull << in->bytes * 8) - 1) : v;
}

/* ---- in the process of a run ---- */

_Noreturn void leave(enum end how) {
    size_t n = (size_t)(counters_end - counters_begin);
    if (n > COUNTERS) n = COUNTERS;
    if (counters_begin) memcpy(run->counts, counters_begin, n);
    run->covered = counters_begin ? (unsigned)n : 0;
    run->end = how;
    for (;;) syscall(SYS_exit_group, 0);
}

static void on_signal(int number) { leave(number == SIGPROF ? END_TIME : END_PASSES); }

/* A check that clang compiled in stops at `ud1l kind(%eax), %eax`. An index outside of its array is
 * undefined in every program, and ends a run, and so is code marked as unreachable; every other kind
 * is there since it was asked for. */
static void on_trap(int number, siginfo_t *about, void *context) {
    enum { UNREACHABLE = 1, OUT_OF_BOUNDS = 18 };
    const unsigned char *at = about->si_addr;
    (void)number, (void)context;
    if (*at == 0x67) at++;
    int check = at[0] == 0x0f && at[1] == 0xb9 && (at[2] == 0x00 || at[2] == 0x40);
    int kind = check && at[2] ? at[3] : 0;
    leave(check && kind != UNREACHABLE && kind != OUT_OF_BOUNDS ? END_ERROR : END_PASSES);
}

word next_input(unsigned function, const void *place) {
    const struct input *in = &inputs[function];
    unsigned i = run->size;
    word v, state = plan.seed ^ mix((word)(size_t)place);
    if (i == MOST_INPUTS) leave(END_PASSES);
    if (i < plan.size) v = plan.values[i];
    else v = draw(plan.steady ? &state : &plan.seed, in, plan.style);
    v = fit(in, v);
    run->values[i] = v;
    run->function[i] = (unsigned char)function;
    run->size = i + 1;
    return v;
}

static _Noreturn void run_program(pid_t server) {
    enter_cell(server, milliseconds);
    start_program();
    leave(END_PASSES);
}

/* ---- in the server ---- */

static unsigned char magnitude(unsigned n) {
    return n < 4     ? (unsigned char)(1u << n >> 1)
           : n < 8   ? 8
           : n < 16  ? 16
           : n < 32  ? 32
           : n < 128 ? 64
                     : 128;
}

static int something_new(void) {
    int fresh = 0;
    for (unsigned i = 0; i < run->covered; i++) {
        unsigned char m = run->counts[i] ? magnitude(run->counts[i]) : 0;
        fresh |= m & ~seen[i];
        seen[i] |= m;
    }
    return fresh;
}

static void keep_run(void) {
    unsigned size = run->size < KEPT ? run->size : KEPT;
    unsigned at = corpus_size < CORPUS ? corpus_size++ : below(&random_state, CORPUS);
    word *values = realloc(corpus[at].values, (size + 1) * sizeof *values);
    if (!values) return;
    memcpy(values, run->values, size * sizeof *values);
    corpus[at].values = values;
    corpus[at].size = size;
}

static word mutated(word v) {
    static const struct input usual = {"", 4, INTEGER, 0}, wide = {"", 8, INTEGER, 0};
    switch (below(&random_state, 10)) {
    case 0: return v + 1;
    case 1: return v - 1;
    case 2: return 0 - v;
    case 3: return v ^ 1ull << below(&random_state, 32);
    case 4: return plan.values[below(&random_state, plan.size)];
    case 5: return draw(&random_state, &wide, MIXED);
    case 6:
    case 7: return draw(&random_state, &usual, NEAR);
    default: return draw(&random_state, &usual, (enum style)below(&random_state, STYLES));
    }
}

/* Where to change a run: often at its end, which is where it went wrong last, or near its begin. */
static unsigned choose_position(void) {
    switch (below(&random_state, 4)) {
    case 0: return plan.size - 1;
    case 1: return below(&random_state, plan.size > 16 ? 16 : plan.size);
    default: return below(&random_state, plan.size);
    }
}

/* The newest run got where no other did. */
static unsigned choose_run(void) {
    switch (below(&random_state, 3)) {
    case 0: return corpus_size - 1;
    case 1: return corpus_size - 1 - below(&random_state, corpus_size / 4 + 1);
    default: return below(&random_state, corpus_size);
    }
}

static void plan_mutation(void) {
    unsigned which = choose_run();
    plan.size = corpus[which].size;
    memcpy(plan.values, corpus[which].values, plan.size * sizeof *plan.values);
    for (unsigned n = plan.size ? 1 + below(&random_state, 2) * below(&random_state, 4) : 0; n;
         n--) {
        unsigned at = choose_position();
        plan.values[at] = mutated(plan.values[at]);
        if (!below(&random_state, 8)) plan.size = at + 1;
    }
}

static void make_plan(unsigned long number) {
    plan.size = 0;
    plan.seed = any(&random_state);
    plan.style = (enum style)(number % STYLES);
    plan.steady = number / STYLES % 2;
    if (number >= 2 * STYLES && corpus_size && below(&random_state, 4)) plan_mutation();
}

static int run_once(pid_t server) {
    run->size = run->covered = 0;
    run->end = END_KILLED;
    pid_t pid = fork();
    if (!pid) run_program(server);
    if (pid < 0 || waitpid(pid, NULL, 0) != pid || run->end == END_BROKEN) return 0;
    if (run->size > MOST_INPUTS) run->size = MOST_INPUTS; /* the program may have written here */
    if (run->covered > COUNTERS) run->covered = COUNTERS;
    if (run->end == END_PASSES && something_new()) keep_run();
    return 1;
}

static void prepare(void) {
    struct sigaction trap = {.sa_sigaction = on_trap, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    prepare_cells(on_signal, seconds_to_run);
    sigaction(SIGILL, &trap, NULL);
    run = mmap(NULL, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void report(unsigned long runs) {
    static char lines[1 << 16];
    int hit = run->end == END_ERROR || run->end == END_ASSERT;
    unsigned size = hit ? run->size : 0;
    size_t n = (size_t)snprintf(lines, sizeof lines, "%s %u\n",
                                run->end == END_ERROR ? "error"
                                : hit                 ? "assert"
                                                      : "none",
                                size);
    for (unsigned i = 0; i < size; i++) {
        n += (size_t)snprintf(lines + n, sizeof lines - n, "%u %llx\n", run->function[i],
                              run->values[i]);
        if (n < sizeof lines - 64) continue;
        put(lines, n);
        n = 0;
    }
    n += (size_t)snprintf(lines + n, sizeof lines - n, "%lu\n", runs);
    put(lines, n);
}

int main(void) {
    pid_t self = getpid();
    unsigned long runs = 0, cut_off = 0;
    int good = 1;
    prepare();
    random_state = first_seed;
    if (run == MAP_FAILED) return 1;
    while (good && seconds_used() < seconds_to_run) {
        make_plan(runs);
        good = run_once(self);
        if (run->end == END_ERROR || run->end == END_ASSERT) break;
        runs++;
        if (!run->size && run->end != END_TIME)
            break; /* it has no inputs: all its runs are this one */
        cut_off += run->end == END_TIME;
        if (runs % RUNS_EACH) continue;
        if (cut_off * 4 > RUNS_EACH) milliseconds *= 2;
        cut_off = 0;
    }
    report(runs);
    return !good;
}

/* ---- what the program may call ---- */

void __sanitizer_cov_8bit_counters_init(char *begin, char *end) {
    (void)begin, (void)end;
} /* the linker knows where they are */

#include "library.h"
