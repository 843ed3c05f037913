/* The programs that are run by name, and which Debian package has each: for messages, and cinch
 * help tools. */
#ifndef BASE_TOOL_H
#define BASE_TOOL_H

#include <stdbool.h>

typedef struct {
    const char *program, *package, *note, *purpose;
} tool_entry;
extern const tool_entry tools[]; /* ended by a NULL program */

/* " (package P)", or nothing where none is known: the end of a message that the program cannot be
 * run. */
const char *tool_package_note(const char *program);
bool tool_is_there(const char *program); /* in PATH */
/* Where PATH has it; only absolute folders count, so that no file of a project is found. */
bool tool_find(const char *program, char path[4096]);

#endif
