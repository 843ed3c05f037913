/* The loops of a program and what may decrease in them: the subject of a proof of termination.
 *
 * Loops are the components of program/nesting.h, each with its head. A run that never ends stays in
 * some loop forever and passes its head infinitely often, whatever inner loops it goes through in
 * between: the outermost loop that it never leaves has this head. So a program ends where in every
 * loop a tuple of words decreases, in the lexicographic order, from one visit of
 * the head to the next one within the loop. Words are finite: nothing needs to be bounded.
 *
 * Where signed arithmetic may overflow that is not enough: a run that ends there ends by undefined
 * behaviour. The tuple must be bounded then (`bounded`): a scalar over signed words counts no lower
 * than a number which the loop speaks of, so that the loop would end with mathematical integers,
 * too. */
#ifndef ENGINE_TERMINATION_LOOPS_H
#define ENGINE_TERMINATION_LOOPS_H

#include "base/bits.h"
#include "base/wide.h"
#include "program/interpret.h"
#include "program/nesting.h"
#include "program/program.h"
#include "term/smtlib.h"

/* What a bound says of a feature that is no variable: nothing, or a function of a variable, or of
 * the distance of two. */
enum feature_reading { READ_OTHER, READ_VARIABLE, READ_ABS, READ_BITS, READ_ONES };

/* A word of the program at the head of a loop, and how it is read as a number. */
typedef struct {
    term word; /* over variables of the program; at most 64 bits */
    bool is_signed;
    bool plain;   /* a variable, read as its type says: worth more than others */
    bool changes; /* in the loop: others serve as bounds */
    bool pointer; /* a variable that is an address */
    enum feature_reading reading;
    term of, minus; /* READ_ABS and below: of this, less that one if it is a term */
    bool wraps;     /* its least and greatest number are no overflow: of an unsigned type or a
                     pointer, as the source says, or one bit */
} feature;

typedef vec(wide) wide_vec;

/* A sum of features, as a number that does not wrap. */
enum { MOST_PARTS = 6, MOST_FACTOR = 1 << 20 };
typedef struct {
    uint32_t parts;
    uint32_t which[MOST_PARTS]; /* features */
    int factor[MOST_PARTS];
    bool clipped; /* numbers below the floor count as the floor */
    wide floor;
    uint32_t guard; /* 1 + a feature of one bit: where it is not `sense`, the number is the floor,
                       or 0; 0: none */
    bool sense;
} scalar;
typedef vec(scalar) scalar_vec;

/* A place of a tuple: a word that decreases, or rises, in one of the two orders of words. */
typedef struct {
    term word;
    bool is_signed, rises;
} measure_place;

typedef struct {
    loc head;
    bool endless;             /* it need not end: the loop around a step function */
    bool tested_after;        /* do-while: the body runs once more than the loop comes back */
    vec(feature) features;    /* of variables that matter in it */
    wide_vec constants;       /* numbers that the loop compares with */
    term_vec compared;        /* two variables one after the other, or subtracted */
    term_vec live;            /* variables on which the runs from the head depend */
    wide_vec before, after;   /* of transitions from the head to itself: features, one after
                                 the other */
    wide_vec scattered[2];    /* before and after, of transitions from drawn states, which no run
                                 need reach */
    scalar_vec scalars;       /* what the tuple is made of; empty: it is a table */
    vec(measure_place) tuple; /* that decreases, as far as is known; empty: none is known */
    bool tried;               /* there is a tuple for the transitions so far */
    uint32_t refuted;         /* tuples so far */
    bool tabulated;           /* one of them was a table */
    uint32_t states;          /* not 0: a round from each of so many was made; ... */
    term stuck;               /* ... they end, but for these */
    wide_vec entries;  /* features where a run entered the loop, and how many rounds it stayed,
                          one entry after the other */
    term bound;        /* of a single place: how many rounds at most, over the state in which
                          the loop is entered; ... */
    char *bound_words; /* ... and as the source would say it; empty: with addresses, which it
                          cannot; NULL: there is none */
    wide most_entered; /* the largest that it was where a run entered the loop; -1: none did */
} loop_facts;

/* Of what a place counts rounds: numbers of digits of what is halved or doubled, sums, or sums in
 * which a place of a tuple weighs more than what later places can make good. */
enum loop_counting { COUNT_NOTHING, COUNT_DIGITS, COUNT_SUMS, COUNT_WEIGHTS, COUNTINGS };

typedef struct {
    program *p;
    nesting nest;
    bool bounded;              /* tuples must be */
    enum loop_counting single; /* ... and have one place, which says how many rounds there are */
    vec(loop_facts) items;     /* inner loops before outer ones */
} loop_set;

void loops_init(loop_set *s, program *p);
void loops_release(loop_set *s);
uint32_t loops_at(const loop_set *s, loc head); /* its index; UINT32_MAX: no head */
static inline bool loop_is_endless(const loop_set *s, loc head) {
    uint32_t i = loops_at(s, head);
    return i != UINT32_MAX && s->items.data[i].endless;
}
static inline uint32_t loop_transitions(const loop_facts *l) {
    return l->features.size ? l->before.size / l->features.size : 0;
}
/* Make l->tuple one that decreases along all transitions so far, and along the scattered ones where
 * one as simple does. False: none is found. */
bool loop_rank(loop_set *s, loop_facts *l);
/* The same bound, with the runs seen since then. */
void loop_count_again(loop_set *s, loop_facts *l);

/* Make l->tuple of l->scalars. False: they are not such that the tuple may be used. */
bool loop_use(loop_set *s, loop_facts *l);
/* The scalars of all loops, for the statement of a certificate (told.c). */
void loops_tell(const loop_set *s, text *out);
/* Read them again, and make the tuples. False: they are not those of these loops. */
bool loops_hear(loop_set *s, const sexps *from, sexp all);

/* Make l->tuple the number of rounds that are left, as a table, where the loop has few states and
 * reads no input. False: it has many states, or there is no time. */
bool loop_tabulate(loop_set *s, loop_facts *l, const budget *b);

/* The program in which a loop whose tuple does not decrease runs into an error of the property
 * termination; property number `i` of those is about loop `i`. Loops without a tuple, and endless
 * ones, are not asked about. */
program *loops_measured(const loop_set *s);
/* The program in which a run that comes round loop `which` once runs into an error. */
program *loop_returns(const loop_set *s, uint32_t which);
/* The program in which a run that enters loop `which` with a bound above `most` runs into an error.
 */
program *loop_entered(const loop_set *s, uint32_t which, uint64_t most);
/* The program in which a run that goes on from loop `outer` into loop `inner`, which is inside,
 * runs into an error if the bound of `outer` has no round left. */
program *loop_entered_within(const loop_set *s, uint32_t outer, uint32_t inner);
/* The loop that an error location of a measured program is about; UINT32_MAX: none. */
uint32_t loops_failed(const loop_set *s, const program *measured, loc error);

/* The program in which a run that comes to the head of loop `which` a second time in the same state
 * runs into an error of the property termination: with the same inputs again it never ends. States
 * are the same where the live variables are. The first time is chosen by the input `save`, a truth
 * value at each visit. Exact: every error is a run that need never end. */
program *loop_repeated(const loop_set *s, uint32_t which, uint32_t *save);

/* A run that had not ended after many steps: the state in which it came to the head of the
 * outermost loop that it stays in, and the last value of each input. */
typedef struct {
    uint32_t which;    /* the loop */
    uint64_t visit;    /* of its head, from 1 */
    input_log inputs;  /* of the run */
    term_vec state;    /* by live variable */
    map given;         /* input -> its value, a term */
    uint32_t extremes; /* inputs with the least or greatest number of their sort */
} long_run;
typedef vec(long_run) long_run_vec;
void long_run_release(long_run *r);
void long_run_add_input(long_run *r, values *pool, struct input_value in);
/* For the statement of a certificate (told.c), and read again; `pool` has the inputs. False: it does
 * not fit; to be released anyway. */
void long_run_tell(const loop_set *s, const long_run *r, values *pool, text *out);
bool long_run_hear(const loop_set *s, const sexps *from, sexp all, values *pool, long_run *r);
/* The program that begins in this state, where each input keeps its value, and runs into an error
 * where a run ends, or is blocked. A proof of it: the set of its invariant is never left, and no
 * step inside of it is blocked. */
program *loop_kept(const loop_set *s, const long_run *r);
/* The program in which a run that comes to the head in this state runs into an error: the set is
 * entered. */
program *loop_state_met(const loop_set *s, const long_run *r);

#endif
