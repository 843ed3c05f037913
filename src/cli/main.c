/* cinch: which command is meant. */
#include "base/log.h"
#include "cli/command.h"
#include "cli/signals.h"
#include "frontend/stub_headers.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The budget is polled; what grows between two polls meets this limit, and says UNKNOWN(memory).
 * Compilers and solvers inherit it. */
static void limit_memory(uint64_t bytes) {
    if (!bytes) return;
    struct rlimit r = {bytes + bytes / 4, bytes + bytes / 4};
    setrlimit(RLIMIT_DATA, &r);
}

/* It starts others, and the limits are theirs. */
static bool is_server(const subcommand *c) {
    return c->run == command_batch || c->run == command_serve;
}

static int run(const subcommand *c, int argc, char **argv) {
    cli_options o;
    option_error e;
    int status = 0;
    if (!options_parse(argc, argv, c->options, &o, &e)) {
        print_line(stderr, "cinch: %s", e.message);
        fprintf(stderr, "Try 'cinch %s --help'.\n", c->name);
        status = e.status;
    } else if (o.help) {
        text t = {0};
        help_command(c, &t);
        write_or_fail(&t, "-");
        finish_output();
        text_release(&t);
    } else if (!o.verify.load.files.size) {
        usage_fail("missing file; usage: cinch %s", c->usage);
    } else {
        stub_headers stubs = {0};
        text said = {0};
        log_to(o.verify.engine.log);
        if (!is_server(c)) signals_begin(o.verify.seconds);
        if (o.stub_headers) stub_headers_make(&o.verify.load, &stubs, &said);
        print_messages(&said);
        limit_memory(o.verify.memory_bytes);
        status = c->run(&o);
        stub_headers_release(&stubs);
        text_release(&said);
    }
    options_release(&o);
    return status;
}

static _Noreturn void unknown_command(const char *word) {
    vec(const char *) names = {0};
    for (const subcommand *c = commands; c->name; c++)
        if (c->help) vec_push(&names, c->name);
    vec_push(&names, NULL);
    const char *near = word_nearest(word, names.data);
    vec_release(&names);
    if (near) usage_fail("unknown command '%s'; did you mean 'cinch %s'?", word, near);
    usage_fail("unknown command '%s'; to verify a file: cinch verify %s", word, word);
}

static void print_warning(void *context, const char *line) {
    (void)context;
    print_line(stderr, "cinch: %s", line);
}

/* Something failed below, and nothing can be said of it any more. */
static _Noreturn void end_with(enum failure f, const failure_point *at) {
    print_line(stderr, "cinch: %s", at->message);
    if (f == FAILURE_MEMORY) puts("VERDICT: UNKNOWN(memory)");
    fflush(stdout);
    _exit(f == FAILURE_MEMORY ? EXIT_UNKNOWN : EXIT_INTERNAL);
}

/* Standard streams that are closed fail, and no other file gets their number. */
static void hold_streams(void) {
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0) open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv) {
    failure_point end;
    hold_streams();
    enum failure failed = failure_enter(&end);
    if (failed) end_with(failed, &end);
    failures_of_libraries();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of writing */
    warnings_to(print_warning, NULL);
    if (argc < 2) usage_fail("missing command; for example: cinch verify FILE.c");
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "version")) {
        puts("cinch " CINCH_VERSION);
        finish_output();
        return 0;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return command_help(0, NULL);
    if (!strcmp(argv[1], "help")) return command_help(argc - 2, argv + 2);
    const subcommand *c = command_find(argv[1]);
    if (!c) unknown_command(argv[1]);
    return run(c, argc - 2, argv + 2);
}
