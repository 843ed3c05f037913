/* Weaving a witness into a program: see witness.h. */
#include "base/path.h"
#include "base/log.h"
#include "base/fail.h"
#include "evidence/cparse.h"
#include "source/declarations.h"
#include "evidence/witness.h"

typedef struct {
    program *p;              /* the copy that is changed */
    const program *original; /* where places are looked for */
    const witness *w;
    vec(placing) files;
    witness_applied *done;
    term passed;      /* how many waypoints the run has passed */
    uint32_t follows; /* that were understood */
    map before;       /* edge -> command that goes before its own, once all are known */
} weaver;

static placing *file_of(weaver *v, const char *name) {
    for (uint32_t i = 0; name && i < v->files.size; i++) {
        if (!strcmp(path_base(v->files.data[i].map.name), path_base(name)))
            return &v->files.data[i];
    }
    placing x;
    if (!name || !placing_init(&x, (program *)(uintptr_t)v->original, name)) return NULL;
    vec_push(&v->files, x);
    return &vec_last(&v->files);
}

static bool leave_out(weaver *v, const point *x, const char *why) {
    if (!v->done->left_out++)
        snprintf(v->done->why, sizeof v->done->why, "%s:%u:%u: %s", x->file ? x->file : "?",
                 x->line, x->column, why);
    return false;
}

/* The constraint over the variables that are visible at an offset. */
static bool constraint(weaver *v, const point *x, const placing *f, size_t offset,
                       const witness_place *at, term *out) {
    char why[120];
    c_scope scope = {.p = v->p, .long_bits = v->w->long_bits};
    scope.function = placing_function(f, offset, v->p);
    scope.map = &f->map;
    scope.place =
        x->type == POINT_LOOP_INVARIANT ? place_of_loop_invariant(&f->map, offset) : offset;
    if (!scope.function && x->function) scope.function = program_name(v->p, x->function);
    if (at && (at->where == AFTER_HAVOC || at->where == AFTER_ASSIGN)) scope.result = at->var;
    if (at && at->where == AFTER_HAVOC)
        scope.result_type = program_text(v->p, v->p->inputs.data[at->input].type);
    if (x->format && !strstr(x->format, "c_expression"))
        return leave_out(v, x, "only C expressions are understood");
    if (!x->value) return leave_out(v, x, "a constraint without a value");
    return c_parse_condition(&scope, x->value, out, why, sizeof why) || leave_out(v, x, why);
}

/* ---- invariants ---- */

static loc error_location(weaver *v, const point *x) {
    position at = {.file = program_name(v->p, x->file), .line = x->line, .column = x->column};
    loc l = program_add_location(v->p, at);
    char *detail = mem_format("the witness says %s here", x->value);
    program_set_error(v->p, l, program_add_known_property(v->p, PROPERTY_WITNESS, detail));
    mem_free(detail);
    return l;
}

/* At a location: on where it holds, to the error where it does not. */
static void demand_at(weaver *v, loc l, term holds, loc error, position at) {
    terms *t = v->p->terms;
    const edge_id *out;
    uint32_t n = program_out(v->p, l, &out);
    for (uint32_t i = 0; i < n; i++) {
        edge *e = &v->p->edges.data[out[i].id];
        e->command = cmd_seq(v->p, 2, (cmd[]){cmd_assume(v->p, holds), e->command});
    }
    program_add_edge(v->p, l, error, cmd_assume(v->p, term_not(t, holds)), at);
}

/* On an edge, before or after its command: by a location in its middle. */
static void demand_on(weaver *v, const witness_place *x, term holds, loc error) {
    edge e = v->p->edges.data[x->edge.id];
    loc middle = program_add_location(v->p, e.at);
    cmd skip = cmd_skip(v->p);
    bool before = x->where == BEFORE_COMMAND;
    program_remove_edge(v->p, x->edge);
    program_add_edge(v->p, e.from, middle, before ? skip : e.command, e.at);
    program_add_edge(v->p, middle, e.to, before ? e.command : skip, e.at);
    demand_at(v, middle, holds, error, e.at);
}

static bool weave_loop_invariant(weaver *v, const point *x, const placing *f, size_t offset) {
    loc_vec heads = {0};
    term holds;
    heads_of_loop(f, x->line, x->column, &heads);
    bool good = heads.size ? constraint(v, x, f, offset, NULL, &holds)
                           : leave_out(v, x, "no loop begins here");
    if (good) {
        loc error = error_location(v, x);
        for (uint32_t i = 0; i < heads.size; i++)
            demand_at(v, heads.data[i], holds, error, v->p->locations.data[error.id].at);
    }
    vec_release(&heads);
    return good;
}

/* Edges that were split for an earlier invariant of the same place are found again by their ends.
 */
static edge_id live_edge(const weaver *v, const witness_place *x) {
    const edge *was = &v->original->edges.data[x->edge.id];
    if (!v->p->edges.data[x->edge.id].removed) return x->edge;
    for (edge_id e = {0}; e.id < v->p->edges.size; e.id++) {
        const edge *now = &v->p->edges.data[e.id];
        if (!now->removed &&
            (x->where == BEFORE_COMMAND ? same_loc(now->from, was->from)
                                        : same_loc(now->to, was->to)) &&
            e.id >= v->original->edges.size && now->at.line == was->at.line &&
            now->at.column == was->at.column)
            return e;
    }
    return x->edge;
}

static bool weave_location_invariant(weaver *v, const point *x, const placing *f, size_t offset) {
    witness_places where = {0};
    term holds;
    places_of_statement(f, offset, &where);
    bool good = where.size ? constraint(v, x, f, offset, NULL, &holds)
                           : leave_out(v, x, "no statement begins here");
    if (good) {
        loc error = error_location(v, x);
        for (uint32_t i = 0; i < where.size; i++) {
            witness_place now = where.data[i];
            now.edge = live_edge(v, &now);
            demand_on(v, &now, holds, error);
        }
    }
    vec_release(&where);
    return good;
}

/* ---- waypoints ---- */

/* What passing means: the counter goes on, or, for a waypoint to avoid, the run ends. */
static cmd passing(weaver *v, const point *x, term holds, uint32_t number) {
    terms *t = v->p->terms;
    term now = term_and(t, term_eq(t, v->passed, term_bv(t, 32, number)), holds);
    if (x->avoid) return cmd_assume(v->p, term_not(t, now));
    return cmd_assign(v->p, v->passed, term_ite(t, now, term_bv(t, 32, number + 1), v->passed));
}

/* The command with `more` after each read of the input, or each assignment to the variable. */
static cmd insert_behind(weaver *v, cmd c, const witness_place *at, cmd more) {
    enum cmd_kind k = cmd_kind_of(v->p, c);
    bool here = at->where == AFTER_HAVOC ? k == CMD_HAVOC && cmd_input(v->p, c) == at->input
                                         : k == CMD_ASSIGN && same(cmd_var(v->p, c), at->var);
    if (here) return cmd_seq(v->p, 2, (cmd[]){c, more});
    if (k != CMD_SEQ && k != CMD_CHOICE) return c;
    vec(cmd) parts = {0};
    for (uint32_t i = 0; i < cmd_size(v->p, c); i++) {
        cmd part = insert_behind(v, cmd_part(v->p, c, i), at, more);
        vec_push(&parts, part);
    }
    c = k == CMD_SEQ ? cmd_seq(v->p, parts.size, parts.data)
                     : cmd_choice(v->p, parts.size, parts.data);
    vec_release(&parts);
    return c;
}

static void weave_at(weaver *v, const witness_place *at, cmd more) {
    cmd *c = &v->p->edges.data[at->edge.id].command, old = *c, now;
    switch (at->where) {
    case BEFORE_COMMAND: {
        uint64_t id;
        if (map_get(&v->before, at->edge.id, &id))
            more = cmd_seq(v->p, 2, (cmd[]){{(uint32_t)id}, more});
        map_set(&v->before, at->edge.id, more.id);
        return;
    }
    case AFTER_COMMAND: now = cmd_seq(v->p, 2, (cmd[]){old, more}); break;
    default: now = insert_behind(v, old, at, more); break;
    }
    v->p->edges.data[at->edge.id].command = now;
}

static bool find_places(weaver *v, const point *x, const placing *f, size_t offset,
                        witness_places *out) {
    bool holds = x->value && !strcmp(x->value, "true");
    switch (x->type) {
    case POINT_ASSUMPTION: places_of_statement(f, offset, out); break;
    case POINT_BRANCHING:
        if (!holds && (!x->value || strcmp(x->value, "false")))
            return leave_out(v, x, "a branch that is neither true nor false");
        places_of_branch(f, offset, holds, out);
        break;
    case POINT_ENTER: places_of_call(f, offset, false, out); break;
    case POINT_RETURN: places_of_call(f, offset, true, out); break;
    default: return leave_out(v, x, "a waypoint of a type that is not understood");
    }
    return out->size || leave_out(v, x, "nothing of the program is here");
}

/* `number`: of waypoints that are passed before this one. */
static bool weave_waypoint(weaver *v, const point *x, const placing *f, size_t offset,
                           uint32_t number) {
    witness_places where = {0};
    bool good = find_places(v, x, f, offset, &where);
    bool constrained = x->type == POINT_ASSUMPTION || (x->type == POINT_RETURN && x->value);
    term_vec holds = {0};
    for (uint32_t i = 0; i < where.size && good; i++) {
        term h = term_bool(v->p->terms, true);
        if (constrained) good = constraint(v, x, f, offset, &where.data[i], &h);
        vec_push(&holds, h);
    }
    for (uint32_t i = 0; i < where.size && good; i++)
        weave_at(v, &where.data[i], passing(v, x, holds.data[i], number));
    vec_release(&holds);
    vec_release(&where);
    return good;
}

/* Errors that the target means: in its statement, or in its line. */
static bool is_target(const weaver *v, const placing *f, const point *x, size_t offset, loc l) {
    position at = v->original->locations.data[l.id].at;
    size_t own = placing_offset(f, at);
    source_statement s;
    uint32_t line, column;
    if (own == SIZE_MAX) return false;
    if (statement_at(&f->map, offset, &s) && own >= s.start && own < s.end) return true;
    source_line_column(&f->map, own, &line, &column);
    return line == x->line;
}

/* An error counts once all waypoints are passed, and at the target only where that is one of the
 * program's. */
static void weave_target(weaver *v, const point *x, const placing *f, size_t offset) {
    terms *t = v->p->terms;
    bool any = false;
    for (loc l = {0}; l.id < v->original->locations.size && x; l.id++)
        any |= program_is_error(v->original, l) && !program_is_limit(v->original, l) &&
               is_target(v, f, x, offset, l);
    v->done->target = any;
    if (x && !any) leave_out(v, x, "no error of the program is at the target");
    for (edge_id e = {0}; e.id < v->p->edges.size; e.id++) {
        edge *y = &v->p->edges.data[e.id];
        if (y->removed || !program_is_error(v->p, y->to) || program_is_limit(v->p, y->to)) continue;
        term counts = any && !is_target(v, f, x, offset, y->to)
                          ? term_bool(t, false)
                          : term_eq(t, v->passed, term_bv(t, 32, v->follows));
        y->command = cmd_seq(v->p, 2, (cmd[]){y->command, cmd_assume(v->p, counts)});
    }
}

static void weave_before(weaver *v) {
    for (edge_id e = {0}; e.id < v->p->edges.size; e.id++) {
        uint64_t id;
        cmd *c = &v->p->edges.data[e.id].command;
        if (map_get(&v->before, e.id, &id)) *c = cmd_seq(v->p, 2, (cmd[]){{(uint32_t)id}, *c});
    }
}

static void begin_counting(weaver *v) {
    const edge_id *out;
    uint32_t n = program_out(v->p, v->p->start, &out);
    cmd zero = cmd_assign(v->p, v->passed, term_bv(v->p->terms, 32, 0));
    for (uint32_t i = 0; i < n; i++) {
        edge *e = &v->p->edges.data[out[i].id];
        e->command = cmd_seq(v->p, 2, (cmd[]){zero, e->command});
    }
}

/* ---- all points ---- */

static bool weave_point(weaver *v, const point *x, const placing *f, size_t offset) {
    switch (x->type) {
    case POINT_LOOP_INVARIANT: return weave_loop_invariant(v, x, f, offset);
    case POINT_LOCATION_INVARIANT: return weave_location_invariant(v, x, f, offset);
    default: return weave_waypoint(v, x, f, offset, v->follows);
    }
}

static void weave_all(weaver *v) {
    const point *target = NULL;
    const placing *target_file = NULL;
    size_t target_offset = 0;
    for (uint32_t i = 0; i < v->w->points.size; i++) {
        const point *x = &v->w->points.data[i];
        const placing *f = file_of(v, x->file);
        size_t offset;
        bool good = f && source_place(&f->map, x->line, x->column, &offset);
        bool invariant = x->type == POINT_LOOP_INVARIANT || x->type == POINT_LOCATION_INVARIANT;
        if (!good || invariant == v->w->violation)
            leave_out(v, x,
                      good ? "not in a witness of this kind" : "no such place in the program");
        else if (x->type == POINT_TARGET && !x->avoid)
            target = x, target_file = f, target_offset = offset;
        else if (weave_point(v, x, f, offset) && v->w->violation && !x->avoid) v->follows++;
    }
    if (!v->w->violation) return;
    weave_before(v);
    weave_target(v, target, target_file, target_offset);
    begin_counting(v);
}

program *witness_apply(program *p, const witness *w, witness_applied *done) {
    assert_debug(p->start.id < p->locations.size);
    LOG("evidence", "apply a witness");
    weaver v = {.p = program_clone(p), .original = p, .w = w, .done = done};
    *done = (witness_applied){.points = w->points.size};
    if (w->violation) {
        variable counter = {.var = term_fresh(p->terms, "witness@passed", sort_bv(p->terms, 32))};
        v.passed = counter.var;
        program_add_variable(v.p, counter);
    }
    weave_all(&v);
    vec_release_each(&v.files, placing_release);
    map_release(&v.before);
    program_changed(v.p);
    return v.p;
}
