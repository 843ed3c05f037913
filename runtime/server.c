/* The server of native sampling: linked with the program under test, it runs the program again and
 * again, each time in a process of its own that can do nothing but compute, and looks for inputs
 * that lead to an error.
 *
 * It is compiled when cinch is built, for both data models; what is generated for the program is in
 * server.h. Standard output says "error N" or "assert N" and N lines "function bits", the inputs in
 * order; or "none". Then the number of runs. */
#include "server.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_INPUTS = 1 << 20,
    KEPT = 4096 /* inputs of a run that are kept */,
    CORPUS = 256,
    COUNTERS = 1 << 16
};
enum { FIRST_MILLISECONDS = 20, RUNS_EACH = 24 /* at one limit of time, at least */ };
enum style { ZERO, SMALL, NEAR, BOUNDARY, ANY, MIXED, STYLES };

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

/* ---- values ---- */

static word mix(word x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}
static word any(word *state) { return mix(*state += 0x9e3779b97f4a7c15ull); }
static unsigned below(word *state, unsigned n) { return (unsigned)(any(state) % n); }

static word draw_integer(word *state, unsigned bits, enum style style) {
    word top = 1ull << (bits - 1);
    switch (style) {
    case ZERO: return 0;
    case SMALL: return below(state, 4) ? below(state, 12) : 0ull - below(state, 4);
    case NEAR:
        return constant_count ? constants[below(state, constant_count)] + below(state, 3) - 1
                              : below(state, 3);
    case BOUNDARY:
        switch (below(state, 6)) {
        case 0: return top;
        case 1: return top - 1;
        case 2: return ~0ull;
        case 3: return top + 1;
        case 4: return 1ull << below(state, bits);
        default: return (1ull << below(state, bits)) - 1;
        }
    case ANY: return any(state) >> (below(state, 2) ? below(state, bits) : 0);
    default: return draw_integer(state, bits, (enum style)below(state, MIXED));
    }
}

static double draw_double(word *state, enum style style) {
    static const double special[] = {0.0,
                                     -0.0,
                                     1.0,
                                     -1.0,
                                     0.5,
                                     1e-300,
                                     1e300,
                                     4.9e-324,
                                     3.4e38,
                                     1e-40,
                                     2.2250738585072014e-308,
                                     __builtin_inf(),
                                     -__builtin_inf(),
                                     __builtin_nan("")};
    double x;
    switch (style) {
    case ZERO: return 0;
    case SMALL: return (double)below(state, 400) / 20 - 10;
    case NEAR:
        return constant_count ? (double)(long long)constants[below(state, constant_count)]
                              : below(state, 10);
    case BOUNDARY: return special[below(state, sizeof special / sizeof *special)];
    case ANY: {
        word bits = any(state);
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    default: return draw_double(state, (enum style)below(state, MIXED));
    }
}

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

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_I386
#endif
#define ALLOW(name)                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1),                                         \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* Memory, the end, and the return from a signal handler: all that computing needs. */
static void lock_up(void) {
    static struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(exit_group),
        ALLOW(brk),
        ALLOW(mmap),
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(madvise),
        ALLOW(getrandom),
        ALLOW(rt_sigreturn),
#ifndef __x86_64__
        ALLOW(mmap2),
        ALLOW(sigreturn),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) leave(END_BROKEN);
}

static _Noreturn void run_program(pid_t server) {
    struct itimerval limit = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server) leave(END_BROKEN);
    setrlimit(RLIMIT_NPROC, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, 0});
    setitimer(ITIMER_PROF, &limit, NULL);
    lock_up();
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
    int new_ = 0;
    for (unsigned i = 0; i < run->covered; i++) {
        unsigned char m = run->counts[i] ? magnitude(run->counts[i]) : 0;
        new_ |= m & ~seen[i];
        seen[i] |= m;
    }
    return new_;
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
    if (run->end == END_PASSES && something_new()) keep_run();
    return 1;
}

static double seconds_used(void) {
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage u;
        getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &u);
        sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
               (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
    }
    return sum;
}

static void prepare(void) {
    static char stack[65536];
    static const int signals[] = {SIGPROF, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &act, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_CPU, &(struct rlimit){(rlim_t)seconds_to_run + 2, (rlim_t)seconds_to_run + 2});
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    run = mmap(NULL, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void put(const char *data, size_t size) {
    while (size) {
        ssize_t n = write(STDOUT_FILENO, data, size);
        if (n <= 0) return;
        data += n;
        size -= (size_t)n;
    }
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
void __VERIFIER_assume(int holds) {
    if (!holds) leave(END_PASSES);
}
_Noreturn void abort(void) { leave(END_PASSES); }
_Noreturn void exit(int status) {
    (void)status;
    leave(END_PASSES);
}
_Noreturn void _Exit(int status) { exit(status); }
void *__libc_malloc(size_t size);
void *malloc(size_t size) { /* zero like all that is not initialized */
    void *block = __libc_malloc(size);
    return block ? memset(block, 0, size) : NULL;
}
int printf(const char *format, ...) { return (void)format, 0; }
int fprintf(FILE *file, const char *format, ...) { return (void)file, (void)format, 0; }
int puts(const char *s) { return (void)s, 0; }
int fputs(const char *s, FILE *file) { return (void)s, (void)file, 0; }
int putchar(int c) { return c; }
int fputc(int c, FILE *file) { return (void)file, c; }
int fflush(FILE *file) { return (void)file, 0; }
