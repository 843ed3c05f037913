#include "cli/signals.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* State of the handlers; the only globals beside interrupt_requested. */
static volatile sig_atomic_t armed;
static const progress *volatile drawing; /* the line of progress; NULL: none */
static size_t columns;
static double begun, limit, hard_end, patience = 1, stop_at;
static pid_t owner;
static const verification *watched;
static struct {
    char verdict[400]; /* empty: the work goes on */
    int to;
} report;

static void put(int fd, const char *s) {
    ssize_t ignored = write(fd, s, strlen(s));
    (void)ignored;
}

static void wipe(void) {
    if (drawing) put(STDERR_FILENO, "\r\033[K");
}

/* The verdict is known, and stays so. */
static _Noreturn void end_report(const char *reason) {
    put(STDERR_FILENO, "cinch: not all reports were written: ");
    put(STDERR_FILENO, reason);
    put(STDERR_FILENO, "\n");
    put(report.to, "VERDICT: ");
    put(report.to, report.verdict);
    put(report.to, "\n");
    _exit(EXIT_INTERNAL);
}

static _Noreturn void end_with(const char *reason, int status) {
    wipe();
    if (report.verdict[0]) end_report(reason);
    put(STDOUT_FILENO, "VERDICT: UNKNOWN(");
    put(STDOUT_FILENO, reason);
    put(STDOUT_FILENO, ")\n");
    _exit(status);
}

static void wake_every(double seconds) {
    struct timeval t = {(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)};
    struct itimerval timer = {t, t};
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* ---- the line of progress: no stdio in a handler, it is written by hand ---- */

typedef struct {
    char text[160];
    size_t size, most;
} line;

static void add(line *l, const char *s) {
    while (*s && l->size < l->most) l->text[l->size++] = *s++;
}

static void add_number(line *l, uint64_t n) {
    char digits[24], *at = digits + sizeof digits - 1;
    *at = 0;
    do *--at = (char)('0' + n % 10);
    while (n /= 10);
    add(l, at);
}

static void add_engine(line *l, const progress *p) {
    enum progress_unit unit = p->unit;
    add(l, p->engine);
    if (unit) add(l, ": "), add(l, progress_words[unit]);
    if (unit && p->reached) add(l, " "), add_number(l, p->reached);
    if (unit && p->lemmas) add(l, ", "), add_number(l, p->lemmas), add(l, " lemmas");
    if (unit && p->queries) add(l, ", "), add_number(l, p->queries), add(l, " queries");
}

/* What runs now; false: no engine does. */
static bool add_engines(line *l) {
    bool any = false;
    for (int i = 0; i < PROGRESS_SLOTS; i++) {
        if (!drawing[i].running || !drawing[i].engine) continue;
        if (any) add(l, "; ");
        add_engine(l, &drawing[i]);
        any = true;
    }
    return any;
}

static void draw(double seconds) {
    line l = {.most = columns};
    put(STDERR_FILENO, "\r\033[K");
    add_number(&l, (uint64_t)seconds);
    add(&l, ".");
    add_number(&l, (uint64_t)(seconds * 10) % 10);
    add(&l, " s  ");
    if (!add_engines(&l)) add(&l, verify_stage_names[watched->stage]);
    ssize_t ignored = write(STDERR_FILENO, l.text, l.size);
    (void)ignored;
}

/* A line that wraps could not be wiped. */
static size_t columns_of_terminal(void) {
    struct winsize w;
    size_t n = ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 1 ? w.ws_col - 1u : 79;
    return n < sizeof(((line *)0)->text) ? n : sizeof(((line *)0)->text);
}

static void on_clock(int signo) {
    (void)signo;
    if (!armed || getpid() != owner) return;
    double now = clock_now();
    if (stop_at && now >= stop_at) end_with("interrupted", EXIT_UNKNOWN);
    if (hard_end && now >= hard_end) end_with("timeout", EXIT_UNKNOWN);
    if (drawing) draw(now - begun);
}

/* Some senders signal the process and its group: twice within a moment is once. */
static void on_stop(int signo) {
    static double last;
    double now = clock_now(), before = last;
    (void)signo;
    last = now;
    if (armed && getpid() == owner && interrupt_requested) {
        if (now - before > 0.5) end_with("interrupted", EXIT_UNKNOWN);
        return;
    }
    interrupt_requested = 1;
    if (!armed || getpid() != owner) return;
    stop_at = now + patience;
    if (!drawing) wake_every(patience);
}

/* A crash is a bug of ours: say so, and never look like a verdict. */
static void on_crash(int signo) {
    if (!armed || getpid() != owner) {
        signal(signo, SIG_DFL);
        raise(signo);
        return;
    }
    put(STDERR_FILENO, "\ncinch: crashed; please report this with the program that did it\n");
    end_with("crash", EXIT_INTERNAL);
}

/* A stack that overflowed cannot carry its own handler. */
static void own_stack(void) {
    static char memory[1 << 16];
    stack_t s = {.ss_sp = memory, .ss_size = sizeof memory};
    sigaltstack(&s, NULL);
}

/* Deep terms and syntax trees recurse deeply in the libraries below us; the kernel leaves room for
 * this much. */
static void more_stack(void) {
    struct rlimit r;
    const rlim_t wanted = 120u << 20;
    if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur == RLIM_INFINITY || r.rlim_cur >= wanted) return;
    r.rlim_cur = r.rlim_max != RLIM_INFINITY && r.rlim_max < wanted ? r.rlim_max : wanted;
    setrlimit(RLIMIT_STACK, &r);
}

static void handle(int number, void (*handler)(int)) {
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigemptyset(&a.sa_mask);
    sigaction(number, &a, NULL);
}

/* The next thing to do: draw, or end. */
static void wake_in_time(void) {
    const double least = 0.01;
    double left = hard_end - clock_now();
    if (drawing) wake_every(0.25);
    else if (hard_end) wake_every(left > least ? left : least);
}

void signals_begin(double seconds) {
    begun = clock_now();
    limit = seconds;
    hard_end = seconds > 0 ? begun + seconds : 0;
    owner = getpid();
    armed = 1;
    more_stack();
    own_stack();
    handle(SIGINT, on_stop);
    handle(SIGTERM, on_stop);
    handle(SIGHUP, on_stop);
    handle(SIGALRM, on_clock);
    handle(SIGSEGV, on_crash);
    handle(SIGBUS, on_crash);
    handle(SIGFPE, on_crash);
    handle(SIGILL, on_crash);
    handle(SIGABRT, on_crash);
    wake_in_time();
}

void signals_watch(const progress *says, const verification *v) {
    assert_debug(owner);
    stop_at = 0;
    watched = v;
    columns = columns_of_terminal();
    drawing = says;
    report.verdict[0] = 0;
    armed = 1;
    wake_in_time();
}

static const double grace = 1;

/* The limit, a twentieth of it, and a moment. */
static void extend_time(void) {
    if (!hard_end) return;
    hard_end = begun + limit + limit / 20 + grace;
    wake_in_time();
}

void signals_wait(double seconds) {
    patience = seconds;
    extend_time();
}

void signals_report(const char *verdict, int to) {
    wake_every(0);
    wipe();
    drawing = NULL;
    stop_at = 0;
    patience = grace;
    report.to = to;
    snprintf(report.verdict, sizeof report.verdict, "%s", verdict);
    extend_time();
}

void signals_done(void) {
    wake_every(0);
    wipe();
    drawing = NULL;
    armed = 0;
}

static double time_within(double seconds) {
    enum { LARGEST_RESERVE = 1 };
    double reserve = seconds * 0.2;
    return seconds - (reserve < LARGEST_RESERVE ? reserve : LARGEST_RESERVE);
}

double time_left(void) {
    const double least = 0.01;
    if (limit <= 0) return 0;
    double left = time_within(limit) - (clock_now() - begun);
    return left > least ? left : least;
}
