/* Domains of the icp backend: the values that a node can have, and what can be said of them as
 * literals. Nothing here changes the state of a search. */
#ifndef SOLVER_ICP_DOM_H
#define SOLVER_ICP_DOM_H

#include "solver/icp/span.h"
#include "term/term.h"

enum dom_kind { DOM_ANY, DOM_BOOL, DOM_WORD, DOM_FLOAT, DOM_INT, DOM_REAL };

typedef struct {
    uint64_t ulo, uhi;    /* the interval, unsigned */
    int64_t slo, shi;     /* the interval, signed; INT, REAL: of cells, the only part in use */
    uint64_t zeros, ones; /* bits known */
} word_dom;

/* The values that a node can have. */
typedef struct {
    uint8_t kind;
    bool empty;
    bool can_true, can_false; /* BOOL */
    union {
        span f;
        word_dom w;
    };
} dom;

enum { NO_NODE = UINT32_MAX };

typedef struct {
    term term;
    enum op op;
    uint8_t width;  /* WORD */
    uint8_t format; /* FLOAT: enum span_format */
    uint8_t mode;   /* enum span_mode, of operations that round */
    bool leaf;      /* a variable without a definition, or an operation that is not followed */
    uint32_t first_arg, args;
    uint32_t last;   /* its last change: index into the trail; NO_NODE: none */
    uint32_t splits; /* on the present path */
} icp_node;

/* What can be said of one domain, as a bound of its node. A fact is what a domain implies; a
 * literal is what a clause or a decision may say. */
typedef struct {
    uint32_t node;
    uint8_t channel;
    uint64_t value;
} icp_literal;
typedef vec(icp_literal) icp_literals;
enum status { OPEN, HOLDS, FAILS };

/* ---- domains (dom.c) ---- */
dom dom_top(const terms *t, sort s);
dom dom_constant(terms *t, term constant);
dom dom_word_point(uint32_t width, uint64_t bits);
dom dom_bool(bool can_true, bool can_false);
dom dom_float(span f);
dom dom_number(enum dom_kind kind, int64_t lo, int64_t hi); /* cells */
static inline bool dom_is_number(const dom *d) { return d->kind == DOM_INT || d->kind == DOM_REAL; }
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
dom dom_tidy(const dom *d,
             const icp_node *n); /* its parts made tight by each other; may be empty */

#endif
