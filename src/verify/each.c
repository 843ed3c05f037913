#include "verify/each.h"
#include "base/log.h"
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
    assert_debug(error.id < p->locations.size);
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
    assert_debug(error.id < p->locations.size);
    uint32_t words = p->locations.data[error.id].words;
    const char *said = program_text(p, words ? words : program_property_at(p, error)->detail);
    return intern_text(&l->names, intern_id(&l->names, said));
}

static bool is_checked_at(const program *p, loc l) {
    assert_debug(l.id < p->locations.size);
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

typedef vec(bits) group_vec;

typedef struct {
    const verify_options *options;
    verification *base; /* the plain model, read once */
    check_list *list;
    progress *progress;
    group_vec groups;  /* still to be asked about, at this level */
    group_vec smaller; /* parts of what stayed open, for the next level */
    double level_end;  /* of the time for this level */
    bool again;        /* a group was asked about a second time, since it had an answer */
    budget limits;
} series;

/* A fair share of the time for this level; without a limit, less for the parts of a part. */
static double seconds_for(const series *s, const bits *group) {
    if (s->limits.deadline) return (s->level_end - clock_now()) / (s->groups.size + 1);
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

static void push_group(group_vec *to, const bits *group) {
    bits copy = {0};
    bits_join(&copy, group);
    if (bits_count(&copy)) vec_push(to, copy);
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
    push_group(&s->groups, &l->asked);
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

/* Properties that are proved by the same kind of facts. */
enum check_class { CLASS_REACH, CLASS_MEMORY, CLASS_POINTER, CLASS_NUMBER, CLASS_COUNT };

static enum check_class class_of(enum property_id id) {
    switch (id) {
    case PROPERTY_BOUNDS:
    case PROPERTY_NULL:
    case PROPERTY_DEREF:
    case PROPERTY_STALE:
    case PROPERTY_FREE:
    case PROPERTY_FREED:
    case PROPERTY_FREED_AGAIN:
    case PROPERTY_TRACK:
    case PROPERTY_CLEANUP:
    case PROPERTY_UNINITIALIZED: return CLASS_MEMORY;
    case PROPERTY_POINTER_OVERFLOW:
    case PROPERTY_POINTER_COMPARE:
    case PROPERTY_ALIGNMENT:
    case PROPERTY_PRECONDITION: return CLASS_POINTER;
    case PROPERTY_OVERFLOW:
    case PROPERTY_UNSIGNED:
    case PROPERTY_CONVERSION:
    case PROPERTY_SHIFT:
    case PROPERTY_DIV_BY_ZERO:
    case PROPERTY_FLOAT_CAST:
    case PROPERTY_FLOAT_OVERFLOW:
    case PROPERTY_NAN: return CLASS_NUMBER;
    default: return CLASS_REACH;
    }
}

/* By class; what is of one class into a few parts in the order of the program, whose last level is
 * single checks. */
enum { PARTS = 8 };

static bool divide_by_class(const check_list *l, const bits *group, group_vec *out) {
    bits parts[CLASS_COUNT] = {0};
    uint32_t used = 0;
    for (uint32_t i = 0; i < l->items.size; i++)
        if (bits_has(group, i)) bits_add(&parts[class_of(l->items.data[i].property)], i);
    for (int c = 0; c < CLASS_COUNT; c++) used += bits_count(&parts[c]) != 0;
    for (int c = 0; c < CLASS_COUNT; c++) {
        if (used > 1) push_group(out, &parts[c]);
        bits_release(&parts[c]);
    }
    return used > 1;
}

static void divide(const check_list *l, const bits *group, group_vec *out) {
    uint32_t n = bits_count(group), size = (n + PARTS - 1) / PARTS, seen = 0;
    bits part = {0};
    if (divide_by_class(l, group, out)) return;
    for (uint32_t i = 0; i < l->items.size; i++) {
        if (!bits_has(group, i)) continue;
        bits_add(&part, i);
        if (++seen % size && seen < n) continue;
        push_group(out, &part);
        bits_clear(&part);
    }
    bits_release(&part);
}

/* A run that may not exist says nothing about the other checks. */
static void set_aside(series *s, verification *a) {
    bits_remove(&s->list->asked, number_at(s->list, a->unreduced, reached_by(a)));
    push_group(&s->groups, &s->list->asked);
}

/* An engine had an answer whose check the time cut off: asked again, it has the time. */
static bool has_unchecked(const progress *all) {
    bool any = false;
    for (int i = 0; all && i < PROGRESS_SLOTS; i++)
        any |= all[i].engine &&
               (all[i].unit == UNIT_CHECKS_PROOF || all[i].unit == UNIT_CHECKS_VIOLATION);
    return any;
}

/* Once whole where it has an answer, otherwise its parts. */
static void ask_later(series *s) {
    if (s->again || !has_unchecked(s->progress)) divide(s->list, &s->list->asked, &s->smaller);
    else {
        s->again = true;
        push_group(&s->smaller, &s->list->asked);
    }
}

/* What stands against a proof of all of them stands against a proof of some. */
static void conclude_open(series *s, verification *a, double seconds) {
    bool several = bits_count(&s->list->asked) > 1 && !budget_over(&s->limits),
         found = a->result.verdict == VERDICT_FALSE && a->reduced &&
                 is_checked_at(a->reduced, a->result.reached);
    leave_open(s, a, seconds);
    if (several && found) set_aside(s, a);
    else if (several && a->result.verdict == VERDICT_UNKNOWN && !a->limit) ask_later(s);
    verification_release(a);
    mem_free(a);
}

static void conclude_group(series *s, verification *a, double seconds) {
    if (a->verdict == VERDICT_TRUE) close_proved(s, a);
    else if (a->verdict == VERDICT_FALSE) close_violated(s, a);
    else conclude_open(s, a, seconds);
}

/* ---- all of them ---- */

/* Checks that the reductions decide: no edge to them is left. A property of its own for each check
 * keeps the reductions from merging their errors. */
static void find_cheap(series *s, bits *cheap) {
    check_list *l = s->list;
    program *p = program_clone(s->base->unreduced);
    u32_vec properties = {0};
    for (uint32_t i = 0; i < l->items.size; i++)
        vec_push(&properties,
                 1 + program_add_known_property(p, l->items.data[i].property, "check"));
    for (loc at = {0}; at.id < p->locations.size; at.id++)
        if (is_checked_at(p, at))
            p->locations.data[at.id].property =
                properties.data[number_at(l, s->base->unreduced, at)];
    reduction red = {0};
    program *small = reduce_program(p, &s->options->reduce, &s->limits, &red);
    bits_join(cheap, &l->asked);
    for (uint32_t e = 0; e < small->edges.size; e++) {
        uint32_t x = small->locations.data[small->edges.data[e].to.id].property;
        for (uint32_t i = 0; x && !small->edges.data[e].removed && i < l->items.size; i++)
            if (properties.data[i] == x) bits_remove(cheap, i);
    }
    reduction_release(&red);
    program_delete(small);
    program_delete(p);
    vec_release(&properties);
}

/* What costs little first; then the rest, at once or by class. */
static void begin_groups(series *s, bool by_class) {
    bits cheap = {0}, rest = {0};
    find_cheap(s, &cheap);
    bits_join(&rest, &s->list->asked);
    for (uint32_t i = 0; i < s->list->items.size; i++)
        if (bits_has(&cheap, i)) bits_remove(&rest, i);
    push_group(&s->groups, &cheap);
    if (!by_class || !divide_by_class(s->list, &rest, &s->groups)) push_group(&s->groups, &rest);
    bits_release(&cheap);
    bits_release(&rest);
}

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

uint32_t check_list_conclude(const check_list *l, const char *checks, verification *v) {
    uint32_t open = check_list_count(l, CHECK_STATE_OPEN), first = 0;
    if (l->violated) {
        while (l->items.data[first].state != CHECK_STATE_VIOLATED) first++;
        v->verdict = VERDICT_FALSE;
        snprintf(v->detail, sizeof v->detail, "%s", l->items.data[first].name);
    } else if (open) {
        verify_unknown(v, "");
        snprintf(v->detail, sizeof v->detail, "%u of %u %s are open", open, l->items.size, checks);
    } else v->verdict = VERDICT_TRUE;
    return first;
}

static void ask_level(series *s) {
    while (s->groups.size) {
        bits group = s->groups.data[0];
        memmove(s->groups.data, s->groups.data + 1, --s->groups.size * sizeof group);
        double seconds = seconds_for(s, &group);
        if (!budget_over(&s->limits) && seconds > 0) {
            verification *a = ask(s, &group, seconds);
            conclude_group(s, a, seconds);
        }
        bits_release(&group);
    }
}

static bool all_single(const group_vec *groups) {
    for (uint32_t i = 0; i < groups->size; i++)
        if (bits_count(&groups->data[i]) > 1) return false;
    return true;
}

/* Level by level: whatever is asked about gets a fair share of half of the time that is left, the
 * single checks of all of it. `one`: the first violation ends it. */
static void ask_all(series *s, bool one) {
    while (s->groups.size && !(one && s->list->violated) && !budget_over(&s->limits)) {
        double left = budget_left(&s->limits);
        s->level_end = clock_now() + (all_single(&s->groups) ? left : left / 2);
        ask_level(s);
        vec_append(&s->groups, s->smaller.data, s->smaller.size);
        vec_clear(&s->smaller);
    }
    vec_release_each(&s->groups, bits_release);
    vec_release(&s->smaller);
}

void verify_each(const verify_options *o, verification *v, check_list *l) {
    LOG("verify", "each check by itself");
    verify_model plain = model_plain(o);
    verification_init(v, o, &plain);
    intern_init(&l->names);
    if (!verify_load(o, v)) return;
    series s = {.options = o, .base = v, .list = l, .progress = o->engine.progress};
    progress *own = s.progress ? NULL : progress_new();
    if (own) s.progress = own;
    s.limits = v->limits;
    find_all(l, v->unreduced);
    begin_groups(&s, false);
    ask_all(&s, false);
    progress_delete(own);
    if (l->items.size) qsort(l->items.data, l->items.size, sizeof *l->items.data, by_place);
    check_list_conclude(l, "checks", v);
}

/* ---- one verdict, by parts ---- */

static uint32_t classes_of(const check_list *l) {
    bool seen[CLASS_COUNT] = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->items.size; i++) {
        enum check_class c = class_of(l->items.data[i].property);
        n += !seen[c];
        seen[c] = true;
    }
    return n;
}

bool verify_has_parts(const verify_options *o, const verification *v) {
    check_list l = {0};
    if (o->each || o->witness || !v->limits.deadline || !v->unreduced) return false;
    intern_init(&l.names);
    find_all(&l, v->unreduced);
    uint32_t classes = classes_of(&l);
    check_list_release(&l);
    return classes > 1;
}

/* The answer becomes v's; sources and limits stay. */
static void adopt(verification *v, verification *a) {
    verification old = *v;
    *v = *a;
    v->limits = old.limits;
    if (a->borrowed) {
        v->borrowed = false;
        v->sources = old.sources;
        v->resolved = old.resolved;
        v->load_status = old.load_status;
        text_release(&a->messages);
        v->messages = old.messages;
        old.borrowed = true;
        old.messages = (text){0};
    }
    for (int i = 0; i < STAGE_COUNT; i++) v->seconds[i] += old.seconds[i];
    verification_release(&old);
    memset(a, 0, sizeof *a);
    a->borrowed = true;
}

/* The proof whose evidence is weakest, of a model that was read once; or the first violation. */
static verification *speaker_of(check_list *l) {
    verification *best = NULL;
    for (uint32_t i = 0; i < l->answers.size; i++) {
        verification *a = l->answers.data[i];
        if (a->verdict == VERDICT_FALSE) return a;
        if (!best || a->evidence.level < best->evidence.level) best = a;
    }
    return best;
}

bool verify_by_parts(const verify_options *o, verification *v) {
    LOG("verify", "by parts");
    check_list l = {0};
    intern_init(&l.names);
    series s = {.options = o, .base = v, .list = &l, .progress = o->engine.progress};
    s.limits = v->limits;
    find_all(&l, v->unreduced);
    if (has_unchecked(s.progress)) push_group(&s.groups, &l.asked);
    else begin_groups(&s, true);
    ask_all(&s, true);
    bool decided = l.violated || !check_list_count(&l, CHECK_STATE_OPEN);
    uint32_t parts = l.answers.size;
    if (decided) adopt(v, speaker_of(&l));
    if (decided && v->verdict == VERDICT_TRUE) v->parts = parts;
    check_list_release(&l);
    return decided;
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
