#include "program/course.h"
#include "base/log.h"
#include "term/partial.h"

typedef struct {
    program *p;
    partial_state *state;
} course_walk;

enum course_outcome { THROUGH, BLOCKED, OPEN };
static enum course_outcome execute(course_walk *w, cmd c);

/* Whether an alternative blocks at its very beginning; THROUGH where that is not seen at once. */
static enum course_outcome at_once(course_walk *w, cmd c) {
    if (cmd_kind_of(w->p, c) == CMD_SEQ) c = cmd_part(w->p, c, 0);
    return cmd_kind_of(w->p, c) == CMD_ASSUME ? execute(w, c) : THROUGH;
}

/* One more alternative: `open` counts those that do not block at once, the first is kept. Two of
 * them are a choice, and of the state there is one copy only, so that this is where it ends. */
static enum course_outcome consider(course_walk *w, cmd c, uint32_t *open) {
    enum course_outcome first = at_once(w, c);
    if (first == THROUGH) ++*open;
    return first == OPEN || *open > 1 ? OPEN : first;
}

static enum course_outcome execute_choice(course_walk *w, cmd c) {
    uint32_t open = 0;
    cmd only = {0};
    for (uint32_t i = 0; i < cmd_size(w->p, c); i++) {
        enum course_outcome first = consider(w, cmd_part(w->p, c, i), &open);
        if (first == OPEN) return OPEN;
        if (first == THROUGH) only = cmd_part(w->p, c, i);
    }
    return open ? execute(w, only) : BLOCKED;
}

static enum course_outcome execute_parts(course_walk *w, cmd c) {
    for (uint32_t i = 0, n = cmd_size(w->p, c); i < n; i++) {
        enum course_outcome o = execute(w, cmd_part(w->p, c, i));
        if (o != THROUGH) return o;
    }
    return THROUGH;
}

static enum course_outcome assume(course_walk *w, term condition) {
    switch (partial_holds(w->state, condition)) {
    case PARTIAL_TRUE: return THROUGH;
    case PARTIAL_FALSE: return BLOCKED;
    default: return OPEN;
    }
}

static enum course_outcome execute(course_walk *w, cmd c) {
    switch (cmd_kind_of(w->p, c)) {
    case CMD_ASSIGN: return partial_assign(w->state, cmd_var(w->p, c), cmd_term(w->p, c)), THROUGH;
    case CMD_HAVOC: return partial_havoc(w->state, cmd_var(w->p, c)), THROUGH;
    case CMD_ASSUME: return assume(w, cmd_term(w->p, c));
    case CMD_SEQ: return execute_parts(w, c);
    case CMD_CHOICE: return execute_choice(w, c);
    default: return THROUGH;
    }
}

/* Take the only edge that can be taken. */
static enum course_outcome step(course_walk *w, loc *at) {
    const edge_id *out;
    uint32_t n = program_out(w->p, *at, &out), open = 0;
    edge_id only = {0};
    for (uint32_t i = 0; n > 1 && i < n; i++) {
        enum course_outcome first = consider(w, w->p->edges.data[out[i].id].command, &open);
        if (first == OPEN) return OPEN;
        if (first == THROUGH) only = out[i];
    }
    if (n == 1) only = out[0], open = 1;
    enum course_outcome o = open ? execute(w, w->p->edges.data[only.id].command) : BLOCKED;
    if (o == THROUGH) *at = w->p->edges.data[only.id].to;
    return o;
}

enum { LOOK_AROUND = 256 /* steps between looks at time and memory */ };

course program_course(program *p, const budget *b) {
    LOG("program", "look for the deterministic run of %u locations", p->locations.size);
    course_walk w = {p, partial_new(p->terms)};
    course r = {COURSE_LONG, p->start, 0};
    enum course_outcome o = THROUGH;
    while (o == THROUGH) {
        if (program_is_limit(p, r.at)) {
            r.end = COURSE_LIMIT;
            break;
        }
        if (program_is_error(p, r.at)) {
            r.end = COURSE_ERROR;
            break;
        }
        if (r.steps % LOOK_AROUND == LOOK_AROUND - 1) {
            partial_compact(w.state);
            if (budget_over(b)) break;
        }
        o = step(&w, &r.at);
        r.steps += o == THROUGH;
    }
    if (o == BLOCKED) r.end = COURSE_ENDS;
    if (o == OPEN) r.end = COURSE_OPEN;
    partial_delete(w.state);
    return r;
}
