/* Inputs that no test can give from outside (uninitialized variables, memory that is not the
 * program's, where objects lie) get the value that a compiled test has there, which is zero
 * (-ftrivial-auto-var-init=zero), as far as the run still violates the property. Where memory that
 * is not the program's is read, words that malloc left in its blocks, and what is read there
 * itself, point to the arena, memory that the test provides: each to a region of its own. The arena
 * holds what is read there, so a run is looked for that reads one value at one place. */
#include "evidence/ctest_write.h"
#include "base/log.h"
#include "evidence/evidence.h"

#include <string.h>

enum { TRIES = 40 };
static const double SECONDS = 1;

static bool on_heap(const program *p, uint32_t in) {
    return program_input_origin(p, in) == ORIGIN_UNINIT_HEAP;
}

static bool beyond_reach(const program *p, uint32_t in) {
    switch (program_input_origin(p, in)) {
    case ORIGIN_UNINIT:
    case ORIGIN_PADDING:
    case ORIGIN_OUTSIDE:
    case ORIGIN_PLACEMENT:
    case ORIGIN_ADDRESS:
    case ORIGIN_ERRNO: return true;
    default: return false;
    }
}

static void copy_log(const input_log *from, input_log *to) {
    vec_clear(&to->items);
    vec_append(&to->items, from->items.data, from->items.size);
}

static bool violates(program *p, const input_log *log, uint32_t broken, const budget *b,
                     evidence *e) {
    return replay_violates(p, log, NULL, 0, broken, b, e);
}

/* All at once, or else one by one. */
static void set_some_to_default(program *p, const u32_vec *open, uint32_t broken, const budget *b,
                                evidence *e, input_log *log) {
    input_log trial = {0};
    bool all = false;
    double start = clock_now();
    copy_log(log, &trial);
    for (uint32_t i = 0; i < open->size; i++)
        trial.items.data[open->data[i]].value =
            value_default(e->pool, trial.items.data[open->data[i]].value.sort);
    if (violates(p, &trial, broken, b, e)) {
        copy_log(&trial, log);
        all = true;
    }
    for (uint32_t i = 0; i < open->size && !all && i < TRIES && clock_now() - start < SECONDS;
         i++) {
        struct input_value *x = &log->items.data[open->data[i]], was = *x;
        x->value = value_default(e->pool, was.value.sort);
        if (!violates(p, log, broken, b, e)) log->items.data[open->data[i]] = was;
    }
    vec_release(&trial.items);
}

static bool may_point(const program *p, values *pool, const struct input_value *x) {
    uint32_t width = sort_is_bv(p->terms, x->value.sort) ? sort_width(p->terms, x->value.sort) : 0;
    if (x->input >= p->inputs.size || (width != 32 && width != 64)) return false;
    const char *type = program_text(p, p->inputs.data[x->input].type);
    uint64_t raw;
    if (program_input_origin(p, x->input) == ORIGIN_OUTSIDE)
        return value_u64(pool, x->value, &raw) && raw;
    return on_heap(p, x->input) || strchr(type, '*');
}

/* Whether memory that is not the program's is read or written. */
static bool follows_pointers(const program *p, const evidence *e) {
    for (uint32_t i = 0; i < e->inputs.items.size; i++) {
        uint32_t in = e->inputs.items.data[i].input;
        if (in < p->inputs.size && p->inputs.data[in].stored.id) return true;
    }
    return e->reads.size;
}

/* Words of heap blocks and pointers from outside that nothing holds to their value: so those that
 * are followed lead somewhere. */
static void point_to_arena(program *p, const budget *b, evidence *e) {
    input_log log = {0};
    uint32_t broken = p->locations.data[e->reached.id].property, tries = 0, regions = 0;
    double start = clock_now();
    if (!follows_pointers(p, e) || !replay_is_cheap(e, b)) return;
    copy_log(&e->inputs, &log);
    for (uint32_t i = 0; i < log.items.size && tries < TRIES && clock_now() - start < SECONDS;
         i++) {
        struct input_value was = log.items.data[i];
        if (!may_point(p, e->pool, &was)) continue;
        log.items.data[i].value = value_bv(p->terms, sort_width(p->terms, was.value.sort),
                                           CTEST_ARENA + regions * CTEST_REGION);
        if (violates(p, &log, broken, b, e)) regions++;
        else log.items.data[i] = was;
        tries++;
    }
    violates(p, &log, broken, b, e);
    vec_release(&log.items);
}

static void settle_zeros(program *p, const budget *b, evidence *e) {
    u32_vec open = {0};
    input_log log = {0};
    uint32_t broken = p->locations.data[e->reached.id].property;
    for (uint32_t i = 0; i < e->inputs.items.size; i++) {
        const struct input_value *x = &e->inputs.items.data[i];
        if (beyond_reach(p, x->input) &&
            !value_equal(e->pool, x->value, value_default(e->pool, x->value.sort)))
            vec_push(&open, i);
    }
    if (open.size && replay_is_cheap(e, b)) {
        copy_log(&e->inputs, &log);
        set_some_to_default(p, &open, broken, b, e, &log);
        violates(p, &log, broken, b, e); /* the last one that did: e is about it again */
    }
    vec_release(&log.items);
    vec_release(&open);
}

/* Memory before the run: this item of the log where it is read. */
static void hold(const program *p, const input_log *log, struct memory_read read, values *pool,
                 map *memory) {
    value a = log->items.data[read.input].value;
    uint64_t raw;
    if (!sort_is_bv(p->terms, a.sort) || !value_u64(pool, a, &raw)) return;
    for (uint32_t i = 0; i < sort_width(p->terms, a.sort) / 8; i++)
        map_set(memory, read.address + i, raw >> 8 * i & 255);
}

/* What is read first at a place is tried as what it always holds, then what is read there last (a
 * loop that copies a byte and asks for it again), then each value that is read there. */
static bool find_steady(program *p, const input_log *log, const memory_reads *reads,
                        uint64_t otherwise, uint32_t broken, const budget *b, evidence *e) {
    map memory = {0};
    bool found = false;
    double start = clock_now();
    for (uint32_t i = 0;
         i <= reads->size + 1 && !found && i < TRIES && clock_now() - start < SECONDS; i++) {
        map_clear(&memory);
        for (uint32_t k = 0; i == 1 && k < reads->size; k++)
            hold(p, log, reads->data[k], e->pool, &memory);
        if (i > 1) hold(p, log, reads->data[i - 2], e->pool, &memory);
        found = replay_violates(p, log, &memory, otherwise, broken, b, e);
    }
    map_release(&memory);
    return found;
}

/* The model gives any value at each read of memory that is not the program's. Where a place keeps
 * its value the run may come along other inputs, which nobody chose: zeros, or ones, with which
 * functions often succeed. */
static void settle_memory(program *p, const budget *b, evidence *e) {
    input_log log = {0};
    memory_reads reads = {0};
    uint32_t broken = p->locations.data[e->reached.id].property;
    if (!e->reads.size || !replay_is_cheap(e, b)) return;
    copy_log(&e->inputs, &log);
    vec_append(&reads, e->reads.data, e->reads.size);
    bool found = find_steady(p, &log, &reads, 0, broken, b, e) ||
                 find_steady(p, &log, &reads, 1, broken, b, e);
    if (!found) violates(p, &log, broken, b, e);
    vec_release(&reads);
    vec_release(&log.items);
}

/* A number of arguments that a test can have memory for. */
static void settle_arguments(program *p, const budget *b, evidence *e) {
    enum { MANY = 16 };
    uint32_t broken = p->locations.data[e->reached.id].property, items = e->inputs.items.size;
    for (uint32_t i = 0; i < items && replay_is_cheap(e, b); i++) {
        struct input_value was = e->inputs.items.data[i];
        uint64_t raw, n = 1;
        bool number = program_input_origin(p, was.input) == ORIGIN_ARGUMENT &&
                      sort_is_bv(p->terms, was.value.sort) &&
                      !*program_text(p, p->inputs.data[was.input].type);
        if (!number || !value_u64(e->pool, was.value, &raw) || raw <= MANY) continue;
        input_log log = {0};
        copy_log(&e->inputs, &log);
        for (bool good = false; !good && n <= MANY; n++) {
            log.items.data[i].value = value_bv(p->terms, sort_width(p->terms, was.value.sort), n);
            good = violates(p, &log, broken, b, e);
        }
        log.items.data[i] = was;
        if (n > MANY) violates(p, &log, broken, b, e);
        vec_release(&log.items);
    }
}

/* ---- placements ---- */
/* Objects further apart, in the same order or the other one, with other low bits. */
static void place_otherwise(const program *p, input_log *log, uint32_t trial) {
    uint32_t n = log->items.size;
    for (uint32_t i = 0; i < n; i++) {
        struct input_value *x = &log->items.data[i];
        if (program_input_origin(p, x->input) != ORIGIN_ADDRESS) continue;
        uint64_t apart = (trial & 1 ? i + 1 : n - i) << 13;
        x->value = value_bv(p->terms, sort_width(p->terms, x->value.sort), apart + trial);
    }
}

bool violates_anywhere(program *p, const budget *b, evidence *e) {
    enum { PLACEMENTS = 4 };
    input_log log = {0}, moved = {0};
    uint32_t broken = p->locations.data[e->reached.id].property;
    bool always = replay_is_cheap(e, b);
    copy_log(&e->inputs, &log);
    for (uint32_t trial = 1; trial <= PLACEMENTS && always; trial++) {
        copy_log(&log, &moved);
        place_otherwise(p, &moved, trial);
        always = violates(p, &moved, broken, b, e);
        violates(p, &log, broken, b, e);
    }
    vec_release(&moved.items);
    vec_release(&log.items);
    return always;
}

void default_inputs(program *p, const budget *b, evidence *e) {
    LOG("evidence", "try default inputs");
    settle_arguments(p, b, e);
    settle_zeros(p, b, e);
    point_to_arena(p, b, e);
    settle_memory(p, b, e);
}
