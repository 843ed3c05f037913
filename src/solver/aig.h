/* And-inverter graph with structural hashing: the form between terms and clauses.
 *
 * A literal is a node with a sign in its lowest bit. Beside conjunctions there are exclusive-or,
 * if-then-else and majority nodes, because these have better clauses than the conjunctions they
 * stand for. Constructors rewrite locally (constants, absorption, contradiction and substitution
 * one level down), so equal functions are often equal literals; a node, once made, never changes.
 * Nodes are in topological order: inputs of a node have smaller numbers. */
#ifndef SOLVER_AIG_H
#define SOLVER_AIG_H

#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>

typedef uint32_t lit; /* node * 2 + sign */
enum { LIT_FALSE = 0, LIT_TRUE = 1, LIT_NONE = 0xffffffffu };
enum gate { GATE_CONSTANT, GATE_INPUT, GATE_AND, GATE_XOR, GATE_ITE, GATE_MAJORITY };

/* AND, XOR: two inputs; ITE: condition, then, else; MAJORITY: three. INPUT: in[0] is a literal that
 * may be assumed to hold whenever the input is used (LIT_TRUE: nothing to assume). */
typedef struct {
    lit in[3];
    uint8_t gate;
    uint8_t fanout; /* saturates at 255 */
    bool fact;      /* a gate with an entry in `facts` */
    bool bound;     /* an input whose value is checked: a read of an array, a product */
} aig_node;

typedef struct {
    vec(aig_node) nodes;
    u32_vec table; /* hash table of node numbers; 0: free */
    uint32_t hashed;
    map facts; /* gate -> literal that holds in every assignment, worth telling where the gate is
                  used */
} aig;

void aig_init(aig *g);
void aig_release(aig *g);

static inline lit lit_not(lit a) { return a ^ 1; }
static inline uint32_t lit_node(lit a) { return a >> 1; }
static inline bool lit_is_constant(lit a) { return a <= LIT_TRUE; }
static inline lit lit_of_bool(bool b) { return b ? LIT_TRUE : LIT_FALSE; }

static inline uint32_t gate_inputs(const aig_node *n) {
    return n->gate < GATE_AND ? 0 : n->gate < GATE_ITE ? 2 : 3;
}

lit aig_input(aig *g);
/* From now on `constraint` holds wherever the input is used. The caller knows that this restricts
 * nothing else: every assignment of the other inputs can be extended (definitions), or others mean
 * the same (canonical forms). */
void aig_constrain(aig *g, lit input, lit constraint);
/* `fact` follows from the graph, but not easily: users of the gate are told. Nothing for inputs
 * and constants. */
void aig_tell_fact(aig *g, lit gate, lit fact);
lit aig_and(aig *g, lit a, lit b);
lit aig_xor(aig *g, lit a, lit b);
lit aig_ite(aig *g, lit c, lit a, lit b);
lit aig_majority(aig *g, lit a, lit b, lit c);

/* Debug builds: gates come after their inputs and are found under their hash. */
void aig_check(const aig *g);

static inline lit aig_or(aig *g, lit a, lit b) {
    return lit_not(aig_and(g, lit_not(a), lit_not(b)));
}
static inline lit aig_equal(aig *g, lit a, lit b) { return lit_not(aig_xor(g, a, b)); }
static inline lit aig_implies(aig *g, lit a, lit b) { return lit_not(aig_and(g, a, lit_not(b))); }

#endif
