/* The subcommands: each takes the words after its name and returns the exit status. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/options.h"

#include <stdio.h>

typedef struct {
    const char *name;
    const char *usage; /* after "cinch " */
    const char *help;  /* one line; NULL: not listed */
    unsigned options;  /* ON_... */
    int (*run)(const cli_options *o);
} subcommand;

extern const subcommand commands[]; /* ended by a NULL name */
const subcommand *command_find(const char *name);

int command_verify(const cli_options *o);
int command_deadcode(const cli_options *o);
int command_show(const cli_options *o);
int command_check(const cli_options *o);
int command_replay(const cli_options *o);
int command_run(const cli_options *o);
int command_batch(const cli_options *o);
int command_harness(const cli_options *o);
int command_bounds(const cli_options *o); /* and verify --each about termination */
int command_scan(const cli_options *o);
int command_serve(const cli_options *o);
int infer_contracts(const cli_options *o); /* verify --infer */

/* cinch help [TOPIC]; status 64 where there is no such topic. */
int command_help(int argc, char **argv);
void help_command(const subcommand *c, text *out);
/* What the shells read to complete a command line. */
void completion_bash(text *out);
void completion_zsh(text *out);
void completion_fish(text *out);

/* A message on standard error; the process ends with this status. */
_Noreturn void fail_exit(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Write `t` to a file ("-": standard output). False, with a message: it cannot be written. */
bool write_out(const text *t, const char *path);
bool append_out(const text *t, const char *path); /* the same, after what is there */
/* A folder for outputs. False, with a message: there is none. */
bool make_folder(const char *path);
/* The same, and `t` is released; to a file of this name in a folder, which is made. */
bool write_made(text *t, const char *path);
bool write_in_folder(text *t, const char *folder, const char *name);
/* As write_out; status 70 where that fails. */
void write_or_fail(const text *t, const char *path);
/* The messages of a program that was not loaded; the exit status. */
int fail_loading(const verification *v);
/* The exit status where nothing was read; a verdict where that is not the fault of the files. */
int status_unread(enum load_status s);
/* Flush standard output; a message and status 70 where the disk is full or the reader is gone. */
void finish_output(void);
/* One line, whose words may be a stranger's: as base/escape.h prints them. */
void print_line(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whole lines of such words. */
void print_lines(FILE *to, const text *t);
/* Messages about what a stranger gave, as base/escape.h prints them, to standard error. */
void print_messages(const text *t);

#endif
