/* Commands gathered into edges, and the values that live across them. */
#include "base/log.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Commands are gathered in `pending` and become one edge when the source line changes, when control
 * splits or joins, or when a check needs a location. A value that was computed but not yet used is
 * a term over variables; before one of those variables changes the value is saved in a variable of
 * its own (`live`). */

void emit(translator *tr, cmd c) {
    assert_debug(cmds_are_there(tr->p, 1, &c));
    if (!tr->emission.dead) vec_push(&tr->emission.pending, c);
}

loc emit_flush(translator *tr) {
    if (!tr->emission.pending.size) return tr->emission.here;
    loc next = program_add_location(tr->p, tr->emission.at);
    program_add_edge(tr->p, tr->emission.here, next,
                     cmd_seq(tr->p, tr->emission.pending.size, tr->emission.pending.data),
                     tr->emission.at);
    vec_clear(&tr->emission.pending);
    return tr->emission.here = next;
}

void emit_line(translator *tr, position at) {
    bool other = at.line != tr->emission.at.line || at.file != tr->emission.at.file;
    if (other) emit_flush(tr);
    tr->emission.at = at;
}

void emit_jump(translator *tr, loc target) {
    assert_debug(target.id < tr->p->locations.size);
    if (!tr->emission.dead)
        program_add_edge(tr->p, tr->emission.here, target,
                         cmd_seq(tr->p, tr->emission.pending.size, tr->emission.pending.data),
                         tr->emission.at);
    vec_clear(&tr->emission.pending);
}

void emit_branch(translator *tr, term condition, loc target) {
    assert_debug(term_is_bool(tr->t, condition));
    assert_debug(target.id < tr->p->locations.size);
    emit_flush(tr);
    if (!tr->emission.dead && !term_is_false(tr->t, condition))
        program_add_edge(tr->p, tr->emission.here, target, cmd_assume(tr->p, condition),
                         tr->emission.at);
}

void emit_end(translator *tr) {
    emit_flush(tr);
    tr->emission.dead = true;
}

void emit_assume(translator *tr, term condition) {
    assert_debug(term_is_bool(tr->t, condition));
    if (!term_is_true(tr->t, condition)) emit(tr, cmd_assume(tr->p, condition));
}

void presume(translator *tr, term condition, term suffices) {
    assert_debug(term_is_bool(tr->t, condition));
    if (term_is_true(tr->t, condition)) return;
    vec_last(&tr->p->inputs).presumed = condition;
    vec_last(&tr->p->inputs).suffices = suffices;
    emit_assume(tr, condition);
}

/* ---- live values ---- */
static bool value_mentions(translator *tr, const slot *s, uint32_t n, const term *vars) {
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < n; k++) {
            const component *c = &s->components[i];
            if (c->bits.id && term_mentions(tr->t, c->bits, vars[k])) return true;
            if (c->fp.id && term_mentions(tr->t, c->fp, vars[k])) return true;
        }
    return false;
}

/* Forget values that are no longer used, except those that mention one of the variables. */
static void save_live(translator *tr, uint32_t n, const term *vars) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < tr->emission.live.size; i++) {
        live_value v = tr->emission.live.data[i];
        slot *s = &v.frame->slots[v.value];
        if (!s->uses || s->stable) continue;
        if (value_mentions(tr, s, n, vars)) spill_value(tr, v.frame, v.value);
        else tr->emission.live.data[kept++] = v;
    }
    tr->emission.live.size = kept;
}

void spill_live(translator *tr) {
    for (uint32_t i = 0; i < tr->emission.live.size; i++) {
        live_value v = tr->emission.live.data[i];
        if (v.frame->slots[v.value].uses && !v.frame->slots[v.value].stable)
            spill_value(tr, v.frame, v.value);
    }
    vec_clear(&tr->emission.live);
}

/* ---- assignments ---- */
void emit_assign(translator *tr, term var, term given) {
    assert_debug(term_is_var(tr->t, var));
    assert_debug(same_sort(term_sort(tr->t, var), term_sort(tr->t, given)));
    if (same(var, given)) return;
    save_live(tr, 1, &var);
    emit(tr, cmd_assign(tr->p, var, given));
}

/* All at once: where a value mentions a variable assigned before it, the old value is kept aside.
 */
void emit_parallel(translator *tr, uint32_t n, const term *vars, term *values) {
    assert_debug(terms_are_there(tr->t, n, vars));
    assert_debug(terms_are_there(tr->t, n, values));
    save_live(tr, n, vars);
    for (uint32_t i = 0; i < n; i++) {
        term old = {0};
        substitution s = {0};
        for (uint32_t k = i + 1; k < n; k++) {
            if (!term_mentions(tr->t, values[k], vars[i])) continue;
            if (!old.id) {
                old = new_variable(tr, "old", term_sort(tr->t, vars[i]));
                emit(tr, cmd_assign(tr->p, old, vars[i]));
                subst_set(&s, tr->t, vars[i], old);
            }
            values[k] = subst_apply(&s, tr->t, values[k]);
        }
        subst_release(&s);
        if (!same(vars[i], values[i])) emit(tr, cmd_assign(tr->p, vars[i], values[i]));
    }
}

/* Where the value comes from stands for a name that there is not. */
static const char *input_name(enum input_origin origin, const char *name) {
    return name ? name : origin_about(origin)->word;
}

static uint32_t input_here(translator *tr, enum input_origin origin, const char *name,
                           const char *type) {
    input in = {.origin = origin,
                .name = program_name(tr->p, input_name(origin, name)),
                .unnamed = !name,
                .type = program_name(tr->p, type),
                .at = tr->emission.at};
    return program_add_input(tr->p, in);
}

void emit_havoc(translator *tr, term var, enum input_origin origin, const char *name,
                const char *type) {
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    save_live(tr, 1, &var);
    emit(tr, cmd_havoc(tr->p, var, input_here(tr, origin, name, type)));
}

/* No live value mentions a new variable, so none needs saving: this may run while values are being
 * saved. */
term emit_any(translator *tr, sort s, enum input_origin origin, const char *name,
              const char *type) {
    assert_debug((unsigned)origin < ORIGIN_COUNT);
    term var = new_variable(tr, input_name(origin, name), s);
    emit(tr, cmd_havoc(tr->p, var, input_here(tr, origin, name, type)));
    return var;
}

/* ---- names ---- */
const char *unique_name(translator *tr, const char *name, text *out) {
    text_clear(out);
    text_add(out, name);
    own_plain(out->data, out->size);
    uint64_t key = hash_bytes(out->data, out->size), times = map_find(&tr->emission.names, key, 0);
    map_set(&tr->emission.names, key, times + 1);
    if (times) text_print(out, "#%llu", (unsigned long long)times + 1);
    return text_string(out);
}

term new_variable(translator *tr, const char *name, sort s) {
    assert_debug(*name);
    assert_debug(sort_is_there(tr->t, s));
    text full = {0}, dotted = {0};
    text_print(&dotted, "%%%s", name);
    variable v = {.var = term_var(tr->t, unique_name(tr, text_string(&dotted), &full), s),
                  .at = tr->emission.at};
    program_add_variable(tr->p, v);
    text_release(&full);
    text_release(&dotted);
    return v.var;
}

/* ---- properties and notes ---- */
static uint32_t property_of(translator *tr, enum property_id id, const char *detail) {
    text key = {0};
    text_print(&key, "%d %s", (int)id, detail);
    uint64_t hash = hash_bytes(key.data, key.size),
             found = map_find(&tr->emission.error_property, hash, NONE);
    text_release(&key);
    if (found != NONE) return (uint32_t)found;
    uint32_t p = program_add_known_property(tr->p, id, detail);
    map_set(&tr->emission.error_property, hash, p);
    return p;
}

void emit_fail(translator *tr, term condition, enum property_id id, const char *detail) {
    assert_debug(term_is_bool(tr->t, condition));
    assert_debug(id > PROPERTY_NAMED && id < PROPERTY_COUNT);
    LOG("translate", "error of property %d", (int)id);
    emit_fail_after(tr, condition, cmd_skip(tr->p), id, detail);
}

/* What only this place says is no property of its own: errors of one property are merged. */
loc emit_fail_about(translator *tr, term condition, enum property_id id, const char *detail,
                    text *words, const char *values, comparands shown) {
    assert_debug(term_is_bool(tr->t, condition));
    assert_debug(id > PROPERTY_NAMED && id < PROPERTY_COUNT);
    loc error = emit_fail_after(tr, condition, cmd_skip(tr->p), id, detail);
    if (!same_loc(error, NO_LOC)) {
        location *l = &tr->p->locations.data[error.id];
        if (words->size) l->words = program_name(tr->p, text_string(words));
        if (values) l->values = program_name(tr->p, values);
        for (int i = 0; i < 2; i++) l->shown[i] = shown.of[i];
    }
    text_release(words);
    return error;
}

loc emit_fail_after(translator *tr, term condition, cmd last, enum property_id id,
                    const char *detail) {
    assert_debug(term_is_bool(tr->t, condition));
    assert_debug(id > PROPERTY_NAMED && id < PROPERTY_COUNT);
    emit_flush(tr);
    if (tr->emission.dead || term_is_false(tr->t, condition)) return NO_LOC;
    loc error = program_add_location(tr->p, tr->emission.at);
    program_set_error(tr->p, error, property_of(tr, id, detail));
    program_add_edge(tr->p, tr->emission.here, error,
                     cmd_seq(tr->p, 2, (cmd[]){cmd_assume(tr->p, condition), last}),
                     tr->emission.at);
    if (term_is_true(tr->t, condition)) tr->emission.dead = true;
    else emit_assume(tr, term_not(tr->t, condition));
    return error;
}

void emit_goal(translator *tr, term condition, uint32_t goal) {
    assert_debug(term_is_bool(tr->t, condition));
    LOG("translate", "goal %u", goal);
    char number[16];
    emit_flush(tr);
    if (tr->emission.dead || term_is_false(tr->t, condition)) return;
    snprintf(number, sizeof number, "%u", goal);
    loc reached = program_add_location(tr->p, tr->emission.at);
    uint32_t asked = property_of(tr, PROPERTY_GOAL, number);
    tr->p->properties.data[asked].goal = goal;
    program_set_error(tr->p, reached, asked);
    program_add_edge(tr->p, tr->emission.here, reached, cmd_assume(tr->p, condition),
                     tr->emission.at);
}

void note_here(translator *tr, enum note_kind kind, const char *format, ...) {
    LOG("translate", "note: %s", format);
    va_list arguments;
    char *message = NULL;
    va_start(arguments, format);
    if (vasprintf(&message, format, arguments) < 0) message = NULL;
    va_end(arguments);
    position nowhere = {0};
    program_add_note(tr->p, kind, message ? message : format,
                     kind == NOTE_ASSUMPTION ? nowhere : tr->emission.at);
    mem_free(message);
}
