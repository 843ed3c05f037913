/* Justifications: why a goal that is not covered is right as it is.
 *
 * In a file, a line each:      FILE:LINE[:COLUMN] [KIND] [OUTCOME] words that say why
 * or in the source, in a comment on the goal's first line:     cinch justified: [KIND] [OUTCOME]
 * words `FILE` matches the end of a path. Empty lines and lines with # are comments. */
#include "base/fail.h"
#include "frontend/project.h"
#include "goal/deadcode_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define COMMENT "cinch justified:"

typedef struct {
    char *file;
    uint32_t line, column;
    int kind;                  /* -1: any */
    enum goal_outcome outcome; /* OUTCOME_NONE: any */
    const char *words;
    bool in_source;
} justification;

static bool ends_with(const char *path, const char *end) {
    size_t n = strlen(path), m = strlen(end);
    return n >= m && !strcmp(path + n - m, end) && (n == m || path[n - m - 1] == '/');
}

static bool speaks_of(const deadcode *d, const justification *j, const goal *x) {
    return x->at.line == j->line && (!j->column || x->at.column == j->column) &&
           (j->kind < 0 || (int)x->kind == j->kind) && (!j->outcome || x->outcome == j->outcome) &&
           ends_with(goal_name(&d->goals, x->at.file), j->file);
}

static uint32_t justify(deadcode *d, const justification *j) {
    uint32_t n = 0, words = intern_id(&d->goals.names, *j->words ? j->words : "justified");
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        if (!speaks_of(d, j, &d->goals.items.data[i])) continue;
        d->goals.items.data[i].justification = words;
        d->goals.items.data[i].justified_in_source = j->in_source;
        n++;
    }
    return n;
}

static int kind_named(const char *word, size_t size) {
    for (int k = 0; k < GOAL_KINDS; k++)
        if (strlen(goal_kind_names[k]) == size && !memcmp(goal_kind_names[k], word, size)) return k;
    return -1;
}

static const char *skip_spaces(const char *s) { return s + strspn(s, " \t"); }

/* [KIND] [OUTCOME] WORDS: what is left out is any. */
static void parse_goal(const char *rest, justification *j) {
    size_t word = strcspn(rest, " \t");
    if ((j->kind = kind_named(rest, word)) >= 0) rest = skip_spaces(rest + word);
    static const enum goal_outcome outcomes[] = {OUTCOME_TRUE, OUTCOME_FALSE, OUTCOME_DEFAULT,
                                                 OUTCOME_NO_CASE};
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        const char *name = goal_outcome_names[outcomes[i]];
        size_t n = strlen(name);
        if (strncmp(rest, name, n) || (rest[n] && !isspace((unsigned char)rest[n]))) continue;
        j->outcome = outcomes[i];
        rest = skip_spaces(rest + n);
        break;
    }
    j->words = rest;
}

/* A line of the file; false where it is none. */
static bool parse(char *line, justification *j) {
    *j = (justification){.kind = -1};
    size_t place = strcspn(line, " \t");
    const char *rest = skip_spaces(line + place);
    char *end;
    line[place] = 0;
    char *colon = strrchr(line, ':');
    if (!colon) return false;
    unsigned long last = strtoul(colon + 1, &end, 10);
    if (end == colon + 1 || *end) return false;
    *colon = 0;
    j->line = (uint32_t)last;
    colon = strrchr(line, ':');
    if (colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")]) {
        j->column = j->line;
        j->line = (uint32_t)strtoul(colon + 1, NULL, 10);
        *colon = 0;
    }
    j->file = line;
    parse_goal(rest, j);
    return j->line && *j->file;
}

bool deadcode_justify(deadcode *d, const char *file, text *messages) {
    text all = {0};
    if (!project_read_file(&all, file)) {
        text_print(messages, "%s: cannot be read\n", file);
        return false;
    }
    uint32_t number = 0;
    bool good = true;
    for (char *line = (char *)(uintptr_t)text_string(&all), *next; line && *line && good;
         line = next) {
        justification j;
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        number++;
        line += strspn(line, " \t");
        if (!*line || *line == '#') continue;
        good = parse(line, &j);
        if (!good)
            text_print(
                messages,
                "%s:%u: this is no justification (FILE:LINE[:COLUMN] [KIND] [OUTCOME] WORDS)\n",
                file, number);
        else if (!justify(d, &j))
            text_print(messages, "%s:%u: there is no goal at %s:%u\n", file, number, j.file,
                       j.line);
    }
    text_release(&all);
    return good;
}

/* ---- comments ---- */

static void justify_line(deadcode *d, const char *file, uint32_t line, const char *said,
                         size_t size) {
    const char *at = said;
    while ((at = memchr(at, 'c', (size_t)(said + size - at))) &&
           strncmp(at, COMMENT, strlen(COMMENT)))
        at++;
    if (!at) return;
    at += strlen(COMMENT);
    char *words = mem_format("%.*s", (int)(said + size - at), at), *end = strstr(words, "*/");
    if (end) *end = 0;
    for (size_t n = strlen(words); n && isspace((unsigned char)words[n - 1]);) words[--n] = 0;
    justification j = {
        .file = (char *)(uintptr_t)file, .line = line, .kind = -1, .in_source = true};
    parse_goal(skip_spaces(words), &j);
    justify(d, &j);
    mem_free(words);
}

void deadcode_justify_comments(deadcode *d) {
    bits done = {0};
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        uint32_t file = d->goals.items.data[i].at.file, number = 0;
        text all = {0};
        if (bits_has(&done, file)) continue;
        bits_add(&done, file);
        const char *name = goal_name(&d->goals, file);
        if (text_read_file(&all, name) && strstr(text_string(&all), COMMENT))
            for (const char *line = text_string(&all); *line;
                 line += strcspn(line, "\n"), line += *line == '\n')
                justify_line(d, name, ++number, line, strcspn(line, "\n"));
        text_release(&all);
    }
    bits_release(&done);
}
