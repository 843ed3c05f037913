#include "frontend/contract.h"
#include "base/fail.h"

void contracts_release(contracts *c) {
    for (uint32_t i = 0; i < c->size; i++) {
        mem_free(c->data[i].name);
        vec_release(&c->data[i].clauses);
    }
    vec_release(c);
}

static int64_t wrapped(uint64_t x, uint32_t width) {
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

static bool is_multiple(int64_t a, int64_t of) { return of ? of == -1 || a % of == 0 : !a; }

static bool related(int64_t a, enum contract_relation r, int64_t b) {
    switch (r) {
    case CONTRACT_EQ: return a == b;
    case CONTRACT_NE: return a != b;
    case CONTRACT_LE: return a <= b;
    case CONTRACT_GE: return a >= b;
    case CONTRACT_MULTIPLE: return is_multiple(a, b);
    case CONTRACT_NO_MULTIPLE: return !is_multiple(a, b);
    case CONTRACT_DIVIDES: return is_multiple(b, a);
    }
    return false;
}

static bool guard_holds(const contract_guard *g, const contract_point *at) {
    return related(at->value[g->argument], g->relation,
                   g->with_argument ? at->value[g->bound] : g->bound);
}

bool contract_clause_applies(const contract_clause *k, const contract_point *at) {
    for (uint32_t i = 0; i < k->guards; i++)
        if (!guard_holds(&k->guard[i], at)) return false;
    return true;
}

static uint64_t part_of(const contract *c, const contract_clause *k, const contract_point *at) {
    int64_t x = at->value[0], y = at->value[c->arguments > 1];
    switch (k->part) {
    case CONTRACT_LINEAR: return 0;
    case CONTRACT_PRODUCT: return (uint64_t)x * (uint64_t)y;
    case CONTRACT_REMAINDER: return !y ? (uint64_t)x : y == -1 ? 0 : (uint64_t)(x % y);
    }
    return 0;
}

static uint64_t shifted(uint64_t x, int64_t by) { return by < 0 || by > 63 ? 0 : x << by; }

uint64_t contract_clause_sum(const contract *c, const contract_clause *k,
                             const contract_point *at) {
    uint64_t sum = part_of(c, k, at);
    for (uint32_t i = 0; i < c->arguments; i++)
        sum += (uint64_t)k->coefficient[i] * (uint64_t)at->value[i];
    if (k->power) sum += shifted((uint64_t)k->power, at->value[k->exponent]);
    return sum;
}

bool contract_clause_holds(const contract *c, const contract_clause *k, const contract_point *at) {
    if (!contract_clause_applies(k, at)) return true;
    uint64_t sum = (uint64_t)k->constant + contract_clause_sum(c, k, at);
    return related(at->value[k->subject], k->relation, wrapped(sum, c->width[k->subject]));
}
