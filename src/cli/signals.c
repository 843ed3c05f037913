#include "cli/signals.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* State of the handlers; the only globals beside interrupt_requested. */
static volatile sig_atomic_t armed, drawing;
static double begun, hard_end;
static pid_t owner;
static const verification *watched;

static void put(int fd, const char *s) {
    ssize_t ignored = write(fd, s, strlen(s));
    (void)ignored;
}

static void wipe(void) {
    if (drawing) put(STDERR_FILENO, "\r\033[K");
}

static _Noreturn void end_with(const char *reason, int status) {
    wipe();
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

/* No stdio in a handler: the number is written by hand. */
static void draw(double seconds) {
    char line[96] = "\r\033[K", *p = line + strlen(line);
    unsigned long tenths = (unsigned long)(seconds * 10);
    char digits[24];
    int n = 0;
    for (unsigned long w = tenths / 10; n == 0 || w; w /= 10) digits[n++] = (char)('0' + w % 10);
    while (n) *p++ = digits[--n];
    *p++ = '.';
    *p++ = (char)('0' + tenths % 10);
    *p = 0;
    strcat(line, " s  ");
    strcat(line, verify_stage_names[watched->stage]);
    put(STDERR_FILENO, line);
}

static void on_clock(int signal_) {
    (void)signal_;
    if (!armed || getpid() != owner) return;
    double now = clock_now();
    if (interrupt_requested) end_with("interrupted", EXIT_UNKNOWN);
    if (hard_end && now >= hard_end) end_with("timeout", EXIT_UNKNOWN);
    if (drawing) draw(now - begun);
}

static void on_stop(int signal_) {
    (void)signal_;
    if (interrupt_requested && armed && getpid() == owner) end_with("interrupted", EXIT_UNKNOWN);
    interrupt_requested = 1;
    if (armed && getpid() == owner) wake_every(1);
}

/* A crash is a bug of ours: say so, and never look like a verdict. */
static void on_crash(int signal_) {
    if (!armed || getpid() != owner) {
        signal(signal_, SIG_DFL);
        raise(signal_);
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

/* Deep terms and syntax trees recurse deeply in the libraries below us; the kernel leaves room for this much. */
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

void signals_install(double seconds, bool progress, const verification *v) {
    begun = clock_now();
    hard_end = seconds > 0 ? begun + seconds : 0;
    owner = getpid();
    watched = v;
    drawing = progress;
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
    if (progress) wake_every(0.25);
    else if (hard_end) wake_every(seconds);
}

void signals_done(void) {
    wake_every(0);
    wipe();
    drawing = armed = 0;
}
