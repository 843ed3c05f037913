#include "serve/jobs.h"

#include "base/fail.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void job_word(serve_job *j, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *word = mem_alloc((size_t)n + 1);
    vsnprintf(word, (size_t)n + 1, format, again);
    va_end(again);
    va_end(args);
    vec_push(&j->words, word);
}

static bool is_end(const char *word) { return !strcmp(word, "--"); }

void job_options(serve_job *j, const string_vec *options) {
    for (uint32_t i = 0; i < options->size && !is_end(options->data[i]); i++)
        job_word(j, "%s", options->data[i]);
}

void job_compiler_words(serve_job *j, const string_vec *options) {
    uint32_t first = 0;
    bool ended = false;
    while (first < options->size && !is_end(options->data[first])) first++;
    for (uint32_t i = 0; i < j->words.size; i++) ended |= is_end(j->words.data[i]);
    for (uint32_t i = first + ended; i < options->size; i++) job_word(j, "%s", options->data[i]);
}

void job_file(serve_job *j, const char *name) { job_word(j, name[0] == '-' ? "./%s" : "%s", name); }

void job_output(server *s, serve_job *j, const char *option, const char *ending) {
    j->output = mem_format("%s/%u%s", s->folder, s->files++, ending);
    job_word(j, "%s", option);
    job_word(j, "%s", j->output);
}

void job_release(serve_job *j) {
    vec_free_each(&j->words);
    if (j->output) unlink(j->output);
    mem_free(j->output);
    json_decref(j->id);
    json_decref(j->about);
    *j = (serve_job){0};
}

bool job_has_id(const serve_job *j, const void *id) {
    return j->id && json_equal(j->id, (json_t *)(uintptr_t)id);
}

void job_add(server *s, serve_job *j) {
    vec_push(&s->waiting, *j);
    *j = (serve_job){0};
}

/* ---- running ---- */

static void finish(server *s, const protocol *p) {
    text output = {0};
    serve_job done = s->now;
    done.status = child_end(&s->running);
    s->now = (serve_job){0};
    if (done.output) text_read_file(&output, done.output);
    p->done(s, &done, &s->said, &output);
    text_release(&output);
    text_clear(&s->said);
    job_release(&done);
}

static void start_next(server *s, const protocol *p) {
    while (!s->running.pid && s->waiting.size) {
        s->now = s->waiting.data[0];
        memmove(s->waiting.data, s->waiting.data + 1,
                (s->waiting.size - 1) * sizeof *s->waiting.data);
        s->waiting.size--;
        vec(char *) argv = {0};
        vec_push(&argv, "/proc/self/exe");
        vec_append(&argv, s->now.words.data, s->now.words.size);
        vec_push(&argv, NULL);
        if (!child_start(&s->running, argv.data, (child_limits){0})) {
            s->running = (child){0};
            text_add(&s->said, "no process can be started");
            finish(s, p);
        }
        vec_release(&argv);
    }
}

static void stop_running(server *s) {
    child_kill(&s->running);
    text_clear(&s->said);
    job_release(&s->now);
}

void jobs_drop(server *s, bool (*drop)(const serve_job *j, const void *context),
               const void *context) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->waiting.size; i++)
        if (drop(&s->waiting.data[i], context)) job_release(&s->waiting.data[i]);
        else s->waiting.data[kept++] = s->waiting.data[i];
    s->waiting.size = kept;
    if (s->running.pid && drop(&s->now, context)) stop_running(s);
}

static void take_messages(server *s, const protocol *p) {
    for (json_t *m; !s->rpc.ended && (m = rpc_next(&s->rpc));) {
        p->message(s, m);
        json_decref(m);
    }
}

/* One turn: what came from the client, and from what runs. */
static void turn(server *s, const protocol *p) {
    struct pollfd fds[2] = {{s->rpc.from, POLLIN, 0},
                            {s->running.pid ? s->running.from : -1, POLLIN, 0}};
    if (poll(fds, 2, -1) <= 0) return;
    if (fds[1].revents && child_read(&s->running, &s->said, 0) < 0) finish(s, p);
    if (fds[0].revents) {
        rpc_read(&s->rpc);
        bool ended = s->rpc.ended; /* what came before the end is still answered */
        s->rpc.ended = false;
        take_messages(s, p);
        s->rpc.ended |= ended;
    }
}

/* Answer what still runs where the client closed its end after asking. */
static void answer_rest(server *s, const protocol *p) {
    s->rpc.ended = false; /* it may still listen */
    for (start_next(s, p); s->running.pid; start_next(s, p))
        if (child_read(&s->running, &s->said, 1) < 0) finish(s, p);
}

bool serve(server *s, const protocol *p) {
    const char *base = getenv("TMPDIR");
    snprintf(s->folder, sizeof s->folder, "%.40s/cinch-serve-XXXXXX",
             base && *base && strlen(base) <= 40 ? base : "/tmp"); /* as native/build.c */
    if (!mkdtemp(s->folder)) return false;
    signal(SIGPIPE, SIG_IGN);
    s->rpc.headers = p->headers;
    while (!s->rpc.ended) {
        start_next(s, p);
        turn(s, p);
    }
    if (!p->headers) answer_rest(s, p);
    if (s->running.pid) stop_running(s);
    vec_release_each(&s->waiting, job_release);
    text_release(&s->said);
    rpc_release(&s->rpc);
    rmdir(s->folder);
    return true;
}
