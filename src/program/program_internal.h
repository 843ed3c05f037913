/* What the files of program/ share: the table of commands and the cached adjacency lists. */
#ifndef PROGRAM_PROGRAM_INTERNAL_H
#define PROGRAM_PROGRAM_INTERNAL_H

#include "program/program.h"

/* Commands are hash-consed: equal trees have equal handles, so that equal alternatives merge by
 * comparing ids. */
typedef struct {
    uint8_t kind;
    term var, value;       /* ASSIGN, HAVOC: var; ASSIGN, ASSUME: value */
    uint32_t input;        /* HAVOC */
    uint32_t first, count; /* SEQ, CHOICE: a range of parts */
} command;

typedef struct command_table {
    vec(command) commands; /* 0: none, 1: skip */
    vec(cmd) parts;
    map index; /* hash, probed upwards -> id */
} command_table;

command_table *command_table_new(void);
command_table *command_table_clone(const command_table *t);
void command_table_delete(command_table *t);

/* Live edges by location. Once made it is kept up to date by the functions that add and remove
 * edges. */
typedef struct adjacency {
    vec(struct edge_lists {
        edge_vec out;
        edge_vec in;
    }) of;
} adjacency;

void adjacency_add(adjacency *a, loc from, loc to, edge_id e);
void adjacency_remove(adjacency *a, loc from, loc to, edge_id e);

#endif
