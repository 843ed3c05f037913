/* The table of commands, cinch help, and the man page: all from the tables. */
#include "base/tool.h"
#include "engine/portfolio/engines.h"
#include "cli/command.h"

#include <string.h>

const subcommand commands[] = {
    {"verify", "verify FILE... [OPTIONS] [-- CLANG-ARGUMENTS]",
     "prove that no error is reachable, or find the run that reaches one", ON_VERIFY,
     command_verify},
    {"deadcode", "deadcode FILE... [--criterion C] [OPTIONS] [-- CLANG-ARGUMENTS]",
     "find unreachable code and coverage goals, and write tests for the others", ON_DEADCODE,
     command_deadcode},
    {"show", "show FILE... [--stage llvm|cfa|reduced|PASS] [--dot|--text]",
     "print the program as cinch sees it", ON_SHOW, command_show},
    {"check", "check CERTIFICATE [--program FILE... [OPTIONS]]",
     "check a proof written with --certificate, and that it is about the program", ON_CHECK,
     command_check},
    {"replay", "replay WITNESS FILE...", "check a witness against a program", ON_REPLAY,
     command_replay},
    {"batch", "batch TASK... [OPTIONS] [-- CLANG-ARGUMENTS]",
     "verify many programs, task definitions or sets of them (.set)", ON_BATCH, command_batch},
    {"scan", "scan FILE...|FOLDER|compile_commands.json [OPTIONS] [-- CLANG-ARGUMENTS]",
     "decide every check of every function, called with any arguments: green, red or grey",
     ON_VERIFY, command_scan},
    {"harness", "harness FILE --function F", "write a harness, a C file that calls one function",
     ON_HARNESS, command_harness},
    {"bounds", "bounds FILE... [OPTIONS] [-- CLANG-ARGUMENTS]",
     "bound the rounds of every loop and the depth of every recursive function", ON_BOUNDS,
     command_bounds},
    {"serve", "serve lsp|mcp [OPTIONS] [-- CLANG-ARGUMENTS]",
     "answer an editor (LSP) or an agent (MCP) on standard input and output", ON_VERIFY,
     command_serve},
    {"run", "run FILE... [--print NAME] [--reduced]", NULL, ON_RUN, command_run},
    {NULL, NULL, NULL, 0, NULL},
};

const subcommand *command_find(const char *name) {
    for (const subcommand *c = commands; c->name; c++)
        if (!strcmp(c->name, name)) return c;
    return NULL;
}

static const char verdicts[] =
    "The last line on standard output is the verdict, and the exit status says the same:\n"
    "  VERDICT: TRUE                   0   no run reaches an error; the proof was checked\n"
    "  VERDICT: FALSE(property)       10   a run violates the property; it was replayed\n"
    "  VERDICT: UNKNOWN(reason)        5   not decided, and why\n"
    "Other exit statuses: 64 usage, 65 input that does not compile or parse, 69 a missing tool,\n"
    "70 an internal error or output that cannot be written.\n";

static const char deadcode[] =
    "\nGoals are covered (a test reaches them), unreachable (proved; dead code), justified (by the "
    "user) or open. The last lines are\n"
    "  GOALS: total=N covered=N unreachable=N justified=N open=N tests=N\n"
    "  VERDICT: TRUE                   0   every goal is covered or justified\n"
    "  VERDICT: FALSE(dead-code)      10   some goal is unreachable; the proof was checked\n"
    "  VERDICT: UNKNOWN(reason)        5   none is known to be unreachable, and some are open\n"
    "A comment `cinch justified: words` on the first line of a goal justifies it.\n";

static const char files[] =
    "  .c .i              C, compiled with clang; several files are linked\n"
    "  .bc .ll            LLVM 19 bitcode and IR\n"
    "  .yml               SV-COMP task definition, format 1.0 or 2.0\n"
    "  a directory        with compile_commands.json, or that file: the C files it lists\n"
    "  .cfa               control-flow automaton in cinch's text form\n"
    "  .smt2              linear constrained Horn clauses\n"
    "  .vmt .btor2        transition systems\n";

static void list_engines(text *out) {
    for (const engine *e = engines; e->name; e++) text_print(out, "  %-14s %s\n", e->name, e->help);
}

static void list_passes(text *out) {
    for (const option *o = options; o->name; o++)
        if (o->kind == OPTION_PASS) text_print(out, "  %-14s %s\n", o->name, o->help);
}

static void list_tools(text *out) {
    for (const tool_entry *t = tools; t->program; t++)
        text_print(out, "  %-14s package %-14s %s%s\n", t->program, t->package, t->purpose,
                   tool_is_there(t->program) ? "" : " (missing here)");
}

static const struct {
    const char *name, *help;
} topics[] = {
    {"verdicts", "what the answers mean"},
    {"files", "what can be read"},
    {"engines", "the engines"},
    {"passes", "the reductions"},
    {"tools", "the programs that cinch runs, and their packages"},
    {"man", "the manual page, as troff"},
    {"bash", "completion for bash; also zsh, fish"},
    {"zsh", NULL},
    {"fish", NULL},
};

static void help_overview(text *out) {
    text_add(out, "cinch " CINCH_VERSION
                  ": proves that C programs cannot reach an error, or shows how they do.\n\n");
    for (const subcommand *c = commands; c->name; c++)
        if (c->help) text_print(out, "  cinch %s\n      %s\n", c->usage, c->help);
    text_add(out, "\n  cinch COMMAND --help    the options of a command\n");
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        if (topics[i].help)
            text_print(out, "  cinch help %-12s %s\n", topics[i].name, topics[i].help);
    text_print(out, "\n%s", verdicts);
}

void help_command(const subcommand *c, text *out) {
    text_print(out, "usage: cinch %s\n%s%s", c->usage, c->help ? c->help : "", c->help ? "\n" : "");
    options_help(c->options, out);
    if (c->options == ON_DEADCODE) text_add(out, deadcode);
}

/* ---- the man page ---- */

/* Troff: a dot or quote at the start of a line, and backslashes and dashes, mean something else. */
static void troff(text *out, const char *s) {
    if (*s == '.' || *s == '\'') text_add(out, "\\&");
    for (; *s; s++) {
        if (*s == '\\') text_add(out, "\\e");
        else if (*s == '-') text_add(out, "\\-");
        else text_char(out, *s);
        if (*s == '\n' && (s[1] == '.' || s[1] == '\'')) text_add(out, "\\&");
    }
}

static void man_block(text *out, const char *s) {
    text_add(out, ".nf\n");
    troff(out, s);
    text_add(out, ".fi\n");
}

static void man_option(text *out, const option *o, const cli_options *unset) {
    text name = {0}, help = {0};
    option_name(o, unset, &name);
    option_says(o, unset, &help);
    text_add(out, ".TP\n.B ");
    troff(out, text_string(&name));
    if (o->argument) text_print(out, " \\fI%s\\fR", o->argument);
    text_char(out, '\n');
    troff(out, text_string(&help));
    text_char(out, '\n');
    text_release(&name);
    text_release(&help);
}

/* the man page, troff */
static void help_man(text *out) {
    text t = {0};
    cli_options unset;
    options_unset(&unset);
    text_add(out, ".TH CINCH 1 \"\" \"cinch " CINCH_VERSION "\" \"User commands\"\n.SH NAME\n"
                  "cinch \\- prove that C programs cannot reach an error, or show how they do\n.SH "
                  "SYNOPSIS\n.nf\n");
    for (const subcommand *c = commands; c->name; c++)
        if (c->help) text_add(out, ".B cinch "), troff(out, c->usage), text_char(out, '\n');
    text_add(out, ".fi\n.SH COMMANDS\n");
    for (const subcommand *c = commands; c->name; c++)
        if (c->help) text_print(out, ".TP\n.B %s\n%s\n", c->name, c->help);
    text_add(out, ".SH OPTIONS\n");
    for (const option *o = options; o->name; o++) {
        if (o->kind == OPTION_GROUP) text_print(out, ".SS %s\n", o->name);
        else if (o->commands & ~(unsigned)ON_RUN) man_option(out, o, &unset);
    }
    text_add(out, ".SH FILES\n"), man_block(out, files);
    list_engines(&t);
    text_add(out, ".SH ENGINES\n"), man_block(out, text_string(&t));
    text_add(out, ".SH EXIT STATUS\n"), man_block(out, verdicts);
    text_release(&t);
}

static bool help_topic(const char *name, text *out) {
    const subcommand *c = command_find(name);
    if (c) help_command(c, out);
    else if (!strcmp(name, "verdicts")) text_add(out, verdicts);
    else if (!strcmp(name, "files")) text_add(out, files);
    else if (!strcmp(name, "engines")) list_engines(out);
    else if (!strcmp(name, "passes")) list_passes(out);
    else if (!strcmp(name, "tools")) list_tools(out);
    else if (!strcmp(name, "man")) help_man(out);
    else if (!strcmp(name, "bash")) completion_bash(out);
    else if (!strcmp(name, "zsh")) completion_zsh(out);
    else if (!strcmp(name, "fish")) completion_fish(out);
    else return false;
    return true;
}

int command_help(int argc, char **argv) {
    text t = {0};
    if (!argc) help_overview(&t);
    else if (!help_topic(argv[0], &t)) {
        vec(const char *) names = {0};
        for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
            vec_push(&names, topics[i].name);
        for (const subcommand *c = commands; c->name; c++) vec_push(&names, c->name);
        vec_push(&names, NULL);
        const char *near = word_nearest(argv[0], names.data);
        vec_release(&names);
        if (near) usage_fail("no help on '%s'; did you mean 'cinch help %s'?", argv[0], near);
        usage_fail("no help on '%s'", argv[0]);
    }
    write_or_fail(&t, "-");
    finish_output();
    text_release(&t);
    return 0;
}
