/* Checking a certificate from its text alone: by a solver in a process of its own, or by another
 * program. */
#include "base/child.h"
#include "base/log.h"
#include "base/fail.h"
#include "evidence/evidence.h"
#include "evidence/script.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a checker found. */
enum check_outcome { ACCEPTED, REFUTED, UNDECIDED };
typedef struct {
    enum check_outcome outcome;
    uint32_t queries; /* answered with unsat, one after the other */
    char why[160];
} opinion;

/* ---- in a process of its own ---- */

/* What the process sends: one line a query, then the end. A line that does not come is no answer.
 */
typedef struct {
    FILE *to;
    uint32_t queries;
} reporter;

static bool report_answer(void *context, enum answer a, uint32_t line, const char *why) {
    reporter *r = context;
    r->queries++;
    if (a == ANSWER_UNSAT) return true;
    if (a == ANSWER_SAT)
        fprintf(r->to, "sat %u the query in line %u is satisfiable\n", r->queries - 1, line);
    else fprintf(r->to, "unknown the query in line %u: %s\n", line, why);
    return false;
}

static _Noreturn void check_and_exit(const text *certificate, const char *backend, budget b,
                                     int fd) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    failure_point end;
    if (failure_enter(&end)) _exit(EXIT_INTERNAL);
    reporter r = {fdopen(fd, "w"), 0};
    input_error error = {0};
    script_listener listener = {report_answer, &r};
    if (!r.to) _exit(EXIT_INTERNAL);
    bool good = script_run(certificate, backend, &b, listener, &error);
    if (!good) fprintf(r.to, "unknown line %u: %s\n", error.line, error.message);
    else fprintf(r.to, "done %u\n", r.queries);
    fclose(r.to);
    _exit(0);
}

/* The first line decides: anything but `done N` with the number of queries that the file has is no
 * acceptance. */
static void understand(text *said, uint32_t expected, opinion *o) {
    char *line = (char *)(uintptr_t)text_string(said);
    line[strcspn(line, "\n")] = 0;
    o->outcome = UNDECIDED;
    if (!strncmp(line, "done ", 5)) {
        o->queries = (uint32_t)strtoul(line + 5, NULL, 10);
        if (o->queries == expected) o->outcome = ACCEPTED;
        else
            snprintf(o->why, sizeof o->why, "%u queries answered, %u expected", o->queries,
                     expected);
        return;
    }
    if (!strncmp(line, "sat ", 4)) {
        o->outcome = REFUTED;
        o->queries = (uint32_t)strtoul(line + 4, &line, 10);
    }
    const char *space = strchr(line, ' ');
    snprintf(o->why, sizeof o->why, "%s", space ? space + 1 : *line ? line : "no answer in time");
}

/* ---- another program ---- */

static opinion ask_program(const text *certificate, char *const argv[], uint32_t expected,
                           double seconds) {
    opinion o = {UNDECIDED, 0, ""};
    text said = {0};
    child_limits limits = {.seconds = seconds, .memory_bytes = 4ull << 30, .in_group = true};
    child_result r = child_run(argv, certificate, &said, &said, limits);
    const char *at = text_string(&said);
    for (; !strncmp(at, "unsat\n", 6); at += 6) o.queries++;
    if (r.started && !r.timed_out && !r.signal && !*at && o.queries == expected)
        o.outcome = ACCEPTED;
    else if (r.started && !strncmp(at, "sat\n", 4)) o.outcome = REFUTED;
    snprintf(o.why, sizeof o.why, "query %u of %u: %.*s", o.queries + 1, expected,
             (int)strcspn(at, "\n") > 80 ? 80 : (int)strcspn(at, "\n"),
             !r.started    ? "cannot be run"
             : r.timed_out ? "no answer in time"
                           : at);
    text_release(&said);
    return o;
}

/* ---- who is asked ---- */

/* Bit by bit; all theories; intervals, once as the prover has them and once without code of it;
 * reals with rounding errors. */
enum method { METHOD_BITS, METHOD_GENERAL, METHOD_INTERVALS, METHOD_BOXES, METHOD_REALS };

/* What a user would run on the file; the other checkers are ours. */
static char *const run_cvc5[] = {"cvc5", "--incremental", "--lang=smt2", "-q", "-", NULL};
static char *const run_z3[] = {"z3", "-smt2", "-in", NULL};

/* What a certificate is about. */
enum certificate_kind { ABOUT_MORE, ABOUT_BITS, ABOUT_MANY_BITS, CERTIFICATE_KINDS };

enum { RELAXED = SOLVED_BY_RELAXATION | SOLVED_BY_RANGES };

/* In the order of their strength. z3 chooses its methods by the logic that a script names: for
 * bit-vectors only, the general one and the special one are each far faster than the other on some
 * certificates; where these are long, it is mostly the special one. */
static const struct checker {
    const char *name; /* of the solver, and of the way in which it is asked */
    solver_set set;   /* whose opinion it is: z3 and reals/z3 are one solver */
    enum method method;
    const char *logic;    /* instead of ALL, where the certificate has no other theories */
    char *const *program; /* NULL: a backend of ours */
    double start[CERTIFICATE_KINDS]; /* when it begins, seconds after the race did */
} checkers[] = {
    {"blast", SOLVED_BY_BLAST, METHOD_BITS, NULL, NULL, {0}},
    {"z3", SOLVED_BY_Z3, METHOD_GENERAL, NULL, run_z3, {0, 0, 1}},
    {"z3/QF_BV", SOLVED_BY_Z3, METHOD_GENERAL, "QF_BV", run_z3, {0.3, 0.3, 0}},
    {"cvc5", SOLVED_BY_CVC5, METHOD_GENERAL, NULL, run_cvc5, {0.7, 0.7, 1.5}},
    {"icp", SOLVED_BY_ICP | SOLVED_BY_RANGES, METHOD_INTERVALS, NULL, NULL, {0}},
    {"boxes", SOLVED_BY_BOXES, METHOD_BOXES, NULL, NULL, {0, 0.2, 0.5}},
    /* for proofs by such reals, and of sums; about sums reals/z3 says it sooner */
    {"reals/z3", SOLVED_BY_Z3 | RELAXED, METHOD_REALS, NULL, NULL, {0.5, 0.5, 0.5}},
    {"reals/cvc5", SOLVED_BY_CVC5 | RELAXED, METHOD_REALS, NULL, NULL, {0.8, 2.5, 2.5}},
};

enum { RACERS = sizeof checkers / sizeof *checkers };

static bool is_float_method(const struct checker *c) { return c->method >= METHOD_INTERVALS; }

static bool about_bits_only(const script_subject *x) {
    return !(x->theories & ~(uint32_t)(THEORY_BOOL | THEORY_BV));
}

static enum certificate_kind kind_of(const text *certificate, const script_subject *x) {
    enum { LONG = 200000 };
    if (!about_bits_only(x)) return ABOUT_MORE;
    return certificate->size < LONG ? ABOUT_BITS : ABOUT_MANY_BITS;
}

/* They are strong on floats only; but linear arithmetic also decides sums of words that bit by bit
 * take long. */
static bool useful(const struct checker *c, const script_subject *x) {
    bool sums = c->method == METHOD_REALS && about_bits_only(x) && x->sums;
    if (c->method == METHOD_BOXES) return true;
    if (is_float_method(c)) return sums || (x->theories & THEORY_FP);
    return !c->logic || about_bits_only(x);
}

static void name_logic(const text *certificate, const char *logic, text *out) {
    static const char all[] = "(set-logic ALL)";
    const char *at = strstr(certificate->data, all);
    text_bytes(out, certificate->data, (size_t)(at - certificate->data));
    text_print(out, "(set-logic %s)", logic);
    text_add(out, at + sizeof all - 1);
}

static uint32_t count_queries(const text *certificate) {
    uint32_t n = 0;
    for (const char *at = certificate->data; at && (at = strstr(at, "\n(check-sat)\n")); at++) n++;
    return n;
}

/* The number of queries that the file itself says it has: a truncated file does not pass. */
static bool count_stated(const text *certificate, uint32_t *stated) {
    const char *last = NULL;
    for (const char *at = certificate->data; at && (at = strstr(at, "\n; queries: ")); at++)
        last = at;
    if (last) *stated = (uint32_t)strtoul(last + 12, NULL, 10);
    return last != NULL;
}

/* Any other file has no queries that could fail. */
static const char head[] = "; cinch certificate 1\n";

bool certificate_print(const text *from, text *to, input_error *error) {
    uint32_t queries = 0, stated = 0;
    if (from->size < sizeof head - 1 || memcmp(from->data, head, sizeof head - 1))
        return input_fail(error, "certificate", 1, 1, "this is no certificate");
    text_add(to, head);
    if (!script_print(from, to, &queries, error)) return false;
    if (!count_stated(from, &stated) || stated != queries)
        return input_fail(error, "certificate", 0, 0,
                          "the certificate is incomplete: %u queries, %u stated", queries, stated);
    text_print(to, "\n; queries: %u\n", queries);
    return true;
}

/* ---- the race ---- */

/* A checker at work in a process of its own. */
typedef struct {
    const struct checker *checker;
    bool own;       /* it shares something with those that proved it */
    bool bits_only; /* what the certificate is about */
    double start;   /* when to begin, seconds after the race did */
    pid_t pid;      /* 0: not begun */
    int from;
    text said;
    bool done;
    opinion says;
} racer;

static _Noreturn void ask_program_and_exit(const text *certificate, const struct checker *c,
                                           uint32_t expected, budget b, int fd) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    failure_point end;
    if (failure_enter(&end)) _exit(EXIT_INTERNAL);
    FILE *to = fdopen(fd, "w");
    text named = {0};
    if (!to) _exit(EXIT_INTERNAL);
    if (c->logic) name_logic(certificate, c->logic, &named);
    opinion o = ask_program(c->logic ? &named : certificate, c->program, expected, budget_left(&b));
    if (o.outcome == ACCEPTED) fprintf(to, "done %u\n", o.queries);
    else fprintf(to, "%s %s\n", o.outcome == REFUTED ? "sat" : "unknown", o.why);
    fclose(to);
    _exit(0);
}

/* Of those that did not prove it. What they say is worth more, but where the certificate is large
 * the prover is the likeliest to accept at all, and several others at once take all processors. */
enum { NICE_OF_OTHERS = 5 };

/* CPU seconds after which a checker is of no more use: in nearly all cases it accepts soon, or not
 * at all, and it takes the processor from the others. 0: no limit. */
static double most_seconds(const racer *r, double left) {
    const struct checker *c = r->checker;
    if (r->own || c->method == METHOD_BITS) return 0;
    if (c->method == METHOD_BOXES) return 3;
    if (c->program == run_z3 && !c->logic && r->bits_only) return 3;
    return 4 + left / 10;
}

/* Children inherit it. */
static void limit_cpu(double seconds) {
    rlim_t whole = (rlim_t)seconds + 1;
    if (seconds > 0 && seconds < 1e6) setrlimit(RLIMIT_CPU, &(struct rlimit){whole, whole});
}

static void racer_begin(racer *r, const text *certificate, uint32_t expected, budget b) {
    int fd[2];
    snprintf(r->says.why, sizeof r->says.why, "no process could be started");
    r->says.outcome = UNDECIDED;
    r->pid = -1;
    r->done = true;
    if (pipe(fd)) return;
    fflush(NULL);
    r->pid = fork();
    if (r->pid == 0) {
        close(fd[0]);
        if (nice(r->own ? 0 : NICE_OF_OTHERS) < 0) {
        } /* -1 is no error here, and one would not matter */
        limit_cpu(most_seconds(r, budget_left(&b)));
        if (r->checker->program) ask_program_and_exit(certificate, r->checker, expected, b, fd[1]);
        check_and_exit(certificate, r->checker->name, b, fd[1]);
    }
    close(fd[1]);
    r->from = fd[0];
    r->done = r->pid < 0;
    if (r->done) close(fd[0]);
}

static void racer_end(racer *r, uint32_t expected) {
    if (r->pid > 0 && !r->done) {
        kill(r->pid, SIGKILL);
        waitpid(r->pid, NULL, 0);
        close(r->from);
        understand(&r->said, expected, &r->says);
    }
    r->done = true;
    text_release(&r->said);
}

/* Read what has come; at the end of a process its opinion is known. */
static void racer_listen(racer *r, uint32_t expected) {
    char buffer[4096];
    struct pollfd p = {r->from, POLLIN, 0};
    if (r->done || r->pid <= 0 || poll(&p, 1, 0) <= 0) return;
    ssize_t n = read(r->from, buffer, sizeof buffer);
    if (n > 0) text_bytes(&r->said, buffer, (size_t)n);
    else racer_end(r, expected);
}

/* CPU seconds of the others together that are waited for once the own solver has accepted, or so
 * many times as long by wall time. A checker that has not finished by then rarely does. */
enum { PATIENCE = 6, CLOCK_TO_CPU = 8 };

typedef struct {
    racer racers[RACERS];
    double began;
    double own_accepted;     /* when, by wall time; < 0: it has not */
    double cpu_then, looked; /* CPU seconds of our process group; when it was last asked for */
    const budget *limit;
    int winner;
    int likely;   /* runs alone at first, up to here after the beginning; -1: all run */
    double alone; /* seconds */
} race;

static void own_accepts(race *c, int who) {
    if (c->own_accepted >= 0) return;
    c->own_accepted = c->looked = clock_now();
    c->cpu_then = clock_cpu_group(getpgrp());
    c->winner = who;
}

/* Keep half of the remaining time for what comes after: without it there is no verdict at all. */
static bool patience_is_over(race *c) {
    enum { LOOKS_A_SECOND = 20 };
    if (c->own_accepted < 0 || (clock_now() - c->looked) * LOOKS_A_SECOND < 1) return false;
    c->looked = clock_now();
    return clock_now() - c->own_accepted > budget_left(c->limit) ||
           clock_cpu_group(getpgrp()) - c->cpu_then > PATIENCE ||
           clock_now() - c->own_accepted > PATIENCE * CLOCK_TO_CPU;
}

/* A refutation by anybody, or an acceptance by another solver, decides; the own solver's acceptance
 * only sets a limit. */
static bool race_decided(race *c) {
    bool open = false;
    for (int i = 0; i < RACERS; i++) {
        racer *r = &c->racers[i];
        open |= !r->done;
        if (!r->done || !r->pid || r->says.outcome == UNDECIDED) continue;
        if (r->says.outcome == REFUTED || !r->own) return c->winner = i, true;
        own_accepts(c, i);
    }
    return !open || patience_is_over(c);
}

/* Until the likeliest has had its time, or has ended without an answer; the others begin then. */
static bool runs_alone(race *c) {
    if (c->likely < 0) return false;
    if (!c->racers[c->likely].done && clock_now() - c->began < c->alone) return true;
    c->likely = -1;
    c->began = clock_now();
    return false;
}

static void race_run(race *c, const text *certificate, uint32_t expected, const budget *b) {
    budget limit = budget_left(b) > 1e6 ? budget_share(*b, 600) : *b;
    while (!interrupt_requested && budget_left(&limit) > 0) {
        bool alone = runs_alone(c);
        for (int i = 0; i < RACERS; i++) {
            racer *r = &c->racers[i];
            bool due = alone ? i == c->likely : clock_now() - c->began >= r->start;
            if (!r->done && !r->pid && due) racer_begin(r, certificate, expected, limit);
            racer_listen(r, expected);
        }
        if (race_decided(c)) return;
        usleep(2000);
    }
}

/* What reals with rounding errors prove, such reals accept, of another solver; the other methods
 * would mostly take the processor from them. */
static const double start_of_own_reals = 1.5, start_beside_reals = 5;

/* When a checker begins: the others than the prover first; the prover itself only where they take
 * longer than a moment, since its opinion is worth less. Intervals are quick where they are good at
 * all. */
static double start_of(const struct checker *c, solver_set provers, bool own,
                       enum certificate_kind kind) {
    bool by_reals = (provers & SOLVED_BY_RELAXATION) && !(provers & SOLVED_BY_BLAST);
    if (by_reals && c->method != METHOD_REALS) return start_beside_reals;
    if (by_reals)
        return provers & c->set & (SOLVED_BY_Z3 | SOLVED_BY_CVC5) ? start_of_own_reals : 0;
    if (!own) return c->start[kind];
    return is_float_method(c) ? 0.2 : 0.5;
}

/* Who accepted an earlier version of the proof: the others would mostly take the processor from it.
 * Not the prover, whose opinion is worth less than that of those who would be kept waiting. */
static void favour_likely(race *c, const budget *b, const evidence *e) {
    static const double least = 2, longer = 4, share = 0.25;
    for (int i = 0; i < RACERS && e->likely.checker; i++)
        if (!c->racers[i].done && !c->racers[i].own && !strcmp(checkers[i].name, e->likely.checker))
            c->likely = i;
    c->alone = least + longer * e->likely.seconds;
    if (c->alone > budget_left(b) * share) c->alone = budget_left(b) * share;
}

/* What intervals prove, intervals mostly accept at once; the others would only take the processor. */
static void favour_boxes(race *c, solver_set provers) {
    static const double alone = 0.5;
    for (int i = 0; i < RACERS && c->likely < 0 && (provers & SOLVED_BY_ICP); i++)
        if (checkers[i].method == METHOD_BOXES && !c->racers[i].done && !c->racers[i].own)
            c->likely = i, c->alone = alone;
}

/* What the query after so many others asks, in the words that the certificate has for its reader:
 * the last comment before it. */
static const char *question(const text *certificate, uint32_t before) {
    const char *asked = "";
    for (const char *at = certificate->data; at && *at; at += *at == '\n') {
        if (!strncmp(at, "; ", 2)) asked = at + 2;
        if (!strncmp(at, "(check-sat)\n", 12) && !before--) break;
        at += strcspn(at, "\n");
    }
    return asked;
}

/* Which query is satisfiable. One about a step of induction that has no instances of what is said
 * about all elements of an array tells that the invariant is not inductive. */
static void say_refuted(const text *certificate, const opinion *o, const char *who, evidence *e) {
    static const char suffix[] = " Expected: unsat", step[] = ": its invariant holds there";
    const char *asked = question(certificate, o->queries), *of = strstr(asked, step);
    size_t length = strcspn(asked, "\n");
    const char *end = strstr(asked, suffix);
    if (end && end < asked + length) length = (size_t)(end - asked);
    bool inductive = of && of < asked + length;
    bool instances = strstr(certificate->data, "(instances (");
    snprintf(e->why, sizeof e->why, "%s: %.50s: %.*s%s", who, o->why,
             length > 60 ? 60 : (int)length, asked,
             !inductive  ? ""
             : instances ? "; it is not inductive, or has too few instances"
                         : "; it is not inductive");
}

/* The best opinion wins: refuted by anybody, accepted by another than the one that proved it,
 * accepted by that one. */
static void ask_all(const text *certificate, solver_set provers, uint32_t expected, const budget *b,
                    evidence *e) {
    script_subject about;
    if (!script_about(certificate, &about)) {
        snprintf(e->why, sizeof e->why, "the text is not a certificate");
        return;
    }
    race c = {.began = clock_now(), .own_accepted = -1, .limit = b, .winner = -1, .likely = -1};
    enum certificate_kind kind = kind_of(certificate, &about);
    for (int i = 0; i < RACERS; i++) {
        bool own = provers & checkers[i].set;
        c.racers[i] = (racer){.checker = &checkers[i],
                              .own = own,
                              .bits_only = about_bits_only(&about),
                              .start = start_of(&checkers[i], provers, own, kind),
                              .done = !useful(&checkers[i], &about)};
    }
    favour_likely(&c, b, e);
    favour_boxes(&c, provers);
    race_run(&c, certificate, expected, b);
    for (int i = 0; i < RACERS; i++) racer_end(&c.racers[i], expected);
    if (c.winner < 0) {
        for (int i = 0; i < RACERS; i++)
            if (c.racers[i].pid && c.racers[i].says.why[0])
                snprintf(e->why, sizeof e->why, "%s: %s", c.racers[i].checker->name,
                         c.racers[i].says.why);
        return;
    }
    const racer *w = &c.racers[c.winner];
    bool refuted = w->says.outcome == REFUTED;
    e->checker = w->checker->name;
    e->level = refuted ? EVIDENCE_NONE : w->own ? EVIDENCE_REPROVED : EVIDENCE_INDEPENDENT;
    e->why[0] = 0;
    if (refuted) say_refuted(certificate, &w->says, w->checker->name, e);
}

void certificate_check(const text *certificate, solver_set provers, const budget *b, evidence *e) {
    LOG("evidence", "check a certificate of %zu bytes", certificate->size);
    double start = clock_now();
    uint32_t expected = count_queries(certificate), stated = 0;
    e->level = EVIDENCE_NONE;
    e->checker = NULL;
    e->queries = expected;
    snprintf(e->why, sizeof e->why, "no time left to check the certificate");
    if (!count_stated(certificate, &stated) || stated != expected)
        snprintf(e->why, sizeof e->why, "the certificate is incomplete: %u queries, %u stated",
                 expected, stated);
    else if (!expected) { /* no loop head that matters and no error can be reached in the graph:
                             there is nothing to ask */
        e->level = EVIDENCE_INDEPENDENT;
        e->checker = "inspection";
        e->why[0] = 0;
    } else ask_all(certificate, provers, expected, b, e);
    e->seconds += clock_now() - start;
}
