/* Products of unknown words in the blast backend, lazily: a product is a word of fresh inputs. When
 * the SAT solver finds a model in which it is not the product, lemmas that the model violates are
 * added, cheap ones first: about factors 0 and 1, about its size, about other products (equal
 * factors, a factor that is larger), about its lowest bits, about one value of a factor. Only
 * where none of them is violated, or there have been many, comes the circuit. Most proofs about
 * sizes and positions (n * size of an element) need no more than an order of two products, which
 * the circuit gives away only after a long search.
 *
 * Every lemma holds of all true products, and a model is accepted only where the products that it
 * knows are true: nothing is lost and nothing added. Where a product can turn round, it and its
 * factors have one bit more than the term, so that its overflow is a bit of the same word. */
#include "solver/blast_internal.h"

#include "base/log.h"

__extension__ typedef unsigned __int128 wide;

enum {
    MOST_WIDTH = 128,   /* of the result */
    MOST_COMPARED = 64, /* products that are compared with each other */
    MOST_TRIES = 20,    /* models in which a product was wrong, before its circuit comes */
    LOW_BITS = 8
};

/* A product of the model at hand. */
typedef struct {
    blast_product *of;
    word a, b, m;
    wide va, vb, vm; /* values */
} seen_product;

static word kept(blast_solver *b, uint32_t at, uint32_t n) {
    return (word){n, b->products.bits.data + at};
}

static uint32_t keep(blast_solver *b, word w) {
    uint32_t at = b->products.bits.size;
    for (uint32_t i = 0; i < w.n; i++) vec_push(&b->products.bits, w.bit[i]);
    return at;
}

/* ---- noting products ---- */

static uint32_t unknown_bits(word a) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < a.n; i++) n += !lit_is_constant(a.bit[i]);
    return n;
}

/* Bits below the zeros at its top. */
static uint32_t length_of(word a) {
    uint32_t n = a.n;
    while (n && a.bit[n - 1] == LIT_FALSE) n--;
    return n;
}

static bool is_product_of(blast_solver *b, const blast_product *p, word x, word y) {
    word a = kept(b, p->a, p->width), c = kept(b, p->b, p->width);
    return (word_same(a, x) && word_same(c, y)) || (word_same(a, y) && word_same(c, x));
}

static word new_product(blast_solver *b, word x, word y) {
    uint32_t n = x.n, length = length_of(x) + length_of(y);
    word m = word_fill(&b->circuits, n, LIT_FALSE);
    for (uint32_t i = 0; i < n && i < length; i++) m.bit[i] = aig_input(&b->graph);
    blast_bind(b, m);
    blast_product p = {.a = keep(b, x), .b = keep(b, y), .result = keep(b, m), .width = n};
    vec_push(&b->products.all, p);
    return m;
}

static bool is_long(const blast_solver *b, word a) { return unknown_bits(a) >= b->products.least; }

static word find_product(blast_solver *b, word x, word y) {
    b->products.met = true;
    for (uint32_t i = 0; i < b->products.all.size; i++) {
        const blast_product *p = &b->products.all.data[i];
        if (p->width == x.n && is_product_of(b, p, x, y)) return kept(b, p->result, x.n);
    }
    return new_product(b, x, y);
}

word product_word(blast_solver *b, word x, word y, bool longer) {
    assert_debug(x.n == y.n);
    LOG("blast", "product of %u bits", x.n);
    circuits *c = &b->circuits;
    uint32_t n = x.n + (length_of(x) + length_of(y) > x.n), asked = x.n + longer;
    if (n > MOST_WIDTH || !is_long(b, x) || !is_long(b, y))
        return word_mul(c, word_zext(c, x, asked), word_zext(c, y, asked));
    word m = find_product(b, word_zext(c, x, n), word_zext(c, y, n));
    return word_zext(c, m, asked);
}

/* ---- the model at hand ---- */

static wide value_of(blast_solver *b, word w) {
    wide v = 0;
    for (uint32_t i = 0; i < w.n; i++) v |= (wide)blast_value(b, w.bit[i]) << i;
    return v;
}

static wide cut(wide v, uint32_t bits) {
    return bits < MOST_WIDTH ? v & (((wide)1 << bits) - 1) : v;
}

static wide true_product(const seen_product *s) { return cut(s->va * s->vb, s->m.n); }

static bool is_wrong(const seen_product *s) { return s->vm != true_product(s); }

static uint32_t value_length(wide v) {
    uint32_t n = 0;
    for (; v; v >>= 1) n++;
    return n;
}

static bool is_used(blast_solver *b, word w) {
    for (uint32_t i = 0; i < w.n; i++)
        if (!lit_is_constant(w.bit[i]) && cnf_knows(&b->cnf, w.bit[i])) return true;
    return false;
}

/* What the factors depend on matters, too. */
static bool look_at(blast_solver *b, blast_product *p, seen_product *s) {
    *s = (seen_product){.of = p,
                        .a = kept(b, p->a, p->width),
                        .b = kept(b, p->b, p->width),
                        .m = kept(b, p->result, p->width)};
    if (p->exact || !is_used(b, s->m)) return false;
    blast_rely_on(b, s->a);
    blast_rely_on(b, s->b);
    blast_rely_on(b, s->m);
    s->va = value_of(b, s->a);
    s->vb = value_of(b, s->b);
    s->vm = value_of(b, s->m);
    return true;
}

/* ---- lemmas ---- */

static void tell(blast_solver *b, lit condition, lit conclusion) {
    vec_push(&b->products.lemmas, aig_implies(&b->graph, condition, conclusion));
}

static lit is_below(blast_solver *b, word a, uint32_t bits) { /* a < 2^bits */
    if (bits >= a.n) return LIT_TRUE;
    return lit_not(word_any(&b->circuits, word_slice(a, bits, a.n - bits)));
}

static word shifted(blast_solver *b, word a, uint32_t by) {
    word r = word_fill(&b->circuits, a.n, LIT_FALSE);
    for (uint32_t i = by; i < a.n; i++) r.bit[i] = a.bit[i - by];
    return r;
}

/* No product of factors as long as these turns round. */
static bool fits(const seen_product *s) {
    return value_length(s->va) + value_length(s->vb) <= s->m.n;
}

/* The same for any values, as the overflow of the term asks it. */
static lit are_short(blast_solver *b, const seen_product *s) {
    return lit_not(word_bits_meet(&b->circuits, s->a, s->b, s->m.n - 1));
}

static seen_product turned(const seen_product *s) {
    seen_product r = *s;
    r.a = s->b, r.b = s->a, r.va = s->vb, r.vb = s->va;
    return r;
}

/* Of a factor 0 or 1. */
static void tell_unit(blast_solver *b, const seen_product *s) {
    circuits *c = &b->circuits;
    if (s->va == 0) tell(b, lit_not(word_any(c, s->a)), lit_not(word_any(c, s->m)));
    if (s->va == 1)
        tell(b, word_equal(c, s->a, word_constant(c, s->a.n, 1)), word_equal(c, s->m, s->b));
}

/* 2^k <= a < 2^l: then b * 2^k <= m <= b * 2^l - b; of the lower bounds first that of k = 0. That
 * the product does not turn round says the same of b * 2^k, but not of b * 2^l: a may be shorter.
 */
static void tell_size(blast_solver *b, const seen_product *s) {
    circuits *c = &b->circuits;
    uint32_t l = value_length(s->va), k = s->vm < s->vb ? 0 : l - 1;
    if (!l || !s->vb || !fits(s)) return;
    word least = shifted(b, s->b, k), most = word_sub(c, shifted(b, s->b, l), s->b);
    if (s->vm < s->vb << k)
        tell(b, aig_and(&b->graph, are_short(b, s), lit_not(is_below(b, s->a, k))),
             word_ule(c, least, s->m));
    if (s->vm > (s->vb << l) - s->vb)
        tell(b, aig_and(&b->graph, is_below(b, s->a, l), is_below(b, s->b, s->b.n - l)),
             word_ule(c, s->m, most));
}

/* One factor in common, m = a * b and n = a * d: equal where b = d, a more where d = b + 1, and at
 * least a more where b < d. */
static void tell_common(blast_solver *b, const seen_product *s, const seen_product *o) {
    circuits *c = &b->circuits;
    aig *g = &b->graph;
    lit common = word_equal(c, s->a, o->a);
    word next = word_add(c, s->m, s->a, LIT_FALSE, NULL);
    if (s->vb == o->vb && s->vm != o->vm)
        tell(b, aig_and(g, common, word_equal(c, s->b, o->b)), word_equal(c, s->m, o->m));
    if (o->vb == s->vb + 1 && o->vm != cut(s->vm + s->va, s->m.n))
        tell(b, aig_and(g, common, word_equal(c, o->b, word_increment(c, s->b, LIT_TRUE))),
             word_equal(c, o->m, next));
    if (s->vb < o->vb && (s->vm > o->vm || o->vm - s->vm < s->va) && fits(o))
        tell(b, aig_and(g, aig_and(g, common, word_ult(c, s->b, o->b)), are_short(b, o)),
             aig_and(g, word_ule(c, next, o->m), word_ule(c, s->m, o->m)));
}

/* Both factors are at most those of the other. */
static void tell_order(blast_solver *b, const seen_product *s, const seen_product *o) {
    circuits *c = &b->circuits;
    aig *g = &b->graph;
    if (s->va > o->va || s->vb > o->vb || s->vm <= o->vm || !fits(o)) return;
    lit below = aig_and(g, word_ule(c, s->a, o->a), word_ule(c, s->b, o->b));
    tell(b, aig_and(g, below, are_short(b, o)), word_ule(c, s->m, o->m));
}

/* A product of the same factors that has more bits. */
static void tell_longer(blast_solver *b, const seen_product *s, const seen_product *o) {
    circuits *c = &b->circuits;
    if (s->va != o->va || s->vb != o->vb || s->vm == cut(o->vm, s->m.n)) return;
    lit common = aig_and(&b->graph, word_equal(c, word_zext(c, s->a, o->a.n), o->a),
                         word_equal(c, word_zext(c, s->b, o->b.n), o->b));
    tell(b, common, word_equal(c, s->m, word_slice(o->m, 0, s->m.n)));
}

static void tell_pair(blast_solver *b, const seen_product *s, const seen_product *o) {
    seen_product x = *s, y = turned(o);
    if (s->m.n > o->m.n) return;
    if (s->m.n < o->m.n) {
        tell_longer(b, s, o);
        tell_longer(b, s, &y);
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        const seen_product *z = i & 1 ? &y : o;
        if (i == 2) x = turned(s);
        if (x.va == z->va) tell_common(b, &x, z);
        else tell_order(b, &x, z);
    }
}

static bool tell_low(blast_solver *b, const seen_product *s) {
    uint32_t n = s->m.n < LOW_BITS ? s->m.n : LOW_BITS;
    if (s->of->low || !((s->vm ^ true_product(s)) & ((1u << n) - 1))) return false;
    s->of->low = true;
    word low = word_mul(&b->circuits, word_slice(s->a, 0, n), word_slice(s->b, 0, n));
    tell(b, LIT_TRUE, word_equal(&b->circuits, word_slice(s->m, 0, n), low));
    return true;
}

/* Where a has this value, m is that multiple of b. */
static void tell_value(blast_solver *b, const seen_product *s) {
    circuits *c = &b->circuits;
    word v = word_new(c, s->a.n);
    for (uint32_t i = 0; i < v.n; i++) v.bit[i] = lit_of_bool(s->va >> i & 1);
    tell(b, word_equal(c, s->a, v), word_equal(c, s->m, word_mul(c, v, s->b)));
}

/* The constraint comes with the inputs also where clauses are made again. */
static void tell_circuit(blast_solver *b, const seen_product *s) {
    lit is = word_equal(&b->circuits, s->m, word_mul(&b->circuits, s->a, s->b));
    s->of->exact = true;
    for (uint32_t i = 0; i < s->m.n; i++)
        if (!lit_is_constant(s->m.bit[i])) aig_constrain(&b->graph, s->m.bit[i], is);
    tell(b, LIT_TRUE, is);
}

static void tell_alone(blast_solver *b, const seen_product *s) {
    seen_product t = turned(s);
    tell_unit(b, s);
    tell_unit(b, &t);
    tell_size(b, s);
    tell_size(b, &t);
}

/* It is wrong, and no lemma about order says so. */
static void tell_more(blast_solver *b, const seen_product *s) {
    seen_product t = turned(s);
    if (tell_low(b, s)) return;
    if (s->of->values++ >= 2) tell_circuit(b, s);
    else tell_value(b, s->va < s->vb ? s : &t);
}

static void mend(blast_solver *b, seen_product *all, uint32_t n, uint32_t which) {
    const seen_product *s = &all[which];
    uint32_t before = b->products.lemmas.size;
    if (s->of->tries++ >= MOST_TRIES) {
        tell_circuit(b, s);
        return;
    }
    tell_alone(b, s);
    for (uint32_t i = 0; i < n && n <= MOST_COMPARED; i++) {
        if (i == which) continue;
        tell_pair(b, s, &all[i]);
        tell_pair(b, &all[i], s);
    }
    if (b->products.lemmas.size == before) tell_more(b, s);
}

bool products_agree(blast_solver *b) {
    blast_products *x = &b->products;
    if (!x->all.size) return true;
    arena_mark mark = arena_here(&b->circuits.scratch);
    vec(seen_product) seen = {0};
    vec_clear(&x->lemmas);
    vec_clear(&b->arrays.unseen);
    for (uint32_t i = 0; i < x->all.size; i++) {
        seen_product s;
        if (look_at(b, &x->all.data[i], &s)) vec_push(&seen, s);
    }
    for (uint32_t i = 0; i < seen.size; i++)
        if (is_wrong(&seen.data[i])) mend(b, seen.data, seen.size, i);
    arena_rewind(&b->circuits.scratch, mark);
    vec_release(&seen);
    bool good = !x->lemmas.size && !b->arrays.unseen.size;
    for (uint32_t i = 0; i < x->lemmas.size; i++) cnf_assert(&b->cnf, x->lemmas.data[i], 0);
    for (uint32_t i = 0; i < b->arrays.unseen.size; i++)
        cnf_heed(&b->cnf, b->arrays.unseen.data[i]);
    b->base.stats.lemmas += x->lemmas.size;
    return good;
}

/* ---- the object ---- */

void products_clear(blast_products *p) {
    vec_clear(&p->all);
    vec_clear(&p->bits);
    sparse_release(&p->within);
}

void products_release(blast_products *p) {
    vec_release(&p->all);
    vec_release(&p->bits);
    vec_release(&p->lemmas);
    sparse_release(&p->within);
}
