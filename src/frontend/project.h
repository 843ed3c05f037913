/* Which files belong to the project: reports show their lines, and messages of the compiler quote
 * them. A program may name any file by #line, #include or #embed; what else lies on the machine is
 * not for the reader the report.
 *
 * To the project belong the folders of the given files as the user names them, the folder in which
 * cinch runs where a file lies in it, the repository of a given file (the nearest folder above it
 * with .git, .hg or .svn), and the folders of -I, -isystem, -iquote and -include of the command
 * line. A link to a file elsewhere, and a file elsewhere that a task or a compilation database
 * names, do not belong to it. */
#ifndef FRONTEND_PROJECT_H
#define FRONTEND_PROJECT_H

#include "source/statements.h"
#include "frontend/sources.h"

typedef struct {
    string_vec roots;  /* real paths; owned, as all of these */
    string_vec around; /* where files named as C or headers may come from, too: the folders around
                          a given file's folder, and those of -I in a compilation database */
} project;

void project_of(const load_options *o, const sources *s, project *out);
void project_release(project *p);
/* Whether a source is read: one of the project, and C from around it, whose lines are not shown. */
bool project_takes(const project *p, const source *s);
/* As text_read_file(), of a file that an option names and whose words are quoted: not through a link
 * that leads out of the project. */
bool project_read_file(text *out, const char *file);
/* Whether a file lies in the project of another one, which the user names. */
bool project_has(const char *given, const char *file);
bool project_read_source(source_map *out, const char *file); /* as project_read_file() */
/* Of the files that the compiler read, as a make rule, the first that it should not have: what the
 * kernel tells about us, a file that is neither in nor around the project, and where files are
 * embedded, one outside of it. Relative names are relative to `directory` (NULL: here). NULL: none;
 * otherwise the caller frees it. */
char *project_refuses(const project *p, const char *rule, const char *directory);
/* What the compiler said, without what it said about files outside of the project. */
void project_messages(const project *p, const char *said, const char *directory, text *out);

#endif
