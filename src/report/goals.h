/* What a person, a build server or a script reads about coverage goals: the metrics, each goal, the
 * annotated source. */
#ifndef REPORT_GOALS_H
#define REPORT_GOALS_H

#include "goal/deadcode.h"
#include "report/report.h"

void goals_report_text(const deadcode *d, const report_options *o,
                       text *out); /* ends with the GOALS and VERDICT lines */
void goals_report_json(const deadcode *d, const report_options *o, text *out);
void goals_report_sarif(const deadcode *d, const report_options *o, text *out);
void goals_report_html(const deadcode *d, const report_options *o, text *out);

/* ---- a test as signals over steps ---- */

typedef struct {
    string_vec names;  /* of the inputs, in the order in which they are first read */
    map column_of;     /* input -> its place there */
    vec(char *) cells; /* row by row, a step each; NULL: not read in this step */
    uint32_t rows;
    u64_vec steps; /* by row: its number; between two that are apart the inputs are held */
} goal_signals;
/* What is said in one step, after so many that were leapt over; `said` is released. A column comes
 * once in a step: what comes again belongs to the next. */
void goal_signals_put(goal_signals *s, uint32_t column, uint64_t leapt, text *said);
const char *goal_signals_cell(const goal_signals *s, uint32_t row, uint32_t column);
/* What inputs are called: as the C variable that takes one, or else as the function that gives it;
 * input -> name, in the texts of the program. */
void goal_input_names(const program *p, map *names);
void goal_value_print(const deadcode *d, const struct input_value *v, text *out);
void goal_signals_make(const deadcode *d, const goal_test *t, goal_signals *s);
void goal_signals_release(goal_signals *s);
void goal_signals_csv(const goal_signals *s, text *out);
void goal_signals_html(const goal_signals *s, text *out); /* a picture, and the values */

/* ---- parts that several reports use ---- */

/* The proofs that make it unreachable, by number from 0: one, but of an MC/DC goal by unique cause
 * one for each pair of evaluations. */
void goals_proofs_of(const deadcode *d, const goal *x, u32_vec *out);
/* Unreachable goals whose proof no second solver accepted: the same one did, in a fresh process. */
uint32_t goals_reproved(const deadcode *d, enum goal_kind k);

/* Of what can be covered at all, in percent; 100 where nothing can be. */
double goals_coverage(const goal_count *c);
/* "covered by test 3, executed", "unreachable: proved by ai, checked by z3", "open: not decided in
 * time". */
void goals_state_text(const deadcode *d, const goal *x, text *out);
/* "branch x > 3 is false", with the words of the source where they are known. */
void goals_describe(const deadcode *d, const goal *x, text *out);

/* A line of a source: what its goals come to. ' ': none begins there. */
typedef struct {
    uint32_t file, line;
    char sign;
} goal_line;
/* '+' all covered, '-' some unreachable, '?' some open, 'j' some justified; the worst of them. */
char goals_sign_at(const deadcode *d, uint32_t file, uint32_t line);
/* Files that goals are in, in the order of the goals. */
void goals_files(const deadcode *d, u32_vec *out);
/* The line without its end; NULL where there is none. In `content`, which is the whole file. */
const char *goals_line_of(const char *content, uint32_t line, size_t *size);

#endif
