/* The harness of --step in C: its inputs, read off the automaton, and the text that gives them
 * values and calls the step function. For generated tests and for runs of the step function. */
#ifndef NATIVE_HARNESS_H
#define NATIVE_HARNESS_H

#include "frontend/frontend.h"
#include "program/program.h"

/* One scalar that the harness gives a new value before each call. */
typedef struct {
    const char *nondet; /* the function that gives the value */
    const char *path;   /* C name of what gets it: a global or a part of one; NULL: a parameter */
    term read;          /* the variable that the value is read into */
    const char *name;   /* of the input that it is part of, or of the parameter; NULL: not known */
    uint32_t input;
    bool constant; /* read once, before init */
} step_leaf;
typedef vec(step_leaf) step_leaves;
/* In the order in which they are read. False where one is given to something that C cannot name
 * from outside. */
bool step_leaves_find(const program *p, const load_options *o, step_leaves *out);
/* The value that an assignment of the harness takes: the byte of a _Bool is made from it. */
term step_taken(const terms *t, term assigned);
const char *step_leaf_type(const step_leaf *l); /* in words of C */
/* Declarations of the globals, the step function and its init; `symbols` gets their names. */
void step_write_declarations(const step_leaves *all, const load_options *o, text *out,
                             string_vec *symbols);
/* Give the globals the values v0, v1, ... of the leaves: those that change, or the others. */
void step_write_values(const step_leaves *all, bool constant, text *out);
/* Call the step function, with the values of its parameters. */
void step_write_call(const step_leaves *all, const load_options *o, text *out);
/* A volatile global that a test can give a value by its name. */
bool step_is_volatile(const program *p, const input *in);
/* Remember a name of the program that the harness uses; a copy. */
void harness_uses(string_vec *symbols, const char *name);

#endif
