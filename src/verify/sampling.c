#include "verify/sampling.h"
#include "base/log.h"
#include "verify/verify_internal.h"
#include "native/inputs.h"
#include "base/fail.h"
#include "base/launch.h"
#include "native/server.h"
#include "native/stubs.h"

#include <errno.h>
#include <stdlib.h>

enum { REPLAY_STEPS = 400000, ATTEMPTS = 3 };

/* Optimized for speed (level_for), but without what an optimizer concludes from undefined
 * behaviour, and without assuming that a function is the one seen here: the error functions are
 * replaced. */
static const char *const flags[] = {"-g0",
                                    "-fPIC",
                                    "-fsemantic-interposition",
                                    "-fwrapv",
                                    "-fno-strict-aliasing",
                                    "-fno-delete-null-pointer-checks",
                                    "-fno-builtin-printf",
                                    "-fno-stack-protector",
                                    "-fsanitize-coverage=inline-8bit-counters",
                                    "-fsanitize=array-bounds,unreachable",
                                    "-fsanitize-trap=array-bounds,unreachable",
                                    NULL};

/* Where clang's own checks decide, the compiler must not be told that overflow wraps. */
static const char *const checked_flags[] = {
    "-g0",
    "-fPIC",
    "-fsemantic-interposition",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    "-fno-builtin-printf",
    "-fno-stack-protector",
    "-fsanitize-coverage=inline-8bit-counters",
    "-fsanitize=array-bounds,unreachable",
    "-fsanitize-trap=array-bounds,unreachable,signed-integer-overflow,integer-divide-by-zero,shift",
    "-fsanitize-trap=float-cast-overflow,unsigned-integer-overflow,implicit-conversion",
    NULL};
enum {
    BY_CALLS = CHECK_UNREACH | CHECK_ASSERT,
    BY_TRAPS = CHECK_OVERFLOW | CHECK_DIV | CHECK_SHIFT | CHECK_FLOAT_CAST | CHECK_UNSIGNED |
               CHECK_CONVERSION
};

typedef struct {
    program *unreduced, *reduced;
    const load_options *load;
    const budget *b;
    engine_result *result;
    building made;
    stubs stubs;
    evidence *found; /* the second reading: of a run that contradicts a proof; NULL: a violation is
                        looked for */
    double seconds;  /* of CPU, for the runs */
    bool hit, by_assert;
    vec(struct recorded {
        uint32_t function;
        uint64_t bits;
    }) inputs;        /* of the run that hit, in order */
    uint32_t next;    /* of them, in a replay */
    bool called;      /* in a replay: the arguments of the entry were read */
    bool out_of_step; /* the replay does not read what the run read */
    uint64_t runs;
    char why[120];
} sampler;

static bool no(sampler *x, const char *why) {
    snprintf(x->why, sizeof x->why, "%s", budget_over(x->b) ? budget_reason(x->b) : why);
    return false;
}

/* ---- building and running ---- */

static bool suitable(sampler *x) {
    if (x->load->step) return no(x, "a step function");
    if (x->found && x->unreduced->asks_pointers) return no(x, "questions about pointers");
    uint32_t seen = x->found ? BY_CALLS | BY_TRAPS : BY_CALLS;
    return !(x->made.s.checks & ~seen) || no(x, "the property");
}

/* Where a program runs for a moment only, most of which is spent on starting it, optimizing takes
 * longer than it saves: 257 runs at -O0 and 134 at -O1 in a tenth of a second (Problem03_label14),
 * 304 and 352 (s3_srvr.blast.07), 33 and 35 (apache-get-tag). */
static const char *level_for(const sampler *x) {
    enum { LARGE = 500 };
    static const double moment = 0.3;
    return x->unreduced->edges.size < LARGE || x->seconds > moment ? "-O1" : "-O0";
}

static bool compile_objects(sampler *x) {
    static_assert(sizeof checked_flags <= sizeof flags, "room for either");
    const char *const *from = x->made.s.checks & BY_TRAPS ? checked_flags : flags;
    const char *all[sizeof flags / sizeof *flags + 1] = {level_for(x)};
    uint32_t n = 1;
    while (*from) all[n++] = *from++;
    return build_compile(&x->made, all);
}

static bool compile(sampler *x) {
    if (!build_begin(&x->made, x->load, x->b)) return no(x, x->made.why);
    if (!suitable(x)) return false;
    if (!compile_objects(x)) return no(x, x->made.why);
    if (!build_join(&x->made)) return no(x, x->made.why);
    if (!stubs_find(&x->stubs, &x->made)) return no(x, x->stubs.why);
    return build_change(&x->made, &x->stubs.arguments) || no(x, x->made.why);
}

static bool link_with(sampler *x, uint64_t seed, const u64_vec *constants) {
    text own = {0};
    char *server = mem_format("%s/server.o", x->made.directory);
    stubs_write(&x->stubs, &x->made, seed, constants, x->seconds, &own);
    bool good =
        server_write(SERVER_OF_RUNS, &x->made, server) && build_link(&x->made, &own, NULL, server);
    text_release(&own);
    mem_free(server);
    return good || no(x, x->made.why[0] ? x->made.why : "it does not link");
}

/* "error N", N lines "function bits", the number of runs. */
static bool read_report(sampler *x, text *report) {
    const char *s = text_string(report);
    char kind[8], *end;
    unsigned long n;
    int length = 0;
    vec_clear(&x->inputs);
    if (sscanf(s, "%7s %lu\n%n", kind, &n, &length) != 2 || !length) return false;
    for (s += length; n; n--) {
        struct recorded r = {(uint32_t)strtoul(s, &end, 10), 0};
        if (end == s || *end != ' ' || r.function >= x->stubs.functions.size) return false;
        r.bits = strtoull(end + 1, &end, 16);
        if (*end != '\n') return false;
        vec_push(&x->inputs, r);
        s = end + 1;
    }
    x->hit = strcmp(kind, "none");
    x->by_assert = !strcmp(kind, "assert");
    x->runs += strtoull(s, NULL, 10);
    return true;
}

/* The server ends by its own CPU limit; by wall time it may rest as long as its portfolio wants. */
static bool serve(sampler *x) {
    char *path = build_program(&x->made);
    text report = {0};
    launch_options how = {.profile = LAUNCH_SERVER,
                          .limits = {.seconds = x->b->deadline ? budget_left(x->b) : 0,
                                     .memory_bytes = 2ull << 30,
                                     .output_bytes = 64 << 20,
                                     .in_group = true},
                          .unsafe = x->load->unsafe_native};
    launch_report said;
    x->hit = false;
    launch_run((char *[]){path, NULL}, NULL, &report, NULL, &how, &said);
    child_result c = said.end;
    bool good = c.started && said.executed && !c.timed_out && !c.signal && !c.status &&
                read_report(x, &report);
    launch_report_release(&said);
    text_release(&report);
    mem_free(path);
    return good || no(x, "the server failed");
}

static bool is_function(const sampler *x, const char *name) {
    for (uint32_t i = 0; i < x->stubs.functions.size; i++)
        if (!strcmp(x->stubs.functions.data[i], name)) return true;
    return false;
}

/* The server calls the entry with a first argument of 1, main with arrays, and zero for the others.
 */
static uint64_t argument_given(sampler *x) {
    enum { SOME_ARRAY = 1 << 20 };
    bool first = !x->called;
    x->called = true;
    return first ? 1 : stubs_calls_main(x->load) ? SOME_ARRAY : 0;
}

/* The compiled program knows the order of the calls, the automaton the number of each input: here
 * they meet. What is no call of an input function was zero in the compiled program. */
static value replay_input(void *context, uint32_t number, sort s) {
    sampler *x = context;
    values *pool = x->result->pool;
    const char *name = program_text(x->unreduced, x->unreduced->inputs.data[number].name);
    struct input_value v = {number, value_default(pool, s)};
    if (is_function(x, name)) {
        struct recorded r =
            x->next < x->inputs.size ? x->inputs.data[x->next] : (struct recorded){UINT32_MAX, 0};
        bool same = r.function != UINT32_MAX && !strcmp(x->stubs.functions.data[r.function], name);
        x->out_of_step |= !same;
        x->next++;
        if (same) v.value = native_value(x->unreduced->terms, pool, s, r.bits);
    } else if (x->unreduced->inputs.data[number].origin == ORIGIN_ARGUMENT) {
        uint64_t given = argument_given(x);
        if (sort_kind_of(x->unreduced->terms, s) == SORT_BV)
            v.value = native_value(x->unreduced->terms, pool, s, given);
    }
    if (!v.value.sort.id) v.value = value_default(pool, s);
    vec_push(&x->result->trace.inputs.items, v);
    return v.value;
}

static run_result replay(sampler *x) {
    run_options o = {.next_input = replay_input,
                     .context = x,
                     .input_pool = x->result->pool,
                     .max_steps = REPLAY_STEPS,
                     .limits = x->b};
    vec_clear(&x->result->trace.inputs.items);
    x->next = 0;
    x->out_of_step = x->called = false;
    return program_run(x->unreduced, NULL, &o, NULL);
}

loc reduced_error(const program *reduced, loc at) {
    assert_debug(at.id != NO_LOC.id);
    for (loc l = {0}; l.id < reduced->locations.size; l.id++)
        if (same_loc(reduced->locations.data[l.id].origin, at) && program_is_error(reduced, l))
            return l;
    return NO_LOC;
}

/* ---- runs that are too long to be replayed ---- */

/* The error location that such a run must have reached: where all that are possible stand in one
 * line of the source. */
static loc only_error(const sampler *x) {
    const program *p = x->reduced;
    loc found = NO_LOC;
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        if (!program_is_error(p, l) || program_is_limit(p, l)) continue;
        if ((program_property_at(p, l)->id == PROPERTY_ASSERT) != x->by_assert) continue;
        if (!same_loc(found, NO_LOC) &&
            p->locations.data[found.id].at.line != p->locations.data[l.id].at.line)
            return NO_LOC;
        found = l;
    }
    return found;
}

/* The first havoc of an input of that name: its number, and the sort of what it is read into. */
static bool find_havoc(const program *p, cmd c, const char *name, uint32_t *number, sort *s) {
    assert_debug(cmds_are_there(p, 1, &c));
    if (cmd_kind_of(p, c) == CMD_HAVOC) {
        *number = cmd_input(p, c);
        *s = term_sort(p->terms, cmd_var(p, c));
        return !strcmp(program_text(p, p->inputs.data[*number].name), name);
    }
    for (uint32_t i = 0; i < cmd_size(p, c); i++)
        if (find_havoc(p, cmd_part(p, c, i), name, number, s)) return true;
    return false;
}

/* The values of one function, as values of one of its inputs: a test takes them by function. */
static void claim_function(sampler *x, uint32_t function, struct input_value *given) {
    const program *p = x->unreduced;
    uint32_t number = NO_INPUT;
    sort s = {0};
    bool found = false;
    for (edge_id e = {0}; e.id < p->edges.size && !found; e.id++)
        found = find_havoc(p, p->edges.data[e.id].command, x->stubs.functions.data[function],
                           &number, &s);
    for (uint32_t i = 0; found && i < x->inputs.size; i++)
        if (x->inputs.data[i].function == function)
            given[i] = (struct input_value){
                number, native_value(p->terms, x->result->pool, s, x->inputs.data[i].bits)};
}

/* Of what the replay read, keep what no function gave. */
static void keep_others(sampler *x) {
    input_log *log = &x->result->trace.inputs;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < log->items.size; i++)
        if (!is_function(x, program_text(x->unreduced,
                                         x->unreduced->inputs.data[log->items.data[i].input].name)))
            log->items.data[kept++] = log->items.data[i];
    log->items.size = kept;
}

/* The inputs of the run, into the result. False where the automaton has no such input. */
static bool claim_inputs(sampler *x) {
    input_log *log = &x->result->trace.inputs;
    keep_others(x);
    uint32_t first = log->items.size;
    vec_resize(&log->items, first + x->inputs.size);
    for (uint32_t i = 0; i < x->stubs.functions.size; i++)
        claim_function(x, i, log->items.data + first);
    for (uint32_t i = first; i < log->items.size; i++)
        if (!log->items.data[i].value.sort.id) return false;
    return true;
}

/* Without a replay nothing says yet that the run stays within its objects, as all runs of the
 * automaton do. */
static bool executes(sampler *x, loc reached, evidence *e) {
    x->result->reached = reached;
    replay_claim(x->unreduced, x->reduced, x->result, e);
    return ctest_run_strict(x->unreduced, x->load, x->b, e) == CTEST_REACHED;
}

static bool executes_long(sampler *x, loc reached) {
    evidence e;
    evidence_init(&e, x->unreduced->terms);
    bool good = executes(x, reached, &e);
    evidence_release(&e);
    return good;
}

/* ---- */

static bool confirm(sampler *x) {
    run_result end = replay(x);
    loc reached =
        end.end == RUN_ERROR && !x->out_of_step ? reduced_error(x->reduced, end.at) : NO_LOC;
    if (end.end == RUN_STEPS) reached = claim_inputs(x) ? only_error(x) : NO_LOC;
    if (end.end == RUN_STEPS && !same_loc(reached, NO_LOC) && !executes_long(x, reached))
        return false;
    if (same_loc(reached, NO_LOC)) return false;
    x->result->verdict = VERDICT_FALSE;
    x->result->reached = reached;
    x->result->trace.too_long = end.end == RUN_STEPS;
    return true;
}

/* An error location of the kind that was hit: for the test they are all one. */
static loc some_error(const sampler *x) {
    const program *p = x->unreduced;
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        if (!program_is_error(p, l) || program_is_limit(p, l)) continue;
        if ((program_property_at(p, l)->id == PROPERTY_ASSERT) == x->by_assert) return l;
    }
    return NO_LOC;
}

/* By a check of clang's: the test calls each one that was asked for an error, this or another. */
static bool refutes_checked(sampler *x) {
    return executes(x, some_error(x), x->found) || x->found->test_differs;
}

static bool refutes(sampler *x) {
    x->found->claims = x->by_assert
                           ? PROPERTY_ASSERT
                           : PROPERTY_UNREACH_CALL; /* the model may not even have such an error */
    if (!claim_inputs(x)) return false;
    return x->made.s.checks & BY_TRAPS ? refutes_checked(x) : executes(x, some_error(x), x->found);
}

static bool sample(sampler *x, uint64_t seed, const u64_vec *constants) {
    if (!compile(x)) return false;
    for (uint64_t i = 0; i < (x->found ? 1 : ATTEMPTS); i++) {
        if (!link_with(x, seed + i, constants) || !serve(x)) return false;
        if (!x->hit) break;
        if (x->found ? refutes(x) : confirm(x)) return true;
    }
    return x->hit && no(x, "no violation was confirmed");
}

bool sampling_run(const void *context, program *p, uint64_t seed, const u64_vec *constants,
                  double seconds, const budget *b, engine_result *result) {
    assert_debug(seconds >= 0);
    LOG("verify", "sample for %.2f s", seconds);
    const native_program *n = context;
    sampler x = {.unreduced = n->unreduced,
                 .reduced = p,
                 .load = n->load,
                 .b = b,
                 .result = result,
                 .seconds = seconds,
                 .stubs = {.program = n->unreduced}};
    if (!sample(&x, seed, constants)) {
        vec_clear(&result->trace.inputs.items);
        if (x.why[0]) engine_unknown(result, "not run natively: %s", x.why);
        else engine_unknown(result, "no violation in %llu native runs", (unsigned long long)x.runs);
    }
    stats_set(&result->stats, "native runs", (double)x.runs);
    vec_release(&x.inputs);
    stubs_release(&x.stubs);
    build_end(&x.made);
    return !x.why[0];
}

bool sampling_contradicts(program *unreduced, const load_options *load, uint64_t seed,
                          const u64_vec *constants, double seconds, const budget *b,
                          evidence *found) {
    assert_debug(seconds >= 0);
    LOG("verify", "do compiled runs contradict? %.2f s", seconds);
    engine_result result;
    engine_result_init(&result, unreduced->terms);
    sampler x = {.unreduced = unreduced,
                 .reduced = unreduced,
                 .load = load,
                 .b = b,
                 .result = &result,
                 .found = found,
                 .seconds = seconds,
                 .stubs = {.program = unreduced}};
    bool any = sample(&x, seed, constants);
    vec_release(&x.inputs);
    stubs_release(&x.stubs);
    build_end(&x.made);
    engine_result_release(&result);
    return any;
}
