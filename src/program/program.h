/* Programs: guarded commands on the edges of a control-flow automaton (paper 000, Def. 1-4).
 *
 * A program owns its variables, commands, locations, edges, inputs and source positions; terms live
 * in a bank that it borrows. Commands are immutable trees behind handles. Locations and edges are
 * numbers.
 *
 * Meaning of a command: a relation between states. `assume b` blocks where b is false, `havoc x`
 * sets x to any value, choice runs one of its alternatives. Initially every variable has any value.
 * The start location has no incoming edge; an error location has no outgoing edge. A run of the
 * program starts at `start` and violates property p when it reaches an error location of p.
 *
 * Limit locations (PROPERTY_LIMIT) are error locations where the front end gave up being exact:
 * recursion deeper, or more heap objects at a site, than it laid out. A proof must show them
 * unreachable too; a run that reaches one is no violation, it only says that the program is larger
 * than its model. */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"
#include "program/origin.h"
#include "program/outline.h"
#include "program/property.h"
#include "term/term.h"

typedef struct {
    uint32_t id;
} cmd; /* 0: none; skip is cmd_skip() */
typedef struct {
    uint32_t id;
} loc; /* index into program.locations */
typedef struct {
    uint32_t id;
} edge_id; /* index into program.edges */
#define NO_LOC ((loc){UINT32_MAX})
#define NO_EDGE ((edge_id){UINT32_MAX})
typedef vec(cmd) cmd_vec;
typedef vec(loc) loc_vec;
typedef vec(edge_id) edge_vec;
static inline bool same_loc(loc a, loc b) { return a.id == b.id; }
static inline bool same_edge(edge_id a, edge_id b) { return a.id == b.id; }

enum cmd_kind { CMD_SKIP, CMD_ASSIGN, CMD_HAVOC, CMD_ASSUME, CMD_SEQ, CMD_CHOICE };

typedef struct {
    uint32_t file, line, column,
        function;   /* file, function: ids in program.names; line 0: unknown */
    uint32_t depth; /* 1 + the number of active calls below; 0: unknown */
} position;

/* A place where a value comes from outside. Every havoc names one; reductions keep the number, so
 * that a run of a reduced program yields the inputs of the original one: for each input the
 * sequence of values in the order in which its havoc was executed. */
typedef struct {
    enum input_origin origin;
    uint32_t name; /* in names: the called function or the variable */
    bool unnamed;  /* which one is not known: the name is that of the origin */
    uint32_t type; /* in names: C type as text, may be empty */
    position at;
    term address; /* where memory that is not the program's is read or written: its address then, 0
                     where it is the program's anyway; none elsewhere. For evidence only */
    term
        stored; /* what is written there: the input itself is of no consequence. none: it is read */
    /* For evidence alone: */
    term presumed; /* what is assumed of its value right after the havoc, which is no condition
                      that a violation rests on ... */
    term suffices; /* ... where this holds of the value */
    term excuse;   /* of a Bool: where it is false this holds from then on, and conditions with it
                      as an alternative are none that a violation rests on */
    bool pointers; /* external code writes it where pointers are held, of which nothing is
                      presumed */
} input;
#define NO_INPUT UINT32_MAX

typedef struct {
    term var;       /* the variable in terms */
    uint32_t name;  /* C name, in names; empty: made by the front end */
    uint32_t type;  /* C type as text */
    uint32_t scope; /* function, in names; empty: global */
    position at;    /* of the declaration */
    bool is_signed; /* for printing */
    bool ghost; /* of a proof alone: nothing changes it, and any value of it counts everywhere */
} variable;

typedef struct {
    position at;
    uint32_t property; /* 0: no error location; otherwise 1 + index into program.properties */
    uint32_t words;    /* of an error location: what fails there, in names; 0: the detail says it */
    loc origin;        /* the location of the unreduced program that this one is; itself there */
    bool cut;          /* a loop head of the unreduced program: no reduction may remove it */
    bool decides;      /* a condition of the source is decided here, no check that was added */
    /* For people alone: the values with which it fails, and a sentence that has them as $1 and $2
     * (%1, %2: unsigned; @1, @2: addresses); 0: none. */
    uint32_t values;
    term shown[2];
    term followed; /* of an access that fails: the pointer, where it may be one of code that is not
                      seen; none: it is none, or no access */
} location;

typedef struct {
    loc from, to;
    cmd command;
    position at;
    bool removed;
} edge;

typedef struct {
    enum property_kind kind;
    enum property_id id;
    uint32_t name;   /* "unreach-call", "no-overflow", ...; for a limit "recursion", "heap", ... */
    uint32_t detail; /* what a person reads: "call of reach_error" */
    uint32_t goal;   /* of PROPERTY_GOAL: its mark (goal/goal.h) */
} property;

/* Something the verdict rests on or that was approximated; printed with every verdict. */
enum note_kind {
    NOTE_ASSUMPTION,  /* holds for the verdict: "malloc never fails" */
    NOTE_OVER,        /* over-approximated: TRUE stays true, FALSE rests on replay */
    NOTE_UNDER,       /* under-approximated: FALSE stays true, TRUE becomes UNKNOWN(text) */
    NOTE_MISSING_BODY /* a function without a body; over-approximated */
};
typedef struct {
    enum note_kind kind;
    uint32_t text;
    position at;
} note;

/* What may hold of all points of a summary, over its parts; not proved. */
typedef struct {
    term formula;
    uint32_t number; /* of all guesses, in every reading of the program */
    bool given;      /* it is about what a call is given, for callers to ensure */
    bool single;     /* it is about one choice of what a call is given: there may be many */
} summary_guess;

/* What a call of a procedure may return, not yet said (program/summary.h). */
typedef struct {
    uint32_t name;  /* of the procedure, in names */
    term set;       /* of points, as an array */
    term_vec parts; /* variables that stand for the parts of a point */
    vec(summary_guess) guesses;
    /* In the program as it was read: */
    term_vec
        given;   /* what stands for the first parts, which a call is given, where a body starts */
    loc body;    /* where it starts on any inputs ... */
    loc entered; /* ... and on those of its calls, with the errors in it; NO_LOC: nowhere */
    uint32_t property; /* fails where a run of the body ends outside of the set: its index */
} summary;

typedef struct program {
    terms *terms;
    intern names;
    vec(variable) variables;
    map variable_of; /* term id -> index into variables */
    vec(location) locations;
    vec(edge) edges; /* edges marked removed stay in place */
    vec(input) inputs;
    vec(property) properties;
    vec(note) notes;
    outlines outlines;
    uint64_t objects_from, objects_to; /* addresses of those objects that have constant ones */
    term accessed;                     /* of debug builds (provenance_check.h); none: no check */
    vec(summary) summaries;            /* open ones; usually none */
    u32_vec roots; /* names of folders and files, real paths, whose lines reports may show */
    loc start;
    struct command_table *commands;
    struct adjacency *adjacency; /* made on demand, dropped by changes */
    bool over_approximated; /* a reduction removed a blocking or diverging part: FALSE needs replay
                             */
    bool sites_share;       /* objects of several allocation sites are numbered together */
    bool repeats_calls; /* most of it, by far, is functions that are there once for each call; or
                           they would be, and were too many */
    bool asks_pointers; /* what they point to, of which a compiled program knows nothing and
                           guesses (frontend/cprover.h): its runs refute neither verdict */
    bool leaves_code;   /* assembly, a call of what may be no function, functions of a sanitizer: a
                         compiled run may come to the error by another way than those of C */
} program;

program *program_new(terms *t); /* with a start location */
void program_delete(program *p);
/* A copy that shares terms; locations and edges keep their numbers. */
program *program_clone(const program *p);

/* ---- building ---- */
/* Names come from strangers and stand in every report: they are kept as base/escape.h prints them.
 */
uint32_t program_name(program *p, const char *content);
const char *program_text(const program *p, uint32_t name);
uint32_t program_add_variable(program *p, variable v);
const variable *program_variable(const program *p, term var); /* NULL if not one of the program's */
loc program_add_location(program *p, position at);
void program_set_error(program *p, loc l, uint32_t property); /* property: index into properties */
edge_id program_add_edge(program *p, loc from, loc to, cmd c, position at);
void program_remove_edge(program *p, edge_id e);
void program_add_root(program *p, const char *real_path);
/* Whether reports may show lines of a file: it is a header of the system, or in one of the roots.
 * Any file can be named by #line. */
bool program_shows(const program *p, const char *file);
uint32_t program_add_input(program *p, input in);
/* Is its value read as a signed number? By the C type; where that is empty, yes. */
bool program_input_signed(const program *p, uint32_t in);
enum input_origin program_input_origin(const program *p,
                                       uint32_t in); /* of what is no input: ORIGIN_OPEN */
/* One that the user named; and one of ours. */
uint32_t program_add_property(program *p, enum property_kind k, const char *name,
                              const char *detail);
uint32_t program_add_known_property(program *p, enum property_id id, const char *detail);
/* Of an error or limit location. */
const property *program_property_at(const program *p, loc l);
bool program_has_property(const program *p, enum property_id id);
void program_add_note(program *p, enum note_kind k, const char *content,
                      position at); /* equal ones once */
void program_mark_cuts(
    program *p); /* set `cut` on the heads of all loops (a DFS back edge's target) */

/* ---- commands ---- */
cmd cmd_skip(program *p);
cmd cmd_assign(program *p, term var, term value);
cmd cmd_havoc(program *p, term var, uint32_t input);
cmd cmd_assume(program *p, term condition);
cmd cmd_seq(program *p, uint32_t n,
            const cmd *parts); /* flattened, skips dropped; assume false alone absorbs */
cmd cmd_choice(program *p, uint32_t n,
               const cmd *parts); /* n = 0: assume false; equal alternatives once */
bool cmds_are_there(const program *p, uint32_t n, const cmd *c); /* a precondition of all these */
enum cmd_kind cmd_kind_of(const program *p, cmd c);
term cmd_var(const program *p, cmd c);       /* ASSIGN, HAVOC */
term cmd_term(const program *p, cmd c);      /* ASSIGN: value; ASSUME: condition */
uint32_t cmd_input(const program *p, cmd c); /* HAVOC */
uint32_t cmd_size(const program *p, cmd c);  /* parts of SEQ, CHOICE */
cmd cmd_part(const program *p, cmd c, uint32_t i);
void cmd_assigned(const program *p, cmd c, map *seen,
                  term_vec *vars); /* assigned or havocked on some path */
void cmd_read(const program *p, cmd c, map *seen, term_vec *vars); /* occurring in some term */
uint64_t cmd_weight(const program *p, cmd c);                      /* terms counted over the tree */

/* ---- graph ---- */
uint32_t program_out(const program *p, loc l,
                     const edge_id **edges); /* live edges; valid until a change */
uint32_t program_in(const program *p, loc l, const edge_id **edges);
/* To be called after edges' ends or `removed` marks were changed by hand, not by the functions
 * above. */
void program_changed(program *p);
bool program_is_error(const program *p, loc l);
bool program_is_limit(const program *p, loc l);
/* Locations in reverse post-order from the start; unreachable ones are absent. */
void program_order(const program *p, loc_vec *locations);
void program_check(const program *p); /* asserts every invariant above */

#endif
