#include "verify/termination.h"
#include "base/log.h"
#include "engine/termination/watch.h"
#include "evidence/stated.h"
#include "verify/termination_internal.h"
#include "verify/verify_internal.h"

#include <stdio.h>
#include <string.h>

/* ---- the program ---- */

static const char no_overflow[] = "signed arithmetic does not overflow (not checked)";

/* What C leaves undefined is not asked about: a run that overflows a signed word ends there.
 * Direction: an assumption, which the report names. */
static void end_at_overflow(program *p) {
    bool any = false;
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        if (!p->locations.data[l.id].property) continue;
        enum property_id id = program_property_at(p, l)->id;
        if (id != PROPERTY_OVERFLOW && id != LIMIT_SHIFT) continue;
        p->locations.data[l.id].property = 0;
        any = true;
    }
    if (any) program_add_note(p, NOTE_ASSUMPTION, no_overflow, (position){0});
}

static void assume_returns(program *p) {
    for (uint32_t i = 0; i < p->notes.size; i++)
        if (p->notes.data[i].kind == NOTE_MISSING_BODY) {
            program_add_note(p, NOTE_ASSUMPTION, "functions without a body return", (position){0});
            return;
        }
}

verify_model termination_model(const verify_options *o) {
    verify_model m = model_plain(o);
    m.load.checks = CHECK_TERMINATION | CHECK_OVERFLOW;
    return m;
}

bool termination_load(const verify_options *o, verification *v) {
    if (!verify_load(o, v)) return false;
    assume_returns(v->unreduced);
    return true;
}

/* With --step each call returns: the loop around the step function is the harness's own, the only
 * one around others that no line of the source has. False: it cannot be told from others. */
static bool mark_endless(const verify_options *o, loop_set *s) {
    uint32_t found = 0;
    for (uint32_t i = 0; o->load.step && i < s->items.size; i++) {
        loc head = s->items.data[i].head;
        bool ours =
            !s->p->locations.data[head.id].at.line && same_loc(s->nest.outer.data[head.id], NO_LOC);
        s->items.data[i].endless = ours;
        found += ours;
    }
    return !o->load.step || found == 1;
}

/* ---- questions about programs made from it ---- */

/* What was found about another program is what is said about this one. */
static void take_over(verification *v, verification *sub) {
    program *old = v->unreduced;
    v->unreduced = sub->unreduced;
    v->reduced = sub->reduced;
    v->reduction = sub->reduction;
    v->result = sub->result;
    v->evidence = sub->evidence;
    v->verdict = sub->verdict;
    v->from_c = sub->from_c;
    v->final = true;
    snprintf(v->detail, sizeof v->detail, "%s", sub->detail);
    for (int i = STAGE_REDUCE; i < STAGE_COUNT; i++) v->seconds[i] = sub->seconds[i];
    program_delete(old);
}

/* Engines are not to look for the error in compiled runs. */
static void begin(verification *sub, const verification *v, program *p, double patience) {
    verification_share(sub, v, p);
    sub->from_c = false;
    if (patience > 0) sub->limits = budget_share(sub->limits, patience);
}

static void answer(termination *x, verification *sub, bool decided) {
    if (decided && !x->asks_only) take_over(x->v, sub);
    else verification_release(sub);
}

/* ---- runs that come back to a state ---- */

static loc error_of(const program *p) {
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].property &&
            program_property_at(p, l)->id == PROPERTY_TERMINATION)
            return l;
    return NO_LOC;
}

static void claim(const termination *x, verification *sub, const input_log *log) {
    engine_result *r = &sub->result;
    engine_result_init(r, sub->terms);
    r->verdict = VERDICT_FALSE;
    r->engine = "runs";
    r->reached = error_of(sub->unreduced);
    for (uint32_t i = 0; i < log->items.size; i++) {
        struct input_value in = log->items.data[i];
        in.value = value_move(sub->terms, x->pool, in.value, r->pool);
        vec_push(&r->trace.inputs.items, in);
    }
}

/* The run with these inputs, after `claim`, reaches the error; taken over where it does. */
static bool confirm(termination *x, verification *sub) {
    sub->reduced = program_clone(sub->unreduced);
    verify_check(x->o, sub, sub->reduced, &sub->result);
    verify_conclude(sub);
    return sub->verdict == VERDICT_FALSE;
}

/* Whether a test shows that the run comes back to a state: deeper and deeper calls end it. */
static bool can_execute(const termination *x) {
    return x->v->from_c && x->v->model.load.choice.calls == CALLS_INLINED;
}

/* True: the run is one that never ends, with evidence. */
static bool confirm_repeated(termination *x, const input_log *log, uint32_t which, uint64_t visit) {
    verification sub;
    uint32_t save;
    program *p = loop_repeated(&x->loops, which, &save);
    end_at_overflow(p);
    begin(&sub, x->v, p, 0);
    claim(x, &sub, log);
    for (uint64_t i = 1; i <= visit; i++)
        vec_push(&sub.result.trace.inputs.items,
                 ((struct input_value){save, value_bool(sub.terms, i == visit)}));
    sub.from_c = can_execute(x);
    bool good = confirm(x, &sub);
    if (good) take_over(x->v, &sub);
    else verification_release(&sub);
    return good;
}

enum { PATIENCE = 10 }; /* seconds for a question, where there are others */

typedef bool state_user(termination *x, const input_log *log, uint32_t which, uint64_t visit);

/* Runs, until a state comes back; `use` (NULL: none) says whether that is used. */
static bool run_on(termination *x, const sample_options *how, state_user *use) {
    enum { SECONDS = 2, LONG_SECONDS = 6 };
    input_log log = {0};
    uint32_t which;
    uint64_t visit;
    budget b = budget_share(x->v->limits, how->first ? LONG_SECONDS : SECONDS);
    bool found = loops_sample(&x->loops, &b, how, x->pool, &log, &which, &visit) &&
                 (!use || use(x, &log, which, visit));
    vec_release(&log.items);
    return found;
}

/* The same, and transitions for tuples. */
static bool sample(termination *x, state_user *use) {
    enum { SECONDS = 1 };
    sample_options how = {.seed = 1, .wander = !use, .endless = use ? &x->endless : NULL};
    if (run_on(x, &how, use)) return true;
    budget b = budget_share(x->v->limits, SECONDS);
    loops_scatter(&x->loops, &b, 1);
    return false;
}

/* Does the run that reaches an error go on until a state comes back? */
static bool goes_round(termination *x, const verification *to) {
    return to->result.verdict == VERDICT_FALSE && to->evidence.level != EVIDENCE_NONE &&
           run_on(x,
                  &(sample_options){
                      .seed = 2, .first = &to->evidence.inputs, .first_pool = to->evidence.pool},
                  confirm_repeated);
}

/* The engines look for a run into a loop, which then goes on by itself. */
static bool search_entered(termination *x, uint32_t which, double patience) {
    verification sub;
    program *p = loop_returns(&x->loops, which);
    end_at_overflow(p);
    begin(&sub, x->v, p, patience);
    verify_cut_limits(sub.unreduced);
    verify_one(x->o, &sub);
    bool found = goes_round(x, &sub);
    verification_release(&sub);
    return found;
}

bool termination_sample(termination *x) { return sample(x, NULL); }

/* The engines look for a state that comes back. */
bool termination_search(termination *x, uint32_t which, double patience) {
    assert_debug(which < x->loops.items.size);
    LOG("verify", "does loop %u end?", which);
    verification sub;
    uint32_t save;
    program *p = loop_repeated(&x->loops, which, &save);
    end_at_overflow(p);
    begin(&sub, x->v, p, patience);
    verify_cut_limits(sub.unreduced);
    verify_one(x->o, &sub);
    bool found = sub.verdict == VERDICT_FALSE;
    if (found && can_execute(x) && !x->asks_only) {
        sub.from_c = true;
        verify_check(x->o, &sub, sub.reduced, &sub.result);
        verify_conclude(&sub);
        found = sub.verdict == VERDICT_FALSE;
    }
    answer(x, &sub, found);
    return found;
}

/* ---- sets of states that are never left ---- */

/* No run from this state ends; `proof` has the certificate. */
static bool is_kept(termination *x, const long_run *r, double patience, verification *proof) {
    verify_options o = *x->o;
    program *p = loop_kept(&x->loops, r);
    char *title = mem_format("%s%sthe program from a state at L%u on: an error is where a run ends",
                             o.title ? o.title : "", o.title ? "; " : "",
                             x->loops.items.data[r->which].head.id);
    text told = {0};
    o.title = title;
    begin(proof, x->v, p, patience);
    long_run_tell(&x->loops, r, x->pool, &told);
    proof->measures = text_string(&told);
    verify_one(&o, proof);
    proof->measures = NULL;
    text_release(&told);
    mem_free(title);
    if (proof->verdict == VERDICT_TRUE) return true;
    verification_release(proof);
    return false;
}

/* The certificate of a run that never ends: of its first steps there is a replay. */
static void take_proof(evidence *to, evidence *from) {
    text swap = to->certificate;
    to->certificate = from->certificate;
    from->certificate = swap;
    to->checker = from->checker;
    to->queries = from->queries;
    snprintf(to->why, sizeof to->why, "no run from there ends: %s accepts the certificate (%s)",
             from->checker ? from->checker : "a solver", evidence_level_name(from->level));
}

/* The run comes to its state; `sub` has the replay in any case. */
static bool is_entered(termination *x, const long_run *r, verification *sub) {
    program *p = loop_state_met(&x->loops, r);
    end_at_overflow(p);
    begin(sub, x->v, p, 0);
    claim(x, sub, &r->inputs);
    return confirm(x, sub);
}

/* The run into the set, with the proof that no run leaves it. */
static bool never_ends(termination *x, const long_run *r, double patience) {
    verification proof, sub;
    if (!is_kept(x, r, patience, &proof)) return false;
    bool good = is_entered(x, r, &sub);
    if (good) {
        take_proof(&sub.evidence, &proof.evidence);
        take_over(x->v, &sub);
    } else verification_release(&sub);
    verification_release(&proof);
    return good;
}

/* A run that had not ended after many steps may never end. So many of them together have this part
 * of the time, and a second each. */
static bool find_kept(termination *x, double part, uint32_t most) {
    uint32_t n = x->endless.size < most ? x->endless.size : most;
    double patience = part * budget_left(&x->v->limits) / (n ? n : 1);
    patience = patience < 1 ? 1 : patience < PATIENCE ? patience : PATIENCE;
    for (uint32_t i = 0; i < n && !budget_over(&x->v->limits); i++)
        if (never_ends(x, &x->endless.data[i], patience)) return true;
    return false;
}

/* The compiled program, which is a hundred times faster than the interpreter, may come back to a
 * state. */
static bool find_by_execution(termination *x) {
    enum { MOST = 2, SECONDS = 5 };
    static const double part = 0.1;
    double patience = part * budget_left(&x->v->limits);
    for (uint32_t i = 0; i < x->endless.size && i < MOST && can_execute(x); i++) {
        verification sub;
        uint32_t save;
        const long_run *r = &x->endless.data[i];
        program *p = loop_repeated(&x->loops, r->which, &save);
        end_at_overflow(p);
        begin(&sub, x->v, p, patience < SECONDS ? patience : SECONDS);
        claim(x, &sub, &r->inputs);
        sub.result.trace.too_long = sub.from_c = true;
        bool good = confirm(x, &sub);
        answer(x, &sub, good);
        if (good) return true;
    }
    return false;
}

/* ---- tuples that decrease ---- */

typedef struct {
    loop_watch watch;
    input_queue *queue;
} learner;

static value learn_input(void *context, uint32_t in, sort s) {
    return input_queue_next(((learner *)context)->queue, in, s);
}

static void learn_edge(void *context, edge_id e, const model *state) {
    loop_watch_edge(&((learner *)context)->watch, e, state);
}

/* The transitions of a run that refutes a tuple. */
static void learn(termination *x, verification *refuted) {
    const evidence *e = &refuted->evidence;
    learner l = {.queue = input_queue_new(&e->inputs)};
    run_options o = {.next_input = learn_input,
                     .on_edge = learn_edge,
                     .context = &l,
                     .input_pool = e->pool,
                     .max_steps = e->path.size + 1,
                     .decisions = e->decisions.size ? &e->decisions : NULL,
                     .limits = &x->v->limits};
    loop_watch_init(&l.watch, &x->loops);
    l.watch.refutes = true;
    loop_watch_begin(&l.watch);
    program_run(refuted->unreduced, &e->initial, &o, NULL);
    loop_watch_end(&l.watch);
    loop_watch_release(&l.watch);
    input_queue_delete(l.queue);
}

bool termination_holds(termination *x, program *p, double patience) {
    verification sub;
    end_at_overflow(p);
    begin(&sub, x->v, p, patience);
    verify_one(x->o, &sub);
    bool proved = sub.verdict == VERDICT_TRUE;
    if (sub.result.verdict == VERDICT_FALSE && sub.evidence.level != EVIDENCE_NONE) learn(x, &sub);
    verification_release(&sub);
    return proved;
}

/* A table of all states, where there are few, is worth while once simple tuples are refuted. */
static bool tabulate(termination *x, uint32_t which) {
    enum { SECONDS = 3 };
    loop_facts *l = &x->loops.items.data[which];
    budget b = budget_share(x->v->limits, SECONDS);
    return !l->tabulated && !x->loops.bounded && !x->loops.single &&
           loop_tabulate(&x->loops, l, &b);
}

static bool rank(termination *x, uint32_t which) {
    enum { REFUTED = 3 };
    loop_facts *l = &x->loops.items.data[which];
    l->states = 0;
    if (l->refuted >= REFUTED && tabulate(x, which)) return true;
    return loop_rank(&x->loops, l) || tabulate(x, which);
}

static bool rank_all(termination *x) {
    for (uint32_t i = 0; i < x->loops.items.size; i++) {
        const loop_facts *l = &x->loops.items.data[i];
        if (!l->endless && !l->tried && !rank(x, i)) return false;
    }
    return true;
}

enum proof_outcome { PROOF_DONE, PROOF_REFUTED, PROOF_OPEN };

static bool overflows(const verification *sub) {
    enum property_id id = program_property_at(sub->unreduced, sub->evidence.reached)->id;
    return id == PROPERTY_OVERFLOW || id == LIMIT_SHIFT;
}

/* A run may overflow: from now on runs end there, and tuples are bounded. */
static void demand_bounds(loop_set *s) {
    s->bounded = true;
    for (uint32_t i = 0; i < s->items.size; i++) s->items.data[i].tried = false;
}

/* A round from each state of a loop is evidence of its own: the certificate is about the rest. */
static void say_states(const loop_set *s, evidence *e) {
    uint64_t states = 0;
    for (uint32_t i = 0; i < s->items.size; i++) states += s->items.data[i].states;
    if (!states) return;
    e->level = EVIDENCE_REPLAYED;
    snprintf(
        e->why, sizeof e->why,
        "of each of the %llu states of a loop the interpreter made a round; the certificate of "
        "the rest has %u queries",
        (unsigned long long)states, e->queries);
}

static enum proof_outcome try_tuples(termination *x, double patience) {
    verification sub;
    text told = {0};
    program *p = loops_measured(&x->loops);
    if (x->loops.bounded) end_at_overflow(p);
    begin(&sub, x->v, p, patience);
    loops_tell(&x->loops, &told);
    sub.measures = text_string(&told);
    verify_one(x->o, &sub);
    sub.measures = NULL;
    text_release(&told);
    bool refuted = sub.result.verdict == VERDICT_FALSE && sub.evidence.level != EVIDENCE_NONE;
    uint32_t failed =
        refuted ? loops_failed(&x->loops, sub.unreduced, sub.evidence.reached) : UINT32_MAX;
    enum proof_outcome outcome = sub.verdict == VERDICT_TRUE ? PROOF_DONE : PROOF_OPEN;
    if (outcome == PROOF_DONE) {
        say_states(&x->loops, &sub.evidence);
        answer(x, &sub, true);
        return outcome;
    }
    /* A state from which no round leads to one with fewer left. */
    if (failed != UINT32_MAX && x->loops.items.data[failed].tabulated && !x->asks_only)
        x->refuted = goes_round(x, &sub);
    if (failed != UINT32_MAX && !x->refuted) {
        uint32_t known = loop_transitions(&x->loops.items.data[failed]);
        learn(x, &sub);
        if (loop_transitions(&x->loops.items.data[failed]) > known) {
            x->loops.items.data[failed].tried = false;
            x->loops.items.data[failed].refuted++;
            outcome = PROOF_REFUTED;
        }
    }
    if (outcome == PROOF_OPEN && !x->refuted && !x->loops.bounded &&
        (!refuted || overflows(&sub)) && !sub.limit) {
        demand_bounds(&x->loops); /* it may overflow, or that it does not is too hard to prove */
        outcome = PROOF_REFUTED;
    }
    if (outcome == PROOF_OPEN && !x->refuted)
        snprintf(x->v->detail, sizeof x->v->detail, "%s", sub.detail);
    verification_release(&sub);
    return outcome;
}

/* That nothing overflows is often the harder part, and need not be proved. */
static double patience_for(const termination *x, double patience) {
    if (x->loops.bounded) return patience;
    return patience > 0 ? patience / 3 : budget_left(&x->v->limits) / 2;
}

/* `patience`: seconds for each tuple. */
bool termination_prove(termination *x, double patience) {
    enum { MOST_ROUNDS = 60 };
    for (uint32_t round = 0; round < MOST_ROUNDS && !budget_over(&x->v->limits); round++) {
        if (!rank_all(x)) return false;
        enum proof_outcome outcome = try_tuples(x, patience_for(x, patience));
        if (outcome != PROOF_REFUTED) return outcome == PROOF_DONE;
    }
    return false;
}

/* ---- models ---- */

/* Where the body of a procedure begins on any inputs, its summary is asked about: calls that do not
 * return are entered elsewhere. */
static void mark_summaries(loop_set *s) {
    const program *p = s->p;
    bits seen = {0};
    loc_vec waiting = {0};
    for (uint32_t i = 0; i < p->summaries.size; i++) bits_add(&seen, p->summaries.data[i].body.id);
    vec_push(&waiting, p->start);
    while (p->summaries.size && waiting.size) {
        const edge_id *out;
        loc at = vec_pop(&waiting);
        for (uint32_t i = program_out(s->p, at, &out); i--;) {
            loc to = p->edges.data[out[i].id].to;
            if (bits_has(&seen, to.id)) continue;
            bits_add(&seen, to.id);
            vec_push(&waiting, to);
        }
    }
    for (uint32_t i = 0; p->summaries.size && i < s->items.size; i++) {
        loc head = s->items.data[i].head;
        bool body = !bits_has(&seen, head.id);
        for (uint32_t k = 0; k < p->summaries.size; k++)
            body |= same_loc(head, p->summaries.data[k].body);
        s->items.data[i].endless |= body;
    }
    bits_release(&seen);
    vec_release(&waiting);
}

void termination_begin_all(termination *x, const verify_options *o, verification *v) {
    *x = (termination){.o = o, .v = v, .pool = values_new(v->terms)};
    /* What is found replaces the other one. */
    loops_init(&x->loops, program_clone(v->unreduced));
    mark_summaries(&x->loops);
}

bool termination_begin(termination *x, const verify_options *o, verification *v) {
    termination_begin_all(x, o, v);
    if (mark_endless(o, &x->loops)) return true;
    verify_unknown(v, "the loop around the step function");
    return false;
}

void termination_end(termination *x) {
    program *p = x->loops.p;
    vec_release_each(&x->endless, long_run_release);
    loops_release(&x->loops);
    program_delete(p);
    values_delete(x->pool);
}

/* A model with more runs than the program: for proofs. Where a state comes back in it there is
 * none. True: `proof` has it, otherwise it is empty. */
static bool prove_with(termination *plain, verify_model m, double share, verification *proof) {
    const verify_options *o = plain->o;
    const budget *limits = &plain->v->limits;
    termination x;
    bool proved = false;
    verification_init(proof, o, &m);
    proof->limits = budget_share(*limits, share * budget_left(limits));
    if (termination_load(o, proof)) {
        proved = termination_begin(&x, o, proof) && !sample(&x, NULL) &&
                 termination_prove(&x, m.engine ? 0 : PATIENCE);
        termination_end(&x);
    }
    proof->limits = *limits;
    if (!proved) verification_release(proof);
    return proved;
}

/* Recursive functions as procedures: a call is a step, or leads into the body, never to return. A
 * run that never ends stays in a loop forever or goes deeper and deeper, which is a loop then. */
verify_model termination_recursion_model(const verify_options *o) {
    verify_model m = termination_model(o);
    m.kind = MODEL_SUMMARIES;
    m.load.choice.calls = CALLS_RETURN_ANY;
    return m;
}

static bool prove_recursion(termination *plain, verification *proof) {
    verify_model m = termination_recursion_model(plain->o);
    if (plain->o->load.choice.inlining == INLINE_ALL) return false;
    if (prove_with(plain, m, 0.25, proof)) return true;
    m.load.choice.memory = MEMORY_FORGOTTEN;
    if (prove_with(plain, m, 0.25, proof)) return true;
    m.load.choice.memory = MEMORY_KEPT;
    m.load.choice.calls = CALLS_SUMMARIZED;
    m.engine = ENGINE_IC3CFA; /* it finds what calls return */
    return prove_with(plain, m, 0.5, proof);
}

/* A run that calls deeper and deeper, and comes to a state again: which state callers are in does
 * not matter to it. */
static bool find_descent(termination *plain, verification *found) {
    verify_model m = termination_model(plain->o);
    termination x;
    bool endless = false;
    if (plain->o->load.choice.inlining == INLINE_ALL) return false;
    m.load.choice.calls = CALLS_NEVER_RETURN;
    verification_init(found, plain->o, &m);
    found->limits = plain->v->limits;
    if (termination_load(plain->o, found)) {
        endless = termination_begin(&x, plain->o, found) && sample(&x, confirm_repeated);
        termination_end(&x);
    }
    if (!endless) verification_release(found);
    return endless;
}

/* Any number of objects: the order in which a list was made may be what decreases along it. */
verify_model termination_lists_model(const verify_options *o) {
    verify_model m = termination_model(o);
    m.kind = MODEL_UNBOUNDED;
    m.load.choice.heap = HEAP_BY_SIZE;
    m.engine = ENGINE_HEAP;
    return m;
}

static bool prove_lists(termination *plain, verification *proof) {
    const load_options *l = &plain->o->load;
    if (plain->o->chosen || l->choice.heap_instances || l->choice.heap) return false;
    return prove_with(plain, termination_lists_model(plain->o), 0.5, proof);
}

static bool is_array(const terms *t, term a) {
    return sort_kind_of(t, term_sort(t, a)) == SORT_ARRAY;
}

static bool has_arrays(const termination *x) {
    for (uint32_t i = 0; i < x->loops.items.size; i++) {
        const loop_facts *l = &x->loops.items.data[i];
        for (uint32_t k = 0; k < l->live.size; k++)
            if (is_array(x->v->terms, l->live.data[k])) return true;
    }
    return false;
}

/* Most loops count, whatever is in memory. */
verify_model termination_forgetful_model(const verify_options *o) {
    verify_model m = termination_model(o);
    m.kind = MODEL_FORGETFUL;
    m.load.choice.memory = MEMORY_FORGOTTEN;
    return m;
}

static bool prove_without_memory(termination *plain, verification *proof) {
    if (plain->o->load.step || !has_arrays(plain)) return false;
    return prove_with(plain, termination_forgetful_model(plain->o), 0.15, proof);
}

static bool search_all(termination *x, double patience) {
    for (uint32_t i = 0; i < x->loops.items.size; i++)
        if (!x->loops.items.data[i].endless &&
            (search_entered(x, i, patience) || termination_search(x, i, patience)))
            return true;
    return false;
}

static double search_patience(const termination *x) {
    double share = budget_left(&x->v->limits) / (3.0 * (x->loops.items.size + 1));
    return x->v->limits.deadline && share > PATIENCE ? share : PATIENCE;
}

static bool decide_plain(termination *x) {
    enum { FEW = 2, ALL = 6 };
    if (find_kept(x, 0.08, FEW) || termination_prove(x, PATIENCE) || x->refuted ||
        find_by_execution(x) || find_kept(x, 0.3, ALL) || search_all(x, search_patience(x)))
        return true;
    /* What takes longer: */
    return budget_left(&x->v->limits) > PATIENCE && termination_prove(x, 0);
}

/* By the plain model; true: by another one, `other`. */
static bool decide_by_models(termination *x, verification *other) {
    const program *p = x->v->unreduced;
    if (sample(x, confirm_repeated)) return false;
    bool recursive = program_has_property(p, LIMIT_RECURSION),
         lists = !recursive && program_has_property(p, LIMIT_HEAP);
    if (recursive ? find_descent(x, other) || prove_recursion(x, other)
                  : prove_without_memory(x, other))
        return true;
    if (lists && prove_lists(x, other)) return true;
    decide_plain(x);
    return false;
}

/* Where no input decides, the one run of the program ends. */
static bool follow(const verify_options *o, verification *v) {
    enum { SECONDS = 2 };
    static const double share = 0.2;
    double left = budget_left(&v->limits) * share;
    if (o->load.step || verify_engine_is_chosen(o) || o->proof_wanted || !o->evidence) return false;
    v->model.effort = budget_share(v->limits, left < SECONDS ? left : SECONDS);
    verify_follow(o, v);
    return v->verdict == VERDICT_TRUE;
}

bool termination_decide(termination *x) { return sample(x, confirm_repeated) || decide_plain(x); }

static void put_in_place(verification *v, program *p) {
    program_delete(v->unreduced);
    v->unreduced = p;
}

static bool restate_measures(termination *x, const text *certificate) {
    if (!stated_measures(certificate, &x->loops)) return false;
    put_in_place(x->v, loops_measured(&x->loops));
    if (x->loops.bounded) end_at_overflow(x->v->unreduced);
    return true;
}

static bool restate_long_run(termination *x, const text *certificate) {
    verification sub;
    long_run r = {0};
    bool good = stated_long_run(certificate, &x->loops, x->pool, &r);
    if (good) {
        good = is_entered(x, &r, &sub);
        verification_release(&sub);
    }
    if (good) put_in_place(x->v, loop_kept(&x->loops, &r));
    long_run_release(&r);
    return good;
}

enum verdict termination_restate(const verify_options *o, const text *certificate,
                                 verification *v) {
    termination x;
    enum verdict says = VERDICT_UNKNOWN;
    if (termination_begin(&x, o, v)) {
        if (restate_measures(&x, certificate)) says = VERDICT_TRUE;
        else if (restate_long_run(&x, certificate)) says = VERDICT_FALSE;
    }
    termination_end(&x);
    return says;
}

/* One attempt, within the limits of `v`. */
static void attempt(const verify_options *o, verification *v) {
    termination x;
    verification proof;
    bool other = termination_begin(&x, o, v) && decide_by_models(&x, &proof);
    termination_end(&x);
    if (!other) return;
    verification_release(v);
    *v = proof;
}

/* An attempt divides its time among its questions, so that a short one asks all of them. Most
 * programs need no more. */
static void decide(const verify_options *o, verification *v) {
    static const double seconds[] = {8, 40};
    const budget limits = v->limits;
    verify_unknown(v, "no measure of the loops was found");
    if (follow(o, v)) return;
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds && v->verdict == VERDICT_UNKNOWN; i++) {
        if (budget_left(&limits) < 2 * seconds[i]) break;
        v->limits = budget_share(limits, seconds[i]);
        attempt(o, v);
        v->limits = limits;
    }
    if (v->verdict == VERDICT_UNKNOWN && !budget_over(&limits)) attempt(o, v);
}

static void verify_termination(const verify_options *o, verification *v) {
    verify_model m = termination_model(o);
    verification_init(v, o, &m);
    if (!termination_load(o, v)) return;
    if (o->witness) verify_unknown(v, "witnesses of termination are not supported");
    else decide(o, v);
}

/* What else is asked for; false: nothing is. */
static bool ask_others(const verify_options *o, uint32_t checks, verification *v) {
    verify_options others = *o;
    others.load.checks = checks & ~(uint32_t)CHECK_TERMINATION;
    if (!others.load.checks) return false;
    verify_run(&others, v);
    return true;
}

static uint32_t checks_of(const verify_options *o) {
    sources named = {0};
    input_error ignored = {0};
    uint32_t checks = sources_expand(&o->load, &named, &ignored) ? named.checks : o->load.checks;
    sources_release(&named);
    return checks;
}

bool termination_is_asked(const verify_options *o) { return checks_of(o) & CHECK_TERMINATION; }

bool termination_is_all(const verify_options *o) { return checks_of(o) == CHECK_TERMINATION; }

/* It was proved before, as one of the other properties. */
static void drop_overflow_note(program *p) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->notes.size; i++) {
        const note *n = &p->notes.data[i];
        if (n->kind != NOTE_ASSUMPTION || strcmp(program_text(p, n->text), no_overflow))
            p->notes.data[kept++] = *n;
    }
    p->notes.size = kept;
}

bool verify_by_termination(const verify_options *o, verification *v) {
    LOG("verify", "termination");
    uint32_t checks = checks_of(o);
    if (!(checks & CHECK_TERMINATION)) return false;
    if (ask_others(o, checks, v)) {
        if (v->verdict != VERDICT_TRUE) return true;
        verification_release(v);
    }
    verify_termination(o, v);
    if (checks & CHECK_OVERFLOW && v->unreduced) drop_overflow_note(v->unreduced);
    return true;
}
