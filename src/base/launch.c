#include "base/launch.h"
#include "base/fail.h"
#include "base/tool.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const unsigned char launcher[] = {
#include "launch.inc"
};

/* As TOOL_MEMORY. */
enum { TOOL_FILE_BYTES = 256 << 20, TOOL_OUTPUT_BYTES = 512 << 20, SERVER_PROCESSES = 512 };

/* The launcher as a file without a name. */
static int open_launcher(void) {
    int f = memfd_create("cinch-launch", MFD_CLOEXEC);
    ssize_t n = f >= 0 ? write(f, launcher, sizeof launcher) : -1;
    if (n == (ssize_t)sizeof launcher) return f;
    int trouble = n < 0 ? errno : EFBIG; /* by ulimit -f */
    if (f >= 0) close(f);
    errno = trouble;
    return -1;
}

/* ---- its command line ---- */

static void say(string_vec *words, const char *word) { vec_push(words, mem_string(word)); }

static void say_number(string_vec *words, const char *name, uint64_t n) {
    if (n) vec_push(words, mem_format("%s=%llu", name, (unsigned long long)n));
}

static void say_path(string_vec *words, const char *name, const char *path) {
    char *full = path ? realpath(path, NULL) : NULL;
    if (full) vec_push(words, mem_format("%s=%s", name, full));
    free(full);
}

static void say_options(const launch_options *o, string_vec *words) {
    static const char *const profiles[] = {"test", "server", "tool"};
    const child_limits *l = &o->limits;
    say(words, "cinch-launch");
    say(words, profiles[o->profile]);
    say(words, "channel");
    say_number(words, "memory", l->memory_bytes);
    say_number(words, "file", o->profile == LAUNCH_TOOL ? l->file_bytes : 0);
    say_number(words, "cpu", l->seconds > 0 ? (uint64_t)l->seconds + 2 : 0);
    say_number(words, "processes", o->profile == LAUNCH_SERVER ? SERVER_PROCESSES : 0);
    say_number(words, "gate", o->gate);
    if (o->sanitizer) say(words, "proc"), say(words, "faults");
    if (o->unsafe) say(words, "unsafe");
    say_path(words, "directory", o->profile == LAUNCH_TOOL ? l->scratch : NULL);
    say(words, "--");
}

/* False: there is no such tool. */
static bool say_program(char *const argv[], const launch_options *o, string_vec *words) {
    char path[4096];
    if (o->profile != LAUNCH_TOOL) say(words, argv[0]);
    else if (tool_find(argv[0], path)) say(words, path);
    else return false;
    for (int i = 1; argv[i]; i++) say(words, argv[i]);
    vec_push(words, NULL);
    return true;
}

/* ---- what comes back ---- */

/* The launcher's own records come first: after the first of the program none counts as its. */
static void read_records(const text *channel, launch_report *out) {
    sandbox_record r;
    size_t at = 0;
    for (; at + sizeof r <= channel->size; at += sizeof r) {
        memcpy(&r, channel->data + at, sizeof r);
        if (r.kind == SANDBOX_REFUSED) out->refused = true;
        else if (r.kind == SANDBOX_LEVEL) out->layers = r.value, out->executed = true;
        else break;
    }
    for (; at + sizeof r <= channel->size; at += sizeof r)
        text_bytes(&out->records, channel->data + at, sizeof r);
}

void launch_report_release(launch_report *r) { text_release(&r->records); }

void launch_run(char *const argv[], const text *input, text *output, text *errors,
                const launch_options *o, launch_report *out) {
    string_vec words = {0};
    text channel = {0};
    child_limits limits = o->limits;
    *out = (launch_report){.end = {.status = ENOENT}};
    say_options(o, &words);
    int program = open_launcher();
    if (program < 0) out->end.status = errno;
    else if (say_program(argv, o, &words)) {
        limits.program = program;
        limits.channel = &channel;
        limits.memory_bytes = limits.file_bytes = 0; /* the launcher sets them */
        out->end = child_run(words.data, input, output, errors, limits);
        read_records(&channel, out);
    }
    if (program >= 0) close(program);
    vec_free_each(&words);
    text_release(&channel);
}

child_result launch_tool(char *const argv[], const text *input, text *output, text *errors,
                         child_limits limits) {
    launch_options o = {.profile = LAUNCH_TOOL, .limits = limits, .unsafe = true};
    launch_report report;
    if (!o.limits.memory_bytes) o.limits.memory_bytes = TOOL_MEMORY;
    if (!o.limits.file_bytes) o.limits.file_bytes = TOOL_FILE_BYTES;
    if (!o.limits.output_bytes) o.limits.output_bytes = TOOL_OUTPUT_BYTES;
    launch_run(argv, input, output, errors, &o, &report);
    launch_report_release(&report);
    return report.end;
}

void launch_describe(unsigned layers, char words[80]) {
    static const char *const names[] = {"seccomp", "landlock", "namespaces", "private root",
                                        "limits"};
    int n = 0;
    words[0] = 0;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (layers >> i & 1)
            n += snprintf(words + n, 80 - (size_t)n, "%s%s", n ? ", " : "", names[i]);
    if (!layers) snprintf(words, 80, "none");
}
