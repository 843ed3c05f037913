/* Running other programs: no shell, output captured, time and memory limited, the whole process
 * group ended. What reads or is made of a stranger's files is run by base/launch.h. */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
    double seconds;        /* wall; 0: none */
    uint64_t memory_bytes; /* address space; 0: none */
    uint64_t file_bytes;   /* largest file it may write; 0: none */
    const char *directory; /* NULL: here */
    const char *scratch;   /* where it makes its temporary files; NULL: where we do */
    uint64_t
        output_bytes; /* what it may say in all; more ends it as its time does; 0: any number */
    int program;      /* descriptor of the executable file; 0: argv[0], looked up in PATH */
    bool silent;      /* its standard streams lead nowhere */
    text *channel;    /* gets what comes by SANDBOX_CHANNEL (base/sandbox.h); NULL: none */
    bool in_group;    /* it stays in our process group, is halted with us, and ends its own children
                         itself */
} child_limits;

typedef struct {
    bool started; /* false: the program could not be run; `status` is errno */
    bool timed_out;
    int signal; /* that ended it, or 0 */
    int status; /* exit status */
} child_result;

/* Run argv[0] to its end. `input` may be NULL; `output` and `errors` may be
 * NULL (discarded) and may be the same buffer. */
child_result child_run(char *const argv[], const text *input, text *output, text *errors,
                       child_limits limits);

/* Whether `act` comes to its end in a process of its own, silently, in so many seconds (0: any) and
 * so much more address space: what a library does with a stranger's file may end the process, or fill
 * the machine. */
bool child_survives(void (*act)(void *), void *on, double seconds, uint64_t memory_bytes);

/* A child to talk with. */
typedef struct {
    pid_t pid;
    int to, from;
} child;
bool child_start(child *c, char *const argv[], child_limits limits);
/* Write all; false on a broken pipe. */
bool child_write(child *c, const char *data, size_t size);
/* Append what comes within `seconds`; 1: something came, 0: time is up, -1: end of file or error.
 */
int child_read(child *c, text *into, double seconds);
void child_kill(child *c); /* also reaps it */
/* After the end of its output: wait for its exit status; -1: a signal ended it. Whatever it left
 * running ends with it. */
int child_end(child *c);

#endif
