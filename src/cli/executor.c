#include "cli/executor.h"
#include "base/budget.h"
#include "base/child.h"
#include "base/fail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- here ---- */

/* cinch verify --json DIRECTORY/i.json TASK WORDS, to be freed with its first argument that is not ours to keep: argv[3]. */
static char **command_line(const execution *x, uint32_t task) {
    uint32_t n = 0;
    char **argv = mem_alloc((x->words->size + 6) * sizeof *argv);
    argv[n++] = "cinch";
    argv[n++] = "verify";
    argv[n++] = "--json";
    argv[n++] = mem_format("%s/%u.json", x->directory, task);
    argv[n++] = x->tasks->data[task];
    for (uint32_t i = 0; i < x->words->size; i++) argv[n++] = x->words->data[i];
    argv[n] = NULL;
    return argv;
}

static _Noreturn void become(const execution *x, uint32_t task) {
    char *log = mem_format("%s/%u.log", x->directory, task);
    int to = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666), nothing = open("/dev/null", O_RDONLY);
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

/* Ctrl-C reaches the tasks as well; SIGTERM may be for us alone. */
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
    for (uint32_t next = 0; good && ((next < x->tasks->size && !interrupt_requested) || count(&running));) {
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

/* ---- Slurm ---- */

enum { LARGEST_ARRAY = 1000 }; /* Slurm's MaxArraySize is 1001 unless it is set */

static void quote(text *out, const char *word) {
    text_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'') text_add(out, "'\\''");
        else text_char(out, *word);
    }
    text_add(out, "' ");
}

/* One script for all tasks: its argument and the number in the array say which. */
static bool write_script(const execution *x, const char *path) {
    text t = {0};
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    text_add(&t, "#!/bin/sh\n# made by cinch batch\nn=$((SLURM_ARRAY_TASK_ID + $1))\ncase $n in\n");
    for (uint32_t i = 0; i < x->tasks->size; i++) text_print(&t, "%u) set -- ", i), quote(&t, x->tasks->data[i]), text_add(&t, ";;\n");
    text_add(&t, "esac\ndirectory=");
    quote(&t, x->directory);
    text_char(&t, '\n');
    quote(&t, self);
    text_add(&t, "verify --json \"$directory/$n.json\" \"$1\" ");
    for (uint32_t i = 0; i < x->words->size; i++) quote(&t, x->words->data[i]);
    text_add(&t, ">\"$directory/$n.log\" 2>&1 </dev/null\necho $? >\"$directory/$n.status\"\n");
    bool good = n > 0 && text_write_file(&t, path);
    text_release(&t);
    return good;
}

static void collect(const execution *x, uint32_t task) {
    text t = {0};
    char *path = mem_format("%s/%u.status", x->directory, task);
    x->done(x->context, task, text_read_file(&t, path) && t.size ? atoi(text_string(&t)) : -1);
    mem_free(path);
    text_release(&t);
}

/* Submit tasks [first, end) and wait for them. The status of sbatch is the worst of the tasks' and says nothing; its first words are
 * "Submitted batch job". */
static bool submit(const execution *x, const char *script, uint32_t first, uint32_t end, text *error) {
    char *array = mem_format("--array=0-%u%%%u", end - first - 1, x->at_once), *offset = mem_format("%u", first);
    char *argv[] = {"sbatch", "--wait", "--job-name=cinch", "--output=/dev/null", array, (char *)(uintptr_t)script, offset, NULL};
    text said = {0}, errors = {0};
    child_result c = child_run(argv, NULL, &said, &errors, (child_limits){0});
    bool good = c.started && strstr(text_string(&said), "Submitted");
    if (!c.started) text_print(error, "cannot run sbatch: %s", strerror(c.status));
    else if (!good) text_print(error, "sbatch: %.*s", (int)strcspn(text_string(&errors), "\n"), text_string(&errors));
    text_release(&said);
    text_release(&errors);
    mem_free(array);
    mem_free(offset);
    return good;
}

bool execute_slurm(const execution *x, text *error) {
    char *script = mem_format("%s/job.sh", x->directory);
    bool good = write_script(x, script);
    if (!good) text_print(error, "cannot write %s: %s", script, strerror(errno));
    for (uint32_t first = 0; good && first < x->tasks->size; first += LARGEST_ARRAY) {
        uint32_t end = first + LARGEST_ARRAY < x->tasks->size ? first + LARGEST_ARRAY : x->tasks->size;
        good = submit(x, script, first, end, error);
        for (uint32_t i = first; good && i < end; i++) collect(x, i);
    }
    mem_free(script);
    return good;
}
