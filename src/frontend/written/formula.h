/* Formulas of contracts, ACSL's and CBMC's, as trees; and as C.
 *
 * CBMC's are C expressions with a few words more. ACSL's are logic: integers have no bounds, so
 * operands of arithmetic and comparisons are widened to where nothing wraps (64 bits, or 128 where
 * they have 64); comparisons chain; there is an implication and an equivalence. A formula that has
 * an effect, or a word that is not known here, is refused: see `refusal`. */
#ifndef FRONTEND_WRITTEN_FORMULA_H
#define FRONTEND_WRITTEN_FORMULA_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "source/words.h"

enum formula_kind {
    FORMULA_NAME,
    FORMULA_NUMBER, /* and strings */
    FORMULA_GROUP,
    FORMULA_CAST, /* `name` is the type */
    FORMULA_SIZE, /* sizeof, as it is */
    FORMULA_UNARY,
    FORMULA_BINARY,
    FORMULA_CHOICE,
    FORMULA_INDEX,
    FORMULA_MEMBER, /* `name` is .x or ->x */
    FORMULA_CALL,
    FORMULA_RANGE,  /* a .. b */
    FORMULA_FORALL, /* one variable `name` of the type `type`, over a */
    FORMULA_EXISTS,
    FORMULA_C /* `name` is a C expression; never read */
};

typedef struct formula {
    enum formula_kind kind;
    const char *name, *type; /* in the arena */
    struct formula *a, *b, *c;
    struct {
        struct formula **data; /* where the formula is */
        uint32_t size, capacity;
    } arguments;
} formula;

/* The first thing that is not understood. The reading goes on, nothing of it is used, and nothing
 * more is said. */
typedef struct {
    char what[200]; /* empty: all is */
} refusal;
void refuse(refusal *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A value from before the call, kept in a variable. */
typedef struct {
    char *name;
    const formula *of;
} kept_value;

/* What formulas of one contract, or one loop, are said in. */
typedef struct {
    bool acsl;
    const string_vec *types;                  /* names that are types */
    const struct logic_definition *logic;     /* what may be put in for calls */
    uint32_t definitions;                     /* of it */
    const struct logic_definition *functions; /* of C that return a formula */
    uint32_t function_count;
    const string_vec *defined;     /* functions of C that clauses may call: they have bodies */
    const char *scope, *scope_end; /* the text whose declarations may hide those of the file */
    string_vec expanding;          /* the definitions that are being put in */
    uint32_t expansions;           /* quantifiers renamed in them so far */
    uint32_t depth, nodes;         /* of the formula that is being read, definitions put in */
    const char *result;            /* the variable of \result; NULL: there is none here */
    bool has_before;               /* \old means something here */
    const char *prefix;            /* of the variables that keep values */
    vec(kept_value) kept;
    text chosen; /* declarations of variables that are chosen before the call */
    uint32_t choices;
    bool far;         /* bounds of quantified variables are not known where they are chosen */
    const char *wide; /* the type of the computation at hand; NULL: there is none */
    string_vec bound; /* variables of quantifiers that are loops, around the place at hand */
    arena *memory;
    refusal *refused;
} formula_context;

/* All of [p, end). Never NULL. */
formula *formula_read(formula_context *c, const char *p, const char *end);
formula *formula_join(formula_context *c, const char *mark, formula *a, formula *b);
formula *formula_before(formula_context *c, formula *f); /* its value before the call */
void formula_add(formula_context *c, formula *call, formula *argument);
formula *formula_bare(formula *f); /* without parentheses around it */
void formula_say(formula_context *c, const formula *f, text *out); /* as a C expression */
void formula_say_whole(formula_context *c, const formula *f,
                       text *out); /* as a number that arithmetic does not wrap */
/* A C condition under which the formula has a value: it reads no memory that is not there, and
 * divides by nothing that is zero. As " && ...", or nothing (defined.c). */
void formula_say_defined(formula_context *c, const formula *f, text *out);

/* A set of places: `p` or p + (low .. high), as pointers; or the places themselves, `*p`,
 * p[low .. high], x (`places`). */
typedef struct {
    char *pointer; /* C, to the first */
    char *bytes;   /* C, how many; a negative number of elements is none */
    char *count;   /* of elements, NULL: one */
    const formula *base;
    const formula *low, *high; /* NULL: one element */
} place_set;
bool place_set_read(formula_context *c, formula *f, bool places, place_set *out);

/* The range of a quantified variable: what the formula says at once of its bounds; false: not both.
 */
typedef struct {
    formula *low, *high;
    bool above, to; /* low < i; i <= high */
    bool implied;   /* low is 0, since the type is unsigned */
} quantified_range;
bool formula_range(const formula *quantified, quantified_range *out);
/* The C type that a quantified variable has. */
void formula_say_type(formula_context *c, const formula *quantified, text *out);
bool formula_same(const formula *a, const formula *b); /* but for parentheses */
bool formula_mentions(const formula *f, const char *name);
bool formula_looks_back(const formula *f, const char *name); /* \old of something with the name */
bool formula_goes_back(const formula *f);                    /* an offset in it may be negative */
void formula_rename(formula *f, const char *from, const char *to); /* where it is free */
void formula_context_release(formula_context *c);

#endif
