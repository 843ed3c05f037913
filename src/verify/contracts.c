/* Contracts instead of inlining: guess, verify, drop what a run refutes, and again. */
#include "frontend/contract.h"
#include "verify/verify.h"

#include <stdio.h>
#include <string.h>

/* The clauses that the values at the end of a run refute. */
static uint32_t refute(const program *p, const input_log *inputs, contracts *c) {
    unsigned which = 0, after = 0, place = 0, found = 0;
    contract_point at = {{0}};
    for (uint32_t i = 0; i < inputs->items.size; i++) {
        const struct input_value *x = &inputs->items.data[i];
        const char *name = program_text(p, p->inputs.data[x->input].name);
        if (sscanf(name, CONTRACT_INPUT, &which, &after, &place) != 3) continue;
        uint32_t width = c->items.data[which].width[place];
        at.value[place] = (int64_t)(x->value.bits << (64 - width)) >> (64 - width);
        found++;
    }
    return found ? contract_refute(c, which, after, &at) : 0;
}

static uint32_t refute_by_run(verification *v, contracts *c) {
    if (!v->unreduced || !verify_at_contract(v->reduced, &v->result)) return 0;
    evidence run;
    evidence_init(&run, v->terms);
    replay_trace(v->unreduced, v->reduced, &v->result, &v->limits, &run);
    uint32_t refuted = run.level == EVIDENCE_REPLAYED ? refute(v->unreduced, &run.inputs, c) : 0;
    evidence_release(&run);
    return refuted;
}

/* With the clauses that are left; false where there are none to try. */
static bool verify_contracts_once(const verify_options *o, verification *v) {
    bool good = verify_prepare(o, 0, v) && o->load.contracts->items.size;
    if (good) verify_prepared(o, v);
    return good;
}

/* With clauses that no run refutes, or with a violation that was executed: the verdict. Otherwise v
 * stays, and `c` keeps what is not refuted yet. */
static void verify_by_clauses(const verify_options *o, const budget *share, contracts *c,
                              verification *v) {
    verify_options with = *o;
    with.load.contracts = c;
    for (uint32_t refuted = 1; refuted;) {
        verification next;
        with.seconds = budget_left(share);
        if (with.seconds <= 0 || budget_over(share)) return; /* 0 would be no limit */
        bool good = verify_contracts_once(&with, &next),
             decided = good && next.verdict != VERDICT_UNKNOWN;
        refuted = good && !decided ? refute_by_run(&next, c) : 0;
        verification_release(decided ? v : &next);
        if (decided) *v = next;
    }
}

/* First without the results for single arguments, which are many. */
static void verify_by_both(const verify_options *o, double seconds, contracts *c, verification *v) {
    for (int i = 0; i < 2 && v->verdict == VERDICT_UNKNOWN; i++) {
        budget share = budget_share(v->limits, seconds / 2);
        c->singles = i;
        verify_by_clauses(o, &share, c, v);
    }
}

static bool has_limit(const program *p, const char *name) {
    for (uint32_t i = 0; i < p->properties.size; i++)
        if (p->properties.data[i].kind == PROPERTY_LIMIT &&
            !strcmp(program_text(p, p->properties.data[i].name), name))
            return true;
    return false;
}

enum { CONTRACT_SECONDS = 20 };

void verify_by_contracts(const verify_options *o, verification *v) {
    if (o->witness || !has_limit(v->unreduced, "recursion")) return;
    contracts c = {0};
    double most = CONTRACT_SECONDS;
    if (v->limits.deadline && most > budget_left(&v->limits) / 2)
        most = budget_left(&v->limits) / 2;
    verify_by_both(o, most, &c, v);
    contracts_release(&c);
}
