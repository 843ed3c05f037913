/* Between sources.c, task.c and compile_commands.c only. */
#ifndef FRONTEND_SOURCES_INTERNAL_H
#define FRONTEND_SOURCES_INTERNAL_H

#include "frontend/sources.h"

void sources_add(sources *s, const char *file, const char *directory);
/* Add the files of a task definition; take its data model and property where the user gave none. */
bool task_read(const char *path, const load_options *o, sources *out, input_error *error);
/* Add every C file of DIRECTORY/compile_commands.json, or of such a file, with its arguments; with
 * --only these only. */
bool compile_commands_read(const char *path, const load_options *o, sources *out,
                           input_error *error);

#endif
