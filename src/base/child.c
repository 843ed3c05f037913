#include "base/child.h"
#include "base/budget.h"
#include "base/fail.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
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

/* In the child: descriptors in place, limits set, then the program. Failure of exec goes up
 * `report`. */
static _Noreturn void become(char *const argv[], const int fds[3], int report,
                             child_limits limits) {
    if (!limits.in_group) setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 0; i < 3; i++) dup2(fds[i], i);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    limit(RLIMIT_AS, limits.memory_bytes);
    limit(RLIMIT_FSIZE, limits.file_bytes);
    if (limits.scratch) setenv("TMPDIR", limits.scratch, 1);
    if (!limits.directory || chdir(limits.directory) == 0) execvp(argv[0], argv);
    int error = errno;
    ssize_t ignored = write(report, &error, sizeof error);
    (void)ignored;
    _exit(127);
}

/* Fork and exec; 0 or errno of what failed. */
static int spawn(pid_t *pid, char *const argv[], const int fds[3], child_limits limits) {
    int report[2];
    if (pipe2(report, O_CLOEXEC)) return errno;
    *pid = fork();
    if (*pid == 0) become(argv, fds, report[1], limits);
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

/* Move data until both outputs are closed; false when time is up or we are interrupted. */
static bool pump(int in, int out, int err, const text *input, text *output, text *errors,
                 double deadline) {
    size_t sent = 0;
    char buffer[65536];
    while (out >= 0 || err >= 0) {
        if (interrupt_requested || (deadline && clock_now() > deadline)) {
            close_all((int[]){in, out, err}, 3);
            return false;
        }
        struct pollfd p[3] = {{out, POLLIN, 0}, {err, POLLIN, 0}, {in, POLLOUT, 0}};
        if (poll(p, 3, 50) <= 0) continue;
        if (p[2].revents) {
            ssize_t n =
                p[2].revents & POLLERR ? -1 : write(in, input->data + sent, input->size - sent);
            if (n > 0) sent += (size_t)n;
            if (n < 0 || sent == input->size) close(in), in = -1;
        }
        for (int i = 0; i < 2; i++) {
            if (!p[i].revents) continue;
            ssize_t n = read(p[i].fd, buffer, sizeof buffer);
            text *into = i ? errors : output;
            if (n > 0 && into) text_bytes(into, buffer, (size_t)n);
            if (n <= 0) close(p[i].fd), *(i ? &err : &out) = -1;
        }
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

child_result child_run(char *const argv[], const text *input, text *output, text *errors,
                       child_limits limits) {
    child_result r = {0};
    int in[2], out[2], err[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) {
        r.status = errno;
        return r;
    }
    pid_t pid;
    int error = spawn(&pid, argv, (int[]){in[0], out[1], err[1]}, limits);
    close_all((int[]){in[0], out[1], err[1]}, 3);
    if (error || !input || !input->size) close(in[1]), in[1] = -1;
    if (error) {
        close_all((int[]){out[0], err[0]}, 2);
        r.status = error;
        return r;
    }
    r.started = true;
    if (in[1] >= 0) fcntl(in[1], F_SETFL, O_NONBLOCK);
    void (*old)(int) = signal(SIGPIPE, SIG_IGN);
    double deadline = limits.seconds > 0 ? clock_now() + limits.seconds : 0;
    int status = 0;
    bool good = pump(in[1], out[0], err[0], input, output, errors, deadline);
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

bool child_start(child *c, char *const argv[], child_limits limits) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC)) return false;
    if (pipe2(out, O_CLOEXEC)) return close_all(in, 2), false;
    int error = spawn(&c->pid, argv, (int[]){in[0], out[1], out[1]}, limits);
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

void child_kill(child *c) {
    if (c->pid <= 0) return;
    kill(-c->pid, SIGKILL);
    waitpid(c->pid, NULL, 0);
    close_all((int[]){c->to, c->from}, 2);
    c->pid = 0;
}
