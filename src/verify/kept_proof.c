#include "verify/kept_proof.h"
#include "base/log.h"
#include "base/time_limits.h"
#include "verify/renamed_variables.h"

#include "engine/candidates/goal.h"
#include "engine/candidates/houdini.h"
#include "engine/portfolio/engines.h"
#include "evidence/sha256.h"
#include "evidence/stated.h"
#include "program/liveness.h"
#include "term/smtlib.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- which file ---- */
static void describe_task(const verification *v, text *out) {
    const load_options *l = &v->model.load;
    for (uint32_t i = 0; i < l->files.size; i++) text_print(out, "%s\n", l->files.data[i]);
    text_print(out, "%s\n%s\n%x\n", l->entry ? l->entry : "main", l->step ? l->step : "",
               l->checks);
    if (l->choice.memory) text_add(out, "without memory\n");
}

/* DIR/NAME-DIGEST and the ending; to be freed. */
static char *path_of(const verify_options *o, const verification *v, const char *ending) {
    enum { DIGITS = 16 };
    text task = {0};
    char digest[65];
    describe_task(v, &task);
    sha256_hex(task.data, task.size, digest);
    const char *file = v->model.load.files.data[0], *slash = strrchr(file, '/');
    const char *name = slash && slash[1] ? slash + 1 : file;
    char *path = mem_format("%s/%s-%.*s%s", o->keep, name, DIGITS, digest, ending);
    text_release(&task);
    return path;
}

/* ---- reading ---- */
typedef struct {
    verification *v;
    sexps *file;
    smt_scope *scope;
    liveness live;
    conjuncts *guesses;
} kept_reader;

enum { MOST_GUESSES = 4000 };

static const char *function_at(const program *p, uint32_t l) {
    return program_text(p, p->locations.data[l].at.function);
}

/* At every loop head of the function: edits move them, and what does not hold is dropped. What is
 * invariant about dead variables here need not be in the program as it was read. */
static void guess_in(kept_reader *r, const char *function, term formula) {
    const program *p = r->v->reduced;
    for (uint32_t l = 0; l < p->locations.size && r->guesses->size < MOST_GUESSES; l++)
        if (p->locations.data[l].cut && !strcmp(function_at(p, l), function) &&
            live_covers(&r->live, (loc){l}, formula))
            conjuncts_add(r->guesses, p->terms, (loc){l}, formula);
}

static void read_lemma(kept_reader *r, sexp e) {
    input_error error = {0};
    term formula;
    const char *function = sexp_atom(r->file, sexp_at(r->file, e, 1));
    if (sexp_size(r->file, e) != 3 || !function) return;
    bool good = smt_read_term(r->scope, r->file, sexp_at(r->file, e, 2), &formula, &error);
    terms *t = r->v->terms;
    if (good && term_sort(t, formula).id == sort_bool(t).id &&
        stated_of_program(r->v->reduced, formula))
        guess_in(r, function, formula);
}

/* (word NAME SECONDS): the name, or NULL; and no more seconds than that. */
static const char *read_timed(const kept_reader *r, sexp e, double most, double *seconds) {
    const char *atom[3] = {NULL, NULL, NULL};
    for (uint32_t i = 1; i < 3 && sexp_size(r->file, e) == 3; i++)
        atom[i] = sexp_atom(r->file, sexp_at(r->file, e, i));
    if (!atom[1] || !atom[2]) return NULL;
    double said = strtod(atom[2], NULL);
    *seconds = !(said > 0) ? 0 : said < most ? said : most;
    return atom[1];
}

/* Where the user named none. A portfolio would only waste time on the others. */
static void read_engine(kept_reader *r, sexp e) {
    double seconds = 0;
    const char *name = read_timed(r, e, time_most(TIME_KEPT_PROOF), &seconds);
    const engine *found = name ? engine_find(name) : NULL;
    if (!found || r->v->model.engine) return;
    r->v->kept.engine = found->id;
    r->v->kept.seconds = seconds;
}

/* Who accepted the certificate. */
static void read_checker(kept_reader *r, sexp e) {
    double seconds = 0;
    const char *name = read_timed(r, e, time_most(TIME_KEPT_CHECK), &seconds);
    if (!name) return;
    snprintf(r->v->kept.checker, sizeof r->v->kept.checker, "%s", name);
    r->v->kept.check_seconds = seconds;
}

static void read_file(kept_reader *r) {
    for (uint32_t i = 0; i < sexps_count(r->file); i++) {
        sexp e = sexps_at(r->file, i);
        const char *word = sexp_is_list(r->file, e) && sexp_size(r->file, e)
                               ? sexp_atom(r->file, sexp_at(r->file, e, 0))
                               : NULL;
        if (word && !strcmp(word, "lemma")) read_lemma(r, e);
        if (word && !strcmp(word, "engine")) read_engine(r, e);
        if (word && !strcmp(word, "checker")) read_checker(r, e);
    }
}

/* False: nothing was kept. A proof may have needed no lemma at all. */
static bool read_guesses(const verify_options *o, verification *v, conjuncts *out) {
    text content = {0};
    input_error error = {0};
    char *path = path_of(o, v, ".kept");
    bool ours = !file_is_link(o->keep) && !file_is_link(path) && !file_is_special(path);
    sexps *file = ours && text_read_file(&content, path)
                      ? sexps_parse(text_string(&content), content.size, path, &error)
                      : NULL;
    if (file) {
        kept_reader r = {
            .v = v, .file = file, .scope = smt_scope_new(v->terms, path), .guesses = out};
        liveness_of(v->reduced, &r.live);
        rename_bind(file, r.scope, v->reduced);
        read_file(&r);
        liveness_release(&r.live);
        smt_scope_delete(r.scope);
        sexps_delete(file);
    }
    text_release(&content);
    mem_free(path);
    return file != NULL;
}

/* ---- trying ---- */
static void take_proof(verification *v, const conjuncts *lemmas) {
    term_vec invariant = {0};
    conjuncts_plain(lemmas, v->terms, v->reduced->locations.size, &invariant);
    vec_append(&v->result.invariant, invariant.data, invariant.size);
    v->result.verdict = VERDICT_TRUE;
    v->result.proof = PROOF_INVARIANT;
    v->result.engine = "keep";
    vec_release(&invariant);
}

static bool prove_by(const verify_options *o, verification *v, conjuncts *guesses) {
    budget share = time_limited(TIME_KEPT_PROOF, v->limits);
    if (v->result.pool) engine_result_release(&v->result);
    engine_result_init(&v->result, v->terms);
    if (!prove_goal(v->reduced, &o->engine, &share, guesses)) return false;
    v->result.used = solvers_seen(v->terms);
    take_proof(v, guesses);
    return verify_check(o, v, v->reduced, &v->result);
}

/* What holds in the changed program anyway. */
static void take_inductive(const verify_options *o, verification *v, conjuncts *guesses) {
    budget share = time_limited(TIME_KEPT_INDUCTIVE, time_limited(TIME_KEPT_PROOF, v->limits));
    vec_clear(&v->kept.lemmas);
    if (!houdini_keep(v->reduced, &o->engine, &share, guesses)) return;
    for (uint32_t i = 0; i < guesses->size; i++)
        vec_push(&v->kept.lemmas,
                 ((reduction_lemma){guesses->data[i].at, guesses->data[i].formula}));
}

bool keep_is_there(const verify_options *o, const verification *v) {
    if (!o->keep) return false;
    char *path = path_of(o, v, ".kept");
    bool there = !access(path, R_OK);
    mem_free(path);
    return there;
}

bool keep_try(const verify_options *o, verification *v) {
    LOG("verify", "try a kept proof");
    conjuncts guesses = {0}, all = {0};
    bool proven = false;
    if (read_guesses(o, v, &guesses)) {
        vec_append(&all, guesses.data, guesses.size);
        proven = prove_by(o, v, &guesses);
        if (!proven) take_inductive(o, v, &all);
    }
    vec_release(&guesses);
    vec_release(&all);
    return proven;
}

/* ---- writing ---- */
static void add_sources(const verification *v, text *out) {
    for (uint32_t i = 0; i < v->model.load.files.size; i++) {
        text content = {0};
        char digest[65];
        const char *file = v->model.load.files.data[i];
        if (!text_read_file(&content, file)) continue;
        sha256_hex(content.data, content.size, digest);
        text_add(out, "(source ");
        smtlib_symbol(file, out);
        text_print(out, " |%s|)\n", digest);
        text_release(&content);
    }
}

static void add_lemmas(const verification *v, text *out) {
    const program *p = v->reduced;
    for (uint32_t l = 0; l < p->locations.size && l < v->result.invariant.size; l++) {
        term_vec parts = {0};
        if (!p->locations.data[l].cut || !v->result.invariant.data[l].id) continue;
        term_conjuncts(v->terms, v->result.invariant.data[l], &parts);
        for (uint32_t i = 0; i < parts.size; i++) {
            text_add(out, "(lemma |");
            text_print(out, "%s| ", function_at(p, l));
            smtlib_term(v->terms, parts.data[i], out);
            text_add(out, ")\n");
        }
        vec_release(&parts);
    }
}

/* Who found it, and how long that took; `keep` found it where somebody else did before. */
static void add_engine(const verification *v, text *out) {
    const char *name = v->result.engine;
    if (name && engine_find(name))
        text_print(out, "(engine %s %.1f)\n", name, v->seconds[STAGE_ENGINE]);
    else if (v->kept.engine)
        text_print(out, "(engine %s %.1f)\n", engine_of(v->kept.engine)->name, v->kept.seconds);
}

static void add_checker(const verification *v, text *out) {
    if (v->evidence.checker)
        text_print(out, "(checker |%s| %.1f)\n", v->evidence.checker, v->evidence.seconds);
}

static bool is_worth_keeping(const verification *v) {
    static const bool kept[] = {[MODEL_PLAIN] = true,
                                [MODEL_LARGER] = true,
                                [MODEL_FORGETFUL] = true,
                                [MODEL_GOALS] = false};
    return v->verdict == VERDICT_TRUE && kept[v->model.kind] && v->reduced &&
           v->result.invariant.size;
}

bool keep_write(const verify_options *o, const verification *v) {
    LOG("verify", "keep a proof");
    text kept = {0};
    if (!is_worth_keeping(v)) return true;
    if (!folder_make(o->keep)) return false;
    add_sources(v, &kept);
    add_engine(v, &kept);
    add_checker(v, &kept);
    rename_write(v->reduced, &kept);
    add_lemmas(v, &kept);
    char *lemmas = path_of(o, v, ".kept"), *certificate = path_of(o, v, ".smt2");
    bool good =
        text_write_file(&kept, lemmas) &&
        (!v->evidence.certificate.size || text_write_file(&v->evidence.certificate, certificate));
    mem_free(lemmas);
    mem_free(certificate);
    text_release(&kept);
    return good;
}
