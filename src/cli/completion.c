/* Completions for shells, from the tables of commands and options. */
#include "cli/command.h"
#include "engine/portfolio/engines.h"
#include "frontend/sources.h"

#include <string.h>

static bool takes_file(const option *o) {
    return o->kind == OPTION_TEXT && o->argument &&
           (!strcmp(o->argument, "FILE") || !strcmp(o->argument, "DIR"));
}

/* Up to the first end of a sentence; quotes and brackets mean something else in every shell. */
static void brief(const char *help, text *out) {
    for (size_t n = strcspn(help, ";("); n--; help++)
        if (!strchr("'\"\\[]:`$", *help)) text_char(out, *help);
}

static void option_words(const subcommand *c, text *out) {
    cli_options unset;
    options_unset(&unset);
    for (const option *o = options; o->name; o++) {
        if (o->kind == OPTION_GROUP || !(o->commands & c->options)) continue;
        text_char(out, ' ');
        option_name(o, &unset, out);
    }
}

/* Options whose values are words that their help lists. */
static const struct {
    const char *option, *values;
} listed[] = {
    {"--data-model", "ILP32 LP64"},       {"--volatile", "hardware memory input"},
    {"--inline", "all auto none"},        {"--criterion", "statement branch condition mcdc"},
    {"--mcdc", "masking unique-cause"},   {"--executor", "local slurm"},
    {"--stage", "llvm cfa horn reduced"}, {"--solver", "auto blast z3 icp"},
};

/* The values of an option with blanks between them; none where it takes any. */
static void value_words(const option *o, text *out) {
    if (o->kind == OPTION_ENUM)
        for (const char *c = o->argument; *c; c++) text_char(out, *c == '|' ? ' ' : *c);
    if (!strcmp(o->name, "--engine"))
        for (const engine *e = engines; e->name; e++)
            text_print(out, "%s%s", e == engines ? "" : " ", e->name);
    if (!strcmp(o->name, "--property"))
        for (size_t i = 0; property_word(i); i++)
            text_print(out, "%s%s", i ? " " : "", property_word(i));
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        if (!strcmp(o->name, listed[i].option)) text_add(out, listed[i].values);
}

static void bash_values(text *out) {
    for (const option *o = options; o->name; o++) {
        text known = {0};
        if (o->kind != OPTION_GROUP && o->kind != OPTION_PASS) value_words(o, &known);
        if (known.size)
            text_print(out, "            %s) values=\"%s\" ;;\n", o->name, text_string(&known));
        text_release(&known);
    }
}

void completion_bash(text *out) {
    text_add(out, "# bash completion for cinch\n_cinch() {\n"
                  "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                  "    local words= values=\n"
                  "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words=\"");
    for (const subcommand *c = commands; c->name; c++)
        if (c->help) text_print(out, "%s ", c->name);
    text_add(out, "help\"\n    else\n        case $before in\n");
    bash_values(out);
    text_add(out, "        esac\n        case $word in -*) case ${COMP_WORDS[1]} in\n");
    for (const subcommand *c = commands; c->name; c++) {
        text_print(out, "            %s) words=\"", c->name);
        option_words(c, out);
        text_add(out, "\" ;;\n");
    }
    text_add(out, "        esac ;; esac\n        [ -z \"$values\" ] || words=$values\n    fi\n"
                  "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                  "    [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$word\"))\n}\n"
                  "complete -o filenames -F _cinch cinch\n");
}

static void zsh_options(const subcommand *c, text *out) {
    cli_options unset;
    options_unset(&unset);
    for (const option *o = options; o->name; o++) {
        if (o->kind == OPTION_GROUP || !(o->commands & c->options)) continue;
        text_add(out, " \\\n            '");
        option_name(o, &unset, out);
        text_char(out, '[');
        brief(o->help, out);
        text_char(out, ']');
        text known = {0};
        value_words(o, &known);
        if (known.size) text_print(out, ":value:(%s)", text_string(&known));
        else if (o->kind != OPTION_FLAG && o->kind != OPTION_PASS)
            text_add(out, takes_file(o) ? ":file:_files" : ":value: ");
        text_release(&known);
        text_char(out, '\'');
    }
}

void completion_zsh(text *out) {
    text_add(out, "#compdef cinch\n_cinch() {\n    local -a commands\n    commands=(\n");
    for (const subcommand *c = commands; c->name; c++) {
        if (!c->help) continue;
        text_print(out, "        '%s:", c->name);
        brief(c->help, out);
        text_add(out, "'\n");
    }
    text_add(out, "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n"
                  "        return\n    fi\n    case $words[2] in\n");
    for (const subcommand *c = commands; c->name; c++) {
        text_print(out, "        %s) shift words; (( CURRENT-- )); _arguments '*:file:_files'",
                   c->name);
        zsh_options(c, out);
        text_add(out, " ;;\n");
    }
    text_add(out, "    esac\n}\n_cinch \"$@\"\n");
}

static void fish_options(const subcommand *c, text *out) {
    cli_options unset;
    options_unset(&unset);
    for (const option *o = options; o->name; o++) {
        text name = {0};
        if (o->kind == OPTION_GROUP || !(o->commands & c->options)) continue;
        option_name(o, &unset, &name);
        const char *word = text_string(&name);
        bool is_long = !strncmp(word, "--", 2);
        text_print(out, "complete -c cinch -n '__fish_seen_subcommand_from %s' %s %s", c->name,
                   is_long ? "-l" : "-s", word + (is_long ? 2 : 1));
        text known = {0};
        value_words(o, &known);
        if (o->kind != OPTION_FLAG && o->kind != OPTION_PASS)
            text_add(out, takes_file(o) ? " -r -F" : " -x");
        if (known.size) text_print(out, " -a '%s'", text_string(&known));
        text_release(&known);
        text_add(out, " -d '");
        brief(o->help, out);
        text_add(out, "'\n");
        text_release(&name);
    }
}

void completion_fish(text *out) {
    text_add(out, "# fish completion for cinch\n");
    for (const subcommand *c = commands; c->name; c++) {
        if (!c->help) continue;
        text_print(out, "complete -c cinch -n __fish_use_subcommand -a %s -d '", c->name);
        brief(c->help, out);
        text_add(out, "'\n");
    }
    for (const subcommand *c = commands; c->name; c++) fish_options(c, out);
}
