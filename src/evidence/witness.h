/* Witnesses of other tools (SV-COMP format 2.x), woven into the program. Private to evidence/; what
 * others use of it is in evidence.h.
 *
 * A witness is read into points: invariants, or waypoints of a violation. Each has its places in
 * the automaton: edges on which it is met. An invariant becomes an error where it does not hold, so
 * that verifying the program decides about the witness. Waypoints become a counter: a run has
 * passed `follow` waypoints in their order, each the first time its constraint holds; it ends where
 * it passes one to `avoid`; and errors count only at the target, once all are passed. */
#ifndef EVIDENCE_WITNESS_H
#define EVIDENCE_WITNESS_H

#include "evidence/evidence.h"
#include "source/statements.h"

enum point_type {
    POINT_LOOP_INVARIANT,
    POINT_LOCATION_INVARIANT,
    POINT_ASSUMPTION,
    POINT_BRANCHING,
    POINT_ENTER,
    POINT_RETURN,
    POINT_TARGET,
    POINT_OTHER /* not understood */
};

typedef struct {
    enum point_type type;
    bool avoid;
    uint32_t segment;
    uint32_t line, column;                  /* 0: not given */
    char *file, *function, *value, *format; /* NULL: not given */
} point;

struct witness {
    bool violation;
    uint32_t long_bits;
    char *specification; /* NULL: not given */
    string_vec hashes;   /* SHA-256 of the files of its task; owned */
    vec(point) points;
};

/* The specification of a task, as SV-COMP writes it. */
void witness_specification(const witness_claim *c, const char *entry, text *out);

/* Where in the automaton a point is met. */
typedef struct {
    edge_id edge;
    enum where {
        BEFORE_COMMAND,
        AFTER_COMMAND,
        AFTER_HAVOC /* of `input` */,
        AFTER_ASSIGN /* to `var` */
    } where;
    uint32_t input;
    term var;
} witness_place;
typedef vec(witness_place) witness_places;

/* One source file of the program, with the offset of each edge in it (SIZE_MAX: elsewhere). */
typedef struct {
    program *p;
    source_map map;
    vec(size_t) edges;
} placing;
bool placing_init(placing *x, program *p,
                  const char *file); /* false where no file of the program has that name */
void placing_release(placing *x);
size_t placing_offset(const placing *x, position at); /* SIZE_MAX: elsewhere */
/* The function around an offset, in that program's names; 0 where there is none. */
uint32_t placing_function(const placing *x, size_t offset, program *names);

/* Just before the statement at an offset, or the next one that does something. */
void places_of_statement(const placing *x, size_t offset, witness_places *out);
/* Where the condition of the statement at an offset was decided this way. */
void places_of_branch(const placing *x, size_t offset, bool holds, witness_places *out);
/* The call whose closing parenthesis is at an offset: when it is entered, when its value is there.
 */
void places_of_call(const placing *x, size_t closing, bool returns, witness_places *out);
/* The heads of the loop whose keyword is at a line and column. */
void heads_of_loop(const placing *x, uint32_t line, uint32_t column, loc_vec *heads);

#endif
