/* A program as a machine on words: commands run on a state of one word for each variable, many
 * times faster than by the interpreter (program/interpret.h), which remains the reference: what is
 * found here is a trace, and that is replayed.
 *
 * A step goes along one edge in all ways: with every alternative of a choice that does not block and
 * every value that an input is offered. The ways share their common beginnings. */
#ifndef ENGINE_COMMON_WORD_MACHINE_H
#define ENGINE_COMMON_WORD_MACHINE_H

#include "base/random.h"
#include "program/interpret.h"

struct word_node;

typedef struct {
    program *program;
    values *pool;
    vec(struct word_node) nodes; /* terms of commands, arguments first */
    u32_vec arguments;
    map node_of;         /* term id -> node */
    u32_vec of_command;  /* command id -> node of its term */
    u32_vec variable;    /* command id -> variable that it assigns */
    u64_vec state;       /* by variable */
    uint64_t evaluation; /* a number for each state, so that terms are evaluated once in it */
    vec(u64_vec) offers; /* by input: values to choose from; none: 0 */
    vec(struct machine_todo {
        cmd command;
        uint32_t next;
    }) todo; /* lists of what is still to run; next: index + 1 */
    vec(struct machine_old {
        uint32_t variable;
        uint64_t bits;
    }) trail;
    bool at_random; /* one value for each input, by chance, and the first way that does not block */
    uint64_t ways;  /* that were tried; the step ends at this many */
    uint64_t most_ways;
    rng random;
    bool (*arrive)(void *context);
    void *context;
    vec(struct machine_input {
        uint32_t input;
        uint32_t variable;
        uint64_t bits;
    }) read; /* on this way */
} word_machine;

/* False: it has values of more than 64 bits, arrays, or terms of thousands of levels. */
bool machine_init(word_machine *m, program *p, uint64_t seed);
void machine_release(word_machine *m);
/* Takes an edge from the state; calls `arrive` with the state after each way until that says true.
 * Afterwards the state is as before. True: all ways were tried. */
bool machine_step(word_machine *m, edge_id e, bool (*arrive)(void *context), void *context);

#endif
