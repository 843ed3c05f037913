/* Linear equations modulo 2^w between words of one width, propagated through commands.
 *
 * Words of one width form a group; a state has a module a group (ai/modular.h). The words are
 * variables, and terms that are not linear but that the program assigns, as zero_extend(n): two
 * variables that were assigned the same such term are equal, and stay so while both change alike.
 * Such a term is unknown from where one of its variables is written. A term that is linear in the
 * group's words is exact; any other value is unknown, unless its range is a single value. The range
 * analysis runs along: it supplies single values and dead alternatives. */
#ifndef ENGINE_AI_EQUALITIES_H
#define ENGINE_AI_EQUALITIES_H

#include "engine/ai/modular.h"
#include "reduce/intervals.h"

typedef struct {
    term value;
    uint32_t group, column;
} opaque_word;

typedef struct {
    liveness *live;
    uint32_t groups;
    uint32_t *widths;            /* by group */
    vec(term_vec) members;       /* by group: words, in the order of columns 1, 2, ... */
    u32_vec group_of, column_of; /* by variable: 1 + group, column; 0: in none */
    vec(opaque_word) opaque;     /* those of them that are no variables */
} word_groups;

/* It must be computed. Very many variables of one width are not all taken: of the others
 * nothing is known. */
void groups_init(word_groups *g, liveness *live);
void groups_release(word_groups *g);

typedef struct {
    modular *of;
    uint32_t groups;
    bool reached;
} equalities; /* a module a group */
void equalities_full(equalities *e, const word_groups *g);
void equalities_copy(equalities *to, const equalities *from,
                     const word_groups *g); /* `to` zeroed or valid */
bool equalities_join(equalities *into, const equalities *other);
void equalities_release(equalities *e);
/* Forget the variables that are not needed. */
void equalities_project(equalities *e, const word_groups *g, const bits *live);
/* The equations as formulas. */
void equalities_facts(const equalities *e, const word_groups *g, term_vec *out);

/* Run a command on both; env->dead afterwards: no run passes. */
void equalities_command(equalities *e, const word_groups *g, range_env *env, cmd c);

#endif
