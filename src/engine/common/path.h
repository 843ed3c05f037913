/* Arcs and paths. An arc is an edge as the engine sees it: with `split` eagerly done (Def. 14) an
 * edge becomes several arcs. A path is one choice-free way through an arc, run once symbolically:
 * the guards that must hold and the values afterwards, over the variables before and the inputs.
 * wep of a literal along a path is then one substitution. */
#ifndef ENGINE_COMMON_PATH_H
#define ENGINE_COMMON_PATH_H

#include "program/semantics.h"
#include "solver/solver.h"

typedef struct {
    term var;
    uint32_t input;
} path_input;

typedef struct {
    u32_vec alternatives;     /* nodes of the alternatives taken, in order */
    term_vec guards;          /* conjuncts of wep(path, true) */
    term_vec assigned, image; /* values afterwards */
    vec(path_input) inputs;   /* in order of execution */
} path;
/* The value of a variable afterwards. */
static inline term path_image(const path *x, term var) {
    for (uint32_t i = 0; i < x->assigned.size; i++)
        if (same(x->assigned.data[i], var)) return x->image.data[i];
    return var;
}

/* A command flattened in order of execution. `end` is the node after its parts. The root of an
 * alternative knows the term that says in a model that it is taken; a havoc knows the variable that
 * holds its value. */
typedef struct {
    enum cmd_kind kind;
    cmd command;
    uint32_t end;
    term taken, input_var;
} path_node;

typedef struct {
    vec(path_node) nodes;
    transition relation;
    vec(path *) known; /* paths met so far */
} way;

void way_init(way *w, program *p, cmd c, const char *stamp);
void way_release(way *w);
/* The path that a model of the relation takes. NULL where the model takes none (a broken model). */
const path *way_of_model(way *w, program *p, solver *satisfied, values *pool);
/* The path of alternatives that an earlier path had. Paths live until many others have been met:
 * copy, don't keep. */
const path *way_of_alternatives(way *w, program *p, const u32_vec *alternatives);
/* The only path, where the command has no choice; otherwise NULL. */
const path *way_only(way *w, program *p);

#endif
