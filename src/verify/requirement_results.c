#include "verify/requirement_results.h"
#include "base/time_limits.h"
#include "frontend/load/load.h"
#include "verify/termination.h"
#include "verify/verify_internal.h"

#include <stdio.h>
#include <string.h>

static const double seconds_for_one = 60; /* where the user gives no limit */

typedef struct {
    const verify_options *options;
    requirement_results *out;
    verification *whole;
    budget limits;
} question_series;

/* ---- one question ---- */

/* The texts of all sources, with the monitors of the question in one of them. */
static text *texts_for(question_series *s, uint32_t number, enum requirement_question asks) {
    const requirements *r = &s->out->file;
    text *all = mem_alloc(r->texts.size * sizeof *all), own = {0};
    memcpy(all, r->texts.data, r->texts.size * sizeof *all);
    enum load_status status;
    if (!frontend_monitor(&s->options->load, r, number, asks, &status, &s->whole->messages, &own)) {
        text_release(&own);
        mem_free(all);
        return NULL;
    }
    all[r->source] = own;
    vec_push(&s->out->texts, all);
    return all;
}

static verification *ask(question_series *s, uint32_t number, enum requirement_question asks,
                         double seconds) {
    verify_options how = *s->options;
    how.load.texts.instead = texts_for(s, number, asks);
    how.load.step = REQUIREMENT_STEP;
    how.load.error_function = REQUIREMENT_ERROR;
    how.load.checks = CHECK_UNREACH;
    how.seconds = seconds;
    how.keep = NULL;
    if (!how.load.texts.instead) return NULL;
    if (how.engine.progress) memset(how.engine.progress, 0, PROGRESS_SLOTS * sizeof(progress));
    verification *a = mem_zero(sizeof *a);
    if (asks == ASK_VIOLATED && s->out->file.items.data[number].timing == TIMING_EVENTUALLY)
        verify_response(&how, REQUIREMENT_PENDING, a);
    else verify_run(&how, a);
    return a;
}

static void drop(verification *a) {
    if (!a) return;
    verification_release(a);
    mem_free(a);
}

static double share(const question_series *s, uint32_t questions) {
    return s->limits.deadline ? budget_left(&s->limits) / (questions ? questions : 1)
                              : seconds_for_one;
}

/* ---- what follows ---- */

static const char *interned(question_series *s, const char *words) {
    intern *names = &s->out->checks.names;
    return intern_text(names, intern_id(names, words));
}

static void keep_open(question_series *s, named_check *c, const verification *a, double seconds) {
    char *why = a && a->end == BUDGET_TIME ? mem_format("not decided in %.3g s", seconds)
                                           : mem_string(a ? a->detail : "no monitor");
    c->open = interned(s, why);
    mem_free(why);
}

static void conclude_requirement(question_series *s, named_check *c, verification *a,
                                 double seconds) {
    check_list *l = &s->out->checks;
    if (!a || a->verdict == VERDICT_UNKNOWN) {
        keep_open(s, c, a, seconds);
        drop(a);
        return;
    }
    c->state = a->verdict == VERDICT_TRUE ? CHECK_STATE_PROVED : CHECK_STATE_VIOLATED;
    l->violated |= c->state == CHECK_STATE_VIOLATED;
    vec_push(&l->answers, a);
    c->answer = l->answers.size - 1;
}

static void conclude_trigger(question_series *s, uint32_t i, verification *a) {
    requirement_result *x = &s->out->items.data[i];
    named_check *c = &s->out->checks.items.data[i];
    enum verdict said = a ? a->verdict : VERDICT_UNKNOWN;
    x->trigger = said == VERDICT_TRUE    ? TRIGGER_NEVER
                 : said == VERDICT_FALSE ? TRIGGER_HAPPENS
                                         : TRIGGER_OPEN;
    if (said == VERDICT_TRUE) {
        char *words = mem_format("vacuous: its trigger never happens; by %s, %s",
                                 a->result.engine ? a->result.engine : "the reductions",
                                 evidence_level_name(a->evidence.level));
        c->remark = interned(s, words);
        mem_free(words);
        s->out->vacuous++;
    } else if (said == VERDICT_UNKNOWN) c->remark = "whether its trigger ever happens is open";
    if (said != VERDICT_UNKNOWN) x->triggered = a;
    else drop(a);
}

/* ---- all of them ---- */

static void ask_triggers(question_series *s) {
    for (uint32_t i = 0; i < s->out->items.size && !budget_over(&s->limits); i++) {
        const requirement_result *x = &s->out->items.data[i];
        enum check_state state = s->out->checks.items.data[i].state;
        bool wanted = state == CHECK_STATE_PROVED || s->out->witnesses;
        if (!wanted || !requirement_has_trigger(&s->out->file.items.data[x->number])) continue;
        double seconds = share(s, 1);
        if (seconds > time_most(TIME_TRIGGER)) seconds = time_most(TIME_TRIGGER);
        conclude_trigger(s, i, ask(s, x->number, ASK_TRIGGER, seconds));
    }
}

/* Those that stay open are asked about again, as long as there is time. */
static void ask_requirements(question_series *s) {
    check_list *l = &s->out->checks;
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < l->items.size; i++) {
            named_check *c = &l->items.data[i];
            double seconds = share(s, check_list_count(l, CHECK_STATE_OPEN) + (round ? 0 : 1));
            bool again = s->limits.deadline && seconds > 2;
            if (c->state != CHECK_STATE_OPEN || budget_over(&s->limits) || (round && !again))
                continue;
            conclude_requirement(s, c, ask(s, s->out->items.data[i].number, ASK_VIOLATED, seconds),
                                 seconds);
        }
}

/* False: a proof says that no run keeps the assumptions. */
static bool check_assumptions(question_series *s) {
    const requirements *r = &s->out->file;
    uint32_t assumed = 0;
    for (uint32_t i = 0; i < r->items.size; i++) {
        const requirement *x = &r->items.data[i];
        if (!x->assumed) continue;
        char *says = mem_format("assumption %s: %s", x->name, x->says);
        program_add_note(s->whole->unreduced, NOTE_ASSUMPTION, says, (position){0});
        mem_free(says);
        assumed++;
    }
    if (!assumed) return true;
    double seconds = share(s, 4), most = time_most(TIME_TRIGGER);
    verification *a = ask(s, 0, ASK_RUN, seconds > most ? most : seconds);
    enum verdict said = a ? a->verdict : VERDICT_UNKNOWN;
    s->out->contradictory = said == VERDICT_TRUE;
    if (said == VERDICT_UNKNOWN) {
        char *says = mem_format("some run of %d steps keeps all assumptions: this was not shown",
                                (int)REQUIREMENT_RUN);
        program_add_note(s->whole->unreduced, NOTE_ASSUMPTION, says, (position){0});
        mem_free(says);
    }
    drop(a);
    return !s->out->contradictory;
}

static void list_requirements(question_series *s) {
    const requirements *r = &s->out->file;
    for (uint32_t i = 0; i < r->items.size; i++) {
        const requirement *x = &r->items.data[i];
        if (x->assumed) continue;
        char *words = mem_format("%s: %s", x->name, x->says);
        named_check c = {.property = PROPERTY_UNREACH_CALL,
                         .name = "requirement",
                         .detail = interned(s, words),
                         .file = interned(s, r->file),
                         .function = interned(s, r->step),
                         .line = x->line,
                         .column = x->column};
        vec_push(&s->out->checks.items, c);
        vec_push(&s->out->items, ((requirement_result){.number = i}));
        mem_free(words);
    }
}

static void conclude_all(question_series *s) {
    const check_list *l = &s->out->checks;
    verification *v = s->whole;
    if (s->out->contradictory) {
        verify_unknown(v, "");
        snprintf(v->detail, sizeof v->detail,
                 "the assumptions contradict each other or the program: no run of %d steps keeps "
                 "them",
                 (int)REQUIREMENT_RUN);
        return;
    }
    uint32_t first = check_list_conclude(l, "requirements", v);
    if (v->verdict == VERDICT_FALSE)
        snprintf(v->detail, sizeof v->detail, "requirement %s",
                 s->out->file.items.data[s->out->items.data[first].number].name);
}

void verify_requirements(const verify_options *o, const char *file, bool witnesses, verification *v,
                         requirement_results *out) {
    verify_model plain = model_plain(o);
    input_error error = {0};
    verification_init(v, o, &plain);
    question_series s = {.options = o, .out = out, .whole = v, .limits = v->limits};
    intern_init(&out->checks.names);
    out->checks.independent = true;
    out->witnesses = witnesses;
    if (!requirements_read(file, &out->file, &error)) {
        requirements_say(&out->file, &error, &v->messages);
        v->load_status = LOAD_BAD_INPUT;
        return;
    }
    if (!frontend_requirements(&o->load, &out->file, &v->load_status, &v->messages)) {
        if (v->load_status == LOAD_UNSUPPORTED) verify_unknown(v, "compiler");
        return;
    }
    verify_options base = *o; /* what the program asserts itself is not in question */
    base.load.error_function = REQUIREMENT_ERROR;
    base.load.checks = CHECK_UNREACH;
    if (!verify_load(&base, v)) return;
    list_requirements(&s);
    if (check_assumptions(&s)) {
        ask_requirements(&s);
        ask_triggers(&s);
    } else
        for (uint32_t i = 0; i < out->checks.items.size; i++)
            out->checks.items.data[i].open = "the assumptions allow no run";
    conclude_all(&s);
}

void requirement_results_release(requirement_results *r) {
    for (uint32_t i = 0; i < r->items.size; i++) drop(r->items.data[i].triggered);
    vec_release(&r->items);
    for (uint32_t i = 0; i < r->texts.size; i++) {
        text_release(&r->texts.data[i][r->file.source]);
        mem_free(r->texts.data[i]);
    }
    vec_release(&r->texts);
    check_list_release(&r->checks);
    requirements_release(&r->file);
}
