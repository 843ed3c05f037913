/* The server of step sequences: linked with a program that is marked with goals, it calls the step
 * function again and again and looks for sequences of inputs that pass marks which no run passed
 * before.
 *
 * A run is a plan: a list of segments, each with a seed that says how every signal moves in it
 * (held, drawn again, ramped, toggled). Plans that show something new are kept, and later ones go
 * on from them: so states are reached one after the other. New is a pair of marks in a row, and a
 * mark that is passed for twice as many steps as ever, in a row or in all: counters and timers have
 * nothing else to show. A plan that passes a wanted mark is shortened, and its inputs are written
 * out:
 *
 *     run STEPS MARK...
 *     COUNT value value ...        so many steps with these inputs, in the order of the signals
 *     ...
 *     end RUNS STEPS               when the time is up, or nothing is wanted any more
 */
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cell.h"
#include "draw.h"

enum {
    SEGMENTS = 24,
    CORPUS = 2048,
    FEATURES = 1 << 18,
    MOST_MARKS = 1 << 16,
    MOST_SIGNALS = 4096,
    MOST_STEPS = 140000,
    RUN_MILLISECONDS = 2000,
    SHORTENING = 120 /* runs for it */
};

typedef struct {
    word seed;
    unsigned steps;
} segment;
typedef struct {
    unsigned size;
    segment segments[SEGMENTS];
} plan;

/* What a run leaves behind; `features` are those of all runs. */
static struct run {
    enum end end;
    unsigned steps, new_marks, last_new_mark, last_novelty, novelties;
    unsigned first[MOST_MARKS]; /* by mark: 1 + the step that passed it first; 0: none did */
    unsigned char features[FEATURES / 8];
} *run;

static plan corpus[CORPUS];
static unsigned corpus_size;
static unsigned char known[MOST_MARKS]; /* wanted, and reported */
static word random_state, all_steps;

/* ---- inputs ---- */

static double as_number(const struct signal *s, word v) {
    float single;
    double x;
    if (!s->is_real && s->low < 0)
        return (double)((long long)(v << (64 - 8 * s->bytes)) >> (64 - 8 * s->bytes));
    if (!s->is_real) return (double)v;
    memcpy(&single, &v, sizeof single);
    memcpy(&x, &v, sizeof x);
    return s->bytes == sizeof single ? (double)single : x;
}

static word as_word(const struct signal *s, double x) {
    float single = (float)x;
    word v = 0;
    if (!s->is_real) v = x < 0 ? (word)(long long)x : (word)x;
    else if (s->bytes == sizeof single) memcpy(&v, &single, sizeof single);
    else memcpy(&v, &x, sizeof x);
    return s->bytes < 8 ? v & ((1ull << s->bytes * 8) - 1) : v;
}

/* A float near a constant of the program: it, its neighbours, somewhere between two of them. */
static double near_real(word *state) {
    double a = real_count ? reals[below(state, real_count)] : below(state, 100);
    double b = real_count ? reals[below(state, real_count)] : below(state, 100);
    switch (below(state, 6)) {
    case 0: return a;
    case 1: return a * (1 + 1.2e-7 * ((double)below(state, 5) - 2));
    case 2: return a + ((double)below(state, 9) - 4) * 0.25;
    case 3: return -a;
    case 4: return a + b;
    default: return a + (b - a) * below(state, 64) / 64;
    }
}

static word draw_word(word *state, const struct signal *s) {
    static const unsigned char styles[] = {ZERO, SMALL, SMALL,    NEAR, NEAR,
                                           NEAR, NEAR,  BOUNDARY, ANY,  MIXED};
    enum style style = (enum style)styles[below(state, sizeof styles)];
    if (s->is_bool) return below(state, 2);
    if (s->is_real) return as_word(s, style == NEAR ? near_real(state) : draw_double(state, style));
    word v = draw_integer(state, s->bytes * 8u, style);
    return s->bytes < 8 ? v & ((1ull << s->bytes * 8) - 1) : v;
}

static word within(word *state, const struct signal *s, word v) {
    double x = as_number(s, v), part;
    if (s->finite && s->is_real && !(x - x == 0)) v = 0, x = 0;
    if (!s->bounded || (x >= s->low && x <= s->high)) return v;
    switch (below(state, 4)) {
    case 0: return as_word(s, s->low);
    case 1: return as_word(s, s->high);
    default:
        part = (double)below(state, 4096) / 4095;
        return as_word(s, s->low + (s->high - s->low) * part);
    }
}

static word fresh(word *state, const struct signal *s) {
    return within(state, s, draw_word(state, s));
}

enum move { HELD, SET, NOISE, RARE, RAMP, TOGGLE };
static struct motion {
    enum move move;
    word other;
    double slope;
    unsigned period;
} motions[MOST_SIGNALS];
static word values[MOST_SIGNALS];

static void choose_motion(word *state, const struct signal *s, struct motion *m, word *v,
                          int first) {
    static const unsigned char moves[] = {HELD, HELD,  HELD,  HELD, SET,  SET,  SET,
                                          SET,  NOISE, NOISE, RARE, RAMP, RAMP, TOGGLE};
    m->move = (enum move)moves[below(state, sizeof moves)];
    m->other = fresh(state, s);
    m->period = 1 + below(state, below(state, 4) ? 4 : 64);
    m->slope = ((double)below(state, 2001) / 1000 - 1) *
               (below(state, 2) ? 1 : 0.01 * (s->bounded ? s->high - s->low : 100));
    if (first || m->move == SET) *v = fresh(state, s);
    if (s->constant) m->move = HELD, *v = first ? m->other : *v;
}

static word next_value(word *state, const struct signal *s, struct motion *m, word v,
                       unsigned step) {
    word now = v;
    switch (m->move) {
    case NOISE: now = fresh(state, s); break;
    case RARE: now = below(state, 8) ? v : fresh(state, s); break;
    case RAMP:
        now = s->is_bool ? v : within(state, s, as_word(s, as_number(s, v) + m->slope));
        break;
    case TOGGLE:
        if (step % m->period == 0) now = m->other, m->other = v;
        break;
    default: break;
    }
    return now;
}

static word limit_rate(const struct signal *s, word before, word now) {
    double a = as_number(s, before), b = as_number(s, now);
    if (!(s->rate > 0) || (b - a <= s->rate && a - b <= s->rate)) return now;
    return as_word(s, b > a ? a + s->rate : a - s->rate);
}

/* Call `each` for every step of the plan with the inputs of that step; it says whether to go on. */
static void follow(const plan *p, int (*each)(unsigned step)) {
    unsigned step = 0;
    for (unsigned k = 0; k < p->size; k++) {
        word state = p->segments[k].seed;
        static word before[MOST_SIGNALS];
        memcpy(before, values, signal_count * sizeof *values);
        for (unsigned i = 0; i < signal_count; i++)
            choose_motion(&state, &signals[i], &motions[i], &values[i], !k);
        for (unsigned j = 0; j < p->segments[k].steps; j++, step++) {
            for (unsigned i = 0; i < signal_count; i++) {
                word last = j ? values[i] : before[i];
                if (j) values[i] = next_value(&state, &signals[i], &motions[i], values[i], j);
                if (step) values[i] = limit_rate(&signals[i], last, values[i]);
            }
            if (!each(step)) return;
        }
    }
}

/* ---- in the process of a run ---- */

static unsigned now_step, previous_mark, last_passed[MOST_MARKS], streak[MOST_MARKS],
    total[MOST_MARKS];

_Noreturn void leave(enum end how) {
    run->end = how;
    for (;;) syscall(SYS_exit_group, 0);
}

static void on_signal(int number) { leave(number == SIGPROF ? END_TIME : END_PASSES); }

static void feature(word what) {
    unsigned at = (unsigned)(mix(what) % FEATURES);
    if (run->features[at / 8] >> at % 8 & 1) return;
    run->features[at / 8] |= (unsigned char)(1u << at % 8);
    run->novelties++;
    run->last_novelty = now_step + 1;
}

static int is_power(unsigned n) { return !(n & (n - 1)); }

void pass(unsigned mark) {
    if (mark >= mark_count) return;
    feature((word)previous_mark << 32 | mark);
    previous_mark = mark;
    if (!run->first[mark]) {
        run->first[mark] = now_step + 1;
        if (wanted[mark] && !known[mark]) run->new_marks++, run->last_new_mark = now_step + 1;
    }
    if (last_passed[mark] == now_step + 1) return;
    streak[mark] = last_passed[mark] == now_step ? streak[mark] + 1 : 1;
    last_passed[mark] = now_step + 1;
    if (is_power(streak[mark])) feature(1ull << 60 | (word)mark << 32 | streak[mark]);
    if (is_power(++total[mark])) feature(2ull << 60 | (word)mark << 32 | total[mark]);
}

static int take_step(unsigned step) {
    now_step = run->steps = step;
    previous_mark = mark_count;
    if (!step) program_init(values);
    program_step(values);
    return 1;
}

static _Noreturn void run_program(pid_t server, const plan *p) {
    enter_cell(server, RUN_MILLISECONDS);
    follow(p, take_step);
    leave(END_PASSES);
}

/* ---- in the server ---- */

static int run_plan(const plan *p) {
    pid_t server = getpid();
    memset(run->first, 0, mark_count * sizeof *run->first);
    run->end = END_KILLED;
    run->steps = run->new_marks = run->last_new_mark = run->last_novelty = run->novelties = 0;
    pid_t pid = fork();
    if (!pid) run_program(server, p);
    if (pid < 0 || waitpid(pid, NULL, 0) != pid || run->end == END_BROKEN) return 0;
    all_steps += run->steps;
    return 1;
}

static unsigned steps_of(const plan *p) {
    unsigned n = 0;
    for (unsigned i = 0; i < p->size; i++) n += p->segments[i].steps;
    return n;
}

static void cut(plan *p, unsigned steps) {
    for (unsigned i = 0; i < p->size; i++) {
        if (p->segments[i].steps >= steps) {
            p->segments[i].steps = steps;
            p->size = i + !!steps;
            return;
        }
        steps -= p->segments[i].steps;
    }
}

static unsigned draw_length(void) {
    static const unsigned most[] = {1, 1, 2, 4, 10, 10, 40, 40, 150, 600, 2500};
    unsigned n =
        below(&random_state, 500) ? most[below(&random_state, sizeof most / sizeof *most)] : 70000;
    return n > 2500 ? n : 1 + below(&random_state, n);
}

static void extend(plan *p) {
    for (unsigned n = 1 + below(&random_state, 3); n && p->size < SEGMENTS; n--) {
        segment s = {any(&random_state), draw_length()};
        if (steps_of(p) + s.steps > MOST_STEPS) break;
        p->segments[p->size++] = s;
    }
}

static void change(plan *p) {
    segment *s = &p->segments[below(&random_state, p->size)];
    unsigned longer = s->steps * 2;
    switch (below(&random_state, 5)) {
    case 0: s->seed = any(&random_state); break;
    case 1: s->steps = steps_of(p) + longer <= MOST_STEPS ? longer : s->steps; break;
    case 2: s->steps += 1; break;
    case 3: s->steps -= s->steps > 1; break;
    default: cut(p, 1 + below(&random_state, steps_of(p))); break;
    }
}

static void choose_plan(plan *p) {
    unsigned n = corpus_size, newest = n < 16 ? n : 16;
    p->size = 0;
    if (n && below(&random_state, 8))
        *p = corpus[below(&random_state, 2) ? below(&random_state, n)
                                            : n - 1 - below(&random_state, newest)];
    if (p->size && below(&random_state, 3) == 0) change(p);
    if (p->size == SEGMENTS) p->size = SEGMENTS / 2;
    extend(p);
}

static void keep(const plan *p) {
    corpus[corpus_size < CORPUS ? corpus_size++ : below(&random_state, CORPUS)] = *p;
}

/* Does this plan pass all new marks of `goals`? */
static int still_passes(const plan *p, const unsigned char *goals) {
    if (!run_plan(p)) return 0;
    for (unsigned i = 0; i < mark_count; i++)
        if (goals[i] && !run->first[i]) return 0;
    return 1;
}

static int try_shorter(plan *p, const plan *q, const unsigned char *goals) {
    if (!q->size || !still_passes(q, goals)) return 0;
    unsigned end = run->last_new_mark;
    *p = *q;
    cut(p, end);
    return 1;
}

/* Fewer segments, then fewer steps in each. */
static void shorten(plan *p, const unsigned char *goals) {
    unsigned left = SHORTENING;
    for (unsigned i = p->size; i-- && left; left--) {
        plan q = *p;
        if (i >= p->size) continue;
        memmove(&q.segments[i], &q.segments[i + 1], (q.size - i - 1) * sizeof *q.segments);
        q.size--;
        try_shorter(p, &q, goals);
    }
    for (unsigned i = 0; i < p->size; i++)
        for (unsigned step = p->segments[i].steps / 2; step && i < p->size && left; left--) {
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
    follow(p, say_step);
    say_row();
    flush();
}

/* The run passed marks that are wanted: all of them in one test where they come together. */
static void found(plan *p) {
    static unsigned char goals[MOST_MARKS];
    unsigned end = run->last_new_mark;
    for (unsigned i = 0; i < mark_count; i++) goals[i] = wanted[i] && !known[i] && run->first[i];
    cut(p, end);
    shorten(p, goals);
    report(p, goals);
    for (unsigned i = 0; i < mark_count; i++) known[i] |= goals[i];
    keep(p);
}

static unsigned remaining(void) {
    unsigned n = 0;
    for (unsigned i = 0; i < mark_count; i++) n += wanted[i] && !known[i];
    return n;
}

int main(void) {
    unsigned long runs = 0;
    int good = signal_count <= MOST_SIGNALS && mark_count < MOST_MARKS;
    prepare_cells(on_signal, seconds_to_run);
    run = mmap(NULL, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    random_state = first_seed;
    if (run == MAP_FAILED) return 1;
    for (; good && remaining() && seconds_used() < seconds_to_run; runs++) {
        plan p;
        choose_plan(&p);
        if (!p.size) continue;
        good = run_plan(&p);
        if (good && run->new_marks) found(&p);
        else if (good && run->novelties) {
            cut(&p, run->last_novelty);
            keep(&p);
        }
    }
    snprintf(line, sizeof line, "end %lu %llu\n", runs, all_steps);
    put(line, strlen(line));
    return !good;
}

#include "library.h"
