#include "verify/each.h"
#include "frontend/library.h"
#include "verify/verify_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double seconds_for_all = 60, seconds_for_one = 10; /* where the user gives no limit */

/* ---- which checks there are ---- */

static bool is_check(const property *x) {
    return x->kind == PROPERTY_ERROR && x->id != PROPERTY_CONTRACT && x->id != PROPERTY_WITNESS &&
           x->id != PROPERTY_GOAL;
}

static uint64_t key_of(const named_check *c) {
    text key = {0};
    text_print(&key, "%s\n%s\n%s\n%u:%u", c->name, c->file, c->function, c->line, c->column);
    uint64_t hash = hash_bytes(key.data, key.size);
    text_release(&key);
    return hash;
}

/* The number of the check that fails at this error location; new ones are added, as asked about. */
static uint32_t number_at(check_list *l, const program *p, loc error) {
    const property *x = program_property_at(p, error);
    position at = p->locations.data[error.id].at;
    uint32_t said = p->locations.data[error.id].words;
    named_check c = {.property = x->id,
                     .name = program_text(p, x->name),
                     .detail = program_text(p, said ? said : x->detail),
                     .file = program_text(p, at.file),
                     .function = program_text(p, at.function),
                     .line = at.line,
                     .column = at.column};
    uint64_t key = key_of(&c), found;
    if (map_get(&l->index, key, &found)) return (uint32_t)found;
    const char **words[] = {&c.name, &c.detail, &c.file, &c.function};
    for (uint32_t i = 0; i < 4; i++)
        *words[i] = intern_text(&l->names, intern_id(&l->names, *words[i]));
    map_set(&l->index, key, l->items.size);
    bits_add(&l->asked, l->items.size);
    vec_push(&l->items, c);
    return l->items.size - 1;
}

/* What fails here, which is one of the things that the check is about. */
static const char *words_at(check_list *l, const program *p, loc error) {
    uint32_t words = p->locations.data[error.id].words;
    const char *said = program_text(p, words ? words : program_property_at(p, error)->detail);
    return intern_text(&l->names, intern_id(&l->names, said));
}

static bool is_checked_at(const program *p, loc l) {
    return p->locations.data[l.id].property && is_check(program_property_at(p, l));
}

void checks_cut(check_list *l, program *p) {
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        loc to = p->edges.data[e.id].to;
        if (p->edges.data[e.id].removed || !is_checked_at(p, to)) continue;
        if (!bits_has(&l->asked, number_at(l, p, to))) program_remove_edge(p, e);
    }
}

static void find_all(check_list *l, const program *p) {
    for (uint32_t i = 0; i < p->edges.size; i++)
        if (!p->edges.data[i].removed && is_checked_at(p, p->edges.data[i].to))
            number_at(l, p, p->edges.data[i].to);
}

/* Where the run ends in the program as it was read, for reductions merge errors of one property.
 * Where evidence is switched off nothing has replayed it yet. */
static loc reached_by(verification *a) {
    if (a->evidence.level == EVIDENCE_NONE && !a->evidence.pool) {
        evidence_init(&a->evidence, a->terms);
        replay_trace(a->unreduced, a->reduced, &a->result, &a->limits, &a->evidence);
    }
    return a->evidence.level != EVIDENCE_NONE
               ? a->evidence.reached
               : a->reduced->locations.data[a->result.reached.id].origin;
}

/* ---- one question ---- */

typedef struct {
    const verify_options *options;
    verification *base; /* the plain model, read once */
    check_list *list;
    progress *progress;
    vec(bits) groups; /* still to be asked about */
    budget limits;
} series;

/* A part of what is left; without a limit, less for the parts of a part. */
static double seconds_for(const series *s, const bits *group) {
    if (s->limits.deadline) return budget_left(&s->limits) / (s->groups.size + 2);
    double share = (double)bits_count(group) / s->list->items.size * seconds_for_all;
    return share > seconds_for_one ? share : seconds_for_one;
}

static verification *ask(series *s, const bits *group, double seconds) {
    verification *a = mem_alloc(sizeof *a);
    verify_options how = *s->options;
    how.each = s->list;
    how.seconds = seconds;
    how.engine.progress = s->progress;
    if (s->progress) memset(s->progress, 0, PROGRESS_SLOTS * sizeof *s->progress);
    bits_clear(&s->list->asked);
    bits_join(&s->list->asked, group);
    s->list->asked_times++;
    program *p = program_clone(s->base->unreduced);
    checks_cut(s->list, p);
    verification_share(a, s->base, p);
    a->limits = budget_share(s->limits, seconds);
    verify_models(&how, a);
    return a;
}

static uint32_t keep_answer(series *s, verification *a) {
    vec_push(&s->list->answers, a);
    return s->list->answers.size - 1;
}

/* ---- what follows ---- */

static void push_group(series *s, const bits *group) {
    bits copy = {0};
    bits_join(&copy, group);
    if (bits_count(&copy)) vec_push(&s->groups, copy);
    else bits_release(&copy);
}

static void close_proved(series *s, verification *a) {
    check_list *l = s->list;
    uint32_t answer = keep_answer(s, a);
    for (uint32_t i = 0; i < l->items.size; i++)
        if (bits_has(&l->asked, i)) {
            l->items.data[i].state = CHECK_STATE_PROVED;
            l->items.data[i].answer = answer;
        }
}

static void close_violated(series *s, verification *a) {
    check_list *l = s->list;
    loc at = reached_by(a);
    uint32_t i = number_at(l, a->unreduced, at);
    l->items.data[i].detail = words_at(l, a->unreduced, at);
    l->items.data[i].state = CHECK_STATE_VIOLATED;
    l->items.data[i].answer = keep_answer(s, a);
    l->violated = true;
    bits_remove(&l->asked, i);
    push_group(s, &l->asked);
}

/* What the engines reached, for a person. */
static void how_far(const progress *all, text *out) {
    for (int i = 0; all && i < PROGRESS_SLOTS; i++)
        if (all[i].engine && all[i].unit && all[i].reached)
            text_print(out, "; %s: %s %llu", all[i].engine, progress_words[all[i].unit],
                       (unsigned long long)all[i].reached);
}

static void leave_open(series *s, const verification *a, double seconds) {
    check_list *l = s->list;
    text why = {0};
    if (a->end == BUDGET_TIME) text_print(&why, "not decided in %.3g s", seconds);
    else text_add(&why, a->detail);
    how_far(s->progress, &why);
    const char *said = intern_text(&l->names, intern_id(&l->names, text_string(&why)));
    for (uint32_t i = 0; i < l->items.size; i++)
        if (bits_has(&l->asked, i)) l->items.data[i].open = said;
    text_release(&why);
}

/* The first half, and the rest. */
static void halve(const bits *group, bits *first, bits *rest) {
    uint32_t n = bits_count(group) / 2, seen = 0;
    for (uint32_t i = 0; i < group->words.size * 64; i++)
        if (bits_has(group, i)) bits_add(seen++ < n ? first : rest, i);
}

static void divide(series *s) {
    bits first = {0}, rest = {0};
    halve(&s->list->asked, &first, &rest);
    push_group(s, &rest);
    push_group(s, &first);
    bits_release(&first);
    bits_release(&rest);
}

/* A run that may not exist says nothing about the other checks. */
static void set_aside(series *s, verification *a) {
    bits_remove(&s->list->asked, number_at(s->list, a->unreduced, reached_by(a)));
    push_group(s, &s->list->asked);
}

/* What stands against a proof of all of them stands against a proof of some. */
static void conclude_open(series *s, verification *a, double seconds) {
    bool several = bits_count(&s->list->asked) > 1 && !budget_over(&s->limits),
         found = a->result.verdict == VERDICT_FALSE && a->reduced &&
                 is_checked_at(a->reduced, a->result.reached);
    leave_open(s, a, seconds);
    if (several && found) set_aside(s, a);
    else if (several && a->result.verdict == VERDICT_UNKNOWN && !a->limit) divide(s);
    verification_release(a);
    mem_free(a);
}

static void conclude_group(series *s, verification *a, double seconds) {
    if (a->verdict == VERDICT_TRUE) close_proved(s, a);
    else if (a->verdict == VERDICT_FALSE) close_violated(s, a);
    else conclude_open(s, a, seconds);
}

/* ---- all of them ---- */

static int by_place(const void *a, const void *b) {
    const named_check *x = a, *y = b;
    int file = strcmp(x->file, y->file), name = strcmp(x->name, y->name);
    if (file) return file;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    if (x->column != y->column) return x->column < y->column ? -1 : 1;
    return name ? name : strcmp(x->detail, y->detail);
}

uint32_t check_list_count(const check_list *l, enum check_state state) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->items.size; i++) n += l->items.data[i].state == state;
    return n;
}

static void conclude(check_list *l, verification *v) {
    uint32_t open = check_list_count(l, CHECK_STATE_OPEN), first = 0;
    if (l->violated) {
        while (l->items.data[first].state != CHECK_STATE_VIOLATED) first++;
        v->verdict = VERDICT_FALSE;
        snprintf(v->detail, sizeof v->detail, "%s", l->items.data[first].name);
    } else if (open) {
        verify_unknown(v, "");
        snprintf(v->detail, sizeof v->detail, "%u of %u checks are open", open, l->items.size);
    } else v->verdict = VERDICT_TRUE;
}

static void ask_all(series *s) {
    while (s->groups.size) {
        bits group = vec_pop(&s->groups);
        double seconds = seconds_for(s, &group);
        if (!budget_over(&s->limits)) {
            verification *a = ask(s, &group, seconds);
            conclude_group(s, a, seconds);
        }
        bits_release(&group);
    }
}

void verify_each(const verify_options *o, verification *v, check_list *l) {
    verify_model plain = model_plain(o);
    verification_init(v, o, &plain);
    intern_init(&l->names);
    if (!verify_load(o, v)) return;
    series s = {.options = o, .base = v, .list = l, .progress = o->engine.progress};
    progress *own = s.progress ? NULL : progress_new();
    if (own) s.progress = own;
    s.limits = v->limits;
    find_all(l, v->unreduced);
    push_group(&s, &l->asked);
    ask_all(&s);
    vec_release(&s.groups);
    progress_delete(own);
    if (l->items.size) qsort(l->items.data, l->items.size, sizeof *l->items.data, by_place);
    conclude(l, v);
}

void check_list_release(check_list *l) {
    for (uint32_t i = 0; i < l->answers.size; i++) {
        verification_release(l->answers.data[i]);
        mem_free(l->answers.data[i]);
    }
    vec_release(&l->answers);
    vec_release(&l->items);
    map_release(&l->index);
    bits_release(&l->asked);
    intern_release(&l->names);
}
