/* What is to be loaded, and how it is understood: the options that all readers of files share, and
 * what they answer. load/load.h reads. */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "base/fail.h"
#include "base/own.h"
#include "program/program.h"

enum {
    CHECK_UNREACH = 1,
    CHECK_ASSERT = 2,
    CHECK_OVERFLOW = 4,
    CHECK_DIV = 8,
    CHECK_SHIFT = 16,
    CHECK_BOUNDS = 32,
    CHECK_NULL = 64,
    CHECK_FLOAT_CAST = 128,
    CHECK_GOALS = 256, /* nothing but the goals that the sources are marked with */
    CHECK_DEREF = 512, /* every access is inside an object that lives */
    CHECK_FREE = 1024,
    CHECK_TRACK = 2048,      /* at the end, something points to each block that was not freed */
    CHECK_CLEANUP = 4096,    /* at the end, every block was freed */
    CHECK_ALLOCATION = 8192, /* no property: allocation may fail */
    CHECK_UNSIGNED = 1 << 14,
    CHECK_CONVERSION = 1 << 15,       /* implicit ones keep the value */
    CHECK_POINTER_OVERFLOW = 1 << 16, /* pointer arithmetic stays in its object */
    CHECK_POINTER_COMPARE = 1 << 17,  /* orders and differences are of pointers into one object */
    CHECK_FLOAT_OVERFLOW = 1 << 18,   /* what is computed from finite numbers is finite */
    CHECK_NAN = 1 << 19,              /* what is computed from numbers is one */
    CHECK_UNINITIALIZED = 1 << 20,    /* locals are written before they are read */
    CHECK_TERMINATION = 1 << 21,      /* every run ends; not with others (verify/termination.h) */
    CHECK_PRECONDITION = 1 << 22,     /* of functions of C's library and of the compiler */
    CHECK_ALIGNMENT = 1 << 23,        /* accesses are aligned as their types ask */
    CHECK_LIFETIMES = CHECK_DEREF | CHECK_FREE | CHECK_TRACK | CHECK_CLEANUP,
    CHECK_MEMSAFETY = CHECK_DEREF | CHECK_FREE | CHECK_TRACK,
    CHECK_MEMORY = CHECK_MEMSAFETY | CHECK_BOUNDS | CHECK_NULL | CHECK_ALLOCATION,
    CHECK_UNDEFINED = CHECK_MEMORY | CHECK_OVERFLOW | CHECK_DIV | CHECK_SHIFT | CHECK_FLOAT_CAST |
                      CHECK_POINTER_OVERFLOW | CHECK_POINTER_COMPARE | CHECK_UNINITIALIZED |
                      CHECK_PRECONDITION | CHECK_ALIGNMENT,
    CHECK_DEFINED = CHECK_UNSIGNED | CHECK_CONVERSION | CHECK_FLOAT_OVERFLOW | CHECK_NAN,
    CHECK_ALL = CHECK_UNDEFINED | CHECK_DEFINED | CHECK_CLEANUP | CHECK_UNREACH | CHECK_ASSERT
};

/* Marks of coverage goals, which goal/mark.h writes into a source:
 *
 *     void OWN goal(int goal, _Bool when)              reaches the goal if `when` holds
 *     _Bool OWN condition(int yes, int no, _Bool is)   reaches one of the goals, returns `is`
 *
 * A goal is an error location of the property PROPERTY_GOAL, with the goal's number. A run may
 * enter it or pass by: the edge into it is an alternative, and precedes the edges that lead on. */
#define MARK_GOAL OWN "goal"
#define MARK_CONDITION OWN "condition"

/* What a volatile read gives: any value where hardware could have written (llvm/volatile.c), what
 * memory holds, or always any value. By default hardware; memory if a task definition (.yml) or a
 * property file (.prp) is given, whose rules know no hardware. */
enum volatile_reads { VOLATILE_DEFAULT, VOLATILE_HARDWARE, VOLATILE_MEMORY, VOLATILE_INPUT };

/* ---- models: what is left out of a program, and where it is cut off ---- */

/* How many objects an allocation site has. Proofs about any number assume that addresses do not run
 * out. */
enum heap_objects {
    HEAP_LIMITED,   /* heap_instances, then the limit location */
    HEAP_UNBOUNDED, /* as many as its addresses allow: for proofs */
    HEAP_BY_SIZE,   /* the same, and sites of one size count as one */
    HEAP_FULL       /* as many, then the limit location: for single runs */
};
static inline bool heap_is_for_proofs(enum heap_objects h) {
    return h == HEAP_UNBOUNDED || h == HEAP_BY_SIZE;
}

/* For proofs: of memory only plain variables are kept (abstract/abstract.h); and a function that may
 * be called while it runs returns to any of its callers, which then know nothing of their own. */
enum memory_kept { MEMORY_KEPT, MEMORY_FORGOTTEN, MEMORY_AND_CALLERS_FORGOTTEN };

/* Functions are laid out for each call; or the recursive ones (INLINE_NONE: all) are procedures with
 * open summaries (program/summary.h), and a call, beside leading into the body for good, ... */
enum procedure_calls {
    CALLS_INLINED,
    CALLS_SUMMARIZED,  /* ... does what the summary says */
    CALLS_RETURN_ANY,  /* ... returns and writes any value: for proofs */
    CALLS_NEVER_RETURN /* ... does nothing: for runs that go deeper and deeper */
};

/* Candidates for summaries (contract.h). */
enum summary_guesses {
    GUESS_NOTHING,
    GUESS_SUMMARIES,
    GUESSED_ONLY /* what has none is no procedure */
};

/* A copy of a function's body for each call; one for all calls of a function where the copies are
 * too many; one for all calls. */
enum inlining { INLINE_AUTO, INLINE_ALL, INLINE_NONE };

typedef struct {
    uint32_t recursion_depth; /* of calls laid out before the limit location; 0: default */
    uint32_t heap_instances;  /* 0: default */
    enum heap_objects heap;
    enum memory_kept memory;
    enum procedure_calls calls;
    enum summary_guesses guesses;
    enum inlining inlining;
} model_choice;

/* What is known of an input of a step function: --range, --const, --rate, --finite, --inputs. For
 * a record or an array it holds for every number in it. */
typedef struct {
    const char *name;      /* of a global that is an input, or of a parameter */
    bool bounded;          /* low <= value <= high; a float is no NaN then */
    long double low, high; /* which has every integer of 64 bits */
    long double rate; /* by how much it may change from one call to the next; 0: by any amount */
    bool constant;    /* a global: any value, from before init on */
    bool finite;      /* a float is neither NaN nor infinite */
} input_bounds;

/* Texts that stand for what the user gave; NULL: none. */
typedef struct {
    const text
        *instead; /* by source (sources.h), preprocessed: compiled in the place of the files */
    const text *wrapper; /* C of ours after the preprocessed source number `wrapped`: what calls a
                            step function that takes pointers (goal/propose.h) */
    uint32_t wrapped;
    const char *proposed; /* clauses of ACSL, a line each: the contract of --function */
    const char *called;   /* what --entry named, where a caller of it is the entry (caller.h) */
} source_texts;

typedef struct {
    string_vec files;
    bool unsafe_native;         /* run the compiled program also where there is no sandbox */
    string_vec only;            /* --only: of compilation databases these files only; none: all */
    uint32_t checks;            /* CHECK_*; 0: CHECK_UNREACH | CHECK_ASSERT */
    const char *error_function; /* NULL: reach_error and __VERIFIER_error */
    const char *entry;          /* NULL: main */
    const char *function;       /* --function: proved against its contract (written/written.h) */
    uint64_t entry_size;        /* bytes of the object of a pointer argument, at most; 0: 2^40 */
    const char *step, *init;    /* --step, --init */
    string_vec inputs;          /* --input */
    string_vec removed;         /* --remove-body: functions that have none */
    string_vec replaced;        /* --replace: F=G, G is called instead of F */
    vec(input_bounds) bounds;   /* at most one a name */
    enum volatile_reads volatile_reads;
    const char *data_model; /* "ILP32", "LP64" or NULL: the task file's, else this machine's */
    const char *target;     /* --target, or NULL */
    string_vec clang_arguments;
    source_texts texts;
    model_choice choice;
    bool malloc_may_fail;       /* any allocation may give null */
    double seconds;             /* for clang */
    struct compiler_runs *runs; /* shared by all loads (compiler_runs.h); NULL: each its own */
} load_options;

enum load_status {
    LOAD_OK,
    LOAD_BAD_INPUT /* exit 65 */,
    LOAD_NOT_COMPILED /* 65, too: the compiler refuses it */,
    LOAD_MISSING_TOOL /* 69 */,
    LOAD_UNSUPPORTED /* UNKNOWN */
};

/* There is no program because of what the user gave. */
static inline bool load_is_bad(enum load_status s) {
    return s == LOAD_BAD_INPUT || s == LOAD_NOT_COMPILED;
}

const input_bounds *bounds_of(const load_options *o, const char *name); /* NULL: nothing is known */
/* One more; what is said of the same name before stays, as far as it is not said again. The name is
 * the caller's, and lives as long as the options. */
input_bounds *bounds_add(load_options *o, const char *name);
enum { BOUND_DIGITS = 32 };
const char *bound_words(long double x, char *out); /* as it was given; `out` has BOUND_DIGITS */

#endif
