/* Evaluation of terms under a model: iterative, with a memo by term id. Of an ite only the branch
 * taken is evaluated, of a conjunction or disjunction only as much as decides it. */
#include "term/value_internal.h"

typedef struct {
    uint32_t id, next;
} eval_frame; /* a term and the argument to look at next */

struct evaluator {
    terms *t;
    values *v;
    vec(eval_frame) stack;
    vec(value) args;
};

evaluator *evaluator_new(terms *t, values *v) {
    evaluator *e = mem_zero(sizeof *e);
    e->t = t;
    e->v = v;
    return e;
}

void evaluator_delete(evaluator *e) {
    if (!e) return;
    vec_release(&e->stack);
    vec_release(&e->args);
    mem_free(e);
}

/* The memo lasts for one evaluation, and evaluations do not nest: all evaluators of a bank share
 * it. */
static void begin(evaluator *e) {
    eval_memo *m = &e->t->memo;
    if (m->stamps.size < e->t->nodes.size) {
        vec_resize(&m->stamps, e->t->nodes.size);
        vec_resize(&m->values, e->t->nodes.size);
    }
    if (++m->stamp) return;
    memset(m->stamps.data, 0, m->stamps.size * sizeof *m->stamps.data);
    m->stamp = 1;
}

static void done(evaluator *e, uint32_t id, value x) {
    e->t->memo.values.data[id] = x;
    e->t->memo.stamps.data[id] = e->t->memo.stamp;
}

/* A leaf's value at once; false: it has arguments. */
static bool leaf(evaluator *e, const model *m, term a) {
    enum op op = op_of(e->t, a);
    if (op >= OP_CONST_ARRAY) return false;
    const value *given = op == OP_VAR ? model_find(m, a) : NULL;
    if (given) done(e, a.id, *given);
    else
        done(e, a.id,
             op == OP_VAR ? value_default(e->v, sort_of(e->t, a)) : value_of_term(e->v, a));
    return true;
}

static void apply(evaluator *e, term a) {
    const node *n = node_of(e->t, a);
    uint32_t indices = op_table[n->op].indices, arity = n->size - indices;
    const uint32_t *w = e->t->words.data + n->start;
    value few[8], *args = few;
    if (arity > 8) {
        vec_reserve(&e->args, arity);
        args = e->args.data;
    }
    for (uint32_t i = 0; i < arity; i++) args[i] = e->t->memo.values.data[w[indices + i]];
    done(e, a.id,
         value_apply(e->v, (enum op)n->op, (sort){n->sort}, indices > 0 ? w[0] : 0,
                     indices > 1 ? w[1] : 0, arity, args));
}

/* After argument `next - 1` of an ite, conjunction or disjunction is known: true if the term is
 * decided, or sets `next` to the only branch of interest. */
static bool lazy(evaluator *e, term a, eval_frame *f) {
    enum op op = op_of(e->t, a);
    if (f->next == 0 || (op != OP_ITE && op != OP_AND && op != OP_OR)) return false;
    value x = e->t->memo.values.data[arg_of(e->t, a, f->next - 1).id];
    if (op == OP_ITE) {
        if (f->next == 1) return f->next = x.bits ? 1 : 2, false;
        return done(e, a.id, x), true;
    }
    if ((op == OP_OR) != (x.bits == 1)) return false;
    return done(e, a.id, x), true;
}

static bool is_known(evaluator *e, const model *m, term a) {
    return e->t->memo.stamps.data[a.id] == e->t->memo.stamp || leaf(e, m, a);
}

static bool is_constant_leaf(const terms *t, term a) {
    return op_of(t, a) < OP_CONST_ARRAY && op_of(t, a) != OP_VAR;
}

/* The element that a constant array has wherever no store gives another; none: it is no constant
 * array, or an index is large. */
static term other_elements(const terms *t, term array) {
    uint64_t index;
    for (; op_of(t, array) == OP_STORE; array = arg_of(t, array, 0))
        if (!term_get_u64(t, arg_of(t, array, 1), &index) || index > UINT32_MAX ||
            !is_constant_leaf(t, arg_of(t, array, 2)))
            return (term){0};
    bool constant = op_of(t, array) == OP_CONST_ARRAY && is_constant_leaf(t, arg_of(t, array, 0));
    return constant ? arg_of(t, array, 0) : (term){0};
}

/* The elements of a constant array, which is a chain of stores: found once for all. */
static void tabulate(terms *t, term array) {
    term other = other_elements(t, array);
    uint64_t index = 0;
    map_set(&t->memo.tables, array.id, other.id);
    for (term a = array; other.id && op_of(t, a) == OP_STORE; a = arg_of(t, a, 0)) {
        term_get_u64(t, arg_of(t, a, 1), &index);
        uint64_t key = (uint64_t)array.id << 32 | index;
        if (!map_get(&t->memo.elements, key, NULL)) /* the last store counts, and comes first */
            map_set(&t->memo.elements, key, arg_of(t, a, 2).id);
    }
}

static bool is_table(terms *t, term array) {
    if (op_of(t, array) != OP_STORE) return false;
    if (!map_get(&t->memo.tables, array.id, NULL)) tabulate(t, array);
    return map_find(&t->memo.tables, array.id, 0) != 0;
}

term term_table_element(terms *t, term array, uint64_t index) {
    assert_debug(term_is_there(t, array) && sort_kind_of(t, sort_of(t, array)) == SORT_ARRAY);
    uint64_t element;
    if (!is_table(t, array)) return (term){0};
    if (index > UINT32_MAX ||
        !map_get(&t->memo.elements, (uint64_t)array.id << 32 | index, &element))
        element = map_find(&t->memo.tables, array.id, 0);
    return (term){(uint32_t)element};
}

/* An element of a table. False: its index must be known first, which was pushed. */
static bool read_table(evaluator *e, const model *m, term a) {
    term index = arg_of(e->t, a, 1);
    if (!is_known(e, m, index)) {
        vec_push(&e->stack, ((eval_frame){index.id, 0}));
        return false;
    }
    term x = term_table_element(e->t, arg_of(e->t, a, 0), e->t->memo.values.data[index.id].bits);
    leaf(e, m, x);
    done(e, a.id, e->t->memo.values.data[x.id]);
    return true;
}

static bool reads_table(const evaluator *e, term a) {
    if (op_of(e->t, a) != OP_SELECT || !is_table(e->t, arg_of(e->t, a, 0))) return false;
    term index = arg_of(e->t, a, 1);
    return sort_is_bv(e->t, sort_of(e->t, index)) && term_width(e->t, index) <= 64;
}

static void visit(evaluator *e, const model *m, term root) {
    if (leaf(e, m, root)) return;
    vec_push(&e->stack, ((eval_frame){root.id, 0}));
    while (e->stack.size) {
        eval_frame f = vec_last(&e->stack);
        term a = {f.id};
        if (reads_table(e, a)) {
            if (read_table(e, m, a)) e->stack.size--;
            continue;
        }
        uint32_t arity = arity_of(e->t, a);
        bool pushed = false, decided = false;
        while (!(decided = lazy(e, a, &f)) && f.next < arity) {
            term x = arg_of(e->t, a, f.next++);
            if (is_known(e, m, x)) continue;
            vec_last(&e->stack) = f;
            vec_push(&e->stack, ((eval_frame){x.id, 0}));
            pushed = true;
            break;
        }
        if (pushed) continue;
        if (!decided) apply(e, a);
        e->stack.size--;
    }
}

value term_eval(evaluator *e, const model *m, term a) {
    assert_debug(term_is_there(e->t, a));
    begin(e);
    visit(e, m, a);
    return e->t->memo.values.data[a.id];
}

bool term_holds(evaluator *e, const model *m, term a) {
    assert_debug(term_is_there(e->t, a) && term_is_bool(e->t, a));
    return value_is_true(term_eval(e, m, a));
}
