/* Goals in words, and the lines that they are in. */
#include "report/goals.h"

#include <string.h>

double goals_coverage(const goal_count *c) {
    uint32_t possible = c->total - c->by_state[STATE_UNREACHABLE] - c->by_state[STATE_JUSTIFIED];
    return possible ? 100.0 * c->by_state[STATE_COVERED] / possible : 100;
}

static void add_proof(const deadcode *d, const mark *m, u32_vec *out) {
    bool known = m->proof >= d->proofs.size;
    for (uint32_t i = 0; i < out->size; i++) known |= out->data[i] == m->proof;
    if (!known) vec_push(out, m->proof);
}

void goals_proofs_of(const deadcode *d, const goal *x, u32_vec *out) {
    if (goal_mark_of(&d->goals, x)->state != STATE_UNREACHABLE) return;
    if (!x->pairs) add_proof(d, goal_mark_of(&d->goals, x), out);
    for (uint32_t i = 0; i < x->pairs; i++) {
        goal_pair p = d->goals.pairs.data[x->first_pair + i];
        const mark *yes = &d->goals.marks.data[p.yes], *no = &d->goals.marks.data[p.no];
        add_proof(d, yes->state == STATE_UNREACHABLE ? yes : no, out);
    }
}

static bool is_reproved(const deadcode *d, const goal *x) {
    u32_vec proofs = {0};
    bool any = false;
    goals_proofs_of(d, x, &proofs);
    for (uint32_t i = 0; i < proofs.size; i++)
        any |= d->proofs.data[proofs.data[i]].level == EVIDENCE_REPROVED;
    vec_release(&proofs);
    return any;
}

uint32_t goals_reproved(const deadcode *d, enum goal_kind k) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        const goal *x = &d->goals.items.data[i];
        n += x->kind == k && goal_state_of(&d->goals, x) == STATE_UNREACHABLE && is_reproved(d, x);
    }
    return n;
}

const char *goals_line_of(const char *content, uint32_t line, size_t *size) {
    assert_debug(line >= 1);
    for (uint32_t i = 1; i < line; i++) {
        content += strcspn(content, "\n");
        if (!*content++) return NULL;
    }
    *size = strcspn(content, "\r\n");
    return *content ? content : NULL;
}

void goals_describe(const deadcode *d, const goal *x, text *out) {
    static const char *const before[] = {"statement ", "branch ", "condition ", "mcdc "};
    const char *outcome = goal_outcome_of(&d->goals, x);
    const char *words = goal_name(&d->goals, x->words);
    text_add(out, before[x->kind]);
    switch (x->outcome) {
    case OUTCOME_TRUE:
    case OUTCOME_FALSE: text_print(out, "%s is %s", words, outcome); break;
    case OUTCOME_NO_CASE: text_print(out, "%s of %s", outcome, words); break;
    case OUTCOME_CASE:
    case OUTCOME_DEFAULT: text_add(out, outcome); break;
    default: text_add(out, words); break;
    }
}

static void half_text(const deadcode *d, const goal *x, const mark *m, text *out) {
    if (x->other == NO_MARK || m->state == STATE_COVERED) return;
    if (x->pairs && m->state == STATE_UNREACHABLE)
        text_print(out, " (one of %s)",
                   x->pairs == 1 ? "the two evaluations that would show its effect"
                                 : "each two evaluations that would show its effect");
    else
        text_print(out, " (its effect where it is %s)",
                   m == &d->goals.marks.data[goal_pair_of(&d->goals, x).yes] ? "true" : "false");
}

static void proof_text(const deadcode *d, const goal *x, const mark *m, text *out) {
    u32_vec proofs = {0};
    goals_proofs_of(d, x, &proofs);
    if (!proofs.size) text_print(out, ": %s", goal_name(&d->goals, m->reason));
    for (uint32_t i = 0; i < proofs.size; i++) {
        const goal_proof *p = &d->proofs.data[proofs.data[i]];
        text_print(out, "%s proof %u by %s, %s", i ? ";" : ":", proofs.data[i] + 1, p->engine,
                   evidence_level_name(p->level));
        if (p->checker) text_print(out, ", %s", p->checker);
    }
    vec_release(&proofs);
}

static void test_text(const deadcode *d, const goal *x, text *out) {
    goal_pair p = goal_pair_of(&d->goals, x);
    const mark *m = &d->goals.marks.data[p.yes], *other = &d->goals.marks.data[p.no];
    if (m->test < d->tests.size) text_print(out, " by test %u", d->tests.data[m->test].number);
    if (other->test < d->tests.size && other->test != m->test)
        text_print(out, " and test %u", d->tests.data[other->test].number);
    if (m->executed && other->executed) text_add(out, ", executed");
    if (x->justification) text_add(out, "; but a justification says that it cannot be");
}

/* What the bounded search has excluded belongs to it. */
static void open_text(const deadcode *d, const mark *m, text *out) {
    text_print(out, ": %s", goal_name(&d->goals, m->reason));
    if (d->depth && !m->refused && !d->obstacle[0])
        text_print(out, "; no run that passes fewer than %u loop heads", d->depth);
}

void goals_state_text(const deadcode *d, const goal *x, text *out) {
    const mark *m = goal_mark_of(&d->goals, x);
    enum goal_state s = goal_state_of(&d->goals, x);
    text_add(out, goal_state_names[s]);
    if (s == STATE_JUSTIFIED)
        text_print(out, ": %s; %s", goal_name(&d->goals, x->justification),
                   goal_state_names[m->state]);
    half_text(d, x, m, out);
    if (m->state == STATE_COVERED) test_text(d, x, out);
    else if (m->state == STATE_UNREACHABLE) proof_text(d, x, m, out);
    else open_text(d, m, out);
}

char goals_sign_at(const deadcode *d, uint32_t file, uint32_t line) {
    assert_debug(line >= 1);
    static const char signs[] = {[STATE_OPEN] = '?',
                                 [STATE_COVERED] = '+',
                                 [STATE_UNREACHABLE] = '-',
                                 [STATE_JUSTIFIED] = 'j'};
    static const char order[] = " +j?-"; /* the worse the later */
    char worst = ' ';
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        const goal *x = &d->goals.items.data[i];
        if (x->at.file != file || x->at.line != line) continue;
        char sign = signs[goal_state_of(&d->goals, x)];
        if (strchr(order, sign) > strchr(order, worst)) worst = sign;
    }
    return worst;
}

void goals_files(const deadcode *d, u32_vec *out) {
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        uint32_t file = d->goals.items.data[i].at.file, k = 0;
        while (k < out->size && out->data[k] != file) k++;
        if (k == out->size) vec_push(out, file);
    }
}
