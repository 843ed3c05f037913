/* icp beside blast and z3 on the queries of programs with floats.
 *
 * Each program is read, reduced and unrolled; at every depth each solver is asked whether each
 * error and each loop head there can be reached: the same questions for all, each with a limit of
 * its own. Sat and unsat for one question ends with status 1.
 *
 *   bench-icp [--seconds S] [--depth N] FILE.c... */
#include "base/budget.h"
#include "engine/common/unroll.h"
#include "frontend/load/load.h"
#include "reduce/reduce.h"
#include "solver/solver.h"

#include <stdio.h>
#include <stdlib.h>

enum { SOLVERS = 3 };
static const char *const names[SOLVERS] = {"icp", "blast", "z3"};

typedef struct {
    uint32_t count[3];
    double seconds;
} tally; /* by enum answer */
typedef struct {
    double seconds;
    uint32_t depth;
    tally of[SOLVERS];
    uint32_t alone[SOLVERS]; /* questions that nobody else answered */
    uint32_t questions, contradictions;
} bench;

typedef vec(uint8_t) answers;

static void ask(solver *s, term reach, tally *t, answers *out) {
    double start = clock_cpu();
    enum answer a = solver_check(s, 1, &reach);
    t->seconds += clock_cpu() - start;
    t->count[a]++;
    vec_push(out, (uint8_t)a);
}

/* All questions of one program to one solver. */
static void run(const bench *b, program *p, int who, tally *t, answers *out) {
    budget limit = budget_of(60 * b->seconds, 0);
    solver *s =
        solver_new(p->terms, names[who], (solver_options){.query_seconds = b->seconds}, NULL);
    unrolling u;
    solver_set_budget(s, &limit);
    unroll_init(&u, p, s);
    unroll_start(&u, p->start, term_true(p->terms));
    for (uint32_t depth = 0; depth < b->depth && u.frontier.size && unroll_advance(&u, &limit);
         depth++) {
        for (uint32_t i = 0; i < u.errors.size; i++)
            ask(s, u.nodes.data[u.errors.data[i]].reach, t, out);
        for (uint32_t i = 0; i < u.frontier.size; i++)
            ask(s, u.nodes.data[u.frontier.data[i]].reach, t, out);
        vec_clear(&u.errors);
    }
    unroll_release(&u);
    solver_delete(s);
}

static void compare(bench *b, const char *file, const answers *of) {
    uint32_t n = of[0].size;
    for (int k = 1; k < SOLVERS; k++) n = of[k].size < n ? of[k].size : n;
    b->questions += n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t sat = 0, unsat = 0, who = 0;
        for (uint32_t k = 0; k < SOLVERS; k++) {
            sat += of[k].data[i] == ANSWER_SAT;
            unsat += of[k].data[i] == ANSWER_UNSAT;
            if (of[k].data[i] != ANSWER_UNKNOWN) who = k;
        }
        if (sat + unsat == 1) b->alone[who]++;
        if (!sat || !unsat) continue;
        b->contradictions++;
        printf("%s: question %u: %u say sat, %u unsat\n", file, i, sat, unsat);
    }
}

static void one_file(bench *b, const char *file) {
    terms *t = terms_new();
    load_options o = {.seconds = 60};
    text messages = {0}, reason = {0};
    enum load_status status;
    vec_push(&o.files, (char *)file);
    program *p = frontend_load(t, &o, &status, &messages, &reason);
    vec_release(&o.files);
    if (p) {
        reduce_options r;
        reduction out;
        budget limit = budget_of(60, 0);
        answers of[SOLVERS] = {0};
        reduce_options_default(&r);
        program *small = reduce_program(p, &r, &limit, &out);
        const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
        printf("%-32s", name);
        for (int k = 0; k < SOLVERS; k++) {
            tally now = {0};
            run(b, small, k, &now, &of[k]);
            printf(" | %s %u sat %u unsat %u unknown %.3f s", names[k], now.count[ANSWER_SAT],
                   now.count[ANSWER_UNSAT], now.count[ANSWER_UNKNOWN], now.seconds);
            for (int a = 0; a < 3; a++) b->of[k].count[a] += now.count[a];
            b->of[k].seconds += now.seconds;
        }
        printf("\n");
        compare(b, file, of);
        for (int k = 0; k < SOLVERS; k++) vec_release(&of[k]);
        program_delete(small);
        reduction_release(&out);
        program_delete(p);
    } else printf("%s: %s%s\n", file, text_string(&messages), text_string(&reason));
    text_release(&messages);
    text_release(&reason);
    terms_delete(t);
}

int main(int argc, char **argv) {
    bench b = {.seconds = 2, .depth = 3};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--seconds") && i + 1 < argc) b.seconds = strtod(argv[++i], NULL);
        else if (!strcmp(argv[i], "--depth") && i + 1 < argc)
            b.depth = (uint32_t)strtoul(argv[++i], NULL, 10);
        else one_file(&b, argv[i]);
        fflush(stdout);
    }
    printf("%u questions\n", b.questions);
    for (int k = 0; k < SOLVERS; k++)
        printf("%-6s %u sat, %u unsat, %u unknown in %.2f CPU s; %u answered by nobody else\n",
               names[k], b.of[k].count[ANSWER_SAT], b.of[k].count[ANSWER_UNSAT],
               b.of[k].count[ANSWER_UNKNOWN], b.of[k].seconds, b.alone[k]);
    return b.contradictions != 0;
}
