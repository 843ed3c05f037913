/* Inside marking: what walking, decisions and texts share. */
#ifndef MARK_GOAL_INTERNAL_H
#define MARK_GOAL_INTERNAL_H

#include "base/fail.h"
#include "frontend/clang.h"
#include "goal/mark.h"

#include <clang-c/Index.h>

/* Text that comes in at an offset. At the same offset: what ends comes first, then declarations,
 * then what begins; of those in the order of the walk, outer before inner (of those that end the
 * inner first, since the walk leaves them first). */
enum edit_order { EDIT_ENDS, EDIT_DECLARES, EDIT_BEGINS };
typedef struct {
    size_t at;
    enum edit_order order;
    uint32_t number;
    char *text;
} edit;

typedef vec(CXCursor) cursors;

/* One reading of one source. The first is of the preprocessed text, and makes goals and edits; the
 * second is of the source, and meets the same goals in the same order. */
typedef struct {
    goals *g;
    CXTranslationUnit unit;
    bool places;           /* the second reading: positions only */
    const text *code;      /* first reading: the text */
    const char *directory; /* that names of files are relative to; NULL: here */
    vec(edit) edits;
    u32_vec met;    /* goals in the order of the walk */
    u32_vec shapes; /* of for statements: which parts they have */
    uint32_t next, next_shape;
    bool astray; /* second reading: not the same */
    /* the function at hand */
    uint32_t function;
    map on_line;     /* goals of one line, kind and outcome so far */
    text declares;   /* locals that marks need */
    bool calls;      /* the statement at hand contains something that may not come back */
    uint32_t block;  /* index into met: the block of statements at hand */
    uint32_t choice; /* the decision of the switch around */
} walker;

/* The source itself, or a text in its place; NULL where it does not compile. */
CXTranslationUnit mark_parse(CXIndex index, const compiler *c, const source *s, const text *code);
/* The compiler is a library here, without the limits that it has as a program: try first, in a
 * process of its own, whether it stays within them. */
bool mark_can_parse(const compiler *c, const source *s, const text *code);

void cursor_children(CXCursor c, cursors *out);
size_t cursor_begin(const walker *w, CXCursor c);
size_t cursor_end(const walker *w, CXCursor c);
bool cursor_is_expression(CXCursor c);
CXCursor cursor_bare(CXCursor c); /* without implicit conversions */

void edit_at(walker *w, size_t at, enum edit_order order, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A goal at [from, to], with a mark of its own. First reading: makes it, or finds it where another
 * source has it. `key` tells the goals of one place apart. */
typedef struct {
    enum goal_kind kind;
    enum goal_outcome outcome;
    const char *label; /* of a case; NULL: it is none */
    uint32_t decision, condition;
    uint32_t mark, other;
} goal_request;
uint32_t mark_goal(walker *w, CXCursor from, CXCursor to, goal_request r); /* its mark */
void mark_extend(walker *w, uint32_t met, CXCursor to); /* the goal's range ends there now */
uint32_t mark_new(walker *w);
uint32_t file_named(walker *w, const char *name);

/* A decision as a tree of !, && and || over its conditions, numbered from left to right
 * (conditions.c).
 */
enum node_kind { NODE_LEAF, NODE_AND, NODE_OR, NODE_NOT };
typedef struct {
    enum node_kind kind;
    uint32_t left, right, parent;
    CXCursor leaf;
    uint32_t number;
} decision_node;
typedef struct {
    vec(decision_node) nodes;
    u32_vec leaves;
} decision_tree;
enum node_kind node_kind_of(CXCursor e);
CXCursor cursor_child(CXCursor c, uint32_t i); /* null where it has none */
CXCursor cursor_unwrapped(CXCursor e);         /* without parentheses, too */
bool has_operator(CXCursor e);                 /* && or || below, through parentheses and ! */
uint32_t decision_add(decision_tree *t, CXCursor e, uint32_t parent);
void decision_release(decision_tree *t);
/* C over the records of an evaluation: the condition had this value and nothing masked it. */
void decision_print_half(const decision_tree *t, uint32_t leaf, bool value, uint32_t decision,
                         text *out);

/* The ways through a decision: which conditions an evaluation looks at, and what they are. */
enum way_value { WAY_FALSE, WAY_TRUE, WAY_NOT_EVALUATED };
enum { MOST_WAYS = 256 };
typedef struct {
    vec(uint8_t) values; /* enum way_value, of each condition, way after way */
    vec(bool) outcomes;  /* by way */
    uint32_t conditions;
} ways;
bool ways_of(const decision_tree *t, ways *out); /* false: they are too many */
void ways_release(ways *x);
/* Unique cause: the condition is true in `yes` and false in `no`, the outcomes differ, and no other
 * condition has different values in the two. */
bool ways_show(const ways *x, uint32_t condition, uint32_t yes, uint32_t no);
/* C over the records: the evaluation went this way. */
void way_print(const ways *x, uint32_t way, uint32_t decision, text *out);

void walk_function(walker *w, CXCursor f);
void walk_statement(walker *w, CXCursor s, bool listed, bool fresh);
void walk_expression(walker *w, CXCursor e);
void walk_expressions(walker *w, CXCursor e); /* that are its parts */
/* The expression decides something; true: it is left out, since the compiler evaluates it. */
void walk_decision(walker *w, CXCursor e);
void walk_skip(walker *w, CXCursor c, const char *what);
bool cursor_is_constant(CXCursor e);
/* An if or ?: that only looks whether an assertion fails: no decision of the program's own. */
bool cursor_is_assertion(CXCursor s);
bool cursor_fails_assertion(CXCursor s); /* the call where it does */

#endif
