/* The blast backend's object: terms -> and-inverter graph -> clauses. Every term is turned into a word of literals once,
 * every node into clauses once; both are remembered by number. */
#ifndef SOLVER_BLAST_INTERNAL_H
#define SOLVER_BLAST_INTERNAL_H

#include "solver/backend.h"
#include "solver/cnf.h"
#include "solver/word.h"

typedef struct {
    solver base;
    aig graph;
    circuits circuits;
    cnf cnf;
    u32_vec place;       /* by term id: 1 + where its bits start; 0: not yet */
    u32_vec bits;        /* literals of all terms, one after the other */
    term_vec todo;       /* scratch of the translation */
    const char *refused; /* why a term cannot be blasted; every check is unknown from then on */
    assertion_stack stack;
    uint32_t told;       /* assertions that are clauses */
    u32_vec told_scopes; /* pushes that are known: how many assertions were told then */
    vec(int) guard;      /* SAT variable of each told scope */
    vec(int) retired;    /* guards of popped scopes, to be falsified at the next check */
    uint32_t contradiction; /* 1 + told scopes below which a constant false was asserted; 0: none */
    /* the last check */
    vec(int) literals;   /* SAT literals of the assumptions; 0: constant true */
    u32_vec stamp;       /* by node: number of the check that assumed it * 2 + sign */
    u32_vec assumed_as;  /* by node: which assumption that was */
    uint32_t check;
    uint32_t clash[2];   /* assumptions that contradict by syntax */
    uint32_t clashes;
    uint32_t rebuild_at; /* SAT variables at which the solver is built anew */
} blast_solver;

/* The literals of a term, lowest bit first, translated now if need be. Valid until the next term is translated. false in
 * b->refused where it cannot be. */
word blast_word(blast_solver *b, term a);
word blast_known(const blast_solver *b, term a); /* translated before */
bool blast_translate(blast_solver *b, term a);

#endif
