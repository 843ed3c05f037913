/* Running what a stranger wrote, and compilers over what a stranger wrote: in a sandbox that a
 * launcher (runtime/launch.c, embedded) enters before it executes the program. docs/security.md has
 * what is protected. */
#ifndef BASE_LAUNCH_H
#define BASE_LAUNCH_H

#include "base/child.h"
#include "base/sandbox.h"

/* A compiler that needs more is attacked, or the machine is too small. */
#define TOOL_MEMORY (6ull << 30)

enum launch_profile {
    LAUNCH_TEST,   /* one run of a program: computing, reading libraries, the channel */
    LAUNCH_SERVER, /* a program that starts a process for each of its runs */
    LAUNCH_TOOL    /* a compiler: it reads all files and writes below limits.scratch only */
};

typedef struct {
    enum launch_profile profile;
    child_limits limits; /* `channel` and `program` are the launcher's own */
    uint64_t gate;       /* of a test: what follows the instruction that may use the channel */
    bool sanitizer;      /* AddressSanitizer is in it: it reads /proc, and faults are evidence */
    bool unsafe;         /* run it also where no sandbox can be had */
} launch_options;

typedef struct {
    child_result end;
    unsigned layers; /* enum sandbox_layer, that were in force */
    bool refused;    /* it was not executed: there is no sandbox to be had */
    bool executed;   /* the launcher came to its end */
    text records;    /* of a test: what came by the channel after that, whole records only */
} launch_report;
void launch_report_release(launch_report *r);

/* argv[0]: a file, for a test or server; a name for PATH, for a tool. */
void launch_run(char *const argv[], const text *input, text *output, text *errors,
                const launch_options *o, launch_report *out);
/* A tool under the usual limits; the result as of child_run. */
child_result launch_tool(char *const argv[], const text *input, text *output, text *errors,
                         child_limits limits);
/* "seccomp, landlock, ...": at most 80 characters. */
void launch_describe(unsigned layers, char words[80]);

#endif
