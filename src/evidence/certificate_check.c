/* Checking a certificate from its text alone: by a solver in a process of its own, or by another program. */
#include "base/child.h"
#include "base/fail.h"
#include "evidence/evidence.h"
#include "evidence/script.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a checker found. */
enum outcome { ACCEPTED, REFUTED, UNDECIDED };
typedef struct {
    enum outcome outcome;
    uint32_t queries;
    char why[160];
} opinion;

/* ---- in a process of its own ---- */

/* What the process sends: one line a query, then the end. A line that does not come is no answer. */
typedef struct { FILE *to; uint32_t queries; } reporter;

static bool report_answer(void *context, enum answer a, uint32_t line, const char *why) {
    reporter *r = context;
    r->queries++;
    if (a == ANSWER_UNSAT) return true;
    if (a == ANSWER_SAT) fprintf(r->to, "sat the query in line %u is satisfiable\n", line);
    else fprintf(r->to, "unknown the query in line %u: %s\n", line, why);
    return false;
}

static _Noreturn void check_and_exit(const text *certificate, const char *backend, budget b, int fd) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
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

/* All that the process writes until it ends or time is up. */
static void collect(int fd, double deadline, text *said) {
    char buffer[4096];
    while (!interrupt_requested && clock_now() < deadline) {
        struct pollfd p = {fd, POLLIN, 0};
        if (poll(&p, 1, 20) <= 0) continue;
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n <= 0) return;
        text_bytes(said, buffer, (size_t)n);
    }
}

/* The first line decides: anything but `done N` with the number of queries that the file has is no acceptance. */
static void understand(text *said, uint32_t expected, opinion *o) {
    char *line = (char *)(uintptr_t)text_string(said);
    line[strcspn(line, "\n")] = 0;
    o->outcome = UNDECIDED;
    if (!strncmp(line, "done ", 5)) {
        o->queries = (uint32_t)strtoul(line + 5, NULL, 10);
        if (o->queries == expected) o->outcome = ACCEPTED;
        else snprintf(o->why, sizeof o->why, "%u queries answered, %u expected", o->queries, expected);
        return;
    }
    if (!strncmp(line, "sat ", 4)) o->outcome = REFUTED;
    const char *space = strchr(line, ' ');
    snprintf(o->why, sizeof o->why, "%s", space ? space + 1 : *line ? line : "no answer in time");
}

static opinion ask_backend(const text *certificate, const char *backend, uint32_t expected, budget b) {
    opinion o = {UNDECIDED, 0, "no process could be started"};
    int fd[2];
    if (pipe(fd)) return o;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(fd[0]);
        check_and_exit(certificate, backend, b, fd[1]);
    }
    close(fd[1]);
    if (pid > 0) {
        text said = {0};
        collect(fd[0], b.deadline + 0.2, &said);
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        understand(&said, expected, &o);
        text_release(&said);
    }
    close(fd[0]);
    return o;
}

/* ---- another program ---- */

static opinion ask_program(const text *certificate, char *const argv[], uint32_t expected, double seconds) {
    opinion o = {UNDECIDED, 0, ""};
    text said = {0};
    child_limits limits = {.seconds = seconds, .memory_bytes = 4ull << 30};
    child_result r = child_run(argv, certificate, &said, &said, limits);
    const char *at = text_string(&said);
    for (; !strncmp(at, "unsat\n", 6); at += 6) o.queries++;
    if (r.started && !r.timed_out && !r.signal && !*at && o.queries == expected) o.outcome = ACCEPTED;
    else if (r.started && !strncmp(at, "sat\n", 4)) o.outcome = REFUTED;
    snprintf(o.why, sizeof o.why, "query %u of %u: %.*s", o.queries + 1, expected,
             (int)strcspn(at, "\n") > 80 ? 80 : (int)strcspn(at, "\n"),
             !r.started ? "cannot be run" : r.timed_out ? "no answer in time" : at);
    text_release(&said);
    return o;
}

/* ---- who is asked ---- */

static const char *const checkers[] = {"blast", "z3", "cvc5"};

/* `auto` is blast where its theories suffice, otherwise z3. */
static const char *meaning_of(const char *proved_by, const text *certificate) {
    if (!proved_by || strcmp(proved_by, "auto") || !certificate->data) return proved_by;
    bool numbers = strstr(certificate->data, " Int") || strstr(certificate->data, " Real");
    return numbers ? "z3" : "blast";
}

static bool proved_with(const char *proved_by, const char *checker) {
    return proved_by && strstr(proved_by, checker) != NULL;
}

static opinion ask(const char *checker, const text *certificate, uint32_t expected, budget b) {
    if (strcmp(checker, "cvc5")) return ask_backend(certificate, checker, expected, b);
    char *const argv[] = {"cvc5", "--incremental", "--lang=smt2", "-q", "-", NULL};
    return ask_program(certificate, argv, expected, budget_left(&b));
}

static uint32_t count_queries(const text *certificate) {
    uint32_t n = 0;
    for (const char *at = certificate->data; at && (at = strstr(at, "\n(check-sat)\n")); at++) n++;
    return n;
}

/* The number of queries that the file itself says it has: a truncated file does not pass. */
static bool count_stated(const text *certificate, uint32_t *stated) {
    const char *last = NULL;
    for (const char *at = certificate->data; at && (at = strstr(at, "\n; queries: ")); at++) last = at;
    if (last) *stated = (uint32_t)strtoul(last + 12, NULL, 10);
    return last != NULL;
}

/* The order: solvers other than the one that proved it, each with half of what is left; that one last. */
static void ask_in_turn(const text *certificate, const char *proved_by, uint32_t expected, const budget *b, evidence *e) {
    for (int own = 0; own < 2; own++)
        for (size_t i = 0; i < sizeof checkers / sizeof *checkers; i++) {
            if (proved_with(proved_by, checkers[i]) != (own == 1)) continue;
            if (interrupt_requested || budget_left(b) < 0.01) return;
            double left = budget_left(b);
            budget share = budget_share(*b, left > 1e6 ? 60 : own ? left : left / 2);
            opinion o = ask(checkers[i], certificate, expected, share);
            if (o.outcome == UNDECIDED) {
                snprintf(e->why, sizeof e->why, "%s: %s", checkers[i], o.why);
                continue;
            }
            e->checker = checkers[i];
            e->level = o.outcome == REFUTED ? EVIDENCE_NONE : own ? EVIDENCE_REPROVED : EVIDENCE_INDEPENDENT;
            snprintf(e->why, sizeof e->why, "%s%s%s", o.outcome == REFUTED ? checkers[i] : "",
                     o.outcome == REFUTED ? ": " : "", o.outcome == REFUTED ? o.why : "");
            return;
        }
}

void certificate_check(const text *certificate, const char *proved_by, const budget *b, evidence *e) {
    double start = clock_now();
    uint32_t expected = count_queries(certificate), stated = 0;
    e->level = EVIDENCE_NONE;
    e->checker = NULL;
    e->queries = expected;
    snprintf(e->why, sizeof e->why, "no time left to check the certificate");
    if (!count_stated(certificate, &stated) || stated != expected)
        snprintf(e->why, sizeof e->why, "the certificate is incomplete: %u queries, %u stated", expected, stated);
    else ask_in_turn(certificate, meaning_of(proved_by, certificate), expected, b, e);
    e->seconds += clock_now() - start;
}
