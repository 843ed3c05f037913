/* Terms become cells once: operation, widths and arguments at hand, and room for the last value. */
#include "base/log.h"
#include "term/partial.h"
#include "term/value_internal.h"

/* bits: as in a value. open: a mask where the sort is a word of at most 64 bits; of an array the
 * index of the array of its elements' masks; otherwise not 0 where all is open. Open bits are 0. */
typedef struct {
    uint64_t bits, open;
} partial;

enum partial_kind { CELL_VARIABLE, CELL_CONSTANT, CELL_APPLICATION, CELL_TOO_DEEP };

typedef struct {
    enum op op;
    enum partial_kind kind;
    bool word; /* Bool, or a bit-vector of at most 64 bits */
    bool array;
    bool words; /* and all arguments, too */
    sort sort;
    sort masks; /* ARRAY: the sort of the array of masks */
    uint32_t width, i0, i1;
    uint32_t args, arity; /* into arguments */
    uint32_t depth;
    uint32_t stamp; /* of the evaluation that `now` is of */
    partial now;
} partial_node;

struct partial_state {
    terms *t;
    values *pool;
    vec(partial_node) cells;
    u32_vec arguments;
    u32_vec cell_of; /* by term id, + 1 */
    term_vec stack;
    sort mask_sort; /* of the elements of an array's masks */
    uint32_t stamp;
    uint64_t compacted; /* bytes left by the last compaction */
};

enum { DEEPEST = 4000, COMPACT_BYTES = 16 << 20, MOST_ARGUMENTS = 64 };

partial_state *partial_new(terms *t) {
    partial_state *s = mem_zero(sizeof *s);
    s->t = t;
    s->pool = values_new(t);
    s->mask_sort = sort_bv(t, 64);
    return s;
}

void partial_delete(partial_state *s) {
    vec_release(&s->cells);
    vec_release(&s->arguments);
    vec_release(&s->cell_of);
    vec_release(&s->stack);
    values_delete(s->pool);
    mem_free(s);
}

/* ---- arrays of masks ---- */

static uint64_t same_masks(partial_state *s, const partial_node *c, uint64_t mask) {
    return array_const(s->pool, c->masks, (value){s->mask_sort, mask}).bits;
}

static partial all_open(partial_state *s, const partial_node *c) {
    if (!c->array)
        return (partial){c->word ? 0 : value_default(s->pool, c->sort).bits,
                         c->word ? mask64(c->width) : 1};
    return (partial){value_default(s->pool, c->sort).bits, same_masks(s, c, UINT64_MAX)};
}

/* False may also be said of a known array. */
static bool is_known(const partial_state *s, const partial_node *c, partial p) {
    if (!c->array) return !p.open;
    const array_value *masks = &s->pool->arrays.data[p.open];
    return !masks->root && !masks->otherwise.bits;
}

static partial known(partial_state *s, const partial_node *c, uint64_t bits) {
    return (partial){bits, c->array ? same_masks(s, c, 0) : 0};
}

/* ---- cells ---- */

static uint32_t *cell_slot(partial_state *s, term a) {
    if (s->cell_of.size <= a.id) vec_resize(&s->cell_of, s->t->nodes.size + 1);
    return &s->cell_of.data[a.id];
}

static partial_node plain_cell(partial_state *s, term a, enum partial_kind kind) {
    sort of = sort_of(s->t, a);
    enum sort_kind k = sort_kind_of(s->t, of);
    uint32_t width = sort_width(s->t, of);
    partial_node c = {.op = op_of(s->t, a),
                      .kind = kind,
                      .word = k == SORT_BOOL || (k == SORT_BV && width <= 64),
                      .array = k == SORT_ARRAY,
                      .sort = of,
                      .width = width,
                      .depth = 1};
    if (c.array) c.masks = sort_array(s->t, sort_index(s->t, of), s->mask_sort);
    return c;
}

static void add_leaf(partial_state *s, term a, bool constant) {
    partial_node c = plain_cell(s, a, constant ? CELL_CONSTANT : CELL_VARIABLE);
    c.now = constant ? known(s, &c, value_of_term(s->pool, a).bits) : all_open(s, &c);
    vec_push(&s->cells, c);
    *cell_slot(s, a) = s->cells.size;
}

static void add_application(partial_state *s, term a) {
    partial_node c = plain_cell(s, a, CELL_APPLICATION);
    uint32_t indices = op_table[c.op].indices;
    c.i0 = indices > 0 ? term_index(s->t, a, 0) : 0;
    c.i1 = indices > 1 ? term_index(s->t, a, 1) : 0;
    c.args = s->arguments.size;
    c.arity = arity_of(s->t, a);
    c.words = c.word;
    for (uint32_t i = 0; i < c.arity; i++) {
        uint32_t x = *cell_slot(s, arg_of(s->t, a, i)) - 1, depth = s->cells.data[x].depth + 1;
        vec_push(&s->arguments, x);
        c.words &= s->cells.data[x].word;
        if (depth > c.depth) c.depth = depth;
    }
    if (c.depth > DEEPEST || c.arity > MOST_ARGUMENTS) c.kind = CELL_TOO_DEEP, c.depth = 1;
    vec_push(&s->cells, c);
    *cell_slot(s, a) = s->cells.size;
}

static uint32_t cell_for(partial_state *s, term root) {
    if (*cell_slot(s, root)) return *cell_slot(s, root) - 1;
    vec_push(&s->stack, root);
    while (s->stack.size) {
        term a = vec_last(&s->stack);
        bool constant = term_is_const(s->t, a), ready = true;
        if (*cell_slot(s, a)) {
            s->stack.size--;
            continue;
        }
        if (constant || op_of(s->t, a) == OP_VAR) {
            add_leaf(s, a, constant);
            s->stack.size--;
            continue;
        }
        for (uint32_t i = 0; i < arity_of(s->t, a); i++)
            if (!*cell_slot(s, arg_of(s->t, a, i))) {
                vec_push(&s->stack, arg_of(s->t, a, i));
                ready = false;
            }
        if (ready) add_application(s, a), s->stack.size--;
    }
    return *cell_slot(s, root) - 1;
}

/* ---- operations ---- */

static partial eval(partial_state *s, uint32_t number);

static const partial_node *argument(const partial_state *s, const partial_node *c, uint32_t i) {
    return &s->cells.data[s->arguments.data[c->args + i]];
}

static partial eval_argument(partial_state *s, const partial_node *c, uint32_t i) {
    return eval(s, s->arguments.data[c->args + i]);
}

/* One that equals `decides` decides a conjunction (0) or disjunction (1). */
static partial connective(partial_state *s, const partial_node *c, uint64_t decides) {
    bool open = false;
    for (uint32_t i = 0; i < c->arity; i++) {
        partial x = eval_argument(s, c, i);
        if (x.open) open = true;
        else if (x.bits == decides) return x;
    }
    return open ? (partial){0, 1} : (partial){!decides, 0};
}

/* Where the condition is open, what both branches agree on. */
static partial join(partial_state *s, const partial_node *c, partial x, partial y) {
    if (c->word) {
        uint64_t open = x.open | y.open | (x.bits ^ y.bits);
        return (partial){x.bits & ~open, open};
    }
    if (x.bits == y.bits && x.open == y.open) return x;
    bool same_value = is_known(s, c, x) && is_known(s, c, y) &&
                      value_equal(s->pool, (value){c->sort, x.bits}, (value){c->sort, y.bits});
    return same_value ? x : all_open(s, c);
}

static partial ite(partial_state *s, const partial_node *c) {
    partial condition = eval_argument(s, c, 0);
    if (!condition.open) return eval_argument(s, c, condition.bits ? 1 : 2);
    partial x = eval_argument(s, c, 1), y = eval_argument(s, c, 2);
    return join(s, c, x, y);
}

static partial equal(partial_state *s, const partial_node *c) {
    const partial_node *of = argument(s, c, 0);
    partial x = eval_argument(s, c, 0), y = eval_argument(s, c, 1);
    if (of->word) {
        uint64_t open = x.open | y.open;
        if ((x.bits ^ y.bits) & ~open) return (partial){0, 0};
        return open ? (partial){0, 1} : (partial){1, 0};
    }
    if (!is_known(s, of, x) || !is_known(s, of, y)) return (partial){0, 1};
    return (partial){value_equal(s->pool, (value){of->sort, x.bits}, (value){of->sort, y.bits}), 0};
}

static partial choose(partial_state *s, const partial_node *c) {
    const partial_node *array = argument(s, c, 0), *at = argument(s, c, 1);
    partial a = eval_argument(s, c, 0), i = eval_argument(s, c, 1);
    if (!is_known(s, at, i)) return all_open(s, c);
    value index = {at->sort, i.bits};
    uint64_t open = array_select(s->pool, (value){array->masks, a.open}, index).bits;
    uint64_t bits = array_select(s->pool, (value){array->sort, a.bits}, index).bits;
    if (c->word) return (partial){bits & ~open, open & mask64(c->width)};
    return open ? all_open(s, c) : known(s, c, bits);
}

static partial store(partial_state *s, const partial_node *c) {
    const partial_node *at = argument(s, c, 1), *of = argument(s, c, 2);
    partial a = eval_argument(s, c, 0), i = eval_argument(s, c, 1), x = eval_argument(s, c, 2);
    if (!is_known(s, at, i)) return all_open(s, c);
    value index = {at->sort, i.bits}, mask = {s->mask_sort, of->word             ? x.open
                                                            : is_known(s, of, x) ? 0
                                                                                 : UINT64_MAX};
    uint64_t bits =
        array_store(s->pool, (value){c->sort, a.bits}, index, (value){of->sort, x.bits}).bits;
    return (partial){bits, array_store(s->pool, (value){c->masks, a.open}, index, mask).bits};
}

static partial const_array(partial_state *s, const partial_node *c) {
    const partial_node *of = argument(s, c, 0);
    partial x = eval_argument(s, c, 0);
    uint64_t bits = array_const(s->pool, c->sort, (value){of->sort, x.bits}).bits;
    return (partial){bits, same_masks(s, c,
                                      of->word             ? x.open
                                      : is_known(s, of, x) ? 0
                                                           : UINT64_MAX)};
}

/* Any operation: known where all its arguments are. */
static partial whole(partial_state *s, const partial_node *c) {
    value args[MOST_ARGUMENTS];
    bool all_known = true;
    for (uint32_t i = 0; i < c->arity; i++) {
        const partial_node *of = argument(s, c, i);
        partial x = eval_argument(s, c, i);
        all_known &= is_known(s, of, x);
        args[i] = (value){of->sort, x.bits};
    }
    if (!all_known) return all_open(s, c);
    return known(s, c, value_apply(s->pool, c->op, c->sort, c->i0, c->i1, c->arity, args).bits);
}

/* ---- words ---- */

static uint64_t extend_sign(uint64_t x, uint32_t from) {
    return from == 64 ? x : (uint64_t)((int64_t)(x << (64 - from)) >> (64 - from));
}

static partial bitwise(enum op op, partial x, partial y) {
    uint64_t zero_x = ~x.bits & ~x.open, zero_y = ~y.bits & ~y.open, open = x.open | y.open;
    switch (op) {
    case OP_BVAND: return open &= ~(zero_x | zero_y), (partial){x.bits & y.bits & ~open, open};
    case OP_BVOR: return open &= ~(x.bits | y.bits), (partial){(x.bits | y.bits) & ~open, open};
    default: return (partial){(x.bits ^ y.bits) & ~open, open};
    }
}

/* Sums and products: bits below the lowest open one of an argument. */
static partial arithmetic(enum op op, partial x, partial y, uint32_t width) {
    uint64_t open = x.open | y.open, below = open ? (open & -open) - 1 : UINT64_MAX,
             mask = mask64(width);
    return (partial){(op == OP_BVADD ? x.bits + y.bits : x.bits * y.bits) & below & mask,
                     ~below & mask};
}

static partial shift(enum op op, partial x, partial by, uint32_t width) {
    if (by.open) return x.bits | x.open ? (partial){0, mask64(width)} : x;
    uint64_t mask = mask64(width), n = by.bits;
    if (op == OP_BVASHR) {
        uint32_t m = n >= width ? width - 1 : (uint32_t)n;
        return (partial){(uint64_t)((int64_t)extend_sign(x.bits, width) >> m) & mask,
                         (uint64_t)((int64_t)extend_sign(x.open, width) >> m) & mask};
    }
    if (n >= width) return (partial){0, 0};
    if (op == OP_BVSHL) return (partial){x.bits << n & mask, x.open << n & mask};
    return (partial){x.bits >> n, x.open >> n};
}

/* By the least and the greatest that each may be. Signed: with the sign bit turned, which keeps
 * what is open. */
static partial less(enum op op, partial x, partial y, uint32_t width) {
    if (op == OP_BVSLT) {
        uint64_t sign = 1ull << (width - 1);
        x.bits = (x.bits ^ sign) & ~x.open;
        y.bits = (y.bits ^ sign) & ~y.open;
    }
    if ((x.bits | x.open) < y.bits) return (partial){1, 0};
    if (x.bits >= (y.bits | y.open)) return (partial){0, 0};
    return (partial){0, 1};
}

static partial concat(partial_state *s, const partial_node *c) {
    partial x = eval_argument(s, c, 0);
    for (uint32_t i = 1; i < c->arity; i++) {
        partial y = eval_argument(s, c, i);
        uint32_t width = argument(s, c, i)->width;
        x = (partial){x.bits << width | y.bits, x.open << width | y.open};
    }
    return x;
}

static partial unary_word(const partial_node *c, partial x, uint32_t width) {
    uint64_t mask = mask64(c->width);
    switch (c->op) {
    case OP_NOT: return (partial){!x.bits & !x.open, x.open};
    case OP_BVNOT: return (partial){~x.bits & ~x.open & mask, x.open};
    case OP_EXTRACT: return (partial){x.bits >> c->i1 & mask, x.open >> c->i1 & mask};
    case OP_SIGN_EXTEND:
        return (partial){extend_sign(x.bits, width) & mask, extend_sign(x.open, width) & mask};
    default: return x; /* ZERO_EXTEND */
    }
}

static partial combine(partial_state *s, const partial_node *c) {
    partial x = eval_argument(s, c, 0);
    for (uint32_t i = 1; i < c->arity; i++) {
        partial y = eval_argument(s, c, i);
        x = c->op == OP_BVADD || c->op == OP_BVMUL ? arithmetic(c->op, x, y, c->width)
                                                   : bitwise(c->op, x, y);
    }
    return x;
}

/* The operations on words that are worth a case of their own; the others are known as a whole or
 * open. */
static partial word(partial_state *s, const partial_node *c) {
    switch (c->op) {
    case OP_NOT:
    case OP_BVNOT:
    case OP_EXTRACT:
    case OP_SIGN_EXTEND:
    case OP_ZERO_EXTEND: return unary_word(c, eval_argument(s, c, 0), argument(s, c, 0)->width);
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
    case OP_BVADD:
    case OP_BVMUL: return combine(s, c);
    case OP_CONCAT: return concat(s, c);
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR: {
        partial x = eval_argument(s, c, 0);
        return shift(c->op, x, eval_argument(s, c, 1), c->width);
    }
    case OP_BVULT:
    case OP_BVSLT: {
        partial x = eval_argument(s, c, 0);
        return less(c->op, x, eval_argument(s, c, 1), argument(s, c, 0)->width);
    }
    default: return whole(s, c);
    }
}

static partial apply(partial_state *s, const partial_node *c) {
    switch (c->op) {
    case OP_AND: return connective(s, c, 0);
    case OP_OR: return connective(s, c, 1);
    case OP_ITE: return ite(s, c);
    case OP_EQ: return equal(s, c);
    case OP_SELECT: return choose(s, c);
    case OP_STORE: return store(s, c);
    case OP_CONST_ARRAY: return const_array(s, c);
    default: return c->words ? word(s, c) : whole(s, c);
    }
}

/* As deep as DEEPEST; cells do not move during an evaluation. */
static partial eval(partial_state *s, uint32_t number) {
    partial_node *c = &s->cells.data[number];
    if (c->kind != CELL_APPLICATION) return c->kind == CELL_TOO_DEEP ? all_open(s, c) : c->now;
    if (c->stamp == s->stamp) return c->now;
    c->now = apply(s, c);
    c->stamp = s->stamp;
    return c->now;
}

static partial eval_term(partial_state *s, term a) {
    uint32_t number = cell_for(s, a);
    if (!++s->stamp) {
        for (uint32_t i = 0; i < s->cells.size; i++) s->cells.data[i].stamp = 0;
        s->stamp = 1;
    }
    return eval(s, number);
}

void partial_assign(partial_state *s, term var, term given) {
    assert_debug(term_is_var(s->t, var));
    assert_debug(!given.id || sort_of(s->t, given).id == sort_of(s->t, var).id);
    partial x = eval_term(s, given);
    uint32_t number = cell_for(s, var);
    s->cells.data[number].now = x;
}

void partial_havoc(partial_state *s, term var) {
    assert_debug(term_is_var(s->t, var));
    uint32_t number = cell_for(s, var); /* which may move the cells */
    partial_node *c = &s->cells.data[number];
    c->now = all_open(s, c);
}

partial_truth partial_holds(partial_state *s, term condition) {
    assert_debug(term_is_bool(s->t, condition));
    partial x = eval_term(s, condition);
    return x.open ? PARTIAL_OPEN : x.bits ? PARTIAL_TRUE : PARTIAL_FALSE;
}

void partial_compact(partial_state *s) {
    LOG("term", "compact the values of a partial state");
    if (values_memory(s->pool) < 2 * s->compacted + COMPACT_BYTES) return;
    vec(value) keep = {0};
    for (uint32_t i = 0; i < s->cells.size; i++) {
        const partial_node *c = &s->cells.data[i];
        if (c->word || c->kind > CELL_CONSTANT) continue;
        vec_push(&keep, ((value){c->sort, c->now.bits}));
        if (c->array) vec_push(&keep, ((value){c->masks, c->now.open}));
    }
    values_compact(s->pool, keep.data, keep.size);
    for (uint32_t i = 0, k = 0; i < s->cells.size; i++) {
        partial_node *c = &s->cells.data[i];
        if (c->word || c->kind > CELL_CONSTANT) continue;
        c->now.bits = keep.data[k++].bits;
        if (c->array) c->now.open = keep.data[k++].bits;
    }
    vec_release(&keep);
    s->compacted = values_memory(s->pool);
}
