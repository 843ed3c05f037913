/* What cinch, its launcher (runtime/launch.c) and the code that is linked with a program under test
 * agree upon.
 *
 * The channel is a pipe that the launcher inherits from cinch. The program inherits it too, but the
 * kernel lets only one instruction write to it: the gate, in the code that cinch links with the
 * program. The launcher knows its address before the program is executed, and puts it into the
 * filter of system calls. Records are fixed in size, so that one write is one record. */
#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

enum {
    SANDBOX_CHANNEL = 200, /* descriptors, beyond what the program can open itself */
    SANDBOX_PROGRAM = 201,
    SANDBOX_FILES = 64 /* descriptors that it can open */
};

/* Kinds of records. The launcher writes the first one. */
enum sandbox_record_kind {
    SANDBOX_LEVEL = 0x63696e01, /* value: layers that are in force; the program is executed next */
    SANDBOX_REFUSED,            /* value: the layer that is missing; the program is not executed */
    SANDBOX_MARK,               /* value: a goal that the run passed */
    SANDBOX_END                 /* value: how the test ended (exit status of the generated test) */
};

typedef struct {
    unsigned kind, value;
} sandbox_record;

/* Layers. A program is executed where SECCOMP is in force, or the user allows less. */
enum sandbox_layer {
    SANDBOX_SECCOMP = 1,
    SANDBOX_LANDLOCK = 2,
    SANDBOX_NAMESPACES = 4, /* mount, pid, network, IPC */
    SANDBOX_ROOT = 8,       /* an empty root with libraries only */
    SANDBOX_LIMITS = 16     /* memory, files, processes, CPU time */
};

#endif
