/* Evaluation of terms under a model: iterative, with a memo by term id. Of an ite only the branch taken is
 * evaluated, of a conjunction or disjunction only as much as decides it. */
#include "term/value_internal.h"

typedef struct { uint32_t id, next; } frame; /* a term and the argument to look at next */

struct evaluator {
    terms *t;
    values *v;
    vec(value) memo;
    u32_vec stamps; /* memo[i] is valid where stamps[i] == stamp */
    uint32_t stamp;
    vec(frame) stack;
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
    vec_release(&e->memo);
    vec_release(&e->stamps);
    vec_release(&e->stack);
    vec_release(&e->args);
    mem_free(e);
}

static void begin(evaluator *e) {
    if (e->stamps.size < e->t->nodes.size) {
        vec_resize(&e->stamps, e->t->nodes.size);
        vec_resize(&e->memo, e->t->nodes.size);
    }
    if (++e->stamp) return;
    memset(e->stamps.data, 0, e->stamps.size * sizeof *e->stamps.data);
    e->stamp = 1;
}

static void done(evaluator *e, uint32_t id, value x) {
    e->memo.data[id] = x;
    e->stamps.data[id] = e->stamp;
}

/* A leaf's value at once; false: it has arguments. */
static bool leaf(evaluator *e, const model *m, term a) {
    enum op op = op_of(e->t, a);
    if (op >= OP_CONST_ARRAY) return false;
    if (op == OP_VAR && !model_has(m, a)) done(e, a.id, value_default(e->v, sort_of(e->t, a)));
    else done(e, a.id, op == OP_VAR ? m->of.data[a.id] : value_of_term(e->v, a));
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
    for (uint32_t i = 0; i < arity; i++) args[i] = e->memo.data[w[indices + i]];
    done(e, a.id, value_apply(e->v, (enum op)n->op, (sort){n->sort}, indices > 0 ? w[0] : 0,
                              indices > 1 ? w[1] : 0, arity, args));
}

/* After argument `next - 1` of an ite, conjunction or disjunction is known: true if the term is decided, or sets `next`
 * to the only branch of interest. */
static bool lazy(evaluator *e, term a, frame *f) {
    enum op op = op_of(e->t, a);
    if (f->next == 0 || (op != OP_ITE && op != OP_AND && op != OP_OR)) return false;
    value x = e->memo.data[arg_of(e->t, a, f->next - 1).id];
    if (op == OP_ITE) {
        if (f->next == 1) return f->next = x.bits ? 1 : 2, false;
        return done(e, a.id, x), true;
    }
    if ((op == OP_OR) != (x.bits == 1)) return false;
    return done(e, a.id, x), true;
}

static void visit(evaluator *e, const model *m, term root) {
    if (leaf(e, m, root)) return;
    vec_push(&e->stack, ((frame){root.id, 0}));
    while (e->stack.size) {
        frame f = vec_last(&e->stack);
        term a = {f.id};
        uint32_t arity = arity_of(e->t, a);
        bool pushed = false, decided = false;
        while (!(decided = lazy(e, a, &f)) && f.next < arity) {
            term x = arg_of(e->t, a, f.next++);
            if (e->stamps.data[x.id] == e->stamp || leaf(e, m, x)) continue;
            vec_last(&e->stack) = f;
            vec_push(&e->stack, ((frame){x.id, 0}));
            pushed = true;
            break;
        }
        if (pushed) continue;
        if (!decided) apply(e, a);
        e->stack.size--;
    }
}

value term_eval(evaluator *e, const model *m, term a) {
    begin(e);
    visit(e, m, a);
    return e->memo.data[a.id];
}

bool term_holds(evaluator *e, const model *m, term a) { return value_is_true(term_eval(e, m, a)); }
