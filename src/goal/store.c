#include "goal/store.h"
#include "evidence/sha256.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct goal_store {
    sqlite3 *db;
    char *path;
    char trouble[200]; /* the first; empty: none */
    bool restoring;    /* what comes is in it already */
};

static const char schema[] =
    "create table if not exists about (name text primary key, said text);"
    "create table if not exists goals (number integer primary key, kind text, file text, line "
    "integer, \"column\" integer, function text, outcome text, state text);"
    "create table if not exists marks (mark integer primary key, state text, proof integer);"
    "create table if not exists tests (number integer primary key, last integer, by text, inputs "
    "text);"
    "create table if not exists proofs (number integer primary key, engine text, checker text, "
    "level integer, queries integer, seconds real, hash text, certificate text, marks text);";

/* ---- statements ---- */

static void complain(goal_store *s) {
    if (!s->trouble[0])
        snprintf(s->trouble, sizeof s->trouble, "%s: %s", s->path, sqlite3_errmsg(s->db));
}

static void run(goal_store *s, const char *sql) {
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK) complain(s);
}

static sqlite3_stmt *prepare(goal_store *s, const char *sql) {
    sqlite3_stmt *x = NULL;
    if (sqlite3_prepare_v2(s->db, sql, -1, &x, NULL) != SQLITE_OK) complain(s);
    return x;
}

static void put_text(sqlite3_stmt *x, int at, const char *said) {
    sqlite3_bind_text(x, at, said ? said : "", -1, SQLITE_TRANSIENT);
}

static void finish(goal_store *s, sqlite3_stmt *x) {
    if (x && sqlite3_step(x) != SQLITE_DONE) complain(s);
    sqlite3_finalize(x);
}

static const char *text_of(sqlite3_stmt *x, int column) {
    const char *said = (const char *)sqlite3_column_text(x, column);
    return said ? said : "";
}

/* ---- the question ---- */

static void about_inputs(const load_options *o, text *all) {
    text_print(all, "%s %s %s %s %s %s\n", o->step ? o->step : "", o->init ? o->init : "",
               o->entry ? o->entry : "", o->data_model ? o->data_model : "",
               o->target ? o->target : "", CINCH_VERSION);
    for (uint32_t i = 0; i < o->inputs.size; i++) text_print(all, "input %s\n", o->inputs.data[i]);
}

/* The marked sources have everything that the preprocessor saw; notes of the program say what is
 * assumed of inputs. */
static void fingerprint(const deadcode *d, char out[65]) {
    text all = {0};
    const program *p = d->v->unreduced;
    about_inputs(&d->v->resolved, &all);
    text_print(&all, "%d\n", (int)d->goals.criterion);
    for (uint32_t i = 0; i < d->texts.size; i++)
        text_bytes(&all, d->texts.data[i].data, d->texts.data[i].size);
    for (uint32_t i = 0; i < p->notes.size; i++)
        text_print(&all, "%d %s\n", (int)p->notes.data[i].kind,
                   program_text(p, p->notes.data[i].text));
    sha256_hex(all.data, all.size, out);
    text_release(&all);
}

static bool is_about(goal_store *s, const char *print) {
    sqlite3_stmt *x = prepare(s, "select said from about where name = 'fingerprint'");
    bool same_question = x && sqlite3_step(x) == SQLITE_ROW && !strcmp(text_of(x, 0), print);
    sqlite3_finalize(x);
    return same_question;
}

static bool is_empty(goal_store *s) {
    sqlite3_stmt *x = prepare(s, "select count(*) from about");
    bool none = x && sqlite3_step(x) == SQLITE_ROW && !sqlite3_column_int(x, 0);
    sqlite3_finalize(x);
    return none;
}

static void introduce(goal_store *s, const deadcode *d, const char *print) {
    const char *names[] = {"fingerprint", "version", "criterion"};
    const char *says[] = {print, CINCH_VERSION, goal_kind_names[d->goals.criterion]};
    run(s,
        "delete from about; delete from goals; delete from marks; delete from tests; delete from "
        "proofs");
    for (int i = 0; i < 3; i++) {
        sqlite3_stmt *x = prepare(s, "insert into about values (?, ?)");
        put_text(x, 1, names[i]);
        put_text(x, 2, says[i]);
        finish(s, x);
    }
}

goal_store *store_open(const char *path, bool resume, const deadcode *d, text *messages) {
    goal_store *s = mem_zero(sizeof *s);
    char print[65];
    s->path = mem_format("%s", path);
    bool good = sqlite3_open(path, &s->db) == SQLITE_OK &&
                sqlite3_exec(s->db, schema, NULL, NULL, NULL) == SQLITE_OK;
    fingerprint(d, print);
    if (!good) text_print(messages, "%s: %s\n", path, sqlite3_errmsg(s->db));
    else if (resume && !is_empty(s) && !is_about(s, print)) {
        text_print(messages, "%s: is of other sources, options or another version of cinch\n",
                   path);
        good = false;
    } else if (!resume || is_empty(s)) introduce(s, d, print);
    if (good) return s;
    store_close(s);
    return NULL;
}

const char *store_trouble(const goal_store *s) { return s ? s->trouble : ""; }

void store_close(goal_store *s) {
    if (!s) return;
    sqlite3_close(s->db);
    mem_free(s->path);
    mem_free(s);
}

/* ---- tests ---- */

static bool print_value(const deadcode *d, const struct input_value *v, text *out) {
    const terms *t = d->v->terms;
    uint64_t raw;
    sort of = v->value.sort;
    enum sort_kind k = sort_kind_of(t, of);
    if (!value_u64(d->pool, v->value, &raw)) return false;
    if (k == SORT_FP)
        text_print(out, "%u f %u %u %llx\n", v->input, sort_eb(t, of), sort_sb(t, of),
                   (unsigned long long)raw);
    else
        text_print(out, "%u %c %u 0 %llx\n", v->input, k == SORT_BOOL ? 'b' : 'w',
                   k == SORT_BOOL ? 1 : sort_width(t, of), (unsigned long long)raw);
    return true;
}

void store_test(goal_store *s, const deadcode *d, uint32_t test) {
    const goal_test *t = &d->tests.data[test];
    text inputs = {0};
    if (!s || s->restoring) return;
    bool good = true;
    for (uint32_t i = 0; i < t->inputs.items.size && good; i++)
        good = print_value(d, &t->inputs.items.data[i], &inputs);
    if (good) {
        sqlite3_stmt *x = prepare(s, "insert into tests values (?, ?, ?, ?)");
        sqlite3_bind_null(x, 1);
        sqlite3_bind_int64(x, 2, t->last);
        put_text(x, 3, t->by.name);
        put_text(x, 4, text_string(&inputs));
        finish(s, x);
        store_goals(s, d);
    }
    text_release(&inputs);
}

static bool read_value(deadcode *d, const char *line, struct input_value *out) {
    terms *t = d->v->terms;
    unsigned number, a, b;
    unsigned long long raw;
    char kind;
    if (sscanf(line, "%u %c %u %u %llx", &number, &kind, &a, &b, &raw) != 5 ||
        number >= d->v->unreduced->inputs.size || a < 1 || a > 64 || b > 64)
        return false;
    if (kind == 'f' && (a < 2 || b < 2 || a + b > 64)) return false;
    sort of = kind == 'f' ? sort_fp(t, a, b) : kind == 'b' ? sort_bool(t) : sort_bv(t, a);
    *out = (struct input_value){number, {of, raw}};
    return kind == 'f' || kind == 'b' || kind == 'w';
}

static test_origin read_origin(deadcode *d, const char *by) {
    for (int k = 0; k < FOUND_BY_ENGINE; k++)
        if (!strcmp(by, test_found_by((enum test_finder)k).name))
            return test_found_by((enum test_finder)k);
    return test_found_by_engine(goal_name(&d->goals, intern_id(&d->goals.names, by)));
}

static void restore_test(deadcode *d, const deadcode_options *o, uint32_t last, const char *by,
                         const char *inputs) {
    input_log log = {0};
    bool good = last < d->goals.marks.size;
    for (const char *line = inputs; good && *line;
         line += strcspn(line, "\n"), line += *line == '\n') {
        struct input_value v;
        good = read_value(d, line, &v);
        if (good) vec_push(&log.items, v);
    }
    if (good) deadcode_confirm(d, o, last, &log, d->pool, read_origin(d, by));
    vec_release(&log.items);
}

static void restore_tests(goal_store *s, deadcode *d, const deadcode_options *o) {
    sqlite3_stmt *x = prepare(s, "select last, by, inputs from tests order by number");
    while (x && sqlite3_step(x) == SQLITE_ROW)
        restore_test(d, o, (uint32_t)sqlite3_column_int64(x, 0), text_of(x, 1), text_of(x, 2));
    sqlite3_finalize(x);
}

/* ---- proofs ---- */

void store_proof(goal_store *s, const deadcode *d, uint32_t proof) {
    const goal_proof *p = &d->proofs.data[proof];
    text marks = {0};
    char hash[65];
    if (!s || s->restoring) return;
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (d->goals.marks.data[i].state == STATE_UNREACHABLE &&
            d->goals.marks.data[i].proof == proof)
            text_print(&marks, "%u ", i);
    sha256_hex(p->certificate.data, p->certificate.size, hash);
    sqlite3_stmt *x = prepare(s, "insert into proofs values (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    sqlite3_bind_int64(x, 1, proof);
    put_text(x, 2, p->engine);
    put_text(x, 3, p->checker);
    sqlite3_bind_int(x, 4, (int)p->level);
    sqlite3_bind_int64(x, 5, p->queries);
    sqlite3_bind_double(x, 6, p->seconds);
    put_text(x, 7, hash);
    sqlite3_bind_text(x, 8, p->certificate.data, (int)p->certificate.size, SQLITE_TRANSIENT);
    put_text(x, 9, text_string(&marks));
    finish(s, x);
    store_goals(s, d);
    text_release(&marks);
}

static const char *kept(deadcode *d, const char *said) {
    return *said ? goal_name(&d->goals, intern_id(&d->goals.names, said)) : NULL;
}

/* The marks that the proof is of, where no test passes them. */
static void restore_marks(deadcode *d, const char *marks, uint32_t proof) {
    uint32_t proved = intern_id(&d->goals.names, "proved");
    char *end;
    for (const char *at = marks; *at; at = end + strspn(end, " ")) {
        unsigned long i = strtoul(at, &end, 10);
        if (end == at) return;
        if (i >= d->goals.marks.size || d->goals.marks.data[i].state != STATE_OPEN) continue;
        d->goals.marks.data[i] =
            (mark){.state = STATE_UNREACHABLE, .reason = proved, .proof = proof, .test = NO_TEST};
        d->proofs.data[proof].marks++;
    }
}

static void restore_proof(deadcode *d, sqlite3_stmt *x) {
    char hash[65];
    const char *certificate = text_of(x, 6);
    sha256_hex(certificate, strlen(certificate), hash);
    int level = sqlite3_column_int(x, 2);
    if (strcmp(hash, text_of(x, 5)) || level <= EVIDENCE_NONE || level > EVIDENCE_INDEPENDENT)
        return;
    goal_proof p = {.engine = kept(d, text_of(x, 0)),
                    .checker = kept(d, text_of(x, 1)),
                    .level = (enum evidence_level)level,
                    .queries = (uint32_t)sqlite3_column_int64(x, 3),
                    .seconds = sqlite3_column_double(x, 4)};
    text_add(&p.certificate, certificate);
    vec_push(&d->proofs, p);
    restore_marks(d, text_of(x, 7), d->proofs.size - 1);
}

static void restore_proofs(goal_store *s, deadcode *d) {
    sqlite3_stmt *x = prepare(s, "select engine, checker, level, queries, seconds, hash, "
                                 "certificate, marks from proofs order by number");
    while (x && sqlite3_step(x) == SQLITE_ROW) restore_proof(d, x);
    sqlite3_finalize(x);
}

uint32_t store_restore(goal_store *s, deadcode *d, const deadcode_options *o) {
    uint32_t n = 0;
    s->restoring = true;
    restore_tests(s, d, o);
    if (!d->obstacle[0]) restore_proofs(s, d);
    s->restoring = false;
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        n += d->goals.marks.data[i].state != STATE_OPEN;
    return n;
}

/* ---- states ---- */

static void store_marks(goal_store *s, const deadcode *d) {
    for (uint32_t i = 0; i < d->goals.marks.size; i++) {
        const mark *m = &d->goals.marks.data[i];
        if (m->state == STATE_OPEN) continue;
        sqlite3_stmt *x = prepare(s, "insert or replace into marks values (?, ?, ?)");
        sqlite3_bind_int64(x, 1, i);
        put_text(x, 2, goal_state_names[m->state]);
        sqlite3_bind_int64(x, 3, m->state == STATE_UNREACHABLE ? (int64_t)m->proof : -1);
        finish(s, x);
    }
}

static void store_goal(goal_store *s, const deadcode *d, uint32_t i) {
    const goal *g = &d->goals.items.data[i];
    sqlite3_stmt *x = prepare(s, "insert or replace into goals values (?, ?, ?, ?, ?, ?, ?, ?)");
    sqlite3_bind_int64(x, 1, i);
    put_text(x, 2, goal_kind_names[g->kind]);
    put_text(x, 3, goal_name(&d->goals, g->at.file));
    sqlite3_bind_int64(x, 4, g->at.line);
    sqlite3_bind_int64(x, 5, g->at.column);
    put_text(x, 6, goal_name(&d->goals, g->function));
    put_text(x, 7, goal_outcome_of(&d->goals, g));
    put_text(x, 8, goal_state_names[goal_state_of(&d->goals, g)]);
    finish(s, x);
}

void store_goals(goal_store *s, const deadcode *d) {
    if (!s || s->restoring) return;
    run(s, "begin");
    store_marks(s, d);
    for (uint32_t i = 0; i < d->goals.items.size; i++) store_goal(s, d, i);
    run(s, "commit");
}
