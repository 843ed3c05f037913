/* What commands mean as formulas: weakest existential preconditions (Lemma 1), strongest
 * postconditions, split (Def. 14), and transition formulas over primed variables. */
#ifndef PROGRAM_SEMANTICS_H
#define PROGRAM_SEMANTICS_H

#include "program/program.h"

/* wep(c, post): the states from which some run of c ends in post. Havoc: where the variable occurs
 * in post, it is replaced by a fresh variable (appended to `fresh`), to be read as existentially
 * quantified; exact then. With `fresh` empty afterwards the result is exact as it stands. */
term wep(program *p, cmd c, term post, term_vec *fresh);

/* split: the choice-free paths of c, each a sequence of ASSIGN, HAVOC and ASSUME. Where there
 * are more than `limit` it returns false, and what was appended is incomplete. Paths that contain
 * `assume false` are one `assume false`. */
bool cmd_split(program *p, cmd c, uint32_t limit, cmd_vec *paths);

/* T(c) as a formula over unprimed variables and the primed copies of those that c assigns;
 * unassigned variables stay unprimed ("x' is x"). Shared structure: linear in the size of c (a
 * variable is introduced where alternatives of a choice join, and a Boolean per alternative, so
 * that a model tells the path taken). Inputs are one variable per execution of a havoc. */
typedef struct {
    term formula;      /* conjunction */
    term_vec assigned; /* variables that c may change ... */
    term_vec next; /* ... and the term that stands for their value afterwards (often a variable of
                      its own) */
    vec(struct choice_point {
        cmd choice;
        uint32_t alternative;
        term taken;
    }) choices;
    vec(struct input_use {
        cmd havoc;
        term var;
        uint32_t input;
        term guard;
    }) inputs;       /* in execution order; guard: executed */
    term_vec locals; /* every auxiliary variable of the formula: joins, choices, inputs */
} transition;
/* `stamp` makes auxiliary names unique (an edge number, a step). */
void transition_make(program *p, cmd c, const char *stamp, transition *out);
void transition_release(transition *t);
/* The primed copy of a program variable, name x' . */
term primed(terms *t, term var);
/* post with every variable replaced by its value after c: what a cube at the target means before.
 * `s` belongs to this transition: empty at the first call, passed again at later ones, it shares
 * the work. */
term transition_apply(const transition *t, terms *bank, substitution *s, term post);

#endif
