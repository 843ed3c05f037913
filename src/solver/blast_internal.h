/* The blast backend's object: terms -> and-inverter graph -> clauses. Every term is turned into a
 * word of literals once, every node into clauses once; both are remembered by number. */
#ifndef SOLVER_BLAST_INTERNAL_H
#define SOLVER_BLAST_INTERNAL_H

#include "solver/backend.h"
#include "solver/cnf.h"
#include "solver/word.h"

/* ---- arrays (blast_array.c) ---- */

typedef struct {
    uint32_t target, next;
} array_edge;
typedef struct {
    lit holds;
    uint32_t side[2];
} array_equality;

typedef struct {
    term term;
    enum op op;              /* VAR, STORE, CONST_ARRAY or ITE */
    uint32_t child[2];       /* arrays that a store or a choice is made of */
    uint32_t index, element; /* of a store, constant array: where their bits start */
    uint32_t index_width, width;
    lit condition;               /* of a choice */
    uint32_t parents, equations; /* lists of edges */
} array_node;

/* array[index] = value under a condition; `at` is the index in the model, `next` another read with
 * the same hash. */
typedef struct {
    uint32_t node, index, value;
    lit condition;
    uint64_t at;
    uint32_t next;
} array_read;

typedef struct {
    vec(array_node) nodes;
    vec(array_edge) edges;
    vec(array_read) reads; /* one a select */
    vec(array_equality) equations;
    u32_vec bits; /* literals of indices, elements and reads */
    /* the model at hand */
    vec(array_read) active; /* reads and where they lead */
    map table;              /* hash of array and index -> first read there */
    u32_vec entered;        /* the reads in the table */
    u32_vec lemmas;
    u32_vec unseen; /* bound inputs that decide where reads lead or what they find, and that the SAT
                       solver does not know */
    u32_vec relied; /* by node of the graph: the last model in which it mattered so */
    u32_vec class,
        constant;     /* by array: union-find of equal defaults; where the default's bits start */
    bool extensional; /* some equation matters */
} blast_arrays;

/* ---- products (blast_product.c) ---- */

typedef struct {
    uint32_t a, b, result; /* where the bits of factors and result start */
    uint32_t width;        /* of each of them */
    uint32_t tries;        /* models in which it was wrong */
    uint32_t values;       /* of a factor, that lemmas are about */
    bool low;              /* the lowest bits are a circuit */
    bool exact;            /* all are */
} blast_product;

typedef struct {
    vec(blast_product) all;
    u32_vec bits;
    u32_vec lemmas; /* of the model at hand */
    sparse within;  /* by term id: there is such a product in the term */
    bool met;       /* one was asked for since this was last set to false */
    uint32_t least; /* unknown bits of both factors; smaller circuits are solved as they are */
} blast_products;

enum { PRODUCT_BITS = 17, NO_PRODUCTS = 0xffff };

enum array_verdict { ARRAYS_GOOD, ARRAYS_LEMMA, ARRAYS_REFUSED };

/* Assertions as clauses, and the SAT variables that guard those of each scope. */
typedef struct {
    uint32_t told;          /* assertions that are clauses */
    u32_vec pushed;         /* scopes that are known: how many assertions were told then */
    vec(int) guard;         /* SAT variable of each known scope */
    vec(int) retired;       /* guards of popped scopes, to be falsified at the next check */
    uint32_t contradiction; /* 1 + scopes below which a constant false was asserted; 0: none */
} blast_scopes;

/* The last check and its assumptions. */
typedef struct {
    uint32_t number;
    vec(int) literals;  /* SAT literals of the assumptions; 0: constant true */
    u32_vec stamp;      /* by node: number of the check that assumed it * 2 + sign */
    u32_vec assumed_as; /* by node: which assumption that was */
    uint32_t clash[2];  /* assumptions that contradict by syntax */
    uint32_t clashes;
} blast_assumed;

typedef struct {
    solver base;
    blast_arrays arrays;
    blast_products products;
    aig graph;
    circuits circuits;
    cnf cnf;
    sparse place;        /* by term id: 1 + where its bits start; 0: not yet */
    u32_vec bits;        /* literals of all terms, one after the other */
    term_vec todo;       /* scratch of the translation */
    lit none;            /* false: stands for the word of a refused term */
    const char *refused; /* why a term cannot be blasted; every check is unknown from then on */
    blast_scopes scopes;
    blast_assumed last;
    u32_vec known, node_todo; /* by node: round * 2 + value in the model */
    uint32_t round;           /* number of the model */
    theory_memo theories;
    term_vec parts;      /* scratch: conjuncts of an assertion */
    bool rebuilt;        /* no check since then */
    uint32_t rebuild_at; /* SAT variables at which the solver is built again */
} blast_solver;

/* The literals of a term, lowest bit first, translated now if need be. Valid until the next term is
 * translated. false in b->refused where it cannot be. */
word blast_word(blast_solver *b, term a);
word blast_known(const blast_solver *b, term a); /* translated before */
bool blast_translate(blast_solver *b, term a);
/* Fresh inputs that take every value of the sort, each in one way. */
word blast_fresh(blast_solver *b, sort s);

/* After the SAT solver found a model, and until anything is added to it. */
bool blast_value(blast_solver *b, lit x);
value blast_word_value(blast_solver *b, values *pool, sort s, word w);

/* The values of these inputs are no free choice: lemmas decide them. */
void blast_bind(blast_solver *b, word inputs);
/* The value of w in the model was used: what it depends on matters from now on. Inputs that are
 * bound, and that the SAT solver does not know, go to arrays.unseen. */
void blast_rely_on(blast_solver *b, word w);

/* x * y, as wide as they are; `longer`: with one bit more, as if they had it. */
word product_word(blast_solver *b, word x, word y, bool longer);
/* After the SAT solver found a model: are products in it what they are? Lemmas have been asserted
 * where they are not. */
bool products_agree(blast_solver *b);
void products_clear(blast_products *p);
void products_release(blast_products *p);

/* Index and element are bit-vectors, floats or Bool, the index of at most 64 bits: nothing else is
 * served. */
bool array_served(const terms *t, sort s);
uint32_t array_enter(blast_solver *b, term a); /* its parts are translated */
word array_read_at(blast_solver *b, term array, term index);
lit array_equation(blast_solver *b, term x, term y);
/* After the SAT solver found a model: is it one of the arrays too? Lemmas have been asserted where
 * it is not. */
enum array_verdict array_agree(blast_solver *b);
value array_model(blast_solver *b, values *pool, term var);
void arrays_clear(blast_arrays *a);
void arrays_release(blast_arrays *a);

#endif
