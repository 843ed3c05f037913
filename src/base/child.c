#include "base/child.h"
#include "base/vec.h"
#include "base/budget.h"
#include "base/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void limit(int what, uint64_t bytes) {
    if (!bytes) return;
    struct rlimit r = {bytes, bytes};
    setrlimit(what, &r);
}

/* What the parent reads of a child: its output, its messages, the channel. */
enum { OUTPUT, ERRORS, CHANNEL, STREAMS };

static int execute(char *const argv[], child_limits limits) {
    if (limits.program <= 0) return execvp(argv[0], argv);
    return fexecve(limits.program, argv, environ);
}

/* In the child: descriptors in place, limits set, then the program. Failure of exec goes up
 * `report`. */
static _Noreturn void become(char *const argv[], int in, const int fds[STREAMS], int report,
                             child_limits limits) {
    if (!limits.in_group) setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (fds[CHANNEL] >= 0) dup2(fds[CHANNEL], SANDBOX_CHANNEL);
    dup2(in, STDIN_FILENO);
    dup2(fds[OUTPUT], STDOUT_FILENO);
    dup2(fds[ERRORS], STDERR_FILENO);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    limit(RLIMIT_AS, limits.memory_bytes);
    limit(RLIMIT_FSIZE, limits.file_bytes);
    if (limits.scratch) setenv("TMPDIR", limits.scratch, 1);
    if (!limits.directory || chdir(limits.directory) == 0) execute(argv, limits);
    int error = errno;
    ssize_t ignored = write(report, &error, sizeof error);
    (void)ignored;
    _exit(127);
}

/* Fork and exec; 0 or errno of what failed. */
static int spawn(pid_t *pid, char *const argv[], int in, const int fds[STREAMS],
                 child_limits limits) {
    int report[2];
    if (pipe2(report, O_CLOEXEC)) return errno;
    *pid = fork();
    if (*pid == 0) become(argv, in, fds, report[1], limits);
    close(report[1]);
    int error = *pid < 0 ? errno : 0;
    if (!error && read(report[0], &error, sizeof error) == sizeof error) waitpid(*pid, NULL, 0);
    else if (*pid > 0) error = 0;
    close(report[0]);
    return error;
}

static void close_all(int *fds, int n) {
    for (int i = 0; i < n; i++)
        if (fds[i] >= 0) close(fds[i]);
}

static void send(int *in, const text *input, size_t *sent, short events) {
    ssize_t n = events & POLLERR ? -1 : write(*in, input->data + *sent, input->size - *sent);
    if (n > 0) *sent += (size_t)n;
    if (n < 0 || *sent == input->size) close(*in), *in = -1;
}

/* How many bytes came. */
static size_t receive(int *from, text *into) {
    char buffer[65536];
    ssize_t n = read(*from, buffer, sizeof buffer);
    if (n > 0 && into) text_bytes(into, buffer, (size_t)n);
    if (n <= 0) close(*from), *from = -1;
    return n > 0 ? (size_t)n : 0;
}

/* Move data until all streams are closed; false when time is up, it says too much, or we are
 * interrupted. */
static bool pump(int in, int from[STREAMS], const text *input, text *const into[STREAMS],
                 uint64_t most, double deadline) {
    size_t sent = 0;
    uint64_t said = 0;
    while (from[OUTPUT] >= 0 || from[ERRORS] >= 0 || from[CHANNEL] >= 0) {
        if (interrupt_requested || (deadline && clock_now() > deadline) || (most && said > most)) {
            close_all((int[]){in, from[OUTPUT], from[ERRORS], from[CHANNEL]}, 4);
            return false;
        }
        struct pollfd p[STREAMS + 1] = {{.fd = in, .events = POLLOUT}};
        for (int i = 0; i < STREAMS; i++) p[i + 1] = (struct pollfd){from[i], POLLIN, 0};
        if (poll(p, STREAMS + 1, 50) <= 0) continue;
        if (p[0].revents) send(&in, input, &sent, p[0].revents);
        for (int i = 0; i < STREAMS; i++)
            if (p[i + 1].revents) said += receive(&from[i], into[i]);
    }
    close_all(&in, 1);
    return true;
}

static bool reap(pid_t pid, double deadline, int *status) {
    for (;;) {
        pid_t done = waitpid(pid, status, deadline ? WNOHANG : 0);
        if (done == pid) return true;
        if (done < 0 && errno != EINTR) return false;
        if (interrupt_requested || (deadline && clock_now() > deadline)) return false;
        usleep(500);
    }
}

/* Pipes from and to a child, -1 where there is none. */
typedef struct {
    int in, out[STREAMS];             /* ours */
    int their_in, their_out[STREAMS]; /* the child's */
} streams;

static bool open_pipe(int *read_end, int *write_end) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return false;
    *read_end = ends[0];
    *write_end = ends[1];
    return true;
}

static bool open_nowhere(int *fd) { return (*fd = open("/dev/null", O_RDWR | O_CLOEXEC)) >= 0; }

static void close_theirs(streams *s) {
    close_all(&s->their_in, 1);
    close_all(s->their_out, STREAMS);
}

static void close_ours(streams *s) {
    close_all(&s->in, 1);
    close_all(s->out, STREAMS);
}

static bool open_streams(streams *s, child_limits limits) {
    *s = (streams){-1, {-1, -1, -1}, -1, {-1, -1, -1}};
    bool good = limits.silent ? open_nowhere(&s->their_in) : open_pipe(&s->their_in, &s->in);
    for (int i = OUTPUT; i <= ERRORS && good; i++)
        good = limits.silent ? open_nowhere(&s->their_out[i])
                             : open_pipe(&s->out[i], &s->their_out[i]);
    if (good && limits.channel) good = open_pipe(&s->out[CHANNEL], &s->their_out[CHANNEL]);
    return good;
}

child_result child_run(char *const argv[], const text *input, text *output, text *errors,
                       child_limits limits) {
    child_result r = {0};
    streams s;
    pid_t pid;
    int error = open_streams(&s, limits) ? 0 : errno;
    if (!error) error = spawn(&pid, argv, s.their_in, s.their_out, limits);
    close_theirs(&s);
    if (error) {
        close_ours(&s);
        r.status = error;
        return r;
    }
    if ((!input || !input->size) && s.in >= 0) close(s.in), s.in = -1;
    r.started = true;
    if (s.in >= 0) fcntl(s.in, F_SETFL, O_NONBLOCK);
    void (*old)(int) = signal(SIGPIPE, SIG_IGN);
    double deadline = limits.seconds > 0 ? clock_now() + limits.seconds : 0;
    int status = 0;
    bool good = pump(s.in, s.out, input, (text *const[]){output, errors, limits.channel},
                     limits.output_bytes, deadline);
    if (!good || !reap(pid, deadline, &status)) {
        r.timed_out = true;
        kill(limits.in_group ? pid : -pid, SIGKILL);
        waitpid(pid, &status, 0);
    }
    if (!limits.in_group) kill(-pid, SIGKILL); /* whatever it left running */
    signal(SIGPIPE, old);
    if (WIFSIGNALED(status)) r.signal = WTERMSIG(status);
    if (WIFEXITED(status)) r.status = WEXITSTATUS(status);
    return r;
}

/* In use, in bytes. */
static uint64_t address_space(void) {
    unsigned long long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (f && fscanf(f, "%llu", &pages) != 1) pages = 0;
    if (f) fclose(f);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static _Noreturn void attempt(void (*act)(void *), void *on, uint64_t memory_bytes) {
    static const int ending[] = {SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = STDOUT_FILENO; nowhere >= 0 && i <= STDERR_FILENO; i++) dup2(nowhere, i);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) signal(ending[i], SIG_DFL);
    limit(RLIMIT_AS, memory_bytes ? address_space() + memory_bytes : 0);
    act(on);
    _exit(0);
}

bool child_survives(void (*act)(void *), void *on, double seconds, uint64_t memory_bytes) {
    int status = 0;
    double deadline = seconds > 0 ? clock_now() + seconds : 0;
    pid_t pid = fork();
    if (!pid) attempt(act, on, memory_bytes);
    if (pid < 0 || reap(pid, deadline ? deadline : 1e300, &status)) return pid > 0 && !status;
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    return false;
}

bool child_start(child *c, char *const argv[], child_limits limits) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC)) return false;
    if (pipe2(out, O_CLOEXEC)) return close_all(in, 2), false;
    int error = spawn(&c->pid, argv, in[0], (int[]){out[1], out[1], -1}, limits);
    close(in[0]);
    close(out[1]);
    c->to = in[1];
    c->from = out[0];
    if (!error) return true;
    close_all((int[]){in[1], out[0]}, 2);
    errno = error;
    return false;
}

bool child_write(child *c, const char *data, size_t size) {
    assert_debug(c->pid > 0);
    void (*old)(int) = signal(SIGPIPE, SIG_IGN);
    while (size) {
        ssize_t n = write(c->to, data, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        data += n;
        size -= (size_t)n;
    }
    signal(SIGPIPE, old);
    return size == 0;
}

int child_read(child *c, text *into, double seconds) {
    struct pollfd p = {c->from, POLLIN, 0};
    int ready = poll(&p, 1, seconds < 0 ? 0 : (int)(seconds * 1000));
    if (ready == 0 || (ready < 0 && errno == EINTR)) return 0;
    char buffer[65536];
    ssize_t n = read(c->from, buffer, sizeof buffer);
    if (n <= 0) return -1;
    text_bytes(into, buffer, (size_t)n);
    return 1;
}

int child_end(child *c) {
    int status = 0;
    if (c->pid <= 0) return -1;
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) continue;
    kill(-c->pid, SIGKILL);
    close_all((int[]){c->to, c->from}, 2);
    c->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void child_kill(child *c) {
    if (c->pid <= 0) return;
    kill(-c->pid, SIGKILL);
    waitpid(c->pid, NULL, 0);
    close_all((int[]){c->to, c->from}, 2);
    c->pid = 0;
}
