/* cinch: which command is meant. */
#include "cli/command.h"

#include <string.h>

static int run(const subcommand *c, int argc, char **argv) {
    cli_options o;
    option_error e;
    int status = 0;
    if (!options_parse(argc, argv, c->options, &o, &e)) {
        fprintf(stderr, "cinch: %s\nTry 'cinch %s --help'.\n", e.message, c->name);
        status = e.status;
    } else if (o.help) {
        text t = {0};
        help_command(c, &t);
        write_or_fail(&t, "-");
        finish_output();
        text_release(&t);
    } else if (!o.verify.load.files.size) {
        usage_fail("which file? usage: cinch %s", c->usage);
    } else {
        status = c->run(&o);
    }
    options_release(&o);
    return status;
}

static _Noreturn void unknown_command(const char *word) {
    vec(const char *) names = {0};
    for (const subcommand *c = commands; c->name; c++)
        if (c->help) vec_push(&names, c->name);
    vec_push(&names, NULL);
    const char *near = nearest(word, names.data);
    vec_release(&names);
    if (near) usage_fail("there is no command '%s'; did you mean 'cinch %s'?", word, near);
    usage_fail("there is no command '%s'; to verify a file: cinch verify %s", word, word);
}

int main(int argc, char **argv) {
    if (argc < 2) usage_fail("what shall be done? For example: cinch verify FILE.c");
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
