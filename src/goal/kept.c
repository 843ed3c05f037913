#include "goal/kept.h"
#include "base/log.h"
#include "evidence/stated.h"
#include "term/smtlib.h"

#include <stdlib.h>
#include <string.h>

static const double check_seconds = 30; /* by wall time, for one certificate */
enum { MOST_SEGMENTS = 4096 };          /* of a certificate that counts them */

/* ---- places ---- */

static const char *function_at(const program *p, uint32_t l) {
    return program_text(p, p->locations.data[l].at.function);
}

/* The number of this cut point among those of its function: it stays the same where another
 * function changes. */
static uint32_t number_in_function(const program *p, uint32_t at) {
    uint32_t n = 0;
    for (uint32_t l = 0; l < at; l++)
        n += p->locations.data[l].cut && !strcmp(function_at(p, l), function_at(p, at));
    return n;
}

void kept_invariant_print(const program *p, const term_vec *invariant, text *out) {
    assert_debug(invariant->size <= p->locations.size);
    for (uint32_t l = 0; l < invariant->size && l < p->locations.size; l++) {
        term formula = invariant->data[l];
        if (!p->locations.data[l].cut || !formula.id || term_is_true(p->terms, formula)) continue;
        text_print(out, "(|%s#%u| ", function_at(p, l), number_in_function(p, l));
        smtlib_term(p->terms, formula, out);
        text_add(out, ")\n");
    }
    if (out->size) text_string(out); /* ends with a NUL */
}

/* ---- reading ---- */

/* A formula of something else than states of the program says nothing about them. */
static bool is_about(const program *p, term formula) {
    return term_is_bool(p->terms, formula) && stated_of_program(p, formula);
}

static bool read_location(const program *p, const sexps *from, sexp e, uint32_t *out) {
    const char *atom = e.id ? sexp_atom(from, e) : NULL, *number = atom ? strrchr(atom, '#') : NULL;
    char *end;
    if (!number) return false;
    unsigned long n = strtoul(number + 1, &end, 10);
    for (uint32_t l = 0; !*end && end != number + 1 && l < p->locations.size; l++) {
        const char *function = function_at(p, l);
        bool here = p->locations.data[l].cut && !strncmp(function, atom, (size_t)(number - atom)) &&
                    !function[number - atom];
        if (here && !n--) return *out = l, true;
    }
    return false;
}

static bool read_all(const program *p, smt_scope *scope, const sexps *from, term_vec *out) {
    input_error error = {0};
    vec_resize(out, p->locations.size);
    for (uint32_t i = 0; i < sexps_count(from); i++) {
        sexp e = sexps_at(from, i);
        uint32_t l;
        term formula;
        if (!sexp_is_list(from, e) || sexp_size(from, e) != 2 ||
            !read_location(p, from, sexp_at(from, e, 0), &l) ||
            !smt_read_term(scope, from, sexp_at(from, e, 1), &formula, &error) ||
            !is_about(p, formula))
            return false;
        out->data[l] = formula;
    }
    return true;
}

static bool read_invariant(const program *p, const text *by_location, term_vec *out) {
    input_error error = {0};
    sexps *from = sexps_parse(by_location->size ? by_location->data : "", by_location->size,
                              "invariant", &error);
    if (!from) return false;
    smt_scope *scope = smt_scope_new(p->terms, "invariant");
    bool good = read_all(p, scope, from, out);
    smt_scope_delete(scope);
    sexps_delete(from);
    return good;
}

/* ---- checking ---- */

/* Marks that the program has and that no test passes. */
static bool can_be_proved(const deadcode *d, const goal_proof *p) {
    if (p->kind >= PROOF_KINDS || p->k > MOST_SEGMENTS || !bits_count(&p->goals)) return false;
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(&p->goals, i) &&
            (!bits_has(&d->marked.present, i) || d->goals.marks.data[i].state == STATE_COVERED))
            return false;
    return true;
}

static void take_over(deadcode *d, goal_proof *p, const evidence *e) {
    uint32_t proved = intern_id(&d->goals.names, "proved");
    p->checker = e->checker ? goal_name(&d->goals, intern_id(&d->goals.names, e->checker)) : NULL;
    p->level = e->level;
    p->queries = e->queries;
    p->seconds = e->seconds;
    p->can_be_kept = true;
    text_bytes(&p->certificate, e->certificate.data, e->certificate.size);
    for (uint32_t i = 0; i < d->goals.marks.size; i++) {
        if (!bits_has(&p->goals, i) || d->goals.marks.data[i].state != STATE_OPEN) continue;
        d->goals.marks.data[i] = (mark){
            .state = STATE_UNREACHABLE, .reason = proved, .proof = d->proofs.size, .test = NO_TEST};
        p->marks++;
    }
    vec_push(&d->proofs, *p);
}

enum kept_outcome kept_proof_check(deadcode *d, const deadcode_options *o, goal_proof *p) {
    LOG("goal", "check a kept proof");
    if (!can_be_proved(d, p)) return KEPT_REFUSED;
    if (deadcode_over(d, o)) return KEPT_NO_TIME;
    budget limits = budget_share(d->v->limits, check_seconds);
    evidence e;
    evidence_init(&e, d->v->terms);
    program *about = marked_with(&d->marked, &p->goals);
    deadcode_stop(d, about, &p->goals);
    if (p->cut) cone_cut(&d->cone, about, p->near);
    bool written = read_invariant(about, &p->by_location, &e.invariant) &&
                   certificate_write_proof(about, p->kind, p->k, &e.invariant, o->verify.title, &e);
    if (written) certificate_check(&e.certificate, p->used, &limits, &e);
    bool good = written && e.level != EVIDENCE_NONE;
    if (good) {
        invariant_print(about, &e, &p->invariant);
        if (p->invariant.size) text_string(&p->invariant);
        take_over(d, p, &e);
    }
    bool refused = !written || e.checker; /* a solver found a state that leaves the invariant */
    program_delete(about);
    evidence_release(&e);
    return good ? KEPT_HOLDS : refused ? KEPT_REFUSED : KEPT_NO_TIME;
}
