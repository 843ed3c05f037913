/* The graph of an automaton: adjacency, order, loop heads. */
#include "base/log.h"
#include "base/bits.h"
#include "base/fail.h"
#include "program/program_internal.h"

static void erase(edge_vec *list, edge_id item) {
    assert(list->size);
    uint32_t i = 0;
    while (!same_edge(list->data[i], item)) i++, assert(i < list->size);
    memmove(list->data + i, list->data + i + 1, (list->size - i - 1) * sizeof *list->data);
    list->size--;
}

void adjacency_add(adjacency *a, loc from, loc to, edge_id e) {
    assert(from.id < a->of.size && to.id < a->of.size);
    vec_push(&a->of.data[from.id].out, e);
    vec_push(&a->of.data[to.id].in, e);
}

void adjacency_remove(adjacency *a, loc from, loc to, edge_id e) {
    assert_debug(from.id < a->of.size && to.id < a->of.size);
    erase(&a->of.data[from.id].out, e);
    erase(&a->of.data[to.id].in, e);
}

static void adjacency_delete(adjacency *a) {
    for (uint32_t i = 0; i < a->of.size; i++) {
        vec_release(&a->of.data[i].out);
        vec_release(&a->of.data[i].in);
    }
    vec_release(&a->of);
    mem_free(a);
}

void program_changed(program *p) {
    if (p->adjacency) adjacency_delete(p->adjacency);
    p->adjacency = NULL;
}

/* The lists are a cache: making them does not change what the program is. */
static const struct edge_lists *lists(const program *p, loc l) {
    assert_debug(l.id < p->locations.size);
    if (!p->adjacency) {
        adjacency *a = mem_zero(sizeof *a);
        vec_resize(&a->of, p->locations.size);
        for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
            const edge *x = &p->edges.data[e.id];
            if (!x->removed) adjacency_add(a, x->from, x->to, e);
        }
        ((program *)(uintptr_t)p)->adjacency = a;
    }
    return &p->adjacency->of.data[l.id];
}

uint32_t program_out(const program *p, loc l, const edge_id **edges) {
    assert_debug(l.id < p->locations.size);
    const struct edge_lists *x = lists(p, l);
    *edges = x->out.data;
    return x->out.size;
}

uint32_t program_in(const program *p, loc l, const edge_id **edges) {
    assert_debug(l.id < p->locations.size);
    const struct edge_lists *x = lists(p, l);
    *edges = x->in.data;
    return x->in.size;
}

/* Depth-first search from the start, without recursion: the locations in post-order, and the
 * targets of edges into a location that is still on the stack. */
typedef struct {
    const program *p;
    bits seen, open;
    vec(struct open_location {
        loc at;
        uint32_t next;
    }) stack;
    loc_vec done; /* post-order */
    loc_vec back; /* targets of back edges */
} depth_first;

static void enter(depth_first *s, loc l) {
    bits_add(&s->seen, l.id);
    bits_add(&s->open, l.id);
    struct open_location f = {l, 0};
    vec_push(&s->stack, f);
}

static void search_from_start(depth_first *s, const program *p) {
    *s = (depth_first){.p = p};
    enter(s, p->start);
    while (s->stack.size) {
        struct open_location *f = &vec_last(&s->stack);
        const edge_id *out;
        uint32_t n = program_out(p, f->at, &out);
        if (f->next == n) {
            bits_remove(&s->open, f->at.id);
            vec_push(&s->done, f->at);
            s->stack.size--;
            continue;
        }
        loc to = p->edges.data[out[f->next++].id].to;
        if (!bits_has(&s->seen, to.id)) enter(s, to);
        else if (bits_has(&s->open, to.id)) vec_push(&s->back, to);
    }
}

static void search_release(depth_first *s) {
    bits_release(&s->seen);
    bits_release(&s->open);
    vec_release(&s->stack);
    vec_release(&s->done);
    vec_release(&s->back);
}

void program_order(const program *p, loc_vec *locations) {
    assert_debug(p->start.id < p->locations.size);
    depth_first s;
    search_from_start(&s, p);
    vec_clear(locations);
    for (uint32_t i = s.done.size; i-- > 0;) vec_push(locations, s.done.data[i]);
    search_release(&s);
}

void program_mark_cuts(program *p) {
    LOG("program", "mark the heads of loops of %u locations", p->locations.size);
    depth_first s;
    search_from_start(&s, p);
    for (uint32_t i = 0; i < s.back.size; i++) p->locations.data[s.back.data[i].id].cut = true;
    search_release(&s);
}

static void check_command(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    require(c.id && c.id < p->commands->commands.size, "edge with an unknown command");
    map seen = {0};
    term_vec vars = {0};
    cmd_assigned(p, c, &seen, &vars);
    map_clear(&seen);
    cmd_read(p, c, &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        require(program_variable(p, vars.data[i]),
                "command over %s, which is no variable of the program",
                term_name(p->terms, vars.data[i]));
    vec_release(&vars);
    map_release(&seen);
}

/* What the parts of a command say is well-sorted. */
static void check_parts(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    const terms *t = p->terms;
    switch (cmd_kind_of(p, c)) {
    case CMD_ASSIGN:
        require(same_sort(term_sort(t, cmd_var(p, c)), term_sort(t, cmd_term(p, c))),
                "%s is assigned a value of another sort", term_name(t, cmd_var(p, c)));
        return;
    case CMD_ASSUME: require(term_is_bool(t, cmd_term(p, c)), "an assumption is not Bool"); return;
    case CMD_HAVOC:
        require(cmd_input(p, c) == NO_INPUT || cmd_input(p, c) < p->inputs.size,
                "a havoc of an unknown input");
        return;
    default:
        for (uint32_t i = 0; i < cmd_size(p, c); i++) check_parts(p, cmd_part(p, c, i));
    }
}

static void check_lists(const program *p) {
    uint32_t live = 0, out = 0, in = 0;
    const edge_id *list;
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) live += !p->edges.data[e.id].removed;
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        uint32_t n = program_out(p, l, &list);
        for (uint32_t i = 0; i < n; i++)
            require(same_loc(p->edges.data[list[i].id].from, l), "stale edge list of %u", l.id);
        out += n;
        in += program_in(p, l, &list);
    }
    require(live == out && live == in, "%u live edges, %u listed", live, out);
}

void program_check(const program *p) {
    require(p->start.id < p->locations.size, "no start location");
    check_lists(p);
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        const edge *e = &p->edges.data[i.id];
        if (e->removed) continue;
        require(e->from.id < p->locations.size && e->to.id < p->locations.size,
                "edge %u is between unknown locations", i.id);
        require(!same_loc(e->to, p->start), "edge %u leads to the start location", i.id);
        require(!p->locations.data[e->from.id].property, "edge %u leaves an error location", i.id);
        check_command(p, e->command);
        check_parts(p, e->command);
    }
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        require(p->locations.data[l.id].property <= p->properties.size,
                "location %u has an unknown property", l.id);
    require(!p->locations.data[p->start.id].property, "the start location is an error location");
}
