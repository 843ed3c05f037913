#include "engine/portfolio/worker.h"

#include "base/log.h"
#include "base/fail.h"
#include "engine/portfolio/message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void worker_init(worker *w, const engine *e, const engine_options *o) {
    memset(w, 0, sizeof *w);
    w->engine = e;
    w->options = *o;
    w->from = -1;
}

void worker_release(worker *w) {
    worker_kill(w);
    text_release(&w->received);
}

/* ---- in the child ---- */

static void write_all(int to, const text *t) {
    for (size_t sent = 0; sent < t->size;) {
        ssize_t n = write(to, t->data + sent, t->size - sent);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return; /* the reader is gone */
        sent += (size_t)n;
    }
}

#ifdef __SANITIZE_ADDRESS__
enum {
    SHADOWED = 1
}; /* AddressSanitizer maps terabytes: no limit on the address space can be set */
#else
enum { SHADOWED = 0 };
#endif

/* A solver that asks for more than its share gets none, instead of driving the machine into swap.
 * The address space is what the system can limit; it is larger than what is used, hence the factor.
 */
static void limit_memory(const budget *b) {
    struct rlimit r;
    if (SHADOWED) return;
    if (!b->memory_bytes || getrlimit(RLIMIT_AS, &r)) return;
    rlim_t wanted = (rlim_t)b->memory_bytes * 2 + ((rlim_t)1 << 30);
    if (r.rlim_cur != RLIM_INFINITY && r.rlim_cur <= wanted) return;
    r.rlim_cur = wanted;
    setrlimit(RLIMIT_AS, &r);
}

/* Without a result; the status says why. */
static _Noreturn void give_up(const worker *w, enum failure f, const failure_point *at) {
    if (f == FAILURE_INTERNAL) warning("engine %s: %s", w->engine->name, at->message);
    _exit(f == FAILURE_MEMORY ? EXIT_UNKNOWN : EXIT_INTERNAL);
}

static _Noreturn void work(const worker *w, int to, pid_t parent, program *p, const budget *b,
                           board *shared) {
    failure_point end;
    enum failure f = failure_enter(&end);
    if (f) give_up(w, f, &end);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(EXIT_UNKNOWN);
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
    signal(SIGPIPE, SIG_IGN);
    limit_memory(b);
    engine_result r;
    text message = {0};
    engine_result_init(&r, p->terms);
    engine_run(w->engine, p, &w->options, b, shared, &r);
    /* What it had reached when its time was up is worth more than that it ended. */
    if (r.verdict != VERDICT_UNKNOWN || !budget_over(b))
        progress_tell(w->options.progress,
                      r.verdict == VERDICT_UNKNOWN ? UNIT_GAVE_UP
                      : r.verdict == VERDICT_TRUE  ? UNIT_CHECKS_PROOF
                                                   : UNIT_CHECKS_VIOLATION,
                      0, 0, 0);
    text_add(&message, "(decided)\n"); /* so that it is not halted while it checks its evidence */
    write_all(to, &message);
    text_clear(&message);
    if (r.verdict == VERDICT_TRUE && w->check && !w->check(w->context, &r) &&
        r.verdict != VERDICT_UNKNOWN)
        engine_unknown(&r, "evidence");
    if (r.refuted) progress_tell(w->options.progress, UNIT_REFUTED_PROOF, 0, 0, 0);
    message_write(p, &r, &message);
    write_all(to, &message);
    _exit(0);
}

/* ---- in the parent ---- */

bool worker_start(worker *w, program *p, const budget *b, board *shared) {
    assert_debug(!w->pid);
    LOG("portfolio", "start %s", w->engine->name);
    int fds[2];
    pid_t parent = getpid();
    w->state = WORKER_ENDED;
    if (pipe2(fds, O_CLOEXEC)) {
        snprintf(w->failure, sizeof w->failure, "no pipe: %s", strerror(errno));
        return false;
    }
    fflush(stdout);
    fflush(stderr);
    progress_turn(w->options.progress, w->engine->name, true);
    w->pid = fork();
    if (w->pid == 0) {
        close(fds[0]);
        work(w, fds[1], parent, p, b, shared);
    }
    close(fds[1]);
    if (w->pid < 0) {
        snprintf(w->failure, sizeof w->failure, "no process: %s", strerror(errno));
        w->pid = 0;
        close(fds[0]);
        progress_turn(w->options.progress, w->engine->name, false);
        return false;
    }
    setpgid(w->pid,
            w->pid); /* here too: whoever comes first, the group exists before a signal is sent */
    fcntl(fds[0], F_SETFL, O_NONBLOCK);
    w->from = fds[0];
    w->state = WORKER_RUNNING;
    w->since = clock_now();
    return true;
}

bool worker_decided(const worker *w) { return w->received.size > 0; }

/* CPU seconds of the process; of all its group while checkers are at work in it. */
static double cpu_seconds(const worker *w) {
    clockid_t clock;
    if (worker_decided(w)) return clock_cpu_group(w->pid);
    struct timespec t;
    if (clock_getcpuclockid(w->pid, &clock) || clock_gettime(clock, &t)) return 0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* On a busy machine a turn lasts longer by wall time. What the children of an engine use is not
 * counted, hence the bound. */
enum { CLOCK_TO_CPU = 8 };

double worker_turn(const worker *w) {
    assert_debug(w->pid > 0);
    LOG("portfolio", "turn of %s", w->engine->name);
    if (worker_decided(w)) return cpu_seconds(w) - w->cpu_since;
    double cpu = cpu_seconds(w) - w->cpu_since, wall = (clock_now() - w->since) / CLOCK_TO_CPU;
    return cpu > wall ? cpu : wall;
}

void worker_halt(worker *w) {
    assert_debug(w->pid > 0);
    LOG("portfolio", "halt %s", w->engine->name);
    if (w->state != WORKER_RUNNING) return;
    kill(-w->pid, SIGSTOP);
    w->state = WORKER_HALTED;
    progress_turn(w->options.progress, w->engine->name, false);
}

void worker_resume(worker *w) {
    LOG("portfolio", "resume %s", w->engine->name);
    if (w->state != WORKER_HALTED) return;
    w->since = clock_now();
    w->cpu_since = cpu_seconds(w);
    w->state = WORKER_RUNNING;
    progress_turn(w->options.progress, w->engine->name, true);
    kill(-w->pid, SIGCONT);
}

/* Reap the process; its wait status. */
static int reap(worker *w) {
    int status = 0;
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) {}
    close(w->from);
    w->from = -1;
    w->state = WORKER_ENDED;
    w->pid = 0;
    progress_turn(w->options.progress, w->engine->name, false);
    return status;
}

void worker_kill(worker *w) {
    LOG("portfolio", "kill %s", w->engine->name);
    if (w->state != WORKER_RUNNING && w->state != WORKER_HALTED) return;
    kill(-w->pid, SIGKILL);
    kill(w->pid, SIGKILL);
    reap(w);
}

uint64_t worker_memory(const worker *w) {
    if (w->state != WORKER_RUNNING && w->state != WORKER_HALTED) return 0;
    char path[64], buffer[128];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)w->pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t n = read(fd, buffer, sizeof buffer - 1);
    close(fd);
    if (n <= 0) return 0;
    buffer[n] = 0;
    unsigned long long total, resident;
    if (sscanf(buffer, "%llu %llu", &total, &resident) != 2) return 0;
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void explain(worker *w, int status) {
    if (WIFSIGNALED(status))
        snprintf(w->failure, sizeof w->failure, "ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == EXIT_UNKNOWN)
        snprintf(w->failure, sizeof w->failure, "%s", stop_by(BUDGET_MEMORY).words);
    else if (WEXITSTATUS(status))
        snprintf(w->failure, sizeof w->failure, "failed with status %d", WEXITSTATUS(status));
}

bool worker_receive(worker *w) {
    LOG("portfolio", "receive from %s", w->engine->name);
    char buffer[1 << 16];
    for (;;) {
        ssize_t n = read(w->from, buffer, sizeof buffer);
        if (n > 0) {
            if (!w->received.size) w->decided_at = clock_now();
            text_bytes(&w->received, buffer, (size_t)n);
            continue;
        }
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return false;
        explain(w, reap(w));
        return true;
    }
}
