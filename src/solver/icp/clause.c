/* Clauses over literals: two of each are watched, at the nodes that they speak of. */
#include "base/log.h"
#include "solver/icp/internal.h"

static enum status status_of(const icp_solver *s, icp_literal l) {
    return literal_status(&s->graph.doms.data[l.node], &s->graph.nodes.data[l.node], l);
}

static void watch(icp_solver *s, uint32_t clause, uint32_t position) {
    icp_literal l = clause_literals(s, clause)[position];
    vec_push(&s->graph.watches.data[l.node], ((icp_watch){l.value, clause, l.channel}));
}

uint32_t clause_add(icp_solver *s, uint32_t n, const icp_literal *literals, bool learned) {
    assert_debug(n >= 1);
    assert_debug(literals[0].node < s->graph.nodes.size);
    uint32_t at = s->clauses.all.size;
    vec_push(&s->clauses.all,
             ((icp_clause){s->clauses.literals.size, n, s->clauses.bump, learned, {0}}));
    vec_append(&s->clauses.literals, literals, n);
    if (n > 1) {
        watch(s, at, 0);
        watch(s, at, 1);
    }
    s->clauses.learned += learned;
    return at;
}

static void swap(icp_literal *a, icp_literal *b) {
    icp_literal c = *a;
    *a = *b;
    *b = c;
}

/* Another literal that is not false, in place of the second; false where there is none. */
static bool replace_second(icp_solver *s, uint32_t clause) {
    icp_literal *l = clause_literals(s, clause);
    uint32_t n = s->clauses.all.data[clause].size;
    for (uint32_t i = 2; i < n; i++) {
        if (status_of(s, l[i]) == FAILS) continue;
        swap(&l[1], &l[i]);
        return true;
    }
    return false;
}

/* A domain, its bounds as literals have them. */
typedef struct {
    const dom *d;
    int64_t lo, hi;
} clause_view;

static clause_view view_of(const icp_solver *s, uint32_t node) {
    const dom *d = &s->graph.doms.data[node];
    uint8_t format = s->graph.nodes.data[node].format;
    bool ranks = d->kind == DOM_FLOAT && d->f.number;
    return (clause_view){d, ranks ? span_rank(format, d->f.lo) : 0,
                         ranks ? span_rank(format, d->f.hi) : 0};
}

/* The same as literal_status, for the one question that is asked most. */
static inline bool fails(const clause_view *v, const icp_watch *w) {
    const dom *d = v->d;
    int64_t c = (int64_t)w->value;
    switch (w->channel) {
    case CH_TRUE: return !d->can_true;
    case CH_FALSE: return !d->can_false;
    case CH_NAN: return !d->f.nan;
    case CH_NUMBER: return !d->f.number;
    case CH_LO: return !d->f.nan && d->f.number && v->hi < c;
    case CH_HI: return !d->f.nan && d->f.number && v->lo > c;
    case CH_NUMBER_LO: return !d->f.number || v->hi < c;
    case CH_NUMBER_HI: return !d->f.number || v->lo > c;
    case CH_ULO: return d->w.uhi < w->value;
    case CH_UHI: return d->w.ulo > w->value;
    case CH_SLO: return d->w.shi < c;
    case CH_SHI: return d->w.slo > c;
    case CH_ZEROS: return w->value & d->w.ones;
    default: return w->value & d->w.zeros;
    }
}

enum watch_visit { KEEP, MOVED, FAILED };

/* The watched literal is false. */
static enum watch_visit visit(icp_solver *s, uint32_t node, icp_watch w) {
    icp_literal *l = clause_literals(s, w.clause);
    if (l[0].node == node && l[0].channel == w.channel && l[0].value == w.value) swap(&l[0], &l[1]);
    enum status first = status_of(s, l[0]);
    if (first == HOLDS) return KEEP;
    if (replace_second(s, w.clause)) return watch(s, w.clause, 1), MOVED;
    if (first == FAILS) return s->analysis.failed_clause = w.clause, FAILED;
    return icp_set(s, l[0], BY_CLAUSE, w.clause) ? KEEP : FAILED;
}

/* New watches of the node itself are appended while it is visited: the list may move, and is
 * visited to its end. */
bool clauses_visit(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    icp_watches *list = &s->graph.watches.data[node];
    clause_view v = view_of(s, node);
    uint32_t kept = 0, i = 0;
    enum watch_visit what = KEEP;
    for (; i < list->size && what != FAILED; i++) {
        icp_watch w = list->data[i];
        what = fails(&v, &w) ? visit(s, node, w) : KEEP;
        if (what != MOVED) list->data[kept++] = w;
    }
    for (; i < list->size; i++) list->data[kept++] = list->data[i];
    list->size = kept;
    return what != FAILED;
}

/* ---- forgetting ---- */

static bool satisfied(icp_solver *s, const icp_clause *c) {
    for (uint32_t i = 0; i < c->size; i++)
        if (status_of(s, s->clauses.literals.data[c->first + i]) == HOLDS) return true;
    return false;
}

static float usual_activity(const icp_solver *s) {
    double sum = 0;
    for (uint32_t i = 0; i < s->clauses.all.size; i++)
        if (s->clauses.all.data[i].learned) sum += (double)s->clauses.all.data[i].activity;
    return s->clauses.learned ? (float)(sum / s->clauses.learned) : 0;
}

/* What is false for good goes to the end of the clause, and off it. */
static void shorten(icp_solver *s, icp_clause *c) {
    icp_literal *l = s->clauses.literals.data + c->first;
    for (uint32_t i = 0; i < c->size && c->size > 1;)
        if (status_of(s, l[i]) == FAILS) swap(&l[i], &l[--c->size]);
        else i++;
}

void clauses_reduce(icp_solver *s) {
    assert_debug(!s->trail.levels.size);
    LOG("icp", "reduce %u learned clauses", s->clauses.learned);
    float usual = usual_activity(s);
    icp_literals old = s->clauses.literals;
    uint32_t kept = 0, n = s->clauses.all.size;
    memset(&s->clauses.literals, 0, sizeof s->clauses.literals);
    for (uint32_t i = 0; i < s->graph.nodes.size; i++) vec_clear(&s->graph.watches.data[i]);
    vec_clear(&s->clauses.inputs);
    s->clauses.learned = 0;
    for (uint32_t i = 0; i < n; i++) {
        icp_clause c = s->clauses.all.data[i];
        icp_literals now = s->clauses.literals;
        s->clauses.literals = old;
        bool drop = satisfied(s, &c) || (c.learned && c.size > 2 && c.activity < usual);
        if (!drop) shorten(s, &c);
        s->clauses.literals = now;
        if (drop) continue;
        s->clauses.all.data[kept] = (icp_clause){now.size, c.size, c.activity, c.learned, c.worth};
        vec_append(&s->clauses.literals, old.data + c.first, c.size);
        if (!c.learned) vec_push(&s->clauses.inputs, kept);
        s->clauses.learned += c.learned;
        kept++;
    }
    s->clauses.all.size = kept;
    vec_release(&old);
    for (uint32_t i = 0; i < kept; i++)
        if (s->clauses.all.data[i].size > 1) {
            watch(s, i, 0);
            watch(s, i, 1);
        }
}
