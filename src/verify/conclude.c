/* What the answer of an engine, with its evidence, says about the program. */
#include "base/log.h"
#include "verify/verify_internal.h"

#include <stdio.h>

static void conclude(verification *v, enum verdict verdict, const char *detail) {
    v->verdict = verdict;
    snprintf(v->detail, sizeof v->detail, "%s", detail);
}

const char *verify_under_approximated(const program *p) {
    for (uint32_t i = 0; i < p->notes.size; i++)
        if (p->notes.data[i].kind == NOTE_UNDER) return program_text(p, p->notes.data[i].text);
    return NULL;
}

static bool is_zero(const verification *v, value given) {
    return value_equal(v->evidence.pool, given, value_default(v->evidence.pool, given.sort));
}

/* Values that main is called with. */
static bool main_argument(const verification *v, uint32_t which, uint64_t *raw, uint32_t *width) {
    const program *p = v->unreduced;
    for (uint32_t i = 0; i < v->evidence.inputs.items.size; i++) {
        const struct input_value *given = &v->evidence.inputs.items.data[i];
        bool argument = program_input_origin(p, given->input) == ORIGIN_ARGUMENT;
        if (!argument || !sort_is_bv(v->terms, given->value.sort) || which--) continue;
        *width = sort_width(v->terms, given->value.sort);
        return value_u64(v->evidence.pool, given->value, raw);
    }
    return false;
}

/* The array that argv points to ends with a null pointer; the memory of others holds anything. */
static bool reads_beyond_arguments(const verification *v) {
    const evidence *e = &v->evidence;
    uint64_t argc, argv;
    uint32_t width;
    if (!e->reads.size || !main_argument(v, 0, &argc, &width) ||
        !main_argument(v, 1, &argv, &width))
        return false;
    uint64_t end = argv + argc * (width / 8);
    for (uint32_t i = 0; i < e->reads.size; i++)
        if (e->reads.data[i].address - end < width / 8 &&
            !is_zero(v, e->inputs.items.data[e->reads.data[i].input].value))
            return true;
    return false;
}

/* What the violation needs and need not be real; NULL: nothing. */
static const char *needs_over(const program *p, const evidence *e) {
    for (uint32_t i = 0; i < e->needs.size; i++) {
        const struct input_value *x = &e->inputs.items.data[e->needs.data[i]];
        const origin_info *origin = origin_about(program_input_origin(p, x->input));
        if (origin->direction == ORIGIN_OVER || rests_on_stub(p, e, x)) return origin->says;
    }
    return NULL;
}

/* Null is what such code may well store; what lies this close may be a member or an element. */
enum { NEAR = 4096 };

static bool is_near(uint64_t stored, uint64_t followed) {
    return stored && (followed - stored < NEAR || stored - followed < NEAR);
}

static bool holds_near(const terms *t, term held, uint64_t followed) {
    uint64_t stored;
    for (; term_op(t, held) == OP_STORE; held = term_arg(t, held, 0))
        if (!term_get_u64(t, term_arg(t, held, 2), &stored) || is_near(stored, followed))
            return true;
    if (term_op(t, held) == OP_CONST_ARRAY) held = term_arg(t, held, 0);
    return !term_get_u64(t, held, &stored) || is_near(stored, followed);
}

/* The pointer that is followed at the error is what external code stored, and nothing was
 * presumed of: that such code stores what leads nowhere is no violation of the program. Parts of a
 * pointer are not put together: any of them will do. */
static bool follows_stored(const program *p, const evidence *e) {
    uint32_t width = term_width(p->terms, p->locations.data[e->reached.id].followed);
    for (uint32_t i = 0; i < e->needs.size; i++) {
        const struct input_value *x = &e->inputs.items.data[e->needs.data[i]];
        if (x->input >= p->inputs.size || !p->inputs.data[x->input].pointers) continue;
        sort s = x->value.sort;
        if (sort_kind_of(p->terms, s) == SORT_ARRAY) s = sort_element(p->terms, s);
        bool part = !sort_is_bv(p->terms, s) || sort_width(p->terms, s) < width;
        if (part ? !value_equal(e->pool, x->value, value_default(e->pool, x->value.sort))
                 : holds_near(p->terms, value_to_term(e->pool, x->value), e->followed))
            return true;
    }
    return false;
}

/* ... or where it handed over the address of one of the program's objects, which may be where the
 * pointer comes from: that it may be followed is assumed. `given`: to a test, where it is no
 * address of that object. */
static bool follows_handed_over(const program *p, const evidence *e, bool given) {
    uint64_t size = p->objects_to - p->objects_from, from;
    for (uint32_t i = 0; i < e->inputs.items.size && e->followed >= NEAR; i++) {
        const struct input_value *x = &e->inputs.items.data[i];
        if (x->input >= p->inputs.size || !p->inputs.data[x->input].presumed.id ||
            (given && !origin_about(program_input_origin(p, x->input))->given))
            continue;
        if (value_u64(e->pool, x->value, &from) &&
            (is_near(from, e->followed) || from - p->objects_from < size))
            return true;
    }
    return false;
}

const char *verify_guessed(const program *unreduced, const evidence *e) {
    require(e->needs_known || e->level != EVIDENCE_REPLAYED, "what a violation needs is not known");
    if (e->unsteady) return origin_about(ORIGIN_OUTSIDE)->says;
    if (e->followed && follows_stored(unreduced, e))
        return "a pointer that a function without a body stores";
    if (follows_handed_over(unreduced, e, false)) return "a pointer of a function without a body";
    return needs_over(unreduced, e);
}

/* Why nothing was decided. A portfolio names every engine and its reason; where one of them is a
 * limit of the model, that is what the user wants. */
static void conclude_unknown(verification *v) {
    const engine_result *r = &v->result;
    if (interrupt_requested) verify_stop(v, stop_by(BUDGET_INTERRUPTED));
    else if (v->rejected.why[0]) verify_stop(v, (stop_reason){v->rejected.end, v->rejected.why});
    else if (r->limit) {
        v->limit = r->limit;
        const property *x = &v->unreduced->properties.data[r->limit - 1];
        verify_limited(v, x->id, program_text(v->unreduced, x->name));
    } else verify_stop(v, (stop_reason){r->end, r->reason[0] ? r->reason : "gave up"});
}

static bool begins_in_body(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    if (cmd_kind_of(p, c) == CMD_HAVOC)
        return program_input_origin(p, cmd_input(p, c)) == ORIGIN_CONTRACT_ARGUMENT;
    for (uint32_t i = 0; i < cmd_size(p, c); i++)
        if (begins_in_body(p, cmd_part(p, c, i))) return true;
    return false;
}

/* A violation of the program with contracts is one of the program where it begins in main and was
 * executed. (The inputs do not tell: those of a way that was tried and not taken are among them.)
 */
static bool in_original(const verification *v) {
    const program *p = v->unreduced;
    for (uint32_t i = 0; i < v->evidence.path.size; i++)
        if (begins_in_body(p, p->edges.data[v->evidence.path.data[i].id].command)) return false;
    return v->evidence.level == EVIDENCE_EXECUTED;
}

/* The limit of the model that a violation may owe itself to; PROPERTY_NAMED: there is none. */
static enum property_id doubted_model(const verification *v) {
    if (v->model.kind == MODEL_SUMMARIES && !in_original(v)) return LIMIT_RECURSION;
    if (v->model.load.choice.memory) return LIMIT_MEMORY;
    return v->model.kind == MODEL_UNBOUNDED ? LIMIT_HEAP : PROPERTY_NAMED;
}

/* A compiled test has one value for a place that the run reads as two. Where a fault is the error,
 * the test may meet another one. */
static bool may_be_another_fault(const verification *v, const property *broken) {
    if (follows_handed_over(v->unreduced, &v->evidence, true)) return true;
    return v->evidence.unsteady && (broken->id == PROPERTY_DEREF || broken->id == PROPERTY_NULL);
}

/* What else stands against a violation; NULL: nothing does. */
static const char *doubt_violation(const verification *v, const property *broken) {
    bool executed = v->evidence.level == EVIDENCE_EXECUTED && !may_be_another_fault(v, broken);
    if (reads_beyond_arguments(v)) return "argv[argc] is null"; /* a test gives what it is told */
    return executed ? NULL : verify_guessed(v->unreduced, &v->evidence);
}

static void conclude_violation(verification *v) {
    const property *broken = program_property_at(v->reduced, v->result.reached);
    enum property_id limit = broken->id == PROPERTY_CONTRACT ? PROPERTY_CONTRACT : doubted_model(v);
    const char *doubt = limit ? NULL : doubt_violation(v, broken);
    if (limit) verify_limited(v, limit, property_name(limit));
    else if (doubt) verify_unknown(v, doubt);
    else conclude(v, VERDICT_FALSE, program_text(v->reduced, broken->name));
}

void verify_conclude(verification *v) {
    assert_debug(v->unreduced || v->verdict == VERDICT_UNKNOWN);
    assert(v->result.pool);
    LOG("verify", "conclude, verdict %d", (int)v->verdict);
    const char *under = verify_under_approximated(v->unreduced);
    v->limit = 0;
    if (v->result.verdict == VERDICT_FALSE) conclude_violation(v);
    else if (v->result.verdict == VERDICT_UNKNOWN) conclude_unknown(v);
    else if (under) verify_unknown(v, under);
    else conclude(v, VERDICT_TRUE, "");
}
