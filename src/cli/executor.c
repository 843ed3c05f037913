#include "cli/executor.h"
#include "base/budget.h"
#include "base/fail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* cinch verify --json DIRECTORY/i.json TASK WORDS, to be freed with its first argument that is not
 * ours to keep: argv[3]. */
static char **command_line(const execution *x, uint32_t task) {
    uint32_t n = 0;
    char **argv = mem_alloc((x->words->size + 6) * sizeof *argv);
    argv[n++] = "cinch";
    argv[n++] = "verify";
    argv[n++] = "--json";
    argv[n++] = mem_format("%s/%u.json", x->directory, task);
    argv[n++] = mem_format(x->tasks->data[task][0] == '-' ? "./%s" : "%s", x->tasks->data[task]);
    for (uint32_t i = 0; i < x->words->size; i++) argv[n++] = x->words->data[i];
    argv[n] = NULL;
    return argv;
}

static _Noreturn void become(const execution *x, uint32_t task) {
    char *log = mem_format("%s/%u.log", x->directory, task);
    int to = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0666),
        nothing = open("/dev/null", O_RDONLY);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (to < 0 || nothing < 0) _exit(EXIT_INTERNAL);
    dup2(nothing, STDIN_FILENO);
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    execv("/proc/self/exe", command_line(x, task));
    _exit(EXIT_INTERNAL);
}

typedef vec(pid_t) pid_vec; /* by task; 0: not started or over */

static void reap(const execution *x, pid_vec *running) {
    int status;
    pid_t pid = wait(&status);
    for (uint32_t i = 0; pid > 0 && i < running->size; i++) {
        if (running->data[i] != pid) continue;
        running->data[i] = 0;
        x->done(x->context, i, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
}

/* Ctrl-C reaches the tasks as well; SIGTERM may be for us only. */
static void pass_on_interrupt(const pid_vec *running) {
    for (uint32_t i = 0; i < running->size; i++)
        if (running->data[i]) kill(running->data[i], SIGTERM);
}

static uint32_t count(const pid_vec *running) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < running->size; i++) n += running->data[i] != 0;
    return n;
}

bool execute_local(const execution *x, text *error) {
    pid_vec running = {0};
    bool told = false, good = true;
    for (uint32_t next = 0;
         good && ((next < x->tasks->size && !interrupt_requested) || count(&running));) {
        if (interrupt_requested && !told) pass_on_interrupt(&running), told = true;
        if (next == x->tasks->size || interrupt_requested || count(&running) == x->at_once) {
            reap(x, &running);
            continue;
        }
        pid_t pid = fork();
        if (!pid) become(x, next);
        good = pid > 0;
        vec_push(&running, pid);
        next++;
    }
    if (!good) text_print(error, "no process: %s", strerror(errno));
    vec_release(&running);
    return good;
}
