/* cinch batch TASKS: every task verified, a line for each, and the worst of their exit statuses. */
#include "base/budget.h"
#include "base/path.h"
#include "frontend/project.h"
#include "cli/command.h"
#include "cli/executor.h"
#include "frontend/sources.h"
#include "report/report.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    string_vec tasks;
    char *directory;
    bool temporary;
    vec(task_result) results; /* by task */
    uint32_t of[TASK_OUTCOMES];
    int status;       /* the worst */
    int points, most; /* as in SV-COMP; of tasks that say which verdict they expect */
    uint32_t unscored;
} batch;

/* ---- which tasks ---- */

/* Files below `folder` (empty or with / at its end) that the pattern says. A pattern steps down
 * only, and through no link, so that there are no more of them than files. */
static void add_matching(string_vec *out, const char *folder, const char *pattern) {
    size_t n = strcspn(pattern, "/");
    char *part = mem_format("%.*s", (int)n, pattern);
    DIR *d = opendir(*folder ? folder : ".");
    for (struct dirent *e; d && (e = readdir(d));) {
        struct stat s;
        if (fnmatch(part, e->d_name, FNM_PERIOD)) continue;
        char *path = mem_format("%s%s%s", folder, e->d_name, pattern[n] ? "/" : "");
        if (!pattern[n]) vec_push(out, mem_string(path));
        else if (!fstatat(dirfd(d), e->d_name, &s, AT_SYMLINK_NOFOLLOW) && S_ISDIR(s.st_mode))
            add_matching(out, path, pattern + n + strspn(pattern + n, "/"));
        mem_free(path);
    }
    if (d) closedir(d);
    mem_free(part);
}

/* The user names the set; a stranger may have written it. */
static void add_matches(batch *b, const char *set, uint32_t line, const char *pattern) {
    const char *slash = strrchr(set, '/');
    char *folder = slash ? mem_format("%.*s", (int)(slash - set + 1), set) : mem_string("");
    string_vec found = {0};
    if (*pattern == '/' || strstr(pattern, ".."))
        fail_exit(EXIT_INPUT, "%s:%u: %s leads out of the folder of the set", set, line, pattern);
    add_matching(&found, folder, pattern);
    if (!found.size) fail_exit(EXIT_INPUT, "%s:%u: no file matches %s", set, line, pattern);
    qsort(found.data, found.size, sizeof *found.data, path_in_order);
    for (uint32_t i = 0; i < found.size; i++)
        if (!project_has(set, found.data[i]))
            fail_exit(EXIT_INPUT, "%s:%u: %s lies outside of the project", set, line,
                      found.data[i]);
    vec_append(&b->tasks, found.data, found.size);
    vec_release(&found);
    mem_free(folder);
}

/* A set of SV-COMP: patterns of file names, one a line, relative to the set. */
static void add_set(batch *b, const char *set) {
    text t = {0};
    uint32_t line = 0;
    if (!project_read_file(&t, set))
        fail_exit(EXIT_INPUT, "%s: cannot open: %s", set, strerror(errno));
    for (char *p = (char *)(uintptr_t)text_string(&t), *next; p && *p; p = next) {
        next = strchr(p, '\n');
        if (next) *next++ = 0;
        p[strcspn(p, "\r")] = 0;
        line++;
        if (*p && *p != '#') add_matches(b, set, line, p);
    }
    text_release(&t);
}

/* ---- plain folders: every program in them ---- */

static bool is_c(const char *name) {
    size_t n = strlen(name);
    return n > 2 && !strcmp(name + n - 2, ".c");
}

static bool has_database(const char *folder) {
    char *path = mem_format("%s/compile_commands.json", folder);
    bool found = !access(path, R_OK);
    mem_free(path);
    return found;
}

static bool has_entry(const char *file, const load_options *o) {
    text code = {0};
    const char *entry = o->step ? o->step : o->entry ? o->entry : "main";
    bool found = text_read_file(&code, file) && source_defines(text_string(&code), entry);
    text_release(&code);
    return found;
}

/* In the order of names, so that a batch is the same everywhere. */
static void add_folder(batch *b, const char *folder, const load_options *o) {
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, alphasort);
    if (n < 0) fail_exit(EXIT_INPUT, "%s: cannot open: %s", folder, strerror(errno));
    for (int i = 0; i < n; i++) {
        struct stat s;
        const char *name = entries[i]->d_name;
        char *path = !strcmp(folder, ".") ? mem_string(name) : mem_format("%s/%s", folder, name);
        bool seen = name[0] != '.' && !lstat(path, &s);
        if (seen && S_ISDIR(s.st_mode)) add_folder(b, path, o);
        else if (seen && S_ISREG(s.st_mode) && is_c(name) && has_entry(path, o))
            vec_push(&b->tasks, mem_string(path));
        mem_free(path);
        free(entries[i]);
    }
    free(entries);
}

static bool is_folder(const char *path) {
    struct stat s;
    return !stat(path, &s) && S_ISDIR(s.st_mode) && !has_database(path);
}

static bool is_set(const char *name) {
    size_t n = strlen(name);
    return n > 4 && !strcmp(name + n - 4, ".set");
}

static void find_tasks(batch *b, const load_options *o) {
    const string_vec *names = &o->files;
    for (uint32_t i = 0; i < names->size; i++) {
        if (is_set(names->data[i])) add_set(b, names->data[i]);
        else if (is_folder(names->data[i])) add_folder(b, names->data[i], o);
        else vec_push(&b->tasks, mem_string(names->data[i]));
    }
    vec_resize(&b->results, b->tasks.size);
    for (uint32_t i = 0; i < b->tasks.size; i++)
        b->results.data[i] =
            (task_result){b->tasks.data[i], TASK_OPEN, mem_string("not run"), mem_string(""), 0};
}

/* ---- results ---- */

static double all_seconds(json_t *seconds) {
    double sum = 0;
    const char *name;
    json_t *one;
    json_object_foreach(seconds, name, one) sum += json_number_value(one);
    return sum;
}

static const char *word(json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

/* A task that says which verdict it expects passes with that one only; others pass with a proof.
 */
static enum task_outcome judge(json_t *result) {
    const char *verdict = word(result, "verdict"), *expected = word(result, "expected");
    if (!strcmp(verdict, "UNKNOWN")) return TASK_OPEN;
    return strcmp(verdict, *expected ? expected : "TRUE") ? TASK_FAILED : TASK_PASSED;
}

/* The points of SV-COMP (https://sv-comp.sosy-lab.org, scoring): a proof is worth more than a
 * violation, and a wrong answer costs more than many right ones bring. */
static void count_points(batch *b, json_t *result) {
    const char *verdict = word(result, "verdict"), *expected = word(result, "expected");
    bool is_true = !strcmp(verdict, "TRUE");
    if (!*expected) {
        b->unscored++;
        return;
    }
    b->most += strcmp(expected, "TRUE") ? 1 : 2;
    if (!strcmp(verdict, "UNKNOWN")) return;
    if (!strcmp(verdict, expected)) b->points += is_true ? 2 : 1;
    else b->points -= is_true ? 32 : 16;
}

static void read_result(task_result *r, json_t *result) {
    const char *detail = word(result, "detail"), *expected = word(result, "expected");
    r->outcome = judge(result);
    r->seconds = all_seconds(json_object_get(result, "seconds"));
    mem_free(r->verdict);
    r->verdict =
        mem_format("%s%s%s%s%s%s", word(result, "verdict"), *detail ? "(" : "", detail,
                   *detail ? ")" : "", r->outcome == TASK_FAILED && *expected ? ", expected " : "",
                   r->outcome == TASK_FAILED ? expected : "");
}

/* No result: the last line that was printed says why. Where the time or a signal ended the task,
 * that is a verdict. */
static void read_failure(task_result *r, int status) {
    static const char open[] = "VERDICT: UNKNOWN(";
    size_t n = strlen(r->log);
    while (n && r->log[n - 1] == '\n') n--;
    size_t start = n;
    while (start && r->log[start - 1] != '\n') start--;
    bool said = status == EXIT_UNKNOWN && !strncmp(r->log + start, open, sizeof open - 1);
    if (said) start += strlen("VERDICT: ");
    r->outcome = said ? TASK_OPEN : TASK_BROKEN;
    mem_free(r->verdict);
    r->verdict = n ? mem_format("%.*s", (int)(n - start), r->log + start)
                   : mem_format("ended with status %d", status);
}

static int rank(int status) {
    static const int order[] = {EXIT_TRUE,  EXIT_UNKNOWN, EXIT_FALSE,
                                EXIT_INPUT, EXIT_MISSING, EXIT_INTERNAL};
    int i = 0, n = sizeof order / sizeof *order;
    while (i < n && order[i] != status) i++;
    return i;
}

static void worsen(batch *b, int status) {
    if (rank(status) > rank(b->status)) b->status = status;
}

static void conclude(batch *b, const task_result *r, int status) {
    static const int statuses[] = {EXIT_TRUE, EXIT_FALSE, EXIT_UNKNOWN};
    b->of[r->outcome]++;
    worsen(b, r->outcome != TASK_BROKEN                       ? statuses[r->outcome]
              : rank(status) > rank(EXIT_FALSE) && status > 0 ? status
                                                              : EXIT_INTERNAL);
    print_line(stdout, "%8.1f s  %-40s  %s%s", r->seconds, r->task, r->verdict,
               r->outcome == TASK_FAILED   ? "  FAILED"
               : r->outcome == TASK_BROKEN ? "  BROKEN"
                                           : "");
    finish_output();
}

static void task_done(void *context, uint32_t i, int status) {
    batch *b = context;
    task_result *r = &b->results.data[i];
    text log = {0};
    char *path = mem_format("%s/%u.log", b->directory, i);
    if (text_read_file(&log, path)) mem_free(r->log), r->log = mem_string(text_string(&log));
    mem_free(path);
    path = mem_format("%s/%u.json", b->directory, i);
    json_t *result = json_load_file(path, 0, NULL);
    if (result) read_result(r, result), count_points(b, result);
    else read_failure(r, status);
    conclude(b, r, status);
    json_decref(result);
    mem_free(path);
    text_release(&log);
}

/* ---- the directory ---- */

static char *absolute(const char *path) {
    char *found = realpath(path, NULL), *kept = found ? mem_string(found) : NULL;
    free(found);
    if (!kept) fail_exit(EXIT_INTERNAL, "%s: %s", path, strerror(errno));
    return kept;
}

static void make_directory(batch *b, const cli_options *o, bool shared) {
    const char *base = getenv("TMPDIR");
    b->temporary = !o->write.out;
    if (o->write.out) {
        if (!folder_make(o->write.out))
            fail_exit(EXIT_INTERNAL, "cannot make %s: %s", o->write.out, strerror(errno));
        b->directory = absolute(o->write.out);
    } else {
        char *here = shared ? absolute(".") : mem_string(base ? base : "/tmp");
        b->directory = mem_format("%s/cinch-batch-XXXXXX", here);
        mem_free(here);
        if (!mkdtemp(b->directory))
            fail_exit(EXIT_INTERNAL, "no directory for results: %s", strerror(errno));
    }
}

/* Also before the first task: what an earlier batch left would be taken for a result. */
static void empty_directory(const batch *b) {
    static const char *const endings[] = {"json", "log", "status"};
    for (uint32_t i = 0; i < 3 * b->tasks.size; i++) {
        char *path = mem_format("%s/%u.%s", b->directory, i / 3, endings[i % 3]);
        unlink(path);
        mem_free(path);
    }
    char *script = mem_format("%s/job.sh", b->directory);
    unlink(script);
    mem_free(script);
}

static void remove_directory(const batch *b) {
    if (!b->temporary) return;
    empty_directory(b);
    rmdir(b->directory);
}

static void release(batch *b) {
    for (uint32_t i = 0; i < b->tasks.size; i++) {
        mem_free(b->tasks.data[i]);
        mem_free(b->results.data[i].verdict);
        mem_free(b->results.data[i].log);
    }
    vec_release(&b->tasks);
    vec_release(&b->results);
    mem_free(b->directory);
}

/* ---- the command ---- */

static void on_stop(int number) {
    (void)number;
    interrupt_requested = 1;
}

/* Without SA_RESTART, so that waiting ends. */
static void listen_for_stop(void) {
    struct sigaction a = {.sa_handler = on_stop};
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}

/* A table, appended: several batches of one job write to the same summary. */
static void write_summary(const batch *b, const char *path) {
    static const char *const signs[] = {":white_check_mark:", ":x:", ":grey_question:", ":boom:"};
    text t = {0};
    text_print(&t, "### cinch: %u of %u programs passed\n\n| | program | verdict | seconds |\n",
               b->of[TASK_PASSED], b->tasks.size);
    text_add(&t, "|---|---|---|---|\n");
    for (uint32_t i = 0; i < b->results.size; i++) {
        const task_result *r = &b->results.data[i];
        text_print(&t, "| %s | ", signs[r->outcome]);
        report_markdown_escape(r->task, &t);
        text_add(&t, " | ");
        report_markdown_escape(r->verdict, &t);
        text_print(&t, " | %.1f |\n", r->seconds);
    }
    if (!append_out(&t, path)) exit(EXIT_INTERNAL);
    text_release(&t);
}

static void sum_up(batch *b, const cli_options *o) {
    uint32_t run = 0;
    text t = {0};
    for (int i = 0; i < TASK_OUTCOMES; i++) run += b->of[i];
    if (run < b->tasks.size) worsen(b, EXIT_UNKNOWN);
    printf("%u task%s: %u passed, %u failed, %u open, %u broken, %u not run\n", b->tasks.size,
           b->tasks.size == 1 ? "" : "s", b->of[TASK_PASSED], b->of[TASK_FAILED], b->of[TASK_OPEN],
           b->of[TASK_BROKEN], b->tasks.size - run);
    if (o->score)
        printf("score: %d of %d points, as in SV-COMP; %u task%s without an expected verdict\n",
               b->points, b->most, b->unscored, b->unscored == 1 ? "" : "s");
    finish_output();
    if (o->write.summary) write_summary(b, o->write.summary);
    if (!o->write.junit) return;
    report_junit(b->results.data, b->results.size, &t);
    write_or_fail(&t, o->write.junit);
    text_release(&t);
}

int command_batch(const cli_options *o) {
    batch b = {0};
    text error = {0};
    bool slurm = o->word.executor && !strcmp(o->word.executor, "slurm");
    find_tasks(&b, &o->verify.load);
    if (!b.tasks.size)
        fail_exit(
            EXIT_INPUT,
            "no program found: no .c file there has a function main (others: --entry, --step)");
    make_directory(&b, o, slurm);
    empty_directory(&b);
    listen_for_stop();
    execution x = {.directory = b.directory,
                   .tasks = &b.tasks,
                   .words = &o->passed,
                   .at_once = (uint32_t)o->number.at_once,
                   .processors = (uint32_t)o->verify.engine.jobs,
                   .megabytes = (uint64_t)o->number.memory,
                   .seconds = o->verify.seconds,
                   .done = task_done,
                   .context = &b};
    if (!x.at_once) x.at_once = slurm ? b.tasks.size : 1;
    bool good = (slurm ? execute_slurm : execute_local)(&x, &error);
    if (good) sum_up(&b, o);
    remove_directory(&b);
    if (!good) fail_exit(slurm ? EXIT_MISSING : EXIT_INTERNAL, "%s", text_string(&error));
    text_release(&error);
    release(&b);
    return b.status;
}
