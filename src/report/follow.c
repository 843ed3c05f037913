/* A violation as steps through the source: the interpreter runs it once more and is watched. */
#include "frontend/library.h"
#include "report/report.h"

#include <string.h>

enum {
    FOLLOWED_STEPS = 300000,
    MOST_BLOCKS = 3 /* of one check */,
    MOST_ELEMENTS = 4 /* of an array, shown in one step */
};

typedef struct {
    const verification *v;
    trace_steps *out;
    input_queue *inputs;
    vec(struct input_value) reads; /* on this edge */
    vec(position) frames;          /* where each active call is, the entry first */
    evaluator *eval;
    values *pool; /* of what is evaluated */
    model before; /* variables, before the command that is looked at; none wider than 64 bits */
} follower;

typedef struct {
    follower *f;
    const model *state; /* after the edge */
} moment;

static values *pool_of(const verification *v) {
    return v->evidence.pool ? v->evidence.pool : v->result.pool;
}

static bool in_library(const program *p, position at) {
    return !strncmp(program_text(p, at.file), LIBRARY_FILE_PREFIX, strlen(LIBRARY_FILE_PREFIX));
}

static value read_input(void *context, uint32_t number, sort s) {
    follower *f = context;
    value given = input_queue_next(f->inputs, number, s);
    struct input_value r = {number, given};
    vec_push(&f->reads, r);
    return given;
}

/* ---- branches ---- */

static bool is_check(const program *p, loc l, position at) {
    if (!program_is_error(p, l)) return false;
    enum property_id id = program_property_at(p, l)->id;
    position error = p->locations.data[l.id].at;
    return id != PROPERTY_UNREACH_CALL && id != PROPERTY_ASSERT && id != PROPERTY_NAMED &&
           error.line == at.line && error.file == at.file;
}

/* A check that was added to the program, not a condition of the source: one way out of it leads to
 * its own error, or to one of two, by blocks that do nothing else. */
static bool leads_to_check(const program *p, loc l, position at, uint32_t depth) {
    const edge_id *out;
    uint32_t n = program_out(p, l, &out);
    for (uint32_t i = 0; i < n; i++)
        if (!depth || !leads_to_check(p, p->edges.data[out[i].id].to, at, depth - 1)) return false;
    return n || is_check(p, l, at);
}

/* The front end lays out the true branch first. The last decision of a line decides: with && and ||
 * it is the last one evaluated. */
static enum branch_taken decision(const program *p, edge_id e) {
    const edge_id *out;
    loc from = p->edges.data[e.id].from;
    uint32_t n = program_out(p, from, &out);
    if (n < 2 || !p->locations.data[from.id].decides) return BRANCH_NONE;
    for (uint32_t i = 0; i < n; i++)
        if (leads_to_check(p, p->edges.data[out[i].id].to, p->edges.data[e.id].at, MOST_BLOCKS))
            return BRANCH_NONE;
    return n > 2 ? BRANCH_OTHER : same_edge(out[0], e) ? BRANCH_TRUE : BRANCH_FALSE;
}

/* A step for this edge; consecutive edges of one line share it, until a loop comes round. */
static trace_step *step_at(follower *f, position at, edge_id e) {
    trace_steps *s = f->out;
    if (s->steps.size) {
        trace_step *last = &vec_last(&s->steps);
        bool same_line = at.line && last->at.line == at.line && last->at.file == at.file &&
                         last->at.function == at.function;
        loc from = f->v->unreduced->edges.data[e.id].from;
        if (same_line && !same_edge(last->edge, e) && !same_loc(last->decided, from)) return last;
    }
    trace_step fresh = {.at = at, .changes = s->changes.size, .edge = e, .decided = NO_LOC};
    vec_push(&s->steps, fresh);
    return &vec_last(&s->steps);
}

/* ---- calls ---- */

/* Where one body serves several calls, the depth is not known: a function that is on the stack goes
 * on, another one was called. */
static uint32_t frame_of(const follower *f, position at) {
    if (at.depth) return at.depth - 1;
    for (uint32_t i = f->frames.size; i--;)
        if (f->frames.data[i].function == at.function) return i;
    return f->frames.size;
}

static void watch_calls(follower *f, position at) {
    uint32_t n = frame_of(f, at);
    vec_resize(&f->frames, n + 1);
    f->frames.data[n] = at;
}

static void keep_stack(follower *f) {
    const program *p = f->v->unreduced;
    for (uint32_t i = f->frames.size; i--;)
        if (f->frames.data[i].line && !in_library(p, f->frames.data[i]))
            vec_push(&f->out->stack, f->frames.data[i]);
}

/* ---- addresses ---- */

/* Of a term, after the edge. */
static value value_of(const moment *now, term a) {
    evaluator *e = evaluator_new(now->f->v->terms, now->state->pool);
    value found =
        value_move(now->f->v->terms, now->state->pool, term_eval(e, now->state, a), now->f->pool);
    evaluator_delete(e);
    return found;
}

static bool start_of(void *context, const placed_object *o, uint64_t *address) {
    const moment *now = context;
    value a = value_of(now, o->at);
    return a.sort.id && value_u64(now->f->pool, a, address);
}

/* The place of the address's words in `words`; 0: it is in no object. */
static uint32_t address_words(moment *now, uint64_t address, uint32_t pointee) {
    text *words = &now->f->out->words;
    if (!words->size) text_char(words, 0);
    uint32_t at = (uint32_t)words->size;
    if (!outline_address(now->f->v->unreduced, address, pointee, start_of, now, words)) return 0;
    text_char(words, 0);
    return at;
}

static uint32_t pointee_of(const program *p, uint32_t index) {
    return index < p->outlines.parts.size ? p->outlines.parts.data[index].pointee : 0;
}

static bool is_pointer(const program *p, const variable *x) {
    const char *type = program_text(p, x->type);
    size_t n = strlen(type);
    return n && type[n - 1] == '*';
}

/* ---- values ---- */

static bool same_thing(const trace_change *a, const trace_change *b) {
    return a->variable == b->variable && a->name == b->name && a->element == b->element &&
           a->index == b->index && a->variable != UINT32_MAX;
}

/* A later value of the same thing in one step replaces the earlier one. */
static void note_change(follower *f, trace_step *step, trace_change c) {
    trace_steps *s = f->out;
    for (uint32_t i = step->changes; i < s->changes.size; i++)
        if (same_thing(&s->changes.data[i], &c)) {
            s->changes.data[i] = c;
            return;
        }
    vec_push(&s->changes, c);
    step->change_count++;
}

/* Something that is held in several words has one name: the first of its variables, and all of its
 * value. */
static uint32_t first_word(const program *p, uint32_t index) {
    const variable *x = &p->variables.data[index];
    while (index && p->variables.data[index - 1].name == x->name &&
           p->variables.data[index - 1].scope == x->scope && !p->variables.data[index - 1].type)
        index--;
    return index;
}

static value whole_value(moment *now, uint32_t index) {
    const program *p = now->f->v->unreduced;
    terms *t = p->terms;
    value sum = {0};
    for (uint32_t i = index, at = 0; i < p->variables.size; i++) {
        const variable *x = &p->variables.data[i];
        bool same =
            x->name == p->variables.data[index].name && x->scope == p->variables.data[index].scope;
        if (!same) break;
        sort s = term_sort(t, x->var);
        uint32_t width = sort_kind_of(t, s) == SORT_BV ? sort_width(t, s) : 65;
        value a = model_get(now->state, t, x->var);
        if (i == index && (x->type || width > 32))
            return value_move(t, now->state->pool, a, now->f->pool);
        if (at + width > 64) break;
        sum = value_bv(t, at + width, sum.bits | a.bits << at);
        at += width;
    }
    return sum;
}

static void note_variable(moment *now, trace_step *step, uint32_t index) {
    follower *f = now->f;
    program *p = f->v->unreduced;
    uint32_t first = p->variables.data[index].type ? index : first_word(p, index);
    const variable *x = &p->variables.data[first];
    value given = whole_value(now, first);
    trace_change c = {.name = x->name, .is_signed = x->is_signed, .variable = first};
    uint64_t address;
    c.value = value_move(p->terms, f->pool, given, pool_of(f->v));
    bool joined = first + 1 < p->variables.size && p->variables.data[first + 1].name == x->name;
    if ((joined || is_pointer(p, x)) && value_u64(f->pool, given, &address))
        c.words = joined && !address ? 0 : address_words(now, address, pointee_of(p, first));
    note_change(f, step, c);
}

/* Where an array is stored into, by the values before; its element there, by those after. */
static void note_elements(moment *now, trace_step *step, uint32_t index, term stored) {
    follower *f = now->f;
    terms *t = f->v->terms;
    const variable *x = &f->v->unreduced->variables.data[index];
    for (uint32_t n = 0; n < MOST_ELEMENTS && term_op(t, stored) == OP_STORE; n++) {
        value at = term_eval(f->eval, &f->before, term_arg(t, stored, 1));
        term element = term_select(t, x->var, value_to_term(f->pool, at));
        trace_change c = {.name = x->name,
                          .is_signed = x->is_signed,
                          .element = true,
                          .variable = index,
                          .value = value_of(now, element)};
        if (!value_u64(f->pool, at, &c.index) || sort_kind_of(t, c.value.sort) == SORT_ARRAY)
            return;
        c.value = value_move(t, f->pool, c.value, pool_of(f->v));
        note_change(f, step, c);
        stored = term_arg(t, stored, 0);
    }
}

/* A store that may mean one of many cells assigns to all of them: those that keep their value say
 * nothing. */
static bool says_something(const follower *f, term var, value given, cmd c, bool sure) {
    const program *p = f->v->unreduced;
    const value *old = model_find(&f->before, var);
    bool keeps = cmd_kind_of(p, c) == CMD_ASSIGN && term_op(p->terms, cmd_term(p, c)) == OP_ITE &&
                 term_mentions(p->terms, cmd_term(p, c), var);
    return !old || !value_equal(f->pool, *old, given) || (sure && !keeps);
}

/* Name an unset variable if the violation rests on its value. */
static bool matters(const follower *f, uint32_t in) {
    const evidence *e = &f->v->evidence;
    enum input_origin from = program_input_origin(f->v->unreduced, in);
    if (from != ORIGIN_UNINIT && from != ORIGIN_UNINIT_HEAP && from != ORIGIN_PADDING) return true;
    for (uint32_t i = 0; i < e->needs.size; i++)
        if (e->inputs.items.data[e->needs.data[i]].input == in) return true;
    return false;
}

static void watch_assigned(moment *now, trace_step *step, cmd c, bool sure) {
    follower *f = now->f;
    program *p = f->v->unreduced;
    terms *t = p->terms;
    term var = cmd_var(p, c);
    uint32_t index = (uint32_t)map_find(&p->variable_of, var.id, UINT32_MAX);
    if (index == UINT32_MAX) return;
    bool assigned = cmd_kind_of(p, c) == CMD_ASSIGN,
         named = p->variables.data[index].name && (assigned || matters(f, cmd_input(p, c)));
    if (sort_kind_of(t, term_sort(t, var)) == SORT_ARRAY) {
        if (named && assigned) note_elements(now, step, index, cmd_term(p, c));
        return;
    }
    value given = value_move(t, now->state->pool, model_get(now->state, t, var), f->pool);
    if (named && says_something(f, var, given, c, sure)) note_variable(now, step, index);
    model_set(&f->before, var, given);
}

static void watch_command(moment *now, trace_step *step, cmd c, bool sure) {
    const program *p = now->f->v->unreduced;
    switch (cmd_kind_of(p, c)) {
    case CMD_SEQ:
    case CMD_CHOICE:
        for (uint32_t i = 0; i < cmd_size(p, c); i++)
            watch_command(now, step, cmd_part(p, c, i), sure && cmd_kind_of(p, c) == CMD_SEQ);
        return;
    case CMD_ASSIGN:
    case CMD_HAVOC: watch_assigned(now, step, c, sure); return;
    default: return;
    }
}

/* ---- inputs ---- */

static bool is_shown(const program *p, uint32_t number) {
    enum input_origin from = program_input_origin(p, number);
    const char *name = program_text(p, p->inputs.data[number].name);
    return (from == ORIGIN_NONDET || from == ORIGIN_CALL || from == ORIGIN_VOLATILE ||
            from == ORIGIN_ENVIRONMENT) &&
           strncmp(name, LIBRARY_NAME_PREFIX, strlen(LIBRARY_NAME_PREFIX));
}

/* A value that some variable took in the same step is shown there. */
static bool was_taken(const follower *f, const trace_step *step, const trace_change *c) {
    for (uint32_t i = 0; i < step->change_count && c->variable == UINT32_MAX; i++) {
        const trace_change *o = &f->out->changes.data[step->changes + i];
        if (o->variable != UINT32_MAX && o->value.sort.id == c->value.sort.id &&
            value_equal(pool_of(f->v), o->value, c->value))
            return true;
    }
    return false;
}

static void drop_taken(follower *f) {
    trace_steps *s = f->out;
    for (uint32_t i = 0; i < s->steps.size; i++) {
        trace_step *step = &s->steps.data[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < step->change_count; k++) {
            trace_change c = s->changes.data[step->changes + k];
            if (!was_taken(f, step, &c)) s->changes.data[step->changes + kept++] = c;
        }
        step->change_count = kept;
    }
}

static void watch_inputs(follower *f, trace_step *step) {
    const program *p = f->v->unreduced;
    for (uint32_t i = 0; i < f->reads.size; i++) {
        struct input_value r = f->reads.data[i];
        enum input_origin from = program_input_origin(p, r.input);
        step->input |= origin_about(from)->outside;
        step->uninitialized |=
            (from == ORIGIN_UNINIT || from == ORIGIN_UNINIT_HEAP) && matters(f, r.input);
        if (r.input == NO_INPUT || !r.value.sort.id || !is_shown(p, r.input)) continue;
        const input *in = &p->inputs.data[r.input];
        trace_change c = {.name = in->name,
                          .is_signed = program_input_signed(p, r.input),
                          .call = from == ORIGIN_NONDET || from == ORIGIN_CALL,
                          .variable = UINT32_MAX,
                          .value = r.value};
        note_change(f, step, c);
    }
    vec_clear(&f->reads);
}

/* ---- the end ---- */

/* $1 and $2 are values, @1 and @2 addresses. */
static void put_value(moment *now, loc error, const char *mark, text *out) {
    follower *f = now->f;
    const program *p = f->v->unreduced;
    term shown = p->locations.data[error.id].shown[mark[1] - '1'];
    value a = shown.id ? value_of(now, shown) : (value){0};
    uint64_t address;
    bool is_address = *mark == '@' && a.sort.id && value_u64(f->pool, a, &address);
    if (is_address && outline_address(p, address, 0, start_of, now, out)) return;
    if (is_address) text_print(out, "0x%llx", (unsigned long long)address);
    else if (a.sort.id)
        report_value(f->v, value_move(p->terms, f->pool, a, pool_of(f->v)), *mark != '%', out);
    else text_add(out, "a value");
}

static void failure_words(moment *now, loc error) {
    const program *p = now->f->v->unreduced;
    text *out = &now->f->out->failure;
    const char *s = program_text(p, p->locations.data[error.id].values);
    text_add(out, report_error_words(p, error));
    if (*s) text_add(out, ": ");
    for (; *s; s++) {
        bool named = (*s == '$' || *s == '@' || *s == '%') && (s[1] == '1' || s[1] == '2');
        if (named) put_value(now, error, s++, out);
        else text_char(out, *s);
    }
}

static void watch_end(moment *now, loc to) {
    if (!now->f->v->unreduced->locations.data[to.id].property) return;
    text_clear(&now->f->out->failure);
    failure_words(now, to);
    keep_stack(now->f);
}

static void watch(void *context, edge_id e, const model *state) {
    follower *f = context;
    moment now = {f, state};
    const program *p = f->v->unreduced;
    const edge *x = &p->edges.data[e.id];
    if (x->at.line) watch_calls(f, x->at);
    if ((!x->at.line && f->v->from_c) || in_library(p, x->at)) {
        trace_step aside = {.changes = f->out->changes.size};
        watch_command(&now, &aside, x->command, false); /* what is set there is known later */
        f->out->changes.size = aside.changes;
    } else {
        trace_step *step = step_at(f, x->at, e);
        enum branch_taken taken = decision(p, e);
        if (taken != BRANCH_NONE) step->branch = taken;
        if (taken != BRANCH_NONE && same_loc(step->decided, NO_LOC)) step->decided = x->from;
        watch_command(&now, step, x->command, true);
        watch_inputs(f, step);
    }
    watch_end(&now, x->to);
}

void trace_follow(const verification *v, trace_steps *out) {
    bool checked = v->evidence.level != EVIDENCE_NONE;
    const input_log *log = checked ? &v->evidence.inputs : &v->result.trace.inputs;
    follower f = {.v = v, .out = out, .inputs = input_queue_new(log), .pool = values_new(v->terms)};
    f.eval = evaluator_new(v->terms, f.pool);
    model_init(&f.before, f.pool);
    run_options o = {.next_input = read_input,
                     .on_edge = watch,
                     .context = &f,
                     .max_steps = FOLLOWED_STEPS,
                     .decisions =
                         checked && v->evidence.decisions.size ? &v->evidence.decisions : NULL,
                     .input_pool = checked ? v->evidence.pool : v->result.pool};
    run_result end = program_run(
        v->unreduced, checked ? &v->evidence.initial : &v->result.trace.initial, &o, NULL);
    out->unfinished = end.end == RUN_STEPS;
    drop_taken(&f);
    input_queue_delete(f.inputs);
    evaluator_delete(f.eval);
    model_release(&f.before);
    values_delete(f.pool);
    vec_release(&f.reads);
    vec_release(&f.frames);
}

void trace_steps_release(trace_steps *s) {
    vec_release(&s->steps);
    vec_release(&s->changes);
    vec_release(&s->stack);
    text_release(&s->words);
    text_release(&s->failure);
}

/* ---- words ---- */

void trace_change_name(const verification *v, const trace_change *c, text *out) {
    const program *p = v->unreduced;
    const char *name = program_text(p, c->name);
    if (c->element && outline_element(p, c->variable, c->index, out)) return;
    text_add(out, name);
    if (c->element) text_print(out, "[%llu]", (unsigned long long)c->index);
    if (c->call && !strchr(name, '(')) text_add(out, "()");
}

void trace_change_value(const verification *v, const trace_steps *all, const trace_change *c,
                        text *out) {
    if (c->words) text_add(out, all->words.data + c->words);
    else report_value(v, c->value, c->is_signed, out);
}

/* One change as "name = value", or its parts. */
static void trace_change_print(const verification *v, const trace_steps *all, const trace_change *c,
                               text *out) {
    trace_change_name(v, c, out);
    text_add(out, " = ");
    trace_change_value(v, all, c, out);
}

void trace_changes_print(const verification *v, const trace_steps *all, const trace_step *s,
                         text *out) {
    enum { MOST_CHANGES = 8 }; /* where a whole record is set, the first say it */
    for (uint32_t i = 0; i < s->change_count; i++) {
        if (i) text_add(out, ", ");
        if (i == MOST_CHANGES) {
            text_print(out, "and %u more", s->change_count - i);
            return;
        }
        trace_change_print(v, all, &all->changes.data[s->changes + i], out);
    }
}
