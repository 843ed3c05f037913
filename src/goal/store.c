#include "goal/store.h"
#include "base/own.h"
#include "evidence/sha256.h"
#include "goal/kept.h"
#include "goal/place.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct goal_store {
    sqlite3 *db;
    char *path;
    char trouble[200]; /* the first; empty: none */
    bool restoring;    /* what comes is in it already */
    bool of_before;    /* what it had is about an earlier program, in tables of their own */
    u32_vec now;       /* then, by mark of that program: the mark in the same place, or NO_MARK */
};

static const char schema[] =
    "create table if not exists about (name text primary key, said text);"
    "create table if not exists goals (number integer primary key, kind text, file text, line "
    "integer, \"column\" integer, function text, outcome text, state text);"
    "create table if not exists marks (mark integer primary key, state text, proof integer);"
    "create table if not exists places (mark integer primary key, place text);"
    "create table if not exists tests (number integer primary key, last integer, by text, inputs "
    "text);"
    "create table if not exists proofs (number integer primary key, engine text, solver text, "
    "checker text, level text, queries integer, seconds real, kind integer, k integer, near "
    "integer, cut integer, goals text, invariant text, certificate text);";

/* Part of the fingerprint: a file with other tables is of another version. */
static const char format[] = "store 3";

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
    text_print(all, "%s %s %s %s %s %s %s\n", o->step ? o->step : "", o->init ? o->init : "",
               o->entry ? o->entry : "", o->data_model ? o->data_model : "",
               o->target ? o->target : "", CINCH_VERSION, format);
    for (uint32_t i = 0; i < o->inputs.size; i++) text_print(all, "input %s\n", o->inputs.data[i]);
}

/* The marked sources have everything that the preprocessor saw; notes of the program say what is
 * assumed of inputs. */
static void fingerprint(const deadcode *d, char out[65]) {
    text all = {0};
    const program *p = d->v->unreduced;
    about_inputs(&d->v->resolved, &all);
    text_print(&all, "%d %d\n", (int)d->goals.criterion, (int)d->goals.mcdc);
    for (uint32_t i = 0; i < d->texts.size; i++)
        text_bytes(&all, d->texts.data[i].data, d->texts.data[i].size);
    for (uint32_t i = 0; i < p->notes.size; i++)
        text_print(&all, "%d %s\n", (int)p->notes.data[i].kind,
                   program_text(p, p->notes.data[i].text));
    own_plain(all.data, all.size); /* marks have other names in each run */
    sha256_hex(all.data, all.size, out);
    text_release(&all);
}

static bool is_about(goal_store *s, const char *print) {
    sqlite3_stmt *x = prepare(s, "select said from about where name = 'fingerprint'");
    bool same_question = x && sqlite3_step(x) == SQLITE_ROW && !strcmp(text_of(x, 0), print);
    sqlite3_finalize(x);
    return same_question;
}

/* -1: the file does not tell. */
static int counted(goal_store *s, const char *sql) {
    sqlite3_stmt *x = prepare(s, sql);
    int n = x && sqlite3_step(x) == SQLITE_ROW ? sqlite3_column_int(x, 0) : -1;
    sqlite3_finalize(x);
    return n;
}

static bool is_new(goal_store *s) { return !counted(s, "select count(*) from sqlite_schema"); }

/* Somebody else's database is left alone; and one with more than our tables, whose views and
 * triggers would run what their author wrote. */
static bool is_ours(goal_store *s) {
    return !counted(s, "select count(*) from sqlite_schema where not (type = 'table' and sql not "
                       "like 'create virtual%' and name in ('about', 'goals', 'marks', 'places', "
                       "'tests', 'proofs', 'tests_before', 'proofs_before')) and not (type = "
                       "'index' and name like 'sqlite_autoindex_%')") &&
           counted(s, "select count(*) from sqlite_schema where name = 'about'") > 0 &&
           counted(s, "select count(*) from about where name = 'fingerprint'") > 0;
}

static void write_places(goal_store *s, const deadcode *d) {
    string_vec places = {0};
    mark_places(&d->goals, &places);
    for (uint32_t i = 0; i < places.size; i++) {
        sqlite3_stmt *x = prepare(s, "insert into places values (?, ?)");
        sqlite3_bind_int64(x, 1, i);
        put_text(x, 2, places.data[i]);
        finish(s, x);
    }
    mark_places_release(&places);
}

static void introduce(goal_store *s, const deadcode *d, const char *print) {
    const char *names[] = {"fingerprint", "version", "criterion"};
    const char *says[] = {print, CINCH_VERSION, goal_kind_names[d->goals.criterion]};
    run(s, "begin");
    run(s, "drop table if exists about; drop table if exists goals; drop table if exists marks; "
           "drop table if exists places; drop table if exists tests; drop table if exists proofs");
    run(s, schema);
    for (int i = 0; i < 3; i++) {
        sqlite3_stmt *x = prepare(s, "insert into about values (?, ?)");
        put_text(x, 1, names[i]);
        put_text(x, 2, says[i]);
        finish(s, x);
    }
    write_places(s, d);
    run(s, "commit");
}

/* Marks that were, as those that are in their places. */
static void find_places(goal_store *s, const deadcode *d) {
    string_vec places = {0};
    mark_places(&d->goals, &places);
    sqlite3_stmt *x = prepare(s, "select mark, place from places order by mark");
    while (x && sqlite3_step(x) == SQLITE_ROW && s->now.size < UINT16_MAX) {
        bool next = sqlite3_column_int64(x, 0) == s->now.size;
        vec_push(&s->now, next ? mark_at_place(&places, text_of(x, 1)) : NO_MARK);
    }
    sqlite3_finalize(x);
    mark_places_release(&places);
}

/* What is tried is set aside, and what holds of it is written like what is found. */
static void set_aside(goal_store *s, const deadcode *d, const char *print) {
    find_places(s, d);
    run(s, "drop table if exists tests_before; drop table if exists proofs_before");
    run(s, "alter table tests rename to tests_before; alter table proofs rename to proofs_before");
    introduce(s, d, print);
    s->of_before = true;
}

/* ---- opening ---- */

/* The file may be a stranger's: nothing in its schema is executed, and no part of it is read into
 * more memory than a proof needs. */
static void be_careful(sqlite3 *db) {
    enum { LARGEST_VALUE = 64 << 20, LONGEST_STATEMENT = 100000 };
    static const struct {
        int what, value;
    } settings[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                    {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        sqlite3_db_config(db, settings[i].what, settings[i].value, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, LARGEST_VALUE);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, LONGEST_STATEMENT);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
}

/* The journal of a run that was killed is rolled back. One that names a journal of several
 * databases is not ours, and SQLite would remove the file that it names. */
static bool has_foreign_journal(const char *path) {
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    char *journal = mem_format("%s-journal", path), *log = mem_format("%s-wal", path);
    text content = {0};
    bool foreign = file_is_link(journal) || file_is_special(journal) || !access(log, F_OK);
    if (!foreign && text_read_file(&content, journal))
        foreign = content.size >= sizeof magic &&
                  !memcmp(content.data + content.size - sizeof magic, magic, sizeof magic);
    text_release(&content);
    mem_free(journal);
    mem_free(log);
    return foreign;
}

static bool cannot_write(sqlite3 *db) {
    int code = db ? sqlite3_errcode(db) & 0xff : SQLITE_NOMEM;
    return code == SQLITE_FULL || code == SQLITE_IOERR || code == SQLITE_READONLY ||
           code == SQLITE_CANTOPEN;
}

/* One at a time: another run waits, but not for long. */
enum { BUSY_MILLISECONDS = 5000 };

/* SQLite says it where it could not look: no database at all, or another run writes it. */
static const char *why_not_ours(sqlite3 *db) {
    int code = sqlite3_errcode(db) & 0xff;
    return code == SQLITE_NOTADB || code == SQLITE_BUSY ? sqlite3_errmsg(db)
                                                        : "is no file of cinch deadcode --store";
}

/* NULL: it can be used. */
static const char *open_for(goal_store *s, enum store_mode mode, const deadcode *d) {
    char print[65];
    fingerprint(d, print);
    if (file_is_link(s->path)) return "is a symbolic link";
    if (file_is_special(s->path)) return "is no file";
    if (has_foreign_journal(s->path)) return "has a journal that is not of cinch deadcode --store";
    if (sqlite3_open(s->path, &s->db) != SQLITE_OK) return sqlite3_errmsg(s->db);
    be_careful(s->db);
    sqlite3_busy_timeout(s->db, BUSY_MILLISECONDS);
    bool new = is_new(s);
    if (!new && !is_ours(s)) return why_not_ours(s->db);
    if (new || mode == STORE_EMPTY) introduce(s, d, print);
    else if (!is_about(s, print) && mode == STORE_SAME)
        return "is of other sources, options or another version of cinch";
    else if (!is_about(s, print)) set_aside(s, d, print);
    return s->trouble[0] ? s->trouble + strlen(s->path) + 2 : NULL; /* after the path */
}

goal_store *store_open(const char *path, enum store_mode mode, deadcode *d, text *messages) {
    goal_store *s = mem_zero(sizeof *s);
    s->path = mem_format("%s", path);
    const char *wrong = open_for(s, mode, d);
    if (!wrong) return s;
    d->unwritable = s->db && cannot_write(s->db);
    text_print(messages, "%s: %s\n", path, wrong);
    store_close(s);
    return NULL;
}

char *store_path_in(const char *directory, const deadcode *d) {
    enum { DIGITS = 16 };
    const load_options *l = &d->v->model.load;
    text task = {0};
    char digest[65];
    for (uint32_t i = 0; i < l->files.size; i++) text_print(&task, "%s\n", l->files.data[i]);
    text_print(&task, "%s\n%s\n%d %d\n", l->entry ? l->entry : "main", l->step ? l->step : "",
               (int)d->goals.criterion, (int)d->goals.mcdc);
    sha256_hex(task.data, task.size, digest);
    text_release(&task);
    const char *file = l->files.data[0], *slash = strrchr(file, '/');
    return mem_format("%s/%s-%.*s.goals", directory, slash && slash[1] ? slash + 1 : file, DIGITS,
                      digest);
}

const char *store_trouble(const goal_store *s) { return s ? s->trouble : ""; }

void store_close(goal_store *s) {
    if (!s) return;
    sqlite3_close(s->db);
    vec_release(&s->now);
    mem_free(s->path);
    mem_free(s);
}

/* ---- tests ---- */

/* A name that is printed: nothing that a terminal or a page could take for something else. */
static const char *kept_name(deadcode *d, const char *said) {
    size_t plain =
        strspn(said, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,+-_");
    return *said && !said[plain] && plain < 60
               ? goal_name(&d->goals, intern_id(&d->goals.names, said))
               : NULL;
}

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
    assert_debug(test < d->tests.size);
    const goal_test *t = &d->tests.data[test];
    text inputs = {0};
    if (!s || s->restoring || t->leaps.size) return; /* a leap is found again */
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
    unsigned width = kind == 'f' ? a + b : kind == 'b' ? 1 : a;
    sort of = kind == 'f' ? sort_fp(t, a, b) : kind == 'b' ? sort_bool(t) : sort_bv(t, a);
    *out = (struct input_value){number, {of, raw}};
    return (kind == 'f' || kind == 'b' || kind == 'w') && (width == 64 || !(raw >> width));
}

static test_origin read_origin(deadcode *d, const char *by) {
    for (int k = 0; k < FOUND_BY_ENGINE; k++)
        if (!strcmp(by, test_found_by((enum test_finder)k).name))
            return test_found_by((enum test_finder)k);
    const char *name = kept_name(d, by);
    return test_found_by_engine(name ? name : "an earlier run");
}

/* CPU seconds for one test, and for each of its inputs: one that does not end where it should goes
 * on for good. */
static const double restore_seconds = 0.5, restore_more = 1e-4;

static void restore_test(deadcode *d, const deadcode_options *o, uint32_t last, const char *by,
                         const char *inputs) {
    input_log log = {0};
    bool good = last < d->goals.marks.size && bits_has(&d->marked.present, last);
    for (const char *line = inputs; good && *line;
         line += strcspn(line, "\n"), line += *line == '\n') {
        struct input_value v;
        good = read_value(d, line, &v);
        if (good) vec_push(&log.items, v);
    }
    if (good) {
        budget whole = d->v->limits;
        d->v->limits = budget_effort(whole, restore_seconds + restore_more * log.items.size);
        good = deadcode_confirm(d, o, last, &log, d->pool, read_origin(d, by));
        d->v->limits = whole;
    }
    d->refused += !good;
    vec_release(&log.items);
}

/* The mark that is meant; NO_MARK: there is none. */
static uint32_t mark_now(const goal_store *s, const deadcode *d, int64_t before) {
    if (before < 0 || before >= (s->of_before ? s->now.size : d->goals.marks.size)) return NO_MARK;
    return s->of_before ? s->now.data[before] : (uint32_t)before;
}

static void restore_tests(goal_store *s, deadcode *d, const deadcode_options *o) {
    sqlite3_stmt *x =
        prepare(s, s->of_before ? "select last, by, inputs from tests_before order by number"
                                : "select last, by, inputs from tests order by number");
    while (x && sqlite3_step(x) == SQLITE_ROW)
        restore_test(d, o, mark_now(s, d, sqlite3_column_int64(x, 0)), text_of(x, 1),
                     text_of(x, 2));
    sqlite3_finalize(x);
}

/* ---- proofs ---- */

static void bind_proof(sqlite3_stmt *x, const goal_proof *p, text *excluded) {
    put_text(x, 1, p->engine);
    sqlite3_bind_int64(x, 2, p->used);
    put_text(x, 3, p->checker);
    put_text(x, 4, evidence_level_name(p->level));
    sqlite3_bind_int64(x, 5, p->queries);
    sqlite3_bind_double(x, 6, p->seconds);
    sqlite3_bind_int(x, 7, (int)p->kind);
    sqlite3_bind_int64(x, 8, p->k);
    sqlite3_bind_int64(x, 9, p->near);
    sqlite3_bind_int(x, 10, p->cut);
    put_text(x, 11, text_string(excluded));
    sqlite3_bind_text(x, 12, p->by_location.data, (int)p->by_location.size, SQLITE_TRANSIENT);
    sqlite3_bind_text(x, 13, p->certificate.data, (int)p->certificate.size, SQLITE_TRANSIENT);
}

void store_proof(goal_store *s, deadcode *d, uint32_t proof) {
    assert_debug(proof < d->proofs.size);
    goal_proof *p = &d->proofs.data[proof];
    text marks = {0};
    if (!s || s->restoring || !p->can_be_kept) return;
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(&p->goals, i)) text_print(&marks, "%u ", i);
    sqlite3_stmt *x =
        prepare(s, "insert into proofs values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    bind_proof(x, p, &marks);
    finish(s, x);
    p->row = sqlite3_last_insert_rowid(s->db);
    store_goals(s, d);
    text_release(&marks);
}

/* Of an earlier program, those that are still there. */
static bool read_marks(const goal_store *s, const deadcode *d, const char *marks, bits *out) {
    char *end;
    for (const char *at = marks; *at; at = end + strspn(end, " ")) {
        unsigned long i = strtoul(at, &end, 10);
        uint32_t now = i < INT32_MAX ? mark_now(s, d, (int64_t)i) : NO_MARK;
        if (end == at || (now == NO_MARK && !s->of_before)) return false;
        if (now != NO_MARK) bits_add(out, now);
    }
    return true;
}

static uint32_t small(sqlite3_stmt *x, int column) {
    int64_t n = sqlite3_column_int64(x, column);
    return n >= 0 && n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* Where they are not known, it may have been any. */
static solver_set kept_solvers(sqlite3_stmt *x, int column) {
    uint32_t set = small(x, column);
    bool known = sqlite3_column_type(x, column) == SQLITE_INTEGER && set <= SOLVED_BY_ALL;
    return known ? set : SOLVED_BY_ALL;
}

static enum kept_outcome restore_proof(goal_store *s, deadcode *d, const deadcode_options *o,
                                       sqlite3_stmt *x) {
    const char *by = kept_name(d, text_of(x, 1)), *invariant = text_of(x, 8);
    uint32_t kind = small(x, 3);
    if (kind >= PROOF_KINDS) return KEPT_REFUSED;
    goal_proof p = {.row = s->of_before ? 0 : sqlite3_column_int64(x, 0),
                    .engine = by ? by : "an earlier run",
                    .used = kept_solvers(x, 2),
                    .kind = (enum proof_kind)kind,
                    .k = small(x, 4),
                    .near = small(x, 5),
                    .cut = sqlite3_column_int(x, 6) != 0};
    text_add(&p.by_location, invariant);
    enum kept_outcome came =
        read_marks(s, d, text_of(x, 7), &p.goals) ? kept_proof_check(d, o, &p) : KEPT_REFUSED;
    if (came == KEPT_HOLDS) store_proof(s, d, d->proofs.size - 1);
    if (came == KEPT_HOLDS) return came;
    text_release(&p.by_location);
    bits_release(&p.goals);
    return came;
}

static void forget_proof(goal_store *s, int64_t number) {
    sqlite3_stmt *x = prepare(s, "delete from proofs where number = ?");
    sqlite3_bind_int64(x, 1, number);
    finish(s, x);
}

#define PROOF_COLUMNS "select number, engine, solver, kind, k, near, cut, goals, invariant from "

static void restore_proofs(goal_store *s, deadcode *d, const deadcode_options *o) {
    vec(int64_t) refused = {0};
    sqlite3_stmt *x = prepare(s, s->of_before ? PROOF_COLUMNS "proofs_before order by number"
                                              : PROOF_COLUMNS "proofs order by number");
    while (x && sqlite3_step(x) == SQLITE_ROW)
        if (restore_proof(s, d, o, x) == KEPT_REFUSED)
            vec_push(&refused, sqlite3_column_int64(x, 0));
    sqlite3_finalize(x);
    for (uint32_t i = 0; i < refused.size && !s->of_before; i++) forget_proof(s, refused.data[i]);
    d->refused += refused.size;
    vec_release(&refused);
}

uint32_t store_restore(goal_store *s, deadcode *d, const deadcode_options *o) {
    uint32_t n = 0;
    s->restoring = !s->of_before;
    restore_tests(s, d, o);
    if (!d->obstacle[0]) restore_proofs(s, d, o);
    s->restoring = false;
    if (s->of_before) run(s, "drop table tests_before; drop table proofs_before");
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        n += d->goals.marks.data[i].state != STATE_OPEN;
    return n;
}

/* ---- states ---- */

static int64_t proof_row(const deadcode *d, const mark *m) {
    bool proved = m->state == STATE_UNREACHABLE && m->proof < d->proofs.size;
    return proved ? d->proofs.data[m->proof].row : -1;
}

static void store_marks(goal_store *s, const deadcode *d) {
    for (uint32_t i = 0; i < d->goals.marks.size; i++) {
        const mark *m = &d->goals.marks.data[i];
        if (m->state == STATE_OPEN) continue;
        sqlite3_stmt *x = prepare(s, "insert or replace into marks values (?, ?, ?)");
        sqlite3_bind_int64(x, 1, i);
        put_text(x, 2, goal_state_names[m->state]);
        sqlite3_bind_int64(x, 3, proof_row(d, m));
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
