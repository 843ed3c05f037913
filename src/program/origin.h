/* Where the value of an input comes from, and what follows for a violation that needs it. */
#ifndef PROGRAM_ORIGIN_H
#define PROGRAM_ORIGIN_H

#include <stdbool.h>

/* Where the value of an input comes from. The table in origin.c says of each what follows for a
 * violation that needs it. */
/* The input that chooses the state to which a run comes back (engine/termination/lasso.c). */
#define INPUT_REPEATED "the state that repeats"

enum input_origin {
    ORIGIN_NONDET, /* a function __VERIFIER_nondet_*, an --input, an input of a transition system */
    ORIGIN_ARGUMENT,    /* an argument of the entry */
    ORIGIN_VOLATILE,    /* a volatile object that hardware or an interrupt may write */
    ORIGIN_ENVIRONMENT, /* what a function of the library brings in: getchar, read, time, rand */
    ORIGIN_UNINIT,      /* a variable before it is written */
    ORIGIN_UNINIT_HEAP, /* a block of malloc before it is written */
    ORIGIN_PADDING,     /* bytes of a record between its members */
    ORIGIN_EXTERN,      /* an object that is defined elsewhere, before the program writes it */
    ORIGIN_CALL,        /* the result of a function without a body */
    ORIGIN_EFFECT,      /* what a function without a body may write */
    ORIGIN_REACHED,     /* the same where it is not certain that it can reach the object */
    ORIGIN_ASSEMBLY,    /* result and effect of inline assembly */
    ORIGIN_OUTSIDE,     /* memory that is not the program's */
    ORIGIN_LIBRARY,    /* result and effect of a library function that computes, but is not computed
                          here */
    ORIGIN_ERRNO,      /* what a library function sets errno to; 0: nothing */
    ORIGIN_FAILURE,    /* whether a library function fails that hardly ever does; 0: no */
    ORIGIN_PLACEMENT,  /* which of two objects comes first; 0: as in our own placement, which is a
                          possible one */
    ORIGIN_ADDRESS,    /* where an object lies */
    ORIGIN_ALLOCATION, /* whether an allocation fails */
    ORIGIN_OPEN, /* left open by the standard or the compiler: NaN payloads, poison, unspecified
                    results */
    ORIGIN_CONTRACT_ARGUMENT, /* the function that a contract is about is called alone */
    ORIGIN_CONTRACT_RESULT,   /* what a proven contract allows */
    ORIGIN_COUNT
};
/* FREE: every value that the model gives is one of some real run. OVER: it need not be, so that a
 * proof stands and a violation that needs the value must be executed. */
enum origin_direction { ORIGIN_FREE, ORIGIN_OVER };
typedef struct {
    const char *word; /* in the text form */
    const char *says; /* what a person reads, as a noun phrase */
    const char *when; /* what must hold for the value to be this, before the name of the input;
                         NULL: a test can give it */
    enum origin_direction direction;
    bool zero_is_real; /* though OVER: zero is a real value */
    bool given;        /* a compiled test gives the program this value */
    bool outside;      /* the program gets it from its surroundings; otherwise the program or the
                          language leaves it open */
} origin_info;
/* The type that the name of a nondet function ends with, __VERIFIER_nondet_T or nondet_T; "": none
 * is said; NULL: no such function. */
const char *nondet_type(const char *name);
const origin_info *origin_about(enum input_origin origin);

#endif
