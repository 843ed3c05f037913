#include "verify/infer_contract.h"
#include "base/log.h"
#include "verify/each.h"

#include <stdio.h>

typedef struct {
    const verify_options *options;
    const proposal *candidates;
    uint32_t premise; /* the one that was chosen */
    const char *assigns;
    bits dropped; /* of the candidates for ensures */
    inferred_contract *out;
} contract_search;

/* What a contract made of candidates leaves. */
typedef struct {
    bool read;             /* it was understood */
    bool safe, frame_kept; /* no access leaves its object; nothing else is assigned */
    uint32_t failed;       /* of what is ensured */
} contract_trial;

/* ---- one contract ---- */

/* Lines before the first clause about what is ensured. */
static uint32_t write_clauses(const contract_search *s, bool ensures, text *out) {
    const proposal *p = s->candidates;
    uint32_t lines = 0;
    text_print(out, "%s%s", p->premises.data[s->premise].requires, s->assigns);
    for (size_t i = 0; i < out->size; i++) lines += out->data[i] == '\n';
    for (uint32_t i = 0; ensures && i < p->ensures.size; i++)
        if (!bits_has(&s->dropped, i)) text_print(out, "%s\n", p->ensures.data[i].text);
    return lines;
}

/* The candidate on this line of the contract; what was dropped has none. */
static uint32_t candidate_on(const contract_search *s, uint32_t line) {
    uint32_t i = 0;
    for (; i < s->candidates->ensures.size; i++)
        if (!bits_has(&s->dropped, i) && !line--) return i;
    return i;
}

/* A call of the function that is not understood, a clause that does not compile. */
static void say_why(contract_search *s, verification *v) {
    const char *why = v->detail[0] ? v->detail : "the compiler refuses a clause";
    snprintf(s->out->reason, sizeof s->out->reason, "%s", why);
}

static void judge(contract_search *s, const check_list *l, uint32_t before, contract_trial *t) {
    bits failed = {0};
    for (uint32_t i = 0; i < l->items.size; i++) {
        const named_check *c = &l->items.data[i];
        if (c->state == CHECK_STATE_PROVED) continue;
        if (c->property == PROPERTY_ASSIGNS) t->frame_kept = false;
        else if (c->property == PROPERTY_ENSURES)
            bits_add(&failed, candidate_on(s, c->line - s->candidates->line - before));
        else t->safe = false;
    }
    for (uint32_t i = 0; i < s->candidates->ensures.size; i++)
        if (bits_has(&failed, i)) bits_add(&s->dropped, i), t->failed++;
    bits_release(&failed);
}

static contract_trial try_contract(contract_search *s, bool ensures) {
    contract_trial t = {.safe = true, .frame_kept = true};
    static verification v;
    check_list checks = {0};
    verify_options how = *s->options;
    text clauses = {0};
    uint32_t before = write_clauses(s, ensures, &clauses);
    how.load.function = s->candidates->name;
    how.load.texts.proposed = text_string(&clauses);
    how.load.checks = CHECK_DEREF | CHECK_NULL;
    verify_each(&how, &v, &checks);
    t.read = v.unreduced != NULL;
    if (t.read) judge(s, &checks, before, &t);
    else say_why(s, &v);
    check_list_release(&checks);
    verification_release(&v);
    text_release(&clauses);
    return t;
}

/* ---- premises ---- */

static const char nothing[] = "assigns \\nothing;\n";

/* The weakest premise under which accesses are safe; where there is none, the first that asks for
 * something. */
static contract_trial choose_premise(contract_search *s) {
    uint32_t count = s->candidates->premises.size, best = count > 1;
    contract_trial t = {0}, of_best = {0};
    s->assigns = nothing;
    for (s->premise = 0; s->premise < count; s->premise++) {
        t = try_contract(s, false);
        if (!t.read || t.safe) return t;
        if (s->premise == best) of_best = t;
    }
    s->premise = best;
    return of_best;
}

static void choose_frame(contract_search *s, bool keeps_nothing) {
    if (keeps_nothing) return;
    s->assigns = s->candidates->premises.data[s->premise].assigns;
    if (*s->assigns && !try_contract(s, false).frame_kept) s->assigns = "";
}

/* ---- what is ensured ---- */

static void drop_weaker(contract_search *s) {
    const proposal *p = s->candidates;
    for (uint32_t i = 0; i < p->ensures.size; i++)
        for (uint32_t k = 0; k < p->ensures.size; k++)
            if (i != k && !bits_has(&s->dropped, i) && !bits_has(&s->dropped, k) &&
                clause_is_weaker(&p->ensures.data[i], &p->ensures.data[k]))
                bits_add(&s->dropped, i);
}

static bool says_something(const contract_search *s) {
    text clauses = {0};
    write_clauses(s, true, &clauses);
    bool some = clauses.size;
    text_release(&clauses);
    return some;
}

/* Until all that are left are proved together: a run ends at the first clause that it violates. */
static bool keep_proved(contract_search *s) {
    contract_trial t = {.read = true, .failed = 1};
    while (t.read && t.failed && says_something(s)) t = try_contract(s, true);
    return t.read;
}

void infer_contract(const verify_options *o, const proposal *p, inferred_contract *out) {
    LOG("verify", "infer a contract");
    contract_search s = {.options = o, .candidates = p, .out = out};
    *out = (inferred_contract){0};
    contract_trial t = choose_premise(&s);
    out->safe = t.safe;
    if (t.read) choose_frame(&s, t.frame_kept);
    if (t.read && (!p->ensures.size || keep_proved(&s))) {
        drop_weaker(&s);
        write_clauses(&s, true, &out->clauses);
    }
    bits_release(&s.dropped);
}
