/* Mutated evidence: random tiny programs whose whole state space fits in 64 bits, so that a
 * reference that shares nothing with the evidence code can say of any candidate invariant whether
 * it proves the program, and of any inputs whether they reach the error. Every mutation that breaks
 * evidence must be rejected, every other one accepted. */
#ifndef TESTS_EVIDENCE_LAB_H
#define TESTS_EVIDENCE_LAB_H

#include "base/random.h"
#include "evidence/evidence.h"
#include "explicit/explicit.h"
#include "program/text_form.h"

#include <stdio.h>

enum { LAB_BITS = 3, LAB_STATES = 64, LAB_INNER = 5, LAB_STEPS = 400 };

typedef struct {
    terms *t;
    program *p;
    term a, b;
    rng r;
    values *pool;
    evaluator *eval;
    loc error;
} lab;

typedef struct {
    uint32_t broken, harmless, wrong;
} lab_count;

/* ---- random programs: deterministic but for their inputs ---- */

static term lab_value(lab *l) {
    static const enum op ops[] = {OP_BVADD, OP_BVSUB, OP_BVXOR, OP_BVAND};
    term x = random_below(&l->r, 2) ? l->a : l->b;
    term c = term_bv(l->t, LAB_BITS, 1 + random_u64(&l->r) % 7);
    if (random_below(&l->r, 4) == 0) return c;
    return term_2(l->t, ops[random_below(&l->r, 4)], x, random_below(&l->r, 4) ? c : l->b);
}

static term lab_condition(lab *l) {
    static const enum op ops[] = {OP_EQ, OP_BVULT, OP_BVULE, OP_BVSLT};
    term c = term_2(l->t, ops[random_below(&l->r, 4)], random_below(&l->r, 2) ? l->a : l->b,
                    random_below(&l->r, 3) ? term_bv(l->t, LAB_BITS, random_u64(&l->r)) : l->b);
    return random_below(&l->r, 2) ? c : term_not(l->t, c);
}

static cmd lab_command(lab *l, term guard) {
    cmd parts[3] = {cmd_assume(l->p, guard), cmd_skip(l->p), cmd_skip(l->p)};
    for (int i = 1; i < 3; i++) {
        term var = random_below(&l->r, 2) ? l->a : l->b;
        uint32_t what = random_below(&l->r, 6);
        if (what == 0) parts[i] = cmd_havoc(l->p, var, program_add_input(l->p, (input){0}));
        else if (what < 5) parts[i] = cmd_assign(l->p, var, lab_value(l));
    }
    return cmd_seq(l->p, 3, parts);
}

static void lab_open(lab *l, uint64_t seed) {
    *l = (lab){.t = terms_new(), .r = {seed}};
    l->p = program_new(l->t);
    l->a = term_var(l->t, "a", sort_bv(l->t, LAB_BITS));
    l->b = term_var(l->t, "b", sort_bv(l->t, LAB_BITS));
    program_add_variable(l->p, (variable){.var = l->a});
    program_add_variable(l->p, (variable){.var = l->b});
    loc inner[LAB_INNER + 2];
    for (int i = 0; i < LAB_INNER + 2; i++) inner[i] = program_add_location(l->p, (position){0});
    l->error = inner[LAB_INNER];
    program_set_error(l->p, l->error,
                      program_add_property(l->p, PROPERTY_ERROR, "unreach-call", ""));
    cmd zero[] = {cmd_assign(l->p, l->a, term_bv(l->t, LAB_BITS, 0)),
                  cmd_assign(l->p, l->b, lab_value(l))};
    program_add_edge(l->p, l->p->start, inner[0], cmd_seq(l->p, 2, zero), (position){0});
    for (int i = 0; i < LAB_INNER; i++) {
        term guard = random_below(&l->r, 4) ? lab_condition(l) : term_true(l->t);
        loc yes = inner[random_below(&l->r, LAB_INNER + 1)],
            no = inner[random_below(&l->r, LAB_INNER + 2)];
        program_add_edge(l->p, inner[i], i == LAB_INNER - 1 ? l->error : yes, lab_command(l, guard),
                         (position){0});
        program_add_edge(l->p, inner[i], same_loc(no, l->error) ? inner[0] : no,
                         lab_command(l, term_not(l->t, guard)), (position){0});
    }
    program_mark_cuts(l->p);
    l->pool = values_new(l->t);
    l->eval = evaluator_new(l->t, l->pool);
}

static void lab_close(lab *l) {
    evaluator_delete(l->eval);
    values_delete(l->pool);
    program_delete(l->p);
    terms_delete(l->t);
}

/* ---- the reference: sets of states as bits ---- */

static void lab_load(const lab *l, uint32_t s, model *m) {
    model_set(m, l->a, value_bv(l->t, LAB_BITS, s & 7));
    model_set(m, l->b, value_bv(l->t, LAB_BITS, s >> 3));
}

static uint32_t lab_pack(const lab *l, const model *m) {
    return (uint32_t)(model_get(m, l->t, l->a).bits | model_get(m, l->t, l->b).bits << 3);
}

static uint64_t lab_simple(lab *l, cmd c, uint32_t s, model *m) {
    lab_load(l, s, m);
    switch (cmd_kind_of(l->p, c)) {
    case CMD_ASSUME: return term_holds(l->eval, m, cmd_term(l->p, c)) ? 1ull << s : 0;
    case CMD_ASSIGN:
        model_set(m, cmd_var(l->p, c), term_eval(l->eval, m, cmd_term(l->p, c)));
        break;
    case CMD_HAVOC: {
        uint64_t all = 0;
        for (uint32_t v = 0; v < 8; v++) {
            model_set(m, cmd_var(l->p, c), value_bv(l->t, LAB_BITS, v));
            all |= 1ull << lab_pack(l, m);
        }
        return all;
    }
    default: break;
    }
    return 1ull << lab_pack(l, m);
}

static uint64_t lab_image(lab *l, cmd c, uint64_t from) {
    if (cmd_kind_of(l->p, c) == CMD_SEQ) {
        for (uint32_t i = 0; i < cmd_size(l->p, c); i++)
            from = lab_image(l, cmd_part(l->p, c, i), from);
        return from;
    }
    uint64_t to = 0;
    model m;
    model_init(&m, l->pool);
    for (uint32_t s = 0; s < LAB_STATES; s++)
        if (from >> s & 1) to |= lab_simple(l, c, s, &m);
    model_release(&m);
    return to;
}

static void lab_reachable(lab *l, uint64_t *reach) {
    memset(reach, 0, l->p->locations.size * sizeof *reach);
    reach[l->p->start.id] = ~0ull;
    for (bool changed = true; changed;) {
        changed = false;
        for (edge_id e = {0}; e.id < l->p->edges.size; e.id++) {
            const edge *x = &l->p->edges.data[e.id];
            uint64_t to = reach[x->to.id] | lab_image(l, x->command, reach[x->from.id]);
            changed |= to != reach[x->to.id];
            reach[x->to.id] = to;
        }
    }
}

static uint64_t lab_set_of(lab *l, term a) {
    uint64_t set = 0;
    model m;
    model_init(&m, l->pool);
    for (uint32_t s = 0; s < LAB_STATES; s++) {
        lab_load(l, s, &m);
        if (!a.id || term_holds(l->eval, &m, a)) set |= 1ull << s;
    }
    model_release(&m);
    return set;
}

/* Whether these formulas at the cut points prove the program: from each of them, to the next ones.
 */
static bool lab_proves(lab *l, const term_vec *invariant) {
    const program *p = l->p;
    for (loc c = {0}; c.id < p->locations.size; c.id++) {
        if (!same_loc(c, p->start) && !p->locations.data[c.id].cut) continue;
        uint64_t set[LAB_INNER + 4] = {0};
        set[c.id] = same_loc(c, p->start) ? ~0ull : lab_set_of(l, invariant->data[c.id]);
        bool first = true;
        for (bool changed = true; changed; first = false) {
            changed = false;
            for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
                const edge *x = &p->edges.data[e.id];
                if (p->locations.data[x->from.id].cut && !(first && same_loc(x->from, c))) continue;
                if (same_loc(x->from, p->start) && !(first && same_loc(c, p->start))) continue;
                uint64_t to = lab_image(l, x->command, set[x->from.id]);
                if (p->locations.data[x->to.id].property) {
                    if (to) return false;
                } else if (p->locations.data[x->to.id].cut) {
                    if (to & ~lab_set_of(l, invariant->data[x->to.id])) return false;
                } else {
                    changed |= (set[x->to.id] | to) != set[x->to.id];
                    set[x->to.id] |= to;
                }
            }
            if (first)
                set[c.id] = 0,
                changed = true; /* a run that comes back to the cut point has ended there */
        }
    }
    return true;
}

/* ---- invariants as clauses, and mutations of them ---- */

static term lab_clause(lab *l, uint32_t s) {
    return term_or(l->t, term_not(l->t, term_eq(l->t, l->a, term_bv(l->t, LAB_BITS, s & 7))),
                   term_not(l->t, term_eq(l->t, l->b, term_bv(l->t, LAB_BITS, s >> 3))));
}

static void lab_clauses(lab *l, uint64_t set, term_vec *clauses) {
    for (uint32_t s = 0; s < LAB_STATES; s++)
        if (!(set >> s & 1)) vec_push(clauses, lab_clause(l, s));
}

/* One literal dropped, changed, or added; or a clause dropped or added. */
static void lab_mutate(lab *l, term_vec *clauses) {
    term literal = term_not(l->t, term_eq(l->t, random_below(&l->r, 2) ? l->a : l->b,
                                          term_bv(l->t, LAB_BITS, random_u64(&l->r))));
    uint32_t n = clauses->size, i = n ? random_below(&l->r, n) : 0;
    switch (n ? random_below(&l->r, 5) : 4) {
    case 0: clauses->data[i] = literal; break;
    case 1: clauses->data[i] = lab_clause(l, random_below(&l->r, LAB_STATES)); break;
    case 2: clauses->data[i] = term_or(l->t, clauses->data[i], literal); break;
    case 3: clauses->data[i] = vec_last(clauses), clauses->size--; break;
    default: vec_push(clauses, literal);
    }
}

static loc lab_some_cut(lab *l) {
    loc cuts[LAB_INNER + 4];
    uint32_t n = 0;
    for (loc c = {0}; c.id < l->p->locations.size; c.id++)
        if (l->p->locations.data[c.id].cut) cuts[n++] = c;
    return n ? cuts[random_below(&l->r, n)] : NO_LOC;
}

static bool lab_accepted(lab *l, const term_vec *invariant, solver_set provers) {
    evidence e;
    evidence_init(&e, l->t);
    budget b = budget_of(60, 0);
    bool good = certificate_write(l->p, invariant, "a mutated proof", &e);
    if (good) certificate_check(&e.certificate, provers, &b, &e);
    good = good && e.level != EVIDENCE_NONE;
    evidence_release(&e);
    return good;
}

/* Mutate the invariant of a safe program at one cut point; compare the check with the reference. */
static void lab_mutate_proof(lab *l, const uint64_t *reach, solver_set provers, lab_count *count) {
    loc at = lab_some_cut(l);
    if (same_loc(at, NO_LOC)) return;
    term_vec invariant = {0}, clauses = {0};
    vec_resize(&invariant, l->p->locations.size);
    for (loc c = {0}; c.id < l->p->locations.size; c.id++) {
        vec_clear(&clauses);
        lab_clauses(l, reach[c.id], &clauses);
        if (same_loc(c, at)) lab_mutate(l, &clauses);
        if (l->p->locations.data[c.id].cut)
            invariant.data[c.id] = term_and_n(l->t, clauses.size, clauses.data);
    }
    bool proves = lab_proves(l, &invariant), accepted = lab_accepted(l, &invariant, provers);
    if (proves != accepted) {
        text said = {0};
        cfa_print(l->p, &said);
        fprintf(stderr, "mutated proof: the reference says %d, the check %d\n%s\n", proves,
                accepted, text_string(&said));
        text_release(&said);
    }
    *(proves != accepted ? &count->wrong : proves ? &count->harmless : &count->broken) += 1;
    vec_release(&invariant);
    vec_release(&clauses);
}

/* ---- traces ---- */

/* Run on the inputs by the reference; inputs that are not given are 0. */
static bool lab_hits(lab *l, const input_log *log) {
    uint32_t state = 0, next[256] = {0};
    loc at = l->p->start;
    for (int step = 0; step < LAB_STEPS && !same_loc(at, l->error); step++) {
        loc to = NO_LOC;
        for (edge_id e = {0}; e.id < l->p->edges.size && same_loc(to, NO_LOC); e.id++) {
            const edge *x = &l->p->edges.data[e.id];
            uint64_t set = 1ull << state;
            if (!same_loc(x->from, at)) continue;
            uint32_t read[256];
            memcpy(read, next, sizeof read);
            for (uint32_t i = 0; i < cmd_size(l->p, x->command) || i == 0; i++) {
                cmd c = cmd_kind_of(l->p, x->command) == CMD_SEQ ? cmd_part(l->p, x->command, i)
                                                                 : x->command;
                if (cmd_kind_of(l->p, c) == CMD_HAVOC) {
                    uint64_t v = 0;
                    uint32_t in = cmd_input(l->p, c), seen = 0;
                    for (uint32_t k = 0; k < log->items.size; k++)
                        if (log->items.data[k].input == in && seen++ == read[in])
                            v = log->items.data[k].value.bits;
                    read[in]++;
                    uint32_t s = (uint32_t)__builtin_ctzll(set);
                    s = same(cmd_var(l->p, c), l->a) ? (s & 56) | (uint32_t)v
                                                     : (s & 7) | (uint32_t)v << 3;
                    set = 1ull << s;
                } else set = lab_image(l, c, set);
                if (!set || cmd_kind_of(l->p, x->command) != CMD_SEQ) break;
            }
            if (!set) continue;
            memcpy(next, read, sizeof next);
            state = (uint32_t)__builtin_ctzll(set);
            to = x->to;
        }
        if (same_loc(to, NO_LOC)) return false;
        at = to;
    }
    return same_loc(at, l->error);
}

/* Change one input of a violation; compare the replay with the reference. */
static void lab_mutate_trace(lab *l, lab_count *count) {
    engine_options o;
    engine_options_default(&o);
    engine_result r;
    engine_result_init(&r, l->t);
    budget b = budget_of(20, 0);
    explicit_run(l->p, &o, &b, NULL, &r);
    if (r.verdict == VERDICT_FALSE && r.trace.inputs.items.size) {
        evidence e;
        evidence_init(&e, l->t);
        replay_trace(l->p, l->p, &r, &b, &e);
        if (e.level != EVIDENCE_REPLAYED) count->wrong++;
        struct input_value *v =
            &r.trace.inputs.items.data[random_below(&l->r, r.trace.inputs.items.size)];
        v->value.bits = (v->value.bits + 1 + random_below(&l->r, 7)) % 8;
        model_clear(&r.trace.initial);
        bool hits = lab_hits(l, &r.trace.inputs);
        budget brief = budget_of(0.5, 0);
        replay_trace(l->p, l->p, &r, &brief, &e);
        bool accepted = e.level == EVIDENCE_REPLAYED;
        *(hits != accepted ? &count->wrong : hits ? &count->harmless : &count->broken) += 1;
        evidence_release(&e);
    }
    engine_result_release(&r);
}

/* Both kinds, from `seed` on, until `wanted` broken ones of each were seen or `most` programs were
 * made. */
static void lab_run(uint64_t seed, uint32_t wanted, uint32_t most, lab_count *proofs,
                    lab_count *traces) {
    for (uint32_t i = 0; i < most && (proofs->broken < wanted || traces->broken < wanted); i++) {
        lab l;
        uint64_t reach[LAB_INNER + 4];
        lab_open(&l, seed + i);
        lab_reachable(&l, reach);
        if (!reach[l.error.id] && proofs->broken < wanted)
            lab_mutate_proof(&l, reach, i % 2 ? SOLVED_BY_Z3 : SOLVED_BY_BLAST, proofs);
        if (reach[l.error.id] && traces->broken < wanted) lab_mutate_trace(&l, traces);
        lab_close(&l);
    }
}

#endif
