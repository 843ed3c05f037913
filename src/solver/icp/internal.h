/* The icp backend: conflict-driven clause learning with interval constraint propagation (paper 003,
 * Sect. II-D).
 *
 * Terms are nodes; each node has a domain that contains its value in every solution of the present
 * box. A node is also the constraint between itself and its arguments: its contractor makes the
 * domains of both sides smaller. Clauses are over literals: truth values, bits, and simple bounds
 * of nodes. Both run until nothing changes (trail.c). Then a literal is decided (decide.c). A
 * contradiction is traced back to the first change that implies it alone, and the clause that says
 * so is learned (learn.c). Why a contractor did something is asked only then: it runs again on
 * larger domains, as long as it still does what is needed (explain.c).
 *
 * Assertions without a scope hold at level 0, for good. Assertions in scopes and assumptions are
 * decisions, one after the other, so whatever is learned stays true. A variable that an assertion
 * equates with a term is that term; if that assertion goes, everything is built again.
 *
 * Directions: domains only over-approximate, so "no solution" is certain. A solution is a point
 * that the evaluator of the term bank accepts. Everything else is unknown. */
#ifndef SOLVER_ICP_INTERNAL_H
#define SOLVER_ICP_INTERNAL_H

#include "solver/icp/state.h"

/* ---- domains (dom.c) ---- */
dom dom_top(const terms *t, sort s);
dom dom_constant(terms *t, term constant);
dom dom_word_point(uint32_t width, uint64_t bits);
dom dom_bool(bool can_true, bool can_false);
dom dom_float(span f);
dom dom_number(enum dom_kind kind, int64_t lo, int64_t hi); /* cells */
static inline bool dom_is_number(const dom *d) { return d->kind == DOM_INT || d->kind == DOM_REAL; }
/* The value that a point of dom_is_point has. */
value dom_value(icp_solver *s, term of, const dom *d, uint64_t bits);
dom dom_join(const dom *a, const dom *b);
dom dom_meet(const dom *a, const dom *b, uint32_t width);
bool dom_within(const dom *a, const dom *b);
bool dom_is_point(const dom *a, const icp_node *n,
                  uint64_t *bits); /* its bits, as a value has them */
/* Cut in two; false where there is nothing to cut. */
bool dom_split(const dom *a, const icp_node *n, dom *first, dom *second);
/* Some value in it, as bits: near its middle, its ends, zero; from 4 on by chance. */
uint64_t dom_pick(const dom *a, const icp_node *n, uint32_t which, uint64_t chance);
/* Is a (a part of b) so much smaller that it is worth telling others? */
bool dom_much_smaller(const dom *a, const dom *b);
bool span_format_of(const terms *t, sort s, uint8_t *format);
double span_of_bits(uint8_t format, uint64_t bits); /* NaN too */
uint64_t span_to_bits(uint8_t format, double x);
/* Floats in order, as integers: -0 and +0 are neighbours. */
int64_t span_rank(uint8_t format, double x);
double span_of_rank(uint8_t format, int64_t rank);

/* ---- literals (literal.c) ---- */
enum status literal_status(const dom *d, const icp_node *n, icp_literal l);
icp_literal literal_negated(icp_literal l);
/* The domain cut down to where the literal holds; its other parts are not made tighter. */
void literal_apply(dom *d, const icp_node *n, icp_literal l);
/* Facts of d, one or two, that make the literal false. `most`: as much as d has, not just enough.
 */
void literal_falsifier(const dom *d, const icp_node *n, icp_literal l, bool most,
                       icp_literals *out);
/* The literal that holds in one of the two parts of dom_split; false where there is nothing to
 * cut. */
bool literal_cut(const dom *d, const icp_node *n, uint32_t node, icp_literal *out);
/* All facts of d that `ground` does not have. */
void facts_of(const dom *d, const dom *ground, const icp_node *n, uint32_t node, icp_literals *out);
/* A comparison of a node with a constant is a bound of it; any other Bool is a node of its own. */
icp_literal literal_of_term(icp_solver *s, term a);
dom dom_tidy(const dom *d,
             const icp_node *n); /* its parts made tight by each other; may be empty */

/* ---- nodes (build.c) ---- */
/* What was asserted since, and the assumptions, as nodes, roots, clauses. */
void icp_build(icp_solver *s, uint32_t n, const term *assumptions);
void icp_forget(icp_solver *s); /* all nodes and clauses */
uint32_t icp_node_of(icp_solver *s, term a);

/* ---- contraction (contract.c, word.c, lookup.c) ---- */
dom icp_forward(icp_solver *s, uint32_t node);
/* All that the node says about itself and its arguments. False: no value is left, s->analysis.conflict is
 * set. */
bool icp_contract(icp_solver *s, uint32_t node);
/* Make a domain smaller, as the contractor of `by`. False: empty. */
bool icp_narrow(icp_solver *s, uint32_t node, const dom *to, uint32_t by);
bool icp_narrow_bool(icp_solver *s, uint32_t by, uint32_t arg, bool to);
bool icp_narrow_float(icp_solver *s, uint32_t by, uint32_t arg, span to);
bool icp_backward_ite(icp_solver *s, uint32_t node);
span span_from_word(uint8_t format, const word_dom *w); /* the floats with these bits */
/* An element of a constant array: one of those that the index may point to, where these are few. */
enum { LOOKUPS = 1024 };
dom lookup_forward(icp_solver *s, uint32_t node);
dom word_forward(icp_solver *s, uint32_t node);
bool word_backward(icp_solver *s, uint32_t node);
/* Products, shifts, quotients and remainders. */
bool word_backward_divided(icp_solver *s, uint32_t node);
/* Integers and reals (arithmetic.c). */
dom arithmetic_forward(icp_solver *s, uint32_t node);
bool arithmetic_backward(icp_solver *s, uint32_t node);
range word_range(const icp_solver *s, uint32_t node);
bool word_narrow(icp_solver *s, uint32_t by, uint32_t arg, const range *to);
bool word_fail(icp_solver *s, uint32_t node); /* no value of the node is possible */

/* ---- changes (trail.c) ---- */
bool icp_set(icp_solver *s, icp_literal l, enum reason reason,
             uint32_t of); /* False: no value is left */
void icp_change_to(icp_solver *s, uint32_t node, const dom *to, enum reason reason, uint32_t of,
                   uint32_t start);
bool icp_propagate(icp_solver *s); /* False: a contradiction, in failed_clause or conflict */
void icp_enqueue(icp_solver *s, uint32_t node);
void icp_undo(icp_solver *s, uint32_t level); /* to the end of that level */
void icp_decide(icp_solver *s, icp_literal l, uint32_t assumption);

/* ---- clauses (clause.c) ---- */
/* At least one literal; what is false now must stand after what is not. Returns its number. */
uint32_t clause_add(icp_solver *s, uint32_t n, const icp_literal *literals, bool learned);
bool clauses_visit(icp_solver *s, uint32_t node); /* the node changed; False: a clause failed */
void clauses_reduce(icp_solver *s); /* without any decision: forget what was of little use */
static inline icp_literal *clause_literals(icp_solver *s, uint32_t clause) {
    return s->clauses.literals.data + s->clauses.all.data[clause].first;
}

/* ---- reasons (explain.c) ---- */
/* Facts from before a change that make its contractor (clause) establish the n facts wanted of it,
 * or, where n is 0, leave no value; appended to s->analysis.reasons. */
void icp_explain(icp_solver *s, uint32_t change, uint32_t n, const icp_literal *wanted);
void icp_explain_clause(icp_solver *s, uint32_t clause, uint32_t first,
                        uint32_t before); /* its literals from the first on are false */
dom dom_before(const icp_solver *s, uint32_t node,
               uint32_t change); /* the domain before that change was made */
/* The first change that made the fact true; NO_NODE: it holds without any. It holds before
 * `before`. */
uint32_t change_of(const icp_solver *s, icp_literal fact, uint32_t before);

/* ---- learning (learn.c) ---- */
bool icp_learn(icp_solver *s); /* from the present contradiction; False: there is no solution
                                  without any decision */
void icp_blame(icp_solver *s,
               uint32_t assumption); /* it is false now: which assumptions make it so */
void node_bump(icp_solver *s, uint32_t node);

/* ---- interpolants (interpolant.c); nothing happens without s->proof ---- */
bool icp_interpolate(solver *s, term a, term b, term *result);
/* The contradiction in the last change, whose reasons are in s->analysis.reasons. */
void interpolant_begin(icp_solver *s, uint32_t change);
/* With the reason of a change, for the facts in s->analysis.wanted. */
void interpolant_resolve(icp_solver *s, uint32_t change);
void interpolant_axiom(icp_solver *s, uint32_t node); /* facts of one node contradict each other */
void interpolant_assumption(icp_solver *s,
                            uint32_t assumption); /* with one, for s->analysis.wanted */

/* ---- decisions (decide.c), points (point.c), search (search.c) ---- */
bool icp_choose(icp_solver *s, icp_literal *out); /* False: nothing is open */
bool icp_try_point(icp_solver *s, uint32_t which);
enum { POINTS = 6 };
enum answer icp_search(icp_solver *s);

static inline const dom *arg_dom(const icp_solver *s, const icp_node *n, uint32_t i) {
    return &s->graph.doms.data[s->graph.args.data[n->first_arg + i]];
}
static inline uint32_t arg_of(const icp_solver *s, const icp_node *n, uint32_t i) {
    return s->graph.args.data[n->first_arg + i];
}

enum { PATIENCE_CLAUSE = 5, PATIENCE_CORE = 64 };

/* ---- the invariants, in debug builds (check.c) ---- */
#ifdef CINCH_CHECK
void icp_trail_check(const icp_solver *s);
#else
static inline void icp_trail_check(const icp_solver *s) { (void)s; }
#endif

#endif
