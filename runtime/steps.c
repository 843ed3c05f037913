/* The server of step sequences: linked with a program that is marked with goals, it calls the step
 * function again and again and looks for sequences of inputs that pass marks which no run passed
 * before.
 *
 * Runs follow plans (motion.h). A plan that shows something new is kept with the state that the
 * program is in after it, and later runs go on from there: so states are reached one after the
 * other, and no run is longer than what it adds. New is
 *   - a pair of marks in a row, and a mark that is passed for twice as many steps as ever, in a row
 *     or in all;
 *   - a comparison whose operands are nearer to each other than ever, by powers of two;
 *   - a condition that is nearer to the outcome that is wanted, by the distance of its operands;
 *   - a byte of the program's variables with a value of a class that it never had: counters and
 *     timers have nothing else to show.
 * Half of the runs go on from where a condition is nearest to an outcome that is wanted.
 *
 * A process of its own (cell.h) does many runs, until one of them crashes or hangs; what is kept
 * is in memory that it shares with the server. It is no evidence: the caller replays the inputs.
 *
 * The search ends when nothing is wanted any more, when the time is up, or when nothing wanted was
 * found for so long that more of the same is no use. Then few plans that pass all that was found
 * are chosen, shortened, and written out:
 *
 *     run STEPS MARK...
 *     COUNT value value ...        so many steps with these inputs, in the order of the signals
 *     ...
 *     end RUNS STEPS
 */
#include "own.h"
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "cell.h"
#include "draw.h"
#include "motion.h"

enum {
    MOST_ENTRIES = 4096,
    CORPUS_BYTES = 192 << 20,
    FEATURES = 1 << 20,
    SITES = 1 << 15,
    IMPROVED = 64,
    WORDS = 256,
    MOST_MARKS = 1 << 16,
    STATE_BYTES = 4096, /* that are looked at */
    MOST_STEPS = 140000,
    RUN_MILLISECONDS = 2000,
    SHORTENING = 120 /* runs for it */
};

/* Where two values are compared. */
struct site {
    word sizes[2]; /* of distances that were seen, of less and of others: powers of two */
};

/* A mark that is wanted, where the condition had its other outcome. */
struct target {
    word nearest;   /* 1 + the least distance of the operands; 0: it was never met */
    unsigned entry; /* 1 + the plan that came so near; 0: none was kept */
    unsigned tries; /* runs that began there */
};

/* All that a process of runs leaves behind. */
static struct memory {
    /* of the run at hand */
    enum end end;
    int running;
    plan now;
    unsigned now_steps; /* of that plan */
    unsigned steps, new_marks, last_new_mark, last_novelty, novelties;
    unsigned number, stamp[MOST_MARKS]; /* by mark: the last run that passed it */
    unsigned improved[IMPROVED], improved_count;
    /* of all */
    word random_state, all_steps, added_steps, steps_at_find, batch_end;
    unsigned long runs;
    unsigned corpus_size, found_size, most_steps;
    unsigned char known[MOST_MARKS]; /* wanted, and found */
    unsigned char features[FEATURES / 8];
    word classes[STATE_BYTES];
    struct site sites[SITES];
    struct target targets[MOST_MARKS];
    word words[WORDS]; /* that the conditions of targets compared */
    double reals[WORDS];
    unsigned word_count, real_count;
} *m;

/* The plans that are kept, each with the inputs of its last step and the state after it. */
static unsigned char *corpus;
static size_t entry_bytes, state_bytes;
static unsigned most_entries;
static plan *found; /* by number */
static unsigned char *pristine, *latest;

static plan *entry_plan(unsigned i) { return (plan *)(corpus + i * entry_bytes); }
static word *entry_values(unsigned i) { return (word *)(entry_plan(i) + 1); }
static unsigned char *entry_state(unsigned i) {
    return (unsigned char *)(entry_values(i) + signal_count);
}

/* ---- the state of the program ---- */

extern char __start_program_data[] __asm__("__start_" CINCH_OWN_PREFIX "data")
    __attribute__((weak));
extern char __stop_program_data[] __asm__("__stop_" CINCH_OWN_PREFIX "data") __attribute__((weak));
extern char __start_program_bss[] __asm__("__start_" CINCH_OWN_PREFIX "bss") __attribute__((weak));
extern char __stop_program_bss[] __asm__("__stop_" CINCH_OWN_PREFIX "bss") __attribute__((weak));
static size_t data_bytes(void) { return (size_t)(__stop_program_data - __start_program_data); }
static size_t bss_bytes(void) { return (size_t)(__stop_program_bss - __start_program_bss); }

static void save_state(unsigned char *to) {
    if (data_bytes()) memcpy(to, __start_program_data, data_bytes());
    if (bss_bytes()) memcpy(to + data_bytes(), __start_program_bss, bss_bytes());
}

static void restore_state(const unsigned char *from) {
    if (data_bytes()) memcpy(__start_program_data, from, data_bytes());
    if (bss_bytes()) memcpy(__start_program_bss, from + data_bytes(), bss_bytes());
}

/* ---- what is new ---- */

static unsigned now_step, previous_mark, last_passed[MOST_MARKS], streak[MOST_MARKS],
    total[MOST_MARKS], next_mark[MOST_MARKS]; /* 1 + the one that came after it the last time */
static int has_latest;

_Noreturn void leave(enum end how) {
    m->end = how;
    for (;;) syscall(SYS_exit_group, 0);
}

static void on_signal(int number) { leave(number == SIGPROF ? END_TIME : END_PASSES); }

static void novelty(void) {
    m->novelties++;
    m->last_novelty = now_step + 1;
}

/* By the upper bits of a product: a good hash of 64 bits takes longer than the step. */
static void feature_at(unsigned hash) {
    unsigned at = (hash ^ hash >> 12) % FEATURES;
    if (m->features[at / 8] >> at % 8 & 1) return;
    m->features[at / 8] |= (unsigned char)(1u << at % 8);
    novelty();
}

static void feature(word what) { feature_at((unsigned)mix(what)); }

static int is_power(unsigned n) { return n > 1 && !(n & (n - 1)); }

void pass(unsigned mark) {
    if (mark >= mark_count) return;
    if (next_mark[previous_mark] != 1 + mark) {
        feature_at(previous_mark * 2654435761u ^ mark * 2246822519u);
        next_mark[previous_mark] = 1 + mark;
    }
    previous_mark = mark;
    if (m->stamp[mark] != m->number) {
        m->stamp[mark] = m->number;
        last_passed[mark] = streak[mark] = total[mark] = 0;
        if (wanted[mark] && !m->known[mark]) m->new_marks++, m->last_new_mark = now_step + 1;
    }
    if (last_passed[mark] == now_step + 1) return;
    streak[mark] = last_passed[mark] == now_step ? streak[mark] + 1 : 1;
    last_passed[mark] = now_step + 1;
    if (is_power(streak[mark])) feature(1ull << 60 | (word)mark << 32 | streak[mark]);
    if (is_power(++total[mark])) feature(2ull << 60 | (word)mark << 32 | total[mark]);
}

/* Small values are distinguished, others by their highest bit; so are negative ones. */
static unsigned class_of(unsigned char byte) {
    unsigned v = byte < 128 ? byte : 255u - byte;
    unsigned class = v < 12 ? v : 12 + (v >= 16) + (v >= 32) + (v >= 64) + (v >= 96);
    return byte < 128 ? class : 32 + class;
}

static void look_at_bytes(const unsigned char *bytes, size_t first, size_t n) {
    for (size_t i = first; i < first + n; i++) {
        word class = 1ull << class_of(bytes[i]);
        if (m->classes[i] & class) continue;
        m->classes[i] |= class;
        novelty();
    }
}

/* Where it differs from the last one that was looked at. */
static void look_at_state(void) {
    enum { CHUNK = 8 };
    static unsigned char now[STATE_BYTES], before[STATE_BYTES];
    size_t bss = bss_bytes() < STATE_BYTES ? bss_bytes() : STATE_BYTES;
    size_t data = data_bytes() < STATE_BYTES - bss ? data_bytes() : STATE_BYTES - bss;
    if (bss) memcpy(now, __start_program_bss, bss);
    if (data) memcpy(now + bss, __start_program_data, data);
    for (size_t i = 0; i < bss + data; i += CHUNK)
        if (memcmp(now + i, before + i, CHUNK)) look_at_bytes(now, i, CHUNK);
    memcpy(before, now, bss + data);
}

/* ---- comparisons ---- */

static word last_a, last_b;   /* that were compared, since the last condition */
static int has_last, is_real; /* is_real: as doubles they are last_real */
static double last_real[2];

static word distance_of(word a, word b) { return (long long)a < (long long)b ? b - a : a - b; }

static void compared(word where, long long a, long long b) {
    unsigned at = (((unsigned)where ^ (unsigned)(where >> 40) * 97) * 2654435761u) >> 17;
    struct site *s = &m->sites[at];
    word distance = distance_of((word)a, (word)b);
    word size = distance ? 1ull << (63 - (unsigned)__builtin_clzll(distance)) : 0;
    if (size & ~s->sizes[a < b]) s->sizes[a < b] |= size, novelty();
    last_a = (word)a;
    last_b = (word)b;
    has_last = 1;
    is_real = 0;
}

static void remember(void) {
    if (is_real) {
        m->reals[m->real_count++ % WORDS] = last_real[0];
        m->reals[m->real_count++ % WORDS] = last_real[1];
    } else {
        m->words[m->word_count++ % WORDS] = last_a;
        m->words[m->word_count++ % WORDS] = last_b;
    }
}

static void approach(unsigned mark, word distance) {
    struct target *t = &m->targets[mark];
    if (t->nearest && distance >= t->nearest - 1) return;
    t->nearest = 1 + distance;
    novelty();
    if (m->improved_count < IMPROVED) m->improved[m->improved_count++] = mark;
}

static int is_wanted(unsigned mark) { return mark < mark_count && wanted[mark] && !m->known[mark]; }

static const word far = 1ull << 62; /* a condition that compares nothing */

void miss(unsigned mark) {
    if (is_wanted(mark)) approach(mark, far);
}

void decide(unsigned yes, unsigned no, int is) {
    unsigned other = is ? no : yes;
    if (is_wanted(other)) {
        approach(other, has_last ? distance_of(last_a, last_b) : far);
        if (has_last) remember();
    }
    has_last = 0;
    pass(is ? yes : no);
}

#define SITE ((word)((char *)__builtin_return_address(0) - (char *)program_step))
#define TRACE(bytes, type)                                                                         \
    void __sanitizer_cov_trace_cmp##bytes(type a, type b);                                         \
    void __sanitizer_cov_trace_const_cmp##bytes(type a, type b);                                   \
    void __sanitizer_cov_trace_cmp##bytes(type a, type b) { compared(SITE, a, b); }                \
    void __sanitizer_cov_trace_const_cmp##bytes(type a, type b) { compared(SITE, a, b); }
TRACE(1, signed char)
TRACE(2, short)
TRACE(4, int)
TRACE(8, long long)
/* Floats in their order, as integers: the distance is the number of floats between them. */
static long long rank_of(double x) {
    long long bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? (long long)(1ull << 63) - bits : bits;
}

void CINCH_OWN(compare)(double a, double b);
void CINCH_OWN(compare)(double a, double b) {
    if (a != a || b != b) return;
    compared(SITE, rank_of(a), rank_of(b));
    last_real[0] = a;
    last_real[1] = b;
    is_real = 1;
}
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {}
void __sanitizer_cov_trace_switch(word value, const word *cases);
void __sanitizer_cov_trace_switch(word value, const word *cases) {
    for (word i = 0; i < cases[0] && i < 64; i++)
        compared(SITE + (i << 40), (long long)value, (long long)cases[2 + i]);
}

/* ---- runs ---- */

static unsigned run_began; /* the first step of the run at hand: those before it were restored */
static int may_lengthen;   /* a run that is repeated is as long as its plan says */

/* The last motion goes on as long as it shows something new: so timers run out, and what a motion
 * pumps up gets to its limits. */
static void lengthen(unsigned done) {
    segment *last = &m->now.segments[m->now.size - 1];
    unsigned taken = done - run_began, more = 1 + taken / 8;
    if (!may_lengthen || done != m->now_steps || done + more > m->most_steps) return;
    if (done - m->last_novelty > 8 + taken / 8 || m->added_steps > m->all_steps / 4) return;
    if (m->all_steps - m->steps_at_find < m->all_steps / 4) return; /* shorter runs do as well */
    last->steps += more;
    m->now_steps += more;
    m->added_steps += more;
}

static int take_step(unsigned step) {
    unsigned before = m->last_novelty;
    now_step = m->steps = step;
    previous_mark = mark_count;
    has_last = 0;
    if (!step) program_init(values);
    program_step(values);
    m->all_steps++;
    if (is_resettable) look_at_state();
    if (is_resettable && m->last_novelty != before) {
        save_state(latest);
        memcpy(latest + state_bytes, values, signal_count * sizeof *values);
        has_latest = 1;
    }
    lengthen(step + 1);
    return 1;
}

static void begin_run(const plan *p) {
    m->now = *p;
    m->now_steps = steps_of(p);
    m->number++;
    m->runs++;
    m->end = END_KILLED;
    m->steps = m->new_marks = m->last_new_mark = m->last_novelty = m->novelties = 0;
    m->improved_count = 0;
    has_latest = 0;
    m->running = 1;
}

/* From its segment `first` on; what came before is done. */
static void run_here(const plan *p, unsigned first) {
    begin_run(p);
    run_began = 0;
    for (unsigned i = 0; i < first; i++) run_began += p->segments[i].steps;
    follow(&m->now, first, take_step);
    m->running = 0;
}

static void keep(void) {
    unsigned at =
        m->corpus_size < most_entries ? m->corpus_size++ : below(&m->random_state, most_entries);
    plan *p = entry_plan(at);
    *p = m->now;
    cut(p, m->last_novelty);
    if (is_resettable) {
        memcpy(entry_state(at), latest, state_bytes);
        memcpy(entry_values(at), latest + state_bytes, signal_count * sizeof *values);
    }
    for (unsigned i = 0; i < m->improved_count; i++)
        m->targets[m->improved[i] % MOST_MARKS].entry = 1 + at;
}

static void note_found(void) {
    m->steps_at_find = m->all_steps;
    if (m->found_size >= mark_count) return;
    for (unsigned i = 0; i < mark_count; i++) m->known[i] |= wanted[i] && m->stamp[i] == m->number;
    found[m->found_size] = m->now;
    cut(&found[m->found_size++], m->last_new_mark);
}

/* What the last run showed; `whole`: it came to its end. */
static void judge_run(int whole) {
    if (m->new_marks) note_found();
    if (m->novelties && (whole ? has_latest || !is_resettable : !is_resettable)) keep();
}

/* ---- plans ---- */

static unsigned draw_length(void) {
    static const unsigned most[] = {1, 1, 1, 2, 4, 8, 10, 10, 20, 40, 40, 150, 150, 600, 2500};
    unsigned n = below(&m->random_state, 2000)
                     ? most[below(&m->random_state, sizeof most / sizeof *most)]
                     : 70000;
    if (n > m->most_steps) n = m->most_steps;
    return n > 2500 ? n : 1 + below(&m->random_state, n);
}

/* For a float: one that was compared with something, or one near to what the signal has. */
static word draw_real(const struct signal *s, word now) {
    unsigned n = m->real_count < WORDS ? m->real_count : WORDS;
    double by = 1.0 / (1ull << below(&m->random_state, 24)), x = as_number(s, now);
    if (below(&m->random_state, 2)) by = -by;
    if (n && below(&m->random_state, 3)) x = m->reals[below(&m->random_state, n)];
    switch (below(&m->random_state, 3)) {
    case 0: return as_word(s, x * (1 + by));
    case 1: return as_word(s, x + 64 * by);
    default: return as_word(s, x);
    }
}

/* A value that something was compared with, or one near to what the signal has. */
static word draw_value(unsigned signal, word now) {
    word by = 1ull << below(&m->random_state, 16);
    unsigned n = m->word_count < WORDS ? m->word_count : WORDS;
    if (signals[signal].is_real) return draw_real(&signals[signal], now);
    if (!n || below(&m->random_state, 3) == 0)
        return below(&m->random_state, 2) ? now + by : now - by;
    return m->words[below(&m->random_state, n)] + below(&m->random_state, 3) - 1;
}

static void extend(plan *p, const word *now) {
    for (unsigned n = 1 + below(&m->random_state, 3); n && p->size < SEGMENTS; n--) {
        segment s = {.seed = any(&m->random_state), .steps = draw_length()};
        if (steps_of(p) + s.steps > m->most_steps) break;
        if (below(&m->random_state, 2)) {
            s.signal = 1 + below(&m->random_state, signal_count);
            s.value = draw_value(s.signal - 1, now ? now[s.signal - 1] : 0);
        }
        p->segments[p->size++] = s;
    }
}

static void change(plan *p) {
    segment *s = &p->segments[below(&m->random_state, p->size)];
    unsigned longer = s->steps * 2;
    switch (below(&m->random_state, 6)) {
    case 0: s->seed = any(&m->random_state); break;
    case 1: s->steps = steps_of(p) + longer <= m->most_steps ? longer : s->steps; break;
    case 2: s->steps += 1; break;
    case 3: s->steps -= s->steps > 1; break;
    case 4:
        if (s->signal == NO_SIGNAL) s->signal = 1 + below(&m->random_state, signal_count);
        s->value = draw_value((s->signal - 1) % signal_count, s->value);
        break;
    default: cut(p, 1 + below(&m->random_state, steps_of(p))); break;
    }
}

/* The plan that came nearest to a mark that is wanted: to one that was tried seldom. */
static int draw_nearest(unsigned *entry) {
    struct target *best = NULL;
    unsigned from = below(&m->random_state, mark_count);
    for (unsigned i = 0; i < mark_count; i++) {
        unsigned mark = (from + i) % mark_count;
        struct target *t = &m->targets[mark];
        if (!t->entry || t->entry > m->corpus_size || m->known[mark]) continue;
        if (!best || t->tries < best->tries) best = t;
    }
    if (!best) return 0;
    best->tries++;
    *entry = best->entry - 1;
    return 1;
}

/* Where a run begins; false: at the start. */
static int draw_entry(unsigned *entry) {
    unsigned n = m->corpus_size, newest = n < 16 ? n : 16, how = below(&m->random_state, 8);
    if (!n || !how) return 0;
    if (how < 4 && draw_nearest(entry)) return 1;
    for (unsigned i = 0; i < 3; i++) { /* the shortest of some: its runs are replayed later */
        unsigned one =
            how < 6 ? below(&m->random_state, n) : n - 1 - below(&m->random_state, newest);
        if (!i || steps_of(entry_plan(one)) < steps_of(entry_plan(*entry))) *entry = one;
    }
    return 1;
}

/* A new run: from a state that is known, or with a changed plan from the start. */
static void run_next(void) {
    unsigned at;
    plan p = {0};
    int go_on = draw_entry(&at);
    if (go_on) p = *entry_plan(at);
    int again = below(&m->random_state, 4 + steps_of(&p) / 16) == 0; /* long ones seldom */
    if (go_on && p.size < SEGMENTS && is_resettable && !again) {
        unsigned first = p.size;
        extend(&p, entry_values(at));
        if (p.size == first) return;
        restore_state(entry_state(at));
        memcpy(values, entry_values(at), signal_count * sizeof *values);
        run_here(&p, first);
    } else {
        if (p.size && below(&m->random_state, 3)) change(&p);
        if (p.size >= SEGMENTS) p.size = SEGMENTS / 2;
        if (!p.size || below(&m->random_state, 2)) extend(&p, NULL);
        if (is_resettable) restore_state(pristine);
        run_here(&p, 0);
    }
    judge_run(1);
}

/* ---- in a process of its own ---- */

static _Noreturn void work(pid_t server) {
    enter_cell(server, RUN_MILLISECONDS);
    may_lengthen = 1;
    do run_next();
    while (is_resettable && m->all_steps < m->batch_end);
    leave(END_PASSES);
}

static _Noreturn void work_on(pid_t server, const plan *p) {
    enter_cell(server, RUN_MILLISECONDS);
    run_here(p, 0);
    leave(END_PASSES);
}

/* The program may have written anywhere: what the server takes from there must be in its bounds. */
static int is_sound(const plan *p) {
    unsigned n = 0;
    if (!p->size || p->size > SEGMENTS) return 0;
    for (unsigned i = 0; i < p->size; i++) {
        if (!p->segments[i].steps || p->segments[i].steps > MOST_STEPS) return 0;
        n += p->segments[i].steps;
    }
    return n <= MOST_STEPS;
}

static int is_memory_sound(void) {
    return m->corpus_size <= most_entries && m->found_size <= mark_count &&
           m->improved_count <= IMPROVED;
}

static int wait_for(pid_t pid) {
    return pid > 0 && waitpid(pid, NULL, 0) == pid && m->end != END_BROKEN && is_memory_sound();
}

/* A run from the start, in a process of its own. */
static int run_alone(const plan *p) {
    pid_t server = getpid(), pid = fork();
    if (!pid) work_on(server, p);
    return wait_for(pid);
}

/* ---- in the server ---- */

static double clock_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double begun;
static int is_over(double part) {
    return seconds_used() >= seconds_to_run * part || clock_now() - begun >= seconds_to_wait * part;
}

static unsigned remaining(void) {
    unsigned n = 0;
    for (unsigned i = 0; i < mark_count; i++) n += wanted[i] && !m->known[i];
    return n;
}

/* As many steps as take a part of the time that a process has. */
static void choose_batch(double *rate, word steps, double seconds) {
    if (seconds > 0.001 && steps) *rate = (double)steps / seconds;
    if (m->end == END_TIME) *rate /= 4;
    double batch = *rate * 0.2, most = *rate * 1.2;
    m->most_steps = most < 64 ? 64 : most > MOST_STEPS ? MOST_STEPS : (unsigned)most;
    m->batch_end = m->all_steps + (batch < 16 ? 16 : (word)batch);
}

static int run_batch(double *rate) {
    double start = seconds_used();
    word steps = m->all_steps;
    m->running = 0;
    pid_t server = getpid(), pid = fork();
    if (!pid) work(server);
    if (!wait_for(pid)) return 0;
    if (m->running && is_sound(&m->now)) has_latest = 0, judge_run(0);
    choose_batch(rate, m->all_steps - steps, seconds_used() - start);
    return 1;
}

/* Does this plan pass all of `goals`? */
static int still_passes(const plan *p, const unsigned char *goals) {
    if (!run_alone(p)) return 0;
    for (unsigned i = 0; i < mark_count; i++)
        if (goals[i] && m->stamp[i] != m->number) return 0;
    return 1;
}

static int try_shorter(plan *p, const plan *q, const unsigned char *goals) {
    if (!q->size || !still_passes(q, goals)) return 0;
    *p = *q;
    return 1;
}

/* Fewer segments, then fewer steps in each. */
static void shorten(plan *p, const unsigned char *goals, unsigned left, double until) {
    for (unsigned i = p->size; i-- && left && seconds_used() < until; left--) {
        plan q = *p;
        if (i >= p->size) continue;
        memmove(&q.segments[i], &q.segments[i + 1], (q.size - i - 1) * sizeof *q.segments);
        q.size--;
        try_shorter(p, &q, goals);
    }
    for (unsigned i = 0; i < p->size; i++)
        for (unsigned step = p->segments[i].steps / 2;
             step && i < p->size && left && seconds_used() < until; left--) {
            plan q = *p;
            q.segments[i].steps -= step < q.segments[i].steps ? step : q.segments[i].steps - 1;
            if (q.segments[i].steps == p->segments[i].steps || !try_shorter(p, &q, goals))
                step /= 2;
        }
}

/* ---- what is said ---- */

static char line[1 << 16];
static size_t used;
static void say(const char *s) {
    size_t n = strlen(s);
    if (used + n > sizeof line) put(line, used), used = 0;
    memcpy(line + used, s, n);
    used += n;
}
static void flush(void) {
    put(line, used);
    used = 0;
}

static word row[MOST_SIGNALS];
static unsigned repeated;
static void say_row(void) {
    char number[32];
    if (!repeated) return;
    snprintf(number, sizeof number, "%u", repeated);
    say(number);
    for (unsigned i = 0; i < signal_count; i++) {
        snprintf(number, sizeof number, " %llx", row[i]);
        say(number);
    }
    say("\n");
    repeated = 0;
}

static int say_step(unsigned step) {
    (void)step;
    if (repeated && memcmp(row, values, signal_count * sizeof *row)) say_row();
    memcpy(row, values, signal_count * sizeof *row);
    repeated++;
    return 1;
}

static void report(const plan *p, const unsigned char *goals) {
    char number[32];
    snprintf(number, sizeof number, "run %u", steps_of(p));
    say(number);
    for (unsigned i = 0; i < mark_count; i++) {
        if (!goals[i]) continue;
        snprintf(number, sizeof number, " %u", i);
        say(number);
    }
    say("\n");
    follow(p, 0, say_step);
    say_row();
    flush();
}

/* ---- which plans ---- */

/* What was found, in memory that no run can write; by plan, by mark: it passes it. */
static plan *plans;
static unsigned plan_count;
static unsigned char *passes;
static unsigned char *passes_of(unsigned i) { return passes + (size_t)i * mark_count; }

static void find_passes(void) {
    unsigned n = m->found_size;
    memcpy(plans, found, n * sizeof *plans);
    for (unsigned i = 0; i < n; i++) {
        if (!is_sound(&plans[i]) || !run_alone(&plans[i])) continue;
        plans[plan_count] = plans[i];
        for (unsigned k = 0; k < mark_count; k++)
            passes_of(plan_count)[k] = wanted[k] && m->stamp[k] == m->number;
        plan_count++;
    }
}

/* The plan that passes most of what is left, for its length; plan_count: none passes any. */
static unsigned best_plan(const unsigned char *done) {
    unsigned best = plan_count;
    double most = 0;
    for (unsigned i = 0; i < plan_count; i++) {
        unsigned n = 0;
        for (unsigned k = 0; k < mark_count; k++) n += passes_of(i)[k] && !done[k];
        double gain = n / (double)(200 + steps_of(&plans[i]));
        if (n && gain > most) most = gain, best = i;
    }
    return best;
}

static void choose_and_report(void) {
    static unsigned char done[MOST_MARKS], goals[MOST_MARKS];
    static unsigned order[MOST_MARKS];
    unsigned n = 0, left;
    for (unsigned best; (best = best_plan(done)) < plan_count; order[n++] = best)
        for (unsigned k = 0; k < mark_count; k++) done[k] |= passes_of(best)[k];
    memset(done, 0, mark_count);
    left = n ? 4000 / n : 0;
    double end = seconds_used() * 1.3 + 1;
    for (unsigned i = 0; i < n; i++) {
        plan p = plans[order[i]];
        double share = (end - seconds_used()) / (n - i);
        for (unsigned k = 0; k < mark_count; k++) goals[k] = passes_of(order[i])[k] && !done[k];
        for (unsigned k = 0; k < mark_count; k++) done[k] |= goals[k];
        if (!is_over(2))
            shorten(&p, goals, left > SHORTENING ? SHORTENING : left, seconds_used() + share);
        report(&p, goals);
    }
}

/* ---- the search ---- */

/* Nothing new for twice as long as it took to find all the rest: what is left is approached slowly. */
static int is_flat(double last) {
    double quiet = seconds_used() - last;
    return quiet > 1.5 && quiet > 2 * last;
}

static int search(void) {
    double rate = 20000, last = seconds_used();
    unsigned before = remaining();
    choose_batch(&rate, 0, 0);
    while (remaining() && !is_over(1) && !is_flat(last)) {
        if (!run_batch(&rate)) return 0;
        if (remaining() == before) continue;
        before = remaining();
        last = seconds_used();
    }
    return 1;
}

static void *shared(size_t bytes) {
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static int prepare(void) {
    state_bytes = data_bytes() + bss_bytes();
    entry_bytes = (sizeof(plan) + signal_count * sizeof(word) + state_bytes + 15) / 16 * 16;
    most_entries = CORPUS_BYTES / entry_bytes > MOST_ENTRIES
                       ? MOST_ENTRIES
                       : (unsigned)(CORPUS_BYTES / entry_bytes);
    m = shared(sizeof *m);
    corpus = shared(most_entries * entry_bytes + 1);
    found = shared(mark_count * sizeof *found + 1);
    plans = calloc(mark_count + 1, sizeof *plans);
    passes = calloc(mark_count + 1, mark_count + 1);
    pristine = malloc(state_bytes + 1);
    latest = malloc(state_bytes + signal_count * sizeof(word) + 1);
    if (!m || !corpus || !found || !plans || !passes || !pristine || !latest || !most_entries)
        return 0;
    save_state(pristine);
    m->random_state = first_seed;
    m->end = END_PASSES;
    return 1;
}

int main(void) {
    if (signal_count > MOST_SIGNALS || mark_count >= MOST_MARKS || !prepare()) return 1;
    prepare_cells(on_signal, seconds_to_run * 3);
    begun = clock_now();
    int good = search();
    find_passes();
    choose_and_report();
    snprintf(line, sizeof line, "end %lu %llu\n", m->runs, m->all_steps);
    put(line, strlen(line));
    return !good;
}

#include "library.h"
