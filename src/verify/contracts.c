/* Contracts instead of inlining: guess, verify, drop what a run refutes, and again. */
#include "verify/verify_internal.h"

/* The place of a contract that an input of the program speaks of; NULL: none. */
static const contract_input *place_of(const contracts *c, uint32_t number) {
    for (uint32_t i = 0; i < c->said.size; i++)
        if (c->said.data[i].input == number) return &c->said.data[i];
    return NULL;
}

uint32_t contracts_refute(const input_log *inputs, contracts *c) {
    const contract_input *last = NULL;
    contract_point at = {{0}};
    for (uint32_t i = 0; i < inputs->items.size; i++) {
        const struct input_value *x = &inputs->items.data[i];
        const contract_input *said = place_of(c, x->input);
        if (!said) continue;
        uint32_t width = c->items.data[said->contract].width[said->place];
        at.value[said->place] = (int64_t)(x->value.bits << (64 - width)) >> (64 - width);
        last = said;
    }
    return last ? contract_refute(c, last->contract, last->after, &at) : 0;
}

static uint32_t refute_by_run(const verification *v, contracts *c) {
    if (!v->reduced || !verify_at_contract(v->reduced, &v->result)) return 0;
    evidence run;
    evidence_init(&run, v->terms);
    replay_trace(v->unreduced, v->reduced, &v->result, &v->limits, &run);
    uint32_t refuted = run.level == EVIDENCE_REPLAYED ? contracts_refute(&run.inputs, c) : 0;
    evidence_release(&run);
    return refuted;
}

enum { CONTRACT_SECONDS = 120 };

/* What was refuted for some arguments may hold for those of calls. */
static void restore_results(contracts *c) {
    for (uint32_t i = 0; i < c->items.size; i++)
        for (uint32_t k = 0; k < c->items.data[i].clauses.size; k++)
            c->items.data[i].clauses.data[k].refuted &= !c->items.data[i].clauses.data[k].after;
}

/* First for any arguments, then for those of calls, then with the results for single arguments,
 * which are many: each has a third of the time. */
static void begin_third(model_series *s, bool descends, bool singles) {
    s->contracts.descends = descends;
    s->contracts.singles = singles;
    s->share = budget_share(s->plain->limits, s->seconds / 3);
    if (descends) restore_results(&s->contracts);
}

/* With the clauses that are left. */
static bool again(model_series *s) {
    s->model.seconds = budget_left(&s->share);
    return s->model.seconds > 0 && !budget_over(&s->share); /* 0 would be no limit */
}

static bool first(model_series *s) {
    const budget *limits = &s->plain->limits;
    if (s->options->witness || s->options->load.forget_memory ||
        !program_has_property(s->plain->unreduced, LIMIT_RECURSION))
        return false;
    double most = CONTRACT_SECONDS;
    if (limits->deadline && most > budget_left(limits) / 2) most = budget_left(limits) / 2;
    s->model = model_plain(s->options);
    s->model.kind = MODEL_CONTRACTS;
    s->model.load.contracts = &s->contracts;
    s->model.patience = 0;
    s->seconds = most;
    begin_third(s, false, false);
    s->model.seconds = budget_left(&s->share);
    contracts_settle(s);
    s->share = budget_share(*limits, s->seconds / 3);
    return again(s);
}

static bool next(model_series *s, const verification *last) {
    if (!s->contracts.items.size) return false;
    if (refute_by_run(last, &s->contracts) && again(s)) return true;
    if (s->contracts.singles) return false;
    begin_third(s, !s->contracts.descends, s->contracts.descends);
    return again(s);
}

const model_source models_with_contracts = {first, next};
