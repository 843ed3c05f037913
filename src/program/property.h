/* The properties and limits that cinch knows by itself; property.c has their names. */
#ifndef PROGRAM_PROPERTY_H
#define PROGRAM_PROPERTY_H

enum property_kind { PROPERTY_ERROR, PROPERTY_LIMIT };

/* Properties that something is decided by; their words are in property.c only. */
enum property_id {
    PROPERTY_NAMED, /* by the author of a transition system: nothing but its name is known */
    PROPERTY_UNREACH_CALL,
    PROPERTY_ASSERT,
    PROPERTY_OVERFLOW,
    PROPERTY_DIV_BY_ZERO,
    PROPERTY_SHIFT,
    PROPERTY_BOUNDS,
    PROPERTY_NULL,
    PROPERTY_FLOAT_CAST,
    PROPERTY_DEREF,
    PROPERTY_STALE, /* of valid-deref: a local of an earlier run of its block, which no tool sees */
    PROPERTY_FREE,
    PROPERTY_FREED,       /* of valid-deref: a block of external code, which no test has */
    PROPERTY_FREED_AGAIN, /* of valid-free: the same */
    PROPERTY_TRACK,
    PROPERTY_CLEANUP,
    PROPERTY_UNINITIALIZED,
    PROPERTY_POINTER_OVERFLOW,
    PROPERTY_POINTER_COMPARE,
    PROPERTY_PRECONDITION,
    PROPERTY_ALIGNMENT,
    PROPERTY_UNSIGNED,
    PROPERTY_CONVERSION,
    PROPERTY_FLOAT_OVERFLOW,
    PROPERTY_NAN,
    PROPERTY_UNREACHABLE,
    PROPERTY_UNDEFINED,
    PROPERTY_GOAL,     /* a coverage goal */
    PROPERTY_CONTRACT, /* a guessed contract is refuted */
    PROPERTY_WITNESS,  /* an invariant of a witness does not hold */
    PROPERTY_REQUIRES, /* of a written contract, as are the next ones */
    PROPERTY_ENSURES,
    PROPERTY_ASSIGNS,
    PROPERTY_LOOP_INVARIANT,
    PROPERTY_TERMINATION, /* a run that never ends, or a loop that is not shown to end */
    LIMIT_RECURSION,
    LIMIT_HEAP,
    LIMIT_LONGJMP,
    LIMIT_ADDRESSES,
    LIMIT_UNROLLING,
    LIMIT_SHIFT,     /* no-overflow: a promoted byte is shifted into its sign, which some count */
    LIMIT_ARGUMENTS, /* an access after argv[argc], which no compiled test shows */
    LIMIT_TRACK, /* many blocks are left at the end, of which it is not known who points to them */
    LIMIT_TEMPORARY, /* an object without a name may be used after the code that makes it */
    LIMIT_FREED,     /* memory of external code is used after the program freed it */
    LIMIT_MEMORY,    /* a violation where memory was forgotten (frontend/abstract/abstract.h) */
    PROPERTY_COUNT
};

const char *property_name(enum property_id id); /* not of PROPERTY_NAMED */
/* The one of this name, as the text form of programs has it; PROPERTY_NAMED: none. */
enum property_id property_named(enum property_kind k, const char *name);

#endif
