/* Walking a command forwards with values that are not yet stored.
 *
 * At each point of the walk the state is
 *   - the base: the variables as the commands emitted so far leave them;
 *   - `pending`: variables whose value differs from their base, as terms over the base; not emitted
 * yet;
 *   - `known`: what the base of a variable is known to equal, a constant or the base of another
 * variable. An assignment only becomes pending, so a temporary disappears into the terms that use
 * it; it is emitted where its base is about to change (a havoc, the join of a choice) or at the end
 * of the edge, if it is still needed there. Everything is exact: the emitted command followed by
 * the pending assignments is the command walked. */
#ifndef REDUCE_WALK_H
#define REDUCE_WALK_H

#include "reduce/reduce_internal.h"

typedef struct {
    bool is_known;
    uint32_t var;
    term old;
} walk_change;

typedef struct {
    reducer *r;
    term_vec pending, known;          /* by variable; none: the base itself, nothing known */
    u32_vec pending_list, known_list; /* the variables that have one */
    u32_vec pending_at, known_at;     /* 1 + position in these lists; 0: absent */
    u32_vec mentions; /* by variable: pending terms of others or itself over its base */
    u32_vec aliases;  /* by variable: known terms that are this variable */
    bits open;        /* being emitted */
    vec(walk_change) trail;
    substitution apply;
    uint32_t max_term; /* terms larger than this are emitted, not substituted further */
} command_walker;

void walker_init(command_walker *w, reducer *r);
void walker_release(command_walker *w);
void walker_reset(command_walker *w); /* nothing pending, nothing known */
void walk_know(command_walker *w, uint32_t var,
               term value); /* before the walk: the base of var equals value */
/* Walk c, appending to `out` what has to be emitted. False: no run passes. */
bool walk_command(command_walker *w, cmd c, cmd_vec *out);
/* What the variable equals after the walk: a term over the base; the variable itself where nothing
 * better is known. */
term walk_value(const command_walker *w, uint32_t var);
/* Emit all that is pending and needed. */
void walk_finish(command_walker *w, const bits *live, cmd_vec *out);

#endif
