/* A batch as job arrays of Slurm. Each task writes i.json, i.log and at last i.status into the
 * shared directory, so a result is told as soon as it is there; the queue is asked only whether
 * tasks ended without one. */
#include "cli/executor.h"
#include "base/bits.h"
#include "base/budget.h"
#include "base/child.h"
#include "base/fail.h"
#include "base/tool.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    LARGEST_ARRAY = 1000,   /* Slurm's MaxArraySize is 1001 unless it is set */
    ASK_QUEUE_SECONDS = 10, /* the controller serves everybody */
    LATE_SECONDS =
        10, /* a network's file system may show a file later than the queue shows its end */
    SPARE_SECONDS = 120, /* beyond --timeout: Slurm's limit is a safety net */
    SPARE_MEGABYTES = 256,
};

typedef struct {
    const execution *x;
    uint32_t first, end; /* the tasks of this array */
    char *job;
    bits collected; /* by task */
} job_array;

/* ---- the script ---- */

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
    for (uint32_t i = 0; i < x->tasks->size; i++)
        text_print(&t, "%u) set -- ", i), quote(&t, x->tasks->data[i]), text_add(&t, ";;\n");
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

/* ---- submitting ---- */

/* Of the --parsable answer "7;cluster": the number. */
static char *job_of(const char *said) {
    size_t n = 0;
    while (isdigit((unsigned char)said[n])) n++;
    return n ? mem_format("%.*s", (int)n, said) : NULL;
}

/* Where the user set a limit for each task, Slurm gives it as much. Partition, account and the like
 * come from SBATCH_PARTITION and so on. */
static void add_limits(string_vec *argv, const execution *x) {
    if (x->processors) vec_push(argv, mem_format("--cpus-per-task=%u", x->processors));
    if (x->megabytes)
        vec_push(argv,
                 mem_format("--mem=%llu", (unsigned long long)x->megabytes + SPARE_MEGABYTES));
    if (x->seconds > 0)
        vec_push(argv, mem_format("--time=%u", (unsigned)(x->seconds + SPARE_SECONDS) / 60 + 1));
}

static void command_of(string_vec *argv, const job_array *a, const char *script) {
    vec_push(argv, mem_string("sbatch"));
    vec_push(argv, mem_string("--parsable"));
    vec_push(argv, mem_string("--job-name=cinch"));
    vec_push(argv, mem_string("--output=/dev/null"));
    vec_push(argv, mem_format("--array=0-%u%%%u", a->end - a->first - 1, a->x->at_once));
    add_limits(argv, a->x);
    vec_push(argv, mem_string(script));
    vec_push(argv, mem_format("%u", a->first));
    vec_push(argv, NULL);
}

static bool submit(job_array *a, const char *script, text *error) {
    string_vec argv = {0};
    text said = {0}, errors = {0};
    command_of(&argv, a, script);
    child_result c = child_run(argv.data, NULL, &said, &errors, (child_limits){0});
    a->job = c.started ? job_of(text_string(&said)) : NULL;
    if (!c.started)
        text_print(error, "cannot run sbatch: %s%s", strerror(c.status),
                   tool_package_note("sbatch"));
    else if (!a->job)
        text_print(error, "sbatch: %.*s", (int)strcspn(text_string(&errors), "\n"),
                   text_string(&errors));
    vec_free_each(&argv);
    text_release(&said);
    text_release(&errors);
    return a->job;
}

/* ---- waiting ---- */

/* Tell of the task if it ended; a status without its line end is still being written. */
static bool collect(job_array *a, uint32_t task) {
    text t = {0};
    char *path = mem_format("%s/%u.status", a->x->directory, task);
    bool ended = text_read_file(&t, path) && t.size && t.data[t.size - 1] == '\n';
    if (ended) a->x->done(a->x->context, task, atoi(text_string(&t)));
    if (ended) bits_add(&a->collected, task);
    mem_free(path);
    text_release(&t);
    return ended;
}

static uint32_t collect_all(job_array *a) {
    uint32_t open = 0;
    for (uint32_t i = a->first; i < a->end; i++)
        open += !bits_has(&a->collected, i) && !collect(a, i);
    return open;
}

/* Nothing of the array waits or runs any more. A controller that does not answer is no answer. */
static bool left_queue(const job_array *a) {
    char *argv[] = {"squeue", "--noheader", "--jobs", a->job, NULL};
    text said = {0};
    child_result c = child_run(argv, NULL, &said, &said, (child_limits){.seconds = 30});
    bool gone = c.started && !c.timed_out && !c.signal &&
                (c.status ? strstr(text_string(&said), "Invalid job id") != NULL : !said.size);
    text_release(&said);
    return gone;
}

/* A second Ctrl-C ends the waiting for scancel, too. */
static void cancel(const job_array *a) {
    char *argv[] = {"scancel", a->job, NULL};
    interrupt_requested = 0;
    child_run(argv, NULL, NULL, NULL, (child_limits){.seconds = 30});
    interrupt_requested = 1;
}

static void pause_second(void) { nanosleep(&(struct timespec){.tv_sec = 1}, NULL); }

static void wait_for(job_array *a) {
    uint32_t seconds = 0, gone = 0;
    while (collect_all(a) && gone < LATE_SECONDS && !interrupt_requested) {
        pause_second();
        if (gone) gone++;
        else if (++seconds % ASK_QUEUE_SECONDS == 0) gone = left_queue(a);
    }
    if (interrupt_requested) cancel(a);
    else
        for (uint32_t i = a->first; i < a->end; i++)
            if (!bits_has(&a->collected, i)) a->x->done(a->x->context, i, -1);
}

/* ---- all of it ---- */

static bool run_array(const execution *x, const char *script, uint32_t first, text *error) {
    uint32_t left = x->tasks->size - first;
    job_array a = {
        .x = x, .first = first, .end = first + (left < LARGEST_ARRAY ? left : LARGEST_ARRAY)};
    bool good = submit(&a, script, error);
    if (good) wait_for(&a);
    mem_free(a.job);
    bits_release(&a.collected);
    return good;
}

bool execute_slurm(const execution *x, text *error) {
    char *script = mem_format("%s/job.sh", x->directory);
    bool good = write_script(x, script);
    if (!good) text_print(error, "cannot write %s: %s", script, strerror(errno));
    for (uint32_t first = 0; good && !interrupt_requested && first < x->tasks->size;
         first += LARGEST_ARRAY)
        good = run_array(x, script, first, error);
    mem_free(script);
    return good;
}
